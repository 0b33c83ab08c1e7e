package scf

import "optc/ir"

var switchPatterns, whilePatterns, conditionPatterns, parallelPatterns, forallPatterns []*ir.Pattern

func foldSwitch(op *ir.Operation, _ []ir.Attribute) ir.FoldResult { return ir.FoldResult{} }
