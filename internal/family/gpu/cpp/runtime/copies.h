// Copies from global to workgroup memory that go on while a thread computes, for NVIDIA's chips from
// sm_80 on. Elsewhere a copy ends at once, which is the earliest time that is allowed.
#pragma once

#include "gpu.h"

#if defined(ON_CUDA) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800)

// Copies bytes to an address that is a multiple of their number: 4, 8 or 16; past, 16 bytes pass by
// the first cache.
template <int bytes, bool past> __device__ inline void copy_async(void *to, const void *from) {
  unsigned at = unsigned(__cvta_generic_to_shared(to));
  if (past)
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" : : "r"(at), "l"(from), "n"(16) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" : : "r"(at), "l"(from), "n"(bytes) : "memory");
}

// Makes a group of the copies that the thread has begun.
__device__ inline void end_group() { asm volatile("cp.async.commit_group;" : : : "memory"); }

// Waits until all groups of the thread have ended, except for the latest ones.
template <int latest> __device__ inline void wait_groups() {
  asm volatile("cp.async.wait_group %0;" : : "n"(latest) : "memory");
}

#else

template <int bytes, bool past> __device__ inline void copy_async(void *to, const void *from) { copy_bytes(to, from, bytes); }
__device__ inline void end_group() {}
template <int latest> __device__ inline void wait_groups() {}

#endif
