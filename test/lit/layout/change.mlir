// RUN: optc layout '#iree_map.pack_layout<((2, 8), 4) : ((0, 1), 8)>' '#iree_map.pack_layout<((2, 8), 4) : ((8, 1), 0)>' --target sm_80 | FileCheck %s --check-prefix=LANES --match-full-lines
// RUN: optc layout '#iree_map.pack_layout<((2, 2), 2) : ((0, 1), 0)>' '#iree_map.pack_layout<((2, 2), 2) : ((0, 1), 0)>' --element i8 | FileCheck %s --check-prefix=LOCAL --match-full-lines
// RUN: optc layout '#iree_map.pack_layout<((8, 32)) : ((0, 1))>' '#iree_map.pack_layout<((8, 32)) : ((32, 1))>' --target sm_90 --element f64 | FileCheck %s --check-prefix=WIDE --match-full-lines
// RUN: optc layout '#iree_map.pack_layout<(32, 32) : (1, 0)>' '(32,32):(32,1)' --target sm_80 | FileCheck %s --check-prefix=BANKED
// RUN: optc layout '#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>' '#iree_map.pack_layout<(32, 32) : (1, 0)>' --target sm_80 | FileCheck %s --check-prefix=SWIZZLED
// RUN: not optc layout '(8,4):(4,1)' '#iree_map.pack_layout<(8) : (0)>' 2>&1 | FileCheck %s --check-prefix=CELLS
// RUN: not optc layout '(4,2):(1,4)' '#iree_map.pack_layout<(8) : (0)>' 2>&1 | FileCheck %s --check-prefix=EXTENTS
// RUN: not optc layout '(8,4):(4,1)' '(8,4):(1,8)' 2>&1 | FileCheck %s --check-prefix=MEMORIES
// RUN: not optc layout '#iree_map.pack_layout<(8) : (0)>' '#iree_map.pack_layout<(4) : (0)>' 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: optc layout '#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>' '#ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [1, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>' --target sm_80 | FileCheck %s --check-prefix=LINEAR
// RUN: optc layout '#iree_map.pack_layout<((5, 3)) : ((1, 0))>' '#iree_map.pack_layout<((3, 5)) : ((0, 1))>' | FileCheck %s --check-prefix=DIGITS
// RUN: not optc layout '#iree_map.pack_layout<(8) : (0)>' 'f32' 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not optc layout '#iree_map.pack_layout<(8) : (0)>' '#iree_map.pack_layout<(8) : (0)>' --element 'vector<4xf32>' 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not optc layout '#iree_map.pack_layout<(8) : (0)>' '#iree_map.pack_layout<(8) : (0)>' --target ipu7 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: optc layout '#iree_map.pack_layout<((2, 8), 4) : ((0, 1), 8)>' --to=cute | FileCheck %s --check-prefix=CUTE --match-full-lines
// RUN: optc layout '#iree_map.pack_layout<(16, 2) : (1, 0)>' --target sm_80 --element f16 | FileCheck %s --check-prefix=ROWS
// RUN: optc layout '#iree_map.pack_layout<(2, 64) : (0, 1)>' --target sm_80 | FileCheck %s --check-prefix=COLUMNS
// RUN: not optc layout '#iree_map.pack_layout<(8) : (0)>' --to=c 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: not optc layout '#ttg.blokced<{}>' 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not optc layout '#iree_map.pack_layuot<(8) : (0)>' 2>&1 | FileCheck %s --check-prefix=MNEMONIC
// RUN: optc layout 'inverse((4,8):(8,1))' --to=cute.layout | FileCheck %s --check-prefix=INVERSE --match-full-lines
// RUN: not optc layout 'compos(4:1, 2:1)' --to=cute 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: not optc layout 'f32' --to=cute 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not optc layout '#iree_map.pack_layout<((4, 2)) : ((1, 1))>' --to=cute 2>&1 | FileCheck %s --check-prefix=OVERLAP
// RUN: not optc layout '#poplar.mapping<0: 0..8>' --target sm_80 2>&1 | FileCheck %s --check-prefix=MAPPING

// CUTE: ((8,4),2):((1,16),8)
// ROWS: a thread makes one access of 4 bytes.
// ROWS: The accesses of 32 threads touch 2 sectors of 32 bytes; 2 would be the least.
// COLUMNS: a thread makes 2 accesses of 4 bytes.
// WORD: error: flag '--to': there is no spelling 'c'; 'optc help layout' lists the spellings
// TYPO: error: expected a layout, but got '#ttg.blokced<{}>'; 'optc help layout' lists the spellings; did you mean 'ttg.blocked'?
// MNEMONIC: note: did you mean 'pack_layout'?
// INVERSE: !cute.layout<"(8,4):(4,1)">
// FUNCTION: error: expected a layout, but got 'compos(4:1, 2:1)'; 'optc help layout' lists the spellings; did you mean 'compose'?
// NONE: error: expected a layout, but got 'f32'; 'optc help layout' lists the spellings
// OVERLAP: #iree_map.pack_layout<((4, 2)) : ((1, 1))>:1:1: error: threads cannot tell their parts apart: the stride 1 is not a multiple of 2, the span of the digits of smaller strides
// MAPPING: error: expected a layout, but got '#poplar.mapping<0: 0..8>'; 'optc help layout' lists the spellings

