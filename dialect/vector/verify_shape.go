package vector

import (
	"slices"
	"strconv"

	"optc/ir"
)

// mismatch is a pair of extents that a broadcast cannot reconcile.
type mismatch struct {
	from, to                 int64
	fromScalable, toScalable bool
}

// Broadcastable reports whether vector.broadcast takes a value of type src to dst.
func Broadcastable(src ir.Type, dst *ir.VectorType) bool { return broadcastProblem(src, dst) == "" }

// broadcastProblem describes the fault of a broadcast from src to dst, or is "".
func broadcastProblem(src ir.Type, dst *ir.VectorType) string {
	v, ok := src.(*ir.VectorType)
	switch {
	case !ok:
		return "" // it has the element type, which was checked before
	case len(v.Dims) > len(dst.Dims):
		return "source rank higher than destination rank"
	}
	lead := len(dst.Dims) - len(v.Dims)
	for i, n := range v.Dims {
		m := mismatch{from: n, to: dst.Dims[lead+i], fromScalable: v.IsScalable(i), toScalable: dst.IsScalable(lead + i)}
		if m.exists() {
			return "dimension mismatch (" + extent(m.from, m.fromScalable) + " vs. " + extent(m.to, m.toScalable) + ")"
		}
	}
	return ""
}

func (m mismatch) exists() bool {
	switch {
	case m.from != 1:
		return m.from != m.to || m.fromScalable != m.toScalable
	case m.fromScalable:
		return m.to != 1 || !m.toScalable
	}
	return false
}

func extent(n int64, scalable bool) string {
	s := strconv.FormatInt(n, 10)
	if scalable {
		return "[" + s + "]"
	}
	return s
}

func verifyBroadcast(op *ir.Operation) *ir.Diagnostic {
	broadcast := ir.Cast[BroadcastOp](op)
	if p := broadcastProblem(broadcast.Source().Type(), vectorOf(broadcast.Vector())); p != "" {
		d := op.Errorf("%s", p).
			HintNote(op.Loc(), "the dimensions are matched from the last: each of the source must be 1 or the same as in the destination")
		if t := leading(vectorOf(broadcast.Source()), vectorOf(broadcast.Vector())); t != nil {
			d.HintNote(op.Loc(), "to match them from the first, broadcast the result of 'vector.shape_cast %%x : %s to %s'", broadcast.Source().Type(), t)
		}
		return d
	}
	return nil
}

// leading returns the type of a source with trailing dimensions of 1 that can be broadcast to a
// destination whose first dimensions the source has, or nil.
func leading(source, dest *ir.VectorType) *ir.VectorType {
	if source == nil || source.AnyScalable() || len(source.Dims) >= len(dest.Dims) || !slices.Equal(source.Dims, dest.Dims[:len(source.Dims)]) {
		return nil
	}
	dims := slices.Clone(source.Dims)
	for len(dims) < len(dest.Dims) {
		dims = append(dims, 1)
	}
	return ir.Vector(dims, source.Elem)
}

func verifyShapeCast(op *ir.Operation) *ir.Diagnostic {
	shapeCast := ir.Cast[ShapeCastOp](op)
	src, dst := vectorOf(shapeCast.Source()), vectorOf(shapeCast.Result())
	if src.Elem != dst.Elem {
		return op.Errorf("has different source and result element types")
	}
	if a, b := numElements(src), numElements(dst); a != b {
		return op.Errorf("has different number of elements at source (%d) and result (%d)", a, b)
	}
	if a, b := numScalable(src), numScalable(dst); a != b {
		return op.Errorf("has different number of scalable dims at source (%d) and result (%d)", a, b)
	}
	return nil
}

func numScalable(t *ir.VectorType) int {
	n := 0
	for _, s := range t.Scalable {
		if s {
			n++
		}
	}
	return n
}

func verifyTranspose(op *ir.Operation) *ir.Diagnostic {
	transpose := ir.Cast[TransposeOp](op)
	src, dst := vectorOf(transpose.Vector()), vectorOf(transpose.Result())
	rank := len(dst.Dims)
	if len(src.Dims) != rank {
		return op.Errorf("vector result rank mismatch: %d", rank)
	}
	perm := transpose.Permutation()
	if len(perm) != rank {
		return op.Errorf("transposition length mismatch: %d", len(perm))
	}
	seen := make([]bool, rank)
	for i, p := range perm {
		switch {
		case p < 0 || p >= int64(rank):
			return op.Errorf("transposition index out of range: %d", p)
		case seen[p]:
			return op.Errorf("duplicate position index: %d", p)
		case dst.Dims[i] != src.Dims[p]:
			return op.Errorf("dimension size mismatch at: %d", p)
		}
		seen[p] = true
	}
	return nil
}

func verifyBitcast(op *ir.Operation) *ir.Diagnostic {
	bitcast := ir.Cast[BitcastOp](op)
	src, dst := vectorOf(bitcast.Source()), vectorOf(bitcast.Result())
	for i := 0; i < len(src.Dims)-1; i++ {
		if src.Dims[i] != dst.Dims[i] {
			return op.Errorf("dimension size mismatch at: %d", i)
		}
	}
	from, to := BitWidth(src.Elem), BitWidth(dst.Elem)
	switch {
	case len(src.Dims) == 0 && from != to:
		return op.Errorf("source/result bitwidth of the 0-D vector element types must be equal")
	case len(src.Dims) > 0 && from*lastDim(src.Dims) != to*lastDim(dst.Dims):
		return op.Errorf("source/result bitwidth of the minor 1-D vectors must be equal")
	}
	return nil
}

func lastDim(dims []int64) int64 { return dims[len(dims)-1] }

func verifyTypeCast(op *ir.Operation) *ir.Diagnostic {
	typeCast := ir.Cast[TypeCastOp](op)
	src, dst := typeCast.Memref().Type().(*ir.MemRefType), typeCast.Result().Type().(*ir.MemRefType)
	switch {
	case src.Layout != nil && !isContiguous(src):
		return op.Errorf("expects operand to be a memref with identity layout")
	case dst.Layout != nil:
		return op.Errorf("expects result to be a memref with identity layout")
	case src.Space != dst.Space:
		return op.Errorf("expects result in same memory space")
	case ir.ElementOrSelf(src.Elem) != ir.ElementOrSelf(dst.Elem):
		return op.Errorf("expects result and operand with same underlying scalar type: '%s'", dst)
	case !slices.Equal(flatShape(src), flatShape(dst)):
		return op.Errorf("expects concatenated result and operand shapes to be equal: '%s'", dst)
	}
	return nil
}

// flatShape returns the extents of a memref followed by the extents of its elements.
func flatShape(m *ir.MemRefType) []int64 {
	shape := slices.Clone(m.Dims)
	if v, ok := m.Elem.(*ir.VectorType); ok {
		shape = append(shape, v.Dims...)
	}
	return shape
}

// isContiguous reports whether a strided layout equals the default layout of its shape.
// As upstream, it compares the strides of unit extents too.
func isContiguous(m *ir.MemRefType) bool {
	l, ok := m.Layout.(*ir.StridedLayoutAttr)
	if !ok || l.Offset != 0 {
		return false
	}
	stride := int64(1)
	for d := len(m.Dims) - 1; d >= 0; d-- {
		if l.Strides[d] != stride {
			return false
		}
		stride *= m.Dims[d]
	}
	return true
}
