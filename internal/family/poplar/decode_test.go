package poplar_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/lower"
)

// dumped has a vertex with a field of every kind that a dump decodes.
const dumped = `
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::All" worker {
    poplar.field @n : ui16
    poplar.field @a : !poplar.in<vec<f32>>
    poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
    poplar.field @rows : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
    poplar.field @table : !poplar.vec<in<vec<f32, ONE_PTR>>, ONE_PTR>
    poplar.field @k : !poplar.array<2 x si16>
    poplar.field @out : !poplar.out<f32>
    poplar.compute (%n : i16, %a : memref<?xf32>, %b : memref<?xf32>, %rows : !poplar.rows<f32>, %table : !poplar.rows<f32>, %k : memref<2xi16>, %out : memref<f32>) {
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %x = poplar.variable "x" : !poplar.tensor<9xf32>
    %y = poplar.variable "y" : !poplar.tensor<1xf32>
    poplar.set_tile_mapping %x on 3
    poplar.set_tile_mapping %y on 3
    %h = poplar.slice %x from 1 to 4 dim 0
    %none = poplar.slice %x from 2 to 2 dim 0
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::All" on 3
      poplar.set %v @n = 7
      poplar.connect %v @a to %h
      poplar.connect %v @b to %x
      poplar.connect %v @rows to [%h, %none, %x, %h, %h, %h, %h, %h, %x]
      poplar.connect %v @table to [%h, %x]
      poplar.set %v @k = [-1, 2]
      poplar.connect %v @out to %y
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`

// dump describes the image of the only tile, with some bytes of the state changed.
func dump(t *testing.T, p *lower.Program, edits map[int]byte) (string, int) {
	t.Helper()
	u := p.Units[0]
	var image bytes.Buffer
	u.Image(true).WriteTo(&image)
	for at, b := range edits {
		image.Bytes()[at] = b
	}
	var text strings.Builder
	d := lower.NewDump(p, []*lower.Image{{Unit: u, Bytes: image.Bytes()}})
	if err := d.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String(), d.Problems
}

// TestDump: the descriptions of a state, and of bytes that have no meaning.
func TestDump(t *testing.T) {
	t.Parallel()
	_, p := compiled(t, dumped)
	whole, problems := dump(t, p, nil)
	const h, x = "0x4c19c, 3 elements: x[1], ", "0x4c198, 9 elements: x[0], "
	if diff := cmp.Diff(`tile 3
  0x0004c000  336 bytes  stack worker stacks
  0x0004c150  36 bytes  state v0.state
    0x0004c150  demo::All  vertex 0
    0x0004c150  n          7
    0x0004c154  a          0x4c19c, 3 elements: x[1]
    0x0004c15c  b          0x4c198, 9 elements: x[0]
    0x0004c160  rows       9 rows at 0x4c174: `+h+"nothing, "+x+h+h+h+h+h+`…
    0x0004c168  table      rows at 0x4c1bc: v0.table.table
    0x0004c16c  k          [-1, 2]
    0x0004c170  out        0x4c1c4, 1 element: y[0]
  0x0004c174  36 bytes  deltas v0.rows.deltas
  0x0004c198  36 bytes  data x.t3
  0x0004c1bc  8 bytes  table v0.table.table
  0x0004c1c4  4 bytes  data y.t3
`, whole); diff != "" || problems != 0 {
		t.Errorf("%d problems (-want +got)\n%s", problems, diff)
	}
	for _, c := range []struct {
		edits map[int]byte // bytes by offset in tile memory
		want  []string     // the lines that change; lists are cut at their start
	}{
		{map[int]byte{0x152: 1}, []string{"! 0x0004c152  (padding)  (expected zeros)"}},
		{map[int]byte{0x150: 8, 0x16c: 1, 0x16d: 0}, []string{"0x0004c150  n          8", "0x0004c16c  k          [1, 2]"}},
		{map[int]byte{0x154: 0x9d}, []string{"! 0x0004c154  a          0x4c19d, 3 elements: x[1] + 1 bytes  (not a multiple of 4)"}},
		{map[int]byte{0x156: 0x14}, []string{"! 0x0004c154  a          0x14c19c, 3 elements  (outside of tile memory)"}},
		{map[int]byte{0x158: 0}, []string{"0x0004c154  a          0x4c19c: x[1]"}},
		{map[int]byte{0x154: 0, 0x155: 0, 0x156: 0, 0x158: 0}, []string{"0x0004c154  a          nothing"}},
		{map[int]byte{0x15f: 0x80}, []string{"! 0x0004c15c  b          0x4c198, 2057 elements: x[0]  (2057 elements exceed the 2047 that SHORT_SPAN can count [count-overflow]; the count has 11 bits: 2^11 - 1 = 2047)"}},
		{map[int]byte{0x162: 0x24}, []string{"(reserved bits are not 0)"}},
		{map[int]byte{0x166: 0x1f}, []string{"! 0x0004c160  rows       ([0x1fc174, 0x1fc198) is outside of memory [0x4c000, 0xe8000) [addr-range])"}},
		{map[int]byte{0x175: 0x10}, []string{"(row 0: nothing lies there)"}},
		{map[int]byte{0x17d: 0x10, 0x181: 0x10}, []string{"(row 2: nothing lies there)"}},
		{map[int]byte{0x160: 0, 0x161: 0, 0x162: 0, 0x164: 0, 0x165: 0, 0x166: 0, 0x167: 0}, []string{"0x0004c160  rows       no rows"}},
		{map[int]byte{0x16a: 0x1f}, []string{"! 0x0004c168  table      rows at 0x1fc1bc  (outside of tile memory)"}},
		{map[int]byte{0x168: 0xbe}, []string{"! 0x0004c168  table      rows at 0x4c1be: v0.table.table + 2 bytes  (not a multiple of 4)"}},
		{map[int]byte{0x168: 0, 0x169: 0, 0x16a: 0}, []string{"0x0004c168  table      no rows"}},
		{map[int]byte{0x170: 0xc8}, []string{"! 0x0004c170  out        0x4c1c8, 1 element  (nothing lies there)"}},
	} {
		text, problems := dump(t, p, c.edits)
		var got []string
		for _, line := range strings.Split(text, "\n") {
			if strings.Contains(whole, line) {
				continue
			}
			if _, end, long := strings.Cut(line, "…"); long {
				line = end
			}
			got = append(got, strings.TrimSpace(line))
		}
		if diff := cmp.Diff(c.want, got); diff != "" || problems != strings.Count(text, "\n  !") {
			t.Errorf("%v: %d problems (-want +got)\n%s", c.edits, problems, diff)
		}
	}
}
