// Numbers in registers and in memory, as the operations of the source compute with them. Includes
// nothing of a device, so that kernels and vertices share it.
#pragma once

#include <stdint.h>
#include <string.h>

#ifndef __device__
#define __device__
#endif

// copy_bytes copies a constant number of bytes between registers and memory.
#if defined(__clang__) || defined(__GNUC__) && !defined(__CUDACC__)
#define copy_bytes __builtin_memcpy
#else
#define copy_bytes memcpy
#endif

// The functions of floats of one and of two operands: FUNCTION and FUNCTION_OF_TWO declare one.
#define FUNCTIONS_OF_FLOATS \
  FUNCTION(acos) FUNCTION(acosh) FUNCTION(asin) FUNCTION(asinh) FUNCTION(atan) FUNCTION(atanh) FUNCTION(cbrt) FUNCTION(ceil) FUNCTION(cos) FUNCTION(cosh) \
  FUNCTION(erf) FUNCTION(erfc) FUNCTION(exp) FUNCTION(exp2) FUNCTION(expm1) FUNCTION(fabs) FUNCTION(floor) FUNCTION(log) FUNCTION(log10) \
  FUNCTION(log1p) FUNCTION(log2) FUNCTION(nearbyint) FUNCTION(round) FUNCTION(sin) FUNCTION(sinh) FUNCTION(sqrt) FUNCTION(tan) FUNCTION(tanh) \
  FUNCTION(trunc) \
  FUNCTION_OF_TWO(atan2) FUNCTION_OF_TWO(copysign) FUNCTION_OF_TWO(fmod) FUNCTION_OF_TWO(pow)

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
