// RUN: optc %s --split-input-file --verify-diagnostics

// A host could not say which of two variables of one name it means.

poplar.graph @main {
  // expected-note @below {{the other one is here}}
  %a = poplar.variable "x" : !poplar.tensor<4xf32>
  // expected-error @below {{'poplar.variable' op there are two variables 'x' [poplar.duplicate-variable]}}
  %b = poplar.variable "x" : !poplar.tensor<8xf32>
}

// -----

// Each graph has names of its own.

module {
  poplar.graph @a {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
  }
  poplar.graph @b {
    %x = poplar.variable "x" : !poplar.tensor<4xf32>
  }
}
