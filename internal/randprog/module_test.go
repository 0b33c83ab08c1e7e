package randprog_test

import (
	"fmt"
	"testing"

	"optc/internal/randprog"
)

func TestModuleIsRepeatable(t *testing.T) {
	t.Parallel()
	module := randprog.Module(3, 25)
	if randprog.Module(3, 25) != module || randprog.Module(4, 25) == module {
		t.Error("a seed must give one module, another seed another one")
	}
}

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
