// Reductions.
//
// Sums are in float, in the order of the elements, whatever the type of the elements is.

#include <limits>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

struct SumOp {
  static float start() { return 0; }
  static float apply(float a, float b) { return a + b; }
};

struct MaxOp {
  static float start() { return -std::numeric_limits<float>::infinity(); }
  static float apply(float a, float b) { return a < b ? b : a; }
};

// out[i] = Op over parts[p][i] for all p: the partial results of several tiles become one.
// parts has count parts of as many elements as out, one after the other. The vectors are
// aligned to 4 bytes, so that the two halves that a worker stores are one word.
template <typename Op, typename From, typename To> class ReduceParts : public MultiVertex {
public:
  Input<Vector<From, VectorLayout::ONE_PTR, 4>> parts;
  Output<Vector<To, VectorLayout::SPAN, 4>> out;
  unsigned short count;

  void compute(unsigned worker) {
    constexpr unsigned grain = 4 / sizeof(To);
    for (unsigned i = worker * grain; i < out.size(); i += numWorkers() * grain)
      for (unsigned k = i; k < i + grain && k < out.size(); ++k) {
        float all = Op::start();
        for (unsigned p = 0; p < count; ++p)
          all = Op::apply(all, parts[p * out.size() + k]);
        out[k] = all;
      }
  }
};

template class ReduceParts<SumOp, float, float>;
template class ReduceParts<SumOp, half, float>;
template class ReduceParts<SumOp, float, half>;
template class ReduceParts<SumOp, half, half>;
template class ReduceParts<MaxOp, float, float>;
template class ReduceParts<MaxOp, half, half>;

// out[r] = Op over row r of a matrix with out.size() rows of columns elements. The result is
// a float, so that each worker stores whole words.
template <typename Op, typename T> class ReduceRows : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> in;
  Output<Vector<float, VectorLayout::SPAN, 4>> out;
  unsigned columns;

  void compute(unsigned worker) {
    for (unsigned r = worker; r < out.size(); r += numWorkers()) {
      float all = Op::start();
      for (unsigned c = 0; c < columns; ++c)
        all = Op::apply(all, in[r * columns + c]);
      out[r] = all;
    }
  }
};

template class ReduceRows<SumOp, float>;
template class ReduceRows<SumOp, half>;
template class ReduceRows<MaxOp, float>;
template class ReduceRows<MaxOp, half>;

} // namespace lib
