package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/sim"
)

// Every operation of the dialects of functions has a meaning, except these: containers,
// operations that need a host or a library, and matrices whose layout a compiler chooses.
func TestOperationsWithoutMeaning(t *testing.T) {
	t.Parallel()
	const want = `
affine.dma_start affine.dma_wait func.func gpu.warp_execute_on_lane_0 gpu.module gpu.func gpu.binary gpu.printf
gpu.set_default_device gpu.dynamic_shared_memory gpu.subgroup_mma_load_matrix gpu.subgroup_mma_store_matrix
gpu.subgroup_mma_compute gpu.subgroup_mma_constant_matrix gpu.subgroup_mma_extract_thread_local
gpu.subgroup_mma_insert_thread_local gpu.subgroup_mma_elementwise gpu.create_dn_tensor gpu.destroy_dn_tensor
gpu.create_coo gpu.create_coo_aos gpu.create_csr gpu.create_csc gpu.create_bsr gpu.create_2to4_spmat
gpu.destroy_sp_mat gpu.spmv_buffer_size gpu.spmv gpu.spmm_buffer_size gpu.spmm gpu.sddmm_buffer_size gpu.sddmm
gpu.spgemm_create_descr gpu.spgemm_destroy_descr gpu.spgemm_work_estimation_or_compute gpu.spgemm_copy
gpu.spmat_get_size gpu.set_csr_pointers memref.global amdgpu.fat_raw_buffer_cast
iree_gpu.value_barrier linalg.winograd_filter_transform
linalg.winograd_input_transform linalg.winograd_output_transform
ml_program.func ml_program.global ml_program.global_load ml_program.global_load_const ml_program.global_load_graph
ml_program.global_store ml_program.global_store_graph ml_program.output ml_program.return ml_program.subgraph ml_program.token`
	var got []string
	for _, d := range all.Dialects() {
		if d.Name == "okk" || d.Name == "poplar" { // programs, which devices execute
			continue
		}
		for _, o := range d.Definitions().Ops {
			if own := d.Meanings(); own == nil || !own.Executes(ir.Kind(o.Name())) {
				got = append(got, o.Name())
			}
		}
	}
	if !slices.Equal(strings.Fields(want), got) {
		t.Errorf("not executed:\n%s\nwant:\n%s", strings.Join(got, " "), want)
	}
}

// Loops end when the induction variable passes the bound or would wrap around.
func TestLoopEnds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		loop, typ, lower, upper, step string
		want                          int
	}{
		{loop: "scf.for", typ: "i8", lower: "100", upper: "127", step: "20", want: 2},
		{loop: "scf.for", typ: "i8", lower: "100", upper: "120", step: "20", want: 1},
		{loop: "scf.for", typ: "i8", lower: "100", upper: "121", step: "20", want: 2},
		{loop: "scf.for", typ: "i8", lower: "-128", upper: "127", step: "127", want: 3},
		{loop: "scf.for", typ: "i8", lower: "5", upper: "5", step: "1", want: 0},
		{loop: "scf.for", typ: "i8", lower: "6", upper: "5", step: "1", want: 0},
		{loop: "scf.for", typ: "i8", lower: "0", upper: "-1", step: "1", want: 0},
		{loop: "scf.for unsigned", typ: "i8", lower: "0", upper: "-1", step: "85", want: 3},
		{loop: "scf.for unsigned", typ: "i8", lower: "0", upper: "-1", step: "-128", want: 2},
		{loop: "scf.for unsigned", typ: "i8", lower: "-3", upper: "-1", step: "1", want: 2},
		{loop: "scf.for", typ: "i64", lower: "9223372036854775800", upper: "9223372036854775807", step: "4", want: 2},
		{loop: "scf.for", typ: "i64", lower: "9223372036854775800", upper: "9223372036854775807",
			step: "9223372036854775807", want: 1},
		{loop: "scf.for", typ: "index", lower: "-2", upper: "2", step: "3", want: 2},
	} {
		m := load(t, all.Context(), fmt.Sprintf(`func.func @f() -> i32 {
  %%l = arith.constant %s : %s
  %%u = arith.constant %s : %s
  %%s = arith.constant %s : %s
  %%zero = arith.constant 0 : i32
  %%one = arith.constant 1 : i32
  %%n = %s %%i = %%l to %%u step %%s iter_args(%%a = %%zero) -> (i32) : %s {
    %%b = arith.addi %%a, %%one : i32
    scf.yield %%b : i32
  }
  return %%n : i32
}`, c.lower, c.typ, c.upper, c.typ, c.step, c.typ, c.loop, c.typ))
		got, err := sim.New(m, nil).Call(t.Context(), "f")
		if err != nil || got[0].Bits != uint64(c.want) {
			t.Errorf("%s from %s to %s by %s as %s: got %v, %v, want %d", c.loop, c.lower, c.upper, c.step, c.typ, got, err, c.want)
		}
	}
}

