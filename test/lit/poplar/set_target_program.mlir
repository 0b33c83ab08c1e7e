// RUN: optc %s --poplar-set-target=arch=ipu1 | FileCheck %s

// What the target says of the program holds for every architecture.
// CHECK: module attributes {poplar.target = #poplar.target<ipu1, quarter_metadata = [none]>}
module attributes {poplar.target = #poplar.target<ipu2, quarter_metadata = none>} {
}
