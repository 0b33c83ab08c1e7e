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

#include "numbers.h"

// Memory of a workgroup of which a kernel uses more than it may declare: the launch says how many bytes.
#if defined(ON_CUDA)
#define REQUESTED_MEMORY(name, bytes) alignas(16) extern __shared__ unsigned char name[]
#else
#define REQUESTED_MEMORY(name, bytes) alignas(16) __shared__ unsigned char name[bytes]
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
FUNCTIONS_OF_FLOATS
} // namespace fn
#undef FUNCTION
#undef FUNCTION_AS
#undef FUNCTION_OF_TWO
