// What codelets use of the SDK and of the standard library, as far as it decides how a
// class is laid out. It is read in front of every file.

namespace std {

template <class T, T v> struct integral_constant { static constexpr T value = v; };
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;

template <class A, class B> struct is_same : false_type {};
template <class A> struct is_same<A, A> : true_type {};
template <class A, class B> constexpr bool is_same_v = is_same<A, B>::value;

template <class T> struct is_integral : false_type {};
template <> struct is_integral<bool> : true_type {};
template <> struct is_integral<char> : true_type {};
template <> struct is_integral<signed char> : true_type {};
template <> struct is_integral<unsigned char> : true_type {};
template <> struct is_integral<short> : true_type {};
template <> struct is_integral<unsigned short> : true_type {};
template <> struct is_integral<int> : true_type {};
template <> struct is_integral<unsigned> : true_type {};
template <> struct is_integral<long> : true_type {};
template <> struct is_integral<unsigned long> : true_type {};
template <> struct is_integral<long long> : true_type {};
template <> struct is_integral<unsigned long long> : true_type {};
template <class T> constexpr bool is_integral_v = is_integral<T>::value;

template <class T> struct is_floating_point : false_type {};
template <> struct is_floating_point<float> : true_type {};
template <> struct is_floating_point<double> : true_type {};
template <class T> struct is_arithmetic : integral_constant<bool, is_integral<T>::value || is_floating_point<T>::value> {};
template <class T> constexpr bool is_arithmetic_v = is_arithmetic<T>::value;
template <class T> constexpr bool is_floating_point_v = is_floating_point<T>::value;

template <class T> struct is_unsigned : false_type {};
template <> struct is_unsigned<bool> : true_type {};
template <> struct is_unsigned<unsigned char> : true_type {};
template <> struct is_unsigned<unsigned short> : true_type {};
template <> struct is_unsigned<unsigned> : true_type {};
template <> struct is_unsigned<unsigned long> : true_type {};
template <> struct is_unsigned<unsigned long long> : true_type {};
template <class T> constexpr bool is_unsigned_v = is_unsigned<T>::value;

template <bool b, class A, class B> struct conditional { using type = A; };
template <class A, class B> struct conditional<false, A, B> { using type = B; };
template <bool b, class A, class B> using conditional_t = typename conditional<b, A, B>::type;

template <bool b, class T = void> struct enable_if { using type = T; };
template <class T> struct enable_if<false, T> {};
template <bool b, class T = void> using enable_if_t = typename enable_if<b, T>::type;

template <class T> struct remove_const { using type = T; };
template <class T> using remove_const_t = T;

using size_t = unsigned;
using ptrdiff_t = int;
using int8_t = signed char;
using uint8_t = unsigned char;
using int16_t = short;
using uint16_t = unsigned short;
using int32_t = int;
using uint32_t = unsigned;
using int64_t = long long;
using uint64_t = unsigned long long;
using uintptr_t = unsigned;

template <class... Ts> class tuple;
template <unsigned n, class T = void> constexpr auto get(T t) { return __element(t, n); }

template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
template <class T> constexpr T min(T a, T b) { return b < a ? b : a; }
template <class T> constexpr T clamp(T x, T least, T most) { return x < least ? least : most < x ? most : x; }
template <class T> void swap(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}
template <class P, class T> void fill(P first, P last, const T &x) {
  for (int i = 0; i < last - first; ++i)
    first[i] = x;
}
template <class P, class N, class T> void fill_n(P first, N n, const T &x) {
  for (N i = 0; i < n; ++i)
    first[i] = x;
}
template <class P, class Q> Q copy(P first, P last, Q to) {
  for (int i = 0; i < last - first; ++i)
    to[i] = first[i];
  return to + (last - first);
}
template <class P, class N, class Q> Q copy_n(P first, N n, Q to) {
  for (N i = 0; i < n; ++i)
    to[i] = first[i];
  return to + n;
}

template <class P, class T> void iota(P first, P last, T x) {
  for (int i = 0; i < last - first; ++i)
    first[i] = x++;
}
template <class P, class T> T accumulate(P first, P last, T sum) {
  for (int i = 0; i < last - first; ++i)
    sum = sum + first[i];
  return sum;
}
template <class P, class T, class F> T accumulate(P first, P last, T sum, F f) {
  for (int i = 0; i < last - first; ++i)
    sum = f(sum, first[i]);
  return sum;
}
template <class P, class Q, class T> T inner_product(P first, P last, Q other, T sum) {
  for (int i = 0; i < last - first; ++i)
    sum = sum + first[i] * other[i];
  return sum;
}
template <class P> P max_element(P first, P last) {
  int at = 0;
  for (int i = 1; i < last - first; ++i)
    if (first[at] < first[i])
      at = i;
  return first + at;
}
template <class P> P min_element(P first, P last) {
  int at = 0;
  for (int i = 1; i < last - first; ++i)
    if (first[i] < first[at])
      at = i;
  return first + at;
}
template <class P, class T> P find(P first, P last, const T &x) {
  int i = 0;
  while (i < last - first && !(first[i] == x))
    ++i;
  return first + i;
}
template <class P, class F> P find_if(P first, P last, F f) {
  int i = 0;
  while (i < last - first && !f(first[i]))
    ++i;
  return first + i;
}
template <class P, class T> int count(P first, P last, const T &x) {
  int n = 0;
  for (int i = 0; i < last - first; ++i)
    n += first[i] == x ? 1 : 0;
  return n;
}
template <class P, class F> int count_if(P first, P last, F f) {
  int n = 0;
  for (int i = 0; i < last - first; ++i)
    n += f(first[i]) ? 1 : 0;
  return n;
}
template <class P, class F> bool any_of(P first, P last, F f) { return find_if(first, last, f) != last; }
template <class P, class F> bool none_of(P first, P last, F f) { return !any_of(first, last, f); }
template <class P, class F> bool all_of(P first, P last, F f) {
  int i = 0;
  while (i < last - first && f(first[i]))
    ++i;
  return i == last - first;
}
template <class P, class F> void for_each(P first, P last, F f) {
  for (int i = 0; i < last - first; ++i)
    f(first[i]);
}
template <class P, class Q, class F> Q transform(P first, P last, Q to, F f) {
  for (int i = 0; i < last - first; ++i)
    to[i] = f(first[i]);
  return to + (last - first);
}
template <class P, class Q, class R, class F> R transform(P first, P last, Q other, R to, F f) {
  for (int i = 0; i < last - first; ++i)
    to[i] = f(first[i], other[i]);
  return to + (last - first);
}
template <class P> void reverse(P first, P last) {
  for (int i = 0, j = last - first - 1; i < j; ++i, --j)
    swap(first[i], first[j]);
}
template <class P, class T> P lower_bound(P first, P last, const T &x) {
  int from = 0;
  for (int n = last - first; n > 0;) {
    int middle = n / 2;
    if (first[from + middle] < x) {
      from += middle + 1;
      n -= middle + 1;
    } else {
      n = middle;
    }
  }
  return first + from;
}
template <class P, class T> P upper_bound(P first, P last, const T &x) {
  int from = 0;
  for (int n = last - first; n > 0;) {
    int middle = n / 2;
    if (!(x < first[from + middle])) {
      from += middle + 1;
      n -= middle + 1;
    } else {
      n = middle;
    }
  }
  return first + from;
}

template <class A, class B> struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
};
template <class A, class B> pair<A, B> make_pair(A a, B b) { return {a, b}; }

