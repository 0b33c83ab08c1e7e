package ptx

import (
	"optc/dialect/arith"
	"optc/dialect/math"
	"optc/ir"
)

// expandedFloats holds the operations on floats that need several instructions, or different ones, for
// some type. A computation returns no operand if the table has the instruction.
var expandedFloats = map[ir.Kind]computation{
	// A sum of bf16 is a fused product with 1, and a product of bf16 is a fused product plus -0: both round once.
	arith.AddFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.fused(op, x[0].operand, 1, x[1].operand)
	},
	arith.SubFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.fused(op, x[1].operand, -1, x[0].operand)
	},
	arith.MulFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if n := w.numberOf(op.Result(0)); n.float == "bf16" {
			return w.apply("fma.rn.bf16", half, x[0].operand, x[1].operand, constant(half, 0x8000))
		}
		return operand{}
	},
	arith.DivFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if arith.FastMathFlags(op)&arith.ApproxFunc == 0 || w.numberOf(op.Result(0)).float != "f32" {
			return operand{}
		}
		if x[0].operand == constant(word, 0x3f800000) {
			return w.value("rcp.approx.f32", word, w.inRegister(x[1].operand))
		}
		return w.value("div.full.f32", word, w.inRegister(x[0].operand), w.inRegister(x[1].operand))
	},
	math.Exp2Op{}.Kind():  approximation("ex2.approx.f32"),
	math.Log2Op{}.Kind():  approximation("lg2.approx.f32"),
	math.RsqrtOp{}.Kind(): approximation("rsqrt.approx.f32"),
	arith.NegFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if w.numberOf(op.Result(0)).class == half {
			return w.value("xor.b16", half, w.inRegister(x[0].operand), constant(half, 0x8000))
		}
		return operand{}
	},
	math.AbsFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if w.numberOf(op.Result(0)).class == half {
			return w.value("and.b16", half, w.inRegister(x[0].operand), constant(half, 0x7fff))
		}
		return operand{}
	},
	math.CopySignOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		if w.numberOf(op.Result(0)).class != half {
			return operand{}
		}
		sign := w.value("and.b16", half, w.inRegister(x[1].operand), constant(half, 0x8000))
		return w.value("or.b16", half, w.value("and.b16", half, w.inRegister(x[0].operand), constant(half, 0x7fff)), sign)
	},
	arith.MaximumFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.extremeOfDoubles(op, "max", x) },
	arith.MinimumFOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.extremeOfDoubles(op, "min", x) },
	math.RoundOp{}.Kind():     func(w *writer, op *ir.Operation, x []element) operand { return w.round(op, x[0].operand) },
	math.IsNaNOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		return w.compareFloats("nan", w.numberOf(input(op)), x[0].operand, x[0].operand)
	},
	math.IsInfOp{}.Kind():    func(w *writer, op *ir.Operation, x []element) operand { return w.testOf(op, "testp.infinite.", x[0]) },
	math.IsFiniteOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.testOf(op, "testp.finite.", x[0]) },
}

// approximation returns a computation by an instruction that approximates a function of f32.
func approximation(text string) computation {
	return func(w *writer, op *ir.Operation, x []element) operand {
		if w.numberOf(op.Result(0)).float != "f32" {
			return operand{}
		}
		return w.value(text, word, w.inRegister(x[0].operand))
	}
}

// fused returns x * factor + y for bf16.
func (w *writer) fused(op *ir.Operation, x operand, factor float64, y operand) operand {
	if w.numberOf(op.Result(0)).float != "bf16" {
		return operand{}
	}
	return w.apply("fma.rn.bf16", half, x, w.floatConstant(factor, "bf16"), y)
}

// testOf tests a float; a float of 16 bits is tested as f32.
func (w *writer) testOf(op *ir.Operation, text string, x element) operand {
	n := w.numberOf(input(op))
	o := w.inRegister(x.operand)
	if n.class == half {
		return w.value(text+"f32", predicate, w.inRegister(w.toWord(o, n)))
	}
	return w.value(text+n.float, predicate, o)
}

// extremeOfDoubles returns the greatest or least f64, or NaN if an operand is NaN.
func (w *writer) extremeOfDoubles(op *ir.Operation, name string, x []element) operand {
	if w.numberOf(op.Result(0)).float != "f64" {
		return operand{}
	}
	a, b := w.inRegister(x[0].operand), x[1].operand
	unordered := w.value("setp.nan.f64", predicate, a, b)
	return w.choose(unordered, constant(double, 0x7ff8000000000000), w.value(name+".f64", double, a, b))
}

// round rounds to the nearest integer, and halves away from zero. The rest of a truncated float is
// exact. An infinity has the rest NaN, which compares with nothing.
func (w *writer) round(op *ir.Operation, x operand) operand {
	n := w.numberOf(op.Result(0))
	y, float := w.inRegister(x), n.float
	if n.class == half {
		y, float = w.inRegister(w.toWord(x, n)), "f32"
	}
	c := classOf(float)
	whole := w.value("cvt.rzi."+float+"."+float, c, y)
	rest := w.value("abs."+float, c, w.value("sub.rn."+float, c, y, whole))
	up := w.value("setp.ge."+float, predicate, rest, w.floatConstant(0.5, float))
	one := w.choose(up, w.floatConstant(1, float), constant(c, 0))
	rounded := w.value("add.rn."+float, c, whole, w.value("copysign."+float, c, y, one))
	rounded = w.value("copysign."+float, c, y, rounded)
	if n.class == half {
		return w.fromWord(rounded, n)
	}
	return rounded
}

