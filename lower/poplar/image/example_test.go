package image_test

import (
	"fmt"

	"optc/lower/poplar/image"
)

// The image of a tile holds only what is written.
func Example() {
	im := image.NewTile(0, []image.Chunk{{Addr: 0x4c004, Bytes: []byte{3}}, {Addr: 0x4c000, Bytes: []byte{1, 2}}})
	bytes, written := im.Peek(0x4c000, 5)
	fmt.Println(im.Written(), bytes, written)
	// Output: 3 [1 2 0 0 3] [true true false false true]
}
