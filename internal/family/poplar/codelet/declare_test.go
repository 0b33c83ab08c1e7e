package codelet

import (
	"context"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// classes writes the vertices of a module, one a line.
func classes(module *ir.Operation) string {
	_, body, _ := strings.Cut(string(ir.Print(module, ir.PrintOptions{})), "{\n")
	text := strings.Join(strings.Fields(strings.TrimSuffix(body, "}\n")), " ")
	return strings.NewReplacer(" poplar.vertex ", "\n", "poplar.vertex ", "", "poplar.field ", "").Replace(text)
}

// TestImportDeclarations: which declarations around classes and inside them are used.
func TestImportDeclarations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"typedef of nothing", "using S = half; typedef S; class V : public poplar::Vertex { S a; };", "@V worker { @a : f16 }"},
		{"namespace in a namespace is used", "namespace a { namespace b { using T = half; } using T = int; } using namespace a::b; class V : public poplar::Vertex { T a; };", "@V worker { @a : f16 }"},
		{"namespaces that nobody declares", "using namespace none; namespace a { } using namespace a::none; using half; using namespace ::a; class V : public poplar::Vertex { int a; };", "@V worker { @a : si32 }"},
		{"names in a namespace are found inside first", "using T = int; namespace n { using T = half; class V : public poplar::Vertex { T a; ::T b; }; } class W : public poplar::Vertex { T a; n::T b; };",
			"@\"n::V\" worker { @a : f16 @b : si32 }\n@W worker { @a : si32 @b : f16 }"},
		{"namespace in pieces", "namespace n { using T = half; } namespace n { using U = T; } namespace m = n; namespace k { namespace n { using T = int; } } class V : public poplar::Vertex { n::U a; m::T b; k::n::T c; };",
			"@V worker { @a : f16 @b : f16 @c : si32 }"},
		{"inline namespace behind another one", "namespace a::inline b { using T = half; } namespace a { inline namespace c { using U = short; } namespace d { using T = int; } } class V : public poplar::Vertex { a::T a; a::b::T b; a::U c; };",
			"@V worker { @a : f16 @b : f16 @c : si16 }"},
		{"extern templates are no instances", "template <class T> class V : public poplar::Vertex { T a; }; extern template class V<int>; template class V<half>;", "@\"V<half>\" worker { @a : f16 }"},
		{"linkage", "extern \"C\" { using T = half; class V : public poplar::Vertex { T a; }; } extern int x; class W : public poplar::Vertex { T b; };", "@V worker { @a : f16 }\n@W worker { @b : f16 }"},
		{"friends and assertions", "class V : public poplar::Vertex { template <class T> friend class W; friend class X; static_assert(sizeof(int) == 4, \"; }\"); int a; };", "@V worker { @a : si32 }"},
		{"default of the second declaration", "template <class T, int n> class V; template <class T, int n = 2> class V : public poplar::Vertex { T a[n]; }; template <class T, int n> class V; template class V<int>;",
			"@\"V<int, 2>\" worker { @a : !poplar.array<2 x si32> }"},
		{"other names in the definition", "template <class A, int k = 3> class V; template <class T, int n> class V : public poplar::Vertex { T a[n]; }; template class V<int>;", "@\"V<int, 3>\" worker { @a : !poplar.array<3 x si32> }"},
		{"special cases are vertices", "template <class T, class U = int> class V; template <> class V<int, int> : public poplar::Vertex { int a; }; template <class T> class V<T, half> : public poplar::Vertex { T b; }; template <> class V<half, int> { int c; }; template class V<float, half>; template class V<half>;",
			"@\"V<int, int>\" worker { @a : si32 }\n@\"V<float, half>\" worker { @b : f32 }"},
		{"class that is no vertex", "class A { int a; }; class B : A { int b; }; class C : B, poplar::Vertex { int c; }; class D : C { int d; };",
			"@C worker { @a : si32 @b : si32 @c : si32 }\n@D worker { @a : si32 @b : si32 @c : si32 @d : si32 }"},
		{"who runs it", "class A : public poplar::MultiVertex { int a; }; class B : public poplar::SupervisorVertex { static const bool isExternalCodelet = true; }; class C : public A, public poplar::Vertex { };",
			"@A multi { @a : si32 }\n@B supervisor external { }\n@C multi { @a : si32 }"},
		{"supervisor that is compiled", `class V : public poplar::SupervisorVertex { int a; __attribute__((target("supervisor"))) bool compute() { return true; } };`,
			`@V supervisor attributes {source = "__attribute__((target(\22supervisor\22))) bool compute() { return true; }"} { @a : si32 }`},
		{"what a base has", "struct E { static const bool isExternalCodelet = true; }; struct F { void compute() { f(); } }; class V : public poplar::Vertex, public E, public F { int a; }; class W : public V { static const bool isExternalCodelet = false; void compute() { g(); } };",
			"@V worker external attributes {source = \"void compute() { f(); }\"} { @a : si32 }\n@W worker attributes {source = \"void compute() { g(); }\"} { @a : si32 }"},
		{"compute that is only declared", "bool compute() { return true; } class V : public poplar::Vertex { bool compute(); int a; };", "@V worker { @a : si32 }"},
		{"compute of a macro", "#define BODY { return\ttrue; }\nclass V : public poplar::Vertex { bool compute()  BODY int a; };", "@V worker attributes {source = \"bool compute() { return true; }\"} { @a : si32 }"},
		{"compute with initializers around", "class V : public poplar::Vertex { V() noexcept(true) : x<int>{1}, y{2}, z(3) { } bool compute() { if (a) { return true; } } V(int) : z[0] { } int a; };",
			"@V worker attributes {source = \"bool compute() { if (a) { return true; } }\"} { @a : si32 }"},
		{"operators", "class V : public poplar::Vertex { V &operator=(const V &) = default; operator bool() const { return a; } int operator[](int i) { return i; } bool operator()(int); int operator<(int x) { return x; } int a; };", "@V worker { @a : si32 }"},
		{"variables that are no members", "static int n; int m = 3; auto f = [](int x) { return x; }; class V : public poplar::Vertex { static int n; static constexpr float f = 1; static const char *s; constexpr static int k = 2; int a[k]; };", "@V worker { @a : !poplar.array<2 x si32> }"},
		{"several members", "class V : public poplar::Vertex { unsigned short a, b[2], c = 7, d{8}; poplar::Input<poplar::Vector<int>> e, f; };",
			"@V worker { @a : ui16 @b : !poplar.array<2 x ui16> @c : ui16 = 7 @d : ui16 = 8 @e : !poplar.in<vec<si32>> @f : !poplar.in<vec<si32>> }"},
		{"values", "class V : public poplar::Vertex { float a = -1.5f; half b = 2; float c = - 3; int d[1] = {5}; short e[1]{6}; bool f[2] = {true, 1 > 2}; unsigned g = ~0u; char h = 'A'; };",
			"@V worker { @a : f32 = -1.500000e+00 @b : f16 = 2.000000e+00 @c : f32 = -3.000000e+00 @d : !poplar.array<1 x si32> = [5] @e : !poplar.array<1 x si16> = [6] @f : !poplar.array<2 x i1> = [true, false] @g : ui32 = 4294967295 @h : i8 = 65 }"},
		{"constexpr functions that are declared first", "constexpr int f(int n); constexpr int f(int n) { return n + 1; } constexpr int f(long n) { return 9; } class V : public poplar::Vertex { static constexpr int g() { return 2; } int f() { return 0; } int a[::f(1)]; int b[g()]; };",
			"@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<2 x si32> }"},
		{"enumerations of every form", "enum E : int; enum class F; enum { A, }; enum E2 { B = A + 3, C } e, *p; enum class [[x]] [[y]] D : short { X = 2, Y = X * X, Z }; class V : public poplar::Vertex { enum { K = 5 }; enum E2 x; D y; int a[B]; int b[int(D::Z)]; int c[K]; int d[C]; };",
			"@V worker { @x : si32 @y : si16 @a : !poplar.array<3 x si32> @b : !poplar.array<5 x si32> @c : !poplar.array<5 x si32> @d : !poplar.array<4 x si32> }"},
		{"functions that return classes", "template <class T> struct S { int z; }; struct S<int> f(int); struct S<int> v = {1}, w[2]; template <class T> struct S<T> g(T x) { return x; } union U { int x; } u; struct T { int z; } final; class V final : public poplar::Vertex { int a; };", "@V worker { @a : si32 }"},
		{"heads that cannot be read", "struct alignas(8) S { int z; }; struct { int z; } s; struct { struct { int q; }; } r; class V : public poplar::Vertex { struct S { int q; }; union alignas(8) U { int r; }; int a; };", "@V worker { @a : si32 }"},
		{"labels", "class V : poplar::Vertex { public: int a; private: int b; protected : int c; };", "@V worker { @a : si32 @b : si32 @c : si32 }"},
		{"types of pointers and references", "template <class T> struct S { static constexpr int n = 1; }; template <> struct S<int *> { static constexpr int n = 2; }; template <> struct S<const int &> { static constexpr int n = 3; }; class V : public poplar::Vertex { int a[S<int>::n]; int b[S<int *>::n]; int c[S<int &>::n]; int d[S<const int>::n]; };",
			"@V worker { @a : !poplar.array<1 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<3 x si32> @d : !poplar.array<1 x si32> }"},
		{"template of a using-declaration", "namespace n { template <class T> using In = poplar::Input<T>; template <class T> struct S { using type = T; }; } using n::In; using n::S; class V : public poplar::Vertex { In<int> a; S<half>::type b; };", "@V worker { @a : !poplar.in<si32> @b : f16 }"},
		{"members of instances", "template <class T> struct A { using type = T; static constexpr int n = sizeof(T); }; template <class T> struct B : A<T> { using mine = typename A<T>::type; static constexpr int m = A<T>::n + 1; }; class V : public poplar::Vertex, B<half> { B<short>::mine a; int b[B<float>::m]; int c[m]; mine d; };",
			"@V worker { @a : si16 @b : !poplar.array<5 x si32> @c : !poplar.array<3 x si32> @d : f16 }"},
		{"packs", "template <class T, class... Ts> struct P { using type = T; }; template <class... Ts> class V : public poplar::Vertex { P<half, Ts...>::type a; }; template class V<int, float>;",
			"@\"V<int, float>\" worker { @a : f16 }"},
		{"constants of any type", "template <auto k> class V : public poplar::Vertex { int a[k]; }; template class V<2>; template <unsigned char n, bool b> class W : public poplar::Vertex { int a[n + b]; }; template class W<258, 7>;",
			"@\"V<2>\" worker { @a : !poplar.array<2 x si32> }\n@\"W<2, true>\" worker { @a : !poplar.array<3 x si32> }"},
	} {
		module, problems := imported(t, source(c.text), "ipu2")
		if got := classes(module); got != c.want || problems != "" {
			t.Errorf("%s: %s\ngot  %s\nwant %s", c.name, problems, got, c.want)
		}
	}
}

