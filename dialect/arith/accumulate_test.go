package arith_test

import (
	"math/rand/v2"
	"testing"

	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// TestAddProducts compares sums of products of whole runs with exact sums of single products, also
// for NaNs and infinities.
func TestAddProducts(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	m := sim.New(nil, nil)
	r := rand.New(rand.NewPCG(1, 2))
	at := func(r arith.Run, n int64) int64 { return r.At + n*r.Step }
	special := []uint64{0, 1, 0x7F800000, 0x7FC00001, 0x3F800000, 0x7F7FFFFF, 0x80000001, 0x7FF0000000000000, 0x7FF8000000000001, 0x3C00, 0x7C00, ^uint64(0)}
	const n = 40
	for _, elem := range []ir.Type{c.F32(), c.F64(), c.F16(), c.BF16(), c.I1(), c.I8(), c.I32(), c.I64(), c.Index()} {
		random := func() *sim.Vector {
			v := sim.NewVector([]int64{n}, elem)
			for i := range n {
				bits := r.Uint64()
				if r.IntN(4) == 0 {
					bits = special[r.IntN(len(special))]
				}
				v.SetBits(i, bits&(^uint64(0)>>(64-sim.Width(elem))))
			}
			return v
		}
		s := arith.AccumulatorOf(m, elem)
		for _, runs := range [][3]arith.Run{
			{{0, 0}, {0, 1}, {0, 1}}, {{3, 0}, {39, -1}, {1, 3}}, {{0, 1}, {5, 0}, {2, 2}}, {{0, 2}, {7, 0}, {9, 0}},
		} {
			for range 20 {
				out, a, b := random(), random(), random()
				want := out.Clone()
				for i := range int64(13) {
					o, l, r := at(runs[0], i), at(runs[1], i), at(runs[2], i)
					want.Set(int(o), s.Add(want.At(int(o)), a.At(int(l)), b.At(int(r))))
				}
				s.AddProducts(out, runs[0], a, runs[1], b, runs[2], 13)
				for i := range n {
					if out.Bits(i) != want.Bits(i) {
						t.Errorf("%s, %v: element %d is %#x, want %#x", elem, runs, i, out.Bits(i), want.Bits(i))
					}
				}
			}
		}
	}
}

// TestWidenAll compares with Widen of each element.
func TestWidenAll(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	m := sim.New(nil, nil)
	for _, tt := range []struct{ from, to ir.Type }{{c.F16(), c.F32()}, {c.BF16(), c.F32()}, {c.F16(), c.F64()}, {c.I8(), c.I32()}, {c.F32(), c.F32()}} {
		v := sim.NewVector([]int64{1 << 16}, tt.from)
		for i := range v.Len() {
			v.SetBits(i, uint64(i)&(^uint64(0)>>(64-sim.Width(tt.from))))
		}
		for range 2 {
			got := arith.WidenAll(m, v, tt.to)
			for i := range v.Len() {
				if want := arith.Widen(m, tt.from, tt.to, v.At(i)); got.At(i) != want {
					t.Fatalf("%s to %s: element %d is %v, want %v", tt.from, tt.to, i, got.At(i), want)
				}
			}
			v.SetUndef(7)
		}
	}
}