// Stored bytes are loaded again, and are marked as written, for every size and every place in the
// words of the set of written bytes.
func TestMemorySizes(t *testing.T) {
	t.Parallel()
	const bits = 0x8877665544332211
	for size := 1; size <= 8; size++ {
		for addr := int64(56); addr <= 66; addr++ {
			m := sim.NewMemory("m", 0, 80)
			if err := m.Store(addr, size, bits); err != nil {
				t.Fatal(err)
			}
			want := uint64(bits) << (64 - 8*size) >> (64 - 8*size)
			if got, written, err := m.Load(addr, size); err != nil || !written || got != want {
				t.Errorf("%d bytes at %d: got %#x, %v, %v, want %#x", size, addr, got, written, err, want)
			}
			for i := range int64(80) {
				_, written, err := m.Load(i, 1)
				if inside := i >= addr && i < addr+int64(size); err != nil || written != inside {
					t.Errorf("%d bytes at %d: byte %d is written: %v, %v", size, addr, i, written, err)
				}
			}
			if _, written, _ := m.Load(addr-1, size); written {
				t.Errorf("%d bytes at %d: the byte before is written", size, addr)
			}
			if err := m.Forget(addr, 1); err != nil {
				t.Fatal(err)
			}
			if _, written, _ := m.Load(addr, size); written {
				t.Errorf("%d bytes at %d are written although the first is forgotten", size, addr)
			}
		}
	}
	m := sim.NewMemory("m", 16, 8)
	for _, c := range []struct {
		addr int64
		size int
		ok   bool
	}{{16, 8, true}, {23, 1, true}, {24, 1, false}, {15, 1, false}, {17, 8, false}, {16, 1, true}} {
		if err := m.Store(c.addr, c.size, 1); (err == nil) != c.ok {
			t.Errorf("a store of %d bytes at %d: %v", c.size, c.addr, err)
		}
	}
}

func TestCallDepth(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), `func.func @f(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %end = arith.cmpi eq, %n, %zero : i32
  %r = scf.if %end -> i32 {
    scf.yield %zero : i32
  } else {
    %m = arith.subi %n, %one : i32
    %s = func.call @f(%m) : (i32) -> i32
    %t = arith.addi %s, %one : i32
    scf.yield %t : i32
  }
  return %r : i32
}
func.func private @g(i32) -> i32`)
	for n, ok := range map[uint64]bool{0: true, 1: true, 999: true, 1000: false} {
		got, err := sim.New(m, nil).Call(t.Context(), "f", sim.Int(n))
		if (err == nil) != ok || ok && got[0].Bits != n {
			t.Errorf("%d calls within calls: got %v, %v", n, got, err)
		}
	}
	if _, err := sim.New(m, nil).Call(t.Context(), "g", sim.Int(0)); err == nil || !strings.Contains(err.Error(), "function @g has no body") {
		t.Errorf("got %v", err)
	}
}

// The bound on the number of threads applies to a launch, but not to empty grids.
func TestLaunchSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		grid, block int64
		ok          bool
	}{{1, 1, true}, {0, 1, true}, {1, 0, true}, {2, 3, true}, {1 << 20, 0, true}, {0, 1<<20 + 1, false}, {2, 1<<19 + 1, false}, {-1, 1, false}} {
		ctx := all.Context()
		i32 := ctx.I32()
		m := load(t, ctx, fmt.Sprintf(`func.func @f(%%m: memref<1xi32>) {
  %%c0 = arith.constant 0 : index
  %%one = arith.constant 1 : index
  %%x = arith.constant 1 : i32
  %%g = arith.constant %d : index
  %%b = arith.constant %d : index
  gpu.launch blocks(%%i, %%j, %%k) in (%%gx = %%g, %%gy = %%one, %%gz = %%one) threads(%%l, %%n, %%o) in (%%bx = %%b, %%by = %%one, %%bz = %%one) {
    %%r = memref.atomic_rmw addi %%x, %%m[%%c0] : (i32, memref<1xi32>) -> i32
    gpu.terminator
  }
  return
}`, c.grid, c.block))
		r, err := sim.Alloc("m", []int64{1}, i32)
		if err != nil || r.Store([]int64{0}, sim.Int(0)) != nil {
			t.Fatal(err)
		}
		_, failed := sim.New(m, nil).Call(t.Context(), "f", sim.Value{Ref: r})
		if (failed == nil) != c.ok {
			t.Errorf("%d blocks of %d threads: %v", c.grid, c.block, failed)
			continue
		}
		if v, e := r.Load([]int64{0}); c.ok && (e != nil || v.Bits != uint64(c.grid*c.block)) {
			t.Errorf("%d blocks of %d threads: %d threads ran, %v", c.grid, c.block, v.Bits, e)
		}
	}
}
