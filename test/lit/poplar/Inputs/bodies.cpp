#include <poplar/Vertex.hpp>

using namespace poplar;

namespace demo {

class Scale : public Vertex {
public:
  Input<Vector<float>> in;
  Output<Vector<float>> out;
  float factor;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i] * factor;
  }
};

template <typename T> T square(T x) { return x * x; }

template <typename T> class SumOfSquares : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR>> in;
  Output<Vector<T, VectorLayout::ONE_PTR>> out;
  unsigned short n;

  void compute(unsigned worker) {
    T sum = 0;
    for (unsigned i = worker; i < n; i += MultiVertex::numWorkers())
      sum += square(in[i]);
    out[worker] = sum;
  }
};

template class SumOfSquares<float>;
template class SumOfSquares<int>;

class Find : public Vertex {
public:
  Input<Vector<int>> in;
  Output<unsigned> place;
  int key;

  bool compute() {
    const auto *p = &in[0];
    for (unsigned i = 0; i != in.size(); ++i) {
      if (*p++ == key) {
        *place = i;
        return true;
      }
    }
    *place = in.size();
    return false;
  }
};

class Jump : public Vertex {
public:
  InOut<unsigned> x;

  void compute() {
  again:
    if (*x > 3) {
      --*x;
      goto again;
    }
  }
};

} // namespace demo
