package vertex

import (
	"testing"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/internal/testing/targettest"
)

// TestMostSubVectors: the number of sub-vectors of a list is limited by the bits of its
// count.
func TestMostSubVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arch, spelling string
		most           int
	}{
		{"ipu2", "Input<VectorList<char, DELTANELEMENTS>>", 1<<16 - 1},
		{"ipu1", "Input<VectorList<char, DELTAN>>", 1<<12 - 1},
	} {
		tg, r := resolve(t, c.arch, c.spelling)
		if outer, _ := r.MaxDims(); outer != uint64(c.most) {
			t.Errorf("%s: at most %d sub-vectors, want %d", c.spelling, outer, c.most)
		}
		for n, code := range map[int]string{c.most: "", c.most + 1: "count-overflow"} {
			_, deltas, err := AppendList(nil, nil, &tg, r.List, make([]Extent, n), tg.MemBase)
			if diag.CodeOf(err) != code || err == nil && len(deltas) != 4*n {
				t.Errorf("%s: %d sub-vectors make %d bytes, error %v", c.spelling, n, len(deltas), err)
			}
		}
	}
}

// TestLastElement: an edge may refer to the last element of the memory, but not beyond
// it.
func TestLastElement(t *testing.T) {
	t.Parallel()
	for spelling, size := range map[string]uint64{"Vector<Input<float>>": 4, "Vector<Output<half>, ONE_PTR>": 2, "Vector<Input<Vector<char>>>": 1} {
		tg, r := resolve(t, "ipu2", spelling)
		for at, code := range map[uint64]string{tg.MemEnd() - size: "", tg.MemEnd(): "addr-range"} {
			table, err := AppendTable(nil, &tg, &r, []Extent{{at, 1}})
			if diag.CodeOf(err) != code || err == nil && len(table) != r.Data.Size() {
				t.Errorf("%s at %#x: table %x, error %v", spelling, at, table, err)
			}
		}
	}
}

// emptyMemory holds zeros.
type emptyMemory struct{}

func (emptyMemory) Load(uint64, []byte) error { return nil }

// TestLargestTable: a table is no larger than the memory.
func TestLargestTable(t *testing.T) {
	t.Parallel()
	tg, r := resolve(t, "ipu2", "Vector<Input<Vector<float, ONE_PTR>>>")
	most := tg.BytesPerTile / 4
	for n, code := range map[uint64]string{0: "", 1: "", most: "", most + 1: "count-overflow"} {
		subs, err := LoadTable(&tg, &r, Extent{tg.MemBase, n}, emptyMemory{})
		if diag.CodeOf(err) != code || err == nil && uint64(len(subs)) != n {
			t.Errorf("%d entries: %d, error %v", n, len(subs), err)
		}
	}
}

// TestAddressesOfLargeMemory: the addresses that a layout can express, in a larger
// memory.
func TestAddressesOfLargeMemory(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu2", target.Setting{Field: "bytes_per_tile", Int: 1 << 20})
	end := uint64(0x4c000 + 1<<20)
	for l, want := range map[target.VectorLayout]target.Range{
		target.Span:         {Lo: 0x4c000, Hi: end},
		target.OnePtr:       {Lo: 0x4c000, Hi: end},
		target.ShortSpan:    {Lo: 0x4c000, Hi: 1 << 20},
		target.ScaledPtr128: {Lo: 0x4c000, Hi: 1 << 20},
		target.ScaledPtr64:  {Lo: 0x4c000, Hi: 1 << 19},
	} {
		if got := tg.PointerRange(l); got != want {
			t.Errorf("%s: %#x, want %#x", l, got, want)
		}
	}
	for l, want := range map[target.ListLayout]uint64{target.DeltaN: 1 << 20, target.DeltaNElements: end} {
		if got := tg.ListRange(l); got != (target.Range{Lo: 0x4c000, Hi: want}) {
			t.Errorf("%s: %#x, want up to %#x", l, got, want)
		}
	}
}
