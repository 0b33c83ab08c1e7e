package sim_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"optc/diag"
	"optc/dialect/all"
	"optc/sim"
)

// collectives lists operations that threads execute together, each with the definitions of its
// operands.
var collectives = []struct{ name, code string }{
	{"barrier", "gpu.barrier"},
	{"shuffle", "%r, %v = gpu.shuffle xor %x, %x, %x : i32"},
	{"rotate", "%r, %v = gpu.rotate %x, 1, 4 : i32"},
	{"broadcast", "%r = gpu.subgroup_broadcast %x, first_active_lane : i32"},
	{"reduce", "%r = gpu.subgroup_reduce add %x : (i32) -> i32"},
	{"all reduce", "%r = gpu.all_reduce add %x {\n} : (i32) -> i32"},
	{"ballot", "%r = gpu.ballot %yes : i64"},
	{"scan", "%r, %s = iree_gpu.subgroup_scan(%x, identity = %x : i32) {\n^bb0(%a: i32, %b: i32):\n %c = arith.addi %a, %b : i32\n iree_gpu.yield %c : i32\n} : i32"},
	{"mma", "%r = nvgpu.mma.sync(%ma, %mb, %mc) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>"},
	{"tiles", `%r = iree_codegen.inner_tiled ins(%four, %four) outs(%acc) {
 indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [],
 kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>
} : vector<4xf16>, vector<4xf16> into vector<4xf32>`},
	{"to_simd", "%r = iree_vector_ext.to_simd %two {layout = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [4], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>} : vector<1x1x2xi32> -> vector<8xi32>"},
}

const collectiveOperands = `
  %x = arith.constant 1 : i32
  %yes = arith.constant true
  %ma = arith.constant dense<1.0> : vector<4x2xf16>
  %mb = arith.constant dense<1.0> : vector<2x2xf16>
  %mc = arith.constant dense<1.0> : vector<2x2xf32>
  %four = arith.constant dense<1.0> : vector<4xf16>
  %acc = arith.constant dense<1.0> : vector<4xf32>
  %two = arith.constant dense<1> : vector<1x1x2xi32>
  %id = gpu.thread_id x
  %c2 = arith.constant 2 : index
  %low = arith.cmpi ult, %id, %c2 : index
`

// runGroup runs @f with the given code in a group of threads.
func runGroup(t *testing.T, code string, threads, subgroup int64) error {
	t.Helper()
	g := sim.Group{Module: load(t, all.Context(), "func.func @f() {"+collectiveOperands+code+"\n}"), BlockDim: [3]int64{threads, 1, 1}, SubgroupSize: subgroup}
	_, err := g.Run(t.Context(), "f", func(sim.Thread) []sim.Value { return nil })
	return err
}

// Threads that wait at another operation, and threads that have ended, are named in the
// error at the operation that needs them.
func TestThreadsDoNotMeet(t *testing.T) {
	t.Parallel()
	for _, c := range collectives {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := runGroup(t, "scf.if %low {\n"+c.code+"\n} else {\n gpu.barrier\n}\nreturn", 4, 4)
			var located *sim.RuntimeError
			if !errors.As(err, &located) || diag.CodeOf(err) != "deadlock" || !strings.Contains(err.Error(), "not all threads of the group arrive here") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestThreadsHaveEnded(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"mma": "lane 2 has ended", "tiles": "lane 2 has ended", "to_simd": "none of 4 threads holds element [4]", "barrier": "",
	}
	for _, c := range collectives {
		message, listed := want[c.name]
		if !listed {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			threads := map[string]int64{"mma": 32, "tiles": 64}[c.name]
			err := runGroup(t, "cf.cond_br %low, ^on, ^end\n^on:\n"+c.code+"\n cf.br ^end\n^end:\n return", max(threads, 4), max(threads, 4))
			if message == "" && err == nil {
				return
			}
			if err == nil || !strings.Contains(err.Error(), message) {
				t.Errorf("got %v, want %q", err, message)
			}
		})
	}
}

