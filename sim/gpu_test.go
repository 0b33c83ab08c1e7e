package sim_test

import (
	"slices"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/sim"
)

// load parses and verifies a module.
func load(t testing.TB, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	var ds ir.Diagnostics
	m, err := parser.Parse(t.Context(), c, &ir.Source{Name: "test.mlir", Text: text}, &ds)
	if err != nil || ir.Verify(m, &ds) != nil {
		t.Fatal(ds.String())
	}
	return m
}

// perThread runs @f in every thread of a block and returns result 0 of each thread.
func perThread(t *testing.T, text string, block [3]int64, subgroup int64) []sim.Value {
	t.Helper()
	g := sim.Group{Module: load(t, all.Context(), text), BlockDim: block, SubgroupSize: subgroup}
	results, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	if err != nil {
		t.Fatal(err)
	}
	var firsts []sim.Value
	for _, r := range results {
		firsts = append(firsts, r[0])
	}
	return firsts
}

const poison = 1 << 40

func bits(vs []sim.Value) []uint64 {
	var out []uint64
	for _, v := range vs {
		if v.IsPoison() {
			out = append(out, poison)
		} else {
			out = append(out, v.Bits)
		}
	}
	return out
}

// Every thread computes from its flat id %id (i32) the value %r (i32).
func TestLanes(t *testing.T) {
	t.Parallel()
	const head = `func.func @f() -> i32 {
  %x = gpu.thread_id x
  %id = arith.index_cast %x : index to i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
`
	for _, test := range []struct {
		name, code string
		want       []uint64
	}{
		{"xor", "%r, %v = gpu.shuffle xor %id, %one, %four : i32", []uint64{1, 0, 3, 2, 5, 4, 7, 6}},
		{"down", "%r, %v = gpu.shuffle down %id, %one, %four : i32", []uint64{1, 2, 3, poison, 5, 6, 7, poison}},
		{"up", "%r, %v = gpu.shuffle up %id, %one, %four : i32", []uint64{poison, 0, 1, 2, poison, 4, 5, 6}},
		{"idx", "%r, %v = gpu.shuffle idx %id, %three, %four : i32", []uint64{3, 3, 3, 3, 7, 7, 7, 7}},
		{"narrow", "%r, %v = gpu.shuffle idx %id, %one, %three : i32", []uint64{1, 1, 1, poison, 5, 5, 5, poison}},
		{"valid", "%q, %v = gpu.shuffle down %id, %one, %four : i32\n%r = arith.extui %v : i1 to i32", []uint64{1, 1, 1, 0, 1, 1, 1, 0}},
		{"no longer valid", `%c0 = arith.constant 0 : index
%c1 = arith.constant 1 : index
%c2 = arith.constant 2 : index
%zero = arith.constant 0 : i32
%r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %zero) -> (i32) {
  %k = arith.index_cast %i : index to i32
  %by = arith.muli %k, %three : i32
  %q, %v = gpu.shuffle down %id, %by, %four : i32
  %w = arith.extui %v : i1 to i32
  %s = arith.addi %a, %a : i32
  %t = arith.addi %s, %w : i32
  scf.yield %t : i32
}`, []uint64{3, 2, 2, 2, 3, 2, 2, 2}},
		{"rotate", "%r, %v = gpu.rotate %id, 1, 4 : i32", []uint64{1, 2, 3, 0, 5, 6, 7, 4}},
		{"first lane", "%r = gpu.subgroup_broadcast %id, first_active_lane : i32", []uint64{0, 0, 0, 0, 4, 4, 4, 4}},
		{"lane 3", "%r = gpu.subgroup_broadcast %id, specific_lane %three : i32", []uint64{3, 3, 3, 3, 7, 7, 7, 7}},
		{"add", "%r = gpu.subgroup_reduce add %id : (i32) -> i32", []uint64{6, 6, 6, 6, 22, 22, 22, 22}},
		{"maxsi", "%r = gpu.subgroup_reduce maxsi %id : (i32) -> i32", []uint64{3, 3, 3, 3, 7, 7, 7, 7}},
		{"cluster", "%r = gpu.subgroup_reduce add %id cluster(size = 2) : (i32) -> i32", []uint64{1, 1, 5, 5, 9, 9, 13, 13}},
		{"strided", "%r = gpu.subgroup_reduce add %id cluster(size = 2, stride = 2) : (i32) -> i32", []uint64{2, 4, 2, 4, 10, 12, 10, 12}},
		{"all_reduce", "%r = gpu.all_reduce add %id {} : (i32) -> i32", []uint64{28, 28, 28, 28, 28, 28, 28, 28}},
		{"region", `%r = gpu.all_reduce %id {
^bb0(%a : i32, %b : i32):
  %m = arith.maxsi %a, %b : i32
  gpu.yield %m : i32
} : (i32) -> i32`, []uint64{7, 7, 7, 7, 7, 7, 7, 7}},
		{"inclusive scan", `%r, %t = iree_gpu.subgroup_scan inclusive (%id) {
^bb0(%a : i32, %b : i32):
  %s = arith.addi %a, %b : i32
  iree_gpu.yield %s : i32
} : i32`, []uint64{0, 1, 3, 6, 4, 9, 15, 22}},
		{"total of a scan", `%t, %r = iree_gpu.subgroup_scan inclusive (%id) {
^bb0(%a : i32, %b : i32):
  %s = arith.addi %a, %b : i32
  iree_gpu.yield %s : i32
} : i32`, []uint64{6, 6, 6, 6, 22, 22, 22, 22}},
		{"exclusive scan", `%r, %t = iree_gpu.subgroup_scan(%id, identity = %three : i32) {
^bb0(%a : i32, %b : i32):
  %s = arith.addi %a, %b : i32
  iree_gpu.yield %s : i32
} : i32`, []uint64{3, 3, 4, 6, 3, 7, 12, 18}},
		{"total of an exclusive scan", `%t, %r = iree_gpu.subgroup_scan(%id, identity = %three : i32) {
^bb0(%a : i32, %b : i32):
  %s = arith.addi %a, %b : i32
  iree_gpu.yield %s : i32
} : i32`, []uint64{9, 9, 9, 9, 25, 25, 25, 25}},
		{"scan of clusters", `%r, %t = iree_gpu.subgroup_scan inclusive (%id) cluster(size = 2, stride = 2) {
^bb0(%a : i32, %b : i32):
  %s = arith.addi %a, %b : i32
  iree_gpu.yield %s : i32
} : i32`, []uint64{0, 1, 2, 4, 4, 5, 10, 12}},
		{"lane_id", "%l = gpu.lane_id\n%r = arith.index_cast %l : index to i32", []uint64{0, 1, 2, 3, 0, 1, 2, 3}},
		{"subgroup_id", "%l = gpu.subgroup_id : index\n%r = arith.index_cast %l : index to i32", []uint64{0, 0, 0, 0, 1, 1, 1, 1}},
		{"num_subgroups", "%l = gpu.num_subgroups : index\n%r = arith.index_cast %l : index to i32", []uint64{2, 2, 2, 2, 2, 2, 2, 2}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			text := head + test.code + "\nreturn %r : i32 }"
			if got := bits(perThread(t, text, [3]int64{8, 1, 1}, 4)); !slices.Equal(got, test.want) {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}

// TestPositions: the position of each of 3x2x2 threads, x first; along each dimension and
// as a single number.
func TestPositions(t *testing.T) {
	t.Parallel()
	same := func(n uint64) []uint64 { return slices.Repeat([]uint64{n}, 12) }
	for _, test := range []struct {
		op       string
		subgroup int64
		want     []uint64
	}{
		{"gpu.thread_id x", 4, []uint64{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}},
		{"gpu.thread_id y", 4, []uint64{0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}},
		{"gpu.thread_id z", 4, []uint64{0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1}},
		{"gpu.block_dim x", 4, same(3)}, {"gpu.block_dim y", 4, same(2)}, {"gpu.block_dim z", 4, same(2)},
		{"gpu.cluster_dim_blocks x", 4, same(1)}, {"gpu.cluster_dim_blocks y", 4, same(1)}, {"gpu.cluster_dim_blocks z", 4, same(1)},
		{"gpu.cluster_block_id x", 4, same(0)}, {"gpu.cluster_block_id z", 4, same(0)},
		{"gpu.global_id x", 4, []uint64{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}},
		{"gpu.lane_id", 5, []uint64{0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1}},
		{"gpu.subgroup_id : index", 5, []uint64{0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2}},
		{"gpu.subgroup_size : index", 5, same(5)},
		{"gpu.num_subgroups : index", 5, same(3)}, {"gpu.num_subgroups : index", 6, same(2)}, {"gpu.num_subgroups : index", 12, same(1)}, {"gpu.num_subgroups : index", 13, same(1)}, {"gpu.num_subgroups : index", 11, same(2)},
	} {
		if got := bits(perThread(t, "func.func @f() -> index { %r = "+test.op+"\nreturn %r : index }", [3]int64{3, 2, 2}, test.subgroup)); !slices.Equal(got, test.want) {
			t.Errorf("%s with subgroups of %d: %d, want %d", test.op, test.subgroup, got, test.want)
		}
	}
}

func TestVectorsAreReducedElementwise(t *testing.T) {
	t.Parallel()
	got := perThread(t, `func.func @f() -> vector<2xindex> {
  %x = gpu.thread_id x
  %i = arith.index_cast %x : index to i32
  %c = arith.constant 10 : i32
  %v = vector.from_elements %i, %c : vector<2xi32>
  %s = gpu.subgroup_reduce add %v : (vector<2xi32>) -> vector<2xi32>
  %r = arith.index_cast %s : vector<2xi32> to vector<2xindex>
  return %r : vector<2xindex>
}`, [3]int64{4, 1, 1}, 4)
	if want := []uint64{6, 40}; !slices.Equal(got[3].Vector().AllBits(), want) {
		t.Errorf("got %d, want %d", got[3].Vector().AllBits(), want)
	}
}

// A block reverses 64 numbers through workgroup memory; without the barrier the threads
// would read elements before they are written.
const reverse = `module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @reverse(%in : memref<?xi32>, %out : memref<?xi32>) workgroup(%w : memref<8xi32, #gpu.address_space<workgroup>>) private(%p : memref<1xi32, #gpu.address_space<private>>) kernel {
      %c0 = arith.constant 0 : index
      %c7 = arith.constant 7 : index
      %t = gpu.thread_id x
      %g = gpu.global_id x
      %v = memref.load %in[%g] : memref<?xi32>
      memref.store %v, %p[%c0] : memref<1xi32, #gpu.address_space<private>>
      %mine = memref.load %p[%c0] : memref<1xi32, #gpu.address_space<private>>
      memref.store %mine, %w[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      BARRIER
      %back = arith.subi %c7, %t : index
      %r = memref.load %w[%back] : memref<8xi32, #gpu.address_space<workgroup>>
      memref.store %r, %out[%g] : memref<?xi32>
      gpu.return
    }
  }
  func.func @f(%in : memref<?xi32>, %out : memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @m::@reverse blocks in (%c2, %c1, %c1) threads in (%c8, %c1, %c1) args(%in : memref<?xi32>, %out : memref<?xi32>)
    return
  }
}`

func TestLaunch(t *testing.T) {
	t.Parallel()
	run := func(barrier string) ([]uint64, error) {
		c := all.Context()
		module := load(t, c, strings.Replace(reverse, "BARRIER", barrier, 1))
		in, _ := sim.Alloc("in", []int64{16}, c.Integer(32))
		out, _ := sim.Alloc("out", []int64{16}, c.Integer(32))
		for i := range int64(16) {
			in.Store([]int64{i}, sim.Int(uint64(i)))
		}
		_, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: in}, sim.Value{Ref: out})
		if err != nil {
			return nil, err
		}
		var got []uint64
		for i := range int64(16) {
			v, _ := out.Load([]int64{i})
			got = append(got, v.Bits)
		}
		return got, nil
	}
	want := []uint64{7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8}
	for _, barrier := range []string{"gpu.barrier", "gpu.barrier memfence [#gpu.address_space<workgroup>]"} {
		got, err := run(barrier)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %d, %v; want %d", barrier, got, err, want)
		}
	}
	// Each thread waits, but the accesses to the memory of the workgroup are not ordered.
	if got, err := run("gpu.barrier memfence [#gpu.address_space<global>]"); diag.CodeOf(err) != "race" {
		t.Errorf("with a fence for other memory: got %d and %v, want a race", got, err)
	}
	if got, err := run(""); err == nil {
		t.Errorf("without barrier: got %d, want an error about uninitialized memory", got)
	}
}

