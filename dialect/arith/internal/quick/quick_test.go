package quick

import (
	"math"
	"math/rand/v2"
	"testing"

	"optc/num"
	"optc/sim"
)

func single32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func double64(x float64) uint64 { return math.Float64bits(x) }

// halfOf returns the bits of a half.
func halfOf(x float64) uint64 { return sim.FloatBits(num.FloatFromFloat64(num.F16, x)) }

// The quick forms compute these results themselves, up to the largest numbers, and leave all others
// to the exact arithmetic.
func TestQuickDecides(t *testing.T) {
	t.Parallel()
	of := func(from, to uint) sim.NumberFormat {
		return sim.NumberFormat{Up: 64 - from, Keep: ^uint64(0) >> (64 - to)}
	}
	i8, i32, i33, i64 := of(8, 8), of(32, 32), of(33, 33), of(64, 64)
	const m31, m32 = 1<<31 - 1, 1<<32 - 1
	zero, minusZero := single32(0), uint64(1<<31)
	nan, inf := single32(float32(math.NaN())), single32(float32(math.Inf(1)))
	type form = func(a, b uint64, n sim.NumberFormat) (uint64, bool)
	for _, test := range []struct {
		name string
		f    form
		n    sim.NumberFormat
		a, b uint64
		want uint64 // where it decides
		ok   bool
	}{
		{name: "add nsw", f: AddSigned, n: i8, a: 127, b: 0, want: 127, ok: true}, {name: "add nsw", f: AddSigned, n: i8, a: 126, b: 1, want: 127,
			ok: true}, {name: "add nsw",
			f: AddSigned, n: i8, a: 127, b: 1, want: 0},
		{name: "add nsw", f: AddSigned, n: i8, a: 0x81, b: 0xff, want: 0x80, ok: true}, {name: "add nsw", f: AddSigned, n: i8, a: 0x80, b: 0xff, want: 0},
		{name: "add nuw", f: AddUnsigned, n: i8, a: 255, b: 0, want: 255, ok: true}, {name: "add nuw", f: AddUnsigned, n: i8, a: 254, b: 1, want: 255,
			ok: true}, {name: "add nuw",
			f: AddUnsigned, n: i8, a: 255, b: 1, want: 0},
		{name: "add both", f: AddSmall, n: i8, a: 63, b: 64, want: 127, ok: true}, {name: "add both", f: AddSmall, n: i8, a: 64, b: 64, want: 0}, {name: "add both",
			f: AddSmall, n: i8, a: 128, b: 0, want: 0},
		{name: "sub nsw", f: SubSigned, n: i8, a: 0x80, b: 0, want: 0x80, ok: true}, {name: "sub nsw", f: SubSigned, n: i8, a: 0x81, b: 1, want: 0x80,
			ok: true}, {name: "sub nsw",
			f: SubSigned, n: i8, a: 0x80, b: 1, want: 0},
		{name: "sub nsw", f: SubSigned, n: i8, a: 126, b: 0xff, want: 127, ok: true}, {name: "sub nsw", f: SubSigned, n: i8, a: 127, b: 0xff, want: 0},
		{name: "sub nuw", f: SubUnsigned, n: i8, a: 5, b: 5, want: 0, ok: true}, {name: "sub nuw", f: SubUnsigned, n: i8, a: 5, b: 6, want: 0},
		{name: "mul nsw", f: MulSigned, n: i8, a: 0xf0, b: 8, want: 0x80, ok: true}, {name: "mul nsw", f: MulSigned, n: i8, a: 16, b: 8, want: 0}, {name: "mul nsw",
			f: MulSigned, n: i32, a: m32, b: 5, want: m32 - 4, ok: true},
		{name: "mul nsw", f: MulSigned, n: i33, a: m31, b: 2, want: m32 - 1, ok: true}, {name: "mul nsw", f: MulSigned, n: i33, a: 1 << 31, b: 1,
			want: 0}, {name: "mul nsw",
			f: MulSigned, n: i33, a: 1 << 30, b: 4, want: 0},
		{name: "mul nsw", f: MulSigned, n: i64, a: m31, b: m31, want: m31 * m31, ok: true}, {name: "mul nsw", f: MulSigned, n: i64, a: m32, b: m32,
			want: 0},
		{name: "mul nuw", f: MulUnsigned, n: i8, a: 15, b: 17, want: 255, ok: true}, {name: "mul nuw", f: MulUnsigned, n: i8, a: 16, b: 16, want: 0},
		{name: "mul nuw", f: MulUnsigned, n: i64, a: m32, b: m32, want: m32 * m32, ok: true}, {name: "mul nuw", f: MulUnsigned, n: i64, a: 1 << 32,
			b: 1 << 32, want: 0}, {name: "mul nuw",
			f: MulUnsigned, n: i64, a: 1 << 32, b: 1, want: 0},
		{name: "mul both", f: MulSmall, n: i8, a: 127, b: 1, want: 127, ok: true}, {name: "mul both", f: MulSmall, n: i8, a: 64, b: 2, want: 0},
		{name: "mul both", f: MulSmall, n: i64, a: m32, b: m31, want: m32 * m31, ok: true}, {name: "mul both", f: MulSmall, n: i64, a: m32, b: m32,
			want: 0}, {name: "mul both",
			f: MulSmall, n: i64, a: 1 << 32, b: 1 << 32, want: 0},
		{name: "min", f: MinSigned, n: i8, a: 0xff, b: 1, want: 0xff, ok: true}, {name: "max", f: MaxSigned, n: i8, a: 0xff, b: 1, want: 1, ok: true},
		{name: "divui", f: DivUnsigned, n: i8, a: 255, b: 2, want: 127, ok: true}, {name: "divui", f: DivUnsigned, n: i8, a: 255, b: 0, want: 0},
		{name: "remui", f: RemUnsigned, n: i8, a: 255, b: 2, want: 1, ok: true}, {name: "remui", f: RemUnsigned, n: i8, a: 255, b: 0, want: 0},
		{name: "divsi", f: DivSigned, n: i8, a: 0xf9, b: 2, want: 0xfd, ok: true}, {name: "divsi", f: DivSigned, n: i8, a: 7, b: 0xfe, want: 0xfd,
			ok: true}, {name: "divsi",
			f: DivSigned, n: i8, a: 7, b: 1, want: 7, ok: true},
		{name: "divsi", f: DivSigned, n: i8, a: 7, b: 0xff, want: 0}, {name: "divsi", f: DivSigned, n: i8, a: 7, b: 0, want: 0},
		{name: "remsi", f: RemSigned, n: i8, a: 0xf9, b: 2, want: 0xff, ok: true}, {name: "remsi", f: RemSigned, n: i8, a: 7, b: 0xfe, want: 1, ok: true}, {name: "remsi",
			f: RemSigned, n: i8, a: 7, b: 1, want: 0, ok: true},
		{name: "remsi", f: RemSigned, n: i8, a: 7, b: 0xff, want: 0}, {name: "remsi", f: RemSigned, n: i8, a: 7, b: 0, want: 0},
		{name: "shli", f: ShiftLeftBits, n: i8, a: 3, b: 7, want: 0x80, ok: true}, {name: "shli", f: ShiftLeftBits, n: i8, a: 3, b: 8, want: 0}, {name: "shli",
			f: ShiftLeftBits, n: i64, a: 3, b: 63, want: 1 << 63, ok: true}, {name: "shli",
			f: ShiftLeftBits, n: i64, a: 3, b: 64, want: 0},
		{name: "shrui", f: ShiftRightBits, n: i8, a: 0xff, b: 7, want: 1, ok: true}, {name: "shrui", f: ShiftRightBits, n: i8, a: 0xff, b: 8, want: 0},
		{name: "shrsi", f: ShiftRightSigned, n: i8, a: 0x80, b: 7, want: 0xff, ok: true}, {name: "shrsi", f: ShiftRightSigned, n: i8, a: 0x80, b: 8,
			want: 0},

		{name: "addf", f: AddSingle, n: i32, a: single32(1), b: single32(2), want: single32(3), ok: true}, {name: "addf", f: AddSingle, n: i32, a: inf,
			b: single32(2), want: inf, ok: true}, {name: "addf",
			f: AddSingle, n: i32, a: nan, b: single32(2), want: 0},
		{name: "minimum", f: MinSingle, n: i32, a: single32(1), b: single32(2), want: single32(1), ok: true}, {name: "minimum", f: MinSingle, n: i32,
			a: single32(2), b: single32(1), want: single32(1), ok: true},
		{name: "minimum", f: MinSingle, n: i32, a: single32(2), b: single32(2), want: single32(2), ok: true}, {name: "minimum", f: MinSingle, n: i32,
			a: zero, b: minusZero, want: 0}, {name: "minimum",
			f: MinSingle, n: i32, a: minusZero, b: zero, want: 0},
		{name: "minimum", f: MinSingle, n: i32, a: nan, b: nan, want: 0}, {name: "minimum", f: MinSingle, n: i32, a: nan, b: zero, want: 0}, {name: "minimum",
			f: MinSingle, n: i32, a: zero, b: nan, want: 0},
		{name: "maximum", f: MaxSingle, n: i32, a: single32(1), b: single32(2), want: single32(2), ok: true}, {name: "maximum", f: MaxSingle, n: i32,
			a: minusZero, b: minusZero, want: minusZero, ok: true},
		{name: "cmpf oeq", f: CompareSingle, n: sim.NumberFormat{Relation: uint(Equal)}, a: zero, b: minusZero, want: 1,
			ok: true}, {name: "cmpf oeq",
			f: CompareSingle, n: sim.NumberFormat{Relation: uint(Equal)}, a: nan, b: nan, want: 0},
		{name: "cmpf olt", f: CompareSingle, n: sim.NumberFormat{Relation: uint(Less)}, a: single32(1), b: single32(2),
			want: 1, ok: true}, {name: "cmpf olt",
			f: CompareSingle, n: sim.NumberFormat{Relation: uint(Less)}, a: single32(2), b: single32(1), want: 0, ok: true},
		{name: "cmpf olt", f: CompareSingle, n: sim.NumberFormat{Relation: uint(Less)}, a: nan, b: zero, want: 0}, {name: "cmpf olt",
			f: CompareSingle, n: sim.NumberFormat{Relation: uint(Less)}, a: zero, b: nan, want: 0},
		{name: "cmpf ogt of doubles", f: CompareDouble, n: sim.NumberFormat{Relation: uint(Greater)}, a: double64(2),
			b: double64(1), want: 1, ok: true},
		{name: "cmpf ogt of doubles", f: CompareDouble, n: sim.NumberFormat{Relation: uint(Greater)},
			a: double64(math.NaN()), b: 0, want: 0}, {name: "cmpf ogt of doubles",
			f: CompareDouble, n: sim.NumberFormat{Relation: uint(Greater)}, a: 0, b: double64(math.NaN()), want: 0},

		{name: "fptosi to i32", f: TruncateDouble, n: of(64, 32), a: double64(2147483647.9), b: 0, want: m31, ok: true}, {name: "fptosi to i32",
			f: TruncateDouble, n: of(64, 32), a: double64(1 << 31), b: 0, want: 0},
		{name: "fptosi to i32", f: TruncateDouble, n: of(64, 32), a: double64(-2147483647.9), b: 0, want: 1<<31 + 1,
			ok: true}, {name: "fptosi to i32",
			f: TruncateDouble, n: of(64, 32), a: double64(-1 << 31), b: 0, want: 0},
		{name: "fptosi to i32", f: TruncateDouble, n: of(64, 32), a: double64(-1<<31 - 1), b: 0, want: 0}, {name: "fptosi to i31",
			f: TruncateDouble, n: of(64, 31), a: double64(1), b: 0, want: 0},
		{name: "fptosi of a single", f: TruncateSingle, n: of(32, 64), a: single32(-2.5), b: 0, want: math.MaxUint64 - 1,
			ok: true}, {name: "fptosi of a single",
			f: TruncateSingle, n: of(32, 64), a: nan, b: 0, want: 0},

		{name: "addf of halves", f: AddHalf, n: i32, a: halfOf(65504), b: halfOf(1), want: halfOf(65504), ok: true}, {name: "addf of halves", f: AddHalf,
			n: i32, a: halfOf(65504), b: halfOf(15), want: halfOf(65504), ok: true},
		{name: "addf of halves", f: AddHalf, n: i32, a: halfOf(65504), b: halfOf(16), want: 0}, {name: "addf of halves", f: AddHalf, n: i32,
			a: halfOf(-65504), b: halfOf(-16), want: 0},
		{name: "addf of halves", f: AddHalf, n: i32, a: halfOf(-65504), b: halfOf(-15), want: halfOf(-65504), ok: true},
		{name: "addf of halves", f: AddHalf, n: i32, a: halfOf(math.Inf(1)), b: halfOf(-65504), want: 0}, {name: "addf of halves", f: AddHalf,
			n: i32, a: halfOf(-65504), b: halfOf(math.Inf(1)), want: 0},
		{name: "subf of halves", f: SubHalf, n: i32, a: halfOf(math.Inf(1)), b: halfOf(65504), want: 0}, {name: "subf of halves", f: SubHalf,
			n: i32, a: halfOf(65504), b: halfOf(math.Inf(1)), want: 0},
		{name: "mulf of halves", f: MulHalf, n: i32, a: halfOf(math.Inf(1)), b: halfOf(0.5), want: 0}, {name: "mulf of halves", f: MulHalf,
			n: i32, a: halfOf(0.5), b: halfOf(math.Inf(1)), want: 0},
		{name: "minimum of halves", f: MinHalf, n: i32, a: halfOf(-2), b: halfOf(1), want: halfOf(-2), ok: true}, {name: "minimum of halves", f: MinHalf,
			n: i32, a: halfOf(math.NaN()), b: halfOf(1), want: 0},
		{name: "minimum of halves", f: MinHalf, n: i32, a: halfOf(1), b: halfOf(math.NaN()), want: 0}, {name: "minimum of halves", f: MinHalf,
			n: i32, a: halfOf(0), b: halfOf(math.Copysign(0, -1)), want: 0},
		{name: "maximum of halves", f: MaxHalf, n: i32, a: halfOf(-2), b: halfOf(1), want: halfOf(1), ok: true}, {name: "maximum of halves", f: MaxHalf,
			n: i32, a: halfOf(math.NaN()), b: halfOf(1), want: 0},
		{name: "maximum of halves", f: MaxHalf, n: i32, a: halfOf(1), b: halfOf(math.NaN()), want: 0}, {name: "maximum of halves", f: MaxHalf,
			n: i32, a: halfOf(0), b: halfOf(math.Copysign(0, -1)), want: 0},
		{name: "cmpf of halves", f: CompareHalf, n: sim.NumberFormat{Relation: uint(Less)}, a: halfOf(-1), b: halfOf(1),
			want: 1, ok: true}, {name: "cmpf of halves",
			f: CompareHalf, n: sim.NumberFormat{Relation: uint(Less)}, a: halfOf(math.NaN()), b: halfOf(1), want: 0},
		{name: "cmpf of halves", f: CompareHalf, n: sim.NumberFormat{Relation: uint(Less)}, a: halfOf(1),
			b: halfOf(math.NaN()), want: 0},
		{name: "negf of halves", f: NegateHalf, n: i32, a: halfOf(65504), b: 0, want: halfOf(-65504), ok: true}, {name: "negf of halves", f: NegateHalf,
			n: i32, a: halfOf(math.Inf(1)), b: 0, want: 0},
		{name: "extf of halves", f: WidenHalf, n: i32, a: halfOf(5.9e-8), b: 0, want: single32(1.0 / (1 << 24)), ok: true}, {name: "extf of halves",
			f: WidenHalf, n: i32, a: halfOf(65504), b: 0, want: single32(65504), ok: true}, {name: "extf of halves",
			f: WidenHalf, n: i32, a: halfOf(math.NaN()), b: 0, want: 0},
		{name: "truncf to halves", f: NarrowSingle, n: i32, a: single32(65519.996), b: 0, want: halfOf(65504), ok: true}, {name: "truncf to halves",
			f: NarrowSingle, n: i32, a: single32(65520), b: 0, want: 0},
		{name: "truncf to halves", f: NarrowSingle, n: i32, a: single32(-1.5), b: 0, want: halfOf(-1.5), ok: true}, {name: "truncf to halves",
			f: NarrowSingle, n: i32, a: nan, b: 0, want: 0},
	} {
		r, ok := test.f(test.a, test.b, test.n)
		if ok != test.ok || ok && r != test.want {
			t.Errorf("%s of %#x and %#x: got %#x, %v, want %#x, %v", test.name, test.a, test.b, r, ok, test.want, test.ok)
		}
	}
}

