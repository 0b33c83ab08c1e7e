// RUN: optc %s | FileCheck %s
// RUN: optc run %s --call latest --workgroup 2,1,1 --subgroup 2 --arg 'dense<[1, 2, 3, 4]> : tensor<4xi32>' --arg 'dense<0> : tensor<4xi32>' | FileCheck %s --check-prefix=LATEST
// RUN: not optc run %s --call early --workgroup 2,1,1 --subgroup 2 --arg 'dense<[1, 2, 3, 4]> : tensor<4xi32>' --arg 'dense<0> : tensor<4xi32>' 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: not optc run %s --call odd --workgroup 1,1,1 --subgroup 1 --arg 'dense<[1, 2, 3, 4]> : tensor<4xi32>' 2>&1 | FileCheck %s --check-prefix=ODD

// Copies have no effect before their group has ended. Only the first of two groups has ended in @early. With no elements of the source, zeros are written.

// CHECK-LABEL: func.func @latest(
// CHECK: %[[T:.+]] = nvgpu.device_async_copy %{{.+}}[%{{.+}}], %{{.+}}[%{{.+}}], 1 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
// CHECK: %[[G:.+]] = nvgpu.device_async_create_group %[[T]]
// CHECK: nvgpu.device_async_copy %{{.+}}[%{{.+}}], %{{.+}}[%{{.+}}], 1, %{{.+}} : memref<4xi32>
// CHECK: nvgpu.device_async_wait %{{.+}} {numGroups = 0 : i32}

// LATEST: argument 1 = [2, 1, 0, 0]
// EARLY: error: {{.*}}[sim.uninitialized]
// ODD: error: 'nvgpu.device_async_copy' op the address 0x4 is not a multiple of 8 bytes [sim.alignment]
func.func @latest(%x: memref<4xi32>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %id = gpu.thread_id x
  %m = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %x[%id], %m[%id], 1 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %t
  %far = arith.addi %id, %c2 : index
  %u = nvgpu.device_async_copy %x[%far], %m[%far], 1, %c0 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
  %h = nvgpu.device_async_create_group %u
  nvgpu.device_async_wait %h {numGroups = 0 : i32}
  gpu.barrier
  %other = arith.subi %c1, %id : index
  %v = memref.load %m[%other] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v, %y[%id] : memref<4xi32>
  %w = memref.load %m[%far] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %w, %y[%far] : memref<4xi32>
  return
}

func.func @early(%x: memref<4xi32>, %y: memref<4xi32>) {
  %c2 = arith.constant 2 : index
  %id = gpu.thread_id x
  %m = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %x[%id], %m[%id], 1 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
  %g = nvgpu.device_async_create_group %t
  %far = arith.addi %id, %c2 : index
  %u = nvgpu.device_async_copy %x[%far], %m[%far], 1 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
  %h = nvgpu.device_async_create_group %u
  nvgpu.device_async_wait %h {numGroups = 1 : i32}
  %v = memref.load %m[%id] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v, %y[%id] : memref<4xi32>
  %w = memref.load %m[%far] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %w, %y[%far] : memref<4xi32>
  return
}

func.func @odd(%x: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xi32, #gpu.address_space<workgroup>>
  %t = nvgpu.device_async_copy %x[%c1], %m[%c1], 2 : memref<4xi32> to memref<4xi32, #gpu.address_space<workgroup>>
  return
}
