package distribute

import (
	"fmt"
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/core"
	"optc/passes/distribute/internal/moves"
)

// reportLeft reports every operation in root that still works on a whole vector with a layout,
// and the reason: in an error, or, with the option partial, in a remark.
//
//	%y = iree_vector_ext.to_simd %x
//	%z = vector.insert %f, %y [3]        // 'vector.insert' op is not distributed: …
//	%w = iree_vector_ext.to_simt %z
func reportLeft(d *core.Nested, root *ir.Operation, partial bool) {
	left := map[*ir.Operation]bool{}
	isWhole := func(v *ir.Value) bool { return isWhole(d, v) }
	d.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		switch {
		case ir.Is[vectorext.ToSIMTOp](op):
			left[wholeFrom(op)] = true
		case ir.Is[vectorext.ToSIMDOp](op):
		case ir.Is[vectorext.ToLayoutOp](op), slices.ContainsFunc(op.OperandList(), isWhole), slices.ContainsFunc(op.ResultList(), isWhole):
			if parent := op.Parent(); (op.IsTerminator() || ir.Is[vector.MaskOp](parent)) && parent != root {
				op = parent
			}
			left[op] = true
		}
		return ir.Advance
	})
	d.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if left[op] {
			d.Pass.Report(whyLeft(d, op, partial))
		}
		return ir.Advance
	})
}

// isWhole reports whether v is a whole vector although threads should hold parts of it. If all
// operations were distributed, there is no such vector.
func isWhole(d *core.Nested, v *ir.Value) bool {
	return d.AnyLayout(v) != nil || ir.DefiningOp[vectorext.ToSIMDOp](v).Ok()
}

// wholeFrom returns the operation that makes the whole vector from which a thread takes its part;
// for a block argument it is the operation around the block.
func wholeFrom(cast *ir.Operation) *ir.Operation {
	v := ir.Cast[vectorext.ToSIMTOp](cast).Input()
	switch def := v.DefiningOp(); {
	case def == nil:
		return v.OwnerBlock().ParentOp()
	case ir.Is[vectorext.ToSIMDOp](def):
		return cast
	default:
		return def
	}
}

// whyLeft returns the diagnostic about an operation that works on whole vectors.
func whyLeft(d *core.Nested, op *ir.Operation, partial bool) *ir.Diagnostic {
	r := d.Reasons[op]
	if r == nil {
		r = op.Errorf("is not distributed: %s", missingRule(d, op))
	}
	r.WithCode("undistributed")
	for i, v := range op.Operands() {
		if l := wholeLayout(d, v); l != nil {
			r.Note(op.Loc(), "operand #%d has %s", i, l.Stripped())
		}
	}
	for i, v := range op.Results() {
		if l := wholeLayout(d, v); l != nil {
			r.Note(op.Loc(), "result #%d has %s", i, l.Stripped())
		}
	}
	if partial {
		r.Severity, r.Code = ir.Remark, ""
		return r
	}
	return r.HintNote(op.Loc(), "with the option 'partial' it stays whole, between casts")
}

// missingRule returns the reason for an operation that no rule has left.
func missingRule(d *core.Nested, op *ir.Operation) string {
	switch {
	case ir.Is[vectorext.ToLayoutOp](op) && !passes.IsVectorValue(ir.Cast[vectorext.ToLayoutOp](op).Input()):
		return "it is on a tensor, which threads hold in no layout"
	case op.IsTerminator():
		return "it gives away a whole vector, of which a thread holds a part; write it to memory with vector.transfer_write"
	case ir.Is[vector.MaskOp](op):
		return "transfers, gathers, scatters and reductions take any mask, and contractions one of vector.create_mask or vector.constant_mask"
	case moves.RuleOf(op) == nil && op.NumRegions() > 0:
		for i, v := range op.Region(0).Front().Args() {
			if wholeLayout(d, v) != nil {
				return fmt.Sprintf("every thread gets the whole vector of argument #%d; read it from memory with vector.transfer_read", i)
			}
		}
		return "there is no rule for what its regions give"
	case ir.Is[vector.PrintOp](op):
		return "threads print in any order; write the vector to memory with vector.transfer_write"
	case moves.RuleOf(op) == nil:
		return "there is no rule for this operation"
	}
	for i, v := range op.Operands() {
		if passes.IsVectorValue(v) && wholeLayout(d, v) == nil {
			return fmt.Sprintf("no anchor gives operand #%d a layout", i)
		}
	}
	return "no anchor gives all of its results a layout"
}

// wholeLayout returns the layout in which threads hold parts of v, or nil.
func wholeLayout(d *core.Nested, v *ir.Value) vectorext.Distribution {
	if def := ir.DefiningOp[vectorext.ToSIMDOp](v); def.Ok() {
		return def.Layout()
	}
	for u := v.FirstUse(); u != nil; u = u.Next() {
		if user := ir.As[vectorext.ToSIMTOp](u.Owner()); user.Ok() {
			return user.Layout()
		}
	}
	return d.AnyLayout(v)
}
