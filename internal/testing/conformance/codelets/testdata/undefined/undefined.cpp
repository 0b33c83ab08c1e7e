// Bodies whose behaviour is undefined. Each run of them ends with an error.
#include <poplar/Vertex.hpp>

using namespace poplar;

struct Base : public Vertex {
  Input<Vector<int>> x;
  Output<Vector<int>> y;
};

struct Pair {
  int a, b;
};

struct Row {
  int a[2];
  int b;
};

class NoValue : public Base {
public:
  void compute() {
    int v;
    y[0] = v;
  }
};

class NoValueOnAPath : public Base {
public:
  void compute() {
    int v;
    if (x[0] == 77)
      v = 3;
    y[0] = v;
  }
};

class NoValueAgain : public Base {
public:
  void compute() {
    for (int i = 0; i < 2; ++i) {
      int v;
      if (i == 0)
        v = 7;
      y[0] = v;
    }
  }
};

class NoMember : public Base {
public:
  void compute() {
    Pair p;
    p.a = 1;
    Pair q = p;
    y[0] = q.b;
  }
};

class NoBits : public Base {
public:
  void compute() {
    float f;
    y[0] = *reinterpret_cast<int *>(&f);
  }
};

class LambdaWithoutReturn : public Base {
public:
  void compute() {
    auto f = [](int k) -> int {
      if (k == 77)
        return 1;
    };
    y[0] = f(x[0]);
  }
};

class FunctionWithoutReturn : public Base {
public:
  static int f(int k) {
    if (k == 77)
      return 1;
  }
  void compute() { y[0] = f(x[0]); }
};

class BeyondInner : public Base {
public:
  void compute() {
    int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    y[0] = a[0][x[0] * 0 + 3];
  }
};

class BeyondMember : public Base {
public:
  void compute() {
    Row rows[2] = {{{1, 2}, 3}, {{4, 5}, 6}};
    y[0] = rows[0].a[x[0] * 0 + 2];
  }
};

class DeadVariable : public Base {
public:
  void compute() {
    int *p;
    {
      int v = 7;
      p = &v;
    }
    y[0] = *p;
  }
};

class DeadArray : public Base {
public:
  void compute() {
    int *p;
    {
      int v[2] = {7, 8};
      p = v;
    }
    y[0] = p[0];
  }
};

class DeadAfterBreak : public Base {
public:
  void compute() {
    int *p;
    for (int i = 0; i < 4; ++i) {
      int v[2] = {7, i};
      p = v;
      if (i == 1)
        break;
    }
    y[0] = p[0];
  }
};

class DeadVariableAfterBreak : public Base {
public:
  void compute() {
    int *p;
    for (;;) {
      int v = 7;
      p = &v;
      break;
    }
    y[0] = *p;
  }
};

class DeadAfterGoto : public Base {
public:
  void compute() {
    int *p;
    {
      int v[2] = {7, 8};
      p = v;
      if (y.size() > 0)
        goto done;
      y[0] = 1;
    }
  done:
    y[0] = p[1];
  }
};

class DeadResult : public Base {
public:
  static int *f(int k) {
    int v = k;
    return &v;
  }
  void compute() { y[0] = *f(3); }
};

class DeadReference : public Base {
public:
  static const int &f(int k) {
    int v = k;
    return v;
  }
  void compute() { y[0] = f(3); }
};
