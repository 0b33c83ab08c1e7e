// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --split-input-file --verify-diagnostics
// RUN: not optc %s --poplar-set-target=arch=ipu2 --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --split-input-file 2>/dev/null | FileCheck %s

// Allocations and callees count: 16 bytes here, 4000 in @deep.

poplar.vertex @"demo::P" worker {
  poplar.compute () {
    %m = memref.alloca() : memref<4xf32>
    func.call @deep() : () -> ()
    poplar.compute_return
  }
}
// CHECK: poplar.function @"demo::P::compute" own_stack(4032)
func.func @deep() {
  %m = memref.alloca() : memref<1000xf32>
  return
}

// -----

// expected-note @below {{a declared figure counts instead: poplar.function @"demo::P::compute" total_stack(…)}}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    func.call @again() : () -> ()
    poplar.compute_return
  }
}
func.func @again() {
  // expected-error @below {{'func.call' op recursion again → again needs a total stack declaration [poplar.stack-recursion]}}
  func.call @again() : () -> ()
  return
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    cf.br ^again
  ^again:
    // expected-error @below {{'memref.alloca' op allocates on the stack in a loop, each time anew [poplar.stack-unbounded]}}
    %m = memref.alloca() : memref<4xf32>
    cf.br ^again
  }
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    // expected-error @below {{'memref.alloc' op needs a heap, which a tile has not; use memref.alloca or a field [poplar.stack-heap]}}
    %m = memref.alloc() : memref<4xf32>
    poplar.compute_return
  }
}
