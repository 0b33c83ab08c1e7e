// Elementwise arithmetic, activations and casts.
//
// The workers of a tile take elements in turn. Two workers must not store to parts of one
// 32-bit word: f32 has a word for each element; with f16, a worker takes two elements,
// which begin at a whole word because the vectors are aligned to 4 bytes.

#include <cmath>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

struct Add {
  static float apply(float a, float b) { return a + b; }
};

struct Sub {
  static float apply(float a, float b) { return a - b; }
};

struct Mul {
  static float apply(float a, float b) { return a * b; }
};

struct Max {
  static float apply(float a, float b) { return a < b ? b : a; }
};

// out[i] = Op(a[i], b[i]). Only out has a length; a and b have as many elements.
template <typename Op, typename T> class Binary : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> a;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> b;
  Output<Vector<T, VectorLayout::SPAN, 4>> out;

  void compute(unsigned worker) {
    constexpr unsigned grain = 4 / sizeof(T);
    for (unsigned i = worker * grain; i < out.size(); i += numWorkers() * grain)
      for (unsigned k = i; k < i + grain && k < out.size(); ++k)
        out[k] = Op::apply(a[k], b[k]);
  }
};

template class Binary<Add, float>;
template class Binary<Add, half>;
template class Binary<Sub, float>;
template class Binary<Sub, half>;
template class Binary<Mul, float>;
template class Binary<Mul, half>;
template class Binary<Max, float>;
template class Binary<Max, half>;

struct Relu {
  static float apply(float x) { return x < 0 ? 0 : x; }
};

struct Sigmoid {
  static float apply(float x) { return 1 / (1 + std::exp(-x)); }
};

struct Tanh {
  static float apply(float x) { return std::tanh(x); }
};

struct Exp {
  static float apply(float x) { return std::exp(x); }
};

// data[i] = Op(data[i]), in place.
template <typename Op, typename T> class Unary : public MultiVertex {
public:
  InOut<Vector<T, VectorLayout::SPAN, 4>> data;

  void compute(unsigned worker) {
    constexpr unsigned grain = 4 / sizeof(T);
    for (unsigned i = worker * grain; i < data.size(); i += numWorkers() * grain)
      for (unsigned k = i; k < i + grain && k < data.size(); ++k)
        data[k] = Op::apply(data[k]);
  }
};

template class Unary<Relu, float>;
template class Unary<Relu, half>;
template class Unary<Sigmoid, float>;
template class Unary<Sigmoid, half>;
template class Unary<Tanh, float>;
template class Unary<Tanh, half>;
template class Unary<Exp, float>;
template class Unary<Exp, half>;

// dst[i] = src[i] in another type. A float that no half can hold becomes infinite.
template <typename From, typename To> class Cast : public MultiVertex {
public:
  Input<Vector<From, VectorLayout::ONE_PTR, 4>> src;
  Output<Vector<To, VectorLayout::SPAN, 4>> dst;

  void compute(unsigned worker) {
    constexpr unsigned grain = 4 / sizeof(To);
    for (unsigned i = worker * grain; i < dst.size(); i += numWorkers() * grain)
      for (unsigned k = i; k < i + grain && k < dst.size(); ++k)
        dst[k] = static_cast<To>(src[k]);
  }
};

template class Cast<float, half>;
template class Cast<half, float>;

} // namespace lib
