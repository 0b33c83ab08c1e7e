package kernel

import (
	"testing"

	"optc/dialect/gpu"
)

// TestParts: sectors of global memory, and phases of the banks of workgroup memory.
func TestParts(t *testing.T) {
	t.Parallel()
	lanes := func(width, stride int64) *transaction {
		x := &transaction{width: width}
		for i := range int64(32) {
			x.places = append(x.places, i*stride)
		}
		return x
	}
	for _, test := range []struct {
		name            string
		access          *transaction
		sectors, phases int64
	}{
		{name: "neighbouring words", access: lanes(4, 4), sectors: 4, phases: 1},
		{name: "a word for all", access: lanes(4, 0), sectors: 1, phases: 1},
		{name: "every second word", access: lanes(4, 8), sectors: 8, phases: 2},
		{name: "a column of 32 words", access: lanes(4, 128), sectors: 32, phases: 32},
		{name: "a column of 33 words", access: lanes(4, 132), sectors: 32, phases: 1},
		{name: "neighbouring quadruples", access: lanes(16, 16), sectors: 16, phases: 4},
		{name: "halves of words", access: lanes(2, 2), sectors: 2, phases: 1},
	} {
		if got := test.access.sectors(32); got != test.sectors {
			t.Errorf("%s: %d sectors, want %d", test.name, got, test.sectors)
		}
		if got := gpu.Banks.Cycles(test.access.bankRequest()); got != test.phases {
			t.Errorf("%s: %d phases, want %d", test.name, got, test.phases)
		}
	}
}
