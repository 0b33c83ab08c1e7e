// RUN: optc %s --poplar-stack-usage --split-input-file --verify-diagnostics

// expected-note @+1 {{a declared figure counts instead: poplar.function @"demo::A::compute" total_stack(…)}}
poplar.vertex @"demo::A" worker {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    // expected-error @+1 {{'func.call' op calls a function without a body, whose stack is not known [poplar.stack-unknown]}}
    func.call @elsewhere() : () -> ()
    poplar.compute_return
  }
}
func.func private @elsewhere()

// -----

// expected-note @+1 {{a declared figure counts instead: poplar.function @"demo::B::compute" total_stack(…)}}
poplar.vertex @"demo::B" worker {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    // expected-error @+1 {{'memref.alloca' op allocates a number of bytes that is known only at run time on the stack [poplar.stack-unbounded]}}
    %t = memref.alloca(%n) : memref<?xf32>
    memref.copy %x, %t : memref<?xf32> to memref<?xf32>
    poplar.compute_return
  }
}

// -----

// expected-note @+1 {{a declared figure counts instead: poplar.function @"demo::C::compute" total_stack(…)}}
poplar.vertex @"demo::C" worker {
  poplar.field @x : !poplar.inout<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %f = func.constant @callee : (memref<?xf32>) -> ()
    // expected-error @+1 {{'func.call_indirect' op calls through a pointer; declare the targets [poplar.stack-indirect]}}
    func.call_indirect %f(%x) : (memref<?xf32>) -> ()
    poplar.compute_return
  }
}
func.func private @callee(%x: memref<?xf32>) {
  return
}
