package layout

import (
	"math/bits"
	"testing"

	"optc/diag"
)

// growthSizes are the extents of both dimensions of the layouts below. A walk over the elements of the largest, 2^40, does not end.
var growthSizes = []int64{64, 4096, 1 << 15, 1 << 20}

// growthLayouts are layouts of n times n elements, or a few times as many.
type growthLayouts struct {
	n                     int64
	rows, columns         *Map
	blocks, dealt         *Map // rows are spread over 4 units in blocks, and one after the other
	rotated, rotatedTwice *Map // column c of row r is in column c + r, and in c + 2r
	swizzled, swizzledUp  *Map // exclusive or of lower bits with higher ones, and of higher ones with lower ones, after an offset
	threes, fives         *Map // radices of 3 and of 5, without a common refinement
	repeated              *Map // rows, 3 times
	shifted               *Map // groups of 7 elements, the first of which has 2
}

func newGrowthLayouts(n int64) growthLayouts {
	spread := func(digits ...Digit) *Map {
		return diag.Must(New(Digits{Units: 4, Width: 1, Dims: []Dim{{Size: n, Digits: digits}, {Size: n, Digits: []Digit{{n, 0, 1}}}}}))
	}
	rotated := func(factor int64) *Map {
		return diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: n, Digits: []Digit{{n, 0, n}}}, {Size: n, Digits: []Digit{{n, 0, 1}}}},
			Turns: []Turn{{At: DigitRef{1, 0}, By: DigitRef{0, 0}, Factor: factor}}}))
	}
	after := diag.Must(ofModesFrom(Axes{}, 3, []Dim{{Size: n, Digits: []Digit{{n, 0, n}}}, {Size: n, Digits: []Digit{{n, 0, 1}}}}))
	return growthLayouts{
		n:    n,
		rows: modesOf(n, n, n, 1), columns: modesOf(n, 1, n, n),
		blocks: spread(Digit{n / 4, 0, n}, Digit{4, 1, 0}), dealt: spread(Digit{4, 1, 0}, Digit{n / 4, 0, n}),
		rotated: rotated(1), rotatedTwice: rotated(2),
		swizzled: diag.Must(after.Swizzled(Swizzle{3, 4, 3})), swizzledUp: diag.Must(after.Swizzled(Swizzle{3, 2, -3})),
		threes: modesOf(3, 1, n*n, 15, 5, 3), fives: modesOf(5, 1, n*n, 30, 3, 10),
		repeated: modesOf(n, 1, 3, 0, n, n),
		shifted:  sevens(n, 8),
	}
}

// sevens returns groups of 7 elements that begin some cells apart; the first has 2 elements.
func sevens(n, apart int64) *Map {
	return diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: n * n, Shift: 5, Digits: []Digit{{7, 0, 1}, {n * n, 0, apart}}}}}))
}

// modesOf returns the layout with a mode for each pair of a size and a stride.
func modesOf(pairs ...int64) *Map {
	var modes []Dim
	for i := 0; i < len(pairs); i += 2 {
		modes = append(modes, Dim{Size: pairs[i], Digits: []Digit{{pairs[i], 0, pairs[i+1]}}})
	}
	return diag.Must(ofModes(Axes{}, modes))
}

func flat(m *Map) *Map { return diag.Must(m.Reshape([]int64{m.count})) }

// isIdentity reports whether elements come back to their number.
func isIdentity(m, inverse *Map) bool {
	return flat(diag.Must(m.Compose(inverse))).same(modesOf(m.count, 1))
}

