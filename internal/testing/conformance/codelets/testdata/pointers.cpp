// Pointers in arrays, in objects and behind pointers.
#include <poplar/Vertex.hpp>

using namespace poplar;

static const float coefficients[6] = {1, 2, 3, 4, 5, 6};
struct Span {
  const float *first;
  int n;
};
static Span spans[] = {{coefficients, 2}, {coefficients + 2, 1}, {&coefficients[3], 3}, {nullptr, 0}};

class Spans : public Vertex {
public:
  Input<Vector<unsigned>> which;
  Output<Vector<float>> out;

  bool compute() {
    for (unsigned i = 0; i < out.size() && i < which.size(); ++i) {
      const Span &s = spans[which[i] & 3];
      float sum = s.first ? s.first[0] : -1.0f;
      for (int k = 0; k < s.n; ++k)
        sum += s.first[k];
      if (s.first == nullptr)
        sum -= 1;
      out[i] = sum;
    }
    return true;
  }
};

static void swap(float **a, float **b) {
  float *c = *a;
  *a = *b;
  *b = c;
}

class Rows : public Vertex {
public:
  Input<Vector<float>> in;
  InOut<Vector<float>> out;
  Input<unsigned> n;

  bool compute() {
    if (in.size() < 8 || out.size() < 8)
      return true;
    float buffer[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    float *rows[3] = {buffer[0], &out[2], nullptr};
    const float *sources[2] = {&in[0], &in[4]};
    rows[2] = buffer[1];
    float **pp = rows;
    for (unsigned i = 0; i < (*n & 7); ++i) {
      swap(&rows[i % 3], pp + (i + 1) % 3);
      rows[i % 2][i % 4] = sources[i % 2][i % 4] + *rows[2];
      if (i == 5)
        rows[1] = &out[4];
    }
    for (float *r : rows)
      out[0] += r[0] + r[3];
    return true;
  }
};

// Tables of rows, of which some are missing, and ranges whose ends are stored.
class Ranges : public Vertex {
public:
  InOut<Vector<int>> data;
  Output<Vector<int>> out;

  struct Range {
    int *first, *last;
    int scale;
  };

  static int sum(const Range &r) {
    int s = 0;
    for (const int *p = r.first; p != r.last; ++p)
      s += *p * r.scale;
    return s;
  }

  bool compute() {
    if (data.size() < 6 || out.size() < 4)
      return true;
    int scratch[3] = {7, 8, 9};
    Range ranges[3];
    ranges[0] = {&data[0], &data[4], 2};
    ranges[1] = {scratch, scratch + 3, 1};
    ranges[2].first = ranges[2].last = nullptr;
    int *cells[2][2] = {{&data[4], scratch}, {nullptr, &data[5]}};
    for (int i = 0; i < 4; ++i) {
      int *p = cells[i / 2][i % 2];
      if (p)
        *p += i;
      out[i] = p != nullptr ? *p : -1;
    }
    for (int i = 0; i < 3; ++i)
      out[i] += ranges[i].first == nullptr ? 100 : sum(ranges[i]);
    return true;
  }
};

// An array at file level that is not constant, and to which only reads refer.
static int weights[4] = {3, 1, 4, 1};
static int weighted(int *w, int n, int x) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * x;
  return s;
}

class Weighted : public Vertex {
public:
  Input<Vector<int>> in;
  Output<Vector<int>> out;

  bool compute() {
    int *parts[2] = {weights, &weights[2]};
    for (unsigned i = 0; i < out.size() && i < in.size(); ++i)
      out[i] = weighted(weights, 4, in[i]) - *parts[i % 2];
    return true;
  }
};

// Each side of a condition gives a pointer a value on some of its paths only.
class Sides : public Vertex {
public:
  Input<Vector<int>> in;
  Output<Vector<int>> out;

  bool compute() {
    static int most[2] = {7, 9}; // which nobody changes
    int a[4] = {1, 2, 3, 4}, b[3] = {4, 5, 6};
    int *p;
    if (in.size() < 3 || out.size() < 2)
      return true;
    bool first = in[1] > 0, second = in[2] > 0;
    if (in[0] > 0) {
      if (first)
        p = a;
      else if (second)
        p = b + 1;
      if (first)
        out[1] = *p + most[0];
    } else {
      if (second)
        p = a + 1;
      else if (first)
        p = b;
      if (second)
        out[0] = *p + most[1];
    }
    return true;
  }
};
