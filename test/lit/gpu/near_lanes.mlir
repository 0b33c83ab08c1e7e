// RUN: optc export %s --target gfx942 -o %t && FileCheck %s < %t/build.sh
// RUN: optc export %s --target sm_80 --language mlir -o %t.nvidia && FileCheck %s --check-prefix=NONE < %t.nvidia/build.sh

// Swizzles with lanes 1, 2, 3 and 8 apart, by an exclusive or, become DPP: quad_perm:[1,0,3,2] is 177, and row_ror:8 is 296.
// CHECK: s/@llvm\.amdgcn\.ds\.swizzle\(i32 ([^,]*), i32 1055\)/@llvm.amdgcn.update.dpp.i32(i32 poison, i32 \1, i32 177, i32 15, i32 15, i1 true)/
// CHECK-SAME: i32 2079\)/@llvm.amdgcn.update.dpp.i32(i32 poison, i32 \1, i32 78,
// CHECK-SAME: i32 3103\)/@llvm.amdgcn.update.dpp.i32(i32 poison, i32 \1, i32 27,
// CHECK-SAME: i32 8223\)/@llvm.amdgcn.update.dpp.i32(i32 poison, i32 \1, i32 296,
// NONE-NOT: amdgcn
#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [32], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>

func.func @sum(%m: memref<32xf32>, %o: memref<f32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<32xf32>, vector<32xf32>
  %a = iree_vector_ext.to_layout %x to layout(#l) : vector<32xf32>
  %s = vector.multi_reduction <add>, %a, %p [0] : vector<32xf32> to f32
  %v = vector.broadcast %s : f32 to vector<f32>
  vector.transfer_write %v, %o[] : vector<f32>, memref<f32>
  return
}
