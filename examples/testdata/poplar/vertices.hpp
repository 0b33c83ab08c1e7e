// Executes the vertices that recorder.hpp records: a vertex computes on copies of the elements to
// which its fields are connected, in the form of driver.hpp (internal/testing/conformance/codelets),
// and what it writes is copied back.
#pragma once

#include "driver.hpp"
#include "recorder.hpp"

namespace recorder {

struct Register {
  Register(const char *name, Class c) { classes()[name] = std::move(c); }
};

// Executes a vertex of a class whose fields a function binds to a state.
template <class C> std::string run(const std::string &state, void (*bind)(C &, driver::State &)) {
  driver::State s{state.data(), {}, {}};
  C &v = driver::vertex<C>();
  bind(v, s);
  driver::compute(v, 0);
  std::string out;
  for (size_t i = 0; i < s.edges.size(); ++i)
    out += s.writers[i](s.edges[i]);
  return out;
}

} // namespace recorder

inline void poplar::Instance::run() const {
  std::string state;
  auto number = [&](uint32_t n) { state.append(reinterpret_cast<char *>(&n), 4); };
  for (const recorder::Field &f : of->fields) {
    if (f.kind == recorder::Plain || f.kind == recorder::PlainVector) {
      if (f.kind == recorder::PlainVector)
        number(value(f).size() / f.type->size);
      state += value(f);
      continue;
    }
    if (f.kind == recorder::Rows)
      number(edges.at(f.name).size());
    for (const auto &[i, t] : edges.at(f.name)) {
      if (f.kind == recorder::Vector || f.kind == recorder::Rows && t.rank() > 0)
        number(t.numElements());
      for (const Tensor::Element &e : t.list)
        state.append(e.data(), f.type->size);
    }
  }
  std::string result = of->run(state);
  const char *next = result.data();
  for (const recorder::Field &f : of->fields) {
    if (f.kind == recorder::PlainVector)
      next += value(f).size();
    if (f.kind == recorder::Plain || f.kind == recorder::PlainVector)
      continue;
    for (const auto &[i, t] : edges.at(f.name))
      for (const Tensor::Element &e : t.list) {
        if (f.written)
          std::memcpy(e.data(), next, f.type->size);
        next += f.type->size;
      }
  }
  require(next == result.data() + result.size(), "a vertex returns other elements than it got");
}
