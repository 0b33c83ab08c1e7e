// RUN: optc %s --vectorext-distribute-nested-layout='workgroup-size=96 subgroup-size=32' --verify-exec | FileCheck %s

// 5 of 32 lanes of 3 subgroups have different elements. The number of the lane goes on from
// one subgroup to the next: lane 0 of the second subgroup is thread 32, which has element 2
// of its five. The first five lanes of each subgroup write.

#five = #iree_vector_ext.nested_layout<subgroup_tile = [3], batch_tile = [1], outer_tile = [1], thread_tile = [5], element_tile = [1], subgroup_strides = [1], thread_strides = [1]>

// CHECK-LABEL: @copy
// CHECK:      %[[LANE:.*]]:2 = affine.delinearize_index %thread_id_x into (32)
// CHECK-NEXT: arith.cmpi ult, %[[LANE]]#1, %c5
func.func @copy(%x: memref<15xi32>, %y: memref<15xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %z {in_bounds = [true]} : memref<15xi32>, vector<15xi32>
  %a = iree_vector_ext.to_layout %v to layout(#five) : vector<15xi32>
  vector.transfer_write %a, %y[%c0] {in_bounds = [true]} : vector<15xi32>, memref<15xi32>
  return
}

// CHECK-LABEL: @sum
func.func @sum(%x: memref<15xi32>, %y: memref<i32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %z {in_bounds = [true]} : memref<15xi32>, vector<15xi32>
  %a = iree_vector_ext.to_layout %v to layout(#five) : vector<15xi32>
  %s = vector.multi_reduction <add>, %a, %z [0] : vector<15xi32> to i32
  %b = vector.broadcast %s : i32 to vector<i32>
  vector.transfer_write %b, %y[] : vector<i32>, memref<i32>
  return
}

// Three lanes at every second place.
#gaps = #iree_vector_ext.nested_layout<subgroup_tile = [2], batch_tile = [1], outer_tile = [1], thread_tile = [3], element_tile = [2], subgroup_strides = [1], thread_strides = [2]>

// CHECK-LABEL: @gaps
func.func @gaps(%x: memref<12xi32>, %y: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i32
  %v = vector.transfer_read %x[%c0], %z {in_bounds = [true]} : memref<12xi32>, vector<12xi32>
  %a = iree_vector_ext.to_layout %v to layout(#gaps) : vector<12xi32>
  vector.transfer_write %a, %y[%c0] {in_bounds = [true]} : vector<12xi32>, memref<12xi32>
  return
}
