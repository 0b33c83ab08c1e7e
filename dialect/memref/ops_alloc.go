package memref

import (
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/sim"
)

// allocLike completes the declaration of an allocation.
func allocLike(d *ir.OpDef) *ir.OpDef {
	d.Operands = []ir.ValueDef{ir.VariadicIndex("dynamicSizes"), ir.VariadicIndex("symbolOperands")}
	d.Results = []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Allocate}}
	d.Attrs = []ir.PropDef{alignmentDef()}
	d.Traits |= ir.AttrSizedOperandSegments
	d.Assembly = "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)"
	return d
}

func alloc() *ir.OpDef {
	return allocLike(&ir.OpDef{
		Kind:    "memref.alloc",
		New:     []string{"memref", "dynamicSizes", "symbolOperands", "alignment"},
		Summary: "allocate memory",
		Description: `Memory that lives until memref.dealloc. The operands in parentheses are the
unknown extents, the operands in brackets the symbols of the layout map. alignment
is in bytes.`,
		Implements:  []ir.Implementation{ofHost},
		Verify:      verifyAlloc,
		ResultNames: ir.NameResult("alloc"),
		Patterns:    allocPatterns,
		Examples: []string{`func.func @f(%n: index) -> memref<4x?xf32> {
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<4x?xf32>
  return %a : memref<4x?xf32>
}`},
	})
}

func alloca() *ir.OpDef {
	return allocLike(&ir.OpDef{
		Kind:    "memref.alloca",
		New:     []string{"memref", "dynamicSizes", "symbolOperands", "alignment"},
		Summary: "allocate memory on the stack",
		Description: `Memory that lives until control leaves the nearest enclosing operation with the
trait AutomaticAllocationScope.`,
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.Enclosing(func(p *ir.Operation) bool { return p.Has(ir.AutomaticAllocationScope) || p.IsForeign() }) == nil {
				return op.Errorf("requires an ancestor op with AutomaticAllocationScope trait")
			}
			return verifyAlloc(op)
		},
		ResultNames: ir.NameResult("alloca"),
		Patterns:    allocaPatterns,
	})
}

func verifyAlloc(op *ir.Operation) *ir.Diagnostic {
	alloc := op.Typed().(Allocation)
	t := typeOf(alloc.Memref())
	if d := view.VerifyDynamicSizes(op, t.Dims, len(alloc.DynamicSizes())); d != nil {
		return d
	}
	want, got := t.NumLayoutSymbols(), len(alloc.SymbolOperands())
	if got != want {
		return op.Errorf("symbol operand count does not equal memref symbol count: expected %d, got %d", want, got)
	}
	return nil
}

func dealloc() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.dealloc",
		Summary:     "free memory",
		Description: "Ends the life of memory from memref.alloc.",
		Implements:  []ir.Implementation{ofHost},
		Operands:    []ir.ValueDef{{Name: "memref", Type: ir.AnyRankedOrUnrankedMemRef, Effects: ir.Free}},
		Assembly:    "$memref attr-dict `:` type($memref)",
		Fold:        FoldCasts,
	}
}

func realloc() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.realloc",
		Summary: "change the size of allocated memory",
		Description: `Memory for another number of elements, with as many of the old contents as fit.
The source must not be used afterwards.`,
		Operands: []ir.ValueDef{
			{Name: "source", Type: memRef1D, Effects: ir.Free},
			{Name: "dynamicResultSize", Type: ir.IndexConstraint, Kind: ir.Optional},
		},
		Results:    []ir.ValueDef{{Name: "result", Type: memRef1D, Effects: ir.Allocate}},
		Attrs:      []ir.PropDef{alignmentDef()},
		Assembly:   "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
		Verify:     verifyRealloc,
		Patterns:   reallocPatterns,
		Implements: []ir.Implementation{ofHost, viewOfSource},
		Examples: []string{`func.func @f(%a: memref<4xf32>, %n: index) -> memref<?xf32> {
  %b = memref.realloc %a(%n) : memref<4xf32> to memref<?xf32>
  return %b : memref<?xf32>
}`},
	}
}

