package tensor

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

func cast() *ir.OpDef {
	return view.DefineCast(&ir.OpDef{
		Kind:        "tensor.cast",
		Summary:     "a more or less static type",
		Description: "The same tensor with a type that has more or fewer static extents. Extents that it adds must be true.",
		Implements:  []ir.Implementation{sim.Moves()},
		ResultNames: ir.NameResult("cast"),
		Fold:        view.FoldSameType,
		Patterns:    castPatterns,
		Examples: []string{`func.func @f(%t: tensor<4x?xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}`},
	}, ir.AnyTensor, CastCompatible)
}

// CastCompatible reports whether tensor.cast may turn a into b.
func CastCompatible(a, b ir.Type) bool {
	return ir.ElementOrSelf(a) == ir.ElementOrSelf(b) && compatibleShapes(a, b)
}

func compatibleShapes(a, b ir.Type) bool {
	r, ok := a.(*ir.TensorType)
	s, ok2 := b.(*ir.TensorType)
	if !ok || !ok2 {
		return true
	}
	if len(r.Dims) != len(s.Dims) {
		return false
	}
	for i, n := range r.Dims {
		if m := s.Dims[i]; n != m && n != ir.Dynamic && m != ir.Dynamic {
			return false
		}
	}
	return true
}

func bitcast() *ir.OpDef {
	return view.DefineCast(&ir.OpDef{
		Kind:        "tensor.bitcast",
		Summary:     "the same bits as other elements",
		Description: "Reads the bits of every element as another type of the same width.",
		Fold:        view.FoldSameType,
		Patterns:    bitcastPatterns,
		Examples: []string{`func.func @f(%t: tensor<4xf32>) -> tensor<4xui32> {
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xui32>
  return %0 : tensor<4xui32>
}`},
	}, numberTensor, func(a, b ir.Type) bool {
		return bits(ir.ElementOrSelf(a)) == bits(ir.ElementOrSelf(b)) && compatibleShapes(a, b)
	})
}

func bits(t ir.Type) int {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Kind.Bits
	}
	return 0
}

func reshape() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.reshape",
		Summary:     "the same elements with another shape",
		Description: "The elements in row-major order with the extents that the operand shape holds.",
		Implements:  []ir.Implementation{sim.Moves("source")},
		Operands:    []ir.ValueDef{{Name: "source", Type: ir.AnyTensor}, {Name: "shape", Type: shapeTensor}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyTensor}},
		Traits:      ir.Pure,
		Assembly:    "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
		ResultNames: ir.NameResult("reshape"),
		Verify:      verifyReshape,
		Fold:        foldReshape,
		Examples: []string{`func.func @f(%t: tensor<4x1xf32>, %s: tensor<1xi32>) -> tensor<4xf32> {
  %0 = tensor.reshape %t(%s) : (tensor<4x1xf32>, tensor<1xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`},
	}
}

func verifyReshape(op *ir.Operation) *ir.Diagnostic {
	reshape := ir.Cast[ReshapeOp](op)
	source, result := reshape.Source().Type(), reshape.Result().Type()
	if ir.ElementOrSelf(source) != ir.ElementOrSelf(result) {
		return op.Errorf("element types of source and destination tensor types should be the same")
	}
	r, ok := result.(*ir.TensorType)
	if !ok {
		return nil
	}
	if s, ok := source.(*ir.TensorType); ok {
		n, known := ir.NumElements(s.Dims)
		m, known2 := ir.NumElements(r.Dims)
		if known && known2 && n != m {
			return op.Errorf("source and destination tensor should have the same number of elements")
		}
	}
	switch n := typeOf(reshape.Shape()).Dims[0]; {
	case n == ir.Dynamic:
		return op.Errorf("cannot use shape operand with dynamic length to reshape to statically-ranked tensor type")
	case n != int64(len(r.Dims)):
		return op.Errorf("length of shape operand differs from the result's tensor rank")
	}
	return nil
}

