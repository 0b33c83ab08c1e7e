package linalg

import (
	"slices"

	"optc/dialect/tensor"
	"optc/ir"
)

// foldTranspose folds a transposition of a tensor that changes nothing.
func foldTranspose(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	t := ir.Cast[TransposeOp](op)
	if !ir.AnyTensor.Check(t.Input().Type()) {
		return ir.FoldResult{}
	}
	for i, d := range t.Permutation() {
		if int64(i) != d {
			return ir.FoldResult{}
		}
	}
	return ir.FoldToValue(t.Input())
}

// structuredPatterns hold for all structured operations.
var structuredPatterns = []*ir.Pattern{{
	// A buffer without elements: there are no iterations.
	Name:  "erase-dead-linalg-op",
	Roots: func(d *ir.OpDef) bool { _, ok := Structured.In(d); return ok },
	Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		for _, v := range op.Operands() {
			if m, ok := v.Type().(*ir.MemRefType); ok && slices.Contains(m.Dims, 0) && op.NumResults() == 0 {
				rw.Erase(op)
				return true
			}
		}
		return false
	},
}, {
	Name: "fold-cast-of-result", Root: tensor.CastOp{}, Rewrite: castOfResult,
}, {
	Name: "infer-static-extents", Rewrite: inferExtents,
	Roots: func(d *ir.OpDef) bool { _, ok := Structured.In(d); return ok },
}}

// eraseIdentity replaces an operation that yields elements of its operands, at the same indices, by
// these operands (EraseIdentityLinalgOp upstream).
func eraseIdentity(root ir.OpKind) *ir.Pattern {
	return &ir.Pattern{Name: "erase-identity-linalg-op", Root: root, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		maps, body := MapsOf(op), op.Body()
		for _, m := range maps {
			if !m.Equal(maps[0]) {
				return false
			}
		}
		if body.Front() != body.Back() {
			return false
		}
		yielded := body.Back().OperandList()
		for _, v := range yielded {
			if v.OwnerBlock() != body {
				return false
			}
		}
		if IsOnBuffers(op) {
			if op.NumOperands() != 2 || op.Operand(0) != op.Operand(1) {
				return false
			}
			rw.Erase(op)
			return true
		}
		if ir.Is[CopyOp](op) || !IsOnTensors(op) || len(yielded) != op.NumResults() { // a copy of a tensor is kept
			return false
		}
		for i, v := range yielded {
			if from := op.Operand(v.Index()).Type(); from != op.Result(i).Type() && (IsScalar(from) || !tensor.CastCompatible(from, op.Result(i).Type())) {
				return false
			}
		}
		results := make([]*ir.Value, len(yielded))
		for i, v := range yielded {
			results[i] = op.Operand(v.Index())
			if t := op.Result(i).Type(); results[i].Type() != t {
				results[i] = tensor.NewCast(rw, t, results[i]).Dest()
			}
		}
		rw.Replace(op, results...)
		return true
	}}
}

// packPatterns are the patterns of linalg.pack.
var packPatterns = []*ir.Pattern{
	{Name: "pack-of-unpack", Root: PackOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		p := ir.Cast[PackOp](op)
		u := ir.DefiningOp[UnpackOp](p.Source())
		if !u.Ok() || u.Source().Type() != p.Dest().Type() || p.PaddingValue() != nil || !sameTiling(op, u.Operation()) {
			return false
		}
		rw.Replace(op, u.Source())
		return true
	}},
	{Name: "drop-pack-padding", Root: PackOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		p := ir.Cast[PackOp](op)
		source, tiles := shapeOf(p.Source()), packTiles.Of(op)
		if p.PaddingValue() == nil {
			return false
		}
		for i, d := range p.InnerDimsPos() {
			if n, known := tiles[i].Constant(); !known || source[d] == ir.Dynamic || source[d]%n != 0 {
				return false
			}
		}
		rw.Modify(op, func() { op.SetOperandGroup(2, nil) })
		return true
	}},
}

// unpackPatterns are the patterns of linalg.unpack.
var unpackPatterns = []*ir.Pattern{{
	Name: "unpack-of-pack", Root: UnpackOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		u := ir.Cast[UnpackOp](op)
		p := ir.DefiningOp[PackOp](u.Source())
		if !p.Ok() || p.Source().Type() != u.Dest().Type() || p.PaddingValue() != nil || !sameTiling(p.Operation(), op) {
			return false
		}
		rw.Replace(op, p.Source())
		return true
	},
}}

// sameTiling reports whether pack and unpack divide a tensor in the same way.
func sameTiling(pack, unpack *ir.Operation) bool {
	p, u := ir.Cast[PackOp](pack), ir.Cast[UnpackOp](unpack)
	return slices.Equal(p.InnerDimsPos(), u.InnerDimsPos()) && slices.EqualFunc(packTiles.Of(pack), unpackTiles.Of(unpack), ir.SameMixed) &&
		slices.Equal(orderOf(p.OuterDimsPerm(), p.Source()), orderOf(u.OuterDimsPerm(), u.Dest()))
}

// orderOf returns the order of the outer dimensions, which is the identity if it is not given.
func orderOf(perm []int64, whole *ir.Value) []int64 {
	if len(perm) > 0 {
		return perm
	}
	order := make([]int64, len(shapeOf(whole)))
	for i := range order {
		order[i] = int64(i)
	}
	return order
}
