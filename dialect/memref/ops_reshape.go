package memref

import (
	"slices"
	"strconv"

	"optc/dialect/internal/view"
	"optc/ir"
)

func spellExtent(v int64) string {
	if v == ir.Dynamic {
		return "dynamic"
	}
	return strconv.FormatInt(v, 10)
}

func reshape() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.reshape",
		Summary: "the same elements with another shape",
		Description: `Contiguous memory viewed with the extents that the operand shape holds. The number
of elements must stay the same.`,
		Operands: []ir.ValueDef{
			{Name: "source", Type: ir.AnyRankedOrUnrankedMemRef},
			{Name: "shape", Type: shapeMemRef, Effects: ir.Read},
		},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyRankedOrUnrankedMemRef}},
		Traits:      ir.AlwaysSpeculatable,
		Assembly:    "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
		ResultNames: ir.NameResult("reshape"),
		Verify:      verifyReshape,
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<4x1xf32>, %s: memref<1xi32>) -> memref<4xf32> {
  %r = memref.reshape %m(%s) : (memref<4x1xf32>, memref<1xi32>) -> memref<4xf32>
  return %r : memref<4xf32>
}`},
	}
}

func verifyReshape(op *ir.Operation) *ir.Diagnostic {
	reshape := ir.Cast[ReshapeOp](op)
	source, result := reshape.Source().Type(), reshape.Result().Type()
	if ir.ElementOrSelf(source) != ir.ElementOrSelf(result) {
		return op.Errorf("element types of source and destination memref types should be the same")
	}
	if m, ok := source.(*ir.MemRefType); ok && !m.HasIdentityLayout() {
		return op.Errorf("source memref type should have identity affine map")
	}
	n := typeOf(reshape.Shape()).Dims[0]
	if m, ok := result.(*ir.MemRefType); ok {
		switch {
		case !m.HasIdentityLayout():
			return op.Errorf("result memref type should have identity affine map")
		case n == ir.Dynamic:
			return op.Errorf("cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
		case n != int64(len(m.Dims)):
			return op.Errorf("length of shape operand differs from the result's memref rank")
		}
	}
	return nil
}

func expandShape() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.expand_shape",
		New:     []string{"result", "src", "reassociation", "output_shape"},
		Summary: "split dimensions",
		Description: `Each group of the reassociation lists the dimensions of the result into which one
dimension of the source is split; output_shape holds the extents of the result.`,
		Operands: []ir.ValueDef{{Name: "src", Type: stridedMemRef}, ir.VariadicIndex("output_shape")},
		Results:  []ir.ValueDef{{Name: "result", Type: stridedMemRef}},
		Attrs: []ir.PropDef{
			{Name: "reassociation", Type: view.IndexListArray},
			view.OutputShape.Prop(),
		},
		Traits: ir.Pure,
		Assembly: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) " +
			"attr-dict `:` type($src) `into` type($result)",
		Custom:      view.IndexLists,
		ResultNames: ir.NameResult("expand_shape"),
		Verify:      verifyExpandShape,
		Fold:        foldReshape(CollapseShapeOp{}),
		Patterns:    expandShapePatterns(),
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<?x32xf32>, %n: index) -> memref<?x4x8xf32> {
  %r = memref.expand_shape %m [[0], [1, 2]] output_shape [%n, 4, 8] : memref<?x32xf32> into memref<?x4x8xf32>
  return %r : memref<?x4x8xf32>
}`},
	}
}

func collapseShape() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.collapse_shape",
		Summary: "merge dimensions",
		Description: `Each group of the reassociation lists the dimensions of the source that are merged
into one dimension of the result; they must be contiguous in memory.`,
		Operands:    []ir.ValueDef{{Name: "src", Type: stridedMemRef}},
		Results:     []ir.ValueDef{{Name: "result", Type: stridedMemRef}},
		Attrs:       []ir.PropDef{{Name: "reassociation", Type: view.IndexListArray}},
		Traits:      ir.Pure,
		Assembly:    "$src $reassociation attr-dict `:` type($src) `into` type($result)",
		ResultNames: ir.NameResult("collapse_shape"),
		Verify:      verifyCollapseShape,
		Fold:        foldReshape(ExpandShapeOp{}),
		Patterns:    collapseShapePatterns(),
		Implements:  elementsOfSource,
		Examples: []string{`func.func @f(%m: memref<?x4x8xf32>) -> memref<?x32xf32> {
  %r = memref.collapse_shape %m [[0], [1, 2]] : memref<?x4x8xf32> into memref<?x32xf32>
  return %r : memref<?x32xf32>
}`},
	}
}

