// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=gfx942},func.func(gpu-join-branches,canonicalize))' --verify-exec | FileCheck %s
// RUN: optc %s --pass-pipeline='builtin.module(gpu-set-target{chip=sm_80},func.func(gpu-join-branches,canonicalize))' | FileCheck %s --check-prefix=PREDICATES

// Reads with the same guard become one branch; the index between them moves along.

// CHECK-LABEL: func.func @reads(
// CHECK:         arith.addi
// CHECK:         %{{.+}}:2 = scf.if %{{.+}} -> (i32, i32) {
// CHECK-COUNT-2:   memref.load
// CHECK:         scf.if
// CHECK-NOT:     scf.if
// CHECK:         return
// PREDICATES-LABEL: func.func @reads(
// PREDICATES-COUNT-3: scf.if
func.func @reads(%x: memref<64xi32>, %y: memref<64xi32>, %o: memref<192xi32>, %n: index) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [16, 1, 1] subgroup_size = 64>} {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c7 = arith.constant 7 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0 : i32
  %id = gpu.thread_id x
  %few = arith.cmpi slt, %id, %c7 : index
  %all = arith.cmpi slt, %id, %n : index
  %a = scf.if %all -> (i32) {
    %v = memref.load %x[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %b = scf.if %few -> (i32) {
    %v = memref.load %x[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %next = arith.addi %id, %c1 : index
  %c = scf.if %all -> (i32) {
    %v = memref.load %y[%next] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %at = arith.addi %id, %c64 : index
  %far = arith.addi %id, %c128 : index
  memref.store %a, %o[%id] : memref<192xi32>
  memref.store %b, %o[%at] : memref<192xi32>
  memref.store %c, %o[%far] : memref<192xi32>
  return
}

// A branch passes no store to memory that may be the memory that it reads, and no branch on whose result it depends.

// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-4: scf.if
func.func @stays(%x: memref<64xi32>, %y: memref<64xi32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [16, 1, 1] subgroup_size = 64>} {
  %c7 = arith.constant 7 : index
  %zero = arith.constant 0 : i32
  %id = gpu.thread_id x
  %few = arith.cmpi slt, %id, %c7 : index
  %a = scf.if %few -> (i32) {
    %v = memref.load %x[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  memref.store %a, %y[%id] : memref<64xi32>
  %b = scf.if %few -> (i32) {
    %v = memref.load %y[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %odd = arith.cmpi eq, %b, %zero : i32
  %c = scf.if %odd -> (i32) {
    %v = memref.load %x[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %d = scf.if %few -> (i32) {
    %w = arith.addi %c, %b : i32
    %v = memref.load %x[%id] : memref<64xi32>
    %s = arith.addi %w, %v : i32
    scf.yield %s : i32
  } else {
    scf.yield %zero : i32
  }
  memref.store %d, %x[%id] : memref<64xi32>
  return
}

// Nothing is left between two branches after the index has moved in front of them.

// CHECK-LABEL: func.func @neighbours(
// CHECK:         %{{.+}}:2 = scf.if
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @neighbours(%x: memref<64xi32>, %o: memref<192xi32>, %n: index) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [16, 1, 1] subgroup_size = 64>} {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %id = gpu.thread_id x
  %all = arith.cmpi slt, %id, %n : index
  %a = scf.if %all -> (i32) {
    %v = memref.load %x[%id] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %next = arith.addi %id, %c1 : index
  %b = scf.if %all -> (i32) {
    %v = memref.load %x[%next] : memref<64xi32>
    scf.yield %v : i32
  } else {
    scf.yield %zero : i32
  }
  %at = arith.addi %id, %c64 : index
  memref.store %a, %o[%id] : memref<192xi32>
  memref.store %b, %o[%at] : memref<192xi32>
  return
}