func TestDeadlock(t *testing.T) {
	t.Parallel()
	g := sim.Group{BlockDim: [3]int64{4, 1, 1}, SubgroupSize: 4, Module: load(t, all.Context(), `func.func @f() {
  %x = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %x, %c0 : index
  scf.if %first {
    gpu.barrier
  } else {
    gpu.barrier
  }
  return
}`)}
	_, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	if err == nil || !strings.Contains(err.Error(), "not all threads of the group arrive here") {
		t.Errorf("got %v", err)
	}
}

func TestLaunchInPlace(t *testing.T) {
	t.Parallel()
	c := all.Context()
	module := load(t, c, `func.func @f(%out : memref<2x3xindex>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c2, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %w = arith.muli %bx, %sx : index
    %v = arith.addi %w, %tx : index
    memref.store %v, %out[%bx, %tx] : memref<2x3xindex>
    gpu.terminator
  }
  return
}`)
	out, _ := sim.Alloc("out", []int64{2, 3}, c.Index())
	if _, err := sim.New(module, nil).Call(t.Context(), "f", sim.Value{Ref: out}); err != nil {
		t.Fatal(err)
	}
	if got := sim.Format(nil, sim.Value{Ref: out}); got != "[[0, 1, 2], [3, 4, 5]]" {
		t.Error(got)
	}
}

