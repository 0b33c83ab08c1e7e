// Constructs that codelets of public repositories have.
#include <algorithm>
#include <climits>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <poplar/Vertex.hpp>
#include <stdint.h>
#include <string.h>

using namespace poplar;

// Tables and variables outside of functions, which nobody changes.
constexpr int digits[5] = {3, 1, 4, 1, 5};
static const float weights[3] = {0.25f, 0.5f, 0.25f};
float limit = 2.5f;
namespace settings {
float bias = -3.0f;
}

class Tables : public Vertex {
public:
  Input<Vector<unsigned>> x;
  Output<Vector<float>> y;
  static constexpr float grid[2][3] = {{1, 2, 3}, {4, 5, 6}};

  void compute() {
    static const int order[4] = {3, 1, 2, 0};
    for (unsigned i = 0; i < y.size(); ++i)
      y[i] = grid[i % 2][x[0] % 3] + order[i % 4] + digits[x[i] % 5] * weights[i % 3] + (i > limit ? settings::bias : limit);
  }
};

struct Cell {
  float a, b;
  int n = 3;
};

// Values of members by name, structured bindings, and a choice of a variable.
class Parts : public Vertex {
public:
  Input<Vector<int>> x;
  Output<Vector<float>> y;

  static Cell cell(int n) {
    if (n > 2)
      return {.a = 1, .n = n};
    return Cell{.b = 5.5f};
  }

  void compute() {
    auto [a, b, n] = cell(x[0]);
    Cell c{3, 4};
    auto &[d, e, f] = c;
    d = 7;
    int z[2] = {1, 2};
    auto [g, h] = z;
    g = 5;
    y[0] = a + b + n;
    y[1] = c.a + e + f;
    y[2] = z[0] + g + h;
    float p = 1, q = 2;
    (x[1] > 2 ? p : q) = 5;
    float &r = x[2] > 2 ? p : q;
    r += 1;
    y[3] = p;
    y[4] = q;
    y[5] = r;
  }
};

// A label after nested loops, and a label in a loop.
class Labels : public Vertex {
public:
  Input<Vector<int>> x;
  Output<Vector<int>> y;

  int search(int key) {
    for (unsigned i = 0; i < x.size(); ++i)
      for (unsigned j = 0; j < i; ++j) {
        if (x[i] + x[j] == key)
          goto found;
        if (x[i] > 10)
          return -2;
      }
    return -1;
  found:
    return key;
  }

  void compute() {
    for (unsigned i = 0; i < y.size(); ++i) {
      if (x[i % x.size()] > 3)
        goto next;
      y[i] = search(i);
    next:;
    }
  }
};

struct Number {
  int n;
  operator int() const { return n; }
  operator float() const { return n + 0.5f; }
  explicit operator bool() const { return n > 2; }
};

// Functions that convert an object, variables in conditions, and a float as an index.
class Conversions : public Vertex {
public:
  Input<Vector<int>> x;
  Input<Vector<float>> at;
  Output<Vector<float>> y;

  void compute() {
    Number n{x[0]};
    y[0] = n;
    if (n)
      y[1] = 1;
    int k = n;
    y[2] = k;
    if (float(*&at[0]) > 1.0f)
      y[3] = 1;
    if (int j = x[1])
      y[4] = j;
    else
      y[4] = -1;
    int m = x[2];
    while (int j = m - 1) {
      if (j < 0)
        break;
      m = j;
    }
    y[5] = m;
    float i = at[0] < 0 ? 0 : at[0];
    y[6] = at[i];
    y[7] = at->size();
  }
};

// Pointers that may be null.
class Null : public Vertex {
public:
  Input<Vector<float>> x;
  Output<Vector<float>> y;

  static float sum(const float *p, const float *q) {
    if (q == NULL)
      return *p;
    if (!p)
      return *q;
    return *p + *q;
  }

  void compute() {
    y[0] = sum(&x[0], NULL);
    y[1] = sum(nullptr, &x[1]);
    y[2] = sum(&x[0], &x[1]);
    y[3] = sum(0, &x[1]);
  }
};

