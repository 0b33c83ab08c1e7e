package standard

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/cf"
	"optc/dialect/scf"
	"optc/ir"
	"optc/num"
	"optc/passes"
)

// scfToCFOptions are the options of SCFToCF.
type scfToCFOptions struct {
	// AllowPatternRollback chooses between two ways of working in upstream, with equal
	// results; it is accepted so that pipelines of either work here.
	AllowPatternRollback bool `opt:"allow-pattern-rollback" help:"Experimental performance flag to disallow pattern rollback"`
}

// SCFToCF replaces structured control flow by branches between blocks.
//
//	%r = scf.if %c -> (f32) {            cf.cond_br %c, ^bb1, ^bb2
//	  scf.yield %x : f32               ^bb1:
//	} else {                       →     cf.br ^bb3(%x : f32)
//	  scf.yield %y : f32               ^bb2:
//	}                                    cf.br ^bb3(%y : f32)
//	                                   ^bb3(%r: f32):
var SCFToCF = &passes.Pass{
	Name:     "convert-scf-to-cf",
	Title:    "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
	Doc:      `Conditionals and loops become blocks of the region around them. Parallel loops run one iteration after the other.`,
	Options:  scfToCFOptions{AllowPatternRollback: true},
	Dialects: []string{"arith", "cf"},
	Run: func(c *passes.Context) (bool, error) {
		mustGo := func(op *ir.Operation) bool { return scfToCFRewrites[op.Kind()] != nil }
		cv := &passes.Conversion{
			Legal:    func(op *ir.Operation) bool { return !mustGo(op) },
			Illegal:  mustGo,
			Rewrites: scfToCFRewrites,
		}
		return cv.Run(c), nil
	},
}

var scfToCFRewrites = map[ir.Kind]passes.Rewrite{
	scf.ExecuteRegionOp{}.Kind(): lowerExecuteRegion,
	scf.ForOp{}.Kind():           lowerFor,
	scf.ForallOp{}.Kind():        lowerForall,
	scf.IfOp{}.Kind():            lowerIf,
	scf.IndexSwitchOp{}.Kind():   lowerIndexSwitch,
	scf.ParallelOp{}.Kind():      lowerParallel,
	scf.WhileOp{}.Kind():         lowerWhile,
}

// branchTo ends the current block.
func branchTo(cv *passes.Conversion, b *ir.Block, args ...*ir.Value) *ir.Operation {
	return cf.NewBranch(cv, cf.Target{Block: b, Args: args}).Operation()
}

// branchInstead replaces a terminator by a branch at the same location as the
// operation that it belongs to.
func branchInstead(cv *passes.Conversion, terminator *ir.Operation, b *ir.Block) *ir.Operation {
	cv.Before(terminator)
	br := branchTo(cv, b, terminator.OperandList()...)
	cv.Erase(terminator)
	return br
}

// moveBlocks moves the blocks of a region before a block of another region.
func moveBlocks(from *ir.Region, before *ir.Block) {
	for b := range from.Blocks() {
		b.Remove()
		before.Region().InsertBefore(b, before)
	}
}

// copyLoopAttrs copies the attributes of the dialect llvm, such as annotations of loops, to the
// branch back to the head of a loop.
func copyLoopAttrs(loop, back *ir.Operation) {
	if loop.Discardable() == nil {
		return
	}
	for _, a := range loop.Discardable().Entries {
		if ir.Begins(a.Value, "#llvm.") {
			back.SetAttr(a.Name, a.Value)
		}
	}
}

// lowerIf:
//
//	before: cond_br %c, then, else   then, else: br after(%x)   after(%r):
func lowerIf(cv *passes.Conversion, op *ir.Operation) {
	before := op.Block()
	after := before.SplitBefore(op)
	joined := after
	if op.NumResults() > 0 {
		joined = ir.NewBlock(op.ResultTypes(), slices.Repeat([]ir.Location{op.Loc()}, op.NumResults()))
		after.Region().InsertBefore(joined, after)
		cv.AtEnd(joined)
		branchTo(cv, after)
	}
	targets := [2]*ir.Block{joined, joined}
	for i := range targets {
		if r := op.Region(i); !r.Empty() {
			targets[i] = r.Front()
			branchInstead(cv, r.Back().Back(), joined)
			moveBlocks(r, joined)
		}
	}
	cv.AtEnd(before)
	cf.NewCondBranch(cv, ir.Cast[scf.IfOp](op).Condition(), cf.Target{Block: targets[0]}, cf.Target{Block: targets[1]})
	cv.Replace(op, joined.Args()[:op.NumResults()]...)
}

