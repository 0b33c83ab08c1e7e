// Functions of floats, of the bits of integers, and quotients that are rounded up or down, in a grid of several workgroups.
func.func @functions(%x: memref<64xf32>, %h: memref<64xf16>, %b: memref<64xbf16>, %i: memref<64xi32>, %j: memref<64xi8>, %o: memref<64x4xf32>,
  %oh: memref<64xf16>, %ob: memref<64xbf16>, %n: memref<64x16xi64>, %is: memref<64x10xi1>) attributes {
  gpu.known_grid_size = array<i32: 2, 1, 1>,
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %t = gpu.global_id x
  %lane = gpu.thread_id x

  %v = memref.load %x[%t] : memref<64xf32>
  %vv = arith.mulf %v, %v : f32
  %r = math.rsqrt %vv : f32
  %k = math.cbrt %v : f32
  %f = vector.from_elements %r, %k, %vv, %v : vector<4xf32>
  vector.store %f, %o[%t, %c0] : memref<64x4xf32>, vector<4xf32>
  %hv = memref.load %h[%t] : memref<64xf16>
  %ha = math.absf %hv : f16
  %hr = math.rsqrt %ha : f16
  memref.store %hr, %oh[%t] : memref<64xf16>
  %bv = memref.load %b[%t] : memref<64xbf16>
  %ba = math.absf %bv : bf16
  %br = math.rsqrt %ba : bf16
  memref.store %br, %ob[%t] : memref<64xbf16>

  %w = memref.load %i[%t] : memref<64xi32>
  %d = arith.constant 7 : i32
  %q0 = arith.floordivsi %w, %d : i32
  %q1 = arith.ceildivsi %w, %d : i32
  %q2 = arith.ceildivui %w, %d : i32
  %w8 = memref.load %j[%t] : memref<64xi8>
  %d8 = arith.constant -5 : i8
  %q3 = arith.floordivsi %w8, %d8 : i8
  %q4 = arith.ceildivsi %w8, %d8 : i8
  %q5 = arith.ceildivui %w8, %d8 : i8
  %wx = arith.index_cast %w : i32 to index
  %q6 = arith.floordivsi %wx, %c3 : index
  %q7 = arith.ceildivui %lane, %c3 : index
  %zeros = math.ctlz %lane : index
  %tail = math.cttz %lane : index
  %ones = math.ctpop %lane : index
  %size = math.absi %wx : index
  %bit = arith.index_cast %lane : index to i1
  %bit8 = arith.index_castui %lane : index to i1
  %front = math.ctlz %bit : i1
  %back = math.cttz %bit : i1
  %set = math.ctpop %bit8 : i1
  %positive = math.absi %bit8 : i1
  %e0 = arith.extsi %q0 : i32 to i64
  %e1 = arith.extsi %q1 : i32 to i64
  %e2 = arith.extui %q2 : i32 to i64
  %e3 = arith.extsi %q3 : i8 to i64
  %e4 = arith.extsi %q4 : i8 to i64
  %e5 = arith.extui %q5 : i8 to i64
  %e6 = arith.index_cast %q6 : index to i64
  %e7 = arith.index_cast %q7 : index to i64
  %e8 = arith.index_cast %zeros : index to i64
  %e9 = arith.index_cast %tail : index to i64
  %e10 = arith.index_cast %ones : index to i64
  %e11 = arith.index_cast %size : index to i64
  %e12 = arith.extui %front : i1 to i64
  %e13 = arith.extui %back : i1 to i64
  %e14 = arith.extui %set : i1 to i64
  %e15 = arith.extsi %positive : i1 to i64
  %numbers = vector.from_elements %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8, %e9, %e10, %e11, %e12, %e13, %e14, %e15 : vector<16xi64>
  vector.store %numbers, %n[%t, %c0] : memref<64x16xi64>, vector<16xi64>

  // Numbers at the edges: 1 / 0, 0 / 0, and the number itself.
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %first = arith.cmpi eq, %lane, %c0 : index
  %second = arith.cmpi eq, %lane, %c1 : index
  %above = arith.select %second, %zero, %one : f32
  %below = arith.select %first, %zero, %above : f32
  %infinite = arith.divf %one, %below : f32
  %none = arith.divf %above, %above : f32
  %a0 = math.isnan %none : f32
  %a2 = math.isfinite %none : f32
  %a3 = math.isnan %infinite : f32
  %a5 = math.isfinite %infinite : f32
  %a6 = math.isnan %hv : f16
  %a7 = math.isfinite %bv : bf16
  %a8 = arith.cmpf false, %v, %one : f32
  %a9 = arith.cmpf true, %v, %one : f32
  %tests = vector.from_elements %a0, %a2, %a3, %a5, %a6, %a7, %a8, %a9, %bit, %bit8 : vector<10xi1>
  vector.store %tests, %is[%t, %c0] : memref<64x10xi1>, vector<10xi1>
  return
}
