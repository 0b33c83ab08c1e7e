// Rows of a table that is spread over tiles: reading the rows of a list, and adding to them.

#include <poplar/Vertex.hpp>

using namespace poplar;

namespace lib {

// Row i of out is row indices[i] of the whole table if that is one of the rows from base to
// base + count that the tile has, and zero otherwise; the sum over all tiles is the lookup.
// A worker takes whole rows. With half, width must be even, so that two rows share no word.
template <typename T> class GatherRows : public MultiVertex {
public:
  Input<Vector<unsigned, VectorLayout::SPAN>> indices;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> table;
  Output<Vector<T, VectorLayout::ONE_PTR, 4>> out;
  unsigned base;
  unsigned count;
  unsigned short width;

  void compute(unsigned worker) {
    for (unsigned i = worker; i < indices.size(); i += numWorkers()) {
      const unsigned row = indices[i] - base;
      for (unsigned k = 0; k < width; ++k)
        out[i * width + k] = row < count ? float(table[row * width + k]) : 0.0f;
    }
  }
};

template class GatherRows<float>;
template class GatherRows<half>;

// Adds row i of updates to row indices[i] of the whole table, if that is one of the rows of
// the tile. An index may occur several times; therefore a worker takes every sixth row of
// the table, and reads the whole list. With half, width must be even.
template <typename T> class ScatterAddRows : public MultiVertex {
public:
  Input<Vector<unsigned, VectorLayout::SPAN>> indices;
  Input<Vector<T, VectorLayout::ONE_PTR, 4>> updates;
  InOut<Vector<T, VectorLayout::ONE_PTR, 4>> table;
  unsigned base;
  unsigned count;
  unsigned short width;

  void compute(unsigned worker) {
    for (unsigned i = 0; i < indices.size(); ++i) {
      const unsigned row = indices[i] - base;
      if (row < count && row % numWorkers() == worker)
        for (unsigned k = 0; k < width; ++k)
          table[row * width + k] = float(table[row * width + k]) + float(updates[i * width + k]);
    }
  }
};

template class ScatterAddRows<float>;
template class ScatterAddRows<half>;

// A sparse matrix times a vector: element r of out is the sum of the values of row r, each times
// the element of dense in its column. A worker takes rows in turn.
template <typename T> class SparseRows : public MultiVertex {
public:
  Input<VectorList<T, VectorListLayout::COMPACT_DELTAN>> values;
  Input<VectorList<unsigned, VectorListLayout::COMPACT_DELTAN>> columns;
  Input<Vector<T, VectorLayout::ONE_PTR>> dense;
  Output<Vector<T>> out;

  void compute(unsigned workerId) {
    for (unsigned r = workerId; r < out.size(); r += numWorkers()) {
      T sum = 0;
      for (unsigned k = 0; k < values[r].size(); ++k)
        sum += values[r][k] * dense[columns[r][k]];
      out[r] = sum;
    }
  }
};

template class SparseRows<float>;

} // namespace lib
