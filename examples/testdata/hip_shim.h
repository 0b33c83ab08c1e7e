// What HIP's headers declare and kernels in C++ use, for clang without these headers.
#pragma once
#include "gpu_shim.h"
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
template <class T> __device__ T __shfl(T x, int lane) { return shim_bits<T>(__builtin_amdgcn_ds_bpermute(lane << 2, shim_int(x))); }
static inline __device__ int shim_lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u)); }
template <class T> __device__ T __shfl_xor(T x, int n) { return __shfl(x, shim_lane() ^ n); }
template <class T> __device__ T __shfl_up(T x, int n) { return __shfl(x, shim_lane() < n ? shim_lane() : shim_lane() - n); }
template <class T> __device__ T __shfl_down(T x, int n) { return __shfl(x, shim_lane() + n); }

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
