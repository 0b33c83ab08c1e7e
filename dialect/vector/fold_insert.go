package vector

import (
	"slices"

	"optc/dialect/ub"
	"optc/ir"
)

// foldLimit is the largest number of elements of a constant that is computed although the
// operand has other uses (vectorSizeFoldThreshold upstream).
const foldLimit = 256

func foldInsert(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	insert := ir.Cast[InsertOp](op)
	pos := insert.StaticPosition()
	if len(pos) == 0 && insert.ValueToStore().Type() == insert.Result().Type() {
		return ir.FoldToValue(insert.ValueToStore())
	}
	changed := foldConstantPosition(insert, operands, insert.Dest())
	if inner := ir.DefiningOp[InsertOp](insert.Dest()); inner.Ok() && samePosition(op, inner.Operation()) {
		insert.DestMutable().Set(inner.Dest())
		return ir.FoldInPlace()
	}
	if slices.Contains(pos, poisonIndex) {
		return ir.FoldToAttr(ub.PoisonOf(insert.ValueToStore().Type().Context()))
	}
	if a := insertIntoConstant(op, operands); a != nil {
		return ir.FoldToAttr(a)
	}
	return ir.FoldResult{InPlace: changed}
}

// samePosition reports whether two inserts have the same position.
func samePosition(a, b *ir.Operation) bool {
	insert := ir.Cast[InsertOp](a)
	bInsert := ir.Cast[InsertOp](b)
	return slices.Equal(insert.StaticPosition(), bInsert.StaticPosition()) && slices.Equal(insert.DynamicPosition(), bInsert.DynamicPosition())
}

func insertIntoConstant(op *ir.Operation, operands []ir.Attribute) ir.Attribute {
	insert := ir.Cast[InsertOp](op)
	dst, t, pos := elements(operands[1]), vectorOf(insert.Result()), insert.StaticPosition()
	if dst == nil || t.AnyScalable() || countDynamic(pos) > 0 || slices.Contains(pos, poisonIndex) {
		return nil
	}
	if numElements(t) > foldLimit && !insert.Result().HasOneUse() {
		return nil
	}
	raw, ok := ir.ConstantBytes(operands[0], t.Elem)
	if !ok {
		return nil
	}
	all := dst.Expanded()
	copy(all[linear(t.Dims, pos)*int64(ir.ElementBytes(t.Elem)):], raw)
	return t.Context().Dense(t, all)
}

// foldFromElements folds to the vector from which the elements were extracted, and
// computes constants.
func foldFromElements(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	t := vectorOf(ir.Cast[FromElementsOp](op).Dest())
	if v := takenApart(op); v != nil && v.Type() == ir.Type(t) {
		return ir.FoldToValue(v)
	}
	raw := make([]byte, 0, len(operands)*ir.ElementBytes(t.Elem))
	for _, a := range operands {
		one, ok := ir.ConstantBytes(a, t.Elem)
		if !ok {
			return ir.FoldResult{}
		}
		raw = append(raw, one...)
	}
	return ir.FoldToAttr(t.Context().Dense(t, raw))
}

// takenApart returns the vector whose elements, in order, are the operands of a
// from_elements, or nil.
func takenApart(op *ir.Operation) *ir.Value {
	elements := ir.Cast[FromElementsOp](op).Elements()
	def := ir.DefiningOp[ToElementsOp](elements[0])
	if !def.Ok() || !slices.Equal(def.Elements(), elements) {
		return nil
	}
	return def.Source()
}

// foldToElements folds to the scalars that the vector was made from.
func foldToElements(op *ir.Operation, _ []ir.Attribute) ir.FoldResult {
	toElements := ir.Cast[ToElementsOp](op)
	if def := ir.DefiningOp[FromElementsOp](toElements.Source()); def.Ok() {
		return ir.FoldToValues(def.Elements())
	}
	if def := ir.DefiningOp[BroadcastOp](toElements.Source()); def.Ok() && vectorOf(def.Source()) == nil {
		return ir.FoldToValues(slices.Repeat([]*ir.Value{def.Source()}, op.NumResults()))
	}
	return ir.FoldResult{}
}

// foldShuffle folds to an operand if the shuffle selects the whole of it, and computes
// constants of rank 1.
func foldShuffle(op *ir.Operation, operands []ir.Attribute) ir.FoldResult {
	shuffle := ir.Cast[ShuffleOp](op)
	a, b := vectorOf(shuffle.V1()), vectorOf(shuffle.V2())
	if len(a.Dims) == 0 {
		return ir.FoldResult{}
	}
	mask := shuffle.Mask()
	if isRange(mask, 0, a.Dims[0]) {
		return ir.FoldToValue(shuffle.V1())
	}
	if isRange(mask, a.Dims[0], b.Dims[0]) {
		return ir.FoldToValue(shuffle.V2())
	}
	if ub.IsPoison(operands[0]) && ub.IsPoison(operands[1]) {
		return ir.FoldToAttr(operands[0])
	}
	if len(a.Dims) != 1 {
		return ir.FoldResult{}
	}
	return shuffleConstants(op, operands, mask, a.Dims[0])
}

// isRange reports whether vs is first, first+1, … of length n.
func isRange(vs []int64, first, n int64) bool {
	if int64(len(vs)) != n {
		return false
	}
	for i, v := range vs {
		if v != first+int64(i) {
			return false
		}
	}
	return true
}

// shuffleConstants computes a shuffle; where the result would be poison it has the first element of
// an operand that is not poison.
func shuffleConstants(op *ir.Operation, operands []ir.Attribute, mask []int64, n int64) ir.FoldResult {
	v := [2]*ir.DenseAttr{elements(operands[0]), elements(operands[1])}
	var poison []byte
	for i := 1; i >= 0; i-- {
		if ub.IsPoison(operands[i]) {
			continue
		}
		if v[i] == nil {
			return ir.FoldResult{}
		}
		poison = v[i].Element(0)
	}
	t := vectorOf(ir.Cast[ShuffleOp](op).Vector())
	raw := make([]byte, 0, len(mask)*len(poison))
	for _, m := range mask {
		from, at := v[0], m
		if m >= n {
			from, at = v[1], m-n
		}
		if m == poisonIndex || from == nil {
			raw = append(raw, poison...)
		} else {
			raw = append(raw, from.Element(int(at))...)
		}
	}
	return ir.FoldToAttr(t.Context().Dense(t, raw))
}
