// RUN: optc %s --split-input-file --verify-diagnostics

// A hint may be expected, but need not be.

func.func @silent() {
  // expected-error@+1 {{custom op 'arith.addj' is unknown}}
  %0 = arith.addj
}

// -----

func.func @expected() {
  // expected-error@+2 {{custom op 'arith.addj' is unknown}}
  // expected-note@+1 {{did you mean 'arith.addi'?}}
  %0 = arith.addj
}
