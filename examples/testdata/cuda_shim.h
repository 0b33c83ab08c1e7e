// What CUDA's headers declare and kernels in C++ use, for clang without these headers.
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
#include <__clang_cuda_builtin_vars.h>
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
template <class T> __device__ T __shfl_sync(unsigned mask, T x, int lane) { return shim_bits<T>(__nvvm_shfl_sync_idx_i32(mask, shim_int(x), lane, 31)); }
template <class T> __device__ T __shfl_xor_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_bfly_i32(mask, shim_int(x), n, 31)); }
template <class T> __device__ T __shfl_up_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_up_i32(mask, shim_int(x), n, 0)); }
template <class T> __device__ T __shfl_down_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_down_i32(mask, shim_int(x), n, 31)); }

// Functions of floats.
#include <math.h>
#define SHIM(name) \
  extern "C" __device__ float name##f(float); \
  extern "C" __device__ double name(double);
#define SHIM_OF_TWO(name) \
  extern "C" __device__ float name##f(float, float); \
  extern "C" __device__ double name(double, double);
SHIM(acos) SHIM(acosh) SHIM(asin) SHIM(asinh) SHIM(atan) SHIM(atanh) SHIM(ceil) SHIM(cos) SHIM(cosh) SHIM(erf) SHIM(erfc) SHIM(exp) SHIM(exp2)
SHIM(expm1) SHIM(fabs) SHIM(floor) SHIM(log) SHIM(log10) SHIM(log1p) SHIM(log2) SHIM(nearbyint) SHIM(round) SHIM(sin) SHIM(sinh) SHIM(sqrt)
SHIM(tan) SHIM(tanh) SHIM(trunc)
SHIM_OF_TWO(atan2) SHIM_OF_TWO(copysign) SHIM_OF_TWO(fmod) SHIM_OF_TWO(pow)
extern "C" __device__ float fmaf(float, float, float);
extern "C" __device__ double fma(double, double, double);

// For host programs.
typedef int cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
