// RUN: optc %s --split-input-file --verify-diagnostics

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<ui32>>'}}
  poplar.field @x : !poplar.in<vec<ui32>>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'x', to be 'memref<?xi32>', but got 'memref<?xui32>' [poplar.compute-type]}}
  poplar.compute (%x : memref<?xui32>) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec<ui32>>
  // expected-error @below {{'poplar.compute' op expected an argument for each of the 1 fields, but got 0 [poplar.compute-type]}}
  poplar.compute () {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-error @below {{'poplar.compute' op expected a worker id only in a multi vertex, but 'demo::P' is a worker vertex [poplar.compute-type]}}
  poplar.compute () worker(%w : index) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" multi {
  // expected-error @below {{'poplar.compute' op expected the worker id to be the last argument, of type 'index' [poplar.compute-type]}}
  poplar.compute () worker(%w : i32) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" multi {
  // expected-error @below {{custom op 'poplar.compute' expected one worker id, but got 2 arguments}}
  poplar.compute () worker(%w : index, %v : index) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" multi {
  poplar.field @y : !poplar.out<vec<f16>>
  poplar.compute (%y : memref<?xf16>) worker(%w : index) {
    // expected-error @below {{'poplar.part' op expected a contiguous 'poplar.split' of field 'y' in the vertex [poplar.split-bad]}}
    %b, %e = poplar.part @y of %w by %w
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" multi {
  poplar.field @y : !poplar.out<vec<f16>>
  // expected-note @below {{the split is declared here}}
  poplar.split @y strided
  poplar.compute (%y : memref<?xf16>) worker(%w : index) {
    // expected-error @below {{'poplar.part' op expected a contiguous 'poplar.split' of field 'y', but its elements go to the workers in turn [poplar.split-bad]}}
    %b, %e = poplar.part @y of %w by %w
    poplar.compute_return
  }
}

// -----

func.func @f(%w : index) {
  // expected-error @below {{'poplar.part' op expects to be inside of 'poplar.compute'}}
  %b, %e = poplar.part @y of %w by %w
  return
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field is declared here}}
  poplar.field @x : !poplar.in<vec<f32, COMPACT_PTR>>
  poplar.compute (%x : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'memref.dim' op expected a vector that knows its size, but layout COMPACT_PTR of field 'x' stores no count [poplar.no-count]}}
    %n = memref.dim %x, %c0 : memref<?xf32>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.out<f32>'}}
  poplar.field @x : !poplar.out<f32>
  // expected-error @below {{'poplar.compute' op expected argument 0, field 'x', to be 'memref<f32>', but got 'f32' [poplar.compute-type]}}
  poplar.compute (%x : f32) {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the first one is here}}
  poplar.compute () {
    poplar.compute_return
  }
  // expected-error @below {{'poplar.compute' op expected one compute region in 'demo::P'}}
  poplar.compute () {
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.compute (%x : !poplar.rows<f32>) {
    %c0 = arith.constant 0 : index
    // expected-error @below {{'poplar.list_row' op expected a row to be 'memref<?xf32>', but got 'memref<?xf16>'}}
    %row = poplar.list_row %x[%c0] : !poplar.rows<f32> to memref<?xf16>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  poplar.compute () {
    // expected-error @below {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
}
