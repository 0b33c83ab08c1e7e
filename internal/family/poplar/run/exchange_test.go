package run

import (
	"slices"
	"testing"

	"optc/internal/family/poplar/program"
	"optc/sim"
)

// All copies of a list read before any of them writes, so that they can swap and shift elements.
func TestExchangeReadsFirst(t *testing.T) {
	t.Parallel()
	ref := func(offset uint64) program.Ref { return program.Ref{Offset: offset} }
	for _, c := range []struct {
		name  string
		moves []program.Move
		want  []byte
	}{
		{"swap", []program.Move{
			{From: ref(0), To: ref(4), Bytes: 4, Count: 1},
			{From: ref(4), To: ref(0), Bytes: 4, Count: 1},
		}, []byte{5, 6, 7, 8, 1, 2, 3, 4}},
		{"pieces that turn around", []program.Move{
			{From: ref(0), To: ref(6), Bytes: 2, Count: 4, FromStep: 2, ToStep: -2},
		}, []byte{7, 8, 5, 6, 3, 4, 1, 2}},
		{"overlap", []program.Move{{From: ref(0), To: ref(2), Bytes: 6, Count: 1}}, []byte{1, 2, 1, 2, 3, 4, 5, 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := sim.NewMemory("tile", 0x100, 8)
			for i := range int64(8) {
				if err := m.Store(0x100+i, 1, uint64(i+1)); err != nil {
					t.Fatal(err)
				}
			}
			err := exchange(slices.Values(c.moves), func(r program.Ref) (*sim.Memory, int64) { return m, 0x100 + int64(r.Offset) })
			got, _, _ := m.Read(0x100, 8)
			if err != nil || !slices.Equal(got, c.want) {
				t.Errorf("got %v %v, want %v", got, err, c.want)
			}
		})
	}
}
