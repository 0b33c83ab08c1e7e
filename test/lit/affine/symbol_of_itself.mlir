// RUN: optc %s --verify-diagnostics

// Operations are verified before the order of definitions is: what may be a symbol
// must be decided for a value that depends on itself.

func.func @f() {
  affine.for %i = 0 to 4 {
    // expected-error@+2 {{operand #1 does not dominate this use}}
    // expected-note@+1 {{operand defined here (op in the same block)}}
    %v = affine.apply affine_map<(d0)[s0] -> (1)>(%i)[%v]
  }
  return
}
