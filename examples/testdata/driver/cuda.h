// The part of CUDA's driver API that the host program uses, for the device of tests.
#include "device.h"

typedef unsigned long long CUdeviceptr;
typedef int CUresult, CUdevice;
typedef const char *CUmodule, *CUfunction, *CUcontext;
enum { CUDA_SUCCESS };
enum CUjit_option { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };

inline CUresult cuGetErrorString(CUresult, const char **s) { return *s = "an error", 0; }
inline CUresult cuInit(unsigned) { return 0; }
inline CUresult cuDeviceGet(CUdevice *d, int n) { return *d = n, 0; }
inline CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice) { return *c = "", 0; }
inline CUresult cuCtxSetCurrent(CUcontext) { return 0; }
inline CUresult cuModuleLoadDataEx(CUmodule *m, const void *code, unsigned, CUjit_option *, void **values) {
  *m = device_load(code);
  if (!strncmp(*m, "ptx error", 9))
    strcpy(static_cast<char *>(values[0]), "line 1: an error of PTX");
  return strncmp(*m, "code", 4);
}
inline CUresult cuModuleGetFunction(CUfunction *f, CUmodule, const char *name) { return *f = name, 0; }
inline CUresult cuMemAlloc(CUdeviceptr *p, size_t n) { return *p = reinterpret_cast<CUdeviceptr>(device_allocate(n)), 0; }
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { return memcpy(reinterpret_cast<void *>(to), from, n), 0; }
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { return memcpy(to, reinterpret_cast<void *>(from), n), 0; }
inline CUresult cuCtxSynchronize() { return 0; }
enum CUfunction_attribute { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };
inline unsigned device_requested;
inline CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int n) { return device_requested = n, 0; }
inline CUresult cuLaunchKernel(CUfunction f, unsigned a, unsigned b, unsigned c, unsigned x, unsigned y, unsigned z, unsigned memory, void *, void **passed, void **) {
  const unsigned sizes[] = {a, b, c, x, y, z};
  if (memory > 48 << 10)
    printf("%u of %u bytes requested for ", memory, device_requested);
  return device_launch(f, sizes), passed[0] == nullptr || (memory > device_requested && memory > 48 << 10);
}
