package vectorext_test

import (
	"fmt"

	"optc/dialect/vectorext"
	"optc/ir"
)

// A vector of 8x6 elements is spread over four threads: each thread holds two whole rows.
func Example() {
	l, err := vectorext.NewLayout(ir.NewContext(vectorext.Dialect), vectorext.LayoutLists{
		SubgroupTile: []int64{1, 1}, BatchTile: []int64{2, 1}, OuterTile: []int64{1, 1},
		ThreadTile: []int64{4, 1}, ElementTile: []int64{1, 6},
		SubgroupStrides: []int64{0, 0}, ThreadStrides: []int64{1, 0},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("whole:", l.UndistributedShape(), "part:", l.DistributedShape())
	units, mapErr := l.UnitMap(4, 1)
	if mapErr != nil {
		fmt.Println(mapErr)
		return
	}
	place, _ := units.Locate([]int64{5, 2})
	fmt.Println("element (5, 2): thread", place.Unit, "offset", place.Offset)
	fmt.Println("as 48 elements:", l.Reshape([]int64{48}).ElementTile)
	// Output:
	// whole: [8 6] part: [2 1 1 1 1 6]
	// element (5, 2): thread 1 offset 8
	// as 48 elements: [6]
}
