package change_test

import (
	"fmt"

	"optc/layout"
	"optc/layout/change"
)

// Three lanes hold the rows of 3×3 elements, and get the columns: each lane reads from the two others.
func ExamplePlanRounds() {
	over := func(lane, register layout.Digit) *layout.Map {
		m, err := layout.New(layout.Digits{Units: 3, Width: 1, Dims: []layout.Dim{
			{Size: 3, Digits: []layout.Digit{lane}}, {Size: 3, Digits: []layout.Digit{register}},
		}})
		if err != nil {
			panic(err)
		}
		return m
	}
	lane, register := layout.Digit{Size: 3, Unit: 1}, layout.Digit{Size: 3, Offset: 1}
	steps, _ := change.Steps(over(lane, register), over(register, lane))
	rounds, _ := change.PlanRounds(steps, 3, 0)
	for j, sources := range rounds.Sources() {
		for t, s := range sources {
			fmt.Printf("shuffle %d: lane %d reads register %d of lane %d\n", j, t, s.Register, s.Lane)
		}
	}
	// Output:
	// shuffle 0: lane 0 reads register 0 of lane 1
	// shuffle 0: lane 1 reads register 1 of lane 2
	// shuffle 0: lane 2 reads register 2 of lane 0
	// shuffle 1: lane 0 reads register 0 of lane 2
	// shuffle 1: lane 1 reads register 1 of lane 0
	// shuffle 1: lane 2 reads register 2 of lane 1
}
