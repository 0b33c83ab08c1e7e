package linalg

import (
	"fmt"

	"optc/dialect/arith"
	"optc/dialect/complex"
	"optc/dialect/math"
	"optc/ir"
)

// body builds the region of a named operation: its functions build operations for numbers of any
// type, with upstream's choice of operations and messages (RegionBuilderHelper in LinalgOps.cpp).
// After an error they return any value.
type body struct {
	*ir.Builder
	args     []*ir.Value
	unsigned bool   // casts of integers are unsigned
	wrong    string // the first error
}

// fail records the first error.
func (b *body) fail(format string, args ...any) *ir.Value {
	if b.wrong == "" {
		b.wrong = fmt.Sprintf(format, args...)
	}
	return b.args[0]
}

// out is the argument of the only output.
func (b *body) out() *ir.Value { return b.args[len(b.args)-1] }

// input is argument i, as a number of the type of the output.
func (b *body) input(i int) *ir.Value { return b.cast(b.args[i], b.out().Type(), b.unsigned) }

// cast converts x to the number type to (convertScalarToDtype upstream). A number that cannot be
// converted is returned unchanged; the verifier reports the different types.
func (b *body) cast(x *ir.Value, to ir.Type, unsigned bool) *ir.Value {
	from := x.Type()
	if from == to {
		return x
	}
	switch to := to.(type) {
	case *ir.IntegerType:
		switch from := from.(type) {
		case *ir.FloatType:
			if unsigned {
				return arith.NewFPToUI(b, to, x).Out()
			}
			return arith.NewFPToSI(b, to, x).Out()
		case *ir.IndexType:
			return arith.NewIndexCast(b, to, x).Out()
		case *ir.IntegerType:
			switch {
			case to.Width < from.Width:
				return arith.NewTruncI(b, to, x).Out()
			case to.Width > from.Width && unsigned:
				return arith.NewExtUI(b, to, x).Out()
			case to.Width > from.Width:
				return arith.NewExtSI(b, to, x).Out()
			}
		}
	case *ir.FloatType:
		switch from := from.(type) {
		case *ir.IntegerType:
			if unsigned {
				return arith.NewUIToFP(b, to, x).Out()
			}
			return arith.NewSIToFP(b, to, x).Out()
		case *ir.FloatType:
			switch {
			case to.Kind.Bits > from.Kind.Bits:
				return arith.NewExtF(b, to, x).Out()
			case to.Kind.Bits < from.Kind.Bits:
				return arith.NewTruncF(b, to, x).Out()
			}
		}
	}
	return x
}

// kind is an element-wise function of numbers of one type.
type kind struct {
	name  string
	arity int
	build func(b *body, x []*ir.Value) *ir.Value
}

// kinds are the functions of linalg.elementwise in the order of upstream's enumeration
// (LinalgEnums.td).
var kinds = []kind{
	unary("exp", ofFloat(math.NewExp)),
	unary("log", ofFloat(math.NewLog)),
	unary("abs", ofFloat(math.NewAbsF)),
	unary("ceil", ofFloat(math.NewCeil)),
	unary("floor", ofFloat(math.NewFloor)),
	unary("negf", ofFloat(func(b ir.OpBuilder, x *ir.Value, _ ...arith.FastMath) arith.NegFOp { return arith.NewNegF(b, x) })),
	unary("reciprocal", func(b *body, x *ir.Value) *ir.Value {
		t, isFloat := x.Type().(*ir.FloatType)
		if !isFloat {
			return b.notNumeric()
		}
		one := arith.NewConstant(b, b.Context().FloatAttrOf(t, 1)).Result()
		return arith.NewDivF(b, one, x).Result()
	}),
	unary("round", ofFloat(math.NewRound)),
	unary("sqrt", ofFloat(math.NewSqrt)),
	unary("rsqrt", ofFloat(math.NewRsqrt)),
	unary("square", func(b *body, x *ir.Value) *ir.Value {
		if !ir.AnyFloat.Check(x.Type()) {
			return b.notNumeric()
		}
		return arith.NewMulF(b, x, x).Result()
	}),
	unary("tanh", ofFloat(math.NewTanh)),
	unary("erf", ofFloat(math.NewErf)),
	numbers("add", flagged(arith.NewAddF), plain(arith.NewOrI), flagged(arith.NewAddI), flagged(complex.NewAdd)),
	numbers("sub", flagged(arith.NewSubF), refused("unsupported operation: sub with bools"), flagged(arith.NewSubI), flagged(complex.NewSub)),
	numbers("mul", flagged(arith.NewMulF), plain(arith.NewAndI), flagged(arith.NewMulI), flagged(complex.NewMul)),
	numbers("div", flagged(arith.NewDivF), refused("unsupported operation: div with bools"), flagged(arith.NewDivSI), flagged(complex.NewDiv)),
	numbers("div_unsigned", refused(noUnsigned), refused(noUnsigned), flagged(arith.NewDivUI), refused(noUnsigned)),
	numbers("max_signed", flagged(arith.NewMaximumF), plain(arith.NewMaxSI), plain(arith.NewMaxSI), nil),
	numbers("min_signed", flagged(arith.NewMinimumF), plain(arith.NewMinSI), plain(arith.NewMinSI), nil),
	numbers("max_unsigned", flagged(arith.NewMaximumF), plain(arith.NewMaxUI), plain(arith.NewMaxUI), nil),
	numbers("min_unsigned", flagged(arith.NewMinimumF), plain(arith.NewMinUI), plain(arith.NewMinUI), nil),
	numbers("powf", flagged(math.NewPowF), flagged(math.NewPowF), flagged(math.NewPowF), nil),
	{"select", 3, func(b *body, x []*ir.Value) *ir.Value { return arith.NewSelect(b, x[0], x[1], x[2]).Result() }},
}

