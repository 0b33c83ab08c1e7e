package tensor

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

func empty() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.empty",
		Summary:     "a tensor of unspecified contents",
		Description: "Only the shape means something; the operands are the unknown extents.",
		Operands:    []ir.ValueDef{ir.VariadicIndex("dynamicSizes")},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Traits:      ir.Pure,
		Assembly:    "`(` $dynamicSizes `)` attr-dict `:` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			return view.VerifyDynamicSizes(op, typeOf(ir.Cast[EmptyOp](op).Result()).Dims, op.NumOperands())
		},
		Patterns: emptyPatterns,
		Examples: []string{`func.func @f(%n: index) -> tensor<4x?xf32> {
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}`},
	}
}

func fromElements() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.from_elements",
		Summary:     "a tensor from its elements",
		Description: "One operand for every element, in row-major order.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "elements", Type: ir.AnyType, Kind: ir.Variadic}},
		Results:     []ir.ValueDef{{Name: "result", Type: staticTensor}},
		Traits:      ir.Pure,
		Form:        "$elements attr-dict `:` type($result)",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			elementsPos := p.Pos()
			elements := p.Operands("")
			p.AttrDict(st)
			p.Expect(":")
			typePos := p.Pos()
			t := p.Type()
			if !p.Ok() {
				return
			}
			r, ok := t.(*ir.TensorType)
			if !ok {
				p.ErrorAt(typePos, "invalid kind of type specified: expected builtin.tensor, but found '%s'", t)
				return
			}
			if !ir.HasStaticShape(r) {
				_, start, _ := st.Loc.Source()
				p.ErrorAt(start, "'result' must be %s, but got '%s'", staticTensor.Summary, t)
				return
			}
			if n, _ := ir.NumElements(r.Dims); n != int64(len(elements)) {
				p.ErrorAt(elementsPos, "number of operands and types do not match: got %d operands and %d types", len(elements), n)
				return
			}
			p.ResolveEach(st, r.Elem, elements)
			st.ResultTypes = []ir.Type{t}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			fromElements := ir.Cast[FromElementsOp](op)
			p.Str(" ").Operands(fromElements.Elements()).AttrDict(op).Str(" : ").Type(fromElements.Result().Type())
		},
		ResultNames: ir.NameResult("from_elements"),
		Constraints: []ir.Constraint{ir.Predicate{
			Sentence: "operand types match result element type",
			Holds: func(op *ir.Operation) bool {
				t := typeOf(ir.Cast[FromElementsOp](op).Result())
				if n, ok := ir.NumElements(t.Dims); !ok || n != int64(op.NumOperands()) {
					return false
				}
				for _, e := range op.OperandTypes() {
					if e != t.Elem {
						return false
					}
				}
				return true
			},
		}},
		Fold:     foldFromElements,
		Patterns: fromElementsPatterns,
		Examples: []string{`func.func @f(%a: f32, %b: f32) -> tensor<1x2xf32> {
  %0 = tensor.from_elements %a, %b : tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}`},
	}
}

func splat() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.splat",
		New:         []string{"aggregate", "input", "dynamicSizes..."},
		Summary:     "a tensor whose elements are all the same",
		Description: "Every element is the operand; the operands in brackets are the unknown extents.",
		Implements:  []ir.Implementation{sim.Moves("input")},
		Operands:    []ir.ValueDef{{Name: "input", Type: ir.AnyType}, ir.VariadicIndex("dynamicSizes")},
		Results:     []ir.ValueDef{rankedTensor("aggregate")},
		Traits:      ir.Pure,
		Constraints: []ir.Constraint{ir.TypesMatchWith{
			Sentence: "operand type matches element type of result", From: "aggregate", To: "input", Transform: elementOf,
		}},
		Assembly:    "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
		ResultNames: ir.NameResult("splat"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			return view.VerifyDynamicSizes(op, typeOf(ir.Cast[SplatOp](op).Aggregate()).Dims, op.NumOperands()-1)
		},
		Fold: foldSplat,
		Examples: []string{`func.func @f(%x: f32, %n: index) -> tensor<?x4xf32> {
  %0 = tensor.splat %x[%n] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`},
	}
}

func generate() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.generate",
		New:         ir.ByHand,
		Summary:     "a tensor from a function of the indices",
		Description: "The region gets the indices of an element and yields it.",
		Operands:    []ir.ValueDef{ir.VariadicIndex("dynamicExtents")},
		Results:     []ir.ValueDef{rankedTensor("result")},
		Regions:     []ir.RegionDef{{Name: "body", SingleBlock: true}},
		Traits:      ir.RecursiveMemoryEffects | ir.SingleBlock | ir.ImplicitTerminator,
		Interfaces:  ir.Interfaces{Terminator: YieldOp{}},
		Assembly:    "$dynamicExtents $body attr-dict `:` type($result)",
		ResultNames: ir.NameResult("generated"),
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			return view.VerifyDynamicSizes(op, typeOf(ir.Cast[GenerateOp](op).Result()).Dims, op.NumOperands())
		},
		VerifyRegions: func(op *ir.Operation) *ir.Diagnostic {
			t, body := typeOf(ir.Cast[GenerateOp](op).Result()), op.Body()
			for _, a := range body.ArgTypes() {
				if !ir.IndexConstraint.Check(a) {
					return op.PlainErrorf("all body arguments must be index")
				}
			}
			if body.NumArgs() != len(t.Dims) {
				return op.PlainErrorf("must have one body argument per input dimension")
			}
			if y := body.Back(); y.NumOperands() != 1 || ir.Cast[YieldOp](y).Value().Type() != t.Elem {
				return op.Errorf("body must be terminated with a `yield` operation of the tensor element type")
			}
			return nil
		},
		Patterns: generatePatterns,
		Examples: []string{`func.func @f(%n: index, %x: f32) -> tensor<?x4xf32> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`},
	}
}

func yield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "tensor.yield",
		Summary:     "an element",
		Description: "Ends the region of tensor.generate and tensor.pad.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "value", Type: ir.AnyType}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{GenerateOp{}, PadOp{}}},
		Assembly:    "$value attr-dict `:` type($value)",
	}
}
