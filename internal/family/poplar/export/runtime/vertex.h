// What the code of vertices uses besides the language and Poplar.
#pragma once

#include <cmath>
#include <cstdint>
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

#include "numbers.h"

typedef half f16;

// A supervisor is compiled for the tile's supervisor. Another compiler has no such target.
#ifdef __IPU__
#define SUPERVISOR __attribute__((target("supervisor")))
#else
#define SUPERVISOR
#endif

// The functions of floats. Without hardware for them, as on the host, they are rounded once from
// the result for doubles.
#ifdef __IPU__
typedef float wide;
#else
typedef double wide;
#endif
namespace fn {
#define FUNCTION(name) \
  inline float name(float x) { return float(std::name(wide(x))); } \
  inline f16 name(f16 x) { return f16(std::name(wide(x))); }
#define FUNCTION_OF_TWO(name) \
  inline float name(float x, float y) { return float(std::name(wide(x), wide(y))); } \
  inline f16 name(f16 x, f16 y) { return f16(std::name(wide(x), wide(y))); }
FUNCTIONS_OF_FLOATS
#undef FUNCTION
#undef FUNCTION_OF_TWO
inline float rsqrt(float x) { return float(1 / std::sqrt(wide(x))); }
inline f16 rsqrt(f16 x) { return f16(1 / std::sqrt(wide(x))); }
inline float fma(float x, float y, float z) { return std::fma(x, y, z); }
inline f16 fma(f16 x, f16 y, f16 z) { return f16(std::fma(wide(x), wide(y), wide(z))); }
} // namespace fn

// The elements [begin, end) of n that a worker writes: whole grains, of which each worker gets
// nearly the same number.
struct Part {
  int64_t begin, end;
  Part(int64_t n, int64_t worker, int64_t workers, int64_t grain) : begin(n), end(n) {
    const int64_t grains = ceil_div(n, grain);
    if (grains == 0)
      return;
    const int64_t parts = ceil_div(grains, ceil_div(grains, workers));
    if (worker >= parts)
      return;
    begin = smaller(n, worker * grains / parts * grain);
    end = smaller(n, (worker + 1) * grains / parts * grain);
  }
};
