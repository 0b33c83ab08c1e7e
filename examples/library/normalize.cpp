// Softmax and layer norm of the rows of a matrix.
//
// A tile has whole rows, and a worker takes whole rows. Sums are in float. With half, width
// must be even, so that two rows share no word.

#include <cmath>
#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

// Each row becomes exp(x - max) / sum, which adds up to 1. data has rows x width elements.
template <typename T> class Softmax : public MultiVertex {
public:
  InOut<Vector<T, VectorLayout::SPAN, 4>> data;
  unsigned short width;

  void compute(unsigned worker) {
    const unsigned rows = data.size() / width;
    for (unsigned r = worker; r < rows; r += numWorkers()) {
      float largest = data[r * width];
      for (unsigned k = 1; k < width; ++k)
        if (largest < float(data[r * width + k]))
          largest = data[r * width + k];
      float sum = 0;
      for (unsigned k = 0; k < width; ++k)
        sum += std::exp(float(data[r * width + k]) - largest);
      for (unsigned k = 0; k < width; ++k)
        data[r * width + k] = std::exp(float(data[r * width + k]) - largest) / sum;
    }
  }
};

template class Softmax<float>;
template class Softmax<half>;

// Each row becomes (x - mean) / sqrt(variance + epsilon) * gamma + beta; gamma and beta have
// width elements.
template <typename T> class LayerNorm : public MultiVertex {
public:
  InOut<Vector<T, VectorLayout::SPAN, 4>> data;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> gamma;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> beta;
  unsigned short width;
  float epsilon;

  void compute(unsigned worker) {
    const unsigned rows = data.size() / width;
    for (unsigned r = worker; r < rows; r += numWorkers()) {
      float mean = 0;
      for (unsigned k = 0; k < width; ++k)
        mean += float(data[r * width + k]);
      mean /= width;
      float variance = 0;
      for (unsigned k = 0; k < width; ++k) {
        const float d = float(data[r * width + k]) - mean;
        variance += d * d;
      }
      const float scale = 1 / std::sqrt(variance / width + epsilon);
      for (unsigned k = 0; k < width; ++k)
        data[r * width + k] = (float(data[r * width + k]) - mean) * scale * float(gamma[k]) + float(beta[k]);
    }
  }
};

template class LayerNorm<float>;
template class LayerNorm<half>;

} // namespace lib
