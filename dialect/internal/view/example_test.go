package view_test

import (
	"fmt"

	"optc/dialect/internal/view"
	"optc/ir"
)

// A reassociation lists the groups of dimensions that become one dimension.
func Example() {
	fmt.Println(view.CollapsedShape([]int64{2, 3, 4}, [][]int64{{0, 1}, {2}}))
	groups, ok := view.CollapseBetween([]int64{2, 3, ir.Dynamic}, []int64{6, ir.Dynamic})
	fmt.Println(groups, ok)
	// Output:
	// [6 4]
	// [[0 1] [2]] true
}
