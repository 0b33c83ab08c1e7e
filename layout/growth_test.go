package layout

import (
	"math/bits"
	"testing"

	"optc/diag"
	"optc/layout/axes"
)

// growthSizes are the extents of both dimensions of the layouts below. A walk over the elements of the largest, 2^40, does not end.
var growthSizes = []int64{64, 4096, 1 << 15, 1 << 20}

// growthLayouts are layouts of n times n elements, or a few times as many.
type growthLayouts struct {
	n                     int64
	rows, columns         *Map
	blocks, dealt         *Map // rows are spread over 4 units in blocks, and one after the other
	rotated, rotatedTwice *Map // column c of row r is in column c + r, and in c + 2r
	swizzled, swizzledUp  *Map // exclusive or of lower bits with higher bits, and of higher bits with lower bits, after an offset
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
	after := diag.Must(OfModesFrom(axes.Pair{}, 3, []Dim{{Size: n, Digits: []Digit{{n, 0, n}}}, {Size: n, Digits: []Digit{{n, 0, 1}}}}))
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

// sevens returns groups of 7 elements; the groups begin apart cells from each other, and the first has 2 elements.
func sevens(n, apart int64) *Map {
	return diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{{Size: n * n, Shift: 5, Digits: []Digit{{7, 0, 1}, {n * n, 0, apart}}}}}))
}

// modesOf returns the layout with a mode for each pair of a size and a stride.
func modesOf(pairs ...int64) *Map {
	var modes []Dim
	for i := 0; i < len(pairs); i += 2 {
		modes = append(modes, Dim{Size: pairs[i], Digits: []Digit{{pairs[i], 0, pairs[i+1]}}})
	}
	return diag.Must(OfModes(axes.Pair{}, modes))
}

func flat(m *Map) *Map { return diag.Must(m.Reshape([]int64{m.count})) }

// isIdentity reports whether elements come back to their number.
func isIdentity(m, inverse *Map) bool {
	return flat(diag.Must(m.Compose(inverse))).same(modesOf(m.count, 1))
}

// overlapping returns a layout whose 13 lowest digits of size 2 overlap, but have no equal sums; around n times n elements that overlap nothing.
func overlapping(n int64) *Map {
	pairs := []int64{n, 1 << 20, n, n << 20}
	for i := range int64(13) {
		pairs = append(pairs, 2, 20_000+1<<i)
	}
	return modesOf(pairs...)
}

// around returns the layout of a block of digits between n and n elements.
func around(n int64, block ...Digit) *Map {
	size := Dim{Digits: block}.Weight(len(block))
	inner := Dim{Size: size}
	for _, g := range block {
		inner.Digits = append(inner.Digits, Digit{g.Size, g.Unit, g.Offset * n})
	}
	return diag.Must(New(Digits{Units: 64, Width: 1, Dims: []Dim{{Size: n, Digits: []Digit{{n, 0, size * n}}}, inner, {Size: n, Digits: []Digit{{n, 0, 1}}}}}))
}

// ragged returns n times 100 channels in groups of 64 times 6 columns times n elements; the columns are divided at 2.
func ragged(n, top int64) *Map {
	return diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{
		{Size: n, Digits: []Digit{{n, 0, 1000 * n}}}, {Size: 100, Digits: []Digit{{64, 0, 6 * n}, {2, 0, top * n}}},
		{Size: 6, Digits: []Digit{{2, 0, 3 * n}, {3, 0, n}}}, {Size: n, Digits: []Digit{{n, 0, 1}}},
	}}))
}

// turnedTwice returns 3 rows that are rotated by 5 columns, which are rotated by 7 planes, between n and n elements.
func turnedTwice(n, factor int64) *Map {
	return diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{
		{Size: n, Digits: []Digit{{n, 0, 105 * n}}}, {Size: 7, Digits: []Digit{{7, 0, 15 * n}}}, {Size: 5, Digits: []Digit{{5, 0, 3 * n}}},
		{Size: 3, Digits: []Digit{{3, 0, n}}}, {Size: n, Digits: []Digit{{n, 0, 1}}},
	}, Turns: []Turn{{At: DigitRef{2, 0}, By: DigitRef{1, 0}, Factor: 1}, {At: DigitRef{3, 0}, By: DigitRef{2, 0}, Factor: factor}}}))
}

