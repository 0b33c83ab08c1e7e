package distribute_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/dialect/gpu"
	gpukernel "optc/internal/family/gpu/kernel"
	"optc/internal/testing/cudacase"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/sim"
	"optc/validate"
)

// TestPartialResultsMeetWithoutConflicts reduces random vectors over subgroups on several chips. Results equal the results of one
// thread, and accesses to workgroup memory take at most twice the phases that they would take without conflicts of banks.
func TestPartialResultsMeetWithoutConflicts(t *testing.T) {
	t.Parallel()
	shared, phases := 0, int64(0)
	for seed := range uint64(100) {
		p, options := reductionOverSubgroups(seed)
		profile := checkPhases(t, seed, p, options)
		if profile.Barriers > profile.Threads {
			shared++
		}
		for _, a := range profile.Accesses {
			if a.Memory == "workgroup" {
				phases += a.Parts
			}
		}
	}
	t.Logf("in %d of 100 programs, threads share the second step; all programs take %d phases", shared, phases)
	if shared < 10 {
		t.Errorf("in %d of 100 programs, threads share the second step, want at least 10", shared)
	}
}

// TestScansOfSubgroupsMeetWithoutConflicts scans random vectors whose lines are spread over subgroups.
func TestScansOfSubgroupsMeetWithoutConflicts(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		p, options := scanOverSubgroups(seed)
		checkPhases(t, seed, p, options)
	}
}

// TestPartialResultsAgreeInPTX executes sums and scans over subgroups in PTX.
func TestPartialResultsAgreeInPTX(t *testing.T) {
	t.Parallel()
	for seed := range uint64(24) {
		p, pipeline := kernelOverSubgroups(seed, "sm_80")
		module, reason := cudaModule(t, p.text(), pipeline, "in.mlir")
		if module == nil {
			t.Fatalf("seed %d: %s", seed, reason)
		}
		c := cudacase.Case{Module: module, Inputs: p.contents(t), Language: "ptx"}
		files, err := c.Files(t.Context())
		for _, descending := range []bool{false, true} {
			if err == nil {
				err = cudacase.Judge(files, descending)
			}
		}
		if err != nil {
			t.Errorf("seed %d: %v\nof\n%s\nfor\n%s", seed, err, files["kernel.ptx"], p.text())
		}
	}
}

// kernelOverSubgroups writes a reduction or a scan over subgroups, with the pipeline of its kernel for a chip.
func kernelOverSubgroups(seed uint64, chip string) (p *program, pipeline string) {
	write := reductionOverSubgroups
	if seed%3 == 2 {
		write = scanOverSubgroups
	}
	p, options := write(seed)
	options = strings.NewReplacer("subgroup-size", "subgroup", "workgroup-size", "workgroup").Replace(options)
	return p, fmt.Sprintf("gpu-set-target{chip=%s},gpu{%s}", chip, options)
}

// checkPhases executes a program on one of several chips. Its results must be equal to the results of one thread, and its accesses to
// workgroup memory may take at most twice the phases that they take without conflicts of banks. It returns the profile.
func checkPhases(t *testing.T, seed uint64, p *program, options string) *gpukernel.Profile {
	t.Helper()
	chip := []string{"sm_80", "gfx942", "gfx950", "gfx1100"}[seed%4]
	want := p.call(t, p.transformed(t, "builtin.module()"), 1)
	module := p.transformed(t, fmt.Sprintf("builtin.module(gpu-set-target{chip=%s},func.func(vectorext-distribute-nested-layout{%s}),canonicalize,cse)", chip, options))
	profile, got := profiled(t, p, module, options)
	if d := got.Differs(want); d != "" {
		t.Fatalf("seed %d on %s:\n%s\nfor one of\n%s\n%s", seed, chip, module, p.text(), d)
	}
	for _, a := range profile.Accesses {
		least := max(a.Least, a.Subgroups, a.Threads*a.Bytes/gpu.Chip(chip).Banks().Row())
		if a.Memory == "workgroup" && a.Parts > 2*least {
			t.Errorf("seed %d on %s: %ss of %d bytes take %d phases, without conflicts %d\n%s", seed, chip, a.Direction, a.Bytes, a.Parts, least, p.text())
		}
	}
	return profile
}

