// RUN: optc %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @module_with_argument() {
  // expected-error @+1 {{'builtin.module' op region should have no arguments}}
  builtin.module {
  ^bb0(%x: i32):
  }
  return
}

// -----

// Whether an operation that no side knows is a symbol table is open.
func.func private @callee()
func.func @caller() {
  "nowhere.scope"() ({
    // expected-error @+1 {{'func.call' op 'callee' does not reference a valid function}}
    func.call @callee() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func private @callee()
func.func @caller() {
  "nowhere.scope"() ({
    func.call @callee() : () -> ()
  }, {
  }) : () -> ()
  return
}