// blocksOf15 returns a chain of layouts of n times n times 15 elements: the 15 in the radices 3·5, and then in 5·3 with some steps.
// If apart is 0, it stores elements that differ only in the last digit at the same place.
func blocksOf15(n, five, three, apart int64) *Map {
	first := modesOf(3, 1, 5, 3, n, 15, n, 15*n)
	then := modesOf(5, five, 3, three, n, 15, n, apart)
	return diag.Must(first.Compose(flat(then)))
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
		return ok && flat(diag.Must(inverse.Placed(axes.Pair{}))).same(flat(l.rotated))
	},
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
	"exchange blocks": func(l growthLayouts) bool {
		x := diag.Must(CountExchange(around(l.n, Digit{3, 5, 0}, Digit{5, 1, 0}), around(l.n, Digit{5, 3, 0}, Digit{3, 1, 0}), 1))
		// Element i of 15 is in the units (i mod 3)·5 + i div 3 and (i mod 5)·3 + i div 5.
		return x.Same == 3*l.n*l.n && x.Between == 12*l.n*l.n && x.Cells(5, 3) == l.n*l.n
	},
	"exchange ragged": func(l growthLayouts) bool {
		x := diag.Must(CountExchange(ragged(l.n, 400), ragged(l.n, 384), 1))
		return x.Same == 64*6*l.n*l.n && x.Within == 36*6*l.n*l.n
	},
	"compose outside": func(l growthLayouts) bool {
		_, err := l.rows.Compose(modesOf(l.n, 1, l.n-1, l.n))
		return diag.CodeOf(err) == "compose-shape"
	},
	"overlapping steps": func(l growthLayouts) bool {
		_, _, shared := overlapping(l.n).shares()
		return !shared
	},
	"collisions in a group": func(l growthLayouts) bool {
		first, second, shared := modesOf(l.n, 100, l.n, 100*l.n, 2, 5, 2, 7, 2, 12).shares()
		return shared && first == 3*l.n*l.n && second == 4*l.n*l.n
	},
	"different ragged": func(l growthLayouts) bool {
		m := ragged(l.n, 400)
		later, _ := m.differs(ragged(l.n, 399))
		other := diag.Must(New(Digits{Units: 1, Width: 1, Dims: []Dim{
			{Size: l.n, Digits: []Digit{{l.n, 0, 1000 * l.n}}}, {Size: 600, Digits: []Digit{{8, 0, l.n}, {75, 0, 8 * l.n}}}, {Size: l.n, Digits: []Digit{{l.n, 0, 1}}},
		}}))
		divided, _ := m.differs(other)
		want, _ := flat(ragged(1, 400)).differs(modesOf(600, 1))
		return m.same(ragged(l.n, 400)) && later == 64*6*l.n && divided == want*l.n
	},
	"different, turned twice": func(l growthLayouts) bool {
		index, differ := turnedTwice(l.n, 1).differs(turnedTwice(l.n, 2))
		return !turnedTwice(l.n, 1).same(turnedTwice(l.n, 2)) && turnedTwice(l.n, 1).same(turnedTwice(l.n, 4)) && differ && index == 3*l.n
	},
	"equal chain": func(l growthLayouts) bool {
		identity := blocksOf15(l.n, 1, 5, 15*l.n)
		index, differ := flat(identity).differs(flat(blocksOf15(l.n, 3, 1, 15*l.n)))
		return flat(identity).same(modesOf(15*l.n*l.n, 1)) && differ && index == 1
	},
	"same units, chain": func(l growthLayouts) bool {
		m := diag.Must(modesOf(3, 1, 5, 3, l.n, 15).Compose(flat(around(l.n, Digit{5, 3, 0}, Digit{3, 1, 0}))))
		n := diag.Must(modesOf(3, 5, 5, 1, l.n, 15).Compose(flat(around(l.n, Digit{5, 3, 0}, Digit{3, 1, 0}))))
		return m.sameUnits(m) && m.chain != nil && !m.sameUnits(n)
	},
	"extent of a chain": func(l growthLayouts) bool {
		_, all := blocksOf15(l.n, 1, 5, 15*l.n).uses(0)
		_, half := blocksOf15(l.n, 1, 5, 0).uses(0)
		return all == 15*l.n*l.n && half == 15*l.n
	},
	"invert a chain": func(l growthLayouts) bool {
		m := blocksOf15(l.n, 3, 1, 0)
		at, _ := m.LocateIndex(15*l.n - 1)
		back, _ := m.LocateIndex(m.Invert(0, at.Offset).Index)
		return at == back && m.Invert(0, at.Offset).Class == Element && m.Invert(0, 15*l.n).Class == Outside
	},
	"reshape a chain": func(l growthLayouts) bool {
		m := diag.Must(blocksOf15(l.n, 1, 5, 15*l.n).Reshape([]int64{5 * l.n, 3 * l.n}))
		at, _ := m.LocateIndex(m.count - 1)
		return m.table == nil && at.Offset == m.count-1
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

// TestOperationsCountDigits: the memory that an operation allocates grows at most with the square of the number of digits, which
// are bits in swizzles, and not with the number of elements.
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
