package link

import (
	"testing"

	"optc/internal/family/poplar/program"
)

// TestMoveList: copies come back in order, whether they fill parts or not, and an empty
// list has none.
func TestMoveList(t *testing.T) {
	t.Parallel()
	var l moveList
	for _, n := range []int{0, 1, firstMoves, firstMoves + 1, 3*mostMoves + 5} {
		for i := range n {
			l.add(program.Move{Bytes: uint64(i)})
		}
		all := l.take()
		if len(all) != n || n == 0 && all != nil {
			t.Fatalf("%d copies, want %d", len(all), n)
		}
		for i, m := range all {
			if m.Bytes != uint64(i) {
				t.Fatalf("copy %d is %d", i, m.Bytes)
			}
		}
	}
}
