package vectorext_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/vectorext"
	"optc/ir"
	"optc/ir/affine"
)

func layoutOf(t testing.TB, c *ir.Context, lists vectorext.LayoutLists) *vectorext.NestedLayout {
	t.Helper()
	l, err := vectorext.NewLayout(c, lists)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// exampleA is a layout with strides in both subgroups and threads.
func exampleA(t testing.TB, c *ir.Context) *vectorext.NestedLayout {
	return layoutOf(t, c, vectorext.LayoutLists{
		SubgroupTile: []int64{2, 1}, BatchTile: []int64{1, 4}, OuterTile: []int64{1, 1}, ThreadTile: []int64{8, 8},
		ElementTile: []int64{1, 2}, SubgroupStrides: []int64{1, 0}, ThreadStrides: []int64{8, 1},
	})
}

func equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func TestShapes(t *testing.T) {
	t.Parallel()
	a := exampleA(t, ir.NewContext())
	equal(t, "undistributed", a.UndistributedShape(), []int64{16, 64})
	equal(t, "distributed", a.DistributedShape(), []int64{1, 4, 1, 1, 1, 2})
	equal(t, "unpacked", a.DistributedUnpackedShape(), []int64{1, 8})
}

func TestNewLayout(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	one := func() vectorext.LayoutLists {
		l := []int64{1}
		return vectorext.LayoutLists{SubgroupTile: l, BatchTile: l, OuterTile: l, ThreadTile: l, ElementTile: l, SubgroupStrides: []int64{5}, ThreadStrides: []int64{7}}
	}
	l := layoutOf(t, c, one())
	equal(t, "stride of a unit tile", []int64{l.SubgroupStrides[0], l.ThreadStrides[0]}, []int64{0, 0})
	if same := layoutOf(t, c, l.LayoutLists); same != l {
		t.Error("equal lists give different attributes")
	}
	for want, change := range map[string]func(*vectorext.LayoutLists){
		"all fields must have the same rank as the layout, but got 0 numbers in outer_tile; 1 number in subgroup_tile, batch_tile, thread_tile, element_tile, subgroup_strides, thread_strides [layout-rank]": func(l *vectorext.LayoutLists) { l.OuterTile = nil },
		"expected batch_tile[0] to be at least 1, but got 0 [layout-range]":      func(l *vectorext.LayoutLists) { l.BatchTile = []int64{0} },
		"expected thread_strides[0] to be at least 0, but got -1 [layout-range]": func(l *vectorext.LayoutLists) { l.ThreadStrides = []int64{-1} },
	} {
		lists := one()
		change(&lists)
		if _, err := vectorext.NewLayout(c, lists); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A stride in threads that does not fit 64 bits is refused; the largest stride that fits
// is accepted.
func TestThreadRadixOfFarSubgroups(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		stride int64
		ok     bool
	}{{1 << 54, true}, {1 << 57, false}, {1 << 62, false}} {
		l := layoutOf(t, ir.NewContext(), vectorext.LayoutLists{
			SubgroupTile: []int64{2}, BatchTile: []int64{1}, OuterTile: []int64{1}, ThreadTile: []int64{4}, ElementTile: []int64{1},
			SubgroupStrides: []int64{test.stride}, ThreadStrides: []int64{1},
		})
		r, err := l.ThreadRadix(64)
		if (err == nil) != test.ok {
			t.Errorf("stride %d: got %v and error %v", test.stride, r, err)
		}
	}
}

func TestPickDimensions(t *testing.T) {
	t.Parallel()
	a := exampleA(t, ir.NewContext())
	equal(t, "permute", a.Permute([]int64{1, 0}).UndistributedShape(), []int64{64, 16})
	equal(t, "permute strides", a.Permute([]int64{1, 0}).ThreadStrides, []int64{1, 8})
	if a.Permute([]int64{1, 0}).Permute([]int64{1, 0}) != a {
		t.Error("permuting twice changes the layout")
	}
	equal(t, "project", a.Project([]bool{true, false}).LayoutLists, vectorext.LayoutLists{
		SubgroupTile: []int64{1}, BatchTile: []int64{4}, OuterTile: []int64{1}, ThreadTile: []int64{8}, ElementTile: []int64{2},
		SubgroupStrides: []int64{0}, ThreadStrides: []int64{1},
	})
	// (d0, d1) -> (d1, 0) takes dimension 1 and a unit.
	equal(t, "apply", a.Apply(affine.NewMap(2, 0, affine.Dim(1), affine.Const(0))).LayoutLists, vectorext.LayoutLists{
		SubgroupTile: []int64{1, 1}, BatchTile: []int64{4, 1}, OuterTile: []int64{1, 1}, ThreadTile: []int64{8, 1}, ElementTile: []int64{2, 1},
		SubgroupStrides: []int64{0, 0}, ThreadStrides: []int64{1, 0},
	})
	equal(t, "append", a.Append(a.Project([]bool{true, false}).LayoutLists).UndistributedShape(), []int64{16, 64, 64})
}

func TestRecombine(t *testing.T) {
	t.Parallel()
	a := exampleA(t, ir.NewContext())
	m, n, k := affine.Dim(0), affine.Dim(1), affine.Dim(2)
	rows, cols, out := affine.NewMap(3, 0, m, k), affine.NewMap(3, 0, k, n), affine.NewMap(3, 0, m, n)
	// lhs (m, k), rhs (k, n): the result has dimension 0 of lhs and dimension 1 of rhs.
	if got := vectorext.Recombine([]*vectorext.NestedLayout{a, a}, []affine.Map{rows, cols}, out); got != a {
		t.Errorf("matmul gives %v", got)
	}
	if got := vectorext.Recombine([]*vectorext.NestedLayout{a}, []affine.Map{rows}, out); got != nil {
		t.Errorf("an open dimension gives %v", got)
	}
	swapped := a.Permute([]int64{1, 0})
	if got := vectorext.Recombine([]*vectorext.NestedLayout{a, swapped}, []affine.Map{out, out}, out); got != nil {
		t.Errorf("operands that disagree give %v", got)
	}
}

func TestSameThreads(t *testing.T) {
	t.Parallel()
	a := exampleA(t, ir.NewContext())
	change := func(f func(*vectorext.LayoutLists)) *vectorext.NestedLayout {
		lists := a.LayoutLists
		f(&lists)
		return layoutOf(t, a.Context(), lists)
	}
	for name, c := range map[string]struct {
		to   *vectorext.NestedLayout
		want bool
	}{
		"equal":           {a, true},
		"batch, outer":    {change(func(l *vectorext.LayoutLists) { l.BatchTile, l.OuterTile = []int64{1, 2}, []int64{1, 2} }), true},
		"batch, element":  {change(func(l *vectorext.LayoutLists) { l.BatchTile, l.ElementTile = []int64{1, 2}, []int64{1, 4} }), false},
		"shape":           {change(func(l *vectorext.LayoutLists) { l.ElementTile = []int64{1, 4} }), false},
		"subgroup":        {change(func(l *vectorext.LayoutLists) { l.SubgroupTile = []int64{4, 1} }), false},
		"thread strides":  {change(func(l *vectorext.LayoutLists) { l.ThreadStrides = []int64{1, 8} }), false},
		"subgroup stride": {change(func(l *vectorext.LayoutLists) { l.SubgroupStrides = []int64{2, 0} }), false},
		"no stride":       {change(func(l *vectorext.LayoutLists) { l.ThreadStrides = []int64{0, 1} }), false},
	} {
		if got := a.SameThreads(c.to, 64); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	// Threads 4 to 7 of a subgroup of 8 hold the same elements as threads 0 to 3.
	split, whole := flat(2, 2, 4, 1, 1), flat(1, 2, 8, 1, 1)
	split.SubgroupStrides = []int64{1}
	outer := split
	outer.BatchTile, outer.OuterTile = split.OuterTile, split.BatchTile
	for name, c := range map[string]struct {
		to           vectorext.LayoutLists
		subgroupSize int64
		want         bool
	}{
		"outer, full subgroups": {outer, 4, true},
		"outer, half subgroups": {outer, 8, true},
		"threads only":          {whole, 4, false},
	} {
		if got := layoutOf(t, a.Context(), split).SameThreads(layoutOf(t, a.Context(), c.to), c.subgroupSize); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
	// Layouts are compared over 2^20 threads at most.
	for stride, want := range map[int64]bool{1 << 19: true, 1 << 20: false} {
		far := layoutOf(t, a.Context(), flat(1, 1, 2, 1, stride))
		if got := far.SameThreads(far, 1<<30); got != want {
			t.Errorf("stride %d: got %v", stride, got)
		}
	}
	one := layoutOf(t, a.Context(), flat(1, 4, 1, 2, 0))
	if other := layoutOf(t, a.Context(), flat(1, 2, 1, 4, 0)); !one.SameThreads(other, 64) {
		t.Error("a thread that holds everything does so in every order")
	}
}

// The threads of a layout are counted up to 2^63 - 1.
func TestMostThreads(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tiles, strides []int64
		want           int64
	}{
		{[]int64{2, 2}, []int64{1 << 62, 5}, 1<<62 + 6},
		{[]int64{2, 1}, []int64{math.MaxInt64 - 1, 0}, math.MaxInt64},
		{[]int64{2, 1}, []int64{math.MaxInt64, 0}, math.MaxInt64},
		{[]int64{2, 2}, []int64{1 << 62, 1 << 62}, math.MaxInt64},
		{[]int64{5, 2}, []int64{1 << 62, 1}, math.MaxInt64},
	} {
		ones := []int64{1, 1}
		l := layoutOf(t, ir.NewContext(), vectorext.LayoutLists{SubgroupTile: ones, BatchTile: ones, OuterTile: ones, ThreadTile: test.tiles,
			ElementTile: ones, SubgroupStrides: ones, ThreadStrides: test.strides})
		equal(t, l.String(), l.Threads(), test.want)
	}
}

// randomLayout returns a layout with strides in a random order and gaps.
func randomLayout(t testing.TB, c *ir.Context, rng *rand.Rand) *vectorext.NestedLayout {
	rank := 1 + rng.IntN(3)
	draw := func(vs ...int64) []int64 {
		out := make([]int64, rank)
		for d := range out {
			out[d] = vs[rng.IntN(len(vs))]
		}
		return out
	}
	strides := func(tiles []int64) []int64 {
		out, step := make([]int64, rank), 1+rng.Int64N(2)
		for _, d := range rng.Perm(rank) {
			if tiles[d] > 1 {
				out[d] = step
				step *= tiles[d] * (1 + rng.Int64N(2))
			}
		}
		return out
	}
	l := vectorext.LayoutLists{SubgroupTile: draw(1, 1, 2), BatchTile: draw(1, 2, 3), OuterTile: draw(1, 1, 2), ThreadTile: draw(1, 2, 4), ElementTile: draw(1, 2, 3)}
	l.SubgroupStrides, l.ThreadStrides = strides(l.SubgroupTile), strides(l.ThreadTile)
	return layoutOf(t, c, l)
}

// owner returns the holder of an element, by the definition of the digits, and the place
// of the element in the holder's vector.
func owner(l *vectorext.NestedLayout, coord []int64) (subgroup, thread, offset int64) {
	var batch, outer, element []int64
	for d, i := range coord {
		digit := func(n int64) int64 {
			v := i % n
			i /= n
			return v
		}
		element = append(element, digit(l.ElementTile[d]))
		thread += digit(l.ThreadTile[d]) * l.ThreadStrides[d]
		outer = append(outer, digit(l.OuterTile[d]))
		batch = append(batch, digit(l.BatchTile[d]))
		subgroup += digit(l.SubgroupTile[d]) * l.SubgroupStrides[d]
	}
	for i, v := range slices.Concat(batch, outer, element) {
		offset = offset*l.DistributedShape()[i] + v
	}
	return subgroup, thread, offset
}

func each(shape []int64, visit func(index int64, coord []int64)) {
	n, _ := ir.NumElements(shape)
	coord := make([]int64, len(shape))
	for i := range n {
		visit(i, coord)
		for d := len(coord) - 1; d >= 0; d-- {
			if coord[d]++; coord[d] < shape[d] {
				break
			}
			coord[d] = 0
		}
	}
}

func TestUnitMapAgrees(t *testing.T) {
	t.Parallel()
	c, rng := ir.NewContext(), rand.New(rand.NewPCG(2, 1))
	const subgroupSize, subgroups = 256, 64
	for range 100 {
		l := randomLayout(t, c, rng)
		m, err := l.UnitMap(subgroupSize, subgroups)
		if err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		equal(t, "shape", m.Shape(), l.UndistributedShape())
		var lastSubgroup, lastThread, lastUnit int64
		each(l.UndistributedShape(), func(_ int64, coord []int64) {
			s, th, offset := owner(l, coord)
			lastSubgroup, lastThread, lastUnit = max(lastSubgroup, s), max(lastThread, th), max(lastUnit, s*subgroupSize+th)
			place, ok := m.Locate(coord)
			if !ok || int64(place.Unit) != s*subgroupSize+th || place.Offset != offset {
				t.Fatalf("%s: element %v is at %+v, want thread %d of subgroup %d, offset %d", l, coord, place, th, s, offset)
			}
		})
		equal(t, "ids", []int64{l.Subgroups(), l.Threads(), l.WorkgroupThreads(subgroupSize)}, []int64{lastSubgroup + 1, lastThread + 1, lastUnit + 1})
	}
}

func flat(s, b, th, e, ts int64) vectorext.LayoutLists {
	return vectorext.LayoutLists{SubgroupTile: []int64{s}, BatchTile: []int64{b}, OuterTile: []int64{1}, ThreadTile: []int64{th},
		ElementTile: []int64{e}, SubgroupStrides: []int64{0}, ThreadStrides: []int64{ts}}
}

func TestReshape(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	row := layoutOf(t, c, flat(1, 2, 8, 4, 1)) // 64 elements
	merge := func(thread, batch, element, strides []int64) *vectorext.NestedLayout {
		ones := []int64{1, 1}
		return layoutOf(t, c, vectorext.LayoutLists{SubgroupTile: ones, BatchTile: batch, OuterTile: ones, ThreadTile: thread,
			ElementTile: element, SubgroupStrides: ones, ThreadStrides: strides})
	}
	for name, x := range map[string]struct {
		from                            *vectorext.NestedLayout
		shape                           []int64
		batch, thread, element, strides []int64 // nil: refused
	}{
		"16x4": {from: row, shape: []int64{16, 4}, batch: []int64{2, 1}, thread: []int64{8, 1},
			element: []int64{1, 4}, strides: []int64{1, 0}},
		"2x8x4": {from: row, shape: []int64{2, 8, 4}, batch: []int64{2, 1, 1}, thread: []int64{1, 8, 1},
			element: []int64{1, 1, 4}, strides: []int64{0, 1, 0}},
		"8x8": {from: row, shape: []int64{8, 8}, batch: []int64{2, 1}, thread: []int64{4, 2}, element: []int64{1, 4},
			strides: []int64{2, 1}},
		"32x2": {from: row, shape: []int64{32, 2}, batch: []int64{2, 1}, thread: []int64{8, 1},
			element: []int64{2, 2}, strides: []int64{1, 0}},
		"same": {from: row, shape: []int64{64}, batch: []int64{2}, thread: []int64{8}, element: []int64{4},
			strides: []int64{1}},
		"units": {from: row, shape: []int64{1, 64, 1}, batch: []int64{1, 2, 1}, thread: []int64{1, 8, 1},
			element: []int64{1, 4, 1}, strides: []int64{0, 1, 0}},
		"wrong size": {from: row, shape: []int64{63}},
		"no dims":    {from: row, shape: []int64{}},
		"merge": {from: merge([]int64{4, 4}, []int64{1, 1}, []int64{1, 2}, []int64{4, 1}), shape: []int64{32},
			batch: []int64{1}, thread: []int64{16}, element: []int64{2}, strides: []int64{1}},
		"regroup": {from: merge([]int64{4, 1}, []int64{1, 1}, []int64{2, 3}, []int64{1, 0}), shape: []int64{12, 2},
			batch: []int64{1, 1}, thread: []int64{4, 1}, element: []int64{3, 2}, strides: []int64{1, 0}},
		"merge, swap": {from: merge([]int64{4, 4}, []int64{1, 1}, []int64{1, 2}, []int64{1, 4}), shape: []int64{32}},
		"unsound":     {from: merge([]int64{2, 1}, []int64{1, 2}, []int64{1, 4}, []int64{1, 0}), shape: []int64{16}},
	} {
		got := x.from.Reshape(x.shape)
		if x.batch == nil {
			if got != nil {
				t.Errorf("%s: got %s, want none", name, got)
			}
			continue
		}
		if got == nil {
			t.Errorf("%s: got none", name)
			continue
		}
		equal(t, name, [][]int64{got.BatchTile, got.ThreadTile, got.ElementTile, got.ThreadStrides}, [][]int64{x.batch, x.thread, x.element, x.strides})
	}
}

// Unit dimensions come and go.
func TestReshapeUnits(t *testing.T) {
	t.Parallel()
	c, rng := ir.NewContext(), rand.New(rand.NewPCG(4, 1))
	for range 100 {
		l := randomLayout(t, c, rng)
		units := slices.Concat([]int64{1}, l.UndistributedShape(), []int64{1})
		r := l.Reshape(units)
		if r == nil {
			t.Fatalf("%s is not reshaped to %v", l, units)
		}
		if back := r.Reshape(l.UndistributedShape()); back != l {
			t.Errorf("%s becomes %v there and back", l, back)
		}
	}
}

// A shape cast moves no element to another thread.
func TestReshapeKeepsOwners(t *testing.T) {
	t.Parallel()
	c, rng := ir.NewContext(), rand.New(rand.NewPCG(3, 1))
	found := 0
	for range 4000 {
		l := randomLayout(t, c, rng)
		n, _ := ir.NumElements(l.UndistributedShape())
		var shape []int64
		for rest := n; rest > 1 || len(shape) == 0; {
			f := 1 + rng.Int64N(rest)
			for rest%f != 0 {
				f--
			}
			if len(shape) == 3 {
				f = rest
			}
			shape = append(shape, f)
			rest /= f
		}
		r := l.Reshape(shape)
		if r == nil {
			continue
		}
		found++
		equal(t, "shape", r.UndistributedShape(), shape)
		holders := make([][2]int64, 0, n)
		each(l.UndistributedShape(), func(_ int64, coord []int64) {
			s, th, _ := owner(l, coord)
			holders = append(holders, [2]int64{s, th})
		})
		each(shape, func(i int64, coord []int64) {
			if s, th, _ := owner(r, coord); holders[i] != [2]int64{s, th} {
				t.Fatalf("%s reshaped to %v is %s: element %d moves from %v to %v", l, shape, r, i, holders[i], [2]int64{s, th})
			}
		})
	}
	if found < 500 {
		t.Errorf("only %d of the reshapes succeed", found)
	}
}
