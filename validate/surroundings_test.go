package validate_test

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"optc/dialect/arith"
	"optc/ir"
	"optc/lower"
	"optc/optmain"
)

// TestFunctionInPlace: a pass on a function is compared together with the functions and globals
// around it, and a function that calls itself calls its version before the pass.
func TestFunctionInPlace(t *testing.T) {
	t.Parallel()
	const text = `module @outer {
  memref.global "private" constant @seven : memref<1xi32> = dense<7>
  func.func private @below(%a: i32) -> i32 {
    %c0 = arith.constant 0 : index
    %g = memref.get_global @seven : memref<1xi32>
    %b = memref.load %g[%c0] : memref<1xi32>
    %0 = arith.addi %a, %b : i32
    return %0 : i32
  }
  func.func @f(%n: i32) -> i32 {
    %c0 = arith.constant 0 : i32
    %c15 = arith.constant 15 : i32
    %m = arith.andi %n, %c15 : i32
    %stop = arith.cmpi eq, %m, %c0 : i32
    %r = scf.if %stop -> (i32) {
      %0 = func.call @below(%m) : (i32) -> i32
      scf.yield %0 : i32
    } else {
      %c1 = arith.constant 1 : i32
      %less = arith.OPERATION : i32
      %0 = func.call @f(%less) : (i32) -> i32
      %1 = arith.addi %0, %m : i32
      scf.yield %1 : i32
    }
    return %r : i32
  }
}`
	for _, c := range []struct {
		name, operation string
		swapped         ir.OpKind
		want            string
	}{
		{name: "right", operation: "addi %m, %c15", swapped: arith.AddIOp{}},
		// After the pass, the function calls itself for ever with 1 - m, whose last bits are
		// never zero.
		{name: "wrong", operation: "subi %m, %c1", swapped: arith.SubIOp{}, want: "'func.func' op can be executed before the pass, but afterwards"},
	} {
		got := run(t, strings.Replace(text, "OPERATION", c.operation, 1), "builtin.module(func.func(break))", breaking(c.swapped, swap))
		if !strings.Contains(got, c.want) || c.want == "" && got != "" {
			t.Errorf("%s: got %s", c.name, got)
		}
	}
}

// TestProgramInPlace: a program is executed after a pass on a class only if the program uses the
// class, and not after a pass on a function that it does not refer to.
func TestProgramInPlace(t *testing.T) {
	t.Parallel()
	const code = `
    poplar.field @x : !poplar.inout<vec<ui32>>
    poplar.compute (%x : memref<?xi32>) {
      %c0 = arith.constant 0 : index
      %z = arith.constant 0 : i32
      %v = memref.load %x[%c0] : memref<?xi32>
      %w = arith.addi %v, %z : i32
      memref.store %w, %x[%c0] : memref<?xi32>
      poplar.compute_return
    }
  }
  poplar.vertex @`
	const text = `module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Used" worker {` + code + `"demo::Unused" worker {` + code + `"demo::Started" worker {` + code + `"demo::Supervisor" supervisor {
    poplar.field @x : !poplar.inout<vec<ui32>>
    poplar.compute (%x : memref<?xi32>) {
      poplar.start @"demo::Started"(%x : memref<?xi32>)
      poplar.join
      poplar.compute_return
    }
  }
  func.func @f(%a: i32) -> i32 {
    %z = arith.constant 0 : i32
    %0 = arith.addi %a, %z : i32
    return %0 : i32
  }
  poplar.graph @main {
    %x = poplar.variable "x" = dense<1> : !poplar.tensor<4xui32>
    poplar.set_tile_mapping %x on 0
    poplar.compute_set @first {
      %v = poplar.add_vertex @"demo::Used" on 0
      poplar.connect %v @x to %x
    }
    poplar.compute_set @second {
      %v = poplar.add_vertex @"demo::Supervisor" on 0
      poplar.connect %v @x to %x
    }
    poplar.program {
      poplar.execute @first
      poplar.execute @second
    }
  }
}`
	for _, c := range []struct {
		pipeline string
		executed int64 // plain executions: 3 before the first change of the program, and 3 after each change
	}{
		{pipeline: "func.func(canonicalize)"},
		{pipeline: "poplar.vertex(canonicalize)", executed: 9},
		{pipeline: "func.func(canonicalize),poplar.vertex(canonicalize)", executed: 9},
		{pipeline: "poplar-resolve-layouts,func.func(canonicalize),poplar.vertex(canonicalize)", executed: 12},
	} {
		families := slices.Clone(optmain.DefaultConfig().Programs)
		var plain atomic.Int64
		for i, k := range families {
			counted := *k
			counted.Plain = func(ctx context.Context, op *ir.Operation, o lower.Options) (lower.Machine, error) {
				plain.Add(1)
				return k.Plain(ctx, op, o)
			}
			families[i] = &counted
		}
		if got := runFamilies(t, text, "builtin.module("+c.pipeline+")", families); got != "" || plain.Load() != c.executed {
			t.Errorf("%s: executed %d times, want %d; reported %q", c.pipeline, plain.Load(), c.executed, got)
		}
	}
}
