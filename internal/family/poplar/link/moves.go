package link

import (
	"slices"

	"optc/internal/family/poplar/program"
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
