package ireemap_test

import (
	"fmt"

	"optc/dialect/iree/ireemap"
	"optc/ir"
)

// 64 elements are spread over 32 groups of two threads; the threads of a group hold
// copies. In the shape 8x8 each thread has two elements of a column.
func Example() {
	c := ir.NewContext(ireemap.Dialect)
	l, _ := ireemap.NewPackLayout(c, []ireemap.Mode{{{Size: 4, Stride: 2}, {Size: 2}, {Size: 8, Stride: 8}}})
	held, _ := l.Held(2, 0)
	fmt.Println(l, l.DistributedShape(), held)
	fmt.Println(l.Reshape([]int64{8, 8}))
	// Output:
	// #iree_map.pack_layout<((4, 2, 8)) : ((2, 0, 8))> [2] [16 24]
	// #iree_map.pack_layout<((4, 2), 8) : ((2, 0), 8)>
}
