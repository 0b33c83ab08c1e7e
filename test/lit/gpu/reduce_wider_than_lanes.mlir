// RUN: optc %s --vectorext-distribute-nested-layout="chip=gfx1100" | FileCheck %s
// RUN: optc %s --vectorext-distribute-nested-layout="chip=gfx1100" --verify-exec -o /dev/null
// RUN: optc %s --vectorext-distribute-nested-layout="chip=gfx942" | FileCheck %s --check-prefix=WIDE

// Lanes of gfx1100 exchange values among 32, so that a sum over 64 lanes passes through workgroup memory.
#line = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [1], subgroup_strides = [0], thread_strides = [1]>
// CHECK-LABEL: func.func @sum
// CHECK-NOT: gpu.subgroup_reduce {{.*}}cluster(size = 64)
// CHECK: memref.alloc() : memref<{{.*}}#gpu.address_space<workgroup>>
// WIDE: gpu.subgroup_reduce
func.func @sum(%m: memref<64xi32>, %o: memref<i32>) attributes {translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 64>} {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %x = vector.transfer_read %m[%c0], %p {in_bounds = [true]} : memref<64xi32>, vector<64xi32>
  %a = iree_vector_ext.to_layout %x to layout(#line) : vector<64xi32>
  %s = vector.multi_reduction <add>, %a, %p [0] : vector<64xi32> to i32
  %v = vector.broadcast %s : i32 to vector<i32>
  vector.transfer_write %v, %o[] : vector<i32>, memref<i32>
  return
}
