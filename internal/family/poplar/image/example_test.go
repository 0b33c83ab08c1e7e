package image_test

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/image"
	"optc/lower"
)

// Where in a tile's memory is an allocation of 20000 bytes placed?
func Example() {
	chip, err := target.Lookup("ipu2")
	if err != nil {
		fmt.Println(err)
		return
	}
	tiles := image.Memory(&chip)
	fmt.Printf("%d bytes, %s\n", tiles.Size, tiles.Doc)
	for _, c := range tiles.Columns {
		fmt.Println(c.Name, c.Of(&lower.Alloc{Addr: 0x7c000, Size: 20000}))
	}
	// Output:
	// 638976 bytes, interleaved from 0x80000
	// region 0
	// elements [12 13]
}
