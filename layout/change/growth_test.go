package change

import (
	"math/bits"
	"testing"

	"optc/diag"
	"optc/layout"
)

// growingPlans plan changes of n times n elements.
var growingPlans = map[string]func(n int64) bool{
	"steps": func(n int64) bool {
		steps, ok := Steps(inRuns(n), dealtRows(n))
		return ok && len(steps) > 0
	},
	"blocks": func(n int64) bool { return bufferIn(inRuns(n), dealtRows(n), 0) },
	"blocks without common digits": func(n int64) bool {
		by := func(size, other int64) *layout.Map {
			return spreadOver(size, layout.Dim{Size: size * other, Digits: []layout.Digit{{Size: size, Unit: 1, Offset: 0}, {Size: other, Unit: 0, Offset: 1}}})
		}
		return bufferIn(by(3, n*n), by(n*n, 3), 1)
	},
}

// inRuns returns n rows of n elements that are spread over 4 units in runs of rows, and dealtRows the rows that are dealt one after the other.
func inRuns(n int64) *layout.Map {
	return rowsOver(n, layout.Digit{Size: n / 4, Unit: 0, Offset: n}, layout.Digit{Size: 4, Unit: 1, Offset: 0})
}

func dealtRows(n int64) *layout.Map {
	return rowsOver(n, layout.Digit{Size: 4, Unit: 1, Offset: 0}, layout.Digit{Size: n / 4, Unit: 0, Offset: n})
}

func rowsOver(n int64, digits ...layout.Digit) *layout.Map {
	return diag.Must(spreadOver(4, layout.Dim{Size: n, Digits: digits}, layout.Dim{Size: n, Digits: []layout.Digit{{Size: n, Unit: 0, Offset: 1}}}).Reshape([]int64{n * n}))
}

func spreadOver(units int64, dims ...layout.Dim) *layout.Map {
	return diag.Must(layout.New(layout.Digits{Units: int(units), Width: 1, Dims: dims}))
}

// bufferIn reports whether there are blocks for a change, as many as wanted unless that is 0, and a buffer with a stride for each.
func bufferIn(from, to *layout.Map, wanted int) bool {
	blocks, ok := Blocks(from, to)
	b := FindBuffer(blocks, Traffic{Banks: Banks{Count: 32, Word: 4}, Widest: 16, Element: 4, Subgroup: 32})
	return ok && len(b.Strides) == len(blocks) && (wanted == 0 || len(blocks) == wanted)
}

// TestPlansCountDigits: the memory that a plan allocates grows at most with the square of the number of digits, and not with the
// number of elements.
func TestPlansCountDigits(t *testing.T) {
	sizes := []int64{64, 4096, 1 << 15, 1 << 20}
	for name, op := range growingPlans {
		var allocated []float64
		for _, n := range sizes {
			if !op(n) {
				t.Errorf("%s: a wrong result for %d times %[2]d elements", name, n)
				continue
			}
			allocated = append(allocated, testing.AllocsPerRun(3, func() { op(n) }))
		}
		for i, n := range allocated {
			digits := float64(bits.Len64(uint64(sizes[i]))) / float64(bits.Len64(uint64(sizes[0])))
			if n > allocated[0]*digits*digits {
				t.Errorf("%s: %v allocations for %v rows", name, allocated, sizes)
				break
			}
		}
	}
}
