// What the host program of a compiled kernel uses: the driver of CUDA, or with HIP defined the runtime of
// HIP, loads the file and launches the kernel.
#pragma once

#include "arguments.h"

#include <utility>

#if defined(HIP)
#include <hip/hip_runtime.h>
typedef hipDeviceptr_t device_memory;
inline void check(hipError_t e, const char *what) {
  if (e != hipSuccess)
    fail(std::string(what) + ": " + hipGetErrorString(e));
}
#define CALL(function, ...) check(hip##function(__VA_ARGS__), "hip" #function)
#else
#include <cuda.h>
typedef CUdeviceptr device_memory;
inline void check(CUresult e, const char *what) {
  const char *text = "unknown error";
  if (e != CUDA_SUCCESS) {
    cuGetErrorString(e, &text);
    fail(std::string(what) + ": " + text);
  }
}
#define CALL(function, ...) check(cu##function(__VA_ARGS__), "cu" #function)
#endif

// contents_of returns the bytes of a file beside the program or in the current folder, and a zero.
inline std::vector<char> contents_of(const std::string &file) {
  FILE *f = fopen(file.c_str(), "rb");
  if (!f)
    fail(file + ": cannot be opened; it belongs beside this program, and build.sh makes it if there is one");
  std::vector<char> data;
  char block[4096];
  for (size_t n; (n = fread(block, 1, sizeof block, f)) > 0;)
    data.insert(data.end(), block, block + n);
  fclose(f);
  data.push_back(0);
  return data;
}

struct size3 {
  unsigned x, y, z;
};

struct launch {
  const char *kernel;
  size3 grid, block;
  unsigned memory = 0; // bytes that a workgroup uses besides those that the kernel declares
};

// run copies the arrays to the device, launches kernels of a file in order, copies the arrays back, and writes
// outputs. An argument that is no array is passed as it is. The extents, given by the number of an argument and of a dimension,
// follow the arguments.
inline void run(const std::string &file, const std::vector<launch> &launches, std::vector<argument> &list, const std::vector<bool> &is_array,
                const std::vector<std::pair<size_t, size_t>> &extents = {}) {
  std::vector<char> code = contents_of(file);
#if defined(HIP)
  hipModule_t module;
  CALL(Init, 0);
#else
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CALL(Init, 0);
  CALL(DeviceGet, &device, 0);
  CALL(DevicePrimaryCtxRetain, &context, device);
  CALL(CtxSetCurrent, context);
#endif
#if defined(HIP)
  CALL(ModuleLoadData, &module, code.data());
#else
  // The driver compiles PTX, and says what it does not understand.
  char log[4096] = "";
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log, reinterpret_cast<void *>(sizeof log)};
  CUresult loaded = cuModuleLoadDataEx(&module, code.data(), 2, options, values);
  if (loaded != CUDA_SUCCESS && log[0])
    fail(file + ": " + log);
  check(loaded, "cuModuleLoadDataEx");
#endif
  std::vector<device_memory> memory(list.size());
  std::vector<void *> passed;
  for (size_t i = 0; i < list.size(); ++i) {
    if (!is_array[i]) {
      passed.push_back(list[i].contents.data());
      continue;
    }
    size_t n = list[i].contents.size();
#if defined(HIP)
    CALL(Malloc, &memory[i], n ? n : 1);
#else
    CALL(MemAlloc, &memory[i], n ? n : 1);
#endif
    CALL(MemcpyHtoD, memory[i], list[i].contents.data(), n);
    passed.push_back(&memory[i]);
  }
  std::vector<long long> numbers;
  for (const auto &e : extents)
    numbers.push_back(list[e.first].extent(e.second));
  for (long long &n : numbers)
    passed.push_back(&n);
  for (const launch &l : launches) {
#if defined(HIP)
    hipFunction_t function;
    CALL(ModuleGetFunction, &function, module, l.kernel);
    CALL(ModuleLaunchKernel, function, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.memory, nullptr, passed.data(), nullptr);
#else
    CUfunction function;
    CALL(ModuleGetFunction, &function, module, l.kernel);
    if (l.memory > 0)
      CALL(FuncSetAttribute, function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, l.memory);
    CALL(LaunchKernel, function, l.grid.x, l.grid.y, l.grid.z, l.block.x, l.block.y, l.block.z, l.memory, nullptr, passed.data(), nullptr);
#endif
  }
#if defined(HIP)
  CALL(DeviceSynchronize, );
#else
  CALL(CtxSynchronize, );
#endif
  for (size_t i = 0; i < list.size(); ++i) {
    if (!is_array[i])
      continue;
    CALL(MemcpyDtoH, list[i].contents.data(), memory[i], list[i].contents.size());
    if (!list[i].output.empty())
      list[i].write(list[i].output);
  }
}
