// Package rooms keeps the plan of the house: which packages are a room, and which rooms a
// room may import.
package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// room is a subject of the project. A package belongs to the room that has the longest
// prefix of its path.
type room struct {
	name     string
	packages []string
	// imports lists, for each room, the other rooms whose packages it may import. Every
	// room is below the rooms that may import it.
	imports []string
}

// house lists the rooms from the ground up. Imports between top folders point downwards
// only; internal has a folder for each of four rooms.
var house = []room{
	{name: "base", packages: []string{"num", "diag", "grammar", "internal/base"}},
	{name: "pictures", packages: []string{"draw"}},
	{name: "pages", packages: []string{"docs"}},
	{name: "ir", packages: []string{"ir"}, imports: []string{"base"}},
	{name: "layout", packages: []string{"layout"}, imports: []string{"ir", "pictures", "base"}},
	{name: "text", packages: []string{"parser", "bytecode"}, imports: []string{"ir", "base"}},
	{name: "machine", packages: []string{"sim"}, imports: []string{"ir", "base"}},
	{name: "dialects", packages: []string{"dialect"}, imports: []string{"machine", "text", "layout", "ir", "pictures", "base"}},
	{name: "programs", packages: []string{"lower"}, imports: []string{"machine", "layout", "ir", "pictures", "base"}},
	{name: "passes", packages: []string{"passes"}, imports: []string{"dialects", "layout", "ir", "base"}},
	{name: "families", packages: []string{"internal/family"}, imports: []string{"passes", "programs", "dialects", "machine", "layout", "ir", "pictures", "base"}},
	{name: "registry", packages: []string{"registry"}, imports: []string{"families", "passes"}},
	{name: "checks", packages: []string{"validate"}, imports: []string{"registry", "passes", "programs", "dialects", "machine", "layout", "ir", "base"}},
	{name: "lit", packages: []string{"lit", "internal/tool/filecheck"}, imports: []string{"base"}},
	{name: "tools", packages: []string{"internal/tool"},
		imports: []string{"checks", "registry", "families", "passes", "programs", "dialects", "machine", "text", "layout", "ir", "pictures", "base"}},
	{name: "command", packages: []string{"optmain", "cmd"},
		imports: []string{"tools", "lit", "checks", "registry", "families", "passes", "programs", "dialects", "machine", "text", "layout", "ir", "pages", "pictures", "base"}},
	{name: tests, packages: []string{"internal/testing", "editors", "examples", "test"}},
}

// tests is the room whose packages may import all packages that they test.
const tests = "tests"

// framework is the part of the room of passes that knows no pass and no dialect.
const framework = "passes"

// TestRooms compares the imports of all files that are not tests with the plan.
func TestRooms(t *testing.T) {
	t.Parallel()
	used := map[[2]string]bool{}
	for pkg, imports := range packages(t) {
		from := roomOf(pkg)
		if from == nil {
			t.Errorf("package %s belongs to no room", pkg)
			continue
		}
		for _, im := range imports {
			to := roomOf(im)
			switch {
			case to == nil:
				t.Errorf("package %s belongs to no room", im)
			case pkg == framework && (to == from || !slices.Contains([]string{"ir", "base"}, to.name)):
				t.Errorf("%s is the framework of passes and imports %s", pkg, im)
			case to == from, from.name == tests:
			case !slices.Contains(from.imports, to.name):
				t.Errorf("%s in room %q imports %s in room %q", pkg, from.name, im, to.name)
			}
			if to != nil {
				used[[2]string{from.name, to.name}] = true
			}
		}
	}
	for i, r := range house {
		for _, name := range r.imports {
			below := slices.IndexFunc(house[:i], func(o room) bool { return o.name == name })
			if below < 0 {
				t.Errorf("room %q may import %q, which is not below it", r.name, name)
			}
			if !used[[2]string{r.name, name}] {
				t.Errorf("no package of room %q imports room %q", r.name, name)
			}
		}
	}
}

// roomOf returns the room that has the longest prefix of a path, or nil.
func roomOf(pkg string) (found *room) {
	longest := -1
	for i := range house {
		for _, p := range house[i].packages {
			if (pkg == p || strings.HasPrefix(pkg, p+"/")) && len(p) > longest {
				found, longest = &house[i], len(p)
			}
		}
	}
	return found
}

// packages returns the imports of each package of the module, without tests and without
// nested modules, by the path inside the module.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	imports := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			if path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || isModule(path)) {
				return filepath.SkipDir
			}
			return nil
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		imports[pkg] = append(imports[pkg], modulePaths(f.Imports)...)
		return nil
	})
	if err != nil || len(imports) == 0 {
		t.Fatal(err)
	}
	return imports
}

// modulePaths returns the imports that are packages of this module.
func modulePaths(specs []*ast.ImportSpec) (paths []string) {
	for _, s := range specs {
		path, err := strconv.Unquote(s.Path.Value)
		if inside, ok := strings.CutPrefix(path, "optc/"); err == nil && ok {
			paths = append(paths, inside)
		}
	}
	return paths
}

// isModule reports whether a folder below the root is the root of another module.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}