// Macros of the standard headers, and functions of lists and of bytes.
class Headers : public Vertex {
public:
  Input<Vector<int>> x;
  Output<Vector<float>> y;
  Output<Vector<unsigned short>> z;

  void compute() {
    memset(&y[0], 0, y.size() * sizeof(float));
    memset(&z[0], 0x5a, z.size() * 2);
    unsigned n = std::min(x.size(), y.size());
    memcpy(&y[0], &x[0], n * sizeof(int));
    int least = INT_MAX;
    for (unsigned i = 0; i < x.size(); ++i)
      least = std::min(least, x[i]);
    y[0] = least;
    y[1] = FLT_MAX * FLT_EPSILON + UINT8_MAX + INT16_MIN;
    y[2] = M_PI;
    y[3] = std::min({x[0], x[1], 3}) + std::max({1.0f, 2.0f});
    int ones[300];
    memset(ones, 0xff, sizeof(ones));
    float zeros[625] = {1, 2};
    y[4] = ones[299] + ones[0] + zeros[0] + zeros[1] + zeros[2] + zeros[624];
  }
};

template <class U, typename std::enable_if<std::is_same<U, float>::value>::type * = nullptr> U twice(U v) { return v * 2; }
template <class U, typename std::enable_if<!std::is_same<U, float>::value>::type * = nullptr> U twice(U v) { return v + v + 1; }

template <class T> class Twice : public Vertex {
public:
  InOut<Vector<T>> m;

  bool compute() {
    for (unsigned i = 0; i < m.size(); ++i)
      m[i] = twice<T>(m[i]);
    return true;
  }
};
template class Twice<float>;
template class Twice<unsigned>;

// Elements of vectors by letters.
class Letters : public Vertex {
public:
  Input<Vector<float, VectorLayout::SPAN, 8>> x;
  Output<Vector<float>> y;

  void compute() {
    auto *p = reinterpret_cast<const float2 *>(&x[0]);
    float2 v = p[0];
    v.x += v.y;
    y[0] = v.x;
    y[1] = p->y;
  }
};

// Functions of the hardware.
class Hardware : public Vertex {
public:
  Input<Vector<float, VectorLayout::SPAN, 8>> x;
  Input<Vector<half, VectorLayout::SPAN, 8>> h;
  Output<Vector<float, VectorLayout::SPAN, 8>> y;
  Output<Vector<half, VectorLayout::SPAN, 8>> z;

  void compute() {
    const float2 *p = reinterpret_cast<const float2 *>(&x[0]);
    float2 *q = reinterpret_cast<float2 *>(&y[0]);
    for (unsigned i = 0; i < std::min(x.size(), y.size()) / 2; ++i) {
      float2 v = ipu::load_postinc(&p, 1);
      float2 w = ipu::max(ipu::fabs(v), ipu::exp(ipu::min(v, float2{1, 2})));
      ipu::store_postinc(&q, ipu::andc(w, ipu::copysign(float2{0, 0}, v)), 1);
    }
    for (unsigned i = 0; i < std::min(h.size(), z.size()); ++i)
      z[i] = ipu::sqrt(ipu::fabs(h[i])) + ipu::max(h[i], half(0.5f));
    y[0] = ipu::clamp(x[0], float2{-1, 1}) + ipu::fma(x[0], x[1], 2.0f) + ipu::sum(half2{h[0], h[1]});
  }
};

typedef struct {
  float a;
  unsigned short n;
} Item;

// Classes that functions and typedefs declare, and sizes of classes in declarations.
class Local : public Vertex {
public:
  Input<Vector<float>> x;
  Output<Vector<float>> y;
  unsigned char buffer[sizeof(Item)];

  void compute() {
    enum { First, Second };
    struct Sum {
      float all = 0;
      void add(float v) { all += v; }
    };
    Sum sums[2];
    for (unsigned i = 0; i < x.size(); ++i)
      sums[i % 2].add(x[i]);
    Item items[3] = {{1, 2}, {3, 4}};
    y[0] = sums[First].all - sums[Second].all + items[1].n + sizeof(buffer);
  }
};
