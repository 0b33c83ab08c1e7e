package codelet

import (
	"context"
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// translated imports a.cpp with its code.
func translated(t *testing.T, text string) (*ir.Operation, string) {
	t.Helper()
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	files := source(text)
	var problems ir.Diagnostics
	module, err := Import(context.Background(), all.Context(), chip, Source{Files: []string{"a.cpp"}, Open: func(name string) ([]byte, error) { return fs.ReadFile(files, name) }}, &problems)
	if module == nil {
		t.Fatal(err)
	}
	if d := ir.Verify(module, nil); d != nil {
		t.Errorf("%v\n%s", d, module)
	}
	return module, problems.String()
}

// TestUntranslated: for code that cannot be translated there is one warning, which names the
// construct; the class keeps its declaration, and the other classes have code.
func TestUntranslated(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ helpers, body, want string }{
		{"", "again: ; goto again;", "cannot translate a 'goto' to a label that is not after it"},
		{"", "int *p = new int;", "cannot translate 'new'"},
		{"", "throw 1;", "cannot translate 'throw'"},
		{"", "try { } catch (...) { }", "cannot translate 'try'"},
		{"", "asm volatile(\"nop\");", "cannot translate 'asm'"},
		{"", "static int n; ++n;", "cannot translate the variable 'n': code assigns to it, the workers and vertices of a tile share it, and it keeps its value after the code; a field InOut<…> instead names it in the graph"},
		{"", "struct S { int x; } s;", "cannot translate variables that are declared with their class"},
		{"", "auto [a, b] = x;", "cannot translate a structured binding"},
		{"", "x = unknown(3);", "cannot translate the name 'unknown'"},
		{"", "*x = INT_MAX;", "cannot translate the name 'INT_MAX'; <climits> defines it"},
		{"", "x = 1 +;", "expected an expression, but got the end"},
		{"int f(int x);", "*x = f(3);", "cannot translate 'f', which a.cpp:1 declares and no file defines; give import the file with its body, too"},
		{"", "int a[1000000];", "expected a constant number of elements from 1 to 65536"},
		{"", "int a[3] = {1, 2, 3, 4};", "an array of 3 elements cannot have 4 values"},
		{"", "int *p = nullptr; *x = *p;", "cannot translate the use of a null pointer"},
		{"", "int a[2]; int *p = nullptr; if (n) p = a; *x = p ? 1 : 0;", "cannot translate a pointer that is null or not, which a run decides"},
		{"", "n = 3;", "cannot translate an assignment to a field that is no edge"},
		{"", "case 3: ;", "cannot translate a 'case' that is not directly in a switch"},
		{"", "break;", "'break' outside of a loop"},
		{"", "double d = 1; d %= 2;", "cannot translate '%' of floating-point numbers"},
		{"int f(int x) { return x; }", "int (*p)(int) = nullptr; *x = p(1);", "cannot translate a call of a pointer that points to no function"},
		{"", "int y = 1; auto l = [&](int z) { return y + z; }; int (*p)(int) = l; *x = p(1);", "cannot translate a pointer to a lambda expression that captures variables"},
		{"int g[2] = {1, 2}; void f(int *p) { p[0] = 3; }", "f(g); *x = g[0];", "cannot translate the variable 'g': code assigns to it, the workers and vertices of a tile share it, and it keeps its value after the code; a field InOut<…> instead names it in the graph"},
		{"int g[2] = {1, 2};", "int *t[2] = {g, g + 1}; *t[n & 1] = 3; *x = g[0];", "cannot translate the variable 'g': code assigns to it, the workers and vertices of a tile share it, and it keeps its value after the code; a field InOut<…> instead names it in the graph"},
		{"struct S { int &r; };", "int y = 1; S s[1] = {{y}}; *x = s[0].r;", "cannot translate the reference 'r' in memory"},
		{"int f(int x) { return x ? f(x - 1) : 0; }", "*x = f(3);", "'f' calls itself"},
		{"int g(int x); int f(int x) { return g(x); } int g(int x) { return f(x); }", "*x = f(3);", "'f' calls itself"},
		{"template <int n> int f() { return f<n + 1>(); }", "*x = f<0>();", "calls nest more than 48 levels"},
		{"template <class T> struct S { using N = typename S<S<T>>::N; }; ", "S<int>::N y;", "cannot translate 'y'"},
		{"struct B { virtual int f() { return 1; } };", "B b; *x = b.f();", "cannot translate a call of the virtual function 'f'"},
		{"struct A { virtual int f() { return 1; } }; struct B : A { int f() override { return 2; } }; int g(A &a) { return a.f(); }", "B b; *x = g(b);",
			"cannot translate a call of the virtual function 'f'"},
		{"struct A { int a; }; struct B : A { int a; };", "B b; b.a = 1;", "cannot translate a member that has the name of a member of a base class"},
		{"int f(int a, int b) { return a; }", "*x = f(1);", "'f' takes 2 arguments, but got 1"},
		{"int f(int *a) { return *a; } int f(float *a) { return 1; }", "*x = f(3);", "no function 'f' fits these arguments"},
		{"template <class... T> int f(T... x) { return 1; }", "*x = f(3);", "which has a pack of template parameters"},
		{"", strings.Repeat("{", 200) + strings.Repeat("}", 200), "statements nest more than 128 levels"},
		{"", "*x = " + strings.Repeat("(", 200) + "1" + strings.Repeat(")", 200) + ";", "expressions nest more than 128 levels"},
		{"struct S { int a; S s; };", "S s; *x = s.a;", "class 'S' contains itself"},
		{"struct S0 { int a; };" + nested(20), "S20 s; *x = 1;", "have more than 65536 expressions"},
		{"", "while *x;", "expected '(' after 'while'"},
		{"", "switch (n) return;", "expected '{' after ')'"},
		{"", "switch (n) { case 1; }", "expected ':' after 'case'"},
		{"int f1(int x) { return x + x; }" + doubling(20), "*x = f20(1);", "have more than 65536 expressions"},
	} {
		text := c.helpers + "\nclass V : public poplar::Vertex { public: poplar::InOut<int> x; int n; void compute() { " + c.body + " } };\n" +
			"class W : public poplar::Vertex { public: poplar::InOut<int> x; void compute() { *x = 1; } };"
		module, problems := translated(t, text)
		first, _, _ := strings.Cut(problems, "\n")
		if !strings.HasPrefix(first, "a.cpp:") || !strings.Contains(first, "warning: ") || !strings.Contains(first, c.want) || !strings.HasSuffix(first, "[poplar.cpp-body]") || strings.Count(problems, "warning: ") != 1 {
			t.Errorf("%.80s: got %s, want one warning with %q", c.body, problems, c.want)
		}
		if text := module.String(); strings.Count(text, "poplar.vertex ") != 2 || strings.Count(text, "poplar.compute ") != 1 {
			t.Errorf("%.80s: got\n%s", c.body, text)
		}
	}
}

