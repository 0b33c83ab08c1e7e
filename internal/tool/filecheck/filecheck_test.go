package filecheck_test

import (
	"bytes"
	"strings"
	"testing"

	"optc/internal/testing/conform"
	"optc/internal/tool/filecheck"
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

// verdictCases has a case for every directive and option, and for every point on which this package
// once disagreed with LLVM's tool.
func verdictCases() []verdictCase {
	const in = "func @a {\n  one  1\n\ttwo 2\n  three 3\n}\n\nfunc @b {\n one 7\n two 9\n}\n"
	return []verdictCase{
		{name: "plain", checks: "CHECK: one 1\nCHECK: three", input: in, exit: 0},
		{name: "plain out of order", checks: "CHECK: three\nCHECK: one 1", input: in, exit: 1,
			message: "checks:2:8: error: CHECK: expected string not found in input"},
		{name: "next", checks: "CHECK: one\nCHECK-NEXT: two", input: in, exit: 0},
		{name: "next too far", checks: "CHECK: one\nCHECK-NEXT: three", input: in, exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: is not on the line after the previous match"},
		{name: "next too near", checks: "CHECK: one\nCHECK-NEXT: 1", input: in, exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: is on the same line as previous match"},
		{name: "next first", checks: "CHECK-NEXT: one", input: in, exit: 2,
			message: "checks:1:1: error: found 'CHECK-NEXT' without previous 'CHECK: line"},
		{name: "same", checks: "CHECK: one\nCHECK-SAME: 1", input: in, exit: 0},
		{name: "same elsewhere", checks: "CHECK: one\nCHECK-SAME: 2", input: in, exit: 1,
			message: "checks:2:13: error: CHECK-SAME: is not on the same line as the previous match"},
		{name: "empty", checks: "CHECK: {{^}}}\nCHECK-EMPTY:\nCHECK-NEXT: func @b", input: in, exit: 0},
		{name: "empty with text", checks: "CHECK: }\nCHECK-EMPTY: x", input: in, exit: 2,
			message: "checks:2:14: error: found non-empty check string for empty check with prefix 'CHECK:'"},
		{name: "not", checks: "CHECK: @a\nCHECK-NOT: one 7\nCHECK: @b", input: in, exit: 0},
		{name: "not found", checks: "CHECK: @a\nCHECK-NOT: two\nCHECK: @b", input: in, exit: 1,
			message: "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{name: "not at the end", checks: "CHECK: @b\nCHECK-NOT: 9", input: in, exit: 1,
			message: "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{name: "dag", checks: "CHECK-DAG: three\nCHECK-DAG: one\nCHECK: @b", input: in, exit: 0},
		{name: "dag does not overlap", checks: "CHECK-DAG: one 1\nCHECK-DAG: one", input: "one 1\n", exit: 1,
			message: "checks:2:12: error: CHECK-DAG: expected string not found in input"},
		{name: "dag overlap allowed", checks: "CHECK-DAG: one 1\nCHECK-DAG: one", input: "one 1\n",
			args: "--allow-deprecated-dag-overlap", exit: 0},
		{name: "dag and not", checks: "CHECK-DAG: one\nCHECK-NOT: two\nCHECK-DAG: three", input: in, exit: 1,
			message: "checks:2:12: error: CHECK-NOT: excluded string found in input"},
		{name: "label", checks: "CHECK-LABEL: @a\nCHECK: 1\nCHECK-LABEL: @b\nCHECK: 7", input: in, exit: 0},
		{name: "label bounds", checks: "CHECK-LABEL: @a\nCHECK: 7\nCHECK-LABEL: @b", input: in, exit: 1,
			message: "checks:2:8: error: CHECK: expected string not found in input"},
		{name: "label with variable", checks: "CHECK-LABEL: [[A:x]]", input: in, exit: 2,
			message: "checks:1:1: error: found 'CHECK-LABEL:' with variable definition or use"},
		{name: "count", checks: "CHECK-COUNT-2: func", input: in, exit: 0},
		{name: "count too large", checks: "CHECK-COUNT-3: func", input: in, exit: 1,
			message: "checks:1:16: error: CHECK-COUNT: expected string not found in input (3 out of 3)"},
		{name: "count of nothing", checks: "CHECK-COUNT-100000: {{x*}}", input: in, exit: 0},
		{name: "count zero", checks: "CHECK-COUNT-0: func", input: in, exit: 2,
			message: "checks:1:14: error: invalid count in -COUNT specification on prefix 'CHECK'"},
		{name: "literal", checks: "CHECK{LITERAL}: [[a]] {{b}}", input: "[[a]] {{b}}", exit: 0},
		{name: "literal with suffix", checks: "CHECK: a\nCHECK-SAME{LITERAL}: {{", input: "a{{", exit: 0},
		{name: "unknown modifier", checks: "CHECK{REGEX}: a", input: "a", exit: 2,
			message: "error: no check strings found with prefix 'CHECK:'"},
		{name: "underscore", checks: "CHECK_NEXT: a", input: "a", exit: 2,
			message: "checks:1:1: error: misspelled directive 'CHECK_NEXT:'"},
		{name: "not with next", checks: "CHECK-NOT-NEXT: a", input: "a", exit: 2,
			message: "checks:1:7: error: unsupported -NOT combo on prefix 'CHECK'"},
		{name: "comment", checks: "COM: CHECK: b\nCHECK: a", input: "a", exit: 0},
		{name: "comment prefixes", checks: "X: CHECK: b\nCHECK: a", input: "a", args: "--comment-prefixes=X,Y", exit: 0},
		{name: "prefix inside a word", checks: "XCHECK: b\nCHECK: a", input: "a", exit: 0},
		{name: "prefixes", checks: "A: one\nB-NEXT: two", input: in, args: "--check-prefixes=A,B", exit: 0},
		{name: "longest prefix", checks: "A: one\nA-NEXT: x", input: "one\nx",
			args: "--check-prefix=A --check-prefix=A-NEXT", exit: 0},
		{name: "unused prefix", checks: "A: one", input: in, args: "--check-prefixes=A,B", exit: 2,
			message: "error: no check strings found with prefix 'B:'"},
		{name: "unused prefixes sorted by name", checks: "x", input: in, args: "--check-prefixes=A-B,C,A", exit: 2,
			message: "error: no check strings found with prefixes 'A:', 'A-B:', 'C:'"},
		{name: "unused prefix allowed", checks: "A: one", input: in, args: "--check-prefixes=A,B --allow-unused-prefixes",
			exit: 0},
		{name: "prefix twice", checks: "A: one", input: in, args: "--check-prefixes=A,A", exit: 2,
			message: "error: supplied check prefix must be unique among check and comment prefixes: 'A'"},
		{name: "bad prefix", checks: "A: one", input: in, args: "--check-prefix=A,B", exit: 2,
			message: "error: supplied check prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: 'A,B'"},
		{name: "empty pattern", checks: "CHECK:  ", input: in, exit: 2,
			message: "checks:1:8: error: found empty check string with prefix 'CHECK:'"},
		{name: "implicit not", checks: "CHECK: @a\nCHECK: @b", input: in, args: "--implicit-check-not=two", exit: 1,
			message: "command line:1:22: error: IMPLICIT-CHECK-NOT: excluded string found in input"},
		{name: "implicit not alone", input: in, args: "--implicit-check-not=four", exit: 0},

		{name: "regex", checks: "CHECK: {{t.o}} {{[0-9]$}}", input: in, exit: 0},
		{name: "regex alternative", checks: "CHECK: o{{x|n}}e", input: in, exit: 0},
		{name: "regex without end", checks: "CHECK: {{a", input: in, exit: 2,
			message: "checks:1:8: error: found start of regex string with no end '}}'"},
		{name: "regex invalid", checks: "CHECK: {{(}}", input: in, exit: 2,
			message: "checks:1:10: error: invalid regex: parentheses not balanced"},
		{name: "regex is longest", checks: "CHECK: {{a|ab}}c", input: "abc", exit: 0},
		{name: "variable", checks: "CHECK: [[X:o..]]\nCHECK-LABEL: @b\nCHECK: [[X]] 7", input: in, exit: 0},
		{name: "variable is escaped", checks: "CHECK: [[X:.*]]\nCHECK-NEXT: [[X]]!", input: "a.b\naxb!", exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{name: "variable in its own line", checks: "CHECK: [[X:.+]] [[X]]", input: "ab a b b", exit: 0},
		{name: "variable with empty regex", checks: "CHECK: a[[X:]]b[[X]]", input: "ab", exit: 0},
		{name: "variable undefined", checks: "CHECK: [[X]]", input: in, exit: 1,
			message: "checks:1:10: error: undefined variable: X"},
		{name: "back reference too high", checks: "CHECK: {{(a)(b)(c)(d)(e)(f)(g)(h)(i)}}[[X:j]][[X]]", input: in, exit: 2,
			message: "checks:1:48: error: Can't back-reference more than 9 variables"},
		{name: "variable scope", checks: "CHECK: [[X:one]]\nCHECK-LABEL: @b\nCHECK: [[X]]", input: in,
			args: "--enable-var-scope", exit: 1, message: "checks:3:10: error: undefined variable: X"},
		{name: "global variable", checks: "CHECK: [[$X:one]]\nCHECK-LABEL: @b\nCHECK: [[$X]]", input: in,
			args: "--enable-var-scope", exit: 0},
		{name: "unclosed block", checks: "CHECK: [[X:a", input: in, exit: 2,
			message: "checks:1:8: error: Invalid substitution block, no ]] found"},
		{name: "unbalanced block", checks: "CHECK: [[X:a]", input: in, exit: 1,
			message: `checks:1:13: error: missing closing "]" for regex variable`},
		{name: "three brackets", checks: "CHECK: [[[X:a]]", input: "[a", exit: 0},
		{name: "space in name", checks: "CHECK: [[X :a]]", input: in, exit: 2,
			message: "checks:1:11: error: unexpected whitespace"},
		{name: "definition", checks: "CHECK: [[X]] 1", input: in, args: "-DX=one", exit: 0},
		{name: "definition without value", checks: "CHECK: 1", input: in, args: "-DX", exit: 2,
			message: "Missing equal sign in command-line definition '-DX'"},
		{name: "definition without name", checks: "CHECK: 1", input: in, args: "-D=1", exit: 2,
			message: "Missing variable name in command-line definition '-D=1'"},
		{name: "bad definition", checks: "CHECK: 1", input: in, args: "-DX+1=2", exit: 2,
			message: "Global defines:1:19: error: invalid name in string variable definition 'X+1'"},

		{name: "number", checks: "CHECK: one [[#N:]]\nCHECK-NEXT: two [[#N+1]]\nCHECK: one [[#mul(N,add(3,4))]]", input: in,
			exit: 0},
		{name: "number wrong", checks: "CHECK: one [[#N:]]\nCHECK-NEXT: two [[#N+2]]", input: in, exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{name: "number formats", checks: "CHECK: [[#%x,A:]] [[#%X,B:]] [[#%d,C:]] [[#%#x,D:]] [[#%.4u,E:]]\nCHECK: [[#%u,A]] [[#%u,B]] [[#%d,C+1]] [[#%#.4x,D]] [[#%.6u,E]]",
			input: "1f 1F -5 0x1f 0007\n31 31 -4 0x001f 000007", args: "", exit: 0, message: ""},
		{name: "number definition", checks: "CHECK: one [[#N]]\nCHECK: [[#%x,H]]", input: "one 7\n17",
			args: "-D#N=3+4 -D#%x,H=N+16", exit: 0},
		{name: "number and string", checks: "CHECK: [[N:a]]\nCHECK: [[#N:]]", input: in, exit: 2,
			message: "checks:2:11: error: string variable with name 'N' already exists"},
		{name: "format conflict", checks: "CHECK: [[#%x,X:]] [[#Y:]]\nCHECK: [[#X+Y]]", input: in, exit: 2,
			message: "checks:2:11: error: implicit format conflict between 'X' (%x) and 'Y' (%u), need an explicit format specifier"},
		{name: "negative unsigned", checks: "CHECK: one [[#N:]]\nCHECK: [[#N-8]]", input: in, exit: 1,
			message: "checks:2:11: error: unable to substitute variable or numeric expression: overflow error"},
		{name: "division by zero", checks: "CHECK: one [[#N:]]\nCHECK: [[#div(N,0)]]", input: in, exit: 1,
			message: "checks:2:11: error: unable to substitute variable or numeric expression: overflow error"},
		{name: "big numbers", checks: "CHECK: [[#N:]]\nCHECK: [[#mul(N,N)]]",
			input: "18446744073709551616\n340282366920938463463374607431768211456", exit: 0},
		{name: "same line use", checks: "CHECK: [[#N:]] [[#N+1]]", input: in, exit: 2,
			message: "checks:1:19: error: numeric variable 'N' defined earlier in the same CHECK directive"},
		{name: "unknown function", checks: "CHECK: [[#pow(1,2)]]", input: in, exit: 2,
			message: "checks:1:11: error: call to undefined function 'pow'"},
		{name: "radix prefix", checks: "CHECK: [[#0x10+010+0b11]]", input: "27", exit: 0},
		{name: "digit outside of its radix", checks: "CHECK: [[#08]]", input: in, exit: 2,
			message: "checks:1:12: error: unsupported operation '8'"},
		{name: "radix prefix alone", checks: "CHECK: [[#0x]]", input: in, exit: 2,
			message: "checks:1:11: error: invalid matching constraint or operand format"},
		{name: "line", checks: "\nCHECK: one [[#@LINE-1]]\nCHECK: two [[@LINE-1]]", input: in, exit: 0},
		{name: "line as hex", checks: "CHECK: x[[#%X,@LINE+9]]", input: "xA", exit: 0},

		{name: "full lines", checks: "CHECK: one 1\nCHECK-NEXT: tw", input: in, args: "--match-full-lines", exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: expected string not found in input"},
		{name: "full lines strict space", checks: "CHECK: one  1", input: in, args: "--match-full-lines --strict-whitespace",
			exit: 1, message: "checks:1:7: error: CHECK: expected string not found in input"},
		{name: "space is canonical", checks: "CHECK: one\t1", input: in, exit: 0},
		{name: "strict space", checks: "CHECK: one 1", input: in, args: "--strict-whitespace", exit: 1,
			message: "checks:1:8: error: CHECK: expected string not found in input"},
		{name: "ignore case", checks: "CHECK: FUNC {{@A}}", input: in, args: "--ignore-case", exit: 0},
		{name: "carriage returns", checks: "CHECK: a\r\nCHECK-NEXT: b\r\n", input: "a\r\nb\r\n", exit: 0},
		{name: "empty input", checks: "CHECK: a", exit: 2, message: "FileCheck error: 'input' is empty."},
		{name: "empty input allowed", checks: "CHECK-NOT: a", args: "--allow-empty", exit: 0},
		{name: "search starts like a line", checks: "CHECK: a\nCHECK-NEXT: {{^$}}", input: "a\n", exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: is on the same line as previous match"},
		{name: "last line is empty", checks: "CHECK: a{{$}}\nCHECK-NEXT: {{.}}", input: "a\n", exit: 1,
			message: "checks:2:13: error: CHECK-NEXT: expected string not found in input"},

		{name: "option repeated", checks: "CHECK: FUNC", input: in, args: "--ignore-case=false --ignore-case=1", exit: 0},
		{name: "unknown option", checks: "CHECK: a", input: in, args: "--check-prefx=A", exit: 1,
			message: "filecheck: Unknown command line argument '--check-prefx=A'.  Try: 'filecheck --help'"},
		{name: "option without value", checks: "CHECK: a", input: in, args: "--check-prefix", exit: 1,
			message: "filecheck: for the --check-prefix option: requires a value!"},
		{name: "bad mode", checks: "CHECK: a", input: in, args: "--dump-input=x", exit: 1,
			message: "filecheck: for the --dump-input option: Cannot find option named 'x'!"},
		{name: "two files", checks: "CHECK: a", input: in, args: "other", exit: 1,
			message: "filecheck: Too many positional arguments specified!"},
		{name: "verbose", checks: "CHECK: a", input: "a", args: "-v --dump-input=never", exit: 0,
			message: "checks:1:8: remark: CHECK: expected string found in input"},

		// Back references that become wrong when the pieces are put together.
		{name: "late bad back reference", checks: "CHECK: [[X:(a)\\1]]", input: "aa", exit: 1,
			message: "checks:1:8: error: CHECK: expected string not found in input"},
		{name: "late bad back reference, strict", checks: "CHECK: [[X:(a)\\1]]", input: "aa", args: "--strict", exit: 1,
			message: "checks:1:8: error: invalid regex: invalid backreference number"},
		{name: "bad implicit not", checks: "CHECK: one", input: in, args: "--implicit-check-not={{(}}", exit: 0,
			message: "command line:1:24: error: invalid regex: parentheses not balanced"},
		{name: "bad implicit not, strict", checks: "CHECK: one", input: in, args: "--strict --implicit-check-not={{(}}",
			exit: 2, message: "command line:1:24: error: invalid regex: parentheses not balanced"},
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
