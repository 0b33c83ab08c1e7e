package sim_test

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"

	"optc/ir"
	"optc/sim"
)

// TestPacked compares the packed elements of views with Elements, also where not all bytes
// are written.
func TestPacked(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	for _, elem := range []ir.Type{c.F32(), c.I8(), c.Index(), c.I1()} {
		whole, err := sim.Alloc("a", []int64{6, 8}, elem)
		if err != nil {
			t.Fatal(err)
		}
		size := int64(sim.ElementBytes(elem))
		for i := range int64(48) {
			if i%11 != 5 {
				if err := whole.Mem.Store(whole.Base+i*size, int(size), uint64(i)&1); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, view := range []sim.MemRef{
			{Sizes: []int64{6, 8}, Strides: []int64{8, 1}},
			{Sizes: []int64{4, 8}, Strides: []int64{8, 1}, Offset: 8},
			{Sizes: []int64{6, 3}, Strides: []int64{8, 1}, Offset: 2},
			{Sizes: []int64{6, 1, 8}, Strides: []int64{8, 5, 1}},
			{Sizes: []int64{3, 4}, Strides: []int64{16, 2}},
			{Sizes: []int64{8, 6}, Strides: []int64{1, 8}},
			{Sizes: []int64{3, 2}, Strides: []int64{0, -1}, Offset: 20},
			{Sizes: []int64{3, 0}, Strides: []int64{1, 1}},
			{},
		} {
			view.Mem, view.Base, view.Elem = whole.Mem, whole.Base, elem
			data, written, ok := view.Packed()
			if ok != (elem != ir.Type(c.I1())) {
				t.Errorf("%s: packed %v", elem, ok)
			}
			if !ok {
				continue
			}
			want := view.Elements()
			if len(written) != want.Len() {
				t.Fatalf("%d elements, want %d", len(written), want.Len())
			}
			for i, w := range written {
				raw := binary.LittleEndian.Uint64(append(data[int64(i)*size:][:size:size], make([]byte, 8)...))
				if w == want.IsUndef(i) || w && raw != want.Bits(i) {
					t.Errorf("%s, %v by %v: element %d is %d, %v; want %v", elem, view.Sizes, view.Strides, i, raw, w, want.At(i))
				}
			}
		}
	}
}

// A memref that holds given bytes reads and writes them.
func TestHolding(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	raw := []byte{1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0}
	m := sim.Holding("argument", []int64{2, 3}, c.I16(), raw)
	if err := m.Mem.Write(4, []byte{9, 1}); err != nil {
		t.Fatal(err)
	}
	data, written, ok := m.Packed()
	if want := []byte{1, 0, 2, 0, 9, 1, 4, 0, 5, 0, 6, 0}; !ok || !bytes.Equal(data, want) || slices.Contains(written, false) {
		t.Errorf("got %v, %v, %v", data, written, ok)
	}
	if err := m.Mem.Write(11, []byte{1, 1}); err == nil {
		t.Error("a write beyond the end was accepted")
	}
}
