package passes_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// What a pass has done once is done: run again on what it made, it says that it changed
// nothing.
func TestSecondRunChangesNothing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ passes, files string }{
		{"canonicalize", "arith/canonicalize.mlir"},
		{"cse", "passes/cse.mlir"},
		{"loop-invariant-code-motion", "passes/loop_invariant_code_motion.mlir"},
		{"symbol-dce", "passes/symbol_dce*.mlir"},
		{"symbol-privatize", "passes/symbol_dce*.mlir"},
		{"int-range-optimizations", "passes/int_range*.mlir"},
		{"lower-affine", "affine/lower_affine*.mlir"},
		{"convert-scf-to-cf", "scf/convert_scf_to_cf*.mlir"},
		{"expand-strided-metadata", "memref/expand_strided_metadata.mlir"},
		{"vectorext-simplify-transfer-gather", "vectorext/simplify_gather.mlir"},
		{"vectorext-lower-gather-scatter", "vectorext/lower_gather.mlir"},
		{"vectorext-lower-vectors", "vectorext/lower_vectors*.mlir"},
		{"vectorext-fold-unit-extent-dims", "vectorext/fold_unit_extents.mlir"},
		{"vectorext-lower-arg-compare", "vectorext/lower_arg_compare.mlir"},
		{"okk-fold", "okk/fold*.mlir"},
		{"okk-unroll", "okk/unroll*.mlir"},
		{"poplar-expand-tiles", "poplar/expand_tiles*.mlir"},
		{"poplar-instantiate", "poplar/instantiate*.mlir"},
		{"poplar-mangle-names,poplar-generate-wrappers", "poplar/generate_wrappers*.mlir"},
		{"okk-choose-w", "okk/choose_w.mlir"},
		{"okk-assign-layout", "okk/assign_layout.mlir"},
		{"okk-assign-layout,okk-allocate", "okk/allocate*.mlir"},
		{"vectorext-cast-to-fit-mma", "vectorext/cast_to_fit_mma.mlir"},
		{"lower-vector-contract", "vector/lower_contract*.mlir"},
		{"lower-vector-mask", "vector/lower_mask*.mlir"},
		{"lower-vector-multi-reduction", "vector/lower_multi_reduction*.mlir"},
		{"lower-vector-transpose", "vector/lower_transpose*.mlir"},
		{"lower-vector-create-mask", "vector/lower_create_mask*.mlir"},
		{"lower-vector-gather", "vector/lower_gather*.mlir"},
	} {
		t.Run(c.passes, func(t *testing.T) {
			t.Parallel()
			steps, err := passes.Table().ParseSteps(c.passes)
			if err != nil {
				t.Fatal(err)
			}
			files, _ := filepath.Glob("../test/lit/" + c.files)
			ran := 0
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				for _, part := range strings.Split(string(text), "// -----") {
					ctx := all.Context()
					ctx.AllowUnregistered = true
					var ds ir.Diagnostics
					m, err := parser.Parse(t.Context(), ctx, &ir.Source{Name: file, Text: part}, &ds)
					if err != nil {
						continue // what the test expects
					}
					p := passes.On(ir.Module)
					p.Add(steps...)
					mgr := passes.NewManager(ctx)
					mgr.Sink, mgr.Out = &ds, &strings.Builder{}
					if mgr.Run(t.Context(), p, m) != nil {
						continue
					}
					ran++
					before := m.String()
					if said := changes(t, ctx, m, steps[len(steps)-1].(*passes.Instance).Pass); said != nil {
						t.Errorf("%s: changed again\n%s\nto\n%s", file, before, m)
					}
				}
			}
			if ran == 0 {
				t.Error("nothing ran")
			}
		})
	}
}
