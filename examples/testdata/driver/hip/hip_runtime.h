// The part of HIP that the host program uses, for the device of tests.
#include "../device.h"

typedef void *hipDeviceptr_t;
typedef int hipError_t;
typedef const char *hipModule_t, *hipFunction_t;
enum { hipSuccess };

inline const char *hipGetErrorString(hipError_t) { return "an error"; }
inline hipError_t hipInit(unsigned) { return 0; }
inline hipError_t hipModuleLoadData(hipModule_t *m, const void *code) { return *m = device_load(code), strncmp(*m, "code", 4); }
inline hipError_t hipModuleGetFunction(hipFunction_t *f, hipModule_t, const char *name) { return *f = name, 0; }
inline hipError_t hipMalloc(void **p, size_t n) { return *p = device_allocate(n), 0; }
inline hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t n) { return memcpy(to, from, n), 0; }
inline hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t n) { return memcpy(to, from, n), 0; }
inline hipError_t hipDeviceSynchronize() { return 0; }
inline hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned a, unsigned b, unsigned c, unsigned x, unsigned y, unsigned z, unsigned, void *, void **passed, void **) {
  const unsigned sizes[] = {a, b, c, x, y, z};
  return device_launch(f, sizes), passed[0] == nullptr;
}