// TestNotFound: a name that a body does not know may be in an include that was not found.
func TestNotFound(t *testing.T) {
	t.Parallel()
	module, problems := translated(t, "#include <cmath>\n#include <poplar/Vertex.hpp>\n#include \"none.hpp\"\nclass V : public poplar::Vertex { public: poplar::InOut<int> x; void compute() { *x = none(); } };")
	if want := "note: not found: none.hpp; name their folders with -I\n"; !strings.Contains(problems, want) {
		t.Errorf("got %s, want %s", problems, want)
	}
	if want := "cannot translate the name 'none'; not found: none.hpp\""; !strings.Contains(module.String(), want) {
		t.Errorf("got\n%s, want %s", module, want)
	}
}

// nested returns classes, each of which has two members of the previous class.
func nested(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "struct S%d { S%d a, b; };", i+1, i)
	}
	return b.String()
}

// doubling returns functions, each of which calls the previous one twice.
func doubling(n int) string {
	var b strings.Builder
	for i := 2; i <= n; i++ {
		last, this := string(rune('0'+(i-1)/10))+string(rune('0'+(i-1)%10)), string(rune('0'+i/10))+string(rune('0'+i%10))
		b.WriteString("int f" + strings.TrimLeft(this, "0") + "(int x) { return f" + strings.TrimLeft(last, "0") + "(x) + f" + strings.TrimLeft(last, "0") + "(x + 1); }")
	}
	return b.String()
}

// TestNoResultType: a trailing result type that is missing is an error at the class, before any statement is read.
func TestNoResultType(t *testing.T) {
	t.Parallel()
	const text = "struct V : poplar::Vertex { poplar::InOut<int> x; auto compute() -> { *x = 1; return true; } };"
	if _, problems := translated(t, text); !strings.Contains(problems, "a.cpp:1:66: warning: expected a type, but got the end") {
		t.Errorf("got %s", problems)
	}
}

// TestBodyMemory: a body that would be large takes little memory before it is refused.
func TestBodyMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, problems := translated(t, "int f1(int x) { return x + x; }"+doubling(30)+"\nclass V : public poplar::Vertex { public: poplar::InOut<int> x; void compute() { *x = f30(1); } };")
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 500<<20 || !strings.Contains(problems, "expressions") {
		t.Errorf("%d MiB: %s", got>>20, problems)
	}
}

// TestTypesAreReadOnce: the name of a type is read once, and not for each variable that has it. It
// is not parallel, because it counts the allocations of the whole process.
func TestTypesAreReadOnce(t *testing.T) {
	declared := func(n int) uint64 {
		var body strings.Builder
		for i := range n {
			fmt.Fprintf(&body, "const unsigned int a%d = n;", i)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		translated(t, "class V : public poplar::Vertex { public: poplar::InOut<int> x; int n; void compute() { "+body.String()+" *x = a0; } };")
		runtime.ReadMemStats(&after)
		return after.Mallocs - before.Mallocs
	}
	declared(10) // builds the data that is built only once
	if few, many := declared(500), declared(1500); many-few > 40*1000 {
		t.Errorf("%d allocations for 500 variables, %d for 1500", few, many)
	}
}

// TestEmptyStatements: a statement may be empty.
func TestEmptyStatements(t *testing.T) {
	t.Parallel()
	for _, body := range []string{";", "*x = 1;;", "if (*x) ; else *x = 1;", "for (int i = 0; i < 3; ++i) ;", "if (; *x) *x = 2;"} {
		module, problems := translated(t, "class V : public poplar::Vertex { public: poplar::InOut<int> x; void compute() { "+body+" } };")
		if problems != "" || !strings.Contains(module.String(), "poplar.compute ") {
			t.Errorf("%s: got %s\n%s", body, problems, module)
		}
	}
}
