package run_test

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/family/poplar/run"
)

// rowsProgram has a vertex with a field of rows of the given type, connected to three
// pieces of x, whose numbers are 0 to 8; n has 3 elements for the code.
func rowsProgram(field, body string) string {
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Rows" worker {
    poplar.field @x : %s
    poplar.field @n : !poplar.out<vec<ui32, ONE_PTR>>
    poplar.compute (%%x : !poplar.rows<i32>, %%n : memref<?xi32>) {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
      %%c2 = arith.constant 2 : index
      %%c3 = arith.constant 3 : index
      %%cm = arith.constant -1 : index
      %%i = arith.constant 77 : i32
%s
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : !poplar.tensor<9xui32>
    %%n = poplar.variable "n" = dense<9> : !poplar.tensor<3xui32>
    poplar.set_tile_mapping %%x on 0
    poplar.set_tile_mapping %%n on 0
    %%a = poplar.slice %%x from 5 to 8 dim 0
    %%b = poplar.slice %%x from 2 to 4 dim 0
    %%c = poplar.slice %%x from 4 to 5 dim 0
    poplar.compute_set @cs {
      %%u = poplar.add_vertex @"demo::Rows" on 0
      poplar.connect %%u @x to [%%a, %%b, %%c]
      poplar.connect %%u @n to %%n
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, field, body)
}

// TestRows: the tables and lists that the code reads. A pointer stores neither the number
// of rows nor the number of elements; accesses beyond them are refused nevertheless.
func TestRows(t *testing.T) {
	t.Parallel()
	row := func(k int, name string) string {
		return fmt.Sprintf("%%%s = poplar.list_row %%x[%%c%d] : !poplar.rows<i32> to memref<?xi32>\n", name, k)
	}
	element := func(name string, k, to int) string {
		return fmt.Sprintf("%%e%s%d = memref.load %%%s[%%c%d] : memref<?xi32>\nmemref.store %%e%s%d, %%n[%%c%d] : memref<?xi32>\n", name, k, name, k, name, k, to)
	}
	count := "%s = poplar.list_size %x : !poplar.rows<i32>\n%si = arith.index_castui %s : index to i32\nmemref.store %si, %n[%c2] : memref<?xi32>\n"
	size := row(0, "a") + "%s = memref.dim %a, %c0 : memref<?xi32>\n%si = arith.index_castui %s : index to i32\nmemref.store %si, %n[%c0] : memref<?xi32>\n"
	fields := map[string]string{
		"spans":    "!poplar.vec<inout<vec<ui32>>>",
		"pointers": "!poplar.vec<inout<vec<ui32, ONE_PTR>>, ONE_PTR>",
		"counted":  "!poplar.vec<inout<vec<ui32, ONE_PTR>>, SHORT_SPAN>",
		"short":    "!poplar.vec<inout<vec<ui32, SHORT_SPAN>>, ONE_PTR>",
		"list":     "!poplar.inout<vec_list<ui32, COMPACT_DELTAN>>",
	}
	for _, c := range []struct {
		fields, name, body string
		want               string // elements of n, or the code of an error and a part of its message
	}{
		{fields: "spans pointers counted short list", name: "elements",
			body: row(0, "a") + row(1, "b") + row(2, "c") + element("a", 2, 0) + element("b", 1, 1) + element("c", 0, 2),
			want: "[7 3 4]"},
		{fields: "spans counted list", name: "rows", body: count, want: "[* * 3]"},
		{fields: "pointers short", name: "rows that are not counted", body: count,
			want: "no-size|does not store its number of rows"},
		{fields: "spans short list", name: "elements of a row", body: size, want: "[3 * *]"},
		{fields: "spans counted list", name: "a row behind the last", body: row(3, "d") + element("d", 0, 0),
			want: "out-of-bounds|row 3 is outside the 3 rows"},
		{fields: "pointers short", name: "a row that was not connected", body: row(3, "d") + element("d", 0, 0),
			want: "out-of-bounds|row 3 is outside the 3 rows that field 'x' was connected to"},
		{fields: "pointers short", name: "a row before the first",
			body: "%d = poplar.list_row %x[%cm] : !poplar.rows<i32> to memref<?xi32>\n" + element("d", 0, 0),
			want: "out-of-bounds|row -1 is outside the 3 rows"},
		{fields: "spans list", name: "a row before the first",
			body: "%d = poplar.list_row %x[%cm] : !poplar.rows<i32> to memref<?xi32>\n" + element("d", 0, 0),
			want: "out-of-bounds|row -1 is outside the 3 rows"},
		{fields: "spans short list", name: "behind a row", body: row(2, "c") + element("c", 1, 0),
			want: "out-of-bounds|row 2 of field 'x' of vertex 0 ('demo::Rows')"},
		{fields: "pointers counted", name: "behind a row of unknown size", body: row(2, "c") + element("c", 1, 0),
			want: "edge-bounds|row 2 of field 'x' of vertex 0 ('demo::Rows')"},
		{fields: "spans pointers counted short list", name: "a row whose size the code knows",
			body: "%b = poplar.list_row %x[%c1] : !poplar.rows<i32> to memref<2xi32>\n%e = memref.load %b[%c1] : memref<2xi32>\nmemref.store %e, %n[%c0] : memref<?xi32>\n",
			want: "[3 * *]"},
		{fields: "spans pointers counted short list", name: "a row of another size than the code's",
			body: "%b = poplar.list_row %x[%c1] : !poplar.rows<i32> to memref<3xi32>\n%e = memref.load %b[%c1] : memref<3xi32>\nmemref.store %e, %n[%c0] : memref<?xi32>\n",
			want: "static-extent|expected a row of 3 elements, but row 1 of field 'x' of vertex 0 ('demo::Rows') has 2"},
		{fields: "spans pointers counted short list", name: "a store",
			body: row(1, "b") + "memref.store %i, %b[%c0] : memref<?xi32>\n" + row(1, "d") + element("d", 0, 0),
			want: "[77 * *]"},
	} {
		for _, name := range strings.Fields(c.fields) {
			_, list, err := machines(rowsProgram(fields[name], c.body))
			if err != nil {
				t.Errorf("%s, %s: %v", name, c.name, err)
				continue
			}
			d := list[2].(*run.Device)
			err = d.Run(t.Context())
			if code, part, failing := strings.Cut(c.want, "|"); failing {
				if diag.CodeOf(err) != code || !strings.Contains(err.Error(), part) {
					t.Errorf("%s, %s: %v, want %s", name, c.name, err, c.want)
				}
				continue
			}
			data, written, readErr := d.Read("n")
			var got []string
			for i := range written {
				if got = append(got, "*"); written[i] {
					got[i] = fmt.Sprint(binary.LittleEndian.Uint32(data[4*i:]))
				}
			}
			if fmt.Sprint(got) != c.want || err != nil || readErr != nil {
				t.Errorf("%s, %s: %v, %v, %v, want %s", name, c.name, got, err, readErr, c.want)
			}
		}
	}
}
