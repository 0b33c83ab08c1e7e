// Pointers, structs, templates, functors, lambdas, nested vectors and lists.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <poplar/Vertex.hpp>
#include <tuple>
#include <type_traits>

using namespace poplar;

namespace judged {

struct Add {
  template <typename T> static T apply(T a, T b) { return a + b; }
};
struct Largest {
  template <typename T> static T apply(T a, T b) { return a < b ? b : a; }
};

template <typename Op, typename T> class Reduce : public Vertex {
public:
  Input<VectorList<T, VectorListLayout::DELTANELEMENTS>> rows;
  Vector<Output<Vector<T>>> out;
  InOut<T> total;

  void compute() {
    for (unsigned r = 0; r < rows.size() && r < out.size(); ++r) {
      const auto &row = rows[r];
      auto &to = out[r];
      T all = T(0);
      for (auto x : row)
        all = Op::apply(all, x);
      for (auto &y : to)
        y = all;
      *total = Op::apply(T(*total), all);
    }
  }
};

template class Reduce<Add, unsigned>;
template class Reduce<Largest, float>;
template class Reduce<Largest, half>;

// Records of three numbers in a vector of numbers.
struct Entry {
  unsigned short from, count, to;
};

template <bool backwards> class Gather : public Vertex {
public:
  Input<Vector<unsigned short>> entries;
  Input<Vector<float, VectorLayout::ONE_PTR>> table;
  InOut<Vector<float, VectorLayout::ONE_PTR>> out;

  void compute() {
    const auto *e = reinterpret_cast<const Entry *>(&entries[0]);
    const auto *end = e + entries.size() / 3;
    while (e != end) {
      const float *src = &table[e->from];
      float *dst = &out[e->to];
      unsigned n = e->count;
      if constexpr (backwards) {
        dst += n;
        while (n-- > 0)
          *--dst = *src++;
      } else {
        do {
          if (n == 0)
            break;
          *dst++ = *src++;
        } while (--n);
      }
      ++e;
    }
  }
};

template class Gather<false>;
template class Gather<true>;

template <typename T, typename F> static void transform(T *x, unsigned n, F f) {
  for (unsigned i = 0; i != n; ++i)
    x[i] = f(x[i], i);
}

class Lambdas : public MultiVertex {
public:
  InOut<Vector<int>> data;
  short offset;

  bool compute(unsigned worker) {
    if (worker != 0)
      return true;
    int calls = 0;
    const int by = offset;
    transform(&data[0], data.size(), [&](int x, unsigned i) {
      ++calls;
      if (x > 1000 || x < -1000)
        return 0;
      return i % 2 ? x + by : x * 2;
    });
    data[0] = calls;
    auto swapIf = [](int &a, int &b) {
      if (b < a)
        std::swap(a, b);
    };
    for (unsigned i = 1; i + 1 < data.size(); i += 2)
      swapIf(data[i], data[i + 1]);
    return true;
  }
};

struct Pair {
  int key;
  float weight;
  Pair() : key(-1), weight(0.5f) {}
  Pair(int k, float w) : key(k), weight(w) {}
  bool operator<(const Pair &o) const { return key < o.key || (key == o.key && weight < o.weight); }
};

class Best : public Vertex {
public:
  Input<Vector<int>> keys;
  Input<Vector<float>> weights;
  Output<int> key;
  Output<float> weight;
  Output<Vector<unsigned, VectorLayout::ONE_PTR>> histogram;

