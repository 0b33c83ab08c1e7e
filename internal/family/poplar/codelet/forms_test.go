package codelet

import (
	"strings"
	"testing"
)

// TestDeclarationForms: declarations of every form, and other declarations beside them.
func TestDeclarationForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, problems, classes string }{
		{name: "attributes of members", text: "class V : public poplar::Vertex { [[maybe_unused]] int a; [[x]] [[y(1)]] int b; alignas(8) static int z; };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 }"},
		{name: "constants in braces", text: "constexpr int m{4}, e{}, n = 5, o, p(6); constexpr auto q = 7; const int r = 8; static int s = 9; class V : public poplar::Vertex { int a[m]; int b[n]; int c[q]; int d[r]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<4 x si32> @b : !poplar.array<5 x si32> @c : !poplar.array<7 x si32> @d : !poplar.array<8 x si32> }"},
		{name: "constants without a value", text: "constexpr int e{}; class V : public poplar::Vertex { int a[e]; };",
			problems: "a.cpp:1:58: error: unknown name 'e' [poplar.cpp-eval]\n" +
				"a.cpp:1:20: note: in 'V'\n", classes: ""},
		{name: "static is no constant", text: "static int s = 9; class V : public poplar::Vertex { int a[s]; };",
			problems: "a.cpp:1:57: error: expected a constant, but got the variable 's' [poplar.cpp-eval]\n" +
				"a.cpp:1:19: note: in 'V'\n", classes: ""},
		{name: "call operators", text: "class V : public poplar::Vertex { bool operator()(int i) { return i; } int a; operator int() const { return 1; } int b; V &operator=(const V &) { } int c; bool operator==(const V &v) const; int d; int operator[](int) ; int e; };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 @c : si32 @d : si32 @e : si32 }"},
		{name: "operator at the end", text: "class V : public poplar::Vertex { int a; bool operator };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "operator at the end of parameters", text: "class V : public poplar::Vertex { int a; bool operator() };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "pointers to functions", text: "class V : public poplar::Vertex { int (*f)(int); };",
			problems: "a.cpp:1:41: error: field 'f': a field cannot be a pointer to a function, 'int(*)(int)' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "reference to an array", text: "class V : public poplar::Vertex { int (&r)[2]; };",
			problems: "a.cpp:1:35: error: cannot read the member 'int (&r)[2];' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "pointer to a function behind fields", text: "class V : public poplar::Vertex { int a; int f(); int (*g)(int) = nullptr; int b; };",
			problems: "a.cpp:1:57: error: field 'g': a field cannot be a pointer to a function, 'int(*)(int)' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "functions without parameters", text: "class V : public poplar::Vertex { int a; int f(); void g() const; int b; int h(int *p); int i(*); };",
			problems: "a.cpp:1:89: error: cannot read the member 'int i(*);' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "constructors", text: "class V : public poplar::Vertex { V() : a(1), b{2} { } V(int x) : b<int>{x} { } ~V() { } explicit V(long) = delete; int a; int b; };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 }"},
		{name: "functions that throw", text: "class V : public poplar::Vertex { int f() noexcept(true) { return 1; } auto g() -> int { return 1; } int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "class in a member", text: "class V : public poplar::Vertex { struct S { int z; }; S s(); struct T final { int z; }; struct [[x]] U { int z; }; union W { int z; }; int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "types with struct", text: "struct A { int z; }; struct A b; struct A c = {1}; struct A d[3]; struct A f(); struct A *g(int); class V : public poplar::Vertex { int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "heads of classes", text: "struct [[x]] A { }; struct alignas(8) B { }; struct __attribute__((packed)) C { }; struct D final { }; template <bool b> struct E { }; struct F : E<(1 < 2)> { }; struct G : E<1 < 2> { }; class V : public poplar::Vertex { int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "heads that may be vertices", text: "class alignas(8) V : public poplar::Vertex { int a; }; class alignas(4) W { }; class 3 : public poplar::MultiVertex { };",
			problems: "a.cpp:1:14: error: unexpected '(' in class [poplar.cpp-parse]\n" +
				"a.cpp:1:86: error: expected a name, found '3' in class [poplar.cpp-parse]\n", classes: ""},
		{name: "a class of a class", text: "struct S; struct N { struct I; }; struct N::I { int z; }; struct N::J : public poplar::Vertex { int z; }; class V : public poplar::Vertex { int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "forward declarations", text: "class V; class V; template <class T> class W; template <class T, int n = 3> class X; class V : public poplar::Vertex { int a; }; template <class T> class W : public poplar::Vertex { T a; }; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class W<int>; template class X<int>; template class X<int, 4>;",
			problems: "", classes: "@V worker { @a : si32 }\n@\"W<int>\" worker { @a : si32 }\n@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }\n@\"X<int, 4>\" worker { @a : !poplar.array<4 x si32> }"},
		{name: "redeclared with defaults", text: "template <class T, int n> class X; template <class T, int n = 3> class X; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class X<int>;",
			problems: "", classes: "@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }"},
		{name: "instances that are not defined", text: "template <class T> class W; template class W<int>;",
			problems: "a.cpp:1:29: error: 'W<int>' is declared, but not defined [poplar.cpp-eval]\n" +
				"a.cpp:1:29: note: in this class\n", classes: ""},
		{name: "instances of structures", text: "template <class T> struct W : public poplar::Vertex { T a; }; template struct W<int>; template class W<half>; extern template class W<float>; template int f<int>(); template <> class W<short> : public poplar::MultiVertex { int b; };",
			problems: "", classes: "@\"W<int>\" worker { @a : si32 }\n@\"W<half>\" worker { @a : f16 }\n@\"W<short>\" multi { @b : si32 }"},
		{name: "explicit specialization without a base", text: "template <class T> struct W : public poplar::Vertex { T a; }; template <> struct W<short> { int b; }; template class W<short>; template class W<int>;",
			problems: "", classes: "@\"W<int>\" worker { @a : si32 }"},
		{name: "partial specializations", text: "template <class T, class U> struct W : public poplar::Vertex { T a; }; template <class T> struct W<T, int> : public poplar::Vertex { short b; }; template <class T> struct W<T, T> : public poplar::Vertex { half c; }; template <> struct W<int, char> : public poplar::Vertex { char d; }; template class W<half, int>; template class W<float, float>; template class W<float, half>;",
			problems: "", classes: "@\"W<int, char>\" worker { @d : i8 }\n@\"W<half, int>\" worker { @b : si16 }\n@\"W<float, float>\" worker { @c : f16 }\n@\"W<float, half>\" worker { @a : f32 }"},
		{name: "the most written out", text: "template <class T, int n> struct S { static constexpr int v = 1; }; template <class T> struct S<T, 2> { static constexpr int v = 2; }; template <int n> struct S<int, n> { static constexpr int v = 3; }; template <> struct S<int, 2> { static constexpr int v = 4; }; class V : public poplar::Vertex { int a[S<half, 1>::v]; int b[S<half, 2>::v]; int c[S<int, 1>::v]; int d[S<int, 2>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<3 x si32> @d : !poplar.array<4 x si32> }"},
		{name: "enumerations", text: "enum A { P, Q = 3, R, }; enum class B : short { X = Q, Y }; enum struct C { Z = 7 }; enum D : int; enum { U = 2 }; enum [[x]] E [[y]] { W }; class V : public poplar::Vertex { int a[Q]; int b[R]; int c[int(B::Y)]; int d[int(C::Z)]; B e = B::X; int g[U]; A h; };",
			problems: "", classes: "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<4 x si32> @c : !poplar.array<4 x si32> @d : !poplar.array<7 x si32> @e : si16 = 3 @g : !poplar.array<2 x si32> @h : si32 }"},
		{name: "enumerators of scoped ones", text: "enum class B { X }; class V : public poplar::Vertex { int a[X]; };",
			problems: "a.cpp:1:59: error: unknown name 'X' [poplar.cpp-eval]\n" +
				"a.cpp:1:21: note: in 'V'\n", classes: ""},
		{name: "members of enumerations", text: "class V : public poplar::Vertex { enum E { X = 2, Y }; enum class F : char { G = 4 }; int a[X]; int b[Y]; int c[int(F::G)]; F d; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<3 x si32> @c : !poplar.array<4 x si32> @d : i8 }"},
		{name: "aliases", text: "typedef short S, *P; typedef unsigned int U; using T = half; using namespace std; using std::int8_t; namespace p = poplar; class V : public p::Vertex { U a; T b; int8_t c; int16_t d; };",
			problems: "", classes: "@V worker { @a : ui32 @b : f16 @c : si8 @d : si16 }"},
		{name: "inline namespaces", text: "namespace a { inline namespace b { using T = int; } namespace c { using U = half; } } inline namespace d { using X = short; } namespace e::inline f { using Y = char; } class V : public poplar::Vertex { a::T a; a::c::U b; X c; e::Y d; a::b::T e; };",
			problems: "", classes: "@V worker { @a : si32 @b : f16 @c : si16 @d : i8 @e : si32 }"},
		{name: "names that are not inline", text: "namespace a { namespace b { using T = int; } } class V : public poplar::Vertex { a::T a; };",
			problems: "a.cpp:1:87: error: unknown name 'T' in 'a' [poplar.cpp-eval]\n" +
				"a.cpp:1:48: note: in 'V'\n", classes: ""},
		{name: "namespaces twice", text: "namespace a { using T = int; } namespace a { using U = half; } namespace { using W = short; } class V : public poplar::Vertex { a::T a; a::U b; W c; };",
			problems: "", classes: "@V worker { @a : si32 @b : f16 @c : si16 }"},
		{name: "using what is not there", text: "using namespace none; using none::T; namespace x = none; class V : public poplar::Vertex { int a; T b; };",
			problems: "a.cpp:1:101: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:58: note: in 'V'\n", classes: ""},
		{name: "blocks of another language", text: "extern \"C\" { using T = int; struct S { int z; }; } extern \"C\" int f(); extern int g; class V : public poplar::Vertex { T a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "lists of bounds", text: "class V : public poplar::Vertex { int a[2][3]; int b[2] = {1, 2}, c{3}, d = 4; short e[(1 < 2) ? 3 : 4]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<6 x si32> @b : !poplar.array<2 x si32> = [1, 2] @c : si32 = 3 @d : si32 = 4 @e : !poplar.array<3 x si16> }"},
		{name: "constructs that are left out", text: "static_assert(1, \"\"); asm(\"x\"); friend class Z; template <class T> friend int f(); template <class T> int x(T y) { return y < 3; } ; } class V : public poplar::Vertex { static_assert(sizeof(int) == 4); friend class Z; int a; };",
			problems: "a.cpp:1:134: error: there is no '{' for this '}' [poplar.cpp-parse]\n", classes: "@V worker { @a : si32 }"},
		{name: "comparison in an argument", text: "template <bool b, int n> struct S { static constexpr int v = n; }; constexpr int k = 3; class V : public poplar::Vertex { int a[S<(k > 2), 4>::v]; int b[S<k == 3, 5>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<4 x si32> @b : !poplar.array<5 x si32> }"},
		{name: "parameters of constexpr functions", text: "constexpr int f(int a, const int &b = 2, unsigned) { return a + b; } constexpr int g() { return 3; } constexpr int h(int) { return 4; } int i(int a) { return 5; } class V : public poplar::Vertex { int a[f(1, 2, 3)]; int b[g()]; int c[h(7)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<3 x si32> @c : !poplar.array<4 x si32> }"},
		{name: "functions that are no constants", text: "int i(int a) { return 5; } class V : public poplar::Vertex { int a[i(1)]; };",
			problems: "a.cpp:1:66: error: unknown name 'i' [poplar.cpp-eval]\n" +
				"a.cpp:1:28: note: in 'V'\n", classes: ""},
		{name: "compute", text: "class V : public poplar::Vertex { int a; bool compute() { return a < 3; } bool other() { return false; } };",
			problems: "", classes: "@V worker attributes {source = \"bool compute() { return a < 3; }\"} { @a : si32 }"},
		{name: "compute that is declared", text: "class V : public poplar::Vertex { int a; bool compute(); };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "compute in parts", text: "#define BODY { return true; }\nclass V : public poplar::Vertex { int a; void compute(unsigned w) BODY };",
			problems: "", classes: "@V worker attributes {source = \"void compute(unsigned w) { return true; }\"} { @a : si32 }"},
		{name: "labels", text: "class V : public poplar::Vertex { public: int a; protected: int b; private: public : int c; };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 @c : si32 }"},
		{name: "constraints", text: "class [[poplar::constraint(\"elem(*a) != elem(*b)\"), x::y]] [[z]] [[poplar::constraint(\"region(*a)\" \" != region(*b)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; poplar::Output<poplar::Vector<int>> b; };",
			problems: "", classes: "@V worker { @a : !poplar.in<vec<si32>> @b : !poplar.out<vec<si32>> poplar.constraint \"elem(*a) != elem(*b)\" poplar.constraint \"region(*a) != region(*b)\" }"},
		{name: "constraint of no field", text: "class [[poplar::constraint(\"elem(*a) != elem(*c)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; };",
			problems: "a.cpp:1:1: error: constraint names 'c', which is no field [poplar.constraint-field]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "constraint that cannot be read", text: "class [[poplar::constraint(\"elem(*a) != \")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; };",
			problems: "a.cpp:1:1: error: expected elem or region in constraint, found the end [poplar.constraint-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "words before a member", text: "class V : public poplar::Vertex { static_assert(true); int a; friend class Z; int b; template <class T> friend int f(); int c; template <class T> void g(); int d; typedef half T; T e; asm(\"x\"); };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 @c : si32 @d : si32 @e : f16 }"},
		{name: "the rest of a using-declaration", text: "using T = int; using T; using U = half; namespace n { using ::U; } using namespace ::n; namespace m { using W = short; } using namespace ::m; class V : public poplar::Vertex { T a; n::U b; W c; };",
			problems: "", classes: "@V worker { @a : si32 @b : f16 @c : si16 }"},
		{name: "instance of nothing", text: "template class; template struct; template <class T> ; template <class T class V : public poplar::Vertex { int a; }; class W : public poplar::Vertex { template <class T> ; template <class ...; int b; };",
			problems: "", classes: "@W worker { @b : si32 }"},
		{name: "a member of a structure", text: "struct S { int z; }; class V : public poplar::Vertex { struct S s; };",
			problems: "a.cpp:1:65: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "members of structures", text: "struct S { int z; }; class W : public poplar::Vertex { struct S s[2]; }; class V : public poplar::Vertex { struct S s = {1}; };",
			problems: "a.cpp:1:65: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'W'\n" +
				"a.cpp:1:117: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:74: note: in 'V'\n", classes: ""},
		{name: "lists with nothing between commas", text: "enum E { A, , B, }; constexpr int f(int n, ) { return n; } class V : public poplar::Vertex { int a[B], , b; int c[2] = {1, , 2, }; int d[f(3)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> @b : si32 @c : !poplar.array<2 x si32> = [1, 2] @d : !poplar.array<3 x si32> }"},
		{name: "a specialization for a comparison", text: "template <bool b> struct S { static constexpr int v = 1; }; template <> struct S<(1 < 2)> { static constexpr int v = 3; }; template <bool b> struct S<b> f(int); class V : public poplar::Vertex { int a[S<true>::v]; int b[S<false>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<1 x si32> }"},
		{name: "defaults of a declaration in between", text: "template <class T, int n> class X; template <class T, int n = 3> class X; template <class T, int n> class X; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class X<int>;",
			problems: "", classes: "@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }"},
		{name: "a class and a function of one name", text: "constexpr int f() { return 2; } struct f { static constexpr int v = 3; }; class V : public poplar::Vertex { int a[f::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<3 x si32> }"},
		{name: "a specialization without template", text: "template <class T> struct S { static constexpr int v = 1; }; struct S<int> { static constexpr int v = 2; }; class W<int> : public poplar::Vertex { int b; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			problems: "", classes: "@\"W<int>\" worker { @b : si32 }\n@V worker { @a : !poplar.array<2 x si32> }"},
		{name: "constraints behind other attributes", text: "class [[x::y, poplar::constraint(\"elem(*a) != elem(*b)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; poplar::Output<poplar::Vector<int>> b; };",
			problems: "", classes: "@V worker { @a : !poplar.in<vec<si32>> @b : !poplar.out<vec<si32>> poplar.constraint \"elem(*a) != elem(*b)\" }"},
		{name: "constants of a type", text: "constexpr short k = 65538; constexpr auto m = 65538; static constexpr unsigned char n[2] = {1}; class V : public poplar::Vertex { int a[k]; int b[m]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<65538 x si32> }"},
		{name: "a token that is no member", text: "class V : public poplar::Vertex { int a; ...; };",
			problems: "a.cpp:1:42: error: cannot read the member '...' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "two dimensions and a value", text: "class V : public poplar::Vertex { int a[1][2] = {3}; int b[2][1]{4}; int c[2][2] d; };",
			problems: "a.cpp:1:74: error: cannot read 'd' after field 'c' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "initializers in braces", text: "class V : public poplar::Vertex { V(int n) : a{n}, b<int>{n}, c(n) { } int a; V() : a{1} { } int b; V(long) { a: b; } int c; };",
			problems: "", classes: "@V worker { @a : si32 @b : si32 @c : si32 }"},
		{name: "compute that begins with a template", text: "class V : public poplar::Vertex { int a; template <class T> void f() { } void compute() const { } int b; void compute2() { } };",
			problems: "", classes: "@V worker attributes {source = \"void compute() const { }\"} { @a : si32 @b : si32 }"},
		{name: "angles", text: "class V : public poplar::Vertex { std::conditional_t<(1 < 2), poplar::Input<poplar::Vector<int, poplar::VectorLayout::ONE_PTR>>, int> a; bool b = 3 < 4; };",
			problems: "", classes: "@V worker { @a : !poplar.in<vec<si32, ONE_PTR>> @b : i1 = true }"},
		{name: "numbers of every form", text: "class V : public poplar::Vertex { int a = 0x1f; unsigned b = 7u; int c = 'a'; bool d = true; float e = -1.5e3f; half f = 2; int g = -(3 + 4) * 2; long long h = 1'000'000'000'000; unsigned char i = 300; bool j[3] = {true, false, 1}; };",
			problems: "", classes: "@V worker { @a : si32 = 31 @b : ui32 = 7 @c : si32 = 97 @d : i1 = true @e : f32 = -1.500000e+03 @f : f16 = 2.000000e+00 @g : si32 = -14 @h : si64 = 1000000000000 @i : ui8 = 44 @j : !poplar.array<3 x i1> = [true, false, true] }"},
	} {
		module, problems := imported(t, source(c.text), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", c.name, got, classes(module), c.problems, c.classes)
		}
	}
}

// TestDeepDeclarations: at most 200 levels of namespaces and classes are accepted.
func TestDeepDeclarations(t *testing.T) {
	t.Parallel()
	const message = "error: declarations nest more than 200 levels [poplar.cpp-parse]\n"
	for _, c := range []struct {
		levels     int
		body, want string
	}{{199, "class V : public poplar::Vertex { int a; };", message}, {198, "class V : public poplar::Vertex { int a; };", ""}, {199, "int a;", ""}, {200, "", ""}, {200, "int a;", message}, {200, ";", message}, {250, "", message}} {
		_, problems := imported(t, source(strings.Repeat("namespace a { ", c.levels)+c.body+strings.Repeat(" }", c.levels)), "ipu2")
		if got := withoutLines(problems); !strings.HasSuffix(got, c.want) || strings.Count(got, "\n") != strings.Count(c.want, "\n") {
			t.Errorf("%d levels of %q: %s", c.levels, c.body, got)
		}
	}
}

// TestLongLists: a list of template arguments has up to 511 tokens; the '<' before a
// longer text is a comparison.
func TestLongLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ value, problems, classes string }{
		{"-1" + strings.Repeat("+1", 250), "", "@\"V<249, int>\" worker { @a : !poplar.array<249 x si32> }"},
		{"1" + strings.Repeat("+1", 251), "a.cpp:3:1: error: unknown name 'V' [poplar.cpp-eval]\na.cpp:3:1: note: in this class\n", ""},
	} {
		module, problems := imported(t, source("template <int n = "+c.value+", class T = int>\nclass V : public poplar::Vertex { T a[n]; };\ntemplate class V<>;"), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("got\n%s%s\nwant\n%s%s", got, classes(module), c.problems, c.classes)
		}
	}
}
