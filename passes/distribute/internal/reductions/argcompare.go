package reductions

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/exchange"
)

// candidate is an element that may win: its value, its index and its position along
// the dimension, -1 for the initial value. Of equal values the earlier position wins, as it
// does in a single thread.
type candidate struct{ value, index, position *ir.Value }

// contest is the distribution of an arg_compare.
type contest struct {
	*core.Nested
	op     vectorext.ArgCompareOp
	layout *vectorext.NestedLayout
	dim    int
}

// ArgCompare finds the winner in three steps: among the elements of a thread;
// among the lanes of its cluster, by a vote if the comparator is a plain comparison and
// otherwise by exchanges with lanes at distances that halve; and among subgroups through
// workgroup memory. The comparator must be an order: the winner among all elements must
// win among the winners of the parts.
//
//	iree_vector_ext.arg_compare dimension(1) ins(%a : vector<4x32xf32>) inits(%v, %i : vector<4xf32>, vector<4xi32>) { ogt }
//	→ per element of a thread: arith.cmpf ogt, %x, %best; arith.select …
//	  per distance 4, 2, 1: gpu.shuffle xor of value, index and position; arith.cmpf ogt …
func ArgCompare(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	argCompare := ir.Cast[vectorext.ArgCompareOp](op)
	l, dim := sig.Operands[0], int(argCompare.Dimension())
	rest := l.Project(flow.OneOf(l.Rank(), int64(dim)))
	inputs := []*vectorext.NestedLayout{l}
	if argCompare.InputIndex() != nil {
		inputs = append(inputs, l)
	}
	if !d.LayoutsAgree(op, sig.Operands, append(inputs, rest, rest)) || !d.LayoutsAgree(op, sig.Results, []*vectorext.NestedLayout{rest, rest}) {
		return
	}
	t, subgroups := l.ThreadTile[dim], l.SubgroupTile[dim]
	alone := t == 1 && subgroups == 1
	if !alone && !d.Exchanges(op) {
		return
	}
	c := &contest{Nested: d, op: argCompare, layout: l, dim: dim}
	if words, ok := c.unordered(); ok && !alone && revision.Of(d.Pass.IR) == revision.Release {
		d.LeaveWhole(op, "is not distributed: %s is no order where an element is a NaN, so that the winner depends on who compares first; use %s, or fastmath<nnan>", words[0], words[1])
		return
	}
	values := d.PartOf(argCompare.InputValue(), l)
	var indices *ir.Value
	if explicit := argCompare.InputIndex(); explicit != nil {
		indices = d.PartOf(explicit, l)
	}
	initV, initI := d.PartOf(argCompare.InitValue(), rest), d.PartOf(argCompare.InitIndex(), rest)
	positions := c.positions(d.IDs(d.Spread(l)))
	var best []candidate
	for at := range core.PositionsIn(rest.DistributedShape()) {
		won := candidate{vector.NewExtract(d.RW, initV, at...).Result(), vector.NewExtract(d.RW, initI, at...).Result(), d.Index(-1)}
		for i, position := range positions {
			x := candidate{position: position, value: vector.NewExtract(d.RW, values, c.local(at, i)...).Result()}
			if indices != nil {
				x.index = vector.NewExtract(d.RW, indices, c.local(at, i)...).Result()
			} else {
				x.index = c.implicitIndex(position, won.index.Type())
			}
			won = c.choose(c.wins(x.value, won.value), x, won)
		}
		best = append(best, won)
	}
	inLanes := t > 1 && exchange.IsCluster(d, t, l.ThreadStrides[dim])
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
	d.ReplaceByParts(op, d.VectorOf(winners, rest.DistributedShape()), d.VectorOf(at, rest.DistributedShape()))
}

// positions returns the positions along the dimension of the elements that a thread holds.
func (c *contest) positions(ids core.ThreadDigits) (at []*ir.Value) {
	l, d := c.layout, c.dim
	basis := []int64{l.SubgroupTile[d], l.BatchTile[d], l.OuterTile[d], l.ThreadTile[d], l.ElementTile[d]}
	for p := range core.PositionsIn([]int64{l.BatchTile[d], l.OuterTile[d], l.ElementTile[d]}) {
		at = append(at, c.Linearize([]*ir.Value{ids.Subgroup[d], c.Index(p[0]), c.Index(p[1]), ids.Thread[d], c.Index(p[2])}, basis, true))
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
		position = arith.NewAddI(c.RW, base, position).Result()
	}
	return c.IndexCast(position, t)
}

// wins builds the comparator on two values.
func (c *contest) wins(x, y *ir.Value) *ir.Value {
	body := c.op.Region().Front()
	m := &ir.Mapping{}
	m.Map(body.Arg(0), x)
	m.Map(body.Arg(1), y)
	for op := body.Front(); op != body.Back(); op = op.Next() {
		c.RW.Clone(op, m)
	}
	return m.Value(ir.Cast[vectorext.YieldOp](body.Back()).Operands()[0])
}

