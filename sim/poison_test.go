package sim_test

import (
	"errors"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/sim"
)

// An operation that needs a poison memref, index or vector to act is undefined
// behaviour: the run ends with an error at that operation.
func TestPoisonOperands(t *testing.T) {
	t.Parallel()
	const consts = `
  %m = ub.poison : memref<4xi32>
  %q = ub.poison : memref<2x2xi32>
  %mv = ub.poison : memref<4xvector<2xi32>>
  %p = ub.poison : index
  %pv = ub.poison : vector<4xi32>
  %ok = memref.alloc() : memref<4xi32>
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %w = arith.constant dense<1> : vector<2xi32>
  %at = arith.constant dense<0> : vector<4xi32>
  %on = arith.constant dense<true> : vector<4xi1>
  %pm = ub.poison : vector<4xi1>
  %best = arith.constant dense<0> : vector<i32>
  %flag = ub.poison : i1
  %q32 = ub.poison : i32
  %tensor = arith.constant dense<0> : tensor<4xi32>
  %where = ub.poison : tensor<2x1xindex>
  %pt = ub.poison : tensor<?xi32>
  %ps = ub.poison : tensor<1xindex>
  %from = ub.poison : memref<*xi32>
  %c3 = arith.constant 3 : index
  %init = memref.alloc() : memref<i32>
  memref.store %x, %init[] : memref<i32>
`
	for _, code := range []string{
		"%r = memref.load %m[%c0] : memref<4xi32>",
		"%r = memref.load %ok[%p] : memref<4xi32>",
		"memref.store %x, %m[%c0] : memref<4xi32>",
		"memref.dealloc %m : memref<4xi32>",
		"%r = memref.dim %m, %c0 : memref<4xi32>",
		"%r = memref.dim %ok, %p : memref<4xi32>",
		"%r = memref.cast %m : memref<4xi32> to memref<?xi32>",
		"%r = memref.subview %m[0] [2] [1] : memref<4xi32> to memref<2xi32>",
		"%r = memref.subview %ok[%p] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>",
		"%r = memref.reinterpret_cast %m to offset: [0], sizes: [2], strides: [1] : memref<4xi32> to memref<2xi32>",
		"%r:4 = memref.extract_strided_metadata %m : memref<4xi32> -> memref<i32>, index, index, index",
		"%r = memref.extract_aligned_pointer_as_index %m : memref<4xi32> -> index",
		"%r = memref.expand_shape %m [[0, 1]] output_shape [2, 2] : memref<4xi32> into memref<2x2xi32>",
		"%r = memref.collapse_shape %q [[0, 1]] : memref<2x2xi32> into memref<4xi32>",
		"%r = memref.transpose %q (i, j) -> (j, i) : memref<2x2xi32> to memref<2x2xi32, strided<[1, 2]>>",
		"memref.copy %m, %ok : memref<4xi32> to memref<4xi32>",
		"memref.copy %ok, %m : memref<4xi32> to memref<4xi32>",
		"%r = affine.load %m[0] : memref<4xi32>",
		"affine.store %x, %m[0] : memref<4xi32>",
		"affine.for %i = 0 to %p {\n}",
		"%r = affine.linearize_index [%c0, %c0] by (2, %p) : index",
		"%r = vector.load %m[%c0] : memref<4xi32>, vector<2xi32>",
		"%r = vector.load %mv[%c0] : memref<4xvector<2xi32>>, vector<2xi32>",
		"vector.store %w, %m[%c0] : memref<4xi32>, vector<2xi32>",
		"vector.store %w, %mv[%c0] : memref<4xvector<2xi32>>, vector<2xi32>",
		"%r = vector.maskedload %m[%c0], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"vector.maskedstore %m[%c0], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>",
		"%r = vector.expandload %m[%c0], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"vector.compressstore %m[%c0], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>",
		"%r = vector.gather %m[%c0] [%at], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"vector.scatter %m[%c0] [%at], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>",
		"%r = vector.type_cast %m : memref<4xi32> to memref<vector<4xi32>>",
		"%r = vector.transfer_read %m[%c0], %x : memref<4xi32>, vector<4xi32>",
		"vector.transfer_write %v, %m[%c0] : vector<4xi32>, memref<4xi32>",
		"vector.transfer_write %pv, %ok[%c0] : vector<4xi32>, memref<4xi32>",
		"%r = vector.mask %pm { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32",
		"gpu.memcpy %m, %ok : memref<4xi32>, memref<4xi32>",
		"gpu.memcpy %ok, %m : memref<4xi32>, memref<4xi32>",
		"gpu.memset %m, %x : memref<4xi32>, i32",
		"gpu.dealloc %m : memref<4xi32>",
		"memref.store %x, %ok[%p] : memref<4xi32>",
		"%r = memref.realloc %m(%c0) : memref<4xi32> to memref<?xi32>",
		"%r = memref.subview %ok[0] [%p] [1] : memref<4xi32> to memref<?xi32>",
		"%r = memref.subview %ok[0] [2] [%p] : memref<4xi32> to memref<2xi32, strided<[?]>>",
		"%r = memref.reinterpret_cast %ok to offset: [%p], sizes: [2], strides: [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: ?>>",
		"%r = memref.atomic_rmw addi %x, %m[%c0] : (i32, memref<4xi32>) -> i32",
		"%r = memref.atomic_rmw addi %x, %ok[%p] : (i32, memref<4xi32>) -> i32",
		"%r = memref.generic_atomic_rmw %ok[%p] : memref<4xi32> {\n^bb0(%a: i32):\n  memref.atomic_yield %a : i32\n}",
		"affine.store %x, %ok[symbol(%p)] : memref<4xi32>",
		"%r = affine.load %ok[symbol(%p)] : memref<4xi32>",
		"%r = affine.delinearize_index %p into (2) : index",
		"affine.for %i = %p to 4 {\n}",
		"affine.if affine_set<()[s0] : (s0 >= 0)>()[%p] {\n}",
		"scf.for %i = %p to %c0 step %c0 {\n}",
		"scf.for %i = %c0 to %p step %c0 {\n}",
		"scf.for %i = %c0 to %c0 step %p {\n}",
		"%z = arith.subi %c0, %c0 : index\nscf.parallel (%i) = (%c0) to (%p) step (%z) {\n}",
		"scf.forall (%i) in (%p) {\n}",
		"scf.forall (%i) = (%p) to (4) step (1) {\n}",
		"scf.index_switch %p\ndefault {\n}",
		"scf.while : () -> () {\n  scf.condition(%flag)\n} do {\n  scf.yield\n}",
		"cf.assert %flag, \"never\"",
		"cf.cond_br %flag, ^a, ^a\n^a:",
		"cf.switch %q32 : i32, [default: ^a]\n^a:",
		"%r = tensor.empty(%p) : tensor<?xi32>",
		"%r = tensor.splat %x[%p] : tensor<?xi32>",
		"%r = tensor.extract %tensor[%p] : tensor<4xi32>",
		"%r = tensor.insert %x into %tensor[%p] : tensor<4xi32>",
		"%r = tensor.dim %tensor, %p : tensor<4xi32>",
		"%r = tensor.extract_slice %tensor[%p] [2] [1] : tensor<4xi32> to tensor<2xi32>",
		"%r = tensor.pad %tensor low[%p] high[0] {\n^bb0(%i: index):\n  tensor.yield %x : i32\n} : tensor<4xi32> to tensor<?xi32>",
		"%r = tensor.gather %tensor[%where] gather_dims([0]) : (tensor<4xi32>, tensor<2x1xindex>) -> tensor<2x1xi32>",
		"%r = tensor.rank %pt : tensor<?xi32>",
		"%r = tensor.cast %pt : tensor<?xi32> to tensor<4xi32>",
		"%r = tensor.extract %pt[%c0] : tensor<?xi32>",
		"%r = tensor.insert %x into %pt[%c0] : tensor<?xi32>",
		"%r = tensor.reshape %tensor(%ps) : (tensor<4xi32>, tensor<1xindex>) -> tensor<?xi32>",
		"%r = tensor.dim %pt, %c0 : tensor<?xi32>",
		"%r = tensor.extract_slice %pt[0] [2] [1] : tensor<?xi32> to tensor<2xi32>",
		"%r = tensor.extract_slice %tensor[0] [%p] [1] : tensor<4xi32> to tensor<?xi32>",
		"%r = tensor.extract_slice %tensor[0] [2] [%p] : tensor<4xi32> to tensor<2xi32>",
		"%r = tensor.insert_slice %pt into %tensor[0] [%c3] [1] : tensor<?xi32> into tensor<4xi32>",
		"%r = tensor.insert_slice %tensor into %pt[0] [4] [1] : tensor<4xi32> into tensor<?xi32>",
		"%r = tensor.insert_slice %tensor into %tensor[%p] [4] [1] : tensor<4xi32> into tensor<4xi32>",
		"%r = tensor.pad %pt low[0] high[0] {\n^bb0(%i: index):\n  tensor.yield %x : i32\n} : tensor<?xi32> to tensor<?xi32>",
		"%r = tensor.pad %tensor low[0] high[%p] {\n^bb0(%i: index):\n  tensor.yield %x : i32\n} : tensor<4xi32> to tensor<?xi32>",
		"%r = tensor.concat dim(0) %pt, %pt : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>",
		"%i = arith.constant dense<0> : tensor<1x1xindex>\n%r = tensor.gather %pt[%i] gather_dims([0]) : (tensor<?xi32>, tensor<1x1xindex>) -> tensor<1x1xi32>",
		"%i = arith.constant dense<0> : tensor<1x1xindex>\n%s = arith.constant dense<0> : tensor<1x1xi32>\n%r = tensor.scatter %s into %pt[%i] scatter_dims([0]) unique : (tensor<1x1xi32>, tensor<?xi32>, tensor<1x1xindex>) -> tensor<?xi32>",
		"%i = ub.poison : tensor<1x1xindex>\n%s = arith.constant dense<0> : tensor<1x1xi32>\n%r = tensor.scatter %s into %tensor[%i] scatter_dims([0]) unique : (tensor<1x1xi32>, tensor<4xi32>, tensor<1x1xindex>) -> tensor<4xi32>",
		"%r = tensor.generate %p {\n^bb0(%i: index):\n  tensor.yield %x : i32\n} : tensor<?xi32>",
		"%r = memref.dim %from, %c0 : memref<*xi32>",
		"%r = memref.rank %from : memref<*xi32>",
		"%r = memref.reshape %ok(%m) : (memref<4xi32>, memref<4xi32>) -> memref<?x?x?x?xi32>",
		"%b = ub.poison : memref<16xi8>\n%r = memref.view %b[%c0][] : memref<16xi8> to memref<4xi32>",
		"%b = memref.alloc() : memref<16xi8>\n%r = memref.view %b[%p][] : memref<16xi8> to memref<4xi32>",
		"%b = memref.alloc() : memref<16xi8>\n%r = memref.view %b[%c0][%p] : memref<16xi8> to memref<?xi32>",
		"%r = vector.extract %v[%p] : i32 from vector<4xi32>",
		"%r = vector.insert %x, %v [%p] : i32 into vector<4xi32>",
		"vector.maskedstore %ok[%p], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>",
		"vector.scatter %ok[%p] [%at], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>",
		"vector.transfer_write %v, %ok[%p] : vector<4xi32>, memref<4xi32>",
		"%r = vector.mask %pm, %v { vector.transfer_read %ok[%c0], %x : memref<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>",
		"%r = vector.multi_reduction <add>, %v, %x [0] : vector<4xi32> to i32\n%k = vector.mask %pm { vector.multi_reduction <add>, %v, %x [0] : vector<4xi32> to i32 } : vector<4xi1> -> i32",
		"affine.for %i = 0 to 4 {\n  affine.for %j = 0 to min affine_map<()[s0] -> (s0, 4)>()[%p] {\n  }\n}",
		"%r = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%p]\n%e = tensor.empty(%r) : tensor<?xi32>",
		"affine.parallel (%i) = (0) to (symbol(%p)) {\n}",
		"%r = affine.vector_load %ok[symbol(%p)] : memref<4xi32>, vector<2xi32>",
		"affine.vector_store %w, %ok[symbol(%p)] : memref<4xi32>, vector<2xi32>",
		"%r = vector.load %ok[%p] : memref<4xi32>, vector<2xi32>",
		"vector.store %w, %ok[%p] : memref<4xi32>, vector<2xi32>",
		"%r = vector.create_mask %p : vector<4xi1>",
		"%r = vector.maskedload %ok[%p], %on, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"%r = vector.maskedload %ok[%c0], %pm, %v : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"vector.maskedstore %ok[%c0], %pm, %v : memref<4xi32>, vector<4xi1>, vector<4xi32>",
		"%r = vector.gather %ok[%p] [%at], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"%r = vector.gather %ok[%c0] [%pv], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>",
		"vector.scatter %ok[%c0] [%pv], %on, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>",
		"%r = vector.transfer_read %ok[%p], %x : memref<4xi32>, vector<4xi32>",
		"gpu.launch blocks(%a, %b, %c) in (%ga = %p, %gb = %c0, %gc = %c0) threads(%d, %e, %f) in (%ba = %c0, %bb = %c0, %bc = %c0) {\n  gpu.terminator\n}",
		argCompare("%pv"),
		"%r, %ok1 = gpu.shuffle xor %x, %q32, %x : i32",
		"%r, %ok1 = gpu.shuffle xor %x, %x, %q32 : i32",
		"%r = gpu.subgroup_broadcast %x, specific_lane %q32 : i32",
		"%r:4 = vector.to_elements %pv : vector<4xi32>",
		"iree_linalg_ext.map_store %v into %ok {\n^bb0(%i: index):\n  %t = arith.constant true\n  iree_linalg_ext.yield %p, %t : index, i1\n} : vector<4xi32> into memref<4xi32>",
		"iree_linalg_ext.map_store %v into %ok {\n^bb0(%i: index):\n  iree_linalg_ext.yield %i, %flag : index, i1\n} : vector<4xi32> into memref<4xi32>",
		"iree_linalg_ext.map_store %v into %ok {\n^bb0(%i: index):\n  %t = arith.constant true\n  %z = arith.divsi %i, %p : index\n  iree_linalg_ext.yield %z, %t : index, i1\n} : vector<4xi32> into memref<4xi32>",
		"iree_linalg_ext.map_store %v into %m {\n^bb0(%i: index):\n  %t = arith.constant true\n  iree_linalg_ext.yield %i, %t : index, i1\n} : vector<4xi32> into memref<4xi32>",
		"%r = affine.linearize_index [%p, %c0] by (2, 2) : index",
		"%r = affine.min affine_map<()[s0] -> (s0, 4)>()[%p]\n%e = tensor.empty(%r) : tensor<?xi32>",
		"affine.parallel (%i) = (symbol(%p)) to (4) {\n}",
		"%r:2 = affine.delinearize_index %c0 into (2, %p) : index, index",
		"memref.dma_start %ok[%p], %ok[%c0], %c3, %ok[%c0] : memref<4xi32>, memref<4xi32>, memref<4xi32>",
		"memref.dma_start %ok[%c0], %ok[%p], %c3, %ok[%c0] : memref<4xi32>, memref<4xi32>, memref<4xi32>",
		"memref.dma_start %ok[%c0], %m[%c0], %c3, %ok[%c0] : memref<4xi32>, memref<4xi32>, memref<4xi32>",
		"memref.dma_start %ok[%c0], %ok[%c0], %p, %ok[%c0] : memref<4xi32>, memref<4xi32>, memref<4xi32>",
		"memref.dma_start %ok[%c0], %ok[%c0], %c3, %ok[%p] : memref<4xi32>, memref<4xi32>, memref<4xi32>",
		"memref.dma_wait %ok[%p], %c3 : memref<4xi32>",
		"memref.dma_wait %ok[%c0], %p : memref<4xi32>",
		"%r = memref.generic_atomic_rmw %init[] : memref<i32> {\n^bb0(%a: i32):\n  %z = arith.divsi %a, %q32 : i32\n  memref.atomic_yield %z : i32\n}",
		"%d = memref.cast %ok : memref<4xi32> to memref<?xi32>\n%r = memref.expand_shape %d [[0, 1]] output_shape [%p, 2] : memref<?xi32> into memref<?x2xi32>",
		"%d = tensor.cast %tensor : tensor<4xi32> to tensor<?xi32>\n%r = tensor.expand_shape %d [[0, 1]] output_shape [%p, 2] : tensor<?xi32> into tensor<?x2xi32>",
		"%r = tensor.generate %c3 {\n^bb0(%i: index):\n  %z = arith.divsi %x, %q32 : i32\n  tensor.yield %z : i32\n} : tensor<?xi32>",
		"%r = scf.forall (%i) in (2) shared_outs(%o = %pt) -> (tensor<?xi32>) {\n  scf.forall.in_parallel {\n  }\n}",
		"%r = scf.forall (%i) in (2) shared_outs(%o = %tensor) -> (tensor<4xi32>) {\n  %s = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>\n  scf.forall.in_parallel {\n    tensor.parallel_insert_slice %s into %o[%p] [1] [1] : tensor<1xi32> into tensor<4xi32>\n  }\n}",
		"%r = scf.forall (%i) in (2) shared_outs(%o = %tensor) -> (tensor<4xi32>) {\n  %z = arith.divsi %i, %p : index\n  scf.forall.in_parallel {\n  }\n}",
		"%c1 = arith.constant 1 : index\n%r = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%x) -> i32 {\n  scf.reduce(%x : i32) {\n  ^bb0(%a: i32, %b: i32):\n    %z = arith.divsi %a, %q32 : i32\n    scf.reduce.return %z : i32\n  }\n}",
		"%i = ub.poison : tensor<1x1xindex>\n%r = tensor.gather %tensor[%i] gather_dims([0]) : (tensor<4xi32>, tensor<1x1xindex>) -> tensor<1x1xi32>",
		"%half = vector.insert %flag, %on [1] : i1 into vector<4xi1>\n%r = vector.mask %half { vector.reduction <add>, %v : vector<4xi32> into i32 } : vector<4xi1> -> i32",
		"%half = vector.insert %flag, %on [1] : i1 into vector<4xi1>\n%r = vector.mask %half { vector.multi_reduction <add>, %v, %x [0] : vector<4xi32> to i32 } : vector<4xi1> -> i32",
		"%half = vector.insert %flag, %on [1] : i1 into vector<4xi1>\n%r = vector.mask %half, %v { vector.transfer_read %tensor[%c0], %x : tensor<4xi32>, vector<4xi32> } : vector<4xi1> -> vector<4xi32>",
		"%half = vector.insert %flag, %on [1] : i1 into vector<4xi1>\n%r = vector.mask %half { vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = [\"reduction\"], kind = #vector.kind<add>} %v, %v, %x : vector<4xi32>, vector<4xi32> into i32 } : vector<4xi1> -> i32",
		"%wide = arith.constant dense<1> : vector<2x4xi32>\n%onwide = arith.constant dense<true> : vector<2x4xi1>\n%half = vector.insert %flag, %onwide [0, 1] : i1 into vector<2x4xi1>\n%r = vector.mask %half { vector.multi_reduction <add>, %wide, %v [0] : vector<2x4xi32> to vector<4xi32> } : vector<2x4xi1> -> vector<4xi32>",
		"%wide = arith.constant dense<1> : vector<2x4xi32>\n%onwide = arith.constant dense<true> : vector<2x4xi1>\n%half = vector.insert %flag, %onwide [0, 1] : i1 into vector<2x4xi1>\n%r = vector.mask %half { vector.multi_reduction <add>, %wide, %w [1] : vector<2x4xi32> to vector<2xi32> } : vector<2x4xi1> -> vector<2xi32>",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			m := load(t, all.Context(), "func.func @f() {"+consts+code+"\n  return\n}")
			_, err := sim.New(m, nil).Call(t.Context(), "f")
			var located *sim.RuntimeError
			if !errors.As(err, &located) || !strings.Contains(err.Error(), "poison") {
				t.Errorf("got %v, want an error about poison at the operation", err)
			}
		})
	}
}

