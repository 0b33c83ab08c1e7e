package codelet

import "testing"

// TestWhatEvaluationSays: a mistake in any part of a declaration is reported where a
// class uses the declaration.
func TestWhatEvaluationSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, problems, classes string }{
		{name: "choice as argument", text: "template <int n = 1 ? 2 : 3> struct S { static constexpr int v = n; }; class V : public poplar::Vertex { int a[S<>::v]; int b[S<(0) ? 4 : 5>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> @b : !poplar.array<5 x si32> }"},
		{name: "sign", text: "class V : public poplar::Vertex { int a[-none]; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "element", text: "class V : public poplar::Vertex { int a[std::get<0>(none)]; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "element of nothing", text: "template <class T> constexpr int k = __element(none, 1); class V : public poplar::Vertex { int a[k<int>]; };",
			problems: "a.cpp:1:96: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:58: note: in 'V'\n", classes: ""},
		{name: "size", text: "class V : public poplar::Vertex { int a[sizeof(none)]; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "size of enum", text: "enum E : none { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			problems: "a.cpp:1:60: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "enum base", text: "enum E : 3 { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			problems: "a.cpp:1:57: error: expected a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:19: note: in 'V'\n", classes: ""},
		{name: "enum base text", text: "enum E : int + { A }; class V : public poplar::Vertex { int a[sizeof(E)]; };",
			problems: "a.cpp:1:14: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:23: note: in 'V'\n", classes: ""},
		{name: "enum field", text: "enum E : none { A }; class V : public poplar::Vertex { E a; };",
			problems: "a.cpp:1:58: error: field 'a': unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "enum base class", text: "struct S { int x; }; enum E : S { A }; class V : public poplar::Vertex { E a; };",
			problems: "a.cpp:1:76: error: field 'a': expected the type of a vertex field, but got plain scalar [poplar.field-type]\n" +
				"a.cpp:1:40: note: in 'V'\n", classes: ""},
		{name: "conversion", text: "class V : public poplar::Vertex { int a[int(none)]; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "conversion of a type", text: "class V : public poplar::Vertex { int a[int(float)]; };",
			problems: "a.cpp:1:39: error: expected a constant for 'int', but got 'float' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "enumerator", text: "enum E { A = none }; class V : public poplar::Vertex { int a[int(E(1))]; };",
			problems: "a.cpp:1:60: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "enumerator text", text: "enum E { A = 1 + }; class V : public poplar::Vertex { int a[A]; };",
			problems: "a.cpp:1:16: error: expected an expression, found the end in expression [poplar.cpp-parse]\n" +
				"a.cpp:1:21: note: in 'V'\n", classes: ""},
		{name: "recursion", text: "constexpr int f(int n) { return f(n); } class V : public poplar::Vertex { int a[f(1)]; };",
			problems: "a.cpp:1:79: error: 'f' is defined by itself, or nests more than 200 levels [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", classes: ""},
		{name: "function parameters", text: "template <class T> constexpr int f() { return 1; } class V : public poplar::Vertex { int a[f<3>()]; };",
			problems: "a.cpp:1:90: error: expected template argument 'T' to be a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:52: note: in 'V'\n", classes: ""},
		{name: "if at the end", text: "constexpr int f(int n) { if (n > 1) } class V : public poplar::Vertex { int a[f(1)]; };",
			problems: "a.cpp:1:77: error: 'f' returns no value [poplar.cpp-eval]\n" +
				"a.cpp:1:39: note: in 'V'\n", classes: ""},
		{name: "if in an if", text: "constexpr int f(int n) { if (n > 1) if constexpr (n > 2) return 3; else return 2; return 1; } class V : public poplar::Vertex { int a[f(1)]; int b[f(2)]; int c[f(3)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<3 x si32> }"},
		{name: "specialization", text: "template <class T> class V; template <> class V<none> : public poplar::Vertex { int a; };",
			problems: "a.cpp:1:41: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in this class\n", classes: ""},
		{name: "pointer argument", text: "template <class T> class V : public poplar::Vertex { int a; }; template class V<int *>;",
			problems: "", classes: "@\"V<int*>\" worker { @a : si32 }"},
		{name: "external", text: "class V : public poplar::Vertex { static constexpr bool isExternalCodelet = none; int a; };",
			problems: "a.cpp:1:1: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "supervisor of a declared base", text: "template <class T> struct B; class V : public poplar::SupervisorVertex, B<int> { int a; };",
			problems: "a.cpp:1:30: error: supervisor vertex 'V' must be external [poplar.supervisor-compiled]\n" +
				"a.cpp:1:30: note: in 'V'\n", classes: ""},
		{name: "worker of a declared base", text: "template <class T> struct B; class V : public poplar::Vertex, B<int> { int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "int base", text: "class V : public poplar::Vertex, int { int a; };",
			problems: "a.cpp:1:1: error: expected a class as base of 'V', but got 'int' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in this class\n", classes: ""},
		{name: "base field", text: "struct B { none b; }; class V : public poplar::Vertex, B { int a; };",
			problems: "a.cpp:1:17: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:23: note: in 'V'\n", classes: ""},
		{name: "list value", text: "class V : public poplar::Vertex { int a[2] = {none, 1}; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "value", text: "class V : public poplar::Vertex { int a = none; };",
			problems: "a.cpp:1:39: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "using a class", text: "struct S { template <class T> struct I { int x; }; }; using S::I; class V : public poplar::Vertex { I<int> a; };",
			problems: "a.cpp:1:108: error: expected a template to have arguments [poplar.cpp-eval]\n" +
				"a.cpp:1:67: note: in 'V'\n", classes: ""},
		{name: "alias text", text: "using T = 3 +; class V : public poplar::Vertex { T a; };",
			problems: "a.cpp:1:13: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:16: note: in 'V'\n", classes: ""},
		{name: "alias text args", text: "using T = 3 +; class V : public poplar::Vertex { T<int> a; };",
			problems: "a.cpp:1:13: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:16: note: in 'V'\n", classes: ""},
		{name: "alias params", text: "template <int 3> using T = int; class V : public poplar::Vertex { T<1> a; };",
			problems: "a.cpp:1:15: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:33: note: in 'V'\n", classes: ""},
		{name: "constant text", text: "class V : public poplar::Vertex { static constexpr int n = 3 +; int a[n]; };",
			problems: "a.cpp:1:62: error: expected an expression, found the end in expression [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "constant params", text: "template <class T> constexpr int k = 1; class V : public poplar::Vertex { int a[k<3>]; };",
			problems: "a.cpp:1:79: error: expected template argument 'T' to be a type, but got '3' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", classes: ""},
		{name: "constant type", text: "constexpr none k = 1; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:61: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:23: note: in 'V'\n", classes: ""},
		{name: "constant type text", text: "constexpr int + k = 1; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:15: error: expected an expression, found the end in type [poplar.cpp-parse]\n" +
				"a.cpp:1:24: note: in 'V'\n", classes: ""},
		{name: "constant type namespace", text: "namespace n { } constexpr n k = 1; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:74: error: expected a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:36: note: in 'V'\n", classes: ""},
		{name: "constant type constant", text: "constexpr int n = 1; constexpr n k = 1; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:79: error: expected a type, but got '1' [poplar.cpp-eval]\n" +
				"a.cpp:1:41: note: in 'V'\n", classes: ""},
		{name: "constant type function", text: "constexpr int f() { return 1; } constexpr f k = 1; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:90: error: expected a type, but got 'a function' [poplar.cpp-eval]\n" +
				"a.cpp:1:52: note: in 'V'\n", classes: ""},
		{name: "constant of namespace", text: "namespace n { } constexpr int k = n; class V : public poplar::Vertex { int a[k]; };",
			problems: "a.cpp:1:76: error: field 'a': expected a number of elements of at least 1, but got '0' [poplar.cpp-eval]\n" +
				"a.cpp:1:38: note: in 'V'\n", classes: ""},
		{name: "fallback", text: "template <int n = none> struct S { static constexpr int v = n; }; class V : public poplar::Vertex { int a[S<>::v]; };",
			problems: "a.cpp:1:105: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:67: note: in 'V'\n", classes: ""},
		{name: "parameter type", text: "template <none n> class V : public poplar::Vertex { int a; }; template class V<1>;",
			problems: "a.cpp:1:63: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:63: note: in this class\n", classes: ""},
		{name: "parameter type namespace", text: "namespace n { } template <n k> class V : public poplar::Vertex { int a; }; template class V<1>;",
			problems: "a.cpp:1:76: error: expected a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:76: note: in this class\n", classes: ""},
		{name: "class params", text: "template <int 3> class V : public poplar::Vertex { int a; }; template class V<1>;",
			problems: "a.cpp:1:15: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:62: note: in this class\n", classes: ""},
		{name: "partial", text: "template <class T> struct S { static constexpr int v = 1; }; template <class T> struct S<none<T>> { }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			problems: "a.cpp:1:142: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:104: note: in 'V'\n", classes: ""},
		{name: "partial params", text: "template <class T> struct S { static constexpr int v = 1; }; template <int 3> struct S<int> { }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			problems: "a.cpp:1:76: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:98: note: in 'V'\n", classes: ""},
		{name: "partial count", text: "template <class T> struct S { static constexpr int v = 1; }; template <> struct S<int, int> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> }"},
		{name: "partial enum", text: "enum E { A = none }; template <E e> struct S { static constexpr int v = 1; }; template <> struct S<E(1)> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<E(1)>::v]; };",
			problems: "a.cpp:1:177: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:139: note: in 'V'\n", classes: ""},
		{name: "partial of another enumerator", text: "enum E { A, B = none }; template <E e> struct S { static constexpr int v = 1; }; template <> struct S<5> { static constexpr int v = 2; }; class V : public poplar::Vertex { int a[S<A>::v]; };",
			problems: "a.cpp:1:177: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:139: note: in 'V'\n", classes: ""},
		{name: "definition params", text: "template <class T> struct S; template <class 3> struct S { static constexpr int v = 1; }; class V : public poplar::Vertex { int a[S<int>::v]; };",
			problems: "a.cpp:1:46: error: expected '>', found '3' in template parameters [poplar.cpp-parse]\n" +
				"a.cpp:1:91: note: in 'V'\n", classes: ""},
		{name: "namespaces in a circle", text: "namespace b { } namespace a { using namespace b; } namespace b { using namespace a; } using namespace a; class V : public poplar::Vertex { none a; };",
			problems: "a.cpp:1:145: error: unknown name 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:106: note: in 'V'\n", classes: ""},
		{name: "member of namespaces in a circle", text: "namespace b { } namespace a { using namespace b; using T = int; } namespace b { using namespace a; } class V : public poplar::Vertex { b::T a; b::U c; };",
			problems: "a.cpp:1:149: error: unknown name 'U' in 'b' [poplar.cpp-eval]\n" +
				"a.cpp:1:102: note: in 'V'\n", classes: ""},
		{name: "empty", text: "",
			problems: "", classes: ""},
		{name: "only a comment", text: "// nothing",
			problems: "", classes: ""},
		{name: "define at the end", text: "class V : public poplar::Vertex { int a; };\n#define X",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "nothing declared", text: "class V : public poplar::Vertex { int a; int; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "no end", text: "class V : public poplar::Vertex { int a; }; int f() ",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "no end of parameters", text: "class V : public poplar::Vertex { int a; }; int f( ",
			problems: "a.cpp:1:50: error: '(' is not closed [poplar.cpp-parse]\n", classes: "@V worker { @a : si32 }"},
		{name: "no name", text: "class V : public poplar::Vertex { int a; }; (3); ",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "no name of a member", text: "class V : public poplar::Vertex { int a; (3); };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "unary type", text: "class V : public poplar::Vertex { int a[-int]; };",
			problems: "a.cpp:1:39: error: expected a constant after '-', but got 'int' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "attribute of nothing", text: "class V : public poplar::Vertex { int a,; FOO; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "a class that derives from itself", text: "class V : public poplar::Vertex, V { int a; };",
			problems: "a.cpp:1:1: error: expected a complete class as base of 'V', but 'V' derives from itself [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in this class\n", classes: ""},
		{name: "function as argument", text: "constexpr int f() { return 1; } template <int n> class V : public poplar::Vertex { int a; }; template class V<f>;",
			problems: "a.cpp:1:94: error: expected a template argument that is a constant, but got 'a function' [poplar.cpp-eval]\n" +
				"a.cpp:1:94: note: in this class\n", classes: ""},
		{name: "namespace as argument", text: "namespace n { } template <class T> class V : public poplar::Vertex { int a; }; template class V<n>;",
			problems: "a.cpp:1:80: error: expected template argument 'T' to be a type, but got 'a namespace' [poplar.cpp-eval]\n" +
				"a.cpp:1:80: note: in this class\n", classes: ""},
		{name: "compute of a base", text: "struct B { bool compute() { return true; } }; struct C : B { }; class V : public poplar::Vertex, C { int a; };",
			problems: "", classes: "@V worker attributes {source = \"bool compute() { return true; }\"} { @a : si32 }"},
		{name: "vertex through two bases", text: "struct B : poplar::MultiVertex { int b; }; struct C : B { int c; }; class V : public C { int a; };",
			problems: "", classes: "@B multi { @b : si32 }\n@C multi { @b : si32 @c : si32 }\n@V multi { @b : si32 @c : si32 @a : si32 }"},
		{name: "member of what has none", text: "using T = int; namespace n { constexpr int f() { return 1; } } enum E { A }; constexpr E e = A; struct S { }; " +
			"class V : public poplar::Vertex { int a[T::x]; }; class W : public poplar::Vertex { int a[n::f::x]; }; class X : public poplar::Vertex { int a[A::x]; }; " +
			"class Y : public poplar::Vertex { int a[e::A]; }; class Z : public poplar::Vertex { int a[S::x]; };",
			problems: "a.cpp:1:149: error: 'int' has no member 'x' [poplar.cpp-eval]\na.cpp:1:111: note: in 'V'\n" +
				"a.cpp:1:199: error: 'a function' has no member 'x' [poplar.cpp-eval]\na.cpp:1:161: note: in 'W'\n" +
				"a.cpp:1:252: error: 'A' has no member 'x' [poplar.cpp-eval]\na.cpp:1:214: note: in 'X'\n" +
				"a.cpp:1:302: error: 'A' has no member 'A' [poplar.cpp-eval]\na.cpp:1:264: note: in 'Y'\n" +
				"a.cpp:1:352: error: 'S' has no member 'x' [poplar.cpp-eval]\na.cpp:1:314: note: in 'Z'\n", classes: ""},
		{name: "long name", text: "template <class T> class V : public poplar::Vertex { int a; }; template class V<unsigned long long>;",
			problems: "", classes: "@\"V<unsigned long long>\" worker { @a : si32 }"},
	} {
		module, problems := imported(t, source(c.text), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", c.name, got, classes(module), c.problems, c.classes)
		}
	}
}
