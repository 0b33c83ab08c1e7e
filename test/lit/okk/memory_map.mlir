// RUN: optc %s --okk-print-memory-map -o %t 2>&1 | FileCheck %s
// RUN: optc %s --okk-print-memory-map=format=json -o %t 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: optc %s --okk-print-unit-maps -o %t 2>&1 | FileCheck %s --check-prefix=UNITS

// CHECK:      bm1684: NPU memory [0x0, 0x1000), 4096 bytes; banks of 512 bytes
// CHECK-NEXT: bm1684: dtcm memory [0x2000000, 0x2000040), 64 bytes; as far as it is used, of 524288 bytes
// CHECK-NEXT: bm1684: global memory [0x100000000, 0x100000050), 80 bytes; as far as it is used, of 12884901888 bytes
// CHECK-NEXT: 4 NPUs and 1 dtcm and 1 global used, 5 operations
// CHECK-EMPTY:
// CHECK-NEXT: NPUs 0 to 3
// CHECK-NEXT:                         |            bank 0             |            bank 1             |
// CHECK-NEXT:   address                0x0     0x80    0x100   0x180   0x200   0x280   0x300   0x380
// CHECK-NEXT:   0 operation 3         |                            eeee                                |
// CHECK-NEXT:   1 operation 4         |                                        ffffffffff %e ffffffffff|
// CHECK-NEXT:   2 operation 5         |b                                                               |
// CHECK-NEXT:   3 operations 6 to 8   |                                                                |
// CHECK-NEXT:   4 operations 9 to 10  |aa %a aa                                                        |
// CHECK-NEXT:   5 operations 11 to 12 |                            dd                                  |
// CHECK-NEXT:   6 operation 13        |        cccccccccccccc %b cccccccccccccc                        |
// CHECK-EMPTY:
// CHECK-NEXT: a %a, b %f, c %b, d %c, e %d, f %e
// CHECK-EMPTY:
// CHECK-NEXT:   address    end        bytes  align  NPUs  banks  operations  payload  used %  kind    name
// CHECK-NEXT:   0x00000000   0x00000080     128    128  0     0      9-10             16       3  tensor  %a: !okk.local<1x1x1x4xf32, aligned>
// CHECK-NEXT:   0x00000000   0x00000008       8      4  1-2   0      5-5              12      37  tensor  %f: !okk.local<6x2x1x1xui8, mode = n4, compact, start = 1>
// CHECK-NEXT:   0x00000080   0x00000280     512    128  0-3   0-1    13-13            64       3  tensor  %b: !okk.local<2x4x1x4xi16, aligned, start = 3>
// CHECK-NEXT:   0x000001c0   0x000001e0      32      4  2-0   0      11-12            48      37  tensor  %c: !okk.local<1x3x1x4xf32, compact, start = 2>
// CHECK-NEXT:   0x000001c4   0x000001f1      45      4  0-3   0      3-3              21      11  tensor  %d: !okk.local<1x7x1x3xi8, strides[90, 40, 6, 2], start = 1>
// CHECK-NEXT:   0x00000280   0x00000400     384    128  0-2   1      4-4             120       7  tensor  %e: !okk.matrix<3x10xf32, w = 4>
// CHECK-NEXT:   0x00000400   0x00001000    3072                                                   (free)
// CHECK-NEXT:   1024 bytes used, 3072 unused
// CHECK-EMPTY:
// CHECK-NEXT: all NPUs, bytes by kind: tensor 4436
// CHECK-EMPTY:
// CHECK-NEXT: dtcm 0
// CHECK-NEXT:   address  0x2000000       0x2000010       0x2000020       0x2000030
// CHECK-NEXT:           |aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa x aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa|
// CHECK-EMPTY:
// CHECK-NEXT: a x
// CHECK-EMPTY:
// CHECK-NEXT:   address    end        bytes  align  kind    name
// CHECK-NEXT:   0x02000000   0x02000040      64      1  buffer  x
// CHECK-NEXT:   64 bytes used, 0 unused
// CHECK-EMPTY:
// CHECK-NEXT: all dtcm, bytes by kind: buffer 64
// CHECK-EMPTY:
// CHECK-NEXT: global 0
// CHECK-NEXT:   address  0x100000000 0x100000010  0x100000020  0x100000030  0x100000040
// CHECK-NEXT:           |aaaaaaaaaaa y aaaaaaaaaaaa                         b buffer 1 bb|
// CHECK-EMPTY:
// CHECK-NEXT: a y, b buffer 1
// CHECK-EMPTY:
// CHECK-NEXT:   address    end        bytes  align  kind    name
// CHECK-NEXT:   0x100000000   0x100000020      32      1  buffer  y
// CHECK-NEXT:   0x100000020   0x100000040      32         (free)
// CHECK-NEXT:   0x100000040   0x100000050      16      1  buffer  buffer 1
// CHECK-NEXT:   48 bytes used, 32 unused
// CHECK-EMPTY:
// CHECK-NEXT: all global, bytes by kind: buffer 48
// CHECK-EMPTY:
// CHECK-NEXT: what takes memory of 4 NPUs
// CHECK-NEXT:        bytes      NPUs  owner
// CHECK-NEXT:         2048         4  %b: !okk.local<2x4x1x4xi16, aligned, start = 3>
// CHECK-NEXT:         1536         4  %e: !okk.matrix<3x10xf32, w = 4>
// CHECK-NEXT:          512         4  %a: !okk.local<1x1x1x4xf32, aligned>
// CHECK-NEXT:          180         4  %d: !okk.local<1x7x1x3xi8, strides[90, 40, 6, 2], start = 1>
// CHECK-NEXT:          128         4  %c: !okk.local<1x3x1x4xf32, compact, start = 2>
// CHECK-NEXT:           32         4  %f: !okk.local<6x2x1x1xui8, mode = n4, compact, start = 1>
// CHECK-EMPTY:
// CHECK-NEXT: how full the NPUs are
// CHECK-NEXT:   NPUs        0               1               2               3
// CHECK-NEXT:   0 to 10 %  |                                                                |  0
// CHECK-NEXT:   10 to 20 % |                                                                |  0
// CHECK-NEXT:   20 to 30 % |################################################################|  4
// CHECK-EMPTY:
// CHECK-NEXT: what takes memory of 1 dtcm
// CHECK-NEXT:        bytes      dtcm  owner
// CHECK-NEXT:           64         1  x
// CHECK-EMPTY:
// CHECK-NEXT: what takes memory of 1 global
// CHECK-NEXT:        bytes    global  owner
// CHECK-NEXT:           32         1  y
// CHECK-NEXT:           16         1  buffer 1

