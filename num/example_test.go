package num_test

import (
	"fmt"

	"optc/num"
)

// A constant of an 8-bit format, folded and stored.
func Example() {
	x, _ := num.ParseFloat(num.F8E4M3FN, "0.3")
	sum := x.Add(x, num.NearestEven)
	fmt.Println(x, sum, sum.AppendBytes(nil))

	v, exact, ok := sum.ToInt(17, true, num.Upward)
	fmt.Println(v, exact, ok)

	_, err := num.ParseInt("256", 8, num.Signless)
	fmt.Println(err)
	// Output:
	// 3.125000e-01 6.250000e-01 [50]
	// 1 false true
	// number out of range for its type
}