// Tuples of two elements.
template <class A, class B> struct tuple {
  A first;
  B second;
};
template <class A, class B> tuple<A, B> make_tuple(A a, B b) { return {a, b}; }
template <class A, class B> struct ties {
  A &first;
  B &second;
  template <class T> void operator=(const T &values) {
    first = values.first;
    second = values.second;
  }
};
template <class A, class B> ties<A, B> tie(A &a, B &b) { return {a, b}; }

template <class T, size_t n> class array; // read as T[n]

template <class T> struct numeric_limits;
#define LIMITS(T, least, most) \
  template <> struct numeric_limits<T> { \
    static constexpr bool is_signed = least != 0; \
    static constexpr bool is_integer = true; \
    static constexpr bool has_infinity = false; \
    static constexpr T min() { return least; } \
    static constexpr T lowest() { return least; } \
    static constexpr T max() { return most; } \
  };
LIMITS(bool, false, true)
LIMITS(char, -128, 127)
LIMITS(signed char, -128, 127)
LIMITS(unsigned char, 0, 255)
LIMITS(short, -32768, 32767)
LIMITS(unsigned short, 0, 65535)
LIMITS(int, (-2147483647 - 1), 2147483647)
LIMITS(unsigned, 0, 4294967295)
LIMITS(long, (-2147483647 - 1), 2147483647)
LIMITS(unsigned long, 0, 4294967295)
LIMITS(long long, (-9223372036854775807ll - 1), 9223372036854775807ll)
LIMITS(unsigned long long, 0, 18446744073709551615ull)
#undef LIMITS
#define LIMITS(T, least, most, step) \
  template <> struct numeric_limits<T> { \
    static constexpr bool is_signed = true; \
    static constexpr bool is_integer = false; \
    static constexpr bool has_infinity = true; \
    static constexpr T min() { return least; } \
    static constexpr T lowest() { return -most; } \
    static constexpr T max() { return most; } \
    static constexpr T epsilon() { return step; } \
    static constexpr T infinity() { return __builtin_huge_valf(); } \
    static constexpr T quiet_NaN() { return __builtin_nanf(); } \
  };
