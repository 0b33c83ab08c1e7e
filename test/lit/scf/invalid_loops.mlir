// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Loops whose regions, arguments and results do not fit.
func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects region #0 to have 0 or 1 blocks}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    cf.br ^bb1
  ^bb1:
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects arguments for the induction variable to be of index type}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: i32):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index, %j: index):
    scf.reduce
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects body to terminate with 'scf.reduce'}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    // expected-note @+1 {{terminator here}}
    "test.end"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %c-1 = arith.constant -1 : index
  // expected-error @+1 {{'scf.parallel' op constant step operand must be positive}}
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n, %c-1) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{custom op 'scf.parallel' number of operands and types do not match: got 0 operands and 1 types}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: index, %b: f32):
      // expected-error @+1 {{'scf.reduce.return' op must have type 'index' (the type of the reduction inputs)}}
      scf.reduce.return %b : f32
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      scf.reduce.return %b : f32
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error @+2 {{empty block: expect at least a terminator}}
    // expected-note @+1 {{a block of 'scf.reduce' ends with 'scf.reduce.return'}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op}}
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      "test.end"() : () -> ()
    }
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 2}}
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    "scf.reduce"(%x) ({
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }, {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }) : (f32) -> ()
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op expects number of reduction regions: 1 to be the same as number of reduction operands: 2}}
    "scf.reduce"(%x, %x) ({
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %b : f32
    }) : (f32, f32) -> ()
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n) to (%n, %n) step (%n, %n) {
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{custom op 'scf.parallel' expected 2 operands}}
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n, %n) step (%n, %n) {
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.while' op expects region #0 to have 0 or 1 blocks}}
  "scf.while"(%x) ({
  ^bb0(%a: f32):
    cf.br ^bb1
  ^bb1:
    scf.condition(%c)
  }, {
    scf.yield %x : f32
  }) : (f32) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.while' op expects region #1 to have 0 or 1 blocks}}
  "scf.while"(%x) ({
  ^bb0(%a: f32):
    scf.condition(%c)
  }, {
    cf.br ^bb1
  ^bb1:
    scf.yield %x : f32
  }) : (f32) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'scf.while' op expects the 'after' region to terminate with 'scf.yield'}}
  "scf.while"(%x) ({
  ^bb0(%a: f32):
    scf.condition(%c)
  }, {
    // expected-note @+1 {{terminator here}}
    "test.end"() : () -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{custom op 'scf.while' expected as many input types as operands (expected 1 got 2)}}
  scf.while (%a = %x) : (f32, f32) -> () {
    scf.condition(%c)
  } do {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op produces 0 results, but has only 1 outputs}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({^bb0:}) : () -> ()
  }) : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op region expects 1 arguments}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({^bb0:}) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op expects 0-th block argument to be an index}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: i32, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({^bb0:}) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op type mismatch between 0-th output and corresponding block argument}}
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %o: tensor<9xf32>):
    "scf.forall.in_parallel"() ({^bb0:}) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op region expects 1 arguments}}
  scf.forall (%i, %j) = (0) to (%n, %n) step (1, 1) {
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{expected 2 step values, got 1}}
  scf.forall (%i, %j) = (0, 0) to (%n, %n) step (1) {
  }
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.block<x>, #gpu.mask<1>]}
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{'scf.forall' op mapping attribute size must match op rank}}
  scf.forall (%i, %j) in (%n, %n) {
  } {mapping = [#gpu.block<x>]}
  return
}

// -----

func.func @f(%n: index, %t: tensor<8xf32>) {
  // expected-error @+1 {{expected 0 dynamic upper bound values}}
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({^bb0:}) : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  "scf.if"(%c) ({
    cf.br ^bb1
  ^bb1:
    scf.yield
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'scf.if' op expects region #1 to have 0 or 1 blocks}}
  "scf.if"(%c) ({
    scf.yield
  }, {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.index_switch' op expects region #1 to have 0 or 1 blocks}}
  "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    scf.yield
  }, {
    cf.br ^bb1
  ^bb1:
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.index_switch' op expected region to end with scf.yield, but got test.end}}
  "scf.index_switch"(%n) <{cases = array<i64: 1>}> ({
    "test.end"() : () -> ()
  }, {
    scf.yield
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.index_switch' op expected result #0 of each region to be 'f32'}}
  %0 = scf.index_switch %n -> f32
  case 1 {
    // expected-note @+1 {{case region #0 returns 'index' here}}
    scf.yield %n : index
  }
  default {
    scf.yield %x : f32
  }
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op expects region #0 to have 0 or 1 blocks}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    cf.br ^bb1
  ^bb1:
    scf.yield
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index):
    scf.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32, %y: f64) {
  // expected-error @+1 {{'scf.for' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'f64'}}
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f64):
    scf.yield %a : f64
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32, %y: f64) {
  // expected-error @+1 {{'scf.for' op 0-th region iter_arg and 0-th loop result have different type: 'f32' != 'f64'}}
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f32):
    scf.yield %a : f32
  }) : (index, index, index, f32) -> f64
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 0 to be the same as number of initial values: 1}}
  "scf.parallel"(%n, %n, %n, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    scf.reduce
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op expects number of results: 1 to be the same as number of initial values: 0}}
  %0 = "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
  ^bb0(%i: index):
    scf.reduce (%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }) : (index, index, index) -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op different number of inits and region iter_args: 1 != 0}}
  %0 = "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index):
    scf.yield %x : f32
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.execute_region' op region cannot have any arguments}}
  "scf.execute_region"() ({
  ^bb0(%a: i32):
    scf.yield
  }) : () -> ()
  return
}

// -----

func.func @f() {
  scf.forall (%i) in (4) {
    // expected-error @+1 {{'scf.forall.in_parallel' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
    "scf.forall.in_parallel"() ({}) : () -> ()
  }
  return
}

// -----

func.func @first_argument_of_a_reduction(%c: index, %x: f32) {
  %0 = "scf.parallel"(%c, %c, %c, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    // expected-error @+1 {{'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region}}
    "scf.reduce"(%x) ({
    ^bb0(%a: f64, %b: f32):
      "scf.reduce.return"(%a) : (f64) -> ()
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  return
}
