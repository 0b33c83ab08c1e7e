// RUN: optc %s --poplar-mangle-names --poplar-generate-wrappers --split-input-file --verify-diagnostics

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.vertex' op 'demo::Asm' is external, but __runCodelet_demo__Asm is not declared [poplar.external-missing]}}
  poplar.vertex @"demo::Asm" worker external {}
  // expected-error @below {{'poplar.vertex' op 'demo::Other' is external, but __runCodelet_demo__Other is not declared [poplar.external-missing]}}
  poplar.vertex @"demo::Other" worker external {}
}

// -----

module attributes {poplar.target = #poplar.target<ipu2>} {
  // expected-error @below {{'poplar.vertex' op __runCodelet_demo__Fill is defined, but 'demo::Fill' is not external [poplar.duplicate-symbol]}}
  poplar.vertex @"demo::Fill" worker {}
  // expected-note @below {{the function is declared here}}
  poplar.function @__runCodelet_demo__Fill own_stack(16) external
}
