package okk

import (
	"optc/diag"
	"optc/num"
)

// WidthPolicy says how the width of a matrix is chosen.
type WidthPolicy uint8

const (
	Lanes WidthPolicy = iota // spread over the NPUs as cheaply as possible
	EU                       // whole multiples of the alignment unit, as on CV chips
)

// MatrixWidth returns the number of columns per channel for a matrix with the
// given number of columns that starts at the given NPU (OKKernel manual, Matrix
// Layout).
//
// Lanes minimises, in this order: the reserved bytes of one row, opening a
// second block row, the NPUs left unused, the tail columns, the width. EU is
// the smallest multiple of the alignment unit that needs at most one channel
// per NPU, or all columns if they are fewer than one alignment unit. Errors:
// bad-shape, addr-range.
func (m *Machine) MatrixWidth(policy WidthPolicy, cols int64, t DType, start int64) (int64, error) {
	if err := checkShape([]int64{cols}); err != nil {
		return 0, err
	}
	if start < 0 || start >= m.NPUs {
		return 0, diag.Errorf("addr-range", "expected a start NPU in [0, %d), but got %d", m.NPUs, start)
	}
	if policy == EU {
		unit := max(1, m.Align/t.Bytes())
		if cols < unit {
			return cols, nil
		}
		return min(cols, roundUp(num.CeilDiv(cols, m.NPUs), unit)), nil
	}
	best, bestCost := int64(0), [4]int64{}
	// Only w = ceil(cols/c) can be best: a wider channel costs as many
	// channels and more tail. There are about 2·sqrt(cols) of them.
	for w := cols; ; {
		c := num.CeilDiv(cols, w)
		rows := m.BlockRows(start, c)
		cost := [4]int64{rows * roundUp(w*t.Bytes(), m.Align), 0, -min(c, m.NPUs), c*w - cols}
		if rows > 1 {
			cost[1] = 1
		}
		if best == 0 || !less(bestCost, cost) {
			best, bestCost = w, cost // equal costs: w falls, so the later one is smaller
		}
		if w == 1 {
			return best, nil
		}
		w = num.CeilDiv(cols, num.CeilDiv(cols, w-1))
	}
}

func less(a, b [4]int64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}
