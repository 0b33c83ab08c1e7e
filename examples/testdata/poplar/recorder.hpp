// The calls of Poplar's public API that exported programs make, without Poplar, in at most 500 lines: they record the graph
// and the program, and Engine::run executes the program on the host. A test compiles an exported program with this header
// and registers its classes (recorder::classes). If POPLAR_RECORD names a file, the constructor of Engine writes into it the
// variables with their tiles, the vertices with their connections, and the steps.
//
// This is no model of a device: it has no time, no memory limits, no exchange, and it refuses only what makes no graph.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "driver.hpp"

namespace poplar { struct Type; }
namespace recorder { // classes of vertices, which a test registers
enum Kind { Plain, PlainVector, Edge, Vector, Rows };
struct Field {
  const char *name;
  Kind kind;
  const poplar::Type *type;
  bool written;        // an edge that is an output
  std::string initial; // the bytes of a plain field that is not set
};
struct Class {
  std::vector<Field> fields;
  void (*run)(driver::State &); // reads fields from a state, computes, and leaves the vectors in the state (driver.hpp)
};
inline std::map<std::string, Class> classes;
} // namespace recorder
namespace poplar {
inline void require(bool holds, const std::string &text) {
  if (!holds)
    throw std::runtime_error(text);
}

struct Type {
  const char *name = "";
  size_t size = 0, width = 0; // bytes of an element, elements of the widest arithmetic
  bool operator==(const Type &o) const { return !std::strcmp(name, o.name); }
};
inline const Type BOOL{"i1", 1, 8}, CHAR{"i8", 1, 8}, SIGNED_CHAR{"si8", 1, 8}, UNSIGNED_CHAR{"ui8", 1, 8}, SHORT{"si16", 2, 4}, UNSIGNED_SHORT{"ui16", 2, 4},
    HALF{"f16", 2, 4}, INT{"si32", 4, 2}, UNSIGNED_INT{"ui32", 4, 2}, LONG{"long", 4, 2}, UNSIGNED_LONG{"ulong", 4, 2}, FLOAT{"f32", 4, 2}, LONGLONG{"si64", 8, 1},
    UNSIGNED_LONGLONG{"ui64", 8, 1};

// A number in memory: a float becomes a half, and a number of the host takes the bytes of the type.
template <class T> std::string stored(const Type &t, T x) {
  if (t == HALF) {
    _Float16 h = _Float16(float(x));
    return std::string(reinterpret_cast<char *>(&h), 2);
  }
  require(sizeof x >= t.size, "a value is narrower than its type");
  return std::string(reinterpret_cast<char *>(&x), t.size);
}

template <class T> struct ArrayRef {
  const T *first;
  size_t count;
  ArrayRef(const T *first, size_t count) : first(first), count(count) {}
};
struct Interval {
  size_t lower, upper;
  size_t begin() const { return lower; }
  size_t end() const { return upper; }
  size_t size() const { return upper - lower; }
};
using Shape = std::vector<size_t>;
inline size_t product(const Shape &shape) { return std::accumulate(shape.begin(), shape.end(), size_t(1), std::multiplies<size_t>()); }

struct Variable {
  size_t number;
  std::string name;
  Type type;
  Shape shape;
  bool constant;
  std::string data = std::string(product(shape) * type.size, 0);
  std::vector<int64_t> tiles = std::vector<int64_t>(product(shape), -1); // of the elements, -1 where none is set
};

// A view: for each position, the element of a variable that is shown there.
class Tensor {
public:
  struct Element {
    Variable *v;
    size_t i;
    char *data() const { return &v->data[i * v->type.size]; }
  };
  Type type;
  Shape extents;
  std::vector<Element> list;

  unsigned rank() const { return extents.size(); }
  size_t dim(unsigned d) const { return extents.at(d); }
  size_t numElements() const { return list.size(); }
  Type elementType() const { return type; }

