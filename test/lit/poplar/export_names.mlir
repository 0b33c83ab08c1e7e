// RUN: optc export --target ipu2 %s 2>&1 | FileCheck %s

// CHECK:      // classes.cpp
// CHECK-NEXT: #include <poplar/HalfFloat.hpp>
// CHECK-NEXT: #include <poplar/Vertex.hpp>
// CHECK-EMPTY:
// CHECK-NEXT: using namespace poplar;
// CHECK-EMPTY:
// CHECK-NEXT: static constexpr auto ONE_PTR = VectorLayout::ONE_PTR;
// CHECK-NEXT: static constexpr auto COMPACT_DELTAN = VectorListLayout::COMPACT_DELTAN;
// CHECK-EMPTY:
// CHECK-NEXT: namespace a {
// CHECK-EMPTY:
// CHECK-NEXT: template <class> class Copy;
// CHECK-EMPTY:
// CHECK-NEXT: template <> class Copy<half> : public Vertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   static const bool isExternalCodelet = true;
// CHECK-NEXT:   Input<Vector<half, ONE_PTR, 8>> src;
// CHECK-NEXT:   void compute();
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: } // namespace a
// CHECK-EMPTY:
// CHECK-NEXT: namespace b {
// CHECK-EMPTY:
// CHECK-NEXT: template <class> class Copy;
// CHECK-EMPTY:
// CHECK-NEXT: template <> class Copy<half> : public Vertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   static const bool isExternalCodelet = true;
// CHECK-NEXT:   unsigned short n;
// CHECK-NEXT:   Input<VectorList<half, COMPACT_DELTAN>> rows;
// CHECK-NEXT:   void compute();
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: } // namespace b
// CHECK-EMPTY:
// CHECK-NEXT: namespace a {
// CHECK-EMPTY:
// CHECK-NEXT: template <> class Copy<float> : public Vertex {
// CHECK-NEXT: public:
// CHECK-NEXT:   static const bool isExternalCodelet = true;
// CHECK-NEXT:   bool flag = true;
// CHECK-NEXT:   half k = 2.5;
// CHECK-NEXT:   float tab[2] = {1, -3};
// CHECK-NEXT:   void compute();
// CHECK-NEXT: };
// CHECK-EMPTY:
// CHECK-NEXT: } // namespace a
// CHECK-NEXT: // classes_ipu2.h
// CHECK-NEXT: // a::Copy<half>, ipu2
// CHECK-NEXT: #define A_COPY_HALF_SYMBOL __runCodelet_a__Copy___half
// CHECK-NEXT: #define A_COPY_HALF_STATE_SIZE 4
// CHECK-NEXT: #define A_COPY_HALF_STATE_ALIGN 4
// CHECK-NEXT: #define A_COPY_HALF_SRC_OFFSET 0
// CHECK-NEXT: #define A_COPY_HALF_SRC_SIZE 4
// CHECK-EMPTY:
// CHECK-NEXT: // b::Copy<half>, ipu2
// CHECK-NEXT: #define B_COPY_HALF_SYMBOL __runCodelet_b__Copy___half
// CHECK-NEXT: #define B_COPY_HALF_STATE_SIZE 12
// CHECK-NEXT: #define B_COPY_HALF_STATE_ALIGN 4
// CHECK-NEXT: #define B_COPY_HALF_N_OFFSET 0
// CHECK-NEXT: #define B_COPY_HALF_N_SIZE 2
// CHECK-NEXT: #define B_COPY_HALF_ROWS_OFFSET 4
// CHECK-NEXT: #define B_COPY_HALF_ROWS_SIZE 8
// CHECK-NEXT: #define B_COPY_HALF_ROWS_DELTAS_OFFSET 8
// CHECK-EMPTY:
// CHECK-NEXT: // a::Copy<float>, ipu2
// CHECK-NEXT: #define COPY_FLOAT_SYMBOL __runCodelet_a__Copy___float
// CHECK-NEXT: #define COPY_FLOAT_STATE_SIZE 12
// CHECK-NEXT: #define COPY_FLOAT_STATE_ALIGN 4
// CHECK-NEXT: #define COPY_FLOAT_FLAG_OFFSET 0
// CHECK-NEXT: #define COPY_FLOAT_FLAG_SIZE 1
// CHECK-NEXT: #define COPY_FLOAT_K_OFFSET 2
// CHECK-NEXT: #define COPY_FLOAT_K_SIZE 2
// CHECK-NEXT: #define COPY_FLOAT_TAB_OFFSET 4
// CHECK-NEXT: #define COPY_FLOAT_TAB_SIZE 8

// Two classes of one name in two namespaces have constants of their whole names.
poplar.vertex @"a::Copy<half>" worker external {
  poplar.field @src : !poplar.in<vec<f16, ONE_PTR, align 8>>
}
poplar.vertex @"b::Copy<half>" worker external {
  poplar.field @n : ui16
  poplar.field @rows : !poplar.in<vec_list<f16, COMPACT_DELTAN>>
}
poplar.vertex @"a::Copy<float>" worker external {
  poplar.field @flag : i1 = true
  poplar.field @k : f16 = 2.5
  poplar.field @tab : !poplar.array<2 x f32> = [1.0, -3.0]
}
