package passes

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/cf"
	"optc/dialect/scf"
	"optc/ir"
	"optc/num"
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
var SCFToCF = &Pass{
	Name:     "convert-scf-to-cf",
	Title:    "Convert SCF dialect to ControlFlow dialect, replacing structured control flow with a CFG",
	Doc:      `Conditionals and loops become blocks of the region around them. Parallel loops run one iteration after the other.`,
	Options:  scfToCFOptions{AllowPatternRollback: true},
	Dialects: []string{"arith", "cf"},
	Run: func(c *Context) (bool, error) {
		mustGo := func(op *ir.Operation) bool { return scfToCFRewrites[op.Kind()] != nil }
		cv := &conversion{
			legal:    func(op *ir.Operation) bool { return !mustGo(op) },
			illegal:  mustGo,
			rewrites: scfToCFRewrites,
		}
		return cv.run(c), nil
	},
}

var scfToCFRewrites = map[ir.Kind]func(cv *conversion, op *ir.Operation) bool{
	scf.ExecuteRegion: lowerExecuteRegion,
	scf.For:           lowerFor,
	scf.Forall:        lowerForall,
	scf.If:            lowerIf,
	scf.IndexSwitch:   lowerIndexSwitch,
	scf.Parallel:      lowerParallel,
	scf.While:         lowerWhile,
}

// branchTo ends the current block.
func (cv *conversion) branchTo(b *ir.Block, args ...*ir.Value) *ir.Operation {
	return cf.NewBranch(cv.Builder, cf.Target{Block: b, Args: args})
}

// branchInstead replaces a terminator by a branch at the same location as the
// operation that it belongs to.
func (cv *conversion) branchInstead(terminator *ir.Operation, b *ir.Block) *ir.Operation {
	cv.Before(terminator)
	br := cv.branchTo(b, terminator.Operands()...)
	cv.Erase(terminator)
	return br
}

// moveBlocks moves the blocks of a region in front of a block of another.
func moveBlocks(from *ir.Region, before *ir.Block) {
	for b := range from.Blocks() {
		b.Remove()
		before.Region().InsertBefore(b, before)
	}
}

// copyLoopAttrs puts the attributes of the dialect llvm, such as annotations of
// loops, on the branch back to the head of a loop.
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
func lowerIf(cv *conversion, op *ir.Operation) bool {
	before := op.Block()
	after := before.SplitBefore(op)
	joined := after
	if op.NumResults() > 0 {
		joined = ir.NewBlock(op.ResultTypes(), slices.Repeat([]ir.Location{op.Loc()}, op.NumResults()))
		after.Region().InsertBefore(joined, after)
		cv.AtEnd(joined)
		cv.branchTo(after)
	}
	targets := [2]*ir.Block{joined, joined}
	for i := range targets {
		r := op.Region(i)
		if r.Empty() {
			continue
		}
		targets[i] = r.Front()
		cv.branchInstead(r.Back().Back(), joined)
		moveBlocks(r, joined)
	}
	cv.AtEnd(before)
	cf.NewCondBranch(cv.Builder, op.Operand(0), cf.Target{Block: targets[0]}, cf.Target{Block: targets[1]})
	cv.Replace(op, joined.Args()[:op.NumResults()]...)
	return true
}

// lowerFor:
//
//	before: br head(%lower, inits)
//	head(%i, %a): cond_br (%i < %upper), body, after
//	body: … br head(%i + %step, yielded)
//	after: %a are the results
func lowerFor(cv *conversion, op *ir.Operation) bool {
	lower, upper, step, inits := op.Operand(0), op.Operand(1), op.Operand(2), op.Operands()[3:]
	before := op.Block()
	after := before.SplitBefore(op)
	head := op.Region(0).Front()
	body := head.SplitBefore(head.Front())
	yield := op.Region(0).Back().Back()
	moveBlocks(op.Region(0), after)

	cv.Before(yield)
	next := arith.AddI.Build(cv, head.Arg(0), step)
	back := cv.branchTo(head, append(group(next), yield.Operands()...)...)
	cv.Erase(yield)
	copyLoopAttrs(op, back)

	cv.AtEnd(before)
	cv.branchTo(head, append(group(lower), inits...)...)

	cv.AtEnd(head)
	less := arith.SLT
	if op.Attr("unsignedCmp") != nil {
		less = arith.ULT
	}
	more := arith.CmpI.Build(cv, less, head.Arg(0), upper)
	cf.NewCondBranch(cv.Builder, more, cf.Target{Block: body}, cf.Target{Block: after})
	cv.Replace(op, head.Args()[1:]...)
	return true
}

// lowerWhile:
//
//	before: br head(inits)
//	head(%a): … cond_br %c, body(%b), after
//	body(%b): … br head(yielded)
//	after: %b are the results
//
// A body that only passes on what it gets is left out: head branches to itself.
func lowerWhile(cv *conversion, op *ir.Operation) bool {
	before := op.Block()
	after := before.SplitBefore(op)
	head, condition := op.Region(0).Front(), op.Region(0).Back().Back()
	body, yield := op.Region(1).Front(), op.Region(1).Back().Back()
	passesOn := body.Front() == yield && slices.Equal(yield.Operands(), body.Args())
	moveBlocks(op.Region(0), after)

	cv.AtEnd(before)
	cv.branchTo(head, op.Operands()...)

	results := condition.Operands()[1:]
	again := cf.Target{Block: body, Args: results}
	if passesOn {
		again.Block = head
	} else {
		moveBlocks(op.Region(1), after)
	}
	cv.Before(condition)
	back := cf.NewCondBranch(cv.Builder, condition.Operand(0), again, cf.Target{Block: after})
	cv.Erase(condition)
	if !passesOn {
		back = cv.branchInstead(yield, head)
	}
	copyLoopAttrs(op, back)
	cv.Replace(op, results...)
	return true
}

