// RUN: optc %s --verify-exec --pass-pipeline='builtin.module(func.func(vectorext-distribute-nested-layout{workgroup-size=8 subgroup-size=8 explain}),canonicalize,cse)' | FileCheck %s

#halves = #iree_map.pack_layout<((2, 4)) : ((0, 1))>
#all = #iree_map.pack_layout<(4) : (0)>
#rows = #iree_map.pack_layout<(4, (2, 4)) : (0, (0, 1))>
#scalar = #iree_map.pack_layout<() : ()>

// Every thread holds the whole vector, of which it extracts elements.
// CHECK-LABEL: @whole
// CHECK: %[[R:.+]] = vector.transfer_read %arg0[%c0]{{.*}} memref<4xf32>, vector<4xf32>
// CHECK-NEXT: %[[A:.+]] = vector.extract %[[R]][0]
// CHECK-NEXT: %[[B:.+]] = vector.extract %[[R]][3]
// CHECK-NEXT: memref.store %[[A]], %arg1[%c3]
// CHECK-NEXT: memref.store %[[B]], %arg1[%c0]
func.func @whole(%m: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%c0], %z {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#all) : vector<4xf32>
  %2 = vector.extract %1[0] : f32 from vector<4xf32>
  %3 = vector.extract %1[3] : f32 from vector<4xf32>
  memref.store %2, %o[%c3] : memref<4xf32>
  memref.store %3, %o[%c0] : memref<4xf32>
  return
}

// The mask turns off what is behind the bound.
// CHECK-LABEL: @constant_mask
// CHECK: arith.cmpi slt, %{{.*}}, %cst : vector<2xindex>
// CHECK-COUNT-2: vector.transfer_read {{.*}} vector<1xf32>
// CHECK-COUNT-2: vector.transfer_write {{.*}} vector<1xf32>
func.func @constant_mask(%m: memref<8xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = vector.constant_mask [5] : vector<8xi1>
  %0 = vector.transfer_read %m[%c0], %z, %k {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#halves) : vector<8xf32>
  %2 = arith.addf %1, %1 : vector<8xf32>
  vector.transfer_write %2, %o[%c0], %k {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
  return
}

// A row is read for every row of the vector; the mask has one dimension.
// CHECK-LABEL: @repeated
// CHECK-COUNT-2: vector.transfer_read {{.*}} vector<4x1xf32>
// CHECK-COUNT-2: vector.transfer_write {{.*}} vector<4x1xf32>
func.func @repeated(%m: memref<8xf32>, %o: memref<4x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %k = vector.create_mask %n : vector<8xi1>
  %0 = vector.transfer_read %m[%c0], %z, %k {in_bounds = [true, true], permutation_map = affine_map<(i) -> (0, i)>} : memref<8xf32>, vector<4x8xf32>
  %1 = iree_vector_ext.to_layout %0 to layout(#rows) : vector<4x8xf32>
  vector.transfer_write %1, %o[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<4x8xf32>
  return
}

// One thread writes what all of them hold.
// CHECK-LABEL: @one
// CHECK: vector.transfer_read {{.*}} vector<f32>
// CHECK: scf.if
// CHECK-NEXT: vector.transfer_write {{.*}} vector<f32>
func.func @one(%m: memref<8xf32>, %o: memref<f32>, %i: index) {
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %z : memref<8xf32>, vector<f32>
  %1 = iree_vector_ext.to_layout %0 to layout(#scalar) : vector<f32>
  vector.transfer_write %1, %o[] : vector<f32>, memref<f32>
  return
}
