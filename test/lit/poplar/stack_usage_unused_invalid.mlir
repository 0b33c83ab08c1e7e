// RUN: optc %s --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage --verify-diagnostics

// A used class needs them, also if its code is reached only through a class that is started.
module attributes {poplar.target = #poplar.target<ipu2>} {
  poplar.vertex @"demo::Used" supervisor {
    poplar.compute () {
      %n = arith.constant 3 : i32
      poplar.start @"demo::Started"(%n : i32)
      poplar.join
      poplar.compute_return
    }
  }
  poplar.vertex @"demo::Started" worker {
    // expected-note @above {{a declared figure counts instead}}
    poplar.field @n : si32
    poplar.compute (%n : i32) {
      %i = arith.index_cast %n : i32 to index
      // expected-error @below {{'memref.alloca' op allocates a number of bytes that is known only at run time on the stack [poplar.stack-unbounded]}}
      %a = memref.alloca(%i) : memref<?xf32>
      poplar.compute_return
    }
  }
  poplar.graph @main {
    poplar.compute_set @cs {
      %v = poplar.add_vertex @"demo::Used" on 0
    }
  }
}
