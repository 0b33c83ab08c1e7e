package codelet

import "testing"

// TestValuesAndArguments: values of constants and fields, and arguments of templates.
func TestValuesAndArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, problems, classes string }{
		{name: "enumerators of one value", text: "enum E { A = 1, B = 1, C }; template <E e> class V : public poplar::Vertex { int a[e]; }; template class V<B>; template class V<A>; template class V<E(1)>; template class V<C>; template class V<E(7)>;",
			problems: "", classes: "@\"V<B>\" worker { @a : !poplar.array<1 x si32> }\n@\"V<A>\" worker { @a : !poplar.array<1 x si32> }\n@\"V<C>\" worker { @a : !poplar.array<2 x si32> }\n@\"V<7>\" worker { @a : !poplar.array<7 x si32> }"},
		{name: "specializations that fit alike", text: "template <class T, class U> struct S { static constexpr int v = 1; }; template <class T> struct S<T, int> { static constexpr int v = 2; }; template <class T> struct S<int, T> { static constexpr int v = 3; }; class V : public poplar::Vertex { int a[S<int, int>::v]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> }"},
		{name: "suggestions", text: "template <class Type> class V : public poplar::Vertex { Typ a; }; template class V<int>; namespace outer { using Number = int; } class W : public poplar::Vertex { outer::Numbre a; };",
			problems: "a.cpp:1:61: error: unknown name 'Typ'; did you mean 'Type'? [poplar.cpp-eval]\n" +
				"a.cpp:1:23: note: in 'V<int>'\n" +
				"a.cpp:1:178: error: unknown name 'Numbre' in 'outer'; did you mean 'Number'? [poplar.cpp-eval]\n" +
				"a.cpp:1:130: note: in 'W'\n", classes: ""},
		{name: "suggestion of a local name", text: "constexpr int f(int count) { return coutn; } class V : public poplar::Vertex { int a[f(1)]; };",
			problems: "a.cpp:1:84: error: unknown name 'coutn'; did you mean 'count'? [poplar.cpp-eval]\n" +
				"a.cpp:1:46: note: in 'V'\n", classes: ""},
		{name: "comments that part", text: "#define A/**/(1)\n#define B(x) x\nclass V : public poplar::Vertex { int a[1 A]; /**/int/**/b; };",
			problems: "a.cpp:3:39: error: '1' cannot be called [poplar.cpp-eval]\n" +
				"a.cpp:3:1: note: in 'V'\n", classes: ""},
		{name: "comment behind a name", text: "#define A/**/(1)\nclass V : public poplar::Vertex { int a[1 + A]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> }"},
		{name: "raw strings", text: "const char *s = R\"(}\")\", *t = R\"ab(})a\")ab\", *u = R\"0123456789abcdef(})0123456789abcdef\"; class V : public poplar::Vertex { int a; };",
			problems: "", classes: "@V worker { @a : si32 }"},
		{name: "names of other alphabets", text: "using größe = int; using ß = half; class V : public poplar::Vertex { größe ä; ß b; };",
			problems: "a.cpp:1:81: error: unexpected 'ä' in declaration [poplar.cpp-parse]\n" +
				"a.cpp:1:39: note: in 'V'\n", classes: ""},
		{name: "an empty list", text: "class V : public poplar::Vertex { int a[1] = {}; int c{}; int d[2] = {1}; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> = [] @c : si32 @d : !poplar.array<2 x si32> = [1] }"},
		{name: "a list in a list", text: "class V : public poplar::Vertex { int a[2] = {{1}, 2}; };",
			problems: "", classes: "@V worker { @a : !poplar.array<2 x si32> = [1, 2] }"},
		{name: "two numbers in a list", text: "class V : public poplar::Vertex { int a[2] = {{1, 2}, 2}; };",
			problems: "a.cpp:1:39: error: expected a number as default value, but got '{1, 2}' [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "a list for a number", text: "class V : public poplar::Vertex { int a = {3}; bool b = {2}; };",
			problems: "", classes: "@V worker { @a : si32 = 3 @b : i1 = true }"},
		{name: "truth", text: "class V : public poplar::Vertex { bool a = 2; bool b[3] = {256, 0, -1}; };",
			problems: "", classes: "@V worker { @a : i1 = true @b : !poplar.array<3 x i1> = [true, false, true] }"},
		{name: "an empty list for a number", text: "class V : public poplar::Vertex { int b = {}; };",
			problems: "a.cpp:1:43: error: unexpected '{' in expression [poplar.cpp-parse]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "no value", text: "class V : public poplar::Vertex { int b = ; };",
			problems: "", classes: "@V worker { @b : si32 }"},
		{name: "negative and large", text: "class V : public poplar::Vertex { int a = -1; unsigned b = -1; int c = 2147483648; short d = 65535; unsigned char e = -1; long f = 1 << 31; bool g = 2; int h[2] = {-1, 3,}; };",
			problems: "", classes: "@V worker { @a : si32 = -1 @b : ui32 = 4294967295 @c : si32 = -2147483648 @d : si16 = -1 @e : ui8 = 255 @f : !poplar.long = -2147483648 @g : i1 = true @h : !poplar.array<2 x si32> = [-1, 3] }"},
		{name: "shifts and precedences", text: "class V : public poplar::Vertex { int a[1 << 2 + 1]; int b[(6 & 3) == 2 ? 7 : 8]; int c[6 & 3 == 2 ? 7 : 8]; int d[1 | 2 ^ 3 & 1]; int e[10 - 3 - 2]; int f[20 / 5 / 2]; int g[17 % 10 % 4]; int h[1 < 2 == 1 ? 3 : 4]; int i[1 && 0 || 1 ? 5 : 6]; int j[1 || 0 && 0 ? 5 : 6]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<8 x si32> @b : !poplar.array<7 x si32> @c : !poplar.array<8 x si32> @d : !poplar.array<3 x si32> @e : !poplar.array<5 x si32> @f : !poplar.array<2 x si32> @g : !poplar.array<3 x si32> @h : !poplar.array<3 x si32> @i : !poplar.array<5 x si32> @j : !poplar.array<5 x si32> }"},
		{name: "choices in choices", text: "class V : public poplar::Vertex { int a[0 ? 1 : 0 ? 2 : 3]; int b[1 ? 0 ? 4 : 5 : 6]; int c[(1 ? 2 : 3) + 1]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<3 x si32> @b : !poplar.array<5 x si32> @c : !poplar.array<3 x si32> }"},
		{name: "sizes", text: "class V : public poplar::Vertex { int a[sizeof(int)]; int b[sizeof(half)]; int c[sizeof(char) + sizeof(long long)]; int d[sizeof(float) * 2]; int e[sizeof(bool)]; int f[sizeof(unsigned short)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<4 x si32> @b : !poplar.array<2 x si32> @c : !poplar.array<9 x si32> @d : !poplar.array<8 x si32> @e : !poplar.array<1 x si32> @f : !poplar.array<2 x si32> }"},
		{name: "size of a class", text: "struct S { int z; }; class V : public poplar::Vertex { int a[sizeof(S)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<4 x si32> }"},
		{name: "traits", text: "template <class T> class V : public poplar::Vertex { std::conditional_t<std::is_integral<T>::value, int, float> a; std::conditional_t<std::is_floating_point<T>::value, short, char> b; std::conditional_t<std::is_unsigned<T>::value && !std::is_same<T, bool>::value, half, T> c; }; template class V<int>; template class V<unsigned>; template class V<float>; template class V<bool>;",
			problems: "", classes: "@\"V<int>\" worker { @a : si32 @b : i8 @c : si32 }\n@\"V<unsigned int>\" worker { @a : si32 @b : i8 @c : f16 }\n@\"V<float>\" worker { @a : f32 @b : si16 @c : f32 }\n@\"V<bool>\" worker { @a : si32 @b : i8 @c : i1 }"},
		{name: "arguments too many", text: "template <class T> class V : public poplar::Vertex { T a; }; template class V<int, int>;",
			problems: "a.cpp:1:62: error: expected 1 template arguments, but got 2 [poplar.cpp-eval]\n" +
				"a.cpp:1:62: note: in this class\n", classes: ""},
		{name: "arguments too few", text: "template <class T, class U> class V : public poplar::Vertex { T a; }; template class V<int>;",
			problems: "a.cpp:1:71: error: expected 2 template arguments, but got 1 [poplar.cpp-eval]\n" +
				"a.cpp:1:71: note: in this class\n", classes: ""},
		{name: "no arguments", text: "template <class T> class V : public poplar::Vertex { T a; }; class W : public poplar::Vertex, V { };",
			problems: "a.cpp:1:62: error: class template 'V' needs arguments [poplar.cpp-eval]\n" +
				"a.cpp:1:62: note: in this class\n", classes: ""},
		{name: "arguments of no template", text: "struct S { int z; }; class V : public poplar::Vertex { int a[sizeof(S<int>)]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<4 x si32> }"},
		{name: "a template as argument", text: "template <class T> struct S { using type = T; }; template <template <class> class X, class T> class V : public poplar::Vertex { typename X<T>::type a; }; template class V<S, int>;",
			problems: "a.cpp:1:155: error: class template 'S' needs arguments [poplar.cpp-eval]\n" +
				"a.cpp:1:155: note: in this class\n", classes: ""},
		{name: "a member that is none", text: "struct S { int z; }; class V : public poplar::Vertex { S::none a; };",
			problems: "a.cpp:1:64: error: 'S' has no member 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "a member of a number", text: "constexpr int k = 1; class V : public poplar::Vertex { int a[k::none]; };",
			problems: "a.cpp:1:60: error: '1' has no member 'none' [poplar.cpp-eval]\n" +
				"a.cpp:1:22: note: in 'V'\n", classes: ""},
		{name: "an enumerator that is none", text: "enum class E { First, Second }; class V : public poplar::Vertex { int a[int(E::Frist)]; };",
			problems: "a.cpp:1:71: error: 'E' has no enumerator 'Frist'; did you mean 'First'? [poplar.cpp-eval]\n" +
				"a.cpp:1:33: note: in 'V'\n", classes: ""},
		{name: "call of a type that is none", text: "class V : public poplar::Vertex { int a[3(4)]; };",
			problems: "a.cpp:1:39: error: '3' cannot be called [poplar.cpp-eval]\n" +
				"a.cpp:1:1: note: in 'V'\n", classes: ""},
		{name: "call of a namespace", text: "namespace n { } class V : public poplar::Vertex { int a[n(1)]; };",
			problems: "a.cpp:1:55: error: 'a namespace' cannot be called [poplar.cpp-eval]\n" +
				"a.cpp:1:17: note: in 'V'\n", classes: ""},
		{name: "string as argument", text: "template <int n> class V : public poplar::Vertex { int a; }; template class V<\"x\">;",
			problems: "a.cpp:1:62: error: expected a type or an integer, but got \"x\" [poplar.cpp-eval]\n" +
				"a.cpp:1:62: note: in this class\n", classes: ""},
		{name: "long arguments", text: "template <class T> struct S { static constexpr int n = 1; }; template <class T, int n> struct D { using type = typename D<S<S<T>>, n - 1>::type; }; template <class T> struct D<T, 0> { using type = T; }; class V : public poplar::Vertex { int a[D<int, 3>::type::n]; };",
			problems: "", classes: "@V worker { @a : !poplar.array<1 x si32> }"},
	} {
		module, problems := imported(t, source(c.text), "ipu2")
		if got := withoutLines(problems); got != c.problems || classes(module) != c.classes {
			t.Errorf("%s: got\n%s%s\nwant\n%s%s", c.name, got, classes(module), c.problems, c.classes)
		}
	}
}
