package okk

import (
	"math"

	"optc/ir"
)

// Bounds describe the results of a function that the chip approximates. Unless All is set, the function rises or falls with each
// source while the others stay, except at one extreme.
type Bounds struct {
	// All bounds the results for all sources.
	All *[2]float32
	// Least is the source at which the function turns from falling to rising, and its result there.
	Least *[2]float32
	// Positive is set if no result is below 0, and the error of a result is relative.
	Positive bool
	// PositiveSource is set if nothing is known for sources below 0.
	PositiveSource bool
}

var (
	monotonic     = &Bounds{}
	positive      = &Bounds{Positive: true}
	power         = &Bounds{Positive: true, PositiveSource: true}
	betweenOnes   = &Bounds{All: &[2]float32{-1, 1}}
	turnsLikeSilu = &Bounds{Least: &[2]float32{-1.2784645, -0.27846454}}
	turnsLikeGelu = &Bounds{Least: &[2]float32{-0.7517916, -0.16997121}}
)

// seriesSlack is the error of a result of okk.math: of its magnitude, and for a function with negative results at least of 1. The functional
// model of BM1684X has smaller errors.
const seriesSlack = 0x1p-16

// mathRange is the range of okk.math.
func mathRange(a *ranges, op *ir.Operation, args []Range) Range {
	f := FunctionOf(Math, ir.Cast[MathOp](op).KindAttr())
	x, y, b := args[1], Range{}, f.Bounds
	sources := []Range{x}
	if number := op.Attr(scalarAttr); number != nil {
		v := float(uint64(NumberBits(number)))
		y = RangeOf(v, v)
	} else if f.Sources > 1 {
		y = args[2]
	}
	if f.Sources > 1 {
		sources = append(sources, y)
	}
	if b.All != nil {
		return b.widened(RangeOf(b.All[0], b.All[1]))
	}
	if b.PositiveSource && x.Low < 0 {
		return AnyNumber
	}
	r := corners(func(x []uint64) uint64 {
		second := uint64(0)
		if len(x) > 1 {
			second = x[1]
		}
		return a.Numbers.flushed(f.Bits(a.Numbers.flushed(x[0]), a.Numbers.flushed(second)))
	}, sources...)
	if r == AnyNumber && b.Positive {
		return RangeOf(0, AnyNumber.High)
	}
	if b.Least != nil && x.Low <= b.Least[0] && x.High >= b.Least[0] {
		r.Low = b.Least[1]
	}
	return b.widened(r)
}

// widened returns a range with the errors of the chip.
func (b *Bounds) widened(r Range) Range {
	slack := func(v float32) float32 {
		size := float32(math.Abs(float64(v)))
		if math.IsInf(float64(v), 0) {
			return 0
		}
		if !b.Positive {
			size = max(size, 1)
		}
		return size * seriesSlack
	}
	r.Low -= slack(r.Low)
	r.High += slack(r.High)
	return r
}

// castRange is the range of okk.cast. Numbers of f16 and bf16 are numbers of f32; of other conversions nothing is known.
func castRange(_ *ranges, op *ir.Operation, args []Range) Range {
	if halves.Has(op.Operand(1).Type().(*LocalType).Tensor.DType) && op.Operand(0).Type().(*LocalType).Tensor.DType == F32 {
		return args[1]
	}
	return AnyNumber
}

// scatteredRange is the range of a scatter, which keeps other elements of its destination.
func scatteredRange(_ *ranges, _ *ir.Operation, args []Range) Range { return args[0].Or(args[1]) }

// keepsTypes reports whether an operation has the range of its source also for numbers of other types than f32: of numbers that are
// computed in another type nothing is known.
func (r *Row) keepsTypes() bool { return r.Movement == Copies || r.Movement.Repacks() }

// FloatOf returns the number with some bits of a type: exactly, for floats and for integers.
func FloatOf(t DType, bits uint64) float64 { return number(t, bits) }
