package tensor

import "optc/ir"

var emptyPatterns, fromElementsPatterns, generatePatterns, dimPatterns, extractPatterns, extractSlicePatterns, padPatterns, concatPatterns, castPatterns, bitcastPatterns, expandShapePatterns, collapseShapePatterns []*ir.Pattern

func insertSlicePatterns(name string) []*ir.Pattern { return nil }

func foldFromElements(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return ir.FoldResult{} }
func foldSplat(op *ir.Operation, _ []ir.Attribute) ir.FoldResult        { return ir.FoldResult{} }
func foldDim(op *ir.Operation, _ []ir.Attribute) ir.FoldResult          { return ir.FoldResult{} }
func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult         { return ir.FoldResult{} }
func foldExtract(op *ir.Operation, _ []ir.Attribute) ir.FoldResult      { return ir.FoldResult{} }
func foldInsert(op *ir.Operation, _ []ir.Attribute) ir.FoldResult       { return ir.FoldResult{} }
func foldGather(op *ir.Operation, _ []ir.Attribute) ir.FoldResult       { return ir.FoldResult{} }
func foldExtractSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return ir.FoldResult{} }
func foldInsertSlice(op *ir.Operation, _ []ir.Attribute) ir.FoldResult  { return ir.FoldResult{} }
func foldPad(op *ir.Operation, _ []ir.Attribute) ir.FoldResult          { return ir.FoldResult{} }
func foldConcat(op *ir.Operation, _ []ir.Attribute) ir.FoldResult       { return ir.FoldResult{} }
func foldCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult         { return ir.FoldResult{} }
func foldReshape(op *ir.Operation, _ []ir.Attribute) ir.FoldResult      { return ir.FoldResult{} }
func foldReassociation(inverse string) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	return nil
}
