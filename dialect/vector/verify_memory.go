package vector

import (
	"slices"

	"optc/ir"
)

// consecutive holds the messages by which vector.load and vector.store differ.
type consecutive struct{ rank, vectors, elements string }

var (
	consecutiveLoad = consecutive{
		"destination memref has lower rank than the result vector",
		"base memref and result vector types should match",
		"base and result element types should match",
	}
	consecutiveStore = consecutive{
		"source memref has lower rank than the vector to store",
		"base memref and valueToStore vector types should match",
		"base and valueToStore element type should match",
	}
)

func verifyConsecutive(op *ir.Operation, base, value *ir.Value, msg consecutive) *ir.Diagnostic {
	m, v := base.Type().(*ir.MemRefType), vectorOf(value)
	single := !v.AnyScalable() && numElements(v) == 1
	if !single && !lastStrideIsOne(m) {
		return op.Errorf("most minor memref dim must have unit stride")
	}
	if len(m.Dims) < len(v.Dims) {
		return op.Errorf("%s", msg.rank)
	}
	elem := m.Elem
	if e, ok := elem.(*ir.VectorType); ok {
		if e != v {
			return op.Errorf("%s", msg.vectors)
		}
		elem = e.Elem
	}
	if v.Elem != elem {
		return op.Errorf("%s", msg.elements)
	}
	return verifyIndexCount(op, len(m.Dims))
}

// verifyIndexCount requires as many indices (the variadic operand group) as the
// base has dimensions.
func verifyIndexCount(op *ir.Operation, rank int) *ir.Diagnostic {
	for g := range op.Def().Operands {
		if op.Def().Operands[g].Kind != ir.Variadic {
			continue
		}
		if lo, hi := op.OperandRange(g); hi-lo != rank {
			return op.Errorf("requires %d indices", rank)
		}
	}
	return nil
}

// masked holds the values that the verifier of a masked access relates: base, mask and
// value.
type masked struct {
	op          *ir.Operation
	base        ir.ShapedType
	mask, value *ir.VectorType
}

func maskedOf(op *ir.Operation, base, mask, value *ir.Value) masked {
	return masked{op: op, base: base.Type().(ir.ShapedType), mask: vectorOf(mask), value: vectorOf(value)}
}

// elements checks the element type and the number of indices; what names the value in messages.
func (m masked) elements(what string) *ir.Diagnostic {
	if m.value.Elem != m.base.ElementType() {
		return m.op.Errorf("base and %s element type should match", what)
	}
	return verifyIndexCount(m.op, len(m.base.Shape()))
}

// passThru checks that the passthru has the type of the result.
func (m masked) passThru(v *ir.Value) *ir.Diagnostic {
	return require(m.op, v.Type() == ir.Type(m.value), "expected pass_thru of same type as result type")
}

func require(op *ir.Operation, ok bool, msg string) *ir.Diagnostic {
	if !ok {
		return op.Errorf("%s", msg)
	}
	return nil
}

func (m masked) sameShape(msg string) *ir.Diagnostic {
	return require(m.op, slices.Equal(m.value.Dims, m.mask.Dims), msg)
}

func (m masked) sameRows(msg string) *ir.Diagnostic {
	return require(m.op, m.value.Dims[0] == m.mask.Dims[0], msg)
}

func verifyMaskedLoad(op *ir.Operation) *ir.Diagnostic {
	maskedLoad := op.Typed().(MaskedLoading)
	m := maskedOf(op, maskedLoad.Base(), maskedLoad.Mask(), maskedLoad.Result())
	return firstOf(
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic { return m.sameShape("expected result shape to match mask shape") },
		func() *ir.Diagnostic { return m.passThru(maskedLoad.PassThru()) })
}

func verifyMaskedStore(op *ir.Operation) *ir.Diagnostic {
	maskedStore := op.Typed().(MaskedStoring)
	m := maskedOf(op, maskedStore.Base(), maskedStore.Mask(), maskedStore.ValueToStore())
	return firstOf(
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic { return m.sameShape("expected valueToStore shape to match mask shape") })
}

func verifyExpandLoad(op *ir.Operation) *ir.Diagnostic {
	expandLoad := ir.Cast[ExpandLoadOp](op)
	m := maskedOf(op, expandLoad.Base(), expandLoad.Mask(), expandLoad.Result())
	return firstOf(
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic { return m.sameRows("expected result dim to match mask dim") },
		func() *ir.Diagnostic { return m.passThru(expandLoad.PassThru()) })
}

func verifyCompressStore(op *ir.Operation) *ir.Diagnostic {
	compressStore := ir.Cast[CompressStoreOp](op)
	m := maskedOf(op, compressStore.Base(), compressStore.Mask(), compressStore.ValueToStore())
	return firstOf(
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic { return m.sameRows("expected valueToStore dim to match mask dim") })
}

func (m masked) sameAsIndices(indices *ir.Value, msg string) *ir.Diagnostic {
	return require(m.op, slices.Equal(m.value.Dims, vectorOf(indices).Dims), msg)
}

func (m masked) rankedBase() *ir.Diagnostic {
	return require(m.op, m.base.HasRank(), "requires base to be a memref or ranked tensor type")
}

func verifyGather(op *ir.Operation) *ir.Diagnostic {
	gather := ir.Cast[GatherOp](op)
	m := maskedOf(op, gather.Base(), gather.Mask(), gather.Result())
	return firstOf(m.rankedBase,
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic {
			return m.sameAsIndices(gather.Indices(), "expected result dim to match indices dim")
		},
		func() *ir.Diagnostic { return m.sameShape("expected result dim to match mask dim") },
		func() *ir.Diagnostic { return m.passThru(gather.PassThru()) })
}

func verifyScatter(op *ir.Operation) *ir.Diagnostic {
	scatter := ir.Cast[ScatterOp](op)
	m := maskedOf(op, scatter.Base(), scatter.Mask(), scatter.ValueToStore())
	return firstOf(m.rankedBase,
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic {
			return m.sameAsIndices(scatter.Indices(), "expected valueToStore dim to match indices dim")
		},
		func() *ir.Diagnostic { return m.sameShape("expected valueToStore dim to match mask dim") })
}

// lastStrideIsOne reports whether neighbours along the innermost dimension are
// neighbours in memory.
func lastStrideIsOne(m *ir.MemRefType) bool {
	strides, _, ok := m.StridesAndOffset()
	return ok && (len(strides) == 0 || lastDim(strides) == 1)
}
