package functions

import (
	"math"

	"optc/dialect/arith"
	dialect "optc/dialect/math"
	"optc/dialect/vector"
	"optc/ir"
)

// number is a value of f32, i32 or f64, or a vector of them, in code that is being written.
type number struct {
	c *code
	v *ir.Value
}

// code writes operations on numbers of one shape.
type code struct {
	b     *ir.Builder
	shape ir.Type // f32, or a vector of f32
}

func (c *code) of(v *ir.Value) number { return number{c, v} }

// like returns an element type in the shape of the code.
func (c *code) like(elem ir.Type) ir.Type {
	if _, ok := c.shape.(*ir.VectorType); ok {
		return ir.WithElement(c.shape, elem)
	}
	return elem
}

func (c *code) f32() ir.Type { return c.like(c.b.Context().F32()) }
func (c *code) f64() ir.Type { return c.like(c.b.Context().F64()) }
func (c *code) i32() ir.Type { return c.like(c.b.Context().Integer(32)) }
func (c *code) i64() ir.Type { return c.like(c.b.Context().Integer(64)) }

// constant returns a constant of a numeric type.
func (c *code) constant(t ir.Type, v ir.Attribute) number {
	if s, ok := t.(ir.ShapedType); ok {
		v = arith.Splat(s, v)
	}
	return c.of(ir.ValueOf(c.b, arith.NewConstant(c.b, v)))
}

// float returns a constant of f32.
func (c *code) float(v float64) number { return c.constant(c.f32(), c.b.Context().F32Attr(v)) }

// double returns a constant of f64.
func (c *code) double(v float64) number { return c.constant(c.f64(), c.b.Context().F64Attr(v)) }

// int returns a constant of i32.
func (c *code) int(v int64) number { return c.integer(c.i32(), v) }

// integer returns a constant of a type of integers, modulo its width.
func (c *code) integer(t ir.Type, v int64) number {
	return c.constant(t, c.b.Context().Int(ir.ElementOrSelf(t), v))
}

// bitsOf returns the bits of a constant of f32.
func (c *code) bitsOf(v float32) number { return c.int(int64(int32(math.Float32bits(v)))) }

func (x number) plus(y number) number  { return x.c.of(arith.NewAddF(x.c.b, x.v, y.v).Result()) }
func (x number) minus(y number) number { return x.c.of(arith.NewSubF(x.c.b, x.v, y.v).Result()) }
func (x number) times(y number) number { return x.c.of(arith.NewMulF(x.c.b, x.v, y.v).Result()) }
func (x number) over(y number) number  { return x.c.of(arith.NewDivF(x.c.b, x.v, y.v).Result()) }
func (x number) neg() number           { return x.c.of(arith.NewNegF(x.c.b, x.v).Result()) }

// timesPlus returns x·y + z, rounded once.
func (x number) timesPlus(y, z number) number {
	return x.c.of(dialect.NewFMA(x.c.b, x.v, y.v, z.v).Result())
}

func (x number) abs() number  { return x.c.of(dialect.NewAbsF(x.c.b, x.v).Result()) }
func (x number) sqrt() number { return x.c.of(dialect.NewSqrt(x.c.b, x.v).Result()) }
func (x number) withSign(y number) number {
	return x.c.of(dialect.NewCopySign(x.c.b, x.v, y.v).Result())
}

// bits and asFloat change the type of the same bits.
func (x number) bits() number    { return x.c.of(arith.NewBitcast(x.c.b, x.c.i32(), x.v).Out()) }
func (x number) asFloat() number { return x.c.of(arith.NewBitcast(x.c.b, x.c.f32(), x.v).Out()) }

