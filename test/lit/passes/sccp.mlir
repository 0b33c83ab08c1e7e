// RUN: optc %s --allow-unregistered-dialect --sccp | FileCheck %s

// Both calls pass 1 first, so the sum is known; the second argument varies.
// CHECK-LABEL: func.func private @used(%arg0: i32, %arg1: i32) -> (i32, i32) {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   return %c2_i32, %arg1 : i32, i32
// CHECK-NEXT: }
func.func private @used(%a: i32, %b: i32) -> (i32, i32) {
  %r = arith.addi %a, %a : i32
  return %r, %b : i32, i32
}

// CHECK-LABEL: func.func @calls(%arg0: i32) -> (i32, i32, i32) {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0:2 = call @used(%c1_i32, %c1_i32) : (i32, i32) -> (i32, i32)
// CHECK-NEXT:   %1:2 = call @used(%c1_i32, %arg0) : (i32, i32) -> (i32, i32)
// CHECK-NEXT:   return %c2_i32, %c2_i32, %1#1 : i32, i32, i32
// CHECK-NEXT: }
func.func @calls(%x: i32) -> (i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %0:2 = call @used(%c1, %c1) : (i32, i32) -> (i32, i32)
  %1:2 = call @used(%c1, %x) : (i32, i32) -> (i32, i32)
  return %0#0, %1#0, %1#1 : i32, i32, i32
}

// A public function may be called with anything, but what it returns is known.
// CHECK-LABEL: func.func @public(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   return %c7_i32 : i32
// CHECK-NEXT: }
func.func @public(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  return %c7 : i32
}

// CHECK-LABEL: func.func @callsPublic() -> i32 {
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = call @public(%c1_i32) : (i32) -> i32
// CHECK-NEXT:   return %c7_i32 : i32
// CHECK-NEXT: }
func.func @callsPublic() -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = call @public(%c1) : (i32) -> i32
  return %0 : i32
}

// A private function that nobody calls is left alone.
// CHECK-LABEL: func.func private @never(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c7_i32 = arith.constant 7 : i32
// CHECK-NEXT:   %c8_i32 = arith.constant 8 : i32
// CHECK-NEXT:   %0 = arith.addi %c7_i32, %c8_i32 : i32
// CHECK-NEXT:   return %0 : i32
// CHECK-NEXT: }
func.func private @never(%a: i32) -> i32 {
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.addi %c7, %c8 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @external(i32) -> i32
func.func private @external(i32) -> i32

// Nothing is known of a declaration.
// CHECK-LABEL: func.func @callsExternal() -> i32 {
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = call @external(%c1_i32) : (i32) -> i32
// CHECK-NEXT:   %1 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   return %1 : i32
// CHECK-NEXT: }
func.func @callsExternal() -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = call @external(%c1) : (i32) -> i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}

// A function whose address is taken may be called with anything.
// CHECK-LABEL: func.func private @taken(%arg0: i32) -> i32 {
// CHECK-NEXT:   return %arg0 : i32
// CHECK-NEXT: }
func.func private @taken(%a: i32) -> i32 { return %a : i32 }

// Here it returns its argument, which is not known.
// CHECK-LABEL: func.func @takes() -> (i32, (i32) -> i32) {
// CHECK-NEXT:   %f = constant @taken : (i32) -> i32
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %0 = call @taken(%c1_i32) : (i32) -> i32
// CHECK-NEXT:   return %0, %f : i32, (i32) -> i32
// CHECK-NEXT: }
func.func @takes() -> (i32, (i32) -> i32) {
  %c1 = arith.constant 1 : i32
  %f = constant @taken : (i32) -> i32
  %0 = call @taken(%c1) : (i32) -> i32
  return %0, %f : i32, (i32) -> i32
}

// Only the region of a known condition is entered.
// CHECK-LABEL: func.func @if(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c4_i32 = arith.constant 4 : i32
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   return %c4_i32 : i32
// CHECK-NEXT: }
func.func @if(%x : i32) -> i32 {
  %t = arith.constant true
  %c2 = arith.constant 2 : i32
  %r = scf.if %t -> i32 {
    %0 = arith.addi %c2, %c2 : i32
    scf.yield %0 : i32
  } else {
    scf.yield %x : i32
  }
  return %r : i32
}

// The same for a known index.
// CHECK-LABEL: func.func @switch(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   return %c2_i32 : i32
// CHECK-NEXT: }
func.func @switch(%x : i32) -> i32 {
  %i = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  %r = scf.index_switch %i -> i32
  case 1 {
    scf.yield %c2 : i32
  }
  default {
    scf.yield %x : i32
  }
  return %r : i32
}

