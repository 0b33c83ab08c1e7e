// RUN: optc layout '#poplar.mapping<0: 0..6; 1: 6..12; 4: 12..14>' '#poplar.mapping<0: 0..3, 9..14; 1: 3..9>' --target ipu2 | FileCheck %s --check-prefix=TILES
// RUN: optc layout '#poplar.mapping<0: 0..4; 1: 4..8>' '#poplar.mapping<0: 0..4; 1: 6..8, 4..6>' --target ipu1 --element f16 | FileCheck %s --check-prefix=WITHIN
// RUN: optc layout '(6,4):(4,1)' '#poplar.mapping<0: 0..12; 9: 12..24>' --shape 24x1 --target bow | FileCheck %s --check-prefix=CUTE
// RUN: optc layout '#iree_map.pack_layout<((2, 3), 6) : ((0, 1), 0)>' '#iree_map.pack_layout<((6), (2, 3)) : ((0), (0, 1))>' --target ipu2 --element f16 | FileCheck %s --check-prefix=WORKERS
// RUN: optc layout '#iree_map.pack_layout<(5, 2) : (1, 0)>' '#iree_map.pack_layout<(5, 2) : (0, 1)>' --target ipu2 --element i8 | FileCheck %s --check-prefix=NARROW
// RUN: optc layout '#iree_map.pack_layout<((3, 2)) : ((0, 1))>' '#iree_map.pack_layout<((3, 2)) : ((0, 1))>' --target ipu2 | FileCheck %s --check-prefix=STAYS
// RUN: optc layout '#iree_map.pack_layout<(8, 4) : (1, 0)>' '#iree_map.pack_layout<(8, 4) : (0, 1)>' --target ipu2 --axis tile | FileCheck %s --check-prefix=SPREAD
// RUN: optc layout '!okk.local<1x6x1x4xf32, aligned, start = 2>' '!okk.local<1x6x1x4xf32, compact>' --target toy4 | FileCheck %s --check-prefix=NPUS
// RUN: optc layout '!okk.local<2x9x4x5xf32, aligned>' '!okk.local<2x9x4x5xf32, compact>' --target odd7 | FileCheck %s --check-prefix=COMPUTE
// RUN: optc layout '!okk.sys<1x6x1x4xf32, continuous>' '!okk.local<1x6x1x4xf32, aligned>' --target bm1684 | FileCheck %s --check-prefix=LOAD
// RUN: optc layout '!okk.local<6x5x4x5xi8, mode = n4, aligned>' '!okk.local<6x5x4x5xi8, aligned>' --target bm1684 | FileCheck %s --check-prefix=UNPACK
// RUN: optc layout '(7,4):(4,1)' '(4,7):(1,4)' --shape 28x1 --target odd7 | FileCheck %s --check-prefix=LANES
// RUN: not optc layout '#iree_map.pack_layout<(8) : (1)>' '#iree_map.pack_layout<(8) : (0)>' --target ipu2 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not optc layout '#iree_map.pack_layout<(8) : (1)>' '#iree_map.pack_layout<(8) : (0)>' --target ipu2 --axis tyle 2>&1 | FileCheck %s --check-prefix=AXIS
// RUN: not optc layout '#iree_map.pack_layout<(8) : (1)>' '#iree_map.pack_layout<(8) : (0)>' --target cpu 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not optc layout '#poplar.mapping<0: 0..8>' '#poplar.mapping<0: 0..7>' --target ipu2 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not optc layout '#poplar.mapping<0: 0..8>' '#poplar.mapping<0: 0..8>' --target bm1684 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not optc layout '!okk.sys<1x6x1x4xf32, continuous>' '!okk.sys<1x6x1x4xf32, continuous>' --target ipu2 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not optc layout '!okk.local<1x6x1x4xf32, aligned>' '!okk.local<1x6x1x4xi32, aligned>' --target toy4 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not optc layout '!okk.local<1x6x1x4xf32, aligned>' '!okk.local<1x6x1x4xf16, aligned>' --target toy4 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: optc layout '!okk.sys<65535x4095x60000x60000xf32, continuous>' '!okk.sys<65535x4095x60000x60000xf32, continuous>' --target bm1684 | FileCheck %s --check-prefix=HUGE
// RUN: not optc layout '!poplar.in<vec<f32>>' '!poplar.in<vec<f32>>' --target ipu2 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: optc layout '#iree_map.pack_layout<((2, 3), 6) : ((0, 1), 0)>' --target ipu2 --element f16 | FileCheck %s --check-prefix=ONE

// Two layouts on tiles: what stays, what is exchanged, in which memory.