// JSON:      {"kernel":"k","machine":"bm1684","npus":4,"bytes_per_npu":4096,"peak_bytes":1024,"tensors":[{"name":"%a","type":"!okk.local<1x1x1x4xf32, aligned>","address":0,"npus":[0],"offsets":[0,128],"banks":[0],"operations":[9,10],"reserved_bytes":128,"payload_bytes":16,"used_percent":3},{"name":"%b","type":"!okk.local<2x4x1x4xi16, aligned, start = 3>","address":12416,"npus":[0,3],"offsets":[128,640],"banks":[0,1],"operations":[13,13],"reserved_bytes":512,"payload_bytes":64,"used_percent":3},{"name":"%c","type":"!okk.local<1x3x1x4xf32, compact, start = 2>","address":8640,"npus":[2,0],"offsets":[448,480],"banks":[0],"operations":[11,12],"reserved_bytes":32,"payload_bytes":48,"used_percent":37},{"name":"%d","type":"!okk.local<1x7x1x3xi8, strides[90, 40, 6, 2], start = 1>","address":4548,"npus":[0,3],"offsets":[452,497],"banks":[0],"operations":[3,3],"reserved_bytes":45,"payload_bytes":21,"used_percent":11},{"name":"%e","type":"!okk.matrix<3x10xf32, w = 4>","address":640,"npus":[0,2],"offsets":[640,1024],"banks":[1],"operations":[4,4],"reserved_bytes":384,"payload_bytes":120,"used_percent":7},{"name":"%f","type":"!okk.local<6x2x1x1xui8, mode = n4, compact, start = 1>","address":4096,"npus":[1,2],"offsets":[0,8],"banks":[0],"operations":[5,5],"reserved_bytes":8,"payload_bytes":12,"used_percent":37}]}

