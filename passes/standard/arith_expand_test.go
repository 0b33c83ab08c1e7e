package standard_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/irtest"
	"optc/ir"
	"optc/passes"
	"optc/registry"
	"optc/sim"
	"optc/validate"
)

// expansionCase is an operation of %a and %b.
type expansionCase struct {
	op   string
	a, b string // types of the operands
	to   string // type of the result
	// Operands in bits; nil: all of the type.
	as, bs []uint64
	// want, if set, computes the expected bits of the expanded casts from the operands and the operation's result: upstream's
	// expansion computes another function.
	want func(a, b, result uint64) uint64
	// zeros reports that a zero of the other sign may replace a zero.
	zeros bool
}

func allBits(n int) (list []uint64) {
	for i := range uint64(1) << n {
		list = append(list, i)
	}
	return list
}

// edges32 are the bits of numbers in f32: zeros, the smallest and largest numbers, infinities, NaNs, neighbours of the numbers where
// roundings to bf16 and f4E2M1FN change, and random ones.
func edges32() (list []uint64) {
	for _, x := range []float32{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 1e30, 0x1.01p0, 0x1.03p-126, 0x1p-127, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		bits := uint64(math.Float32bits(x))
		for _, b := range []uint64{bits - 1, bits, bits + 1} {
			list = append(list, b&math.MaxUint32, (b|1<<31)&math.MaxUint32)
		}
	}
	list = append(list, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345)
	r := rand.New(rand.NewPCG(49, 3))
	for range 2000 {
		list = append(list, uint64(r.Uint32()))
	}
	return list
}

func expansionCases() (list []expansionCase) {
	for _, w := range []int{1, 2, 3, 5} {
		t := fmt.Sprint("i", w)
		for _, op := range []string{"ceildivsi", "ceildivui", "floordivsi", "maxsi", "maxui", "minsi", "minui"} {
			list = append(list, expansionCase{op: op, a: t, b: t, to: t, as: allBits(w), bs: allBits(w)})
		}
	}
	wide := []uint64{0, 1, 2, 3, 7, math.MaxInt64, 1 << 63, 1<<63 + 1, math.MaxUint64, math.MaxUint64 - 1, math.MaxUint64 - 6}
	for _, t := range []string{"i64", "index"} {
		for _, op := range []string{"ceildivsi", "ceildivui", "floordivsi", "maxsi", "maxui", "minsi", "minui"} {
			list = append(list, expansionCase{op: op, a: t, b: t, to: t, as: wide, bs: wide})
		}
	}
	floats := edges32()
	for _, op := range []string{"maximumf", "minimumf", "maxnumf", "minnumf"} {
		list = append(list, expansionCase{op: op, a: "f32", b: "f32", to: "f32", as: floats[:160], bs: floats[:160], zeros: true},
			expansionCase{op: op, a: "f8E5M2", b: "f8E5M2", to: "f8E5M2", as: allBits(8), bs: []uint64{0, 1, 0x3c, 0x7b, 0x7c, 0x7d, 0x7f, 0x80, 0xbc, 0xfc, 0xff}, zeros: true})
	}
	for _, to := range []string{"f8E4M3FN", "bf16", "f16", "f32", "f64"} {
		list = append(list, expansionCase{op: "extf", a: "f4E2M1FN", to: to, as: allBits(4)})
		if to != "f8E4M3FN" {
			list = append(list, expansionCase{op: "extf", a: "f8E8M0FNU", to: to, as: allBits(8), want: func(a, _, result uint64) uint64 {
				if a == 0 { // 2^-127
					return 0
				}
				return result
			}})
		}
	}
	scales := allBits(8)[1:]
	list = append(list,
		expansionCase{op: "extf", a: "bf16", to: "f32", as: allBits(16)},
		expansionCase{op: "truncf", a: "f32", to: "bf16", as: floats},
		expansionCase{op: "truncf", a: "f32", to: "f8E8M0FNU", as: floats, want: func(a, _, _ uint64) uint64 { return a >> 23 & 0xff }},
		expansionCase{op: "truncf", a: "f32", to: "f4E2M1FN", as: floats, want: func(a, _, _ uint64) uint64 { return roundedF4(float32Of(a)) }},
		expansionCase{op: "truncf", a: "bf16", to: "f4E2M1FN", as: allBits(16), want: func(a, _, _ uint64) uint64 { return roundedF4(float32Of(a << 16)) }},
		expansionCase{op: "scaling_extf", a: "f4E2M1FN", b: "f8E8M0FNU", to: "f32", as: allBits(4), bs: scales},
		expansionCase{op: "scaling_extf", a: "f8E4M3FN", b: "f8E8M0FNU", to: "bf16", as: allBits(8), bs: scales},
		expansionCase{op: "scaling_truncf", a: "f32", b: "f8E8M0FNU", to: "bf16", as: floats[:160], bs: scales},
		expansionCase{op: "scaling_truncf", a: "f32", b: "f8E8M0FNU", to: "f4E2M1FN", as: floats[:160], bs: []uint64{1, 64, 126, 127, 128, 129, 254, 255},
			want: func(a, b, _ uint64) uint64 {
				if b == 255 {
					return 7
				}
				return roundedF4(float32Of(a) / float32Of(b<<23))
			}})
	return list
}

