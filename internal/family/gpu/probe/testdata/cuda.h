// The part of CUDA's driver API that the probe uses, for a card that counts the steps of its banks: model.h
// has LANES, BANKS, EXCHANGE and the numbers by which lanes that are served together differ.
#include <string.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "model.h"

typedef unsigned long long CUdeviceptr;
typedef int CUresult, CUdevice;
typedef const char *CUmodule, *CUfunction, *CUcontext;
enum { CUDA_SUCCESS };
enum CUjit_option { CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6 };
enum CUfunction_attribute { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8 };

inline CUresult cuGetErrorString(CUresult, const char **s) { return *s = "an error", 0; }
inline CUresult cuInit(unsigned) { return 0; }
inline CUresult cuDeviceGet(CUdevice *d, int n) { return *d = n, 0; }
inline CUresult cuDevicePrimaryCtxRetain(CUcontext *c, CUdevice) { return *c = "", 0; }
inline CUresult cuCtxSetCurrent(CUcontext) { return 0; }
inline CUresult cuModuleLoadDataEx(CUmodule *m, const void *, unsigned, CUjit_option *, void **) { return *m = "", 0; }
inline CUresult cuModuleGetFunction(CUfunction *f, CUmodule, const char *name) { return *f = name, 0; }
inline CUresult cuMemAlloc(CUdeviceptr *p, size_t n) { return *p = reinterpret_cast<CUdeviceptr>(malloc(n)), 0; }
inline CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t n) { return memcpy(reinterpret_cast<void *>(to), from, n), 0; }
inline CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t n) { return memcpy(to, reinterpret_cast<void *>(from), n), 0; }
inline CUresult cuCtxSynchronize() { return 0; }
inline CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) { return 0; }

// steps counts the steps of the banks for offsets. Lanes that write the same word need a step each.
inline int steps(const int *offsets, int width, bool store, const std::vector<int> &differ) {
  int sum = 0;
  std::set<int> seen;
  for (int first = 0; first < LANES; ++first) {
    if (seen.count(first))
      continue;
    std::vector<int> lanes = {first};
    for (int x : differ)
      for (size_t n = lanes.size(), k = 0; k < n; ++k)
        lanes.push_back(lanes[k] ^ x);
    seen.insert(lanes.begin(), lanes.end());
    std::vector<int> words, load(BANKS);
    for (int lane : lanes)
      for (int w = 0; w < width / 4 && offsets[lane] >= 0; ++w)
        words.push_back(offsets[lane] / 4 + w);
    std::sort(words.begin(), words.end());
    for (size_t i = 0; i < words.size(); ++i)
      load[words[i] % BANKS] += store || i == 0 || words[i] != words[i - 1];
    sum += *std::max_element(load.begin(), load.end());
  }
  return sum;
}

inline CUresult cuLaunchKernel(CUfunction f, unsigned, unsigned, unsigned, unsigned threads, unsigned, unsigned, unsigned, void *, void **passed, void **) {
  const int *patterns = *static_cast<int **>(passed[0]);
  int *cycles = *static_cast<int **>(passed[1]), number = *static_cast<int *>(passed[2]);
  const std::vector<std::string> names = {"read4", "read8", "read16", "write4", "write8", "write16", "exchange"};
  int k = int(std::find(names.begin(), names.end(), f) - names.begin()), accesses = int(threads) / LANES * 32;
  for (int p = 0; p < (k < 6 ? number : 3); ++p) {
    int quarters = k < 6 ? 4 * steps(patterns + p * LANES, 4 << k % 3, k >= 3, differ[k]) : (p + 1) * LANES / 32 * EXCHANGE;
    cycles[k * number + p] = accesses * quarters / 4 + 200 + p * 31 % 57; // and what is not in the model
  }
  return 0;
}
