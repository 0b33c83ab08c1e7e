package vectorext_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
)

// Twelve elements over two subgroups of three threads, two batches.
const smallLayout = "#iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [2], outer_tile = [1], " +
	"thread_tile = [3], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>"

func Example_picture() {
	a, _ := parser.ParseAttr(all.Context(), smallLayout, nil, nil)
	p, err := ir.Draw(a, ir.View{})
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
	// elements by thread
	//   element   0  1  2  3  4  5  6  7  8  9 10 11
	//   0       | 0| 1| 2| 0| 1| 2| 3| 4| 5| 3| 4| 5|
	//
	// Each thread holds vector<2x1x1xT>, 2 elements: batch, outer and element tile, outermost first.
}

// The cells of a picture agree with the unit map: each element is drawn in each thread
// that holds it, and layouts that lose elements are refused.
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
		p, err := ir.Draw(a, ir.View{})
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
