package tensorgraph

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/dialect/scf"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/num"
)

// field is a field of a vertex for an operand of a nest.
type field struct {
	operand int
	output  bool
	name    string
	arg     *ir.Value
}

// fieldsOf lists the fields of the vertices of a nest: the inputs that the region reads, the initial
// tensors that it reads, and the outputs.
func fieldsOf(n *nests.Nest, operands []*value) (list []field) {
	for i := range n.Operands {
		if o := &n.Operands[i]; o.Read && !o.IsScalar() && operands[i].splat == nil {
			list = append(list, field{operand: i, name: fmt.Sprint("in", len(list))})
		}
	}
	for i := n.Inputs; i < len(n.Operands); i++ {
		list = append(list, field{operand: i, output: true, name: fmt.Sprint("out", i-n.Inputs)})
	}
	return list
}

// loop is a loop of the code of a vertex.
type loop struct {
	extent int64
	source int // loop of the nest
	// steps are the distances of the elements of the fields in consecutive iterations.
	steps []int64
}

// coder writes the code of a vertex for blocks of one size.
type coder struct {
	*ir.Builder
	nest     *nests.Nest
	operands []*value
	target   *target.Target
	fields   []field
	size     []int64   // size of the block, by loops of the nest
	first    []int64   // for each field: the position of the first element
	strides  [][]int64 // for each field: the distances of its elements along its dimensions
	parallel []loop
	reduced  []loop
	spread   int // the parallel loop that is divided among the workers, or -1
	grain    int64
	busiest  int64 // number of points that the busiest worker computes
	unrolled int   // index of the parallel loop whose iterations are computed several at a time, or -1
	lanes    int64 // number of points that are computed together in the code being written
	worker   *ir.Value
	starts   []int             // the loops whose index the region uses
	begins   map[int]*ir.Value // the first index of these loops in the block
	indices  map[int]*ir.Value // indices of the loops of the nest, from the start of the block
}

// startName is the name of the field with the first index of a loop in the block.
func startName(l int) string { return fmt.Sprint("d", l) }

// writeVertex writes a class for blocks of a size at the insertion point.
func writeVertex(b *ir.Builder, name string, n *nests.Nest, operands []*value, size []int64, t *target.Target) {
	at := b.Save()
	defer b.Restore(at)
	k := &coder{Builder: b, nest: n, operands: operands, target: t, fields: fieldsOf(n, operands), size: size,
		starts: n.Indices(), begins: map[int]*ir.Value{}, indices: map[int]*ir.Value{}}
	k.findLoops()
	k.chooseSpread()
	k.chooseUnrolled()
	k.lanes = 1
	v := poplar.NewVertex(b, name, "multi", false)
	b.AtEnd(v.Operation().Body())
	types := k.declare()
	compute := poplar.NewCompute(b)
	compute.SetHasWorker(true)
	args := b.NewBlock(compute.Body(), append(types, b.Context().Index()), b.Loc).Args()
	for i := range k.fields {
		k.fields[i].arg = args[i]
		args[i].SetNameHint(k.fields[i].name)
	}
	for i, l := range k.starts {
		k.begins[l] = args[len(k.fields)+i]
		k.begins[l].SetNameHint(startName(l))
	}
	k.worker = args[len(args)-1]
	k.worker.SetNameHint("worker")
	k.code()
	poplar.NewComputeReturn(b)
}

// declare writes the fields, and returns the types of the arguments of the code for them.
func (k *coder) declare() (types []ir.Type) {
	c := k.Context()
	for _, f := range k.fields {
		elem := elementOf(k.nest.Operands[f.operand].Elem)
		dir := vertex.In
		if f.output {
			dir = vertex.Out
		}
		edge, _ := vertex.Scalar(elem).Vector(vertex.VectorParams{Layout: target.OnePtr, MinAlign: max(word, elem.Size())})
		edge, _ = edge.Edge(dir)
		poplar.NewField(k, f.name, poplar.State(c, edge), nil)
		types = append(types, ir.MemRef([]int64{ir.Dynamic}, poplar.MemoryType(c, elem), nil, nil))
	}
	for _, l := range k.starts {
		poplar.NewField(k, startName(l), c.IntegerOf(32, ir.Unsigned), nil)
		types = append(types, c.I32())
	}
	if k.spread >= 0 && k.grain > 0 {
		split := poplar.NewSplit(k, k.output().name)
		split.SetGrain(1)
	}
	return types
}

// output returns the first field that is an output.
func (k *coder) output() *field {
	return &k.fields[slices.IndexFunc(k.fields, func(f field) bool { return f.output })]
}

