// A half with its bits.
#pragma once

#include <cstring>
#include <poplar/Vertex.hpp>

namespace poplar {

class IeeeHalf {
  half x;

public:
  IeeeHalf(float y) : x(y) {}
  static IeeeHalf fromBits(uint16_t bits) {
    half y;
    std::memcpy(&y, &bits, 2);
    return y;
  }
  uint16_t bit16() const {
    uint16_t bits;
    std::memcpy(&bits, &x, 2);
    return bits;
  }
  operator float() const { return x; }
};

} // namespace poplar
