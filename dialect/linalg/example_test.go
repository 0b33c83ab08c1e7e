package linalg_test

import (
	"fmt"

	"optc/dialect/linalg"
)

// The kinds of iterators are attributes.
func Example() {
	for _, a := range linalg.Dialect.Definitions().Attrs {
		fmt.Println(a.Examples)
	}
	// Output: [#linalg.iterator_type<parallel> #linalg.iterator_type<reduction> #linalg.iterator_type<window>]
}