// TestFunctions: the results of constexpr functions, which are called with 1, 2 and 3.
func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ body, want string }{
		{"return n;", "1 2 3"},
		{"int a = 2; { int b = 3; a = b + 1; } return a + n;", "5 6 7"},
		{"int a = 2; { int a = 3; a = 4; } return a + n;", "3 4 5"},
		{"if (n == 1) return 5; else if (n == 2) { return 6; } return 7;", "5 6 7"},
		{"if (n > 1) if (n > 2) return 3; else return 2; return 1;", "1 2 3"},
		{"if (n > 1) if (n > 2) { return 3; } else { return 2; } return 1;", "1 2 3"},
		{"if (n > 1) if (n > 2) { return 3; } return 1;", "1 1 3"},
		{"if (n > 1) { if (n > 2) return 3; } else return 2; return 1;", "2 1 3"},
		{"if (n == 2) return 9; else { if (n == 1) return 8; else return 7; } return 1;", "8 9 7"},
		{"if (n == 1) ; else if (n == 2) return 4; else return 5; return 6;", "6 4 5"},
		{"int a = 1; if constexpr (n < 3) { a = 2; } else { a = 5; } return a;", "2 2 5"},
		{"int a = 1; if (n < 3) a = 2; a = a + 1; return a;", "3 3 2"},
		{"unsigned a = 1; unsigned b = 2; a = b = n; return a * 10 + b;", "11 22 33"},
		{"static_assert(true, \"\"); assert(n > 0); using T = short; ; return sizeof(T) + n;", "3 4 5"},
		{"{ { return n; } } return 9;", "1 2 3"},
		{"const auto pair = {n, n * 2}; return std::get<1>(pair);", "2 4 6"},
		{"const int m = std::max<int>(n, 2); return std::min<int>(m, 2) + std::max<int>(1, n);", "3 4 5"},
		{"int x; return n;", "cannot execute 'int x' at compile time"},
		{"n++; return n;", "cannot execute 'n++' at compile time"},
		{"int a = 1; for (; a < 5;) a = a * 7; return a;", "cannot execute 'for (; a < 5;) a = a * 7' at compile time"},
		{"int a = 1; while (true) a = 2; return a;", "cannot execute 'while (true) a = 2' at compile time"},
		{"x = 3; return n;", "unknown name 'x'"},
		{"if (n) { }", "'f' returns no value"},
		{"if return 3;", "expected a condition after 'if'"},
		{"if (none) return 3;", "unknown name 'none'"},
		{"int a = none; return a;", "unknown name 'none'"},
		{"int a = 1; a = a = none; return a;", "unknown name 'none'"},
		{"return g(n, 1);", "'g' takes 1 arguments, but got 2"},
		{"return g(none);", "unknown name 'none'"},
		{"auto t = {n, 1}; return std::get<2>(t);", "a tuple of 2 elements has no element 2"},
		{"auto t = {n, 1}; return __element(t, -1);", "a tuple of 2 elements has no element -1"},
		{"auto t = {n, n + 1, 7}; return std::get<0>(t) + std::get<2>(t);", "8 9 10"},
		{"auto t = {n, none}; return 1;", "unknown name 'none'"},
	} {
		text := "constexpr int g(int n) { return n; } constexpr int f(int n, int m = 4) { " + c.body + " } template <int n> struct S { static constexpr int v = f(n, 0); }; class V : public poplar::Vertex { int a[S<1>::v]; int b[S<2>::v]; int c[S<3>::v]; };"
		module, problems := imported(t, source(text), "ipu2")
		want := c.want
		if n := strings.Fields(c.want); len(n) == 3 && problems == "" {
			want = "@V worker { @a : !poplar.array<" + n[0] + " x si32> @b : !poplar.array<" + n[1] + " x si32> @c : !poplar.array<" + n[2] + " x si32> }"
		}
		if got := problems + classes(module); !strings.Contains(got, want) {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, want)
		}
	}
}