LIMITS(half, 0x1p-14, 65504.0, 0x1p-10)
LIMITS(float, 0x1p-126f, 0x1.fffffep+127f, 0x1p-23f)
LIMITS(double, 0x1p-1022, 0x1.fffffffffffffp+1023, 0x1p-52)
#undef LIMITS

} // namespace std

// Functions of numbers. The functions __math_… are operations. An integer is a double, and
// so are two numbers of different types.
template <class A, class B>
using __mixed = std::enable_if_t<std::is_arithmetic_v<A> && std::is_arithmetic_v<B> && !(std::is_same_v<A, B> && std::is_floating_point_v<A>), double>;
#define FUNCTION(g) \
  inline double g(double x) { return __math_##g(x); } \
  inline float g(float x) { return __math_##g(x); } \
  inline float g##f(float x) { return __math_##g(x); } \
  template <class T> std::enable_if_t<std::is_integral_v<T>, double> g(T x) { return __math_##g(double(x)); } \
  namespace std { using ::g; }
FUNCTION(acos)
FUNCTION(acosh)
FUNCTION(asin)
FUNCTION(asinh)
FUNCTION(atan)
FUNCTION(atanh)
FUNCTION(cbrt)
FUNCTION(ceil)
FUNCTION(cos)
FUNCTION(cosh)
FUNCTION(erf)
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(expm1)
FUNCTION(fabs)
FUNCTION(floor)
FUNCTION(log)
FUNCTION(log10)
FUNCTION(log1p)
FUNCTION(log2)
FUNCTION(rint)
FUNCTION(round)
FUNCTION(sin)
FUNCTION(sinh)
FUNCTION(sqrt)
FUNCTION(tan)
FUNCTION(tanh)
FUNCTION(trunc)
#undef FUNCTION
#define FUNCTION(g) \
  inline double g(double x, double y) { return __math_##g(x, y); } \
  inline float g(float x, float y) { return __math_##g(x, y); } \
  inline float g##f(float x, float y) { return __math_##g(x, y); } \
  template <class A, class B> __mixed<A, B> g(A x, B y) { return __math_##g(double(x), double(y)); } \
  namespace std { using ::g; }
FUNCTION(atan2)
FUNCTION(copysign)
FUNCTION(fmax)
FUNCTION(fmin)
FUNCTION(fmod)
FUNCTION(pow)
#undef FUNCTION
#define FUNCTION(g) \
  inline bool g(double x) { return __math_##g(x); } \
  inline bool g(float x) { return __math_##g(x); } \
  namespace std { using ::g; }
FUNCTION(isnan)
FUNCTION(isinf)
FUNCTION(isfinite)
#undef FUNCTION
inline double fma(double x, double y, double z) { return __math_fma(x, y, z); }
inline float fma(float x, float y, float z) { return __math_fma(x, y, z); }
inline double nearbyint(double x) { return __math_rint(x); }
inline float nearbyint(float x) { return __math_rint(x); }
inline int abs(int x) { return x < 0 ? -x : x; }
inline double abs(double x) { return __math_fabs(x); }
inline float abs(float x) { return __math_fabs(x); }
inline int __builtin_clz(unsigned x) { return __math_clz(x); }
inline int __builtin_ctz(unsigned x) { return __math_ctz(x); }
inline int __builtin_popcount(unsigned x) { return __math_ctpop(x); }
namespace std {
using ::fma;
using ::nearbyint;
using ::abs;
} // namespace std

// Functions of bytes. __copy_bytes is memcpy of a number of bytes that is not constant.
template <class T> T *memset(T *p, int c, std::size_t n) {
  T x = T();
  for (unsigned i = 0; i < sizeof(T); ++i)
    reinterpret_cast<unsigned char *>(&x)[i] = c;
  for (std::size_t i = 0; i < n / sizeof(T); ++i)
    p[i] = x;
  for (std::size_t i = n - n % sizeof(T); i < n; ++i)
    reinterpret_cast<unsigned char *>(p)[i] = c;
  return p;
}
template <class T, class U> void __copy_bytes(T *to, U *from, std::size_t n) {
  for (std::size_t i = 0; i < n / sizeof(T); ++i)
    to[i] = reinterpret_cast<const T *>(from)[i];
  for (std::size_t i = n - n % sizeof(T); i < n; ++i)
    reinterpret_cast<unsigned char *>(to)[i] = reinterpret_cast<const unsigned char *>(from)[i];
}
namespace std { using ::memset; }

using rptsize_t = unsigned;
using MetadataType = unsigned char; // of quarters
struct quarter_metadata {};

using std::int8_t;
using std::uint8_t;
using std::int16_t;
using std::uint16_t;
using std::int32_t;
using std::uint32_t;
using std::int64_t;
using std::uint64_t;
using std::uintptr_t;
using std::size_t;

// Vectors of the compiler; no field has such a type.
struct float2;
struct float4;
struct half2;
struct half4;
struct half8;
struct char2;
struct char4;
struct uchar2;
struct uchar4;
struct short2;
struct short4;
struct ushort2;
struct ushort4;
struct int2;
struct int4;
struct uint2;
struct uint4;
struct long2;
struct ulong2;
struct longlong2;
struct ulonglong2;

// Functions of the hardware, of numbers and of vectors, which mean what other functions do.
namespace ipu {
#define FUNCTION(g) \
  template <class T> T g(T x) { return __math_##g(x); }
FUNCTION(fabs)
FUNCTION(ceil)
FUNCTION(floor)
FUNCTION(round)
FUNCTION(rint)
FUNCTION(trunc)
FUNCTION(sqrt)
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(log10)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(tanh)
FUNCTION(asin)
FUNCTION(acos)
FUNCTION(atan)
FUNCTION(isnan)
FUNCTION(isinf)
#undef FUNCTION
template <class T> T rsqrt(T x) { return T(1.0f) / __math_sqrt(x); }
template <class T> T sigmoid(T x) { return T(1.0f) / (T(1.0f) + __math_exp(-x)); }
template <class T> T sigm(T x) { return sigmoid(x); }
template <class T> T fmax(T x, T y) { return __math_fmax(x, y); }
template <class T> T fmin(T x, T y) { return __math_fmin(x, y); }
template <class T> T copysign(T x, T y) { return __math_copysign(x, y); }
template <class T> T pow(T x, T y) { return __math_pow(x, y); }
template <class T> T fma(T x, T y, T z) { return __math_fma(x, y, z); }
template <class T> T max(T x, T y) {
  if constexpr (std::is_integral_v<T>)
    return x < y ? y : x;
  else
    return __math_fmax(x, y);
}
template <class T> T min(T x, T y) {
  if constexpr (std::is_integral_v<T>)
    return y < x ? y : x;
  else
    return __math_fmin(x, y);
}
// The second argument holds the bounds.
template <class T, class U> T clamp(T x, U bounds) { return __math_fmin(__math_fmax(x, T(bounds[0])), T(bounds[1])); }
inline float sum(float2 x) { return x[0] + x[1]; }
inline float sum(half2 x) { return float(x[0]) + float(x[1]); }
inline float2 sum(half4 x) { return float2{float(x[0]) + float(x[1]), float(x[2]) + float(x[3])}; }
inline int clz(unsigned x) { return __math_clz(x); }
inline int popc(unsigned x) { return __math_ctpop(x); }
#define BITS(T, U) \
  inline T andc(T x, T y) { \
    U bits = *reinterpret_cast<U *>(&x) & ~*reinterpret_cast<U *>(&y); \
    return *reinterpret_cast<T *>(&bits); \
  } \
  inline T bitwise_and(T x, T y) { \
    U bits = *reinterpret_cast<U *>(&x) & *reinterpret_cast<U *>(&y); \
    return *reinterpret_cast<T *>(&bits); \
  } \
  inline T bitwise_or(T x, T y) { \
    U bits = *reinterpret_cast<U *>(&x) | *reinterpret_cast<U *>(&y); \
    return *reinterpret_cast<T *>(&bits); \
  } \
  inline T bitwise_not(T x) { \
    U bits = ~*reinterpret_cast<U *>(&x); \
    return *reinterpret_cast<T *>(&bits); \
  }
BITS(float, unsigned)
BITS(float2, uint2)
BITS(half2, unsigned)
BITS(half4, uint2)
#undef BITS
template <class T> T load_postinc(const T **p, int step) {
  T x = **p;
  *p += step;
  return x;
}
template <class T> void store_postinc(T **p, T x, int step) {
  **p = x;
  *p += step;
}
} // namespace ipu
#define FUNCTION(builtin, g) \
  template <class T> T builtin(T x) { return ipu::g(x); }
FUNCTION(__builtin_ipu_exp, exp)
FUNCTION(__builtin_ipu_exp2, exp2)
FUNCTION(__builtin_ipu_ln, log)
FUNCTION(__builtin_ipu_log2, log2)
FUNCTION(__builtin_ipu_tanh, tanh)
FUNCTION(__builtin_ipu_sigm, sigm)
FUNCTION(__builtin_ipu_sqrt, sqrt)
FUNCTION(__builtin_ipu_oorx, rsqrt)
#undef FUNCTION
inline int __builtin_ipu_clz(unsigned x) { return ipu::clz(x); }
inline int __builtin_ipu_popc(unsigned x) { return ipu::popc(x); }
template <class T> T __builtin_ipu_max(T x, T y) { return ipu::max(x, y); }
template <class T> T __builtin_ipu_min(T x, T y) { return ipu::min(x, y); }
template <class T> T __builtin_ipu_andc(T x, T y) { return ipu::andc(x, y); }
template <class T, class U> T __builtin_ipu_clamp(T x, U bounds) { return ipu::clamp(x, bounds); }

namespace poplar {

using std::is_integral_v;

class Vertex {};
class MultiVertex {};
class SupervisorVertex {};
template <bool b> using SupervisorVertexIf = std::conditional_t<b, SupervisorVertex, Vertex>;

enum class VectorLayout { NOT_VECTOR, SPAN, DELTAN, SHORT_SPAN, ONE_PTR, SCALED_PTR32, SCALED_PTR64, SCALED_PTR128, COMPACT_PTR };
enum class VectorListLayout { NOT_VECTORLIST, DELTAN, DELTANELEMENTS, COMPACT_DELTAN };

template <class T, VectorLayout layout = VectorLayout::SPAN, unsigned alignment = 0, bool interleaved = false> class Vector;
template <class T, VectorListLayout layout, unsigned alignment = 0, bool interleaved = false> class VectorList;
template <class T> class Input;
template <class T> class Output;
template <class T> class InOut;

static constexpr VectorLayout SPAN = VectorLayout::SPAN;

class IeeeHalf {
  half x;

public:
  IeeeHalf(float y) : x(y) {}
  static IeeeHalf fromBits(unsigned short bits) {
    half y;
    std::memcpy(&y, &bits, 2);
    return y;
  }
  unsigned short bit16() const {
    unsigned short bits;
    std::memcpy(&bits, &x, 2);
    return bits;
  }
  operator float() const { return x; }
};

} // namespace poplar
