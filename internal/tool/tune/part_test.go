package tune_test

import (
	"fmt"
	"math"
	"testing"

	"optc/internal/tool/tune"
)

// blocks is a kernel whose workgroups add blocks of a row in a loop. %[1]d is the number of workgroups,
// %[3]d and %[4]d are the rows and columns of the memory.
const blocks = `func.func @blocks(%%x: memref<%[3]dx%[4]dxf32>, %%y: memref<%[3]dx64xf32>) attributes {gpu.known_grid_size = array<i32: %[1]d, 1, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %%id = gpu.block_id x
  %%c16 = arith.constant 16 : index
  %%c64 = arith.constant 64 : index
  %%end = arith.constant %[4]d : index
  %%i = arith.muli %%id, %%c16 : index
  %%c0 = arith.constant 0 : index
  %%pad = arith.constant 0.0 : f32
  %%zero = arith.constant dense<0.0> : vector<16x64xf32>
  %%init = iree_vector_ext.to_layout %%zero to layout(#l) : vector<16x64xf32>
  %%sum = scf.for %%k = %%c0 to %%end step %%c64 iter_args(%%acc = %%init) -> (vector<16x64xf32>) {
    %%v = vector.transfer_read %%x[%%i, %%k], %%pad {in_bounds = [true, true]} : memref<%[3]dx%[4]dxf32>, vector<16x64xf32>
    %%a = iree_vector_ext.to_layout %%v to layout(#l) : vector<16x64xf32>
    %%s = arith.addf %%acc, %%a : vector<16x64xf32>
    scf.yield %%s : vector<16x64xf32>
  }
  vector.transfer_write %%sum, %%y[%%i, %%c0] {in_bounds = [true, true]} : vector<16x64xf32>, memref<%[3]dx64xf32>
  return
}
`

const blockLayout = `#l = #iree_vector_ext.nested_layout<
  subgroup_tile = [2, 1], batch_tile = [4, 1], outer_tile = [1, 1], thread_tile = [2, 16], element_tile = [1, 4],
  subgroup_strides = [1, 0], thread_strides = [16, 1]>
`

// TestPart: a part of a kernel whose workgroups and iterations cost the same has the cost of the whole.
func TestPart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		groups, iterations int64
		want               tune.Part
	}{
		{3, 2, tune.Part{Executed: 3, Workgroups: 3}},
		{600, 2, tune.Part{Executed: 93, Workgroups: 600}},
		{2, 900, tune.Part{Executed: 1, Workgroups: 2, Iterations: 254, Trips: 900, Loop: "kernel.mlir:15:10"}},
	} {
		text := blockLayout + fmt.Sprintf(blocks, c.groups, c.iterations, 16*c.groups, 64*c.iterations)
		part := problem(t, text, "sm_80")
		scaled, err := part.Measure(t.Context())
		if err != nil || scaled.Refused != "" || part.Part != c.want {
			t.Errorf("%d workgroups of %d iterations: executes %+v, want %+v; %v, %+v", c.groups, c.iterations, part.Part, c.want, err, scaled)
			continue
		}
		all := problem(t, text, "sm_80")
		all.Whole = true
		whole, err := all.Measure(t.Context())
		if err != nil || whole.Refused != "" || math.Abs(scaled.Cycles-whole.Cycles) > 1e-9*whole.Cycles {
			t.Errorf("%d workgroups of %d iterations: %+v of a part, %+v of the whole, %v", c.groups, c.iterations, scaled, whole, err)
		}
	}
}