// Two layouts: the digits that move, and the ways.

// LANES:      16x4xf32 changes its layout over 32 threads in subgroups of 32
// LANES:      digits that number elements and copies
// LANES-NEXT:   digit of      before      after    address
// LANES-NEXT:   2        | thread 1 | thread 1 |         4|
// LANES-NEXT:   2        | thread 2 | thread 2 |         8|
// LANES-NEXT:   2        | thread 4 | thread 4 |        16|
// LANES-NEXT:   2        | thread 8 |register 1|         1|
// LANES-NEXT:   2        |thread 16 |register 2|         2|
// LANES-NEXT:   2        |register 1| thread 8 |        32|
// LANES-NEXT:   2        |  a copy  |thread 16 |
// LANES:      lanes of the first write, by bank
// LANES:        step 0 | 0| 8|16|24| 1| 9|17|25| 2|10|18|26| 3|11|19|27| 4|12|20|28| 5|13|21|29| 6|14|22|30| 7|15|23|31|
// LANES:      No element changes its subgroup: 3 shuffles, the fewest, and 10 selects take about 6 cycles.
// LANES:      Shuffles are taken.

// LOCAL:      4x2xi8 changes its layout over 32 threads in subgroups of 32
// LOCAL-NOT:  {{.*}}bank{{.*}}
// LOCAL:      No element changes its thread: the threads only number their registers differently.

// WIDE:       256xf64 changes its layout over 256 threads in subgroups of 32
// WIDE:       There is no way by shuffles: lanes cannot exchange elements of type f64.
// WIDE:       Memory is taken.

// Threads that access a memory: rows of 128 bytes, and their columns exchanged.

// BANKED: lanes of access 0, by bank
// BANKED: step 31 |31|31|31|31|
// BANKED: A thread makes 8 accesses of 16 bytes.
// BANKED: the accesses of a subgroup take 256 cycles, and would take 32 without conflicts
// SWIZZLED: step 3 |24|24|24|24|25|
// SWIZZLED: the accesses of a subgroup take 32 cycles, the least
// SWIZZLED: they touch 256 sectors of 32 bytes; 128 would be the least.
// CELLS: (8,4):(4,1):1:1: error: a layout of 8x4 cells is neither a memory of 8 elements nor one of threads and registers that hold them
// EXTENTS: error: '(4,2):(1,4)' is a memory of 4x2 elements, but the threads hold 8 elements
// MEMORIES: error: '(8,4):(4,1)' is a layout of memory, but a change compares layouts of threads; with '--shape' its modes are threads and registers

// SHAPE: error: the layouts describe vectors of different shapes, 8 and 4
// DIGITS:      digit of                          before                          after
// DIGITS-NEXT: 15       |3 of register 1, 5 of thread 1|5 of thread 1, 3 of register 1|
// DIGITS:      what the lanes of the first subgroup read
// DIGITS-NEXT:   shuffle    0   1   2
// DIGITS-NEXT:   lane 0  |0:0|3:1|1:2|
// DIGITS-NEXT:   lane 1  |2:0|0:1|3:2|
// DIGITS-NEXT:   lane 2  |4:0|2:1|0:2|
// DIGITS-NEXT:   lane 3  |1:0|4:1|2:2|
// DIGITS-NEXT:   lane 4  |3:0|1:1|4:2|
// DIGITS:      The 5 lanes after these read the same, and so on.
// DIGITS:      Where a row has several digits on a side, the lowest first, the layouts divide its elements in numbers that do
// DIGITS-NEXT: not divide each other.
// DIGITS-NEXT: No element changes its subgroup: 3 shuffles, the fewest,
// DIGITS:      Shuffles are taken.
// LINEAR:      lane 2  |6:0 |6:1 |6:2 |6:3 |
// LINEAR:      lanes of the slowest read, by bank
// LINEAR:      step 0 | 0| 0| 0| 0| 4| 4| 4| 4|
// LINEAR:      Threads or registers are no sums of digits. The cells 1, 2, 4, 8, 16, 32, 64 of memory have the elements 1,
// LINEAR-NEXT: 64, 8, 4, 2, 32, 16, and exclusive ors of these cells have the exclusive ors of the elements.
// LINEAR:      No element changes its subgroup: 4 shuffles, the fewest,
// LINEAR:      Reads take 4 cycles, the least:
// LINEAR:      Shuffles are taken.
// KIND: error: expected a layout, but got 'f32'; 'optc help layout' lists the spellings
// ELEMENT: error: flag '--element' takes a number, an index or a float, but got 'vector<4xf32>'
// TARGET: error: unknown target 'ipu7'; did you mean 'ipu1'?
