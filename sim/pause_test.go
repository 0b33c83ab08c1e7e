package sim_test

import (
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/sim"
)

// waits are bodies of a function in which each thread adds the numbers of all threads to %r, by way
// of %m, in memory of the workgroup. The function "turn" adds the number of thread %i.
var waits = []struct{ name, body string }{
	{"a loop", `
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (index) {
    $TURN
    scf.yield %a : index
  }`},
	{"ifs in loops", `
  %r = scf.for %j = %c0 to %c1 step %c1 iter_args(%q = %zero) -> (index) {
    %z = scf.for %i = %c0 to %n step %c1 iter_args(%s = %q) -> (index) {
      %even = arith.cmpi ult, %i, %c3 : index
      %w = scf.if %even -> (index) {
        $TURN
        scf.yield %a : index
      } else {
        $TURN
        scf.yield %a : index
      }
      scf.yield %w : index
    }
    scf.yield %z : index
  }`},
	{"a while loop", `
  %end, %r = scf.while (%i = %c0, %s = %zero) : (index, index) -> (index, index) {
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i, %s : index, index
  } do {
  ^bb0(%i: index, %s: index):
    $TURN
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %a : index, index
  }`},
	{"blocks", `
  cf.br ^loop(%c0, %zero : index, index)
^loop(%i: index, %s: index):
  $TURN
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^loop(%next, %a : index, index), ^end(%a : index)
^end(%r: index):`},
	{"calls", `
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (index) {
    %a = func.call @turn(%m, %i, %s) : (memref<5xindex, #gpu.address_space<workgroup>>, index, index) -> index
    scf.yield %a : index
  }`},
	{"calls in ifs", `
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (index) {
    memref.store %t, %m[%t] : memref<5xindex, #gpu.address_space<workgroup>>
    %third = arith.cmpi eq, %t, %c3 : index
    scf.if %third {
      func.call @wait() : () -> ()
    } else {
      func.call @wait() : () -> ()
    }
    %v = memref.load %m[%i] : memref<5xindex, #gpu.address_space<workgroup>>
    gpu.barrier
    %a = arith.addi %s, %v : index
    scf.yield %a : index
  }`},
	{"a loop with memory of its own", `
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (index) {
    %own = memref.alloca() : memref<1xindex>
    memref.store %s, %own[%c0] : memref<1xindex>
    $TURN
    %kept = memref.load %own[%c0] : memref<1xindex>
    %same = arith.subi %s, %kept : index
    %b = arith.addi %a, %same : index
    scf.yield %b : index
  }`},
}

// Threads that wait in loops, branches and calls continue where they waited.
func TestWaitAnywhere(t *testing.T) {
	t.Parallel()
	const threads = 5 // threads of the workgroup; %m and the memory of the threads have a number for each thread
	turn := strings.ReplaceAll(`memref.store %t, %m[%t] : MEMORY
    gpu.barrier
    %v = memref.load %m[%i] : MEMORY
    gpu.barrier
    %a = arith.addi %s, %v : index`, "MEMORY", "memref<5xindex, #gpu.address_space<workgroup>>")
	for _, c := range waits {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			body := strings.ReplaceAll(c.body, "$TURN", turn)
			module := load(t, all.Context(), `func.func @f() -> index {
  %t = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = arith.constant 5 : index
  %zero = arith.constant 0 : index
  %m = memref.alloc() : memref<5xindex, #gpu.address_space<workgroup>>
`+body+`
  return %r : index
}
func.func @wait() {
  gpu.barrier
  return
}
func.func @turn(%m: memref<5xindex, #gpu.address_space<workgroup>>, %i: index, %s: index) -> index {
  %t = gpu.thread_id x
  `+turn+`
  return %a : index
}`)
			barriers := int64(0)
			g := sim.Group{
				Module: module, BlockDim: [3]int64{threads}, Limits: sim.Limits{MaxMemory: threads * 2 * 8},
				Executed: func(op *ir.Operation, n int64) {
					if ir.Is[gpu.BarrierOp](op) {
						barriers += n
					}
				},
			}
			results, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
			if err != nil {
				t.Fatal(err)
			}
			for i, r := range results {
				if r[0].Bits != 0+1+2+3+4 {
					t.Errorf("the result of thread %d is %d", i, r[0].Bits)
				}
			}
			if want := int64(threads * threads * 2); barriers != want {
				t.Errorf("barriers are executed %d times, want %d", barriers, want)
			}
		})
	}
}