  Tensor slice(size_t begin, size_t end, unsigned d = 0) const {
    require(begin <= end && end <= dim(d), "a slice is out of range");
    return along(d, end - begin, [&](size_t i) { return begin + i; });
  }
  std::vector<Tensor> slices(const std::vector<Interval> &intervals) const {
    std::vector<Tensor> all;
    for (const Interval &i : intervals)
      all.push_back(slice(i.begin(), i.end()));
    return all;
  }
  Tensor operator[](size_t i) const { return slice(i, i + 1).squeeze({0}); }
  Tensor reverse(unsigned d) const { return along(d, dim(d), [&](size_t i) { return dim(d) - 1 - i; }); }
  Tensor broadcast(unsigned n, unsigned d) const { return along(d, n * dim(d), [&](size_t i) { return i % dim(d); }); }
  Tensor subSample(unsigned step, unsigned d) const { return along(d, (dim(d) + step - 1) / step, [&](size_t i) { return i * step; }); }
  Tensor reshape(const Shape &to) const {
    require(product(to) == list.size(), "a reshape changes the number of elements");
    return {type, to, list};
  }
  Tensor flatten() const { return reshape({list.size()}); }
  Tensor squeeze(Shape dims) const {
    Shape to = extents;
    for (std::sort(dims.begin(), dims.end()); !dims.empty(); dims.pop_back())
      to.erase(to.begin() + dims.back());
    return reshape(to);
  }
  Tensor expand(Shape before) const {
    Shape to = extents;
    for (std::sort(before.begin(), before.end()); !before.empty(); before.pop_back())
      to.insert(to.begin() + before.back(), 1);
    return reshape(to);
  }
  Tensor dimShuffle(const std::vector<unsigned> &p) const {
    Tensor t = *this;
    require(p.size() == rank(), "a shuffle is no permutation");
    std::transform(p.begin(), p.end(), t.extents.begin(), [&](unsigned d) { return dim(d); });
    for (size_t n = 0; n < list.size(); ++n) {
      size_t from = 0, rest = n;
      for (size_t d = rank(); d-- > 0; rest /= t.extents[d])
        from += rest % t.extents[d] * inner(p[d]);
      t.list[n] = list.at(from);
    }
    return t;
  }
  Tensor dimRoll(unsigned from, unsigned to) const {
    std::vector<unsigned> p(rank());
    std::iota(p.begin(), p.end(), 0);
    p.erase(p.begin() + from);
    p.insert(p.begin() + to, from);
    return dimShuffle(p);
  }
  // The elements for an index of a dimension, with the indices of the dimensions behind it.
  size_t inner(unsigned d) const { return product({extents.begin() + d + 1, extents.end()}); }

private:
  // Returns the view that shows at index i of a dimension what is here at index place(i).
  template <class F> Tensor along(unsigned d, size_t n, F place) const {
    Tensor t{type, extents, {}};
    t.extents.at(d) = n;
    for (size_t row = 0; row < list.size(); row += dim(d) * inner(d))
      for (size_t i = 0; i < n; ++i) {
        auto from = list.begin() + row + place(i) * inner(d);
        t.list.insert(t.list.end(), from, from + inner(d));
      }
    return t;
  }
};

inline Tensor concat(const std::vector<Tensor> &parts, unsigned d = 0) {
  require(!parts.empty(), "nothing to concatenate");
  Tensor t = parts[0].slice(0, 0, d).dimRoll(d, 0);
  for (const Tensor &p : parts) {
    Tensor rolled = p.dimRoll(d, 0);
    t.extents[0] += p.dim(d);
    t.list.insert(t.list.end(), rolled.list.begin(), rolled.list.end());
  }
  return t.dimRoll(0, d);
}

// Writes the elements of a tensor as regions: "v0[0..8] v2[1..2]".
inline std::string regions(const Tensor &t) {
  std::string s;
  for (size_t k = 0, begin = 0; k < t.list.size(); ++k)
    if (k + 1 == t.list.size() || t.list[k + 1].v != t.list[k].v || t.list[k + 1].i != t.list[k].i + 1) {
      s += (begin ? " v" : "v") + std::to_string(t.list[k].v->number) + "[" + std::to_string(t.list[begin].i) + ".." + std::to_string(t.list[k].i + 1) + "]";
      begin = k + 1;
    }
  return s;
}
struct Instance {
  std::string name;
  recorder::Class *of;
  size_t tile = 0;
  std::map<std::string, std::map<size_t, Tensor>> edges = {};
  std::map<std::string, std::string> plain = {}; // the bytes of plain fields

