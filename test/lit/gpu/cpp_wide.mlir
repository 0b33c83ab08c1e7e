// RUN: optc export --target sm_80 --language c++ %s | FileCheck %s

// An index that fits into an int makes a sum or product that does not, and a shift of a narrow integer stays narrow.

// CHECK: // count_.cpp
// CHECK: count_(const int8_t *m, int64_t *o, int16_t *p) {
// CHECK: for (int k_ = 0; k_ < 65536; ++k_) {
// CHECK: = m[int64_t(k_) * 65536 + t];
// CHECK: o[t] = int64_t(k_) << 16;
// CHECK-NEXT: o[t] = int64_t(k_) * 65536;
// CHECK-NEXT: o[t] = k_ * 4;
// CHECK: auto *row = m + (int64_t(k_) * 65536);
// CHECK: p[t] = leading_zeros(int16_t({{.*}} >> 3));
func.func @count(%m: memref<65536x65536xi8>, %o: memref<64xi64>, %p: memref<64xi16>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %n = arith.constant 65536 : index
  %three = arith.constant 3 : i16
  %t = gpu.thread_id x
  scf.for %k = %c0 to %n step %c1 {
    %x = memref.load %m[%k, %t] : memref<65536x65536xi8>
    %y = arith.extsi %x : i8 to i64
    memref.store %y, %o[%t] : memref<64xi64>
    %shifted = arith.shli %k, %c16 : index
    %a = arith.index_cast %shifted : index to i64
    memref.store %a, %o[%t] : memref<64xi64>
    %far = affine.apply affine_map<(d0) -> (d0 * 65536)>(%k)
    %b = arith.index_cast %far : index to i64
    memref.store %b, %o[%t] : memref<64xi64>
    %near = affine.apply affine_map<(d0) -> (d0 * 4)>(%k)
    %c = arith.index_cast %near : index to i64
    memref.store %c, %o[%t] : memref<64xi64>
    %row = memref.subview %m[%k, 0] [1, 65536] [1, 1] : memref<65536x65536xi8> to memref<65536xi8, strided<[1], offset: ?>>
    %z = memref.load %row[%t] : memref<65536xi8, strided<[1], offset: ?>>
    %w = arith.extsi %z : i8 to i16
    %narrow = arith.shrsi %w, %three : i16
    %zeros = math.ctlz %narrow : i16
    memref.store %zeros, %p[%t] : memref<64xi16>
  }
  return
}
