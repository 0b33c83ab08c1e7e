package reductions

import (
	"slices"

	"optc/dialect/iree/ireecodegen"
	"optc/dialect/iree/ireegpu"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
	"optc/passes/distribute/internal/core"
)

// InnerTiled replaces the operands of the product by a thread's parts: its batches in the outer
// dimensions, and, within the tiles, the registers of the intrinsic, in the order of the intrinsic
// (IREE GPUNestedLayoutDistributionPatterns.cpp, where layouts are not compared with the
// intrinsic's and tiles stay permuted).
//
//	iree_codegen.inner_tiled ins(%a, %b) outs(%c) {… semantics = <distributed = false …>} : vector<2x3x16x16xf16>, …
//	→ iree_codegen.inner_tiled ins(%x, %y) outs(%z) {… semantics = <distributed = true …>} : vector<2x3x1x4xf16>, …
func InnerTiled(d *core.Nested, op *ir.Operation, sig core.NestedSignature) {
	innerTiled := ir.Cast[ireecodegen.InnerTiledOp](op)
	inputs, outputs := innerTiled.Inputs(), innerTiled.Outputs()
	if !isTiledFor(d, innerTiled, sig) {
		return
	}
	parts := make([]*ir.Value, op.NumOperands())
	for i, v := range op.Operands() {
		parts[i] = inRegisters(d, innerTiled, i, d.UnpackedPart(d.PartOf(v, sig.Operands[i]), sig.Operands[i]))
	}
	product := innerTiled.Distributed(d.RW, parts[:len(inputs)], parts[len(inputs):])
	results := make([]*ir.Value, len(outputs))
	for i, l := range sig.Results {
		results[i] = d.PackedPart(fromRegisters(d, innerTiled, len(inputs)+i, product.Results()[i], l), l)
	}
	d.ReplaceByParts(op, results...)
}

// inRegisters brings a thread's part of an operand's tiles into the order of the
// intrinsic, and into the shape of its registers unless only the number of elements
// matters.
func inRegisters(d *core.Nested, innerTiled ireecodegen.InnerTiledOp, operand int, part *ir.Value) *ir.Value {
	if perm := inTileOrder(innerTiled, operand); perm != nil {
		part = vector.NewTranspose(d.RW, part, perm).Result()
	}
	if t, _ := innerTiled.KindAttr().RegisterType(d.RW.Context(), operand); len(t.Dims) > 1 && !innerTiled.Semantics().Opaque {
		part = d.ShapeCast(part, slices.Concat(part.Type().(*ir.VectorType).Dims[:innerTiled.OuterRank(operand)], t.Dims))
	}
	return part
}

// fromRegisters is the inverse of inRegisters, for a result of some layout.
func fromRegisters(d *core.Nested, innerTiled ireecodegen.InnerTiledOp, operand int, result *ir.Value, l *vectorext.NestedLayout) *ir.Value {
	shape, perm := slices.Clone(l.DistributedUnpackedShape()), inTileOrder(innerTiled, operand)
	if perm == nil {
		return d.ShapeCast(result, shape)
	}
	last := len(shape) - 1
	shape[last-1], shape[last] = shape[last], shape[last-1]
	return vector.NewTranspose(d.RW, d.ShapeCast(result, shape), perm).Result() // perm is its own inverse
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
func isTiledFor(d *core.Nested, innerTiled ireecodegen.InnerTiledOp, sig core.NestedSignature) bool {
	op := innerTiled.Operation()
	mma, maps := innerTiled.KindAttr(), innerTiled.IndexingMaps()
	if innerTiled.Semantics().Distributed {
		return d.LeaveWhole(op, "is not distributed: its operands are the parts of threads already")
	}
	if !hasLanesOf(d, mma, op) {
		return false
	}
	outer := make([]*vectorext.NestedLayout, len(maps))
	for i, l := range sig.Operands {
		want, ok := mma.Part(i)
		n := len(maps[i].Results)
		switch {
		case !ok:
			return d.LeaveWhole(op, "is not distributed: the layout of %s is not described", mma.Name)
		case l.Rank() != n+2:
			return d.LeaveWhole(op, "is not distributed: expected tiles of 2 dimensions, but operand #%d has %d", i, l.Rank()-n)
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
				return d.LeaveWhole(op, "is not distributed: %s has outer %d, thread %d of stride %d and element %d in dimension %d of operand #%d, but the layout is %s",
					mma.Name, o, t, s, e, dim, i, l.Stripped())
			}
		}
		outer[i] = l.Project(drop)
	}
	iteration := vectorext.Recombine(outer, maps, affine.Identity(maps[0].NumDims))
	if iteration == nil {
		return d.LeaveWhole(op, "is not distributed: operands have different layouts in an outer dimension that they share")
	}
	kept := make([]bool, iteration.Rank())
	for _, dim := range core.IteratorsOf(maps[ireegpu.Acc]) {
		kept[dim] = true
	}
	if iteration.Project(kept).Subgroups() > 1 {
		return d.LeaveWhole(op, "is not distributed: subgroups would have to add their results")
	}
	return d.LayoutsAgree(op, sig.Operands[ireegpu.Acc:], sig.Results)
}
