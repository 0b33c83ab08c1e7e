// A class without mistakes, and ten with one each.
#include <poplar/Vertex.hpp>
struct Good : poplar::Vertex {
  poplar::Output<int> x;
  void compute() { *x = 1; }
};
struct Bad0 : poplar::Vertex { None0 x; void compute() {} };
struct Bad1 : poplar::Vertex { None1 x; void compute() {} };
struct Bad2 : poplar::Vertex { None2 x; void compute() {} };
struct Bad3 : poplar::Vertex { None3 x; void compute() {} };
struct Bad4 : poplar::Vertex { None4 x; void compute() {} };
struct Bad5 : poplar::Vertex { None5 x; void compute() {} };
struct Bad6 : poplar::Vertex { None6 x; void compute() {} };
struct Bad7 : poplar::Vertex { None7 x; void compute() {} };
struct Bad8 : poplar::Vertex { None8 x; void compute() {} };
struct Bad9 : poplar::Vertex { None9 x; void compute() {} };
