package scalar_test

import (
	"fmt"

	"optc/dialect/poplar/scalar"
)

// A type is found by any spelling that C++ or the IR has for it.
func Example() {
	for _, name := range []string{"unsigned", "long long int", "f16"} {
		t, err := scalar.Parse(name)
		fmt.Println(t, t.IRName(), t.Size(), err)
	}
	// Output:
	// unsigned int ui32 4 <nil>
	// long long si64 8 <nil>
	// half f16 2 <nil>
}