// A carried value that stays what it was is known.
// CHECK-LABEL: func.func @for(%arg0: index) -> (i32, i32) {
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   %c5_i32 = arith.constant 5 : i32
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0:2 = scf.for %arg1 = %c0 to %arg0 step %c1 iter_args(%arg2 = %c5_i32, %arg3 = %c0_i32) -> (i32, i32) {
// CHECK-NEXT:     %1 = arith.addi %arg3, %c5_i32 : i32
// CHECK-NEXT:     scf.yield %c5_i32, %1 : i32, i32
// CHECK-NEXT:   }
// CHECK-NEXT:   return %c5_i32, %0#1 : i32, i32
// CHECK-NEXT: }
func.func @for(%n : index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a0 = arith.constant 5 : i32
  %b0 = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %a0, %b = %b0) -> (i32, i32) {
    %s = arith.addi %b, %a : i32
    scf.yield %a, %s : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}

// A loop whose condition is false at once never runs.
// CHECK-LABEL: func.func @while(%arg0: i32) -> i32 {
// CHECK-NEXT:   %c2_i32 = arith.constant 2 : i32
// CHECK-NEXT:   return %c2_i32 : i32
// CHECK-NEXT: }
func.func @while(%x: i32) -> i32 {
  %c2 = arith.constant 2 : i32
  %r = scf.while (%a = %c2) : (i32) -> i32 {
    %f = arith.constant false
    scf.condition(%f) %a : i32
  } do {
  ^bb0(%b: i32):
    %1 = arith.addi %b, %x : i32
    scf.yield %1 : i32
  }
  return %r : i32
}

// Knowledge goes around a loop of blocks: the edge to ^other is never taken.
// CHECK-LABEL: func.func @loop(%arg0: i32) -> i32 {
// CHECK-NEXT:   %true = arith.constant true
// CHECK-NEXT:   %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:   %c0_i32 = arith.constant 0 : i32
// CHECK-NEXT:   cf.br ^bb1(%c0_i32, %c1_i32 : i32, i32)
// CHECK-NEXT: ^bb1(%0: i32, %1: i32):
// CHECK-NEXT:   %2 = arith.cmpi slt, %0, %arg0 : i32
// CHECK-NEXT:   cf.cond_br %2, ^bb2, ^bb5
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   cf.cond_br %true, ^bb4(%c1_i32 : i32), ^bb3
// CHECK-NEXT: ^bb3:
// CHECK-NEXT:   %3 = arith.addi %c1_i32, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb4(%3 : i32)
// CHECK-NEXT: ^bb4(%4: i32):
// CHECK-NEXT:   %5 = arith.addi %0, %c1_i32 : i32
// CHECK-NEXT:   cf.br ^bb1(%5, %c1_i32 : i32, i32)
// CHECK-NEXT: ^bb5:
// CHECK-NEXT:   return %c1_i32 : i32
// CHECK-NEXT: }
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c1 : i32, i32)
^head(%i: i32, %k: i32):
  %more = arith.cmpi slt, %i, %n : i32
  cf.cond_br %more, ^body, ^exit
^body:
  %same = arith.cmpi eq, %k, %c1 : i32
  cf.cond_br %same, ^next(%k : i32), ^other
^other:
  %two = arith.addi %k, %k : i32
  cf.br ^next(%two : i32)
^next(%m: i32):
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %m : i32, i32)
^exit:
  return %k : i32
}

// The body of a loop that may not run at all still has known values.
// CHECK-LABEL: func.func @nested(%arg0: index) -> index {
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   return %c0 : index
// CHECK-NEXT: }
func.func @nested(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = affine.for %i = 0 to %n iter_args(%a = %c0) -> index {
    %s = arith.addi %c0, %c0 : index
    affine.yield %s : index
  }
  return %x : index
}

// All references to symbols of an inner module are visible.
// CHECK-LABEL: module @inner {
// CHECK-NEXT:   func.func nested @f(%arg0: i32) -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     return %c1_i32 : i32
// CHECK-NEXT:   }
// CHECK-NEXT:   func.func @g() -> i32 {
// CHECK-NEXT:     %c1_i32 = arith.constant 1 : i32
// CHECK-NEXT:     %0 = call @f(%c1_i32) : (i32) -> i32
// CHECK-NEXT:     return %c1_i32 : i32
// CHECK-NEXT: }
module @inner {
  func.func nested @f(%a: i32) -> i32 { return %a : i32 }
  func.func @g() -> i32 {
    %c1 = arith.constant 1 : i32
    %0 = call @f(%c1) : (i32) -> i32
    return %0 : i32
  }
}

