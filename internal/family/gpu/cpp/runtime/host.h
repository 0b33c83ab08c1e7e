// What host programs use: arguments that are read from .npy files and written to them, memory of
// the device, and the launch of a kernel.
#pragma once

#include "arguments.h"
#include "gpu.h"

#if defined(ON_CUDA)
#if !defined(__clang__)
#include <cuda_runtime.h>
#endif
#define DEVICE(function) cuda##function
#elif defined(ON_HIP)
#define DEVICE(function) hip##function
#endif

#if defined(ON_CUDA) || defined(ON_HIP)
#define LAUNCH(grid, block, memory, lanes, kernel, ...) kernel<<<grid, block, memory>>>(__VA_ARGS__)
#else
#define LAUNCH(grid, block, memory, lanes, kernel, ...) fibers::launch(grid, block, lanes, [&] { kernel(__VA_ARGS__); })
#endif

// own_option takes the options of a kind of program.
inline bool own_option(const std::string &word) {
#if !defined(ON_CUDA) && !defined(ON_HIP)
  if (word == "--descending") { // threads take turns in the other order
    fibers::descending = true;
    return true;
  }
#endif
  return false;
}

// check ends the program if the device reports an error.
#if defined(DEVICE)
inline void check(DEVICE(Error_t) e) {
  if (e)
    fail(DEVICE(GetErrorString)(e));
}
#endif

// request allows launches of a kernel with so many bytes of workgroup memory, which are more than it may declare.
#if defined(ON_CUDA)
template <class Kernel> void request(Kernel *kernel, int bytes) {
  check(cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
}
#else
template <class Kernel> void request(Kernel *, int) {}
#endif

// place copies arrays to the device, and take copies them back and writes the outputs.
inline void place(std::vector<argument> &list) {
  for (argument &a : list) {
    size_t n = a.contents.size();
#if defined(DEVICE)
    check(DEVICE(Malloc)(&a.memory, n ? n : 1));
    check(DEVICE(Memcpy)(a.memory, a.contents.data(), n, DEVICE(MemcpyHostToDevice)));
#else
    a.memory = aligned_alloc(256, n / 256 * 256 + 256);
    memcpy(a.memory, a.contents.data(), n);
#endif
  }
}
inline void take(std::vector<argument> &list) {
#if defined(DEVICE)
  check(DEVICE(GetLastError)());
  check(DEVICE(DeviceSynchronize)());
#endif
  for (argument &a : list) {
#if defined(DEVICE)
    check(DEVICE(Memcpy)(a.contents.data(), a.memory, a.contents.size(), DEVICE(MemcpyDeviceToHost)));
    check(DEVICE(Free)(a.memory));
#else
    memcpy(a.contents.data(), a.memory, a.contents.size());
    free(a.memory);
#endif
    if (!a.output.empty())
      a.write(a.output);
  }
}
