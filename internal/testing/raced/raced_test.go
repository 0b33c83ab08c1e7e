package raced_test

import (
	"fmt"
	"testing"

	"optc/internal/testing/raced"
)

func Example() {
	for range raced.Runs(1) {
		fmt.Println("once at least")
	}
	// Output: once at least
}

func TestRuns(t *testing.T) {
	t.Parallel()
	if n := raced.Runs(100); n != 100 && n != 10 {
		t.Errorf("got %d", n)
	}
}
