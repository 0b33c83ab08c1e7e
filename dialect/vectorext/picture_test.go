package vectorext_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/draw"
	"optc/layout/picture"
	"optc/parser"
)

// Twelve elements over two subgroups of three threads, two batches.
const smallLayout = "#iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], " +
	"thread_tile = [3], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>"

func Example_picture() {
	a, _ := parser.ParseAttr(all.Context(), smallLayout, nil, nil)
	p, err := picture.Draw(a, picture.View{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(p.Text())
	// Output:
	// 12 elements over 6 threads in 2 subgroups
	//
	// threads by registers
	//            |batch 0|batch 1|
	//   register        0       1
	// subgroup 0
	//   thread 0 |      0|      3|
	//   thread 1 |      1|      4|
	//   thread 2 |      2|      5|
	// subgroup 1
	//   thread 3 |      6|      9|
	//   thread 4 |      7|     10|
	//   thread 5 |      8|     11|
	//
	// elements by thread:register
	//   element    0   1   2   3   4   5   6   7   8   9  10  11
	//   0       |0:0|1:0|2:0|0:1|1:1|2:1|3:0|4:0|5:0|3:1|4:1|5:1|
	//
	// Each thread holds vector<2x1x1xT>, 2 elements: batch, outer and element tile, outermost first.
}

// Registers are grouped by batch and outer if there is more than one group, up to the last register
// that is drawn.
func TestRegisterGroups(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		batch, outer, element string
		first, last           draw.Group
		groups                int
	}{
		{batch: "1", outer: "1", element: "4", first: draw.Group{}, last: draw.Group{}, groups: 0},
		{batch: "2", outer: "1", element: "3", first: draw.Group{From: 0, To: 3, Text: "batch 0"},
			last: draw.Group{From: 3, To: 6, Text: "batch 1"}, groups: 2},
		{batch: "1", outer: "2", element: "3", first: draw.Group{From: 0, To: 3, Text: "outer 0"},
			last: draw.Group{From: 3, To: 6, Text: "outer 1"}, groups: 2},
		{batch: "2", outer: "2", element: "1", first: draw.Group{From: 0, To: 1, Text: "batch 0 outer 0"},
			last: draw.Group{From: 3, To: 4, Text: "batch 1 outer 1"}, groups: 4},
		{batch: "30, 1", outer: "1, 3", element: "1, 1", first: draw.Group{From: 0, To: 1, Text: "batch 0,0 outer 0,0"},
			last: draw.Group{From: 63, To: 64, Text: "batch 21,0 outer 0,0"}, groups: 64},
		{batch: "1, 2", outer: "3, 1", element: "1, 1", first: draw.Group{From: 0, To: 1, Text: "batch 0,0 outer 0,0"},
			last: draw.Group{From: 5, To: 6, Text: "batch 0,1 outer 2,0"}, groups: 6},
		{batch: "32", outer: "1", element: "2", first: draw.Group{From: 0, To: 2, Text: "batch 0"},
			last: draw.Group{From: 62, To: 64, Text: "batch 31"}, groups: 32},
		{batch: "33", outer: "1", element: "2", first: draw.Group{From: 0, To: 2, Text: "batch 0"},
			last: draw.Group{From: 62, To: 64, Text: "batch 31"}, groups: 32},
		{batch: "22", outer: "1", element: "3", first: draw.Group{From: 0, To: 3, Text: "batch 0"},
			last: draw.Group{From: 63, To: 64, Text: "batch 21"}, groups: 22},
		{batch: "30", outer: "1", element: "3", first: draw.Group{From: 0, To: 3, Text: "batch 0"},
			last: draw.Group{From: 63, To: 64, Text: "batch 21"}, groups: 22},
		{batch: "2", outer: "1", element: "70", first: draw.Group{From: 0, To: 64, Text: "batch 0"},
			last: draw.Group{From: 0, To: 64, Text: "batch 0"}, groups: 1},
	} {
		ones := strings.Repeat("1, ", strings.Count(test.batch, ",")) + "1"
		zeros := strings.ReplaceAll(ones, "1", "0")
		text := fmt.Sprintf("#iree_vector_ext.nested_layout<subgroup_tile = [%s], batch_tile = [%s], outer_tile = [%s], thread_tile = [%s], element_tile = [%s], subgroup_strides = [%s], thread_strides = [%s]>",
			ones, test.batch, test.outer, ones, test.element, zeros, zeros)
		a, err := parser.ParseAttr(all.Context(), text, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := picture.Draw(a, picture.View{})
		if err != nil {
			t.Fatal(err)
		}
		groups := p.Panels[0].Axis.Groups
		if len(groups) != test.groups {
			t.Errorf("batch %s, outer %s, element %s: got %v", test.batch, test.outer, test.element, groups)
			continue
		}
		if len(groups) == 0 {
			continue
		}
		for at, want := range map[int]draw.Group{0: test.first, len(groups) - 1: test.last} {
			if got := groups[at]; got != want {
				t.Errorf("batch %s, outer %s, element %s: group %d is %v, want %v", test.batch, test.outer, test.element, at, got, want)
			}
		}
	}
}

// A large vector is cut, with a note about the omitted elements.
func TestCutPicture(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		tiles      string // batch
		rows, cols int
		title      string
	}{
		{tiles: "64, 64", rows: 64, cols: 64, title: "elements by thread:register"},
		{tiles: "65, 64", rows: 64, cols: 64, title: "elements by thread:register, the first 64 of 65 rows and 64 of 64 columns"},
		{tiles: "2, 65", rows: 2, cols: 64, title: "elements by thread:register, the first 2 of 2 rows and 64 of 65 columns"},
		{tiles: "3, 2", rows: 3, cols: 2, title: "elements by thread:register"},
	} {
		a, err := parser.ParseAttr(all.Context(), "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = ["+test.tiles+
			"], outer_tile = [1, 1], thread_tile = [1, 1], element_tile = [1, 1], subgroup_strides = [0, 0], thread_strides = [0, 0]>", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := picture.Draw(a, picture.View{})
		if err != nil {
			t.Fatal(err)
		}
		got := p.Panels[1]
		if got.Title != test.title || len(got.Rows) != test.rows || got.Axis.To != int64(test.cols) || len(got.Cells) != test.rows*test.cols {
			t.Errorf("%s: %q, %d rows, %d columns, %d cells", test.tiles, got.Title, len(got.Rows), got.Axis.To, len(got.Cells))
		}
		last := fmt.Sprintf("%d", test.rows-1)
		if label := got.Rows[test.rows-1].Label; label != last {
			t.Errorf("%s: the last row is %s, want %s", test.tiles, label, last)
		}
	}
}

// The cells of a picture agree with the unit map: each element is drawn in each thread
// that holds it. Layouts that lose elements are refused.
func TestPictureOfLayouts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ lists, want, err string }{
		{lists: "[1], [1], [1], [4], [2], [0], [2]", want: "Each element is held by 2 threads"},
		{lists: "[], [], [], [], [], [], []", want: "one element over 1 thread in"},
		{lists: "[1], [1], [1], [4], [2], [0], [0]", err: "stride"},
		{lists: "[1], [1], [1], [2], [1], [0], [500000000]", err: "over more than 1048576 threads"},
		{lists: "[1], [1], [1], [2], [1], [0], [5000]", want: "Each element is held by 5000 threads"},
		{lists: "[1, 1], [100, 1], [1, 1], [70, 1], [1, 1], [0, 0], [1, 0]", want: "Drawn are the first 64 of 70 threads and the first 64 of 100 registers."},
	} {
		lists := strings.SplitAfter(test.lists, "],")
		text := "#iree_vector_ext.nested_layout<"
		for i, name := range []string{"subgroup_tile", "batch_tile", "outer_tile", "thread_tile", "element_tile", "subgroup_strides", "thread_strides"} {
			text += name + " = " + lists[i]
		}
		a, err := parser.ParseAttr(all.Context(), text+">", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, err := picture.Draw(a, picture.View{})
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("%s: got error %v", test.lists, err)
			}
		case err != nil:
			t.Errorf("%s: %v", test.lists, err)
		case !strings.Contains(p.Text(), test.want):
			t.Errorf("%s: no %q in\n%s", test.lists, test.want, p.Text())
		}
	}
}

// The digits of the element are shown above a cell.
func TestHoverOfElements(t *testing.T) {
	t.Parallel()
	a, err := parser.ParseAttr(all.Context(), "#iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [3], outer_tile = [2], "+
		"thread_tile = [3], element_tile = [4], subgroup_strides = [1], thread_strides = [1]>", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := picture.Draw(a, picture.View{})
	if err != nil {
		t.Fatal(err)
	}
	var hovers []string
	for _, cell := range p.Panels[0].Cells {
		hovers = append(hovers, cell.Hover)
	}
	for _, want := range []string{
		"thread 0, register 0: element (0)\ndim 0: subgroup 0, batch 0, outer 0, thread 0, element 0",
		"thread 5, register 23: element (143)\ndim 0: subgroup 1, batch 2, outer 1, thread 2, element 3",
		"thread 4, register 14: element (114)\ndim 0: subgroup 1, batch 1, outer 1, thread 1, element 2",
	} {
		if !slices.Contains(hovers, want) {
			t.Errorf("no %q in %q", want, hovers)
		}
	}
}
