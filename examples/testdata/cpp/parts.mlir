// Parts of vectors: every second element, parts at computed positions, accesses of several rows, an extent that is an argument, and masks around transfers.
func.func @parts(%x: memref<32x8xf32>, %h: memref<32x8xf16>, %o: memref<32x8xf32>, %p: memref<32x8xf32>, %q: memref<32x8xf16>, %n: index, %u: memref<32x4xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [32, 1, 1]>} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c30 = arith.constant 30 : index
  %t = gpu.thread_id x
  %v = vector.load %x[%t, %c0] : memref<32x8xf32>, vector<8xf32>
  %even, %odd = vector.deinterleave %v : vector<8xf32> -> vector<4xf32>
  %w = vector.interleave %odd, %even : vector<4xf32> -> vector<8xf32>
  %row = arith.remui %t, %c2 : index
  %column = arith.remui %t, %c4 : index
  %m = vector.shape_cast %w : vector<8xf32> to vector<2x4xf32>
  %e = vector.extract %m[1, 3] : f32 from vector<2x4xf32>
  %m1 = vector.insert %e, %m[%row, %column] : f32 into vector<2x4xf32>
  %m2 = vector.insert %even, %m1[%row] : vector<4xf32> into vector<2x4xf32>
  %e8:8 = vector.to_elements %m2 : vector<2x4xf32>
  %r = vector.from_elements %e8#7, %e8#1, %e8#5, %e8#3, %e8#2, %e8#6, %e8#4, %e8#0 : vector<8xf32>
  vector.store %r, %o[%t, %c0] : memref<32x8xf32>, vector<8xf32>
  %first = arith.minui %t, %c30 : index
  %two = vector.load %x[%first, %c4] : memref<32x8xf32>, vector<2x4xf32>
  %sum = arith.addf %two, %m : vector<2x4xf32>
  %is = arith.cmpi eq, %row, %c0 : index
  scf.if %is {
    vector.store %sum, %p[%t, %c0] : memref<32x8xf32>, vector<2x4xf32>
  }
  %f = vector.load %h[%t, %c0] : memref<32x8xf16>, vector<8xf16>
  %bits = arith.bitcast %f : vector<8xf16> to vector<8xi16>
  %one = arith.constant dense<1> : vector<8xi16>
  %next = arith.xori %bits, %one : vector<8xi16>
  %g = arith.bitcast %next : vector<8xi16> to vector<8xf16>
  %zero = arith.constant 0.0 : f32
  %mask = vector.create_mask %column : vector<4xi1>
  %some = vector.mask %mask { vector.transfer_read %x[%t, %c4], %zero {in_bounds = [true]} : memref<32x8xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.mask %mask { vector.transfer_write %some, %u[%t, %c0] {in_bounds = [true]} : vector<4xf32>, memref<32x4xf32> } : vector<4xi1>
  %infinite = math.isinf %e : f32
  %below = arith.cmpi ult, %t, %n : index
  %true = arith.constant true
  %finite = arith.xori %infinite, %true : i1
  %inside = arith.andi %below, %finite : i1
  scf.if %inside {
    vector.store %g, %q[%t, %c0] : memref<32x8xf16>, vector<8xf16>
  }
  return
}
