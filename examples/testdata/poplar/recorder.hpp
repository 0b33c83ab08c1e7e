// The calls of Poplar's public API that exported programs make, without Poplar: they record the
// graph and the program, and Engine::run executes the program on the host.
//
// A test compiles an exported program with this header, with vertices.hpp, and with a file that
// registers its classes (recorder::Class). If POPLAR_RECORD names a file, the constructor of Engine writes into it the
// variables with their tiles, the vertices with their connections, and the steps.
//
// This is no model of a device: it has no time, no memory limits, no exchange, and it refuses only
// what makes no graph.
#pragma once

#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "tensor.hpp"

// A class of vertices, which a test registers.
namespace recorder {
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
  std::string (*run)(const std::string &state); // see vertices.hpp
};
inline std::map<std::string, Class> &classes() {
  static std::map<std::string, Class> all;
  return all;
}
} // namespace recorder

namespace poplar {

struct Instance {
  std::string name;
  recorder::Class *of;
  size_t tile = 0;
  std::map<std::string, std::map<size_t, Tensor>> edges;
  std::map<std::string, std::string> plain;

  const recorder::Field &field(const std::string &f) const {
    for (const recorder::Field &x : of->fields)
      if (f == x.name)
        return x;
    throw std::runtime_error(name + " has no field " + f);
  }
  std::string value(const recorder::Field &f) const {
    auto set = plain.find(f.name);
    return set == plain.end() ? f.initial : set->second + f.initial.substr(std::min(f.initial.size(), set->second.size()));
  }
  void run() const; // see vertices.hpp
};

struct FieldRef {
  Instance *v;
  std::string name;
  int64_t index = -1; // of a list
  FieldRef operator[](size_t i) const { return {v, name, int64_t(i)}; }
};
struct VertexRef {
  Instance *v;
  FieldRef operator[](const std::string &name) const { return {v, v->field(name).name}; }
};

struct Set {
  std::string name;
  std::vector<std::unique_ptr<Instance>> vertices;
};
struct ComputeSet {
  Set *s = nullptr;
};
struct DataStream {
  std::string name;
};

namespace program {

// A step, with the steps that it contains.
struct Program {
  std::string text;
  std::function<void()> run = [] {};
  std::vector<std::pair<std::string, Program>> inner; // with a word before each
  std::shared_ptr<std::vector<Program>> steps;         // of a sequence
};

} // namespace program

struct Function {
  std::string name;
  program::Program body;
};
enum class TensorCloneMethod { PRESERVE_ORDER_AND_ALIASES, CREATE_NEW_ORDER, PRESERVE_ORDER_UNLESS_ALIASES, GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES };

// The contents of the graph, which a program has one of.
struct Contents {
  std::vector<std::unique_ptr<Variable>> variables;
  std::vector<std::unique_ptr<Set>> sets;
  std::vector<Function> functions;
  std::map<std::string, Tensor> handles;
  std::map<std::string, char *> streams;
};
inline Contents &contents() {
  static Contents all;
  return all;
}

class Graph {
  Target target;

  Tensor make(const std::string &name, const Type &type, const std::vector<size_t> &shape, bool constant) {
    auto v = std::make_unique<Variable>(Variable{contents().variables.size(), name, type, shape, constant, std::string(product(shape) * type.size, 0),
                                                 std::vector<int64_t>(product(shape), -1)});
    Tensor t{type, shape, {}};
    for (size_t i = 0; i < product(shape); ++i)
      t.list.push_back({v.get(), i});
    contents().variables.push_back(std::move(v));
    return t;
  }

public:
  using TileToTensorMapping = std::vector<std::vector<Interval>>;

