package scalar_test

import (
	"fmt"

	"optc/dialect/poplar/scalar"
)

// A type is found by any spelling that it has in C++ or in the IR.
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
