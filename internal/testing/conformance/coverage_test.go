package conformance

import (
	"maps"
	"slices"
	"testing"

	"optc/ir"
)

// notGenerated lists the operations that do not occur in random modules: a binary needs a
// target of another dialect, sparse matrices have only one format, and ballots are newer
// than the mlir-opt used for the comparison.
var notGenerated = []string{
	"gpu.ballot", "gpu.binary",
	"gpu.create_2to4_spmat", "gpu.create_bsr", "gpu.create_coo_aos", "gpu.create_csc", "gpu.create_csr",
	"gpu.sddmm", "gpu.sddmm_buffer_size", "gpu.set_csr_pointers", "gpu.spgemm_copy", "gpu.spgemm_create_descr",
	"gpu.spgemm_destroy_descr", "gpu.spgemm_work_estimation_or_compute", "gpu.spmat_get_size", "gpu.spmv",
}

// tested are dialects whose operations occur in the project's tests, which all lanes read. Random
// tensor programs are in modules of their own (randomLinalg).
var tested = []string{"linalg", "bufferization", "complex", "index", "ml_program"}

// All operations of these dialects occur in the project's tests.
func TestTestsCover(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, d := range upstreamDialects() {
		if !slices.Contains(tested, d.Name) {
			continue
		}
		for _, op := range d.Definitions().Ops {
			missing[op.Name()] = true
		}
		parts, err := Folder("../../../test/lit/" + d.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			if m := load(p.Text); m != nil {
				ir.Walk(m.op, func(op *ir.Operation) ir.WalkResult {
					delete(missing, op.Name())
					return ir.Advance
				})
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("not in the tests: %v", slices.Sorted(maps.Keys(missing)))
	}
}

// All other operations of the compared dialects occur eventually.
func TestGenerateCovers(t *testing.T) {
	t.Parallel()
	missing := map[string]bool{}
	for _, d := range upstreamDialects() {
		if slices.Contains(tested, d.Name) {
			continue
		}
		for _, op := range d.Definitions().Ops {
			missing[op.Name()] = !slices.Contains(notGenerated, op.Name())
		}
	}
	maps.DeleteFunc(missing, func(_ string, wanted bool) bool { return !wanted })
	for seed := uint64(1); len(missing) > 0; seed++ {
		if seed > 2000 {
			t.Fatalf("never generated: %v", slices.Sorted(maps.Keys(missing)))
		}
		m := load(randomModule(seed, 25))
		if m == nil {
			t.Fatalf("seed %d: the module is rejected", seed)
		}
		ir.Walk(m.op, func(op *ir.Operation) ir.WalkResult {
			delete(missing, op.Name())
			return ir.Advance
		})
	}
}
