package reductions

import (
	"math"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	mathops "optc/dialect/math"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes/distribute/internal/exchange"
)

// vote describes a reduction by which lanes find the winner of a contest in one step. It reduces
// the keys that the comparator compares: the results of key for each element, or, if key is nil,
// the elements themselves.
type vote struct {
	reduction gpu.Reduction
	key       *ir.Operation // key of the comparator's first argument
}

// vote returns how lanes find the winner; ok is false unless the comparator is a plain comparison
// of elements, or of the same function of each, in which the first of equal values wins.
func (c *contest) vote() (v vote, ok bool) {
	body := c.op.Region().Front()
	cmp := ir.Cast[vectorext.YieldOp](body.Back()).Operands()[0].DefiningOp()
	compare, ok := cmp.Typed().(arith.Comparison)
	if !ok {
		return v, false
	}
	lhs, rhs, word := compare.Lhs(), compare.Rhs(), compare.Winner()
	if word == "" || !c.Chip.Exchanges(lhs.Type()) || !c.Chip.Exchanges(body.Arg(0).Type()) {
		return v, false
	}
	v.reduction = gpu.ReductionOfWord(word)
	if lhs == body.Arg(0) && rhs == body.Arg(1) {
		return v, true
	}
	v.key = lhs.DefiningOp()
	return v, isKey(v.key, body.Arg(0)) && isKey(rhs.DefiningOp(), body.Arg(1)) &&
		ir.Equivalent(v.key, rhs.DefiningOp(), func(x, y *ir.Value) bool { return x == body.Arg(0) && y == body.Arg(1) })
}

// isKey reports whether an operation computes a single value from x alone.
func isKey(op *ir.Operation, x *ir.Value) bool {
	return op != nil && slices.Equal(op.OperandList(), []*ir.Value{x}) && op.NumResults() == 1 && op.NumRegions() == 0
}

// keyOf returns the key of an element.
func (c *contest) keyOf(v vote, x *ir.Value) *ir.Value {
	if v.key == nil {
		return x
	}
	m := &ir.Mapping{}
	m.Map(c.op.Region().Front().Arg(0), x)
	return c.RW.Clone(v.key, m).Result(0)
}

// orderedWords maps each predicate in which a NaN wins, and then loses to anything, to its word and
// the word of the predicate in which a NaN never wins.
var orderedWords = map[arith.CmpFPredicate][2]string{
	arith.ULTF: {"ult", "olt"}, arith.ULEF: {"ule", "ole"}, arith.UGTF: {"ugt", "ogt"}, arith.UGEF: {"uge", "oge"},
}

// unordered returns the word of the comparator's predicate, and the word of a predicate to use
// instead of it, if NaN keeps the comparator from being an order; ok is false if it is an order.
func (c *contest) unordered() (words [2]string, ok bool) {
	yield := ir.Cast[vectorext.YieldOp](c.op.Region().Front().Back())
	cmp := ir.DefiningOp[arith.CmpFOp](yield.Operands()[0])
	if !cmp.Ok() || arith.FastMathFlags(cmp.Operation())&arith.NoNaNs != 0 {
		return words, false
	}
	words, ok = orderedWords[cmp.Predicate()]
	return words, ok
}

// byVote returns the best candidate of a cluster of lanes: a reduction finds the value, and the
// lanes that hold it vote. The first of these lanes by position wins; if a lane holds a single run
// of positions, that is the lowest lane (IREE GPUNestedLayoutDistributionPatterns.cpp, where the
// lowest lane always wins, and may belong to another cluster).
//
//	%r = gpu.subgroup_reduce maxnumf %value cluster(size = 8)
//	%votes = gpu.ballot (arith.cmpf oeq, %value, %r)
//	%index = gpu.shuffle idx %own_index, (math.cttz %votes)
func (c *contest) byVote(v vote, best candidate) candidate {
	ctx := c.RW.Context()
	i32 := ctx.I32()
	t, stride := c.layout.ThreadTile[c.dim], c.layout.ThreadStrides[c.dim]
	key := c.keyOf(v, best.value)
	found := gpu.NewSubgroupReduce(c.RW, v.reduction, key, t, stride).Result()
	isFloat := ir.AnyFloat.Check(found.Type())
	var wins *ir.Value
	if isFloat {
		wins = arith.NewCmpF(c.RW, arith.OEQ, key, found).Result()
	} else {
		wins = arith.NewCmpI(c.RW, arith.EQ, key, found).Result()
	}
	if c.layout.BatchTile[c.dim]*c.layout.OuterTile[c.dim] > 1 {
		none := c.Constant(ctx.Int(i32, math.MaxInt32))
		position := arith.NewSelect(c.RW, wins, c.IndexCast(best.position, i32), none).Result()
		first := gpu.NewSubgroupReduce(c.RW, gpu.ReductionOfWord("minsi"), position, t, stride).Result()
		wins = arith.NewCmpI(c.RW, arith.EQ, position, first).Result()
	}
	bits := ctx.Integer(64)
	if c.Subgroup <= 32 {
		bits = i32
	}
	votes := gpu.NewBallot(c.RW, bits, wins).Result()
	if c.othersInSubgroup() {
		votes = arith.NewAndI(c.RW, votes, c.ownCluster(bits)).Result()
	}
	lane := mathops.NewCtTZ(c.RW, votes).Result()
	if bits != i32 {
		lane = arith.NewTruncI(c.RW, i32, lane).Out()
	}
	of := func(v *ir.Value) *ir.Value {
		got := exchange.Shuffle(c.Nested, gpu.ShuffleIdx, v, lane)
		if !isFloat {
			return got
		}
		// No lane votes if the initial value is a NaN, which all lanes hold then.
		voted := arith.NewCmpI(c.RW, arith.NE, votes, c.Constant(ctx.Int(bits, 0))).Result()
		return arith.NewSelect(c.RW, voted, got, v).Result()
	}
	won := candidate{value: found, index: of(best.index), position: of(best.position)}
	if isFloat || v.key != nil {
		won.value = of(best.value) // zeros of both signs are equal, and so are other elements with equal keys
	}
	return won
}

// othersInSubgroup reports whether lanes of a subgroup hold other lines of the vector.
func (c *contest) othersInSubgroup() bool {
	for dim, t := range c.layout.ThreadTile {
		if dim != c.dim && t > 1 {
			return true
		}
	}
	return false
}

// ownCluster has a bit for each lane of the cluster of this lane.
func (c *contest) ownCluster(bits ir.Type) *ir.Value {
	ctx := c.RW.Context()
	i32 := ctx.I32()
	t, stride := c.layout.ThreadTile[c.dim], c.layout.ThreadStrides[c.dim]
	cluster := uint64(0)
	for i := range t {
		cluster |= 1 << (i * stride)
	}
	number := func(v int64) *ir.Value { return c.Constant(ctx.Int(i32, v)) }
	lane := laneID(c.Nested)
	own := arith.NewRemUI(c.RW, arith.NewDivUI(c.RW, lane, number(stride)).Result(), number(t)).Result()
	base := arith.NewSubI(c.RW, lane, arith.NewMulI(c.RW, own, number(stride)).Result()).Result()
	if bits != i32 {
		base = arith.NewExtUI(c.RW, bits, base).Out()
	}
	return arith.NewShLI(c.RW, c.Constant(ctx.Int(bits, int64(cluster))), base).Result()
}
