package cpp

import (
	"fmt"
	"math"

	"optc/dialect/affine"
	"optc/ir"
	maps "optc/ir/affine"
)

// indexForms are the forms of operations that compute indices by affine maps or bases.
var indexForms = []form{
	of((*writer).linearize),
	of((*writer).delinearize),
	of(func(w *writer, op affine.ApplyOp) {
		w.give(op.Result(), w.affine(op.Map().Results[0], op.Map(), op.MapOperands()))
	}),
	of(func(w *writer, op affine.MinOp) {
		w.extreme(op.Result(), "smaller", op.Map(), op.Operands())
	}),
	of(func(w *writer, op affine.MaxOp) {
		w.extreme(op.Result(), "larger", op.Map(), op.Operands())
	}),
}

// linearize writes the sum of digits times their weights.
func (w *writer) linearize(op affine.LinearizeIndexOp) {
	digits, basis := op.MultiIndex(), op.StaticBasis()
	basis = basis[len(basis)-min(len(basis), len(digits)-1):] // without the extent of the first digit
	weight, sum := int64(1), expr{"0", precWord}
	constant := int64(0)
	for i := len(digits) - 1; i >= 0; i-- {
		if n, ok := ir.ConstantInt(digits[i]); ok {
			constant += n.Int64() * weight
		} else {
			term := sumOrProduct(w.wide(digits[i], op.LinearIndex()), "*", word(fmt.Sprint(weight)), precProduct)
			sum = sumOrProduct(term, "+", sum, precSum)
		}
		if i > 0 {
			n := basis[i-1]
			if n == ir.Dynamic {
				w.refuse(w.at, "bases must be known")
				return
			}
			weight *= n
		}
	}
	if constant != 0 {
		sum = sumOrProduct(sum, "+", integer(constant), precSum)
	}
	w.give(op.LinearIndex(), sum)
}

// wide returns an index with at least the width of a result that is computed from it.
func (w *writer) wide(v, result *ir.Value) expr {
	if w.fits(v) && !w.fits(result) {
		return callOf("int64_t", w.scalar(v))
	}
	return w.scalar(v)
}

// delinearize writes the digits of an index.
func (w *writer) delinearize(op affine.DelinearizeIndexOp) {
	index, digits, basis := op.LinearIndex(), op.MultiIndex(), op.StaticBasis()
	weight := int64(1)
	weights := make([]int64, len(digits))
	for i := len(digits) - 1; i >= 0; i-- {
		weights[i] = weight
		if at := i - (len(digits) - len(basis)); at >= 0 {
			if basis[at] == ir.Dynamic {
				w.refuse(w.at, "bases must be known")
				return
			}
			weight *= basis[at]
		}
	}
	operand := w.scalar(index)
	if !operand.isSimple() {
		name := w.name(index)
		w.line("const %s %s = %s;", w.typeOf(index), name, operand.text)
		operand = word(name)
		w.keep(index, &value{expr: operand})
	}
	last, known := w.ranges.Known(index)
	known = known && last.Lo >= 0
	for i, v := range digits {
		if v.Unused() {
			continue
		}
		e := operand
		if known {
			if weights[i] > 1 {
				e = binary(e, "/", word(fmt.Sprint(weights[i])), precProduct)
			}
			if i > 0 && last.Hi >= weights[i]*w.extent(basis, len(digits), i) {
				e = binary(e, "%", word(fmt.Sprint(w.extent(basis, len(digits), i))), precProduct)
			}
		} else {
			// The first digit is the remaining quotient, rounded down.
			if weights[i] > 1 {
				e = callOf("floor_div<int64_t>", e, word(fmt.Sprint(weights[i])))
			}
			if i > 0 {
				e = callOf("floor_mod<int64_t>", e, word(fmt.Sprint(w.extent(basis, len(digits), i))))
			}
		}
		w.define(v, e)
	}
}

// extent returns the number of values of a digit.
func (w *writer) extent(basis []int64, digits, i int) int64 { return basis[i-(digits-len(basis))] }

// affine returns the value of an affine expression.
func (w *writer) affine(e maps.Expr, m maps.Map, operands []*ir.Value) expr {
	inputs := make([]maps.Interval, len(operands))
	for i, v := range operands {
		if r, ok := w.ranges.Known(v); ok {
			inputs[i] = maps.Interval{Lower: r.Lo, Upper: r.Hi, HasLower: r.Lo != math.MinInt64, HasUpper: r.Hi != math.MaxInt64}
		}
	}
	x, _ := w.affinePart(e, m, operands, inputs)
	return x
}

// affinePart returns the value of a part of an affine expression, and whether it is an int. A
// sum or product that may not fit into an int has 64 bits.
func (w *writer) affinePart(e maps.Expr, m maps.Map, operands []*ir.Value, inputs []maps.Interval) (x expr, isInt bool) {
	if n, ok := e.IsConst(); ok {
		return integer(n), fitsInt(n)
	}
	if d, ok := e.IsDim(); ok {
		return w.scalar(operands[d]), w.fits(operands[d])
	}
	if s, ok := e.IsSymbol(); ok {
		return w.scalar(operands[m.NumDims+s]), w.fits(operands[m.NumDims+s])
	}
	x, isInt = w.affinePart(e.LHS(), m, operands, inputs)
	rhs, operator := e.RHS(), "+"
	if e.Kind() == maps.KindAdd && rhs.Kind() == maps.KindMul {
		if n, ok := rhs.RHS().IsConst(); ok && n == -1 {
			rhs, operator = rhs.LHS(), "-"
		}
	}
	y, alsoInt := w.affinePart(rhs, m, operands, inputs)
	if isInt = isInt && alsoInt; isInt && (e.Kind() == maps.KindAdd || e.Kind() == maps.KindMul) {
		r := e.Bounds(m.NumDims, m.NumSymbols, inputs)
		if isInt = r.HasLower && r.HasUpper && fitsInt(r.Lower) && fitsInt(r.Upper); !isInt {
			x = callOf("int64_t", x)
		}
	}
	switch e.Kind() {
	case maps.KindAdd:
		if n, ok := e.RHS().IsConst(); ok && n < 0 {
			return binary(x, "-", integer(-n), precSum), isInt
		}
		return sumOrProduct(x, operator, y, precSum), isInt
	case maps.KindMul:
		return sumOrProduct(x, "*", y, precProduct), isInt
	case maps.KindFloorDiv:
		return callOf("floor_div<int64_t>", x, y), false
	case maps.KindCeilDiv:
		return callOf("ceil_div<int64_t>", x, y), false
	default:
		return callOf("floor_mod<int64_t>", x, y), false
	}
}

// extreme writes the least or the greatest of the results of a map.
func (w *writer) extreme(v *ir.Value, function string, m maps.Map, operands []*ir.Value) {
	var e expr
	for i, r := range m.Results {
		x := w.affine(r, m, operands)
		if i == 0 {
			e = x
		} else {
			e = callOf(function+"<int64_t>", e, x)
		}
	}
	w.give(v, e)
}
