package cpp

import (
	"fmt"

	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
)

// elementwise writes an operation that computes each element of its result from the elements
// of its operands at the same position. It reports whether op is such an operation.
func (w *writer) elementwise(op *ir.Operation) bool {
	f := computations[op.Kind()]
	if f == nil {
		return false
	}
	v := op.Result(0)
	if op.NumResults() != 1 {
		return false
	}
	w.giveElements(v, func(p position) expr {
		args := make([]operand, op.NumOperands())
		for i, x := range op.Operands() {
			args[i] = operand{w.element(x, p), x}
		}
		return f(w, op, args)
	})
	return true
}

// usesElementsOnce reports whether an operation needs each element of its operands once, in
// a loop that it writes itself.
func usesElementsOnce(op *ir.Operation) bool {
	return computations[op.Kind()] != nil || ir.IsAny(op, vector.ReductionOp{}, vector.ShapeCastOp{})
}

// operand is the expression of an element of a value.
type operand struct {
	expr
	v *ir.Value
}

// computation returns the expression of a result for expressions of the operands.
type computation func(w *writer, op *ir.Operation, args []operand) expr

var computations map[ir.Kind]computation

func init() {
	computations = map[ir.Kind]computation{
		arith.AddIOp{}.Kind():       integers("+", "add", precSum),
		arith.SubIOp{}.Kind():       integers("-", "sub", precSum),
		arith.MulIOp{}.Kind():       integers("*", "mul", precProduct),
		arith.DivUIOp{}.Kind():      unsignedOperator("/"),
		arith.RemUIOp{}.Kind():      unsignedOperator("%"),
		arith.DivSIOp{}.Kind():      signedOperator("/"),
		arith.RemSIOp{}.Kind():      signedOperator("%"),
		arith.FloorDivSIOp{}.Kind(): roundedQuotient("floor_div", false),
		arith.CeilDivSIOp{}.Kind():  roundedQuotient("ceil_div", false),
		arith.CeilDivUIOp{}.Kind():  roundedQuotient("ceil_div", true),
		arith.AndIOp{}.Kind():       bitwise("&", "&&", precAnd),
		arith.OrIOp{}.Kind():        bitwise("|", "||", precOr),
		arith.XOrIOp{}.Kind():       bitwise("^", "!=", precEqual),
		arith.ShLIOp{}.Kind():       shiftLeft,
		arith.ShRUIOp{}.Kind():      shiftRight,
		arith.ShRSIOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			return w.narrowed(op, binary(a[0].expr, ">>", bitsOf(a[1]), precShift))
		},
		arith.MaxSIOp{}.Kind():    extremes("larger", false),
		arith.MinSIOp{}.Kind():    extremes("smaller", false),
		arith.MaxUIOp{}.Kind():    extremes("larger", true),
		arith.MinUIOp{}.Kind():    extremes("smaller", true),
		arith.AddFOp{}.Kind():     floats("+", precSum),
		arith.SubFOp{}.Kind():     floats("-", precSum),
		arith.MulFOp{}.Kind():     floats("*", precProduct),
		arith.DivFOp{}.Kind():     floats("/", precProduct),
		arith.NegFOp{}.Kind():     func(_ *writer, _ *ir.Operation, a []operand) expr { return expr{"-" + a[0].in(precWord), precUnary} },
		arith.RemFOp{}.Kind():     call("fn::fmod"),
		arith.MaximumFOp{}.Kind(): call("maximum"),
		arith.MinimumFOp{}.Kind(): call("minimum"),
		arith.MaxNumFOp{}.Kind():  call("maximum_number"),
		arith.MinNumFOp{}.Kind():  call("minimum_number"),
		arith.CmpIOp{}.Kind():     compareIntegers,
		arith.CmpFOp{}.Kind():     compareFloats,
		arith.SelectOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			t := w.typeOf(op.Result(0))
			return expr{a[0].in(precChoice+1) + " ? " + w.typed(a[1].v, a[1].expr, t).in(precChoice+1) + " : " + w.typed(a[2].v, a[2].expr, t).in(precChoice+1), precChoice}
		},
		arith.ExtUIOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			return w.cast(op, w.asUnsigned(a[0].v, a[0].expr))
		},
		arith.ExtSIOp{}.Kind():     func(w *writer, op *ir.Operation, a []operand) expr { return w.cast(op, asSigned(a[0].v, a[0].expr)) },
		arith.TruncIOp{}.Kind():    truncate,
		arith.IndexCastOp{}.Kind(): indexCast,
		arith.IndexCastUIOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			if w.isNatural(a[0].v) || isBit(op.Result(0).Type()) {
				return indexCast(w, op, a)
			}
			return w.cast(op, w.asUnsigned(a[0].v, a[0].expr))
		},
		arith.SIToFPOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr { return w.cast(op, asSigned(a[0].v, a[0].expr)) },
		arith.UIToFPOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			return w.cast(op, w.asUnsigned(a[0].v, a[0].expr))
		},
		arith.FPToSIOp{}.Kind(): fromFloat(false),
		arith.FPToUIOp{}.Kind(): fromFloat(true),
		arith.ExtFOp{}.Kind():   func(w *writer, op *ir.Operation, a []operand) expr { return w.cast(op, a[0].expr) },
		arith.TruncFOp{}.Kind(): truncateFloat,
		arith.BitcastOp{}.Kind(): func(w *writer, op *ir.Operation, a []operand) expr {
			return word(fmt.Sprintf("bits<%s>(%s)", w.elementType(op, ir.ElementOrSelf(op.Result(0).Type())), a[0].text))
		},
		math.FMAOp{}.Kind():      call("fn::fma"),
		vector.FMAOp{}.Kind():    call("fn::fma"),
		math.AbsIOp{}.Kind():     ofBits("absolute", false),
		math.CtTZOp{}.Kind():     ofBits("trailing_zeros", true),
		math.CtLZOp{}.Kind():     ofBits("leading_zeros", true),
		math.CtPopOp{}.Kind():    ofBits("ones", false),
		math.IsNaNOp{}.Kind():    func(_ *writer, _ *ir.Operation, a []operand) expr { return callOf("unordered", a[0].expr, a[0].expr) },
		math.IsInfOp{}.Kind():    call("is_infinite"),
		math.IsFiniteOp{}.Kind(): call("is_finite"),
		math.CopySignOp{}.Kind(): call("fn::copysign"),
		math.PowFOp{}.Kind():     call("fn::pow"),
		math.Atan2Op{}.Kind():    call("fn::atan2"),
	}
	for name, kind := range map[string]ir.Kind{
		"fabs": math.AbsFOp{}.Kind(), "acos": math.AcosOp{}.Kind(), "acosh": math.AcoshOp{}.Kind(), "asin": math.AsinOp{}.Kind(), "asinh": math.AsinhOp{}.Kind(),
		"atan": math.AtanOp{}.Kind(), "atanh": math.AtanhOp{}.Kind(), "cbrt": math.CbrtOp{}.Kind(), "ceil": math.CeilOp{}.Kind(), "cos": math.CosOp{}.Kind(), "cosh": math.CoshOp{}.Kind(),
		"erf": math.ErfOp{}.Kind(), "erfc": math.ErfcOp{}.Kind(), "exp": math.ExpOp{}.Kind(), "exp2": math.Exp2Op{}.Kind(), "expm1": math.ExpM1Op{}.Kind(),
		"floor": math.FloorOp{}.Kind(), "log": math.LogOp{}.Kind(), "log10": math.Log10Op{}.Kind(), "log1p": math.Log1pOp{}.Kind(), "log2": math.Log2Op{}.Kind(),
		"round": math.RoundOp{}.Kind(), "nearbyint": math.RoundEvenOp{}.Kind(), "sin": math.SinOp{}.Kind(), "sinh": math.SinhOp{}.Kind(), "sqrt": math.SqrtOp{}.Kind(),
		"tan": math.TanOp{}.Kind(), "tanh": math.TanhOp{}.Kind(), "trunc": math.TruncOp{}.Kind(), "rsqrt": math.RsqrtOp{}.Kind(),
	} {
		computations[kind] = call("fn::" + name)
	}
}

