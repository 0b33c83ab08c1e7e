package control_test

import (
	"fmt"

	"optc/dialect/poplar/control"
)

// A step is an action or contains steps. Each visits them, outer steps first.
func Example() {
	type step = control.Step[string, string]
	program := []step{
		{Do: "fill"},
		{Repeat: &control.Repeat[string, string]{Count: 3, Body: []step{{Do: "add"}}}},
	}
	control.Each(program, func(s *step) {
		if s.Repeat != nil {
			fmt.Println("repeat", s.Repeat.Count)
		} else {
			fmt.Println(s.Do)
		}
	})
	// Output:
	// fill
	// repeat 3
	// add
}
