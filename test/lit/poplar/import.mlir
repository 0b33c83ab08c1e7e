// RUN: optc import --declarations %S/Inputs/classes.cpp | FileCheck %s
// RUN: optc import --declarations --target ipu1 %S/Inputs/classes.cpp | FileCheck --check-prefix=IPU1 %s
// RUN: not optc import --declarations -D NO_ASSEMBLY %S/Inputs/classes.cpp 2>&1 | FileCheck --check-prefix=SOME %s

// CHECK: module attributes {poplar.target = #poplar.target<ipu2>} {
// CHECK-NEXT:   poplar.vertex @"demo::Plain" worker attributes {source = "bool compute() { return true; }"} {
// CHECK-NEXT:     poplar.field @offset : !poplar.in<ui32>
// CHECK-NEXT:     poplar.field @mode : ui8
// CHECK-NEXT:     poplar.field @counts : !poplar.array<4 x ui16>
// CHECK-NEXT:     poplar.field @scale : f32 = 1.500000e+00
// CHECK-NEXT:     poplar.field @low : si32
// CHECK-NEXT:     poplar.field @high : si32 = -1
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Move<half, true>" supervisor external attributes {source = "void compute(unsigned wid) {}"} {
// CHECK-NEXT:     poplar.field @in : !poplar.in<vec<f16, ONE_PTR, align 16>>
// CHECK-NEXT:     poplar.field @out : !poplar.inout<vec<f16, ONE_PTR, align 16>>
// CHECK-NEXT:     poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN, align 4>>
// CHECK-NEXT:     poplar.constraint "elem(*in) != elem(*out)"
// CHECK-NEXT:     poplar.constraint "region(*in) != region(**rows)"
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Move<float, false>" multi attributes {source = "void compute(unsigned wid) {}"} {
// CHECK-NEXT:     poplar.field @in : !poplar.in<vec<f32, ONE_PTR, align 8>>
// CHECK-NEXT:     poplar.field @out : !poplar.out<vec<f32>>
// CHECK-NEXT:     poplar.field @rows : !poplar.in<vec_list<f32, COMPACT_DELTAN, align 8>>
// CHECK-NEXT:     poplar.constraint "elem(*in) != elem(*out)"
// CHECK-NEXT:     poplar.constraint "region(*in) != region(**rows)"
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Reduce<demo::Sum, half, demo::Mode::NONE>" worker {
// CHECK-NEXT:     poplar.field @count : ui16
// CHECK-NEXT:     poplar.field @in : !poplar.vec<in<vec<f16, ONE_PTR>>, SHORT_SPAN>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Reduce<demo::Sum, half, demo::Mode::SCALE>" worker {
// CHECK-NEXT:     poplar.field @count : ui32
// CHECK-NEXT:     poplar.field @in : !poplar.in<vec<f16, ONE_PTR>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Reduce<demo::Sum, int, demo::Mode::ADD>" worker external {
// CHECK-NEXT:     poplar.field @in : !poplar.in<si32>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Zero<unsigned long long>" multi {
// CHECK-NEXT:     poplar.field @out : !poplar.out<vec<ui64, align 8, interleaved>>
// CHECK-NEXT:   }
// CHECK-NEXT:   poplar.vertex @"demo::Zero<signed char>" multi {
// CHECK-NEXT:     poplar.field @out : !poplar.out<vec<si8, align 8, interleaved>>
// CHECK-NEXT:   }
// CHECK-NEXT: }

// IPU1: poplar.vertex @"demo::Move<half, true>" supervisor external
// IPU1-NEXT: poplar.field @in : !poplar.in<vec<f16, SCALED_PTR64, align 16>>

// One message per class; the others are read.
// SOME-DAG: classes.cpp:35:1: error: supervisor vertex 'demo::Move<half, true>' must be external [poplar.supervisor-compiled]
// SOME-DAG: poplar.vertex @"demo::Move<float, false>" multi attributes
