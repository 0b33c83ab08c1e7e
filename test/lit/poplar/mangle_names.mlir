// RUN: optc %s --poplar-mangle-names | FileCheck %s

poplar.vertex @"popnn::NonLinearity2D<float, 2>" worker external {}
poplar.vertex @"popops::UnaryOp<popops::expr::ABSOLUTE, half>" worker external {}
poplar.vertex @"demo::fast__path" worker external {}
poplar.vertex @"poprand::SetSeed" worker external {}
poplar.assert_symbol @"demo::fast__path" "__runCodelet_demo__fast_Zpath"

// CHECK: module {
// CHECK-NEXT:   poplar.vertex @"popnn::NonLinearity2D<float, 2>" worker external attributes {symbol = "__runCodelet_popnn__NonLinearity2D___float_2"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"popops::UnaryOp<popops::expr::ABSOLUTE, half>" worker external attributes {symbol = "__runCodelet_popops__UnaryOp___popops__expr__ABSOLUTE_half"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::fast__path" worker external attributes {symbol = "__runCodelet_demo__fast_Zpath"} {
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"poprand::SetSeed" worker external attributes {symbol = "__runCodelet_poprand__SetSeed"} {
// CHECK-NEXT:   }
// CHECK-NEXT: }
