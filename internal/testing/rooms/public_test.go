package rooms

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// maxPublic is the largest number of packages, dialects not counted, that a user is asked
// to know.
const maxPublic = 32

// publicPage has the table of the public packages in its last section.
const (
	publicPage    = "docs/architecture.md"
	publicSection = "\n## Public packages\n"
)

// publicRow is a row of that table: the package and a sentence.
var publicRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [A-Z].*\\. \\|$")

// TestPublicPackages compares the table of the public packages with the tree, and looks
// for an example that runs in each of them.
func TestPublicPackages(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", publicPage))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), publicSection)
	var listed []string
	for _, row := range publicRow.FindAllStringSubmatch(section, -1) {
		listed = append(listed, row[1])
	}
	if !slices.IsSorted(listed) {
		t.Errorf("the table of public packages in %s is not sorted", publicPage)
	}
	var public []string
	for pkg := range packages(t) {
		if isPublic(pkg) {
			public = append(public, pkg)
		}
	}
	others := 0
	for _, pkg := range public {
		if !strings.HasPrefix(pkg, "dialect/") {
			others++
		}
	}
	if others > maxPublic {
		t.Errorf("%d packages that are no dialects are public, expected at most %d: move one to internal", others, maxPublic)
	}
	for _, pkg := range public {
		if !slices.Contains(listed, pkg) {
			t.Errorf("package %s is public and has no row with a sentence in %s: add one, or move the package to internal", pkg, publicPage)
		}
		if !hasExample(t, pkg) {
			t.Errorf("package %s has no Example function with an Output comment", pkg)
		}
	}
	for _, pkg := range listed {
		if !slices.Contains(public, pkg) {
			t.Errorf("%s lists package %s, which is not public", publicPage, pkg)
		}
	}
}

// isPublic reports whether other modules can import a package and have a reason to:
// commands, tests and the pages are no libraries.
func isPublic(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !slices.Contains([]string{"cmd", "docs", "editors", "examples", "test"}, first) && !slices.Contains(strings.Split(pkg, "/"), "internal")
}

// hasExample reports whether the tests of a package have an example that runs and whose
// output is compared.
func hasExample(t *testing.T, pkg string) bool {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(pkg), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return slices.ContainsFunc(doc.Examples(files...), func(e *doc.Example) bool { return e.Output != "" })
}
