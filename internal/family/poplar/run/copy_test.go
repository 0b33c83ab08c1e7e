package run_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"
)

// Copies of many pieces, which name elements instead of moves, do the same as a graph, as
// allocations and on tiles.
func TestCopiesOfElements(t *testing.T) {
	t.Parallel()
	const rows, cols = 60, 48
	for _, c := range []struct {
		name, views string
		from        func(i, j int) int // element of x for row i and column j of y
	}{
		{"transposed", `%v = poplar.dim_shuffle %x [1, 0] : !poplar.tensor<48x60xui32> to !poplar.tensor<60x48xui32>`,
			func(i, j int) int { return j*rows + i }},
		{"reversed", `%r = poplar.reverse %x dim 1
    %v = poplar.dim_shuffle %r [1, 0] : !poplar.tensor<48x60xui32> to !poplar.tensor<60x48xui32>`,
			func(i, j int) int { return j*rows + rows - 1 - i }},
	} {
		names, list, err := machines(fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 16>} {
  poplar.graph @main {
    %%x = poplar.variable "x" : !poplar.tensor<48x60xui32>
    %%y = poplar.variable "y" : !poplar.tensor<60x48xui32>
    poplar.map_linear %%x
    poplar.map_linear %%y
    %s
    poplar.program {
      poplar.copy %%v to %%y
    }
  }
}`, c.views))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var in, want []byte
		for k := range rows * cols {
			in = binary.LittleEndian.AppendUint32(in, uint32(k))
		}
		for i := range rows {
			for j := range cols {
				want = binary.LittleEndian.AppendUint32(want, uint32(c.from(i, j)))
			}
		}
		for i, m := range list {
			if err := m.Write("x", in); err != nil {
				t.Fatal(err)
			}
			if err := m.Run(t.Context()); err != nil {
				t.Fatalf("%s, %s: %v", c.name, names[i], err)
			}
			if got, _, err := m.Read("y"); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s, %s: wrong elements, %v", c.name, names[i], err)
			}
		}
		for _, n := range list[2].Counters() {
			if n.Name == "bytes moved" && n.Value != rows*cols*4 {
				t.Errorf("%s: %d bytes moved", c.name, n.Value)
			}
		}
	}
}
