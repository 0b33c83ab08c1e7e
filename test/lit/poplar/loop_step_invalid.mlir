// RUN: optc %s --split-input-file --verify-diagnostics

// Loops that the passes would delete, because their step is not positive.
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %s = arith.constant -1 : index
    // expected-error @below {{'scf.for' op loop step must be positive, but got -1 [poplar.step]}}
    scf.for %i = %c8 to %c0 step %s {
    }
    poplar.compute_return
  }
}

// -----

// Computed steps: a number that cannot be positive.
poplar.vertex @"demo::P" multi {
  poplar.field @n : si32
  poplar.compute (%n : i32) worker(%w : index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %s = arith.subi %c0, %c1 : index
    %up = arith.addi %w, %c1 : index
    scf.for %i = %c0 to %c6 step %up {
      // expected-error @below {{'scf.parallel' op loop step must be positive, but got -1 [poplar.step]}}
      scf.parallel (%j, %k) = (%c0, %c0) to (%i, %c6) step (%c1, %s) {
      }
    }
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.compute () {
    %i8 = arith.constant 8 : i8
    %z = arith.constant 0 : i8
    %big = arith.constant -1 : i8
    scf.for unsigned %i = %z to %i8 step %big : i8 {
    }
    // expected-error @below {{'scf.for' op loop step must be positive, but got 0 [poplar.step]}}
    scf.for unsigned %i = %z to %i8 step %z : i8 {
    }
    poplar.compute_return
  }
}

// -----

// In a called function.
func.func private @f(%n : index) {
  // expected-error @below {{'scf.forall' op loop step must be positive, but got 0 [poplar.step]}}
  scf.forall (%i) = (0) to (%n) step (0) {
  }
  return
}
func.func private @g(%n : index) {
  func.call @f(%n) : (index) -> ()
  func.call @g(%n) : (index) -> ()
  return
}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    %c8 = arith.constant 8 : index
    func.call @g(%c8) : (index) -> ()
    poplar.compute_return
  }
}
