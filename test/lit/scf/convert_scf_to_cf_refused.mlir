// RUN: optc %s --convert-scf-to-cf --split-input-file --verify-diagnostics

// What scf.forall returns comes from all of its threads; the loop before it is none of those.
func.func @results(%t: tensor<4xi1>, %n: index) -> tensor<4xi1> {
  scf.forall (%i) in (%n) {
  }
  // expected-error @below {{failed to legalize operation 'scf.forall' that was explicitly marked illegal}}
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xi1> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xi1> into tensor<4xi1>
    }
  }
  // Nothing is said about the second one.
  %s = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xi1> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xi1> into tensor<4xi1>
    }
  }
  return %r : tensor<4xi1>
}

// -----

func.func @no_dimensions() {
  // expected-error @below {{failed to legalize operation 'scf.forall' that was explicitly marked illegal}}
  scf.forall () in () {
  }
  return
}