// Clusters are numbered from the first lane of each cluster, and the stride determines
// their width.
func TestClustersOfASubgroup(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		code string
		want []uint64
	}{
		{"%r = gpu.subgroup_reduce add %x cluster(size = 2, stride = 2) : (i32) -> i32", []uint64{2, 4, 2, 4, 10, 12, 10, 12}},
		{"%r = gpu.subgroup_reduce add %x cluster(size = 4) : (i32) -> i32", []uint64{6, 6, 6, 6, 22, 22, 22, 22}},
		{"%r, %t = iree_gpu.subgroup_scan inclusive (%x) cluster(size = 2, stride = 2) {\n^bb0(%a : i32, %b : i32):\n  %s = arith.addi %a, %b : i32\n  iree_gpu.yield %s : i32\n} : i32", []uint64{0, 1, 2, 4, 4, 5, 10, 12}},
		{"%t, %r = iree_gpu.subgroup_scan inclusive (%x) cluster(size = 4) {\n^bb0(%a : i32, %b : i32):\n  %s = arith.addi %a, %b : i32\n  iree_gpu.yield %s : i32\n} : i32", []uint64{6, 6, 6, 6, 22, 22, 22, 22}},
	} {
		text := "func.func @f() -> i32 {\n%id = gpu.thread_id x\n%x = arith.index_cast %id : index to i32\n" + test.code + "\nreturn %r : i32 }"
		if got := bits(perThread(t, text, [3]int64{8, 1, 1}, 8)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %d, want %d", test.code, got, test.want)
		}
	}
}

