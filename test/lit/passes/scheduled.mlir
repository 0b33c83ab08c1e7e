// RUN: optc %s --pass-pipeline='builtin.module(func.func(inline))' --verify-diagnostics
// RUN: optc %s --pass-pipeline='builtin.module(func.func(symbol-dce))' --verify-diagnostics

// Passes over symbols run on symbol tables only.
// expected-error-re @below {{'func.func' op {{ ?}}was scheduled to run under {{.*}}, but does not define a symbol table}}
func.func @f() {
  return
}
