package sim_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/sim"
)

// fourThreads spreads eight elements over two subgroups of two threads.
const fourThreads = "#iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [1], thread_strides = [1]>"

// Every thread gets the whole vector of all parts, and takes its own part of it.
func TestCastsAreCollective(t *testing.T) {
	t.Parallel()
	got := perThread(t, `func.func @f() -> vector<8xindex> {
  %x = gpu.thread_id x
  %y = gpu.thread_id y
  %v = vector.from_elements %x, %y : vector<1x1x2xindex>
  %whole = iree_vector_ext.to_simd %v {layout = `+fourThreads+`} : vector<1x1x2xindex> -> vector<8xindex>
  %part = iree_vector_ext.to_simt %whole {layout = `+fourThreads+`} : vector<8xindex> -> vector<1x1x2xindex>
  %again = arith.addi %part, %part : vector<1x1x2xindex>
  %double = iree_vector_ext.to_simd %again {layout = `+fourThreads+`} : vector<1x1x2xindex> -> vector<8xindex>
  return %double : vector<8xindex>
}`, [3]int64{2, 2, 1}, 2)
	for thread, v := range got {
		if want := []uint64{0, 0, 2, 0, 0, 2, 2, 2}; !slices.Equal(v.Vector().AllBits(), want) {
			t.Errorf("thread %d: got %d, want %d", thread, v.Vector().AllBits(), want)
		}
	}
}

// group runs @f in four threads, two per subgroup, with memory of four i32 that holds 1,
// 2, 3, 4.
func group(t *testing.T, code string) (*sim.MemRef, error) {
	t.Helper()
	c := all.Context()
	m, e := sim.Alloc("argument", []int64{4}, c.Integer(32))
	if e != nil {
		t.Fatal(e)
	}
	for i := range int64(4) {
		if err := m.Store([]int64{i}, sim.Int(uint64(i+1))); err != nil {
			t.Fatal(err)
		}
	}
	g := sim.Group{Module: load(t, c, `func.func @f(%m: memref<4xi32>) {
  %x = gpu.thread_id x
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i32
  %r = arith.subi %c3, %x : index
  %id = arith.index_cast %x : index to i32
`+code+`
  return
}`), BlockDim: [3]int64{4, 1, 1}, SubgroupSize: 2}
	_, err := g.Run(context.Background(), "f", func(sim.Thread) []sim.Value { return []sim.Value{{Ref: m}} })
	return m, err
}

