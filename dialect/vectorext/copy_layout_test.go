package vectorext_test

import (
	"slices"
	"testing"

	"optc/dialect/vectorext"
	"optc/ir"
)

func TestCopyLayout(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(vectorext.Dialect)
	for name, x := range map[string]struct {
		shape                           []int64
		threads                         int64
		elem                            ir.Type
		batch, thread, element, strides []int64 // nil: refused
	}{
		"128 bits": {shape: []int64{64, 64}, threads: 64, elem: c.F16(), batch: []int64{8, 1}, thread: []int64{8, 8},
			element: []int64{1, 8}, strides: []int64{8, 1}},
		"fewer elements": {shape: []int64{32, 8}, threads: 64, elem: c.F16(), batch: []int64{1, 1}, thread: []int64{32, 2},
			element: []int64{1, 4}, strides: []int64{2, 1}},
		"part of rows": {shape: []int64{64, 2}, threads: 16, elem: c.F16(), batch: []int64{4, 1}, thread: []int64{16, 1},
			element: []int64{1, 2}, strides: []int64{1, 0}},
		"several rows": {shape: []int64{4, 4, 2}, threads: 4, elem: c.F16(), batch: []int64{1, 1, 1},
			thread: []int64{4, 1, 1}, element: []int64{1, 4, 2}, strides: []int64{1, 0, 0}},
		"all rows": {shape: []int64{4, 2}, threads: 1, elem: c.F16(), batch: []int64{1, 1}, thread: []int64{1, 1},
			element: []int64{4, 2}, strides: []int64{0, 0}},
		"one row": {shape: []int64{64}, threads: 8, elem: c.F16(), batch: []int64{1}, thread: []int64{8},
			element: []int64{8}, strides: []int64{1}},
		"rows not whole": {shape: []int64{4, 6}, threads: 2, elem: c.F32(), batch: []int64{4, 3}, thread: []int64{1, 2},
			element: []int64{1, 1}, strides: []int64{0, 1}},
		"no dimensions": {shape: []int64{}, threads: 4, elem: c.F32(), batch: []int64{}, thread: []int64{},
			element: []int64{}, strides: []int64{}},
		"wide elements": {shape: []int64{8}, threads: 4, elem: c.Integer(256), batch: []int64{2}, thread: []int64{4},
			element: []int64{1}, strides: []int64{1}},
		"128 bits each": {shape: []int64{4}, threads: 2, elem: c.Integer(128), batch: []int64{2}, thread: []int64{2},
			element: []int64{1}, strides: []int64{1}},
		"one for many": {shape: []int64{3}, threads: 2, elem: c.F32(), batch: []int64{1}, thread: []int64{1},
			element: []int64{3}, strides: []int64{0}},
		"one at a time": {shape: []int64{8}, threads: 3, elem: c.F32()},
		"rest of rows":  {shape: []int64{10}, threads: 4, elem: c.F32()},
		"unit rows": {shape: []int64{2, 1, 2}, threads: 1, elem: c.F32(), batch: []int64{1, 1, 1},
			thread: []int64{1, 1, 1}, element: []int64{2, 1, 2}, strides: []int64{0, 0, 0}},
		"half of a row": {shape: []int64{2, 8}, threads: 4, elem: c.F32(), batch: []int64{1, 1}, thread: []int64{2, 2},
			element: []int64{1, 4}, strides: []int64{2, 1}},
		"part of a plane": {shape: []int64{3, 2, 2}, threads: 1, elem: c.F32(), batch: []int64{3, 1, 1},
			thread: []int64{1, 1, 1}, element: []int64{1, 2, 2}, strides: []int64{0, 0, 0}},
		"few threads":     {shape: []int64{3, 4}, threads: 2, elem: c.F32()},
		"too few to part": {shape: []int64{3, 5}, threads: 4, elem: c.F32()},
	} {
		l, err := vectorext.CopyLayout(c, x.shape, x.threads, x.elem)
		if x.batch == nil {
			if err == nil {
				t.Errorf("%s: got %s, want none", name, l)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		equal(t, name, [][]int64{l.BatchTile, l.ThreadTile, l.ElementTile, l.ThreadStrides}, [][]int64{x.batch, x.thread, x.element, x.strides})
		if !slices.Equal(l.UndistributedShape(), x.shape) {
			t.Errorf("%s: shape %v, want %v", name, l.UndistributedShape(), x.shape)
		}
	}
}

// Batches and outers are within the registers of a thread; all other digits move elements
// between threads or within a tile.
func TestNeedsMemory(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(vectorext.Dialect)
	from := vectorext.LayoutLists{SubgroupTile: []int64{2}, BatchTile: []int64{4}, OuterTile: []int64{1}, ThreadTile: []int64{4}, ElementTile: []int64{2},
		SubgroupStrides: []int64{1}, ThreadStrides: []int64{1}}
	for name, x := range map[string]struct {
		change func(*vectorext.LayoutLists)
		want   bool
	}{
		"nothing":          {func(*vectorext.LayoutLists) {}, false},
		"batches":          {func(l *vectorext.LayoutLists) { l.BatchTile = []int64{2} }, false},
		"outers":           {func(l *vectorext.LayoutLists) { l.OuterTile = []int64{2} }, false},
		"both":             {func(l *vectorext.LayoutLists) { l.BatchTile, l.OuterTile = []int64{2}, []int64{2} }, false},
		"subgroups":        {func(l *vectorext.LayoutLists) { l.SubgroupTile = []int64{4} }, true},
		"threads":          {func(l *vectorext.LayoutLists) { l.ThreadTile = []int64{2} }, true},
		"elements":         {func(l *vectorext.LayoutLists) { l.ElementTile = []int64{4} }, true},
		"subgroup strides": {func(l *vectorext.LayoutLists) { l.SubgroupStrides = []int64{2} }, true},
		"thread strides":   {func(l *vectorext.LayoutLists) { l.ThreadStrides = []int64{2} }, true},
	} {
		to := from
		x.change(&to)
		if got := layoutOf(t, c, from).NeedsMemory(layoutOf(t, c, to)); got != x.want {
			t.Errorf("%s: got %v, want %v", name, got, x.want)
		}
	}
}
