// Runs kernels without a GPU: the threads of a workgroup are fibers on one thread of the
// machine. A fiber runs until it ends or has to meet others, the lanes of its subgroup at a
// shuffle, its workgroup at a barrier. The workgroups of a grid run one after the other.
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <memory>
#include <vector>

#define __global__
#define __device__
#define __shared__ static
#define __launch_bounds__(threads)

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  unsigned count() const { return x * y * z; }
  // position returns the n-th position in these extents.
  dim3 position(unsigned n) const { return dim3(n % x, n / x % y, n / (x * y)); }
};

// The position of the thread that runs.
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace fibers {

enum class state { runs, exchanges, waits, ended };

struct fiber {
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  fibers::state state;
  int line;          // of the source, where the thread waits
  const void *given; // what the lane passes to others
};

inline std::vector<fiber> all; // the threads of the workgroup
inline ucontext_t scheduler;
inline unsigned current, subgroup;
inline bool descending; // the threads take turns in descending order
inline void (*body)(void *);
inline void *argument;

inline void run() {
  body(argument);
  all[current].state = state::ended;
  swapcontext(&all[current].context, &scheduler);
}

// wait_in stops the thread until it may go on.
inline void wait_in(fibers::state s, int line) {
  unsigned self = current;
  all[self].state = s;
  all[self].line = line;
  swapcontext(&all[self].context, &scheduler);
}

// release lets the threads [lo, hi) go on if all of them wait in a state, in the same line.
inline bool release(unsigned lo, unsigned hi, fibers::state s) {
  for (unsigned i = lo; i < hi; ++i)
    if (all[i].state != s || all[i].line != all[lo].line)
      return false;
  for (unsigned i = lo; i < hi; ++i)
    all[i].state = state::runs;
  return true;
}

// exchange shows the lanes of the subgroup a value of this thread, and copies a value that
// another lane shows. Both are read before any lane goes on.
template <class T> T exchange(const T &x, unsigned lane, int line) {
  T shown = x, got = x;
  all[current].given = &shown;
  wait_in(state::exchanges, line);
  unsigned first = current / subgroup * subgroup;
  if (lane < subgroup && first + lane < all.size())
    got = *static_cast<const T *>(all[first + lane].given);
  wait_in(state::exchanges, line);
  return got;
}

// run_workgroup runs all threads of a workgroup.
inline void run_workgroup(dim3 block) {
  unsigned n = block.count();
  all.resize(n);
  for (fiber &f : all) {
    const size_t size = 1 << 18;
    if (!f.stack)
      f.stack.reset(new char[size]);
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = f.stack.get();
    f.context.uc_stack.ss_size = size;
    f.context.uc_link = nullptr;
    f.state = state::runs;
    makecontext(&f.context, run, 0);
  }
  for (;;) {
    unsigned ended = 0;
    for (unsigned i = 0; i < n; ++i) {
      current = descending ? n - 1 - i : i;
      threadIdx = block.position(current);
      if (all[current].state == state::runs)
        swapcontext(&scheduler, &all[current].context);
      ended += all[current].state == state::ended;
    }
    if (ended == n)
      return;
    bool released = release(0, n, state::waits);
    for (unsigned lo = 0; lo < n; lo += subgroup)
      released = release(lo, lo + subgroup < n ? lo + subgroup : n, state::exchanges) || released;
    if (!released) {
      fprintf(stderr, "workgroup (%u, %u, %u): threads wait for others that do not come:\n", blockIdx.x, blockIdx.y, blockIdx.z);
      for (unsigned i = 0; i < n; ++i)
        if (all[i].state != state::ended)
          fprintf(stderr, "  thread %u in line %d\n", i, all[i].line);
      exit(2);
    }
  }
}

// show collects what the lanes of the subgroup pass, which is read before any lane goes on from
// its next wait.
template <class T> void show(const T &x, std::vector<T> &lanes, int line) {
  all[current].given = &x;
  wait_in(state::exchanges, line);
  unsigned first = current / subgroup * subgroup;
  for (unsigned i = 0; i < lanes.size() && first + i < all.size(); ++i)
    lanes[i] = *static_cast<const T *>(all[first + i].given);
}

// launch runs a kernel in every thread of a grid.
template <class F> void launch(dim3 grid, dim3 block, unsigned lanes, F kernel) {
  gridDim = grid;
  blockDim = block;
  subgroup = lanes;
  body = [](void *f) { (*static_cast<F *>(f))(); };
  argument = &kernel;
  for (unsigned i = 0; i < grid.count(); ++i) {
    blockIdx = grid.position(i);
    run_workgroup(block);
  }
}

} // namespace fibers

inline void __syncthreads(int line = __builtin_LINE()) { fibers::wait_in(fibers::state::waits, line); }

// The lanes of a subgroup exchange a number of 32 bits.
inline unsigned own_lane() { return fibers::current % fibers::subgroup; }
template <class T> T shuffle_lane(T x, int lane, int line = __builtin_LINE()) { return fibers::exchange(x, unsigned(lane), line); }
template <class T> T shuffle_xor(T x, int lanes, int line = __builtin_LINE()) { return fibers::exchange(x, own_lane() ^ unsigned(lanes), line); }
template <class T> T shuffle_up(T x, int lanes, int line = __builtin_LINE()) { return fibers::exchange(x, own_lane() - unsigned(lanes), line); }
template <class T> T shuffle_down(T x, int lanes, int line = __builtin_LINE()) { return fibers::exchange(x, own_lane() + unsigned(lanes), line); }
