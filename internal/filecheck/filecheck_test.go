package filecheck_test

import (
	"bytes"
	"strings"
	"testing"

	"optc/internal/conform"
	"optc/internal/filecheck"
)

// run returns the exit code and the messages of a check; args are the arguments of the
// command.
func run(t *testing.T, checks, input string, args ...string) (int, string) {
	t.Helper()
	dir := t.TempDir()
	conform.Pair{Checks: checks, Input: input}.Write(t, dir)
	var out bytes.Buffer
	code := filecheck.Main(filecheck.Invocation{
		Name: "filecheck", Args: append([]string{"checks", "--input-file=input"}, args...), Dir: dir,
		Env:   func(string) string { return "" },
		Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
	})
	return code, out.String()
}

// verdictCase is a check with its exit code and the first line of messages.
type verdictCase struct {
	name, checks, input string
	args                string // separated by spaces
	exit                int
	message             string
}

// verdictCases has a case for every directive and option, and for every point on
// which this package once disagreed with LLVM's.
func verdictCases() []verdictCase {
	const in = "func @a {\n  one  1\n\ttwo 2\n  three 3\n}\n\nfunc @b {\n one 7\n two 9\n}\n"
	return []verdictCase{
		{"plain", "CHECK: one 1\nCHECK: three", in, "", 0, ""},
		{"plain out of order", "CHECK: three\nCHECK: one 1", in, "", 1, "checks:2:8: error: CHECK: expected string not found in input"},
		{"next", "CHECK: one\nCHECK-NEXT: two", in, "", 0, ""},
		{"next too far", "CHECK: one\nCHECK-NEXT: three", in, "", 1, "checks:2:13: error: CHECK-NEXT: is not on the line after the previous match"},
		{"next too near", "CHECK: one\nCHECK-NEXT: 1", in, "", 1, "checks:2:13: error: CHECK-NEXT: is on the same line as previous match"},
		{"next first", "CHECK-NEXT: one", in, "", 2, "checks:1:1: error: found 'CHECK-NEXT' without previous 'CHECK: line"},
		{"same", "CHECK: one\nCHECK-SAME: 1", in, "", 0, ""},
		{"same elsewhere", "CHECK: one\nCHECK-SAME: 2", in, "", 1, "checks:2:13: error: CHECK-SAME: is not on the same line as the previous match"},
		{"empty", "CHECK: {{^}}}\nCHECK-EMPTY:\nCHECK-NEXT: func @b", in, "", 0, ""},
		{"empty with text", "CHECK: }\nCHECK-EMPTY: x", in, "", 2, "checks:2:14: error: found non-empty check string for empty check with prefix 'CHECK:'"},
		{"not", "CHECK: @a\nCHECK-NOT: one 7\nCHECK: @b", in, "", 0, ""},
		{"not found", "CHECK: @a\nCHECK-NOT: two\nCHECK: @b", in, "", 1, "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{"not at the end", "CHECK: @b\nCHECK-NOT: 9", in, "", 1, "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{"dag", "CHECK-DAG: three\nCHECK-DAG: one\nCHECK: @b", in, "", 0, ""},
		{"dag does not overlap", "CHECK-DAG: one 1\nCHECK-DAG: one", "one 1\n", "", 1, "checks:2:12: error: CHECK-DAG: expected string not found in input"},
		{"dag overlap allowed", "CHECK-DAG: one 1\nCHECK-DAG: one", "one 1\n", "--allow-deprecated-dag-overlap", 0, ""},
		{"dag and not", "CHECK-DAG: one\nCHECK-NOT: two\nCHECK-DAG: three", in, "", 1, "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{"label", "CHECK-LABEL: @a\nCHECK: 1\nCHECK-LABEL: @b\nCHECK: 7", in, "", 0, ""},
		{"label bounds", "CHECK-LABEL: @a\nCHECK: 7\nCHECK-LABEL: @b", in, "", 1, "checks:2:8: error: CHECK: expected string not found in input"},
		{"label with variable", "CHECK-LABEL: [[A:x]]", in, "", 2, "checks:1:1: error: found 'CHECK-LABEL:' with variable definition or use"},
		{"count", "CHECK-COUNT-2: func", in, "", 0, ""},
		{"count too large", "CHECK-COUNT-3: func", in, "", 1, "checks:1:16: error: CHECK-COUNT: expected string not found in input (3 out of 3)"},
		{"count of nothing", "CHECK-COUNT-100000: {{x*}}", in, "", 0, ""},
		{"count zero", "CHECK-COUNT-0: func", in, "", 2, "checks:1:14: error: invalid count in -COUNT specification on prefix 'CHECK'"},
		{"literal", "CHECK{LITERAL}: [[a]] {{b}}", "[[a]] {{b}}", "", 0, ""},
		{"literal with suffix", "CHECK: a\nCHECK-SAME{LITERAL}: {{", "a{{", "", 0, ""},
		{"unknown modifier", "CHECK{REGEX}: a", "a", "", 2, "error: no check strings found with prefix 'CHECK:'"},
		{"underscore", "CHECK_NEXT: a", "a", "", 2, "checks:1:1: error: misspelled directive 'CHECK_NEXT:'"},
		{"not with next", "CHECK-NOT-NEXT: a", "a", "", 2, "checks:1:7: error: unsupported -NOT combo on prefix 'CHECK'"},
		{"comment", "COM: CHECK: b\nCHECK: a", "a", "", 0, ""},
		{"comment prefixes", "X: CHECK: b\nCHECK: a", "a", "--comment-prefixes=X,Y", 0, ""},
		{"prefix inside a word", "XCHECK: b\nCHECK: a", "a", "", 0, ""},
		{"prefixes", "A: one\nB-NEXT: two", in, "--check-prefixes=A,B", 0, ""},
		{"longest prefix", "A: one\nA-NEXT: x", "one\nx", "--check-prefix=A --check-prefix=A-NEXT", 0, ""},
		{"unused prefix", "A: one", in, "--check-prefixes=A,B", 2, "error: no check strings found with prefix 'B:'"},
		{"unused prefixes sorted by name", "x", in, "--check-prefixes=A-B,C,A", 2, "error: no check strings found with prefixes 'A:', 'A-B:', 'C:'"},
		{"unused prefix allowed", "A: one", in, "--check-prefixes=A,B --allow-unused-prefixes", 0, ""},
		{"prefix twice", "A: one", in, "--check-prefixes=A,A", 2, "error: supplied check prefix must be unique among check and comment prefixes: 'A'"},
		{"bad prefix", "A: one", in, "--check-prefix=A,B", 2, "error: supplied check prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: 'A,B'"},
		{"empty pattern", "CHECK:  ", in, "", 2, "checks:1:8: error: found empty check string with prefix 'CHECK:'"},
		{"implicit not", "CHECK: @a\nCHECK: @b", in, "--implicit-check-not=two", 1, "command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input"},
		{"implicit not alone", "", in, "--implicit-check-not=four", 0, ""},

		{"regex", "CHECK: {{t.o}} {{[0-9]$}}", in, "", 0, ""},
		{"regex alternative", "CHECK: o{{x|n}}e", in, "", 0, ""},
		{"regex without end", "CHECK: {{a", in, "", 2, "checks:1:8: error: found start of regex string with no end '}}'"},
		{"regex invalid", "CHECK: {{(}}", in, "", 2, "checks:1:10: error: invalid regex: parentheses not balanced"},
		{"regex is longest", "CHECK: {{a|ab}}c", "abc", "", 0, ""},
		{"variable", "CHECK: [[X:o..]]\nCHECK-LABEL: @b\nCHECK: [[X]] 7", in, "", 0, ""},
		{"variable is escaped", "CHECK: [[X:.*]]\nCHECK-NEXT: [[X]]!", "a.b\naxb!", "", 1, "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{"variable in its own line", "CHECK: [[X:.+]] [[X]]", "ab a b b", "", 0, ""},
		{"variable with empty regex", "CHECK: a[[X:]]b[[X]]", "ab", "", 0, ""},
		{"variable undefined", "CHECK: [[X]]", in, "", 1, "checks:1:10: error: undefined variable: X"},
		{"back reference too high", "CHECK: {{(a)(b)(c)(d)(e)(f)(g)(h)(i)}}[[X:j]][[X]]", in, "", 2, "checks:1:48: error: Can't back-reference more than 9 variables"},
		{"variable scope", "CHECK: [[X:one]]\nCHECK-LABEL: @b\nCHECK: [[X]]", in, "--enable-var-scope", 1, "checks:3:10: error: undefined variable: X"},
		{"global variable", "CHECK: [[$X:one]]\nCHECK-LABEL: @b\nCHECK: [[$X]]", in, "--enable-var-scope", 0, ""},
		{"unclosed block", "CHECK: [[X:a", in, "", 2, "checks:1:8: error: Invalid substitution block, no ]] found"},
		{"unbalanced block", "CHECK: [[X:a]", in, "", 1, `checks:1:13: error: missing closing "]" for regex variable`},
		{"three brackets", "CHECK: [[[X:a]]", "[a", "", 0, ""},
		{"space in name", "CHECK: [[X :a]]", in, "", 2, "checks:1:11: error: unexpected whitespace"},
		{"definition", "CHECK: [[X]] 1", in, "-DX=one", 0, ""},
		{"definition without value", "CHECK: 1", in, "-DX", 2, "Missing equal sign in command-line definition '-DX'"},
		{"definition without name", "CHECK: 1", in, "-D=1", 2, "Missing variable name in command-line definition '-D=1'"},
		{"bad definition", "CHECK: 1", in, "-DX+1=2", 2, "Global defines:1:19: error: invalid name in string variable definition 'X+1'"},

		{"number", "CHECK: one [[#N:]]\nCHECK-NEXT: two [[#N+1]]\nCHECK: one [[#mul(N,add(3,4))]]", in, "", 0, ""},
		{"number wrong", "CHECK: one [[#N:]]\nCHECK-NEXT: two [[#N+2]]", in, "", 1, "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{"number formats", "CHECK: [[#%x,A:]] [[#%X,B:]] [[#%d,C:]] [[#%#x,D:]] [[#%.4u,E:]]\nCHECK: [[#%u,A]] [[#%u,B]] [[#%d,C+1]] [[#%#.4x,D]] [[#%.6u,E]]",
			"1f 1F -5 0x1f 0007\n31 31 -4 0x001f 000007", "", 0, ""},
		{"number definition", "CHECK: one [[#N]]\nCHECK: [[#%x,H]]", "one 7\n17", "-D#N=3+4 -D#%x,H=N+16", 0, ""},
		{"number and string", "CHECK: [[N:a]]\nCHECK: [[#N:]]", in, "", 2, "checks:2:11: error: string variable with name 'N' already exists"},
		{"format conflict", "CHECK: [[#%x,X:]] [[#Y:]]\nCHECK: [[#X+Y]]", in, "", 2, "checks:2:11: error: implicit format conflict between 'X' (%x) and 'Y' (%u), need an explicit format specifier"},
		{"negative unsigned", "CHECK: one [[#N:]]\nCHECK: [[#N-8]]", in, "", 1, "checks:2:11: error: unable to substitute variable or numeric expression: overflow error"},
		{"division by zero", "CHECK: one [[#N:]]\nCHECK: [[#div(N,0)]]", in, "", 1, "checks:2:11: error: unable to substitute variable or numeric expression: overflow error"},
		{"big numbers", "CHECK: [[#N:]]\nCHECK: [[#mul(N,N)]]", "18446744073709551616\n340282366920938463463374607431768211456", "", 0, ""},
		{"same line use", "CHECK: [[#N:]] [[#N+1]]", in, "", 2, "checks:1:19: error: numeric variable 'N' defined earlier in the same CHECK directive"},
		{"unknown function", "CHECK: [[#pow(1,2)]]", in, "", 2, "checks:1:11: error: call to undefined function 'pow'"},
		{"radix prefix", "CHECK: [[#0x10+010+0b11]]", "27", "", 0, ""},
		{"digit outside of its radix", "CHECK: [[#08]]", in, "", 2, "checks:1:12: error: unsupported operation '8'"},
		{"radix prefix alone", "CHECK: [[#0x]]", in, "", 2, "checks:1:11: error: invalid matching constraint or operand format"},
		{"line", "\nCHECK: one [[#@LINE-1]]\nCHECK: two [[@LINE-1]]", in, "", 0, ""},
		{"line as hex", "CHECK: x[[#%X,@LINE+9]]", "xA", "", 0, ""},

		{"full lines", "CHECK: one 1\nCHECK-NEXT: tw", in, "--match-full-lines", 1, "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{"full lines strict space", "CHECK: one  1", in, "--match-full-lines --strict-whitespace", 1, "checks:1:7: error: CHECK: expected string not found in input"},
		{"space is canonical", "CHECK: one\t1", in, "", 0, ""},
		{"strict space", "CHECK: one 1", in, "--strict-whitespace", 1, "checks:1:8: error: CHECK: expected string not found in input"},
		{"ignore case", "CHECK: FUNC {{@A}}", in, "--ignore-case", 0, ""},
		{"carriage returns", "CHECK: a\r\nCHECK-NEXT: b\r\n", "a\r\nb\r\n", "", 0, ""},
		{"empty input", "CHECK: a", "", "", 2, "FileCheck error: 'input' is empty."},
		{"empty input allowed", "CHECK-NOT: a", "", "--allow-empty", 0, ""},
		{"search starts like a line", "CHECK: a\nCHECK-NEXT: {{^$}}", "a\n", "", 1, "checks:2:13: error: CHECK-NEXT: is on the same line as previous match"},
		{"last line is empty", "CHECK: a{{$}}\nCHECK-NEXT: {{.}}", "a\n", "", 1, "checks:2:13: error: CHECK-NEXT: expected string not found in input"},

		{"option repeated", "CHECK: FUNC", in, "--ignore-case=false --ignore-case=1", 0, ""},
		{"unknown option", "CHECK: a", in, "--check-prefx=A", 1, "filecheck: Unknown command line argument '--check-prefx=A'.  Try: 'filecheck --help'"},
		{"option without value", "CHECK: a", in, "--check-prefix", 1, "filecheck: for the --check-prefix option: requires a value!"},
		{"bad mode", "CHECK: a", in, "--dump-input=x", 1, "filecheck: for the --dump-input option: Cannot find option named 'x'!"},
		{"two files", "CHECK: a", in, "other", 1, "filecheck: Too many positional arguments specified!"},
		{"verbose", "CHECK: a", "a", "-v --dump-input=never", 0, "checks:1:8: remark: CHECK: expected string found in input"},

		// Back references that become wrong when the pieces are put together.
		{"late bad back reference", "CHECK: [[X:(a)\\1]]", "aa", "", 1, "checks:1:8: error: CHECK: expected string not found in input"},
		{"late bad back reference, strict", "CHECK: [[X:(a)\\1]]", "aa", "--strict", 1, "checks:1:8: error: invalid regex: invalid backreference number"},
		{"bad implicit not", "CHECK: one", in, "--implicit-check-not={{(}}", 0, "command line:1:24: error: invalid regex: parentheses not balanced"},
		{"bad implicit not, strict", "CHECK: one", in, "--strict --implicit-check-not={{(}}", 2, "command line:1:24: error: invalid regex: parentheses not balanced"},
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range verdictCases() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, messages := run(t, c.checks, c.input, strings.Fields(c.args)...)
			first, _, _ := strings.Cut(messages, "\n")
			if code != c.exit || first != c.message {
				t.Errorf("exit %d, %q\nwant %d, %q", code, first, c.exit, c.message)
			}
		})
	}
}

func TestStrict(t *testing.T) {
	t.Parallel()
	for checks, want := range map[string]string{
		"// CHECK-NXT: a":          "misspelt directive 'CHECK-NXT:'; did you mean 'CHECK-NEXT:'?",
		"// CHECK-LABLE: a":        "misspelt directive 'CHECK-LABLE:'; did you mean 'CHECK-LABEL:'?",
		"// CHECK-NOT-: a":         "misspelt directive 'CHECK-NOT-:'; did you mean 'CHECK-NOT:'?",
		"// CHEKC: a":              "misspelt directive 'CHEKC:'; did you mean 'CHECK:'?",
		"# CEHCK-SAME: a":          "misspelt directive 'CEHCK-SAME:'; did you mean 'CHECK-SAME:'?",
		"// check-next: a":         "misspelt directive 'check-next:'; did you mean 'CHECK-NEXT:'?",
		"// CHECK : a":             "space in front of the colon of 'CHECK'; did you mean 'CHECK:'?",
		"CHECK-NEXT : a":           "space in front of the colon of 'CHECK-NEXT'; did you mean 'CHECK-NEXT:'?",
		"// CHECK-NEXT a":          "directive 'CHECK-NEXT' without a colon; did you mean 'CHECK-NEXT:'?",
		"// CHECK-EMPTY":           "directive 'CHECK-EMPTY' without a colon; did you mean 'CHECK-EMPTY:'?",
		"// CHECK %0 = foo":        "directive 'CHECK' without a colon; did you mean 'CHECK:'?",
		"// CHECK func.func @f":    "directive 'CHECK' without a colon; did you mean 'CHECK:'?",
		"// CHECK that this works": "",
		"// Check: a sentence":     "",
		"// CHECK-OTHER: a":        "",
		"// CHECK2: a":             "",
		"// CHECKX-NEXT: a":        "",
		"// KNOWN-NEXT: a":         "",
		"// RUN: optc | FileCheck": "",
		"// text CHECK-NXT: a":     "",
		"// CHECK-COUNT-2: a":      "",
		"// CHECK{LITERAL}: a":     "",
	} {
		var out bytes.Buffer
		code := filecheck.Run("checks", "CHECK: a\n"+checks+"\n", "input", "a\n\na a\na\n",
			filecheck.Options{Strict: true, DumpInput: filecheck.DumpNever, KnownPrefixes: []string{"KNOWN", "CHEC"}}, &out)
		switch {
		case want == "" && strings.Contains(out.String(), "did you mean"):
			t.Errorf("%s: unexpected %s", checks, &out)
		case want != "" && (code != 2 || !strings.Contains(out.String(), ": error: "+want+"\n")):
			t.Errorf("%s: exit %d, %swant %s", checks, code, &out, want)
		}
	}
}

func TestUnusedPrefixSuggestion(t *testing.T) {
	t.Parallel()
	_, messages := run(t, "CHEKC: a\nCHEKC-NEXT: b", "a")
	want := "error: no check strings found with prefix 'CHECK:'\nnote: the check file has 'CHEKC:', which is close to 'CHECK:'\n"
	if messages != want {
		t.Errorf("got %q, want %q", messages, want)
	}
}

func TestDump(t *testing.T) {
	t.Parallel()
	const checks = "CHECK: a\nCHECK-NEXT: [[X:b.]]\nCHECK-DAG: dd\nCHECK-NOT: c\nCHECK: e\nCHECK-SAME: [[X]]\n"
	const input = "a\nb1\nc\nd\ndd\n6\n7\n8\n9\n10\n11\n12\ne b2\nlast\n"
	code, messages := run(t, checks, input, "-vv", "--dump-input-filter=annotation", "--dump-input-context=1")
	_, dump, _ := strings.Cut(messages, "Input was:\n")
	want := `<<<<<<
          1: a 
check:1      ^
          2: b1 
next:2'0     ^~
next:2'1     ^~  captured var "X"
          3: c 
          4: d 
          5: dd 
dag:3        ^~
not:4          X
          6: 6 
not:4        ~~
          .
          .
          .
         12: 12 
not:4        ~~~
         13: e b2 
check:5      ^
same:6'0      X~~~ error: no match found
same:6'1           with "X" equal to "b1"
same:6'2       ?   possible intended match
         14: last 
same:6'0     ~~~~~
>>>>>>
`
	if code != 1 || dump != want {
		t.Errorf("exit %d, dump:\n%s", code, dump)
	}
}

func TestEnvironment(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	code := filecheck.Main(filecheck.Invocation{
		Name: "filecheck", Args: []string{"--help"}, Env: func(string) string { return "--ignore-case" }, Stdout: &out, Stderr: &out,
	})
	if code != 0 || !strings.Contains(out.String(), "--implicit-check-not=<pattern>") {
		t.Errorf("exit %d, help %s", code, &out)
	}
	dir := t.TempDir()
	conform.Pair{Checks: "CHECK: A", Input: "a"}.Write(t, dir)
	code = filecheck.Main(filecheck.Invocation{
		Name: "filecheck", Args: []string{"checks"}, Dir: dir, Stdin: strings.NewReader("a"), Stdout: &out, Stderr: &out,
		Env: func(name string) string { return map[string]string{"FILECHECK_OPTS": "--ignore-case"}[name] },
	})
	if code != 0 {
		t.Errorf("exit %d with --ignore-case from the environment", code)
	}
}

func FuzzRun(f *testing.F) {
	for seed := range uint64(50) {
		c := generate(seed)
		f.Add(c.Checks, c.Input, strings.Join(c.Args, " "))
	}
	f.Fuzz(func(t *testing.T, checks, input, args string) {
		var fields []string
		for _, a := range strings.Fields(args) {
			if strings.HasPrefix(a, "-") && !strings.Contains(a, "input-file") {
				fields = append(fields, a)
			}
		}
		dir := t.TempDir()
		conform.Pair{Checks: checks, Input: input}.Write(t, dir)
		var out bytes.Buffer
		code := filecheck.Main(filecheck.Invocation{
			Name: "filecheck", Args: append([]string{"checks", "--input-file=input"}, fields...), Dir: dir,
			Env: func(string) string { return "" }, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out,
		})
		if code < 0 || code > 2 {
			t.Errorf("exit code %d", code)
		}
	})
}