func expandShape() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "tensor.expand_shape",
		New:     []string{"result", "src", "reassociation", "output_shape"},
		Summary: "split dimensions",
		Description: `Each group of the reassociation lists the dimensions of the result into which one
dimension of the source is split; output_shape holds the extents of the result.`,
		Implements: []ir.Implementation{sim.Moves("src")},
		Operands:   []ir.ValueDef{{Name: "src", Type: ir.AnyTensor}, ir.VariadicIndex("output_shape")},
		Results:    []ir.ValueDef{{Name: "result", Type: ir.AnyTensor}},
		Attrs: []ir.PropDef{
			{Name: "reassociation", Type: view.IndexListArray},
			view.OutputShape.Prop(),
		},
		Traits: ir.Pure,
		Assembly: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) " +
			"attr-dict `:` type($src) `into` type($result)",
		Custom:      view.IndexLists,
		ResultNames: ir.NameResult("expanded"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if d := verifyRanked(op); d != nil {
				return d
			}
			expandShape := ir.Cast[ExpandShapeOp](op)
			result := typeOf(expandShape.Result())
			if d := view.VerifyOutputShapeCounts(expandShape, result.Dims, "dims"); d != nil {
				return d
			}
			return verifyReassociation(op, result, typeOf(expandShape.Src()))
		},
		Fold:     foldReassociation(CollapseShapeOp{}),
		Patterns: expandShapePatterns(),
		Examples: []string{`func.func @f(%t: tensor<?x32xf32>, %n: index) -> tensor<?x4x8xf32> {
  %0 = tensor.expand_shape %t [[0], [1, 2]] output_shape [%n, 4, 8] : tensor<?x32xf32> into tensor<?x4x8xf32>
  return %0 : tensor<?x4x8xf32>
}`},
	}
}

func collapseShape() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.collapse_shape",
		Summary:     "merge dimensions",
		Description: "Each group of the reassociation lists the dimensions of the source that are merged into one dimension of the result.",
		Implements:  []ir.Implementation{sim.Moves("src")},
		Operands:    []ir.ValueDef{{Name: "src", Type: ir.AnyTensor}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyTensor}},
		Attrs:       []ir.PropDef{{Name: "reassociation", Type: view.IndexListArray}},
		Traits:      ir.Pure,
		Assembly:    "$src $reassociation attr-dict `:` type($src) `into` type($result)",
		ResultNames: ir.NameResult("collapsed"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			collapseShape := ir.Cast[CollapseShapeOp](op)
			for _, g := range collapseShape.Reassociation() {
				if len(g) == 0 {
					return op.Errorf("reassociation indices must not be empty")
				}
			}
			if d := verifyRanked(op); d != nil {
				return d
			}
			return verifyReassociation(op, typeOf(collapseShape.Src()), typeOf(collapseShape.Result()))
		},
		Fold:     foldReassociation(ExpandShapeOp{}),
		Patterns: collapseShapePatterns(),
		Examples: []string{`func.func @f(%t: tensor<?x4x8xf32>) -> tensor<?x32xf32> {
  %0 = tensor.collapse_shape %t [[0], [1, 2]] : tensor<?x4x8xf32> into tensor<?x32xf32>
  return %0 : tensor<?x32xf32>
}`},
	}
}

// verifyRanked refuses unranked tensors, which the declared types admit.
func verifyRanked(op *ir.Operation) *ir.Diagnostic {
	reshape := op.Typed().(view.Reassociative)
	for _, t := range []ir.Type{reshape.Src().Type(), reshape.Result().Type()} {
		if _, ok := t.(*ir.TensorType); !ok {
			return op.Errorf("expected ranked tensors, but got '%s'", t)
		}
	}
	return nil
}

// verifyReassociation checks that the reassociation turns expanded into collapsed.
func verifyReassociation(op *ir.Operation, expanded, collapsed *ir.TensorType) *ir.Diagnostic {
	groups := op.Typed().(view.Reassociative).Reassociation()
	n := len(expanded.Dims)
	if n < len(collapsed.Dims) {
		return op.Errorf("expected the expanded type, '%s' to have a higher (or same) rank than the collapsed type, '%s'.", expanded, collapsed)
	}
	if len(collapsed.Dims) != len(groups) {
		return op.Errorf("expected collapsed rank (%d) to equal the number of reassociation maps (%d).", len(collapsed.Dims), len(groups))
	}
	last := int64(-1)
	for _, g := range groups {
		for _, d := range g {
			last = max(last, d)
		}
	}
	if len(groups) > 0 && last+1 != int64(n) {
		return op.Errorf("expected reassociation map #0 to have size equal to the expanded rank (%d), but it is  %d.", n, last+1)
	}
	next := int64(0)
	for i, g := range groups {
		for _, d := range g {
			if d != next {
				return op.Errorf("expected reassociation map #%d to be valid and contiguous.", i)
			}
			next++
		}
	}
	for i, size := range view.CollapsedShape(expanded.Dims, groups) {
		if size == collapsed.Dims[i] {
			continue
		}
		if size == ir.Dynamic {
			return op.Errorf("expected dimension %d of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic", i)
		}
		return op.Errorf("expected dimension %d of collapsed type to be static value of %d", i, size)
	}
	if collapsed.Elem != expanded.Elem {
		return op.Errorf("expected collapsed type to be '%s', but got '%s'", ir.Tensor(collapsed.Dims, expanded.Elem, nil), collapsed)
	}
	return nil
}