// A thread on its own is the first thread of every group if the sizes of groups are not
// specified.
func TestThreadAlone(t *testing.T) {
	t.Parallel()
	for op, want := range map[string]uint64{
		"gpu.lane_id": 0, "gpu.subgroup_id : index": 0, "gpu.subgroup_size : index": 0, "gpu.num_subgroups : index": 0, "gpu.thread_id y": 0, "gpu.global_id z": 0,
	} {
		m := load(t, all.Context(), "func.func @f(%x: index) -> index { %r = "+op+"\nreturn %r : index }")
		got, err := sim.New(m, nil).Call(t.Context(), "f", sim.Int(5))
		if err != nil || got[0].Bits != want {
			t.Errorf("%s: got %v, %v, want %d", op, got, err, want)
		}
	}
	g := sim.Group{Module: load(t, all.Context(), "func.func @f() -> (index, index, index) { %x = gpu.block_dim y\n%y = gpu.grid_dim z\n%z = gpu.subgroup_size : index\nreturn %x, %y, %z : index, index, index }")}
	results, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	if err != nil || len(results) != 1 || !slices.Equal(bits(results[0]), []uint64{1, 1, 64}) {
		t.Errorf("a group of which nothing is said: %v, %v", results, err)
	}
}

// A distributed vector is joined element by element: copies must be equal, and an element
// is poison where a copy is.
func TestCopiesAgree(t *testing.T) {
	t.Parallel()
	const layout = "#iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 2], element_tile = [2, 2], subgroup_strides = [0, 0], thread_strides = [0, 1]>"
	run := func(code string) ([][]sim.Value, error) {
		g := sim.Group{BlockDim: [3]int64{4, 1, 1}, SubgroupSize: 4, Module: load(t, all.Context(), `func.func @f() -> vector<2x4xi32> {
  %x = gpu.thread_id x
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %p = ub.poison : i32
  %seven = arith.constant 7 : i32
  %i = arith.remui %x, %c2 : index
  %k = arith.index_cast %i : index to i32
  %u = vector.broadcast %k : i32 to vector<1x1x1x1x2x2xi32>
  %last = arith.cmpi eq, %x, %c3 : index
  %n = arith.select %last, `+code+`, %k : i32
  %v = vector.insert %n, %u [0, 0, 0, 0, 1, 0] : i32 into vector<1x1x1x1x2x2xi32>
  %w = iree_vector_ext.to_simd %v {layout = `+layout+`} : vector<1x1x1x1x2x2xi32> -> vector<2x4xi32>
  return %w : vector<2x4xi32>
}`)}
		return g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	}
	if _, err := run("%seven"); err == nil || !strings.Contains(err.Error(), "threads 1 and 3 hold different values of element [1, 2] [copies]; 1 and 7") {
		t.Errorf("different copies: %v", err)
	}
	for value, want := range map[string]string{"%k": "[[0, 0, 1, 1], [0, 0, 1, 1]]", "%p": "[[0, 0, 1, 1], [0, 0, undef, 1]]"} {
		results, err := run(value)
		if err != nil {
			t.Fatal(err)
		}
		for thread, r := range results {
			if got := sim.Format(nil, r[0]); got != want {
				t.Errorf("copy %s, thread %d: %s, want %s", value, thread, got, want)
			}
		}
	}
}
