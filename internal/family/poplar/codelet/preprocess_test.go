package codelet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/poplar/target"
	"optc/ir"
)

// preprocessed returns a text after preprocessing, with a single space in place of white
// space.
func preprocessed(text string) (out, problems string) {
	var sink ir.Diagnostics
	open := func(string) ([]byte, error) { return nil, errors.New("no such file") }
	p := &preprocessor{ctx: context.Background(), open: open, sink: &sink, macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
	p.file("a.cpp", []byte(text))
	return spellTokens(p.out), sink.String()
}

// TestMacros: the examples of ISO C++, [cpp.stringize], [cpp.rescan], [cpp.subst] and
// [cpp.concat], and special cases at the ends of lists.
func TestMacros(t *testing.T) {
	t.Parallel()
	const rescan = `#define x 3
#define f(a) f(x * (a))
#undef x
#define x 2
#define g f
#define z z[0]
#define h g(~
#define m(a) a(w)
#define w 0,1
#define t(a) a
#define p() int
#define q(x) x
#define r(x,y) x ## y
#define str(x) # x
`
	for _, c := range []struct{ name, text, want string }{
		{"rescanned", rescan + "f(y+1) + f(f(z)) % t(t(g)(0) + t)(1);", "f(2 * (y+1)) + f(2 * (f(2 * (z[0])))) % f(2 * (0)) + t(1);"},
		{"arguments from several macros", rescan + "g(x+(3,4)-w) | h 5) & m(f)^m(m);", "f(2 * (2+(3,4)-0,1)) | f(2 * (~ 5)) & f(2 * (0,1))^m(0,1);"},
		{"arguments that are empty", rescan + "p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };", "int i[] = { 1, 23, 4, 5, };"},
		{"texts", rescan + `char c[2][6] = { str(hello), str() };`, `char c[2][6] = { "hello", "" };`},
		{"text of what is not expanded", "#define str(s) # s\n#define xstr(s) str(s)\n#define INCFILE(n) vers ## n\nstr(INCFILE(2)) xstr(INCFILE(2).h)", `"INCFILE(2)" "vers2.h"`},
		{"text with quotes and spaces", `#define str(s) #s
str(strncmp("abc\0d",  "abc", '\4')   == 0)`, `"strncmp(\"abc\\0d\", \"abc\", '\\4') == 0"`},
		{"## that is made is no operator", "#define hash_hash # ## #\n#define mkstr(a) # a\n#define in_between(a) mkstr(a)\n#define join(c, d) in_between(c hash_hash d)\njoin(x, y);", `"x ## y";`},
		{"three parts", "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };",
			"int j[] = { 123, 45, 67, 89, 10, 11, 12, };"},
		{"parts of several tokens", "#define F(x, y) x ## y\nF(a b, c d)", "a bc d"},
		{"a part that is no parameter", "#define F(x) x ## _t id_ ## x\nF(int)", "int_t id_int"},
		{"parts are not expanded", "#define a b\n#define F(x) x##1 x\nF(a)", "a1 b"},
		{"what becomes a macro", "#define ab 7\n#define F(x, y) x##y\nF(a, b)", "7"},
		{"variadic", "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n#define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\n" +
			`debug("Flag"); debug("X = %d\n", x); showlist(The first, second, and third items.); report(x>y, "x is %d but y is %d", x, y);`,
			`fprintf(stderr, "Flag"); fprintf(stderr, "X = %d\n", x); puts("The first, second, and third items."); ((x>y)?puts("x>y"): printf("x is %d but y is %d", x, y));`},
		{"variadic without its last argument", "#define F(a, ...) [a|__VA_ARGS__]\nF(1) F(1,) F(1,2,3)", "[1|] [1|] [1|2,3]"},
		{"variadic without arguments", "#define F(...) [__VA_ARGS__]\nF() F(1) F((1,2),3)", "[] [1] [(1,2),3]"},
		{"name of a macro without parentheses", "#define F(x) x\nF; F (1); (F)", "F; 1; (F)"},
		{"arguments over lines", "#define F(x, y) y x\nF(1\n,\n2) 3", "2 1 3"},
		{"no arguments", "#define F() 1\nF() F( ) F", "1 1 F"},
		{"too few arguments", "#define F(x, y) x-y\nF(1)", "1-y"},
		{"body that begins with a parenthesis", "#define F (x)\nF", "(x)"},
		{"without a body", "#define F\n#define G(x)\nF 1 G(2) 3 F", "1 3"},
		{"parameters without an end", "#define F(x\nF(1) 2", "2"},
		{"arguments without an end", "#define F(x) x\nF((1)", "F((1)"},
		{"brackets hide no comma", "#define F(x, y) y\nF([1, 2])", "2]"},
		{"# that is no operator", "#define F # x\n#define G(y) #z\nF G(1)", "# x #z"},
		{"in its own argument", "#define F(x) <x>\nF(F(1)) F(F)(1)", "<<1>> <F>(1)"},
		{"each other", "#define a b a\n#define b a b\na | b", "a b a | b a b"},
		{"own name from an argument", "#define B M\n#define M(x) x(1)\nM(B)", "M(1)"},
		{"text of an argument that is joined", "#define F(x, y) x ## #y\nF(u8, a b)", "u8\"a b\""},
		{"# at the end", "#define F(x) x #\nF(1)", "1 #"},
		{"last parameter", "#define F(x, y) y x\nF(1, 2) F(, 3)", "2 1 3"},
		{"arguments of what takes none", "#define F() [a]\nF(1)", "[a]"},
		{"lines that go on", "#define F a\\\nb\\\r\nc/**/d\nF", "a b c d"},
		{"a call of which a part is from elsewhere", "#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)", "2*9*g"},
		{"a call that is all from one macro", "#define x y(x)\n#define y(a) a x z\n#define z x\nx", "x x x"},
		{"a call whose end is from two macros", "#define a b )\n#define b c( 1\n#define c(k) k a b\na", "1 a c( 1"},
		{"own name behind another one", "#define a c b\n#define b a\na", "c a"},
	} {
		if got, problems := preprocessed(c.text); got != c.want || problems != "" {
			t.Errorf("%s: got %s%s\nwant %s", c.name, problems, got, c.want)
		}
	}
}

// TestConditions: which lines are active.
func TestConditions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"#if 1\na\n#else\nb\n#endif\nc", "a c"},
		{"#if 0\na\n#else\nb\n#endif\nc", "b c"},
		{"#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif", "b"},
		{"#if 0\na\n#elif 0\nb\n#else\nc\n#endif", "c"},
		{"#if 1\na\n#elif 1 / 0\nb\n#endif", "a"},
		{"#if 0\n#if 1\na\n#elif 1\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif", "e"},
		{"#if 1\n#if 0\na\n#endif\nb\n#if 1\nc\n#endif\n#endif", "b c"},
		{"#if 0\n#define A\n#include \"b.hpp\"\n#error no\n#undef B\n#pragma once\n#endif\n#ifdef A\na\n#endif", ""},
		{"#define B\n#if 0\n#undef B\n#endif\n#ifdef B\nb\n#endif", "b"},
		{"#define A\n#ifdef A\na\n#endif\n#ifndef A\nb\n#endif\n#undef A\n#ifdef A\nc\n#endif\n#ifndef A\nd\n#endif", "a d"},
		{"#define A 2\n#if defined(A) && defined A && !defined(B) && A == 2\na\n#endif", "a"},
		{"#if (defined(A) || defined B) || defined(C)\na\n#else\nb\n#endif", "b"},
		{"#define A\n#if defined ( A )\na\n#endif\n#if (defined A)\nb\n#endif\n#if ((defined(A)))\nc\n#endif", "a b c"},
		{"#if true && !false && unknown == 0\na\n#endif", "a"},
		{"#define F(x) x + 1\n#if F(2) == 3\na\n#endif", "a"},
		{"#if 'a' == 97 && 0x10 == 020\na\n#endif", "a"},
		{"#if 0 ? 1 : 2\na\n#endif", "a"},
		{"#\n#if 1\na\n#endif\n# if 0\nb\n#  endif\n#unknown x\nc", "a c"},
		{"a", "a"},
		{"#define\n#undef\n#ifdef\na\n#else\nb\n#endif\n#ifndef\nc\n#endif", "b"},
		{"#define A 1\n#if defined(A) + defined A == 2 && (defined A)\na\n#endif", "a"},
		{"#if 1\na\n#if 0\nb\n#else\nc\n#endif\nd\n#else\ne\n#endif", "a c d"},
		{"#define F(x) x\n#if 1\nF(a\n#endif\nb)", "F(a b)"},
		{"a # if 0\nb", "a # if 0 b"},
		{"#if 0\na\n#if 0\n#endif\n#endif\nb", "b"},
		{"#if 0\n#error don't\nit's\n#endif\na", "a"},
	} {
		if got, problems := preprocessed(c.text); got != c.want || problems != "" {
			t.Errorf("%q: got %s%s, want %s", c.text, problems, got, c.want)
		}
	}
	for text, want := range map[string]string{
		"#error no  this":             "a.cpp:1:2: error: #error no this\n",
		"#if\n#endif":                 "",
		"#if 1 +\nb\n#endif\n#elif 1": "a.cpp:1:5: error: cannot evaluate '1 +': ",
		"#if 1\n#else":                "a.cpp:1:2: error: #if without #endif\n",
		"#ifdef A\n#if 1\n#endif":     "a.cpp:1:2: error: #if without #endif\n",
		"a\n#endif\nb":                "a.cpp:2:2: error: #endif without #if\n",
		"#if x y\n#endif":             "cannot evaluate 'x y': ",
		"#if defined\n#endif":         "a.cpp:1:5: error: cannot evaluate 'defined': ",
		"#if defined(\n#endif":        "a.cpp:1:5: error: cannot evaluate 'defined(': ",
		"#define A\n#if defined(A\n#endif\n#if 2 == defined A\n#error no\n#endif": "",
	} {
		if _, problems := preprocessed(text); !strings.Contains(problems, want) || want == "" && problems != "" {
			t.Errorf("%q: got %s, want %s", text, problems, want)
		}
	}
}

