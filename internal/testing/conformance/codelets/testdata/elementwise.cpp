// Loops, arithmetic, conversions and functions of numbers.
#include <cmath>
#include <cstdint>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace judged {

template <typename T> class Axpy : public Vertex {
public:
  Input<Vector<T>> x;
  InOut<Vector<T>> y;
  T a;

  void compute() {
    for (unsigned i = 0; i < y.size() && i < x.size(); ++i)
      y[i] = a * x[i] + y[i];
  }
};

template class Axpy<float>;
template class Axpy<half>;
template class Axpy<unsigned>;
template class Axpy<unsigned short>;
template class Axpy<signed char>;
template class Axpy<long long>;

template <typename From, typename To> class Convert : public Vertex {
public:
  Input<Vector<From>> in;
  Output<Vector<To>> out;

  void compute() {
    for (unsigned i = 0; i < in.size() && i < out.size(); ++i)
      out[i] = static_cast<To>(in[i]);
  }
};

template class Convert<float, int>;
template class Convert<float, half>;
template class Convert<half, float>;
template class Convert<half, short>;
template class Convert<int, float>;
template class Convert<unsigned, half>;
template class Convert<unsigned char, short>;
template class Convert<short, unsigned char>;
template class Convert<int, bool>;
template class Convert<bool, float>;
template class Convert<float, bool>;
template class Convert<int, long long>;
template class Convert<unsigned long long, unsigned>;

class Functions : public Vertex {
public:
  Input<Vector<float>> in;
  Output<Vector<float, VectorLayout::ONE_PTR>> out;

  void compute() {
    float *p = &out[0];
    for (unsigned i = 0; i < in.size(); ++i) {
      const float x = in[i];
      float y = 0.5f;
      switch (i % 8) {
      case 0:
        y = std::exp(x);
        break;
      case 1:
        y = std::tanh(x) + std::fabs(x);
        break;
      case 2:
      case 3:
        y = std::sqrt(std::max(x, 0.25f));
        if (i == 2)
          break;
        y += std::floor(x);
        break;
      case 4:
        y = std::log(std::abs(x) + 1);
      case 5:
        y += std::pow(2.0f, x);
        break;
      default:
        y = x < 0 ? -x : x / 3;
      }
      *p++ = y;
    }
  }
};

class Bits : public Vertex {
public:
  Input<Vector<unsigned>> in;
  InOut<Vector<unsigned>> out;
  unsigned char shift;

  bool compute() {
    const unsigned n = in.size() < out.size() ? in.size() : out.size();
    std::uint8_t carry = 0;
    for (int i = int(n) - 1; i >= 0; --i) {
      unsigned x = in[i];
      x ^= x << (shift & 15);
      x = (x >> 3) | (x & 7) << 29;
      carry += x;
      out[i] = (x % 1000u) * carry - ~x + (x > out[i]);
      out[i] &= 0xffffff;
    }
    return carry != 0;
  }
};

} // namespace judged
