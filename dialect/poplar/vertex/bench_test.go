package vertex

import (
	"testing"

	"optc/internal/testing/targettest"
)

// benchField measures encoding and decoding of one field, per element of its
// table or list.
func benchField(b *testing.B, arch, spelling string, subs int) {
	tg := targettest.New(b, arch)
	r, err := Resolve(&tg, fieldType(b, spelling), CompactReference)
	if err != nil {
		b.Fatal(err)
	}
	op := Operand{Data: Extent{0x60000, 4}, Indirect: 0x50000}
	for i := range subs {
		op.Subs = append(op.Subs, Extent{0x60000 + 8*uint64(i), 2})
	}
	var state, side []byte
	b.ReportAllocs()
	for b.Loop() {
		if state, side, err = AppendField(state[:0], side[:0], &tg, &r, &op); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(len(state) + len(side)))
}

func BenchmarkAppendSpan(b *testing.B) { benchField(b, "ipu2", "Input<Vector<half>>", 0) }
func BenchmarkAppendShortSpan(b *testing.B) {
	benchField(b, "ipu2", "Input<Vector<half, SHORT_SPAN>>", 0)
}
func BenchmarkAppendScaled32(b *testing.B) {
	benchField(b, "ipu1", "Input<Vector<float, SCALED_PTR32>>", 0)
}
func BenchmarkAppendTable(b *testing.B) {
	benchField(b, "ipu2", "Vector<Input<Vector<half, SHORT_SPAN>>, SPAN>", 2000)
}
func BenchmarkAppendDeltaN(b *testing.B) {
	benchField(b, "ipu1", "Input<VectorList<half, DELTAN>>", 2000)
}
func BenchmarkAppendDeltaNElements(b *testing.B) {
	benchField(b, "ipu2", "Input<VectorList<half, DELTANELEMENTS>>", 2000)
}

func BenchmarkAppendState(b *testing.B) {
	tg := targettest.New(b, "ipu2")
	layout, errs := PackState(&tg, blend(b), CompactReference)
	if errs != nil {
		b.Fatal(errs[0])
	}
	ops := []Operand{
		{Data: Extent{0x60010, 8}}, {Data: Extent{0x60040, 8}}, {Plain: []uint64{1}}, {Data: Extent{0x50000, 1}}, {},
		{Subs: []Extent{{0x60010, 7}, {0x60000, 5}, {0x60100, 300}}, Indirect: 0x50000}, {},
	}
	var state []byte
	b.ReportAllocs()
	for b.Loop() {
		if state, errs = layout.AppendState(state[:0], &tg, ops, func(uint64, []byte) {}); errs != nil {
			b.Fatal(errs[0])
		}
	}
	b.SetBytes(int64(len(state)))
}

// Encoding does not allocate per element, and not at all when the slices have room.
func TestEncodersDoNotAllocate(t *testing.T) {
	for _, c := range []struct{ arch, spelling string }{
		{"ipu2", "Input<Vector<half, SHORT_SPAN>>"},
		{"ipu2", "Vector<Input<Vector<half, SHORT_SPAN>>, SPAN>"},
		{"ipu2", "Input<VectorList<half, DELTANELEMENTS>>"},
		{"ipu1", "Input<VectorList<half, DELTAN>>"},
		{"ipu1", "Vector<Input<half>>"},
	} {
		tg, r := resolve(t, c.arch, c.spelling)
		op := Operand{Data: Extent{0x60000, 4}, Indirect: 0x50000}
		for i := range 1000 {
			op.Subs = append(op.Subs, Extent{0x60000 + 8*uint64(i), 2})
		}
		state, side := make([]byte, 0, 16), make([]byte, 0, 1<<14)
		if n := testing.AllocsPerRun(10, func() {
			if _, _, err := AppendField(state, side, &tg, &r, &op); err != nil {
				t.Fatal(err)
			}
		}); n != 0 {
			t.Errorf("%s: %v allocations", c.spelling, n)
		}
	}
}
