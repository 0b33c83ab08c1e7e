package sim_test

import (
	"slices"
	"testing"

	"optc/sim"
)

// Reusing vectors does not change values that are still visible: the arguments of a loop
// that swaps them, results of loops and branches, and the results of a function.
func TestVectorsUsedAgain(t *testing.T) {
	t.Parallel()
	const prologue = `
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
`
	for _, tt := range []struct {
		name, body string
		want       []uint64
	}{
		{"swapped", `%x:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %v, %b = %v) -> (vector<2xi32>, vector<2xi32>) {
    %s = arith.addi %a, %b : vector<2xi32>
    scf.yield %b, %s : vector<2xi32>, vector<2xi32>
  }
  %r = arith.subi %x#1, %x#0 : vector<2xi32>`, []uint64{5, 10}},
		{"nested", `%r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %v) -> (vector<2xi32>) {
    %d = arith.addi %a, %v : vector<2xi32>
    %e = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %d) -> (vector<2xi32>) {
      %f = arith.addi %b, %a : vector<2xi32>
      scf.yield %f : vector<2xi32>
    }
    %g = arith.subi %e, %d : vector<2xi32>
    scf.yield %g : vector<2xi32>
  }`, []uint64{3125, 6250}},
		{"branch", `%r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %v) -> (vector<2xi32>) {
    %d = arith.addi %a, %v : vector<2xi32>
    %odd = arith.remui %i, %c2 : index
    %g = arith.cmpi eq, %odd, %c1 : index
    %h = scf.if %g -> (vector<2xi32>) {
      scf.yield %a : vector<2xi32>
    } else {
      %s = arith.addi %d, %a : vector<2xi32>
      scf.yield %s : vector<2xi32>
    }
    %k = arith.addi %h, %d : vector<2xi32>
    scf.yield %k : vector<2xi32>
  }`, branched()},
		{"cast", `%q = vector.shape_cast %v : vector<2xi32> to vector<2x1xi32>
  %x:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %v, %k = %q) -> (vector<2xi32>, vector<2x1xi32>) {
    %d = arith.addi %a, %v : vector<2xi32>
    %e = vector.shape_cast %d : vector<2xi32> to vector<2x1xi32>
    %f = arith.addi %k, %e : vector<2x1xi32>
    scf.yield %d, %f : vector<2xi32>, vector<2x1xi32>
  }
  %r = vector.shape_cast %x#1 : vector<2x1xi32> to vector<2xi32>`, []uint64{21, 42}},
		{"inserted into twice", `%x = arith.constant 7 : i32
  %a = vector.insert %x, %v [0] : i32 into vector<2xi32>
  %b = vector.insert %x, %a [1] : i32 into vector<2xi32>
  %r = arith.addi %a, %b : vector<2xi32>`, []uint64{14, 9}},
		{"inserted into one after the other", `%x = arith.constant 7 : i32
  %a = vector.insert %x, %v [0] : i32 into vector<2xi32>
  %b = vector.insert %x, %a [1] : i32 into vector<2xi32>
  %r = arith.subi %b, %v : vector<2xi32>`, []uint64{6, 5}},
		{"inserted into in a loop", `%x = arith.constant 7 : i32
  %y = arith.constant 3 : i32
  %a = vector.insert %y, %v [0] : i32 into vector<2xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %v) -> (vector<2xi32>) {
    %b = vector.insert %x, %a [%i] : i32 into vector<2xi32>
    %t = arith.addi %s, %b : vector<2xi32>
    scf.yield %t : vector<2xi32>
  }`, []uint64{11, 11}},
		{"products are added", `%m = vector.broadcast %v : vector<2xi32> to vector<2x2xi32>
  %x:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %v, %b = %v) -> (vector<2xi32>, vector<2xi32>) {
    %d = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>],
      iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %m, %v, %a : vector<2x2xi32>, vector<2xi32> into vector<2xi32>
    %e = arith.subi %d, %a : vector<2xi32>
    %f = arith.addi %b, %e : vector<2xi32>
    scf.yield %d, %f : vector<2xi32>, vector<2xi32>
  }
  %r = arith.muli %x#0, %x#1 : vector<2xi32>`, []uint64{26 * 26, 27 * 27}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, module := parse(t, "func.func @f(%v: vector<2xi32>) -> vector<2xi32> {"+prologue+"  %c2 = arith.constant 2 : index\n  "+tt.body+"\n  return %r : vector<2xi32>\n}")
			machine := sim.New(module, nil)
			call := func(a, b uint64) *sim.Vector {
				v := sim.NewVector([]int64{2}, c.I32())
				v.SetBits(0, a)
				v.SetBits(1, b)
				results, err := machine.Call(t.Context(), "f", sim.Value{Ref: v})
				if err != nil {
					t.Fatal(err)
				}
				return results[0].Vector()
			}
			first := call(1, 2)
			call(7, 9)
			if !slices.Equal(first.AllBits(), tt.want) {
				t.Errorf("got %d, want %d", first.AllBits(), tt.want)
			}
		})
	}
}

// branched computes the same as the case "branch".
func branched() []uint64 {
	a := uint64(1)
	for i := range 5 {
		d := a + 1
		h := d + a
		if i%2 == 1 {
			h = a
		}
		a = h + d
	}
	return []uint64{a, 2 * a}
}

// A tensor of unknown extents has the extents of its operands in every run.
func TestUnknownExtents(t *testing.T) {
	t.Parallel()
	c, module := parse(t, `func.func @f(%v: tensor<?x?xi32>, %i: index, %j: index) -> i32 {
  %s = arith.addi %v, %v : tensor<?x?xi32>
  %u = arith.addi %s, %s : tensor<?x?xi32>
  %x = tensor.extract %u[%i, %j] : tensor<?x?xi32>
  return %x : i32
}`)
	machine := sim.New(module, nil)
	for _, shape := range [][]int64{{2, 3}, {3, 2}, {4, 4}, {1, 1}} {
		v := sim.NewVector(shape, c.I32())
		last := v.Len() - 1
		v.Set(last, sim.Int(7))
		got, err := machine.Call(t.Context(), "f", sim.Value{Ref: v}, sim.Int(uint64(shape[0]-1)), sim.Int(uint64(shape[1]-1)))
		if err != nil || got[0].Bits != 28 {
			t.Errorf("extents %d: got %v (%v), want 28", shape, got, err)
		}
	}
}
