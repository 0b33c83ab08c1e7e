// RUN: optc %s --mlir-print-local-scope | FileCheck %s
// RUN: optc %s --mlir-print-local-scope | optc --mlir-print-local-scope | FileCheck %s

// CHECK-LABEL: @attributes
// CHECK-SAME: a = #iree_map.pack_map<((2, (8, 1)), 16) : ((0, (1, 5)), 8)>
// CHECK-SAME: b = #iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>
func.func private @attributes() attributes {
  a = #iree_map.pack_map<((2, (8, 1)), 16) : ((0, (1, 5)), 8)>, b = #iree_map.pack_layout<((2, (8, 1)), 16) : ((0, (1, 5)), 8)>
}

// Digits that go on where the next one ends are joined; digits of one value vanish.
// CHECK-LABEL: @joined
// CHECK-SAME: a = #iree_map.pack_layout<(32, 16) : (1, 0)>
// CHECK-SAME: b = #iree_map.pack_layout<((2, 16)) : ((0, 1))>
// CHECK-SAME: c = #iree_map.pack_layout<(1, 8) : (0, 2)>
// CHECK-SAME: d = #iree_map.pack_layout<() : ()>
func.func private @joined() attributes {
  a = #iree_map.pack_layout<((4, 8), (2, 8)) : ((8, 1), (0, 0))>, b = #iree_map.pack_layout<((2, (4, 4))) : ((0, (4, 1)))>,
  c = #iree_map.pack_layout<((1, 1), 8) : ((3, 4), 2)>, d = #iree_map.pack_layout<() : ()>
}

// CHECK-LABEL: @anchor
// CHECK: iree_vector_ext.to_layout %arg0 to layout(#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>) : vector<16x16xf32>
func.func @anchor(%v: vector<16x16xf32>) -> vector<16x16xf32> {
  %0 = iree_vector_ext.to_layout %v to layout(#iree_map.pack_layout<((2, 8), 16) : ((0, 1), 8)>) : vector<16x16xf32>
  return %0 : vector<16x16xf32>
}