// findLoops finds the loops over a block, and joins loops that go through all operands as one loop does.
func (k *coder) findLoops() {
	strides := make([][]int64, len(k.fields)) // strides of the loops of the nest
	k.first = make([]int64, len(k.fields))
	k.strides = make([][]int64, len(k.fields))
	zero := make([]int64, len(k.size))
	for i, f := range k.fields {
		o := &k.nest.Operands[f.operand]
		strides[i] = make([]int64, len(k.size))
		k.strides[i] = make([]int64, len(o.Shape))
		next := int64(1)
		for r := len(o.Shape) - 1; r >= 0; r-- {
			lower, upper := o.Range(r, zero, k.size)
			for l, factor := range o.Factors[r] {
				strides[i][l] += factor * next
			}
			k.first[i] += (o.Constants[r] - lower) * next
			k.strides[i][r] = next
			next *= upper - lower
		}
	}
	indexed := indexedLoops(k.nest)
	for l, of := range k.nest.Loops {
		if k.size[l] == 1 {
			continue
		}
		next := loop{extent: k.size[l], source: l}
		for i := range k.fields {
			next.steps = append(next.steps, strides[i][l])
		}
		list := &k.parallel
		if of.Reduction {
			list = &k.reduced
		}
		if last := len(*list) - 1; last >= 0 && !indexed[l] && !indexed[(*list)[last].source] && (*list)[last].continues(next) {
			(*list)[last] = loop{extent: (*list)[last].extent * next.extent, source: l, steps: next.steps}
			continue
		}
		*list = append(*list, next)
	}
}

// continues reports whether an iteration of the loop continues where the inner loop ends.
func (l loop) continues(inner loop) bool {
	for i, step := range l.steps {
		if step != inner.steps[i]*inner.extent {
			return false
		}
	}
	return true
}

// chooseSpread chooses the loop that is divided among the workers. No two workers may store to one word.
func (k *coder) chooseSpread() {
	workers := int64(k.target.Workers)
	points := int64(1)
	for _, l := range k.parallel {
		points *= l.extent
	}
	k.spread, k.busiest = -1, points
	for i, l := range k.parallel {
		grain := int64(0) // iterations in turn
		ok := true
		for f, d := range k.fields {
			if !d.output {
				continue
			}
			bytes := int64(ir.ElementBytes(k.nest.Operands[d.operand].Elem))
			switch {
			case l.steps[f]*bytes%word == 0 && l.steps[f] != 1:
			case l.steps[f] == 1 && k.isAligned(f, i, bytes):
				grain = max(grain, word/bytes, 1)
			default:
				ok = false
			}
		}
		busiest := points / l.extent * num.CeilDiv(num.CeilDiv(l.extent, max(grain, 1)), workers) * max(grain, 1)
		if ok && busiest < k.busiest {
			k.spread, k.grain, k.busiest = i, grain, busiest
		}
	}
}

// isAligned reports whether the elements along parallel loop i begin at a word in all iterations of the
// other loops.
func (k *coder) isAligned(field, i int, bytes int64) bool {
	for j, l := range k.parallel {
		if j != i && l.steps[field]*bytes%word != 0 {
			return false
		}
	}
	return true
}

// code writes the loops.
func (k *coder) code() {
	offsets := make([]*ir.Value, len(k.fields))
	for i, first := range k.first {
		if first != 0 {
			offsets[i] = arith.ConstantIndex(k, first)
		}
	}
	if k.spread >= 0 {
		k.parallelLoop(0, offsets)
		return
	}
	// A single worker computes the block.
	one := arith.ConstantIndex(k, 1)
	scf.BuildFor(k.Builder, k.worker, one, poplar.NewNumWorkers(k).Result(), nil, func(*ir.Value, []*ir.Value) []*ir.Value {
		k.parallelLoop(0, offsets)
		return nil
	})
}

// bounds returns the bounds and the step of a parallel loop.
func (k *coder) bounds(i int) (lower, upper, step *ir.Value) {
	extent := arith.ConstantIndex(k, k.parallel[i].extent)
	switch {
	case i != k.spread:
		return arith.ConstantIndex(k, 0), extent, arith.ConstantIndex(k, 1)
	case k.grain == 0:
		return k.worker, extent, poplar.NewNumWorkers(k).Result()
	}
	part := poplar.NewPart(k, extent, k.worker, k.output().name)
	return part.Begin(), part.End(), arith.ConstantIndex(k, 1)
}

// parallelLoop writes the parallel loops, beginning with loop i.
func (k *coder) parallelLoop(i int, offsets []*ir.Value) {
	if i == len(k.parallel) {
		k.point(offsets)
		return
	}
	if i == k.unrolled {
		k.unrolledLoop(i, offsets)
		return
	}
	lower, upper, step := k.bounds(i)
	scf.BuildFor(k.Builder, lower, upper, step, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value {
		k.indices[k.parallel[i].source] = iv
		k.parallelLoop(i+1, k.advance(offsets, k.parallel[i].steps, iv))
		return nil
	})
}

// advance adds an iteration of a loop to the places of the elements.
func (k *coder) advance(offsets []*ir.Value, steps []int64, iv *ir.Value) []*ir.Value {
	next := slices.Clone(offsets)
	made := map[int64]*ir.Value{1: iv}
	for f, step := range steps {
		if step == 0 {
			continue
		}
		d := made[step]
		if d == nil {
			d = arith.NewMulI(k, iv, arith.ConstantIndex(k, step)).Result()
			made[step] = d
		}
		if offsets[f] != nil {
			d = arith.NewAddI(k, offsets[f], d).Result()
		}
		next[f] = d
	}
	return next
}