// A single halfway between two halves is rounded to the even half; its neighbours are
// rounded to the nearer half.
func TestHalfRounds(t *testing.T) {
	t.Parallel()
	for h := range uint32(0x7bff) {
		for _, sign := range []uint32{0, 1 << 31} {
			low, high := math.Float64bits(num.FloatFromBits(num.F16, 0, uint64(h)).Float64()), math.Float64bits(num.FloatFromBits(num.F16, 0, uint64(h+1)).Float64())
			middle := math.Float32bits(float32((math.Float64frombits(low) + math.Float64frombits(high)) / 2))
			for _, test := range []struct{ single, want uint32 }{{middle - 1, h}, {middle, h + h&1}, {middle + 1, h + 1}} {
				got, ok := NarrowSingle(uint64(test.single|sign), 0, sim.NumberFormat{})
				if want := uint64(test.want | sign>>16); !ok || got != want {
					t.Fatalf("%v is rounded to %#x, %v, want %#x", math.Float32frombits(test.single|sign), got, ok, want)
				}
			}
		}
	}
}

// Sums, differences and products of bf16 are rounded only once, also if they are tiny.
func TestBrainRoundsOnce(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 100000 {
		a, b := r.Uint64()&0xffff, r.Uint64()&0xffff
		if i%2 == 0 { // the product is near the smallest number
			e := r.Uint64N(0x80)
			a, b = a&0x807f|e<<7, b&0x807f|(0x7f-min(e, 0x7f)-min(r.Uint64N(10), 0x7f-min(e, 0x7f)))<<7
		}
		x, y := num.FloatFromBits(num.BF16, 0, a), num.FloatFromBits(num.BF16, 0, b)
		for _, test := range []struct {
			f    func(a, b uint64, n sim.NumberFormat) (uint64, bool)
			want num.Float
		}{
			{AddBrain, x.Add(y, num.NearestEven)}, {SubBrain, x.Sub(y, num.NearestEven)}, {MulBrain, x.Mul(y, num.NearestEven)},
		} {
			got, ok := test.f(a, b, sim.NumberFormat{})
			if ok == test.want.IsNaN() || ok && got != sim.FloatBits(test.want) {
				t.Fatalf("of %#x and %#x: got %#x, %v, want %#x", a, b, got, ok, sim.FloatBits(test.want))
			}
		}
	}
}

