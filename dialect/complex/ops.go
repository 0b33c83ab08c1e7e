package complex

import (
	"optc/dialect/arith"
	"optc/ir"
)

// AnyComplex accepts complex numbers with parts of any type, ComplexOfFloat those with parts of
// floating point.
var (
	AnyComplex     = &ir.TypeConstraint{Summary: "complex-type", Check: ir.IsType[*ir.ComplexType], Class: complexClass}
	ComplexOfFloat = &ir.TypeConstraint{
		Summary: "complex type with floating-point elements", Class: complexClass,
		Check: func(t ir.Type) bool {
			c, ok := t.(*ir.ComplexType)
			return ok && ir.AnyFloat.Check(c.Elem)
		},
	}
	complexClass = &ir.TypeClass{Name: "builtin.complex", Has: ir.IsType[*ir.ComplexType]}
)

// partOf returns the element type of a complex type.
func partOf(t ir.Type) ir.Type {
	if c, ok := t.(*ir.ComplexType); ok {
		return c.Elem
	}
	return nil
}

const (
	value    = "value"
	number   = "complex"
	fastmath = "(`fastmath` `` $fastmath^)? "
)

// arithmetic declares an operation of two numbers.
func arithmetic(kind ir.OpKind, summary, description string, fold func(*ir.Operation, []ir.Attribute) ir.FoldResult) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: description, Fold: fold,
		New:      []string{"lhs", "rhs", "fastmath..."},
		Operands: []ir.ValueDef{{Name: "lhs", Type: ComplexOfFloat}, {Name: "rhs", Type: ComplexOfFloat}},
		Results:  []ir.ValueDef{{Name: "result", Type: ComplexOfFloat}},
		Attrs:    []ir.PropDef{arith.FastMathProp()},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Assembly: "$lhs `,` $rhs " + fastmath + "attr-dict `:` type($result)",
	}
}

// unary declares a function from complex numbers to complex numbers.
func unary(kind ir.OpKind, summary string, fold func(*ir.Operation, []ir.Attribute) ir.FoldResult) *ir.OpDef {
	d := ofNumber(kind, summary, "result")
	d.Fold = fold
	d.Results = []ir.ValueDef{{Name: "result", Type: ComplexOfFloat}}
	d.Traits |= ir.SameOperandsAndResultType
	return d
}

// realValued declares a function from complex numbers to floats.
func realValued(kind ir.OpKind, summary, result string) *ir.OpDef {
	d := ofNumber(kind, summary, result)
	d.Results = []ir.ValueDef{{Name: result, Type: ir.AnyFloat}}
	d.Constraints = []ir.Constraint{ir.TypesMatchWith{
		Sentence: "complex element type matches result type", From: number, To: result, Transform: partOf,
	}}
	return d
}

func ofNumber(kind ir.OpKind, summary, result string) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: "The " + summary + " of a complex number.",
		New:      []string{number, "fastmath..."},
		Operands: []ir.ValueDef{{Name: number, Type: ComplexOfFloat}},
		Attrs:    []ir.PropDef{arith.FastMathProp()},
		Traits:   ir.Pure | ir.Elementwise,
		Assembly: "$complex " + fastmath + "attr-dict `:` type($complex)",
	}
}

// comparison declares a test of two numbers.
func comparison(kind ir.OpKind, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Kind: kind.Kind(), Summary: summary, Description: description,
		Operands:    []ir.ValueDef{{Name: "lhs", Type: ComplexOfFloat}, {Name: "rhs", Type: ComplexOfFloat}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.BoolConstraint}},
		Traits:      ir.Pure | ir.Elementwise,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lhs", "rhs"}},
		Assembly:    "$lhs `,` $rhs attr-dict `:` type($lhs)",
	}
}

