// RUN: optc %s --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage | FileCheck %s

// Classes that no graph uses need no figures: neither of a function that is declared nowhere, nor of code whose stack
// has no bound. Their known figures are kept. A class that a used supervisor starts is used.

// CHECK: poplar.vertex @"demo::Used" supervisor attributes {symbol = "__runCodelet_demo__Used", worker_stack = {{[0-9]+}} : i64}
// CHECK: poplar.vertex @"demo::Started" worker attributes {symbol = "__runCodelet_demo__Started", worker_stack = 24 : i64}
// CHECK: poplar.vertex @"demo::Unused" worker attributes {symbol = "__runCodelet_demo__Unused"}
// CHECK: poplar.function @__runCodelet_demo__Unused own_stack(0) calls(@"demo::Unused::compute") wrapper(vertex){{$}}
// CHECK: poplar.vertex @"demo::Known" worker attributes {symbol = "__runCodelet_demo__Known", worker_stack = 8 : i64}
// CHECK: poplar.vertex @"demo::Grows" worker attributes {symbol = "__runCodelet_demo__Grows"}
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
    poplar.field @n : si32
    poplar.compute (%n : i32) {
      poplar.compute_return
    }
  }
  poplar.function @"demo::Started::compute" own_stack(24)
  poplar.vertex @"demo::Unused" worker {}
  poplar.vertex @"demo::Known" worker {}
  poplar.function @"demo::Known::compute" own_stack(8)
  poplar.vertex @"demo::Grows" worker {
    poplar.field @n : si32
    poplar.compute (%n : i32) {
      %i = arith.index_cast %n : i32 to index
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