// A fused multiplication and addition is rounded once: if the product is halfway between two
// singles, even the smallest third operand decides the result.
func TestFusedRoundsOnce(t *testing.T) {
	t.Parallel()
	type operands struct{ a, b, c float32 }
	cases := []operands{{1.5, 2, 0.25}, {3, -3, 9}, {0, 5, 7}, {-0x1p-140, 0x1p-10, 1}, {0x1p127, 2, -0x1p127}, {0x1p127, 4, 0x1p-100}}
	for _, a := range []float32{4097, 4099, 6145, 8191} {
		for _, b := range []float32{4099, 4097, 5001, 8191} {
			for _, c := range []float32{0, 0x1p-40, -0x1p-40, 0x1p-80, -0x1p-80} {
				cases = append(cases, operands{a, b, c}, operands{a, -b, c})
			}
		}
	}
	single := func(x float32) num.Float { return num.FloatFromBits(num.F32, 0, single32(x)) }
	for _, x := range cases {
		want := sim.FloatBits(single(x.a).FMA(single(x.b), single(x.c), num.NearestEven))
		if got, ok := FmaSingle(single32(x.a), single32(x.b), single32(x.c)); !ok || got != want {
			t.Errorf("%v: got %#x, %v, want %#x", x, got, ok, want)
		}
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, x := range []operands{{inf, 0, 1}, {inf, 1, -inf}, {nan, 1, 1}, {1, nan, 1}, {1, 1, nan}} {
		if got, ok := FmaSingle(single32(x.a), single32(x.b), single32(x.c)); ok {
			t.Errorf("%v: got %#x, which is a question of which NaN", x, got)
		}
	}
}
