package optmain

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sources makes a folder with files that are formatted, that are not, and that are wrong.
func sources(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"good.mlir":    "// A comment.\nfunc.func @f(%a: i32) -> i32 {\n  return %a : i32 // the end\n}\n",
		"sub/bad.mlir": "func.func @f() {\n%0 = retrn\n}\n// -----\nfunc.func @g() {\n  %x = arith.constant 1 : i64  \n      return %x : i64\n}\n",
		"sub/text.txt": "no MLIR",
		".hid/x.mlir":  "wrong",
	} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const first = "sub/bad.mlir:2:6: error: custom op 'retrn' is unknown (tried 'func.retrn' as well)\n%0 = retrn\n     ^\nsub/bad.mlir:2:6: note: did you mean 'func.return'?\n"
	const second = "sub/bad.mlir:7:7: error: 'func.return' op has 1 operands, but enclosing function (@g) returns 0\n      return %x : i64\n      ^\n"
	for _, c := range []struct {
		name, args, out, errs string
		code                  int
	}{
		{name: "right", args: "good.mlir", out: "1 file, 0 wrong\n"},
		{name: "folder", args: ".", out: "2 files, 1 wrong\n", errs: first + second, code: 1},
		{name: "quiet", args: "--quiet good.mlir"},
		{name: "GitHub", args: "--quiet --diagnostics=github sub/bad.mlir", code: 1,
			errs: "::error file=sub/bad.mlir,line=2,col=6,endColumn=11::custom op 'retrn' is unknown (tried 'func.retrn' as well)%0Anote: did you mean 'func.return'?\n" +
				"::error file=sub/bad.mlir,line=7,col=7,endColumn=13::'func.return' op has 1 operands, but enclosing function (@g) returns 0\n"},
		{name: "missing", args: "none.mlir", errs: "optc: error: cannot open input file 'none.mlir': No such file or directory\n", code: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			code, out, errs := in(sources(t), append([]string{"check"}, fields(c.args)...)...)
			if diff := cmp.Diff([]any{c.code, c.out, c.errs}, []any{code, out, errs}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFmt(t *testing.T) {
	t.Parallel()
	const better = "func.func @f() {\n  %0 = retrn\n}\n// -----\nfunc.func @g() {\n  %x = arith.constant 1 : i64\n  return %x : i64\n}\n"
	for _, c := range []struct {
		name, args, out, errs string
		code                  int
		file                  string // the text of sub/bad.mlir afterwards, if it changes
	}{
		{name: "print", args: "sub/bad.mlir", out: better},
		{name: "check", args: "--check .", out: "sub/bad.mlir\n", code: 1},
		{name: "nothing to do", args: "--check good.mlir"},
		{name: "write", args: "-w .", file: better},
		{name: "diff", args: "--diff good.mlir"},
		{name: "two forms", args: "-w --check .", errs: "optc: error: flags '-w', '--check' and '--diff' exclude each other\n", code: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := sources(t)
			before, err := os.ReadFile(filepath.Join(dir, "sub/bad.mlir"))
			if err != nil {
				t.Fatal(err)
			}
			if c.file == "" {
				c.file = string(before)
			}
			code, out, errs := in(dir, append([]string{"fmt"}, fields(c.args)...)...)
			after, err := os.ReadFile(filepath.Join(dir, "sub/bad.mlir"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]any{c.code, c.out, c.errs, c.file}, []any{code, out, errs, string(after)}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The problem matcher finds a diagnostic, and its place.
func TestProblemMatcher(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../editors/problem-matcher.json")
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		ProblemMatcher []struct {
			Pattern []struct{ Regexp string }
		}
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	_, _, errs := in(sources(t), "check", ".")
	pattern := regexp.MustCompile(m.ProblemMatcher[0].Pattern[0].Regexp)
	line, _, _ := strings.Cut(errs, "\n")
	want := []string{line, "sub/bad.mlir", "2", "6", "error", "custom op 'retrn' is unknown (tried 'func.retrn' as well)"}
	if diff := cmp.Diff(want, pattern.FindStringSubmatch(line)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The examples are right and formatted.
func TestExamplesAreFormatted(t *testing.T) {
	t.Parallel()
	if code, out, errs := in("", "fmt", "--check", "../examples"); code != 0 {
		t.Errorf("'optc fmt -w examples' formats\n%s%s", out, errs)
	}
	if code, _, errs := in("", "check", "../examples"); code != 0 {
		t.Error(errs)
	}
}

func TestHelpSearch(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"help", "--search", "ShUFFle"}, {"help", "--search=shuffle"}} {
		code, out, errs := in("", args...)
		for _, want := range []string{"gpu.shuffle", "vector.shuffle", "--gpu-expand-lanes", "operations of all dialects:", "codes of error messages:"} {
			if code != 0 || errs != "" || !strings.Contains(out, want) {
				t.Errorf("%v: %q is not in\n%s%s", args, want, out, errs)
			}
		}
		if strings.Contains(out, "vector.broadcast ") {
			t.Errorf("%v lists what the word is not in", args)
		}
	}
}