// UNITS:      %a: 4 NPUs, elements of 4 bytes, base NPU 0 offset 0
// UNITS-NEXT:   d0: 1 (1, 0, 128)
// UNITS-NEXT:   d1: 1 (4, 1, 0) (1, 0, 128)
// UNITS-NEXT:   d2: 1 (1, 0, 16)
// UNITS-NEXT:   d3: 4 (4, 0, 4)
// UNITS-NEXT: %b: 4 NPUs, elements of 2 bytes, base NPU 0 offset 128
// UNITS-NEXT:   d0: 2 (2, 0, 256)
// UNITS-NEXT:   d1: 4 shift 3 (4, 1, 0) (2, 0, 128)
// UNITS-NEXT:   d2: 1 (1, 0, 8)
// UNITS-NEXT:   d3: 4 (4, 0, 2)
// UNITS-NEXT: %c: 4 NPUs, elements of 4 bytes, base NPU 0 offset 448
// UNITS-NEXT:   d0: 1 (1, 0, 32)
// UNITS-NEXT:   d1: 3 shift 2 (4, 1, 0) (2, 0, 16)
// UNITS-NEXT:   d2: 1 (1, 0, 16)
// UNITS-NEXT:   d3: 4 (4, 0, 4)
// UNITS-NEXT: %d: 4 NPUs, elements of 1 bytes, base NPU 0 offset 452
// UNITS-NEXT:   d0: 1 (1, 0, 90)
// UNITS-NEXT:   d1: 7 shift 1 (4, 1, 0) (2, 0, 40)
// UNITS-NEXT:   d2: 1 (1, 0, 6)
// UNITS-NEXT:   d3: 3 (3, 0, 2)
// UNITS-NEXT: %e: 4 NPUs, elements of 4 bytes, base NPU 0 offset 640
// UNITS-NEXT:   d0: 3 (3, 0, 128)
// UNITS-NEXT:   d1: 10 (4, 0, 4) (4, 1, 0) (1, 0, 128)
// UNITS-NEXT: %f: 4 NPUs, elements of 1 bytes, base NPU 0 offset 0
// UNITS-NEXT:   d0: 6 (4, 0, 1) (2, 0, 4)
// UNITS-NEXT:   d1: 2 shift 1 (4, 1, 0) (1, 0, 4)
// UNITS-NEXT:   d2: 1 (1, 0, 4)
// UNITS-NEXT:   d3: 1 (1, 0, 4)

// Tensors in one NPU, in all, beyond the last one and in two rows; buffers with and without a
// name in three memories.
module attributes {okk.machine = #okk.machine<bm1684, npus = 4, npu_bytes = 4096>} {
  okk.kernel @k {
    %a = okk.alloc at 0 : !okk.local<1x1x1x4xf32, aligned>
    %b = okk.alloc at 12416 : !okk.local<2x4x1x4xi16, aligned, start = 3>
    %c = okk.alloc at 8640 : !okk.local<1x3x1x4xf32, compact, start = 2>
    %d = okk.alloc at 4548 : !okk.local<1x7x1x3xi8, strides[90, 40, 6, 2], start = 1>
    %e = okk.alloc at 640 : !okk.matrix<3x10xf32, w = 4>
    %f = okk.alloc at 4096 : !okk.local<6x2x1x1xui8, mode = n4, compact, start = 1>
    %x = okk.sys_buffer "x" at 33554432 bytes 64 : !okk.sys<1x1x1x4xf32, continuous, space = dtcm>
    %y = okk.sys_buffer "y" at 4294967296 = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32> : !okk.sysmatrix<2x3xi32, row_stride = 5>
    %z = "okk.sys_buffer"() <{address = 4294967360 : i64}> : () -> !okk.sys<1x1x1x4xf32, continuous>
    okk.load %x to %a : !okk.sys<1x1x1x4xf32, continuous, space = dtcm> to !okk.local<1x1x1x4xf32, aligned>
    okk.store %a to %z : !okk.local<1x1x1x4xf32, aligned> to !okk.sys<1x1x1x4xf32, continuous>
    okk.fill %c, 1.0 : f32 : !okk.local<1x3x1x4xf32, compact, start = 2>
    okk.eltwise neg %c, %c : !okk.local<1x3x1x4xf32, compact, start = 2>, !okk.local<1x3x1x4xf32, compact, start = 2>
    okk.fill %b, 1 : i16 : !okk.local<2x4x1x4xi16, aligned, start = 3>
  }
}
