package scf

import (
	"optc/dialect/cf"
	"optc/ir"
)

// executePatterns are the canonicalizations of scf.execute_region.
func executePatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "inline-single-block-region", Root: ExecuteRegionOp{}, Rewrite: inlineSingleBlock},
		{Name: "inline-multi-block-region", Root: ExecuteRegionOp{}, Rewrite: inlineBlocks},
	}, ir.RegionBranchPatterns(ExecuteRegionOp{})...)
}

func inlineSingleBlock(op *ir.Operation, rw *ir.Rewriter) bool {
	executeRegion := ir.Cast[ExecuteRegionOp](op)
	if !executeRegion.Region().HasOneBlock() || executeRegion.NoInline() {
		return false
	}
	inline(op, op.Body(), nil, rw)
	return true
}

// inlineBlocks moves the blocks of the region into the region around op.
//
//	%r = scf.execute_region { cf.br ^a  ^a: scf.yield %x }   →   cf.br ^a  ^a: cf.br ^b(%x)  ^b(%r):
func inlineBlocks(op *ir.Operation, rw *ir.Rewriter) bool {
	p := op.Parent()
	executeRegion := ir.Cast[ExecuteRegionOp](op)
	if executeRegion.NoInline() || p.Def().Interfaces.Callable == nil && !ir.Is[ExecuteRegionOp](p) {
		return false
	}
	before := op.Block()
	after := before.SplitBefore(op)
	rw.AtEnd(before)
	cf.NewBranch(rw, cf.Target{Block: op.Body()})
	for b := range executeRegion.Region().Blocks() {
		if y := b.Back(); ir.Is[YieldOp](y) {
			rw.Before(y)
			cf.NewBranch(rw, cf.Target{Block: after, Args: y.OperandList()})
			rw.Erase(y)
		}
	}
	region := before.Region()
	for b := range executeRegion.Region().Blocks() {
		b.Remove()
		region.InsertBefore(b, after)
	}
	results := make([]*ir.Value, op.NumResults())
	for i := range results {
		results[i] = after.AddArg(op.Result(i).Type(), op.Loc())
	}
	rw.Replace(op, results...)
	return true
}

// switchPatterns are the canonicalizations of scf.index_switch.
func switchPatterns() []*ir.Pattern {
	return append([]*ir.Pattern{
		{Name: "fold-constant-case", Root: IndexSwitchOp{}, Rewrite: foldConstantCase},
	}, ir.RegionBranchPatterns(IndexSwitchOp{})...)
}

// foldConstantCase keeps only the region that a constant index selects.
func foldConstantCase(op *ir.Operation, rw *ir.Rewriter) bool {
	v, ok := mixedValue(ir.Cast[IndexSwitchOp](op).Arg()).Constant()
	if !ok {
		return false
	}
	inline(op, chosenRegion(op, v).Front(), nil, rw)
	return true
}
