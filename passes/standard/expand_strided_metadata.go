package standard

import (
	"slices"

	affined "optc/dialect/affine"
	"optc/dialect/arith"
	"optc/dialect/memref"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes"
)

// ExpandStridedMetadata makes the arithmetic of views explicit.
//
//	%v = memref.subview %m[%i] [%n] [2] : memref<?xf32> to memref<?xf32, strided<[2], offset: ?>>
//	→
//	%base, %offset, %size, %stride = memref.extract_strided_metadata %m : memref<?xf32> -> …
//	%v = memref.reinterpret_cast %base to offset: [%i], sizes: [%n], strides: [2] : …
var ExpandStridedMetadata = &passes.Pass{
	Name:  "expand-strided-metadata",
	Title: "Expand memref operations into easier to analyze constructs",
	Doc: `Replaces memref.subview, memref.expand_shape and memref.collapse_shape by
memref.reinterpret_cast with offsets, sizes and strides that affine.apply computes,
and takes memref.extract_strided_metadata and memref.extract_aligned_pointer_as_index
from the memref that views and casts were made from.`,
	Dialects: []string{"affine", "arith", "memref"},
	Run:      passes.Patterns(expandStridedMetadataPatterns),
}

func expandStridedMetadataPatterns() []*ir.Pattern {
	var ps []*ir.Pattern
	for _, v := range []struct {
		kind    ir.OpKind
		resolve func(rw *ir.Rewriter, op *ir.Operation) metadata
	}{
		{memref.SubViewOp{}, resolveSubView},
		{memref.ExpandShapeOp{}, resolveExpandShape},
		{memref.CollapseShapeOp{}, resolveCollapseShape},
	} {
		ps = append(ps,
			&ir.Pattern{Name: "expand-" + v.kind.Kind().String(), Root: v.kind, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
				m := v.resolve(rw, op)
				rw.Replace(op, memref.NewReinterpretCast(rw, op.Result(0).Type(), m.base, m.Offsets, m.Sizes, m.Strides).Result())
				return true
			}},
			metadataPattern(v.kind, v.resolve))
	}
	return append(ps,
		metadataPattern(memref.AllocOp{}, resolveAlloc),
		metadataPattern(memref.AllocaOp{}, resolveAlloc),
		metadataPattern(memref.GetGlobalOp{}, resolveGetGlobal),
		metadataPattern(memref.ReinterpretCastOp{}, resolveReinterpretCast),
		metadataPattern(memref.MemorySpaceCastOp{}, resolveMemorySpaceCast),
		metadataPattern(memref.AssumeAlignmentOp{}, resolveAssumeAlignment),
		metadataPattern(memref.ExtractStridedMetadataOp{}, resolveBase),
		&ir.Pattern{Name: "pointer-of-view", Root: memref.ExtractAlignedPointerAsIndexOp{}, Rewrite: pointerOfView},
	)
}

// metadata is a decomposed memref: the base of rank 0 and a single offset, the sizes and the
// strides, in elements. If the base is nil, the rewrite does not apply.
type metadata struct {
	base *ir.Value
	memref.Slice
}

// metadataPattern resolves memref.extract_strided_metadata of the result of an
// operation.
func metadataPattern(of ir.OpKind, resolve func(rw *ir.Rewriter, op *ir.Operation) metadata) *ir.Pattern {
	return &ir.Pattern{Name: "metadata-of-" + of.Kind().String(), Root: memref.ExtractStridedMetadataOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		source := ir.Cast[memref.ExtractStridedMetadataOp](op).Source().DefiningOp()
		if !of.Kind().Is(source) {
			return false
		}
		m := resolve(rw, source)
		if m.base == nil {
			return false
		}
		results := []*ir.Value{m.base}
		for _, x := range m.All() {
			results = append(results, valueOf(rw, x))
		}
		rw.Replace(op, results...)
		return true
	}}
}

// atStart is the offset 0.
var atStart = make([]ir.Mixed, 1)

func valueOf(rw *ir.Rewriter, x ir.Mixed) *ir.Value {
	if x.Value == nil {
		return arith.ConstantIndex(rw, x.Const)
	}
	return x.Value
}

func memrefType(v *ir.Value) *ir.MemRefType { return v.Type().(*ir.MemRefType) }

// metadataOf returns the results of a memref.extract_strided_metadata.
func metadataOf(op *ir.Operation) metadata {
	extractStridedMetadata := ir.Cast[memref.ExtractStridedMetadataOp](op)
	return metadata{extractStridedMetadata.BaseBuffer(), extractStridedMetadata.Lists()}
}

// extract builds memref.extract_strided_metadata. Strides and offset that the type
// knows are numbers; sizes are the results.
func extract(rw *ir.Rewriter, source *ir.Value) metadata {
	m := metadataOf(memref.NewExtractStridedMetadata(rw, source).Operation())
	strides, offset, _ := memrefType(source).StridesAndOffset()
	setKnown(m.Offsets, []int64{offset})
	setKnown(m.Strides, strides)
	return m
}

