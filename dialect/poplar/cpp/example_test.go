package cpp_test

import (
	"fmt"

	"optc/dialect/poplar/cpp"
)

// A class has a canonical name, and a symbol that identifies its code for a linker.
func Example() {
	name, err := cpp.Canonical("::demo::Copy<half,  unsigned>")
	if err != nil {
		panic(err)
	}
	symbol, err := cpp.Mangle(name, cpp.KeepUnderscore)
	fmt.Println(name, symbol, err)
	// Output: demo::Copy<half, unsigned int> __runCodelet_demo__Copy___half_unsigned_int <nil>
}
