// RUN: optc %s --split-input-file --verify-diagnostics

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.compute' op expected code that ends with 'poplar.compute_return', but got an empty body}}
  "poplar.compute"() ({}) : () -> ()
}

// -----

// A signature belongs to code, and code to a signature.
poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.compute' op expected either a region or a signature and code}}
  "poplar.compute"() <{signature = "()"}> ({}) : () -> ()
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.compute' op expected either a region or a signature and code}}
  "poplar.compute"() <{code = "poplar.compute_return"}> ({}) : () -> ()
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.compute' op expected either a region or a signature and code}}
  "poplar.compute"() <{signature = "()", code = "poplar.compute_return"}> ({
    "poplar.compute_return"() : () -> ()
  }) : () -> ()
}

// -----

poplar.vertex_template @"demo::P" params(T : type) worker {
  // expected-error @below {{'poplar.compute' op expected either a region or a signature and code}}
  "poplar.compute"() <{code = "poplar.compute_return"}> ({
    "poplar.compute_return"() : () -> ()
  }) : () -> ()
}

// -----

// Only the id of the worker may be behind the fields.
poplar.vertex @"demo::P" multi {
  // expected-error @below {{'poplar.compute' op expected the worker id to be the last argument, of type 'index' [poplar.compute-type]}}
  "poplar.compute"() <{has_worker}> ({
    "poplar.compute_return"() : () -> ()
  }) : () -> ()
}

// -----

poplar.vertex_template @"demo::P" params(T : type) multi {
  // expected-error @below {{'poplar.compute' op expected the worker id to be the last argument, of type 'index' [poplar.compute-type]}}
  "poplar.compute"() <{has_worker}> ({
  ^bb0(%w : i32):
    "poplar.compute_return"() : () -> ()
  }) : () -> ()
}

// -----

poplar.vertex @"demo::P" supervisor {
  // expected-error @below {{'poplar.compute' op expected a worker id only in a multi vertex, but 'demo::P' is a supervisor vertex [poplar.compute-type]}}
  poplar.compute () worker(%w : index) {
    poplar.compute_return
  }
}

// -----

// Code may state the size of a vector, of no other field.
poplar.vertex @"demo::P" worker {
  poplar.field @a : !poplar.in<vec<f32>>
  poplar.field @b : !poplar.vec<f32> = [1.0, 2.0]
  // expected-note @below {{the field has type '!poplar.array<4 x f32>'}}
  poplar.field @c : !poplar.array<4 x f32>
  // expected-error @below {{'poplar.compute' op expected argument 2, field 'c', to be 'memref<4xf32>', but got 'memref<3xf32>' [poplar.compute-type]}}
  poplar.compute (%a : memref<8xf32>, %b : memref<2xf32>, %c : memref<3xf32>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f32>>'}}
  poplar.field @a : !poplar.in<vec<f32>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'a', to be 'memref<?xf32>', but got 'memref<2x4xf32>' [poplar.compute-type]}}
  poplar.compute (%a : memref<2x4xf32>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f32>>'}}
  poplar.field @a : !poplar.in<vec<f32>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'a', to be 'memref<?xf32>', but got 'memref<8xf16>' [poplar.compute-type]}}
  poplar.compute (%a : memref<8xf16>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f32>>'}}
  poplar.field @a : !poplar.in<vec<f32>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'a', to be 'memref<?xf32>', but got 'memref<8xf32, strided<[2]>>' [poplar.compute-type]}}
  poplar.compute (%a : memref<8xf32, strided<[2]>>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f32>>'}}
  poplar.field @a : !poplar.in<vec<f32>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'a', to be 'memref<?xf32>', but got 'memref<8xf32, 1>' [poplar.compute-type]}}
  poplar.compute (%a : memref<8xf32, 1>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.out<f32>'}}
  poplar.field @a : !poplar.out<f32>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'a', to be 'memref<f32>', but got 'memref<1xf32>' [poplar.compute-type]}}
  poplar.compute (%a : memref<1xf32>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @n : f32
  // expected-note @below {{the field has type '!poplar.in<vec_list<f32, COMPACT_DELTAN>>'}}
  poplar.field @a : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  // expected-error @below {{'poplar.compute' op expected argument 1, field 'a', to be '!poplar.rows<f32>', but got 'memref<?xf32>' [poplar.compute-type]}}
  poplar.compute (%n : f32, %a : memref<?xf32>) {
    poplar.compute_return
  }
}

// -----

// A vector asks for its size where its layout stores one or the code states it.
poplar.vertex @"demo::P" worker {
  poplar.field @f : f32
  poplar.field @n : !poplar.out<f32>
  poplar.field @s : !poplar.array<4 x f32>
  poplar.field @a : !poplar.in<vec<f32, ONE_PTR>>
  poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
  // expected-note @below {{the field is declared here}}
  poplar.field @c : !poplar.vec<f32, ONE_PTR>
  poplar.compute (%f : f32, %n : memref<f32>, %s : memref<4xf32>, %a : memref<8xf32>, %b : memref<?xf32>, %c : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %0 = memref.dim %s, %c0 : memref<4xf32>
    %1 = memref.dim %a, %c0 : memref<8xf32>
    %2 = memref.dim %b, %c0 : memref<?xf32>
    %3 = memref.load %c[%c0] : memref<?xf32>
    // expected-error @below {{'memref.dim' op expected a vector that knows its size, but layout ONE_PTR of field 'c' stores no count [poplar.no-count]}}
    %4 = memref.dim %c, %c0 : memref<?xf32>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.compute (%x : !poplar.rows<f32>) {
    %c0 = arith.constant 0 : index
    %0 = poplar.list_row %x[%c0] : !poplar.rows<f32> to memref<7xf32>
    // expected-error @below {{'poplar.list_row' op expected a row to be 'memref<?xf32>', but got 'memref<7x1xf32>'}}
    %1 = poplar.list_row %x[%c0] : !poplar.rows<f32> to memref<7x1xf32>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.compute (%x : !poplar.rows<f32>) {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'poplar.list_row' op expected a row to be 'memref<?xf32>', but got 'memref<?xf32, strided<[1], offset: ?>>'}}
    %1 = poplar.list_row %x[%c0] : !poplar.rows<f32> to memref<?xf32, strided<[1], offset: ?>>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.compute (%x : !poplar.rows<f32>) {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'poplar.list_row' op expected a row to be 'memref<?xf32>', but got 'memref<?xf32, 1>'}}
    %1 = poplar.list_row %x[%c0] : !poplar.rows<f32> to memref<?xf32, 1>
    poplar.compute_return
  }
}
