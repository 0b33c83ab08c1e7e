// RUN: optc %s --poplar-mangle-names --verify-diagnostics

// What an option would change is said once.
module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-remark @below {{'poplar.vertex' op symbol is __runCodelet_d__a_b; with single-underscore=triple it is __runCodelet_d__a___b}}
  // expected-note @below {{the names of 2 other classes have such an underscore as well}}
  poplar.vertex @"d::a_b" worker {
  }
  poplar.vertex @"d::c_d" worker {
  }
  poplar.vertex @"d::plain" worker {
  }
  poplar.vertex @"d::e_f" worker {
  }
}
