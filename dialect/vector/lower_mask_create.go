package vector

import (
	"optc/dialect/arith"
	"optc/ir"
)

// CreateMaskLowering returns the pattern that builds masks of several dimensions from
// masks of rank 1 (pass lower-vector-create-mask). Masks whose outermost dimension is
// scalable are kept.
func CreateMaskLowering() []*ir.Pattern {
	return []*ir.Pattern{{Name: "CreateMaskOp", Root: CreateMaskOp{}, Rewrite: func(op *ir.Operation, rw *ir.Rewriter) bool {
		return lowerByBuilding(op, rw, func(l lowering) *ir.Value { return l.maskRows(op) })
	}}}
}

// maskRows selects for each row of a mask either the mask of the inner bounds or false.
//
//	%0 = vector.create_mask %m, %n : vector<2x4xi1>
//	→ %k = vector.create_mask %n : vector<4xi1>
//	  %b = arith.cmpi slt, %c0, %m, %s = arith.select %b, %k, dense<false>
//	  %r = vector.insert %s, dense<false> [0] … the same for 1
func (l lowering) maskRows(op *ir.Operation) *ir.Value {
	createMask := ir.Cast[CreateMaskOp](op)
	t := vectorOf(createMask.Result())
	if len(t.Dims) < 2 || t.IsScalable(0) {
		return nil
	}
	row, sizes := withoutDim(t, 0), createMask.Operands()
	on := NewCreateMask(l, row, sizes[1:]).Result()
	off := arith.NewConstant(l, arith.Zero(row)).Result()
	result := arith.NewConstant(l, arith.Zero(t)).Result()
	for i := range t.Dims[0] {
		inside := l.OrFold().Value(arith.NewCmpI(l.OrFold(), arith.SLT, arith.ConstantIndex(l, i), sizes[0]))
		v := l.OrFold().Value(arith.NewSelect(l.OrFold(), inside, on, off))
		result = l.put(v, result, i)
	}
	return result
}
