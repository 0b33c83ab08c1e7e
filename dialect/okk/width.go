package okk

import (
	"slices"

	"optc/diag"
	"optc/num"
)

// WidthPolicy is a way to choose the width of a matrix.
type WidthPolicy uint8

const (
	Lanes WidthPolicy = iota // spread over the NPUs at the lowest cost
	EU                       // whole multiples of the alignment unit, as on CV chips
)

// MatrixWidth returns the number of columns per channel for a matrix with the
// given number of columns that starts at the given NPU (OKKernel manual, Matrix
// Layout).
//
// Lanes minimises, in this order: the reserved bytes of a row, the use of a second block
// row, the number of unused NPUs, the tail columns, the width. EU is the smallest
// multiple of the alignment unit that needs at most one channel per NPU, or all columns
// if they are fewer than one alignment unit. Errors: bad-shape, addr-range.
func (m *Machine) MatrixWidth(policy WidthPolicy, cols int64, t DType, start int64) (w int64, err error) {
	if err = checkShape([]int64{cols}); err != nil {
		return w, err
	}
	if start < 0 || start >= m.NPUs {
		return w, diag.Errorf("addr-range", "expected a start NPU in [0, %d), but got %d", m.NPUs, start)
	}
	if policy == EU {
		return min(cols, roundUp(num.CeilDiv(cols, m.NPUs), m.Align/t.Bytes())), nil
	}
	best, bestCost := int64(0), [4]int64{}
	// Only w = ceil(cols/c) can be best: a wider channel needs as many channels and has a
	// longer tail. There are about 2·sqrt(cols) such widths.
	for w = cols; ; {
		c := num.CeilDiv(cols, w)
		rows := m.BlockRows(start, c)
		cost := [4]int64{rows * roundUp(w*t.Bytes(), m.Align), min(rows, 2), -min(c, m.NPUs), c*w - cols}
		if best == 0 || slices.Compare(cost[:], bestCost[:]) <= 0 {
			best, bestCost = w, cost // w falls, so among equal costs the later width is smaller
		}
		if w == 1 {
			return best, nil
		}
		w = num.CeilDiv(cols, num.CeilDiv(cols, w-1))
	}
}