  const recorder::Field &field(const std::string &f) const {
    auto x = std::find_if(of->fields.begin(), of->fields.end(), [&](const recorder::Field &x) { return f == x.name; });
    require(x != of->fields.end(), name + " has no field " + f);
    return *x;
  }
  // Computes on copies of the elements to which fields are connected, and copies back what is written.
  void run() const {
    std::string state;
    auto number = [&](uint32_t n) { state.append(reinterpret_cast<char *>(&n), 4); };
    for (const recorder::Field &f : of->fields) {
      if (f.kind == recorder::PlainVector || f.kind == recorder::Rows)
        number(f.kind == recorder::Rows ? edges.at(f.name).size() : plain.at(f.name).size() / f.type->size);
      state += plain.at(f.name);
      for (const auto &[i, t] : edges.at(f.name)) {
        if (f.kind != recorder::Edge && t.rank() > 0)
          number(t.numElements());
        for (const Tensor::Element &e : t.list)
          state.append(e.data(), f.type->size);
      }
    }
    driver::State s{state.data(), {}, {}};
    of->run(s);
    size_t next = 0;
    for (const recorder::Field &f : of->fields) {
      next += f.kind == recorder::PlainVector;
      for (const auto &[i, t] : edges.at(f.name)) {
        std::string out = s.writers.at(next)(s.edges.at(next));
        require(out.size() == t.numElements() * f.type->size, "a vertex has other elements than it got");
        for (size_t k = 0; f.written && k < t.list.size(); ++k)
          out.copy(t.list[k].data(), f.type->size, k * f.type->size);
        ++next;
      }
    }
    require(next == s.edges.size() && s.next == state.data() + state.size(), "a vertex has other fields than its class");
  }
};

struct FieldRef {
  Instance *v;
  const recorder::Field &field;
  int64_t index = -1; // of a list
  FieldRef operator[](size_t i) const { return {v, field, int64_t(i)}; }
};
struct VertexRef {
  Instance *v;
  FieldRef operator[](const std::string &name) const { return {v, v->field(name)}; }
};
struct ComputeSet {
  std::string name;
  std::shared_ptr<std::deque<Instance>> vertices;
};
using DataStream = std::string;

enum class TensorCloneMethod { PRESERVE_ORDER_AND_ALIASES, CREATE_NEW_ORDER, PRESERVE_ORDER_UNLESS_ALIASES, GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES };

// The contents of the graph, which a program has one of.
inline struct {
  std::deque<Variable> variables;
  std::vector<ComputeSet> sets;
  std::map<std::string, Tensor> handles;
  std::map<std::string, char *> streams;
} contents;

// A target, which is a device, too.
struct Target {
  unsigned ipus = 1, tiles = 1;
  unsigned getNumTiles() const { return ipus * tiles; }
  unsigned getTilesPerIPU() const { return tiles; }
  size_t getTypeSize(const Type &t) const { return t.size; }
  const Target &getTarget() const { return *this; }
  bool attach() const { return true; }
};
using Device = Target;

class Graph {
  Target target;

