package run_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// pair is a program of two vertices on two tiles: one writes the sum of 4 numbers of x to y, the
// other, in the next compute set, the double of y to z. x is on the tile of the second vertex, and y
// and z are on the tile of the first.
const pair = `
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Sum" worker {
    poplar.field @x : !poplar.in<vec<ui32>>
    poplar.field @y : !poplar.out<ui32>
    poplar.compute (%x : memref<?xi32>, %y : memref<i32>) {
      %zero = arith.constant 0 : i32
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %x, %c0 : memref<?xi32>
      %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
        %e = memref.load %x[%i] : memref<?xi32>
        %t = arith.addi %s, %e : i32
        scf.yield %t : i32
      }
      memref.store %sum, %y[] : memref<i32>
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Double" worker {
    poplar.field @y : !poplar.in<ui32>
    poplar.field @z : !poplar.out<ui32>
    poplar.compute (%y : i32, %z : memref<i32>) {
      %s = arith.addi %y, %y : i32
      memref.store %s, %z[] : memref<i32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<[1, 2, 3, 4]> : !poplar.tensor<4xui32>
    %y = poplar.variable "y" : !poplar.tensor<1xui32>
    %z = poplar.variable "z" : !poplar.tensor<1xui32>
    poplar.set_tile_mapping %x on 1
    poplar.set_tile_mapping %y on 0
    poplar.set_tile_mapping %z on 0
    poplar.compute_set @sum {
      %v = poplar.add_vertex @"demo::Sum" on 0
      poplar.connect %v @x to %x
      poplar.connect %v @y to %y
    }
    poplar.compute_set @double {
      %v = poplar.add_vertex @"demo::Double" on 1
      poplar.connect %v @y to %y
      poplar.connect %v @z to %z
    }
    poplar.program {
      poplar.execute @sum
      poplar.execute @double
    }
  }
}`

// machines returns all machines that execute a program: by its plain meaning, as a graph
// and lowered, and on tiles, also compiled by other pipelines.
func machines(text string, pipelines ...string) (names []string, list []lower.Machine, err error) {
	return machinesWith(lower.Options{Threads: 2}, text, pipelines...)
}

func machinesWith(o lower.Options, text string, pipelines ...string) (names []string, list []lower.Machine, err error) {
	family := poplar.Family()
	type way struct{ name, pipeline string }
	ways := []way{
		{"graph", family.Reference},
		{"lowered", "builtin.module(poplar-resolve-layouts,poplar-lower-edges)"},
		{"tiles", family.Pipeline},
	}
	for _, p := range pipelines {
		ways = append(ways, way{p, p})
	}
	ctx := all.Context()
	parsed, err := parser.Parse(context.Background(), ctx, &ir.Source{Name: "test.mlir", Text: text}, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, how := range ways {
		module := ir.Clone(parsed, &ir.Arena{}, nil)
		pipeline, err := registry.Passes().Parse(how.pipeline)
		if err != nil {
			return nil, nil, err
		}
		if err := passes.NewManager(ctx).Run(context.Background(), pipeline, module); err != nil {
			return nil, nil, err
		}
		graph := family.Programs(module)[0]
		var m lower.Machine
		if i >= 2 {
			program, err := family.Build(context.Background(), graph)
			if err != nil {
				return nil, nil, err
			}
			m, err = program.Device(o)
			if err != nil {
				return nil, nil, err
			}
		} else if m, err = family.Plain(context.Background(), graph, o); err != nil {
			return nil, nil, err
		}
		names, list = append(names, how.name), append(list, m)
	}
	return names, list, nil
}

// A program does the same as a graph, as allocations, and on tiles.
func Example() {
	names, list, err := machines(pair)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, m := range list {
		if err := m.Run(context.Background()); err != nil {
			fmt.Println(err)
			return
		}
		z, _, err := m.Read("z")
		fmt.Println(names[i], z, err)
	}
	// Output:
	// graph [20 0 0 0] <nil>
	// lowered [20 0 0 0] <nil>
	// tiles [20 0 0 0] <nil>
}

// Inputs replace initial values, elements that were never written are reported, and the
// device counts.
func TestTwoVertices(t *testing.T) {
	t.Parallel()
	names, list, err := machines(pair)
	if err != nil {
		t.Fatal(err)
	}
	var input []byte
	for _, n := range []uint32{1 << 31, 1 << 31, 5, 6} {
		input = binary.LittleEndian.AppendUint32(input, n)
	}
	for i, m := range list {
		if _, written, err := m.Read("y"); err != nil || slices.Contains(written, true) {
			t.Errorf("%s: y is written before the run: %v %v", names[i], written, err)
		}
		if err := m.Write("x", input); err != nil {
			t.Fatal(err)
		}
		if err := m.Write("x", input[:4]); err == nil {
			t.Errorf("%s: x takes 4 bytes", names[i])
		}
		if err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][]byte{"x": input, "y": {11, 0, 0, 0}, "z": {22, 0, 0, 0}} {
			if got, written, err := m.Read(name); err != nil || !slices.Equal(got, want) || slices.Contains(written, false) {
				t.Errorf("%s: %s is % x, written %v, %v, want % x", names[i], name, got, written, err, want)
			}
		}
		for _, c := range m.Counters() {
			if want, ok := counts[c.Name]; !ok || c.Value != want {
				t.Errorf("%s: counted %d %s, want %d", names[i], c.Value, c.Name, want)
			}
		}
	}
	if n := len(list[2].Counters()); n != len(counts) {
		t.Errorf("the device has %d counters, want %d", n, len(counts))
	}
}

