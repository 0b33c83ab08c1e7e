package complex_test

import (
	"fmt"

	"optc/dialect/complex"
	"optc/ir"
	"optc/num"
)

// A complex number as an attribute.
func Example() {
	c := ir.NewContext(complex.Dialect)
	fmt.Println(complex.NumberOf(c.F32(), num.FloatFromFloat64(num.F32, 1), num.FloatFromFloat64(num.F32, -0.5)))
	// Output: #complex.number<:f32 1.000000e+00, -5.000000e-01> : complex<f32>
}
