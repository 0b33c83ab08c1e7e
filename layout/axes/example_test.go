package axes_test

import (
	"fmt"

	"optc/layout/axes"
)

// A place is named by the axes of its unit and its cell.
func ExamplePair_Spell() {
	tiles := axes.Pair{Unit: axes.Tile, Cell: axes.Byte}
	fmt.Println(tiles.Spell(3, 16))
	fmt.Println(axes.Worker.Count(6))
	// Output:
	// tile 3 byte 16
	// 6 workers
}
