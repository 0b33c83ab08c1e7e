package vector

import (
	"encoding/binary"

	"optc/ir"
)

var (
	maskedLoadPatterns    = []*ir.Pattern{unmasked("MaskedLoadFolder", MaskedLoad)}
	maskedStorePatterns   = []*ir.Pattern{unmasked("MaskedStoreFolder", MaskedStore)}
	expandLoadPatterns    = []*ir.Pattern{unmasked("ExpandLoadFolder", ExpandLoad)}
	compressStorePatterns = []*ir.Pattern{unmasked("CompressStoreFolder", CompressStore)}
	gatherPatterns        = []*ir.Pattern{
		{Name: "GatherFolder", Root: Gather, Rewrite: dropMasked},
		{Name: "FoldContiguousGather", Root: Gather, Rewrite: contiguousGather},
	}
	scatterPatterns = []*ir.Pattern{
		{Name: "ScatterFolder", Root: Scatter, Rewrite: dropMasked},
		{Name: "FoldContiguousScatter", Root: Scatter, Rewrite: contiguousScatter},
	}
)

// unmasked is the pattern that replaces an access whose mask is all true by a
// plain one, and drops one whose mask is all false.
//
//	vector.maskedload %m[%i], %all, %p …  →  vector.load %m[%i] …
//
// Here and below the alignment gets lost, as it does upstream.
func unmasked(name string, root ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: name, Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		if formatOf(op.Operand(op.NumOperands()-2)) != allTrue {
			return dropMasked(op, rw)
		}
		vs := op.Operands()
		address, value := vs[:len(vs)-2], vs[len(vs)-1]
		if op.NumResults() > 0 {
			rw.ReplaceOp(op, Load, address, op.ResultTypes())
		} else {
			rw.ReplaceOp(op, Store, append([]*ir.Value{value}, address...), []ir.Type{})
		}
		return true
	}}
}

// dropMasked replaces a read whose mask is all false by its last operand and
// erases such a write.
func dropMasked(op *ir.Operation, rw *ir.Rewriter) bool {
	n := op.NumOperands()
	if formatOf(op.Operand(n-2)) != allFalse || maskOf(op) != nil {
		return false
	}
	switch {
	case Scatter.Is(op) && op.NumResults() > 0:
		rw.Replace(op, op.Operand(0))
	case op.NumResults() > 0:
		rw.Replace(op, op.Operand(n-1))
	default:
		rw.Erase(op)
	}
	return true
}

// isZeroBasedRange tells whether an index vector is 0, 1, 2, ….
func isZeroBasedRange(v *ir.Value) bool {
	t := vectorOf(v)
	if len(t.Dims) != 1 || t.AnyScalable() {
		return false
	}
	if definedBy(v, Step) != nil {
		return true
	}
	d := elements(ir.ConstantValue(v))
	if d == nil {
		return false
	}
	for i := range d.NumElements() {
		var raw [8]byte
		copy(raw[:], d.Element(i))
		if binary.LittleEndian.Uint64(raw[:]) != uint64(i) {
			return false
		}
	}
	return true
}

// contiguousGather reads consecutive elements at once.
//
//	%i = vector.step : vector<4xindex>
//	vector.gather %m[%o] [%i], %k, %p …  →  vector.maskedload %m[%o], %k, %p …
func contiguousGather(op *ir.Operation, rw *ir.Rewriter) bool {
	vs := op.Operands()
	n := len(vs)
	if _, onMemRef := vs[0].Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(vs[n-3]) || maskOf(op) != nil {
		return false
	}
	rw.ReplaceOp(op, MaskedLoad, append(vs[:n-3:n-3], vs[n-2:]...), op.ResultTypes())
	return true
}

// contiguousScatter writes consecutive elements at once.
func contiguousScatter(op *ir.Operation, rw *ir.Rewriter) bool {
	vs := op.Operands()
	n := len(vs)
	if _, onMemRef := vs[0].Type().(*ir.MemRefType); !onMemRef || !isZeroBasedRange(vs[n-3]) || maskOf(op) != nil {
		return false
	}
	rw.ReplaceOp(op, MaskedStore, append(vs[:n-3:n-3], vs[n-2:]...), []ir.Type{})
	return true
}
