package ptx

import (
	"strconv"
	"strings"

	"optc/dialect/arith"
	"optc/ir"
)

func itoa(n int) string { return strconv.Itoa(n) }

// conversions holds the operations that change the type of a number.
var conversions = map[ir.Kind]computation{
	arith.ExtSIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.toWidth(op, x[0], true) },
	arith.ExtUIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.toWidth(op, x[0], false) },
	arith.TruncIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.toWidth(op, x[0], false)
	},
	arith.IndexCastOp{}.Kind():   func(w *writer, op *ir.Operation, x []element) operand { return w.toWidth(op, x[0], true) },
	arith.IndexCastUIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.toWidth(op, x[0], false) },
	arith.SIToFPOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.toFloat(op, x[0], true) },
	arith.UIToFPOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.toFloat(op, x[0], false) },
	arith.FPToSIOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.toInteger(op, x[0], true) },
	arith.FPToUIOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.toInteger(op, x[0], false) },
	arith.ExtFOp{}.Kind():        func(w *writer, op *ir.Operation, x []element) operand { return w.toOtherFloat(op, x[0].operand) },
	arith.TruncFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if mode, given := ir.Cast[arith.TruncFOp](op).Roundingmode(); given && mode != arith.ToNearestEven {
			w.refuse(op, "numbers are rounded to the nearest one")
		}
		return w.toOtherFloat(op, x[0].operand)
	},
	arith.BitcastOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.bits(x[0].operand, w.numberOf(input(op)), w.numberOf(op.Result(0)))
	},
}

// toWidth returns an integer or an index with the width of the result.
func (w *writer) toWidth(op *ir.Operation, x element, signed bool) operand {
	from, to := w.numberOf(input(op)), w.numberOf(op.Result(0))
	var o operand
	switch {
	case from.isIndex && to.class == double:
		return w.double(x.index)
	case from.isIndex:
		o = w.word(x.index)
	default:
		o = w.widened(x.operand, from, to, signed)
	}
	switch {
	case to.class == predicate && o.class == double:
		return w.compareConstant("setp.ne.s64", w.apply("and.b64", double, o, constant(double, 1)))
	case to.class == predicate && o.class == word:
		return w.compareConstant("setp.ne.s32", w.apply("and.b32", word, o, constant(word, 1)))
	}
	return o
}

// compareConstant compares with 0.
func (w *writer) compareConstant(text string, o operand) operand {
	return w.value(text, predicate, w.inRegister(o), constant(o.class, 0))
}

// widened returns an integer in the registers of another width.
func (w *writer) widened(o operand, from, to number, signed bool) operand {
	if from.class == predicate && to.class != predicate {
		on := uint64(1)
		if signed {
			on = ^uint64(0)
		}
		return w.choose(o, constant(to.class, on), constant(to.class, 0))
	}
	if from.width < to.width {
		o = w.extend(o, from, signed)
	}
	switch {
	case from.class == word && to.class == double && o.isConst() && signed:
		return constant(double, uint64(o.signed()))
	case from.class == word && to.class == double && o.isConst():
		return constant(double, o.bits)
	case from.class == word && to.class == double && signed:
		return w.value("cvt.s64.s32", double, o)
	case from.class == word && to.class == double:
		return w.value("cvt.u64.u32", double, o)
	case from.class == double && to.class == word && o.isConst():
		return constant(word, o.bits)
	case from.class == double && to.class == word:
		return w.value("cvt.u32.u64", word, o)
	}
	return o
}

// toFloat converts an integer or an index to the nearest float.
func (w *writer) toFloat(op *ir.Operation, x element, signed bool) operand {
	from, to := w.numberOf(input(op)), w.numberOf(op.Result(0))
	sign := "u"
	if signed {
		sign = "s"
	}
	var o operand
	switch {
	case from.class == predicate:
		one := 1.0
		if signed {
			one = -1
		}
		return w.choose(x.operand, w.floatConstant(one, to.float), constant(to.class, 0))
	case from.isIndex && x.index.isWord() && (signed || x.index.isNatural()):
		o = w.word(x.index)
	default:
		o = w.extend(w.held(x), from, signed)
	}
	o = w.inRegister(o)
	typ := sign + itoa(o.class.bits())
	if to.float == "bf16" {
		return w.fromWord(w.toOdd(o, typ, from.width > 24), to)
	}
	return w.value("cvt.rn."+to.float+"."+typ, to.class, o)
}