  explicit Graph(const Target &t) : target(t) {}
  const Target &getTarget() const { return target; }
  void addCodelets(const std::string &file) { require(bool(std::ifstream(file)), "a file of codelets is missing"); }
  Tensor addVariable(const Type &type, const std::vector<size_t> &shape, const std::string &name) { return make(name, type, shape, false); }
  template <class T> Tensor addConstant(const Type &type, const std::vector<size_t> &shape, T value, const std::string &name = "") {
    return addConstant(type, shape, ArrayRef<T>(std::vector<T>(product(shape), value)), name);
  }
  template <class T> Tensor addConstant(const Type &type, const std::vector<size_t> &shape, ArrayRef<T> values, const std::string &name = "") {
    Tensor t = make(name, type, shape, true);
    setInitialValue(t, values);
    return t;
  }
  template <class T> void setInitialValue(const Tensor &t, ArrayRef<T> values) {
    require(values.size() == t.numElements(), "a variable gets another number of values");
    for (size_t i = 0; i < values.size(); ++i)
      std::memcpy(t.list[i].data(), stored(t.type, values.begin()[i]).data(), t.type.size);
  }
  Tensor clone(const Tensor &t, const std::string &name = "", TensorCloneMethod = TensorCloneMethod::PRESERVE_ORDER_UNLESS_ALIASES) {
    Tensor c = make(name, t.type, t.extents, false);
    for (size_t i = 0; i < t.list.size(); ++i)
      c.list[i].v->tiles[i] = t.list[i].v->tiles[t.list[i].i];
    return c;
  }
  void setTileMapping(const Tensor &t, unsigned tile) {
    require(tile < target.getNumTiles(), "there is no such tile");
    for (const Tensor::Element &e : t.list)
      e.v->tiles[e.i] = tile;
  }
  void setTileMapping(VertexRef v, unsigned tile) {
    require(tile < target.getNumTiles(), "there is no such tile");
    v.v->tile = tile;
  }
  TileToTensorMapping getTileMapping(const Tensor &t) const {
    TileToTensorMapping m(target.getNumTiles());
    for (size_t k = 0; k < t.list.size(); ++k) {
      int64_t tile = t.list[k].v->tiles[t.list[k].i];
      require(tile >= 0, "an element has no tile");
      if (!m[tile].empty() && m[tile].back().end() == k)
        m[tile].back() = {m[tile].back().begin(), k + 1};
      else
        m[tile].push_back({k, k + 1});
    }
    return m;
  }
  ComputeSet addComputeSet(const std::string &name) {
    contents().sets.push_back(std::make_unique<Set>());
    contents().sets.back()->name = name;
    return {contents().sets.back().get()};
  }
  VertexRef addVertex(ComputeSet s, const std::string &name) {
    auto c = recorder::classes().find(name);
    require(c != recorder::classes().end(), "a class is unknown");
    s.s->vertices.push_back(std::make_unique<Instance>(Instance{name, &c->second, 0, {}, {}}));
    return {s.s->vertices.back().get()};
  }
  void connect(const FieldRef &f, const Tensor &t) {
    const recorder::Field &field = f.v->field(f.name);
    require(f.index >= 0 ? field.kind == recorder::Rows : field.kind == recorder::Edge ? t.rank() == 0 : field.kind == recorder::Vector && t.rank() == 1,
            "a tensor has another rank than its field");
    require(t.type == *field.type, "a tensor has another type than its field");
    require(f.v->edges[f.name].emplace(std::max<int64_t>(f.index, 0), t).second, "a field is connected twice");
  }
  void connect(const FieldRef &f, const std::vector<Tensor> &list) {
    f.v->edges[f.name];
    for (size_t i = 0; i < list.size(); ++i)
      connect(f[i], list[i]);
  }
  void setFieldSize(const FieldRef &f, size_t) { f.v->edges[f.name]; }
  template <class T> void setInitialValue(const FieldRef &f, T value) { f.v->plain[f.name] = stored(*f.v->field(f.name).type, value); }
  template <class T> void setInitialValue(const FieldRef &f, ArrayRef<T> values) {
    f.v->plain[f.name] = "";
    for (T x : values)
      f.v->plain[f.name] += stored(*f.v->field(f.name).type, x);
  }
  void createHostRead(const std::string &handle, const Tensor &t) { contents().handles[handle] = t; }
  void createHostWrite(const std::string &handle, const Tensor &t) { contents().handles[handle] = t; }
  DataStream addHostToDeviceFIFO(const std::string &name, const Type &, size_t) { return {name}; }
  DataStream addDeviceToHostFIFO(const std::string &name, const Type &, size_t) { return {name}; }
  Function addFunction(const program::Program &body) {
    contents().functions.push_back({"f" + std::to_string(contents().functions.size()), body});
    return contents().functions.back();
  }
};

namespace program {

inline Program Execute(ComputeSet s) {
  return {"execute \"" + s.s->name + "\"", [s] {
            for (auto &v : s.s->vertices)
              v->run();
          }, {}};
}
inline Program Copy(const Tensor &from, const Tensor &to) {
  require(from.type == to.type && from.numElements() == to.numElements(), "a copy is between tensors of different sizes");
  return {"copy " + regions(from) + " to " + regions(to), [from, to] {
            for (size_t i = 0; i < from.list.size(); ++i)
              std::memcpy(to.list[i].data(), from.list[i].data(), from.type.size);
          }, {}};
}
inline Program transfer(const DataStream &s, const Tensor &t, bool in) {
  return {(in ? "from \"" : "to \"") + s.name + "\" " + regions(t), [s, t, in] {
            char *data = contents().streams.at(s.name);
            for (size_t i = 0, n = t.type.size; i < t.list.size(); ++i)
              in ? std::memcpy(t.list[i].data(), data + i * n, n) : std::memcpy(data + i * n, t.list[i].data(), n);
          }, {}};
}
inline Program Copy(const DataStream &s, const Tensor &t) { return transfer(s, t, true); }
inline Program Copy(const Tensor &t, const DataStream &s) { return transfer(s, t, false); }

struct Sequence : Program {
  std::shared_ptr<std::vector<Program>> list = std::make_shared<std::vector<Program>>();
  Sequence() {
    run = [list = list] {
      for (const Program &p : *list)
        p.run();
    };
    steps = list;
  }
  void add(const Program &p) { list->push_back(p); }
};
inline Program Repeat(size_t n, const Program &body) {
  return {"repeat " + std::to_string(n), [n, body] {
            for (size_t i = 0; i < n; ++i)
              body.run();
          }, {{"do", body}}};
}
inline bool holds(const Tensor &t) {
  require(t.rank() == 0, "a predicate is no scalar");
  return std::any_of(t.list[0].data(), t.list[0].data() + t.type.size, [](char c) { return c != 0; });
}
inline Program RepeatWhileTrue(const Program &before, const Tensor &predicate, const Program &body) {
  return {"while " + regions(predicate), [=] {
            for (before.run(); holds(predicate); before.run())
              body.run();
          }, {{"before", before}, {"do", body}}};
}
inline Program If(const Tensor &predicate, const Program &then, const Program &otherwise) {
  return {"if " + regions(predicate), [=] { (holds(predicate) ? then : otherwise).run(); }, {{"then", then}, {"else", otherwise}}};
}
inline Program Call(const Function &f) { return {"call", f.body.run, {{"do", f.body}}}; }

} // namespace program

struct Device {
  Target target;
  const Target &getTarget() const { return target; }
  bool attach() const { return true; }
};
enum class TargetType { IPU, IPU_MODEL, CPU };
struct DeviceManager { // of a machine without devices
  static DeviceManager createDeviceManager() { return {}; }
  std::vector<Device> getDevices(TargetType, unsigned) const { return {}; }
};
struct IPUModel {
  unsigned numIPUs = 1, tilesPerIPU = 1;
  explicit IPUModel(const char *) {}
  Device createDevice() const { return {{numIPUs, tilesPerIPU}}; }
};

class Engine {
  program::Program program;

