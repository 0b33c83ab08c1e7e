package lit_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"optc/lit"
)

func Example() {
	dir, err := os.MkdirTemp("", "lit-example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	const text = "// RUN: shout %s | FileCheck %s\n// CHECK: HELLO {{.*}}\n// hello world\n"
	if err := os.WriteFile(filepath.Join(dir, "hello.mlir"), []byte(text), 0o644); err != nil {
		fmt.Println(err)
		return
	}
	r := &lit.Runner{Root: dir, TempDir: filepath.Join(dir, "tmp"), Tools: map[string]lit.Tool{"shout": shout}}
	names, err := r.Discover(".")
	fmt.Println(names, err)
	r.RunAll(context.Background(), names, func(res lit.Result) { fmt.Println(res.Name, res.Status) })
	// Output:
	// [hello.mlir] <nil>
	// hello.mlir PASS
}

// shout prints a file in upper case.
func shout(inv *lit.Invocation) int {
	text, err := os.ReadFile(inv.Path(inv.Args[len(inv.Args)-1]))
	if err != nil {
		return inv.Errorf("%v", err)
	}
	io.WriteString(inv.Stdout, strings.ToUpper(string(text)))
	return 0
}

// tools are the commands of the tests here.
func tools() map[string]lit.Tool {
	return map[string]lit.Tool{
		"shout": shout,
		"fail": func(inv *lit.Invocation) int {
			fmt.Fprintln(inv.Stdout, "to stdout")
			return inv.Errorf("to stderr") + 2
		},
		"crash": func(*lit.Invocation) int { panic("oh") },
		"upper": func(inv *lit.Invocation) int {
			b, err := io.ReadAll(inv.Stdin)
			if err != nil {
				return inv.Errorf("%v", err)
			}
			inv.Stdout.Write(bytes.ToUpper(b))
			return 0
		},
		"main": func(inv *lit.Invocation) int {
			fmt.Fprintln(inv.Stdout, inv.Args)
			return 0
		},
	}
}

// folder writes files into a new folder and returns a runner for it.
func folder(t testing.TB, files map[string]string) *lit.Runner {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return &lit.Runner{
		Root: dir, TempDir: t.TempDir(), Tools: tools(), Features: []string{"linux", "target=x86_64-gnu"},
		Substitutions: [][2]string{{"%{ours}", "echo ours"}},
		Repeat:        func(name string) string { return "optc test -v " + name },
	}
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		text   string
		status lit.Status
		report string // must be in the report
	}{
		{"pass", "RUN: echo a b | FileCheck %s\nCHECK: a b", lit.Pass, ""},
		{"fail", "RUN: echo a | FileCheck %s\nCHECK: b", lit.Fail, "CHECK: expected string not found in input"},
		{"report", "\nRUN: fail > %t || fail 2>&1 | FileCheck %s\nCHECK: b", lit.Fail, "# RUN: at line 2\n"},
		{"repeat", "RUN: not true", lit.Fail, "repeat with: optc test -v repeat.mlir\n"},
		{"every line runs", "RUN: echo a | FileCheck %s\nRUN: false\nCHECK: a", lit.Fail, "# RUN: at line 2\nfalse\n# exit code 1"},
		{"continuation", "RUN: echo a \\\nRUN:   b | \\\nRUN: FileCheck %s\nCHECK: a b", lit.Pass, ""},
		{"continuation missing", "RUN: echo a \\\nCHECK: a", lit.Unresolved, "'RUN:' line with '\\' has no continuation"},
		{"no run line", "CHECK: a", lit.Unresolved, "test has no 'RUN:' line"},
		{"end", "RUN: true | FileCheck %s --allow-empty\nCHECK-NOT: a\nEND.\nRUN: false", lit.Pass, ""},

		{"pipeline fails anywhere", "RUN: fail | FileCheck %s\nCHECK: to stdout", lit.Fail, "exit code 3"},
		{"not", "RUN: not fail | FileCheck %s\nCHECK: to stdout", lit.Pass, ""},
		{"not twice", "RUN: not not fail", lit.Fail, ""},
		{"bang", "RUN: ! fail", lit.Pass, ""},
		{"not of success", "RUN: not echo a", lit.Fail, ""},
		{"not crash", "RUN: not --crash fail", lit.Fail, "'not --crash' is not supported"},
		{"and", "RUN: echo a > %t && echo b >> %t && FileCheck %s < %t\nCHECK: a\nCHECK-NEXT: b", lit.Pass, ""},
		{"or", "RUN: false || echo a | FileCheck %s\nCHECK: a", lit.Pass, ""},
		{"sequence", "RUN: false ; echo a | FileCheck %s\nCHECK: a", lit.Pass, ""},
		{"left to right", "RUN: true || false && not true", lit.Fail, ""},
		{"background", "RUN: true & true | count 0", lit.Unresolved, "unsupported shell operator '&'"},
		{"stderr to pipe", "RUN: not fail 2>&1 | FileCheck %s\nCHECK: to stdout\nCHECK: fail: to stderr", lit.Pass, ""},
		{"stderr alone", "RUN: not fail 2>&1 >/dev/null | FileCheck %s\nCHECK-NOT: stdout\nCHECK: to stderr", lit.Pass, ""},
		{"stderr to file", "RUN: not fail 2> %t && FileCheck %s --input-file=%t\nCHECK-NOT: stdout\nCHECK: to stderr", lit.Pass, ""},
		{"both to file", "RUN: not fail &> %t && count 2 < %t && not fail >& %t && count 2 < %t", lit.Pass, ""},
		{"file then stderr", "RUN: not fail > %t 2>&1 && count 2 < %t", lit.Pass, ""},
		{"append", "RUN: not fail 2>> %t ; not fail 2>> %t ; count 2 < %t", lit.Pass, ""},
		{"bad redirection", "RUN: count 0 << %t", lit.Fail, "unsupported redirection '<<'"},
		{"missing file", "RUN: count 0 <", lit.Unresolved, "missing file name after '<'"},
		{"quotes", `RUN: echo 'a  "b"' "c\"d $\$" e\ f | FileCheck %s --strict-whitespace` + "\n" + `CHECK:a  "b" c"d $$ e f`, lit.Pass, ""},
		{"open quote", "RUN: echo 'a | count 0", lit.Unresolved, "missing quote character"},
		{"no command", "RUN: echo a | | count 0", lit.Unresolved, "missing command"},
		{"env", "RUN: env A=1 B=2 -u A env | FileCheck %s\nCHECK-NOT: A=1\nCHECK: B=2", lit.Pass, ""},
		{"export", "RUN: export A=1\nRUN: env | FileCheck %s\nCHECK: A=1", lit.Pass, ""},
		{"cd", "RUN: mkdir -p %t && cd %t && echo a > f\nRUN: FileCheck %s < %t/f\nCHECK: a", lit.Pass, ""},
		{"cd to nowhere", "RUN: cd %t/x && count 0", lit.Fail, "is no directory"},
		{"cd in a pipeline", "RUN: cd %S | count 0", lit.Fail, "'cd' cannot be part of a pipeline"},
		{"unknown command", "RUN: fial | count 0", lit.Fail, "unknown command 'fial'; did you mean 'fail'?"},
		{"unknown command or", "RUN: fial || echo a | FileCheck %s\nCHECK: a", lit.Fail, "unknown command 'fial'"},
		{"unknown command in sequence", "RUN: fial | FileCheck %s ; echo a | FileCheck %s\nCHECK: a", lit.Fail, "unknown command 'fial'"},
		{"no file to read", "RUN: cat < %t || echo a | FileCheck %s\nCHECK: a", lit.Fail, "no such file"},
		{"crash", "RUN: crash | count 0", lit.Fail, "panic: oh"},
		{"crash under not", "RUN: not crash", lit.Fail, "exit code 134"},
		{"shadowed output", "RUN: upper < %s | FileCheck %s --ignore-case\nCHECK: {{SHADO.}}ed\nshadowed", lit.Pass, ""},

		{"substitutions", "RUN: echo s=%s S=%S p=%p t=%t b=%basename_t %% %{s:basename} | FileCheck %s\n" +
			"CHECK: s=[[DIR:.*]]/substitutions.mlir S=[[DIR]] p=[[DIR]] t={{.*}}/Output/substitutions.mlir.tmp b=substitutions.mlir % substitutions.mlir{{$}}", lit.Pass, ""},
		{"substitutions of paths", "RUN: echo a > %/et && echo %/s %{s:real} %{/t:real} %{/s:regex_replacement} %:s %{t:stem}%{fs-sep}%{pathsep} %{fs-src-root} | FileCheck %s\n" +
			"CHECK: [[DIR:/.*]]/substitutions-of-paths.mlir {{.*}}/substitutions-of-paths.mlir {{.*}}/substitutions-of-paths.mlir.tmp " +
			"[[DIR]]/substitutions-of-paths.mlir {{[^/].*}}/substitutions-of-paths.mlir substitutions-of-paths.mlir/: /{{$}}", lit.Pass, ""},
		{"file as argument", "RUN: echo a > %t\nRUN: cd %S && echo x%{readfile:%t}y%{readfile:%t} | FileCheck %s\nCHECK: xa\nCHECK-NEXT: ya", lit.Pass, ""},
		{"file as argument is missing", "RUN: echo %{readfile:%t} | count 1", lit.Fail, "no such file"},
		{"line", "\nRUN: echo %(line) %(line+10) %(line - 1) | FileCheck %s\nCHECK: 2 12 1", lit.Pass, ""},
		{"ours", "RUN: %{ours} | FileCheck %s\nCHECK: ours", lit.Pass, ""},
		{"unknown substitution", "RUN: echo %{theirs} | count 1", lit.Unresolved, "unknown substitution '%{theirs}'"},
		{"old substitution", "RUN: echo %T | count 1", lit.Unresolved, "%T is not supported"},
		{"define", "DEFINE: %{x} = echo \\\nDEFINE:   a\nRUN: %{x} b | FileCheck %s\nREDEFINE: %{x} = echo c\nRUN: %{x} | FileCheck %s --check-prefix=C\nCHECK: a b\nC: c", lit.Pass, ""},
		{"define twice", "DEFINE: %{x} = a\nDEFINE: %{x} = b\nRUN: true", lit.Unresolved, "already defined; use REDEFINE"},
		{"redefine first", "REDEFINE: %{x} = a\nRUN: true", lit.Unresolved, "not defined; use DEFINE"},
		{"if", "RUN: echo %if linux %{a%} %else %{b%} %if windows %{c%} | FileCheck %s\nCHECK: a{{ *$}}", lit.Pass, ""},
		{"if without end", "RUN: echo %if linux %{a | count 1", lit.Unresolved, "'%}' is missing"},

		{"requires", "REQUIRES: linux, windows\nRUN: false", lit.Unsupported, "requires windows"},
		{"requires met", "REQUIRES: linux && !windows, target={{x86.*}}\nRUN: echo a | FileCheck %s\nCHECK: a", lit.Pass, ""},
		{"requires wrong", "REQUIRES: linux &&\nRUN: true", lit.Unresolved, "expected a feature, '!' or '('"},
		{"unsupported", "UNSUPPORTED: (linux || windows)\nRUN: false", lit.Unsupported, ""},
		{"xfail", "XFAIL: *\nRUN: not true", lit.XFail, ""},
		{"xfail elsewhere", "XFAIL: windows\nRUN: not true", lit.Fail, ""},
		{"xpass", "XFAIL: linux\nRUN: not false", lit.XPass, "the test passed, but has XFAIL"},
		{"retries", "ALLOW_RETRIES: 2\nRUN: true", lit.Unresolved, "ALLOW_RETRIES is not supported"},

		{"checks nothing", "RUN: echo a", lit.Unresolved, "the test checks nothing"},
		{"verifies", "RUN: main %s --verify-diagnostics", lit.Pass, ""},
		{"misspelt directive", "RUN: echo a | FileCheck %s\n// CHECK: a\n// CHECK-NXT: b", lit.Fail, "did you mean 'CHECK-NEXT:'?"},
		{"unused prefix", "RUN: echo a | FileCheck %s\n// CHECK: a\n// OTHER-NEXT: b", lit.Unresolved, "line 3: no command uses the prefix 'OTHER'; the prefixes of this test are CHECK"},
		{"prefix of another command", "RUN: echo a | FileCheck %s\nRUN: echo b | FileCheck %s --check-prefix CHEK\n// CHECK: a\n// CHEK: b", lit.Pass, ""},
		{"no directives", "RUN: echo a | FileCheck %s", lit.Fail, "no check strings found with prefix 'CHECK:'"},

		{"cat", "RUN: echo a > %t && echo b | cat %t - | FileCheck %s\nCHECK: a\nCHECK: b", lit.Pass, ""},
		{"count", "RUN: echo a | count 2", lit.Fail, "count: expected 2 lines, but got 1"},
		{"diff", "RUN: echo a > %t.1 && echo b > %t.2 && diff -u %t.1 %t.2", lit.Fail, "-a\n+b\n"},
		{"diff of space", "RUN: echo 'a  b ' > %t.1 && echo ' a b' > %t.2 && diff -w %t.1 %t.2 && not diff -b %t.1 %t.2", lit.Pass, ""},
		{"diff of stdin", "RUN: echo a > %t && echo a | diff - %t", lit.Pass, ""},
		{"cmp", "RUN: echo a > %t && cmp %t %t && not cmp %t %s", lit.Pass, ""},
		{"files", "RUN: mkdir %t && touch %t/a && cp %s %t/b && test -e %t/a && test ! -s %t/a && test -d %t && rm -r %t && test ! -e %t && rm -f %t", lit.Pass, ""},
		{"directory again", "RUN: mkdir %t && touch %t/a && mkdir %t && test -e %t/a && not mkdir %t/a", lit.Pass, ""},
		{"glob", "RUN: mkdir -p %t && touch %t/a1 %t/a2 && cat %t/a* | count 0 && not cat %t/b*", lit.Pass, ""},
		{"removes only temporary files", "RUN: rm %s && count 0", lit.Fail, "is no temporary file of a test"},
		{"split-file", "RUN: split-file %s %t && count 1 < %t/a && FileCheck %s < %t/d/b\n//--- a\nCHECK: text\n#--- d/b\nsome\ntext\n", lit.Pass, ""},
		{"split-file keeps lines", "RUN: split-file --leading-lines %s %t && count 5 < %t/b\n\n//--- b\nx\n", lit.Pass, ""},
		{"split-file outside", "RUN: split-file %s %t && count 0\n//--- ../b\nx\n", lit.Fail, "'../b' is outside of the directory"},
		{"split-file without parts", "RUN: split-file %s %t && count 0\n", lit.Fail, "no part separator was found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			name := strings.ReplaceAll(c.name, " ", "-") + ".mlir"
			res := folder(t, map[string]string{name: c.text + "\n"}).Run(t.Context(), name)
			if res.Status != c.status || !strings.Contains(res.Report, c.report) || res.Status == lit.Pass && res.Report != "" {
				t.Errorf("%v, report:\n%s\nwant %v with %q", res.Status, res.Report, c.status, c.report)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	t.Parallel()
	r := folder(t, map[string]string{"b.mlir": "", "a/c.mlir": "", "a/d.txt": "", "a/Inputs/e.mlir": "", ".git/f.mlir": "", "Output/g.mlir": ""})
	for path, want := range map[string]string{".": "[a/c.mlir b.mlir]", "a": "[a/c.mlir]", "b.mlir": "[b.mlir]"} {
		if got, err := r.Discover(path); err != nil || fmt.Sprint(got) != want {
			t.Errorf("Discover(%s) = %v, %v, want %s", path, got, err, want)
		}
	}
	if _, err := r.Discover("missing"); err == nil {
		t.Error("no error for a missing folder")
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	r := folder(t, map[string]string{
		"good.mlir":   "// RUN: echo a | FileCheck %s\n// CHECK: a\n",
		"bad.mlir":    "// RUN: echo a | FileCheck %s\n// CHECK: b\n",
		"d/skip.mlir": "// REQUIRES: nothing\n// RUN: false\n",
	})
	for _, c := range []struct {
		args   []string
		exit   int
		stdout []string
		stderr string
	}{
		{[]string{r.Root}, 1, []string{"FAIL: bad.mlir", "repeat with: optc test -v " + filepath.Join(r.Root, "bad.mlir")}, "3 tests in "},
		{[]string{"-v", r.Root}, 1, []string{"PASS: good.mlir", "UNSUPPORTED: d/skip.mlir\nrequires nothing"}, "1 PASS, 1 UNSUPPORTED, 1 FAIL"},
		{[]string{"-run", "^g", r.Root}, 0, nil, "1 test in "},
		{[]string{filepath.Join(r.Root, "good.mlir"), filepath.Join(r.Root, "d")}, 0, nil, "2 tests in "},
		{[]string{"-run", "^zz", r.Root}, 2, nil, "no tests found"},
		{[]string{"-run", "(", r.Root}, 2, nil, "missing closing"},
		{[]string{"-bad"}, 2, nil, "flag provided but not defined: -bad"},
		{[]string{"-h"}, 0, []string{"usage: optc test"}, ""},
	} {
		var stdout, stderr bytes.Buffer
		exit := lit.Command(t.Context(), c.args, tools(), nil, &stdout, &stderr)
		for _, want := range c.stdout {
			if !strings.Contains(stdout.String(), want) {
				t.Errorf("%v: stdout %q lacks %q", c.args, &stdout, want)
			}
		}
		if exit != c.exit || !strings.Contains(stderr.String(), c.stderr) || c.stdout == nil && stdout.Len() > 0 {
			t.Errorf("%v: exit %d, stdout %q, stderr %q", c.args, exit, &stdout, &stderr)
		}
	}
}

func FuzzRun(f *testing.F) {
	f.Add("RUN: echo a | FileCheck %s\nCHECK: a")
	f.Add("RUN: not fail > %t 2>&1 && count 2 < %t || cat '%s'\nDEFINE: %{x} = %if linux %{a%}")
	f.Add("REQUIRES: !(a || b) && {{c.*}}\nRUN: env A=1 split-file %s %t\n//--- a\n")
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "/") || strings.Contains(text, "..") || strings.Contains(text, "crash") {
			return // stay inside of the temporary folder
		}
		r := folder(t, map[string]string{"x.mlir": text})
		if res := r.Run(t.Context(), "x.mlir"); strings.Contains(res.Report, "panic: ") {
			t.Error(res.Report)
		}
	})
}

// TestTimeout: a test whose time is over is stopped, whether its command heeds that or not.
func TestTimeout(t *testing.T) {
	t.Parallel()
	r := folder(t, map[string]string{
		"heeds.mlir": "// RUN: not wait\n",
		"deaf.mlir":  "// RUN: not deaf\n",
		"xfail.mlir": "// RUN: not wait\n// RUN: deaf\n// XFAIL: *\n",
	})
	r.Timeout = 20 * time.Millisecond
	r.Tools["wait"] = func(inv *lit.Invocation) int {
		<-inv.Context.Done()
		return inv.Errorf("stopped")
	}
	r.Tools["deaf"] = func(*lit.Invocation) int {
		<-t.Context().Done()
		return 0
	}
	for _, name := range []string{"heeds.mlir", "deaf.mlir", "xfail.mlir"} {
		res := r.Run(t.Context(), name)
		if res.Status != lit.Timeout || !res.Status.Bad() || !strings.Contains(res.Report, "the test took more than 20ms\n") {
			t.Errorf("%s: %s: %s", name, res.Status, res.Report)
		}
	}
}
