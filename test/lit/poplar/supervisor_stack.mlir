// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-resolve-layouts --poplar-mangle-names --poplar-generate-wrappers --poplar-stack-usage | FileCheck %s

// The stack of a supervisor holds the largest state that it hands to workers, in whole words.

poplar.vertex @One worker {
  poplar.field @a : i8
  poplar.compute (%a : i8) {
    poplar.compute_return
  }
}
poplar.vertex @Two worker {
  poplar.field @a : i32
  poplar.field @b : i8
  poplar.compute (%a : i32, %b : i8) {
    poplar.compute_return
  }
}
poplar.vertex @Three worker {
  poplar.field @a : i32
  poplar.field @b : i32
  poplar.field @c : i32
  poplar.compute (%a : i32, %b : i32, %c : i32) {
    poplar.compute_return
  }
}

// CHECK: poplar.function @"SupOne::compute" own_stack(8)
poplar.vertex @SupOne supervisor {
  poplar.compute () {
    %a = arith.constant 1 : i8
    poplar.start @One(%a : i8)
    poplar.join
    poplar.compute_return
  }
}
// CHECK: poplar.function @"SupTwo::compute" own_stack(16)
poplar.vertex @SupTwo supervisor {
  poplar.compute () {
    %a = arith.constant 1 : i8
    %b = arith.constant 1 : i32
    poplar.start @Two(%b, %a : i32, i8)
    poplar.join
    poplar.start @One(%a : i8)
    poplar.join
    poplar.compute_return
  }
}
// CHECK: poplar.function @"SupThree::compute" own_stack(24)
poplar.vertex @SupThree supervisor {
  poplar.compute () {
    %a = arith.constant 1 : i8
    %b = arith.constant 1 : i32
    poplar.start @One(%a : i8)
    poplar.join
    poplar.start @Three(%b, %b, %b : i32, i32, i32)
    poplar.join
    poplar.compute_return
  }
}
