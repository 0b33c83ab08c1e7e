// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --split-input-file --verify-diagnostics
// RUN: not optc %s --poplar-set-target=arch=ipu2 --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --split-input-file 2>/dev/null | FileCheck %s

// What is allocated in branches, and in blocks that control passes once, counts once.
// CHECK: poplar.function @"demo::P::compute" own_stack(96)
poplar.vertex @"demo::P" worker {
  poplar.field @n : ui32
  poplar.compute (%n: i32) {
    %a = memref.alloca() : memref<4xf32>
    %c0 = arith.constant 0 : i32
    %b = arith.cmpi eq, %n, %c0 : i32
    scf.if %b {
      %c = memref.alloca() : memref<4xf32>
    }
    cf.cond_br %b, ^left, ^right
  ^left:
    %d = memref.alloca() : memref<4xf32>
    cf.br ^end
  ^right:
    cf.cond_br %b, ^left, ^end
  ^end:
    %e = memref.alloca() : memref<4xf32>
    cf.br ^loop
  ^loop:
    cf.cond_br %b, ^loop, ^last
  ^last:
    %f = memref.alloca() : memref<4xf32>
    poplar.compute_return
  }
}

// -----

// scf.for frees what an iteration allocates.
// CHECK: poplar.function @"demo::P::compute" own_stack(40)
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      %m = memref.alloca() : memref<4xf32>
    }
    poplar.compute_return
  }
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.field @n : ui32
  poplar.compute (%n: i32) {
    %c0 = arith.constant 0 : i32
    %b = arith.cmpi eq, %n, %c0 : i32
    scf.while : () -> () {
      // expected-error @below {{'memref.alloca' op allocates on the stack in a loop, each time anew [poplar.stack-unbounded]}}
      %m = memref.alloca() : memref<4xf32>
      scf.condition(%b)
    } do {
      scf.yield
    }
    poplar.compute_return
  }
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.field @n : ui32
  poplar.compute (%n: i32) {
    %c0 = arith.constant 0 : i32
    %b = arith.cmpi eq, %n, %c0 : i32
    cf.br ^first
  ^first:
    cf.cond_br %b, ^second, ^end
  ^second:
    scf.if %b {
      // expected-error @below {{'memref.alloca' op allocates on the stack in a loop, each time anew [poplar.stack-unbounded]}}
      %m = memref.alloca() : memref<4xf32>
    }
    cf.cond_br %b, ^third, ^end
  ^third:
    cf.br ^first
  ^end:
    poplar.compute_return
  }
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    // expected-error @below {{'func.call' op calls a function without a body, whose stack is not known [poplar.stack-unknown]}}
    func.call @elsewhere() : () -> ()
    poplar.compute_return
  }
}
func.func private @elsewhere()

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.compute () {
    func.call @outer() : () -> ()
    poplar.compute_return
  }
}
func.func @outer() {
  func.call @inner() : () -> ()
  return
}
func.func @inner() {
  // expected-error @below {{'func.call' op recursion outer → inner → outer needs a total stack declaration [poplar.stack-recursion]}}
  func.call @outer() : () -> ()
  return
}

// -----

// expected-note @below {{a declared figure counts instead}}
poplar.vertex @"demo::P" worker {
  poplar.field @n : ui32
  poplar.compute (%n: i32) {
    %i = arith.index_cast %n : i32 to index
    // expected-error @below {{'memref.alloca' op allocates a number of bytes that is known only at run time on the stack [poplar.stack-unbounded]}}
    %m = memref.alloca(%i) : memref<?xf32>
    poplar.compute_return
  }
}

// -----

// Bytes in whole words: 8 for 5 bytes, beside 16 for 4 words and 4 for one bit.
// CHECK: poplar.function @"demo::Q::compute" own_stack(40)
poplar.vertex @"demo::Q" worker {
  poplar.compute () {
    %a = memref.alloca() : memref<5xi8>
    %b = memref.alloca() : memref<4xf32>
    %c = memref.alloca() : memref<1xi1>
    poplar.compute_return
  }
}
