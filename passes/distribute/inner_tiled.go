package distribute

import (
	"slices"

	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

// distributeInnerTiled replaces the operands of the product by the parts of a thread: its
// batches in the outer dimensions, and in the tiles the registers of the intrinsic, in
// the order of the intrinsic (IREE GPUNestedLayoutDistributionPatterns.cpp, where layouts
// are not compared with the intrinsic's and tiles stay permuted).
//
//	iree_codegen.inner_tiled ins(%a, %b) outs(%c) {… semantics = <distributed = false …>} : vector<2x3x16x16xf16>, …
//	→ iree_codegen.inner_tiled ins(%x, %y) outs(%z) {… semantics = <distributed = true …>} : vector<2x3x1x4xf16>, …
func distributeInnerTiled(d *distributor, op *ir.Operation, sig signature) {
	innerTiled := ir.Cast[ireecodegen.InnerTiledOp](op)
	inputs, outputs := innerTiled.Inputs(), innerTiled.Outputs()
	if !d.isTiledFor(innerTiled, sig) {
		return
	}
	parts := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		parts[i] = d.inRegisters(innerTiled, i, d.unpacked(d.partOf(v, sig.operands[i]), sig.operands[i]))
	}
	product := innerTiled.Distributed(d.rw, parts[:len(inputs)], parts[len(inputs):])
	results := make([]*ir.Value, len(outputs))
	for i, l := range sig.results {
		results[i] = d.packed(d.fromRegisters(innerTiled, len(inputs)+i, product.Results()[i], l), l)
	}
	d.replaceByParts(op, results...)
}

// inRegisters brings a thread's part of an operand's tiles into the order of the
// intrinsic, and into the shape of its registers unless only the number of elements
// matters.
func (d *distributor) inRegisters(innerTiled ireecodegen.InnerTiledOp, operand int, part *ir.Value) *ir.Value {
	if perm := inTileOrder(innerTiled, operand); perm != nil {
		part = vector.NewTranspose(d.rw, part, perm).Result()
	}
	if t, _ := innerTiled.KindAttr().RegisterType(d.rw.Context(), operand); len(t.Dims) > 1 && !innerTiled.Semantics().Opaque {
		part = d.shapeCast(part, slices.Concat(part.Type().(*ir.VectorType).Dims[:innerTiled.OuterRank(operand)], t.Dims))
	}
	return part
}

// fromRegisters is the inverse of inRegisters, for a result of some layout.
func (d *distributor) fromRegisters(innerTiled ireecodegen.InnerTiledOp, operand int, result *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	shape, perm := slices.Clone(l.DistributedUnpackedShape()), inTileOrder(innerTiled, operand)
	if perm == nil {
		return d.shapeCast(result, shape)
	}
	last := len(shape) - 1
	shape[last-1], shape[last] = shape[last], shape[last-1]
	return vector.NewTranspose(d.rw, d.shapeCast(result, shape), perm).Result() // which is its own inverse
}

// inTileOrder returns the permutation of the dimensions of an operand that brings its
// tile into the order of the intrinsic; nil if it is in that order.
func inTileOrder(innerTiled ireecodegen.InnerTiledOp, operand int) []int64 {
	if !innerTiled.IsTransposed(operand) {
		return nil
	}
	outer := int64(innerTiled.OuterRank(operand))
	var perm []int64
	for d := range outer {
		perm = append(perm, d)
	}
	return append(perm, outer+1, outer)
}

// isTiledFor reports whether the layouts of an inner_tiled suit its intrinsic; if not, it leaves
// the operation. The layout of a tile must be the layout of the intrinsic, without batches and subgroups. An
// outer dimension is divided among batches and, unless it is summed over, subgroups.
func (d *distributor) isTiledFor(innerTiled ireecodegen.InnerTiledOp, sig signature) bool {
	op := innerTiled.Operation()
	mma, maps := innerTiled.KindAttr(), innerTiled.IndexingMaps()
	if innerTiled.Semantics().Distributed {
		return d.leaveWhole(op, "is not distributed: its operands are the parts of threads already")
	}
	if !d.hasLanesOf(mma, op) {
		return false
	}
	outer := make([]*vectorext.NestedLayout, len(maps))
	for i, l := range sig.operands {
		want, ok := mma.Part(i)
		n := len(maps[i].Results)
		switch {
		case !ok:
			return d.leaveWhole(op, "is not distributed: the layout of %s is not described", mma.Name)
		case l.Rank() != n+2:
			return d.leaveWhole(op, "is not distributed: expected tiles of 2 dimensions, but operand #%d has %d", i, l.Rank()-n)
		}
		drop := make([]bool, l.Rank())
		for dim := range l.Rank() {
			o, t, s, e := int64(1), int64(1), int64(0), int64(1)
			if side := dim - n; side >= 0 {
				if innerTiled.IsTransposed(i) {
					side = 1 - side
				}
				o, t, s, e = want.Outer[side], want.Thread[side], want.ThreadStrides[side], want.Element[side]
				drop[dim] = true
			}
			if l.OuterTile[dim] != o || l.ThreadTile[dim] != t || t > 1 && l.ThreadStrides[dim] != s || l.ElementTile[dim] != e {
				return d.leaveWhole(op, "is not distributed: %s has outer %d, thread %d of stride %d and element %d in dimension %d of operand #%d, but the layout is %s",
					mma.Name, o, t, s, e, dim, i, l.Stripped())
			}
		}
		outer[i] = l.Project(drop)
	}
	iteration := vectorext.Recombine(outer, maps, affine.Identity(maps[0].NumDims))
	if iteration == nil {
		return d.leaveWhole(op, "is not distributed: operands have different layouts in an outer dimension that they share")
	}
	kept := make([]bool, iteration.Rank())
	for _, dim := range dimsOf(maps[ireegpu.Acc]) {
		kept[dim] = true
	}
	if iteration.Project(kept).Subgroups() > 1 {
		return d.leaveWhole(op, "is not distributed: subgroups would have to add their results")
	}
	return d.layoutsAgree(op, sig.operands[ireegpu.Acc:], sig.results)
}
