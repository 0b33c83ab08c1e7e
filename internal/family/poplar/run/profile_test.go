package run_test

import (
	"fmt"
	"strings"
	"testing"

	"optc/internal/family/poplar/run"
	"optc/lower"
)

// The cost of a run, by class and by tile.
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
	if err := profiler.Report().Write(&b); err != nil {
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
		"exchange: 3 phases, 24 bytes of the busiest tile in about 6 cycles, 450 cycles of synchronisation\n",
		"tile 0: 20 bytes in, 4 bytes out, ",
		"tile 1: 4 bytes in, 20 bytes out, ",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("expected %q in\n%s", want, b.String())
		}
	}
}

// TestProfileOfSupervisor: the operations of a supervisor take their tile as long as each
// worker's operations, and the workers of a MultiVertex run concurrently. Of tiles that
// take equally long, the first is reported.
func TestProfileOfSupervisor(t *testing.T) {
	t.Parallel()
	text := started("memref.store %v, %x[%w] : memref<?xf32>\n", "memref.store %f, %y[%c0] : memref<?xf32>\n"+startAll+"poplar.join\n")
	text = strings.Replace(text, "memref.store %v", "%v = memref.load %y[%w] : memref<?xf32>\nmemref.store %v", 1)
	text = strings.Replace(text, "    poplar.compute_set @cs {\n", `    %u = poplar.variable "u" = dense<1.0> : !poplar.tensor<8xf32>
    %w = poplar.variable "w" = dense<2.0> : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %u on 5
    poplar.set_tile_mapping %w on 5
    poplar.compute_set @cs {
      %other = poplar.add_vertex @"demo::Sup" on 5
      poplar.connect %other @x to %u
      poplar.connect %other @y to %w
      poplar.set %other @k = [1, 2]
`, 1)
	text = strings.Replace(text, "poplar.execute @cs", "poplar.execute @cs\n      poplar.execute @cs", 1)
	text = strings.NewReplacer("%x on 0", "%x on 3", "%y on 0", "%y on 3", "%v = poplar.add_vertex @\"demo::Sup\" on 0", "%v = poplar.add_vertex @\"demo::Sup\" on 3").Replace(text)
	_, list, err := machines(text)
	if err != nil {
		t.Fatal(err)
	}
	d := list[2].(*run.Device)
	d.StartProfile()
	if err := d.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	p := d.Profile()
	if len(p.Parts) != 1 || len(p.Steps) != 1 || len(p.Units) != 2 {
		t.Fatalf("%d parts, %d steps and %d units", len(p.Parts), len(p.Steps), len(p.Units))
	}
	// Twice, the supervisor: store, start, join and return, 8 instructions; each worker:
	// load, store, return and a clash, and 2 for its short span, 12 instructions; in
	// turns of 6.
	if s := p.Steps[0]; s.Number != 3 || s.Step != "cs" || s.Unit != "tile" || s.Cycles != 120 || p.Cycles != 120 {
		t.Errorf("step %+v of %d cycles", s, p.Cycles)
	}
	for i, u := range p.Units {
		if u.Number != 3+2*i || u.Cycles != 120 || fmt.Sprint(u.Threads) != "[12 12 12 12 12 12]" {
			t.Errorf("unit %+v", u)
		}
	}
	part := p.Parts[0]
	if part.Runs != 28 || part.Clashes != 24 || fmt.Sprint(part.Threads, part.Loads, part.Stores) != "[12 12 12 12 12 12] map[4:24] map[4:28]" {
		t.Errorf("part %+v", part)
	}
}
