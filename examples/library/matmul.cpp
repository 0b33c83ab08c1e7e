// The product of two tiles of matrices, and a convolution.
//
// Sums are in float, in the order of the inner dimension.

#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

// c = a b + bias, with a of rows x inner, b of inner x columns, bias of columns elements and
// c of rows x columns, all in row-major order. A worker takes whole rows. With half, two
// rows must not share a word: columns must be even.
template <typename T> class MatMul : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> a;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> b;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> bias;
  Output<Vector<T, VectorLayout::ONE_PTR, 4>> c;
  unsigned short rows;
  unsigned short inner;
  unsigned short columns;

  void compute(unsigned worker) {
    for (unsigned r = worker; r < rows; r += numWorkers())
      for (unsigned k = 0; k < columns; ++k) {
        float sum = bias[k];
        for (unsigned i = 0; i < inner; ++i)
          sum += float(a[r * inner + i]) * float(b[i * columns + k]);
        c[r * columns + k] = sum;
      }
  }
};

template class MatMul<float>;
template class MatMul<half>;

// out = in * kernel: rows of an image of width x channels elements, with a border of one row
// and one column at each side of in. A worker takes whole rows. With half, width must be
// even.
template <typename T> class Conv3x3 : public MultiVertex {
public:
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> in;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> kernel;
  Output<Vector<T, VectorLayout::ONE_PTR, 4>> out;
  unsigned short rows;
  unsigned short width;

  void compute(unsigned worker) {
    const unsigned stride = width + 2;
    for (unsigned r = worker; r < rows; r += numWorkers())
      for (unsigned x = 0; x < width; ++x) {
        float sum = 0;
        for (unsigned i = 0; i < 3; ++i)
          for (unsigned j = 0; j < 3; ++j)
            sum += float(in[(r + i) * stride + x + j]) * float(kernel[3 * i + j]);
        out[r * width + x] = sum;
      }
  }
};

template class Conv3x3<float>;
template class Conv3x3<half>;

} // namespace lib
