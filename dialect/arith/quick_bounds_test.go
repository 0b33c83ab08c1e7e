package arith

import (
	"math"
	"testing"

	"optc/ir"
	"optc/num"
	"optc/sim"
)

func single32(x float32) uint64 { return uint64(math.Float32bits(x)) }
func double64(x float64) uint64 { return math.Float64bits(x) }

// halfOf returns the bits of a half.
func halfOf(x float64) uint64 { return sim.FloatBits(num.FloatFromFloat64(num.F16, x)) }

// The quick forms compute these results themselves, up to the largest numbers, and leave
// the others to the exact arithmetic.
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
		{"add nsw", addSigned, i8, 127, 0, 127, true}, {"add nsw", addSigned, i8, 126, 1, 127, true}, {"add nsw", addSigned, i8, 127, 1, 0, false},
		{"add nsw", addSigned, i8, 0x81, 0xff, 0x80, true}, {"add nsw", addSigned, i8, 0x80, 0xff, 0, false},
		{"add nuw", addUnsigned, i8, 255, 0, 255, true}, {"add nuw", addUnsigned, i8, 254, 1, 255, true}, {"add nuw", addUnsigned, i8, 255, 1, 0, false},
		{"add both", addSmall, i8, 63, 64, 127, true}, {"add both", addSmall, i8, 64, 64, 0, false}, {"add both", addSmall, i8, 128, 0, 0, false},
		{"sub nsw", subSigned, i8, 0x80, 0, 0x80, true}, {"sub nsw", subSigned, i8, 0x81, 1, 0x80, true}, {"sub nsw", subSigned, i8, 0x80, 1, 0, false},
		{"sub nsw", subSigned, i8, 126, 0xff, 127, true}, {"sub nsw", subSigned, i8, 127, 0xff, 0, false},
		{"sub nuw", subUnsigned, i8, 5, 5, 0, true}, {"sub nuw", subUnsigned, i8, 5, 6, 0, false},
		{"mul nsw", mulSigned, i8, 0xf0, 8, 0x80, true}, {"mul nsw", mulSigned, i8, 16, 8, 0, false}, {"mul nsw", mulSigned, i32, m32, 5, m32 - 4, true},
		{"mul nsw", mulSigned, i33, m31, 2, m32 - 1, true}, {"mul nsw", mulSigned, i33, 1 << 31, 1, 0, false}, {"mul nsw", mulSigned, i33, 1 << 30, 4, 0, false},
		{"mul nsw", mulSigned, i64, m31, m31, m31 * m31, true}, {"mul nsw", mulSigned, i64, m32, m32, 0, false},
		{"mul nuw", mulUnsigned, i8, 15, 17, 255, true}, {"mul nuw", mulUnsigned, i8, 16, 16, 0, false},
		{"mul nuw", mulUnsigned, i64, m32, m32, m32 * m32, true}, {"mul nuw", mulUnsigned, i64, 1 << 32, 1 << 32, 0, false}, {"mul nuw", mulUnsigned, i64, 1 << 32, 1, 0, false},
		{"mul both", mulSmall, i8, 127, 1, 127, true}, {"mul both", mulSmall, i8, 64, 2, 0, false},
		{"mul both", mulSmall, i64, m32, m31, m32 * m31, true}, {"mul both", mulSmall, i64, m32, m32, 0, false}, {"mul both", mulSmall, i64, 1 << 32, 1 << 32, 0, false},
		{"min", minSigned, i8, 0xff, 1, 0xff, true}, {"max", maxSigned, i8, 0xff, 1, 1, true},
		{"divui", divUnsigned, i8, 255, 2, 127, true}, {"divui", divUnsigned, i8, 255, 0, 0, false},
		{"remui", remUnsigned, i8, 255, 2, 1, true}, {"remui", remUnsigned, i8, 255, 0, 0, false},
		{"divsi", divSigned, i8, 0xf9, 2, 0xfd, true}, {"divsi", divSigned, i8, 7, 0xfe, 0xfd, true}, {"divsi", divSigned, i8, 7, 1, 7, true},
		{"divsi", divSigned, i8, 7, 0xff, 0, false}, {"divsi", divSigned, i8, 7, 0, 0, false},
		{"remsi", remSigned, i8, 0xf9, 2, 0xff, true}, {"remsi", remSigned, i8, 7, 0xfe, 1, true}, {"remsi", remSigned, i8, 7, 1, 0, true},
		{"remsi", remSigned, i8, 7, 0xff, 0, false}, {"remsi", remSigned, i8, 7, 0, 0, false},
		{"shli", shiftLeftBits, i8, 3, 7, 0x80, true}, {"shli", shiftLeftBits, i8, 3, 8, 0, false}, {"shli", shiftLeftBits, i64, 3, 63, 1 << 63, true}, {"shli", shiftLeftBits, i64, 3, 64, 0, false},
		{"shrui", shiftRightBits, i8, 0xff, 7, 1, true}, {"shrui", shiftRightBits, i8, 0xff, 8, 0, false},
		{"shrsi", shiftRightSigned, i8, 0x80, 7, 0xff, true}, {"shrsi", shiftRightSigned, i8, 0x80, 8, 0, false},

		{"addf", addSingle, i32, single32(1), single32(2), single32(3), true}, {"addf", addSingle, i32, inf, single32(2), inf, true}, {"addf", addSingle, i32, nan, single32(2), 0, false},
		{"minimum", minSingle, i32, single32(1), single32(2), single32(1), true}, {"minimum", minSingle, i32, single32(2), single32(1), single32(1), true},
		{"minimum", minSingle, i32, single32(2), single32(2), single32(2), true}, {"minimum", minSingle, i32, zero, minusZero, 0, false}, {"minimum", minSingle, i32, minusZero, zero, 0, false},
		{"minimum", minSingle, i32, nan, nan, 0, false}, {"minimum", minSingle, i32, nan, zero, 0, false}, {"minimum", minSingle, i32, zero, nan, 0, false},
		{"maximum", maxSingle, i32, single32(1), single32(2), single32(2), true}, {"maximum", maxSingle, i32, minusZero, minusZero, minusZero, true},
		{"cmpf oeq", compareSingle, sim.NumberFormat{Relation: uint(equal)}, zero, minusZero, 1, true}, {"cmpf oeq", compareSingle, sim.NumberFormat{Relation: uint(equal)}, nan, nan, 0, false},
		{"cmpf olt", compareSingle, sim.NumberFormat{Relation: uint(less)}, single32(1), single32(2), 1, true}, {"cmpf olt", compareSingle, sim.NumberFormat{Relation: uint(less)}, single32(2), single32(1), 0, true},
		{"cmpf olt", compareSingle, sim.NumberFormat{Relation: uint(less)}, nan, zero, 0, false}, {"cmpf olt", compareSingle, sim.NumberFormat{Relation: uint(less)}, zero, nan, 0, false},
		{"cmpf ogt of doubles", compareDouble, sim.NumberFormat{Relation: uint(greater)}, double64(2), double64(1), 1, true},
		{"cmpf ogt of doubles", compareDouble, sim.NumberFormat{Relation: uint(greater)}, double64(math.NaN()), 0, 0, false}, {"cmpf ogt of doubles", compareDouble, sim.NumberFormat{Relation: uint(greater)}, 0, double64(math.NaN()), 0, false},

		{"fptosi to i32", truncateDouble, of(64, 32), double64(2147483647.9), 0, m31, true}, {"fptosi to i32", truncateDouble, of(64, 32), double64(1 << 31), 0, 0, false},
		{"fptosi to i32", truncateDouble, of(64, 32), double64(-2147483647.9), 0, 1<<31 + 1, true}, {"fptosi to i32", truncateDouble, of(64, 32), double64(-1 << 31), 0, 0, false},
		{"fptosi to i32", truncateDouble, of(64, 32), double64(-1<<31 - 1), 0, 0, false}, {"fptosi to i31", truncateDouble, of(64, 31), double64(1), 0, 0, false},
		{"fptosi of a single", truncateSingle, of(32, 64), single32(-2.5), 0, math.MaxUint64 - 1, true}, {"fptosi of a single", truncateSingle, of(32, 64), nan, 0, 0, false},

		{"addf of halves", addHalf, i32, halfOf(65504), halfOf(1), halfOf(65504), true}, {"addf of halves", addHalf, i32, halfOf(65504), halfOf(15), halfOf(65504), true},
		{"addf of halves", addHalf, i32, halfOf(65504), halfOf(16), 0, false}, {"addf of halves", addHalf, i32, halfOf(-65504), halfOf(-16), 0, false},
		{"addf of halves", addHalf, i32, halfOf(-65504), halfOf(-15), halfOf(-65504), true},
		{"addf of halves", addHalf, i32, halfOf(math.Inf(1)), halfOf(-65504), 0, false}, {"addf of halves", addHalf, i32, halfOf(-65504), halfOf(math.Inf(1)), 0, false},
		{"subf of halves", subHalf, i32, halfOf(math.Inf(1)), halfOf(65504), 0, false}, {"subf of halves", subHalf, i32, halfOf(65504), halfOf(math.Inf(1)), 0, false},
		{"mulf of halves", mulHalf, i32, halfOf(math.Inf(1)), halfOf(0.5), 0, false}, {"mulf of halves", mulHalf, i32, halfOf(0.5), halfOf(math.Inf(1)), 0, false},
		{"minimum of halves", minHalf, i32, halfOf(-2), halfOf(1), halfOf(-2), true}, {"minimum of halves", minHalf, i32, halfOf(math.NaN()), halfOf(1), 0, false},
		{"minimum of halves", minHalf, i32, halfOf(1), halfOf(math.NaN()), 0, false}, {"minimum of halves", minHalf, i32, halfOf(0), halfOf(math.Copysign(0, -1)), 0, false},
		{"maximum of halves", maxHalf, i32, halfOf(-2), halfOf(1), halfOf(1), true}, {"maximum of halves", maxHalf, i32, halfOf(math.NaN()), halfOf(1), 0, false},
		{"maximum of halves", maxHalf, i32, halfOf(1), halfOf(math.NaN()), 0, false}, {"maximum of halves", maxHalf, i32, halfOf(0), halfOf(math.Copysign(0, -1)), 0, false},
		{"cmpf of halves", compareHalf, sim.NumberFormat{Relation: uint(less)}, halfOf(-1), halfOf(1), 1, true}, {"cmpf of halves", compareHalf, sim.NumberFormat{Relation: uint(less)}, halfOf(math.NaN()), halfOf(1), 0, false},
		{"cmpf of halves", compareHalf, sim.NumberFormat{Relation: uint(less)}, halfOf(1), halfOf(math.NaN()), 0, false},
		{"negf of halves", negateHalf, i32, halfOf(65504), 0, halfOf(-65504), true}, {"negf of halves", negateHalf, i32, halfOf(math.Inf(1)), 0, 0, false},
		{"extf of halves", widenHalf, i32, halfOf(5.9e-8), 0, single32(1.0 / (1 << 24)), true}, {"extf of halves", widenHalf, i32, halfOf(65504), 0, single32(65504), true}, {"extf of halves", widenHalf, i32, halfOf(math.NaN()), 0, 0, false},
		{"truncf to halves", narrowSingle, i32, single32(65519.996), 0, halfOf(65504), true}, {"truncf to halves", narrowSingle, i32, single32(65520), 0, 0, false},
		{"truncf to halves", narrowSingle, i32, single32(-1.5), 0, halfOf(-1.5), true}, {"truncf to halves", narrowSingle, i32, nan, 0, 0, false},
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
				got, ok := narrowSingle(uint64(test.single|sign), 0, sim.NumberFormat{})
				if want := uint64(test.want | sign>>16); !ok || got != want {
					t.Fatalf("%v is rounded to %#x, %v, want %#x", math.Float32frombits(test.single|sign), got, ok, want)
				}
			}
		}
	}
}

// A fused multiplication and addition is rounded once: where the product is halfway
// between two singles, even the smallest third operand decides the result.
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
		if got, ok := fmaSingle(single32(x.a), single32(x.b), single32(x.c)); !ok || got != want {
			t.Errorf("%v: got %#x, %v, want %#x", x, got, ok, want)
		}
	}
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, x := range []operands{{inf, 0, 1}, {inf, 1, -inf}, {nan, 1, 1}, {1, nan, 1}, {1, 1, nan}} {
		if got, ok := fmaSingle(single32(x.a), single32(x.b), single32(x.c)); ok {
			t.Errorf("%v: got %#x, which is a question of which NaN", x, got)
		}
	}
	for _, elem := range []ir.Type{ir.NewContext().F16(), ir.NewContext().Index()} {
		if fusedOf(elem) != nil {
			t.Errorf("there is a quick form for %s", elem)
		}
	}
}