  static void write(std::ostream &s, const program::Program &p, const std::string &indent) {
    if (p.steps)
      for (const program::Program &x : *p.steps)
        write(s, x, indent);
    else
      s << indent << p.text << "\n";
    for (const auto &[word, x] : p.inner) {
      s << indent << " " << word << "\n";
      write(s, x, indent + "  ");
    }
  }
  void record(std::ostream &s) const {
    for (auto &v : contents().variables) {
      s << "v" << v->number << " " << (v->constant ? "constant" : "\"" + v->name + "\"") << " " << v->type.name;
      for (size_t n : v->shape)
        s << " " << n;
      s << "\n";
      for (size_t i = 0, begin = 0; i < v->tiles.size(); ++i)
        if (i + 1 == v->tiles.size() || v->tiles[i + 1] != v->tiles[i]) {
          s << " " << begin << ".." << i + 1 << " on " << v->tiles[i] << "\n";
          begin = i + 1;
        }
    }
    for (auto &set : contents().sets) {
      s << "set \"" << set->name << "\"\n";
      for (auto &v : set->vertices) {
        s << " \"" << v->name << "\" on " << v->tile << "\n";
        for (const recorder::Field &f : v->of->fields) {
          s << "  " << f.name;
          if (f.kind == recorder::Plain || f.kind == recorder::PlainVector)
            for (unsigned char c : v->value(f))
              s << " " << int(c);
          else
            for (const auto &[i, t] : v->edges.at(f.name))
              s << " [" << regions(t) << "]";
          s << "\n";
        }
      }
    }
    write(s, program, "");
  }

public:
  Engine(const Graph &, const program::Program &p) : program(p) {
    if (const char *file = std::getenv("POPLAR_RECORD")) {
      std::ofstream out(file);
      record(out);
    }
  }
  void load(const Device &) {}
  void run(unsigned) { program.run(); }
  void connectStream(const std::string &handle, void *begin, void *) { contents().streams[handle] = static_cast<char *>(begin); }
  void writeTensor(const std::string &handle, const void *begin, const void *) {
    const char *next = static_cast<const char *>(begin);
    for (const Tensor::Element &e : contents().handles.at(handle).list)
      std::memcpy(e.data(), std::exchange(next, next + e.v->type.size), e.v->type.size);
  }
  void readTensor(const std::string &handle, void *begin, void *) {
    char *next = static_cast<char *>(begin);
    for (const Tensor::Element &e : contents().handles.at(handle).list)
      std::memcpy(std::exchange(next, next + e.v->type.size), e.data(), e.v->type.size);
  }
};

} // namespace poplar