// binary returns an expression of an operator, whose operands are written in parentheses if
// they bind less; the operands of bitwise operators and shifts are words.
func binary(x expr, operator string, y expr, prec int) expr {
	left, right := prec, prec+1
	if prec == precBits || prec == precShift {
		left, right = precUnary, precUnary
	}
	return expr{x.in(left) + " " + operator + " " + y.in(right), prec}
}

func call(function string) computation {
	return func(_ *writer, _ *ir.Operation, args []operand) expr { return callOf(function, exprsOf(args)...) }
}

func exprsOf(list []operand) (exprs []expr) {
	for _, x := range list {
		exprs = append(exprs, x.expr)
	}
	return exprs
}

func callOf(function string, args ...expr) expr {
	text := function + "("
	for i, a := range args {
		if i > 0 {
			text += ", "
		}
		text += a.text
	}
	return word(text + ")")
}

func floats(operator string, prec int) computation {
	return func(_ *writer, _ *ir.Operation, a []operand) expr {
		return binary(a[0].expr, operator, a[1].expr, prec)
	}
}

// isBit reports whether values of a type are bits, or vectors of bits.
func isBit(t ir.Type) bool { return ir.IntWidth(ir.ElementOrSelf(t)) == 1 }

func isIndex(t ir.Type) bool { return ir.IsType[*ir.IndexType](ir.ElementOrSelf(t)) }

