package tilemap_test

import (
	"fmt"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// A hundred floats are divided among eight tiles, in grains of the size of an access.
func Example() {
	chip, err := target.Lookup("ipu2")
	if err != nil {
		panic(err)
	}
	chip, err = chip.With(target.Setting{Field: "tiles_per_ipu", Int: 8})
	if err != nil {
		panic(err)
	}
	m, err := tilemap.LinearTileMapping(chip, []int64{100}, tilemap.NaturalLinear(chip, scalar.Float))
	fmt.Println(m, err)
	// Output: {0:[0,32) 1:[32,66) 2:[66,100)} <nil>
}
