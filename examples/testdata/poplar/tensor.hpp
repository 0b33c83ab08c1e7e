// Types and views of tensors: the first part of recorder.hpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace poplar {

inline void require(bool holds, const char *text) {
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
  ArrayRef(const std::vector<T> &v) : first(v.data()), count(v.size()) {}
  ArrayRef(std::initializer_list<T> v) : first(v.begin()), count(v.size()) {}
  const T *begin() const { return first; }
  const T *end() const { return first + count; }
  size_t size() const { return count; }
};

struct Interval {
  size_t lower, upper;
  size_t begin() const { return lower; }
  size_t end() const { return upper; }
  size_t size() const { return upper - lower; }
};

struct Target {
  unsigned ipus = 1, tiles = 1;
  unsigned getNumTiles() const { return ipus * tiles; }
  unsigned getTilesPerIPU() const { return tiles; }
  size_t getTypeSize(const Type &t) const { return t.size; }
};

struct Variable {
  size_t number;
  std::string name;
  Type type;
  std::vector<size_t> shape;
  bool constant;
  std::string data;
  std::vector<int64_t> tiles; // of the elements, -1 where none is set
};

inline size_t product(const std::vector<size_t> &shape) { return std::accumulate(shape.begin(), shape.end(), size_t(1), std::multiplies<size_t>()); }

// A view: for each position, the element of a variable that is shown there.
class Tensor {
public:
  struct Element {
    Variable *v;
    size_t i;
    char *data() const { return &v->data[i * v->type.size]; }
  };
  Type type;
  std::vector<size_t> extents;
  std::vector<Element> list;

  const std::vector<size_t> &shape() const { return extents; }
  unsigned rank() const { return extents.size(); }
  size_t dim(unsigned d) const { return extents.at(d); }
  size_t numElements() const { return list.size(); }
  Type elementType() const { return type; }

  // Returns the view in which place(index) is the index in this tensor for an index of a shape.
  template <class F> Tensor view(std::vector<size_t> to, F place) const {
    Tensor t{type, to, {}};
    t.list.reserve(product(to));
    std::vector<size_t> index(to.size(), 0);
    for (size_t n = product(to); n > 0; --n) {
      size_t at = 0;
      std::vector<size_t> from = place(index);
      for (size_t d = 0; d < extents.size(); ++d)
        at = at * extents[d] + from[d];
      t.list.push_back(list.at(at));
      for (size_t d = to.size(); d-- > 0 && ++index[d] == to[d];)
        index[d] = 0;
    }
    return t;
  }
  Tensor slice(size_t begin, size_t end, unsigned d = 0) const {
    require(d < rank() && begin <= end && end <= extents[d], "a slice is out of range");
    Tensor t{type, extents, {}};
    t.extents[d] = end - begin;
    size_t inner = product(std::vector<size_t>(extents.begin() + d + 1, extents.end())), row = inner * extents[d];
    for (size_t at = 0; row > 0 && at < list.size(); at += row)
      t.list.insert(t.list.end(), list.begin() + at + begin * inner, list.begin() + at + end * inner);
    return t;
  }
  std::vector<Tensor> slices(const std::vector<Interval> &intervals, unsigned d = 0) const {
    std::vector<Tensor> all;
    for (const Interval &i : intervals)
      all.push_back(slice(i.begin(), i.end(), d));
    return all;
  }
  Tensor operator[](size_t i) const { return slice(i, i + 1, 0).squeeze({0}); }
  Tensor reshape(const std::vector<size_t> &to) const {
    require(product(to) == list.size(), "a reshape changes the number of elements");
    return {type, to, list};
  }
  Tensor flatten() const { return reshape({list.size()}); }
  Tensor dimShuffle(const std::vector<unsigned> &p) const {
    std::vector<size_t> to;
    for (unsigned d : p)
      to.push_back(dim(d));
    return view(to, [&](const std::vector<size_t> &index) {
      std::vector<size_t> from(index.size());
      for (size_t d = 0; d < p.size(); ++d)
        from[p[d]] = index[d];
      return from;
    });
  }
  Tensor dimRoll(unsigned from, unsigned to) const {
    std::vector<unsigned> p(rank());
    std::iota(p.begin(), p.end(), 0);
    p.erase(p.begin() + from);
    p.insert(p.begin() + to, from);
    return dimShuffle(p);
  }
  Tensor reverse(unsigned d) const { return along(d, dim(d), [&](size_t i) { return dim(d) - 1 - i; }); }
  Tensor broadcast(unsigned n, unsigned d) const { return along(d, n * dim(d), [&](size_t i) { return i % dim(d); }); }
  Tensor subSample(unsigned step, unsigned d) const { return along(d, (dim(d) + step - 1) / step, [&](size_t i) { return i * step; }); }
  Tensor expand(const std::vector<size_t> &before) const {
    std::vector<size_t> to;
    for (size_t d = 0; d <= rank(); ++d) {
      to.insert(to.end(), std::count(before.begin(), before.end(), d), 1);
      if (d < rank())
        to.push_back(extents[d]);
    }
    return reshape(to);
  }
  Tensor squeeze(const std::vector<size_t> &dims) const {
    std::vector<size_t> to;
    for (size_t d = 0; d < rank(); ++d)
      if (std::find(dims.begin(), dims.end(), d) == dims.end())
        to.push_back(extents[d]);
    return reshape(to);
  }

private:
  template <class F> Tensor along(unsigned d, size_t n, F place) const {
    std::vector<size_t> to = extents;
    to[d] = n;
    return view(to, [&](std::vector<size_t> index) {
      index[d] = place(index[d]);
      return index;
    });
  }
};

inline Tensor concat(const std::vector<Tensor> &parts, unsigned d = 0) {
  require(!parts.empty(), "nothing to concatenate");
  Tensor t{parts[0].type, parts[0].extents, {}};
  size_t outer = product(std::vector<size_t>(t.extents.begin(), t.extents.begin() + d));
  t.extents[d] = 0;
  for (const Tensor &p : parts)
    t.extents[d] += p.dim(d);
  for (size_t o = 0; o < outer; ++o)
    for (const Tensor &p : parts)
      t.list.insert(t.list.end(), p.list.begin() + o * (p.list.size() / outer), p.list.begin() + (o + 1) * (p.list.size() / outer));
  return t;
}

// Writes the elements of a tensor as regions: "v0[0..8] v2[1..2]".
inline std::string regions(const Tensor &t) {
  std::ostringstream s;
  for (size_t k = 0, begin = 0; k < t.list.size(); ++k)
    if (k + 1 == t.list.size() || t.list[k + 1].v != t.list[k].v || t.list[k + 1].i != t.list[k].i + 1) {
      s << (begin ? " v" : "v") << t.list[k].v->number << '[' << t.list[begin].i << ".." << t.list[k].i + 1 << ']';
      begin = k + 1;
    }
  return s.str();
}

} // namespace poplar
