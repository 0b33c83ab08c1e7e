package codelet

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// imported reads files; the first is a.cpp.
func imported(t testing.TB, files fstest.MapFS, arch string) (*ir.Operation, string) {
	t.Helper()
	chip, err := target.Lookup(arch)
	if err != nil {
		t.Fatal(err)
	}
	var problems ir.Diagnostics
	open := func(name string) ([]byte, error) { return fs.ReadFile(files, name) }
	module, err := Import(context.Background(), all.Context(), chip, Source{Files: []string{"a.cpp"}, Folders: []string{"inc"}, Declarations: true, Open: open}, &problems)
	if (err != nil) != problems.HasErrors() || module == nil {
		t.Fatalf("error %v, module %v, problems\n%s", err, module, problems.String())
	}
	return module, problems.String()
}

func source(text string) fstest.MapFS { return fstest.MapFS{"a.cpp": {Data: []byte(text)}} }

// TestImportForms: declarations are imported as fields and names.
func TestImportForms(t *testing.T) {
	t.Parallel()
	const vertex = "class V : public poplar::Vertex { public: %s };"
	for _, c := range []struct{ name, text, want string }{
		{"macro with # and ##", "#define F(t, n) poplar::Input<t> in##n; static constexpr auto s = #t;\n" + fmt.Sprintf(vertex, "F(int, 1) F(half, 2)"),
			"@in1 : !poplar.in<si32>\n@in2 : !poplar.in<f16>"},
		{"macro in its own expansion", "#define x x y\n#define y x\n" + fmt.Sprintf(vertex, "int a; int x; "), "expected one type, but got 'int x'"},
		{"variadic macro without arguments", "#define F(t, ...) t a; __VA_ARGS__\n" + fmt.Sprintf(vertex, "F(int) F(bool, short b[2] = {1, 2};)"), "field 'a' is declared twice"},
		{"conditions", "#if defined(A) || 0x10 >> 3 == 2 && !defined B\n#define T short\n#elif 1\n#define T int\n#else\n#error no\n#endif\n" + fmt.Sprintf(vertex, "T a;"), "@a : si16"},
		{"attribute of a class", "class __attribute__((visibility(\"default\"))) __attribute__((used)) V : public poplar::Vertex { int a; };", "@a : si32"},
		{"attribute of a class that moves members", "class __attribute__((aligned(8))) V : public poplar::Vertex { int a; };", "unexpected '(' in class"},
		{"nested conditions", "#if 0\n#if 1\n#else\n#endif\n#else\n" + fmt.Sprintf(vertex, "int a;") + "\n#endif", "@a : si32"},
		{"comments and raw strings", "/* class V : */ const char *s = R\"x(class } )x\"; // }\\\n}\n" + fmt.Sprintf(vertex, "int a;"), "@a : si32"},
		{"unsigned long int", fmt.Sprintf(vertex, "long unsigned int a; unsigned char b; signed char c; char d; unsigned long long e;"),
			"@a : !poplar.ulong\n@b : ui8\n@c : si8\n@d : i8\n@e : ui64"},
		{"methods and members without space", fmt.Sprintf(vertex, "V() : a(1), b{2} {} ~V() {} int f() const { return 1; } static const int k = 4; bool operator()(int) { return a < b; } enum E { X, Y }; struct S { int z; }; using T = short; friend class W; static_assert(true, \"\"); int a, b; T c[k / 2][2];"),
			"@a : si32\n@b : si32\n@c : !poplar.array<4 x si16>"},
		{"comparison that is no template", fmt.Sprintf(vertex, "static constexpr int n = 3; static constexpr bool small = n < 4; std::conditional_t<(n > 2), char, int> a; int b[small ? 2 : 1];"),
			"@a : i8\n@b : !poplar.array<2 x si32>"},
		{"nested namespaces, using", "namespace a::b { using T = half; } namespace c { using namespace a; using b::T; " + fmt.Sprintf(vertex, "T a; b::T b; ::a::b::T c;") + "}",
			"@\"c::V\" worker\n@a : f16\n@b : f16\n@c : f16"},
		{"alias of its own name", "template <class A, class B> using T = std::conditional_t<std::is_same<A, B>{}, float, A>; template <class A> " + fmt.Sprintf(vertex, "using T = T<A, int>; T a;") + " template class V<int>; template class V<half>;",
			"@\"V<int>\" worker\n@a : f32\n@\"V<half>\" worker\n@a : f16"},
		{"loops of constants", fmt.Sprintf(vertex, "static constexpr int n = n + 1; int a[n];"), "unknown name 'n'"},
		{"endless recursion", "template <int n> struct F { static constexpr int v = F<n + 1>::v; }; " + fmt.Sprintf(vertex, "int a[F<0>::v];"), "nests more than 200 levels"},
		{"pointer", fmt.Sprintf(vertex, "int *a;"), "field 'a': "},
		{"unknown type", fmt.Sprintf(vertex, "Inptu<int> a;"), "unknown name 'Inptu'"},
		{"layout of another target", fmt.Sprintf(vertex, "poplar::Input<poplar::Vector<int, poplar::VectorLayout::SCALED_PTR32>> a;"), "layout SCALED_PTR32 does not exist on ipu2"},
		{"constraint on nothing", "class [[poplar::constraint(\"elem(*a) != elem(*b)\")]] V : public poplar::Vertex { int a; };", "constraint-"},
		{"field twice", "struct B { int a; }; class V : public poplar::Vertex, public B { int a; };", "field 'a' is declared twice"},
		{"bit field", fmt.Sprintf(vertex, "unsigned a : 3;"), "cannot read the member 'unsigned a : 3'"},
		{"elements beyond 64 bits", fmt.Sprintf(vertex, "int a[4294967296][4294967297];"), "expected an array of 1 to 16777216 elements, but got 9223372036854775807"},
		{"pointer to a function", fmt.Sprintf(vertex, "int (*a)(int);"), "field 'a': a field cannot be a pointer to a function, 'int(*)(int)'"},
		{"undefined template", "template <class T> class V; template class V<int>;", "'V<int>' is declared, but not defined"},
		{"base of itself", "class A : A { };", "'A' derives from itself"},
		{"base of itself through a template", "template <class T> class B : T { }; class A : public poplar::Vertex, B<A> { };", "'A' derives from itself"},
		{"instance of a function", "template <class T> int f(T); template int f<int>(int); template <class T> " + fmt.Sprintf(vertex, "T a;") + " template struct V<int>;", "@\"V<int>\" worker\n@a : si32"},
		{"inline namespaces and linkage", "inline namespace v { using T = short; } namespace w::inline x { using S = half; } extern \"C\" { int f(void); typedef unsigned char U; } " + fmt.Sprintf(vertex, "T a; U b; w::S c; v::T d; w::x::S e;") + " extern \"C\" int g(int);",
			"@a : si16\n@b : ui8\n@c : f16\n@d : si16\n@e : f16"},
		{"alias of a namespace", "namespace a { namespace b { using T = half; } } namespace c = a::b; namespace d = ::a; " + fmt.Sprintf(vertex, "c::T a; d::b::T b;"), "@a : f16\n@b : f16"},
		{"alias that is a typedef", "typedef poplar::Vector<float, poplar::VectorLayout::ONE_PTR, 8> Floats; typedef long unsigned int Long; " + fmt.Sprintf(vertex, "poplar::Input<Floats> a; Long b;"),
			"@a : !poplar.in<vec<f32, ONE_PTR, align 8>>\n@b : !poplar.ulong"},
		{"constants in braces", "constexpr int n{3}; static const unsigned m = {2}; const auto k = n + 1; inline constexpr int j{n * 2}, i = 1; " + fmt.Sprintf(vertex, "int a[n]; int b[k]; int c[j + i];"),
			"@a : !poplar.array<3 x si32>\n@b : !poplar.array<4 x si32>\n@c : !poplar.array<7 x si32>"},
		{"values in braces", fmt.Sprintf(vertex, "int a{4}; short b{}; float c = 2; unsigned short d[2]{1, 2}; bool e = true;"), "@a : si32 = 4\n@c : f32 = 2\n@d : !poplar.array<2 x ui16> = [1, 2]\n@e : i1 = true"},
		{"two words behind a type", fmt.Sprintf(vertex, "int a b;"), "expected one type, but got 'int a'"},
		{"enumerations", "enum { A, B = 4, C }; enum class E : unsigned char { X = C, Y }; enum struct [[deprecated]] G : int { Z = 1 }; " + fmt.Sprintf(vertex, "int a[C]; E b; int c[static_cast<int>(E::Y)]; int d[static_cast<int>(G::Z) + B]; "),
			"@a : !poplar.array<5 x si32>\n@b : ui8\n@c : !poplar.array<6 x si32>\n@d : !poplar.array<5 x si32>"},
		{"variables of classes", "struct S { int z; } s, t[2]; struct S u; struct S f(int); struct S v = {1}; struct S w[3]; class [[deprecated]] W final { int z; }; " + fmt.Sprintf(vertex, "int a;"), "@a : si32"},
		{"class in another one", "struct O { struct I; static constexpr int n = 2; }; struct O::I { int z; }; " + fmt.Sprintf(vertex, "int a[O::n];"), "@a : !poplar.array<2 x si32>"},
		{"class without a name", "struct { int z; } s; union { int z; float w; }; " + fmt.Sprintf(vertex, "int a;"), "@a : si32"},
		{"default arguments", "template <class T, int n = 2> class V; template <class T, int n> class V : public poplar::Vertex { T a[n]; }; template class V<int>; template class V<half, 3>;",
			"@\"V<int, 2>\" worker\n@a : !poplar.array<2 x si32>\n@\"V<half, 3>\" worker\n@a : !poplar.array<3 x f16>"},
		{"special cases", "template <class T, int n> struct S { static constexpr int v = 1; }; template <class T> struct S<T, 2> { static constexpr int v = 5; }; template <> struct S<int, 3> { static constexpr int v = 7; }; " +
			fmt.Sprintf(vertex, "int a[S<int, 1>::v]; int b[S<int, 2>::v]; int c[S<int, 3>::v]; int d[S<half, 3>::v];"),
			"@a : !poplar.array<1 x si32>\n@b : !poplar.array<5 x si32>\n@c : !poplar.array<7 x si32>\n@d : !poplar.array<1 x si32>"},
		{"functions of constants", "constexpr int f(int a, int b = 2) { return a > b ? a - b : b - a; } template <int n> constexpr int g() { if (n < 3) return 1; else return n + g<n - 1>(); } " +
			fmt.Sprintf(vertex, "int a[f(7, 4)]; int b[g<2>()]; int c[g<4>()];"), "@a : !poplar.array<3 x si32>\n@b : !poplar.array<1 x si32>\n@c : !poplar.array<8 x si32>"},
		{"attributes in front of members", fmt.Sprintf(vertex, "[[maybe_unused]] int a; volatile int c; mutable int d;"), "@a : si32\n@c : si32\n@d : si32"},
		{"alignment of a member", fmt.Sprintf(vertex, "alignas(8) short b;"), "cannot read the member 'alignas(8) short b'"},
		{"attribute of a member", fmt.Sprintf(vertex, "__attribute__((aligned(4))) int e;"), "cannot read the member '__attribute__((aligned(4))) int e'"},
		{"a head that cannot be read", "class V : public 3 + poplar::Vertex { int a; };", "expected"},
		{"wrong arguments", "template <class T, int n> " + fmt.Sprintf(vertex, "T a[n];") + " template class V<int>;", "expected 2 template arguments, but got 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			module, problems := imported(t, source(c.text), "ipu2")
			got := problems + string(ir.Print(module, ir.PrintOptions{}))
			for _, want := range strings.Split(c.want, "\n") {
				if !strings.Contains(got, want) {
					t.Errorf("no %q in\n%s", want, got)
				}
			}
			if wantError := !strings.Contains(c.want, "@"); wantError != (problems != "") {
				t.Errorf("unexpected: %s", problems)
			}
		})
	}
}

