// RUN: optc %s --split-input-file --verify-diagnostics

// expected-error @below {{'poplar.vertex_template' op 'f61' is no template parameter and no literal; did you mean 'f16'? [poplar.predicate-name]}}
poplar.vertex_template @"demo::P" params(T : type) worker external(T == f61) {
}

// -----

// expected-error @below {{'poplar.vertex_template' op cannot compare 'float' of kind type with '3' of kind si32 [poplar.predicate-kind]}}
poplar.vertex_template @"demo::P" params(T : type) worker external(T == 3) {
}

// -----

// expected-error @below {{'poplar.vertex_template' op expected a truth value in predicate, but '0' is of kind ui32 [poplar.predicate-kind]}}
poplar.vertex_template @"demo::P" params(n : ui32) worker external(n) {
}

// -----

// expected-error @below {{custom op 'poplar.vertex_template' expected a parameter or literal in predicate, found the end [poplar.predicate-parse]}}
poplar.vertex_template @"demo::P" params(n : ui32) worker external(n <) {
}

// -----

// expected-error @below {{custom op 'poplar.vertex_template' expected kind of a template parameter to be one of: enum, type, i1, ui32, si32}}
// expected-note @below {{did you mean 'ui32'?}}
poplar.vertex_template @"demo::P" params(n : u32) worker {
}

// -----

// expected-error @below {{'poplar.vertex_template' op expected different parameters, but 'n' is declared twice}}
poplar.vertex_template @"demo::P" params(n : ui32, n : i1) worker {
}

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker {
  // expected-error @below {{'poplar.field' op expected a type as template parameter, but 'n' is of kind ui32 [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec<$n>>
}

// -----

poplar.vertex_template @"demo::P" params(Type : type) worker {
  // expected-error @below {{'poplar.field' op 'Typ' is no template parameter; did you mean 'Type'? [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec<$Typ>>
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.field' op expected a truth value in predicate, but 'float' is of kind type [poplar.predicate-kind]}}
  poplar.field @x : ui8 when(T)
}

// -----

poplar.vertex_template @"demo::P" params(T : type, n : ui32) worker {
}
// expected-error @below {{'poplar.instantiate' op expected 2 template arguments, but got 1 [poplar.template-args]}}
// expected-note @below {{parameters of 'demo::P': T, n}}
poplar.instantiate @"demo::P"<f16>

// -----

poplar.vertex_template @"demo::P" params(T : type, n : ui32) worker {
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind ui32, but got '-1 : i64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f16, -1>

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
}
// expected-error @below {{'poplar.instantiate' op there is no vertex template 'demo::Q'; did you mean 'demo::P'? [poplar.unknown-vertex]}}
poplar.instantiate @"demo::Q"<f16>

// -----

poplar.vertex_template @"demo::P" params(T : type, n : ui32) worker {
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind ui32, but got '4294967296 : i64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f16, 4294967296>

// -----

poplar.vertex_template @"demo::P" params(T : type, n : si32) worker {
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind si32, but got '2147483648 : i64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f16, 2147483648>

// -----

poplar.vertex_template @"demo::P" params(T : type, n : si32) worker {
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind si32, but got '-2147483649 : i64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f16, -2147483649>

// -----

// The extremes of both kinds.
poplar.vertex_template @"demo::P" params(n : ui32, m : si32) worker {
}
poplar.instantiate @"demo::P"<4294967295, 2147483647>
poplar.instantiate @"demo::P"<0, -2147483648>

// -----

// expected-error @below {{custom op 'poplar.instantiate' expected a type, a number, true or false, #poplar.class<"name"> or #poplar.enumerator<"name">, but got 'demo'}}
poplar.instantiate @"demo::P"<f32, demo::Add>

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'T' to be of kind type, but got 'i16' [poplar.template-args]}}
// expected-note @below {{unknown element type 'i16'; did you mean 'si16'?}}
poplar.instantiate @"demo::P"<i16>
