package place_test

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/internal/family/poplar/place"
)

// Two allocations must be in different memory elements; a third has its address.
func Example() {
	chip, err := target.Lookup("ipu1")
	if err != nil {
		panic(err)
	}
	tile := place.Tile{
		Demands: []place.Demand{
			{Name: "x", Size: 64, Align: 8, Region: place.AnyRegion},
			{Name: "y", Size: 64, Align: 8, Region: place.AnyRegion},
			{Name: "z", Size: 64, Align: 8, Region: place.AnyRegion, Fixed: 0x40000, HasFixed: true},
		},
		Elements: []place.Pair{{A: 0, B: 1}},
	}
	addrs, err := place.Place(&chip, &tile, place.Options{})
	fmt.Printf("%#x %v %v\n", addrs, err, place.Check(&chip, &tile, addrs))
	// Output: [0x40040 0x44000 0x40000] <nil> []
}
