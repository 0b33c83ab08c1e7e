package change

import (
	"slices"

	"optc/layout"
)

// This file implements reading a buffer as matrices of 8 rows of 16 bytes (PTX ISA, "ldmatrix"): each of 32 lanes has the address of
// a row, and gets two neighbours of a row, or of a column, of four matrices. It is like a read of the row that the lane addresses,
// followed by an exchange of digits between lanes and registers:
//
//	a lane holds                 the lane reads for all (rows)      (columns)
//	register 1, lanes 1, 2       registers 1, 2, 4                  lanes 1, 2, 4
//	lanes 4, 8, 16               lanes 1, 2, 4                      registers 1, 2, 4
//	registers 2, 4               lanes 8, 16                        lanes 8, 16
//
// So a buffer for the rows is found as for any layout, including conflicts of banks, because the eight rows of a matrix are
// served together.

// Matrices specifies how a buffer is read.
type Matrices int

// The ways. RowMatrices gives a lane neighbours of a row, ColumnMatrices of a column.
const (
	NoMatrices Matrices = iota
	RowMatrices
	ColumnMatrices
)

// MatrixElements is the number of elements that a lane gets of the four matrices of an instruction.
const MatrixElements = 8

// held maps the binary digits of the element that a lane holds to the digits of what it reads.
func (m Matrices) held() map[layout.Digit]layout.Digit {
	lane := func(n int64) layout.Digit { return layout.Digit{Size: 2, Unit: n} }
	register := func(n int64) layout.Digit { return layout.Digit{Size: 2, Offset: n} }
	read := map[layout.Digit]layout.Digit{register(2): lane(8), register(4): lane(16)}
	pair := []layout.Digit{register(1), lane(1), lane(2)}
	for i, g := range []layout.Digit{lane(4), lane(8), lane(16)} {
		n := int64(1) << i
		read[g], read[pair[i]] = lane(n), register(n)
		if m == ColumnMatrices {
			read[g], read[pair[i]] = register(n), lane(n)
		}
	}
	return read
}

// rows returns the change to the rows that the lanes address; ok is false if lanes or registers do not hold the elements of matrices.
func (m Matrices) rows(blocks []Block) (list []Block, ok bool) {
	read := m.held()
	for _, k := range blocks {
		if k.To != nil {
			k.To = slices.Clone(k.To)
		}
		for i, g := range k.To {
			if to, moves := read[g]; moves && k.From != nil {
				k.To[i] = to
				delete(read, g)
			} else if g.Unit > 0 && g.Unit < 32 || g.Offset > 0 && g.Offset < MatrixElements {
				return nil, false
			}
		}
		list = append(list, k)
	}
	return list, len(read) == 0
}

// findMatrices returns the best buffer that is read in matrices, or nil.
func findMatrices(blocks []Block, t Traffic) (best *Buffer) {
	if !t.Matrices || t.Element != 2 || t.Subgroup != 32 || t.Threads == 0 || t.Threads%t.Subgroup != 0 {
		return nil
	}
	for _, m := range []Matrices{RowMatrices, ColumnMatrices} {
		moved, ok := m.rows(blocks)
		if !ok {
			continue
		}
		b := FindBuffer(moved, t)
		if b.Matrices = m; b.Read.Width == MatrixElements && b.readsInOrder() && (best == nil || b.compare(*best) < 0) {
			best = &b
		}
	}
	return best
}

// readsInOrder reports whether the cells of each read are for consecutive registers.
func (b *Buffer) readsInOrder() bool {
	return !slices.ContainsFunc(b.Reads(), func(a Access) bool {
		for i, r := range a.Registers {
			if r != a.Registers[0]+int64(i) {
				return true
			}
		}
		return a.Registers[0]%MatrixElements != 0
	})
}
