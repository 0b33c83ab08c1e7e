// RUN: optc export --target ipu1 %s | FileCheck %s
// RUN: optc export --target ipu2 %s | FileCheck --check-prefix=IPU2 %s

poplar.vertex @"demo::Blend<half>" multi {
  poplar.field @lhs : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
  poplar.field @flags : ui8
  poplar.field @n : ui16 = 7
  poplar.field @tab : !poplar.array<3 x ui16> = [1, 2, 3]
  poplar.field @k : f32 = 1.5
  poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
  poplar.constraint "elem(*lhs) != elem(**rows)"
}
poplar.vertex_template @"demo::ns::Scale" params(T : type, inplace : i1, o : enum "demo::Op", n : ui32) worker external(T == f16 && !inplace) {
  poplar.field @src : !poplar.in<vec<$T, ONE_PTR, align 8>> when(!inplace)
  poplar.field @dst : !poplar.inout<vec<$T, SPAN, align 8>>
}
poplar.instantiate @"demo::ns::Scale"<f16, false, #poplar.enumerator<"demo::Op::ADD">, 3>
poplar.instantiate @"demo::ns::Scale"<f16, true, #poplar.enumerator<"demo::Op::MUL">, 3>
poplar.vertex @Plain supervisor external {
}

// CHECK: // classes.cpp
// CHECK-NEXT: #include <poplar/HalfFloat.hpp>
// CHECK-NEXT: #include <poplar/Vertex.hpp>
// CHECK-EMPTY:
// CHECK-NEXT: using namespace poplar;
// CHECK-EMPTY:
// CHECK-NEXT: static constexpr auto COMPACT_PTR = VectorLayout::COMPACT_PTR;
// CHECK-NEXT: static constexpr auto ONE_PTR = VectorLayout::ONE_PTR;
// CHECK-NEXT: static constexpr auto SPAN = VectorLayout::SPAN;
// CHECK-NEXT: static constexpr auto COMPACT_DELTAN = VectorListLayout::COMPACT_DELTAN;
// CHECK-EMPTY:
// CHECK-NEXT: namespace demo {
// CHECK-EMPTY:
// CHECK-NEXT: template <class> class Blend;
// CHECK-EMPTY:
// CHECK-NEXT: template <> class {{\[\[}}poplar::constraint("elem(*lhs) != elem(**rows)"){{\]\]}} Blend<half> : public MultiVertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   Input<Vector<half, COMPACT_PTR, 8>> lhs;
// CHECK-NEXT:   unsigned char flags;
// CHECK-NEXT:   unsigned short n = 7;
// CHECK-NEXT:   unsigned short tab[3] = {1, 2, 3};
// CHECK-NEXT:   float k = 1.5;
// CHECK-NEXT:   Input<VectorList<half, COMPACT_DELTAN>> rows;
// CHECK-NEXT:   void compute(unsigned workerId);
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: enum class Op { ADD, MUL };
// CHECK-EMPTY:
// CHECK-NEXT: } // namespace demo
// CHECK-EMPTY:
// CHECK-NEXT: namespace demo::ns {
// CHECK-EMPTY:
// CHECK-NEXT: template <class, bool, auto, int> class Scale;
// CHECK-EMPTY:
// CHECK-NEXT: template <> class Scale<half, false, demo::Op::ADD, 3> : public Vertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   static const bool isExternalCodelet = true;
// CHECK-NEXT:   Input<Vector<half, ONE_PTR, 8>> src;
// CHECK-NEXT:   InOut<Vector<half, SPAN, 8>> dst;
// CHECK-NEXT:   void compute();
// CHECK-NEXT: };
// CHECK:      } // namespace demo::ns
// CHECK-EMPTY:
// CHECK-NEXT: class Plain : public SupervisorVertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   static const bool isExternalCodelet = true;
// CHECK-NEXT:   void compute();
// CHECK-NEXT: };

// CHECK-NEXT: // classes_ipu1.h
// CHECK-NEXT: // demo::Blend<half>, ipu1
// CHECK-NEXT: #define BLEND_HALF_SYMBOL __runCodelet_demo__Blend___half
// CHECK-NEXT: #define BLEND_HALF_STATE_SIZE 24
// CHECK-NEXT: #define BLEND_HALF_STATE_ALIGN 4
// CHECK-NEXT: #define BLEND_HALF_LHS_OFFSET 0
// CHECK-NEXT: #define BLEND_HALF_LHS_SIZE 2
// CHECK-NEXT: #define BLEND_HALF_FLAGS_OFFSET 2
// CHECK-NEXT: #define BLEND_HALF_FLAGS_SIZE 1
// CHECK-NEXT: #define BLEND_HALF_N_OFFSET 4
// CHECK-NEXT: #define BLEND_HALF_N_SIZE 2
// CHECK-NEXT: #define BLEND_HALF_TAB_OFFSET 6
// CHECK-NEXT: #define BLEND_HALF_TAB_SIZE 6
// CHECK-NEXT: #define BLEND_HALF_K_OFFSET 12
// CHECK-NEXT: #define BLEND_HALF_K_SIZE 4
// CHECK-NEXT: #define BLEND_HALF_ROWS_OFFSET 16
// CHECK-NEXT: #define BLEND_HALF_ROWS_SIZE 6
// CHECK-NEXT: #define BLEND_HALF_ROWS_DELTAS_OFFSET 20
// CHECK-EMPTY:
// CHECK-NEXT: // demo::ns::Scale<half, false, demo::Op::ADD, 3>, ipu1
// CHECK-NEXT: #define SCALE_HALF_FALSE_ADD_3_SYMBOL __runCodelet_demo__ns__Scale___half_false_demo__Op__ADD_3
// CHECK:      #define PLAIN_STATE_SIZE 0

// IPU2: // classes_ipu2.h
// IPU2: #define BLEND_HALF_ROWS_OFFSET 20
// IPU2-NEXT: #define BLEND_HALF_ROWS_SIZE 8
// IPU2-NEXT: #define BLEND_HALF_ROWS_DELTAS_OFFSET 24
