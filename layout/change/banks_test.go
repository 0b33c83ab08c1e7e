package change

import (
	"slices"
	"testing"
)

// mi300 and mi350 are the lanes that a read of 16 bytes serves together, as triton-lang/triton#11365 lists them.
var (
	mi300 = [][]int64{
		{0, 1, 2, 3, 20, 21, 22, 23}, {4, 5, 6, 7, 16, 17, 18, 19}, {8, 9, 10, 11, 28, 29, 30, 31}, {12, 13, 14, 15, 24, 25, 26, 27},
		{32, 33, 34, 35, 52, 53, 54, 55}, {36, 37, 38, 39, 48, 49, 50, 51}, {40, 41, 42, 43, 60, 61, 62, 63}, {44, 45, 46, 47, 56, 57, 58, 59},
	}
	mi350 = [][]int64{
		{0, 1, 2, 3, 12, 13, 14, 15, 20, 21, 22, 23, 24, 25, 26, 27}, {4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 28, 29, 30, 31},
		{32, 33, 34, 35, 44, 45, 46, 47, 52, 53, 54, 55, 56, 57, 58, 59}, {36, 37, 38, 39, 40, 41, 42, 43, 48, 49, 50, 51, 60, 61, 62, 63},
	}
)

func phased(count int64, differ ...int64) Banks {
	return Banks{Count: count, Word: 4, Phases: []Phase{{Side: After, Width: 16, Differ: differ}}}
}

func TestPhases(t *testing.T) {
	for _, test := range []struct {
		banks Banks
		want  [][]int64
	}{{phased(32, 1, 2, 20), mi300}, {phased(64, 1, 2, 12, 20), mi350}} {
		addresses := make([]int64, 64)
		for lane := range addresses {
			addresses[lane] = int64(lane) * 16
		}
		got := make([][]int64, len(test.want))
		for _, s := range test.banks.Serve(Request{Side: After, Addresses: addresses, Width: 16}) {
			got[s.Group] = append(got[s.Group], s.Lanes...)
		}
		for i := range got {
			slices.Sort(got[i])
			if lanes := slices.Compact(got[i]); !slices.Equal(lanes, test.want[i]) {
				t.Errorf("the lanes %v are served together, want %v", lanes, test.want[i])
			}
		}
		if lanes := test.banks.FirstTogether(After, 16); !slices.Equal(lanes, test.want[0]) {
			t.Errorf("the lanes %v are served first, want %v", lanes, test.want[0])
		}
	}
}

// Reads of 16 rows by 4 columns of 16 bytes, with lanes down the columns, in rows of some f16.
func TestReadsInPhases(t *testing.T) {
	for _, test := range []struct{ row, neighbours, phases int64 }{{64, 64, 32}, {72, 8, 16}, {40, 8, 16}, {80, 16, 8}, {48, 16, 8}} {
		addresses := make([]int64, 64)
		for lane := range int64(64) {
			addresses[lane] = lane%16*2*test.row + lane/16*16
		}
		banks := phased(32, 1, 2, 20)
		read := banks.Cycles(Request{Side: After, Addresses: addresses, Width: 16})
		write := banks.Cycles(Request{Side: Before, Addresses: addresses, Width: 16})
		if read != test.phases || write != test.neighbours {
			t.Errorf("rows of %d f16: %d cycles to read and %d to write, want %d and %d", test.row, read, write, test.phases, test.neighbours)
		}
	}
}
