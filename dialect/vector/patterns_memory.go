package vector

import (
	"optc/ir"
	"optc/num"
)

var (
	maskedLoadPatterns    = []*ir.Pattern{unmaskedLoad("MaskedLoadFolder", MaskedLoad)}
	maskedStorePatterns   = []*ir.Pattern{unmaskedStore("MaskedStoreFolder", MaskedStore)}
	expandLoadPatterns    = []*ir.Pattern{unmaskedLoad("ExpandLoadFolder", ExpandLoad)}
	compressStorePatterns = []*ir.Pattern{unmaskedStore("CompressStoreFolder", CompressStore)}
	gatherPatterns        = []*ir.Pattern{
		{Name: "GatherFolder", Root: Gather, Rewrite: dropGather},
		{Name: "FoldContiguousGather", Root: Gather, Rewrite: contiguousGather},
	}
	scatterPatterns = []*ir.Pattern{
		{Name: "ScatterFolder", Root: Scatter, Rewrite: dropScatter},
		{Name: "FoldContiguousScatter", Root: Scatter, Rewrite: contiguousScatter},
	}
)

// unmaskedLoad is the pattern that replaces a load whose mask is true everywhere by a
// plain load, and a load whose mask is false everywhere by its passthru.
//
//	vector.maskedload %m[%i], %all, %p …  →  vector.load %m[%i] …
//
// Here and below the alignment is dropped, as upstream does.
func unmaskedLoad(name string, k maskedLoadKind) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: k, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		switch formatOf(k.Mask(op)) {
		case allTrue:
			rw.Replace(op, Load.Build(rw, k.Result(op).Type(), k.Base(op), k.Indices(op)))
		case allFalse:
			rw.Replace(op, k.PassThru(op))
		default:
			return false
		}
		return true
	}}
}

// unmaskedStore is the pattern that replaces a store whose mask is true everywhere by a
// plain store, and erases a store whose mask is false everywhere.
func unmaskedStore(name string, k maskedStoreKind) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: k, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		switch formatOf(k.Mask(op)) {
		case allTrue:
			Store.Build(rw, k.ValueToStore(op), k.Base(op), k.Indices(op))
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
	if formatOf(Gather.Mask(op)) != allFalse || maskOf(op) != nil {
		return false
	}
	rw.Replace(op, Gather.PassThru(op))
	return true
}

// dropScatter erases a scatter whose mask is all false.
func dropScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	if formatOf(Scatter.Mask(op)) != allFalse || maskOf(op) != nil {
		return false
	}
	if op.NumResults() > 0 {
		rw.Replace(op, Scatter.Base(op))
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
	if Step.DefiningOp(v) != nil {
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
	base := Gather.Base(op)
	if _, onMemRef := base.Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(Gather.Indices(op)) || maskOf(op) != nil {
		return false
	}
	rw.Replace(op, MaskedLoad.Build(rw, base, Gather.Offsets(op), Gather.Mask(op), Gather.PassThru(op)))
	return true
}

// contiguousScatter replaces a scatter to consecutive elements by a masked store.
func contiguousScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	base := Scatter.Base(op)
	if _, onMemRef := base.Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(Scatter.Indices(op)) || maskOf(op) != nil {
		return false
	}
	MaskedStore.Build(rw, base, Scatter.Offsets(op), Scatter.Mask(op), Scatter.ValueToStore(op))
	rw.Erase(op)
	return true
}
