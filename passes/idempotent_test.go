package passes_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	poplarpasses "optc/internal/family/poplar/pipeline"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute"
	"optc/passes/layouts"
	"optc/passes/standard"
	"optc/registry"
)

// If a pass reports a change, the text differs, and if it reports none, the text is the
// same. A second run of a pass on its own output reports no change.
func TestSecondRunChangesNothing(t *testing.T) {
	t.Parallel()
	// These passes simplify, describe, place or convert again each time.
	repeated := []*passes.Pass{
		standard.Inline, standard.SCCP, distribute.OrderSums, layouts.PromoteVectors, layouts.PrintLayouts, poplarpasses.ResolveLayouts,
		poplarpasses.LowerEdges, poplarpasses.Place, poplarpasses.MapTensors, poplarpasses.StackUsage,
	}
	// These passes report a change for every operation that they have examined.
	coarse := []*passes.Pass{poplarpasses.MapTensors, poplarpasses.Place, poplarpasses.ResolveLayouts}
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
		{"inline", "passes/inline.mlir"},
		{"sccp", "passes/sccp*.mlir"},
		{"strip-debuginfo", "passes/strip_debuginfo.mlir"},
		{"print-op-stats", "passes/print_op_stats.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-verify", "okk/*.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-check-hazards", "okk/*.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-check-banks", "okk/*.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-check-asserts", "okk/*.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-print-memory-map", "okk/*.mlir"},
		{"okk-choose-w,okk-assign-layout,okk-allocate,okk-print-unit-maps", "okk/*.mlir"},
		{"poplar-resolve-layouts", "poplar/*.mlir"},
		{"poplar-resolve-layouts,poplar-print-layout", "poplar/*.mlir"},
		{"poplar-resolve-layouts,poplar-print-offsets", "poplar/*.mlir"},
		{"poplar-stack-usage", "poplar/*.mlir"},
		{"poplar-map-tensors", "poplar/*.mlir"},
		{"poplar-check-races", "poplar/*.mlir"},
		{"poplar-check-atomic", "poplar/*.mlir"},
		{"poplar-lower-edges", "poplar/*.mlir"},
		{"poplar-lower-edges,poplar-place", "poplar/*.mlir"},
		{"vectorext-promote-vectors", "vectorext/promote*.mlir"},
		{"vectorext-order-sums", "vectorext/order*.mlir"},
		{"vectorext-print-layouts", "vectorext/*.mlir"},
		{"vectorext-distribute-nested-layout", "vectorext/*.mlir"},
	} {
		t.Run(c.passes, func(t *testing.T) {
			t.Parallel()
			steps, err := registry.Passes().ParseSteps(c.passes)
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
						continue // the test expects this
					}
					var list []*passes.Pass
					for _, s := range steps {
						list = append(list, s.(*passes.Instance).Pass)
					}
					last := list[len(list)-1]
					if _, err := tryChanges(t, ctx, m, list[:len(list)-1]...); err != nil {
						continue
					}
					print := func() string { return string(ir.Print(m, ir.PrintOptions{DebugInfo: true})) }
					before := print()
					said, err := tryChanges(t, ctx, m, last)
					if err != nil {
						continue
					}
					ran++
					after := print()
					if said == nil && after != before {
						t.Errorf("%s: says that it changed nothing of\n%s\nand makes\n%s", file, before, after)
					}
					if said != nil && after == before && !slices.Contains(coarse, last) {
						t.Errorf("%s: says that it changed\n%s", file, before)
					}
					if slices.Contains(repeated, last) {
						continue
					}
					before = m.String()
					if said := changes(t, ctx, m, last); said != nil {
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
