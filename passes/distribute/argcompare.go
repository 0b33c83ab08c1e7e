package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
)

// candidate is an element that may win: its value, its index and its position along
// the dimension, -1 for the initial value. Of equal values the earlier position wins, as it
// does in a single thread.
type candidate struct{ value, index, position *ir.Value }

// contest is the distribution of an arg_compare.
type contest struct {
	*distributor
	op     vectorext.ArgCompareOp
	layout *vectorext.NestedLayout
	dim    int
}

// distributeArgCompare finds the winner in three steps: among the elements of a thread;
// among the lanes of its cluster, by a vote if the comparator is a plain comparison and
// otherwise by exchanges with lanes at distances that halve; and among subgroups through
// workgroup memory. The comparator must be an order: the winner among all elements must
// win among the winners of the parts.
//
//	iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x32xf32>) inits(%v, %i : vector<4xf32>, vector<4xi32>) { ogt }
//	→ per element of a thread: arith.cmpf ogt, %x, %best; arith.select …
//	  per distance 4, 2, 1: gpu.shuffle xor of value, index and position; arith.cmpf ogt …
func distributeArgCompare(d *distributor, op *ir.Operation, sig signature) {
	argCompare := ir.Cast[vectorext.ArgCompareOp](op)
	l, dim := sig.operands[0], int(argCompare.Dimension())
	rest := l.Project(flow.OneOf(l.Rank(), int64(dim)))
	inputs := []*vectorext.NestedLayout{l}
	if argCompare.InputIndex() != nil {
		inputs = append(inputs, l)
	}
	if !d.layoutsAgree(op, sig.operands, append(inputs, rest, rest)) || !d.layoutsAgree(op, sig.results, []*vectorext.NestedLayout{rest, rest}) {
		return
	}
	t, subgroups := l.ThreadTile[dim], l.SubgroupTile[dim]
	alone := t == 1 && subgroups == 1
	if !alone && !d.exchanges(op) {
		return
	}
	c := &contest{distributor: d, op: argCompare, layout: l, dim: dim}
	if words, ok := c.unordered(); ok && !alone && revision.Of(d.c.IR) == revision.Release {
		d.leaveWhole(op, "is not distributed: %s is no order where an element is a NaN, so that the winner depends on who compares first; use %s, or fastmath<nnan>", words[0], words[1])
		return
	}
	values := d.partOf(argCompare.InputValue(), l)
	var indices *ir.Value
	if explicit := argCompare.InputIndex(); explicit != nil {
		indices = d.partOf(explicit, l)
	}
	initV, initI := d.partOf(argCompare.InitValue(), rest), d.partOf(argCompare.InitIndex(), rest)
	positions := c.positions(d.ids(d.spread(l)))
	var best []candidate
	for at := range positionsIn(rest.DistributedShape()) {
		won := candidate{vector.NewExtract(d.rw, initV, at...).Result(), vector.NewExtract(d.rw, initI, at...).Result(), d.index(-1)}
		for i, position := range positions {
			x := candidate{position: position, value: vector.NewExtract(d.rw, values, c.local(at, i)...).Result()}
			if indices != nil {
				x.index = vector.NewExtract(d.rw, indices, c.local(at, i)...).Result()
			} else {
				x.index = c.implicitIndex(position, won.index.Type())
			}
			won = c.choose(c.wins(x.value, won.value), x, won)
		}
		best = append(best, won)
	}
	inLanes := t > 1 && d.isCluster(t, l.ThreadStrides[dim])
	v, votes := c.vote()
	if inLanes {
		for i := range best {
			if votes {
				best[i] = c.byVote(v, best[i])
			} else {
				best[i] = c.amongLanes(best[i])
			}
		}
	}
	switch {
	case subgroups > 1 && votes && (t == 1 || inLanes):
		c.compareSubgroups(best, rest)
		return
	case subgroups > 1 || t > 1 && !inLanes:
		best = c.amongSubgroups(best, rest, inLanes)
	}
	var winners, at []*ir.Value
	for _, b := range best {
		winners, at = append(winners, b.value), append(at, b.index)
	}
	d.replaceByParts(op, d.vectorOf(winners, rest.DistributedShape()), d.vectorOf(at, rest.DistributedShape()))
}

// operandLayout returns the layout of the operand of op that v is.
func (d *distributor) operandLayout(op *ir.Operation, sig signature, v *ir.Value) *vectorext.NestedLayout {
	return sig.operands[slices.Index(op.OperandList(), v)]
}

