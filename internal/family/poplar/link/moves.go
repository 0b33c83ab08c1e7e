package link

import (
	"slices"

	"optc/internal/family/poplar/program"
	"optc/layout"
)

// moveList collects copies in chunks, so that copies are not moved while their number is unknown: a
// compute set may have a million.
type moveList struct{ parts [][]program.Move }

// Numbers of copies in the first and in a large part.
const firstMoves, mostMoves = 16, 4096

func (l *moveList) add(m program.Move) {
	last := len(l.parts) - 1
	if last < 0 || len(l.parts[last]) == cap(l.parts[last]) {
		size := firstMoves
		if last >= 0 {
			size = min(2*len(l.parts[last]), mostMoves)
		}
		l.parts = append(l.parts, make([]program.Move, 0, size))
		last++
	}
	l.parts[last] = append(l.parts[last], m)
}

// take returns the copies in order, and empties the list.
func (l *moveList) take() []program.Move {
	all := slices.Concat(l.parts...)
	l.parts = nil
	return all
}

// gathering finds the copies that gather a view in a temporary. Its memory is reused.
type gathering struct {
	moves []program.Move
	last  map[int]int // block → its last copy
}

// into returns the copies of the pieces of a view, whose elements have size bytes, to consecutive places from to on. Pieces of one block
// at equal distances are one copy, also if there are pieces of other blocks between them. The list is valid until the next call.
//
//	x, y, x + 8, y + 8  =>  x to t + 0 bytes 8 times 2 steps 8 to 16
//	                        y to t + 8 bytes 8 times 2 steps 8 to 16
func (g *gathering) into(to program.Ref, pieces []layout.Run, size uint64, ref func(layout.Place) program.Ref) []program.Move {
	if g.last == nil {
		g.last = map[int]int{}
	}
	clear(g.last)
	g.moves = g.moves[:0]
	for _, p := range pieces {
		m := program.Move{From: ref(p.Place), To: to, Bytes: uint64(p.Len) * size, Count: 1}
		to.Offset += m.Bytes
		if i, ok := g.last[p.Unit]; ok && g.moves[i].Join(&m) {
			continue
		}
		g.last[p.Unit] = len(g.moves)
		g.moves = append(g.moves, m)
	}
	return g.moves
}
