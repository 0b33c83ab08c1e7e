// RUN: optc build %s -o %t
// RUN: FileCheck %s --input-file %t/images.json --match-full-lines --strict-whitespace

// What the manifest tells of a program with every kind of step, beside the target, the tiles and the files.
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.function @"demo::Count::compute" own_stack(16)
  poplar.function @"demo::Empty::compute" own_stack(8)
  poplar.vertex @"demo::Count" worker attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 24 : i64} {
    poplar.field @x : !poplar.inout<vec<ui32>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.inout<vec<ui32>>, offset = 0 : i64, size = 8 : i64}
    poplar.field @rows : !poplar.vec<in<vec<ui32>>> {align = 4 : i64, data_align = 4 : i64, declared = !poplar.vec<in<vec<ui32>>>, offset = 8 : i64, size = 8 : i64}
    poplar.field @k : !poplar.array<2 x ui32> {align = 4 : i64, declared = !poplar.array<2 x ui32>, offset = 16 : i64, size = 8 : i64}
  }
  poplar.vertex @"demo::Empty" worker attributes {resolved_for = #poplar.target<ipu2>, state_align = 4 : i64, state_size = 0 : i64} {
  }
  poplar.graph @main target(#poplar.target<ipu2>) {
    poplar.tile 2 {
      poplar.alloc "n.t2" at 0x4c000 size 8 align 4 kind data
    }
    poplar.tile 1 {
      poplar.alloc "v0.state" at 0x4c000 size 24 align 4 kind state
      poplar.alloc "v1.state" at 0x4c080 size 0 align 4 kind state
      poplar.alloc "v0.rows.table" at 0x4c018 size 16 align 4 kind table
      poplar.alloc "v0.x.tmp" at 0x4c038 size 8 align 4 kind temporary
      poplar.alloc "other.tmp" at 0x4c040 size 8 align 4 kind temporary
      poplar.alloc "x.t1" at 0x4c028 size 16 align 4 kind data region 0
      poplar.bytes "v0.rows.table" = dense<1> : tensor<16xui8>
    }
    poplar.storage "x" : !poplar.tensor<4xui32> = dense<5> : tensor<4xui32> {
      poplar.run 0 to 3 tile 1 in "x.t1" + 4
      poplar.run 3 to 4 tile 1 in "x.t1" + 0
    }
    poplar.storage "n" : !poplar.tensor<2xui32> = dense<[9, 3]> : tensor<2xui32> {
      poplar.run 0 to 2 tile 2 in "n.t2" + 0
    }
    poplar.compute_set @up {
      poplar.state 0 @"demo::Count" on 1 in "v0.state" {
        poplar.refer @x to ["v0.x.tmp"] offsets [0] counts [2]
        poplar.refer @rows through "v0.rows.table" to ["x.t1", ""] offsets [8, 0] counts [2, 0]
        poplar.refer @k = [7, 8]
      }
      poplar.state 1 @"demo::Empty" on 1 in "v1.state" {
      }
      poplar.state 2 @"demo::Empty" on 1 in "v1.state" {
      }
    }
    poplar.compute_set @down {
    }
    poplar.moves before @up {
      poplar.move tile 2 in "n.t2" + 0 to tile 1 in "v0.x.tmp" + 0 bytes 4 times 2 steps 4 to 4
    }
    poplar.moves after @up {
      poplar.move tile 1 in "v0.x.tmp" + 0 to tile 2 in "n.t2" + 0 bytes 8
    }
    poplar.graph_function @twice {
      poplar.execute @up
      poplar.execute @up
    }
    poplar.program {
      poplar.sequence {
        poplar.host_moves from "in" : !poplar.tensor<2xui32> {
          poplar.run 0 to 2 tile 2 in "n.t2" + 0
        }
        poplar.sequence {
        }
      }
      poplar.exchange {
        poplar.move tile 1 in "x.t1" + 0 to tile 1 in "x.t1" + 8 bytes 8
      }
      poplar.exchange_elements "x" from 0 counts [2] steps [1] to "n" from 0 counts [2] steps [1]
      poplar.repeat 3 {
        poplar.call @twice
      }
      poplar.if element 1 of "n" {
        poplar.execute @up
      } else {
      }
      poplar.repeat_while element 3 of "x" after {
        poplar.execute @down
      } do {
        poplar.execute @up
      }
      poplar.host_moves to "out" : !poplar.tensor<2xui32> {
        poplar.run 0 to 2 tile 2 in "n.t2" + 0
      }
    }
  }
}