// vectorOf makes a thread's part, of the given shape, from its elements.
func (d *distributor) vectorOf(elements []*ir.Value, shape []int64) *ir.Value {
	t := ir.Vector(shape, elements[0].Type())
	if len(shape) == 0 {
		return vector.NewBroadcast(d.rw, t, elements[0]).Vector()
	}
	return vector.NewFromElements(d.rw, t, elements).Dest()
}

// positions returns the positions along the dimension of the elements that a thread holds.
func (c *contest) positions(ids threadDigits) (at []*ir.Value) {
	l, d := c.layout, c.dim
	basis := []int64{l.SubgroupTile[d], l.BatchTile[d], l.OuterTile[d], l.ThreadTile[d], l.ElementTile[d]}
	for p := range positionsIn([]int64{l.BatchTile[d], l.OuterTile[d], l.ElementTile[d]}) {
		at = append(at, c.linearize([]*ir.Value{ids.subgroup[d], c.index(p[0]), c.index(p[1]), ids.thread[d], c.index(p[2])}, basis, true))
	}
	return at
}

// local returns the position in a thread's part of the i-th element along the dimension; at
// has the positions along the other dimensions.
func (c *contest) local(at []int64, i int) []int64 {
	l, rank := c.layout, c.layout.Rank()
	e := l.ElementTile[c.dim]
	o := l.OuterTile[c.dim]
	n := int64(i)
	own := []int64{n / (o * e), n / e % o, n % e}
	var out []int64
	for group := range 3 {
		part := slices.Clone(at[group*(rank-1) : (group+1)*(rank-1)])
		out = append(out, slices.Insert(part, c.dim, own[group])...)
	}
	return out
}

// implicitIndex is the index of an element without explicit indices: its position, plus
// index_base.
func (c *contest) implicitIndex(position *ir.Value, t ir.Type) *ir.Value {
	if base := c.op.IndexBase(); base != nil {
		position = arith.NewAddI(c.rw, base, position).Result()
	}
	return c.indexCast(position, t)
}

// indexCast converts between index and integers.
func (d *distributor) indexCast(v *ir.Value, t ir.Type) *ir.Value {
	if v.Type() == t {
		return v
	}
	return arith.NewIndexCast(d.rw, t, v).Out()
}

// wins builds the comparator on two values.
func (c *contest) wins(x, y *ir.Value) *ir.Value {
	body := c.op.Region().Front()
	m := &ir.Mapping{}
	m.Map(body.Arg(0), x)
	m.Map(body.Arg(1), y)
	for op := body.Front(); op != body.Back(); op = op.Next() {
		c.rw.Clone(op, m)
	}
	return m.Value(ir.Cast[vectorext.YieldOp](body.Back()).Operands()[0])
}

// choose selects one of two candidates.
func (c *contest) choose(cond *ir.Value, x, y candidate) candidate {
	pick := func(a, b *ir.Value) *ir.Value { return arith.NewSelect(c.rw, cond, a, b).Result() }
	return candidate{pick(x.value, y.value), pick(x.index, y.index), pick(x.position, y.position)}
}

// better returns which of two candidates a single thread would choose, which meets
// them in the order of their positions.
func (c *contest) better(x, y candidate) candidate {
	later := arith.NewCmpI(c.rw, arith.SLT, x.position, y.position).Result()
	first, second := c.choose(later, x, y), c.choose(later, y, x)
	return c.choose(c.wins(second.value, first.value), second, first)
}

// amongLanes returns the best candidate of a cluster of lanes.
func (c *contest) amongLanes(best candidate) candidate {
	i32 := c.rw.Context().I32()
	t, stride := c.layout.ThreadTile[c.dim], c.layout.ThreadStrides[c.dim]
	for distance := t / 2; distance >= 1; distance /= 2 {
		offset := c.constant(c.rw.Context().Int(i32, distance*stride))
		other := func(v *ir.Value) *ir.Value { return c.shuffle(gpu.ShuffleXor, v, offset) }
		best = c.better(best, candidate{other(best.value), other(best.index), other(best.position)})
	}
	return best
}

