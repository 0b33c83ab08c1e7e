package target_test

import (
	"fmt"

	"optc/dialect/poplar/target"
)

// A target is data: overriding a figure also changes everything that follows from it.
func Example() {
	chip, err := target.Lookup("ipu1")
	if err != nil {
		panic(err)
	}
	fmt.Printf("%#x\n", chip.PointerRange(target.ScaledPtr32))
	chip, err = chip.With(target.Setting{Field: "scaled32_base", Int: 0x44000})
	fmt.Printf("%#x %v\n", chip.PointerRange(target.ScaledPtr32), err)
	// Output:
	// {0x40000 0x80000}
	// {0x44000 0x80000} <nil>
}
