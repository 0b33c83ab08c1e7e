// What CUDA's headers declare and kernels in C++ use, for clang without these headers.
#pragma once
#include "gpu_shim.h"
#include <__clang_cuda_builtin_vars.h>
template <class T> __device__ T __shfl_sync(unsigned mask, T x, int lane) { return shim_bits<T>(__nvvm_shfl_sync_idx_i32(mask, shim_int(x), lane, 31)); }
template <class T> __device__ T __shfl_xor_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_bfly_i32(mask, shim_int(x), n, 31)); }
template <class T> __device__ T __shfl_up_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_up_i32(mask, shim_int(x), n, 0)); }
template <class T> __device__ T __shfl_down_sync(unsigned mask, T x, int n) { return shim_bits<T>(__nvvm_shfl_sync_down_i32(mask, shim_int(x), n, 31)); }
__device__ inline size_t __cvta_generic_to_shared(const void *p) { return (size_t)(__attribute__((address_space(3))) const void *)p; }

// For host programs.
typedef int cudaError_t;
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
const char *cudaGetErrorString(cudaError_t);
cudaError_t cudaGetLastError();
cudaError_t cudaDeviceSynchronize();
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
