package vector

import (
	"optc/ir"
	"optc/num"
)

var (
	maskedLoadPatterns    = []*ir.Pattern{unmaskedLoad("MaskedLoadFolder", MaskedLoadOp{})}
	maskedStorePatterns   = []*ir.Pattern{unmaskedStore("MaskedStoreFolder", MaskedStoreOp{})}
	expandLoadPatterns    = []*ir.Pattern{unmaskedLoad("ExpandLoadFolder", ExpandLoadOp{})}
	compressStorePatterns = []*ir.Pattern{unmaskedStore("CompressStoreFolder", CompressStoreOp{})}
	gatherPatterns        = []*ir.Pattern{
		{Name: "GatherFolder", Root: GatherOp{}, Rewrite: dropGather},
		{Name: "FoldContiguousGather", Root: GatherOp{}, Rewrite: contiguousGather},
	}
	scatterPatterns = []*ir.Pattern{
		{Name: "ScatterFolder", Root: ScatterOp{}, Rewrite: dropScatter},
		{Name: "FoldContiguousScatter", Root: ScatterOp{}, Rewrite: contiguousScatter},
	}
)

// unmaskedLoad is the pattern that replaces a load whose mask is true everywhere by a
// plain load, and a load whose mask is false everywhere by its passthru.
//
//	vector.maskedload %m[%i], %all, %p …  →  vector.load %m[%i] …
//
// Here and below the alignment is dropped, as upstream does.
func unmaskedLoad(name string, root MaskedLoading) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		load := op.Typed().(MaskedLoading)
		switch formatOf(load.Mask()) {
		case allTrue:
			rw.Replace(op, NewLoad(rw, load.Result().Type(), load.Base(), load.Indices()).Result())
		case allFalse:
			rw.Replace(op, load.PassThru())
		default:
			return false
		}
		return true
	}}
}

// unmaskedStore is the pattern that replaces a store whose mask is true everywhere by a
// plain store, and erases a store whose mask is false everywhere.
func unmaskedStore(name string, root MaskedStoring) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		store := op.Typed().(MaskedStoring)
		switch formatOf(store.Mask()) {
		case allTrue:
			NewStore(rw, store.ValueToStore(), store.Base(), store.Indices())
		case allFalse:
		default:
			return false
		}
		rw.Erase(op)
		return true
	}}
}

// dropGather replaces a gather whose mask is false everywhere by its passthru.
func dropGather(op *ir.Operation, rw *ir.Rewriter) bool {
	gather := ir.Cast[GatherOp](op)
	if formatOf(gather.Mask()) != allFalse || maskOf(op) != nil {
		return false
	}
	rw.Replace(op, gather.PassThru())
	return true
}

// dropScatter erases a scatter whose mask is all false.
func dropScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	scatter := ir.Cast[ScatterOp](op)
	if formatOf(scatter.Mask()) != allFalse || maskOf(op) != nil {
		return false
	}
	if op.NumResults() > 0 {
		rw.Replace(op, scatter.Base())
	} else {
		rw.Erase(op)
	}
	return true
}

// isZeroBasedRange reports whether an index vector is 0, 1, 2, ….
func isZeroBasedRange(v *ir.Value) bool {
	t := vectorOf(v)
	if len(t.Dims) != 1 || t.AnyScalable() {
		return false
	}
	if ir.DefiningOp[StepOp](v).Ok() {
		return true
	}
	d := elements(ir.ConstantValue(v))
	if d == nil {
		return false
	}
	for i := range d.NumElements() {
		n := num.IntFromBytes(ir.IntWidth(t.Elem), d.Element(i))
		if n.IsNegative() || !n.IsUint64() || n.Uint64() != uint64(i) {
			return false
		}
	}
	return true
}

// contiguousGather replaces a gather of consecutive elements by a masked load.
//
//	%i = vector.step : vector<4xindex>
//	vector.gather %m[%o] [%i], %k, %p …  →  vector.maskedload %m[%o], %k, %p …
func contiguousGather(op *ir.Operation, rw *ir.Rewriter) bool {
	gather := ir.Cast[GatherOp](op)
	base := gather.Base()
	if _, onMemRef := base.Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(gather.Indices()) || maskOf(op) != nil {
		return false
	}
	rw.Replace(op, NewMaskedLoad(rw, base, gather.Offsets(), gather.Mask(), gather.PassThru()).Result())
	return true
}

// contiguousScatter replaces a scatter to consecutive elements by a masked store.
func contiguousScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	scatter := ir.Cast[ScatterOp](op)
	base := scatter.Base()
	if _, onMemRef := base.Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(scatter.Indices()) || maskOf(op) != nil {
		return false
	}
	NewMaskedStore(rw, base, scatter.Offsets(), scatter.Mask(), scatter.ValueToStore())
	rw.Erase(op)
	return true
}
