#include <poplar/Vertex.hpp>
class V : public poplar::Vertex {
public:
  V();
  poplar::Input<float> x;
  bool compute() { return true; }
};
