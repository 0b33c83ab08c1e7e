// The functions of the hardware, element by element.
#pragma once

#include <cmath>
#include <cstring>
#include <poplar/VectorTypes.hpp>

namespace ipu {
#define EACH(T, n, g) \
  inline T g(T x) { \
    T y; \
    for (int i = 0; i < n; ++i) \
      y[i] = g(x[i]); \
    return y; \
  }
#define EACH2(T, n, g) \
  inline T g(T x, T y) { \
    T z; \
    for (int i = 0; i < n; ++i) \
      z[i] = g(x[i], y[i]); \
    return z; \
  }
#define FUNCTION(g) \
  inline float g(float x) { return std::g(x); } \
  inline half g(half x) { return std::g(float(x)); } \
  EACH(float2, 2, g) \
  EACH(half2, 2, g) \
  EACH(half4, 4, g)
FUNCTION(fabs)
FUNCTION(ceil)
FUNCTION(floor)
FUNCTION(round)
FUNCTION(rint)
FUNCTION(trunc)
FUNCTION(sqrt)
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tanh)
#undef FUNCTION
#define FUNCTION(g, of) \
  inline float g(float x, float y) { return std::of(x, y); } \
  inline half g(half x, half y) { return std::of(float(x), float(y)); } \
  EACH2(float2, 2, g) \
  EACH2(half2, 2, g) \
  EACH2(half4, 4, g)
FUNCTION(fmax, fmax)
FUNCTION(fmin, fmin)
FUNCTION(max, fmax)
FUNCTION(min, fmin)
FUNCTION(copysign, copysign)
#undef FUNCTION
#undef EACH
#undef EACH2
inline int max(int x, int y) { return x < y ? y : x; }
inline int min(int x, int y) { return y < x ? y : x; }
inline float fma(float x, float y, float z) { return std::fma(x, y, z); }
inline float clamp(float x, float2 bounds) { return fmin(fmax(x, bounds[0]), bounds[1]); }
inline float sum(float2 x) { return x[0] + x[1]; }
inline float sum(half2 x) { return float(x[0]) + float(x[1]); }
inline float2 sum(half4 x) { return float2{float(x[0]) + float(x[1]), float(x[2]) + float(x[3])}; }
template <class T> T andc(T x, T y) {
  unsigned char a[sizeof(T)], b[sizeof(T)];
  std::memcpy(a, &x, sizeof(T));
  std::memcpy(b, &y, sizeof(T));
  for (unsigned i = 0; i < sizeof(T); ++i)
    a[i] &= ~b[i];
  std::memcpy(&x, a, sizeof(T));
  return x;
}
template <class T> T load_postinc(const T **p, int step) {
  T x = **p;
  *p += step;
  return x;
}
template <class T> void store_postinc(T **p, T x, int step) {
  **p = x;
  *p += step;
}
} // namespace ipu

#define NAMED(T, g) \
  inline T T##_##g(T x, T y) { return ipu::g(x, y); }
NAMED(float2, fmax)
NAMED(float2, fmin)
NAMED(half2, fmax)
NAMED(half2, fmin)
NAMED(half4, fmax)
NAMED(half4, fmin)
#undef NAMED