  void compute() {
    unsigned counts[5] = {};
    std::array<unsigned, 3> last{{7, 8, 9}};
    Pair best;
    for (unsigned i = 0; i < std::min(keys.size(), weights.size()); ++i) {
      const Pair p{keys[i], weights[i]};
      if (best < p)
        best = p;
      counts[static_cast<unsigned>(p.key) % 5]++;
      last[i % 3] = i;
    }
    *key = best.key;
    *weight = best.weight;
    for (int i = 0; i < 5; ++i)
      histogram[i] = counts[i] + last[i % 3];
  }
};

enum class Mode : unsigned char { Up, Down, Both };

constexpr Mode modeOf(bool up, bool down) { return up && down ? Mode::Both : up ? Mode::Up : Mode::Down; }

template <typename T, Mode mode> class Saturate : public Vertex {
  static constexpr T top = std::numeric_limits<T>::max() / 2;
  using Wide = std::conditional_t<std::is_integral<T>::value, long long, float>;

public:
  InOut<Vector<T>> x;

  void compute() {
    for (auto &v : x) {
      Wide w = Wide(v) * 3;
      if (mode != Mode::Down && w > Wide(top))
        w = Wide(top);
      if constexpr (mode == Mode::Both)
        w = w < -1000 ? Wide(-1000) : w;
      v = static_cast<T>(w);
    }
  }
};

template class Saturate<int, Mode::Up>;
template class Saturate<short, modeOf(true, true)>;
template class Saturate<float, Mode::Both>;

class Search : public Vertex {
public:
  Input<Vector<unsigned>> sorted;
  Input<Vector<unsigned>> keys;
  Output<Vector<int>> places;

  int find(unsigned key) const {
    unsigned low = 0, high = sorted.size();
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (sorted[middle] == key)
        return middle;
      if (sorted[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    return -1;
  }

  void compute() {
    for (unsigned i = 0; i < places.size(); ++i) {
      if (i >= keys.size()) {
        places[i] = -2;
        continue;
      }
      places[i] = find(keys[i]);
    }
  }
};

// A loop whose condition comes last and whose body leaves it in the middle.
class Sift : public Vertex {
public:
  InOut<Vector<int>> heap;

  void compute() {
    for (unsigned n = 1; n < heap.size(); ++n) {
      unsigned at = n;
      do {
        const unsigned parent = (at - 1) / 2;
        if (heap[parent] >= heap[at])
          break;
        if (heap[parent] == -7) {
          heap[at] = 0;
          return;
        }
        std::swap(heap[parent], heap[at]);
        at = parent;
        if (at == 1)
          continue;
      } while (at != 0);
    }
  }
};

class Bytes : public Vertex {
public:
  Input<Vector<float>> in;
  Output<Vector<unsigned>> out;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i) {
      unsigned bits = 0x80000000;
      if (i < in.size()) {
        const float x = in[i];
        std::memcpy(&bits, &x, sizeof(bits));
      }
      out[i] = bits >> 31 ? ~bits : bits | 1u << 31;
    }
  }
};

// A function that gets a base class sees the functions of the base class, and changes the
// members of the object.
struct Counter {
  int n;
  int next() { return n += 1; }
};

struct Fast : Counter {
  int step;
  int next() { return n += step; }
};

inline int advance(Counter &c) { return c.next() * 10; }

class Bases : public Vertex {
public:
  Input<Vector<short>> in;
  Output<Vector<int>> out;

  void compute() {
    Fast f;
    f.n = 0;
    f.step = 3;
    Counter &slow = f;
    for (unsigned i = 0; i < out.size(); ++i) {
      if (i < in.size())
        f.n = in[i];
      out[i] = advance(f) + f.next() + slow.next();
    }
  }
};

// Tuples, references to variables in them, and an object that gets its own members.
struct Range {
  int from;
  int to;
  void turn() { *this = {to, from}; }
};

inline std::tuple<int, unsigned> element(const int *values, unsigned i) {
  const int x = values[i];
  i += x & 1 ? 1 : 2;
  return {x, i};
}

class Ties : public Vertex {
public:
  Input<Vector<int>> in;
  Output<Vector<int>> out;

  void compute() {
    Range r = {1, 2};
    unsigned i = 0;
    int x;
    for (unsigned k = 0; k < out.size(); ++k) {
      if (i < in.size())
        std::tie(x, i) = element(&in[0], i);
      else
        x = 7;
      r.turn();
      out[k] = (x >> 1) + r.from - 2 * r.to;
    }
  }
};

} // namespace judged
