// Package raced makes tests repeat less under the race detector, which makes them about ten times
// slower and finds races in the first repetitions.
package raced

// Runs returns n, or a tenth of it, at least 1, under the race detector.
func Runs(n int) int {
	if enabled {
		return max(n/10, 1)
	}
	return n
}

// Enabled reports whether the race detector is on.
func Enabled() bool { return enabled }
