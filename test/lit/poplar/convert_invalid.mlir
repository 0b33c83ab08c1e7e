// RUN: optc %s --split-input-file --verify-diagnostics

func.func @f(%x: f16) -> bf16 {
  // expected-error @below {{'poplar.convert' op expected the same type or types of different widths, but got 'f16' and 'bf16'}}
  %0 = poplar.convert %x : f16 to bf16
  return %0 : bf16
}

// -----

func.func @f(%x: i8, %m: i8) -> i8 {
  // expected-error @below {{custom op 'poplar.to_quarter' invalid kind of type specified}}
  %0 = poplar.to_quarter %x metadata %m : i8
  return %0 : i8
}
