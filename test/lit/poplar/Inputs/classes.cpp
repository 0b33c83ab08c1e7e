#include "layouts.hpp"
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace demo {

enum class Mode : unsigned char { NONE, ADD = 4, SCALE };
struct Sum;

// A class without parameters: scalars, an enumeration, an array, default values.
class Plain : public Vertex {
public:
  Plain();
  Input<unsigned> offset;
  Mode mode;
  unsigned short counts[2 * 2];
  const float scale = 1.5f;
  int low, high = -1;
  bool compute() { return true; }
};

// Layout and alignment computed from a parameter, the kind chosen by a function of it,
// constraints, a private member that takes no space.
template <typename T, bool wide> constexpr bool inAssembly() {
  constexpr unsigned size = sizeof(T);
  if (std::is_same_v<T, float>) {
    return wide;
  } else {
    return size < 4;
  }
}

template <typename T, bool wide>
class [[poplar::constraint("elem(*in) != elem(*out)",
                           "region(*in) != "
                           "region(**rows)")]] Move
    : public std::conditional_t<inAssembly<T, wide>(), SupervisorVertex, MultiVertex> {
  static const bool needsAlignWorkers = false;
  static constexpr unsigned align = wide ? 16 : 8;
  using Rows = Input<VectorList<T, VectorListLayout::COMPACT_DELTAN, alignof(T) * 2>>;

public:
  IS_EXTERNAL((inAssembly<T, wide>()));
  Input<Vector<T, PTR8, align>> in;
  std::conditional_t<wide, InOut<Vector<T, PTR8, align>>, Output<Vector<T>>> out;
  Rows rows;
  void compute(unsigned wid) {}
};
template class Move<half, true>;
template class Move<float, false>;

// A base class with fields, a partial and an explicit specialization, a class and an
// enumerator as arguments, instances made by macros.
template <typename T> class Counted : public Vertex {
public:
  T count;
};
template <typename Op, typename T, Mode mode = Mode::NONE> class Reduce : public Counted<unsigned short> {
public:
  Vector<Input<Vector<T, VectorLayout::ONE_PTR>>, VectorLayout::SHORT_SPAN> in;
};
template <typename Op, typename T> class Reduce<Op, T, Mode::SCALE> : public Counted<unsigned> {
public:
  Input<Vector<T, VectorLayout::ONE_PTR>> in;
};
template class Reduce<Sum, half>;
template class Reduce<Sum, half, Mode::SCALE>;
template <> class Reduce<Sum, int, Mode::ADD> : public Vertex {
public:
  static const bool isExternalCodelet = true;
  Input<int> in;
};

template <typename T> class Zero : public MultiVertex {
public:
  Output<Vector<T, VectorLayout::SPAN, 8, true>> out;
};
INSTANTIATE(Zero, unsigned long long, signed char)

} // namespace demo