// TestImportMessages: the error, its place, and the class.
func TestImportMessages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"unknown name of a header", "#include <none.hpp>\n#include \"b.hpp\"\n#include <none.hpp>\nclass V : public poplar::Vertex { None a; };",
			"a.cpp:4:40: error: unknown name 'None' [poplar.cpp-eval]\n" + "a.cpp:4:1: note: in 'V'\n" + "a.cpp:4:1: note: not found: none.hpp, b.hpp; name their folders with -I\n"},
		{"one header is missing", "#include <none.hpp>\nclass V : public poplar::Vertex { None a; };",
			"a.cpp:2:40: error: unknown name 'None' [poplar.cpp-eval]\n" + "a.cpp:2:1: note: in 'V'\n" + "a.cpp:2:1: note: not found: none.hpp; name their folders with -I\n"},
		{"instance of a constant", "constexpr int k = 1; template class k;", "expected a class to instantiate, but got '1' [poplar.cpp-eval]\n"},
		{"instance of a namespace", "namespace n { } template class n;", "expected a class to instantiate, but got 'a namespace' [poplar.cpp-eval]\n"},
		{"no header is missing", "class V : public poplar::Vertex { None a; };", "a.cpp:1:40: error: unknown name 'None' [poplar.cpp-eval]\na.cpp:1:1: note: in 'V'\n"},
		{"another problem", "#include <none.hpp>\nclass V : public poplar::Vertex { int a[0]; };",
			"a.cpp:2:39: error: field 'a': expected a number of elements of at least 1, but got '0' [poplar.cpp-eval]\na.cpp:2:1: note: in 'V'\n"},
		{"one message for a class", "template <class T> class V : public poplar::Vertex { T a[0]; }; template class V<int>; template class V<half>;",
			"error: field 'a': expected a number of elements of at least 1, but got '0' [poplar.cpp-eval]\na.cpp:1:20: note: in 'V<int>'\n"},
		{"instance of nothing", "template class V<int>;", "unknown name 'V' [poplar.cpp-eval]\na.cpp:1:1: note: in this class\n"},
		{"instance of what is no class", "using T = int; template class T;", "expected a class to instantiate, but got 'int' [poplar.cpp-eval]\na.cpp:1:16: note: in this class\n"},
		{"value of an edge", "class V : public poplar::Vertex { poplar::Input<int> a = 3; };", "only a plain field can have a default value [poplar.cpp-eval]\n"},
		{"value that is no number", "class V : public poplar::Vertex { float a = x; };", "expected a number as default value, but got 'x' [poplar.cpp-eval]\n"},
		{"value that is a type", "class V : public poplar::Vertex { int a = float; };", "expected a number as default value, but got 'float' [poplar.cpp-eval]\n"},
		{"value that has no form", "class V : public poplar::Vertex { quarter a = 3; };", "fields of quarter have no default value [poplar.cpp-eval]\n"},
		{"a number for a type", "class V : public poplar::Vertex { std::true_type::value a; };", "expected a type for field 'a', but got 'true' [poplar.cpp-eval]\n"},
		{"field of a class", "struct S { int z; }; class V : public poplar::Vertex { S a; };", "field 'a': a field cannot be of class 'S' [poplar.cpp-eval]\n"},
		{"alignment that is none", "class V : public poplar::Vertex { poplar::Input<poplar::Vector<int, poplar::VectorLayout::SPAN, 3>> a; };", "field 'a': "},
		{"member of a class without a name", "class V : public poplar::Vertex { int a; union { int r; }; };", "a.cpp:1:42: error: cannot read the member 'union { int r; }' [poplar.cpp-parse]\n"},
		{"member of a class in its place", "class V : public poplar::Vertex { struct { int r; } s, t; };", "a.cpp:1:53: error: cannot read the member 's, t' [poplar.cpp-parse]\n"},
		{"member of an enumeration in its place", "class V : public poplar::Vertex { enum E { A } e; };", "a.cpp:1:48: error: cannot read the member 'e' [poplar.cpp-parse]\n"},
		{"alignment of a class", "class alignas(8) V : public poplar::Vertex { int a; };", "a.cpp:1:14: error: unexpected '(' in class [poplar.cpp-parse]\n"},
		{"edge without an end", "class V : public poplar::Vertex { int a[2] b; };", "cannot read 'b' after field 'a' [poplar.cpp-parse]\n"},
		{"base that is no class", "class V : public 3 { poplar::Vertex a; }; class W : public poplar::Vertex, 3 { };", "error: expected a class as base of 'V', but got '3'"},
		{"arguments of what has none", "using T = int; class V : public poplar::Vertex { T<int> a; };", "expected a template to have arguments"},
		{"function that nobody calls", "constexpr int f() { return 1; } class V : public poplar::Vertex { int a[f]; };", "field 'a': expected a number of elements of at least 1, but got"},
	} {
		_, problems := imported(t, source(c.text), "ipu2")
		if plain := strings.ReplaceAll(withoutLines(problems), "\n\n", "\n"); !strings.Contains(plain, c.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, plain, c.want)
		}
	}
}

