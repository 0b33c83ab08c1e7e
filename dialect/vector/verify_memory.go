package vector

import (
	"slices"

	"optc/ir"
)

// consecutive holds the messages in which vector.load and vector.store differ.
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

// masked is what the masked accesses relate: base, mask and value.
type masked struct {
	op          *ir.Operation
	base        ir.ShapedType
	mask, value *ir.VectorType
}

// maskedOf returns the parts of an operation whose last two operands are the mask
// and the value, which is the result if there is one.
func maskedOf(op *ir.Operation) masked {
	n := op.NumOperands()
	m := masked{op, op.Operand(0).Type().(ir.ShapedType), vectorOf(op.Operand(n - 2)), vectorOf(op.Operand(n - 1))}
	if op.NumResults() > 0 {
		if v := vectorOf(op.Result(0)); v != nil {
			m.value = v
		}
	}
	return m
}

// elements checks the element type and the number of indices; what names the value.
func (m masked) elements(what string) *ir.Diagnostic {
	if m.value.Elem != m.base.ElementType() {
		return m.op.Errorf("base and %s element type should match", what)
	}
	return verifyIndexCount(m.op, len(m.base.Shape()))
}

// passThru checks that the last operand has the type of the result.
func (m masked) passThru() *ir.Diagnostic {
	if m.op.Operand(m.op.NumOperands()-1).Type() != ir.Type(m.value) {
		return m.op.Errorf("expected pass_thru of same type as result type")
	}
	return nil
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
	m := maskedOf(op)
	return firstOf(
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic { return m.sameShape("expected result shape to match mask shape") },
		m.passThru)
}

func verifyMaskedStore(op *ir.Operation) *ir.Diagnostic {
	m := maskedOf(op)
	return firstOf(
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic { return m.sameShape("expected valueToStore shape to match mask shape") })
}

func verifyExpandLoad(op *ir.Operation) *ir.Diagnostic {
	m := maskedOf(op)
	return firstOf(
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic { return m.sameRows("expected result dim to match mask dim") },
		m.passThru)
}

func verifyCompressStore(op *ir.Operation) *ir.Diagnostic {
	m := maskedOf(op)
	return firstOf(
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic { return m.sameRows("expected valueToStore dim to match mask dim") })
}

func (m masked) sameAsIndices(msg string) *ir.Diagnostic {
	return require(m.op, slices.Equal(m.value.Dims, vectorOf(m.op.Operand(m.op.NumOperands()-3)).Dims), msg)
}

func (m masked) rankedBase() *ir.Diagnostic {
	return require(m.op, m.base.HasRank(), "requires base to be a memref or ranked tensor type")
}

func verifyGather(op *ir.Operation) *ir.Diagnostic {
	m := maskedOf(op)
	return firstOf(m.rankedBase,
		func() *ir.Diagnostic { return m.elements("result") },
		func() *ir.Diagnostic { return m.sameAsIndices("expected result dim to match indices dim") },
		func() *ir.Diagnostic { return m.sameShape("expected result dim to match mask dim") },
		m.passThru)
}

func verifyScatter(op *ir.Operation) *ir.Diagnostic {
	m := maskedOf(op)
	return firstOf(m.rankedBase,
		func() *ir.Diagnostic { return m.elements("valueToStore") },
		func() *ir.Diagnostic { return m.sameAsIndices("expected valueToStore dim to match indices dim") },
		func() *ir.Diagnostic { return m.sameShape("expected valueToStore dim to match mask dim") })
}

// lastStrideIsOne tells whether neighbours along the innermost dimension are
// neighbours in memory.
func lastStrideIsOne(m *ir.MemRefType) bool {
	strides, _, ok := m.StridesAndOffset()
	return ok && (len(strides) == 0 || last(strides) == 1)
}
