package run_test

import (
	"encoding/binary"
	"fmt"
	"testing"
)

// The thread properties in code: a worker is alone, the workers of a MultiVertex are a
// workgroup, and a supervisor knows the number of workers.
func TestThreads(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, worker string
		want         string // expected values by thread: ids, sizes of the block and of the grid, linear ids, workers
	}{
		{"worker", "", "[[0 0 1 1 1 1 1 1 0 0 1 1 1]]"},
		{"supervisor", "", "[[0 0 1 1 1 1 1 1 0 0 1 1 6]]"},
		{"multi", " worker(%w : index)", "[[0 0 6 1 1 1 1 1 0 0 6 1 6] [1 0 6 1 1 1 1 1 1 1 6 1 6] [2 0 6 1 1 1 1 1 2 2 6 1 6]" +
			" [3 0 6 1 1 1 1 1 3 3 6 1 6] [4 0 6 1 1 1 1 1 4 4 6 1 6] [5 0 6 1 1 1 1 1 5 5 6 1 6]]"},
	} {
		first, threads := "arith.constant 0 : index", 1
		if c.worker != "" {
			first, threads = "arith.addi %w, %c0 : index", 6
		}
		num := "arith.constant 1 : index" // who may ask for it
		if c.kind != "worker" {
			num = "poplar.num_workers : index"
		}
		const numbers = 13
		code := ""
		for i, op := range [numbers]string{
			"gpu.thread_id x", "gpu.thread_id z", "gpu.block_dim x", "gpu.block_dim y", "gpu.block_dim z", "gpu.grid_dim x", "gpu.grid_dim y", "gpu.grid_dim z",
			"gpu.lane_id", "gpu.global_id x", "gpu.subgroup_size : index", "gpu.num_subgroups : index", num,
		} {
			code += fmt.Sprintf("%%v%d = %s\n %%i%d = arith.index_cast %%v%d : index to i32\n %%k%d = arith.constant %d : index\n %%p%d = arith.addi %%at, %%k%d : index\n memref.store %%i%d, %%x[%%p%d] : memref<?xi32>\n",
				i, op, i, i, i, i, i, i, i, i)
		}
		names, list, err := machines(fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::P" %s {
    poplar.field @x : !poplar.inout<vec<ui32>>
    poplar.compute (%%x : memref<?xi32>)%s {
      %%c0 = arith.constant 0 : index
      %%n = arith.constant %d : index
      %%first = %s
      %%at = arith.muli %%first, %%n : index
%s
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<99> : !poplar.tensor<%dxui32>
    poplar.set_tile_mapping %%x on 0
    poplar.compute_set @cs {
      %%v = poplar.add_vertex @"demo::P" on 0
      poplar.connect %%v @x to %%x
    }
    poplar.program { poplar.execute @cs }
  }
}`, c.kind, c.worker, numbers, first, code, threads*numbers))
		if err != nil {
			t.Errorf("%s: %v", c.kind, err)
			continue
		}
		for i, m := range list {
			if err := m.Run(t.Context()); err != nil {
				t.Errorf("%s, %s: %v", c.kind, names[i], err)
				continue
			}
			data, _, err := m.Read("x")
			rows := make([][]uint32, threads)
			for k := 0; k < len(data); k += 4 {
				row := &rows[k/4/numbers]
				*row = append(*row, binary.LittleEndian.Uint32(data[k:]))
			}
			if got := fmt.Sprint(rows); got != c.want || err != nil {
				t.Errorf("%s, %s: %s, %v, want %s", c.kind, names[i], got, err, c.want)
			}
		}
	}
}