func float32Of(bits uint64) float32 { return math.Float32frombits(uint32(bits)) }

// roundedF4 is the f4E2M1FN that arith-expand makes of a number: the nearest one, the larger one of two equally near ones from 0.75
// upwards, without the sign below 0.5, and 6 for NaN.
func roundedF4(x float32) (bits uint64) {
	if x != x {
		return 7
	}
	magnitude := math.Abs(float64(x))
	if magnitude > 0.25 {
		bits = 1
	}
	for _, middle := range []float64{0.75, 1.25, 1.75, 2.5, 3.5, 5} {
		if magnitude >= middle {
			bits++
		}
	}
	if magnitude >= 0.5 && x < 0 {
		bits |= 8
	}
	return bits
}

// text is a function of the operation.
func (c *expansionCase) text() string {
	args, types := "%a", c.a
	if c.b != "" {
		args, types = "%a, %b", c.a+", "+c.b
	}
	if c.a == c.to {
		types = c.a
	} else {
		types += " to " + c.to
	}
	b := c.b
	if b == "" {
		b = "i1"
	}
	return fmt.Sprintf("func.func @f(%%a: %s, %%b: %s) -> %s {\n%%r = arith.%s %s : %s\nreturn %%r : %s\n}\n", c.a, b, c.to, c.op, args, types, c.to)
}

// The operations that arith-expand writes compute the same as the original operations, if these have defined results, or
// upstream's results.
func TestArithExpandAgrees(t *testing.T) {
	t.Parallel()
	for _, test := range expansionCases() {
		for _, options := range []string{"", "{include-bf16 include-f4e2m1 include-f8e8m0}"} {
			t.Run(strings.Join([]string{test.op, test.a, test.to, options}, " "), func(t *testing.T) {
				t.Parallel()
				_, before := irtest.Parse(t, test.text())
				c, after := irtest.Parse(t, test.text())
				p, err := registry.Passes().Parse("builtin.module(arith-expand" + options + ")")
				if err != nil {
					t.Fatal(err)
				}
				if err := passes.NewManager(c).Run(t.Context(), p, after); err != nil {
					t.Fatal(err)
				}
				if isCast := test.op == "extf" || test.op == "truncf"; strings.Contains(after.String(), "arith."+test.op+" %arg0") && (options != "" || !isCast) {
					t.Errorf("is left:\n%s", after)
				}
				test.compare(t, before, after, options != "")
			})
		}
	}
}

// compare executes both functions on all operands.
func (c *expansionCase) compare(t *testing.T, before, after *ir.Operation, casts bool) {
	was, is := sim.New(before, nil), sim.New(after, nil)
	was.MaxSteps, is.MaxSteps = 1<<40, 1<<40
	fn, now := slices.Collect(before.Body().Ops())[0], slices.Collect(after.Body().Ops())[0]
	result := fn.Region(0).Front().Back().Operand(0).Type()
	bs := c.bs
	if bs == nil {
		bs = []uint64{0}
	}
	ran := 0
	for _, a := range c.as {
		for _, b := range bs {
			args := []sim.Value{sim.Int(a), sim.Int(b)}
			want, err := was.CallOp(fn, args)
			if err != nil || want[0].IsPoison() {
				continue
			}
			if casts && c.want != nil {
				want[0] = sim.Int(c.want(a, b, want[0].Bits))
			}
			ran++
			got, err := is.CallOp(now, args)
			if err != nil {
				t.Fatalf("of %#x, %#x: %v\n%s", a, b, err, after)
			}
			if c.zeros && isZero(result, want[0]) && isZero(result, got[0]) {
				continue
			}
			if d := validate.Differs([]validate.Value{{Type: result, Value: want[0]}}, []validate.Value{{Type: result, Value: got[0]}}); d != "" {
				t.Errorf("of %#x, %#x: %s", a, b, d)
			}
		}
	}
	if ran == 0 {
		t.Error("nothing has a defined result")
	}
}

// isZero reports whether a float is a zero of either sign.
func isZero(t ir.Type, v sim.Value) bool {
	width := t.(*ir.FloatType).Kind.Bits
	return v.Bits&(1<<(width-1)-1) == 0
}