// TestImportIncludes: a header is found in the folder of the file and in the other
// folders, and is read once if it requests that; its classes are counted once for two
// files.
func TestImportIncludes(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"a.cpp":     {Data: []byte("#include \"b.hpp\"\n#include <c.hpp>\n#include \"b.hpp\"\n#include <none.hpp>\nclass A : public B { C c; };")},
		"b.hpp":     {Data: []byte("#pragma once\nclass B : public poplar::Vertex { int b; };")},
		"inc/c.hpp": {Data: []byte("#ifndef C\n#define C short\n#endif\n#include <c.hpp>")},
	}
	_, problems := imported(t, files, "ipu1")
	if !strings.Contains(problems, "includes nest more than 200 levels") {
		t.Error(problems)
	}
	files["inc/c.hpp"] = &fstest.MapFile{Data: []byte("#define C short")}
	module, problems := imported(t, files, "ipu1")
	text := string(ir.Print(module, ir.PrintOptions{}))
	if problems != "" || strings.Count(text, "poplar.vertex") != 2 || !strings.Contains(text, "@c : si16") {
		t.Errorf("%s%s", problems, text)
	}
}

// TestExportImports: exported classes are imported as the same classes.
func TestExportImports(t *testing.T) {
	t.Parallel()
	for _, arch := range []string{"ipu1", "ipu2", "ipu21"} {
		module, problems := imported(t, source(`
namespace d::e {
struct Op;
enum class K { A_1, B };
template <class T, K k, bool b, int n> class [[poplar::constraint("elem(*x) != elem(**l)")]] V : public poplar::MultiVertex {
  static const bool isExternalCodelet = b;
  poplar::Input<poplar::Vector<half, poplar::VectorLayout::COMPACT_PTR, n>> x;
  poplar::Vector<poplar::InOut<poplar::Vector<half, poplar::VectorLayout::SPAN, 8, true>>> y;
  poplar::InOut<poplar::VectorList<unsigned short, poplar::VectorListLayout::COMPACT_DELTAN, n>> l;
  poplar::Vector<int> table;
  poplar::Output<float> out;
  unsigned short n1 = 7, n2[2] = {1, 2};
  bool flag = true;
  half h = 0.5;
  void compute(unsigned wid) { if (wid) { x[0]; } }
};
template class V<Op, K::A_1, true, 8>;
template class V<unsigned, K::B, false, 16>;
}
class Plain : public poplar::Vertex {};
`), arch)
		if problems != "" {
			t.Fatal(problems)
		}
		var sink ir.Diagnostics
		text := CPP(module, &sink)
		again, problems := imported(t, source(string(text)), arch)
		first, second := string(ir.Print(module, ir.PrintOptions{})), string(ir.Print(again, ir.PrintOptions{}))
		if problems+sink.String() != "" || first != second {
			t.Errorf("%s%s%s\n%s%s%s", sink.String(), problems, text, first, arch, second)
		}
	}
}

