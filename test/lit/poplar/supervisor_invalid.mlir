// RUN: optc %s --split-input-file --verify-diagnostics

poplar.vertex @"demo::Work" worker {
  poplar.compute () {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op expected a supervisor vertex to start workers, but 'demo::P' is a worker vertex [poplar.start-class]}}
    poplar.start @"demo::Work"
    poplar.join
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::Work" worker {
  poplar.compute () {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op expected a 'poplar.join' behind it in its block, before the next start [poplar.start-join]}}
    poplar.start @"demo::Work"
    poplar.start @"demo::Work"
    poplar.join
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.join' op expected a 'poplar.start' before it in its block [poplar.start-join]}}
    poplar.join
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op there is no vertex 'demo::Q'; did you mean 'demo::P'? [poplar.unknown-vertex]}}
    poplar.start @"demo::Q"
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op expected workers to run a worker or multi vertex, but 'demo::P' is a supervisor vertex [poplar.start-class]}}
    poplar.start @"demo::P"
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Work" worker external {
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op expected 'demo::Work' to have code [poplar.start-class]}}
    poplar.start @"demo::Work"
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Work" worker {
  poplar.field @n : ui32
  poplar.compute (%n : i32) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    // expected-error @below {{'poplar.start' op expected an operand for each of the 1 fields of 'demo::Work', but got 0 [poplar.start-class]}}
    poplar.start @"demo::Work"
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Work" worker {
  poplar.field @n : ui32
  poplar.compute (%n : i32) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.compute () {
    %n = arith.constant 1 : i16
    // expected-error @below {{'poplar.start' op expected operand 0, field 'n', to be 'i32', but got 'i16' [poplar.start-class]}}
    poplar.start @"demo::Work"(%n : i16)
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Work" worker {
  poplar.field @n : !poplar.in<f32>
  poplar.compute (%n : f32) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @n : !poplar.in<f32>
  poplar.compute (%n : f32) {
    // expected-error @below {{'poplar.start' op field 'n' refers to one element, whose address the supervisor does not know [poplar.start-class]}}
    // expected-note @below {{make it a plain field of type float, or a vector}}
    poplar.start @"demo::Work"(%n : f32)
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Work" worker {
  poplar.field @rows : !poplar.vec<in<vec<f32>>>
  poplar.compute (%rows : !poplar.rows<f32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @rows : !poplar.vec<in<vec<f32>>>
  poplar.compute (%rows : !poplar.rows<f32>) {
    // expected-error @below {{'poplar.start' op field 'rows' is of type Vector<Input<Vector<float>>>, which a supervisor cannot build [poplar.start-class]}}
    // expected-note @below {{pass its rows separately}}
    poplar.start @"demo::Work"(%rows : !poplar.rows<f32>)
    poplar.join
    poplar.compute_return
  }
}

// -----

func.func @f() {
  // expected-error @below {{'poplar.join' op expects to be inside of 'poplar.compute'}}
  poplar.join
  return
}
