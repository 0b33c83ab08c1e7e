package quickexp

import (
	"math"
	"testing"
)

// TestFloat32 compares with math.Exp: numbers spread over all bit patterns, then neighbours of
// the limits and of the middles between two steps.
func TestFloat32(t *testing.T) {
	t.Parallel()
	var in []uint32
	for bits := uint64(0); bits < 1<<32; bits += 10007 {
		in = append(in, uint32(bits))
	}
	for n := -4100; n <= 4100; n++ {
		middle := math.Float32bits(float32((float64(n) + 0.5) * step))
		in = append(in, middle-1, middle, middle+1)
	}
	for _, x := range []float32{lower, upper, 0, 88.722839, -103.97208, -87.33655} {
		bits := math.Float32bits(x)
		in = append(in, bits-1, bits, bits+1)
	}
	r := make([]uint32, 1)
	for _, bits := range in {
		x := math.Float32frombits(bits)
		want := float32(math.Exp(float64(x)))
		switch ok := Float32(r, []uint32{bits}); {
		case ok != (want == want):
			t.Fatalf("exp(%g) is %g, but ok is %t", x, want, ok)
		case ok && r[0] != math.Float32bits(want):
			t.Fatalf("expected exp(%g) = %g, but got %g", x, want, math.Float32frombits(r[0]))
		}
	}
}
