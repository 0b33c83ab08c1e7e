// RUN: optc %s --split-input-file --verify-diagnostics

poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    poplar.start @"demo::Two"(%c, %x : i32, memref<?xf32>)
    poplar.join
    poplar.start @"demo::Two"(%c, %x : i32, memref<?xf32>)
    %d = arith.constant 2 : i32
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.start' op expected an operand for each of the 2 fields of 'demo::Two', but got 1 [poplar.start-class]}}
    poplar.start @"demo::Two"(%c : i32)
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.start' op expected an operand for each of the 2 fields of 'demo::Two', but got 3 [poplar.start-class]}}
    poplar.start @"demo::Two"(%c, %x, %c : i32, memref<?xf32>, i32)
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.start' op expected operand 1, field 'b', to be 'memref<?xf32>', but got 'i32' [poplar.start-class]}}
    poplar.start @"demo::Two"(%c, %c : i32, i32)
    poplar.join
    poplar.compute_return
  }
}

// -----

// expected-note @below {{the class is declared here}}
poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.start' op expected operand 0, field 'a', to be 'i32', but got 'memref<?xf32>' [poplar.start-class]}}
    poplar.start @"demo::Two"(%x, %x : memref<?xf32>, memref<?xf32>)
    poplar.join
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.start' op expected a 'poplar.join' behind it in its block, before the next start [poplar.start-join]}}
    poplar.start @"demo::Two"(%c, %x : i32, memref<?xf32>)
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    // expected-error @below {{'poplar.join' op expected a 'poplar.start' before it in its block [poplar.start-join]}}
    poplar.join
    poplar.start @"demo::Two"(%c, %x : i32, memref<?xf32>)
    poplar.join
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::Two" worker {
  poplar.field @a : si32
  poplar.field @b : !poplar.in<vec<f32>>
  poplar.compute (%a : i32, %b : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::P" supervisor {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c = arith.constant 1 : i32
    poplar.start @"demo::Two"(%c, %x : i32, memref<?xf32>)
    poplar.join
    // expected-error @below {{'poplar.join' op expected a 'poplar.start' before it in its block [poplar.start-join]}}
    poplar.join
    poplar.compute_return
  }
}
