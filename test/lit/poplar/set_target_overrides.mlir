// RUN: optc %s --poplar-set-target=arch=ipu2 | FileCheck %s
// RUN: not optc %s --poplar-set-target=arch=ipu1 2>&1 | FileCheck %s --check-prefix=OTHER

// What the file overrides stays for its own architecture, and means nothing for another.

// CHECK: module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 8, workers = 4>}
// OTHER: error: 'builtin.module' op the file overrides fields of ipu2, which cannot be carried over to ipu1: tiles_per_ipu = 8, workers = 4 [poplar.target-fit]
module attributes {poplar.target = #poplar.target<ipu2, tiles_per_ipu = 8, workers = 4>} {
}