// compareSubgroups writes the winners of the subgroups to workgroup memory, reads them
// back and compares them with explicit indices, in place of the operation. A subgroup
// holds a single run of positions, so that the first subgroup holds the first of equal
// values.
func (c *contest) compareSubgroups(best []candidate, rest *vectorext.NestedLayout) {
	l := c.layout
	cross, dims := crossing{lanes: []int{c.dim}}, []int64{int64(c.dim)}
	if n := l.SubgroupTile[c.dim]; powerOf2(n) != n {
		// Lanes without a subgroup to read would bring an initial value of another line.
		lists := cloneLists(l)
		lists.ThreadTile[c.dim], cross = 1, crossing{memory: cross.lanes}
		l = c.distributor.layout(lists)
	}
	m := c.meetingOf(l, dims, cross)
	var winners, at []*ir.Value
	for _, b := range best {
		winners, at = append(winners, b.value), append(at, b.index)
	}
	buffers := c.bring(m, []*ir.Value{c.vectorOf(winners, rest.DistributedShape()), c.vectorOf(at, rest.DistributedShape())})
	valuePadding, indexPadding := c.anElement(c.op.InitValue(), rest), c.anElement(c.op.InitIndex(), rest)
	value, index := c.readAll(buffers[0], m, valuePadding), c.readAll(buffers[1], m, indexPadding)
	again := c.op.WithInputs(c.rw.Builder, value, index).Operation()
	results := []*vectorext.NestedLayout{rest, rest}
	c.enqueue(again, []*vectorext.NestedLayout{m.read, m.read, rest, rest}, results)
	c.rw.Replace(c.op.Operation(), again.ResultList()...)
}

// anElement returns an element of an initial value, as a padding that is never read.
// Arguments are not changed.
func (c *contest) anElement(v *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	if v.DefiningOp() != nil {
		v = c.partOf(v, l)
	}
	return vector.NewExtract(c.rw, v, make([]int64, len(v.Type().(*ir.VectorType).Dims))...).Result()
}

// amongSubgroups returns the best candidates of all subgroups, and of threads that
// are no lanes of a cluster.
func (c *contest) amongSubgroups(best []candidate, rest *vectorext.NestedLayout, inLanes bool) []candidate {
	cross := crossing{memory: []int{c.dim}}
	lists := cloneLists(c.layout)
	if inLanes {
		lists.ThreadTile[c.dim], lists.ThreadStrides[c.dim] = 1, 0
	}
	m := c.meetingOf(c.distributor.layout(lists), []int64{int64(c.dim)}, cross)
	var partials [3][]*ir.Value
	for _, b := range best {
		for i, v := range []*ir.Value{b.value, b.index, b.position} {
			partials[i] = append(partials[i], v)
		}
	}
	all := c.meet(m, []*ir.Value{c.vectorOf(partials[0], rest.DistributedShape()), c.vectorOf(partials[1], rest.DistributedShape()), c.vectorOf(partials[2], rest.DistributedShape())})
	i := 0
	for at := range positionsIn(rest.DistributedShape()) {
		bring := func(k int64) candidate {
			groups, rank := slices.Clone(at), c.layout.Rank()
			var position []int64
			for group, own := range []int64{0, 0, k} {
				position = append(position, slices.Insert(slices.Clone(groups[group*(rank-1):(group+1)*(rank-1)]), c.dim, own)...)
			}
			return candidate{
				vector.NewExtract(c.rw, all[0], position...).Result(), vector.NewExtract(c.rw, all[1], position...).Result(), vector.NewExtract(c.rw, all[2], position...).Result(),
			}
		}
		best[i] = bring(0)
		for k := int64(1); k < m.shape[c.dim]; k++ {
			best[i] = c.better(best[i], bring(k))
		}
		i++
	}
	return best
}

// meet writes partial results to workgroup memory and returns the elements that the
// thread reads of each, in the layout m.read.
func (d *distributor) meet(m meeting, partials []*ir.Value) []*ir.Value {
	buffers := d.bring(m, partials)
	all := make([]*ir.Value, len(partials))
	for i, v := range partials {
		all[i] = d.partOf(d.readAll(buffers[i], m, d.poison(ir.ElementOrSelf(v.Type()))), m.read)
	}
	return all
}

// bring writes partial results to workgroup memory, between two barriers.
func (d *distributor) bring(m meeting, partials []*ir.Value) (buffers []*ir.Value) {
	for _, v := range partials {
		buffers = append(buffers, d.workgroupMemory(m.shape, ir.ElementOrSelf(v.Type())))
	}
	d.barrier(beforeWrites)
	for i, v := range partials {
		d.writeAll(d.shapeCast(v, m.write.DistributedShape()), buffers[i], m.write)
	}
	d.barrier(afterWrites)
	return buffers
}
