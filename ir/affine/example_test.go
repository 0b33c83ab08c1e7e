package affine_test

import (
	"fmt"

	"optc/ir/affine"
)

// A row-major access to a 16-column matrix, through a tile of 4 columns.
func Example() {
	row, col, tile := affine.Dim(0), affine.Dim(1), affine.Symbol(0)
	linear := affine.NewMap(2, 0, row.Mul(affine.Const(16)).Add(col))
	tiled := affine.NewMap(2, 1, row, tile.Mul(affine.Const(4)).Add(col))

	m := linear.Compose(tiled)
	fmt.Println(m)
	fmt.Println(m.Eval([]int64{1, 2}, []int64{3}))
	fmt.Println(m.Results[0].Mod(affine.Const(16)))
	// Output:
	// (d0, d1)[s0] -> (d0 * 16 + d1 + s0 * 4)
	// [30] <nil>
	// (d1 + s0 * 4) mod 16
}
