// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(symbol-dce)' | FileCheck %s
// RUN: optc %s --split-input-file --pass-pipeline='builtin.module(builtin.module(symbol-dce))' | FileCheck %s --check-prefix=INNER

// Tables in functions have symbols of their own, however deep they are.
// INNER: module {
// INNER-NEXT:   func.func @f(%arg0: i1) {
// INNER-NEXT:     scf.if %arg0 {
// INNER-NEXT:       builtin.module {
// INNER-NEXT:         func.func @public() {
// INNER-NEXT:           call @referred() : () -> ()
// INNER-NEXT:           return
// INNER-NEXT:         }
// INNER-NEXT:         func.func nested @nested() {
// INNER-NEXT:           return
// INNER-NEXT:         }
// INNER-NEXT:         func.func private @referred() {
// INNER-NEXT:           return
// INNER-NEXT:         }
// INNER-NEXT:         func.func private @unused() {
// INNER-NEXT:           return
// INNER-NEXT:         }
// INNER-NEXT:       }
// INNER-NEXT:     }
// INNER-NEXT:     call @last() : () -> ()
// INNER-NEXT:     return
// INNER-NEXT:   }
// INNER-NEXT:   func.func private @last() {
// INNER-NEXT:     return
// INNER-NEXT:   }
// INNER-NEXT: }
// CHECK: module {
// CHECK-NEXT:   func.func @f(%arg0: i1) {
// CHECK-NEXT:     scf.if %arg0 {
// CHECK-NEXT:       builtin.module {
// CHECK-NEXT:         func.func @public() {
// CHECK-NEXT:           call @referred() : () -> ()
// CHECK-NEXT:           return
// CHECK-NEXT:         }
// CHECK-NEXT:         func.func private @referred() {
// CHECK-NEXT:           return
// CHECK-NEXT:         }
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     call @last() : () -> ()
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func private @last() {
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
module {
  func.func @f(%p: i1) {
    scf.if %p {
      builtin.module {
        func.func @public() { call @referred() : () -> () return }
        func.func nested @nested() { return }
        func.func private @referred() { return }
        func.func private @unused() { return }
      }
    }
    call @last() : () -> ()
    return
  }
  func.func private @last() { return }
}

// -----

// Who sees the module that the pass runs on sees its nested symbols, and those of modules
// in it that are not private.
// INNER: module @outermost {
// INNER-NEXT:   func.func nested @nested() {
// INNER-NEXT:     return
// INNER-NEXT:   }
// INNER-NEXT:   module @seen {
// INNER-NEXT:     func.func nested @nested() {
// INNER-NEXT:       return
// INNER-NEXT:     }
// INNER-NEXT:     module @inside {
// INNER-NEXT:       func.func nested @nested() {
// INNER-NEXT:         return
// INNER-NEXT:       }
// INNER-NEXT:     }
// INNER-NEXT:     module @hidden attributes {sym_visibility = "private"} {
// INNER-NEXT:     }
// INNER-NEXT:     module {
// INNER-NEXT:       func.func @public() {
// INNER-NEXT:         return
// INNER-NEXT:       }
// INNER-NEXT:     }
// INNER-NEXT:     func.func @refers() attributes {to = @hidden} {
// INNER-NEXT:       return
// INNER-NEXT:     }
// INNER-NEXT:   }
// INNER-NEXT:   module @hidden attributes {sym_visibility = "private"} {
// INNER-NEXT:     func.func @refers() {
// INNER-NEXT:       return
// INNER-NEXT:     }
// INNER-NEXT:   }
// INNER-NEXT:   module {
// INNER-NEXT:     func.func @public() attributes {to = @hidden} {
// INNER-NEXT:       return
// INNER-NEXT:     }
// INNER-NEXT:   }
// INNER-NEXT: }
// CHECK: module @outermost {
// CHECK-NEXT:   module @seen {
// CHECK-NEXT:     module @inside {
// CHECK-NEXT:     }
// CHECK-NEXT:     module @hidden attributes {sym_visibility = "private"} {
// CHECK-NEXT:     }
// CHECK-NEXT:     module {
// CHECK-NEXT:       func.func @public() {
// CHECK-NEXT:         return
// CHECK-NEXT:       }
// CHECK-NEXT:     }
// CHECK-NEXT:     func.func @refers() attributes {to = @hidden} {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   module {
// CHECK-NEXT:     func.func @public() attributes {to = @hidden} {
// CHECK-NEXT:       return
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
module @outermost {
  func.func nested @nested() { return }
  module @seen {
    func.func nested @nested() { return }
    func.func private @private() { return }
    module @inside {
      func.func nested @nested() { return }
      func.func private @private() { return }
    }
    module @hidden attributes {sym_visibility = "private"} {
      func.func nested @nested() { return }
    }
    module {
      func.func nested @nested() { return }
      func.func @public() { return }
    }
    func.func @refers() attributes {to = @hidden} { return }
  }
  module @hidden attributes {sym_visibility = "private"} {
    func.func nested @nested() { return }
    func.func @refers() { return }
  }
  module {
    func.func nested @nested() { return }
    func.func @public() attributes {to = @hidden} { return }
  }
}
