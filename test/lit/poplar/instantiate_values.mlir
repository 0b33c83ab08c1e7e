// RUN: optc %s --poplar-set-target=arch=ipu2 --poplar-instantiate --split-input-file | FileCheck %s

// Default values take the type that a parameter stands for, as far as it can hold them.
// CHECK-LABEL: poplar.vertex @"V<unsigned long long>"
// CHECK-NEXT: poplar.field @a : ui64 = 0
// CHECK-NEXT: poplar.field @b : ui64 = 9223372036854775807
// CHECK-NEXT: poplar.field @c : !poplar.array<2 x ui64> = [1, 2]
// CHECK-LABEL: poplar.vertex @"V<long long>"
// CHECK-NEXT: poplar.field @a : si64 = 0
// CHECK-NEXT: poplar.field @b : si64 = 9223372036854775807
// CHECK-NEXT: poplar.field @c : !poplar.array<2 x si64> = [1, 2]
poplar.vertex_template @V params(T : type) worker {
  poplar.field @a : !poplar.param<T> = 0
  poplar.field @b : !poplar.param<T> = 9223372036854775807
  poplar.field @c : !poplar.array<2 x $T> = [1, 2]
}
poplar.instantiate @V<ui64>
poplar.instantiate @V<si64>

// -----

// CHECK-LABEL: poplar.vertex @"W<float>"
// CHECK-NEXT: poplar.field @a : f32 = -3.000000e+00
// CHECK-NEXT: poplar.field @b : !poplar.array<2 x f32> = [1.000000e+00, 2.000000e+00]
// CHECK-LABEL: poplar.vertex @"W<signed char>"
// CHECK-NEXT: poplar.field @a : si8 = -3
// CHECK-NEXT: poplar.field @b : !poplar.array<2 x si8> = [1, 2]
poplar.vertex_template @W params(T : type) worker {
  poplar.field @a : !poplar.param<T> = -3
  poplar.field @b : !poplar.array<2 x $T> = [1, 2]
}
poplar.instantiate @W<f32>
poplar.instantiate @W<si8>
