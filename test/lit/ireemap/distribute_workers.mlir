// RUN: optc %s --pass-pipeline="builtin.module(poplar.vertex(vectorext-distribute-nested-layout{partial}),canonicalize,cse)" --verify-diagnostics | FileCheck %s

#pairs = #iree_map.pack_layout<((6, 2)) : ((1, 0))>
#nested = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [6], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>
#turns = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

// CHECK: #nested = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [2], outer_tile = [1], thread_tile = [6], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// CHECK-NEXT: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @Both multi {
// CHECK-NEXT:     poplar.field @x : !poplar.in<vec<f32>>
// CHECK-NEXT:     poplar.field @y : !poplar.out<vec<f32>>
// CHECK-NEXT:     poplar.field @z : !poplar.out<vec<f32>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>) worker(%worker: index) {
// CHECK-NEXT:       %c1 = arith.constant 1 : index
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:       %0:2 = affine.delinearize_index %worker into (6) : index, index
// CHECK-NEXT:       %1 = affine.linearize_index [%0#1, %c0] by (6, 2) : index
// CHECK-NEXT:       %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<?xf32>, vector<2xf32>
// CHECK-NEXT:       %3 = iree_vector_ext.to_simd %2 {layout = #iree_map.pack_layout<((6, 2)) : ((1, 0))>} : vector<2xf32> -> vector<12xf32>
// CHECK-NEXT:       %4 = iree_vector_ext.to_simt %3 {layout = #nested} : vector<12xf32> -> vector<2x1x1xf32>
// CHECK-NEXT:       %5 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:       scf.if %5 {
// CHECK-NEXT:         %6 = vector.extract %4[0, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:         vector.transfer_write %6, %arg1[%0#1] {in_bounds = [true]} : vector<1xf32>, memref<?xf32>
// CHECK-NEXT:         %7 = affine.linearize_index disjoint [%c1, %0#1] by (2, 6) : index
// CHECK-NEXT:         %8 = vector.extract %4[1, 0] : vector<1xf32> from vector<2x1x1xf32>
// CHECK-NEXT:         vector.transfer_write %8, %arg1[%7] {in_bounds = [true]} : vector<1xf32>, memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       scf.if %5 {
// CHECK-NEXT:         %6 = affine.linearize_index disjoint [%0#1, %c0] by (6, 2) : index
// CHECK-NEXT:         vector.transfer_write %2, %arg2[%6] {in_bounds = [true]} : vector<2xf32>, memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @Counts multi {
// CHECK-NEXT:     poplar.field @x : !poplar.inout<vec<f32>>
// CHECK-NEXT:     poplar.field @n : !poplar.inout<vec<si32>>
// CHECK-NEXT:     poplar.compute (%arg0: memref<?xf32>, %arg1: memref<?xi32>) worker(%worker: index) {
// CHECK-NEXT:       %c0 = arith.constant 0 : index
// CHECK-NEXT:       %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:       %cst = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:       %0:2 = affine.delinearize_index %worker into (6) : index, index
// CHECK-NEXT:       %1 = affine.linearize_index disjoint [%0#1, %c0] by (6, 2) : index
// CHECK-NEXT:       %2 = vector.transfer_read %arg0[%1], %cst {in_bounds = [true]} : memref<?xf32>, vector<2xf32>
// CHECK-NEXT:       %3 = arith.cmpi eq, %0#0, %c0 : index
// CHECK-NEXT:       scf.if %3 {
// CHECK-NEXT:         vector.transfer_write %2, %arg0[%1] {in_bounds = [true]} : vector<2xf32>, memref<?xf32>
// CHECK-NEXT:       }
// CHECK-NEXT:       %4 = arith.cmpi eq, %worker, %c0 : index
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         %7 = memref.load %arg1[%c0] : memref<?xi32>
// CHECK-NEXT:         %8 = arith.addi %7, %c1_i32 : i32
// CHECK-NEXT:         memref.store %8, %arg1[%c0] : memref<?xi32>
// CHECK-NEXT:       }
// CHECK-NEXT:       %5 = memref.load %arg1[%worker] : memref<?xi32>
// CHECK-NEXT:       %6 = arith.addi %5, %c1_i32 : i32
// CHECK-NEXT:       memref.store %6, %arg1[%worker] : memref<?xi32>
// CHECK-NEXT:       scf.if %4 {
// CHECK-NEXT:         %7 = memref.load %arg1[%c0] : memref<?xi32>
// CHECK-NEXT:         %8 = arith.addi %7, %c1_i32 : i32
// CHECK-NEXT:         memref.store %8, %arg1[%c0] : memref<?xi32>
// CHECK-NEXT:       }
// CHECK-NEXT:       poplar.compute_return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
module attributes {poplar.target = #poplar.target<ipu2>} {
  // Workers cannot exchange elements; where each holds its own in both layouts, nothing must move.
  poplar.vertex @Both multi {
    poplar.field @x : !poplar.in<vec<f32>>
    poplar.field @y : !poplar.out<vec<f32>>
    poplar.field @z : !poplar.out<vec<f32>>
    poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>, %z : memref<?xf32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %p = arith.constant 0.0 : f32
      %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<?xf32>, vector<12xf32>
      %b = iree_vector_ext.to_layout %a to layout(#pairs) : vector<12xf32>
      // expected-remark @below {{'iree_vector_ext.to_simt' op is not distributed: it needs elements of several workers, which cannot exchange values while they run}}
      // expected-note @below {{operand #0 has pack_layout<((6, 2)) : ((1, 0))>}}
      %c = iree_vector_ext.to_layout %b to layout(#turns) : vector<12xf32>
      %d = iree_vector_ext.to_layout %b to layout(#nested) : vector<12xf32>
      vector.transfer_write %c, %y[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
      vector.transfer_write %d, %z[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
      poplar.compute_return
    }
  }

  // One worker changes a number of the code, and each worker the number at its own place, as its
  // author wrote it. The first worker changes the number that belongs to no worker.
  poplar.vertex @Counts multi {
    poplar.field @x : !poplar.inout<vec<f32>>
    poplar.field @n : !poplar.inout<vec<si32>>
    poplar.compute (%x : memref<?xf32>, %n : memref<?xi32>) worker(%w : index) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : i32
      %p = arith.constant 0.0 : f32
      %a = vector.transfer_read %x[%c0], %p {in_bounds = [true]} : memref<?xf32>, vector<12xf32>
      %b = iree_vector_ext.to_layout %a to layout(#nested) : vector<12xf32>
      vector.transfer_write %b, %x[%c0] {in_bounds = [true]} : vector<12xf32>, memref<?xf32>
      %first = arith.cmpi eq, %w, %c0 : index
      scf.if %first {
        %0 = memref.load %n[%c0] : memref<?xi32>
        %1 = arith.addi %0, %c1 : i32
        memref.store %1, %n[%c0] : memref<?xi32>
      }
      %2 = memref.load %n[%w] : memref<?xi32>
      %3 = arith.addi %2, %c1 : i32
      memref.store %3, %n[%w] : memref<?xi32>
      %4 = memref.load %n[%c0] : memref<?xi32>
      %5 = arith.addi %4, %c1 : i32
      memref.store %5, %n[%c0] : memref<?xi32>
      poplar.compute_return
    }
  }
}
