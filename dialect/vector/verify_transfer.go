package vector

import (
	"optc/ir"
	"optc/ir/affine"
)

func verifyTransferRead(op *ir.Operation) *ir.Diagnostic {
	t := Transfer{op}
	if d := firstOf(t.verifyIndices, t.verifyTypes, t.verifyPadding); d != nil {
		return d
	}
	return t.verifyMap()
}

func verifyTransferWrite(op *ir.Operation) *ir.Diagnostic {
	t := Transfer{op}
	return firstOf(t.verifyIndices, func() *ir.Diagnostic {
		if len(t.Map().BroadcastResults()) > 0 {
			return op.Errorf("should not have broadcast dimensions")
		}
		return nil
	}, t.verifyTypes, t.verifyMap)
}

func (t Transfer) verifyIndices() *ir.Diagnostic {
	base := t.BaseType()
	if base.HasRank() && len(t.Indices()) != len(base.Shape()) {
		return t.Errorf("requires %d indices", len(base.Shape())).HintNote(t.Loc(), "'%s' needs an index for each dimension, but got %d",
			base, len(t.Indices()))
	}
	return nil
}

// verifyTypes relates base, vector, mask and attributes to one another.
func (t Transfer) verifyTypes() *ir.Diagnostic {
	base, v, perm := t.BaseType(), t.VectorType(), t.Map()
	if t.Discardable().Get("masked") != nil {
		return t.Errorf("masked attribute has been removed. Use in_bounds instead.")
	}
	switch base.(type) {
	case *ir.MemRefType, *ir.TensorType:
	default:
		return t.Errorf("requires source to be a memref or ranked tensor type")
	}
	if d := t.verifyElements(base.ElementType(), v, perm); d != nil {
		return d
	}
	switch {
	case perm.NumSymbols != 0:
		return t.Errorf("requires permutation_map without symbols")
	case perm.NumInputs() != len(base.Shape()):
		return t.Errorf("requires a permutation_map with input dims of the same rank as the source type")
	}
	if m := t.Mask(); m != nil {
		if d := t.verifyMask(m, v, perm); d != nil {
			return d
		}
	}
	if n := len(t.InBounds()); n != len(perm.Results) {
		return t.Errorf("expects the in_bounds attr of same rank as permutation_map results: %s vs inBounds of size: %d", t.Attr(permutationMap), n).
			HintNote(t.Loc().Word(inBounds), "in_bounds needs a value for each dimension of '%s': %d, but got %d", v, len(perm.Results), n)
	}
	return nil
}

// verifyElements relates the elements of the base to the innermost dimension of
// the vector.
func (t Transfer) verifyElements(elem ir.Type, v *ir.VectorType, perm affine.Map) *ir.Diagnostic {
	minor := BitWidth(v.Elem) * lastOr1(v.Dims)
	e, isVector := elem.(*ir.VectorType)
	if !isVector {
		if n := BitWidth(elem); n == 0 || minor%n != 0 {
			return t.Errorf("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type")
		}
		if len(perm.Results) != len(v.Dims) {
			return t.Errorf("requires a permutation_map with result dims of the same rank as the vector type")
		}
		return nil
	}
	if n := BitWidth(e.Elem) * lastOr1(e.Dims); n == 0 || minor%n != 0 {
		return t.Errorf("requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source")
	}
	switch {
	case len(e.Dims) > len(v.Dims):
		return t.Errorf("requires source vector element and vector result ranks to match.")
	case len(perm.Results) != len(v.Dims)-len(e.Dims):
		return t.Errorf("requires a permutation_map with result dims of the same rank as the vector type")
	case t.Mask() != nil:
		return t.Errorf("does not support masks with vector element type")
	}
	return nil
}

func lastOr1(dims []int64) int64 {
	if len(dims) == 0 {
		return 1
	}
	return lastDim(dims)
}

func (t Transfer) verifyMask(m *ir.Value, v *ir.VectorType, perm affine.Map) *ir.Diagnostic {
	want := TransferMaskType(v, perm)
	if want == nil {
		// Upstream stops here with an assertion; the fault is in the map.
		return t.verifyMap()
	}
	if m.Type() != ir.Type(want) {
		return t.Errorf("inferred mask type ('%s') and mask operand type ('%s') don't match", want, m.Type())
	}
	return nil
}

func (t Transfer) verifyPadding() *ir.Diagnostic {
	pad, elem := t.Padding().Type(), t.BaseType().ElementType()
	if _, ok := elem.(*ir.VectorType); ok {
		if elem != pad {
			return t.Errorf("requires source element type and padding type to match.")
		}
		return nil
	}
	switch {
	case !isVectorElement(pad):
		return t.Errorf("requires valid padding vector elemental type")
	case pad != elem:
		return t.Errorf("requires formal padding and source of the same elemental type")
	}
	return nil
}

// isVectorElement reports whether a vector may have elements of type t.
func isVectorElement(t ir.Type) bool { return isIntOrIndex(t) || ir.AnyFloat.Check(t) }

func (t Transfer) verifyMap() *ir.Diagnostic { return VerifyTransferMap(t.Operation, t.Map()) }

// VerifyTransferMap requires each result of the map of a transfer to be either a distinct
// dimension or 0.
func VerifyTransferMap(op *ir.Operation, perm affine.Map) *ir.Diagnostic {
	seen := make([]bool, perm.NumInputs())
	for _, e := range perm.Results {
		if v, isConst := e.IsConst(); isConst && v == 0 {
			continue
		}
		d, ok := e.IsDim()
		if !ok {
			return op.Errorf("requires a projected permutation_map (at most one dim or the zero constant can appear in each result)")
		}
		if seen[d] {
			return op.Errorf("requires a permutation_map that is a permutation (found one dim used more than once)")
		}
		seen[d] = true
	}
	return nil
}
