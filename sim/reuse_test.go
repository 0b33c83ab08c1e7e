package sim_test

import (
	"slices"
	"testing"

	"optc/ir"
	"optc/sim"
)

// The vectors of an operation are reused if all uses are tracked: %s is the result under test.
func TestWhatIsUsedAgain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code string
		reused     bool
	}{
		{"computed with", "%r = arith.addi %s, %v : vector<4xi32>", true},
		{"stored", "vector.store %s, %m[%c0] : memref<8xi32>, vector<4xi32>", true},
		{"written", "vector.transfer_write %s, %m[%c0] : vector<4xi32>, memref<8xi32>", true},
		{"stored under a mask", "vector.maskedstore %m[%c0], %on, %s : memref<8xi32>, vector<4xi1>, vector<4xi32>", true},
		{"reduced", "%r = vector.reduction <add>, %s : vector<4xi32> into i32", true},
		{"reduced along a dimension", "%r = vector.multi_reduction <add>, %s, %x [0] : vector<4xi32> to i32", true},
		{"contracted", "%r = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = [\"reduction\"]} %s, %v, %x : vector<4xi32>, vector<4xi32> into i32", true},
		{"an outer product", "%r = vector.outerproduct %s, %x : vector<4xi32>, i32", true},
		{"broadcast", "%r = vector.broadcast %s : vector<4xi32> to vector<2x4xi32>", true},
		{"transposed", "%r = vector.transpose %s, [0] : vector<4xi32> to vector<4xi32>", true},
		{"extracted", "%r = vector.extract %s[1] : i32 from vector<4xi32>", true},
		{"inserted", "%r = vector.insert %x, %s [1] : i32 into vector<4xi32>", true},
		{"a slice", "%r = vector.extract_strided_slice %s {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>", true},
		{"a slice of", "%r = vector.insert_strided_slice %s, %w {offsets = [1, 0], strides = [1]} : vector<4xi32> into vector<2x4xi32>", true},
		{"shuffled", "%r = vector.shuffle %s, %v [0, 5] : vector<4xi32>, vector<4xi32>", true},
		{"selected by elements", "%r = arith.select %on, %s, %v : vector<4xi1>, vector<4xi32>", true},
		{"selected", "%r = arith.select %yes, %s, %v : vector<4xi32>", false},
		{"cast", "%r = vector.shape_cast %s : vector<4xi32> to vector<2x2xi32>", false},
		{"broadcast to others", "%r = gpu.subgroup_broadcast %s, first_active_lane : vector<4xi32>", false},
		{"given to a function", "func.call @g(%s) : (vector<4xi32>) -> ()", false},
		{"carried", "%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %s) -> (vector<4xi32>) {\n %b = arith.addi %a, %v : vector<4xi32>\n scf.yield %b : vector<4xi32>\n}\n%q = arith.addi %r, %v : vector<4xi32>", true},
		{"carried and cast inside", "%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %s) -> (vector<4xi32>) {\n %b = vector.shape_cast %a : vector<4xi32> to vector<2x2xi32>\n scf.yield %v : vector<4xi32>\n}", false},
		{"carried and cast behind", "%r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %s) -> (vector<4xi32>) {\n scf.yield %a : vector<4xi32>\n}\n%b = vector.shape_cast %r : vector<4xi32> to vector<2x2xi32>", false},
		{"carried by the second", "%q:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %v, %b = %s) -> (vector<4xi32>, vector<4xi32>) {\n scf.yield %b, %a : vector<4xi32>, vector<4xi32>\n}\n%b = vector.shape_cast %q#0 : vector<4xi32> to vector<2x2xi32>", false},
		{"carried past", "%q:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %v, %b = %s) -> (vector<4xi32>, vector<4xi32>) {\n scf.yield %a, %b : vector<4xi32>, vector<4xi32>\n}\n%b = vector.shape_cast %q#0 : vector<4xi32> to vector<2x2xi32>", true},
		{"a branch", "%r = scf.if %yes -> (vector<4xi32>) {\n scf.yield %s : vector<4xi32>\n} else {\n scf.yield %v : vector<4xi32>\n}\n%q = arith.addi %r, %v : vector<4xi32>", true},
		{"a branch that is cast", "%r = scf.if %yes -> (vector<4xi32>) {\n scf.yield %s : vector<4xi32>\n} else {\n scf.yield %v : vector<4xi32>\n}\n%q = vector.shape_cast %r : vector<4xi32> to vector<2x2xi32>", false},
		{"a region", "%r = scf.execute_region -> vector<4xi32> {\n scf.yield %s : vector<4xi32>\n}", true},
		{"a region that is left from two blocks", "%r = scf.execute_region -> vector<4xi32> {\n cf.cond_br %yes, ^a(%s : vector<4xi32>), ^a(%v : vector<4xi32>)\n^a(%b: vector<4xi32>):\n scf.yield %b : vector<4xi32>\n}", false},
		{"not used", "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			module := parseQuick(t, `func.func @f(%m: memref<8xi32>, %v: vector<4xi32>, %w: vector<2x4xi32>, %on: vector<4xi1>, %x: i32, %yes: i1, %c0: index, %c1: index) {
  %s = arith.muli %v, %v : vector<4xi32>
`+c.code+`
  return
}
func.func private @g(vector<4xi32>)`)
			machine, fn := sim.New(module, nil), module.Body().Front()
			for number := range 2 {
				if got := machine.Reuse(fn, fn.Body().Front()); c.reused && got != number || !c.reused && got != -1 {
					t.Errorf("the number is %d, used again is %v", got, c.reused)
				}
			}
		})
	}
}

// A vector that is reused has no elements left that were poison before.
func TestPoisonIsNotUsedAgain(t *testing.T) {
	t.Parallel()
	for _, kept := range []string{"arith.select %on, %v, %q : vector<2xi1>, vector<2xi32>", "arith.select %all, %d, %d : vector<2xi1>, vector<2xi32>", "vector.transpose %t, [0] : vector<2xi32> to vector<2xi32>"} {
		module := parseQuick(t, `func.func @f(%v: vector<2xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %q = ub.poison : vector<2xi32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %zero) -> (i32) {
    %on = vector.create_mask %i : vector<2xi1>
    %first = vector.extract %v[0] : i32 from vector<2xi32>
    %second = vector.extract %v[1] : i32 from vector<2xi32>
    %p = ub.poison : i32
    %begins = arith.cmpi eq, %i, %c0 : index
    %y = arith.select %begins, %p, %second : i32
    %d = vector.from_elements %first, %y : vector<2xi32>
    %all = arith.constant dense<true> : vector<2xi1>
    %t = arith.select %on, %v, %q : vector<2xi1>, vector<2xi32>
    %s = `+kept+`
    %last = arith.cmpi eq, %i, %c1 : index
    %e = vector.extract %s[0] : i32 from vector<2xi32>
    %f = arith.select %last, %e, %a : i32
    %both = arith.cmpi ugt, %i, %c1 : index
    %g = vector.reduction <add>, %s : vector<2xi32> into i32
    %h = arith.select %both, %g, %f : i32
    scf.yield %h : i32
  }
  return %r : i32
}`)
		v := sim.NewVector([]int64{2}, ir.NewContext().I32())
		v.SetBits(0, 3)
		v.SetBits(1, 4)
		got, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: v})
		if err != nil || got[0].IsPoison() || got[0].Bits != 7 {
			t.Errorf("%s: got %v, %v, want 7", kept, got, err)
		}
	}
}

// A loop makes as many vectors as are held at a time, however often it runs.
func TestVectorsOfLoops(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, body string
		want       []int // vectors of each operation that are newly made
	}{
		{"carried", "%s = arith.addi %a, %v : vector<2xi32>", []int{3}},
		{"not carried", "%q = arith.addi %v, %v : vector<2xi32>\n%s = arith.addi %a, %q : vector<2xi32>", []int{1, 3}},
		{"broadcast", "%k = arith.index_cast %i : index to i32\n%q = vector.broadcast %k : i32 to vector<2xi32>\n%s = arith.addi %a, %q : vector<2xi32>", []int{1, 3}},
		{"cast", "%q = arith.addi %a, %v : vector<2xi32>\n%s = vector.shape_cast %q : vector<2xi32> to vector<2xi32>", nil},
	} {
		module := parseQuick(t, `func.func @f(%v: vector<2xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 50 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (vector<2xi32>) {
`+c.body+`
    scf.yield %s : vector<2xi32>
  }
  %x = vector.reduction <add>, %r : vector<2xi32> into i32
  return %x : i32
}`)
		machine := sim.New(module, nil)
		v := sim.NewVector([]int64{2}, ir.NewContext().I32())
		for range 3 {
			if _, err := machine.Call(t.Context(), "f", sim.Value{Ref: v}); err != nil {
				t.Fatal(err)
			}
		}
		got, frames := machine.Kept(module.Body().Front())
		if frames != 1 {
			t.Fatalf("%s: %d frames", c.name, frames)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %d vectors are kept, want %d", c.name, got, c.want)
		}
	}
}

// The elements from the base of a memref to its last element.
func TestSpan(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		offset         int64
		sizes, strides []int64
		want           int64 // -1: refused
	}{
		{offset: 0, want: 1}, {offset: 3, want: 4}, {offset: 0, sizes: []int64{4}, strides: []int64{1}, want: 4}, {offset: 2, sizes: []int64{4, 3},
			strides: []int64{10, 2}, want: 37}, {offset: 5,
			sizes: []int64{4, 0}, strides: []int64{1, 1}, want: 0},
		{offset: 0, sizes: []int64{0}, strides: []int64{-1}, want: 0}, {offset: 0, sizes: []int64{5}, strides: []int64{0}, want: 1}, {offset: 0, sizes: []int64{2}, strides: []int64{-1},
			want: -1}, {offset: -1,
			sizes: []int64{2}, strides: []int64{1}, want: -1},
		{offset: 0, sizes: []int64{5}, strides: []int64{1 << 30}, want: 1<<32 + 1}, {offset: 0, sizes: []int64{6}, strides: []int64{1 << 30}, want: -1}, {offset: 0,
			sizes: []int64{1<<32 + 1}, strides: []int64{1}, want: 1<<32 + 1}, {offset: 0,
			sizes: []int64{1<<32 + 2}, strides: []int64{1}, want: -1},
	} {
		if got, err := sim.Span(c.offset, c.sizes, c.strides); (err == nil) != (c.want >= 0) || err == nil && got != c.want {
			t.Errorf("offset %d, sizes %d, strides %d: got %d, %v, want %d", c.offset, c.sizes, c.strides, got, err, c.want)
		}
	}
}

// The elements of vectors in memory come after the dimensions of a view.
func TestElementsOfVectors(t *testing.T) {
	t.Parallel()
	c := ir.NewContext()
	elem := ir.Vector([]int64{3}, c.I16())
	m, err := sim.Alloc("m", []int64{4}, elem)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(4) {
		v := sim.NewVector([]int64{3}, c.I16())
		for k := range v.Len() {
			v.SetBits(k, uint64(10*i)+uint64(k))
		}
		if i == 3 {
			v.SetUndef(1)
		}
		if err := m.Store([]int64{i}, sim.Value{Ref: v}); err != nil {
			t.Fatal(err)
		}
	}
	view := *m
	view.Offset, view.Sizes, view.Strides = 1, []int64{2}, []int64{2}
	if got := sim.Format(nil, sim.Value{Ref: &view}); got != "[[10, 11, 12], [30, undef, 32]]" {
		t.Errorf("got %s", got)
	}
}
