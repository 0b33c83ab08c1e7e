// RUN: optc %s --mlir-print-op-generic | FileCheck %s

// Segment sizes have an older spelling. The generic form may leave them out, and
// in the dictionary of attributes what does not fit is ignored; then all are zero.
// CHECK-LABEL: sym_name = "segments"
func.func @segments(%n: index) {
  // CHECK: "memref.alloc"(%{{.*}}) <{operandSegmentSizes = array<i32: 1, 0>}>
  "memref.alloc"(%n) {operand_segment_sizes = array<i32: 1, 0>} : (index) -> memref<?xf32>
  // CHECK-NEXT: "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}>
  "memref.alloc"() : () -> memref<2xf32>
  // CHECK-NEXT: "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}>
  "memref.alloc"() {operandSegmentSizes = array<i32: 1, 0, 3>} : () -> memref<2xf32>
  // CHECK-NEXT: "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}>
  "memref.alloc"() {operandSegmentSizes = 3 : i32} : () -> memref<2xf32>
  return
}