  Tensor make(const std::string &name, const Type &type, const Shape &shape, bool constant) {
    contents.variables.push_back({contents.variables.size(), name, type, shape, constant});
    Tensor t{type, shape, {}};
    for (size_t i = 0; i < product(shape); ++i)
      t.list.push_back({&contents.variables.back(), i});
    return t;
  }
  unsigned tile(unsigned tile) const {
    require(tile < target.getNumTiles(), "there is no such tile");
    return tile;
  }

public:
  using TileToTensorMapping = std::vector<std::vector<Interval>>;

  explicit Graph(const Target &t) : target(t) {}
  const Target &getTarget() const { return target; }
  void addCodelets(const std::string &file) { require(bool(std::ifstream(file)), "a file of codelets is missing"); }
  Tensor addVariable(const Type &type, const Shape &shape, const std::string &name) { return make(name, type, shape, false); }
  template <class T> Tensor addConstant(const Type &type, const Shape &shape, T value, const std::string &name = "") {
    std::unique_ptr<T[]> values(new T[product(shape)]);
    std::fill_n(values.get(), product(shape), value);
    return addConstant(type, shape, ArrayRef<T>(values.get(), product(shape)), name);
  }
  template <class T> Tensor addConstant(const Type &type, const Shape &shape, ArrayRef<T> values, const std::string &name = "") {
    return setInitialValue(make(name, type, shape, true), values);
  }
  template <class T> Tensor setInitialValue(const Tensor &t, ArrayRef<T> values) {
    require(values.count == t.numElements(), "a variable gets another number of values");
    for (size_t i = 0; i < values.count; ++i)
      stored(t.type, values.first[i]).copy(t.list[i].data(), t.type.size);
    return t;
  }
  Tensor clone(const Tensor &t, const std::string &name = "", TensorCloneMethod = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES) {
    Tensor c = make(name, t.type, t.extents, false);
    for (size_t i = 0; i < t.list.size(); ++i)
      c.list[i].v->tiles[i] = t.list[i].v->tiles[t.list[i].i];
    return c;
  }
  void setTileMapping(const Tensor &t, unsigned on) {
    for (const Tensor::Element &e : t.list)
      e.v->tiles[e.i] = tile(on);
  }
  void setTileMapping(VertexRef v, unsigned on) { v.v->tile = tile(on); }
  TileToTensorMapping getTileMapping(const Tensor &t) const {
    TileToTensorMapping m(target.getNumTiles());
    for (size_t k = 0; k < t.list.size(); ++k) {
      int64_t on = t.list[k].v->tiles[t.list[k].i];
      require(on >= 0, "an element has no tile");
      if (m[on].empty() || m[on].back().upper != k)
        m[on].push_back({k, k});
      m[on].back().upper = k + 1;
    }
    return m;
  }
  ComputeSet addComputeSet(const std::string &name) {
    contents.sets.push_back({name, std::make_shared<std::deque<Instance>>()});
    return contents.sets.back();
  }
  VertexRef addVertex(ComputeSet s, const std::string &name) {
    require(recorder::classes.count(name), "a class is unknown");
    s.vertices->push_back({name, &recorder::classes[name]});
    Instance &v = s.vertices->back();
    for (const recorder::Field &f : v.of->fields) {
      v.plain[f.name] = f.initial;
      if (f.kind == recorder::Plain || f.kind == recorder::PlainVector)
        v.edges[f.name]; // no edges, whereas an edge must be connected
    }
    return {&v};
  }
  void connect(const FieldRef &f, const Tensor &t) {
    recorder::Kind kind = f.field.kind;
    require(f.index >= 0 ? kind == recorder::Rows : kind == recorder::Edge ? t.rank() == 0 : kind == recorder::Vector && t.rank() == 1,
            "a tensor has another rank than its field");
    require(t.type == *f.field.type, "a tensor has another type than its field");
    require(f.v->edges[f.field.name].emplace(std::max<int64_t>(f.index, 0), t).second, "a field is connected twice");
  }
  void connect(const FieldRef &f, const std::vector<Tensor> &list) {
    f.v->edges[f.field.name];
    for (size_t i = 0; i < list.size(); ++i)
      connect(f[i], list[i]);
  }
  template <class T> void setInitialValue(const FieldRef &f, T value) { setInitialValue(f, ArrayRef<T>(&value, 1)); }
  template <class T> void setInitialValue(const FieldRef &f, ArrayRef<T> values) {
    for (size_t i = 0, n = f.field.type->size; i < values.count; ++i) // the rest of an array keeps its initial values
      f.v->plain[f.field.name].replace(i * n, n, stored(*f.field.type, values.first[i]));
  }
  void createHostRead(const std::string &handle, const Tensor &t) { contents.handles[handle] = t; }
  void createHostWrite(const std::string &handle, const Tensor &t) { contents.handles[handle] = t; }
  DataStream addHostToDeviceFIFO(const std::string &name, const Type &, size_t) { return name; }
  DataStream addDeviceToHostFIFO(const std::string &name, const Type &, size_t) { return name; }
  template <class Program> Program addFunction(const Program &body) { return body; }
};

namespace program {
struct Program {
  std::vector<std::string> lines; // the text of a step, with the steps that it contains
  std::function<void()> run = [] {};
};
inline Program step(const std::string &text, std::function<void()> run, const std::vector<std::pair<std::string, Program>> &inner = {}) {
  Program p{{text}, run};
  for (const auto &[word, q] : inner) {
    p.lines.push_back(" " + word);
    for (const std::string &line : q.lines)
      p.lines.push_back("  " + line);
  }
  return p;
}
inline Program Execute(ComputeSet s) {
  return step("execute \"" + s.name + "\"", [s] { std::for_each(s.vertices->begin(), s.vertices->end(), [](const Instance &v) { v.run(); }); });
}
inline Program Copy(const Tensor &from, const Tensor &to) {
  require(from.type == to.type && from.numElements() == to.numElements(), "a copy is between tensors of different sizes");
  auto copy = [=] { for (size_t i = 0; i < from.list.size(); ++i) std::memcpy(to.list[i].data(), from.list[i].data(), from.type.size); };
  return step("copy " + regions(from) + " to " + regions(to), copy);
}
// Copies the elements of a tensor to or from an array of the host.
inline void transfer(char *data, const Tensor &t, bool in) {
  for (size_t i = 0, n = t.type.size; i < t.list.size(); ++i)
    in ? std::memcpy(t.list[i].data(), data + i * n, n) : std::memcpy(data + i * n, t.list[i].data(), n);
}
inline Program Copy(const DataStream &s, const Tensor &t) {
  return step("from \"" + s + "\" " + regions(t), [s, t] { transfer(contents.streams.at(s), t, true); });
}
inline Program Copy(const Tensor &t, const DataStream &s) {
  return step("to \"" + s + "\" " + regions(t), [s, t] { transfer(contents.streams.at(s), t, false); });
}
struct Sequence : Program {
  void add(const Program &p) {
    lines.insert(lines.end(), p.lines.begin(), p.lines.end());
    run = [first = std::move(run), next = p.run] { first(); next(); };
  }
};
inline Program Repeat(size_t n, const Program &body) {
  return step("repeat " + std::to_string(n), [=] { for (size_t i = 0; i < n; ++i) body.run(); }, {{"do", body}});
}
inline bool holds(const Tensor &t) {
  require(t.rank() == 0, "a predicate is no scalar");
  return std::any_of(t.list[0].data(), t.list[0].data() + t.type.size, [](char c) { return c != 0; });
}
inline Program RepeatWhileTrue(const Program &before, const Tensor &predicate, const Program &body) {
  auto run = [=] { for (before.run(); holds(predicate); before.run()) body.run(); };
  return step("while " + regions(predicate), run, {{"before", before}, {"do", body}});
}
inline Program If(const Tensor &predicate, const Program &then, const Program &otherwise) {
  return step("if " + regions(predicate), [=] { (holds(predicate) ? then : otherwise).run(); }, {{"then", then}, {"else", otherwise}});
}
inline Program Call(const Program &f) { return step("call", f.run, {{"do", f}}); }
} // namespace program
using Function = program::Program;

enum class TargetType { IPU, IPU_MODEL, CPU };
struct DeviceManager { // of a machine without devices
  static DeviceManager createDeviceManager() { return {}; }
  std::vector<Device> getDevices(TargetType, unsigned) const { return {}; }
};
struct IPUModel {
  unsigned numIPUs = 1, tilesPerIPU = 1;
  explicit IPUModel(const char *) {}
  Device createDevice() const { return {numIPUs, tilesPerIPU}; }
};

class Engine {
  program::Program program;

