// RUN: optc build %s -o %t
// RUN: optc run %t --profile | FileCheck %s --match-full-lines --strict-whitespace
// RUN: optc run %t --profile=picture | FileCheck %s --check-prefix=PICTURE
// RUN: optc run %t --profile=json | FileCheck %s --check-prefix=JSON

// The engines work at the same time in okk.parallel, and one after the other elsewhere.
!t = !okk.local<1x4x16x16xf32, aligned>
!s = !okk.sys<1x4x16x16xf32, continuous>
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" = dense<1.0> : tensor<1x4x16x16xf32> : !s
    %y = okk.sys_buffer "y" : !s
    %a = okk.alloc : !t
    %b = okk.alloc : !t
    okk.load %x to %a : !s to !t
    okk.parallel {
      okk.load %x to %b : !s to !t
      okk.eltwise add %a, %a scalar 1.0 : f32 : !t, !t
    }
    okk.eltwise mul %a, %a, %b : !t, !t, !t
    okk.store %a to %y : !t to !s
  }
}

// CHECK:copy engine, okk.load
// CHECK-NEXT:  runs         2
// CHECK-NEXT:  operations   2048
// CHECK-NEXT:    elements                     2048
// CHECK-NEXT:  loads        8192 bytes: 2048 of 4 bytes
// CHECK-NEXT:  stores       8192 bytes: 2048 of 4 bytes
// CHECK-NEXT:  clashes      0
// CHECK-NEXT:compute engine, okk.eltwise add
// CHECK-NEXT:  runs         1
// CHECK-NEXT:  operations   1024
// CHECK-NEXT:    elements                     1024
// CHECK-NEXT:  loads        4096 bytes: 1024 of 4 bytes
// CHECK-NEXT:  stores       4096 bytes: 1024 of 4 bytes
// CHECK-NEXT:  clashes      0
// CHECK-NEXT:compute engine, okk.eltwise mul
// CHECK-NEXT:  runs         1
// CHECK-NEXT:  operations   1024
// CHECK-NEXT:    elements                     1024
// CHECK-NEXT:  loads        8192 bytes: 2048 of 4 bytes
// CHECK-NEXT:  stores       4096 bytes: 1024 of 4 bytes
// CHECK-NEXT:  clashes      0
// CHECK-NEXT:copy engine, okk.store
// CHECK-NEXT:  runs         1
// CHECK-NEXT:  operations   1024
// CHECK-NEXT:    elements                     1024
// CHECK-NEXT:  loads        4096 bytes: 1024 of 4 bytes
// CHECK-NEXT:  stores       4096 bytes: 1024 of 4 bytes
// CHECK-NEXT:  clashes      0
// CHECK-NEXT:NPU 0 to 3, each: 2048 bytes in, 1024 bytes out, 2048 of 4096 bytes used, about 80 cycles
// CHECK-NEXT:about 328 cycles
// CHECK-NEXT:  copy engine                  288
// CHECK-NEXT:  compute engine               80
// CHECK-NEXT:Cycles are estimated: an operation starts in 32 cycles, the copy engine moves 64 bytes per cycle, and the compute engine handles one alignment unit of each NPU per cycle and product, half as many if operands share a bank; engines overlap in okk.parallel only.

// PICTURE: {{copy engine +[|]}}{{.*}}okk.load{{.*}}okk.load{{.*}}okk.store{{.*}}|  288
// PICTURE: {{compute engine +[|]}}{{.*}}|  80

// JSON: "code": "okk.eltwise mul",
// JSON: "from": 192,
// JSON-NEXT: "to": 232
