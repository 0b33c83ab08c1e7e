package run_test

import (
	"fmt"
	"testing"

	"optc/diag"
	"optc/internal/family/poplar/run"
)

// started is a program whose supervisor and workers have the given code; x, an output,
// and y have 8 floats each.
func started(worker, supervisor string) string {
	return fmt.Sprintf(`
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Work" multi {
    poplar.field @x : !poplar.inout<vec<f32, SHORT_SPAN>>
    poplar.field @y : !poplar.in<vec<f32, ONE_PTR>>
    poplar.field @k : !poplar.array<2 x ui16>
    poplar.compute (%%x : memref<?xf32>, %%y : memref<?xf32>, %%k : memref<2xi16>) worker(%%w : index) {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
%s
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Two" worker {
    poplar.field @a : !poplar.inout<vec<f32>>
    poplar.field @b : !poplar.out<vec<f32>>
    poplar.compute (%%a : memref<?xf32>, %%b : memref<?xf32>) {
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Sup" supervisor {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.field @y : !poplar.inout<vec<f32>>
    poplar.field @k : !poplar.array<2 x ui16>
    poplar.compute (%%x : memref<?xf32>, %%y : memref<?xf32>, %%k : memref<2xi16>) {
      %%c0 = arith.constant 0 : index
      %%f = arith.constant 7.0 : f32
%s
      poplar.compute_return
    }
  }
  poplar.graph @main {
    %%x = poplar.variable "x" = dense<1.0> : !poplar.tensor<8xf32>
    %%y = poplar.variable "y" = dense<2.0> : !poplar.tensor<8xf32>
    poplar.set_tile_mapping %%x on 0
    poplar.set_tile_mapping %%y on 0
    poplar.compute_set @cs {
      %%v = poplar.add_vertex @"demo::Sup" on 0
      poplar.connect %%v @x to %%x
      poplar.connect %%v @y to %%y
      poplar.set %%v @k = [1, 2]
    }
    poplar.program {
      poplar.execute @cs
    }
  }
}`, worker, supervisor)
}

const (
	startAll = "poplar.start @\"demo::Work\"(%x, %y, %k : memref<?xf32>, memref<?xf32>, memref<2xi16>)\n"
	toX      = "%a = memref.load %y[%w] : memref<?xf32>\nmemref.store %a, %x[%w] : memref<?xf32>\n"
)

// TestSupervisorsAndWorkers runs supervisors: accesses ordered by starts and joins are
// allowed, all others are refused.
func TestSupervisorsAndWorkers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ worker, supervisor, code string }{
		"stored before the start":    {toX, "memref.store %f, %y[%c0] : memref<?xf32>\n" + startAll + "poplar.join\n", ""},
		"loaded after the join":      {toX, startAll + "poplar.join\n%a = memref.load %x[%c0] : memref<?xf32>\nmemref.store %a, %y[%c0] : memref<?xf32>\n", ""},
		"started twice":              {toX, startAll + "poplar.join\n" + startAll + "poplar.join\n", ""},
		"loaded before the join":     {toX, startAll + "%a = memref.load %x[%c0] : memref<?xf32>\npoplar.join\nmemref.store %a, %y[%c0] : memref<?xf32>\n", "worker-race"},
		"stored before the join":     {toX, startAll + "memref.store %f, %x[%c0] : memref<?xf32>\npoplar.join\n", "worker-race"},
		"workers at one element":     {"%a = memref.load %y[%w] : memref<?xf32>\nmemref.store %a, %x[%c0] : memref<?xf32>\n", startAll + "poplar.join\n", "worker-race"},
		"written through two fields": {toX, "poplar.start @\"demo::Two\"(%x, %x : memref<?xf32>, memref<?xf32>)\npoplar.join\n", "start-memory"},
		"written beside":             {toX, "poplar.start @\"demo::Two\"(%x, %y : memref<?xf32>, memref<?xf32>)\npoplar.join\n", ""},
		"stored to an input": {"%a = memref.load %x[%w] : memref<?xf32>\n%j = memref.load %k[%c0] : memref<2xi16>\n%j1 = arith.constant 1 : i16\n%t = arith.cmpi eq, %j, %j1 : i16\n" +
			"%m = arith.select %t, %y, %x : memref<?xf32>\nmemref.store %a, %m[%w] : memref<?xf32>\n", startAll + "poplar.join\n", "input-store"},
		"behind the edge": {"%c9 = arith.constant 9 : index\n%a = memref.load %y[%c9] : memref<?xf32>\nmemref.store %a, %x[%w] : memref<?xf32>\n", startAll + "poplar.join\n", "edge-bounds"},
		"endless worker":  {"cf.br ^l\n^l:\n%j = arith.addi %c1, %c1 : index\ncf.br ^l\n^never:\n", startAll + "poplar.join\n", "steps"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, list, err := machines(started(c.worker, c.supervisor))
			if err != nil {
				t.Fatal(err)
			}
			d := list[len(list)-1].(*run.Device)
			d.MaxSteps = 1000
			if err := d.Run(t.Context()); diag.CodeOf(err) != c.code {
				t.Errorf("got %v, want code %q", err, c.code)
			}
		})
	}
}
