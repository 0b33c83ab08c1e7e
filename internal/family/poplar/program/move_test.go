package program

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pieces lists the pieces that moves copy.
func pieces(moves []Move) (list []Move) {
	for _, m := range moves {
		for from, to := range m.Pieces() {
			list = append(list, Move{From: from, To: to, Bytes: m.Bytes, Count: 1})
		}
	}
	return list
}

// A matrix with elements of 4 bytes is transposed: a move for each row of the result.
func TestStrided(t *testing.T) {
	t.Parallel()
	const rows, cols = 5, 7
	var moves []Move
	for j := range uint64(cols) {
		for i := range uint64(rows) {
			moves = append(moves, Move{From: Ref{Alloc: 1, Offset: 4 * (i*cols + j)}, To: Ref{Alloc: 2, Offset: 4 * (j*rows + i)}, Bytes: 4, Count: 1})
		}
	}
	got := Strided(moves)
	if len(got) != cols {
		t.Errorf("got %d moves", len(got))
	}
	want := Move{From: Ref{Alloc: 1, Offset: 4}, To: Ref{Alloc: 2, Offset: 4 * rows}, Bytes: 4, Count: rows, FromStep: 4 * cols, ToStep: 4}
	if d := cmp.Diff(want, got[1]); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(moves, pieces(got)); d != "" {
		t.Error(d)
	}
}

// Whichever moves are joined, the pieces stay the same and in order, and the written
// pieces do not overlap.
func TestStridedKeepsPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var moves []Move
		for range r.IntN(12) {
			pick := func() Ref { return Ref{Tile: r.IntN(2), Alloc: r.IntN(2), Offset: uint64(4 * r.IntN(5))} }
			moves = append(moves, Move{From: pick(), To: pick(), Bytes: uint64(4 + 4*r.IntN(2)), Count: 1})
		}
		got := Strided(moves)
		if d := cmp.Diff(moves, pieces(got)); d != "" {
			t.Fatal(d)
		}
		for _, m := range got {
			if m.Count > 1 && uint64(max(m.ToStep, -m.ToStep)) < m.Bytes {
				t.Fatalf("%+v overlaps", m)
			}
		}
	}
}
