package irdiff

import (
	"fmt"
	"testing"
)

// BenchmarkLines compares two texts of 10,000 operations; every hundredth is removed in the second,
// so that the following ones have new numbers.
func BenchmarkLines(b *testing.B) {
	var before, after []string
	for i := range 10000 {
		before = append(before, fmt.Sprintf("  %%%d = arith.addi %%%d, %%x : vector<4xi32>", i, max(0, i-1)))
		if i%100 > 0 {
			n := len(after)
			after = append(after, fmt.Sprintf("  %%%d = arith.addi %%%d, %%x : vector<4xi32>", n, max(0, n-1)))
		}
	}
	for b.Loop() {
		Lines(before, after)
	}
}
