// Pointers to functions: tables, variables, parameters, members and null.
#include <poplar/Vertex.hpp>

using namespace poplar;

typedef float real;

static float twice(float x) { return 2 * x; }
static float square(float x) { return x * x; }
static float add(float a, float b) { return a + b; }
static float mul(float a, float b) { return a * b; }
static int first(const float *x, int n) { return n > 0 && x[0] > 0 ? 1 : 0; }
static int last(const float *x, int n) { return n > 0 && x[n - 1] > 0 ? 2 : 0; }
static float *begin(float *x, int) { return x; }
static float *second(float *x, int n) { return n > 1 ? x + 1 : x; }

float (*const unary[])(float) = {twice, &square};
typedef float (*Binary)(float, float);
using Pick = int (*)(const float *x, int n);
Binary ops[4] = {add, mul, add, nullptr};

struct Row {
  Pick pick;
  int n;
};

static real apply(real (*f)(real), float x) { return f(x); }
template <typename F> float twiceOf(F f, float x) { return f(f(x)); }
static Binary chosen(int n) { return n > 0 ? add : mul; }

class Tables : public Vertex {
public:
  Input<Vector<float>> a;
  Input<Vector<int>> which;
  Output<Vector<float>> out;

  bool compute() {
    static constexpr Row rows[] = {{first, 1}, {last, 2}};
    unsigned n = out.size() < a.size() ? out.size() : a.size();
    n = n < which.size() ? n : which.size();
    for (unsigned i = 0; i + 1 < n; ++i) {
      float x = unary[which[i] & 1](a[i]);
      Binary op = ops[which[i] & 3];
      if (op)
        x = op(x, a[i]);
      if (op == mul || op != nullptr && which[i] > 3)
        x += 1;
      float (*g)(float) = which[i] > 0 ? twice : square;
      x += (*g)(x);
      Pick p = nullptr;
      p = rows[which[i] & 1].pick;
      if (p != nullptr)
        x += p(&a[i], rows[which[i] & 1].n);
      x += apply(which[i] & 4 ? twice : &square, x);
      x += apply([](float y) { return y - 1; }, x);
      x += twiceOf(square, 0.5f) + chosen(which[i])(1.0f, 3.0f);
      out[i] = x;
    }
    return true;
  }
};

// The pointer points to another function after the first call.
class Later : public Vertex {
public:
  Input<Vector<float>> a;
  Output<Vector<float>> out;

  bool compute() {
    float (*f)(float) = twice;
    float *(*place)(float *, int) = begin;
    for (unsigned i = 0; i < out.size() && i < a.size(); ++i) {
      *place(&out[i], out.size() - i) = f(a[i]);
      f = i % 3 == 0 ? square : f;
      if (i % 5 == 4)
        f = twice;
      place = i % 4 == 1 ? second : begin;
    }
    return true;
  }
};
