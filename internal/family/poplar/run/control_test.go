package run_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/lower"
	"optc/sim"
)

// controlled is a program that counts in x, and whose loop ends when n is 0. The caller
// provides its steps.
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

// Steps with nested steps have the same effect in a graph, with allocations, and on tiles.
func TestControl(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, steps string
		x, last     uint32
	}{
		{name: "repeat", steps: "poplar.repeat 5 { poplar.execute @up }", x: 5, last: 3},
		{name: "repeat nothing", steps: "poplar.repeat 0 { poplar.execute @up }", x: 0, last: 3},
		{name: "nested", steps: "poplar.repeat 3 { poplar.repeat 2 { poplar.execute @up } poplar.call @twice }", x: 12,
			last: 3},
		{name: "while", steps: "poplar.repeat_while %last after { poplar.execute @up } do { poplar.execute @down }", x: 4,
			last: 0},
		{name: "while, before empty",
			steps: "poplar.repeat_while %last after { } do { poplar.execute @down poplar.call @twice }", x: 6, last: 0},
		{name: "then", steps: "poplar.if %last { poplar.execute @up } else { poplar.execute @down }", x: 1, last: 3},
		{name: "else", steps: "poplar.if %zero { poplar.execute @up } else { poplar.execute @down }", x: 0, last: 2},
		{name: "copies inside",
			steps: "poplar.repeat_while %last after { } do { poplar.execute @up poplar.copy %zero to %last }", x: 1,
			last: 0},
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

// The loops of a program run together at most a bounded number of iterations.
func TestEndlessLoop(t *testing.T) {
	t.Parallel()
	limited := lower.Options{Threads: 2, Limits: sim.Limits{MaxSteps: 1 << 12}}
	for _, c := range []struct {
		steps string
		loop  string // the loop that does not end; "" if all loops end
	}{
		{"poplar.repeat_while %last after { } do { poplar.execute @up }", "repeat_while"},
		{"poplar.repeat 4611686018427387904 { poplar.execute @up }", "repeat"},
		{"poplar.repeat 16 { poplar.execute @up }", ""},
		{"poplar.repeat 17 { poplar.execute @up }", "repeat"},
		{"poplar.repeat 3 { poplar.repeat 4 { poplar.execute @up } }", ""},
		{"poplar.repeat 3 { poplar.repeat 5 { poplar.execute @up } }", "repeat"},
		{"poplar.repeat 9 { poplar.execute @up }\npoplar.repeat_while %last after { } do { poplar.execute @down }", ""},
		{"poplar.repeat 14 { poplar.execute @up }\npoplar.repeat_while %last after { } do { poplar.execute @down }", "repeat_while"},
		{"poplar.repeat 8 { poplar.call @twice }", ""},
		{"poplar.repeat 9 { poplar.call @twice }", "repeat"},
		{strings.Repeat("poplar.call @twice\n", 17), "call"},
		{"poplar.repeat 9223372036854775807 { poplar.repeat 9223372036854775807 { } }", "repeat"},
	} {
		_, list, err := machinesWith(limited, controlled(c.steps))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			err := m.Run(t.Context())
			if c.loop == "" && err == nil || diag.CodeOf(err) == "steps" && strings.Contains(err.Error(), "'poplar."+c.loop+"' op has not ended after 16 iterations of loops and calls") {
				continue
			}
			t.Errorf("%s: got %v", c.steps, err)
		}
	}
}

// Repeating an empty body takes no time, however often it is repeated.
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

// Arrays of the host are read and written, also in loops.
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

// Every array of the host is a variable, in the order of first copies, and an input if
// some copy reads it.
func TestHostArrays(t *testing.T) {
	t.Parallel()
	names, list, err := machines(controlled(`poplar.copy_to_host %x to "first"
      poplar.copy_to_host %n to "both"
      poplar.copy_from_host "in" to %x
      poplar.repeat 1 { poplar.copy_to_host %x to "first" }
      poplar.copy_from_host "both" to %n
      poplar.copy_to_host %n to "both"
      poplar.copy_to_host %x to "in"`))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		var got []string
		for _, v := range m.Variables()[3:] {
			got = append(got, fmt.Sprint(v.Name, v.Shape, v.Input))
		}
		if got, want := strings.Join(got, " "), "first[1] false both[2] true in[1] true"; got != want {
			t.Errorf("%s: %s, want %s", names[i], got, want)
		}
	}
}

// The data of a plain vector exists before a run, and differs between vertices.
func TestPlainVectors(t *testing.T) {
	t.Parallel()
	text := strings.Replace(controlled("poplar.execute @up\npoplar.execute @down"), `@by : si32 = 1`, `@by : !poplar.vec<si32>`, 1)
	text = strings.Replace(text, "%by : i32) {", "%list : memref<?xi32>) {\n%c1 = arith.constant 1 : index\n%by = memref.load %list[%c1] : memref<?xi32>", 1)
	text = strings.Replace(text, "@x to %x\n", "@x to %x\n poplar.set %v @by = [1, 40]\n", 1)
	text = strings.Replace(text, "@by = -1 : si32", "@by = [2, -2, 3]", 1)
	names, list, err := machines(text)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		if err := m.Run(t.Context()); err != nil {
			t.Errorf("%s: %v", names[i], err)
			continue
		}
		x, _, err := m.Read("x")
		n, _, err2 := m.Read("n")
		if got, want := fmt.Sprint(x, n, err, err2), "[40 0 0 0] [9 0 0 0 1 0 0 0] <nil> <nil>"; got != want {
			t.Errorf("%s: got %s, want %s", names[i], got, want)
		}
	}
}
