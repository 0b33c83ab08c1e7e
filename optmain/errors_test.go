package optmain

import (
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"optc/internal/base/textdiff"
	"optc/lower"
)

// in runs optc in a folder.
func in(dir string, args ...string) (code int, stdout, stderr string) {
	c := DefaultConfig()
	c.Dir = dir
	var out, err bytes.Buffer
	code = Run(context.Background(), c, args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

// builtProgram puts a program into dir/out and returns its files by name.
func builtProgram(t *testing.T, dir string) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../examples/paged_gather.mlir")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "good.mlir"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := in(dir, "build", "--target", "ipu2", "-o", "out", "good.mlir"); code != 0 {
		t.Fatal(stderr)
	}
	return contents(t, filepath.Join(dir, "out"))
}

// contents returns the files of a folder by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// codeAtEnd finds the code at the end of a message.
var codeAtEnd = regexp.MustCompile(`(?m) \[([A-Za-z0-9.-]+)\]$`)

// TestErrors runs the example of every error code: it gives that code and the text in
// testdata/errors.txt, the exit code 1, and neither creates an output folder nor changes
// an existing one.
func TestErrors(t *testing.T) {
	t.Parallel()
	var transcript strings.Builder
	config := DefaultConfig()
	for _, d := range config.errors() {
		if d.Text == "" || d.Fix == "" {
			t.Errorf("%s is not explained", d.Code)
		}
		if d.Example == "" {
			continue
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "example.mlir"), []byte(d.Example+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		args := append(strings.Fields(d.CommandLine()), "example.mlir")
		code, _, stderr := in(dir, args...)
		fmt.Fprintf(&transcript, "==== %s\n%s", d.Code, stderr)
		if !slices.ContainsFunc(codeAtEnd.FindAllStringSubmatch(stderr, -1), func(m []string) bool { return m[1] == d.Code }) {
			t.Errorf("the example of %s gives\n%s", d.Code, stderr)
		}
		want := 1
		if strings.HasPrefix(d.Text, "A warning: ") || strings.HasPrefix(d.Text, "A remark: ") {
			want = 0
		}
		if code != want {
			t.Errorf("the example of %s ends with exit code %d", d.Code, code)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 1 {
			t.Errorf("the example of %s leaves %v", d.Code, left)
		}
	}
	golden(t, "testdata/errors.txt", transcript.String())
}

// golden compares text with a file of testdata; -update stores it.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	if d := textdiff.Unified(file, "now", string(want), got); d != "" {
		t.Errorf("%s\nif the change is intended: go test ./optmain -update", d)
	}
}

// TestEveryCodeIsExplained searches the sources for codes: every code passed to the
// functions that make errors, diag.Errorf and WithCode, is explained in a table.
func TestEveryCodeIsExplained(t *testing.T) {
	t.Parallel()
	explained := map[string]bool{}
	config := DefaultConfig()
	for _, d := range config.errors() {
		explained[d.Code[strings.LastIndexByte(d.Code, '.')+1:]] = true
	}
	used := map[string]string{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				if code := codeOf(call); code != "" {
					used[code] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(used) < 100 {
		t.Errorf("found only %d codes in the sources", len(used))
	}
	for code, path := range used {
		if !explained[code] {
			t.Errorf("nothing explains code %s, which %s uses", code, path)
		}
	}
}

// codeOf returns the code in diag.Errorf("code", …) and d.WithCode(prefix + "code").
func codeOf(call *ast.CallExpr) string {
	callee, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return ""
	}
	arg := call.Args[0]
	if sum, ok := arg.(*ast.BinaryExpr); ok {
		arg = sum.Y
	}
	lit, ok := arg.(*ast.BasicLit)
	pkg, _ := callee.X.(*ast.Ident)
	if !ok || callee.Sel.Name != "WithCode" && (callee.Sel.Name != "Errorf" || pkg == nil || pkg.Name != "diag") {
		return ""
	}
	code, err := strconv.Unquote(lit.Value)
	if err != nil {
		return ""
	}
	return code[strings.LastIndexByte(code, '.')+1:]
}

// TestBuildKeepsOldProgram: a build that fails leaves the previously built program
// unchanged.
func TestBuildKeepsOldProgram(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	want := builtProgram(t, dir)
	config := DefaultConfig()
	for _, d := range config.errors() {
		if d.Example == "" || !strings.HasPrefix(d.CommandLine(), "build ") {
			continue
		}
		file := filepath.Join(dir, "bad.mlir")
		if err := os.WriteFile(file, []byte(d.Example), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, _, _ := in(dir, append(strings.Fields(d.CommandLine()), "bad.mlir")...); code != 1 {
			t.Errorf("%s: exit code %d", d.Code, code)
		}
	}
	got := contents(t, filepath.Join(dir, "out"))
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s changed", name)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("new files: %v", got)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if want[lower.ManifestFile] == "" {
		t.Error("the program has no manifest")
	}
}