// integers returns the sum, difference or product of integers. It is written with the operator
// where the result is known to fit, and otherwise with a function that wraps around.
func integers(operator, function string, prec int) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		v := op.Result(0)
		_, known := w.ranges.Known(v)
		switch {
		case isBit(v.Type()) && operator == "*":
			return binary(a[0].expr, "&&", a[1].expr, precAnd)
		case isBit(v.Type()):
			return binary(a[0].paren(), "!=", a[1].paren(), precEqual)
		case isIndex(v.Type()):
			x := a[0].expr
			if !w.fits(v) && w.fits(a[0].v) && w.fits(a[1].v) {
				x = word("int64_t(" + x.text + ")")
			}
			return sumOrProduct(x, operator, a[1].expr, prec)
		case known:
			return sumOrProduct(a[0].expr, operator, a[1].expr, prec)
		}
		return callOf(function, exprsOf(a)...)
	}
}

// sumOrProduct leaves out terms of zero and factors of one.
func sumOrProduct(x expr, operator string, y expr, prec int) expr {
	switch {
	case operator == "*" && y.text == "1", operator != "*" && y.text == "0":
		return x
	case operator == "*" && x.text == "1", operator == "+" && x.text == "0":
		return y
	}
	return binary(x, operator, y, prec)
}

// paren returns an expression in parentheses if a reader would expect them beside another operator.
func (e expr) paren() expr {
	if e.prec < precSum {
		return word("(" + e.text + ")")
	}
	return e
}

func signedOperator(operator string) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		return w.cast(op, binary(a[0].expr, operator, a[1].expr, precProduct))
	}
}

func unsignedOperator(operator string) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		if w.isNatural(a[0].v) && w.isNatural(a[1].v) {
			return binary(a[0].expr, operator, a[1].expr, precProduct)
		}
		return w.cast(op, binary(w.asUnsigned(a[0].v, a[0].expr), operator, w.asUnsigned(a[1].v, a[1].expr), precProduct))
	}
}

// roundedQuotient returns a quotient that a function rounds up or down.
func roundedQuotient(function string, asUnsigned bool) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		t := ir.ElementOrSelf(op.Result(0).Type())
		name := w.elementType(op, t)
		switch {
		case isBit(t):
			w.refuse(op, "numbers of one bit are not divided")
		case asUnsigned:
			name = unsigned(t)
		}
		return w.cast(op, callOf(fmt.Sprintf("%s<%s>", function, name), exprsOf(a)...))
	}
}

// ofBits returns a function of the bits of a scalar. The function of a one-bit number is the bit
// itself, or its negation.
func ofBits(function string, negated bool) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		switch t := op.Result(0).Type(); {
		case isBit(t) && negated:
			return expr{"!" + a[0].in(precUnary), precUnary}
		case isBit(t):
			return a[0].expr
		case isIndex(t):
			return w.cast(op, callOf(function+"<int64_t>", a[0].expr))
		}
		return callOf(function, a[0].expr)
	}
}

