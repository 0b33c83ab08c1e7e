// RUN: optc %s --poplar-instantiate --split-input-file --verify-diagnostics

poplar.vertex_template @"demo::P" params(n : ui32) worker {
  // expected-error @below {{'poplar.field' op expected a layout as template parameter, but 'n' is of kind ui32 [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec<f16, $n>>
}

// -----

poplar.vertex_template @"demo::P" params(Type : type) worker {
  // expected-error @below {{'poplar.field' op expected integers on both sides of '*', but 'float' is of kind type [poplar.predicate-kind]}}
  poplar.field @x : !poplar.in<vec<f16, SPAN, align $Type * 2>>
}

// -----

poplar.vertex_template @"demo::P" params(T : type, op : i1) worker {
  // expected-error @below {{'poplar.field' op cannot choose between 'float' of kind type and '4' of kind si32 [poplar.predicate-kind]}}
  poplar.field @x : !poplar.in<vec<($op ? $T : 4)>>
}

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op 16 / 0 has no value [poplar.predicate-value]}}
  poplar.field @x : !poplar.array<16 / $n x ui16>
}
// expected-note @below {{in the instance 'demo::P<0>'}}
poplar.instantiate @"demo::P"<0>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op expected an array of 1 to 16777216 elements, but got 0 [poplar.field-type]}}
  poplar.field @x : !poplar.array<$n x ui16>
}
// expected-note @below {{in the instance 'demo::P<0>'}}
poplar.instantiate @"demo::P"<0>

// -----

// expected-error @below {{custom op 'poplar.vertex_template' expected 'else'}}
poplar.vertex_template @"demo::P" params(asm : i1) supervisor when(asm) {
}

// -----

// expected-error @below {{'poplar.vertex_template' op expected a truth value in predicate, but '0' is of kind ui32 [poplar.predicate-kind]}}
poplar.vertex_template @"demo::P" params(n : ui32) supervisor when(n) else worker {
}

// -----

// What a base class may not have is found in the instance.
// expected-error @below {{'poplar.instantiate' op expected template argument 'C' to be of kind class, but got 'f32' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f32>
poplar.vertex_template @"demo::P" params(C : class) worker {
}

// -----

poplar.vertex_template @"demo::P" params(Type : type) worker {
  poplar.field @x : !poplar.out<$Type>
  // expected-error @below {{'poplar.compute' op 'Typ' is no template parameter; did you mean 'Type'? [poplar.template-param]}}
  poplar.compute generic (%x : memref<$Typ>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex_template @"demo::P" params(E : enum "ns::E") worker {
  // expected-error @below {{'poplar.compute' op 'ns::E' is of kind enum, which code cannot contain [poplar.template-param]}}
  // expected-note @below {{write a compute region with when(…) for each enumerator}}
  poplar.compute generic () {
    %0 = arith.constant $E : index
    poplar.compute_return
  }
}

// -----

// Mistakes in generic code are shown at its lines.
poplar.vertex_template @"demo::P" params(T : type) worker {
  poplar.field @x : !poplar.out<$T>
  poplar.compute generic (%x : memref<$T>) {
    // expected-error @below {{use of undeclared SSA value name}}
    memref.store %y, %x[] : memref<$T>
    poplar.compute_return
  }
}
// expected-note @below {{in the instance 'demo::P<half>'}}
poplar.instantiate @"demo::P"<f16>

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  poplar.field @x : !poplar.inout<$T>
  poplar.compute generic (%x : memref<$T>) {
    %0 = memref.load %x[] : memref<$T>
    // expected-error @below {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
    %1 = arith.addf %0, %0 : $T
    memref.store %1, %x[] : memref<$T>
    poplar.compute_return
  }
}
poplar.instantiate @"demo::P"<si32>

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.compute' op expected generic code only in a template [poplar.template-param]}}
  poplar.compute generic () {
    poplar.compute_return
  }
}
