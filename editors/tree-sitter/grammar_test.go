// Package treesitter tests the grammar for tree-sitter, which is JavaScript.
package treesitter

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestQueries: the queries name nodes of the grammar.
func TestQueries(t *testing.T) {
	t.Parallel()
	grammar, err := os.ReadFile("grammar.js")
	if err != nil {
		t.Fatal(err)
	}
	var rules []string
	for _, m := range regexp.MustCompile(`(?m)^    ([a-z_]+): \(\$\) =>`).FindAllStringSubmatch(string(grammar), -1) {
		rules = append(rules, m[1])
	}
	queries, err := filepath.Glob("queries/*.scm")
	if err != nil || len(queries) == 0 || len(rules) < 20 {
		t.Fatal(err, queries, rules)
	}
	for _, file := range queries {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code := regexp.MustCompile(`;.*|"[^"]*"`).ReplaceAllString(string(text), "")
		for _, m := range regexp.MustCompile(`\(([a-z_]+)`).FindAllStringSubmatch(code, -1) {
			if !slices.Contains(rules, m[1]) || strings.HasPrefix(m[1], "_") {
				t.Errorf("%s: the grammar has no node %s", file, m[1])
			}
		}
		for _, pair := range []string{"()", "[]"} {
			if strings.Count(code, pair[:1]) != strings.Count(code, pair[1:]) {
				t.Errorf("%s: %s do not match", file, pair)
			}
		}
	}
}

// generated returns a folder with the generated parser.
func generated(t *testing.T) string {
	t.Helper()
	for _, tool := range []string{"tree-sitter", "cc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("skipped: no %s", tool)
		}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), "tree-sitter", "generate")
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// withErrors parses files and returns those that have errors.
func withErrors(t *testing.T, dir string, files []string) (list []string) {
	t.Helper()
	for chunk := range slices.Chunk(files, 200) {
		c := exec.CommandContext(t.Context(), "tree-sitter", append([]string{"parse", "--quiet"}, chunk...)...)
		c.Dir = dir
		c.Env = append(os.Environ(), "XDG_CACHE_HOME="+filepath.Join(dir, "cache"), "TREE_SITTER_LIBDIR="+filepath.Join(dir, "cache"))
		out, err := c.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		failed := 0
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "(ERROR ") || strings.Contains(line, "(MISSING ") {
				list = append(list, strings.TrimSpace(line))
				failed++
			}
		}
		if err != nil && failed == 0 {
			t.Fatalf("%v\n%s", err, exit.Stderr)
		}
	}
	return list
}

// filesBelow returns the .mlir files below a folder, as absolute paths.
func filesBelow(t *testing.T, folder string) (list []string) {
	t.Helper()
	folder, err := filepath.Abs(folder)
	if err == nil {
		err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".mlir" {
				list = append(list, path)
			}
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// unread are files of the repository that the grammar does not read: those that are no MLIR, conditions with
// a single <, and a bracket that nothing closes.
var unread = regexp.MustCompile(`/lit/runner/|/poplar/(template_invalid|template|instantiate)\.mlir$|/tensor/invalid_slice\.mlir$`)

// TestRepository parses the examples and the lit tests.
func TestRepository(t *testing.T) {
	t.Parallel()
	dir := generated(t)
	files := slices.DeleteFunc(slices.Concat(filesBelow(t, "../../examples"), filesBelow(t, "../../test/lit")), func(f string) bool {
		return unread.MatchString(filepath.ToSlash(f))
	})
	for _, line := range withErrors(t, dir, files) {
		t.Error(line)
	}
}

// TestPublicFiles parses the files below the folder that a variable names. Some are tests of errors and have
// wrong texts on purpose.
func TestPublicFiles(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("OPTC_MLIR_FILES")
	if folder == "" {
		t.Skip("skipped: OPTC_MLIR_FILES names no folder")
	}
	files := filesBelow(t, folder)
	if len(files) < 500 {
		t.Fatalf("%s has %d files, want at least 500", folder, len(files))
	}
	failed := withErrors(t, generated(t), files)
	t.Logf("%d of %d files have errors\n%s", len(failed), len(files), strings.Join(failed, "\n"))
	if 50*len(failed) > len(files) {
		t.Errorf("%d of %d files have errors", len(failed), len(files))
	}
}
