// RUN: optc %s --okk --okk-print-memory-map -o %t 2>&1 | FileCheck %s
// RUN: optc %s --okk --okk-print-memory-map=format=json -o %t 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: not optc %s --okk-print-memory-map 2>&1 | FileCheck %s --check-prefix=OPEN

// CHECK: toy4: NPU memory [0x0, 0x400), 1024 bytes; banks of 128 bytes
// CHECK: NPUs 0 to 3
// CHECK: bank 0
// CHECK: a %t, b %u
// CHECK: address    end        bytes  align  NPUs  banks  operations  payload  used %  kind    name
// CHECK-NEXT: 0x00000000   0x00000100     256    128  2-0   0-1    3-4             240      23  tensor  %t: !okk.local<1x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>
// CHECK-NEXT: 0x00000100   0x000001a0     160      4  2-0   2-3    4-5             240      37  tensor  %u: !okk.local<1x3x4x5xf32, compact[40, 20, 5, 1], start = 2>
// CHECK: 416 bytes used, 608 unused

// JSON: {"kernel":"k","machine":"toy4","npus":4,"bytes_per_npu":1024,"peak_bytes":416,"tensors":[
// JSON-SAME: {"name":"%t","type":"!okk.local<1x3x4x5xf32, aligned[64, 32, 5, 1], start = 2>","address":2048,"npus":[2,0],"offsets":[0,256],"banks":[0,1],"operations":[3,4],"reserved_bytes":256,"payload_bytes":240,"used_percent":23},
// JSON-SAME: {"name":"%u"

// OPEN: error: 'okk.sys_buffer' op the address must be resolved; run okk-allocate first [okk.unresolved]
module attributes {okk.machine = #okk.machine<toy4>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" : !okk.sys<1x3x4x5xf32, continuous>
    %t = okk.alloc : !okk.local<1x3x4x5xf32, aligned, start = 2>
    %u = okk.alloc : !okk.local<1x3x4x5xf32, compact, start = 2>
    okk.load %x to %t : !okk.sys<1x3x4x5xf32, continuous> to !okk.local<1x3x4x5xf32, aligned, start = 2>
    okk.eltwise relu %u, %t : !okk.local<1x3x4x5xf32, compact, start = 2>, !okk.local<1x3x4x5xf32, aligned, start = 2>
    okk.store %u to %x : !okk.local<1x3x4x5xf32, compact, start = 2> to !okk.sys<1x3x4x5xf32, continuous>
  }
}
