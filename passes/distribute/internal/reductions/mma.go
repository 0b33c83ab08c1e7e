package reductions

import (
	"slices"

	"optc/dialect/amdgpu"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/nvgpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
)

// tileProduct is a contraction that a matrix intrinsic computes. The intrinsic has the innermost
// iterators of rows, columns and depth; the other iterators are loops over the batches of a
// thread.
type tileProduct struct {
	*ireegpu.MMA
	maps  []affine.Map
	tile  [3]int // iterators m, n and k of the intrinsic
	depth []int  // iterators that are summed over
	parts [3]*vectorext.NestedLayout
}

// distributeMMA multiplies tile by tile with a matrix intrinsic.
//
//	vector.contract {iree.gpu.mma = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>} %a, %b, %c : vector<16x32xf16>, vector<32x16xf16> into vector<16x16xf32>
//	→ for each batch of the result, and then of the depth:
//	    %x = vector.shape_cast (vector.extract %part_of_a[0, 0]) to vector<4xf16>
//	    %c = amdgpu.mfma 16x16x16 %x * %y + %c blgp = none
func distributeMMA(d *core.Nested, op *ir.Operation, sig core.NestedSignature, mma *ireegpu.MMA) {
	contract := ir.Cast[vector.ContractOp](op)
	p := tileProduct{MMA: mma, maps: contract.IndexingMaps(), parts: [3]*vectorext.NestedLayout(sig.Operands)}
	if !matches(d, op, sig, &p) {
		return
	}
	acc := contract.Acc()
	l := p.parts[ireegpu.Acc]
	out := d.Zero(core.PartType(acc, l))
	part := d.PartOf(acc, l)
	lhs, rhs := d.PartOf(contract.Lhs(), sig.Operands[0]), d.PartOf(contract.Rhs(), sig.Operands[1])
	at := make([]int64, p.maps[0].NumDims) // batch of every iterator
	for offset := range core.PositionsIn(l.BatchTile) {
		for i, dim := range core.IteratorsOf(p.maps[ireegpu.Acc]) {
			at[dim] = offset[i]
		}
		c := vector.NewExtract(d.RW, part, offset...).Result()
		for depth := range core.PositionsIn(p.batches(p.depth)) {
			for i, dim := range p.depth {
				at[dim] = depth[i]
			}
			x, y := p.batch(d, lhs, ireegpu.LHS, at), p.batch(d, rhs, ireegpu.RHS, at)
			c = p.instruction(d, x, y, c)
		}
		out = vector.NewInsert(d.RW, c, out, offset...).Result()
	}
	d.ReplaceByParts(op, out)
}

// matches finds the iterators of the intrinsic, and reports whether the operands have the layouts
// that the intrinsic requires; if not, it leaves op undistributed.
func matches(d *core.Nested, op *ir.Operation, sig core.NestedSignature, p *tileProduct) bool {
	if !hasLanesOf(d, p.MMA, op) {
		return false
	}
	if p.Family == ireegpu.VDMFMA {
		return d.LeaveWhole(op, "is not distributed: %s is made of sparse instructions, for which there is no rule; iree_codegen.inner_tiled keeps it", p.Name)
	}
	p.findIterators()
	for i, name := range []string{"rows", "columns", "depth"} {
		if p.tile[i] < 0 {
			return d.LeaveWhole(op, "is not distributed: %s needs %s, but no iterator runs along them alone", p.Name, name)
		}
	}
	if vectorext.Recombine(sig.Operands[:2], p.maps[:2], affine.Identity(p.maps[0].NumDims)) == nil {
		return d.LeaveWhole(op, "is not distributed: lhs has %s and rhs has %s, which differ in a dimension that they share",
			sig.Operands[0].Stripped(), sig.Operands[1].Stripped())
	}
	for operand, dims := range [3][2]int{{p.tile[0], p.tile[2]}, {p.tile[2], p.tile[1]}, {p.tile[0], p.tile[1]}} {
		want, ok := p.Part(operand)
		if !ok {
			return d.LeaveWhole(op, "is not distributed: the layout of %s is not described", p.Name)
		}
		l := p.parts[operand]
		for i, dim := range core.IteratorsOf(p.maps[operand]) {
			o, t, s, e := int64(1), int64(1), int64(0), int64(1)
			if side := slices.Index(dims[:], dim); side >= 0 {
				o, t, s, e = want.Outer[side], want.Thread[side], want.ThreadStrides[side], want.Element[side]
			}
			if l.OuterTile[i] != o || l.ThreadTile[i] != t || t > 1 && l.ThreadStrides[i] != s || l.ElementTile[i] != e {
				return d.LeaveWhole(op, "is not distributed: %s has outer %d, thread %d of stride %d and element %d in dimension %d of operand #%d, but the layout is %s",
					p.Name, o, t, s, e, i, operand, l.Stripped())
			}
			if operand == ireegpu.Acc && !p.sameSubgroups(dim, i) {
				return d.LeaveWhole(op, "is not distributed: dimension %d of the result is in other subgroups than what it is computed from", i)
			}
		}
		if operand != ireegpu.RHS && p.Family == ireegpu.MMASync && slices.Index(core.IteratorsOf(p.maps[operand]), dims[0]) > slices.Index(core.IteratorsOf(p.maps[operand]), dims[1]) {
			return d.LeaveWhole(op, "is not distributed: %s takes no transposed operands", p.Name)
		}
	}
	return true
}

