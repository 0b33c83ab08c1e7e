package sim_test

import (
	"fmt"
	"testing"

	"optc/dialect/all"
	"optc/sim"
)

// A loop counts from the lower bound to the upper bound, signed or unsigned, without wrapping
// around, and passes the values of an iteration to the next, also if its threads wait.
func TestLoopsCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, word, wait string
		less             func(a, b uint8) bool
	}{
		{name: "signed", less: func(a, b uint8) bool { return int8(a) < int8(b) }},
		{name: "unsigned", word: "unsigned ", less: func(a, b uint8) bool { return a < b }},
		{name: "signed, waiting", wait: "gpu.barrier", less: func(a, b uint8) bool { return int8(a) < int8(b) }},
		{name: "unsigned, waiting", word: "unsigned ", wait: "gpu.barrier", less: func(a, b uint8) bool { return a < b }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := sim.Group{BlockDim: [3]int64{2}, Module: load(t, all.Context(), fmt.Sprintf(`
func.func @f(%%from: i8, %%to: i8, %%step: i8) -> (i8, i8, i32) {
  %%zero = arith.constant 0 : i32
  %%c31 = arith.constant 31 : i32
  %%r:3 = scf.for %s%%i = %%from to %%to step %%step iter_args(%%a = %%from, %%b = %%to, %%h = %%zero) -> (i8, i8, i32) : i8 {
    %%x = arith.extui %%i : i8 to i32
    %%m = arith.muli %%h, %%c31 : i32
    %s
    %%s = arith.addi %%m, %%x : i32
    scf.yield %%b, %%a, %%s : i8, i8, i32
  }
  return %%r#0, %%r#1, %%r#2 : i8, i8, i32
}`, c.word, c.wait))}
			edges := []uint8{0, 1, 2, 3, 7, 126, 127, 128, 129, 253, 254, 255}
			for _, from := range edges {
				for _, to := range edges {
					for _, step := range []uint8{1, 2, 5, 100, 127, 128, 255} {
						if c.word == "" && step > 127 {
							continue
						}
						a, b, h := from, to, uint32(0)
						for i := from; c.less(i, to); {
							a, b, h = b, a, h*31+uint32(i)
							next := i + step
							if !c.less(i, next) {
								break
							}
							i = next
						}
						got, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value {
							return []sim.Value{sim.Int(uint64(from)), sim.Int(uint64(to)), sim.Int(uint64(step))}
						})
						if err != nil {
							t.Fatal(err)
						}
						for _, r := range got {
							if r[0].Bits != uint64(a) || r[1].Bits != uint64(b) || r[2].Bits != uint64(h) {
								t.Fatalf("from %d to %d by %d: %v, want %d, %d, %d", from, to, step, r, a, b, h)
							}
						}
					}
				}
			}
		})
	}
}