// CHECK: "symbols": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "demo::Count",
// CHECK-NEXT:   "symbol": "__runCodelet_demo__Count",
// CHECK-NEXT:   "kind": "worker",
// CHECK-NEXT:   "external": false,
// CHECK-NEXT:   "stack": 16
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "demo::Empty",
// CHECK-NEXT:   "symbol": "__runCodelet_demo__Empty",
// CHECK-NEXT:   "kind": "worker",
// CHECK-NEXT:   "external": false,
// CHECK-NEXT:   "stack": 8
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "tiles": [
// CHECK: "vertices": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "id": 0,
// CHECK-NEXT:   "symbol": "__runCodelet_demo__Count",
// CHECK-NEXT:   "computeSet": "up",
// CHECK-NEXT:   "tile": 1,
// CHECK-NEXT:   "state": 311296
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "id": 1,
// CHECK-NEXT:   "symbol": "__runCodelet_demo__Empty",
// CHECK-NEXT:   "computeSet": "up",
// CHECK-NEXT:   "tile": 1,
// CHECK-NEXT:   "state": 311424
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "id": 2,
// CHECK-NEXT:   "symbol": "__runCodelet_demo__Empty",
// CHECK-NEXT:   "computeSet": "up",
// CHECK-NEXT:   "tile": 1,
// CHECK-NEXT:   "state": 311424
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "computeSets": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "up",
// CHECK-NEXT:   "vertices": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "tile": 1,
// CHECK-NEXT:     "ids": [
// CHECK-NEXT:      0,
// CHECK-NEXT:      1,
// CHECK-NEXT:      2
// CHECK-NEXT:     ]
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "before": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "fromTile": 2,
// CHECK-NEXT:     "from": 311296,
// CHECK-NEXT:     "toTile": 1,
// CHECK-NEXT:     "to": 311352,
// CHECK-NEXT:     "bytes": 4,
// CHECK-NEXT:     "count": 2,
// CHECK-NEXT:     "fromStep": 4,
// CHECK-NEXT:     "toStep": 4
// CHECK-NEXT:    }
// CHECK-NEXT:   ],
// CHECK-NEXT:   "after": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "fromTile": 1,
// CHECK-NEXT:     "from": 311352,
// CHECK-NEXT:     "toTile": 2,
// CHECK-NEXT:     "to": 311296,
// CHECK-NEXT:     "bytes": 8
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "down",
// CHECK-NEXT:   "vertices": [],
// CHECK-NEXT:   "before": [],
// CHECK-NEXT:   "after": []
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "functions": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "twice",
// CHECK-NEXT:   "steps": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "execute": "up"
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:     "execute": "up"
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "program": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "host": {
// CHECK-NEXT:    "name": "in",
// CHECK-NEXT:    "toHost": false,
// CHECK-NEXT:    "runs": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "begin": 0,
// CHECK-NEXT:      "end": 2,
// CHECK-NEXT:      "tile": 2,
// CHECK-NEXT:      "address": 311296
// CHECK-NEXT:     }
// CHECK-NEXT:    ]
// CHECK-NEXT:   }
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "copy": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "fromTile": 1,
// CHECK-NEXT:     "from": 311336,
// CHECK-NEXT:     "toTile": 1,
// CHECK-NEXT:     "to": 311344,
// CHECK-NEXT:     "bytes": 8
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "elements": {
// CHECK-NEXT:    "from": {
// CHECK-NEXT:     "variable": "x",
// CHECK-NEXT:     "first": 0,
// CHECK-NEXT:     "counts": [
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "steps": [
// CHECK-NEXT:      1
// CHECK-NEXT:     ]
// CHECK-NEXT:    },
// CHECK-NEXT:    "to": {
// CHECK-NEXT:     "variable": "n",
// CHECK-NEXT:     "first": 0,
// CHECK-NEXT:     "counts": [
// CHECK-NEXT:      2
// CHECK-NEXT:     ],
// CHECK-NEXT:     "steps": [
// CHECK-NEXT:      1
// CHECK-NEXT:     ]
// CHECK-NEXT:    }
// CHECK-NEXT:   }
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "repeat": {
// CHECK-NEXT:    "count": 3,
// CHECK-NEXT:    "body": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "call": "twice"
// CHECK-NEXT:     }
// CHECK-NEXT:    ]
// CHECK-NEXT:   }
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "if": {
// CHECK-NEXT:    "variable": "n",
// CHECK-NEXT:    "element": 1,
// CHECK-NEXT:    "first": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "execute": "up"
// CHECK-NEXT:     }
// CHECK-NEXT:    ],
// CHECK-NEXT:    "second": []
// CHECK-NEXT:   }
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "repeatWhile": {
// CHECK-NEXT:    "variable": "x",
// CHECK-NEXT:    "element": 3,
// CHECK-NEXT:    "first": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "execute": "down"
// CHECK-NEXT:     }
// CHECK-NEXT:    ],
// CHECK-NEXT:    "second": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "execute": "up"
// CHECK-NEXT:     }
// CHECK-NEXT:    ]
// CHECK-NEXT:   }
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "host": {
// CHECK-NEXT:    "name": "out",
// CHECK-NEXT:    "toHost": true,
// CHECK-NEXT:    "runs": [
// CHECK-NEXT:     {
// CHECK-NEXT:      "begin": 0,
// CHECK-NEXT:      "end": 2,
// CHECK-NEXT:      "tile": 2,
// CHECK-NEXT:      "address": 311296
// CHECK-NEXT:     }
// CHECK-NEXT:    ]
// CHECK-NEXT:   }
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "variables": [
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "x",
// CHECK-NEXT:   "type": "ui32",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    4
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 0,
// CHECK-NEXT:     "end": 3,
// CHECK-NEXT:     "tile": 1,
// CHECK-NEXT:     "address": 311340
// CHECK-NEXT:    },
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 3,
// CHECK-NEXT:     "end": 4,
// CHECK-NEXT:     "tile": 1,
// CHECK-NEXT:     "address": 311336
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "n",
// CHECK-NEXT:   "type": "ui32",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    2
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": [
// CHECK-NEXT:    {
// CHECK-NEXT:     "begin": 0,
// CHECK-NEXT:     "end": 2,
// CHECK-NEXT:     "tile": 2,
// CHECK-NEXT:     "address": 311296
// CHECK-NEXT:    }
// CHECK-NEXT:   ]
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "in",
// CHECK-NEXT:   "type": "ui32",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    2
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": []
// CHECK-NEXT:  },
// CHECK-NEXT:  {
// CHECK-NEXT:   "name": "out",
// CHECK-NEXT:   "type": "ui32",
// CHECK-NEXT:   "shape": [
// CHECK-NEXT:    2
// CHECK-NEXT:   ],
// CHECK-NEXT:   "runs": []
// CHECK-NEXT:  }
// CHECK-NEXT: ],
// CHECK-NEXT: "files": [
