package run_test

import (
	"strings"
	"testing"

	"optc/lower"
	"optc/lower/poplar/run"
)

// What a run costs, by class and by tile.
func TestProfile(t *testing.T) {
	t.Parallel()
	_, list, err := machines(pair)
	if err != nil {
		t.Fatal(err)
	}
	d := list[2].(*run.Device)
	if d.Profile() != nil {
		t.Error("there is a profile that nobody asked for")
	}
	d.StartProfile()
	if err := d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var profiler lower.Profiler = d
	if err := profiler.Profile().Write(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"sum, demo::Sum\n  runs         1\n",
		"    memref.load                  4\n",
		"  loads        16 bytes: 4 of 4 bytes\n  stores       4 bytes: 1 of 4 bytes\n",
		"double, demo::Double\n",
		// demo::Sum: dim, for, store and return, then load, addi and yield for 4 elements: 16
		// instructions and a clash of one of 6 workers. demo::Double: addi, store, return.
		"about 120 cycles\n  sum                          102 on tile 0\n  double                       18 on tile 1\n",
		"tile 0: 20 bytes in, 4 bytes out, ",
		"tile 1: 4 bytes in, 20 bytes out, ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("expected %q in\n%s", want, b.String())
		}
	}
}
