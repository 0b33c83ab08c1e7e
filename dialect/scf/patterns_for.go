package scf

import (
	"slices"

	"optc/dialect/tensor"
	"optc/ir"
	"optc/num"
)

// forPatterns are the canonicalizations of scf.for.
func forPatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "simplify-trivial-loops", Root: ForOp{}, Rewrite: simplifyTrivialLoop},
		{Name: "fold-tensor-cast-into-for", Root: ForOp{}, Rewrite: foldCastIntoFor},
	}, ir.RegionBranchPatterns(ForOp{})...)
}

func forTripCount(op *ir.Operation) (n num.Int, known bool) {
	loop := ir.Cast[ForOp](op)
	return tripCount(mixedValue(loop.LowerBound()), mixedValue(loop.UpperBound()), mixedValue(loop.Step()), loop.UnsignedCmp())
}

// simplifyTrivialLoop replaces a loop that never runs by its initial values, inlines a
// loop that runs once, and drops an empty loop that yields values from outside.
//
//	scf.for %i = %c0 to %c4 step %c4 { use %i }  →  use %c0
func simplifyTrivialLoop(op *ir.Operation, rw *ir.Rewriter) bool {
	n, known := forTripCount(op)
	loop := ir.Cast[ForOp](op)
	inits := loop.InitArgs()
	switch {
	case !known:
		return false
	case n.IsZero():
		rw.Replace(op, inits...)
		return true
	case n.IsOne():
		inline(op, op.Body(), concat([]*ir.Value{loop.LowerBound()}, inits), rw)
		return true
	}
	if !isOnlyTerminator(op.Body()) {
		return false
	}
	yielded := op.Body().Back().OperandList()
	for _, v := range yielded {
		if v.ParentBlock() == op.Body() {
			return false
		}
	}
	rw.Replace(op, yielded...)
	return true
}

// foldCastIntoFor carries the more static tensor that an initial value was cast
// from.
//
//	%t = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//	%r = scf.for … iter_args(%a = %t) -> (tensor<?xf32>) { … yield %b }
//	  →
//	%s = scf.for … iter_args(%c = %x) -> (tensor<4xf32>) {
//	  %a = tensor.cast %c
//	  …
//	  %d = tensor.cast %b
//	  scf.yield %d
//	}
//	%r = tensor.cast %s
func foldCastIntoFor(op *ir.Operation, rw *ir.Rewriter) bool {
	for i, init := range ir.Cast[ForOp](op).InitArgs() {
		cast := init.DefiningOp()
		if !tensor.IsStaticCast(cast) || op.Result(i).NumUses() != 1 {
			continue
		}
		ReplaceInit(rw, op, i, ir.Cast[tensor.CastOp](cast).Source(), func(b ir.OpBuilder, to ir.Type, v *ir.Value) *ir.Value {
			return ir.ValueOf(b, tensor.NewCast(b, to, v))
		})
		return true
	}
	return false
}

// ReplaceInit gives iteration value i of a loop an initial value of another type, and
// casts the iteration value to and from that type inside and after the loop
// (replaceAndCastForOpIterArg upstream).
//
//	%r = scf.for … iter_args(%a = %t) -> (T) { … yield %b }
//	→ %s = scf.for … iter_args(%c = %init) -> (U) { %a = cast %c to T, … %d = cast %b to U, yield %d }
//	  %r = cast %s to T
func ReplaceInit(rw *ir.Rewriter, op *ir.Operation, i int, init *ir.Value, cast func(b ir.OpBuilder, to ir.Type, v *ir.Value) *ir.Value) {
	old := op.Result(i).Type()
	operands, types := op.OperandList(), op.ResultTypes()
	operands[forInits+i], types[i] = init, init.Type()
	loop := buildLike(rw, op, operands, types)
	body := rw.NewBlock(ir.Cast[ForOp](loop).Region(), append([]ir.Type{op.Body().Arg(0).Type()}, types...), op.Loc())
	args := slices.Clone(body.Args())
	args[1+i] = cast(rw.Builder, old, args[1+i])
	rw.InlineBlock(op.Body(), body, nil, args)
	yield := body.Back()
	yielded := yield.OperandList()
	rw.Before(yield)
	yielded[i] = cast(rw.Builder, init.Type(), yielded[i])
	NewYield(rw, yielded...)
	rw.Erase(yield)
	rw.After(loop)
	results := loop.ResultList()
	results[i] = cast(rw.Builder, old, results[i])
	rw.Replace(op, results...)
}