func (x number) add(y number) number { return x.c.of(arith.NewAddI(x.c.b, x.v, y.v).Result()) }
func (x number) sub(y number) number { return x.c.of(arith.NewSubI(x.c.b, x.v, y.v).Result()) }
func (x number) and(y number) number { return x.c.of(arith.NewAndI(x.c.b, x.v, y.v).Result()) }
func (x number) or(y number) number  { return x.c.of(arith.NewOrI(x.c.b, x.v, y.v).Result()) }
func (x number) xor(y number) number { return x.c.of(arith.NewXOrI(x.c.b, x.v, y.v).Result()) }
func (x number) mul(y number) number { return x.c.of(arith.NewMulI(x.c.b, x.v, y.v).Result()) }
func (x number) shl(n int64) number {
	return x.c.of(arith.NewShLI(x.c.b, x.v, x.c.integer(x.v.Type(), n).v).Result())
}

// shr shifts to the right and keeps the sign; shru fills with zeros.
func (x number) shr(n int64) number {
	return x.c.of(arith.NewShRSI(x.c.b, x.v, x.c.integer(x.v.Type(), n).v).Result())
}

func (x number) shru(n int64) number {
	return x.c.of(arith.NewShRUI(x.c.b, x.v, x.c.integer(x.v.Type(), n).v).Result())
}

// is compares floats.
func (x number) is(p arith.CmpFPredicate, y number) number {
	return x.c.of(arith.NewCmpF(x.c.b, p, x.v, y.v).Result())
}

// isInt compares integers.
func (x number) isInt(p arith.CmpIPredicate, y number) number {
	return x.c.of(arith.NewCmpI(x.c.b, p, x.v, y.v).Result())
}

// choose returns x if the condition is true, otherwise y.
func (condition number) choose(x, y number) number {
	return x.c.of(arith.NewSelect(x.c.b, condition.v, x.v, y.v).Result())
}

// atMost and atLeast clamp a number; a NaN stays a NaN.
func (x number) atMost(v float64) number {
	bound := x.c.float(v)
	return x.is(arith.OGT, bound).choose(bound, x)
}

func (x number) atLeast(v float64) number {
	bound := x.c.float(v)
	return x.is(arith.OLT, bound).choose(bound, x)
}

// polynomial returns the value at x of the polynomial with coefficients of f32, the constant first.
func (x number) polynomial(coefficients ...float64) number {
	n := len(coefficients) - 1
	sum := x.c.float(coefficients[n])
	for i := n - 1; i >= 0; i-- {
		sum = sum.timesPlus(x, x.c.float(coefficients[i]))
	}
	return sum
}

// toFloat and toDouble convert a signed integer.
func (x number) toFloat() number {
	return x.c.of(arith.NewSIToFP(x.c.b, x.c.f32(), x.v).Out())
}

func (x number) toDouble() number {
	return x.c.of(arith.NewSIToFP(x.c.b, x.c.f64(), x.v).Out())
}

// wide returns a number of i32 without sign in i64.
func (x number) wide() number { return x.c.of(arith.NewExtUI(x.c.b, x.c.i64(), x.v).Out()) }

// narrow returns the low 32 bits of a number of i64.
func (x number) narrow() number { return x.c.of(arith.NewTruncI(x.c.b, x.c.i32(), x.v).Out()) }

// any returns whether the condition is true in some lane.
func (condition number) any() *ir.Value {
	t, ok := condition.v.Type().(*ir.VectorType)
	if !ok {
		return condition.v
	}
	n, _ := ir.NumElements(t.Shape())
	b := condition.c.b
	v := condition.v
	if len(t.Shape()) != 1 {
		v = vector.NewShapeCast(b, ir.Vector([]int64{n}, t.Elem), v).Result()
	}
	return vector.NewReduction(b, vector.Or, v, nil).Dest()
}

// double returns a number of f32 in f64; single rounds it back.
func (x number) double() number { return x.c.of(arith.NewExtF(x.c.b, x.c.f64(), x.v).Out()) }
func (x number) single() number { return x.c.of(arith.NewTruncF(x.c.b, x.c.f32(), x.v).Out()) }
