package run_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// fielded is a program of a vertex whose fields are a scalar, an array, a list and an
// output of four words.
func fielded(code string) string {
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @V worker {
    poplar.field @n : ui32
    poplar.field @table : !poplar.array<3 x ui32> = [4, 5]
    poplar.field @rows : !poplar.in<vec_list<ui32, DELTANELEMENTS>>
    poplar.field @out : !poplar.out<vec<ui32>>
    poplar.compute (%%n : i32, %%table : memref<3xi32>, %%rows : !poplar.rows<i32>, %%out : memref<?xi32>) {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
      %%c2 = arith.constant 2 : index
      %%c3 = arith.constant 3 : index
%s
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<[[1, 2], [3, 4]]> : !poplar.tensor<2x2xui32>
    %%y = poplar.variable "y" : !poplar.tensor<4xui32>
    poplar.set_tile_mapping %%x on 0
    poplar.set_tile_mapping %%y on 0
    %%a = poplar.index %%x 0 dim 0
    %%b = poplar.index %%x 1 dim 0
    poplar.compute_set @cs {
      %%v = poplar.add_vertex @V on 0
      poplar.connect %%v @rows[0] to %%a
      poplar.connect %%v @rows[1] to %%b
      poplar.connect %%v @out to %%y
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, code)
}

// TestFields: the values of fields in the code, in every way to execute a program; fields
// without a value are 0.
func TestFields(t *testing.T) {
	t.Parallel()
	names, list, err := machines(fielded(`
      memref.store %n, %out[%c0] : memref<?xi32>
      %t1 = memref.load %table[%c1] : memref<3xi32>
      memref.store %t1, %out[%c1] : memref<?xi32>
      %t2 = memref.load %table[%c2] : memref<3xi32>
      memref.store %t2, %out[%c2] : memref<?xi32>
      %row = poplar.list_row %rows[%c1] : !poplar.rows<i32> to memref<?xi32>
      %e = memref.load %row[%c1] : memref<?xi32>
      memref.store %e, %out[%c3] : memref<?xi32>`))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		if err := m.Run(t.Context()); err != nil {
			t.Fatalf("%s: %v", names[i], err)
		}
		data, _, err := m.Read("y")
		var got [4]uint32
		for k := range got {
			got[k] = binary.LittleEndian.Uint32(data[4*k:])
		}
		if want := [4]uint32{0, 5, 0, 4}; err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", names[i], got, err, want)
		}
	}
}

// TestStops: the errors that stop a program, in every way to execute it.
func TestStops(t *testing.T) {
	t.Parallel()
	steps := func(text string) string {
		return "module attributes {poplar.target = #poplar.target<ipu2>} {\n  poplar.function @__runCodelet_None own_stack(0)\n  poplar.vertex @None worker external {\n    poplar.field @y : !poplar.inout<vec<ui32>>\n  }\n" + `
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<1xui32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @None on 0
      poplar.connect %v @y to %x
    }
    poplar.program {
` + text + "\n    }\n  }\n}"
	}
	for name, c := range map[string]struct{ text, want string }{
		"no code":             {steps("poplar.execute @cs"), "has no compute region to run"},
		"unwritten predicate": {steps("poplar.if %x {\n} else {\n}"), "predicate 'x'[0] is read before it is written"},
		"row at no place":     {fielded("%p = ub.poison : index\n%row = poplar.list_row %rows[%p] : !poplar.rows<i32> to memref<?xi32>\n%e = memref.load %row[%c0] : memref<?xi32>\nmemref.store %e, %out[%c0] : memref<?xi32>"), "poison"},
		"row behind the last": {fielded("%row = poplar.list_row %rows[%c2] : !poplar.rows<i32> to memref<?xi32>\n%e = memref.load %row[%c0] : memref<?xi32>\nmemref.store %e, %out[%c0] : memref<?xi32>"), "row 2 is outside the 2 rows"},
		"row of no list":      {fielded("%p = ub.poison : !poplar.rows<i32>\n%row = poplar.list_row %p[%c1] : !poplar.rows<i32> to memref<?xi32>\n%e = memref.load %row[%c0] : memref<?xi32>\nmemref.store %e, %out[%c0] : memref<?xi32>"), "poison"},
		"store to a table": {fielded("%s = memref.load %table[%c0] : memref<3xi32>\n%t = arith.cmpi ne, %s, %n : i32\n%b = memref.alloca() : memref<3xi32>\n" +
			"%m = arith.select %t, %table, %b : memref<3xi32>\nmemref.store %n, %m[%c0] : memref<3xi32>"), "field 'table'"},
	} {
		names, list, err := machines(c.text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, m := range list {
			if err := m.Run(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v, want %s", name, names[i], err, c.want)
			}
		}
	}
}

// TestEndOfContext: a program stops when its context ends, and returns the reason.
func TestEndOfContext(t *testing.T) {
	t.Parallel()
	names, list, err := machines(strings.Replace(fielded(""), "poplar.execute @cs", "poplar.repeat 1000000000 {\n poplar.execute @cs\n }", 1))
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		ended, cancel := context.WithCancelCause(context.Background())
		why := errors.New("the user went home")
		cancel(why)
		if err := m.Run(ended); !errors.Is(err, why) {
			t.Errorf("%s: %v before it began", names[i], err)
		}
		soon, stop := context.WithTimeout(context.Background(), 20*time.Millisecond)
		if err := m.Run(soon); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v in the middle", names[i], err)
		}
		stop()
	}
}

// TestArraysOfTheHost: writing and reading arrays and variables by name.
func TestArraysOfTheHost(t *testing.T) {
	t.Parallel()
	names, list, err := machines(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<2xui16>
    poplar.set_tile_mapping %x on 0
    poplar.program {
      poplar.copy_from_host "in" to %x
      poplar.copy_to_host %x to "out"
    }
  }
}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range list {
		var got []string
		note := func(err error) { got = append(got, fmt.Sprint(err)) }
		note(m.Write("in", []byte{1, 2, 3}))
		note(m.Write("in", []byte{1, 2, 3, 4}))
		note(m.Write("inn", []byte{1, 2, 3, 4}))
		note(m.Write("x", []byte{1, 2, 3, 4, 5}))
		note(m.Run(t.Context()))
		for _, name := range []string{"out", "x", "y"} {
			data, written, err := m.Read(name)
			got = append(got, fmt.Sprint(data, written, err))
		}
		want := []string{
			"variable 'in' takes 4 bytes, but got 3 [input-size]; 2 elements of 2 bytes", "<nil>",
			"there is no variable 'inn'; did you mean 'in'? [unknown-variable]",
			"variable 'x' takes 4 bytes, but got 5 [input-size]; 2 elements of 2 bytes", "<nil>",
			"[1 2 3 4] [true true] <nil>", "[1 2 3 4] [true true] <nil>", "[] [] there is no variable 'y' [unknown-variable]; there are in, out, …",
		}
		for k := range want {
			if k >= len(got) || got[k] != want[k] {
				t.Errorf("%s: %q, want %q", names[i], got, want)
				break
			}
		}
	}
}