// lowerFor:
//
//	before: br head(%lower, inits)
//	head(%i, %a): cond_br (%i < %upper), body, after
//	body: … br head(%i + %step, yielded)
//	after: %a are the results
func lowerFor(cv *passes.Conversion, op *ir.Operation) {
	loopOp := ir.Cast[scf.ForOp](op)
	lower, upper, step, inits := loopOp.LowerBound(), loopOp.UpperBound(), loopOp.Step(), loopOp.InitArgs()
	before := op.Block()
	after := before.SplitBefore(op)
	loop := loopOp.Region()
	head := loop.Front()
	body := head.SplitBefore(head.Front())
	yield := loop.Back().Back()
	moveBlocks(loop, after)

	cv.Before(yield)
	next := arith.NewAddI(cv, head.Arg(0), step).Result()
	back := branchTo(cv, head, append([]*ir.Value{next}, yield.OperandList()...)...)
	cv.Erase(yield)
	copyLoopAttrs(op, back)

	cv.AtEnd(before)
	branchTo(cv, head, append([]*ir.Value{lower}, inits...)...)

	cv.AtEnd(head)
	less := arith.SLT
	if loopOp.UnsignedCmp() {
		less = arith.ULT
	}
	more := arith.NewCmpI(cv, less, head.Arg(0), upper).Result()
	cf.NewCondBranch(cv, more, cf.Target{Block: body}, cf.Target{Block: after})
	cv.Replace(op, head.Args()[1:]...)
}

// lowerWhile:
//
//	before: br head(inits)
//	head(%a): … cond_br %c, body(%b), after
//	body(%b): … br head(yielded)
//	after: %b are the results
//
// A body that only passes on its arguments is omitted: head branches to itself.
func lowerWhile(cv *passes.Conversion, op *ir.Operation) {
	before := op.Block()
	after := before.SplitBefore(op)
	while := ir.Cast[scf.WhileOp](op)
	head, condition := while.Before().Front(), while.Before().Back().Back()
	body, yield := while.After().Front(), while.After().Back().Back()
	passesOn := body.Front() == yield && slices.Equal(yield.OperandList(), body.Args())
	moveBlocks(while.Before(), after)

	cv.AtEnd(before)
	branchTo(cv, head, while.Inits()...)

	conditionCondition := ir.Cast[scf.ConditionOp](condition)
	results := conditionCondition.Args()
	again := cf.Target{Block: body, Args: results}
	if passesOn {
		again.Block = head
	} else {
		moveBlocks(while.After(), after)
	}
	cv.Before(condition)
	back := cf.NewCondBranch(cv, conditionCondition.Condition(), again, cf.Target{Block: after}).Operation()
	cv.Erase(condition)
	if !passesOn {
		back = branchInstead(cv, yield, head)
	}
	copyLoopAttrs(op, back)
	cv.Replace(op, results...)
}

// lowerExecuteRegion makes the blocks of the region blocks around it.
func lowerExecuteRegion(cv *passes.Conversion, op *ir.Operation) {
	before := op.Block()
	after := before.SplitBefore(op)
	cv.AtEnd(before)
	branchTo(cv, op.Region(0).Front())
	for b := range op.Region(0).Blocks() {
		if y := b.Back(); ir.Is[scf.YieldOp](y) {
			branchInstead(cv, y, after)
		}
	}
	moveBlocks(op.Region(0), after)
	cv.Replace(op, addArgs(after, op)...)
}

// addArgs adds block arguments that replace the results of an operation.
func addArgs(b *ir.Block, op *ir.Operation) []*ir.Value {
	for _, t := range op.ResultTypes() {
		b.AddArg(t, op.Loc())
	}
	return b.Args()
}

