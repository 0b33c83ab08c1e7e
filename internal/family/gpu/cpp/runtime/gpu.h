// What kernels use besides the language: as CUDA (nvcc, clang -x cuda), as HIP (hipcc, clang
// -x hip), and as plain C++17, where threads.h runs the threads of a workgroup as fibers.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

// A sum of a product must not become one operation, which rounds once. Compile with
// -fmad=false for nvcc and -ffp-contract=off for g++.
#if defined(__clang__)
#pragma clang fp contract(off)
#endif

#if defined(__CUDACC__) || defined(__CUDA__)
#define ON_CUDA 1
#elif defined(__HIP__)
#define ON_HIP 1
#endif

#if defined(ON_CUDA) && !defined(__clang__)
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef __half f16;
typedef __nv_bfloat16 bf16;
#elif defined(ON_CUDA) || defined(ON_HIP)
typedef _Float16 f16;
typedef __bf16 bf16;
#else
#include "threads.h"
#include "half.h"
#endif

// copy_bytes copies a constant number of bytes between registers and memory.
#if defined(__clang__) || defined(__GNUC__) && !defined(ON_CUDA)
#define copy_bytes __builtin_memcpy
#else
#define copy_bytes memcpy
#endif

#if defined(ON_CUDA) || defined(ON_HIP)

// The lanes of a subgroup exchange a number of 32 bits.
#if defined(ON_CUDA)
template <class T> __device__ T shuffle_lane(T x, int lane) { return __shfl_sync(0xffffffffu, x, lane); }
template <class T> __device__ T shuffle_xor(T x, int lanes) { return __shfl_xor_sync(0xffffffffu, x, lanes); }
template <class T> __device__ T shuffle_up(T x, int lanes) { return __shfl_up_sync(0xffffffffu, x, lanes); }
template <class T> __device__ T shuffle_down(T x, int lanes) { return __shfl_down_sync(0xffffffffu, x, lanes); }
#else
template <class T> __device__ T shuffle_lane(T x, int lane) { return __shfl(x, lane); }
template <class T> __device__ T shuffle_xor(T x, int lanes) { return __shfl_xor(x, lanes); }
template <class T> __device__ T shuffle_up(T x, int lanes) { return __shfl_up(x, lanes); }
template <class T> __device__ T shuffle_down(T x, int lanes) { return __shfl_down(x, lanes); }
#endif

