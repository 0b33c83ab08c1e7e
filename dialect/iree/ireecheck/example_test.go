package ireecheck_test

import (
	"fmt"

	"optc/dialect/iree/ireecheck"
)

// The expectations are operations.
func Example() {
	for _, op := range ireecheck.Dialect.Definitions().Ops {
		fmt.Println(op.Name())
	}
	// Output:
	// check.expect_true
	// check.expect_false
	// check.expect_all_true
	// check.expect_eq
	// check.expect_eq_const
	// check.expect_almost_eq
	// check.expect_almost_eq_const
}
