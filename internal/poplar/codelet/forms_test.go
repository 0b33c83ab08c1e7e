package codelet

import (
	"strings"
	"testing"
)

// TestDeclarationForms: declarations of every form, and other declarations beside them.
func TestDeclarationForms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, problems, classes string }{
		{"attributes of members", "class V : public poplar::Vertex { [[maybe_unused]] int a; [[x]] [[y(1)]] int b; alignas(8) static int z; };",
			"", "@V worker { @a : si32 @b : si32 }"},
		{"constants in braces", "constexpr int m{4}, e{}, n = 5, o, p(6); constexpr auto q = 7; const int r = 8; static int s = 9; class V : public poplar::Vertex { int a[m]; int b[n]; int c[q]; int d[r]; };",
			"", "@V worker { @a : !poplar.array<4 x si32> @b : !poplar.array<5 x si32> @c : !poplar.array<7 x si32> @d : !poplar.array<8 x si32> }"},
		{"constants without a value", "constexpr int e{}; class V : public poplar::Vertex { int a[e]; };",
			"a.cpp:1:58: error: unknown name 'e' [poplar.cpp-eval]\n" +
				"a.cpp:1:20: note: in 'V'\n", ""},
		{"static is no constant", "static int s = 9; class V : public poplar::Vertex { int a[s]; };",
			"a.cpp:1:57: error: unknown name 's' [poplar.cpp-eval]\n" +
				"a.cpp:1:19: note: in 'V'\n", ""},
		{"call operators", "class V : public poplar::Vertex { bool operator()(int i) { return i; } int a; operator int() const { return 1; } int b; V &operator=(const V &) { } int c; bool operator==(const V &v) const; int d; int operator[](int) ; int e; };",
			"", "@V worker { @a : si32 @b : si32 @c : si32 @d : si32 @e : si32 }"},
		{"operator at the end", "class V : public poplar::Vertex { int a; bool operator };",
			"", "@V worker { @a : si32 }"},
		{"operator at the end of parameters", "class V : public poplar::Vertex { int a; bool operator() };",
			"", "@V worker { @a : si32 }"},
		{"pointers to functions", "class V : public poplar::Vertex { int (*f)(int); };",
			"a.cpp:1:35: error: cannot read the member 'int (*f)(int);' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"reference to an array", "class V : public poplar::Vertex { int (&r)[2]; };",
			"a.cpp:1:35: error: cannot read the member 'int (&r)[2];' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"pointer to a function behind fields", "class V : public poplar::Vertex { int a; int f(); int (*g)(int) = nullptr; int b; };",
			"a.cpp:1:51: error: cannot read the member 'int (*g)(int) = nullptr;' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"functions without parameters", "class V : public poplar::Vertex { int a; int f(); void g() const; int b; int h(int *p); int i(*); };",
			"a.cpp:1:89: error: cannot read the member 'int i(*);' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"constructors", "class V : public poplar::Vertex { V() : a(1), b{2} { } V(int x) : b<int>{x} { } ~V() { } explicit V(long) = delete; int a; int b; };",
			"", "@V worker { @a : si32 @b : si32 }"},
		{"functions that throw", "class V : public poplar::Vertex { int f() noexcept(true) { return 1; } auto g() -> int { return 1; } int a; };",
			"", "@V worker { @a : si32 }"},
		{"class in a member", "class V : public poplar::Vertex { struct S { int z; }; S s(); struct T final { int z; }; struct [[x]] U { int z; }; union W { int z; }; int a; };",
			"", "@V worker { @a : si32 }"},
		{"types with struct", "struct A { int z; }; struct A b; struct A c = {1}; struct A d[3]; struct A f(); struct A *g(int); class V : public poplar::Vertex { int a; };",
			"", "@V worker { @a : si32 }"},
		{"heads of classes", "struct [[x]] A { }; struct alignas(8) B { }; struct __attribute__((packed)) C { }; struct D final { }; template <bool b> struct E { }; struct F : E<(1 < 2)> { }; struct G : E<1 < 2> { }; class V : public poplar::Vertex { int a; };",
			"", "@V worker { @a : si32 }"},
		{"heads that may be vertices", "class alignas(8) V : public poplar::Vertex { int a; }; class alignas(4) W { }; class 3 : public poplar::MultiVertex { };",
			"a.cpp:1:14: error: unexpected '(' in class [poplar.cpp-parse]\n" +
				"a.cpp:1:86: error: expected a name, found '3' in class [poplar.cpp-parse]\n", ""},
		{"a class of a class", "struct S; struct N { struct I; }; struct N::I { int z; }; struct N::J : public poplar::Vertex { int z; }; class V : public poplar::Vertex { int a; };",
			"", "@V worker { @a : si32 }"},
		{"forward declarations", "class V; class V; template <class T> class W; template <class T, int n = 3> class X; class V : public poplar::Vertex { int a; }; template <class T> class W : public poplar::Vertex { T a; }; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class W<int>; template class X<int>; template class X<int, 4>;",
			"", "@V worker { @a : si32 }\n@\"W<int>\" worker { @a : si32 }\n@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }\n@\"X<int, 4>\" worker { @a : !poplar.array<4 x si32> }"},
		{"redeclared with defaults", "template <class T, int n> class X; template <class T, int n = 3> class X; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class X<int>;",
			"", "@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }"},
		{"instances that are not defined", "template <class T> class W; template class W<int>;",
			"a.cpp:1:29: error: 'W<int>' is declared, but not defined [poplar.cpp-eval]\n" +
				"a.cpp:1:29: note: in a class\n", ""},
		{"instances of structures", "template <class T> struct W : public poplar::Vertex { T a; }; template struct W<int>; template class W<half>; extern template class W<float>; template int f<int>(); template <> class W<short> : public poplar::MultiVertex { int b; };",
			"", "@\"W<int>\" worker { @a : si32 }\n@\"W<half>\" worker { @a : f16 }\n@\"W<short>\" multi { @b : si32 }"},
		{"explicit specialization without a base", "template <class T> struct W : public poplar::Vertex { T a; }; template <> struct W<short> { int b; }; template class W<short>; template class W<int>;",
			"", "@\"W<int>\" worker { @a : si32 }"},
		{"partial specializations", "template <class T, class U> struct W : public poplar::Vertex { T a; }; template <class T> struct W<T, int> : public poplar::Vertex { short b; }; template <class T> struct W<T, T> : public poplar::Vertex { half c; }; template <> struct W<int, char> : public poplar::Vertex { char d; }; template class W<half, int>; template class W<float, float>; template class W<float, half>;",
			"", "@\"W<int, char>\" worker { @d : i8 }\n@\"W<half, int>\" worker { @b : si16 }\n@\"W<float, float>\" worker { @c : f16 }\n@\"W<float, half>\" worker { @a : f32 }"},
		{"the most written out", "template <class T, int n> struct S { static constexpr int v = 1; }; template <class T> struct S<T, 2> { static constexpr int v = 2; }; template <int n> struct S<int, n> { static constexpr int v = 3; }; template <> struct S<int, 2> { static constexpr int v = 4; }; class V : public poplar::Vertex { int a[S<half, 1>::v]; int b[S<half, 2>::v]; int c[S<int, 1>::v]; int d[S<int, 2>::v]; };",
			"", "@V worker { @a : !poplar.array<1 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<3 x si32> @d : !poplar.array<4 x si32> }"},
		{"enumerations", "enum A { P, Q = 3, R, }; enum class B : short { X = Q, Y }; enum struct C { Z = 7 }; enum D : int; enum { U = 2 }; enum [[x]] E [[y]] { W }; class V : public poplar::Vertex { int a[Q]; int b[R]; int c[int(B::Y)]; int d[int(C::Z)]; B e = B::X; int g[U]; A h; };",
			"", "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<4 x si32> @c : !poplar.array<4 x si32> @d : !poplar.array<7 x si32> @e : si16 = 3 @g : !poplar.array<2 x si32> @h : si32 }"},
		{"enumerators of scoped ones", "enum class B { X }; class V : public poplar::Vertex { int a[X]; };",
			"a.cpp:1:59: error: unknown name 'X' [poplar.cpp-eval]\n" +
				"a.cpp:1:21: note: in 'V'\n", ""},
		{"members of enumerations", "class V : public poplar::Vertex { enum E { X = 2, Y }; enum class F : char { G = 4 }; int a[X]; int b[Y]; int c[int(F::G)]; F d; };",
			"", "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<3 x si32> @c : !poplar.array<4 x si32> @d : i8 }"},
		{"aliases", "typedef short S, *P; typedef unsigned int U; using T = half; using namespace std; using std::int8_t; namespace p = poplar; class V : public p::Vertex { U a; T b; int8_t c; int16_t d; };",
			"", "@V worker { @a : ui32 @b : f16 @c : si8 @d : si16 }"},
		{"inline namespaces", "namespace a { inline namespace b { using T = int; } namespace c { using U = half; } } inline namespace d { using X = short; } namespace e::inline f { using Y = char; } class V : public poplar::Vertex { a::T a; a::c::U b; X c; e::Y d; a::b::T e; };",
			"", "@V worker { @a : si32 @b : f16 @c : si16 @d : i8 @e : si32 }"},
		{"names that are not inline", "namespace a { namespace b { using T = int; } } class V : public poplar::Vertex { a::T a; };",
			"a.cpp:1:87: error: unknown name 'T' in 'a' [poplar.cpp-eval]\n" +
				"a.cpp:1:48: note: in 'V'\n", ""},
		{"namespaces twice", "namespace a { using T = int; } namespace a { using U = half; } namespace { using W = short; } class V : public poplar::Vertex { a::T a; a::U b; W c; };",
			"", "@V worker { @a : si32 @b : f16 @c : si16 }"},
		{"using what is not there", "using namespace none; using none::T; namespace x = none; class V : public poplar::Vertex { int a; T b; };",
			"a.cpp:1:101: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:58: note: in 'V'\n", ""},
		{"blocks of another language", "extern \"C\" { using T = int; struct S { int z; }; } extern \"C\" int f(); extern int g; class V : public poplar::Vertex { T a; };",
			"", "@V worker { @a : si32 }"},
		{"lists of bounds", "class V : public poplar::Vertex { int a[2][3]; int b[2] = {1, 2}, c{3}, d = 4; short e[(1 < 2) ? 3 : 4]; };",
			"", "@V worker { @a : !poplar.array<6 x si32> @b : !poplar.array<2 x si32> = [1, 2] @c : si32 = 3 @d : si32 = 4 @e : !poplar.array<3 x si16> }"},
		{"constructs that are left out", "static_assert(1, \"\"); asm(\"x\"); friend class Z; template <class T> friend int f(); template <class T> int x(T y) { return y < 3; } ; } class V : public poplar::Vertex { static_assert(sizeof(int) == 4); friend class Z; int a; };",
			"a.cpp:1:134: error: there is no '{' for this '}' [poplar.cpp-parse]\n", "@V worker { @a : si32 }"},
		{"comparison in an argument", "template <bool b, int n> struct S { static constexpr int v = n; }; constexpr int k = 3; class V : public poplar::Vertex { int a[S<(k > 2), 4>::v]; int b[S<k == 3, 5>::v]; };",
			"", "@V worker { @a : !poplar.array<4 x si32> @b : !poplar.array<5 x si32> }"},
		{"parameters of constexpr functions", "constexpr int f(int a, const int &b = 2, unsigned) { return a + b; } constexpr int g() { return 3; } constexpr int h(int) { return 4; } int i(int a) { return 5; } class V : public poplar::Vertex { int a[f(1, 2, 3)]; int b[g()]; int c[h(7)]; };",
			"", "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<3 x si32> @c : !poplar.array<4 x si32> }"},
		{"functions that are no constants", "int i(int a) { return 5; } class V : public poplar::Vertex { int a[i(1)]; };",
			"a.cpp:1:66: error: unknown name 'i' [poplar.cpp-eval]\n" +
				"a.cpp:1:28: note: in 'V'\n", ""},
		{"compute", "class V : public poplar::Vertex { int a; bool compute() { return a < 3; } bool other() { return false; } };",
			"", "@V worker attributes {source = \"bool compute() { return a < 3; }\"} { @a : si32 }"},
		{"compute that is declared", "class V : public poplar::Vertex { int a; bool compute(); };",
			"", "@V worker { @a : si32 }"},
		{"compute in parts", "#define BODY { return true; }\nclass V : public poplar::Vertex { int a; void compute(unsigned w) BODY };",
			"", "@V worker attributes {source = \"void compute(unsigned w) { return true; }\"} { @a : si32 }"},
		{"labels", "class V : public poplar::Vertex { public: int a; protected: int b; private: public : int c; };",
			"", "@V worker { @a : si32 @b : si32 @c : si32 }"},
		{"constraints", "class [[poplar::constraint(\"elem(*a) != elem(*b)\"), x::y]] [[z]] [[poplar::constraint(\"region(*a)\" \" != region(*b)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; poplar::Output<poplar::Vector<int>> b; };",
			"", "@V worker { @a : !poplar.in<vec<si32>> @b : !poplar.out<vec<si32>> poplar.constraint \"elem(*a) != elem(*b)\" poplar.constraint \"region(*a) != region(*b)\" }"},
		{"constraint of no field", "class [[poplar::constraint(\"elem(*a) != elem(*c)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; };",
			"a.cpp:1:1: error: constraint names 'c', which is no field [poplar.constraint-field]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"constraint that cannot be read", "class [[poplar::constraint(\"elem(*a) != \")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; };",
			"a.cpp:1:1: error: expected elem or region in constraint, found the end [poplar.constraint-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"words before a member", "class V : public poplar::Vertex { static_assert(true); int a; friend class Z; int b; template <class T> friend int f(); int c; template <class T> void g(); int d; typedef half T; T e; asm(\"x\"); };",
			"", "@V worker { @a : si32 @b : si32 @c : si32 @d : si32 @e : f16 }"},
		{"the rest of a using-declaration", "using T = int; using T; using U = half; namespace n { using ::U; } using namespace ::n; namespace m { using W = short; } using namespace ::m; class V : public poplar::Vertex { T a; n::U b; W c; };",
			"", "@V worker { @a : si32 @b : f16 @c : si16 }"},
		{"instance of nothing", "template class; template struct; template <class T> ; template <class T class V : public poplar::Vertex { int a; }; class W : public poplar::Vertex { template <class T> ; template <class ...; int b; };",
			"", "@W worker { @b : si32 }"},
		{"a member of a structure", "struct S { int z; }; class V : public poplar::Vertex { struct S s; };",
			"a.cpp:1:65: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", ""},
		{"members of structures", "struct S { int z; }; class W : public poplar::Vertex { struct S s[2]; }; class V : public poplar::Vertex { struct S s = {1}; };",
			"a.cpp:1:65: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'W'\n" +
				"a.cpp:1:117: error: field 's': a field cannot be of class 'S' [poplar.cpp-eval]\n" +
				"a.cpp:1:74: note: in 'V'\n", ""},
		{"lists with nothing between commas", "enum E { A, , B, }; constexpr int f(int n, ) { return n; } class V : public poplar::Vertex { int a[B], , b; int c[2] = {1, , 2, }; int d[f(3)]; };",
			"", "@V worker { @a : !poplar.array<1 x si32> @b : si32 @c : !poplar.array<2 x si32> = [1, 2] @d : !poplar.array<3 x si32> }"},
		{"a specialization for a comparison", "template <bool b> struct S { static constexpr int v = 1; }; template <> struct S<(1 < 2)> { static constexpr int v = 3; }; template <bool b> struct S<b> f(int); class V : public poplar::Vertex { int a[S<true>::v]; int b[S<false>::v]; };",
			"", "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<1 x si32> }"},
		{"defaults of a declaration in between", "template <class T, int n> class X; template <class T, int n = 3> class X; template <class T, int n> class X; template <class T, int n> class X : public poplar::Vertex { T a[n]; }; template class X<int>;",
			"", "@\"X<int, 3>\" worker { @a : !poplar.array<3 x si32> }"},
		{"a class and a function of one name", "constexpr int f() { return 2; } struct f { static constexpr int v = 3; }; class V : public poplar::Vertex { int a[f::v]; };",
			"", "@V worker { @a : !poplar.array<3 x si32> }"},
		{"a specialization without template", "template <class T> struct S { static constexpr int v = 1; }; struct S<int> { static constexpr int v = 2; }; class W<int> : public poplar::Vertex { int b; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			"", "@\"W<int>\" worker { @b : si32 }\n@V worker { @a : !poplar.array<2 x si32> }"},
		{"constraints behind other attributes", "class [[x::y, poplar::constraint(\"elem(*a) != elem(*b)\")]] V : public poplar::Vertex { poplar::Input<poplar::Vector<int>> a; poplar::Output<poplar::Vector<int>> b; };",
			"", "@V worker { @a : !poplar.in<vec<si32>> @b : !poplar.out<vec<si32>> poplar.constraint \"elem(*a) != elem(*b)\" }"},
		{"constants of a type", "constexpr short k = 65538; constexpr auto m = 65538; static constexpr unsigned char n[2] = {1}; class V : public poplar::Vertex { int a[k]; int b[m]; };",
			"", "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<65538 x si32> }"},
		{"a token that is no member", "class V : public poplar::Vertex { int a; ...; };",
			"a.cpp:1:42: error: cannot read the member '...' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"two dimensions and a value", "class V : public poplar::Vertex { int a[1][2] = {3}; int b[2][1]{4}; int c[2][2] d; };",
			"a.cpp:1:74: error: cannot read 'd' after field 'c' [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"initializers in braces", "class V : public poplar::Vertex { V(int n) : a{n}, b<int>{n}, c(n) { } int a; V() : a{1} { } int b; V(long) { a: b; } int c; };",
			"", "@V worker { @a : si32 @b : si32 @c : si32 }"},
		{"compute that begins with a template", "class V : public poplar::Vertex { int a; template <class T> void f() { } void compute() const { } int b; void compute2() { } };",
			"", "@V worker attributes {source = \"void compute() const { }\"} { @a : si32 @b : si32 }"},
		{"angles", "class V : public poplar::Vertex { std::conditional_t<(1 < 2), poplar::Input<poplar::Vector<int, poplar::VectorLayout::ONE_PTR>>, int> a; bool b = 3 < 4; };",
			"", "@V worker { @a : !poplar.in<vec<si32, ONE_PTR>> @b : i1 = true }"},
		{"numbers of every form", "class V : public poplar::Vertex { int a = 0x1f; unsigned b = 7u; int c = 'a'; bool d = true; float e = -1.5e3f; half f = 2; int g = -(3 + 4) * 2; long long h = 1'000'000'000'000; unsigned char i = 300; bool j[3] = {true, false, 1}; };",
			"", "@V worker { @a : si32 = 31 @b : ui32 = 7 @c : si32 = 97 @d : i1 = true @e : f32 = -1.500000e+03 @f : f16 = 2.000000e+00 @g : si32 = -14 @h : si64 = 1000000000000 @i : ui8 = 44 @j : !poplar.array<3 x i1> = [true, false, true] }"},
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
		{"1" + strings.Repeat("+1", 251), "a.cpp:3:1: error: unknown name 'V' [poplar.cpp-eval]\na.cpp:3:1: note: in a class\n", ""},
	} {
		module, problems := imported(t, source("template <int n = "+c.value+", class T = int>\nclass V : public poplar::Vertex { T a[n]; };\ntemplate class V<>;"), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("got\n%s%s\nwant\n%s%s", got, classes(module), c.problems, c.classes)
		}
	}
}