func argCompare(input string) string {
	return "%r:2 = iree_vector_ext.arg_compare dimension(0) ins(" + input + ` : vector<4xi32>) inits(%best, %best : vector<i32>, vector<i32>) {
^bb0(%a: i32, %b: i32):
  %wins = arith.cmpi sgt, %a, %b : i32
  iree_vector_ext.yield %wins : i1
} -> vector<i32>, vector<i32>`
}

// A division by zero in one lane is undefined behaviour, as for scalars, independently of the other
// lanes and the dividend.
func TestDivisionByZeroInOneLane(t *testing.T) {
	t.Parallel()
	for _, op := range []string{"divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi"} {
		for _, tc := range []struct{ x, y, typ, want string }{
			{x: "dense<7> : vector<2xi8>", y: "dense<[1, 0]> : vector<2xi8>", typ: "vector<2xi8>", want: "division by zero"},
			{x: "poison : vector<2xi8>", y: "dense<[1, 0]> : vector<2xi8>", typ: "vector<2xi8>", want: "division by zero"},
			{x: "poison : i8", y: "0 : i8", typ: "i8", want: "division by zero"},
			{x: "dense<7> : vector<2xi8>", y: "poison : vector<2xi8>", typ: "vector<2xi8>", want: "poison"},
		} {
			got, err := runOperation(t, "arith."+op+" %0, %1 : "+tc.typ, []string{tc.x, tc.y}, tc.typ)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("arith.%s of %s and %s: got %s, %v, want %q", op, tc.x, tc.y, got, err, tc.want)
			}
		}
	}
}
