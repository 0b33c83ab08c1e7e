// RUN: optc %s --allow-unregistered-dialect --loop-invariant-code-motion | FileCheck %s

// Division by an unknown number stays, it may have undefined behaviour; so does a load,
// which a store may change.
// CHECK-LABEL: func.func @loops(%arg0: index, %arg1: index, %arg2: index, %arg3: memref<?xf32>, %arg4: f32, %arg5: i32, %arg6: i32) {
// CHECK-NEXT:   %0 = arith.mulf %arg4, %arg4 : f32
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %1 = arith.divsi %arg5, %c4_i32 : i32
// CHECK-NEXT:   %2 = arith.addf %0, %arg4 : f32
// CHECK-NEXT:   scf.for %arg7 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:     %3 = arith.divsi %arg5, %arg6 : i32
// CHECK-NEXT:     %4 = memref.load %arg3[%arg0] : memref<?xf32>
// CHECK-NEXT:     %5 = arith.addi %arg7, %arg0 : index
// CHECK-NEXT:     scf.for %arg8 = %arg0 to %arg1 step %arg2 {
// CHECK-NEXT:       %6 = arith.addi %arg8, %5 : index
// CHECK-NEXT:       memref.store %2, %arg3[%6] : memref<?xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     "test.use"(%3, %1, %4) : (i32, i32, f32) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @loops(%lb: index, %ub: index, %s: index, %m: memref<?xf32>, %a: f32, %n: i32, %d: i32) {
  scf.for %i = %lb to %ub step %s {
    %x = arith.mulf %a, %a : f32
    %div = arith.divsi %n, %d : i32
    %c4 = arith.constant 4 : i32
    %div2 = arith.divsi %n, %c4 : i32
    %l = memref.load %m[%lb] : memref<?xf32>
    scf.for %j = %lb to %ub step %s {
      %y = arith.addf %x, %a : f32
      %z = arith.addi %i, %lb : index
      %w = arith.addi %j, %z : index
      memref.store %y, %m[%w] : memref<?xf32>
    }
    "test.use"(%div, %div2, %l) : (i32, i32, f32) -> ()
  }
  return
}

// Every kind of loop; conditionals are not loops, but move as a whole when they can.
// CHECK-LABEL: func.func @others(%arg0: i1, %arg1: memref<10xf32>, %arg2: f32, %arg3: index) {
// CHECK-NEXT:   %0 = arith.mulf %arg2, %arg2 : f32
// CHECK-NEXT:   %1 = scf.if %arg0 -> (f32) {
// CHECK-NEXT:     %6 = arith.addf %0, %arg2 : f32
// CHECK-NEXT:     scf.yield %6 : f32
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %arg2 : f32
// CHECK-NEXT:   }
// CHECK-NEXT:   affine.for %arg4 = 0 to 10 {
// CHECK-NEXT:     affine.if #set(%arg4) {
// CHECK-NEXT:       %6 = arith.addf %0, %0 : f32
// CHECK-NEXT:       affine.store %6, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT:     }
// CHECK-NEXT:     affine.store %1, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   %2 = arith.cmpi eq, %arg3, %arg3 : index
// CHECK-NEXT:   %3 = arith.addf %arg2, %arg2 : f32
// CHECK-NEXT:   scf.while : () -> () {
// CHECK-NEXT:     scf.condition(%2)
// CHECK-NEXT:   } do {
// CHECK-NEXT:     "test.use"(%3) : (f32) -> ()
// CHECK-NEXT:     scf.yield
// CHECK-NEXT:   }
// CHECK-NEXT:   %4 = arith.subf %arg2, %arg2 : f32
// CHECK-NEXT:   scf.parallel (%arg4) = (%arg3) to (%arg3) step (%arg3) {
// CHECK-NEXT:     memref.store %4, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT:     scf.reduce 
// CHECK-NEXT:   }
// CHECK-NEXT:   %5 = arith.subf %arg2, %arg2 : f32
// CHECK-NEXT:   scf.forall (%arg4) in (10) {
// CHECK-NEXT:     memref.store %5, %arg1[%arg4] : memref<10xf32>
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @others(%c: i1, %m: memref<10xf32>, %a: f32, %n: index) {
  affine.for %i = 0 to 10 {
    %x = arith.mulf %a, %a : f32
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %y = arith.addf %x, %x : f32
      affine.store %y, %m[%i] : memref<10xf32>
    }
    %r = scf.if %c -> f32 {
      %q = arith.addf %x, %a : f32
      scf.yield %q : f32
    } else {
      scf.yield %a : f32
    }
    affine.store %r, %m[%i] : memref<10xf32>
  }
  scf.while : () -> () {
    %k = arith.cmpi eq, %n, %n : index
    scf.condition(%k)
  } do {
    %z = arith.addf %a, %a : f32
    "test.use"(%z) : (f32) -> ()
    scf.yield
  }
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %z = arith.subf %a, %a : f32
    memref.store %z, %m[%i] : memref<10xf32>
    scf.reduce
  }
  scf.forall (%i) in (10) {
    %z = arith.subf %a, %a : f32
    memref.store %z, %m[%i] : memref<10xf32>
  }
  return
}

