package quick

import (
	"math"

	"optc/sim"
)

// Numbers of bf16 are computed in single precision, like halves. Both have the same exponents,
// and singles have 16 more bits.

func asBrain(a uint64) float32 { return math.Float32frombits(uint32(a) << 16) }

// brain rounds to bf16; the result is not ok if it is NaN.
func brain(r float32) (uint64, bool) {
	bits := math.Float32bits(r)
	return uint64((bits + 0x7fff + bits>>16&1) >> 16), r == r
}

func AddBrain(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return brain(asBrain(a) + asBrain(b)) }
func SubBrain(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return brain(asBrain(a) - asBrain(b)) }
func MulBrain(a, b uint64, _ sim.NumberFormat) (uint64, bool) { return brain(asBrain(a) * asBrain(b)) }

func MinBrain(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(asBrain(a), asBrain(b), a, b)
}

func MaxBrain(a, b uint64, _ sim.NumberFormat) (uint64, bool) {
	return lesserFloat(asBrain(b), asBrain(a), a, b)
}

func CompareBrain(a, b uint64, n sim.NumberFormat) (uint64, bool) {
	x, y := asBrain(a), asBrain(b)
	return relate(x < y, x > y, n.Relation), x == x && y == y
}

func NegateBrain(a, _ uint64, _ sim.NumberFormat) (uint64, bool) { return brain(-asBrain(a)) }

func WidenBrain(a, _ uint64, _ sim.NumberFormat) (uint64, bool) { return sim.FromSingle(asBrain(a)) }

func NarrowToBrain(a, _ uint64, _ sim.NumberFormat) (uint64, bool) { return brain(sim.AsSingle(a)) }
