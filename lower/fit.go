package lower

import "fmt"

// Fit compares the memory of a unit that values take with the memory that they need, in a program that uses each value for a part of
// its steps.
type Fit struct {
	Unit   string `json:"unit"` // "tile"
	Number int    `json:"number"`
	Held   uint64 `json:"held"`  // bytes that hold a value at some time
	Alive  uint64 `json:"alive"` // the most bytes of values that are in use at the same time
}

// IsWorse reports whether f holds more bytes for each byte that it needs, or more bytes if the quotients are equal.
func (f Fit) IsWorse(than Fit) bool {
	a, b := f.Held*than.Alive, than.Held*f.Alive
	return a > b || a == b && f.Held > than.Held
}

func (f Fit) String() string {
	return fmt.Sprintf("tensors take at most %.2f times the bytes that are in use at the same time: %d of %d on %s %d", float64(f.Held)/float64(f.Alive), f.Held, f.Alive, f.Unit, f.Number)
}
