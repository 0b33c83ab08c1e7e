// The program that executes vertices of a file of codelets. It reads runs from standard
// input, executes each in a process of its own, and writes what became of the data.
//
// A run is the number of a class, the size of its state in bytes, and the state: the
// values of plain fields, and the number of elements and the elements of vectors, as they
// are in the memory of a tile. A result is a byte, which is 0 if the run ended well, the
// size of the data, and the data of all edges.
#pragma once

#include <poplar/Vertex.hpp>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// The atan2f of glibc is off by a unit in the last place for some operands. The tile's is
// rounded from the result for doubles, as here.
extern "C" float atan2f(float y, float x) noexcept { return static_cast<float>(atan2(static_cast<double>(y), static_cast<double>(x))); }

namespace driver {

// Bytes of a type on a tile.
template <class T> constexpr unsigned tileSize() {
  return std::is_same_v<T, long> || std::is_same_v<T, unsigned long> ? 4 : sizeof(T);
}

struct State {
  const char *next;
  std::vector<std::string (*)(void *)> writers;
  std::vector<void *> edges;

  template <class T> T take() {
    T x{};
    std::memcpy(&x, next, tileSize<T>());
    next += tileSize<T>();
    return x;
  }
};

template <class T> struct Memory {
  T *first;
  unsigned count;
};

template <class T> std::string written(void *edge) {
  auto *m = static_cast<Memory<T> *>(edge);
  std::string out;
  for (unsigned i = 0; i < m->count; ++i)
    out.append(reinterpret_cast<const char *>(m->first + i), tileSize<T>());
  return out;
}

// Memory of its own for each edge, so that the compiler's checks see an access outside.
template <class T> T *edge(State &s, unsigned n) {
  T *p = static_cast<T *>(std::malloc(n * sizeof(T)));
  for (unsigned i = 0; i < n; ++i)
    p[i] = s.take<T>();
  s.edges.push_back(new Memory<T>{p, n});
  s.writers.push_back(written<T>);
  return p;
}

template <class T> void bind(const T &field, State &s);

template <class T> void bindEdge(const poplar::Edge<T> &e, State &s) {
  const_cast<poplar::Edge<T> &>(e).p = edge<std::remove_const_t<T>>(s, 1);
}

template <class T> void bindElements(const poplar::Elements<T> &v, State &s) {
  auto &e = const_cast<poplar::Elements<T> &>(v);
  e.count = s.take<unsigned>();
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_arithmetic_v<Plain> || std::is_enum_v<Plain> || std::is_same_v<Plain, half>) {
    e.first = edge<Plain>(s, e.count);
  } else {
    auto *inner = static_cast<Plain *>(std::calloc(e.count, sizeof(Plain)));
    for (unsigned i = 0; i < e.count; ++i)
      bind(inner[i], s);
    e.first = inner;
  }
}

template <class T> std::true_type edgeOf(const poplar::Edge<T> *);
std::false_type edgeOf(const void *);
template <class T> std::true_type elementsOf(const poplar::Elements<T> *);
std::false_type elementsOf(const void *);

template <class T> void bind(const T &field, State &s) {
  if constexpr (std::is_array_v<T>) {
    for (auto &x : field)
      bind(x, s);
  } else if constexpr (decltype(edgeOf(static_cast<const T *>(nullptr)))::value) {
    bindEdge(field, s);
  } else if constexpr (decltype(elementsOf(static_cast<const T *>(nullptr)))::value) {
    bindElements(field, s);
  } else {
    const_cast<std::remove_const_t<T> &>(field) = s.take<std::remove_const_t<T>>();
  }
}

template <class C> auto compute(C &c, int) -> decltype(c.compute(0u), void()) {
  for (unsigned w = 0; w < CTXT_WORKERS; ++w)
    c.compute(w);
}
template <class C> void compute(C &c, long) { c.compute(); }

// The memory of a vertex, which no constructor touches.
template <class C> C &vertex() {
  alignas(16) static char bytes[sizeof(C) + 1];
  return *reinterpret_cast<C *>(bytes);
}

using Run = void (*)(State &);

inline void writeAll(int fd, const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0)
      std::_Exit(4);
    at += n;
  }
}

// Executes a run in a process of its own.
inline std::string child(Run run, const std::string &state, bool &good) {
  int fds[2];
  if (pipe(fds) != 0)
    std::abort();
  pid_t pid = fork();
  if (pid == 0) {
    close(fds[0]);
    close(2);
    itimerval limit{{0, 0}, {0, 50000}}; // an endless loop is undefined
    setitimer(ITIMER_PROF, &limit, nullptr);
    alarm(3);
    State s{state.data(), {}, {}};
    run(s);
    std::string out;
    for (size_t i = 0; i < s.edges.size(); ++i)
      out += s.writers[i](s.edges[i]);
    writeAll(fds[1], out);
    std::_Exit(0);
  }
  close(fds[1]);
  std::string out;
  char buffer[4096];
  for (ssize_t n; (n = read(fds[0], buffer, sizeof buffer)) > 0;)
    out.append(buffer, n);
  close(fds[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return out;
}

inline int serve(const Run *runs) {
  for (uint32_t head[2]; std::fread(head, sizeof head, 1, stdin) == 1;) {
    std::string state(head[1], 0);
    if (head[1] > 0 && std::fread(state.data(), head[1], 1, stdin) != 1)
      return 1;
    bool good = false;
    std::string out = child(runs[head[0]], state, good);
    uint32_t size = good ? out.size() : 0;
    std::fputc(good ? 0 : 1, stdout);
    std::fwrite(&size, sizeof size, 1, stdout);
    std::fwrite(out.data(), 1, size, stdout);
    std::fflush(stdout);
  }
  return 0;
}

} // namespace driver

// The results of functions are those of double precision, rounded, as on the simulated
// tile.
#define ROUNDED(g) \
  extern "C" float g##f(float x) noexcept { return float(__builtin_##g(double(x))); }
ROUNDED(acos) ROUNDED(acosh) ROUNDED(asin) ROUNDED(asinh) ROUNDED(atan) ROUNDED(atanh) ROUNDED(cos) ROUNDED(cosh) ROUNDED(erf)
ROUNDED(exp) ROUNDED(exp2) ROUNDED(expm1) ROUNDED(log) ROUNDED(log10) ROUNDED(log1p) ROUNDED(log2) ROUNDED(sin) ROUNDED(sinh)
ROUNDED(tan) ROUNDED(tanh)
#undef ROUNDED
extern "C" float powf(float x, float y) noexcept { return float(__builtin_pow(double(x), double(y))); }