// counts are the counters of the device: 19 operations of one vertex and 3 of the other; 16 bytes
// of x, 4 bytes of y and 4 bytes of z that move; one store after a load from the same memory
// element.
var counts = map[string]int64{"runs of vertices": 2, "operations": 22, "loads": 4, "stores": 2, "element clashes": 1, "bytes moved": 24}

// A store clashes only with the load right before it, by the same worker and from the
// same memory element.
func TestElementClashes(t *testing.T) {
	t.Parallel()
	const (
		near  = "%s = memref.load %x[%c0] : memref<?xi32>\n"
		far   = "%f = memref.load %x[%c8192] : memref<?xi32>\n"
		sum   = "%t = arith.addi %s, %f : i32\nmemref.store %t, %x[%c0] : memref<?xi32>\n"
		store = "memref.store %s, %x[%c0] : memref<?xi32>\n"
		more  = "%u = memref.load %x[%c0] : memref<?xi32>\nmemref.store %u, %x[%c0] : memref<?xi32>\n"
	)
	for _, c := range []struct {
		name, body string
		want       int64 // of two vertices
	}{
		{"load and store", near + store, 2},
		{"a second store", near + store + store, 2},
		{"a load from another element between", near + far + sum, 0},
		{"a load from another element before", far + near + sum, 2},
		{"loads and stores in turn", near + store + more, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, list, err := machines(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::V" worker {
    poplar.field @x : !poplar.inout<vec<ui32>>
    poplar.compute (%x : memref<?xi32>) {
      %c0 = arith.constant 0 : index
      %c8192 = arith.constant 8192 : index
      ` + c.body + `
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<0> : !poplar.tensor<8200xui32>
    %y = poplar.variable "y" = dense<0> : !poplar.tensor<8200xui32>
    poplar.set_tile_mapping %x on 0
    poplar.set_tile_mapping %y on 0
    poplar.compute_set @all {
      %v = poplar.add_vertex @"demo::V" on 0
      poplar.connect %v @x to %x
      %w = poplar.add_vertex @"demo::V" on 0
      poplar.connect %w @x to %y
    }
    poplar.program {
      poplar.execute @all
    }
  }
}`)
			if err != nil {
				t.Fatal(err)
			}
			device := list[len(list)-1]
			if err := device.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, n := range device.Counters() {
				if n.Name == "element clashes" && n.Value != c.want {
					t.Errorf("%d clashes, want %d", n.Value, c.want)
				}
			}
		})
	}
}

// Clones of a variable have the same name; the host knows the second under another name.
func TestVariablesOfOneName(t *testing.T) {
	t.Parallel()
	names, list, err := machines(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @main {
    %a = poplar.variable "x" = dense<1> : !poplar.tensor<1xui8>
    poplar.set_tile_mapping %a on 0
    %b = poplar.clone %a method(new)
    %c = poplar.clone %a method(new)
    %two = poplar.constant dense<2> : !poplar.tensor<1xui8>
    poplar.set_tile_mapping %two on 0
    poplar.program { poplar.copy %a to %b poplar.copy %two to %c }
  }
}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		if err := m.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]byte{"x": 1, "x.clone": 1, "x.clone.2": 2} {
			if got, _, err := m.Read(name); err != nil || got[0] != want {
				t.Errorf("%s: %s is %v, %v, want %d", names[i], name, got, err, want)
			}
		}
	}
}
