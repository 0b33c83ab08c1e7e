package tensor

import "optc/ir"

// castOfDestStyle replaces the operands of operations of destination style by the more
// static sources of casts (FoldTensorCastProducerOp upstream). tensor.insert_slice is
// excluded because it has patterns of its own, and loops because their regions would have
// to change too.
//
//	vector.transfer_write %v, (tensor.cast %t : tensor<8xf32> to tensor<?xf32>)[%i]
//	  →  tensor.cast (vector.transfer_write %v, %t[%i]) : tensor<8xf32> to tensor<?xf32>
var castOfDestStyle = &ir.Pattern{
	Name: "fold-cast-of-dest-style",
	Roots: func(d *ir.OpDef) bool {
		return d.Interfaces.DestStyle != nil && d.Interfaces.Loop == nil && d.Kind != InsertSliceOp{}.Kind()
	},
	Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		found := false
		for _, v := range op.Operands() {
			found = found || IsStaticCast(v.DefiningOp())
		}
		// A mask holds one operation; upstream adds the cast as a second operation.
		if p := op.Parent(); !found || p != nil && p.Def().Interfaces.Masking {
			return false
		}
		n := rw.Clone(op, nil)
		lo, hi := op.Def().Interfaces.DestStyle.Inits(op)
		rw.Modify(n, func() {
			result := 0
			for i, v := range op.Operands() {
				v = beforeCast(v)
				n.SetOperand(i, v)
				if t, ok := v.Type().(*ir.TensorType); ok && lo <= i && i < hi {
					n.Result(result).SetType(t)
					result++
				}
			}
		})
		vs := n.ResultList()
		for i, v := range vs {
			if to := op.Result(i).Type(); v.Type() != to {
				vs[i] = NewCast(rw, to, v).Dest()
			}
		}
		rw.Replace(op, vs...)
		return true
	},
}
