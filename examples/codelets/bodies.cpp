// Five codelets whose code optc translates; see docs/codelets.md.
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace demo {

// A loop over vectors.
class Scale : public Vertex {
public:
  Input<Vector<half>> in;
  Output<Vector<half>> out;
  float factor;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] * factor;
  }
};

// A template with a functor, whose workers take elements in turn.
struct Largest {
  template <typename T> static T apply(T a, T b) { return a < b ? b : a; }
};

template <typename Op, typename T> class Reduce : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR>> in;
  Output<Vector<T, VectorLayout::ONE_PTR>> out;
  unsigned short n;

  void compute(unsigned worker) {
    T all = in[0];
    for (unsigned i = worker; i < n; i += numWorkers())
      all = Op::apply(all, in[i]);
    out[worker] = all;
  }
};

template class Reduce<Largest, float>;

// A search that returns early.
class Find : public Vertex {
public:
  Input<Vector<int>> in;
  Output<int> place;
  int key;

  bool compute() {
    for (unsigned i = 0; i < in.size(); ++i) {
      if (in[i] == key) {
        *place = i;
        return true;
      }
    }
    *place = -1;
    return false;
  }
};

// Records in a vector of numbers, and pointers to elements.
struct Slice {
  unsigned short from, count;
};

class Gather : public Vertex {
public:
  Input<Vector<unsigned short>> slices;
  Input<Vector<float, VectorLayout::ONE_PTR>> table;
  Output<Vector<float, VectorLayout::ONE_PTR>> out;

  void compute() {
    const auto *slice = reinterpret_cast<const Slice *>(&slices[0]);
    float *dst = &out[0];
    for (unsigned s = 0; s < slices.size() / 2; ++s, ++slice) {
      for (unsigned i = 0; i < slice->count; ++i)
        *dst++ = table[slice->from + i];
    }
  }
};

// Rows of a list, and a lambda.
class Rows : public Vertex {
public:
  Input<VectorList<int, VectorListLayout::DELTANELEMENTS>> rows;
  Output<Vector<int>> sums;

  void compute() {
    auto sum = [](const auto &row) {
      int all = 0;
      for (int x : row)
        all += x;
      return all;
    };
    for (unsigned r = 0; r < rows.size(); ++r)
      sums[r] = sum(rows[r]);
  }
};

} // namespace demo