// withoutLines removes the quoted source lines below messages.
func withoutLines(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if strings.Contains(line, ": error: ") || strings.Contains(line, ": note: ") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// TestImportTwice: two definitions of a class are an error unless they have the same text in one
// file, or are in a header that two files include.
func TestImportTwice(t *testing.T) {
	t.Parallel()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ a, b, header, classes, problems string }{
		{a: "#include \"c.hpp\"\nclass V : public poplar::Vertex { int a; };", b: "#include \"c.hpp\"\nclass X : public poplar::Vertex { int x; };\nclass V : public poplar::Vertex { int b; };",
			header: "class W : public poplar::Vertex { int c; };", classes: "@W worker { @c : si32 }\n@V worker { @a : si32 }\n@X worker { @x : si32 }",
			problems: "b.cpp:3:1: error: 'V' is defined twice [poplar.instance-twice]\na.cpp:2:1: note: the first one is here\nb.cpp:3:1: note: in 'V'\n"},
		{a: "class V : public poplar::Vertex { int a; };", b: "class V : public poplar::Vertex { int b; };", header: "", classes: "@V worker { @a : si32 }",
			problems: "b.cpp:1:1: error: 'V' is defined twice [poplar.instance-twice]\na.cpp:1:1: note: the first one is here\nb.cpp:1:1: note: in 'V'\n"},
		{a: "#define A\n#include \"c.hpp\"", b: "#include \"c.hpp\"", header: "#ifdef A\nclass V : public poplar::Vertex { int a; };\n#else\nclass V : public poplar::Vertex { int b; };\n#endif", classes: "@V worker { @a : si32 }",
			problems: "c.hpp:4:1: error: 'V' is defined twice [poplar.instance-twice]\nc.hpp:2:1: note: the first one is here\nc.hpp:4:1: note: in 'V'\n"},
		{a: "#define F(x) x\n#define G(x)\n#include \"c.hpp\"", b: "#define F(x)\n#define G(x) x\n#include \"c.hpp\"", header: "F(class V : public poplar::Vertex { int a; };) G(class V : public poplar::Vertex { int b; };)", classes: "@V worker { @a : si32 }",
			problems: "c.hpp:1:50: error: 'V' is defined twice [poplar.instance-twice]\nc.hpp:1:3: note: the first one is here\nc.hpp:1:50: note: in 'V'\n"},
		{a: "#include \"c.hpp\"\nclass V : public poplar::Vertex { int a; };", header: "class V : public poplar::Vertex { int b; };", classes: "",
			problems: "a.cpp:2:1: error: 'V' is defined twice [poplar.instance-twice]\nc.hpp:1:1: note: the first one is here\n"},
		{a: "struct S { int a; }; struct S { int b; }; namespace n { struct S { S *next; }; }\nclass V : public poplar::Vertex { int a; };", classes: "@V worker { @a : si32 }",
			problems: "a.cpp:1:22: error: 'S' is defined twice [poplar.instance-twice]\na.cpp:1:1: note: the first one is here\n"},
		{a: "#include \"c.hpp\"\n#include \"c.hpp\"\nstruct S { int a; };\nclass V : public poplar::Vertex { int a; };", header: "struct S { int  a; };\n", classes: "@V worker { @a : si32 }"},
		{a: "template <class T> class V : public poplar::Vertex { T a; };\ntemplate <> class V<float> : public poplar::Vertex { int a; };\ntemplate <class U> class V : public poplar::Vertex { U a; };\ntemplate class V<int>;", classes: "@\"V<float>\" worker { @a : si32 }",
			problems: "a.cpp:3:20: error: 'V' is defined twice [poplar.instance-twice]\na.cpp:1:20: note: the first one is here\n"},
	} {
		files := fstest.MapFS{"a.cpp": {Data: []byte(c.a)}, "b.cpp": {Data: []byte(c.b)}, "c.hpp": {Data: []byte(c.header)}}
		var problems ir.Diagnostics
		module, _ := Import(context.Background(), all.Context(), chip, Source{Files: []string{"a.cpp", "b.cpp"}, Declarations: true, Open: func(name string) ([]byte, error) { return fs.ReadFile(files, name) }}, &problems)
		if got := classes(module); got != c.classes {
			t.Errorf("got %s, want %s", got, c.classes)
		}
		if got := withoutLines(problems.String()); got != c.problems {
			t.Errorf("got\n%s\nwant\n%s", got, c.problems)
		}
	}
}