const noUnsigned = "unsupported operation: unsigned div not on uint"

// kindNamed returns the function of a name.
func kindNamed(name string) *kind {
	for i := range kinds {
		if kinds[i].name == name {
			return &kinds[i]
		}
	}
	panic("linalg: no function " + name)
}

func kindNames() (names []string) {
	for i := range kinds {
		names = append(names, kinds[i].name)
	}
	return names
}

func (b *body) notNumeric() *ir.Value { return b.fail("unsupported non numeric type") }

func unary(name string, build func(b *body, x *ir.Value) *ir.Value) kind {
	return kind{name, 1, func(b *body, x []*ir.Value) *ir.Value { return build(b, x[0]) }}
}

type operation interface {
	ir.TypedOp
	Result() *ir.Value
}

// ofFloat is a function that only floats have.
func ofFloat[T operation](build func(ir.OpBuilder, *ir.Value, ...arith.FastMath) T) func(*body, *ir.Value) *ir.Value {
	return func(b *body, x *ir.Value) *ir.Value {
		if !ir.AnyFloat.Check(x.Type()) {
			return b.notNumeric()
		}
		return build(b, x).Result()
	}
}

type binary func(b *body, x, y *ir.Value) *ir.Value

// numbers is a function of two floats, bools, integers or, unless it is nil, complex numbers.
func numbers(name string, floats, bools, integers, complexes binary) kind {
	return kind{name, 2, func(b *body, x []*ir.Value) *ir.Value {
		first, second := x[0].Type(), x[1].Type()
		switch {
		case complexes != nil && complex.AnyComplex.Check(first) && complex.AnyComplex.Check(second):
			return complexes(b, x[0], x[1])
		case ir.AnyFloat.Check(first) && ir.AnyFloat.Check(second):
			return floats(b, x[0], x[1])
		case !ir.AnyInteger.Check(first) || !ir.AnyInteger.Check(second):
			return b.fail("Cannot build binary Linalg operation: expects allComplex, allFloatingPoint, or allInteger, got '%s' and '%s'", first, second)
		case ir.IntWidth(first) == 1 && ir.IntWidth(second) == 1:
			return bools(b, x[0], x[1])
		}
		return integers(b, x[0], x[1])
	}}
}

// flagged is a function whose operation has flags.
func flagged[T operation, F any](build func(ir.OpBuilder, *ir.Value, *ir.Value, ...F) T) binary {
	return func(b *body, x, y *ir.Value) *ir.Value { return build(b, x, y).Result() }
}

func plain[T operation](build func(ir.OpBuilder, *ir.Value, *ir.Value) T) binary {
	return func(b *body, x, y *ir.Value) *ir.Value { return build(b, x, y).Result() }
}

func refused(message string) binary {
	return func(b *body, _, _ *ir.Value) *ir.Value { return b.fail("%s", message) }
}

// call builds a function of a name.
func (b *body) call(name string, x ...*ir.Value) *ir.Value { return kindNamed(name).build(b, x) }

// mac adds the product of two inputs to the output.
func mac(b *body) *ir.Value {
	x, y := b.input(0), b.input(1)
	return b.call("add", b.out(), b.call("mul", x, y))
}

// qmac is mac, after the zero points, the third and fourth input, were subtracted.
func qmac(b *body) *ir.Value {
	x := b.input(0)
	x = b.call("sub", x, b.input(2))
	y := b.input(1)
	y = b.call("sub", y, b.input(3))
	return b.call("add", b.out(), b.call("mul", x, y))
}

// pooled combines the output with the first input by a function.
func pooled(name string) func(*body) *ir.Value {
	return func(b *body) *ir.Value { return b.call(name, b.out(), b.input(0)) }
}

// pooledUnsigned is pooled with an unsigned cast.
func pooledUnsigned(name string) func(*body) *ir.Value {
	return func(b *body) *ir.Value {
		b.unsigned = true
		return pooled(name)(b)
	}
}

// pseudoRandom is a linear congruential generator of the indices and a seed, scaled to a range.
func pseudoRandom(b *body) *ir.Value {
	c := b.Context()
	low, high, seed := b.args[0], b.args[1], b.args[2]
	integer := func(v int64) *ir.Value { return arith.NewConstant(b, c.I64Attr(v)).Result() }
	narrow := func(x *ir.Value) *ir.Value { return b.cast(x, c.I32(), false) }
	index := func(i int64) *ir.Value { return NewIndex(b, i).Result() }
	next := func(x *ir.Value) *ir.Value {
		x = b.call("mul", x, narrow(integer(1103515245)))
		return b.call("add", x, narrow(integer(12345)))
	}
	offset := b.cast(integer(2147483647), c.F64(), false)
	column := narrow(index(1))
	row := next(b.call("add", narrow(index(0)), seed))
	random := b.cast(next(b.call("add", column, row)), c.F64(), false)
	random = b.call("add", offset, random)
	span := b.call("sub", high, low)
	span = b.call("mul", span, arith.NewConstant(b, c.F64Attr(2.3283063999999999e-10)).Result())
	return b.cast(b.call("add", b.call("mul", random, span), low), b.out().Type(), false)
}