  void record(std::ofstream s) const {
    for (const Variable &v : contents.variables) {
      s << "v" << v.number << " " << (v.constant ? "constant" : "\"" + v.name + "\"") << " " << v.type.name;
      for (size_t n : v.shape)
        s << " " << n;
      s << "\n";
      for (size_t i = 0, begin = 0; i < v.tiles.size(); ++i)
        if (i + 1 == v.tiles.size() || v.tiles[i + 1] != v.tiles[i])
          s << " " << std::exchange(begin, i + 1) << ".." << i + 1 << " on " << v.tiles[i] << "\n";
    }
    for (const ComputeSet &set : contents.sets) {
      s << "set \"" << set.name << "\"\n";
      for (const Instance &v : *set.vertices) {
        s << " \"" << v.name << "\" on " << v.tile << "\n";
        for (const recorder::Field &f : v.of->fields) {
          s << "  " << f.name;
          for (unsigned char c : v.plain.at(f.name))
            s << " " << int(c);
          for (const auto &[i, t] : v.edges.at(f.name))
            s << " [" << regions(t) << "]";
          s << "\n";
        }
      }
    }
    for (const std::string &line : program.lines)
      s << line << "\n";
  }

public:
  Engine(const Graph &, const program::Program &p) : program(p) {
    if (const char *file = std::getenv("POPLAR_RECORD"))
      record(std::ofstream(file));
  }
  void load(const Device &) {}
  void run(unsigned) { program.run(); }
  void connectStream(const std::string &handle, void *begin, void *) { contents.streams[handle] = static_cast<char *>(begin); }
  void writeTensor(const std::string &handle, void *begin, const void *) { program::transfer(static_cast<char *>(begin), contents.handles.at(handle), true); }
  void readTensor(const std::string &handle, void *begin, void *) { program::transfer(static_cast<char *>(begin), contents.handles.at(handle), false); }
};
} // namespace poplar
namespace poputil {
inline void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t, unsigned least, unsigned grain, unsigned offset, bool ascending) {
  auto quotient = [](size_t a, size_t b) { return (a + b - 1) / b; };
  size_t tiles = graph.getTarget().getNumTiles(), grains = quotient(t.numElements(), grain), most = std::max<size_t>(1, least ? grains / quotient(least, grain) : grains);
  size_t parts = grains == 0 ? 0 : quotient(grains, std::max(quotient(grains, tiles), quotient(grains, most)));
  auto begin = [&](size_t p) { return std::min(t.numElements(), p * grains / parts * grain); };
  for (size_t p = 0; p < parts; ++p)
    graph.setTileMapping(t.flatten().slice(begin(p), begin(p + 1)), ascending ? (offset + p) % tiles : tiles - 1 - (offset + p) % tiles);
}
inline void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t, unsigned offset, bool ascending) {
  mapTensorLinearlyWithOffset(graph, t, (128 + t.type.size - 1) / t.type.size, t.type.width, offset, ascending);
}
template <class... Sizes> void mapTensorLinearly(poplar::Graph &graph, const poplar::Tensor &t, Sizes... leastAndGrain) {
  mapTensorLinearlyWithOffset(graph, t, unsigned(leastAndGrain)..., 0u, true);
}
} // namespace poputil