func verifyRealloc(op *ir.Operation) *ir.Diagnostic {
	realloc := ir.Cast[ReallocOp](op)
	source, result := typeOf(realloc.Source()), typeOf(realloc.Result())
	size := realloc.DynamicResultSize()
	switch {
	case !source.HasIdentityLayout():
		return op.PlainErrorf("unsupported layout for source memref type '%s'", source)
	case !result.HasIdentityLayout():
		return op.PlainErrorf("unsupported layout for result memref type '%s'", result)
	case source.Space != result.Space:
		return op.PlainErrorf("different memory spaces specified for source memref type '%s' and result memref type '%s'", source, result)
	case source.Elem != result.Elem:
		return op.PlainErrorf("different element types specified for source memref type '%s' and result memref type '%s'", source, result)
	case result.Dims[0] == ir.Dynamic && size == nil:
		return op.PlainErrorf("missing dimension operand for result type '%s'", result)
	case result.Dims[0] != ir.Dynamic && size != nil:
		return op.PlainErrorf("unnecessary dimension operand for result type '%s'", result)
	}
	return nil
}

func allocaScope() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "memref.alloca_scope",
		Summary: "limit the life of stack memory",
		Description: `Runs its region once; memory that memref.alloca allocates in it is freed at the
end. The operands of memref.alloca_scope.return are the results.`,
		Results:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Regions:    []ir.RegionDef{{Name: "bodyRegion", SingleBlock: true}},
		Traits:     ir.AutomaticAllocationScope | ir.SingleBlock | ir.ImplicitTerminator | ir.RecursiveMemoryEffects | ir.NoRegionArguments,
		Interfaces: ir.Interfaces{Terminator: AllocaScopeReturnOp{}, RegionBranch: scopeBranch},
		Form:       "(`->` type($results))? $bodyRegion attr-dict",
		Parse: func(p ir.OpParser, st *ir.OpState) {
			st.ResultTypes = p.OptionalArrowTypes()
			r := p.Region(nil, false)
			st.Regions = append(st.Regions, r)
			if p.Ok() {
				ir.EnsureTerminator(p.Builder(), r, AllocaScopeReturnOp{}, st.Loc)
			}
			p.AttrDict(st)
		},
		Print: func(p *ir.Printer, op *ir.Operation) {
			p.Str(" ")
			if op.NumResults() > 0 {
				p.Str(" -> (").Types(op.ResultTypes()).Str(")")
			}
			p.Str(" ").Region(ir.Cast[AllocaScopeOp](op).BodyRegion(), false, op.NumResults() > 0).AttrDict(op)
		},
		Patterns: allocaScopePatterns,
		Examples: []string{`func.func @f() -> index {
  %r = memref.alloca_scope -> (index) {
    %c = arith.constant 1 : index
    memref.alloca_scope.return %c : index
  }
  return %r : index
}`},
	}
}

var scopeBranch = &ir.RegionBranch{
	Successors: func(op *ir.Operation, from *ir.Region) []ir.RegionSuccessor {
		if from == nil {
			return []ir.RegionSuccessor{{Region: ir.Cast[AllocaScopeOp](op).BodyRegion()}}
		}
		return []ir.RegionSuccessor{{Inputs: op.ResultList()}}
	},
	EntryOperands: func(*ir.Operation, ir.RegionSuccessor) (lo, hi int) { return 0, 0 },
}

func allocaScopeReturn() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "memref.alloca_scope.return",
		Summary:     "results of memref.alloca_scope",
		Description: "Ends the region of a memref.alloca_scope.",
		Implements:  []ir.Implementation{sim.Moves()},
		Operands:    []ir.ValueDef{{Name: "results", Type: ir.AnyType, Kind: ir.Variadic}},
		Traits:      ir.Pure | ir.ReturnLike | ir.Terminator,
		Constraints: []ir.Constraint{ir.HasParent{AllocaScopeOp{}}},
		Assembly:    "attr-dict ($results^ `:` type($results))?",
	}
}
