package gpu

import (
	"optc/dialect/memref"
	"optc/ir"
)

func alloc() *ir.OpDef {
	return async(&ir.OpDef{
		Kind:    "gpu.alloc",
		Summary: "allocate memory of the device",
		Description: `The operands in parentheses are the unknown extents, the operands in brackets the
symbols of the layout map. host_shared memory is visible to the host.`,
		Operands: []ir.ValueDef{ir.VariadicIndex("dynamicSizes"), ir.VariadicIndex("symbolOperands")},
		Results:  []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Allocate}},
		Attrs:    []ir.PropDef{{Name: "hostShared", Type: ir.UnitConstraint, Optional: true}},
		Traits:   ir.AttrSizedOperandSegments,
		Assembly: "(` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			alloc := ir.Cast[AllocOp](op)
			t := alloc.Memref().Type().(*ir.MemRefType)
			if got, want := len(alloc.DynamicSizes()), numDynamic(t.Dims); got != want {
				return op.Errorf("incorrect number of dynamic sizes, has %d, expected %d", got, want)
			}
			if len(alloc.SymbolOperands()) != t.NumLayoutSymbols() {
				return op.Errorf("symbol operand count does not equal memref symbol count")
			}
			return nil
		},
		Patterns: []*ir.Pattern{{Name: "simplify-dim-of-alloc", Root: memref.DimOp{}, Rewrite: simplifyDimOfAlloc}},
	})
}

func numDynamic(dims []int64) int {
	n := 0
	for _, d := range dims {
		if d == ir.Dynamic {
			n++
		}
	}
	return n
}

// simplifyDimOfAlloc finds an extent among the operands of the allocation.
//
//	%m = gpu.alloc (%n) : memref<4x?xf32>; memref.dim %m, %c1  →  %n
func simplifyDimOfAlloc(op *ir.Operation, rw *ir.Rewriter) bool {
	dim := ir.Cast[memref.DimOp](op)
	source := ir.DefiningOp[AllocOp](dim.Source())
	t, ok := dim.Source().Type().(*ir.MemRefType)
	i, constant := dim.ConstantIndex()
	if !ok || !constant || !source.Ok() {
		return false
	}
	if i < 0 || i >= int64(len(t.Dims)) || t.Dims[i] != ir.Dynamic {
		return false
	}
	rw.Replace(op, source.DynamicSizes()[numDynamic(t.Dims[:i])])
	return true
}

func dealloc() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.dealloc", Summary: "free memory of the device", Description: "Ends the life of memory from gpu.alloc.",
		Operands: []ir.ValueDef{{Name: "memref", Type: ir.AnyMemRef, Effects: ir.Free}},
		Assembly: "$memref attr-dict `:` type($memref)",
	})
}

func memcpy() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.memcpy", Summary: "copy memory",
		Description: "Copies src to dst, which have compatible shapes and the same element type.",
		Operands: []ir.ValueDef{
			{Name: "dst", Type: ir.AnyMemRef, Effects: ir.Write},
			{Name: "src", Type: ir.AnyMemRef, Effects: ir.Read},
		},
		Assembly: "$dst `,` $src `:` type($dst) `,` type($src) attr-dict",
		Implements: []ir.Implementation{ir.Accessing.By(func(op *ir.Operation) []ir.Access {
			copied := ir.Cast[MemcpyOp](op)
			return []ir.Access{{Kind: ir.Write, Memory: copied.Dst()}, {Kind: ir.Read, Memory: copied.Src()}}
		})},
		Fold:     memref.FoldCasts,
		Verify:   verifyMemcpy,
		Patterns: []*ir.Pattern{{Name: "erase-trivial-copy", Root: MemcpyOp{}, Rewrite: eraseTrivialCopy}},
	})
}

func verifyMemcpy(op *ir.Operation) *ir.Diagnostic {
	memcpy := ir.Cast[MemcpyOp](op)
	dst := memcpy.Dst().Type().(ir.ShapedType)
	src := memcpy.Src().Type().(ir.ShapedType)
	if src.ElementType() != dst.ElementType() {
		return op.Errorf("arguments have incompatible element type")
	}
	if !ir.CompatibleShape(src, dst) {
		return op.Errorf("arguments have incompatible shape")
	}
	return nil
}