// TestImportOdd: unclosed definitions, and texts that end too early, are errors at their
// place, or are ignored.
func TestImportOdd(t *testing.T) {
	t.Parallel()
	const vertex = "class V : public poplar::Vertex { public: %s };"
	for _, c := range []struct{ name, text, want string }{
		{"derives from itself", "class V : public V { int a; };", "a.cpp:1:1: error: expected a complete class as base of 'V', but 'V' derives from itself"},
		{"derive from each other", "class W; class V : public W { int a; }; class W : public V { int b; };", "'W' derives from itself"},
		{"template that derives from itself", "template <class T> class V : public V<T> { T a; }; template class V<int>;", "'V<int>' derives from itself"},
		{"template that derives from larger ones", "template <class T> struct P {}; template <class T> class V : public V<P<T>> { int a; }; template class V<int>;", "nests more than 200 levels"},
		{"macro of itself", "#define F(x) F(F(x))\n" + fmt.Sprintf(vertex, "int a[F(1)];"), "unknown name 'F'"},
		{"macros of each other", "#define A B\n#define B A\n" + fmt.Sprintf(vertex, "A a;"), "unknown name 'A'"},
		{"file that includes itself", "#include \"a.cpp\"\n" + fmt.Sprintf(vertex, "int a;"), "includes nest more than 200 levels"},
		{"alias of itself", "using T = T; " + fmt.Sprintf(vertex, "T a;"), "unknown name 'T' ["},
		{"aliases of each other", "using A = B; using B = A; " + fmt.Sprintf(vertex, "A a;"), "unknown name 'A' ["},
		{"enumerator of itself", "enum E { A = A };" + fmt.Sprintf(vertex, "int a[A];"), "'A' is defined by itself"},
		{"function of itself", "constexpr int f(int n) { return f(n); } " + fmt.Sprintf(vertex, "int a[f(1)];"), "'f' is defined by itself"},
		{"parentheses", fmt.Sprintf(vertex, "int a["+strings.Repeat("(", 5000)+"1"+strings.Repeat(")", 5000)+"];"), "nests more than 64 levels"},
		{"template arguments", fmt.Sprintf(vertex, strings.Repeat("poplar::Input<", 3000)+"int"+strings.Repeat(">", 3000)+" a;"), "a.cpp:1:224: error: template arguments nest more than 12 levels"},
		{"namespaces", strings.Repeat("namespace a {", 3000) + fmt.Sprintf(vertex, "int a;") + strings.Repeat("}", 3000), "a.cpp:1:2601: error: declarations nest more than 200 levels"},
		{"condition without end", "#if 1\n" + fmt.Sprintf(vertex, "int a;"), "a.cpp:1:2: error: #if without #endif"},
		{"else without condition", "#else\n#endif\n" + fmt.Sprintf(vertex, "int a;"), "a.cpp:1:2: error: #else without #if"},
		{"division by zero", fmt.Sprintf(vertex, "int a[1 / 0];"), "division by zero"},
		{"shift of all bits", fmt.Sprintf(vertex, "int a[1 << 99];"), "cannot shift 'int' by 99"},
		{"array of less than nothing", fmt.Sprintf(vertex, "int a[-1];"), "field 'a': expected a number of elements of at least 1, but got '-1'"},
		{"array of more than a tile", fmt.Sprintf(vertex, "int a[9223372036854775807];"), "but got 9223372036854775807"},
		{"template argument left out", "template <class T, int n> " + fmt.Sprintf(vertex, "T a[n];") + " template class V<int>;", "expected 2 template arguments, but got 1"},
		{"template without end", "template <class T class V : public poplar::Vertex { T a; }; template class V<int>;", "unknown name 'V'"},
		{"macro call without end", "#define F(x) x\n" + fmt.Sprintf(vertex, "F(int a;"), "a.cpp:2:44: error: '(' is not closed [poplar.cpp-parse]"},
		{"macro call with brackets", "#define F(x, y) x y\n" + fmt.Sprintf(vertex, "F(int a[2, ]);"), ""},
		{"class without end", "class V : public poplar::Vertex { int a; ", "a.cpp:1:33: error: '{' is not closed"},
		{"end without class", fmt.Sprintf(vertex, "int a;") + "\n}", "a.cpp:2:1: error: there is no '{' for this '}'"},
		{"text without end", fmt.Sprintf(vertex, "\nconst char *s = \"\\\";\nint a;"), "a.cpp:2:17: error: the text has no closing \" in its line"},
		{"quotes in a text", fmt.Sprintf(vertex, "\nstatic constexpr auto s = \"\\\"'\\\\\", c = '\"', d = '\\'';\n static constexpr auto r = R\"(\")\"; int a;"), ""},
		{"raw text without end", fmt.Sprintf(vertex, "\nconst char *s = R\"x( )\";\nint a;"), "a.cpp:2:17: error: the raw text 'R\"x(' is not closed"},
		{"comment without end", fmt.Sprintf(vertex, "int a;") + " /* ", ""},
		{"no text", "\x00\xff\x80", ""},
	} {
		_, problems := imported(t, source(c.text), "ipu2")
		if !strings.Contains(problems, c.want) || (problems == "") != (c.want == "") {
			t.Errorf("%s: got %.500s\nwant %s", c.name, problems, c.want)
		}
	}
}