// choose selects one of two candidates.
func (c *contest) choose(cond *ir.Value, x, y candidate) candidate {
	pick := func(a, b *ir.Value) *ir.Value { return arith.NewSelect(c.RW, cond, a, b).Result() }
	return candidate{pick(x.value, y.value), pick(x.index, y.index), pick(x.position, y.position)}
}

// better returns which of two candidates a single thread would choose if it visits them in the
// order of their positions.
func (c *contest) better(x, y candidate) candidate {
	later := arith.NewCmpI(c.RW, arith.SLT, x.position, y.position).Result()
	first, second := c.choose(later, x, y), c.choose(later, y, x)
	return c.choose(c.wins(second.value, first.value), second, first)
}

// amongLanes returns the best candidate of a cluster of lanes.
func (c *contest) amongLanes(best candidate) candidate {
	i32 := c.RW.Context().I32()
	t, stride := c.layout.ThreadTile[c.dim], c.layout.ThreadStrides[c.dim]
	for distance := t / 2; distance >= 1; distance /= 2 {
		offset := c.Constant(c.RW.Context().Int(i32, distance*stride))
		other := func(v *ir.Value) *ir.Value { return exchange.Shuffle(c.Nested, gpu.ShuffleXor, v, offset) }
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
	cross, dims := exchange.Crossing{Lanes: []int{c.dim}}, []int64{int64(c.dim)}
	if n := l.SubgroupTile[c.dim]; exchange.PowerOf2(n) != n {
		// Lanes without a subgroup to read would contribute an initial value of another line.
		lists := core.CloneLists(l)
		lists.ThreadTile[c.dim], cross = 1, exchange.Crossing{Memory: cross.Lanes}
		l = c.Nested.NestedLayout(lists)
	}
	m := exchange.MeetingOf(c.Nested, l, dims, cross)
	var winners, at []*ir.Value
	for _, b := range best {
		winners, at = append(winners, b.value), append(at, b.index)
	}
	partials := []*ir.Value{c.VectorOf(winners, rest.DistributedShape()), c.VectorOf(at, rest.DistributedShape())}
	padding := []*ir.Value{c.anElement(c.op.InitValue(), rest), c.anElement(c.op.InitIndex(), rest)}
	all := exchange.Meet(c.Nested, c.op.Operation(), m, partials, padding)
	again := c.op.WithInputs(c.RW.Builder, all[0], all[1]).Operation()
	results := []*vectorext.NestedLayout{rest, rest}
	c.Schedule(again, []*vectorext.NestedLayout{m.Read, m.Read, rest, rest}, results)
	c.RW.Replace(c.op.Operation(), again.ResultList()...)
}

// anElement returns an element of an initial value, as a padding that is never read.
// Arguments are not changed.
func (c *contest) anElement(v *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	if v.DefiningOp() != nil {
		v = c.PartOf(v, l)
	}
	return vector.NewExtract(c.RW, v, make([]int64, len(v.Type().(*ir.VectorType).Dims))...).Result()
}

// amongSubgroups returns the best candidates of all subgroups, and of threads that
// are no lanes of a cluster.
func (c *contest) amongSubgroups(best []candidate, rest *vectorext.NestedLayout, inLanes bool) []candidate {
	cross := exchange.Crossing{Memory: []int{c.dim}}
	lists := core.CloneLists(c.layout)
	if inLanes {
		lists.ThreadTile[c.dim], lists.ThreadStrides[c.dim] = 1, 0
	}
	m := exchange.MeetingOf(c.Nested, c.Nested.NestedLayout(lists), []int64{int64(c.dim)}, cross)
	var partials [3][]*ir.Value
	for _, b := range best {
		for i, v := range []*ir.Value{b.value, b.index, b.position} {
			partials[i] = append(partials[i], v)
		}
	}
	var held, padding []*ir.Value
	for _, list := range partials {
		v := c.VectorOf(list, rest.DistributedShape())
		held, padding = append(held, v), append(padding, c.Poison(ir.ElementOrSelf(v.Type())))
	}
	all := exchange.Meet(c.Nested, c.op.Operation(), m, held, padding)
	for i, v := range all {
		all[i] = c.PartOf(v, m.Read)
	}
	i := 0
	for at := range core.PositionsIn(rest.DistributedShape()) {
		bring := func(k int64) candidate {
			groups, rank := slices.Clone(at), c.layout.Rank()
			var position []int64
			for group, own := range []int64{0, 0, k} {
				position = append(position, slices.Insert(slices.Clone(groups[group*(rank-1):(group+1)*(rank-1)]), c.dim, own)...)
			}
			return candidate{
				vector.NewExtract(c.RW, all[0], position...).Result(), vector.NewExtract(c.RW, all[1], position...).Result(), vector.NewExtract(c.RW, all[2], position...).Result(),
			}
		}
		best[i] = bring(0)
		for k := int64(1); k < m.Shape[c.dim]; k++ {
			best[i] = c.better(best[i], bring(k))
		}
		i++
	}
	return best
}