// TILES:      14xf32 changes its layout over 5 tiles of ipu2
// TILES:      bytes from each tile to each tile
// TILES-NEXT:   to tile   0  1
// TILES-NEXT:   tile 0  |12|12|
// TILES-NEXT:   tile 1  |12|12|
// TILES-NEXT:   tile 4  | 8|
// TILES:      Of 56 bytes, 12 keep their place, 12 move to another place of their tile, and 32 go to another tile.
// TILES-NEXT: The exchange takes about 155 cycles: 150 until all tiles are ready, and 5 for the 20 bytes that tile 0,
// TILES:      Copies within a tile take about 12 cycles
// TILES:      A tile has at most 24 bytes before and 32 after. Its memory has 13 elements of 16384 bytes,

// WITHIN:     Of 16 bytes, 8 keep their place, 8 move to another place of their tile, and 0 go to another tile.
// WITHIN:     No element changes its tile, so nothing is exchanged.

// CUTE:       digit of  before  after
// CUTE-NEXT:    3        |tile 1|cell 4|
// CUTE-NEXT:    2        |tile 3|tile 9|

// Layouts of threads spread elements over the workers of a tile.

// WORKERS:      6x6xf16 changes its layout over 6 workers of a tile of ipu2
// WORKERS:      bytes from each worker to each worker
// WORKERS-NEXT:   to worker  0 1 2 3 4 5
// WORKERS-NEXT:   worker 0  |8|8|8| |8|8|
// WORKERS:        3        | worker 1 |register 2|
// WORKERS:      A worker makes 3 × 8 bytes to store and 3 × 8 bytes to load, 8 at most.
// WORKERS:      The tile takes about 36 cycles
// WORKERS:      The layouts tell 3 of the 6 workers apart: the others hold the same elements as the first ones.

// NARROW:       A store of 2 bytes also writes its neighbours: 4 bytes are stored at once.
// STAYS:        No element changes its worker: the workers only number their registers differently.
// SPREAD:       8x4xf32 changes its layout over 8 tiles of ipu2

// Tensors of a TPU: NPUs, engines, banks.

// NPUS:       1x6x1x4xf32 changes its layout on the 4 NPUs of toy4
// NPUS:         to NPU   0  1  2  3
// NPUS-NEXT:    NPU 0        |16|
// NPUS:       The copy engine (okk.copy) takes about 34 cycles: 32 to start, and 2 for 96 bytes, 64 in a cycle.
// NPUS:       The compute engine cannot change the layout: it moves no element to another NPU.
// NPUS:       There is no figure for the time of toy4: the cycles are of the right order for bm1684.
// NPUS:       An NPU has 8 banks of 128 bytes.
// NPUS:       They share none if the second begins 256 bytes after the first.

// COMPUTE:    the compute engine (okk.eltwise copy) can change the layout too,
// COMPUTE:    An NPU has 7 banks of 256 bytes.

// LOAD:       to NPU          0  1  2  3  4  5
// LOAD-NEXT:  system memory |16|16|16|16|16|16|
// LOAD:       The copy engine (okk.load) takes about 34 cycles

// UNPACK:     The copy engine (okk.unpack) takes about 42 cycles
// UNPACK:     The compute engine copies elements of 4 bytes only.

// LANES:      28x1xf32 changes its layout on the 7 NPUs of odd7
// LANES:      Of 112 bytes, 16 keep their place, 0 move to another place of their NPU, and 96 go to another NPU.

// MANY: error: the layout needs 8 workers, but a tile of ipu2 has 6
// AXIS: error: flag '--axis': ipu2 has no axis 'tyle'; did you mean 'tile'?; its axes are worker, tile
// HOST: error: cpu has no tiles: all elements are in the memory of the host
// COUNT: error: shapes (8) and (7) differ [shape-mismatch]
// FOREIGN: error: '#poplar.mapping<0: 0..8>' has no places on bm1684: unknown architecture 'bm1684' [target-unknown]
// MEMORY: error: '!okk.sys<1x6x1x4xf32, continuous>' places elements in a memory that ipu2 does not have
// TYPES: error: the tensors have elements of type f32 and i32 [dtype-mismatch]
// SIZES: error: expected elements of one size in one sort of places, but an element of '!okk.local<1x6x1x4xf32, aligned>' has 4 bytes, and one of '!okk.local<1x6x1x4xf16, aligned>' has 2 bytes
// HUGE: All 3864467880000000000 bytes go through system memory.
// FIELD: error: '!poplar.in<vec<f32>>' does not place the elements of a tensor
// ONE:        workers by registers
// ONE-NEXT:     register    0   1   2   3   4   5   6   7   8   9  10  11
// ONE-NEXT:     worker 0 |0,0|0,1|0,2|0,3|0,4|0,5|3,0|3,1|3,2|3,3|3,4|3,5|
// ONE:        a worker makes 6 × 4 bytes to load or to store them, about 36