// Groups that are too small, and values that do not exist, are errors.
func TestGroupErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, code string
		threads    int64
		want       string
	}{
		{name: "lane", code: "%n = arith.constant 4 : i32\n %r = gpu.subgroup_broadcast %x, specific_lane %n : i32",
			threads: 4, want: "lane 4 is not below 4"},
		{name: "negative lane",
			code: "%n = arith.constant -1 : i32\n %r = gpu.subgroup_broadcast %x, specific_lane %n : i32", threads: 4,
			want: "lane -1 is not below 4"},
		{name: "cluster", code: "%r = gpu.subgroup_reduce add %x cluster(size = 4) : (i32) -> i32", threads: 6,
			want: "a cluster of 4 lanes with stride 1 does not fit into a subgroup of 2"},
		{name: "strided cluster", code: "%r = gpu.subgroup_reduce add %x cluster(size = 2, stride = 2) : (i32) -> i32",
			threads: 3, want: "a cluster of 2 lanes with stride 2 does not fit into a subgroup of 3"},
		{name: "scanned cluster",
			code:    "%r, %s = iree_gpu.subgroup_scan(%x, identity = %x : i32) cluster(size = 4) {\n^bb0(%a: i32, %b: i32):\n iree_gpu.yield %a : i32\n} : i32",
			threads: 3, want: "a cluster of 4 lanes with stride 1 does not fit into a subgroup of 3"},
		{name: "warp", code: collectives[8].code, threads: 4, want: "the instruction needs 32 lanes, but the subgroup has 4"},
		{name: "blocks",
			code:    "%o = arith.constant 1.0 : f32\n %b = arith.constant dense<0.0> : vector<32xf32>\n %r = amdgpu.mfma 32x32x1 %o * %o + %b {blocks = 2 : i32} blgp = none : f32, f32, vector<32xf32>",
			threads: 4, want: "cannot execute matrix instructions of several blocks"},
		{name: "scan",
			code:    "%q = ub.poison : i32\n %r, %s = iree_gpu.subgroup_scan(%x, identity = %x : i32) {\n^bb0(%a: i32, %b: i32):\n %c = arith.divsi %a, %q : i32\n iree_gpu.yield %c : i32\n} : i32",
			threads: 4, want: "behaviour depends on a poison value"},
		{name: "all reduce",
			code:    "%r = gpu.all_reduce %x {\n^bb0(%a: i32, %b: i32):\n %q = ub.poison : i32\n %c = arith.divsi %a, %q : i32\n gpu.yield %c : i32\n} : (i32) -> i32",
			threads: 4, want: "behaviour depends on a poison value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if err := runGroup(t, c.code+"\nreturn", c.threads, 4); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// The number of threads of a group is bounded, and the function must exist.
func TestGroupLimits(t *testing.T) {
	t.Parallel()
	m := load(t, all.Context(), "func.func @f() {\n return\n}")
	none := func(sim.Thread) []sim.Value { return nil }
	for _, c := range []struct {
		name  string
		block [3]int64
		want  string
	}{
		{"f", [3]int64{1 << 9, 1 << 10, 4}, "expected at most 1048576 threads in a workgroup, but got 512 x 1024 x 4"},
		{"g", [3]int64{1, 1, 1}, "there is no function @g"},
	} {
		g := sim.Group{Module: m, BlockDim: c.block}
		if _, err := g.Run(t.Context(), c.name, none); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// The matrix instructions of two generations have different registers. All elements are
// 1, so that an element of the result is the number of columns plus 1.
func TestWaveMatrixInstructions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ a, acc string }{{"vector<8xf16>", "vector<8xf32>"}, {"vector<16xf16>", "vector<8xf32>"}} {
		got := perThread(t, "func.func @f() -> "+c.acc+" {\n %a = arith.constant dense<1.0> : "+c.a+"\n %c = arith.constant dense<1.0> : "+c.acc+
			"\n %r = amdgpu.wmma 16x16x16 %a * %a + %c : "+c.a+", "+c.a+", "+c.acc+"\n return %r : "+c.acc+"\n}", [3]int64{32, 1, 1}, 32)
		for lane, v := range got {
			for _, bits := range v.Vector().AllBits() {
				if x := math.Float32frombits(uint32(bits)); x != 17 {
					t.Fatalf("of %s: lane %d has %v", c.a, lane, x)
				}
			}
		}
	}
}

// The sums that a loop carries from one matrix instruction to the next do not change while other
// operations use them: three times 16 products are added to 1.
func TestMatrixInstructionsInLoops(t *testing.T) {
	t.Parallel()
	got := perThread(t, `func.func @f() -> vector<4xf32> {
  %a = arith.constant dense<1.0> : vector<4xf16>
  %z = arith.constant dense<1.0> : vector<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %z, %t = %z) -> (vector<4xf32>, vector<4xf32>) {
    %r = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
    %d = arith.subf %r, %c : vector<4xf32>
    %u = arith.addf %t, %d : vector<4xf32>
    scf.yield %r, %u : vector<4xf32>, vector<4xf32>
  }
  %s = arith.addf %x#0, %x#1 : vector<4xf32>
  return %s : vector<4xf32>
}`, [3]int64{64, 1, 1}, 64)
	for lane, v := range got {
		for _, bits := range v.Vector().AllBits() {
			if x := math.Float32frombits(uint32(bits)); x != 98 {
				t.Fatalf("lane %d has %v", lane, x)
			}
		}
	}
}

// The lanes of a subgroup that is wider than a matrix instruction execute it several times. An
// element of the result is the sum of 16 products, which are 1 in the first lanes and 2 in the
// other lanes.
func TestMatrixInstructionsOfWideSubgroups(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		"%r = amdgpu.mfma 16x16x16 %a * %b + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>",
		`%r = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
 indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = [],
 kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = true, opaque = false>
} : vector<4xf16>, vector<4xf16> into vector<4xf32>`,
	} {
		got := perThread(t, `func.func @f() -> vector<4xf32> {
  %x = gpu.thread_id x
  %n = arith.constant 64 : index
  %low = arith.cmpi ult, %x, %n : index
  %one = arith.constant dense<1.0> : vector<4xf16>
  %two = arith.constant dense<2.0> : vector<4xf16>
  %a = arith.select %low, %one, %two : vector<4xf16>
  %b = arith.constant dense<1.0> : vector<4xf16>
  %c = arith.constant dense<0.0> : vector<4xf32>
`+code+`
  return %r : vector<4xf32>
}`, [3]int64{128, 1, 1}, 128)
		for lane, v := range got {
			want := float32(16)
			if lane >= 64 {
				want = 32
			}
			for _, bits := range v.Vector().AllBits() {
				if x := math.Float32frombits(uint32(bits)); x != want {
					t.Fatalf("%s: lane %d has %v", code, lane, x)
				}
			}
		}
	}
}
