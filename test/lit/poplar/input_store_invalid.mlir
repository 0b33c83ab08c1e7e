// RUN: optc %s --split-input-file --verify-diagnostics

// Code of a vertex that stores to an input or to plain data.
poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.in<vec<f32>>'; declare it as '!poplar.out' or '!poplar.inout' if its code writes to it}}
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %v = memref.load %x[%c0] : memref<?xf32>
    memref.store %v, %y[%c0] : memref<?xf32>
    // expected-error @below {{'memref.store' op stores to field 'x' of 'demo::P', which its code may only read [poplar.input-store]}}
    memref.store %v, %x[%c0] : memref<?xf32>
    poplar.compute_return
  }
}

// -----

poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type '!poplar.array<4 x f32>'}}
  poplar.field @a : !poplar.array<4 x f32>
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%a : memref<4xf32>, %x : memref<?xf32>) {
    %c4 = arith.constant 4 : index
    %s = memref.subview %x[0] [%c4] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
    %t = memref.cast %s : memref<?xf32, strided<[1]>> to memref<4xf32>
    // expected-error @below {{'memref.copy' op stores to field 'a' of 'demo::P', which its code may only read [poplar.input-store]}}
    memref.copy %t, %a : memref<4xf32> to memref<4xf32>
    poplar.compute_return
  }
}

// -----

// A view of a row, in a loop.
poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type}}
  poplar.field @rows : !poplar.vec<in<vec<f32>>>
  poplar.compute (%rows : !poplar.rows<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = poplar.list_size %rows : !poplar.rows<f32>
    %v = arith.constant dense<0.0> : vector<4xf32>
    scf.for %i = %c0 to %n step %c1 {
      %row = poplar.list_row %rows[%i] : !poplar.rows<f32> to memref<?xf32>
      %s = memref.subview %row[0] [4] [1] : memref<?xf32> to memref<4xf32, strided<[1]>>
      // expected-error @below {{'vector.store' op stores to field 'rows' of 'demo::P', which its code may only read [poplar.input-store]}}
      vector.store %v, %s[%c0] : memref<4xf32, strided<[1]>>, vector<4xf32>
    }
    poplar.compute_return
  }
}

// -----

// In a called function.
func.func private @clear(%m : memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  // expected-error @below {{'memref.store' op stores to field 'x' of 'demo::P', which its code may only read [poplar.input-store]}}
  memref.store %f0, %m[%c0] : memref<?xf32>
  return
}
func.func private @twice(%m : memref<?xf32>) {
  // expected-note @below {{the field is passed here}}
  func.call @clear(%m) : (memref<?xf32>) -> ()
  return
}
poplar.vertex @"demo::P" worker {
  // expected-note @below {{the field has type}}
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    // expected-note @below {{the field is passed here}}
    func.call @twice(%x) : (memref<?xf32>) -> ()
    poplar.compute_return
  }
}

// -----

// By a class that a supervisor starts.
poplar.vertex @"demo::Work" worker {
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.compute (%y : memref<?xf32>) {
    poplar.compute_return
  }
}
poplar.vertex @"demo::Sup" supervisor {
  // expected-note @below {{the field has type}}
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.compute (%x : memref<?xf32>) {
    // expected-error @below {{'poplar.start' op stores to field 'x' of 'demo::Sup', which its code may only read [poplar.input-store]}}
    poplar.start @"demo::Work"(%x : memref<?xf32>)
    poplar.join
    poplar.compute_return
  }
}

// -----

// Which memory is written depends on data; a run finds it.
poplar.vertex @"demo::P" worker {
  poplar.field @x : !poplar.in<vec<f32>>
  poplar.field @y : !poplar.out<vec<f32>>
  poplar.field @z : !poplar.inout<vec<f32>>
  poplar.field @n : si32
  poplar.compute (%x : memref<?xf32>, %y : memref<?xf32>, %z : memref<?xf32>, %n : i32) {
    %c0 = arith.constant 0 : index
    %i0 = arith.constant 0 : i32
    %t = arith.cmpi eq, %n, %i0 : i32
    %m = arith.select %t, %x, %y : memref<?xf32>
    %v = memref.load %z[%c0] : memref<?xf32>
    memref.store %v, %m[%c0] : memref<?xf32>
    memref.store %v, %z[%c0] : memref<?xf32>
    poplar.compute_return
  }
}