// expandedIntegers holds the operations on integers that need several instructions.
var expandedIntegers = map[ir.Kind]computation{
	arith.ShLIOp{}.Kind():       func(w *writer, op *ir.Operation, x []element) operand { return w.shift(op, "shl.b", x) },
	arith.ShRUIOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.shift(op, "shr.u", x) },
	arith.ShRSIOp{}.Kind():      func(w *writer, op *ir.Operation, x []element) operand { return w.shift(op, "shr.s", x) },
	arith.FloorDivSIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand { return w.roundedQuotient(op, "lt", x) },
	arith.CeilDivSIOp{}.Kind():  func(w *writer, op *ir.Operation, x []element) operand { return w.roundedQuotient(op, "ge", x) },
	arith.CeilDivUIOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		n := w.numberOf(op.Result(0))
		a, b, typ := w.whole(x[0], n, false), w.whole(x[1], n, false), itoa(n.class.bits())
		more := w.compareConstant("setp.ne.u"+typ, w.apply("rem.u"+typ, n.class, a, b))
		return w.apply("add.s"+typ, n.class, w.apply("div.u"+typ, n.class, a, b), w.choose(more, constant(n.class, 1), constant(n.class, 0)))
	},
	math.CtPopOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		n := w.numberOf(op.Result(0))
		if n.class == predicate {
			return x[0].operand
		}
		return w.counted(n, w.value("popc.b"+itoa(n.class.bits()), word, w.inRegister(w.whole(x[0], n, false))))
	},
	math.CtLZOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		n := w.numberOf(op.Result(0))
		if n.class == predicate {
			return w.not(x[0].operand)
		}
		o := w.value("clz.b"+itoa(n.class.bits()), word, w.inRegister(w.whole(x[0], n, false)))
		return w.counted(n, w.apply("sub.s32", word, o, constant(word, uint64(n.class.bits()-n.width))))
	},
	math.CtTZOp{}.Kind(): func(w *writer, op *ir.Operation, x []element) operand {
		n := w.numberOf(op.Result(0))
		if n.class == predicate {
			return w.not(x[0].operand)
		}
		typ, o := ".b"+itoa(n.class.bits()), w.held(x[0])
		if n.width < 32 {
			o = w.apply("or.b32", word, o, constant(word, 1<<n.width))
		}
		return w.counted(n, w.value("clz"+typ, word, w.value("brev"+typ, n.class, w.inRegister(o))))
	},
}

// whole returns an integer in a register whose upper bits are the integer's sign or zeros.
func (w *writer) whole(x element, n number, signed bool) operand {
	return w.extend(w.held(x), n, signed)
}

// counted converts a number of bits, such as a count of zeros, to the type of the result.
func (w *writer) counted(n number, o operand) operand {
	if n.class == double {
		return w.value("cvt.u64.u32", double, o)
	}
	return o
}

// shift shifts an integer, by a number of bits below its width.
func (w *writer) shift(op *ir.Operation, text string, x []element) operand {
	n := w.numberOf(op.Result(0))
	if n.class == predicate {
		return x[0].operand
	}
	o, amount := w.held(x[0]), w.whole(x[1], n, false)
	if text != "shl.b" {
		o = w.extend(o, n, text == "shr.s")
	}
	if amount.class == double {
		amount = w.widened(amount, number{class: double, width: 64}, number{class: word, width: 32}, false)
	}
	return w.apply(text+itoa(n.class.bits()), n.class, o, amount)
}

// roundedQuotient returns a rounded quotient: with "lt" it is rounded down, because a remainder whose
// sign differs from the divisor's lowers it; with "ge" it is rounded up, because a remainder with the
// divisor's sign raises it.
func (w *writer) roundedQuotient(op *ir.Operation, relation string, x []element) operand {
	n := w.numberOf(op.Result(0))
	if n.class == predicate {
		w.refuse(op, "numbers of one bit are not divided")
		return constant(predicate, 0)
	}
	a, b, typ := w.whole(x[0], n, true), w.whole(x[1], n, true), itoa(n.class.bits())
	r := w.inRegister(w.apply("rem.s"+typ, n.class, a, b))
	signs := w.compareConstant("setp."+relation+".s"+typ, w.apply("xor.b"+typ, n.class, r, b))
	changes := w.apply("and.pred", predicate, w.compareConstant("setp.ne.s"+typ, r), signs)
	by := constant(n.class, 1)
	if relation == "lt" {
		by = constant(n.class, ^uint64(0))
	}
	return w.apply("add.s"+typ, n.class, w.apply("div.s"+typ, n.class, a, b), w.choose(changes, by, constant(n.class, 0)))
}
