package gpu

import (
	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/poplar"
	"optc/dialect/vector"
	"optc/ir"
	"optc/passes"
)

// LowerPositions is gpu-lower-positions.
var LowerPositions = &passes.Pass{
	Name:  "gpu-lower-positions",
	Title: "Lower vector.extract and vector.insert at computed positions to selections",
	Doc: `Registers have no addresses: the part at a computed position is selected among the parts at
all positions. Upstream lowers such operations on vectors of rank 1 only, an extract through memory.

    %r = vector.extract %t[%i] : vector<4xf32> from vector<2x4xf32>
    →
    %a = vector.extract %t[0], %b = vector.extract %t[1]
    %r = arith.select (%i == 0), %a, %b

vector.to_elements of vectors of several dimensions first casts them to one.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}, poplar.VertexOp{}},
	Dialects: []string{"arith", "vector"},
	Run: passes.Patterns(func() []*ir.Pattern {
		return []*ir.Pattern{
			{Name: "select-position", Root: vector.ExtractOp{}, Rewrite: selectPosition},
			{Name: "insert-at-position", Root: vector.InsertOp{}, Rewrite: insertAtPosition},
			{Name: "flatten-elements", Root: vector.ToElementsOp{}, Rewrite: flattenElements},
		}
	}),
}

// mostSelected bounds the number of positions that are compared to select a part.
const mostSelected = 1 << 10

// isSelected reports whether the positions of parts of a vector are few enough to be compared with.
func isSelected(t *ir.VectorType, positions []ir.Mixed) bool {
	for d, p := range positions {
		if p.Value != nil && t.Dims[d] > mostSelected {
			return false
		}
	}
	return !t.AnyScalable()
}

func selectPosition(op *ir.Operation, rw *ir.Rewriter) bool {
	extract := ir.Cast[vector.ExtractOp](op)
	if len(extract.DynamicPosition()) == 0 {
		return false
	}
	t := extract.Source().Type().(*ir.VectorType)
	v := extract.Source()
	if !isSelected(t, extract.MixedPosition()) {
		return false
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

// insertAtPosition replaces an insertion into a vector of several dimensions.
func insertAtPosition(op *ir.Operation, rw *ir.Rewriter) bool {
	insert := ir.Cast[vector.InsertOp](op)
	t := insert.Dest().Type().(*ir.VectorType)
	if len(insert.DynamicPosition()) == 0 || len(t.Dims) < 2 || !isSelected(t, insert.MixedPosition()) {
		return false
	}
	rw.Before(op).Loc = op.Loc()
	rw.Replace(op, insertPart(rw, insert.ValueToStore(), insert.Dest(), insert.MixedPosition()))
	return true
}

// insertPart builds a vector that differs from dest in the part at a position.
func insertPart(rw *ir.Rewriter, v, dest *ir.Value, position []ir.Mixed) *ir.Value {
	if len(position) == 0 {
		return v
	}
	insertInto := func(k int64, change func(part *ir.Value) *ir.Value) {
		part := vector.NewExtract(rw, dest, k).Result()
		dest = vector.NewInsert(rw, change(part), dest, k).Result()
	}
	p := position[0]
	if p.Value == nil {
		insertInto(p.Const, func(part *ir.Value) *ir.Value { return insertPart(rw, v, part, position[1:]) })
		return dest
	}
	for k := range dest.Type().(*ir.VectorType).Dims[0] {
		is := arith.NewCmpI(rw, arith.EQ, p.Value, arith.ConstantIndex(rw, k)).Result()
		insertInto(k, func(part *ir.Value) *ir.Value {
			return arith.NewSelect(rw, is, insertPart(rw, v, part, position[1:]), part).Result()
		})
	}
	return dest
}

func flattenElements(op *ir.Operation, rw *ir.Rewriter) bool {
	source := ir.Cast[vector.ToElementsOp](op).Source()
	t := source.Type().(*ir.VectorType)
	if len(t.Dims) == 1 {
		return false
	}
	rw.Before(op).Loc = op.Loc()
	flat := vector.NewShapeCast(rw, ir.Vector([]int64{int64(op.NumResults())}, t.Elem), source).Result()
	rw.Replace(op, vector.NewToElements(rw, flat).Elements()...)
	return true
}