// TestImportEndless: a short text may require more work than is acceptable, or more memory than
// there is. Import gives up on such a text with an error at its place, and accepts similar texts that
// need few steps.
func TestImportEndless(t *testing.T) {
	t.Parallel()
	const vertex = "class V : public poplar::Vertex { public: int a[%s]; };"
	each := func(n int, format string) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			fmt.Fprintf(&b, format, i, i-1)
		}
		return b.String()
	}
	for _, c := range []struct{ name, text, want string }{
		{"macros that double", each(40, "#define E%d E%d E%[2]d\n") + "#define E0 int\nE40\n" + fmt.Sprintf(vertex, "2"), "a.cpp:42:1: error: macros and includes make more than 4194304 tokens of the file"},
		{"arguments of macros that double", "#define D(x) x x\n" + strings.Repeat("D(", 40) + "int" + strings.Repeat(")", 40) + fmt.Sprintf(vertex, "2"), "macros and includes make more than"},
		{"a chain of macros", each(1000, "#define E%d E%d\n") + "#define E0 2\n" + fmt.Sprintf(vertex, "E1000"), ""},
		{"macros in an argument of a macro in macros", each(1000, "#define G%d G%d\n#define E%[1]d E%[2]d\n") + "#define E0 2\n#define F(x) x\n#define G0 F(E1000)\n" + fmt.Sprintf(vertex, "G1000"), ""},
		{"two of them", each(1000, "#define G%d G%d\n#define E%[1]d E%[2]d\n") + "#define E0 2\n#define F(x) x\n#define G0 F(E1000 + E1000)\n" + fmt.Sprintf(vertex, "G1000"), "macros and includes make more than"},
		{"macro calls without end", "#define F(x) x\n" + strings.Repeat("F(", 20000) + fmt.Sprintf(vertex, "2"), "macros and includes make more than"},
		{"a file that includes itself twice", "#include \"a.cpp\"\n#include \"a.cpp\"\n", "includes nest more than 200 levels"},
		{"function that doubles", "constexpr int f(int n) { if (n < 2) return 1; return f(n - 1) + f(n - 2); }\n" + fmt.Sprintf(vertex, "f(60)"), "a.cpp:2:47: error: takes more than 262144 expressions to evaluate"},
		{"constants that double", "constexpr int a0 = 0;\n" + each(60, "constexpr int a%d = a%d + a%[2]d;\n") + fmt.Sprintf(vertex, "a60"), "takes more than 262144 expressions"},
		{"templates that double", "template <int n> struct F { static constexpr int v = F<n - 1>::v + F<n - 2>::v; }; template <> struct F<0> { static constexpr int v = 1; };" +
			"template <> struct F<1> { static constexpr int v = 1; };" + fmt.Sprintf(vertex, "F<60>::v"), "takes more than 262144 expressions"},
		{"enumerators that refer to others", "enum E { e0 = 1, " + each(400, "e%d = e%d + e%[2]d - e%[2]d, ") + "};" + fmt.Sprintf(vertex, "e400"), ""},
		{"names that double", "template <class A, class B> struct P {}; using A0 = int;\n" + each(40, "using A%d = P<A%d, A%[2]d>;\n") +
			"template <class T> class V : public poplar::Vertex { int a; }; template class V<A40>;", "the name of an instance of 'P' has more than 4096 characters"},
		{"bases that double", "struct L0 {};" + each(40, "struct A%d : L%d {}; struct B%[1]d : L%[2]d {}; struct L%[1]d : A%[1]d, B%[1]d {};\n") +
			"class V : public poplar::Vertex, public L40 {};", "derives from more than 1000 classes"},
		{"as many bases as there may be", each(499, "struct A%d {}; struct B%[1]d : A%[1]d {};\n") + "class V : public poplar::Vertex" + each(499, ", B%d/*%d*/") + ", A1 { int a; };", ""},
		{"one base more", each(499, "struct A%d {}; struct B%[1]d : A%[1]d {};\n") + "class V : public poplar::Vertex" + each(499, ", B%d/*%d*/") + ", A1, A2 { int a; };", "derives from more than 1000 classes"},
		{"arguments without end", "template class W<" + strings.Repeat("A<", 40) + "int;", "template arguments nest more than 12 levels"},
		{"comparisons", "int a = " + strings.Repeat("a < ", 10000) + "a;" + fmt.Sprintf(vertex, "2"), ""},
	} {
		_, problems := imported(t, source(c.text), "ipu2")
		if !strings.Contains(problems, c.want) || (problems == "") != (c.want == "") || strings.Count(problems, "includes ") > 1 {
			t.Errorf("%s: got %.500s\nwant %s", c.name, problems, c.want)
		}
	}
}

