package codelet

import "testing"

// TestWhatEvaluationSays: a mistake in any part of a declaration is reported where a
// class uses the declaration.
func TestWhatEvaluationSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, problems, classes string }{
		{"choice as argument", "template <int n = 1 ? 2 : 3> struct S { static constexpr int v = n; }; class V : public poplar::Vertex { int a[S<>::v]; int b[S<(0) ? 4 : 5>::v]; };",
			"", "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<5 x si32> }"},
		{"sign", "class V : public poplar::Vertex { int a[-none]; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"element", "class V : public poplar::Vertex { int a[std::get<0>(none)]; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"element of nothing", "template <class T> constexpr int k = __element(none, 1); class V : public poplar::Vertex { int a[k<int>]; };",
			"a.cpp:1:96: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:58: note: in 'V'\n", ""},
		{"size", "class V : public poplar::Vertex { int a[sizeof(none)]; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"size of enum", "enum E : none { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			"a.cpp:1:60: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", ""},
		{"enum base", "enum E : 3 { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			"a.cpp:1:57: error: expected a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:19: note: in 'V'\n", ""},
		{"enum base text", "enum E : int + { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			"a.cpp:1:14: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:23: note: in 'V'\n", ""},
		{"enum field", "enum E : none { A }; class V : public poplar::Vertex { E a; };",
			"a.cpp:1:58: error: field 'a': unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", ""},
		{"enum base class", "struct S { int x; }; enum E : S { A }; class V : public poplar::Vertex { E a; };",
			"a.cpp:1:76: error: field 'a': expected the type of a vertex field, but got plain scalar [poplar.field-type]\n" +
				"a.cpp:1:40: note: in 'V'\n", ""},
		{"conversion", "class V : public poplar::Vertex { int a[int(none)]; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"conversion of a type", "class V : public poplar::Vertex { int a[int(float)]; };",
			"a.cpp:1:39: error: expected a constant for 'int', but got 'float' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"enumerator", "enum E { A = none }; class V : public poplar::Vertex { int a[int(E(1))]; };",
			"a.cpp:1:60: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", ""},
		{"enumerator text", "enum E { A = 1 + }; class V : public poplar::Vertex { int a[A]; };",
			"a.cpp:1:16: error: expected an expression, found the end in expression [poplar.cpp-parse]\n" +
				"a.cpp:1:21: note: in 'V'\n", ""},
		{"recursion", "constexpr int f(int n) { return f(n); } class V : public poplar::Vertex { int a[f(1)]; };",
			"a.cpp:1:79: error: 'f' is defined by itself, or nests more than 200 levels [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", ""},
		{"function parameters", "template <class T> constexpr int f() { return 1; } class V : public poplar::Vertex { int a[f<3>()]; };",
			"a.cpp:1:90: error: expected template argument 'T' to be a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:52: note: in 'V'\n", ""},
		{"if at the end", "constexpr int f(int n) { if (n > 1) } class V : public poplar::Vertex { int a[f(1)]; };",
			"a.cpp:1:77: error: 'f' returns no value [poplar.cpp-eval]\n" +
				"a.cpp:1:39: note: in 'V'\n", ""},
		{"if in an if", "constexpr int f(int n) { if (n > 1) if constexpr (n > 2) return 3; else return 2; return 1; } class V : public poplar::Vertex { int a[f(1)]; int b[f(2)]; int c[f(3)]; };",
			"", "@V worker { @a : !poplar.array<1 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<3 x si32> }"},
		{"specialization", "template <class T> class V; template <> class V<none> : public poplar::Vertex { int a; };",
			"a.cpp:1:41: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in a class\n", ""},
		{"pointer argument", "template <class T> class V : public poplar::Vertex { int a; }; template class V<int *>;",
			"", "@\"V<int*>\" worker { @a : si32 }"},
		{"external", "class V : public poplar::Vertex { static constexpr bool isExternalCodelet = none; int a; };",
			"a.cpp:1:1: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"supervisor of a declared base", "template <class T> struct B; class V : public poplar::SupervisorVertex, B<int> { int a; };",
			"a.cpp:1:30: error: supervisor vertex 'V' must be external [poplar.supervisor-compiled]\n" +
				"a.cpp:1:30: note: in 'V'\n", ""},
		{"worker of a declared base", "template <class T> struct B; class V : public poplar::Vertex, B<int> { int a; };",
			"", "@V worker { @a : si32 }"},
		{"int base", "class V : public poplar::Vertex, int { int a; };",
			"a.cpp:1:1: error: expected a class as base of 'V', but got 'int' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in a class\n", ""},
		{"base field", "struct B { none b; }; class V : public poplar::Vertex, B { int a; };",
			"a.cpp:1:17: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:23: note: in 'V'\n", ""},
		{"list value", "class V : public poplar::Vertex { int a[2] = {none, 1}; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"value", "class V : public poplar::Vertex { int a = none; };",
			"a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"using a class", "struct S { template <class T> struct I { int x; }; }; using S::I; class V : public poplar::Vertex { I<int> a; };",
			"a.cpp:1:108: error: expected a template to have arguments [poplar.cpp-eval]\n" +
				"a.cpp:1:67: note: in 'V'\n", ""},
		{"alias text", "using T = 3 +; class V : public poplar::Vertex { T a; };",
			"a.cpp:1:13: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:16: note: in 'V'\n", ""},
		{"alias text args", "using T = 3 +; class V : public poplar::Vertex { T<int> a; };",
			"a.cpp:1:13: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:16: note: in 'V'\n", ""},
		{"alias params", "template <int 3> using T = int; class V : public poplar::Vertex { T<1> a; };",
			"a.cpp:1:15: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:33: note: in 'V'\n", ""},
		{"constant text", "class V : public poplar::Vertex { static constexpr int n = 3 +; int a[n]; };",
			"a.cpp:1:62: error: expected an expression, found the end in expression [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"constant params", "template <class T> constexpr int k = 1; class V : public poplar::Vertex { int a[k<3>]; };",
			"a.cpp:1:79: error: expected template argument 'T' to be a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", ""},
		{"constant type", "constexpr none k = 1; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:61: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:23: note: in 'V'\n", ""},
		{"constant type text", "constexpr int + k = 1; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:15: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:24: note: in 'V'\n", ""},
		{"constant type namespace", "namespace n { } constexpr n k = 1; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:74: error: expected a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:36: note: in 'V'\n", ""},
		{"constant type constant", "constexpr int n = 1; constexpr n k = 1; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:79: error: expected a type, but got '1' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", ""},
		{"constant type function", "constexpr int f() { return 1; } constexpr f k = 1; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:90: error: expected a type, but got 'a function' [poplar.cpp-eval]\n" +
				"a.cpp:1:52: note: in 'V'\n", ""},
		{"constant of namespace", "namespace n { } constexpr int k = n; class V : public poplar::Vertex { int a[k]; };",
			"a.cpp:1:76: error: field 'a': expected a number of elements of at least 1, but got '0' [poplar.cpp-eval]\n" +
				"a.cpp:1:38: note: in 'V'\n", ""},
		{"fallback", "template <int n = none> struct S { static constexpr int v = n; }; class V : public poplar::Vertex { int a[S<>::v]; };",
			"a.cpp:1:105: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:67: note: in 'V'\n", ""},
		{"parameter type", "template <none n> class V : public poplar::Vertex { int a; }; template class V<1>;",
			"a.cpp:1:63: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:63: note: in a class\n", ""},
		{"parameter type namespace", "namespace n { } template <n k> class V : public poplar::Vertex { int a; }; template class V<1>;",
			"a.cpp:1:76: error: expected a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:76: note: in a class\n", ""},
		{"class params", "template <int 3> class V : public poplar::Vertex { int a; }; template class V<1>;",
			"a.cpp:1:15: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:62: note: in a class\n", ""},
		{"partial", "template <class T> struct S { static constexpr int v = 1; }; template <class T> struct S<none<T>> { }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			"a.cpp:1:142: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:104: note: in 'V'\n", ""},
		{"partial params", "template <class T> struct S { static constexpr int v = 1; }; template <int 3> struct S<int> { }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			"a.cpp:1:76: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:98: note: in 'V'\n", ""},
		{"partial count", "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<int, int> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			"", "@V worker { @a : !poplar.array<1 x si32> }"},
		{"partial enum", "enum E { A = none }; template <E e> struct S { static constexpr int v = 1; }; template <> struct S<E(1)> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<E(1)>::v]; };",
			"a.cpp:1:177: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:139: note: in 'V'\n", ""},
		{"partial of another enumerator", "enum E { A, B = none }; template <E e> struct S { static constexpr int v = 1; }; template <> struct S<5> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<A>::v]; };",
			"a.cpp:1:177: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:139: note: in 'V'\n", ""},
		{"definition params", "template <class T> struct S; template <class 3> struct S { static constexpr int v = 1; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			"a.cpp:1:46: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:91: note: in 'V'\n", ""},
		{"namespaces in a circle", "namespace b { } namespace a { using namespace b; } namespace b { using namespace a; } using namespace a; class V : public poplar::Vertex { none a; };",
			"a.cpp:1:145: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:106: note: in 'V'\n", ""},
		{"member of namespaces in a circle", "namespace b { } namespace a { using namespace b; using T = int; } namespace b { using namespace a; } class V : public poplar::Vertex { b::T a; b::U c; };",
			"a.cpp:1:149: error: unknown name 'U' in 'b' [poplar.cpp-eval]\n" +
				"a.cpp:1:102: note: in 'V'\n", ""},
		{"empty", "",
			"", ""},
		{"only a comment", "// nothing",
			"", ""},
		{"define at the end", "class V : public poplar::Vertex { int a; };\n#define X",
			"", "@V worker { @a : si32 }"},
		{"nothing declared", "class V : public poplar::Vertex { int a; int; };",
			"", "@V worker { @a : si32 }"},
		{"no end", "class V : public poplar::Vertex { int a; }; int f() ",
			"", "@V worker { @a : si32 }"},
		{"no end of parameters", "class V : public poplar::Vertex { int a; }; int f( ",
			"a.cpp:1:50: error: '(' is not closed [poplar.cpp-parse]\n", "@V worker { @a : si32 }"},
		{"no name", "class V : public poplar::Vertex { int a; }; (3); ",
			"", "@V worker { @a : si32 }"},
		{"no name of a member", "class V : public poplar::Vertex { int a; (3); };",
			"", "@V worker { @a : si32 }"},
		{"unary type", "class V : public poplar::Vertex { int a[-int]; };",
			"a.cpp:1:39: error: expected a constant after '-', but got 'int' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", ""},
		{"attribute of nothing", "class V : public poplar::Vertex { int a,; FOO; };",
			"", "@V worker { @a : si32 }"},
		{"a class that derives from itself", "class V : public poplar::Vertex, V { int a; };",
			"a.cpp:1:1: error: expected a complete class as base of 'V', but 'V' derives from itself [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in a class\n", ""},
		{"function as argument", "constexpr int f() { return 1; } template <int n> class V : public poplar::Vertex { int a; }; template class V<f>;",
			"a.cpp:1:94: error: expected a template argument that is a constant, but got 'a function' [poplar.cpp-eval]\n" +
				"a.cpp:1:94: note: in a class\n", ""},
		{"namespace as argument", "namespace n { } template <class T> class V : public poplar::Vertex { int a; }; template class V<n>;",
			"a.cpp:1:80: error: expected template argument 'T' to be a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:80: note: in a class\n", ""},
		{"compute of a base", "struct B { bool compute() { return true; } }; struct C : B { }; class V : public poplar::Vertex, C { int a; };",
			"", "@V worker attributes {source = \"bool compute() { return true; }\"} { @a : si32 }"},
		{"vertex through two bases", "struct B : poplar::MultiVertex { int b; }; struct C : B { int c; }; class V : public C { int a; };",
			"", "@B multi { @b : si32 }\n@C multi { @b : si32 @c : si32 }\n@V multi { @b : si32 @c : si32 @a : si32 }"},
		{"member of what has none", "using T = int; namespace n { constexpr int f() { return 1; } } enum E { A }; constexpr E e = A; struct S { }; " +
			"class V : public poplar::Vertex { int a[T::x]; }; class W : public poplar::Vertex { int a[n::f::x]; }; class X : public poplar::Vertex { int a[A::x]; }; " +
			"class Y : public poplar::Vertex { int a[e::A]; }; class Z : public poplar::Vertex { int a[S::x]; };",
			"a.cpp:1:149: error: 'int' has no member 'x' [poplar.cpp-eval]\na.cpp:1:111: note: in 'V'\n" +
				"a.cpp:1:199: error: 'a function' has no member 'x' [poplar.cpp-eval]\na.cpp:1:161: note: in 'W'\n" +
				"a.cpp:1:252: error: 'A' has no member 'x' [poplar.cpp-eval]\na.cpp:1:214: note: in 'X'\n" +
				"a.cpp:1:302: error: 'A' has no member 'A' [poplar.cpp-eval]\na.cpp:1:264: note: in 'Y'\n" +
				"a.cpp:1:352: error: 'S' has no member 'x' [poplar.cpp-eval]\na.cpp:1:314: note: in 'Z'\n", ""},
		{"long name", "template <class T> class V : public poplar::Vertex { int a; }; template class V<unsigned long long>;",
			"", "@\"V<unsigned long long>\" worker { @a : si32 }"},
	} {
		module, problems := imported(t, source(c.text), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", c.name, got, classes(module), c.problems, c.classes)
		}
	}
}
