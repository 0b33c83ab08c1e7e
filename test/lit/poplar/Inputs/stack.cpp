#include <poplar/Vertex.hpp>

using namespace poplar;

namespace demo {

template <typename T> class Copy : public Vertex {
public:
  static const bool isExternalCodelet = std::is_same<T, half>::value;
  Input<Vector<T>> in;
  Output<Vector<T>> out;

  void compute() {
    for (unsigned i = 0; i < out.size(); ++i)
      out[i] = in[i];
  }
};

template class Copy<half>;
template class Copy<float>;

} // namespace demo

constexpr int frame = 64;
DEF_STACK_USAGE(frame * 2, "helper");
DEF_FUNC_CALL_PTRS("__runCodelet_demo__Copy___float", "helper, other");
