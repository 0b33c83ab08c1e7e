package ir

import (
	"slices"

	"optc/num"
)

// ConstantOf returns the value of an operation with the trait ConstantLike, and nil for
// any other operation. A definition without Fold has the value in its first inherent
// attribute.
func ConstantOf(op *Operation) Attribute {
	if op == nil || op.def.Traits&ConstantLike == 0 {
		return nil
	}
	if op.def.Fold == nil {
		return op.Prop(0)
	}
	return op.def.Fold(op, nil).Results[0].Attr
}

// ConstantValue returns the attribute that a value is known to have because a
// constant operation defines it, or nil.
func ConstantValue(v *Value) Attribute {
	if v.def == nil {
		return nil
	}
	return ConstantOf(v.def)
}

// ConstantInt returns the value of a constant integer or index, or of a constant whose
// elements all equal the same integer.
func ConstantInt(v *Value) (value num.Int, ok bool) { return IntOf(ConstantValue(v)) }

// IntOf returns the value of an integer attribute, or the common value of all elements of
// a dense attribute.
func IntOf(a Attribute) (value num.Int, ok bool) {
	switch a := a.(type) {
	case *IntegerAttr:
		return a.Value, true
	case *DenseAttr:
		elem := a.typ.ElementType()
		switch elem.(type) {
		case *IntegerType, *IndexType:
			if a.Splat && a.Strings == nil {
				return num.IntFromBytes(IntWidth(elem), a.Raw), true
			}
		}
	}
	return value, false
}

// FloatOf returns the value of a float attribute, or the common value of all elements of
// a dense attribute.
func FloatOf(a Attribute) (value num.Float, ok bool) {
	switch a := a.(type) {
	case *FloatAttr:
		return a.Value, true
	case *DenseAttr:
		if t, isFloat := a.typ.ElementType().(*FloatType); isFloat && a.Splat {
			return num.FloatFromBytes(t.Kind, a.Raw), true
		}
	}
	return value, false
}

// FoldInPlace is the result of a fold that changed the operation itself.
func FoldInPlace() FoldResult { return FoldResult{InPlace: true} }

// FoldToValues is the result of a fold to existing values, one for each result of
// the operation.
func FoldToValues(vs []*Value) FoldResult {
	f := FoldResult{Results: make([]FoldedValue, len(vs))}
	for i, v := range vs {
		f.Results[i].Value = v
	}
	return f
}

// Fold simplifies an operation: by its definition's Fold, then by its traits (constants
// of commutative operations move to the right, f(f(x)) is simplified for idempotent
// operations and involutions). It may change the operation in place; the caller must
// replace the operation by the results. An operation that uses its own result does not
// fold.
func Fold(op *Operation) FoldResult {
	var f folding
	return f.fold(op)
}

const foldingTraits = Commutative | Idempotent | Involution

// folding folds operations one after the other, reusing the list of operands.
type folding struct{ constants []Attribute }

func (f *folding) fold(op *Operation) FoldResult {
	d := op.def
	if d.Fold == nil && d.Traits&foldingTraits == 0 {
		return FoldResult{}
	}
	if op.usesItself() {
		return FoldResult{}
	}
	f.collect(op)
	var result FoldResult
	if d.Fold != nil {
		result = d.Fold(op, f.constants)
		if result.InPlace {
			f.collect(op)
		}
	}
	// After a fold that failed, or that changed the operation in place, the folds of the
	// traits are tried.
	if result.Results != nil || d.Traits&foldingTraits == 0 {
		return result
	}
	if traits := f.foldTraits(op); traits.Ok() {
		return traits
	}
	return result
}

// usesItself reports whether an operand is a result of the operation, which is possible
// in unreachable blocks and graph regions.
func (op *Operation) usesItself() bool {
	for i := range op.operands() {
		if op.operands()[i].value.def == op {
			return true
		}
	}
	return false
}

func (f *folding) collect(op *Operation) {
	f.constants = f.constants[:0]
	for i := range op.operands() {
		f.constants = append(f.constants, ConstantValue(op.operands()[i].value))
	}
}

func (f *folding) foldTraits(op *Operation) FoldResult {
	d := op.def
	if d.Traits&Commutative != 0 && moveConstantsRight(op, f.constants) {
		return FoldResult{InPlace: true}
	}
	if d.Traits&(Idempotent|Involution) == 0 {
		return FoldResult{}
	}
	x := op.operands()[0].value
	switch again := x.def != nil && x.def.def == d; {
	case d.Traits&Involution != 0 && again:
		return FoldToValue(x.def.operands()[0].value)
	case d.Traits&Idempotent == 0:
	case len(op.operands()) == 1 && again, len(op.operands()) > 1 && x == op.operands()[1].value:
		return FoldToValue(x)
	}
	return FoldResult{}
}

// moveConstantsRight moves constant operands after the other operands, keeping the order within
// both groups, and reports whether any operand moved. Like upstream's stable partition, it renews
// the uses of all operands from the first constant to the last operand.
func moveConstantsRight(op *Operation, constants []Attribute) bool {
	first := 0
	for first < len(constants) && constants[first] == nil {
		first++
	}
	order := make([]*Value, 0, len(constants)-first)
	for _, wantConstant := range []bool{false, true} {
		for i := first; i < len(constants); i++ {
			if (constants[i] != nil) == wantConstant {
				order = append(order, op.operands()[i].value)
			}
		}
	}
	moved := slices.Contains(constants[first:], nil)
	for i, v := range order {
		op.operands()[first+i].Set(v)
	}
	return moved
}

// SimulateFold returns what Fold would return if the operands had the given constant
// values (nil where unknown). A fold in place is not returned, because it holds only for
// these values, and the operation is left unchanged. The operation is also left unchanged
// by any other fold, unless the operands really have these values.
func SimulateFold(op *Operation, constants []Attribute) FoldResult {
	if value := ConstantOf(op); value != nil {
		return FoldToAttr(value)
	}
	d := op.def
	var operandRoom [4]*Value
	operands, props, attrs := operandRoom[:0], op.props(), op.attrs
	for i := range op.operands() {
		operands = append(operands, op.operands()[i].value)
	}
	f := folding{constants: constants}
	var result FoldResult
	if d.Fold != nil {
		result = d.Fold(op, constants)
	}
	if !result.Ok() {
		result = f.foldTraits(op)
	}
	if result.Results != nil && !assumed(operands, constants) {
		return result
	}
	// Operands are set only if they changed, because the order of uses is observable.
	if !slices.EqualFunc(op.operands(), operands, func(o OpOperand, v *Value) bool { return o.value == v }) {
		op.SetOperands(operands)
	}
	op.setProps(props) // lists of inherent attributes are never changed in place
	op.attrs = attrs
	return FoldResult{Results: result.Results}
}

// assumed reports whether some operand is not the constant that it is assumed to be.
func assumed(operands []*Value, constants []Attribute) bool {
	for i, v := range operands {
		if constants[i] != nil && constants[i] != ConstantValue(v) {
			return true
		}
	}
	return false
}
