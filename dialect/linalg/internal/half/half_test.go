package half

import (
	"math"
	"math/rand/v2"
	"testing"

	"optc/num"
)

// Sums and products in f32, rounded to f16, equal the sums and products of package num.
func TestRound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	number := func() (num.Float, uint32) {
		h := num.FloatFromBits(num.F16, 0, r.Uint64()&0xffff)
		return h, math.Float32bits(float32(h.Float64()))
	}
	same := func(want num.Float, got uint32) bool {
		g := float64(math.Float32frombits(got))
		return g == want.Float64() && math.Signbit(g) == math.Signbit(want.Float64()) || math.IsNaN(g) && math.IsNaN(want.Float64())
	}
	for range 200000 {
		a, x := number()
		b, y := number()
		product := math.Float32bits(math.Float32frombits(x) * math.Float32frombits(y))
		if got := Round(product); !same(a.Mul(b, num.NearestEven), got) {
			t.Fatalf("%v * %v is %v", a, b, math.Float32frombits(got))
		}
		sum := math.Float32bits(math.Float32frombits(x) + math.Float32frombits(y))
		if got := Round(sum); !same(a.Add(b, num.NearestEven), got) {
			t.Fatalf("%v + %v is %v", a, b, math.Float32frombits(got))
		}
	}
}