// The elements of a broadcast are known without the elements of its result.
// CHECK-LABEL: func.func @elements() -> i8 {
// CHECK:         %c-1_i8 = arith.constant -1 : i8
// CHECK-NOT:     to_elements
// CHECK:         return %c-1_i8 : i8
func.func @elements() -> i8 {
  %c = arith.constant -1 : i8
  %v = vector.broadcast %c : i8 to vector<4xi8>
  %e:4 = vector.to_elements %v : vector<4xi8>
  return %e#1 : i8
}

// The argument may be anything: a fold that looks through both casts finds it, not
// what one of the branches passes.
// CHECK-LABEL: func.func @cast_back(
// CHECK:         ^bb3(%[[A:.*]]: i64):
// CHECK-NEXT:      %[[T:.*]] = builtin.unrealized_conversion_cast %[[A]] : i64 to index
// CHECK-NEXT:      %[[B:.*]] = builtin.unrealized_conversion_cast %[[T]] : index to i64
// CHECK-NEXT:      return %[[B]] : i64
func.func @cast_back(%x: i64, %c: i1) -> i64 {
  %c1 = arith.constant 1 : i64
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^join(%c1 : i64)
^other:
  %y = arith.addi %x, %c1 : i64
  cf.br ^join(%y : i64)
^join(%a: i64):
  %t = builtin.unrealized_conversion_cast %a : i64 to index
  %b = builtin.unrealized_conversion_cast %t : index to i64
  return %b : i64
}

// A fold that makes a constant at the beginning of a block does not hide the rest.
// CHECK-LABEL: func.func @after_metadata(
// CHECK-NEXT:    %c17 = arith.constant 17 : index
// CHECK:         return %c17, %{{.*}} : index, index
func.func @after_metadata(%m: memref<8x2xf32>) -> (index, index) {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x2xf32> -> memref<f32>, index, index, index, index, index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %s = arith.addi %c8, %c9 : index
  return %s, %strides#1 : index, index
}

// The region of a terminator is executed.
// CHECK-LABEL: func.func @region_of_terminator(
// CHECK:         ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT:      "test.use"(%c2) : (index) -> ()
// CHECK-NEXT:      scf.reduce.return
func.func @region_of_terminator(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %one = arith.constant 1 : index
      %two = arith.addi %one, %one : index
      "test.use"(%two) : (index) -> ()
      scf.reduce.return %a : f32
    }
  }
  return %r : f32
}

// Nothing is known to come out of scf.forall: what depends on it is not visited.
// CHECK-LABEL: func.func @after_forall(
// CHECK:         scf.if
// CHECK-NEXT:      %c1{{.*}} = arith.constant 1 : index
// CHECK-NEXT:      %[[S:.*]] = arith.addi
// CHECK-NEXT:      scf.yield %[[S]] : index
func.func @after_forall(%t: tensor<4xi1>, %n: index) -> index {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xi1> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[0] [4] [1] : tensor<4xi1> into tensor<4xi1>
    }
  }
  %b = tensor.extract %r[%n] : tensor<4xi1>
  %q = scf.if %b -> index {
    %one = arith.constant 1 : index
    %two = arith.addi %one, %one : index
    scf.yield %two : index
  } else {
    scf.yield %n : index
  }
  return %q : index
}

// The sum with zero folds where the zero is written, not where it arrives.
// CHECK-LABEL: func.func @sum_with_zero(
// CHECK:         %[[S:.*]], %[[O:.*]] = arith.addui_extended %arg0, %{{.*}} : i8, i1
// CHECK-NEXT:    return %[[S]], %[[O]] : i8, i1
func.func @sum_with_zero(%a: i8) -> (i8, i1) {
  %zero = arith.constant 0 : i8
  cf.br ^next(%zero : i8)
^next(%b: i8):
  %s, %o = arith.addui_extended %a, %b : i8, i1
  return %s, %o : i8, i1
}

// The place is 0 in the first iteration only: a fold that was tried for it leaves
// nothing behind, neither here nor in the result.
// CHECK-LABEL: func.func @fill(
// CHECK:         ^bb1(%[[I:.*]]: index, %[[W:.*]]: vector<2xi32>):
// CHECK-NEXT:      %[[V:.*]] = vector.insert %c5_i32, %{{.*}} [%[[I]]] : i32 into vector<2xi32>
// CHECK:           return %[[V]] : vector<2xi32>
func.func @fill() -> vector<2xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : i32
  %v = arith.constant dense<7> : vector<2xi32>
  cf.br ^loop(%c0, %v : index, vector<2xi32>)
^loop(%i: index, %w: vector<2xi32>):
  %u = vector.insert %c5, %v [%i] : i32 into vector<2xi32>
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi ult, %j, %c2 : index
  cf.cond_br %c, ^loop(%j, %u : index, vector<2xi32>), ^end
^end:
  return %u : vector<2xi32>
}