func bitwise(operator, ofBits string, prec int) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		if !isBit(op.Result(0).Type()) {
			return w.narrowed(op, binary(a[0].expr, operator, a[1].expr, precBits))
		}
		if operator == "^" && a[1].text == "true" {
			return expr{"!" + a[0].in(precUnary), precUnary}
		}
		return binary(a[0].paren(), ofBits, a[1].paren(), prec)
	}
}

// narrowed casts an expression to the type of a result that is narrower than an int, in which
// C++ computes.
func (w *writer) narrowed(op *ir.Operation, e expr) expr {
	if n := ir.IntWidth(ir.ElementOrSelf(op.Result(0).Type())); n == 8 || n == 16 {
		return w.cast(op, e)
	}
	return e
}

// bitsOf returns the distance of a shift: the number of bits that x gives.
func bitsOf(x operand) expr {
	if n, ok := ir.ConstantInt(x.v); ok {
		return integer(n.Int64())
	}
	return x.expr
}

func shiftLeft(w *writer, op *ir.Operation, a []operand) expr {
	v := op.Result(0)
	if isIndex(v.Type()) && w.fits(a[0].v) && !w.fits(v) {
		return binary(callOf("int64_t", a[0].expr), "<<", bitsOf(a[1]), precShift)
	}
	if _, known := w.ranges.Known(v); known && w.isNatural(a[0].v) {
		return binary(a[0].expr, "<<", bitsOf(a[1]), precShift)
	}
	return w.cast(op, binary(w.asUnsigned(a[0].v, a[0].expr), "<<", bitsOf(a[1]), precShift))
}

func shiftRight(w *writer, op *ir.Operation, a []operand) expr {
	if w.isNatural(a[0].v) {
		return binary(a[0].expr, ">>", bitsOf(a[1]), precShift)
	}
	return w.cast(op, binary(w.asUnsigned(a[0].v, a[0].expr), ">>", bitsOf(a[1]), precShift))
}

func extremes(function string, asUnsigned bool) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		t := ir.ElementOrSelf(op.Result(0).Type())
		switch {
		case isBit(t):
			// As a signed number, 1 is below 0.
			if (function == "larger") == asUnsigned {
				return binary(a[0].paren(), "||", a[1].paren(), precOr)
			}
			return binary(a[0].paren(), "&&", a[1].paren(), precAnd)
		case asUnsigned && !(w.isNatural(a[0].v) && w.isNatural(a[1].v)):
			return w.cast(op, callOf(fmt.Sprintf("%s<%s>", function, unsigned(t)), exprsOf(a)...))
		}
		return callOf(fmt.Sprintf("%s<%s>", function, w.typeOf(op.Result(0))), exprsOf(a)...)
	}
}

var integerRelations = []string{"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="}

func compareIntegers(w *writer, op *ir.Operation, a []operand) expr {
	p := ir.Cast[arith.CmpIOp](op).Predicate()
	x, y := a[0].v, a[1].v
	switch {
	case p <= arith.NE:
		return binary(a[0].paren(), integerRelations[p], a[1].paren(), precEqual)
	case isBit(x.Type()) && p < arith.ULT:
		return binary(asSigned(x, a[0].expr), integerRelations[p], asSigned(y, a[1].expr), precLess)
	case p >= arith.ULT && !isBit(x.Type()) && !(w.isNatural(x) && w.isNatural(y)):
		return binary(w.castUnsigned(x, a[0].expr), integerRelations[p], w.castUnsigned(y, a[1].expr), precLess)
	}
	return binary(a[0].expr, integerRelations[p], a[1].expr, precLess)
}

// floatRelations holds the relations that are false for NaN, and the negation of those that
// are true for it.
var floatRelations = map[arith.CmpFPredicate]string{
	arith.OEQ: "==", arith.OGT: ">", arith.OGE: ">=", arith.OLT: "<", arith.OLE: "<=", arith.UNE: "!=",
	arith.UGTF: "<=", arith.UGEF: "<", arith.ULTF: ">=", arith.ULEF: ">",
}

