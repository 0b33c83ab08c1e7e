// Sorting.
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

// Orders each element of a and the element of b at the same place: the smaller one is in
// a, or in b if down is 1.
template <typename T> class Order : public Vertex {
public:
  InOut<Vector<T>> a;
  InOut<Vector<T, VectorLayout::ONE_PTR>> b;
  unsigned down;

  void compute() {
    for (unsigned i = 0; i < a.size(); ++i) {
      T x = a[i], y = b[i];
      bool swaps = down ? x < y : y < x;
      a[i] = swaps ? y : x;
      b[i] = swaps ? x : y;
    }
  }
};

template class Order<float>;
template class Order<half>;

// The largest elements of in, the largest first: as many as out has. in has at least as many.
template <typename T> class TopK : public Vertex {
public:
  Input<Vector<T>> in;
  Output<Vector<T>> out;

  void compute() {
    unsigned found = 0;
    for (unsigned i = 0; i < in.size(); ++i) {
      T x = in[i];
      unsigned at = found;
      if (found < out.size())
        ++found;
      for (; at > 0 && out[at - 1] < x; --at)
        if (at < found)
          out[at] = out[at - 1];
      if (at < found)
        out[at] = x;
    }
  }
};

template class TopK<float>;
template class TopK<half>;

} // namespace lib
