package scf

import "optc/ir"

// The functions of this file build an operation together with its bodies. A body is built
// by a function that gets the arguments of its block and returns the values that the
// block passes on. The insertion point is in the body while the function runs, and after
// the operation in the end.
//
//	sum := scf.BuildFor(b, lo, hi, step, []*ir.Value{zero}, func(i *ir.Value, carried []*ir.Value) []*ir.Value {
//		return []*ir.Value{arith.NewAddI(b, carried[0], i).Result()}
//	}).Results()[0]

// BuildFor builds scf.for; i is the induction variable.
func BuildFor(b *ir.Builder, lower, upper, step *ir.Value, inits []*ir.Value, body func(i *ir.Value, carried []*ir.Value) []*ir.Value) ForOp {
	loop := NewFor(b, lower, upper, step, inits)
	within(b, loop.Region(), append([]ir.Type{lower.Type()}, ir.TypesOf(inits)...), func(args []*ir.Value) {
		NewYield(b, body(args[0], args[1:])...)
	})
	return loop
}

// BuildIf builds scf.if; otherwise may be nil if there are no results.
func BuildIf(b *ir.Builder, condition *ir.Value, results []ir.Type, then, otherwise func() []*ir.Value) IfOp {
	op := NewIf(b, condition, results...)
	within(b, op.ThenRegion(), nil, func([]*ir.Value) { NewYield(b, then()...) })
	if otherwise != nil {
		within(b, op.ElseRegion(), nil, func([]*ir.Value) { NewYield(b, otherwise()...) })
	}
	return op
}

// BuildWhile builds scf.while. The function before returns the condition, and values, of the types
// results, that become the arguments of after, or finally the results; after returns the next
// arguments of before.
func BuildWhile(b *ir.Builder, results []ir.Type, inits []*ir.Value,
	before func(args []*ir.Value) (condition *ir.Value, passed []*ir.Value), after func(args []*ir.Value) []*ir.Value) WhileOp {
	loop := NewWhile(b, results, inits)
	within(b, loop.Before(), ir.TypesOf(inits), func(args []*ir.Value) {
		condition, passed := before(args)
		NewCondition(b, condition, passed)
	})
	within(b, loop.After(), results, func(args []*ir.Value) { NewYield(b, after(args)...) })
	return loop
}

// BuildForall builds scf.forall. The function body builds the code of a thread, and
// returns a function that builds the writes into the shared outputs, or nil.
func BuildForall(b *ir.Builder, lower, upper, step []ir.Mixed, outputs []*ir.Value, body func(ivs, outs []*ir.Value) (writes func())) ForallOp {
	loop := NewForall(b, ir.TypesOf(outputs), lower, upper, step, outputs)
	types := make([]ir.Type, len(lower), len(lower)+len(outputs))
	for i := range types {
		types[i] = b.Context().Index()
	}
	within(b, loop.Region(), append(types, ir.TypesOf(outputs)...), func(args []*ir.Value) {
		writes := body(args[:len(lower)], args[len(lower):])
		end := NewInParallel(b)
		if writes != nil {
			b.AtEnd(end.Region().Front())
			writes()
		}
	})
	return loop
}

// within appends a block with arguments to a region, builds its operations, and returns
// to the insertion point.
func within(b *ir.Builder, r *ir.Region, types []ir.Type, build func(args []*ir.Value)) {
	at := b.Save()
	defer b.Restore(at)
	build(b.NewBlock(r, types, b.Loc).Args())
}

// Body returns the block that is repeated.
func (op ForOp) Body() *ir.Block { return op.Region().Front() }

// InductionVar returns the argument of the body that counts.
func (op ForOp) InductionVar() *ir.Value { return op.Body().Arg(0) }

// IterArgs returns the arguments of the body that are carried from one iteration to the
// next.
func (op ForOp) IterArgs() []*ir.Value { return op.Body().Args()[1:] }

// Body returns the block that the threads execute.
func (op ForallOp) Body() *ir.Block { return op.Region().Front() }

// InductionVars returns the arguments of the body that hold the loop indices, one per dimension.
func (op ForallOp) InductionVars() []*ir.Value {
	return op.Body().Args()[:op.Body().NumArgs()-len(op.Outputs())]
}

// OutputArgs returns the arguments of the body that are the shared outputs.
func (op ForallOp) OutputArgs() []*ir.Value {
	return op.Body().Args()[op.Body().NumArgs()-len(op.Outputs()):]
}

// Body returns the block that is repeated.
func (op ParallelOp) Body() *ir.Block { return op.Region().Front() }

// InductionVars returns the arguments of the body, which hold the loop indices, one per dimension.
func (op ParallelOp) InductionVars() []*ir.Value { return op.Body().Args() }