func compareFloats(_ *writer, op *ir.Operation, a []operand) expr {
	p := ir.Cast[arith.CmpFOp](op).Predicate()
	unequal := expr{binary(a[0].expr, "<", a[1].expr, precLess).text + " || " + binary(a[0].expr, ">", a[1].expr, precLess).text, precOr}
	not := func(e expr) expr { return expr{"!(" + e.text + ")", precUnary} }
	switch p {
	case arith.AlwaysFalse:
		return callOf("never", exprsOf(a)...)
	case arith.AlwaysTrue:
		return callOf("always", exprsOf(a)...)
	case arith.ONE:
		return unequal
	case arith.UEQ:
		return not(unequal)
	case arith.ORD:
		return not(callOf("unordered", exprsOf(a)...))
	case arith.UNO:
		return callOf("unordered", exprsOf(a)...)
	case arith.UGTF, arith.UGEF, arith.ULTF, arith.ULEF:
		return not(binary(a[0].expr, floatRelations[p], a[1].expr, precLess))
	}
	prec := precLess
	if p == arith.OEQ || p == arith.UNE {
		prec = precEqual
	}
	return binary(a[0].expr, floatRelations[p], a[1].expr, prec)
}

// cast returns e as a number of the type of the result.
func (w *writer) cast(op *ir.Operation, e expr) expr {
	return callOf(w.typeOf(op.Result(0)), e)
}

// typed casts an index to a type of C++ unless it has it.
func (w *writer) typed(v *ir.Value, e expr, t string) expr {
	if isIndex(v.Type()) && w.typeOf(v) != t {
		return callOf(t, e)
	}
	return e
}

// asUnsigned returns an integer as an unsigned number.
func (w *writer) asUnsigned(v *ir.Value, e expr) expr {
	if isBit(v.Type()) || w.isNatural(v) && e.isSimple() {
		return e
	}
	return callOf(unsigned(ir.ElementOrSelf(v.Type())), e)
}

// castUnsigned returns an integer as a number of an unsigned type, or as a literal.
func (w *writer) castUnsigned(v *ir.Value, e expr) expr {
	if _, known := ir.ConstantInt(v); known && w.isNatural(v) && e.isSimple() {
		return e
	}
	return callOf(unsigned(ir.ElementOrSelf(v.Type())), e)
}

// asSigned returns an integer as a signed number; a bit that is set is -1.
func asSigned(v *ir.Value, e expr) expr {
	if isBit(v.Type()) {
		return expr{"-int32_t(" + e.text + ")", precUnary}
	}
	return e
}

func truncate(w *writer, op *ir.Operation, a []operand) expr {
	if isBit(op.Result(0).Type()) {
		return expr{"(" + binary(a[0].expr, "&", word("1"), precBits).text + ") != 0", precEqual}
	}
	return w.cast(op, a[0].expr)
}

// indexCast changes the type of an integer unless C++ has one type for both.
func indexCast(w *writer, op *ir.Operation, a []operand) expr {
	if isBit(op.Result(0).Type()) {
		return truncate(w, op, a)
	}
	from, to := w.typeOf(a[0].v), w.typeOf(op.Result(0))
	same := func(t string) bool { return t == "int" || t == "int32_t" }
	if from == to || same(from) && same(to) && a[0].isSimple() {
		return a[0].expr
	}
	return w.cast(op, asSigned(a[0].v, a[0].expr))
}

func fromFloat(asUnsigned bool) computation {
	return func(w *writer, op *ir.Operation, a []operand) expr {
		e := a[0].expr
		if t := w.elementType(op, ir.ElementOrSelf(a[0].v.Type())); t == "f16" || t == "bf16" {
			e = callOf("float", e)
		}
		if t := ir.ElementOrSelf(op.Result(0).Type()); asUnsigned && !isBit(t) {
			e = callOf(unsigned(t), e)
		}
		if isBit(op.Result(0).Type()) {
			return binary(e, "!=", word("0"), precEqual)
		}
		return w.cast(op, e)
	}
}

func truncateFloat(w *writer, op *ir.Operation, a []operand) expr {
	if mode, given := ir.Cast[arith.TruncFOp](op).Roundingmode(); given && mode != arith.ToNearestEven {
		w.refuse(op, "numbers are rounded to the nearest one")
	}
	return w.cast(op, a[0].expr)
}