// at returns the place of an element as a value.
func (k *coder) at(offset *ir.Value) *ir.Value {
	if offset == nil {
		return arith.ConstantIndex(k, 0)
	}
	return offset
}

// initial returns the initial element of an output.
func (k *coder) initial(i int, offsets []*ir.Value) *ir.Value {
	o := &k.nest.Operands[i]
	if o.Read {
		for f, d := range k.fields {
			if d.operand == i && !d.output {
				return memref.NewLoad(k, d.arg, k.at(offsets[f])).Result()
			}
		}
		return arith.NewConstant(k, k.operands[i].splat).Result()
	}
	if len(k.reduced) > 0 {
		return arith.NewConstant(k, nests.ZeroOf(o.Elem)).Result()
	}
	return nil
}

// row is a view of the elements of a field in all iterations of a loop, so that its index is the
// iteration.
func (k *coder) row(buffer, offset *ir.Value, l loop, f int) *ir.Value {
	step := l.steps[f]
	at := ir.Mixed{Const: 0}
	start := int64(0)
	if offset != nil {
		at, start = ir.Mixed{Value: offset, Const: ir.Dynamic}, ir.Dynamic
	}
	elem := buffer.Type().(*ir.MemRefType).Elem
	t := ir.MemRef([]int64{l.extent}, elem, k.Context().StridedLayout(start, []int64{step}), nil)
	return memref.NewReinterpretCast(k, t, buffer, []ir.Mixed{at}, []ir.Mixed{{Const: l.extent}}, []ir.Mixed{{Const: step}}).Result()
}

// place is the place of an element in a buffer.
type place struct{ buffer, index *ir.Value }

// body writes the region for a point, and returns the new elements of the outputs. Elements that are in loaded are not loaded again.
func (k *coder) body(offsets, carried []*ir.Value, loaded map[place]*ir.Value) []*ir.Value {
	var m ir.Mapping
	k.nest.CloneScalars(k.Builder, &m)
	for i := range k.nest.Operands {
		o := &k.nest.Operands[i]
		switch {
		case !o.Read || o.IsScalar() || o.Extract != nil:
		case i >= k.nest.Inputs:
			m.Map(o.Arg, carried[i-k.nest.Inputs])
		case k.operands[i].splat != nil:
			m.Map(o.Arg, arith.NewConstant(k, k.operands[i].splat).Result())
		default:
			f := slices.IndexFunc(k.fields, func(f field) bool { return f.operand == i })
			at := place{k.fields[f].arg, offsets[f]}
			if loaded[at] == nil {
				loaded[at] = memref.NewLoad(k, at.buffer, k.at(at.index)).Result()
			}
			m.Map(o.Arg, loaded[at])
		}
	}
	return k.nest.CloneBody(k.Builder, &m, func(l int) *ir.Value {
		index := arith.NewIndexCastUI(k, k.Context().Index(), k.begins[l]).Out()
		if iv := k.indices[l]; iv != nil {
			index = arith.NewAddI(k, index, iv).Result()
		}
		return index
	}, func(operand int, indices []*ir.Value) *ir.Value { return k.extract(operand, indices, offsets) })
}

// extract returns an element of an operand at indices that the region computes.
func (k *coder) extract(operand int, indices, offsets []*ir.Value) *ir.Value {
	f := slices.IndexFunc(k.fields, func(f field) bool { return f.operand == operand })
	if f < 0 {
		return arith.NewConstant(k, k.operands[operand].splat).Result()
	}
	at := k.at(offsets[f])
	for r, v := range indices {
		if v != nil {
			at = arith.NewAddI(k, at, arith.NewMulI(k, v, arith.ConstantIndex(k, k.strides[f][r])).Result()).Result()
		}
	}
	return memref.NewLoad(k, k.fields[f].arg, at).Result()
}

// extractedSteps returns the steps of a loop for the fields that the region extracts elements from.
func (k *coder) extractedSteps(l loop) []int64 {
	steps := make([]int64, len(k.fields))
	for f, d := range k.fields {
		if k.nest.Operands[d.operand].Extract != nil {
			steps[f] = l.steps[f]
		}
	}
	return steps
}

// indexedLoops reports for each loop whether the region uses its index.
func indexedLoops(n *nests.Nest) []bool {
	used := make([]bool, len(n.Loops))
	for _, l := range n.Indices() {
		used[l] = true
	}
	return used
}

// elementOf returns the type of tile memory for the elements of a tensor, or 0.
func elementOf(t ir.Type) scalar.Type {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Signedness == ir.Signless && t.Width > 8 {
			e, _ := poplar.ElemOf(t.Context().IntegerOf(t.Width, ir.Signed))
			return e
		}
	}
	e, _ := poplar.ElemOf(t)
	return e
}