// A dimension of a constant index is speculatable, one of a loop variable is not.
// CHECK-LABEL: func.func @tensor(%arg0: tensor<?xf32>, %arg1: index, %arg2: index, %arg3: index) -> index {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
// CHECK-NEXT:   %0 = scf.for %arg4 = %arg1 to %arg2 step %arg3 iter_args(%arg5 = %arg1) -> (index) {
// CHECK-NEXT:     %dim_0 = tensor.dim %arg0, %arg4 : tensor<?xf32>
// CHECK-NEXT:     %1 = arith.addi %dim, %arg5 : index
// CHECK-NEXT:     %2 = arith.addi %dim_0, %1 : index
// CHECK-NEXT:     scf.yield %2 : index
// CHECK-NEXT:   }
// CHECK-NEXT:   return %0 : index
// CHECK-NEXT: }
func.func @tensor(%t: tensor<?xf32>, %lb: index, %ub: index, %s: index) -> index {
  %r = scf.for %i = %lb to %ub step %s iter_args(%x = %lb) -> index {
    %c = arith.constant 0 : index
    %d = tensor.dim %t, %c : tensor<?xf32>
    %v = tensor.dim %t, %i : tensor<?xf32>
    %e = arith.addi %d, %x : index
    %f = arith.addi %v, %e : index
    scf.yield %f : index
  }
  return %r : index
}

// Reading the shape is an effect.
// CHECK-LABEL: func.func @reshape(%arg0: memref<?xf32>, %arg1: memref<2xindex>, %arg2: index) {
// CHECK-NEXT:   scf.for %arg3 = %arg2 to %arg2 step %arg2 {
// CHECK-NEXT:     %reshape = memref.reshape %arg0(%arg1) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
// CHECK-NEXT:     "test.use"(%reshape) : (memref<?x?xf32>) -> ()
// CHECK-NEXT:   }
// CHECK-NEXT:   return
// CHECK-NEXT: }
func.func @reshape(%m: memref<?xf32>, %shape: memref<2xindex>, %n: index) {
  scf.for %i = %n to %n step %n {
    %r = memref.reshape %m(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
    "test.use"(%r) : (memref<?x?xf32>) -> ()
  }
  return
}

// Nothing divides by zero in a loop that does not run.
// CHECK-LABEL: func.func @remainders(%arg0: i32, %arg1: i32, %arg2: index) -> (i32, i32, i32, i32) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %0 = arith.remsi %arg0, %c7_i32 : i32
// CHECK-NEXT:   %1:4 = scf.for %arg3 = %c0 to %arg2 step %c1 iter_args(%arg4 = %arg0, %arg5 = %arg0, %arg6 = %arg0, %arg7 = %arg0) -> (i32, i32, i32, i32) {
// CHECK-NEXT:     %2 = arith.remui %arg0, %arg1 : i32
// CHECK-NEXT:     %3 = arith.remsi %arg0, %arg1 : i32
// CHECK-NEXT:     %4 = arith.floordivsi %arg0, %arg1 : i32
// CHECK-NEXT:     scf.yield %2, %3, %4, %0 : i32, i32, i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %1#0, %1#1, %1#2, %1#3 : i32, i32, i32, i32
// CHECK-NEXT: }
func.func @remainders(%a: i32, %b: i32, %n: index) -> (i32, i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  %r:4 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %a, %x = %a, %y = %a, %z = %a) -> (i32, i32, i32, i32) {
    %u = arith.remui %a, %b : i32
    %s = arith.remsi %a, %b : i32
    %f = arith.floordivsi %a, %b : i32
    %k = arith.remsi %a, %c7 : i32
    scf.yield %u, %s, %f, %k : i32, i32, i32, i32
  }
  return %r#0, %r#1, %r#2, %r#3 : i32, i32, i32, i32
}

