// Executes the launches of a job on the functional simulator of GPGPU-Sim (https://github.com/gpgpu-sim/gpgpu-sim_distribution).
//
// With a build of GPGPU-Sim, whose scripts set GPGPUSIM_ROOT and put libcudart.so in LD_LIBRARY_PATH:
//
//     S=$GPGPUSIM_ROOT/src; c++ -std=c++11 -DCUDART_VERSION=3000 -I $GPGPUSIM_ROOT/libcuda -I $S -I $S/cuda-sim -I $S/gpgpu-sim \
//         -I $CUDA_INSTALL_PATH/include -o simulate simulate.cc -L ${LD_LIBRARY_PATH%%:*} -lcudart
//
// Without CUDA's toolkit, the sources of src, src/cuda-sim, src/gpgpu-sim and src/intersim2 can be compiled with headers that declare the
// few types of CUDA that they name (dim3, cudaArray, cudaDeviceProp, textureReference), and linked with this file.
//
//     simulate kernel.ptx job
//
// The lines of the job, in this order:
//
//     array FILE             an argument: an array in global memory, with the bytes of FILE, written to FILE.out at the end
//     number FILE            an argument: the bytes of FILE
//     launch NAME GX GY GZ BX BY BZ
//     descending             the warps of the next launches take turns from the last to the first
//
// Shared memory holds garbage at the beginning. The file gpgpusim.config is in the current folder.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

// The order of warps and the contents of shared memory are set in private parts of the simulator.
#define private public
#define protected public
#include "gpgpu_context.h"
#include "stream_manager.h"
#undef private
#undef protected

gpgpu_context *GPGPU_Context();

namespace {

struct Argument {
  std::string file;
  bool array;
  std::vector<char> bytes;
  uint64_t address;
};

// step executes an instruction of a warp, unless it waits at a barrier. The simulator's own step does not tell instructions the number of
// their warp, so that shuffles would work in the first warp only.
void step(functionalCoreSim &block, unsigned warp, bool &waiting, bool &live) {
  if (!block.m_warpAtBarrier[warp] && block.m_liveThreadCount[warp] != 0) {
    warp_inst_t instruction = block.getExecuteWarp(warp);
    instruction.m_warp_id = warp;
    instruction.m_empty = false;
    block.execute_warp_inst_t(instruction, warp);
    if (instruction.isatomic()) instruction.do_atomic(true);
    if (instruction.op == BARRIER_OP || instruction.op == MEMORY_BARRIER_OP) block.m_warpAtBarrier[warp] = true;
    block.updateSIMTStack(warp, &instruction);
  }
  if (block.m_liveThreadCount[warp] > 0) {
    live = true;
    if (!block.m_warpAtBarrier[warp]) waiting = false;
  }
}

void run(gpgpu_sim *gpu, kernel_info_t &kernel, bool descending, int shared) {
  while (!kernel.no_more_ctas_to_run()) {
    functionalCoreSim block(&kernel, gpu, 32);
    block.initializeCTA(0);
    for (int i = 0; i + 4 <= shared; i += 4) {
      const uint32_t garbage = 0x7fa5a5a5;
      block.m_thread[0]->m_shared_mem->write(i, 4, &garbage, block.m_thread[0], NULL);
    }
    for (bool live = true; live;) {
      bool waiting = true;
      live = false;
      for (unsigned i = 0; i < block.m_warp_count; i++)
        step(block, descending ? block.m_warp_count - 1 - i : i, waiting, live);
      if (live && waiting)
        for (unsigned i = 0; i < block.m_warp_count; i++) block.m_warpAtBarrier[i] = false;
    }
  }
}

}  // namespace

int main(int argc, char **argv) {
  gpgpu_context *context = GPGPU_Context();
  gpgpu_sim *gpu = context->gpgpu_ptx_sim_init_perf();
  gpu->set_prop((cudaDeviceProp *)calloc(sizeof(cudaDeviceProp), 1));
  gpu->m_functional_sim = true;
  symbol_table *table = context->gpgpu_ptx_sim_load_ptx_from_filename(argv[1]);
  std::ifstream job(argv[2]);
  std::vector<Argument> arguments;
  bool descending = false;
  for (std::string word; job >> word;) {
    if (word == "array" || word == "number") {
      Argument a;
      a.array = word == "array";
      job >> a.file;
      std::ifstream in(a.file.c_str(), std::ios::binary);
      a.bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
      if (a.array) {
        a.address = (uint64_t)gpu->gpu_malloc(a.bytes.size() + 256);
        gpu->memcpy_to_gpu(a.address, a.bytes.data(), a.bytes.size());
      }
      arguments.push_back(a);
    } else if (word == "descending") {
      descending = true;
    } else if (word == "launch") {
      std::string name;
      unsigned g[3], b[3];
      int shared;
      job >> name >> g[0] >> g[1] >> g[2] >> b[0] >> b[1] >> b[2] >> shared;
      symbol *s = table->lookup(name.c_str());
      function_info *f = s ? s->get_pc() : NULL;
      if (!f) {
        fprintf(stderr, "there is no kernel %s\n", name.c_str());
        return 1;
      }
      gpgpu_ptx_sim_info info;
      memset(&info, 0, sizeof info);
      info.regs = 32;
      info.smem = shared;
      f->set_kernel_info(info);
      kernel_info_t kernel(dim3(g[0], g[1], g[2]), dim3(b[0], b[1], b[2]), f, gpu->getNameArrayMapping(), gpu->getNameInfoMapping());
      for (size_t i = 0; i < arguments.size(); i++) {
        Argument &a = arguments[i];
        gpgpu_ptx_sim_arg data(a.array ? (const void *)&a.address : a.bytes.data(), a.array ? 8 : a.bytes.size(), 0);
        f->add_param_data(i, &data);
      }
      f->get_args_aligned_size();
      f->finalize(kernel.get_param_memory());
      if (!f->is_pdom_set()) {
        f->do_pdom();
        f->set_pdom();
      }
      run(gpu, kernel, descending, shared);
    }
  }
  for (size_t i = 0; i < arguments.size(); i++) {
    Argument &a = arguments[i];
    if (!a.array) continue;
    gpu->memcpy_from_gpu(a.bytes.data(), a.address, a.bytes.size());
    std::ofstream((a.file + ".out").c_str(), std::ios::binary).write(a.bytes.data(), a.bytes.size());
  }
  fflush(stdout);
  _Exit(0);
}
