// What the headers of CUDA and HIP both declare.
#pragma once
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#include <stddef.h>
struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x, y, z;
  __host__ __device__ dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
template <class T> __device__ T shim_bits(int x) {
  T y;
  __builtin_memcpy(&y, &x, sizeof y);
  return y;
}
template <class T> __device__ int shim_int(T x) {
  int y;
  __builtin_memcpy(&y, &x, sizeof y);
  return y;
}

// Functions of floats.
#include <math.h>
#define SHIM(name) \
  extern "C" __device__ float name##f(float); \
  extern "C" __device__ double name(double);
#define SHIM_OF_TWO(name) \
  extern "C" __device__ float name##f(float, float); \
  extern "C" __device__ double name(double, double);
SHIM(acos) SHIM(acosh) SHIM(asin) SHIM(asinh) SHIM(atan) SHIM(atanh) SHIM(cbrt) SHIM(ceil) SHIM(cos) SHIM(cosh) SHIM(erf) SHIM(erfc) SHIM(exp) SHIM(exp2)
SHIM(expm1) SHIM(fabs) SHIM(floor) SHIM(log) SHIM(log10) SHIM(log1p) SHIM(log2) SHIM(nearbyint) SHIM(round) SHIM(sin) SHIM(sinh) SHIM(sqrt)
SHIM(rsqrt) SHIM(tan) SHIM(tanh) SHIM(trunc)
SHIM_OF_TWO(atan2) SHIM_OF_TWO(copysign) SHIM_OF_TWO(fmod) SHIM_OF_TWO(pow)
extern "C" __device__ float fmaf(float, float, float);
extern "C" __device__ double fma(double, double, double);