// extractFor extracts the metadata of a view's source, and gives all operations built for
// it the location of the view.
func extractFor(rw *ir.Rewriter, view *ir.Operation, source *ir.Value) metadata {
	rw.Loc = view.Loc()
	return extract(rw, source)
}

func setKnown(ms []ir.Mixed, known []int64) {
	for i, n := range known {
		if n != ir.Dynamic {
			ms[i] = ir.Mixed{Const: n}
		}
	}
}

// product builds the product of sizes or strides.
func product(rw *ir.Rewriter, xs ...ir.Mixed) ir.Mixed {
	e := affine.Const(1)
	for i := range xs {
		e = e.Mul(affine.Symbol(i))
	}
	return affined.ComposedApply(rw.Builder, affine.Map{NumSymbols: len(xs), Results: []affine.Expr{e}}, xs)
}

// resolveSubView: offset + Σ offsets[i] * strides[i], and the products of the
// strides.
func resolveSubView(rw *ir.Rewriter, op *ir.Operation) metadata {
	subView := ir.Cast[memref.SubViewOp](op)
	source, s := extractFor(rw, op, subView.Source()), subView.Lists()
	e := affine.Symbol(0)
	terms := slices.Clone(source.Offsets)
	for i, by := range source.Strides {
		s.Strides[i] = product(rw, s.Strides[i], by)
		e = e.Add(affine.Symbol(1 + 2*i).Mul(affine.Symbol(2 + 2*i)))
		terms = append(terms, s.Offsets[i], by)
	}
	offset := affined.ComposedApply(rw.Builder, affine.Map{NumSymbols: len(terms), Results: []affine.Expr{e}}, terms)
	m := metadata{source.base, memref.Slice{Offsets: []ir.Mixed{offset}}}
	for i, dropped := range memref.DroppedBy(op) {
		if !dropped {
			m.Sizes = append(m.Sizes, s.Sizes[i])
			m.Strides = append(m.Strides, s.Strides[i])
		}
	}
	return m
}

// resolveExpandShape: the unknown extent of a group is the size of the group divided by
// the other extents, and each stride is the stride of the group times the extents after
// it in the group.
func resolveExpandShape(rw *ir.Rewriter, op *ir.Operation) metadata {
	expandShape := ir.Cast[memref.ExpandShapeOp](op)
	m := extractFor(rw, op, expandShape.Src())
	from := m.Slice
	m.Sizes = expandShape.MixedOutputShape()
	m.Strides = slices.Repeat([]ir.Mixed{{Const: 1}}, len(m.Sizes))
	for g, dims := range expandShape.Reassociation() {
		lo, hi := dims[0], dims[len(dims)-1]+1
		expandGroup(rw, from.Sizes[g], from.Strides[g], m.Sizes[lo:hi], m.Strides[lo:hi])
	}
	return m
}

// expandGroup computes the strides of the dimensions that a dimension of the given size and stride
// is split into; if exactly one of their sizes is a value, it is computed too.
func expandGroup(rw *ir.Rewriter, size, stride ir.Mixed, sizes, strides []ir.Mixed) {
	inner := make([]int64, len(sizes)) // product of the following sizes
	known, values := int64(1), 0
	isValue := func(n ir.Mixed) bool { return n.Value != nil }
	for i, n := range slices.Backward(sizes) {
		inner[i] = known
		if isValue(n) {
			values++
		} else {
			known *= n.Const
		}
	}
	if values > 1 {
		for i, n := range slices.Backward(sizes) {
			strides[i] = stride
			stride = product(rw, stride, n)
		}
		return
	}
	apply := func(e affine.Expr, xs ...ir.Mixed) ir.Mixed {
		return affined.ComposedApply(rw.Builder, affine.Map{NumSymbols: len(xs), Results: []affine.Expr{e}}, xs)
	}
	s0, s1 := affine.Symbol(0), affine.Symbol(1)
	unknown := slices.IndexFunc(sizes, isValue)
	if unknown >= 0 {
		sizes[unknown] = apply(s0.FloorDiv(affine.Const(known)), size)
	}
	for i, n := range inner {
		if i < unknown {
			strides[i] = apply(s0.Mul(affine.Const(n)).FloorDiv(affine.Const(known)).Mul(s1), size, stride)
		} else {
			strides[i] = apply(s0.Mul(affine.Const(n)), stride)
		}
	}
}