// TestImportCut: a text may end after every token.
func TestImportCut(t *testing.T) {
	t.Parallel()
	tokens := scanTokens(&ir.Source{Name: "a.cpp", Text: `public : inline namespace a::inline b { using T = int; } extern "C" { typedef short U; } using namespace a::b; namespace c = a::b;
template <class T, template <class> class W, int n = (1 < 2)> class [[poplar::constraint("x")]] [[y]] V final : public poplar::Vertex, W<T> {
public: T x[2][n] = {1, 2}, y{3}; V() : x{1}, y<int>(2) { } bool operator()(int i) { return i; } operator int() const; alignas(8) int z; int (*f)(int); friend class X; static_assert(n > 0, ""); template <class S> friend S g(S);
enum class [[z]] E : unsigned char { A = 1, B, }; static constexpr int k = 3, m{4}; constexpr static int h(int a, int b = 2) { if constexpr (a > b) { return a; } else if (b) return b; return 0; } [[w]] volatile int v; bool compute() { return true; } };
template <class T> class V<T *> : V<T> { }; template class V<int>; struct S s = {1}; struct S; enum F : int; union { int u; }; template <class T> using P = T *; extern template class V<half>; asm("x"); decltype(1) d = 2;`}, maxSteps)
	for n := range tokens {
		for start := range min(n, 3) { // also without the first tokens, so that brackets are closed without being opened
			var problems ir.Diagnostics
			u := &unit{global: newScope(nil, ""), sink: &problems}
			u.declarations(tokens[start:n:n], u.global, nil)
			for _, e := range u.global.members {
				if e.function != nil {
					e := &evaluator{busy: map[*entity]int{}}
					_, _, _ = e.statements(tokens[n/2:n:n], newScope(nil, ""))
				}
			}
		}
	}
}
