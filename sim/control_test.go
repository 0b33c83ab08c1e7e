package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// A switch branches to the block for the value, with the operands for that block.
func TestSwitch(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f(%flag: i8) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 10 : i32
  %c = arith.constant 100 : i32
  cf.switch %flag : i8, [
    default: ^none(%a : i32),
    -7: ^two(%b, %a : i32, i32),
    5: ^none(%c : i32),
    6: ^two(%c, %b : i32, i32)
  ]
^none(%x: i32):
  return %x : i32
^two(%y: i32, %z: i32):
  %s = arith.subi %y, %z : i32
  return %s : i32
}
func.func @default(%flag: i8) -> i32 {
  %a = arith.constant 3 : i32
  cf.switch %flag : i8, [
    default: ^end(%a : i32)
  ]
^end(%x: i32):
  return %x : i32
}`)
	for _, c := range []struct {
		name       string
		flag, want uint64
	}{{"f", 0xf9, 9}, {"f", 5, 100}, {"f", 6, 90}, {"f", 7, 1}, {"f", 0, 1}, {"default", 5, 3}} {
		got, err := sim.New(m, nil).Call(t.Context(), c.name, sim.Int(c.flag))
		if err != nil || got[0].Bits != c.want {
			t.Errorf("@%s(%d): got %v, %v, want %d", c.name, c.flag, got, err, c.want)
		}
	}
}

// An indirect call calls whichever function is its operand.
func TestIndirectCalls(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %ten = arith.constant 10 : i32
  %a = func.constant @one : () -> i32
  %b = func.constant @two : () -> i32
  %r:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b, %s = %zero) -> (() -> i32, () -> i32, i32) {
    %v = func.call_indirect %x() : () -> i32
    %t = arith.muli %s, %ten : i32
    %u = arith.addi %t, %v : i32
    scf.yield %y, %x, %u : () -> i32, () -> i32, i32
  }
  return %r#2 : i32
}
func.func private @one() -> i32 {
  %c = arith.constant 1 : i32
  return %c : i32
}
func.func private @two() -> i32 {
  %c = arith.constant 2 : i32
  return %c : i32
}`)
	got, err := sim.New(m, nil).Call(t.Context(), "f")
	if err != nil || got[0].Bits != 121 {
		t.Errorf("got %v, %v, want 121", got, err)
	}
}

// Results of a call are the first values of a function.
func TestFirstResults(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f() -> (i32, i32) {
  %r:2 = func.call @g() : () -> (i32, i32)
  return %r#1, %r#0 : i32, i32
}
func.func private @g() -> (i32, i32) {
  %c = arith.constant 1 : i32
  %d = arith.constant 2 : i32
  return %c, %d : i32, i32
}`)
	got, err := sim.New(m, nil).Call(t.Context(), "f")
	if err != nil || got[0].Bits != 2 || got[1].Bits != 1 {
		t.Errorf("got %v, %v", got, err)
	}
}

// Blocks and threads count along all three dimensions.
func TestLaunchAlongAllDimensions(t *testing.T) {
	t.Parallel()
	c := all.Context()
	m := load(t, c, `func.func @f(%out: memref<2x3x4x5x2x3xindex>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c3, %gz = %c4) threads(%tx, %ty, %tz) in (%sx = %c5, %sy = %c2, %sz = %c3) {
    %v = affine.apply affine_map<(a, b, c, d, e, f) -> (a * 100000 + b * 10000 + c * 1000 + d * 100 + e * 10 + f)>(%gx, %gy, %gz, %sx, %sy, %sz)
    memref.store %v, %out[%bx, %by, %bz, %tx, %ty, %tz] : memref<2x3x4x5x2x3xindex>
    gpu.terminator
  }
  return
}`)
	out, e := sim.Alloc("out", []int64{2, 3, 4, 5, 2, 3}, c.Index())
	if e != nil {
		t.Fatal(e)
	}
	if _, err := sim.New(m, nil).Call(t.Context(), "f", sim.Value{Ref: out}); err != nil {
		t.Fatal(err)
	}
	if got := out.Elements(); got.Undef != nil || !slices.Equal(got.AllBits(), slices.Repeat([]uint64{234523}, 720)) {
		t.Errorf("got %v", got)
	}
}

// Executed operations are counted once, block by block, and other operations are not counted.
func TestExecuted(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f(%a: i1) {
  cf.cond_br %a, ^a, ^b
^a:
  %x = arith.constant 1 : i32
  cf.br ^c
^b:
  %y = arith.constant 2 : i32
  cf.br ^c
^c:
  return
}`)
	machine := sim.New(m, nil)
	count := func() (got []string) {
		machine.Executed(func(op *ir.Operation, n int64) {
			got = append(got, fmt.Sprintf("%s %d", op.Name(), n))
		})
		return got
	}
	for range 2 {
		if _, err := machine.Call(t.Context(), "f", sim.Bool(false)); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"cf.cond_br 2", "arith.constant 2", "cf.br 2", "func.return 2"}
	if got := count(); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := count(); got != nil {
		t.Errorf("counted twice: %q", got)
	}
	if machine.Steps() != 8 {
		t.Errorf("%d steps", machine.Steps())
	}
}