func ops() []*ir.OpDef {
	list := []*ir.OpDef{
		constant(), create(), bitcast(), powi(),
		arithmetic(AddOp{}, "sum", "The sum of two complex numbers, part by part.", foldAdd),
		arithmetic(SubOp{}, "difference", "The difference of two complex numbers, part by part.", foldSub),
		arithmetic(MulOp{}, "product", `The product of two complex numbers: (a + bi)(c + di) = (ac - bd) + (bc + ad)i, each product and each
sum rounded.`, foldMul),
		arithmetic(DivOp{}, "quotient", "The quotient of two complex numbers, computed in double precision and rounded.", foldDiv),
		arithmetic(Atan2Op{}, "angle of a pair", "-i log((x + iy) / sqrt(x² + y²)) for the operands y and x.", nil),
		arithmetic(PowOp{}, "power", "The first number to the power of the second: exp(y log(x)).", nil),
		comparison(EqOp{}, "equality", "Whether both parts of two complex numbers are equal."),
		comparison(NeqOp{}, "inequality", "True if two complex numbers differ in the real part or in the imaginary part."),
		realValued(AbsOp{}, "absolute value", "result"),
		realValued(AngleOp{}, "argument, from -π to π,", "result"),
		realValued(ReOp{}, "real part", "real"),
		realValued(ImOp{}, "imaginary part", "imaginary"),
		unary(NegOp{}, "negative", foldInverse(NegOp{})),
		unary(ConjOp{}, "conjugate", foldInverse(ConjOp{})),
		unary(SignOp{}, "sign, x / |x| or 0,", nil),
	}
	for _, d := range list {
		switch d.Kind {
		case ReOp{}.Kind():
			d.Fold, d.Patterns = foldPart(0), []*ir.Pattern{partOfNegative("re-of-neg", ReOp{}, 0)}
		case ImOp{}.Kind():
			d.Fold, d.Patterns = foldPart(1), []*ir.Pattern{partOfNegative("im-of-neg", ImOp{}, 1)}
		}
	}
	for i := range functions {
		fn := &functions[i]
		var fold func(*ir.Operation, []ir.Attribute) ir.FoldResult
		if fn.inverse != nil {
			fold = foldInexactInverse(fn.inverse)
		}
		list = append(list, unary(fn.kind, fn.summary, fold))
	}
	return list
}

func constant() *ir.OpDef {
	return &ir.OpDef{
		Kind: "complex.constant", Summary: "constant",
		Description: "A complex number with the real and the imaginary part of an array.",
		Results:     []ir.ValueDef{{Name: number, Type: AnyComplex}},
		Attrs:       []ir.PropDef{{Name: value, Type: ir.ArrayConstraint}},
		Traits:      ir.ConstantLike | ir.Pure,
		Assembly:    "$value attr-dict `:` type($complex)",
		Verify:      verifyConstant,
		ResultNames: func(op *ir.Operation, set func(*ir.Value, string)) { set(op.Result(0), "cst") },
		Examples: []string{`func.func @f() -> complex<f64> {
  %0 = complex.constant [0.1, -1.0] : complex<f64>
  return %0 : complex<f64>
}`},
	}
}

// verifyConstant follows ConstantOp::verify (ComplexOps.cpp).
func verifyConstant(op *ir.Operation) *ir.Diagnostic {
	constant := ir.Cast[ConstantOp](op)
	parts := constant.Value()
	if len(parts) != 2 {
		return op.Errorf("requires 'value' to be a complex constant, represented as array of two values")
	}
	elem := partOf(constant.Complex().Type())
	types := make([]ir.Type, 2)
	for i, p := range parts {
		switch p := p.(type) {
		case *ir.FloatAttr:
			types[i] = p.Type()
		case *ir.IntegerAttr:
			types[i] = p.Type()
		default:
			return op.Errorf("requires attribute's elements to be float or integer attributes")
		}
	}
	if types[0] != elem || types[1] != elem {
		return op.Errorf("requires attribute's element types ('%s', '%s') to match the element type of the op's return type ('%s')",
			types[0], types[1], elem)
	}
	return nil
}

