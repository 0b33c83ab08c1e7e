package gpu

import (
	"fmt"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/ir"
	"optc/num"
)

// notPassed returns the reason why argument i of a function, a memref, cannot be an argument of a kernel, or nil.
func notPassed(f *ir.Operation, i int, t *ir.MemRefType) *ir.Diagnostic {
	multiples := gpu.MultiplesOf(f, i)
	if multiples != nil && (len(multiples) != len(t.Dims) || slices.Min(multiples) < 1) {
		return f.Errorf("expected 'gpu.multiples' of argument %d to hold a positive number for each of %d dimensions, but got [%s]", i, len(t.Dims), num.JoinInts(multiples)).WithCode("gpu.kernel")
	}
	for d, n := range t.Dims {
		if multiples != nil && n != ir.Dynamic && n%multiples[d] != 0 {
			return f.Errorf("has argument %d of type '%s', whose extent %d is no multiple of %d, as 'gpu.multiples' says", i, t, d, multiples[d]).WithCode("gpu.kernel")
		}
	}
	if !slices.Contains(t.Dims, ir.Dynamic) {
		return nil
	}
	if !t.HasIdentityLayout() {
		return f.Errorf("has argument %d of type '%s', whose strides do not follow from its extents", i, t).WithCode("gpu.kernel").
			HintNote(f.Loc(), "a kernel takes the extents of arrays in row-major order: write the type without a layout")
	}
	for use := f.Body().Arg(i).FirstUse(); use != nil; use = use.Next() {
		if dim := ir.As[memref.DimOp](use.Owner()); dim.Ok() {
			if d, ok := dim.ConstantIndex(); !ok || d < 0 || d >= int64(len(t.Dims)) {
				return use.Owner().Errorf("expected a constant dimension from 0 to %d of an argument of a kernel, but got another", len(t.Dims)-1).WithCode("gpu.kernel").
					HintNote(use.Owner().Loc(), "take the extent of every dimension by a constant, and select among them")
			}
		}
	}
	return nil
}

// passExtents makes the extents that the types of the arguments of a kernel leave open arguments of their own. The kernel then gets the
// address of the array only, and makes the memref of it.
//
//	gpu.func @f(%x: memref<?x8xf32>)
//	→
//	gpu.func @f(%at: memref<f32> {gpu.array = memref<?x8xf32>}, %n: index {gpu.extent = array<i64: 0, 0>}) {
//	  %x = memref.reinterpret_cast %at to offset: [0], sizes: [%n, 8], strides: [8, 1] : memref<f32> to memref<?x8xf32>
func passExtents(rw *ir.Rewriter, kernel gpu.FuncOp) {
	op := kernel.Operation()
	body, c := op.Body(), ir.ContextOf(op)
	front := body.Front()
	for i, a := range slices.Clone(body.Args()) {
		t, ok := a.Type().(*ir.MemRefType)
		if !ok || !slices.Contains(t.Dims, ir.Dynamic) {
			continue
		}
		rw.Before(front).Loc = a.Location()
		sizes := make([]ir.Mixed, len(t.Dims))
		var added []int // dimensions
		for d, n := range t.Dims {
			sizes[d].Const = n
			if n == ir.Dynamic {
				v := body.AddArg(c.Index(), a.Location())
				if name := a.NameHint(); name != "" {
					v.SetNameHint(fmt.Sprintf("%s_extent_%d", name, d))
				}
				sizes[d], added = ir.Mixed{Value: v}, append(added, d)
			}
		}
		address := ir.MemRef(nil, t.Elem, nil, t.Space)
		rw.Modify(op, func() {
			a.SetType(address)
			kernel.SetFunctionType(c.Function(body.ArgTypes(), nil))
			gpu.SetArray(op, i, t)
			for k, d := range added {
				gpu.SetExtent(op, len(body.Args())-len(added)+k, i, d)
			}
		})
		view := memref.NewReinterpretCast(rw, t, a, []ir.Mixed{{}}, sizes, rowMajor(rw, sizes)).Result()
		a.ReplaceUsesIf(view, func(use *ir.OpOperand) bool { return use.Owner() != view.DefiningOp() })
		for use := view.FirstUse(); use != nil; {
			dim := ir.As[memref.DimOp](use.Owner())
			use = use.Next()
			if d, known := dimensionOf(dim); known && sizes[d].Value != nil {
				rw.Replace(dim.Operation(), sizes[d].Value)
			}
		}
	}
}

// dimensionOf returns the dimension whose extent an operation returns.
func dimensionOf(dim memref.DimOp) (d int64, known bool) {
	if !dim.Ok() {
		return 0, false
	}
	return dim.ConstantIndex()
}

// rowMajor returns the strides of an array in row-major order.
func rowMajor(rw *ir.Rewriter, sizes []ir.Mixed) []ir.Mixed {
	strides := make([]ir.Mixed, len(sizes))
	stride := ir.Mixed{Const: 1}
	for d, size := range slices.Backward(sizes) {
		strides[d] = stride
		switch {
		case d == 0:
		case size.Value == nil && stride.Value == nil:
			stride.Const *= size.Const
		case stride.IsConst(1):
			stride = size
		case !size.IsConst(1):
			stride = ir.Mixed{Value: arith.NewMulI(rw, asValue(rw, stride), asValue(rw, size)).Result()}
		}
	}
	return strides
}

// asValue returns an index that may be a constant.
func asValue(rw *ir.Rewriter, m ir.Mixed) *ir.Value {
	if m.Value == nil {
		return arith.ConstantIndex(rw, m.Const)
	}
	return m.Value
}
