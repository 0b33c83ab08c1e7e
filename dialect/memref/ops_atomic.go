package memref

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

func atomicRMW() *ir.OpDef {
	return &ir.OpDef{
		Kind: "memref.atomic_rmw",
		Implements: []ir.Implementation{ir.AccessesMemory(func(op *ir.Operation) ir.Access {
			combine := ir.Cast[AtomicRmwOp](op)
			return ir.TrailingAccess(ir.Read|ir.Write, combine.Memref(), combine.Indices(), combine.Value())
		}), sim.Moves("value")},
		Summary: "combine a value with an element atomically",
		Description: `Writes kind(element, value) to the element in one step and returns the value that
the element had before.`,
		Operands: []ir.ValueDef{
			{Name: "value", Type: atomicElement},
			{Name: "memref", Type: atomicMemRef, Effects: ir.Read | ir.Write},
			ir.VariadicIndex("indices"),
		},
		Results: []ir.ValueDef{{Name: "result", Type: atomicElement}},
		Attrs:   []ir.PropDef{{Name: "kind", Type: arith.AtomicRMWKind}},
		Constraints: []ir.Constraint{
			ir.AllTypesMatch{"value", "result"},
			ir.TypesMatchWith{Sentence: "value type matches element type of memref", From: "memref", To: "value", Transform: elementOf},
		},
		Assembly: "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
		Verify:   verifyAtomicRMW,
		Fold: func(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
			return FoldCastsExcept(op, ir.Cast[AtomicRmwOp](op).Value())
		},
		Examples: []string{`func.func @f(%m: memref<8xi32>, %v: i32, %i: index) -> i32 {
  %old = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<8xi32>) -> i32
  return %old : i32
}`},
	}
}

// AtomicRMWWord returns the word for the computation of a memref.atomic_rmw, such as
// "addi".
func AtomicRMWWord(op *ir.Operation) string { return arith.AtomicRMWKind.Word(op.Attr("kind")) }

func verifyAtomicRMW(op *ir.Operation) *ir.Diagnostic {
	atomicRMW := ir.Cast[AtomicRmwOp](op)
	if op.NumOperands()-2 != len(typeOf(atomicRMW.Memref()).Dims) {
		return op.Errorf("expects the number of subscripts to be equal to memref rank")
	}
	kind := AtomicRMWWord(op)
	_, isFloat := atomicRMW.Value().Type().(*ir.FloatType)
	switch kind {
	case "addf", "maximumf", "minimumf", "mulf":
		if !isFloat {
			return op.Errorf("with kind '%s' expects a floating-point type", kind)
		}
	case "addi", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori", "andi":
		if isFloat {
			return op.Errorf("with kind '%s' expects an integer type", kind)
		}
	}
	return nil
}

func genericAtomicRMW() *ir.OpDef {
	return &ir.OpDef{
		Kind: "memref.generic_atomic_rmw",
		Implements: []ir.Implementation{loweredAtomic, ir.AccessesMemory(func(op *ir.Operation) ir.Access {
			change := ir.Cast[GenericAtomicRmwOp](op)
			return ir.TrailingAccess(ir.Read|ir.Write, change.Memref(), change.Indices(), change.Result())
		})},
		Summary: "change an element atomically by a region",
		Description: `The region gets the element and yields its replacement, in one step. The result is
the element as it was before.`,
		Operands: []ir.ValueDef{
			{Name: "memref", Type: atomicMemRef, Effects: ir.Read | ir.Write},
			ir.VariadicIndex("indices"),
		},
		Results: []ir.ValueDef{{Name: "result", Type: atomicElement}},
		Regions: []ir.RegionDef{{Name: "atomic_body"}},
		Traits:  ir.SingleBlock | ir.ImplicitTerminator,
		Constraints: []ir.Constraint{
			ir.TypesMatchWith{Sentence: "result type matches element type of memref", From: "memref", To: "result", Transform: elementOf},
		},
		Interfaces: ir.Interfaces{Terminator: AtomicYieldOp{}},
		Form:       "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			m := p.Operand()
			indices := p.Operands("[]")
			p.Expect(":")
			mt, ok := ir.ParseTypeOf[*ir.MemRefType](p, p.Pos(), "builtin.memref")
			if !ok {
				return
			}
			p.Resolve(st, mt, m)
			p.ResolveEach(st, p.Context().Index(), indices)
			st.Regions = append(st.Regions, p.Region(nil, false))
			p.AttrDict(st)
			st.ResultTypes = []ir.Type{mt.Elem}
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			genericAtomicRMW := ir.Cast[GenericAtomicRmwOp](op)
			m := genericAtomicRMW.Memref()
			p.Str(" ").Operand(m).Str("[").Operands(genericAtomicRMW.Indices()).Str("] : ").Type(m.Type()).
				Str(" ").Region(genericAtomicRMW.AtomicBody(), true, true).AttrDict(op)
		},
		Verify: verifyGenericAtomicRMW,
		Examples: []string{`func.func @f(%m: memref<8xi32>, %i: index) -> i32 {
  %new = memref.generic_atomic_rmw %m[%i] : memref<8xi32> {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    memref.atomic_yield %y : i32
  }
  return %new : i32
}`},
	}
}

func verifyGenericAtomicRMW(op *ir.Operation) *ir.Diagnostic {
	body := op.Body()
	if body == nil || body.NumArgs() != 1 {
		return op.Errorf("expected single number of entry block arguments")
	}
	if ir.Cast[GenericAtomicRmwOp](op).Result().Type() != body.Arg(0).Type() {
		return op.Errorf("expected block argument of the same type result type")
	}
	var found *ir.Diagnostic
	ir.WalkPost(op, func(o *ir.Operation) ir.WalkResult {
		if o == op || ir.IsMemoryEffectFree(o) {
			return ir.Advance
		}
		found = o.PlainErrorf("body of 'memref.generic_atomic_rmw' should contain only operations with no side effects")
		return ir.Interrupt
	})
	return found
}

func atomicYield() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.atomic_yield",
		Summary:     "the new element",
		Description: "Ends the region of a memref.generic_atomic_rmw.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{GenericAtomicRmwOp{}}},
		Assembly:    "$result attr-dict `:` type($result)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if want, got := ir.Cast[GenericAtomicRmwOp](op.Parent()).Result().Type(), ir.Cast[AtomicYieldOp](op).Result().Type(); want != got {
				return op.Errorf("types mismatch between yield op: '%s' and its parent: '%s'", got, want)
			}
			return nil
		},
	}
}