// eraseTrivialCopy removes a copy into newly allocated memory that is never read.
//
//	%m = gpu.alloc (); gpu.memcpy %m, %x; gpu.dealloc %m  →  no copy
func eraseTrivialCopy(op *ir.Operation, rw *ir.Rewriter) bool {
	dst := ir.Cast[MemcpyOp](op).Dst()
	if dst.DefiningOp() == nil || !onlyEffect(dst.DefiningOp(), dst, ir.Allocate) {
		return false
	}
	for u := dst.FirstUse(); u != nil; u = u.Next() {
		if user := u.Owner(); user != op && !onlyEffect(user, dst, ir.Free) {
			return false
		}
	}
	tokens := op.OperandGroup(asyncDependencies)
	if len(tokens) > 1 || (len(tokens) == 1) != (Token(op) != nil) {
		return false
	}
	rw.Replace(op, tokens...)
	return true
}

// onlyEffect reports whether an operation has exactly one effect on a value, and that
// effect is of the given kind.
func onlyEffect(op *ir.Operation, v *ir.Value, kind ir.EffectKinds) bool {
	n, other := 0, false
	known := ir.VisitEffects(op, func(e ir.Effect) bool {
		if e.Value == v {
			n++
			other = other || e.Kind != kind
		}
		return true
	})
	return known && n == 1 && !other
}

func memset() *ir.OpDef {
	return async(&ir.OpDef{
		Kind: "gpu.memset", Summary: "fill memory", Description: "Stores value into every element of dst.",
		Operands: []ir.ValueDef{{Name: "dst", Type: ir.AnyMemRef, Effects: ir.Write}, {Name: "value", Type: ir.AnyType}},
		Constraints: []ir.Constraint{ir.AllMatch{Names: []string{"dst", "value"}, Text: "element type", Of: func(t ir.Type) any {
			return ir.ElementOrSelf(t)
		}}},
		Assembly: "$dst `,` $value `:` type($dst) `,` type($value) attr-dict",
		Implements: []ir.Implementation{ir.AccessesMemory(func(op *ir.Operation) ir.Access {
			return ir.Access{Kind: ir.Write, Memory: ir.Cast[MemsetOp](op).Dst()}
		})},
		Fold: memref.FoldCasts,
	})
}

func hostRegister() *ir.OpDef {
	return registration(HostRegisterOp{}, "make host memory accessible", "The device may access the memory from now on.")
}
func hostUnregister() *ir.OpDef {
	return registration(HostUnregisterOp{}, "end the access to host memory", "Undoes gpu.host_register.")
}

func registration(kind ir.OpKind, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: description,
		Operands: []ir.ValueDef{{Name: "value", Type: unrankedMemRef}},
		Assembly: "$value attr-dict `:` type($value)",
	}
}

// writes are the effects of operations that change a state outside memory.
func writes(*ir.Operation) []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }

func setDefaultDevice() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.set_default_device", Summary: "choose the device",
		Description: "Operations after it run on the device of that number.",
		Operands:    []ir.ValueDef{{Name: "devIndex", Type: ir.I32Constraint}},
		Assembly:    "attr-dict $devIndex",
		Effects:     writes,
	}
}

func dynamicSharedMemory() *ir.OpDef {
	return &ir.OpDef{
		Kind: "gpu.dynamic_shared_memory", Summary: "workgroup memory sized at launch",
		Description: "The bytes that dynamic_shared_memory_size of the launch reserves.",
		Results:     []ir.ValueDef{{Name: "resultMemref", Type: bytes1D}},
		Traits:      ir.Pure,
		Assembly:    "attr-dict `:` type($resultMemref)",
		Verify: func(op *ir.Operation) *ir.Diagnostic {
			if op.Enclosing(func(p *ir.Operation) bool { return p.Has(ir.SymbolTable) }) == nil {
				return op.Errorf("must be inside an op with symbol table")
			}
			t := ir.Cast[DynamicSharedMemoryOp](op).ResultMemref().Type().(*ir.MemRefType)
			if is, _ := inSpace(t.Space, Workgroup); !is {
				return op.Errorf("address space must be address_space<workgroup>")
			}
			if numDynamic(t.Dims) == 0 {
				return op.Errorf("result memref type must be memref<?xi8, #gpu.address_space<workgroup>>")
			}
			return nil
		},
	}
}
