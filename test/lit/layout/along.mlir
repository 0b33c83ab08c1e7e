// Layouts along the axes of a GPU.
// DEFINE: %{rows} = '#iree_vector_ext.nested_layout<subgroup_tile = [2, 1], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [2, 2], element_tile = [1, 2], subgroup_strides = [1, 0], thread_strides = [2, 1]>'
// DEFINE: %{columns} = '#iree_vector_ext.nested_layout<subgroup_tile = [1, 2], batch_tile = [1, 1], outer_tile = [1, 1], thread_tile = [4, 1], element_tile = [1, 2], subgroup_strides = [0, 1], thread_strides = [1, 0]>'
// RUN: optc layout %{rows} %{columns} --axis subgroup | FileCheck %s --check-prefix=SUBGROUP
// RUN: optc layout %{rows} %{columns} --axis lane --format=json | FileCheck %s --check-prefix=LANE
// RUN: optc layout %{columns} --axis thread | FileCheck %s --check-prefix=THREAD
// RUN: optc layout %{columns} --axis workgroup | FileCheck %s --check-prefix=WORKGROUP
// RUN: optc layout %{columns} --axis grid --shape 8x4 | FileCheck %s --check-prefix=GRID
// RUN: optc layout '(2,64):(66,1)' --axis bank --element f16 | FileCheck %s --check-prefix=BANK
// RUN: not optc layout %{rows} --axis grid 2>&1 | FileCheck %s --check-prefix=SHAPE
// RUN: not optc layout %{rows} --axis grid --shape 9x4 2>&1 | FileCheck %s --check-prefix=MULTIPLE
// RUN: not optc layout %{rows} --axis bank 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not optc layout 8:1 --axis lane 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: not optc layout 8:1 8:1 --axis bank 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not optc layout 8:1 --axis bank --element f64 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not optc layout %{rows} --axis lines 2>&1 | FileCheck %s --check-prefix=NAME

// SUBGROUP: 4x4xf32 changes its layout over 2 subgroups
// SUBGROUP: subgroup 0  |16|16|
// SUBGROUP: Of 64 bytes, 16 keep their place, 16 move to another place of their subgroup, and 32 go to another subgroup.
// LANE: "go to another lane"
// LANE-NEXT: 48
// THREAD: thread 7 |3,2|3,3|
// WORKGROUP: 4x4 elements over 1 workgroup
// GRID: workgroup 1 |4,0|4,1|5,0|5,1|6,0|6,1|7,0|7,1|4,2|
// GRID: Each workgroup holds 16 cells.
// BANK: 2x64 elements in 3 rows of 32 banks
// BANK: 2 neighbours along dimension 0 are in 2 banks.
// BANK-NEXT: 32 neighbours along dimension 1 are in 16 banks.
// SHAPE: error: flag '--axis=grid' needs '--shape'
// MULTIPLE: extent 9 of dimension 0 is no multiple of 4, the extent of a tile
// THREADS: a layout of threads has no banks
// MEMORY: a layout of memory has no lanes
// TWO: flag '--axis=bank' is for one layout of memory
// WIDE: an element of 8 bytes takes several banks
// NAME: a GPU has no axis 'lines'; did you mean 'lane'?; its axes are grid, workgroup, subgroup, lane, thread, bank
