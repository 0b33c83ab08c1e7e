package tensorgrid

import (
	"slices"

	"optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/memref"
	"optc/dialect/vector"
	"optc/internal/family/nests"
	"optc/ir"
	maps "optc/ir/affine"
)

// splats notes the numbers that operands of the nest are everywhere.
func (p *points) splats(operands []*value) {
	p.constants = map[*ir.Value]ir.Attribute{}
	for i := range p.nest.Inputs {
		switch o := &p.nest.Operands[i]; {
		case !o.Read:
		case o.IsScalar():
			p.constants[o.Arg], _ = nests.ScalarOf(p.nest.Op, o.Value)
		case operands[i].Splat != nil:
			p.constants[o.Arg] = operands[i].Splat
		}
	}
}

// vectorOf returns the type of the elements that a thread has of a row.
func (p *points) vectorOf(elem ir.Type) ir.Type {
	if p.lane < 0 {
		return elem
	}
	return ir.Vector([]int64{p.lanes}, elem)
}

// spread returns a number as a vector of the lanes.
func (p *points) spread(v *ir.Value) *ir.Value {
	if _, isVector := v.Type().(*ir.VectorType); isVector || p.lane < 0 {
		return v
	}
	return vector.NewBroadcast(p, p.vectorOf(v.Type()), v).Vector()
}

// at returns the place of an element of an access: of a row of the thread, and a lane.
func (p *points) at(a *access, i int, row, lane int64) *ir.Value {
	sum := maps.Const(a.first + p.distance(i, p.row, row) + p.distance(i, p.lane, lane))
	var used []*ir.Value
	for k, v := range p.places {
		axis := p.axis(k)
		if step := axis.Steps[i]; step != 0 {
			sum = sum.Add(maps.Dim(len(used)).Mul(maps.Const(step)))
			used = append(used, v)
		}
	}
	return affine.NewApply(p, maps.NewMap(len(used), 0, sum), used).Result()
}

// distance returns the elements between two points of an axis.
func (p *points) distance(i, axis int, points int64) int64 {
	if axis < 0 {
		return 0
	}
	return p.parallel[axis].Steps[i] * points
}

// axis returns an axis by its number: parallel ones come first.
func (p *points) axis(k int) *axis {
	if k < len(p.parallel) {
		return &p.parallel[k]
	}
	return &p.reduced[k-len(p.parallel)]
}

// load returns the elements of an access for a row: a vector, or a number that all lanes have.
func (p *points) load(memories []*ir.Value, i int, row int64) *ir.Value {
	if p.distance(i, p.row, 1) == 0 {
		row = 0
	}
	if v := p.known[place{i, row}]; v != nil {
		return v
	}
	a := &p.accesses[i]
	var v *ir.Value
	switch step := p.distance(i, p.lane, 1); step {
	case 0:
		v = memref.NewLoad(p, memories[i], p.at(a, i, row, 0)).Result()
	case 1:
		v = vector.NewLoad(p, p.vectorOf(a.view.Elem), memories[i], []*ir.Value{p.at(a, i, row, 0)}).Result()
	default:
		var elements []*ir.Value
		for lane := range p.lanes {
			elements = append(elements, memref.NewLoad(p, memories[i], p.at(a, i, row, lane)).Result())
		}
		v = vector.NewFromElements(p, p.vectorOf(a.view.Elem), elements).Dest()
	}
	if p.known != nil {
		p.known[place{i, row}] = v
	}
	return v
}

// initial returns the elements with which an output begins, or nil if the region does not read them.
func (p *points) initial(memories []*ir.Value, output int, row int64) *ir.Value {
	switch {
	case p.nest == nil:
		return nil
	case p.starts[output] >= 0:
		return p.spread(p.load(memories, p.starts[output], row))
	case p.numbers[output] != nil:
		return p.spread(arith.NewConstant(p, p.numbers[output]).Result())
	case len(p.reduced) > 0: // every iteration gives a new element
		elem := p.accesses[p.outputs+output].view.Elem
		return p.spread(arith.NewConstant(p, nests.ZeroOf(elem)).Result())
	}
	return nil
}