// kSplitProduct is a product of 32x64 and 64x32 numbers: each of 4 subgroups multiplies 16 of the 64 terms of all sums, and each
// lane holds 4x8 partial results.
const kSplitProduct = `
#lhs = #iree_vector_ext.nested_layout<
  subgroup_tile = [1, 4], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [8, 1], element_tile = [4, 16],
  subgroup_strides = [0, 1], thread_strides = [4, 0]>
#rhs = #iree_vector_ext.nested_layout<
  subgroup_tile = [4, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [1, 4], element_tile = [16, 8],
  subgroup_strides = [1, 0], thread_strides = [0, 1]>
func.func @f(%x: memref<32x64xf32>, %y: memref<64x32xf32>, %z: memref<32x32xf32>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f32
  %init = arith.constant dense<0.0> : vector<32x32xf32>
  %a = vector.transfer_read %x[%c0, %c0], %pad {in_bounds = [true, true]} : memref<32x64xf32>, vector<32x64xf32>
  %b = vector.transfer_read %y[%c0, %c0], %pad {in_bounds = [true, true]} : memref<64x32xf32>, vector<64x32xf32>
  %al = iree_vector_ext.to_layout %a to layout(#lhs) : vector<32x64xf32>
  %bl = iree_vector_ext.to_layout %b to layout(#rhs) : vector<64x32xf32>
  %c = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %al, %bl, %init
    : vector<32x64xf32>, vector<64x32xf32> into vector<32x32xf32>
  vector.transfer_write %c, %z[%c0, %c0] {in_bounds = [true, true]} : vector<32x32xf32>, memref<32x32xf32>
  return
}`

// TestProductOfSubgroupsMeetsWithoutConflicts counts the phases in which the partial results of a product meet. A buffer that holds
// them row by row takes 4096 phases to write and 4096 to read.
func TestProductOfSubgroupsMeetsWithoutConflicts(t *testing.T) {
	for _, chip := range []string{"sm_80", "gfx1100"} {
		p := &program{ctx: all.Context(), subgroup: 32, fixed: kSplitProduct}
		p.memref("f32", []int64{32, 64}, 0)
		p.memref("f32", []int64{64, 32}, 0)
		p.memref("f32", []int64{32, 32}, 0)
		options := "subgroup-size=32 workgroup-size=128,1,1"
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		module := p.transformed(t, fmt.Sprintf("builtin.module(gpu-set-target{chip=%s},func.func(vectorext-distribute-nested-layout{%s}),canonicalize,cse)", chip, options))
		profile, got := profiled(t, p, module, options)
		if d := got.Differs(want); d != "" {
			t.Fatal(d)
		}
		var phases [2]int64
		for _, a := range profile.Accesses {
			switch {
			case a.Memory != "workgroup":
			case a.Parts != a.Least || a.Bytes != gpu.WidestAccess:
				t.Errorf("%s: %ss of %d bytes take %d phases, at least %d", chip, a.Direction, a.Bytes, a.Parts, a.Least)
			case a.Direction == "store":
				phases[0] += a.Parts
			default:
				phases[1] += a.Parts
			}
		}
		// All 4096 partial results are written and read once; then 1024 results are written once, and read by each subgroup.
		if d := cmp.Diff([2]int64{128 + 32, 128 + 4*32}, phases); d != "" {
			t.Errorf("%s: phases of stores and loads: -want +got\n%s", chip, d)
		}
	}
}

// overSubgroups begins a function on a random vector, a dimension of which is spread over subgroups.
func overSubgroups(seed uint64) (p *program, l nested, along int, options string) {
	p = &program{ctx: all.Context(), Writer: randprog.NewWriter(seed, 3), subgroup: 32, pool: map[string][]string{}, used: map[string]int{}}
	p.Level = 1
	rank := 2 + p.IntN(2)
	threads, subgroups := p.subgroup, randprog.OneOf[int64](p, 2, 2, 4, 4, 8, 3)
	for range rank {
		l.subgroup, l.outer = append(l.subgroup, 1), append(l.outer, 1)
		l.batch = append(l.batch, randprog.OneOf[int64](p, 1, 1, 2))
		l.thread = append(l.thread, 1)
		l.element = append(l.element, randprog.OneOf[int64](p, 1, 2, 4))
	}
	along = p.IntN(rank)
	l.subgroup[along] = subgroups
	for threads > 1 {
		dim := p.IntN(rank)
		n := min(threads, randprog.OneOf[int64](p, 2, 4, 8))
		l.thread[dim], threads = l.thread[dim]*n, threads/n
	}
	l.subgroupStrides, l.threadStrides = make([]int64, rank), packedStrides(p, l.thread)
	l.subgroupStrides[along] = 1
	return p, l, along, fmt.Sprintf("subgroup-size=%d workgroup-size=%d,1,1", p.subgroup, subgroups*p.subgroup)
}

