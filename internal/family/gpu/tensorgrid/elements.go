package tensorgrid

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/internal/family/nests"
	"optc/ir"
	maps "optc/ir/affine"
)

// at returns the position, in an access, of the element in a row of the thread and in a lane.
func (p *points) at(i int, row, lane int64) *ir.Value { return p.atIndices(i, row, lane, nil) }

// atIndices is at for an access some of whose dimensions have computed indices.
func (p *points) atIndices(i int, row, lane int64, indices []*ir.Value) *ir.Value {
	sum := maps.Const(p.accesses[i].first + p.distance(i, p.row, row) + p.distance(i, p.lane, lane))
	var used []*ir.Value
	for k, v := range p.places {
		axis := p.axis(k)
		if step := axis.Steps[i]; step != 0 {
			sum = sum.Add(maps.Dim(len(used)).Mul(maps.Const(step)))
			used = append(used, v)
		}
	}
	at := affine.NewApply(p, maps.NewMap(len(used), 0, sum), used).Result()
	for r, v := range indices {
		if v != nil {
			at = arith.NewAddI(p, at, arith.NewMulI(p, v, arith.ConstantIndex(p, p.accesses[i].view.Strides[r])).Result()).Result()
		}
	}
	return at
}

// distance returns the distance in elements between two points of an axis.
func (p *points) distance(i, axis int, points int64) int64 {
	if axis < 0 {
		return 0
	}
	return p.parallel[axis].Steps[i] * points
}

// axis returns axis k; the parallel axes come first.
func (p *points) axis(k int) *axis {
	if k < len(p.parallel) {
		return &p.parallel[k]
	}
	return &p.reduced[k-len(p.parallel)]
}

// load returns the elements of an access for a row: a vector, or a scalar that all lanes share.
func (p *points) load(i int, row int64) *ir.Value {
	if p.distance(i, p.row, 1) == 0 {
		row = 0
	}
	if v := p.known[place{i, row}]; v != nil {
		return v
	}
	v := p.loadAt(i, row, nil)
	if p.known != nil {
		p.known[place{i, row}] = v
	}
	return v
}

// loadAt returns the elements of an access for a row, with computed indices of some dimensions, which may differ among the lanes.
func (p *points) loadAt(i int, row int64, indices []*ir.Value) *ir.Value {
	isVector := func(v *ir.Value) bool { return v != nil && ir.IsType[*ir.VectorType](v.Type()) }
	t := p.writer.vectorOf(p.accesses[i].view.Elem)
	switch step := p.distance(i, p.lane, 1); {
	case slices.ContainsFunc(indices, isVector) || step != 0 && step != 1:
		var elements []*ir.Value
		for lane := range p.lanes {
			at := slices.Clone(indices)
			for r, v := range at {
				if isVector(v) {
					at[r] = vector.NewExtract(p, v, lane).Result()
				}
			}
			elements = append(elements, memref.NewLoad(p, p.memories[i], p.atIndices(i, row, lane, at)).Result())
		}
		return vector.NewFromElements(p, t, elements).Dest()
	case step == 0:
		return memref.NewLoad(p, p.memories[i], p.atIndices(i, row, 0, indices)).Result()
	default:
		return vector.NewLoad(p, t, p.memories[i], []*ir.Value{p.atIndices(i, row, 0, indices)}).Result()
	}
}

// operand returns the elements of an operand of a stage for a row, or nil if neither memory nor another stage provides them.
func (p *points) operand(s *stage, i int, row int64) *ir.Value {
	if s.reads[i] >= 0 {
		return p.load(s.reads[i], row)
	}
	if from, ok := s.registers[i]; ok {
		return p.stages[from.stage].values[row][from.result]
	}
	return nil
}

// initial returns the initial elements of an output, or nil if the region does not read them.
func (p *points) initial(s *stage, output int, row int64) *ir.Value {
	i := s.nest.Inputs + output
	v := p.operand(s, i, row)
	switch o := &s.nest.Operands[i]; {
	case v != nil:
		return p.writer.spread(v)
	case o.Read:
		return p.writer.spread(arith.NewConstant(p, s.operands[i].Splat).Result())
	case len(p.reduced) > 0 && s == p.stages[0]: // every iteration gives a new element
		return p.writer.spread(arith.NewConstant(p, nests.ZeroOf(o.Elem)).Result())
	}
	return nil
}

// store stores the results of a stage.
func (p *points) store(s *stage) {
	for row, values := range s.values {
		for r, i := range s.writes {
			if i < 0 {
				continue
			}
			at := p.at(i, int64(row), 0)
			if p.lane < 0 {
				memref.NewStore(p, values[r], p.memories[i], at)
			} else {
				vector.NewStore(p, p.writer.spread(values[r]), p.memories[i], []*ir.Value{at})
			}
		}
	}
}

// stage writes the operations of a stage for a row, and returns the stage's results. The state is the old elements of the
// outputs.
func (p *points) stage(s *stage, row int64, state []*ir.Value) []*ir.Value {
	if s.nest == nil {
		if from := s.operands[0]; from.Splat != nil {
			return []*ir.Value{p.writer.spread(arith.NewConstant(p, from.Splat).Result())}
		}
		return []*ir.Value{p.writer.spread(p.operand(s, 0, row))}
	}
	known := map[*ir.Value]*ir.Value{}
	for i := range s.nest.Inputs {
		if s.extracts(i) {
			continue
		}
		if v := p.operand(s, i, row); v != nil {
			known[s.nest.Operands[i].Arg] = v
		}
	}
	for i, v := range state {
		if v != nil {
			known[s.nest.Outputs()[i].Arg] = v
		}
	}
	index := func(loop int) *ir.Value { return p.index(s, loop, row) }
	extract := func(operand int, at []*ir.Value) *ir.Value {
		if s.reads[operand] < 0 { // the same scalar for all elements
			return arith.NewConstant(p, s.operands[operand].Splat).Result()
		}
		return p.loadAt(s.reads[operand], row, at)
	}
	if s.isVectorizable() {
		return p.writer.region(s, known, index, extract)
	}
	m := &ir.Mapping{}
	for from, number := range s.constants {
		m.Map(from, arith.NewConstant(p, number).Result())
	}
	for from, to := range known {
		m.Map(from, to)
	}
	s.nest.CloneScalars(p.Builder, m)
	return s.nest.CloneBody(p.Builder, m, index, extract)
}

// index returns the index of a loop, for the lanes of a row.
func (p *points) index(s *stage, loop int, row int64) *ir.Value {
	var parts []part
	for k, of := range p.stages {
		if of == s {
			parts = p.loops[k][loop]
		}
	}
	sum := maps.Const(0)
	var used []*ir.Value
	lanes := int64(0)
	for k, v := range p.places {
		for _, part := range parts {
			if part.axis != p.axis(k).number {
				continue
			}
			sum = sum.Add(maps.Dim(len(used)).Mul(maps.Const(part.times)))
			used = append(used, v)
			switch k {
			case p.row:
				sum = sum.Add(maps.Const(row * part.times))
			case p.lane:
				lanes = part.times
			}
		}
	}
	first := affine.NewApply(p, maps.NewMap(len(used), 0, sum), used).Result()
	if lanes == 0 {
		return first
	}
	t := p.writer.vectorOf(p.Context().Index())
	steps := vector.NewStep(p, t).Result()
	if lanes != 1 {
		steps = arith.NewMulI(p, steps, p.writer.spread(arith.ConstantIndex(p, lanes))).Result()
	}
	return arith.NewAddI(p, p.writer.spread(first), steps).Result()
}