// resolveCollapseShape: each size is the product of the sizes of the group, and each
// stride is the stride of the group's innermost dimension whose extent is not 1.
func resolveCollapseShape(rw *ir.Rewriter, op *ir.Operation) metadata {
	collapseShape := ir.Cast[memref.CollapseShapeOp](op)
	source := collapseShape.Src()
	m := extractFor(rw, op, source)
	from, to := memrefType(source), memrefType(collapseShape.Result())
	known, _, _ := to.StridesAndOffset()
	sizes, strides := m.Sizes, m.Strides
	setKnown(sizes, from.Dims)
	m.Sizes, m.Strides = nil, nil
	for g, dims := range collapseShape.Reassociation() {
		size := ir.Mixed{Const: to.Dims[g]}
		if to.Dims[g] == ir.Dynamic {
			group := make([]ir.Mixed, len(dims))
			for i, d := range dims {
				group[i] = sizes[d]
			}
			size = product(rw, group...)
		}
		m.Sizes = append(m.Sizes, size)
		m.Strides = append(m.Strides, groupStride(from.Dims, strides, dims, known[g]))
	}
	return m
}

// groupStride is the stride of a collapsed group. The stride of a group whose extents are all 1 has
// no effect: it is the known stride, the stride of the type, or the first stride that is a value.
func groupStride(shape []int64, strides []ir.Mixed, dims []int64, known int64) ir.Mixed {
	for _, d := range slices.Backward(dims) {
		if shape[d] != 1 {
			return strides[d]
		}
	}
	if known != ir.Dynamic {
		return ir.Mixed{Const: known}
	}
	first := slices.IndexFunc(dims, func(d int64) bool { return strides[d].Value != nil })
	return strides[dims[first]]
}

func resolveAlloc(rw *ir.Rewriter, op *ir.Operation) metadata {
	alloc := op.Typed().(memref.Allocation)
	return resolveMemory(rw, alloc.Memref(), alloc.DynamicSizes())
}

func resolveGetGlobal(rw *ir.Rewriter, op *ir.Operation) metadata {
	return resolveMemory(rw, ir.Cast[memref.GetGlobalOp](op).Result(), nil)
}

// resolveMemory: newly allocated memory begins at offset 0 and is contiguous.
func resolveMemory(rw *ir.Rewriter, v *ir.Value, sizes []*ir.Value) metadata {
	t := memrefType(v)
	if !t.HasIdentityLayout() {
		return metadata{}
	}
	m := metadata{v, memref.Slice{Offsets: atStart, Sizes: ir.MergeMixed(t.Dims, sizes), Strides: make([]ir.Mixed, len(t.Dims))}}
	for i := range slices.Backward(m.Strides) {
		m.Strides[i] = product(rw, m.Sizes[i+1:]...)
	}
	m.base = memref.NewReinterpretCast(rw, ir.MemRef(nil, t.Elem, nil, t.Space), m.base, atStart, nil, nil).Result()
	return m
}

// resolveReinterpretCast: all but the base are operands or attributes of the operation.
func resolveReinterpretCast(rw *ir.Rewriter, op *ir.Operation) metadata {
	reinterpretCast := ir.Cast[memref.ReinterpretCastOp](op)
	source := reinterpretCast.Source()
	if _, ranked := source.Type().(*ir.MemRefType); !ranked {
		return metadata{}
	}
	return metadata{extract(rw, source).base, reinterpretCast.Lists()}
}

// resolveMemorySpaceCast casts the base.
func resolveMemorySpaceCast(rw *ir.Rewriter, op *ir.Operation) metadata {
	memorySpaceCast := ir.Cast[memref.MemorySpaceCastOp](op)
	m := metadataOf(memref.NewExtractStridedMetadata(rw, memorySpaceCast.Source()).Operation())
	t := memrefType(memorySpaceCast.Dest())
	m.base = memref.NewMemorySpaceCast(rw, ir.MemRef(nil, t.Elem, nil, t.Space), m.base).Dest()
	return m
}

func resolveAssumeAlignment(rw *ir.Rewriter, op *ir.Operation) metadata {
	return metadataOf(memref.NewExtractStridedMetadata(rw, ir.Cast[memref.AssumeAlignmentOp](op).Memref()).Operation())
}

// resolveBase: a base has offset 0 and itself as its base.
func resolveBase(_ *ir.Rewriter, op *ir.Operation) metadata {
	return metadata{ir.Cast[memref.ExtractStridedMetadataOp](op).BaseBuffer(), memref.Slice{Offsets: atStart}}
}

// pointerOfView takes the pointer of a view's source.
func pointerOfView(op *ir.Operation, rw *ir.Rewriter) bool {
	var source *ir.Value
	extractAlignedPointerAsIndex := ir.Cast[memref.ExtractAlignedPointerAsIndexOp](op)
	switch v := extractAlignedPointerAsIndex.Source().DefiningOp(); {
	case ir.Is[memref.SubViewOp](v):
		source = ir.Cast[memref.SubViewOp](v).Source()
	case ir.Is[memref.ReinterpretCastOp](v):
		source = ir.Cast[memref.ReinterpretCastOp](v).Source()
	default:
		return false
	}
	rw.Modify(op, func() { extractAlignedPointerAsIndex.SourceMutable().Set(source) })
	return true
}
