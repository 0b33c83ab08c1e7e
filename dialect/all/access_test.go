package all_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/dialect/all"
	"optc/ir"
)

// TestAccesses compares, in the examples of all operations, the accesses of an operation with its effects and its
// types.
func TestAccesses(t *testing.T) {
	t.Parallel()
	seen := map[ir.Kind]bool{}
	for _, d := range all.Dialects() {
		for _, def := range d.Definitions().Ops {
			for _, example := range def.Examples {
				ir.Walk(parse(t, example), func(op *ir.Operation) ir.WalkResult {
					if ir.Accessing.Has(op) {
						seen[op.Kind()] = true
						checkAccesses(t, op)
					}
					return ir.Advance
				})
			}
		}
	}
	if len(seen) < 14 {
		t.Errorf("examples have %d operations with accesses", len(seen))
	}
}

func checkAccesses(t *testing.T, op *ir.Operation) {
	t.Helper()
	of := map[*ir.Value]ir.EffectKinds{}
	for _, a := range ir.AccessesOf(op) {
		of[a.Memory] |= a.Kind
		checkAccess(t, op, &a)
	}
	effects, known := ir.EffectsOf(op)
	if !known {
		t.Errorf("%s has unknown effects", op)
	}
	declared := map[*ir.Value]ir.EffectKinds{}
	for _, e := range effects {
		declared[e.Value] |= e.Kind
		if ir.IsMemory(e.Value) && of[e.Value] == 0 {
			t.Errorf("%s has an effect without an access", op)
		}
	}
	for v, kinds := range of {
		if ir.IsMemory(v) && declared[v]&kinds != kinds {
			t.Errorf("%s accesses memory without an effect", op)
		}
	}
}

func checkAccess(t *testing.T, op *ir.Operation, a *ir.Access) {
	t.Helper()
	if a.Moved == nil || a.Body != nil {
		return
	}
	rank, dims := len(a.Memory.Type().(ir.ShapedType).Shape()), 0
	if v := a.VectorType(); v != nil {
		dims = len(v.Dims)
	}
	if len(a.Indices) != rank || len(a.Map.Results) != rank {
		t.Errorf("%s: %d indices and %d results of the map in memory of rank %d", op, len(a.Indices), len(a.Map.Results), rank)
	}
	if a.Map.NumDims != dims || a.Map.NumSymbols != len(a.Chosen) {
		t.Errorf("%s: a map of %d dimensions and %d symbols", op, a.Map.NumDims, a.Map.NumSymbols)
	}
	if a.Mask != nil && len(a.MaskMap.Results) != len(a.Mask.Type().(*ir.VectorType).Dims) {
		t.Errorf("%s: the map of the mask has %d results", op, len(a.MaskMap.Results))
	}
	if a.Kind == ir.Read && !a.TouchesAll() && a.Padding == nil {
		t.Errorf("%s: nothing takes the place of elements that are not read", op)
	}
	for _, k := range a.Guarded {
		if k < 0 || k >= rank {
			t.Errorf("%s: dimension %d is guarded", op, k)
		}
	}
}

// TestDescribedAccesses lists accesses: kind, map, guards, mask, number of index operands, alignment, and whether the
// places are known, are a run, and are spread; then the dimensions along which the vector runs.
func TestDescribedAccesses(t *testing.T) {
	t.Parallel()
	m := parse(t, `func.func @f(%m: memref<8x16xf32>, %i: index, %p: f32, %k: vector<4xi1>, %v: vector<4xf32>, %r: vector<4xindex>, %n: vector<2x4xf32>, %e: memref<vector<4xf32>>) {
  %0 = vector.load %m[%i, %i] {alignment = 16 : i64} : memref<8x16xf32>, vector<2x4xf32>
  vector.maskedstore %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m[%i, %i], %k, %v : memref<8x16xf32>, vector<4xi1>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %p, %k {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (0, d0)>} : memref<8x16xf32>, vector<2x4xf32>
  vector.scatter %m[%i, %i] [%r], %k, %v : memref<8x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %2 = iree_vector_ext.transfer_gather %m[%i, %i] [%r : vector<4xindex>], %p {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>]} : memref<8x16xf32>, vector<4x8xf32>
  memref.store %p, %m[%i, %i] : memref<8x16xf32>
  %3 = memref.atomic_rmw addf %p, %m[%i, %i] : (f32, memref<8x16xf32>) -> f32
  %4 = memref.load %e[] : memref<vector<4xf32>>
  memref.copy %m, %m : memref<8x16xf32> to memref<8x16xf32>
  return
}`)
	var got []string
	ir.Walk(m, func(op *ir.Operation) ir.WalkResult {
		for _, a := range ir.AccessesOf(op) {
			var text []any
			if a.Moved != nil {
				text = []any{a.Map, a.Guarded, a.Mask != nil, len(a.Chosen), a.Alignment, a.IsPlaced(), a.IsRun(), a.IsSpread(), a.Along()}
			}
			got = append(got, strings.TrimSpace(fmt.Sprintln(append([]any{op.Name(), a.Kind}, text...)...)))
		}
		return ir.Advance
	})
	want := []string{
		"vector.load 1 (d0, d1) -> (d0, d1) [] false 0 16 true false true [0 1]",
		"vector.maskedstore 2 (d0) -> (0, d0) [] true 0 0 true false true [1]",
		"vector.compressstore 2 (d0) -> (0, d0) [] true 0 0 false false true [1]",
		"vector.transfer_read 1 (d0, d1) -> (d1, 0) [0] true 0 0 true false false [-1 0]",
		"vector.scatter 2 (d0)[s0] -> (0, s0) [] true 1 0 false false false [-1]",
		"iree_vector_ext.transfer_gather 1 (d0, d1)[s0] -> (s0, d1) [] false 1 0 false false false [-1 1]",
		"memref.store 2 () -> (0, 0) [] false 0 0 true true true []",
		"memref.atomic_rmw 3 () -> (0, 0) [] false 0 0 true true true []",
		"memref.load 1 () -> () [] false 0 0 true true true []",
		"memref.copy 1",
		"memref.copy 2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
