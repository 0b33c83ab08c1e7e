// What the construction of a graph uses besides Poplar.
#pragma once

#include <poplar/Graph.hpp>
#include <poplar/Program.hpp>
#include <poputil/TileMapping.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "numbers.h"

// The indices of loops that are part of a name.
using Indices = std::vector<int64_t>;

// Returns "x.1.0" for "x" and {1, 0}.
inline std::string indexed(std::string name, const Indices &indices) {
  for (int64_t i : indices)
    name += "." + std::to_string(i);
  return name;
}

using Mapping = poplar::Graph::TileToTensorMapping;

// Returns the elements in intervals of the flattened tensor, as one dimension.
inline poplar::Tensor elements(const poplar::Tensor &t, const std::vector<poplar::Interval> &intervals) {
  if (intervals.empty())
    return t.flatten().slice(0, 0);
  return poplar::concat(t.flatten().slices(intervals));
}

// Returns the indices of a dimension whose elements are in intervals of the flattened tensor: all
// elements of these indices, and no others.
inline poplar::Interval indicesOf(const poplar::Tensor &t, const std::vector<poplar::Interval> &intervals, unsigned dim) {
  if (intervals.empty())
    return {0, 0};
  size_t inner = 1, outer = 1, n = 0;
  for (size_t d = 0; d < t.rank(); ++d)
    (d < dim ? outer : d > dim ? inner : n) *= t.dim(d);
  for (const poplar::Interval &i : intervals)
    n += i.size();
  size_t first = intervals.front().begin() / inner % t.dim(dim);
  return {first, first + n / (inner * outer)};
}

// Returns a place of a list, which it makes long enough.
inline poplar::Tensor &at(std::vector<poplar::Tensor> &list, size_t i) {
  if (list.size() <= i)
    list.resize(i + 1);
  return list[i];
}

// Gives all elements of a variable the same initial value.
template <class T> void setAll(poplar::Graph &graph, const poplar::Tensor &t, T value) {
  std::unique_ptr<T[]> values(new T[t.numElements()]);
  std::fill_n(values.get(), t.numElements(), value);
  graph.setInitialValue(t, poplar::ArrayRef<T>(values.get(), t.numElements()));
}

// The arrays that the host reads and writes, by name.
class Host {
public:
  struct Array {
    size_t bytes;
    bool in, out, stream; // a variable goes in and out, and is no stream
  };
  std::map<std::string, Array> arrays;

  // Lets the host read and write a variable between runs.
  void variable(poplar::Graph &graph, const poplar::Tensor &t, const std::string &name) {
    graph.createHostWrite(name, t);
    graph.createHostRead(name, t);
    arrays[name] = {size(graph, t), true, true, false};
  }

  // Returns the stream from which a step of the program copies to a tensor.
  poplar::DataStream from(poplar::Graph &graph, const std::string &name, const poplar::Tensor &t) {
    if (!arrays[name].in)
      streams[name] = graph.addHostToDeviceFIFO(name, t.elementType(), t.numElements());
    arrays[name] = {size(graph, t), true, arrays[name].out, true};
    return streams[name];
  }

  // Returns the stream to which a step of the program copies a tensor.
  poplar::DataStream to(poplar::Graph &graph, const std::string &name, const poplar::Tensor &t) {
    const std::string handle = name + ".out";
    if (!arrays[name].out)
      streams[handle] = graph.addDeviceToHostFIFO(handle, t.elementType(), t.numElements());
    arrays[name] = {size(graph, t), arrays[name].in, true, true};
    return streams[handle];
  }

private:
  std::map<std::string, poplar::DataStream> streams;

  static size_t size(const poplar::Graph &graph, const poplar::Tensor &t) {
    return t.numElements() * graph.getTarget().getTypeSize(t.elementType());
  }
};