// toOdd converts an integer to f32 so that rounding again is correct: if digits are lost, the last
// remaining bit is set.
func (w *writer) toOdd(o operand, typ string, loses bool) operand {
	if !loses {
		return w.value("cvt.rn.f32."+typ, word, o)
	}
	x := w.value("cvt.rz.f32."+typ, word, o)
	back := w.value("cvt.rzi."+typ+".f32", o.class, x)
	lost := w.value("setp.ne."+typ, predicate, back, o)
	return w.value("selp.b32", word, w.value("or.b32", word, x, constant(word, 1)), x, lost)
}

// toInteger converts a float to an integer, rounded to zero.
func (w *writer) toInteger(op *ir.Operation, x element, signed bool) operand {
	from, to := w.numberOf(input(op)), w.numberOf(op.Result(0))
	o := w.inRegister(x.operand)
	float := from.float
	if float == "bf16" {
		o, float = w.toWord(o, from), "f32"
	}
	sign := "u"
	if signed {
		sign = "s"
	}
	if to.class == predicate {
		return w.compareConstant("setp.ne.s32", w.value("cvt.rzi.s32."+float, word, o))
	}
	return w.value("cvt.rzi."+sign+itoa(to.class.bits())+"."+float, to.class, o)
}

// toOtherFloat converts a float.
func (w *writer) toOtherFloat(op *ir.Operation, o operand) operand {
	from, to := w.numberOf(input(op)), w.numberOf(op.Result(0))
	switch {
	case from.float == "" || to.float == "":
		w.refuse(op, "there is no instruction from type '%s' to type '%s'", ir.ElementOrSelf(input(op).Type()), ir.ElementOrSelf(op.Result(0).Type()))
		return constant(to.class, 0)
	case from.class == half && to.float == "f32":
		return w.toWord(o, from)
	case from.class == half && (from.float == "bf16" || to.class == half):
		return w.value("cvt.f64.f32", double, w.inRegister(w.toWord(o, from)))
	case to.float == "bf16" && from.float == "f64":
		return w.fromWord(w.narrowToOdd(w.inRegister(o)), to)
	case from.width < to.width:
		return w.value("cvt."+to.float+"."+from.float, to.class, w.inRegister(o))
	}
	return w.value("cvt.rn."+to.float+"."+from.float, to.class, w.inRegister(o))
}

// narrowToOdd converts an f64 to f32 so that rounding again is right.
func (w *writer) narrowToOdd(o operand) operand {
	x := w.value("cvt.rz.f32.f64", word, o)
	lost := w.value("setp.neu.f64", predicate, w.value("cvt.f64.f32", double, x), o)
	return w.value("selp.b32", word, w.value("or.b32", word, x, constant(word, 1)), x, lost)
}

// bits returns a number of another type with the same bits.
func (w *writer) bits(o operand, from, to number) operand {
	switch {
	case from.class == to.class:
		return o
	case o.isConst():
		return constant(to.class, o.bits)
	case from.class == half:
		return w.value("cvt.u32.u16", word, o)
	}
	return w.value("cvt.u16.u32", half, o)
}

// index computes an element of an index.
func (w *writer) index(op *ir.Operation, x []element) element {
	if f := indices[op.Kind()]; f != nil {
		if s := f(w, op, x); s != nil {
			return indexOf(s)
		}
	}
	from := w.numberOf(input(op))
	isWord := true
	for _, e := range x {
		isWord = isWord && (e.index == nil || e.index.isWord())
	}
	switch {
	case ir.Is[arith.SelectOp](op) && isWord:
		return indexOf(sumOf(w.choose(x[0].operand, w.word(x[1].index), w.word(x[2].index))).within(x[1].index.values.Union(x[2].index.values)))
	case ir.IsAny(op, arith.IndexCastOp{}, arith.IndexCastUIOp{}) && from.class == word:
		signed := ir.Is[arith.IndexCastOp](op)
		o := w.extend(x[0].operand, from, signed)
		if signed || o.reg != nil && o.reg.known && o.reg.values.Lo >= 0 {
			return indexOf(sumOf(o))
		}
		return indexOf(sumOf(w.widened(o, number{class: word, width: 32}, number{class: double, width: 64}, false)))
	case isWord && inWord[op.Kind()] != "" && (!strings.Contains(inWord[op.Kind()], ".u") && !ir.Is[arith.ShLIOp](op) || areNatural(x)):
		var args []operand
		for _, e := range x {
			args = append(args, w.word(e.index))
		}
		return indexOf(sumOf(w.apply(inWord[op.Kind()], word, args...)))
	}
	return indexOf(sumOf(computations[op.Kind()](w, op, x)))
}