// A division moves if it is by a constant other than 0, and -1 if it is signed.
// CHECK-LABEL: func.func @divisions(
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:    %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:    %c-1_i32 = arith.constant -1 : i32
// CHECK-NEXT:    %0 = arith.divui %arg1, %c-1_i32 : i32
// CHECK-NEXT:    %1 = arith.divsi %arg1, %c1_i32 : i32
// CHECK-NEXT:    scf.for %arg3 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:    %2 = arith.divui %arg1, %c0_i32 : i32
// CHECK-NEXT:    %3 = arith.divui %arg1, %arg2 : i32
// CHECK-NEXT:    %4 = arith.divsi %arg1, %c0_i32 : i32
// CHECK-NEXT:    %5 = arith.divsi %arg1, %c-1_i32 : i32
// CHECK-NEXT:    "test.use"(%2, %0, %3, %4, %5, %1) : (i32, i32, i32, i32, i32, i32) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @divisions(%n: index, %a: i32, %d: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %less = arith.constant -1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.divui %a, %zero : i32
    %1 = arith.divui %a, %less : i32
    %2 = arith.divui %a, %d : i32
    %3 = arith.divsi %a, %zero : i32
    %4 = arith.divsi %a, %less : i32
    %5 = arith.divsi %a, %one : i32
    "test.use"(%0, %1, %2, %3, %4, %5) : (i32, i32, i32, i32, i32, i32) -> ()
  }
  return
}

// An inner loop moves if its step is a constant 1: others may not end.
// CHECK-LABEL: func.func @inner_loops(
// CHECK-NEXT:    %c0 = arith.constant 0 : index
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %c2 = arith.constant 2 : index
// CHECK-NEXT:    %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %arg1) -> (i32) {
// CHECK-NEXT:    %1 = arith.addi %arg4, %arg2 : i32
// CHECK-NEXT:    scf.yield %1 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.for %arg3 = %c0 to %arg0 step %c1 {
// CHECK-NEXT:    %1 = scf.for %arg4 = %c0 to %arg0 step %c2 iter_args(%arg5 = %arg1) -> (i32) {
// CHECK-NEXT:    %3 = arith.muli %arg5, %arg2 : i32
// CHECK-NEXT:    scf.yield %3 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %2 = scf.for %arg4 = %c0 to %arg0 step %arg0 iter_args(%arg5 = %arg1) -> (i32) {
// CHECK-NEXT:    %3 = arith.subi %arg5, %arg2 : i32
// CHECK-NEXT:    scf.yield %3 : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    "test.use"(%0, %1, %2) : (i32, i32, i32) -> ()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @inner_loops(%n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = scf.for %j = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
      %y = arith.addi %x, %b : i32
      scf.yield %y : i32
    }
    %1 = scf.for %j = %c0 to %n step %c2 iter_args(%x = %a) -> (i32) {
      %y = arith.muli %x, %b : i32
      scf.yield %y : i32
    }
    %2 = scf.for %j = %c0 to %n step %n iter_args(%x = %a) -> (i32) {
      %y = arith.subi %x, %b : i32
      scf.yield %y : i32
    }
    "test.use"(%0, %1, %2) : (i32, i32, i32) -> ()
  }
  return
}
