package affine

import "optc/ir"

var applyPatterns, minPatterns, maxPatterns, linearizePatterns, delinearizePatterns, forPatterns, ifPatterns []*ir.Pattern

func foldApply(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                   { return ir.FoldResult{} }
func foldLinearize(op *ir.Operation, _ []ir.Attribute) ir.FoldResult               { return ir.FoldResult{} }
func foldDelinearize(op *ir.Operation, _ []ir.Attribute) ir.FoldResult             { return ir.FoldResult{} }
func foldMinMax(isMin bool) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return nil }

func foldAccess(a access) func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return nil }
func accessPatterns(n string) []*ir.Pattern                                      { return nil }
func foldFor(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                   { return ir.FoldResult{} }
func foldIf(op *ir.Operation, _ []ir.Attribute) ir.FoldResult                    { return ir.FoldResult{} }
func foldParallel(op *ir.Operation, _ []ir.Attribute) ir.FoldResult              { return ir.FoldResult{} }
