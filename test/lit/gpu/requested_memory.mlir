// RUN: optc export --target sm_80 --language ptx -o %t.ptx %s
// RUN: filecheck %s --check-prefix=PTX < %t.ptx/kernel.ptx
// RUN: filecheck %s --check-prefix=HOST < %t.ptx/main.cpp
// RUN: optc export --target sm_80 --language c++ -o %t.cpp %s
// RUN: filecheck %s --check-prefix=CPP < %t.cpp/swap.cpp
// RUN: not optc export --target sm_80 --language mlir -o %t.mlir %s 2>&1 | filecheck %s --check-prefix=MLIR

// A kernel for sm_80 may declare 48 KiB of workgroup memory. The launch requests the 64 KiB of this one.
// PTX:       .extern .shared .align 16 .b8 swap_memory[];
// PTX:       .entry swap
// HOST:      run("kernel.ptx", {{[{][{]}}"swap", {1, 1, 1}, {64, 1, 1}, 65536}}
// CPP:       REQUESTED_MEMORY(arena, 65536);
// MLIR:      error: 'gpu.func' op uses 65536 bytes of workgroup memory, but upstream's tools declare it, and a kernel for sm_80 may declare 49152 [gpu.memory]
// MLIR:      note: PTX and C++ request more at the launch: export with --language ptx or --language c++

func.func @swap(%x: memref<64xf32>, %y: memref<64xf32>) attributes {
  translation_info = #iree_codegen.translation_info<pipeline = None workgroup_size = [64, 1, 1] subgroup_size = 32>} {
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %c256 = arith.constant 256 : index
  %m = memref.alloc() : memref<16384xf32, #gpu.address_space<workgroup>>
  %i = gpu.thread_id x
  %j = arith.subi %c63, %i : index
  %at = arith.muli %i, %c256 : index
  %from = arith.muli %j, %c256 : index
  %a = memref.load %x[%i] : memref<64xf32>
  memref.store %a, %m[%at] : memref<16384xf32, #gpu.address_space<workgroup>>
  gpu.barrier
  %b = memref.load %m[%from] : memref<16384xf32, #gpu.address_space<workgroup>>
  memref.store %b, %y[%i] : memref<64xf32>
  return
}