// TestTokens: the boundaries of tokens and lines.
func TestTokens(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"a/**/b/* c\n*/d// e\nf", "a|b|d|f"},
		{"a // b\\\nc\nd // e\\\r\nf\ng", "a|d|g"},
		{"a /* b", "a"},
		{"a\\\nb c\\\r\nd", "a|b|c|d"},
		{"1e+5 0x1e+5 1.5e-3f .5 1'000u x.5 a.b 1.e5", "1e+5|0x1e|+|5|1.5e-3f|.5|1'000u|x|.5|a|.|b|1.e5"},
		{"p+1 1p+1 1P-2 1E+", "p|+|1|1p+1|1P-2|1E+"},
		{"a<<=b>>=c...d->*e::f&&g||h==i!=j<=k>=l<<m->n++o--p", "a|<<=|b|>>=|c|...|d|->*|e|::|f|&&|g|\\|\\||h|==|i|!=|j|<=|k|>=|l|<<|m|->|n|++|o|--|p"},
		{"+=-=*=/=%=&=|=^=##>>", "+=|-=|*=|/=|%=|&=|\\|=|^=|##|>|>"},
		{`"a\"b" 'c' '\'' "d`, `"a\"b"|'c'|'\''|"d`},
		{`"a\`, `"a\`},
		{"\"a\nb", "\"a|b"},
		{`R"(a")b)" u8R"x(a)"b)x" LR"(c)" R "(d)"`, `R"(a")b)"|u8R"x(a)"b)x"|LR"(c)"|R|"(d)"`},
		{`R"(a`, `R"(a`},
		{`R"a"`, `R|"a"`},
		{"_aZ09 $ \xc3\xa9z A_z0{", "_aZ09|$|\xc3\xa9z|A_z0|{"},
		{".", "."},
		{".5", ".5"},
		{"a.5", "a|.5"},
		{`R"0123456789abcdef(a)0123456789abcdef"`, `R"0123456789abcdef(a)0123456789abcdef"`},
		{`R"0123456789abcdefg(a)0123456789abcdefg"`, `R|"0123456789abcdefg(a)0123456789abcdefg"`},
		{". 5", ".|5"},
		{"\f\v\ta\r\n", "a"},
	} {
		var words []string
		for _, w := range scanTokens(&ir.Source{Name: "a.cpp", Text: c.text}, maxSteps) {
			words = append(words, strings.ReplaceAll(w.text, "|", "\\|"))
		}
		if got := strings.Join(words, "|"); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestSteps: the work for a text is bounded, and exceeding the bound is reported once.
func TestSteps(t *testing.T) {
	t.Parallel()
	var sink ir.Diagnostics
	p := &preprocessor{ctx: context.Background(), sink: &sink, macros: map[string]*macro{}, steps: maxSteps - 3}
	at := token{src: &ir.Source{Name: "a.cpp", Text: "a"}}
	for _, c := range []struct {
		steps int
		ok    bool
	}{{2, true}, {1, true}, {0, true}, {1, false}, {0, false}, {1, false}} {
		if ok := p.work(&at, c.steps); ok != c.ok {
			t.Errorf("%d more steps: %v", c.steps, ok)
		}
	}
	if got, want := withoutLines(sink.String()), "a.cpp:1:1: error: macros and includes make more than 4194304 tokens of the file [poplar.cpp-parse]\n"; got != want {
		t.Errorf("got %swant %s", got, want)
	}
	for _, c := range []struct {
		text  string
		steps int
	}{
		{"", 0},
		{"a b", 2 + 2},
		{"#define A a\nA", 5 + 1 + 1 + 1},
		{"#define F(x) x\nF(a)", 11 + 1 + 3 + 1 + 1 + 1},
		{"#define F(x) x\nF(a", 10 + 3 + 2},
		{"#define F(x) x\nF", 8 + 1},
	} {
		p := &preprocessor{ctx: context.Background(), sink: &sink, macros: map[string]*macro{}}
		if p.file("a.cpp", []byte(c.text)); p.steps != c.steps {
			t.Errorf("%q: %d steps, want %d", c.text, p.steps, c.steps)
		}
	}
}

// TestDeepIncludes: includes may be nested up to a limit.
func TestDeepIncludes(t *testing.T) {
	t.Parallel()
	for levels, want := range map[int]string{
		200: "",
		201: "h200:1:10: error: includes nest more than 200 levels [poplar.cpp-parse]\n",
	} {
		var sink ir.Diagnostics
		open := func(name string) ([]byte, error) {
			var n int
			if _, err := fmt.Sscanf(name, "h%d", &n); err != nil || n == levels {
				return []byte("end"), err
			}
			return fmt.Appendf(nil, "#include \"h%d\"", n+1), nil
		}
		p := &preprocessor{ctx: context.Background(), open: open, sink: &sink, macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
		p.file("h0", []byte("#include \"h1\"\n#include <none>\n#include \"none\" \"none\""))
		if text := spellTokens(p.out); !strings.HasPrefix(sink.String(), want) || (want == "") != (sink.String() == "") || text != "end" && want == "" {
			t.Errorf("%d levels: %s%s", levels, text, sink.String())
		}
		if got := strings.Join(p.missing, " "); got != "" && got != `none "none""none"` {
			t.Errorf("missing are %s", got)
		}
	}
}

// TestOnce: a file with #pragma once is included once, from whichever file.
func TestOnce(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"once.hpp":     "#pragma once\na",
		"other.hpp":    "#pragma twice\n#pragma\n#pragma pack(once)\nb",
		"never.hpp":    "#if 0\n#pragma once\n#endif\nc",
		"inc/in.hpp":   "#include \"next.hpp\"\n#include <once.hpp>\nd",
		"inc/next.hpp": "e",
	}
	open := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("no such file")
	}
	var sink ir.Diagnostics
	p := &preprocessor{ctx: context.Background(), folders: []string{"none", "inc", "."}, open: open, sink: &sink, macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
	p.file("x.cpp", []byte(strings.Repeat("#include \"once.hpp\"\n#include \"other.hpp\"\n#include \"never.hpp\"\n#include <in.hpp>\n#include \"in.hpp\"\n", 2)))
	if got, want := spellTokens(p.out), "a b c e d e d b c e d e d"; got != want || sink.String() != "" || p.missing != nil {
		t.Errorf("got %s, want %s; %s%v", got, want, sink.String(), p.missing)
	}
}

// TestDefines: a macro of the command line has the value 1, or the given value.
func TestDefines(t *testing.T) {
	t.Parallel()
	p := &preprocessor{ctx: context.Background(), macros: map[string]*macro{}, once: map[string]bool{}, scanned: map[string][]token{}}
	for _, d := range []string{"A", "B=x y", "C=", "D=(1) = 2"} {
		p.define(d)
	}
	p.file("a.cpp", []byte("A|B|C|D|E"))
	if got, want := spellTokens(p.out), "1| x y|| (1) = 2|E"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBadConditions: the lines below a condition that cannot be read are skipped.
func TestBadConditions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#if 1 +\na\n#else\nb\n#endif\nc":   "b c",
		"#if\na\n#endif\nb":                 "b",
		"#if 1\na\n#elif 1 +\nb\n#endif\nc": "a c",
		"#if 0\na\n#elif 1 +\nb\n#endif\nc": "c",
		"#if 0\n#else\na\n#if 1":            "a",
		"#if 0\na":                          "",
		"#if 1\na":                          "a",
	} {
		if got, _ := preprocessed(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestMemoryOfTokens: a file of brackets takes a few times the memory of its tokens. It is not
// parallel, because it counts the bytes of the whole process.
func TestMemoryOfTokens(t *testing.T) {
	const n = 200_000
	chip, err := target.Lookup("ipu2")
	if err != nil {
		t.Fatal(err)
	}
	context := all.Context()
	open := func(name string) ([]byte, error) {
		if name == "a.cpp" {
			return bytes.Repeat([]byte("{"), n), nil
		}
		return nil, os.ErrNotExist
	}
	allocated := func() uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Import(t.Context(), context, chip, Source{Files: []string{"a.cpp"}, Open: open}, nil); err == nil {
			t.Fatal("the brackets are closed")
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated() // parses the prelude and the headers
	if each := allocated() / n; each > 200 {
		t.Errorf("%d bytes for each bracket", each)
	}
}
