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

template <bool b, class T = int> struct enable_if { using type = T; };
template <bool b, class T = int> using enable_if_t = typename enable_if<b, T>::type;

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

} // namespace std

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

} // namespace poplar
