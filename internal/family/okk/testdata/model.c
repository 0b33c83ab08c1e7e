/* Runs one kernel on OKKernel's functional model: model KERNEL INPUT OUTPUT SIZE… =PARAMETER…, where
   the files hold the contents of the buffers one after the other. */
#include "bmlib_runtime.h"
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The model was linked with a C library that had this function. */
int pthread_yield(void);
int pthread_yield(void) { return sched_yield(); }

#define CHECK(condition) check(condition, #condition)

static void check(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "expected %s\n", what);
    exit(1);
  }
}

int main(int argc, char **argv) {
  bm_handle_t handle;
  bm_device_mem_t memory[256];
  struct { unsigned long long address[256]; int parameters[256]; } args;
  char packed[sizeof args];
  int params = 0;
  FILE *input, *output;
  int count = argc - 4;
  for (int i = 4; i < argc; i++) {
    if (argv[i][0] == '=') {
      args.parameters[params++] = atoi(argv[i] + 1);
      count--;
    }
  }
  CHECK(count > 0 && count <= 256);
  input = fopen(argv[2], "rb");
  CHECK(input != NULL);
  CHECK(bm_dev_request(&handle, 0) == BM_SUCCESS);
  for (int i = 0; i < count; i++) {
    unsigned int size = atoi(argv[4 + i]);
    void *bytes = malloc(size);
    CHECK(bytes != NULL && fread(bytes, 1, size, input) == size);
    CHECK(bm_malloc_device_byte(handle, &memory[i], size) == BM_SUCCESS);
    CHECK(bm_memcpy_s2d(handle, memory[i], bytes) == BM_SUCCESS);
    args.address[i] = bm_mem_get_device_addr(memory[i]);
    free(bytes);
  }
  memcpy(packed, args.address, count * sizeof *args.address);
  memcpy(packed + count * sizeof *args.address, args.parameters, params * sizeof *args.parameters);
  CHECK(okkernel_launch_sync(handle, argv[1], packed, count * sizeof *args.address + params * sizeof *args.parameters) == BM_SUCCESS);
  output = fopen(argv[3], "wb");
  CHECK(output != NULL);
  for (int i = 0; i < count; i++) {
    unsigned int size = atoi(argv[4 + i]);
    void *bytes = malloc(size);
    CHECK(bytes != NULL && bm_memcpy_d2s(handle, bytes, memory[i]) == BM_SUCCESS);
    CHECK(fwrite(bytes, 1, size, output) == size);
    free(bytes);
    bm_free_device(handle, memory[i]);
  }
  CHECK(fclose(output) == 0);
  bm_dev_free(handle);
  return 0;
}
