package okk

import (
	"math"
	"testing"
)

// TestNumbers compares functions with the vendor's functional model of BM1684 at numbers where it differs
// from IEEE 754.
func TestNumbers(t *testing.T) {
	t.Parallel()
	const small, negative, one, infinity, nan, lowest = 1, 1<<31 | 1, 0x3f800000, 0x7f800000, 0x7fc00000, 0xff7fffff
	a := &Arithmetic{Numbers: okkNumbers}
	for _, c := range []struct {
		name    string
		numbers [3]uint64 // the operands and the result
	}{
		{"add", [3]uint64{small, one, one}}, {"add", [3]uint64{small, 0, 0}}, {"sub", [3]uint64{negative, 0, 1 << 31}}, {"mul", [3]uint64{infinity, small, nan}}, {"mul", [3]uint64{0x00800000, 0x3f000000, 0}},
		{"neg", [3]uint64{0, 0, 0}}, {"neg", [3]uint64{small, 0, 0}}, {"relu", [3]uint64{small, 0, 0}}, {"max", [3]uint64{small, 0, 0}}, {"max", [3]uint64{nan, one, one}},
		{"min", [3]uint64{one, small, small}}, {"min", [3]uint64{0, negative, 0}}, {"min", [3]uint64{one, nan, nan}},
	} {
		x, y, want := c.numbers[0], c.numbers[1], c.numbers[2]
		if got := a.apply(FunctionOf(Eltwise, c.name), 0, x, y); got != want {
			t.Errorf("%s of %#x and %#x is %#x, not %#x", c.name, x, y, got, want)
		}
	}
	if !okkNumbers.equal(1, float64(float(nan))) || okkNumbers.equal(1, 2) || okkNumbers.lowest() != lowest || a.scaled(0, 1<<31) != 0 {
		t.Error("comparisons, maxima or scales differ from the model")
	}
	if truncated(nan) != math.MaxInt32 || truncated(nan|1<<31) != 1<<31 || truncated(infinity) != math.MaxInt32 {
		t.Error("a conversion of a NaN does not saturate by its sign")
	}
	for name, numbers := range map[string][2][]float32{ // inside and outside
		"exp": {{-85, 0, 89}, {-86, 90}}, "sqrt": {{0, 1, math.MaxFloat32}, {-1, 0x1p-126}}, "rsqrt": {{1}, {0}},
		"div": {{0, 0x1p-125, -1, 0x1.fp125}, {0x1p-126, 0x1p126, -0x1p127}},
	} {
		d := okkNumbers.Domains[name]
		for i, list := range numbers {
			for _, v := range list {
				if d.Has(v) != (i == 0) {
					t.Errorf("%s: %g", name, v)
				}
			}
		}
	}
	if d := seriesDomain(10); d.Low != -2.125 || d.High != 3.4375 {
		t.Errorf("a series of 10 terms has the domain %g to %g", d.Low, d.High)
	}
}
