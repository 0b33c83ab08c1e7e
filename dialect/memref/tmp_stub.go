package memref

import "optc/ir"

var (
	allocPatterns, reallocPatterns, allocaScopePatterns, copyPatterns, dimPatterns, subViewPatterns, reinterpretCastPatterns, viewPatterns, expandShapePatterns, collapseShapePatterns []*ir.Pattern
)

func foldStridedMetadata(op *ir.Operation, _ []ir.Attribute) ir.FoldResult              { return ir.FoldResult{} }
func foldRank(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                         { return ir.FoldResult{} }
func foldCopy(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                         { return ir.FoldResult{} }
func foldDim(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                          { return ir.FoldResult{} }
func foldSubView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                      { return ir.FoldResult{} }
func foldReinterpretCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult              { return ir.FoldResult{} }
func foldView(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                         { return ir.FoldResult{} }
func foldTranspose(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                    { return ir.FoldResult{} }
func foldCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                         { return ir.FoldResult{} }
func foldMemorySpaceCast(op *ir.Operation, _ []ir.Attribute) ir.FoldResult              { return ir.FoldResult{} }
func foldAssumeAlignment(op *ir.Operation, _ []ir.Attribute) ir.FoldResult              { return ir.FoldResult{} }
func foldReshape(inverse string) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return nil }
