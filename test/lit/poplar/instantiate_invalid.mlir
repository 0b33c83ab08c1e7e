// RUN: optc %s --poplar-instantiate --split-input-file --verify-diagnostics

poplar.vertex_template @"demo::P" params(T : type) worker {
}
// expected-note @below {{the first one is here}}
poplar.instantiate @"demo::P"<f16>
// expected-error @below {{'poplar.instantiate' op 'demo::P<half>' exists already [poplar.instance-twice]}}
poplar.instantiate @"demo::P"<f16>

// -----

// A compute region must fit the instances that it becomes part of.
poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f16>>'}}
  poplar.field @x : !poplar.in<vec<$T>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'x', to be 'memref<?xf16>', but got 'memref<?xf32>' [poplar.compute-type]}}
  poplar.compute (%x : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.instantiate @"demo::P"<f32>
poplar.instantiate @"demo::P"<f16>

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.field' op expected a value of type 'ui8', but got 300 [poplar.value-type]}}
  // expected-note @below {{0 to 255}}
  poplar.field @x : !poplar.param<T> = 300
}
poplar.instantiate @"demo::P"<ui16>
poplar.instantiate @"demo::P"<ui8>

// -----

// A number with a type of its own is none of another type; one without a type must fit.
poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.field' op expected a value of type 'si64', but got '255 : ui8' [poplar.value-type]}}
  poplar.field @x : !poplar.param<T> = 255 : ui8
}
poplar.instantiate @"demo::P"<ui8>
poplar.instantiate @"demo::P"<si64>

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.field' op expected a value of type 'f32', but it cannot hold 16777217 exactly [poplar.value-type]}}
  // expected-note @below {{the nearest is 16777216}}
  poplar.field @x : !poplar.param<T> = 16777217
}
poplar.instantiate @"demo::P"<si32>
poplar.instantiate @"demo::P"<f32>

// -----

// A vertex of that name.
poplar.vertex_template @"demo::P" params(T : type) worker {
}
// expected-note @below {{the first one is here}}
poplar.vertex @"demo::P<half>" worker {
}
// expected-error @below {{'poplar.instantiate' op 'demo::P<half>' exists already [poplar.instance-twice]}}
poplar.instantiate @"demo::P"<f16>
