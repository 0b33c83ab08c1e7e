package vectorext

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// foldTransfer simplifies a transfer by the operations that define index operands and the
// mask. It changes the operation in place (IREE VectorExtOps.cpp).
//
//	%b = vector.broadcast %x : vector<64xindex> to vector<32x64xindex>
//	… [%b : vector<32x64xindex>] {… affine_map<(d0, d1)[s0] -> (d0, d1)>}
//	→ … [%x : vector<64xindex>] {… affine_map<(d0, d1)[s0] -> (d1)>}
//
// A vector.transpose is replaced by a permutation of the map; a vector.step makes its
// dimension contiguous; a mask that is true everywhere is dropped.
func foldTransfer(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := Transfer{op}
	changed := false
	if t.Unified() {
		for t.dropTrueMask() || t.foldOperand() || t.foldStep() {
			changed = true
		}
	} else {
		for t.foldIndexVec() || t.foldIndexStep() {
			changed = true
		}
	}
	return ir.FoldResult{InPlace: changed}
}

// setMaps replaces indexing_maps.
func (t Transfer) setMaps(maps []affine.Map) {
	t.SetAttr(indexingMaps, t.Base().Type().Context().AffineMaps(maps))
}

// dropTrueMask removes a mask that is a constant splat of true.
func (t Transfer) dropTrueMask() bool {
	m := t.Mask()
	if m == nil || !isBoolSplat(m, true) {
		return false
	}
	maps := t.Maps()
	t.setOperands(t.Offsets(), t.IndexVecs(), nil)
	t.setMaps(maps[:len(maps)-1])
	return true
}

func isBoolSplat(v *ir.Value, want bool) bool {
	d, ok := ir.ConstantValue(v).(*ir.DenseAttr)
	if !ok || !d.Splat {
		return false
	}
	return (d.Raw[0]&1 != 0) == want
}

// throughProducer skips a broadcast or transpose that defines v, whose elements are
// selected by the results of m. wantVector excludes a broadcast of a scalar.
func throughProducer(v *ir.Value, m affine.Map, wantVector bool) (source *ir.Value, sourceMap affine.Map, ok bool) {
	def := v.DefiningOp()
	switch def := def.Typed().(type) {
	case vector.BroadcastOp:
		source = def.Source()
		vec, isVec := source.Type().(*ir.VectorType)
		if !isVec {
			return source, m.WithResults(nil), !wantVector
		}
		// A dimension of size 1 that is stretched would need another index.
		shape := vectorOf(v).Dims
		if !slices.Equal(vec.Dims, shape[len(shape)-len(vec.Dims):]) {
			return nil, m, false
		}
		return source, m.WithResults(m.Results[len(m.Results)-len(vec.Dims):]), true
	case vector.TransposeOp:
		perm := def.Permutation()
		// Result dim i of the transpose is source dim perm[i].
		results := make([]affine.Expr, len(perm))
		for i, p := range perm {
			results[p] = m.Results[i]
		}
		return def.Vector(), m.WithResults(results), true
	}
	return nil, m, false
}

// foldOperand replaces one index operand or the mask by the source of its
// broadcast or transpose.
func (t Transfer) foldOperand() bool {
	maps, vecs := slices.Clone(t.Maps()), t.IndexVecs()
	for k, v := range vecs {
		if source, m, ok := throughProducer(v, maps[1+k], false); ok {
			vecs[k], maps[1+k] = source, m
			t.setOperands(t.Offsets(), vecs, t.Mask())
			t.setMaps(maps)
			return true
		}
	}
	if mask := t.Mask(); mask != nil {
		last := len(maps) - 1
		if source, m, ok := throughProducer(mask, maps[last], true); ok {
			maps[last] = m
			t.setOperands(t.Offsets(), vecs, source)
			t.setMaps(maps)
			return true
		}
	}
	return false
}

// foldStep makes a dimension that is indexed by vector.step contiguous.
func (t Transfer) foldStep() bool {
	maps, vecs := slices.Clone(t.Maps()), t.IndexVecs()
	for k, v := range vecs {
		m := maps[1+k]
		if !ir.DefiningOp[vector.StepOp](v).Ok() || len(m.Results) != 1 {
			continue
		}
		t.dropIndexVec(k, m.Results[0], t.Offsets())
		return true
	}
	return false
}

// dropIndexVec removes index operand k and replaces its symbol by expr.
func (t Transfer) dropIndexVec(k int, expr affine.Expr, offsets []*ir.Value) {
	vecs := slices.Delete(t.IndexVecs(), k, k+1)
	maps := slices.Delete(slices.Clone(t.Maps()), 1+k, 2+k)
	symbols := make([]affine.Expr, len(vecs)+1)
	for s := range symbols {
		switch {
		case s < k:
			symbols[s] = affine.Symbol(s)
		case s == k:
			symbols[s] = expr
		default:
			symbols[s] = affine.Symbol(s - 1)
		}
	}
	for i, m := range maps {
		maps[i] = m.ReplaceSymbols(symbols, len(vecs))
	}
	t.setOperands(offsets, vecs, t.Mask())
	t.setMaps(maps)
}

// foldIndexVec is foldOperand for the per-dimension form.
func (t Transfer) foldIndexVec() bool {
	maps, vecs := slices.Clone(t.IndexedMaps()), t.IndexVecs()
	for i, v := range vecs {
		if source, m, ok := throughProducer(v, maps[i], true); ok {
			vecs[i], maps[i] = source, m
			t.setOperands(t.Offsets(), vecs, t.Mask())
			t.SetAttr(indexedMaps, t.Base().Type().Context().AffineMaps(maps))
			return true
		}
	}
	return false
}

// foldIndexStep makes a memory dimension contiguous if its index operand is a vector.step
// along that dimension; a step along another dimension is a diagonal and is kept.
func (t Transfer) foldIndexStep() bool {
	maps := t.IndexedMaps()
	i := 0
	for k, indexed := range t.Indexed() {
		if !indexed {
			continue
		}
		if ir.DefiningOp[vector.StepOp](t.IndexVecs()[i]).Ok() && len(maps[i].Results) == 1 {
			if d, _ := maps[i].Results[0].IsDim(); d == k {
				t.dropIndexed(k, i, t.Offsets())
				return true
			}
		}
		i++
	}
	return false
}

// dropIndexed makes memory dimension k, the i-th with an index operand, contiguous.
func (t Transfer) dropIndexed(k, i int, offsets []*ir.Value) {
	c := t.Base().Type().Context()
	indexed := t.Indexed()
	indexed[k] = false
	maps := slices.Delete(slices.Clone(t.IndexedMaps()), i, i+1)
	t.setOperands(offsets, slices.Delete(t.IndexVecs(), i, i+1), t.Mask())
	t.SetAttr(indexedAttr, c.BoolArray(indexed))
	t.SetAttr(indexedMaps, c.AffineMaps(maps))
}
