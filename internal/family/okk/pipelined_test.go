package okk_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"optc/internal/testing/raced"
)

// pipelinedKernels are kernels with a loop that is pipelined, of N parts.
var pipelinedKernels = map[string]string{
	// A tensor is loaded, changed and stored: three buffers take turns.
	"in_place": `  okk.load %from to %t : !part to !local
    okk.eltwise add %t, %t scalar 1.0 : f32 : !local, !local
    okk.store %t to %to : !local to !part`,
	"two_tensors": `  okk.load %from to %t : !part to !local
    okk.eltwise mul %u, %t, %t : !local, !local, !local
    okk.store %u to %to : !local to !part`,
	// Two computations: stores are beside the first one, and loads beside the second one.
	"two_steps": `  okk.load %from to %t : !part to !local
    okk.eltwise add %t, %t scalar 1.0 : f32 : !local, !local
    okk.eltwise mul %t, %t, %t : !local, !local, !local
    okk.store %t to %to : !local to !part`,
	// A tensor of the loop, which only computations use, and a part that is set before.
	"three_steps": `  %v = okk.alloc sizes(%m) : !local
    okk.fill %u, 2.0 : f32 : !local
    okk.load %from to %t : !part to !local
    okk.eltwise add %v, %t, %t : !local, !local, !local
    okk.eltwise mul %v, %v, %u : !local, !local, !local
    okk.eltwise sub %u, %v, %t : !local, !local, !local
    okk.store %u to %to : !local to !part`,
}

// pipelined writes a kernel that begins at a number and has parts of a size.
func pipelined(name string, low, step int) string {
	return fmt.Sprintf(`!buffer = !okk.sys<?x3x2x5xf32, max = [20], continuous>
!part = !okk.sys<?x3x2x5xf32, max = [%[2]d], continuous>
!local = !okk.local<?x3x2x5xf32, max = [%[2]d], auto>
module attributes {okk.machine = #okk.machine<toy4k>} {
okk.kernel @pipelined {
  %%n = okk.param "n" range [0, 17]
  %%low = arith.constant %[1]d : index
  %%step = arith.constant %[2]d : index
  %%c3 = arith.constant 3 : index
  %%most = arith.addi %%n, %%c3 : index
  %%x = okk.sys_buffer "x" sizes(%%most) : !buffer
  %%y = okk.sys_buffer "y" sizes(%%most) : !buffer
  okk.fill %%y, 0.0 : f32 : !buffer
  scf.for %%i = %%low to %%n step %%step {
    %%left = arith.subi %%n, %%i : index
    %%m = arith.minui %%left, %%step : index
    %%from = okk.slice %%x[%%i, 0, 0, 0] sizes(%%m) : !buffer to !part
    %%to = okk.slice %%y[%%i, 0, 0, 0] sizes(%%m) : !buffer to !part
    %%t = okk.alloc sizes(%%m) : !local
    %%u = okk.alloc sizes(%%m) : !local
  %[3]s
  }
}
}`, low, step, pipelinedKernels[name])
}

// TestPipelinedLoops executes kernels whose loops are pipelined, with 0 to 17 parts, on the device and
// in C, and compares them with the kernels whose loops are not pipelined.
func TestPipelinedLoops(t *testing.T) {
	t.Parallel()
	cc, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("skipped: cc, a C compiler, is not installed")
	}
	list := sizedKernels(t, raced.Runs(4), true)
	for name := range pipelinedKernels {
		for _, bounds := range [][2]int{{0, 1}, {0, 4}, {2, 3}} {
			unique := fmt.Sprintf("%s_%d_%d", name, bounds[0], bounds[1])
			text := strings.Replace(pipelined(name, bounds[0], bounds[1]), "@pipelined", "@"+unique, 1)
			if diagnosed := diagnosed(t, text, "okk-pipeline-loops,okk-assign-layout,okk-allocate,okk-check-sizes"); len(diagnosed) > 0 {
				t.Errorf("%s: %v", unique, diagnosed)
			}
			for _, n := range []int64{0, 1, 2, 3, 4, 7, 8, 17} {
				sizes := []parameter{{"n", n}}
				c, loop := compileSized(t, text, "", unique, sizes, true), compileSized(t, text, "", unique, sizes, false)
				for i, b := range loop.buffers {
					if !bytes.Equal(b.after, c.buffers[i].after) {
						t.Errorf("%s for n = %d: the pipelined kernel computes another %s", unique, n, b.name)
					}
				}
				list = append(list, c)
			}
		}
	}
	compareC(t, cc, list)
}
