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
		{name: "pass", text: "RUN: echo a b | FileCheck %s\nCHECK: a b", status: lit.Pass},
		{name: "fail", text: "RUN: echo a | FileCheck %s\nCHECK: b", status: lit.Fail,
			report: "CHECK: expected string not found in input"},
		{name: "report", text: "\nRUN: fail > %t || fail 2>&1 | FileCheck %s\nCHECK: b", status: lit.Fail,
			report: "# RUN: at line 2\n"},
		{name: "repeat", text: "RUN: not true", status: lit.Fail, report: "repeat with: optc test -v repeat.mlir\n"},
		{name: "every line runs", text: "RUN: echo a | FileCheck %s\nRUN: false\nCHECK: a", status: lit.Fail,
			report: "# RUN: at line 2\nfalse\n# exit code 1"},
		{name: "continuation", text: "RUN: echo a \\\nRUN:   b | \\\nRUN: FileCheck %s\nCHECK: a b", status: lit.Pass},
		{name: "continuation missing", text: "RUN: echo a \\\nCHECK: a", status: lit.Unresolved,
			report: "'RUN:' line with '\\' has no continuation"},
		{name: "no run line", text: "CHECK: a", status: lit.Unresolved, report: "test has no 'RUN:' line"},
		{name: "end", text: "RUN: true | FileCheck %s --allow-empty\nCHECK-NOT: a\nEND.\nRUN: false", status: lit.Pass},

		{name: "pipeline fails anywhere", text: "RUN: fail | FileCheck %s\nCHECK: to stdout", status: lit.Fail,
			report: "exit code 3"},
		{name: "not", text: "RUN: not fail | FileCheck %s\nCHECK: to stdout", status: lit.Pass},
		{name: "not twice", text: "RUN: not not fail", status: lit.Fail},
		{name: "bang", text: "RUN: ! fail", status: lit.Pass},
		{name: "not of success", text: "RUN: not echo a", status: lit.Fail},
		{name: "not crash", text: "RUN: not --crash fail", status: lit.Fail, report: "exit code 1"},
		{name: "not crash of a crash", text: "RUN: not --crash crash", status: lit.Pass},
		{name: "and", text: "RUN: echo a > %t && echo b >> %t && FileCheck %s < %t\nCHECK: a\nCHECK-NEXT: b",
			status: lit.Pass},
		{name: "or", text: "RUN: false || echo a | FileCheck %s\nCHECK: a", status: lit.Pass},
		{name: "sequence", text: "RUN: false ; echo a | FileCheck %s\nCHECK: a", status: lit.Pass},
		{name: "left to right", text: "RUN: true || false && not true", status: lit.Fail},
		{name: "background", text: "RUN: true & true | count 0", status: lit.Unresolved,
			report: "unsupported shell operator '&'"},
		{name: "stderr to pipe", text: "RUN: not fail 2>&1 | FileCheck %s\nCHECK: to stdout\nCHECK: fail: to stderr",
			status: lit.Pass},
		{name: "stderr alone", text: "RUN: not fail 2>&1 >/dev/null | FileCheck %s\nCHECK-NOT: stdout\nCHECK: to stderr",
			status: lit.Pass},
		{name: "stderr to file",
			text:   "RUN: not fail 2> %t && FileCheck %s --input-file=%t\nCHECK-NOT: stdout\nCHECK: to stderr",
			status: lit.Pass},
		{name: "both to file", text: "RUN: not fail &> %t && count 2 < %t && not fail >& %t && count 2 < %t",
			status: lit.Pass},
		{name: "file then stderr", text: "RUN: not fail > %t 2>&1 && count 2 < %t", status: lit.Pass},
		{name: "append", text: "RUN: not fail 2>> %t ; not fail 2>> %t ; count 2 < %t", status: lit.Pass},
		{name: "bad redirection", text: "RUN: count 0 << %t", status: lit.Fail, report: "unsupported redirection '<<'"},
		{name: "missing file", text: "RUN: count 0 <", status: lit.Unresolved, report: "missing file name after '<'"},
		{name: "quotes",
			text:   `RUN: echo 'a  "b"' "c\"d $\$" e\ f | FileCheck %s --strict-whitespace` + "\n" + `CHECK:a  "b" c"d $$ e f`,
			status: lit.Pass},
		{name: "open quote", text: "RUN: echo 'a | count 0", status: lit.Unresolved, report: "missing quote character"},
		{name: "no command", text: "RUN: echo a | | count 0", status: lit.Unresolved, report: "missing command"},
		{name: "env", text: "RUN: env A=1 B=2 -u A env | FileCheck %s\nCHECK-NOT: A=1\nCHECK: B=2", status: lit.Pass},
		{name: "export", text: "RUN: export A=1\nRUN: env | FileCheck %s\nCHECK: A=1", status: lit.Pass},
		{name: "cd", text: "RUN: mkdir -p %t && cd %t && echo a > f\nRUN: FileCheck %s < %t/f\nCHECK: a", status: lit.Pass},
		{name: "cd to nowhere", text: "RUN: cd %t/x && count 0", status: lit.Fail, report: "is no directory"},
		{name: "cd in a pipeline", text: "RUN: cd %S | count 0", status: lit.Fail,
			report: "'cd' cannot be part of a pipeline"},
		{name: "unknown command", text: "RUN: fial | count 0", status: lit.Fail,
			report: "unknown command 'fial'; did you mean 'fail'?"},
		{name: "unknown command or", text: "RUN: fial || echo a | FileCheck %s\nCHECK: a", status: lit.Fail,
			report: "unknown command 'fial'"},
		{name: "unknown command in sequence", text: "RUN: fial | FileCheck %s ; echo a | FileCheck %s\nCHECK: a",
			status: lit.Fail, report: "unknown command 'fial'"},
		{name: "no file to read", text: "RUN: cat < %t || echo a | FileCheck %s\nCHECK: a", status: lit.Fail,
			report: "no such file"},
		{name: "crash", text: "RUN: crash | count 0", status: lit.Fail, report: "panic: oh"},
		{name: "crash under not", text: "RUN: not crash", status: lit.Fail, report: "exit code 134"},
		{name: "shadowed output", text: "RUN: upper < %s | FileCheck %s --ignore-case\nCHECK: {{SHADO.}}ed\nshadowed",
			status: lit.Pass},

		{name: "substitutions", text: "RUN: echo s=%s S=%S p=%p t=%t b=%basename_t %% %{s:basename} | FileCheck %s\n" +
			"CHECK: s=[[DIR:.*]]/substitutions.mlir S=[[DIR]] p=[[DIR]] t={{.*}}/Output/substitutions.mlir.tmp b=substitutions.mlir % substitutions.mlir{{$}}", status: lit.Pass, report: ""},
		{name: "substitutions of paths", text: "RUN: echo a > %/et && echo %/s %{s:real} %{/t:real} %{/s:regex_replacement} %:s %{t:stem}%{fs-sep}%{pathsep} %{fs-src-root} | FileCheck %s\n" +
			"CHECK: [[DIR:/.*]]/substitutions-of-paths.mlir {{.*}}/substitutions-of-paths.mlir {{.*}}/substitutions-of-paths.mlir.tmp " +
			"[[DIR]]/substitutions-of-paths.mlir {{[^/].*}}/substitutions-of-paths.mlir substitutions-of-paths.mlir/: /{{$}}", status: lit.Pass, report: ""},
		{name: "file as argument",
			text:   "RUN: echo a > %t\nRUN: cd %S && echo x%{readfile:%t}y%{readfile:%t} | FileCheck %s\nCHECK: xa\nCHECK-NEXT: ya",
			status: lit.Pass},
		{name: "file as argument is missing", text: "RUN: echo %{readfile:%t} | count 1", status: lit.Fail,
			report: "no such file"},
		{name: "line", text: "\nRUN: echo %(line) %(line+10) %(line - 1) | FileCheck %s\nCHECK: 2 12 1", status: lit.Pass},
		{name: "ours", text: "RUN: %{ours} | FileCheck %s\nCHECK: ours", status: lit.Pass},
		{name: "unknown substitution", text: "RUN: echo %{theirs} | count 1", status: lit.Unresolved,
			report: "unknown substitution '%{theirs}'"},
		{name: "old substitution", text: "RUN: echo %T | count 1", status: lit.Unresolved, report: "%T is not supported"},
		{name: "define",
			text:   "DEFINE: %{x} = echo \\\nDEFINE:   a\nRUN: %{x} b | FileCheck %s\nREDEFINE: %{x} = echo c\nRUN: %{x} | FileCheck %s --check-prefix=C\nCHECK: a b\nC: c",
			status: lit.Pass},
		{name: "define twice", text: "DEFINE: %{x} = a\nDEFINE: %{x} = b\nRUN: true", status: lit.Unresolved,
			report: "already defined; use REDEFINE"},
		{name: "redefine first", text: "REDEFINE: %{x} = a\nRUN: true", status: lit.Unresolved,
			report: "not defined; use DEFINE"},
		{name: "if", text: "RUN: echo %if linux %{a%} %else %{b%} %if windows %{c%} | FileCheck %s\nCHECK: a{{ *$}}",
			status: lit.Pass},
		{name: "if without end", text: "RUN: echo %if linux %{a | count 1", status: lit.Unresolved,
			report: "'%}' is missing"},

		{name: "requires", text: "REQUIRES: linux, windows\nRUN: false", status: lit.Unsupported, report: "requires windows"},
		{name: "requires met", text: "REQUIRES: linux && !windows, target={{x86.*}}\nRUN: echo a | FileCheck %s\nCHECK: a",
			status: lit.Pass},
		{name: "requires wrong", text: "REQUIRES: linux &&\nRUN: true", status: lit.Unresolved,
			report: "expected a feature, '!' or '('"},
		{name: "unsupported", text: "UNSUPPORTED: (linux || windows)\nRUN: false", status: lit.Unsupported},
		{name: "xfail", text: "XFAIL: *\nRUN: not true", status: lit.XFail},
		{name: "xfail elsewhere", text: "XFAIL: windows\nRUN: not true", status: lit.Fail},
		{name: "xpass", text: "XFAIL: linux\nRUN: not false", status: lit.XPass, report: "the test passed, but has XFAIL"},
		{name: "retries", text: "ALLOW_RETRIES: 1\nRUN: not true", status: lit.Fail},
		{name: "retries help", text: "ALLOW_RETRIES: 1\nRUN: test -e %t || not touch %t", status: lit.FlakyPass},
		{name: "retries without a number", text: "ALLOW_RETRIES: many\nRUN: not false", status: lit.Unresolved,
			report: "expected a number of retries, but got 'many'"},
		{name: "retries twice", text: "ALLOW_RETRIES: 1\nALLOW_RETRIES: 1\nRUN: not false", status: lit.Unresolved,
			report: "more than one ALLOW_RETRIES line"},

		{name: "checks nothing", text: "RUN: echo a", status: lit.Unresolved, report: "the test checks nothing"},
		{name: "verifies", text: "RUN: main %s --verify-diagnostics", status: lit.Pass},
		{name: "misspelt directive", text: "RUN: echo a | FileCheck %s\n// CHECK: a\n// CHECK-NXT: b", status: lit.Fail,
			report: "did you mean 'CHECK-NEXT:'?"},
		{name: "unused prefix", text: "RUN: echo a | FileCheck %s\n// CHECK: a\n// OTHER-NEXT: b", status: lit.Unresolved,
			report: "line 3: no command uses the prefix 'OTHER'; the prefixes of this test are CHECK"},
		{name: "prefix of another command",
			text:   "RUN: echo a | FileCheck %s\nRUN: echo b | FileCheck %s --check-prefix CHEK\n// CHECK: a\n// CHEK: b",
			status: lit.Pass},
		{name: "no directives", text: "RUN: echo a | FileCheck %s", status: lit.Fail,
			report: "no check strings found with prefix 'CHECK:'"},

		{name: "cat", text: "RUN: echo a > %t && echo b | cat %t - | FileCheck %s\nCHECK: a\nCHECK: b", status: lit.Pass},
		{name: "count", text: "RUN: echo a | count 2", status: lit.Fail, report: "count: expected 2 lines, but got 1"},
		{name: "diff", text: "RUN: echo a > %t.1 && echo b > %t.2 && diff -u %t.1 %t.2", status: lit.Fail,
			report: "-a\n+b\n"},
		{name: "diff of space",
			text:   "RUN: echo 'a  b ' > %t.1 && echo ' a b' > %t.2 && diff -w %t.1 %t.2 && not diff -b %t.1 %t.2",
			status: lit.Pass},
		{name: "diff of stdin", text: "RUN: echo a > %t && echo a | diff - %t", status: lit.Pass},
		{name: "cmp", text: "RUN: echo a > %t && cmp %t %t && not cmp %t %s", status: lit.Pass},
		{name: "files",
			text:   "RUN: mkdir %t && touch %t/a && cp %s %t/b && test -e %t/a && test ! -s %t/a && test -d %t && rm -r %t && test ! -e %t && rm -f %t",
			status: lit.Pass},
		{name: "directory again", text: "RUN: mkdir %t && touch %t/a && mkdir %t && test -e %t/a && not mkdir %t/a",
			status: lit.Pass},
		{name: "glob", text: "RUN: mkdir -p %t && touch %t/a1 %t/a2 && cat %t/a* | count 0 && not cat %t/b*",
			status: lit.Pass},
		{name: "removes only temporary files", text: "RUN: rm %s && count 0", status: lit.Fail,
			report: "is outside of"},
		{name: "split-file",
			text:   "RUN: split-file %s %t && count 1 < %t/a && FileCheck %s < %t/d/b\n//--- a\nCHECK: text\n#--- d/b\nsome\ntext\n",
			status: lit.Pass},
		{name: "split-file keeps lines", text: "RUN: split-file --leading-lines %s %t && count 5 < %t/b\n\n//--- b\nx\n",
			status: lit.Pass},
		{name: "split-file outside", text: "RUN: split-file %s %t && count 0\n//--- ../b\nx\n", status: lit.Fail,
			report: "'../b' is outside of the directory"},
		{name: "split-file without parts", text: "RUN: split-file %s %t && count 0\n", status: lit.Fail,
			report: "no part separator was found"},
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
		{args: []string{r.Root}, exit: 1,
			stdout: []string{"FAIL: bad.mlir", "repeat with: optc test -v " + filepath.Join(r.Root, "bad.mlir"), "3 tests in "}},
		{args: []string{"-v", r.Root}, exit: 1,
			stdout: []string{"PASS: good.mlir", "UNSUPPORTED: d/skip.mlir\nrequires nothing", "1 PASS, 1 UNSUPPORTED, 1 FAIL"}},
		{args: []string{"-run", "^g", r.Root}, exit: 0, stdout: []string{"1 test in "}},
		{args: []string{filepath.Join(r.Root, "good.mlir"), filepath.Join(r.Root, "d")}, exit: 0, stdout: []string{"2 tests in "}},
		{args: []string{"-run", "^zz", r.Root}, exit: 2, stderr: "no tests found"},
		{args: []string{"-run", "(", r.Root}, exit: 2, stderr: "missing closing"},
		{args: []string{"-bad"}, exit: 2, stderr: "flag provided but not defined: -bad"},
		{args: []string{"-h"}, exit: 0, stdout: []string{"usage: optc test"}},
	} {
		var stdout, stderr bytes.Buffer
		exit := lit.Command(t.Context(), c.args, tools(), &stdout, &stderr, nil)
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
