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
		"128 bits":        {[]int64{64, 64}, 64, c.F16(), []int64{8, 1}, []int64{8, 8}, []int64{1, 8}, []int64{8, 1}},
		"fewer elements":  {[]int64{32, 8}, 64, c.F16(), []int64{1, 1}, []int64{32, 2}, []int64{1, 4}, []int64{2, 1}},
		"part of rows":    {[]int64{64, 2}, 16, c.F16(), []int64{4, 1}, []int64{16, 1}, []int64{1, 2}, []int64{1, 0}},
		"several rows":    {[]int64{4, 4, 2}, 4, c.F16(), []int64{1, 1, 1}, []int64{4, 1, 1}, []int64{1, 4, 2}, []int64{1, 0, 0}},
		"all rows":        {[]int64{4, 2}, 1, c.F16(), []int64{1, 1}, []int64{1, 1}, []int64{4, 2}, []int64{0, 0}},
		"one row":         {[]int64{64}, 8, c.F16(), []int64{1}, []int64{8}, []int64{8}, []int64{1}},
		"rows not whole":  {[]int64{4, 6}, 2, c.F32(), []int64{4, 3}, []int64{1, 2}, []int64{1, 1}, []int64{0, 1}},
		"no dimensions":   {[]int64{}, 4, c.F32(), []int64{}, []int64{}, []int64{}, []int64{}},
		"wide elements":   {[]int64{8}, 4, c.Integer(256), []int64{2}, []int64{4}, []int64{1}, []int64{1}},
		"128 bits each":   {[]int64{4}, 2, c.Integer(128), []int64{2}, []int64{2}, []int64{1}, []int64{1}},
		"one for many":    {[]int64{3}, 2, c.F32(), []int64{1}, []int64{1}, []int64{3}, []int64{0}},
		"one at a time":   {[]int64{8}, 3, c.F32(), nil, nil, nil, nil},
		"rest of rows":    {[]int64{10}, 4, c.F32(), nil, nil, nil, nil},
		"unit rows":       {[]int64{2, 1, 2}, 1, c.F32(), []int64{1, 1, 1}, []int64{1, 1, 1}, []int64{2, 1, 2}, []int64{0, 0, 0}},
		"half of a row":   {[]int64{2, 8}, 4, c.F32(), []int64{1, 1}, []int64{2, 2}, []int64{1, 4}, []int64{2, 1}},
		"part of a plane": {[]int64{3, 2, 2}, 1, c.F32(), []int64{3, 1, 1}, []int64{1, 1, 1}, []int64{1, 2, 2}, []int64{0, 0, 0}},
		"few threads":     {[]int64{3, 4}, 2, c.F32(), nil, nil, nil, nil},
		"too few to part": {[]int64{3, 5}, 4, c.F32(), nil, nil, nil, nil},
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