// ExpandedType returns the type of an expansion (ExpandShapeOp::computeExpandedType
// upstream); ok is false if the source is not strided.
func ExpandedType(source *ir.MemRefType, shape []int64, groups [][]int64) (t *ir.MemRefType, ok bool) {
	if source.HasIdentityLayout() {
		return ir.MemRef(shape, source.Elem, nil, source.Space), true
	}
	from, offset, ok := source.StridesAndOffset()
	if !ok {
		return nil, false
	}
	strides := make([]int64, len(shape))
	for i := range strides {
		strides[i] = 1
	}
	for g, dims := range groups {
		step := from[g]
		for _, d := range slices.Backward(dims) {
			strides[d] = step
			step = ir.MulSaturated(step, shape[d])
		}
	}
	return ir.MemRef(shape, source.Elem, source.Context().StridedLayout(offset, strides), source.Space), true
}

func verifyExpandShape(op *ir.Operation) *ir.Diagnostic {
	expandShape := ir.Cast[ExpandShapeOp](op)
	source, result := typeOf(expandShape.Src()), typeOf(expandShape.Result())
	if r0, r1 := len(source.Dims), len(result.Dims); r0 > r1 {
		return op.Errorf("has source rank %d and result rank %d. This is not an expansion (%d > %d).", r0, r1, r0, r1)
	}
	groups := expandShape.Reassociation()
	if d := view.VerifyCollapse(op, source.Dims, result.Dims, groups, true); d != nil {
		return d
	}
	want, ok := ExpandedType(source, result.Dims, groups)
	if !ok {
		return op.Errorf("invalid source layout map")
	}
	if want != result {
		return op.Errorf("expected expanded type to be '%s' but found '%s'", want, result)
	}
	return view.VerifyOutputShape(expandShape, result.Dims)
}

// CollapsedLayout returns the layout of the collapse of a memref with strides
// (computeCollapsedLayoutMap upstream), or nil if a group is not contiguous. If strict is
// set, each group must be known to be contiguous.
func CollapsedLayout(source *ir.MemRefType, groups [][]int64, strict bool) ir.Attribute {
	from, offset, ok := source.StridesAndOffset()
	if !ok {
		return nil
	}
	shape := source.Dims
	strides := make([]int64, len(groups))
	for i, group := range groups {
		// The stride of a dimension of extent 1 has no effect.
		last := len(group) - 1
		for last > 0 && shape[group[last]] == 1 {
			last--
		}
		if d := group[last]; last == 0 || shape[d] != ir.Dynamic {
			strides[i] = from[d]
		} else {
			strides[i] = ir.Dynamic
		}
		step := strides[i]
		for _, d := range slices.Backward(group[1:]) {
			step = ir.MulSaturated(step, shape[d])
			outer := from[d-1]
			if shape[d-1] == 1 {
				continue
			}
			if step == ir.Dynamic || outer == ir.Dynamic {
				if strict {
					return nil
				}
			} else if step != outer {
				return nil
			}
		}
	}
	return source.Context().StridedLayout(offset, strides)
}

// CollapsedType returns the type of a collapse; nil if a group is not contiguous.
func CollapsedType(source *ir.MemRefType, groups [][]int64) *ir.MemRefType {
	shape := view.CollapsedShape(source.Dims, groups)
	if source.HasIdentityLayout() {
		return ir.MemRef(shape, source.Elem, nil, source.Space)
	}
	layout := CollapsedLayout(source, groups, false)
	if layout == nil {
		return nil
	}
	return ir.MemRef(shape, source.Elem, layout, source.Space)
}

func verifyCollapseShape(op *ir.Operation) *ir.Diagnostic {
	collapseShape := ir.Cast[CollapseShapeOp](op)
	source, result := typeOf(collapseShape.Src()), typeOf(collapseShape.Result())
	if r0, r1 := len(source.Dims), len(result.Dims); r0 < r1 {
		return op.Errorf("has source rank %d and result rank %d. This is not a collapse (%d < %d).", r0, r1, r0, r1)
	}
	groups := collapseShape.Reassociation()
	if d := view.VerifyCollapse(op, result.Dims, source.Dims, groups, true); d != nil {
		return d
	}
	want := CollapsedType(source, groups)
	if want == nil {
		return op.Errorf("invalid source layout map or collapsing non-contiguous dims")
	}
	if want != result {
		return op.Errorf("expected collapsed type to be '%s' but found '%s'", want, result)
	}
	return nil
}