namespace poputil {

inline void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t, unsigned least, unsigned grain, unsigned offset, bool ascending = true) {
  auto quotient = [](size_t a, size_t b) { return (a + b - 1) / b; };
  size_t tiles = graph.getTarget().getNumTiles(), grains = quotient(t.numElements(), grain), each = quotient(grains, tiles);
  if (least > 0)
    each = std::max(each, quotient(grains, std::max<size_t>(1, grains / quotient(least, grain))));
  size_t parts = each == 0 ? 0 : quotient(grains, each);
  for (size_t p = 0; p < parts; ++p) {
    size_t tile = (offset + p) % tiles, end = std::min(t.numElements(), (p + 1) * grains / parts * grain);
    graph.setTileMapping(t.flatten().slice(p * grains / parts * grain, end), ascending ? tile : tiles - 1 - tile);
  }
}
inline void mapTensorLinearlyWithOffset(poplar::Graph &graph, const poplar::Tensor &t, unsigned offset = 0, bool ascending = true) {
  mapTensorLinearlyWithOffset(graph, t, (128 + t.type.size - 1) / t.type.size, t.type.width, offset, ascending);
}
inline void mapTensorLinearly(poplar::Graph &graph, const poplar::Tensor &t, unsigned least, unsigned grain) { mapTensorLinearlyWithOffset(graph, t, least, grain, 0); }
inline void mapTensorLinearly(poplar::Graph &graph, const poplar::Tensor &t) { mapTensorLinearlyWithOffset(graph, t); }

} // namespace poputil
