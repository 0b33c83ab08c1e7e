// RUN: optc %s --poplar-instantiate --split-input-file --verify-diagnostics

poplar.vertex_template @"demo::P" params(Type : type, n : ui32) worker {
  // expected-error @below {{'poplar.field' op expected an integer as template parameter, but 'Type' is of kind type [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec<f16, SPAN, align $Type>>
}

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker {
  // expected-error @below {{'poplar.field' op expected a truth value as template parameter, but 'n' is of kind ui32 [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec<f16, SPAN, interleaved($n)>>
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.field' op expected an integer as template parameter, but 'T' is of kind type [poplar.template-param]}}
  poplar.field @x : !poplar.array<$T x f16>
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker external(true) {
  // expected-error @below {{'poplar.field' op expected an edge to '!poplar.vec_list<$T, DELTANELEMENTS>' [poplar.field-type]}}
  poplar.field @x : !poplar.vec_list<$T, DELTANELEMENTS>
}
// expected-note @below {{in the instance 'demo::P<half>'}}
poplar.instantiate @"demo::P"<f16>

// -----

poplar.vertex_template @"demo::P" params(T : type, n : ui32) worker {
  // expected-error @below {{'poplar.field' op expected a layout as template parameter, but 'n' is of kind ui32 [poplar.template-param]}}
  poplar.field @x : !poplar.in<vec_list<$T, $n>>
}

// -----

// What is beyond an int is too much for a product, as a whole array is for a field.
poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op 2147483648 - 2147483646 leaves the numbers that an expression may have [poplar.predicate-value]}}
  poplar.field @x : !poplar.array<$n - 2147483646 x ui8>
}
poplar.instantiate @"demo::P"<2147483647>
// expected-note @below {{in the instance 'demo::P<2147483648>'}}
poplar.instantiate @"demo::P"<2147483648>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op expected an array of 1 to 16777216 elements, but got 16777217 [poplar.field-type]}}
  poplar.field @x : !poplar.array<$n x ui8>
}
poplar.instantiate @"demo::P"<16777216>
// expected-note @below {{in the instance 'demo::P<16777217>'}}
poplar.instantiate @"demo::P"<16777217>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op alignment 0 is not a power of two [poplar.bad-align]}}
  poplar.field @x : !poplar.in<vec<ui8, align $n>>
}
poplar.instantiate @"demo::P"<1>
// expected-note @below {{in the instance 'demo::P<0>'}}
poplar.instantiate @"demo::P"<0>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  // expected-error @below {{'poplar.field' op expected an alignment below 2^31, but got 2147483648 [poplar.bad-align]}}
  poplar.field @x : !poplar.in<vec<ui8, align $n>>
}
// expected-note @below {{in the instance 'demo::P<2147483648>'}}
poplar.instantiate @"demo::P"<2147483648>

// -----

poplar.vertex_template @"demo::P" params(n : si32) worker external(true) {
  // expected-error @below {{'poplar.field' op alignment -2 is not a power of two [poplar.bad-align]}}
  poplar.field @x : !poplar.in<vec<ui8, align $n>>
}
// expected-note @below {{in the instance 'demo::P<-2>'}}
poplar.instantiate @"demo::P"<-2>

// -----

poplar.vertex_template @"demo::P" params(b : i1) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'b' to be of kind i1, but got '1 : i64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<1>

// -----

poplar.vertex_template @"demo::P" params(n : si32) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind si32, but got 'true' [poplar.template-args]}}
poplar.instantiate @"demo::P"<true>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind ui32, but got 'false' [poplar.template-args]}}
poplar.instantiate @"demo::P"<false>

// -----

poplar.vertex_template @"demo::P" params(n : ui32) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'n' to be of kind ui32, but got 'f16' [poplar.template-args]}}
poplar.instantiate @"demo::P"<f16>

// -----

poplar.vertex_template @"demo::P" params(e : enum "ns::E") worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'e' to be of kind enum, but got '#poplar.class<"ns::E">' [poplar.template-args]}}
poplar.instantiate @"demo::P"<#poplar.class<"ns::E">>

// -----

poplar.vertex_template @"demo::P" params(c : class) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'c' to be of kind class, but got '#poplar.enumerator<"ns::E">' [poplar.template-args]}}
poplar.instantiate @"demo::P"<#poplar.enumerator<"ns::E">>

// -----

poplar.vertex_template @"demo::P" params(c : class) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'ns::E<unsigned>' is not canonical; expected 'ns::E<unsigned int>'}}
poplar.instantiate @"demo::P"<#poplar.class<"ns::E<unsigned>">>

// -----

poplar.vertex_template @"demo::P" params(c : class) worker external(true) {
  poplar.field @x : ui8
}
// expected-error @below {{'poplar.instantiate' op expected template argument 'c' to be of kind class, but got '1.000000e+00 : f64' [poplar.template-args]}}
poplar.instantiate @"demo::P"<1.0>

// -----

// expected-error @below {{'poplar.vertex_template' op expected a kind for each of the 2 parameters, but got 1}}
"poplar.vertex_template"() <{sym_name = "demo::P", params = ["a", "b"], kinds = ["type"], kind = "worker"}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{'poplar.vertex_template' op expected 'kind_when' and 'kind_else' together}}
"poplar.vertex_template"() <{sym_name = "demo::P", params = ["a"], kinds = ["type"], kind = "worker", kind_else = "multi"}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{'poplar.vertex_template' op expected 'kind_when' and 'kind_else' together}}
"poplar.vertex_template"() <{sym_name = "demo::P", params = ["a"], kinds = ["i1"], kind = "worker", kind_when = "a"}> ({
^bb0:
}) : () -> ()

// -----

// expected-error @below {{'poplar.vertex_template' op 'demo::P<unsigned>' is not canonical; expected 'demo::P<unsigned int>' [poplar.name-form]}}
poplar.vertex_template @"demo::P<unsigned>" params(c : class) worker {
}

// -----

// expected-error @below {{'poplar.vertex_template' op cannot compare 'ns::E' of kind class with '1' of kind si32 [poplar.predicate-kind]}}
poplar.vertex_template @"demo::P" params(c : class) worker external(c == 1) {
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.compute' op expected a truth value in predicate, but 'float' is of kind type [poplar.predicate-kind]}}
  poplar.compute () when(T) {
    poplar.compute_return
  }
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.split' op expected a truth value in predicate, but 'float' is of kind type [poplar.predicate-kind]}}
  poplar.split @x strided when(T)
}

// -----

poplar.vertex @"demo::P" multi {
  // expected-error @below {{'poplar.split' op cannot split: grain -1 is not positive [poplar.split-bad]}}
  poplar.split @x contiguous grain -1
}
