// The types of vertex fields for a C++ compiler of the host. The program that executes
// codelets (driver.hpp) gives them memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <math.h> // the functions of floats without std::, as in the SDK
#include <type_traits>

typedef _Float16 half;

namespace std {
template <> struct numeric_limits<half> {
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool has_infinity = true;
  static constexpr half min() { return half(0x1p-14); }
  static constexpr half lowest() { return half(-65504.0); }
  static constexpr half max() { return half(65504.0); }
  static constexpr half epsilon() { return half(0x1p-10); }
  static constexpr half infinity() { return half(__builtin_huge_valf()); }
  static constexpr half quiet_NaN() { return half(__builtin_nanf("")); }
};
} // namespace std

// Floats of 8 bits. Classes of quarters are compiled and not executed.
struct quarter {
  unsigned char bits;
  quarter() = default;
  quarter(int) { std::abort(); }
  operator float() const { std::abort(); }
};
struct quarter_metadata {};
typedef unsigned char MetadataType;
inline quarter_metadata unpackMetadata(const MetadataType *) { std::abort(); }
inline quarter toQuarter(half, quarter_metadata, bool = false) { std::abort(); }
inline half toHalf(quarter, quarter_metadata) { std::abort(); }
inline float toFloat(quarter, quarter_metadata) { std::abort(); }

// A half is converted to float for functions of floats.
#define FUNCTION(g) \
  inline float g(half x) { return __builtin_##g##f(float(x)); }
#define FUNCTIONS \
  FUNCTION(acos) FUNCTION(asin) FUNCTION(atan) FUNCTION(cbrt) FUNCTION(ceil) FUNCTION(cos) FUNCTION(cosh) FUNCTION(erf) FUNCTION(exp) FUNCTION(exp2) \
  FUNCTION(expm1) FUNCTION(fabs) FUNCTION(floor) FUNCTION(log) FUNCTION(log10) FUNCTION(log1p) FUNCTION(log2) FUNCTION(rint) FUNCTION(nearbyint) \
  FUNCTION(round) FUNCTION(sin) FUNCTION(sinh) FUNCTION(sqrt) FUNCTION(tan) FUNCTION(tanh) FUNCTION(trunc) \
  inline float abs(half x) { return __builtin_fabsf(float(x)); } \
  inline bool isnan(half x) { return x != x; } \
  inline bool isinf(half x) { return __builtin_isinf(float(x)); } \
  inline bool isfinite(half x) { return __builtin_isfinite(float(x)); } \
  inline float pow(half x, half y) { return __builtin_powf(float(x), float(y)); } \
  inline float atan2(half x, half y) { return __builtin_atan2f(float(x), float(y)); } \
  inline float fmod(half x, half y) { return __builtin_fmodf(float(x), float(y)); }
FUNCTIONS
namespace std {
FUNCTIONS
}
#undef FUNCTIONS
#undef FUNCTION

// What the program reports about an access outside of a vector.
inline void outside() { std::_Exit(3); }

namespace poplar {

using std::is_integral_v;

enum class VectorLayout { NOT_VECTOR, SPAN, DELTAN, SHORT_SPAN, ONE_PTR, SCALED_PTR32, SCALED_PTR64, SCALED_PTR128, COMPACT_PTR };
enum class VectorListLayout { NOT_VECTORLIST, DELTAN, DELTANELEMENTS, COMPACT_DELTAN };

// Elements of one type. The address of the element after the last may be taken.
template <class T> struct Elements {
  using value_type = std::remove_const_t<T>;
  T *first = nullptr;
  unsigned count = 0;
  T &operator[](unsigned i) const {
    if (i > count)
      outside();
    return first[i];
  }
  T &operator*() const { return *first; }
  const Elements *operator->() const { return this; }
  unsigned size() const { return count; }
  T *begin() const { return first; }
  T *end() const { return first + count; }
  T *data() const { return first; }
  const MetadataType *getMetadata() const { std::abort(); }
};

template <class T, VectorLayout = VectorLayout::SPAN, unsigned = 0, bool = false> struct Vector : Elements<T> {};
template <class T, VectorListLayout, unsigned = 0, bool = false> struct VectorList : Elements<Elements<T>> {};

template <class T> struct Edge {
  T *p = nullptr;
  operator T &() const { return *p; }
  T &operator*() const { return *p; }
  const Edge &operator=(const std::remove_const_t<T> &x) const {
    *p = x;
    return *this;
  }
};

template <class T> struct Input : Edge<const T> {};
template <class T> struct Output : Edge<T> { using Edge<T>::operator=; };
template <class T> struct InOut : Edge<T> { using Edge<T>::operator=; };

template <class T, VectorLayout L, unsigned a, bool i> struct Input<Vector<T, L, a, i>> : Elements<const T> {};
template <class T, VectorLayout L, unsigned a, bool i> struct Output<Vector<T, L, a, i>> : Elements<T> {};
template <class T, VectorLayout L, unsigned a, bool i> struct InOut<Vector<T, L, a, i>> : Elements<T> {};
template <class T, VectorListLayout L, unsigned a, bool i> struct Input<VectorList<T, L, a, i>> : Elements<Elements<const T>> {};
template <class T, VectorListLayout L, unsigned a, bool i> struct Output<VectorList<T, L, a, i>> : Elements<Elements<T>> {};
template <class T, VectorListLayout L, unsigned a, bool i> struct InOut<VectorList<T, L, a, i>> : Elements<Elements<T>> {};

struct Vertex {};
struct SupervisorVertex {};
struct MultiVertex {
  static constexpr unsigned numWorkers() { return CTXT_WORKERS; }
};
template <bool b> using SupervisorVertexIf = std::conditional_t<b, SupervisorVertex, Vertex>;

} // namespace poplar

#include <poplar/VectorTypes.hpp>
