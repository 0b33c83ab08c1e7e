// What HIP's headers declare and kernels in C++ use, for clang without these headers.
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
struct shim_thread {
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workitem_id_x(); } } x;
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workitem_id_y(); } } y;
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workitem_id_z(); } } z;
};
struct shim_block {
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workgroup_id_x(); } } x;
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workgroup_id_y(); } } y;
  struct { __device__ operator unsigned() const { return __builtin_amdgcn_workgroup_id_z(); } } z;
};
static const __device__ shim_thread threadIdx;
static const __device__ shim_block blockIdx;
static inline __device__ void __syncthreads() { __builtin_amdgcn_s_barrier(); }
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
template <class T> __device__ T __shfl(T x, int lane) { return shim_bits<T>(__builtin_amdgcn_ds_bpermute(lane << 2, shim_int(x))); }
static inline __device__ int shim_lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
template <class T> __device__ T __shfl_xor(T x, int n) { return __shfl(x, shim_lane() ^ n); }
template <class T> __device__ T __shfl_up(T x, int n) { return __shfl(x, shim_lane() < n ? shim_lane() : shim_lane() - n); }
template <class T> __device__ T __shfl_down(T x, int n) { return __shfl(x, shim_lane() + n); }

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
typedef int hipError_t;
enum hipMemcpyKind { hipMemcpyHostToDevice, hipMemcpyDeviceToHost };
const char *hipGetErrorString(hipError_t);
hipError_t hipGetLastError();
hipError_t hipDeviceSynchronize();
hipError_t hipMalloc(void **, size_t);
hipError_t hipFree(void *);
hipError_t hipMemcpy(void *, const void *, size_t, hipMemcpyKind);
extern "C" unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