// scanOverSubgroups writes a function that scans a random vector, with the options of its distribution.
func scanOverSubgroups(seed uint64) (p *program, options string) {
	p, l, along, options := overSubgroups(seed)
	rest := slices.Delete(slices.Clone(l.shape()), along, along+1)
	in, out := p.memref("i32", l.shape(), 0), p.memref("i32", l.shape(), 0)
	c0, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant 0 : i32")
	at, bounds := strings.Join(slices.Repeat([]string{c0}, l.rank()), ", "), boolList(slices.Repeat([]bool{true}, l.rank()))
	init := p.Define("arith.constant dense<3> : %s", vectorType(rest, "i32"))
	v := p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", in.name, at, pad, bounds, in.typ(), vectorType(l.shape(), "i32"))
	v = p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.shape(), "i32"))
	r := p.Fresh()
	p.Line("%s:2 = vector.scan <add>, %s, %s {inclusive = %t, reduction_dim = %d : i64} : %s, %s", r, v, init, p.Chance(50), along, vectorType(l.shape(), "i32"), vectorType(rest, "i32"))
	p.Line("vector.transfer_write %s#0, %s[%s] {in_bounds = [%s]} : %s, %s", r, out.name, at, bounds, vectorType(l.shape(), "i32"), out.typ())
	return p, options
}

// reductionOverSubgroups writes a function that reduces a random vector, with the options of its distribution.
func reductionOverSubgroups(seed uint64) (p *program, options string) {
	p, l, reduced, options := overSubgroups(seed)
	rank := l.rank()
	how := randprog.OneOf(p, [3]string{"f32", "add", "0.0"}, [3]string{"i32", "add", "0"}, [3]string{"f16", "maximumf", "0.0"}, [3]string{"i8", "add", "0"}, [3]string{"f64", "add", "0.0"})
	elem, kind, zero := how[0], how[1], how[2]
	rest := slices.Delete(slices.Clone(l.shape()), reduced, reduced+1)
	in, out := p.memref(elem, l.shape(), 0), p.memref(elem, rest, 0)
	c0, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant %s : %s", zero, elem)
	at := func(n int) string { return strings.Join(slices.Repeat([]string{c0}, n), ", ") }
	bounds := func(n int) string { return boolList(slices.Repeat([]bool{true}, n)) }
	acc := p.Define("arith.constant dense<%s> : %s", zero, vectorType(rest, elem))
	v := p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", in.name, at(rank), pad, bounds(rank), in.typ(), vectorType(l.shape(), elem))
	v = p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.shape(), elem))
	r := p.Define("vector.multi_reduction <%s>, %s, %s [%d] : %s to %s", kind, v, acc, reduced, vectorType(l.shape(), elem), vectorType(rest, elem))
	p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [%s]} : %s, %s", r, out.name, at(rank-1), bounds(rank-1), vectorType(rest, elem), out.typ())
	return p, options
}

// packedStrides orders the dimensions at random, without gaps.
func packedStrides(p *program, tiles []int64) []int64 {
	out, step := make([]int64, len(tiles)), int64(1)
	for _, d := range p.Perm(len(tiles)) {
		if tiles[d] > 1 {
			out[d], step = step, step*tiles[d]
		}
	}
	return out
}

// profiled runs the function of a program in a workgroup and returns the counts of its accesses.
func profiled(t *testing.T, p *program, module *ir.Operation, options string) (*gpukernel.Profile, *validate.Observation) {
	t.Helper()
	var subgroup, threads int64
	if _, err := fmt.Sscanf(options, "subgroup-size=%d workgroup-size=%d", &subgroup, &threads); err != nil {
		t.Fatal(err)
	}
	f := validate.Functions(module)[0]
	profile, err := gpukernel.NewProfile(f.Op)
	if err != nil {
		t.Fatal(err)
	}
	args := p.memory(t, 7)
	if _, err := profile.Run(t.Context(), &sim.Group{Module: f.Module, BlockDim: [3]int64{threads, 1, 1}, SubgroupSize: subgroup}, args); err != nil {
		t.Fatalf("%v\nin\n%s", err, module)
	}
	return profile, p.call(t, module, threads, 1, 1)
}