// FuzzImport: for every text, Import fails only with messages, and its result is valid.
func FuzzImport(f *testing.F) {
	for _, s := range []string{
		"class V : public poplar::Vertex { int a; };", "template <class T> class V : poplar::MultiVertex { T a[2] = {1}; }; template class V<int>;",
		"#define A(x, ...) x##1 #x __VA_ARGS__\nA(b, c)", "#if (1 ? 2 : 0) << 3\n#elif x\n#endif", "enum class E : char { A = 1 << 3, B };",
		"namespace a { using b = c<d>::e; } class V : a::b {", "constexpr int f(int n) { if (n < 1) return 1; return f(n - 1); } class V : public poplar::Vertex { int a[f(3)]; };",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			return
		}
		module, _ := imported(t, source(text), "ipu2")
		if err := ir.Verify(module, nil); err != nil {
			t.Fatalf("%v\n%s", err, ir.Print(module, ir.PrintOptions{}))
		}
	})
}

// TestImportFiles: a file that cannot be read, and a cancelled context, stop the import.
func TestImportFiles(t *testing.T) {
	t.Parallel()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	files := source("class V : public poplar::Vertex { int a; };")
	open := func(name string) ([]byte, error) { return fs.ReadFile(files, name) }
	_, err = Import(context.Background(), all.Context(), chip, Source{Files: []string{"a.cpp", "none.cpp"}, Open: open}, nil)
	if got, want := fmt.Sprint(err), "cannot read 'none.cpp': file does not exist [poplar.cpp-file]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if module, err := Import(ended, all.Context(), chip, Source{Files: []string{"a.cpp"}, Open: open}, nil); err != context.Canceled || module != nil {
		t.Errorf("%v, %v", module, err)
	}
}