func create() *ir.OpDef {
	matches := func(what, part string) ir.Constraint {
		return ir.TypesMatchWith{Sentence: "complex element type matches " + what + " operand type", From: number, To: part, Transform: partOf}
	}
	return &ir.OpDef{
		Kind: "complex.create", New: ir.ByHand, Summary: "number from its parts", Description: "The complex number with a real and an imaginary part.",
		Operands: []ir.ValueDef{{Name: "real", Type: ir.AnyFloat}, {Name: "imaginary", Type: ir.AnyFloat}},
		Results:  []ir.ValueDef{{Name: number, Type: ComplexOfFloat}},
		Traits:   ir.Pure, Fold: foldCreate,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"real", "imaginary"}, matches("real", "real"), matches("imaginary", "imaginary")},
		Assembly:    "$real `,` $imaginary attr-dict `:` type($complex)",
		Examples: []string{`func.func @f(%x: f32, %y: f32) -> complex<f32> {
  %0 = complex.create %x, %y : complex<f32>
  return %0 : complex<f32>
}`},
	}
}

// NewCreate builds complex.create.
func NewCreate(b ir.OpBuilder, re, im *ir.Value) CreateOp {
	return ir.Build[CreateOp](b, &ir.OpState{Operands: []*ir.Value{re, im}, ResultTypes: []ir.Type{ir.Complex(re.Type())}})
}

func bitcast() *ir.OpDef {
	return &ir.OpDef{
		Kind: "complex.bitcast", New: []string{"result", "operand"}, Summary: "the same bits as another type",
		Description: `Reads the bits of a complex number as an integer or float of twice the width of its parts, or the
reverse. The real part is in the low bits.`,
		Operands: []ir.ValueDef{{Name: "operand", Type: ir.AnyType}},
		Results:  []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:   ir.Pure, Fold: foldBitcast, Verify: verifyBitcast,
		Patterns: []*ir.Pattern{{Name: "complex-bitcast-of-bitcast", Root: BitcastOp{}, Rewrite: bitcastOfBitcast}},
		Assembly: "$operand attr-dict `:` type($operand) `to` type($result)",
		Examples: []string{`func.func @f(%x: complex<f32>) -> i64 {
  %0 = complex.bitcast %x : complex<f32> to i64
  return %0 : i64
}`},
	}
}

// verifyBitcast follows BitcastOp::verify (ComplexOps.cpp).
func verifyBitcast(op *ir.Operation) *ir.Diagnostic {
	b := ir.Cast[BitcastOp](op)
	from, to := b.Operand().Type(), b.Result().Type()
	if from == to {
		return nil
	}
	isNumber := func(t ir.Type) bool {
		switch t.(type) {
		case *ir.IntegerType, *ir.FloatType, *ir.ComplexType:
			return true
		}
		return false
	}
	switch {
	case !isNumber(from):
		return op.Errorf("operand must be int/float/complex")
	case !isNumber(to):
		return op.Errorf("result must be int/float/complex")
	case (partOf(from) == nil) == (partOf(to) == nil):
		return op.Errorf("requires that either input or output has a complex type")
	}
	if width(from) != width(to) {
		return op.Errorf("casting bitwidths do not match").
			Note(op.Loc(), "%s has %d bits, %s has %d", from, width(from), to, width(to))
	}
	return nil
}

// width is the number of bits of a complex number.
func width(t ir.Type) int {
	switch t := t.(type) {
	case *ir.FloatType:
		return t.Kind.Bits
	case *ir.ComplexType:
		return 2 * width(t.Elem)
	}
	return ir.IntWidth(t)
}

func powi() *ir.OpDef {
	return &ir.OpDef{
		Kind: "complex.powi", New: []string{"lhs", "rhs"}, Summary: "power with an integer exponent",
		Description: "A complex number to the power of a signed integer.",
		Operands:    []ir.ValueDef{{Name: "lhs", Type: ComplexOfFloat}, {Name: "rhs", Type: ir.AnySignlessInteger}},
		Results:     []ir.ValueDef{{Name: "result", Type: ComplexOfFloat}},
		Attrs:       []ir.PropDef{{Name: "fastmath", Type: arith.FastMathConstraint, Optional: true}},
		Traits:      ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
		Constraints: []ir.Constraint{ir.AllTypesMatch{"lhs", "result"}},
		Assembly:    "$lhs `,` $rhs " + fastmath + "attr-dict `:` type($result) `,` type($rhs)",
		Examples: []string{`func.func @f(%x: complex<f32>, %n: i32) -> complex<f32> {
  %0 = complex.powi %x, %n : complex<f32>, i32
  return %0 : complex<f32>
}`},
	}
}