func TestSharedMemory(t *testing.T) {
	t.Parallel()
	const shared = "memref<4xi32, #gpu.address_space<workgroup>>"
	for _, c := range []struct{ name, code, want string }{
		{"exchange", `%s = memref.alloc() : ` + shared + `
  %a = memref.load %m[%x] : memref<4xi32>
  memref.store %a, %s[%x] : ` + shared + `
  gpu.barrier
  %b = memref.load %s[%r] : ` + shared + `
  memref.store %b, %m[%x] : memref<4xi32>
  memref.dealloc %s : ` + shared, ""},
		{"the same value", "memref.store %one, %m[%c0] : memref<4xi32>\n%a = memref.load %m[%c0] : memref<4xi32>", ""},
		{"moved in place", "memref.copy %m, %m : memref<4xi32> to memref<4xi32>", ""},
		{"moved", `%v = memref.subview %m[%x] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
  %w = memref.subview %m[%r] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
  memref.copy %v, %w : memref<1xi32, strided<[1], offset: ?>> to memref<1xi32, strided<[1], offset: ?>>`,
			"thread 2 reads byte 8 of argument that thread 1 wrote"},
		{"moved to one place", `%v = memref.subview %m[%x] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: ?>>
  %w = memref.alloc() : ` + strings.Replace(shared, "4", "1", 1) + `
  memref.copy %v, %w : memref<1xi32, strided<[1], offset: ?>> to ` + strings.Replace(shared, "4", "1", 1), "thread 1 writes another value to byte 0 of workgroup"},
		{"forgotten", `%p = ub.poison : i32
  %first = arith.cmpi eq, %x, %c0 : index
  scf.if %first {
    memref.store %p, %m[%c0] : memref<4xi32>
  } else {
    %a = memref.load %m[%c0] : memref<4xi32>
  }`, "thread 1 reads byte 0 of argument that thread 0 wrote"},
		{"forgotten by the reader", "%p = ub.poison : i32\nmemref.store %p, %m[%x] : memref<4xi32>\n%a = memref.load %m[%x] : memref<4xi32>", "is read before it is written"},
		{"forgotten by all", "%p = ub.poison : i32\nmemref.store %p, %m[%c0] : memref<4xi32>", ""},
		{"atomic", "%a = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<4xi32>) -> i32", ""},
		{"read after write", "memref.store %id, %m[%x] : memref<4xi32>\n%a = memref.load %m[%r] : memref<4xi32>",
			"thread 2 writes byte 8 of argument that thread 1 read"},
		{"no barrier", `%s = memref.alloc() : ` + shared + `
  memref.store %id, %s[%x] : ` + shared + `
  %b = memref.load %s[%r] : ` + shared, "is read before it is written"},
		{"update", "%a = memref.load %m[%c0] : memref<4xi32>\n%b = arith.addi %a, %one : i32\nmemref.store %b, %m[%c0] : memref<4xi32>",
			"thread 1 reads byte 0 of argument that thread 0 wrote, and no barrier is between them"},
		{"different values", "memref.store %id, %m[%c3] : memref<4xi32>", "thread 1 writes another value to byte 12 of argument that thread 0 wrote"},
		{"atomic and not", "%a = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<4xi32>) -> i32\n%b = memref.load %m[%c0] : memref<4xi32>",
			"thread 1 reads byte 0 of argument that thread 0 wrote"},
		{"store and atomic", `%seven = arith.constant 7 : i32
  %first = arith.cmpi eq, %x, %c0 : index
  scf.if %first {
    memref.store %seven, %m[%c0] : memref<4xi32>
  } else {
    %a = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<4xi32>) -> i32
  }`, "thread 1 reads byte 0 of argument that thread 0 wrote"},
		{"load and atomic", `%first = arith.cmpi eq, %x, %c0 : index
  scf.if %first {
    %a = memref.load %m[%c0] : memref<4xi32>
  } else {
    %a = memref.atomic_rmw addi %one, %m[%c0] : (i32, memref<4xi32>) -> i32
  }`, "thread 1 writes byte 0 of argument that other threads read"},
		{"deallocated twice", "%a = memref.alloc() : memref<4xi32>\nmemref.dealloc %a : memref<4xi32>\nmemref.dealloc %a : memref<4xi32>", "was deallocated"},
		{"of the workgroup twice", "%a = memref.alloc() : " + shared + "\nmemref.dealloc %a : " + shared + "\nmemref.dealloc %a : " + shared, ""},
		{"loop without a barrier", `%s = memref.alloc() : ` + shared + `
  scf.for %i = %c0 to %c3 step %c1 {
    %j = arith.addi %i, %x : index
    %v = arith.index_cast %j : index to i32
    memref.store %v, %s[%x] : ` + shared + `
    gpu.barrier
    %b = memref.load %s[%r] : ` + shared + `
  }`, "of workgroup allocation 1 that thread"},
		{"barrier in a branch", "%c = arith.cmpi eq, %x, %c0 : index\nscf.if %c {\n  gpu.barrier\n}", "thread 0 waits here, but thread 1 has ended"},
		{"two barriers", "%c = arith.cmpi eq, %x, %c0 : index\nscf.if %c {\n  gpu.barrier\n} else {\n  gpu.barrier\n}", "not all threads of the group arrive here"},
		{"copies", `%v = vector.broadcast %x : index to vector<1x1x2xindex>
  %w = iree_vector_ext.to_simd %v {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [2], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>} : vector<1x1x2xindex> -> vector<4xindex>`,
			"threads 0 and 2 hold different values of element [0]"},
		{"no layout", `%v = vector.broadcast %x : index to vector<1x1x2xindex>
  %w = iree_vector_ext.to_simd %v : vector<1x1x2xindex> -> vector<4xindex>`, "cannot execute a cast that does not say its layout"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := group(t, c.code)
			switch {
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got %v, want %s", err, c.want)
			}
			if got := m.Elements().AllBits(); c.name == "exchange" && !slices.Equal(got, []uint64{4, 3, 2, 1}) {
				t.Errorf("got %d", got)
			}
		})
	}
}
