package view

import "optc/ir"

// IndexListArray is the constraint of a reassociation.
var IndexListArray = &ir.AttrConstraint{
	Go:      ir.GoIndexLists,
	Summary: "Array of 64-bit integer array attributes",
	Stores:  ir.ArrayConstraint.Check,
	Check:   ir.IsArrayOf(ir.I64ArrayAttr.Check),
}

// VerifyCollapse checks that the reassociation turns the expanded into the
// collapsed shape. manyDynamic admits several unknown extents in a group.
func VerifyCollapse(op *ir.Operation, collapsed, expanded []int64, groups [][]int64, manyDynamic bool) *ir.Diagnostic {
	if len(collapsed) != len(groups) {
		return op.Errorf("invalid number of reassociation groups: found %d, expected %d", len(groups), len(collapsed))
	}
	next := int64(0)
	for i, group := range groups {
		dynamic, size := false, int64(1)
		for _, d := range group {
			if d != next {
				return op.Errorf("reassociation indices must be contiguous")
			}
			next++
			if d >= int64(len(expanded)) {
				return op.Errorf("reassociation index %d is out of bounds", d)
			}
			if expanded[d] == ir.Dynamic {
				if dynamic && !manyDynamic {
					return op.Errorf("at most one dimension in a reassociation group may be dynamic")
				}
				dynamic = true
			}
			size = ir.MulSaturated(size, expanded[d])
		}
		if (collapsed[i] == ir.Dynamic) != dynamic {
			return op.Errorf("collapsed dim (%d) must be dynamic if and only if reassociation group is dynamic", i)
		}
		if !dynamic && size != collapsed[i] {
			return op.Errorf("collapsed dim size (%d) must equal reassociation group size (%d)", collapsed[i], size)
		}
	}
	if len(collapsed) == 0 {
		for _, n := range expanded {
			if n != 1 {
				return op.Errorf("rank 0 memrefs can only be extended/collapsed with/from ones")
			}
		}
	} else if next != int64(len(expanded)) {
		return op.Errorf("expanded rank (%d) inconsistent with number of reassociation indices (%d)", len(expanded), next)
	}
	return nil
}

// CollapsedShape multiplies the extents of each group.
func CollapsedShape(expanded []int64, groups [][]int64) []int64 {
	shape := make([]int64, len(groups))
	for i, g := range groups {
		shape[i] = 1
		for _, d := range g {
			shape[i] = ir.MulSaturated(shape[i], expanded[d])
		}
	}
	return shape
}

// VerifyOutputShape checks output_shape of an expansion against the extents of
// the result.
func VerifyOutputShape(op Expansion, shape []int64) *ir.Diagnostic {
	if d := VerifyOutputShapeCounts(op, shape, "bounds"); d != nil {
		return d
	}
	static := op.StaticOutputShape()
	for i, n := range shape {
		if n != ir.Dynamic && n != static[i] {
			return op.Operation().Errorf("invalid output shape provided at pos %d", i)
		}
	}
	return nil
}

// VerifyOutputShapeCounts checks only how many entries and values there are; what is the dialect's
// word for the entries.
func VerifyOutputShapeCounts(op Expansion, shape []int64, what string) *ir.Diagnostic {
	static := op.StaticOutputShape()
	if len(static) != len(shape) {
		return op.Operation().Errorf("expected number of static shape %s to be equal to the output rank (%d) but found %d inputs instead",
			what, len(shape), len(static))
	}
	if n, values := CountDynamic(static), len(op.OutputShape()); n != values {
		return op.Operation().Errorf("mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has %d dynamic dims while output_shape has %d values",
			n, values)
	}
	return nil
}