// lowerExecuteRegion makes the blocks of the region blocks around it.
func lowerExecuteRegion(cv *conversion, op *ir.Operation) bool {
	before := op.Block()
	after := before.SplitBefore(op)
	cv.AtEnd(before)
	cv.branchTo(op.Region(0).Front())
	for b := range op.Region(0).Blocks() {
		if y := b.Back(); scf.Yield.Is(y) {
			cv.branchInstead(y, after)
		}
	}
	moveBlocks(op.Region(0), after)
	cv.Replace(op, addArgs(after, op)...)
	return true
}

// addArgs gives a block arguments in the place of the results of an operation.
func addArgs(b *ir.Block, op *ir.Operation) []*ir.Value {
	for _, t := range op.ResultTypes() {
		b.AddArg(t, op.Loc())
	}
	return b.Args()
}

// lowerIndexSwitch switches on the low 32 bits of the index, as upstream does.
func lowerIndexSwitch(cv *conversion, op *ir.Operation) bool {
	before := op.Block()
	after := before.SplitBefore(op)
	values, _ := ir.Int64s(op.Attr("cases"))
	region := func(i int) cf.Target {
		b := op.Region(i).Front()
		cv.branchInstead(op.Region(i).Back().Back(), after)
		moveBlocks(op.Region(i), after)
		return cf.Target{Block: b}
	}
	cases := make([]cf.Case, len(values))
	for i, v := range values {
		cases[i] = cf.Case{Value: num.IntFromInt64(32, v), Target: region(1 + i)}
	}
	otherwise := region(0)
	cv.AtEnd(before)
	flag := arith.IndexCast.Build(cv, cv.Context().I32(), op.Operand(0))
	cf.NewSwitch(cv.Builder, flag, otherwise, cases)
	cv.Replace(op, addArgs(after, op)...)
	return true
}

// loopNest builds a loop for every dimension, one in the other, that carry values;
// results are those of the outermost. The insertion point is left in the innermost
// body, which has no terminator when values are carried.
func (cv *conversion) loopNest(lower, upper, step, inits []*ir.Value) (ivs, carried, results []*ir.Value) {
	carried = inits
	types := make([]ir.Type, len(inits))
	for i, v := range inits {
		types[i] = v.Type()
	}
	for d := range lower {
		loop := cv.Op(scf.For, slices.Concat(group(lower[d], upper[d], step[d]), carried), types)
		body := ir.NewBlock(append([]ir.Type{lower[d].Type()}, types...), slices.Repeat([]ir.Location{loop.Loc()}, 1+len(types)))
		loop.Region(0).Append(body)
		switch {
		case d == 0:
			results = loop.Results()
		case len(carried) > 0:
			cv.Op(scf.Yield, loop.Results(), []ir.Type{})
		}
		cv.AtEnd(body)
		if len(carried) == 0 {
			cv.Before(cv.Op(scf.Yield, nil, []ir.Type{}))
		}
		ivs, carried = append(ivs, body.Arg(0)), body.Args()[1:]
	}
	return ivs, carried, results
}

// lowerParallel makes a nest of loops that carries the reductions.
func lowerParallel(cv *conversion, op *ir.Operation) bool {
	inits := op.OperandGroup(3)
	ivs, carried, results := cv.loopNest(op.OperandGroup(0), op.OperandGroup(1), op.OperandGroup(2), inits)
	innermost := ivs[len(ivs)-1].ParentBlock()
	end := innermost.Back() // the terminator, if there is one
	reduce := op.Body().Back()
	yielded := make([]*ir.Value, len(inits))
	for i := range inits {
		b := reduce.Region(i).Front()
		yielded[i] = b.Back().Operand(0)
		cv.Erase(b.Back())
		cv.InlineBlock(b, op.Body(), reduce, group(carried[i], reduce.Operand(i)))
	}
	cv.Erase(reduce)
	cv.InlineBlock(op.Body(), innermost, end, ivs)
	if len(inits) > 0 {
		cv.AtEnd(innermost)
		cv.Op(scf.Yield, yielded, []ir.Type{})
	}
	cv.Replace(op, results...)
	return true
}

// lowerForall makes a nest of loops of scf.forall without results.
func lowerForall(cv *conversion, op *ir.Operation) bool {
	if op.NumResults() > 0 {
		return false
	}
	var space [3][]*ir.Value
	for i, list := range scf.SpaceOf(op) {
		for _, m := range list {
			space[i] = append(space[i], valueOf(cv.Rewriter, m))
		}
	}
	ivs, _, _ := cv.loopNest(space[0], space[1], space[2], nil)
	if len(ivs) == 0 {
		return false
	}
	innermost := ivs[len(ivs)-1].ParentBlock()
	cv.Erase(op.Body().Back())
	cv.InlineBlock(op.Body(), innermost, innermost.Back(), ivs)
	cv.Replace(op)
	return true
}
