// The algorithms of the standard library, on vectors and local arrays.
#include <algorithm>
#include <numeric>
#include <poplar/HalfFloat.hpp>
#include <poplar/Vertex.hpp>

using namespace poplar;

class Sums : public Vertex {
public:
  Vector<Input<Vector<half>>> rows;
  Output<Vector<float>> sums;

  bool compute() {
    for (unsigned r = 0; r < rows.size() && r < sums.size(); ++r) {
      const auto &row = rows[r];
      sums[r] = std::accumulate(row.begin(), row.end(), 0.0f, [](float a, half b) { return a + float(b); }) * 0.5f;
    }
    return true;
  }
};

class Order : public Vertex {
public:
  Input<Vector<float>> keys;
  Output<Vector<unsigned>> order;

  bool compute() {
    unsigned n = std::min(keys.size(), order.size());
    std::iota(order.begin(), order.begin() + n, 0u);
    for (unsigned i = 0; i + 1 < n; ++i) {
      unsigned best = i;
      for (unsigned j = i + 1; j < n; ++j)
        best = keys[order[j]] < keys[order[best]] ? j : best;
      std::swap(order[i], order[best]);
    }
    std::reverse(order.begin(), order.begin() + n);
    return true;
  }
};

class Searches : public Vertex {
public:
  Input<Vector<int>> in;
  Output<Vector<int>> out;

  bool compute() {
    const int *first = in.begin(), *last = in.end();
    int limit = 10;
    int found[10] = {
        int(std::max_element(first, last) - first),
        int(std::min_element(first, last) - first),
        int(std::find(first, last, 3) - first),
        int(std::find_if(first, last, [=](int x) { return x > limit; }) - first),
        int(std::count(first, last, 0)),
        int(std::count_if(first, last, [](int x) { return x % 2 == 0; })),
        std::any_of(first, last, [](int x) { return x == 1; }),
        std::all_of(first, last, [](int x) { return x < 100; }),
        std::none_of(first, last, [](int x) { return x < 0; }),
    };
    int sorted[6] = {-5, 0, 0, 7, 7, 20};
    if (first != last)
      found[9] = int(std::lower_bound(sorted, sorted + 6, *first) - sorted) * 10 + int(std::upper_bound(sorted, sorted + 6, *first) - sorted);
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = found[i % 10];
    return true;
  }
};

class Maps : public Vertex {
public:
  Input<Vector<float>> a;
  Input<Vector<float>> b;
  Output<Vector<float>> out;

  bool compute() {
    unsigned n = std::min(std::min(a.size(), b.size()), out.size());
    std::transform(a.begin(), a.begin() + n, b.begin(), out.begin(), [](float x, float y) { return x - 2 * y; });
    std::transform(out.begin(), out.begin() + n / 2, out.begin(), [](float x) { return x * x; });
    float most = 0;
    std::for_each(out.begin(), out.begin() + n, [&](float x) { most = std::max(most, x); });
    if (n > 0)
      out[0] = std::inner_product(a.begin(), a.begin() + n, b.begin(), most);
    return true;
  }
};
