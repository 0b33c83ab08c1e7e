// RUN: optc build %s -o %t
// RUN: FileCheck %s --input-file %t/images.json --match-full-lines --strict-whitespace

// What the manifest tells of the memories of a kernel, beside the files.
module attributes {okk.machine = #okk.machine<toy4k>} {
  okk.kernel @k {
    %x = okk.sys_buffer "x" at 256 = dense<[[1, 2], [3, 4]]> : tensor<2x2xi16> : !okk.sysmatrix<2x2xi16, row_stride = 3>
    %y = okk.sys_buffer "y" at 128 : !okk.sys<1x1x1x2xf32, continuous>
    %z = okk.sys_buffer at 266 = dense<5> : tensor<1x1x1x2xi8> : !okk.sys<1x1x1x2xi8, continuous>
    %t = okk.alloc at 4096 : !okk.local<1x2x1x2xf32, compact, start = 1>
    okk.fill %t, 1.0 : f32 : !okk.local<1x2x1x2xf32, compact, start = 1>
    %s = okk.slice %t[0, 1, 0, 0] : !okk.local<1x2x1x2xf32, compact, start = 1> to !okk.local<1x1x1x2xf32, compact, start = 2>
    okk.store %s to %y : !okk.local<1x1x1x2xf32, compact, start = 2> to !okk.sys<1x1x1x2xf32, continuous>
  }
}

// CHECK: "NPUs": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "NPU": 0,
// CHECK-NEXT:   "allocs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "%t: !okk.local\u003c1x2x1x2xf32, compact[2, 2, 2, 1], start = 1\u003e",
// CHECK-NEXT:     "kind": "tensor",
// CHECK-NEXT:     "address": 0,
// CHECK-NEXT:     "size": 8,
// CHECK-NEXT:     "align": 4,
// CHECK-NEXT:     "NPUs": [
// CHECK-NEXT:      1,
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "banks": [
// CHECK-NEXT:      0
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:      4,
// CHECK-NEXT:      6
// CHECK-NEXT:     ],
// CHECK-NEXT:     "payload": 16,
// CHECK-NEXT:     "used %": 50,
// CHECK-NEXT:     "written": false
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "unused": 4088,
// CHECK-NEXT:   "written": 0,
// CHECK-NEXT:   "crc32": "00000000"
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "NPU": 1,
// CHECK-NEXT:   "allocs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "%t: !okk.local\u003c1x2x1x2xf32, compact[2, 2, 2, 1], start = 1\u003e",
// CHECK-NEXT:     "kind": "tensor",
// CHECK-NEXT:     "address": 0,
// CHECK-NEXT:     "size": 8,
// CHECK-NEXT:     "align": 4,
// CHECK-NEXT:     "NPUs": [
// CHECK-NEXT:      1,
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "banks": [
// CHECK-NEXT:      0
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:      4,
// CHECK-NEXT:      6
// CHECK-NEXT:     ],
// CHECK-NEXT:     "payload": 16,
// CHECK-NEXT:     "used %": 50,
// CHECK-NEXT:     "written": false
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "unused": 4088,
// CHECK-NEXT:   "written": 0,
// CHECK-NEXT:   "crc32": "00000000"
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "NPU": 2,
// CHECK-NEXT:   "allocs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "%t: !okk.local\u003c1x2x1x2xf32, compact[2, 2, 2, 1], start = 1\u003e",
// CHECK-NEXT:     "kind": "tensor",
// CHECK-NEXT:     "address": 0,
// CHECK-NEXT:     "size": 8,
// CHECK-NEXT:     "align": 4,
// CHECK-NEXT:     "NPUs": [
// CHECK-NEXT:      1,
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "banks": [
// CHECK-NEXT:      0
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:      4,
// CHECK-NEXT:      6
// CHECK-NEXT:     ],
// CHECK-NEXT:     "payload": 16,
// CHECK-NEXT:     "used %": 50,
// CHECK-NEXT:     "written": false
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "unused": 4088,
// CHECK-NEXT:   "written": 0,
// CHECK-NEXT:   "crc32": "00000000"
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "NPU": 3,
// CHECK-NEXT:   "allocs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "%t: !okk.local\u003c1x2x1x2xf32, compact[2, 2, 2, 1], start = 1\u003e",
// CHECK-NEXT:     "kind": "tensor",
// CHECK-NEXT:     "address": 0,
// CHECK-NEXT:     "size": 8,
// CHECK-NEXT:     "align": 4,
// CHECK-NEXT:     "NPUs": [
// CHECK-NEXT:      1,
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "banks": [
// CHECK-NEXT:      0
// CHECK-NEXT:     ],
// CHECK-NEXT:     "operations": [
// CHECK-NEXT:      4,
// CHECK-NEXT:      6
// CHECK-NEXT:     ],
// CHECK-NEXT:     "payload": 16,
// CHECK-NEXT:     "used %": 50,
// CHECK-NEXT:     "written": false
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "unused": 4088,
// CHECK-NEXT:   "written": 0,
// CHECK-NEXT:   "crc32": "00000000"
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "global": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "global": 0,
// CHECK-NEXT:   "allocs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "y",
// CHECK-NEXT:     "kind": "buffer",
// CHECK-NEXT:     "address": 128,
// CHECK-NEXT:     "size": 8,
// CHECK-NEXT:     "align": 1,
// CHECK-NEXT:     "written": false
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "x",
// CHECK-NEXT:     "kind": "buffer",
// CHECK-NEXT:     "address": 256,
// CHECK-NEXT:     "size": 10,
// CHECK-NEXT:     "align": 1,
// CHECK-NEXT:     "written": true
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:     "name": "buffer 2",
// CHECK-NEXT:     "kind": "buffer",
// CHECK-NEXT:     "address": 266,
// CHECK-NEXT:     "size": 2,
// CHECK-NEXT:     "align": 1,
// CHECK-NEXT:     "written": true
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "unused": 248,
// CHECK-NEXT:   "written": 10,
// CHECK-NEXT:   "crc32": "4a86e106"
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "kernel": "k",
// CHECK-NEXT: "variables": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "x",
// CHECK-NEXT:   "type": "i16",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    2,
// CHECK-NEXT:    2
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 0,
// CHECK-NEXT:     "end": 2,
// CHECK-NEXT:     "global": 0,
// CHECK-NEXT:     "address": 256
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 2,
// CHECK-NEXT:     "end": 4,
// CHECK-NEXT:     "global": 0,
// CHECK-NEXT:     "address": 262
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "y",
// CHECK-NEXT:   "type": "f32",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    1,
// CHECK-NEXT:    1,
// CHECK-NEXT:    1,
// CHECK-NEXT:    2
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 0,
// CHECK-NEXT:     "end": 2,
// CHECK-NEXT:     "global": 0,
// CHECK-NEXT:     "address": 128
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "files": [
