// The bits of a value as another type: casts of pointers, unions, copies of bytes, and
// functions whose operands have different types.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace judged {

template <class R, class T> R as(T x) { return *reinterpret_cast<R *>(&x); }

struct Pair {
  float a;
  unsigned short b;
  unsigned char c;
};

// Locals, elements, members, parameters, and parts of them.
class Puns : public Vertex {
public:
  Input<Vector<float>> x;
  Input<Vector<half>> h;
  InOut<float> e;
  Output<Vector<unsigned, VectorLayout::ONE_PTR>> y;
  InOut<Vector<unsigned, VectorLayout::ONE_PTR>> z;

  void compute() {
    float f = x[0];
    y[0] = *reinterpret_cast<unsigned *>(&f);
    y[1] = *(unsigned *)&f + 1;
    y[2] = as<unsigned>(x[0]);
    y[3] = *reinterpret_cast<const unsigned *>(&x[0]);
    half k = h[0];
    y[4] = *reinterpret_cast<unsigned short *>(&k);
    int n = -5 + int(y[4]);
    y[5] = *reinterpret_cast<unsigned char *>(&n);
    unsigned bits = 0x3fc00000;
    float g = *reinterpret_cast<float *>(&bits);
    y[6] = g * 2;
    unsigned short s = 0x1234 + y[4];
    y[7] = *reinterpret_cast<signed char *>(&s);
    y[8] = reinterpret_cast<unsigned char *>(&n)[1];
    y[9] = *(reinterpret_cast<unsigned char *>(&n) + z[0] % 4);
    Pair p;
    p.a = x[0];
    p.b = 7;
    p.c = 9;
    y[10] = *reinterpret_cast<unsigned *>(&p.a);
    y[11] = *reinterpret_cast<unsigned *>(&p);
    y[12] = *(reinterpret_cast<unsigned short *>(&p) + 2);
    *reinterpret_cast<unsigned *>(&p.a) = 0x40490fdb;
    y[13] = p.a * 100;
    y[14] = *reinterpret_cast<unsigned *>(&*e);
    *reinterpret_cast<unsigned char *>(&n) = 3;
    y[15] = n;
    reinterpret_cast<unsigned short *>(&n)[1] = 0x7fff;
    y[16] = n;
    unsigned char *byte = reinterpret_cast<unsigned char *>(&z[0]);
    for (unsigned i = 0; i < 8; ++i)
      *byte++ += i;
    y[17] = *(reinterpret_cast<const half *>(&x[0]) + 1) == half(1);
    unsigned char *q = (unsigned char *)&n;
    unsigned all = 0;
    for (; q != (unsigned char *)(&n + 1); q += 1)
      all = all * 31 + *q;
    y[18] = all;
    y[19] = *(unsigned *)(byte - 4) + reinterpret_cast<const unsigned short *>(&x[0])[1];
    unsigned &whole = reinterpret_cast<unsigned &>(f);
    whole ^= 0x80000000;
    y[20] = as<unsigned>(f);
  }
};

union Word {
  float f;
  unsigned n;
  unsigned char bytes[4];
  unsigned short halves[2];
};

union Either {
  half h[4];
  unsigned long long bits;
  float2 v;
};

class Unions : public Vertex {
public:
  Input<Vector<float>> x;
  Input<unsigned> i;
  Output<Vector<unsigned, VectorLayout::ONE_PTR>> y;

  void compute() {
    Word w;
    w.f = x[0];
    y[0] = w.n;
    y[1] = w.bytes[i % 4];
    y[2] = w.halves[1];
    w.halves[0] = 0xffff;
    y[3] = w.n;
    Word copy = w;
    copy.bytes[3] = 1;
    y[4] = copy.n - w.n;
    Word made{x[0]};
    y[5] = made.n;
    Word list[2];
    list[0].n = 1;
    list[1] = made;
    y[6] = list[i % 2].n;
    Word *p = &list[1];
    p->f += 1;
    y[7] = p->n;
    Either e;
    e.v = float2{x[0], x[0]};
    y[8] = e.bits >> 24;
    e.h[1] = half(2);
    y[9] = e.bits;
    y[10] = sizeof(Word) + 100 * sizeof(Either) + 10000 * sizeof(Pair);
  }
};

// Arrays of classes whose members have several types.
class Records : public Vertex {
public:
  Input<Vector<float>> x;
  Input<unsigned> i;
  Output<Vector<unsigned, VectorLayout::ONE_PTR>> y;

  void compute() {
    Pair list[3];
    for (unsigned k = 0; k < 3; ++k)
      list[k] = Pair{x[0] + k, (unsigned short)(k * 7), (unsigned char)(k + 250)};
    list[i % 3].b += 3;
    y[0] = list[0].b + 100 * list[1].b + 10000 * list[2].c;
    Pair one = list[i % 3];
    y[1] = as<unsigned>(one.a);
    y[2] = one.b;
    unsigned bytes = 0;
    std::memcpy(&bytes, &list[1].a, 4);
    y[3] = bytes;
    float two[2];
    std::memcpy(two, &x[0], sizeof(float));
    two[1] = 0;
    y[4] = as<unsigned>(two[0]);
  }
};

// A float and an integer are doubles.
class Powers : public Vertex {
public:
  Input<Vector<float>> x;
  Input<int> n;
  Output<Vector<float, VectorLayout::ONE_PTR>> y;

  void compute() {
    y[0] = 1.0f / std::pow(x[0], 2);
    y[1] = std::pow(x[0], 2) * 3 - std::pow(x[0], 2.0f);
    y[2] = std::sqrt(*n * *n) * x[0];
    y[3] = std::fmod(x[0], 3) * 1.1 + std::atan2(*n, x[0]);
    y[4] = std::pow(2, *n % 8) + std::fabs(*n) + std::floor(*n) + std::max(x[0], 1.0f) * 2.0;
    y[5] = std::pow(double(x[0]), 3);
  }
};

} // namespace judged