// findIterators finds the iterators of the intrinsic; an iterator is negative if none runs only
// along rows, only along columns or only along the depth.
func (p *tileProduct) findIterators() {
	p.tile = [3]int{-1, -1, -1}
	for dim := range p.maps[0].NumDims {
		var in [3]bool
		for operand, m := range p.maps {
			in[operand] = slices.Contains(core.IteratorsOf(m), dim)
		}
		switch in {
		case [3]bool{true, false, true}:
			p.tile[0] = dim
		case [3]bool{false, true, true}:
			p.tile[1] = dim
		case [3]bool{true, true, false}:
			p.tile[2] = dim
			p.depth = append(p.depth, dim)
		}
	}
}

// DepthOf returns the iterator of a contraction that runs along the depth of a matrix intrinsic.
func DepthOf(maps []affine.Map) (iterator int, ok bool) {
	p := tileProduct{maps: maps}
	p.findIterators()
	return p.tile[2], p.tile[2] >= 0
}

// sameSubgroups reports whether dimension i of the result is divided among the
// subgroups as the dimension of lhs or rhs is that has the same iterator.
func (p *tileProduct) sameSubgroups(iterator, i int) bool {
	acc, operand := p.parts[ireegpu.Acc], ireegpu.LHS
	j := slices.Index(core.IteratorsOf(p.maps[operand]), iterator)
	if j < 0 {
		operand = ireegpu.RHS
		j = slices.Index(core.IteratorsOf(p.maps[operand]), iterator)
	}
	l := p.parts[operand] // with as many batches, then
	return l.SubgroupTile[j] == acc.SubgroupTile[i] && l.SubgroupStrides[j] == acc.SubgroupStrides[i]
}

// batches returns the number of batches that a thread holds along iterators of lhs.
func (p *tileProduct) batches(iterators []int) []int64 {
	out := make([]int64, len(iterators))
	for i, dim := range iterators {
		out[i] = p.parts[ireegpu.LHS].BatchTile[slices.Index(core.IteratorsOf(p.maps[ireegpu.LHS]), dim)]
	}
	return out
}

// batch extracts one batch of a thread's part of an operand.
func (p *tileProduct) batch(d *core.Nested, part *ir.Value, operand int, at []int64) *ir.Value {
	var position []int64
	for _, dim := range core.IteratorsOf(p.maps[operand]) {
		position = append(position, at[dim])
	}
	return vector.NewExtract(d.RW, part, position...).Result()
}

// instruction multiplies one tile; x, y and c are the thread's parts.
func (p *tileProduct) instruction(d *core.Nested, x, y, c *ir.Value) *ir.Value {
	a, b := p.inRegisters(d, x, ireegpu.LHS), p.inRegisters(d, y, ireegpu.RHS)
	if p.ColMajor { // the transposed product
		a, b = b, a
	}
	sum := p.inRegisters(d, c, ireegpu.Acc)
	switch p.Family {
	case ireegpu.MMASync:
		sum = nvgpu.NewMmaSync(d.RW, []int64{p.M, p.N, p.K}, a, b, sum).Res()
	case ireegpu.WMMA, ireegpu.WMMAR3, ireegpu.WMMAR4:
		sum = amdgpu.NewWMMA(d.RW, p.M, p.N, p.K, a, b, sum).DestD()
	default:
		n := p.Instructions()
		for i := range n {
			sum = amdgpu.NewMFMA(d.RW, p.M, p.N, p.K/n, 1, p.share(d, a, i, n), p.share(d, b, i, n), sum).DestD()
		}
	}
	return d.ShapeCast(sum, c.Type().(*ir.VectorType).Dims)
}

// inRegisters casts to the vector that the instruction takes.
func (p *tileProduct) inRegisters(d *core.Nested, v *ir.Value, operand int) *ir.Value {
	t, _ := p.RegisterType(d.RW.Context(), operand)
	if p.Family == ireegpu.MMASync && operand == ireegpu.LHS {
		v = vector.NewTranspose(d.RW, d.ShapeCast(v, []int64{2, 2, t.Dims[1]}), []int64{1, 0, 2}).Result()
	}
	v = d.ShapeCast(v, t.Dims)
	if operand != ireegpu.Acc && p.Family == ireegpu.MFMA && t.Dims[0] == 1 {
		return vector.NewExtract(d.RW, v, 0).Result()
	}
	return v
}

// share returns the i-th of n equal parts of an operand.
func (p *tileProduct) share(d *core.Nested, v *ir.Value, i, n int64) *ir.Value {
	if n == 1 {
		return v
	}
	size := v.Type().(*ir.VectorType).Dims[0] / n
	return vector.NewExtractStridedSlice(d.RW, v, []int64{i * size}, []int64{size}).Result()
}

// hasLanesOf reports whether the last subgroup has the lanes that an instruction on matrices needs; if not, it leaves op.
func hasLanesOf(d *core.Nested, mma *ireegpu.MMA, op *ir.Operation) bool {
	rest := d.LanesOfPartialSubgroup()
	return rest%mma.Lanes == 0 || d.LeaveWhole(op, "is not distributed: %s needs %d lanes, but the last subgroup of the workgroup has %d", mma.Name, mma.Lanes, rest)
}
