// RUN: optc %s --split-input-file --verify-diagnostics

// Whoever writes a parameter as it stands in C++ is told how a field names it.

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{unexpected character}}
  // expected-note @below {{template parameter T is !poplar.param<T>}}
  poplar.field @b : $T
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{expected the type of the field}}
  // expected-note @below {{template parameter T is !poplar.param<T>}}
  poplar.field @b : T
}