// inWord holds the instructions on indices that are known to fit into 32 bits, whose results fit too.
// Instructions on unsigned numbers need indices that are not negative.
var inWord = map[ir.Kind]string{
	arith.AndIOp{}.Kind(): "and.b32", arith.OrIOp{}.Kind(): "or.b32", arith.XOrIOp{}.Kind(): "xor.b32",
	arith.MaxSIOp{}.Kind(): "max.s32", arith.MinSIOp{}.Kind(): "min.s32", arith.MaxUIOp{}.Kind(): "max.u32", arith.MinUIOp{}.Kind(): "min.u32",
	arith.DivUIOp{}.Kind(): "div.u32", arith.RemUIOp{}.Kind(): "rem.u32", arith.RemSIOp{}.Kind(): "rem.s32", arith.ShRUIOp{}.Kind(): "shr.u32",
}

func areNatural(x []element) bool {
	for _, e := range x {
		if e.index != nil && !e.index.isNatural() {
			return false
		}
	}
	return true
}

// indices holds the operations on indices whose results are sums; they return nil if these are not.
var indices = map[ir.Kind]func(w *writer, op *ir.Operation, x []element) *sum{
	arith.AddIOp{}.Kind(): func(_ *writer, _ *ir.Operation, x []element) *sum { return x[0].index.plus(x[1].index, 1) },
	arith.SubIOp{}.Kind(): func(_ *writer, _ *ir.Operation, x []element) *sum { return x[0].index.plus(x[1].index, -1) },
	arith.MulIOp{}.Kind(): func(w *writer, _ *ir.Operation, x []element) *sum { return w.times(x[0].index, x[1].index) },
	arith.ShLIOp{}.Kind(): func(_ *writer, _ *ir.Operation, x []element) *sum {
		if n := x[1].index; len(n.terms) == 0 && n.constant >= 0 && n.constant < 63 {
			return constantSum(0).plus(x[0].index, 1<<n.constant)
		}
		return nil
	},
	arith.DivUIOp{}.Kind(): dividedBy(func(q, _ *sum) *sum { return q }),
	arith.RemUIOp{}.Kind(): dividedBy(func(_, r *sum) *sum { return r }),
	arith.DivSIOp{}.Kind(): dividedBy(func(q, _ *sum) *sum { return q }),
	arith.RemSIOp{}.Kind(): dividedBy(func(_, r *sum) *sum { return r }),
	arith.FloorDivSIOp{}.Kind(): func(w *writer, _ *ir.Operation, x []element) *sum {
		if n := x[1].index; len(n.terms) == 0 && n.constant > 0 {
			q, _ := w.divided(x[0].index, n.constant)
			return q
		}
		return nil
	},
	arith.ShRUIOp{}.Kind(): func(w *writer, _ *ir.Operation, x []element) *sum {
		if n := x[1].index; len(n.terms) == 0 && n.constant >= 0 && n.constant < 31 && x[0].index.isNatural() {
			q, _ := w.divided(x[0].index, 1<<n.constant)
			return q
		}
		return nil
	},
	arith.AndIOp{}.Kind(): func(w *writer, _ *ir.Operation, x []element) *sum {
		if n := x[1].index; len(n.terms) == 0 && n.constant >= 0 && n.constant&(n.constant+1) == 0 && x[0].index.isNatural() {
			_, r := w.divided(x[0].index, n.constant+1)
			return r
		}
		return nil
	},
}

// dividedBy handles the division of an index that is not negative by a constant; part chooses the quotient or the rest.
func dividedBy(part func(q, r *sum) *sum) func(w *writer, op *ir.Operation, x []element) *sum {
	return func(w *writer, _ *ir.Operation, x []element) *sum {
		if n := x[1].index; len(n.terms) == 0 && n.constant > 0 && x[0].index.isNatural() {
			return part(w.divided(x[0].index, n.constant))
		}
		return nil
	}
}

// times returns the product of two indices.
func (w *writer) times(x, y *sum) *sum {
	switch {
	case len(x.terms) == 0:
		return constantSum(0).plus(y, x.constant)
	case len(y.terms) == 0:
		return constantSum(0).plus(x, y.constant)
	}
	if x.isWord() && y.isWord() {
		if r, ok := x.values.Mul(y.values); ok && (&sum{values: r, known: true}).isWord() {
			return sumOf(bound(w.value("mul.lo.s32", word, w.word(x), w.word(y)), r))
		}
	}
	return sumOf(w.value("mul.lo.s64", double, w.double(x), w.double(y)))
}
