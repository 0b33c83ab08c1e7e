package gpu

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// LowerPositions is gpu-lower-positions.
var LowerPositions = &passes.Pass{
	Name:  "gpu-lower-positions",
	Title: "Lower vector.extract at a computed position to selections",
	Doc: `Registers have no addresses: the part at a computed position is selected among the parts at
all positions. Upstream lowers such an extract from vectors of rank 1 only, through memory.

    %r = vector.extract %t[%i] : vector<4xf32> from vector<2x4xf32>
    →
    %a = vector.extract %t[0], %b = vector.extract %t[1]
    %r = arith.select (%i == 0), %a, %b`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "vector"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{{Name: "select-position", Root: vector.ExtractOp{}, Rewrite: selectPosition}}
	}),
}

// mostSelected bounds the positions among which a part is selected.
const mostSelected = 1 << 10

func selectPosition(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[vector.ExtractOp](op)
	if len(extract.DynamicPosition()) == 0 {
		return false
	}
	t := extract.Source().Type().(*ir.VectorType)
	v := extract.Source()
	if t.AnyScalable() {
		return false
	}
	for d, p := range extract.MixedPosition() {
		if p.Value != nil && t.Dims[d] > mostSelected {
			return false
		}
	}
	rw.Before(op).Loc = op.Loc()
	for d, p := range extract.MixedPosition() {
		at := func(k int64) *ir.Value { return vector.NewExtract(rw, v, k).Result() }
		if p.Value == nil {
			v = at(p.Const)
			continue
		}
		part := at(t.Dims[d] - 1)
		for k := t.Dims[d] - 2; k >= 0; k-- {
			is := arith.NewCmpI(rw, arith.EQ, p.Value, arith.ConstantIndex(rw, k)).Result()
			part = arith.NewSelect(rw, is, at(k), part).Result()
		}
		v = part
	}
	rw.Replace(op, v)
	return true
}
