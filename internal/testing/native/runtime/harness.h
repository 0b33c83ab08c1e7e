// Runs kernels that were written in C++ on arguments from standard input, with the threads in
// ascending and in descending order, and writes the arguments after each run to standard output.
#pragma once

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <utility>
#include <vector>

#include "gpu.h"
#include "matrix.h"

// passed returns an argument of a kernel: a pointer to an array, or a number.
template <class T> struct passed {
  static T get(char *p) {
    T x;
    memcpy(&x, p, sizeof x);
    return x;
  }
};
template <class T> struct passed<T *> {
  static T *get(char *p) { return reinterpret_cast<T *>(p); }
};

template <class... P, size_t... I> void call(void (*kernel)(P...), char **arguments, std::index_sequence<I...>) { kernel(passed<P>::get(arguments[I])...); }

template <class... P> void run_both_orders(void (*kernel)(P...), dim3 grid, dim3 block, unsigned lanes, std::vector<size_t> sizes) {
  std::vector<std::vector<char>> given;
  std::vector<char *> arguments;
  for (size_t n : sizes) {
    given.emplace_back(n);
    arguments.push_back(static_cast<char *>(aligned_alloc(64, n / 64 * 64 + 64)));
    if (fread(given.back().data(), 1, n, stdin) != n)
      exit(3);
  }
  for (bool descending : {false, true}) {
    fibers::descending = descending;
    for (size_t i = 0; i < sizes.size(); ++i)
      memcpy(arguments[i], given[i].data(), sizes[i]);
    fibers::launch(grid, block, lanes, [&] { call(kernel, arguments.data(), std::index_sequence_for<P...>{}); });
    int32_t stuck = 0;
    fwrite(&stuck, sizeof stuck, 1, stdout);
    for (size_t i = 0; i < sizes.size(); ++i)
      fwrite(arguments[i], 1, sizes[i], stdout);
  }
  for (char *p : arguments)
    free(p);
}