// copied returns the elements that a copy stores.
func (p *points) copied(memories []*ir.Value) *ir.Value {
	if p.outputs == 0 {
		return p.spread(arith.NewConstant(p, p.numbers[0]).Result())
	}
	return p.spread(p.load(memories, 0, 0))
}

// store stores results: by row, then by output.
func (p *points) store(memories []*ir.Value, values ...*ir.Value) {
	outputs := len(p.accesses) - p.outputs
	for k, v := range values {
		i, row := p.outputs+k%outputs, int64(k/outputs)
		at := p.at(&p.accesses[i], i, row, 0)
		if p.lane < 0 {
			memref.NewStore(p, v, memories[i], at)
		} else {
			vector.NewStore(p, p.spread(v), memories[i], []*ir.Value{at})
		}
	}
}

// region writes the operations of the region for a row, and returns the new elements of the outputs.
func (p *points) region(memories []*ir.Value, row int64, state []*ir.Value) (results []*ir.Value) {
	body := p.nest.Op.Body()
	known := map[*ir.Value]*ir.Value{}
	for i, a := range p.accesses[:p.outputs] {
		if !slices.Contains(p.starts, i) {
			known[a.arg] = p.load(memories, i, row)
		}
	}
	for i, v := range state {
		if v != nil {
			known[p.nest.Outputs()[i].Arg] = v
		}
	}
	if !p.isVectorizable() {
		return p.cloneRegion(known)
	}
	for op := range body.Ops() {
		switch index := ir.As[linalg.IndexOp](op); {
		case op == body.Back():
			for _, v := range op.Operands() {
				results = append(results, p.spread(p.valueOf(known, v)))
			}
		case index.Ok():
			known[index.Result()] = p.index(int(index.Dim()), row)
		default:
			p.clone(known, op)
		}
	}
	return results
}

// valueOf returns a value of the region, or a constant.
func (p *points) valueOf(known map[*ir.Value]*ir.Value, v *ir.Value) *ir.Value {
	if w := known[v]; w != nil {
		return w
	}
	number := p.constants[v]
	if number == nil {
		number, _ = nests.ScalarOf(p.nest.Op, v)
	}
	known[v] = arith.NewConstant(p, number).Result()
	return known[v]
}

// clone writes an operation of the region on numbers, or on vectors if an operand is one.
func (p *points) clone(known map[*ir.Value]*ir.Value, op *ir.Operation) {
	var operands []*ir.Value
	wide := false
	for _, v := range op.Operands() {
		w := p.valueOf(known, v)
		_, isVector := w.Type().(*ir.VectorType)
		operands, wide = append(operands, w), wide || isVector
	}
	types := op.ResultTypes()
	if wide {
		for i, v := range operands {
			operands[i] = p.spread(v)
		}
		for i, t := range types {
			types[i] = p.vectorOf(t)
		}
	}
	for i, v := range p.Like(op, operands, types).ResultList() {
		known[op.Result(i)] = v
	}
}

// index returns the index of a loop, for the lanes of a row.
func (p *points) index(loop int, row int64) *ir.Value {
	for k, v := range p.places {
		if p.axis(k).loop != loop {
			continue
		}
		if k == p.row {
			v = affine.NewApply(p, maps.NewMap(1, 0, maps.Dim(0).Add(maps.Const(row))), []*ir.Value{v}).Result()
		}
		if k == p.lane {
			t := p.vectorOf(p.Context().Index())
			return arith.NewAddI(p, p.spread(v), vector.NewStep(p, t).Result()).Result()
		}
		return v
	}
	return arith.ConstantIndex(p, 0) // a loop of one iteration
}

// cloneRegion writes a region with operations that have regions of their own, for one point.
func (p *points) cloneRegion(known map[*ir.Value]*ir.Value) []*ir.Value {
	m := &ir.Mapping{}
	for from, to := range known {
		m.Map(from, to)
	}
	for from, number := range p.constants {
		m.Map(from, arith.NewConstant(p, number).Result())
	}
	p.nest.CloneScalars(p.Builder, m)
	return p.nest.CloneBody(p.Builder, m, func(loop int) *ir.Value { return p.index(loop, 0) })
}
