package linalg

import (
	"math"

	"optc/dialect/linalg/internal/half"
	"optc/num"
	"optc/sim"
)

// Products of f16 are computed in f32: the product of two f16 is exact, and rounding a sum to f32 and
// then to f16 equals rounding it once, since f32 has more than twice the digits of f16 plus two.

// runHalf runs a nest on copies of the tensors with elements of type f32.
func (n *nest) runHalf(f *sim.Frame) error {
	out := n.operands[2].tensor
	for i := range n.operands {
		t := n.operands[i].tensor
		wide := &sim.Vector{Shape: t.Shape, Elem: t.Elem, Short: make([]uint32, len(t.Short))}
		for k, bits := range t.Short {
			wide.Short[k] = math.Float32bits(float32(num.FloatFromBits(num.F16, 0, uint64(bits)).Float64()))
		}
		n.operands[i].tensor = wide
	}
	if err := n.runProduct(f); err != nil {
		return err
	}
	for k, bits := range n.operands[2].tensor.Short {
		out.Short[k] = uint32(sim.FloatBits(num.FloatFromFloat64(num.F16, float64(math.Float32frombits(bits)))))
	}
	n.operands[2].tensor = out
	return nil
}

// halfRows is rows for numbers of type f16 in f32.
func halfRows(x, y, z []uint32) func(at [3]place, repeats, count int) int {
	return func(at [3]place, _, count int) int {
		a, b, c := at[0], at[1], at[2]
		if a.step == 0 && b.step == 1 && c.step == 1 {
			half.AddTimes(z[c.at:][:count], y[b.at:][:count], math.Float32frombits(x[a.at]))
			return 1
		}
		for range count {
			product := half.Round(math.Float32bits(math.Float32frombits(x[a.at]) * math.Float32frombits(y[b.at])))
			z[c.at] = half.Round(math.Float32bits(math.Float32frombits(z[c.at]) + math.Float32frombits(product)))
			a.at, b.at, c.at = a.at+a.step, b.at+b.step, c.at+c.step
		}
		return 1
	}
}