// growthOps compute with layouts, and report whether results are right.
var growthOps = map[string]func(l growthLayouts) bool{
	"compose": func(l growthLayouts) bool {
		return isIdentity(l.rows, flat(l.rows))
	},
	"compose turned": func(l growthLayouts) bool { return diag.Must(l.rows.Compose(flat(l.rotated))).turned != nil },
	"compose radices": func(l growthLayouts) bool {
		m := diag.Must(l.threes.Compose(l.fives))
		at, _ := m.LocateIndex(m.count - 1)
		return m.chain != nil && m.Invert(0, at.Offset).Index == m.count-1
	},
	"inverse": func(l growthLayouts) bool {
		inverse, ok := l.rotated.Inverse()
		return ok && flat(diag.Must(inverse.Placed(Axes{}))).same(flat(l.rotated))
	},
	"left inverse":  func(l growthLayouts) bool { return isIdentity(l.columns, diag.Must(l.columns.LeftInverse())) },
	"left, turned":  func(l growthLayouts) bool { return isIdentity(l.rotated, diag.Must(l.rotated.LeftInverse())) },
	"right inverse": func(l growthLayouts) bool { return isIdentity(diag.Must(l.columns.RightInverse()), flat(l.columns)) },
	"complement": func(l growthLayouts) bool {
		return diag.Must(modesOf(l.n, 4).Complement(l.n * l.n)).same(flat(modesOf(4, 1, l.n/4, 4*l.n)))
	},
	"divide": func(l growthLayouts) bool {
		return diag.Must(l.columns.Divide(modesOf(l.n, l.n))).same(modesOf(l.n, l.n, l.n, 1))
	},
	"product": func(l growthLayouts) bool {
		return flat(diag.Must(modesOf(2, l.n).Product(l.columns))).same(flat(modesOf(2, l.n, l.n, 1, l.n, 2*l.n)))
	},
	"quotient": func(l growthLayouts) bool {
		part := modesOf(2, 1, l.n, 2)
		return diag.Must(diag.Must(part.Product(l.columns)).Quotient(part)).same(flat(l.columns))
	},
	"kernel":   func(l growthLayouts) bool { return diag.Must(l.repeated.Kernel()).same(modesOf(3, l.n)) },
	"image":    func(l growthLayouts) bool { return diag.Must(l.repeated.Cells()).same(modesOf(l.n*l.n, 1)) },
	"coalesce": func(l growthLayouts) bool { return diag.Must(l.columns.Coalesce()).same(modesOf(l.n*l.n, 1)) },
	"injective": func(l growthLayouts) bool {
		for _, m := range []*Map{l.rows, l.rotated, l.swizzled, l.swizzledUp, l.threes, l.shifted, diag.Must(l.threes.Compose(l.fives))} {
			if _, _, shared := m.shares(); shared {
				return false
			}
		}
		return true
	},
	"collisions": func(l growthLayouts) bool {
		first, second, shared := l.repeated.shares()
		return shared && first == 0 && second == l.n
	},
	"equal": func(l growthLayouts) bool {
		again := newGrowthLayouts(l.n)
		return l.rows.same(again.rows) && l.rotated.same(again.rotated) && l.swizzled.same(again.swizzled) && l.shifted.same(again.shifted) &&
			diag.Must(l.threes.Compose(l.fives)).same(diag.Must(again.threes.Compose(again.fives)))
	},
	"different": func(l growthLayouts) bool {
		turned, differ := l.rotated.differs(l.rotatedTwice)
		radices, _ := flat(l.threes).differs(flat(l.fives))
		shifted, _ := l.shifted.differs(sevens(l.n, 9))
		return turned == l.n && differ && radices == 3 && shifted == 2
	},
	"exchange": func(l growthLayouts) bool {
		x := diag.Must(CountExchange(l.blocks, l.dealt, 4))
		return x.Between == l.n*l.n/4*3 && x.Cells(1, 2) == l.n*l.n/16
	},
	"steps": func(l growthLayouts) bool {
		steps, ok := Steps(l.blocks, l.dealt)
		return ok && len(steps) > 0
	},
	"same units": func(l growthLayouts) bool { return l.blocks.sameUnits(l.blocks) && !l.blocks.sameUnits(l.dealt) },
	"slice": func(l growthLayouts) bool {
		at, _ := diag.Must(l.swizzled.Slice([]int64{3, 1}, []int64{9, 8})).LocateIndex(0)
		want, _ := l.swizzled.LocateIndex(3*l.n + 1)
		return at == want
	},
	"transpose": func(l growthLayouts) bool {
		at, _ := diag.Must(l.swizzled.Transpose([]int{1, 0})).LocateIndex(l.n + 3)
		want, _ := l.swizzled.LocateIndex(3*l.n + 1)
		return at == want
	},
	"reshape": func(l growthLayouts) bool { return flat(l.rotated).turned != nil && flat(l.swizzled).chain != nil },
	"extent": func(l growthLayouts) bool {
		_, cells := l.swizzled.uses(0)
		_, up := l.swizzledUp.uses(0)
		return cells >= l.n*l.n && up >= l.n*l.n
	},
	"invert": func(l growthLayouts) bool {
		at, _ := l.swizzled.LocateIndex(3*l.n + 1)
		return l.swizzled.Invert(0, at.Offset).Index == 3*l.n+1
	},
}

// TestOperationsCountDigits: what an operation allocates grows at most with the square of the number of digits, which are bits in
// swizzles, and not with the number of elements.
func TestOperationsCountDigits(t *testing.T) {
	for name, op := range growthOps {
		var allocated []float64
		for _, n := range growthSizes {
			l := newGrowthLayouts(n)
			if !op(l) {
				t.Errorf("%s: a wrong result for %d times %[2]d elements", name, n)
				continue
			}
			allocated = append(allocated, testing.AllocsPerRun(3, func() { op(l) }))
		}
		for i, n := range allocated {
			digits := float64(bits.Len64(uint64(growthSizes[i]))) / float64(bits.Len64(uint64(growthSizes[0])))
			if n > allocated[0]*digits*digits {
				t.Errorf("%s: %v allocations for %v rows", name, allocated, growthSizes)
				break
			}
		}
	}
}
