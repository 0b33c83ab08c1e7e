// RUN: optc %s --poplar-set-target=arch=ipu1 | FileCheck %s
// RUN: not optc %s --poplar-set-target=arch=ipu3 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// CHECK: module attributes {poplar.target = #poplar.target<ipu1>}
// UNKNOWN: error: option 'arch' of 'poplar-set-target': unknown architecture 'ipu3'; did you mean 'ipu1'? [poplar.target-unknown]
module attributes {poplar.target = #poplar.target<ipu2>} {
}
