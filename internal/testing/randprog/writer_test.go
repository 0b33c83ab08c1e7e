package randprog_test

import (
	"fmt"

	"optc/internal/testing/randprog"
)

func ExampleWriter() {
	w := randprog.NewWriter(1, 1)
	one := w.Define("arith.constant 1 : i32")
	w.Level++
	w.Define("arith.%s %s, %s : i32", randprog.Pick(&w, []string{"addi"}), one, w.Last())
	fmt.Print(w.String())
	// Output:
	// %v1 = arith.constant 1 : i32
	//   %v2 = arith.addi %v1, %v1 : i32
}
