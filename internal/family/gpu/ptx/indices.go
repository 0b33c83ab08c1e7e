package ptx

import (
	"optc/dialect/affine"
	"optc/ir"
	maps "optc/ir/affine"
)

// indexForms are the forms of operations that compute indices by affine maps or bases.
var indexForms = []form{
	of((*writer).linearize),
	of((*writer).delinearize),
	of(func(w *writer, op affine.ApplyOp) {
		w.setIndex(op.Result(), w.affine(op.Map().Results[0], op.Map(), op.MapOperands()))
	}),
	of(func(w *writer, op affine.MinOp) { w.extremeOf(op.Result(), "min.s", op.Map(), op.Operands()) }),
	of(func(w *writer, op affine.MaxOp) { w.extremeOf(op.Result(), "max.s", op.Map(), op.Operands()) }),
}

// linearize makes the sum of digits times their weights.
func (w *writer) linearize(op affine.LinearizeIndexOp) {
	digits, basis := op.MultiIndex(), op.StaticBasis()
	basis = basis[len(basis)-min(len(basis), len(digits)-1):] // without the extent of the first digit
	weight, total := int64(1), constantSum(0)
	for i := len(digits) - 1; i >= 0; i-- {
		total = total.plus(w.sum(digits[i]), weight)
		if i == 0 {
			break
		}
		if basis[i-1] == ir.Dynamic {
			w.refuse(w.op, "bases must be known")
			return
		}
		weight *= basis[i-1]
	}
	w.setIndex(op.LinearIndex(), total)
}

// delinearize splits an index into its digits; the first digit is the remaining quotient.
func (w *writer) delinearize(op affine.DelinearizeIndexOp) {
	digits, basis := op.MultiIndex(), op.StaticBasis()
	left := w.sum(op.LinearIndex())
	for i := len(digits) - 1; i >= 0; i-- {
		at := i - (len(digits) - len(basis))
		if i == 0 || at < 0 {
			w.setIndex(digits[i], left)
			return
		}
		if basis[at] == ir.Dynamic {
			w.refuse(w.op, "bases must be known")
			return
		}
		var digit *sum
		left, digit = w.divided(left, basis[at])
		w.setIndex(digits[i], digit)
	}
}

// affine returns the value of an affine expression.
func (w *writer) affine(e maps.Expr, m maps.Map, operands []*ir.Value) *sum {
	if n, ok := e.IsConst(); ok {
		return constantSum(n)
	}
	if d, ok := e.IsDim(); ok {
		return w.sum(operands[d])
	}
	if s, ok := e.IsSymbol(); ok {
		return w.sum(operands[m.NumDims+s])
	}
	x, y := w.affine(e.LHS(), m, operands), w.affine(e.RHS(), m, operands)
	switch e.Kind() {
	case maps.KindAdd:
		return x.plus(y, 1)
	case maps.KindMul:
		return w.times(x, y)
	}
	if len(y.terms) > 0 || y.constant <= 0 {
		w.refuse(w.op, "divisors must be known")
		return constantSum(0)
	}
	switch e.Kind() {
	case maps.KindFloorDiv:
		q, _ := w.divided(x, y.constant)
		return q
	case maps.KindCeilDiv:
		q, _ := w.divided(x.plus(constantSum(y.constant-1), 1), y.constant)
		return q
	default:
		_, r := w.divided(x, y.constant)
		return r
	}
}

// extremeOf returns the least or the greatest of the results of a map.
func (w *writer) extremeOf(v *ir.Value, text string, m maps.Map, operands []*ir.Value) {
	var total *sum
	for i, e := range m.Results {
		x := w.affine(e, m, operands)
		switch {
		case i == 0:
			total = x
		case total.isWord() && x.isWord():
			total = sumOf(w.apply(text+"32", word, w.word(total), w.word(x))).within(total.values.Union(x.values))
		default:
			total = sumOf(w.apply(text+"64", double, w.double(total), w.double(x)))
		}
	}
	w.setIndex(v, total)
}
