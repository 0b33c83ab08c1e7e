package sim_test

import (
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// Each run of a group has its own memory, counts its operations, and is bounded by the
// limits.
func TestGroupRunsAgain(t *testing.T) {
	t.Parallel()
	module := load(t, all.Context(), `memref.global "private" @total : memref<1xindex> = dense<0>
func.func @f(%n: index) -> (index, vector<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = memref.get_global @total : memref<1xindex>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %g[%c0] : memref<1xindex>
    %b = arith.addi %a, %c1 : index
    memref.store %b, %g[%c0] : memref<1xindex>
  }
  %r = memref.load %g[%c0] : memref<1xindex>
  %v = vector.broadcast %r : index to vector<4xindex>
  return %r, %v : index, vector<4xindex>
}`)
	g := sim.Group{Module: module, BlockDim: [3]int64{2}}
	for run := range 3 {
		operations := int64(0)
		if run > 0 {
			g.Executed = func(_ *ir.Operation, n int64) { operations += n }
		}
		results, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return []sim.Value{sim.Int(3)} })
		if err != nil {
			t.Fatal(err)
		}
		if first, second := results[0][0].Bits, results[1][0].Bits; first != 3 || second != 6 {
			t.Errorf("run %d: the threads read %d and %d, want 3 and 6", run, first, second)
		}
		if run > 0 && operations != 2*(7+3*4) {
			t.Errorf("run %d: %d operations are counted", run, operations)
		}
	}
	g.MaxMemory = 16
	if _, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return []sim.Value{sim.Int(3)} }); diag.CodeOf(err) != "memory" {
		t.Errorf("a vector of 32 bytes fits into 16 bytes: %v", err)
	}
}
