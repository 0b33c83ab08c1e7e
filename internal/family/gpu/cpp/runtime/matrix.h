// Matrix instructions: a subgroup computes d = a * b + c together, and every lane holds a part
// of each matrix.
#pragma once

#include "gpu.h"

#if defined(ON_CUDA)

// mma.sync m16n8k16 for NVIDIA's chips.
__device__ inline void mma_sync_16x8x16(float *d, const f16 *a, const f16 *b, const float *c) {
  uint32_t x[4], y[2];
  copy_bytes(x, a, sizeof x);
  copy_bytes(y, b, sizeof y);
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
      : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
}

// ldmatrix: each lane has the address of a row of 8 elements, and gets two neighbours of a row, or
// of a column, of four matrices.
template <bool transposed, class T> __device__ inline void load_matrices(T *to, const T *row) {
  uint32_t x[4];
  unsigned at = unsigned(__cvta_generic_to_shared(row));
  if (transposed)
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory");
  else
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3]) : "r"(at) : "memory");
  copy_bytes(to, x, sizeof x);
}

#elif defined(ON_HIP)

// v_mfma_f32_16x16x16_f16 for AMD's chips.
__device__ inline void mfma_16x16x16(float *d, const f16 *a, const f16 *b, const float *c) {
  typedef _Float16 half4 __attribute__((ext_vector_type(4)));
  typedef float float4 __attribute__((ext_vector_type(4)));
  half4 x, y;
  float4 z;
  copy_bytes(&x, a, sizeof x);
  copy_bytes(&y, b, sizeof y);
  copy_bytes(&z, c, sizeof z);
  z = __builtin_amdgcn_mfma_f32_16x16x16f16(x, y, z, 0, 0, 0);
  copy_bytes(d, &z, sizeof z);
}

#else

namespace matrix {

// factors are the parts of a and b that a lane holds.
struct factors {
  const f16 *a, *b;
};

// place is an element of a lane.
struct place {
  int lane, element;
};

// multiply_16 adds products to c in the order of k, and rounds each sum. A function returns the
// lane and the element that hold an element of a, or of b.
template <class A, class B, class D> void multiply_16(float *d, const float *c, const f16 *a, const f16 *b, int line, A of_a, B of_b, D of_d) {
  factors own{a, b};
  std::vector<factors> lanes(fibers::subgroup);
  fibers::show(own, lanes, line);
  for (int j = 0; j < 4; ++j) {
    place at = of_d(int(own_lane()), j); // the row and the column
    float sum = c[j];
    for (int k = 0; k < 16; ++k) {
      place x = of_a(at.lane, k), y = of_b(k, at.element);
      sum += float(lanes[x.lane].a[x.element]) * float(lanes[y.lane].b[y.element]);
    }
    d[j] = sum;
  }
  fibers::wait_in(fibers::state::exchanges, line);
}

} // namespace matrix

template <bool transposed, class T> void load_matrices(T *to, const T *row, int line = __builtin_LINE()) {
  std::vector<const T *> rows(fibers::subgroup);
  fibers::show(row, rows, line);
  for (int i = 0; i < 8; ++i) {
    int own = int(own_lane()), from = own / 4, at = own % 4 * 2 + i % 2;
    to[i] = transposed ? rows[i / 2 * 8 + at][from] : rows[i / 2 * 8 + from][at];
  }
  fibers::wait_in(fibers::state::exchanges, line);
}

inline void mma_sync_16x8x16(float *d, const f16 *a, const f16 *b, const float *c, int line = __builtin_LINE()) {
  using matrix::place;
  matrix::multiply_16(
      d, c, a, b, line, [](int row, int k) { return place{row % 8 * 4 + k % 8 / 2, row / 8 * 2 + k % 2 + k / 8 * 4}; },
      [](int k, int column) { return place{column * 4 + k % 8 / 2, k % 2 + k / 8 * 2}; },
      [](int lane, int j) { return place{lane / 4 + j / 2 * 8, lane % 4 * 2 + j % 2}; });
}

inline void mfma_16x16x16(float *d, const f16 *a, const f16 *b, const float *c, int line = __builtin_LINE()) {
  using matrix::place;
  matrix::multiply_16(
      d, c, a, b, line, [](int row, int k) { return place{k / 4 * 16 + row, k % 4}; }, [](int k, int column) { return place{k / 4 * 16 + column, k % 4}; },
      [](int lane, int j) { return place{lane / 16 * 4 + j, lane % 16}; });
}

#endif
