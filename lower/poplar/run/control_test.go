package run_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/lower/poplar/run"
)

// controlled is a program that counts in x, and whose loop ends when n is 0. Its steps
// are up to the caller.
func controlled(steps string) string {
	return `
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Count" worker {
    poplar.field @x : !poplar.inout<ui32>
    poplar.field @by : si32 = 1
    poplar.compute (%x : memref<i32>, %by : i32) {
      %v = memref.load %x[] : memref<i32>
      %s = arith.addi %v, %by : i32
      memref.store %s, %x[] : memref<i32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<0> : !poplar.tensor<1xui32>
    %n = poplar.variable "n" = dense<[9, 3]> : !poplar.tensor<2xui32>
    %zero = poplar.constant dense<0> : !poplar.tensor<1xui32>
    poplar.set_tile_mapping %x on 1
    poplar.set_tile_mapping %n on 2
    poplar.set_tile_mapping %zero on 0
    %last = poplar.slice %n from 1 to 2 dim 0 : !poplar.tensor<2xui32> to !poplar.tensor<1xui32>
    poplar.compute_set @up {
      %v = poplar.add_vertex @"demo::Count" on 0
      poplar.connect %v @x to %x
    }
    poplar.compute_set @down {
      %v = poplar.add_vertex @"demo::Count" on 0
      poplar.connect %v @x to %last
      poplar.set %v @by = -1 : si32
    }
    poplar.graph_function @twice {
      poplar.execute @up
      poplar.execute @up
    }
    poplar.program {
` + steps + `
    }
  }
}`
}

// Steps that hold others mean the same as a graph, as allocations, and on tiles.
func TestControl(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, steps string
		x, last     uint32
	}{
		{"repeat", "poplar.repeat 5 { poplar.execute @up }", 5, 3},
		{"repeat nothing", "poplar.repeat 0 { poplar.execute @up }", 0, 3},
		{"nested", "poplar.repeat 3 { poplar.repeat 2 { poplar.execute @up } poplar.call @twice }", 12, 3},
		{"while", "poplar.repeat_while %last after { poplar.execute @up } do { poplar.execute @down }", 4, 0},
		{"while, before empty", "poplar.repeat_while %last after { } do { poplar.execute @down poplar.call @twice }", 6, 0},
		{"then", "poplar.if %last { poplar.execute @up } else { poplar.execute @down }", 1, 3},
		{"else", "poplar.if %zero { poplar.execute @up } else { poplar.execute @down }", 0, 2},
		{"copies inside", "poplar.repeat_while %last after { } do { poplar.execute @up poplar.copy %zero to %last }", 1, 0},
	} {
		names, list, err := machines(controlled(c.steps))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i, m := range list {
			if err := m.Run(t.Context()); err != nil {
				t.Errorf("%s, %s: %v", c.name, names[i], err)
				continue
			}
			for name, want := range map[string][]uint32{"x": {c.x}, "n": {9, c.last}} {
				data, _, err := m.Read(name)
				var got []uint32
				for k := 0; k < len(data); k += 4 {
					got = append(got, binary.LittleEndian.Uint32(data[k:]))
				}
				if err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %s: got %s = %v, %v, want %v", c.name, names[i], name, got, err, want)
				}
			}
		}
	}
}

// A loop whose predicate nothing changes ends with an error.
func TestEndlessLoop(t *testing.T) {
	t.Parallel()
	_, list, err := machines(controlled("poplar.repeat_while %last after { } do { poplar.execute @up }"))
	if err != nil {
		t.Fatal(err)
	}
	list[0].(*run.Plain).MaxSteps = 1 << 14
	list[1].(*run.Lowered).MaxSteps = 1 << 14
	list[2].(*run.Device).MaxSteps = 1 << 14
	for _, m := range list {
		if err := m.Run(t.Context()); diag.CodeOf(err) != "steps" || !strings.Contains(err.Error(), "after 16 iterations") {
			t.Errorf("got %v", err)
		}
	}
}

// However often nothing is repeated, it takes no time.
func TestEmptyRepeat(t *testing.T) {
	t.Parallel()
	_, list, err := machines(controlled("poplar.repeat 9223372036854775807 { }\n poplar.execute @up"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if err := m.Run(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// Arrays of the host come in and go out, also in loops.
func TestHostCopies(t *testing.T) {
	t.Parallel()
	names, list, err := machines(controlled(`poplar.copy_from_host "in" to %n
      poplar.repeat 2 { poplar.execute @down }
      poplar.copy_to_host %n to "out"`))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		if err := m.Write("in", []byte{1, 0, 0, 0, 44, 0, 0, 0}); err != nil {
			t.Fatal(err)
		}
		if err := m.Run(t.Context()); err != nil {
			t.Errorf("%s: %v", names[i], err)
			continue
		}
		out, written, err := m.Read("out")
		if got, want := fmt.Sprint(out, written, err), "[1 0 0 0 42 0 0 0] [true true] <nil>"; got != want {
			t.Errorf("%s: got %s, want %s", names[i], got, want)
		}
	}
}