// Functions of floats.
namespace fn {
#define FUNCTION(name) \
  __device__ inline float name(float x) { return ::name##f(x); } \
  __device__ inline double name(double x) { return ::name(x); } \
  __device__ inline f16 name(f16 x) { return f16(::name##f(float(x))); } \
  __device__ inline bf16 name(bf16 x) { return bf16(::name##f(float(x))); }
#define FUNCTION_OF_TWO(name) \
  __device__ inline float name(float x, float y) { return ::name##f(x, y); } \
  __device__ inline double name(double x, double y) { return ::name(x, y); } \
  __device__ inline f16 name(f16 x, f16 y) { return f16(::name##f(float(x), float(y))); } \
  __device__ inline bf16 name(bf16 x, bf16 y) { return bf16(::name##f(float(x), float(y))); }
FUNCTION(rsqrt)
__device__ inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
__device__ inline double fma(double x, double y, double z) { return ::fma(x, y, z); }
__device__ inline f16 fma(f16 x, f16 y, f16 z) { return f16(::fma(double(x), double(y), double(z))); }
__device__ inline bf16 fma(bf16 x, bf16 y, bf16 z) { return bf16(::fma(double(x), double(y), double(z))); }
} // namespace fn

#else

#define FUNCTION(name) FUNCTION_AS(name, ::name)
#define FUNCTION_AS(name, compute) \
  inline float name(float x) { return float(compute(double(x))); } \
  inline double name(double x) { return compute(x); } \
  inline f16 name(f16 x) { return f16(compute(double(x))); } \
  inline bf16 name(bf16 x) { return bf16(compute(double(x))); }
#define FUNCTION_OF_TWO(name) \
  inline float name(float x, float y) { return float(::name(double(x), double(y))); } \
  inline double name(double x, double y) { return ::name(x, y); } \
  inline f16 name(f16 x, f16 y) { return f16(::name(double(x), double(y))); } \
  inline bf16 name(bf16 x, bf16 y) { return bf16(::name(double(x), double(y))); }
inline double reciprocal_of_root(double x) { return 1 / sqrt(x); }
namespace fn {
FUNCTION_AS(rsqrt, reciprocal_of_root)
inline float fma(float x, float y, float z) { return ::fmaf(x, y, z); }
inline double fma(double x, double y, double z) { return ::fma(x, y, z); }
inline f16 fma(f16 x, f16 y, f16 z) { return f16(::fma(double(x), double(y), double(z))); }
inline bf16 fma(bf16 x, bf16 y, bf16 z) { return bf16(::fma(double(x), double(y), double(z))); }
} // namespace fn

#endif

namespace fn {
FUNCTION(acos) FUNCTION(acosh) FUNCTION(asin) FUNCTION(asinh) FUNCTION(atan) FUNCTION(atanh) FUNCTION(cbrt) FUNCTION(ceil) FUNCTION(cos) FUNCTION(cosh)
FUNCTION(erf) FUNCTION(erfc) FUNCTION(exp) FUNCTION(exp2) FUNCTION(expm1) FUNCTION(fabs) FUNCTION(floor) FUNCTION(log) FUNCTION(log10)
FUNCTION(log1p) FUNCTION(log2) FUNCTION(nearbyint) FUNCTION(round) FUNCTION(sin) FUNCTION(sinh) FUNCTION(sqrt) FUNCTION(tan) FUNCTION(tanh)
FUNCTION(trunc)
FUNCTION_OF_TWO(atan2) FUNCTION_OF_TWO(copysign) FUNCTION_OF_TWO(fmod) FUNCTION_OF_TWO(pow)
} // namespace fn
#undef FUNCTION
#undef FUNCTION_AS
#undef FUNCTION_OF_TWO

// load and store move N numbers between memory, at an address that is a multiple of some
// number of bytes, and registers. If that are 16 bytes, a thread moves them at once.
template <int N, int BYTES, class T> __device__ inline void load(T *to, const T *from) {
  copy_bytes(to, __builtin_assume_aligned(from, BYTES), N * sizeof(T));
}
template <int N, class T> __device__ inline void load(T *to, const T *from) { load<N, N * sizeof(T)>(to, from); }
template <int N, int BYTES, class T> __device__ inline void store(T *to, const T *from) {
  copy_bytes(__builtin_assume_aligned(to, BYTES), from, N * sizeof(T));
}
template <int N, class T> __device__ inline void store(T *to, const T *from) { store<N, N * sizeof(T)>(to, from); }

// bits returns the number of another type with the same bits.
template <class To, class From> __device__ inline To bits(From x) {
  static_assert(sizeof(To) == sizeof(From), "numbers of different widths");
  To y;
  copy_bytes(static_cast<void *>(&y), &x, sizeof y);
  return y;
}

// Integers wrap around.
template <class T> __device__ inline T add(T x, T y) { return T(uint64_t(x) + uint64_t(y)); }
template <class T> __device__ inline T sub(T x, T y) { return T(uint64_t(x) - uint64_t(y)); }
template <class T> __device__ inline T mul(T x, T y) { return T(uint64_t(x) * uint64_t(y)); }
template <class T> __device__ inline T absolute(T x) { return x < 0 ? sub(T(0), x) : x; }

template <class T> __device__ inline T larger(T x, T y) { return x > y ? x : y; }
template <class T> __device__ inline T smaller(T x, T y) { return x < y ? x : y; }
template <class T> __device__ inline T floor_div(T x, T y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }
template <class T> __device__ inline T ceil_div(T x, T y) { return x / y + (x % y != 0 && (x < 0) == (y < 0)); }
template <class T> __device__ inline T floor_mod(T x, T y) { return x - floor_div(x, y) * y; }
template <class T> __device__ inline T trailing_zeros(T x) {
  T n = 0;
  while (n < T(8 * sizeof(T)) && !(uint64_t(x) >> n & 1))
    ++n;
  return n;
}
template <class T> __device__ inline T leading_zeros(T x) {
  T n = 0;
  while (n < T(8 * sizeof(T)) && !(uint64_t(x) >> (8 * sizeof(T) - 1 - n) & 1))
    ++n;
  return n;
}
template <class T> __device__ inline T ones(T x) {
  T n = 0;
  for (unsigned i = 0; i < 8 * sizeof(T); ++i)
    n += T(uint64_t(x) >> i & 1);
  return n;
}

// The greatest and the least of two floats: a NaN if there is one, and the other number for
// functions of numbers. The zero with a sign is below the other zero.
template <class T> __device__ inline bool is_negative(T x) { return bits<uint32_t>(float(x)) >> 31; }
template <class T> __device__ inline bool unordered(T x, T y) { return x != x || y != y; }
template <class T> __device__ inline bool is_infinite(T x) { return x == x && x - x != x - x; }
template <class T> __device__ inline bool is_finite(T x) { return x - x == x - x; }
template <class T> __device__ inline bool always(T, T) { return true; }
template <class T> __device__ inline bool never(T, T) { return false; }
template <class T> __device__ inline T maximum(T x, T y) {
  if (unordered(x, y))
    return x != x ? x : y;
  if (x == y)
    return is_negative(x) ? y : x;
  return x > y ? x : y;
}
template <class T> __device__ inline T minimum(T x, T y) {
  if (unordered(x, y))
    return x != x ? x : y;
  if (x == y)
    return is_negative(x) ? x : y;
  return x < y ? x : y;
}
template <class T> __device__ inline T maximum_number(T x, T y) { return x != x ? y : y != y ? x : maximum(x, y); }
template <class T> __device__ inline T minimum_number(T x, T y) { return x != x ? y : y != y ? x : minimum(x, y); }
