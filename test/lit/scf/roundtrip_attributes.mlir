// RUN: optc %s --allow-unregistered-dialect | FileCheck %s

// Branches without results, terminators with attributes, and a mask of processors.
// CHECK-LABEL: func.func @rest(%arg0: index, %arg1: tensor<4xf32>) {
// CHECK-NEXT: scf.index_switch %arg0 {{$}}
// CHECK-NEXT: case 1 {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: }
// CHECK-NEXT: scf.index_switch %arg0 {tag} {{$}}
// CHECK-NEXT: case 1 {
// CHECK-NEXT: "test.use"() : () -> ()
// CHECK-NEXT: scf.yield {last}
// CHECK-NEXT: }
// CHECK-NEXT: default {
// CHECK-NEXT: scf.yield {last}
// CHECK-NEXT: }
// CHECK-NEXT: scf.forall (%arg2) in (4) {
// CHECK-NEXT: } {mapping = [#gpu.warp<linear_dim_0>, #gpu.mask<3>]}
// CHECK-NEXT: scf.execute_region {
// CHECK-NEXT: scf.yield
// CHECK-NEXT: }
// CHECK-NEXT: return
func.func @rest(%i: index, %t: tensor<4xf32>) {
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  default {
  }
  scf.index_switch %i {tag}
  case 1 {
    "test.use"() : () -> ()
    scf.yield {last}
  }
  default {
    scf.yield {last}
  }
  scf.forall (%k) in (4) {
  } {mapping = [#gpu.warp<linear_dim_0>, #gpu.mask<3>]}
  scf.execute_region {
    scf.yield
  }
  return
}
