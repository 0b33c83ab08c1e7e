// RUN: optc %s --poplar-generate-wrappers --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.vertex' op name must be mangled before poplar-generate-wrappers [poplar.unresolved]}}
  poplar.vertex @"demo::Fill" worker {}
  poplar.vertex @"demo::Named" worker attributes {symbol = "named"} {}
  // expected-error @below {{'poplar.vertex' op name must be mangled before poplar-generate-wrappers [poplar.unresolved]}}
  poplar.vertex @"demo::Copy" worker {}
}
