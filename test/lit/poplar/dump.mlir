// RUN: optc build --target ipu1 --elf -o %t %s | FileCheck --check-prefix=BUILD %s
// RUN: optc dump %t | FileCheck %s
// RUN: optc dump --unit 2 %t | FileCheck --check-prefix=ONE %s

// Every kind of field, with the variable and element that an edge points at.
poplar.vertex @"demo::All" worker {
  poplar.field @a : !poplar.in<vec<f32>>
  poplar.field @b : !poplar.in<vec<f32, SHORT_SPAN>>
  poplar.field @c : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
  poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  poplar.field @n : ui16 = 7
  poplar.field @table : !poplar.vec<in<vec<f32, SHORT_SPAN>>, ONE_PTR>
  poplar.field @weights : !poplar.vec<f16, ONE_PTR> = [1.0, 0.5]
  poplar.field @k : !poplar.array<3 x si16> = [-1, 2]
  poplar.field @out : !poplar.out<f32>
  poplar.compute (%a : memref<?xf32>, %b : memref<?xf32>, %c : memref<?xf16>, %rows : !poplar.rows<f16>, %n : i16, %table : !poplar.rows<f32>, %weights : memref<?xf16>, %k : memref<3xi16>, %out : memref<f32>) {
    poplar.compute_return
  }
}
poplar.graph @main {
  %x = poplar.variable "x" = dense<[1.0, 2.0, 3.0, 4.0]> : !poplar.tensor<4xf32>
  poplar.set_tile_mapping %x on 2
  %h = poplar.variable "h" : !poplar.tensor<8xf16>
  poplar.set_tile_mapping %h on 2
  %y = poplar.variable "y" : !poplar.tensor<f32>
  poplar.set_tile_mapping %y on 2
  %x1 = poplar.slice %x from 1 to 4 dim 0 : !poplar.tensor<4xf32> to !poplar.tensor<3xf32>
  %h0 = poplar.slice %h from 0 to 4 dim 0 : !poplar.tensor<8xf16> to !poplar.tensor<4xf16>
  %h1 = poplar.slice %h from 6 to 8 dim 0 : !poplar.tensor<8xf16> to !poplar.tensor<2xf16>
  poplar.compute_set @cs {
    %v = poplar.add_vertex @"demo::All" on 2
    poplar.connect %v @a to %x1
    poplar.connect %v @b to %x
    poplar.connect %v @c to %h0
    poplar.connect %v @rows to [%h0, %h1]
    poplar.connect %v @table to [%x1, %x]
    poplar.connect %v @out to %y
  }
  poplar.program {
    poplar.execute @cs
  }
}

// BUILD: 1 vertex in 1 tile

// CHECK: tile 2
// CHECK: state v0.state
// CHECK-NEXT: demo::All vertex 0
// CHECK-NEXT: a {{.*}}, 3 elements: x[1]
// CHECK-NEXT: b {{.*}}, 4 elements: x[0]
// CHECK-NEXT: c {{.*}}: h[0]
// CHECK-NEXT: rows 2 rows at {{.*}}, 4 elements: h[0], {{.*}}, 2 elements: h[6]
// CHECK-NEXT: n 7
// CHECK-NEXT: table rows at {{.*}}: v0.table.table
// CHECK-NEXT: weights {{.*}}: v0.weights
// CHECK-NEXT: k [-1, 2, 0]
// CHECK-NEXT: out {{.*}}, 1 element: y[0]
// CHECK: data x.t2
// CHECK-NEXT: x[0..4) = [1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]

// ONE: tile 2
