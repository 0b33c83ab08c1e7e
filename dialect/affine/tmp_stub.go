package affine

import "optc/ir"

var applyPatterns, minPatterns, maxPatterns, linearizePatterns, delinearizePatterns []*ir.Pattern

func foldApply(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                   { return ir.FoldResult{} }
func foldLinearize(op *ir.Operation, _ []ir.Attribute) ir.FoldResult               { return ir.FoldResult{} }
func foldDelinearize(op *ir.Operation, _ []ir.Attribute) ir.FoldResult             { return ir.FoldResult{} }
func foldMinMax(isMin bool) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return nil }