// lowerIndexSwitch switches on the low 32 bits of the index, as upstream does.
func lowerIndexSwitch(cv *passes.Conversion, op *ir.Operation) {
	before := op.Block()
	after := before.SplitBefore(op)
	indexSwitch := ir.Cast[scf.IndexSwitchOp](op)
	values := indexSwitch.Cases()
	region := func(i int) cf.Target {
		b := op.Region(i).Front()
		branchInstead(cv, op.Region(i).Back().Back(), after)
		moveBlocks(op.Region(i), after)
		return cf.Target{Block: b}
	}
	cases := make([]cf.Case, len(values))
	for i, v := range values {
		cases[i] = cf.Case{Value: num.IntFromInt64(32, v), Target: region(1 + i)}
	}
	otherwise := region(0)
	cv.AtEnd(before)
	flag := arith.NewIndexCast(cv, cv.Context().I32(), indexSwitch.Arg()).Out()
	cf.NewSwitch(cv, flag, otherwise, cases)
	cv.Replace(op, addArgs(after, op)...)
}

// loopNest builds nested loops, one for every dimension, that carry values; results are
// the results of the outermost loop. The insertion point is then in the innermost body,
// which has no terminator when values are carried.
func loopNest(cv *passes.Conversion, lower, upper, step, inits []*ir.Value) (ivs, carried, results []*ir.Value) {
	carried = inits
	for d := range lower {
		loop := scf.NewFor(cv, lower[d], upper[d], step[d], carried)
		types := append([]ir.Type{lower[d].Type()}, loop.Operation().ResultTypes()...)
		body := ir.NewBlock(types, slices.Repeat([]ir.Location{loop.Operation().Loc()}, len(types)))
		loop.Region().Append(body)
		switch {
		case d == 0:
			results = loop.Operation().ResultList()
		case len(carried) > 0:
			scf.NewYield(cv, loop.Operation().ResultList()...)
		}
		cv.AtEnd(body)
		if len(carried) == 0 {
			cv.Before(scf.NewYield(cv).Operation())
		}
		ivs, carried = append(ivs, body.Arg(0)), body.Args()[1:]
	}
	return ivs, carried, results
}

// lowerParallel makes a nest of loops that carries the reductions.
func lowerParallel(cv *passes.Conversion, op *ir.Operation) {
	parallel := ir.Cast[scf.ParallelOp](op)
	inits := parallel.InitVals()
	ivs, carried, results := loopNest(cv, parallel.LowerBound(), parallel.UpperBound(), parallel.Step(), inits)
	innermost := ivs[len(ivs)-1].ParentBlock()
	end := innermost.Back() // the terminator, if there is one
	reduce := op.Body().Back()
	yielded := make([]*ir.Value, len(inits))
	for i := range inits {
		b := reduce.Region(i).Front()
		yielded[i] = ir.Cast[scf.ReduceReturnOp](b.Back()).Result()
		cv.Erase(b.Back())
		cv.InlineBlock(b, op.Body(), reduce, []*ir.Value{carried[i], reduce.Operand(i)})
	}
	cv.Erase(reduce)
	cv.InlineBlock(op.Body(), innermost, end, ivs)
	if len(inits) > 0 {
		scf.NewYield(cv, yielded...)
	}
	cv.Replace(op, results...)
}

// lowerForall makes a nest of loops of scf.forall without results.
func lowerForall(cv *passes.Conversion, op *ir.Operation) {
	if op.NumResults() > 0 {
		return
	}
	var space [3][]*ir.Value
	for i, list := range scf.SpaceOf(op) {
		for _, m := range list {
			space[i] = append(space[i], valueOf(cv.Rewriter, m))
		}
	}
	ivs, _, _ := loopNest(cv, space[0], space[1], space[2], nil)
	if len(ivs) == 0 {
		return
	}
	innermost := ivs[len(ivs)-1].ParentBlock()
	cv.Erase(op.Body().Back())
	cv.InlineBlock(op.Body(), innermost, innermost.Back(), ivs)
	cv.Replace(op)
}
