// RUN: optc %s --vectorext-distribute-nested-layout=chip=gfx942 --canonicalize --cse | FileCheck %s --check-prefix=LANES
// RUN: optc %s --vectorext-distribute-nested-layout --iree-gpu-test-target=gfx942 --canonicalize --cse | FileCheck %s --check-prefix=LANES
// RUN: optc %s --vectorext-distribute-nested-layout=chip=sm_80 --iree-gpu-test-target=gfx942 --canonicalize --cse | FileCheck %s --check-prefix=MEMORY
// RUN: optc %s --vectorext-distribute-nested-layout --canonicalize --cse | FileCheck %s --check-prefix=MEMORY
// RUN: optc %s --verify-exec -o /dev/null --vectorext-order-sums=chip=gfx942 --vectorext-distribute-nested-layout='workgroup-size=64,1,1 chip=gfx942'
// RUN: optc %s --verify-exec -o /dev/null --vectorext-order-sums --vectorext-distribute-nested-layout=workgroup-size=64,1,1
// RUN: optc %s --verify-exec -o /dev/null --vectorext-distribute-nested-layout='workgroup-size=64 chip=gfx942'
// RUN: not optc %s --vectorext-distribute-nested-layout=chip=mi300 2>&1 | FileCheck %s --check-prefix=UNKNOWN

#l = #iree_vector_ext.nested_layout<subgroup_tile = [1], batch_tile = [1], outer_tile = [1], thread_tile = [64], element_tile = [2], subgroup_strides = [0], thread_strides = [1]>

// Lanes of AMD's chips exchange 64 bits; others do so through memory.
// LANES: gpu.subgroup_reduce maxnumf %{{.*}} cluster(size = 64) : (f64) -> f64
// LANES-NOT: memref.alloc
// MEMORY-NOT: gpu.subgroup_reduce
// MEMORY: memref.alloc() : memref<64xf64, #gpu.address_space<workgroup>>
// UNKNOWN: error: 'func.func' op expected chip to be a GPU such as gfx942 or sm_80, but got 'mi300'
func.func @wide(%from: memref<128xf64>, %to: memref<f64>) {
  %c0 = arith.constant 0 : index
  %pad = arith.constant 0.0 : f64
  %0 = vector.transfer_read %from[%c0], %pad {in_bounds = [true]} : memref<128xf64>, vector<128xf64>
  %1 = iree_vector_ext.to_layout %0 to layout(#l) : vector<128xf64>
  %2 = vector.multi_reduction <maxnumf>, %1, %pad [0] : vector<128xf64> to f64
  %3 = vector.broadcast %2 : f64 to vector<f64>
  vector.transfer_write %3, %to[] : vector<f64>, memref<f64>
  return
}

#square = #iree_vector_ext.nested_layout<subgroup_tile = [1, 1], batch_tile = [2, 1], outer_tile = [1, 1], thread_tile = [8, 8], element_tile = [1, 2], subgroup_strides = [0, 0], thread_strides = [8, 1]>

// Lanes round sums otherwise than memory, in which one thread adds all.
func.func @tenths(%to: memref<f64>) {
  %zero = arith.constant 0.0 : f64
  %0 = arith.constant dense<0.1> : vector<16x16xf64>
  %1 = iree_vector_ext.to_layout %0 to layout(#square) : vector<16x16xf64>
  %2 = vector.multi_reduction <add>, %1, %zero [0, 1] : vector<16x16xf64> to f64
  memref.store %2, %to[] : memref<f64>
  return
}
