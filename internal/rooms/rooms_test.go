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

// house lists the rooms from the ground up.
var house = []room{
	{name: "tools", packages: []string{"num", "diag", "grammar", "internal"}},
	{name: "pictures", packages: []string{"draw", "internal/drawtest"}},
	{name: "ir", packages: []string{"ir"}, imports: []string{"tools"}},
	{name: "layout", packages: []string{"layout"}, imports: []string{"ir", "pictures", "tools"}},
	{name: "text", packages: []string{"parser", "bytecode"}, imports: []string{"ir", "tools"}},
	{name: "machine", packages: []string{"sim"}, imports: []string{"ir", "tools"}},
	{name: "dialects", packages: []string{"dialect", "internal/poplar/codelet", "internal/poplar/control", "internal/poplar/cpp", "internal/poplar/graph", "internal/poplar/structured", "internal/poplar/tilemap", "internal/poplar/views", "internal/view"},
		imports: []string{"machine", "text", "layout", "ir", "pictures", "tools"}},
	{name: "programs", packages: []string{"lower", "internal/poplar", "internal/okk", "internal/kernel"}, imports: []string{"dialects", "machine", "layout", "ir", "pictures", "tools"}},
	{name: "passes", packages: []string{"passes"}, imports: []string{"programs", "dialects", "layout", "ir", "tools"}},
	{name: "checks", packages: []string{"validate", "internal/bisect", "internal/prove", "internal/reduce", "internal/tune", "internal/oracle", "internal/irtest", "internal/targettest", "internal/folds", "internal/native"},
		imports: []string{"passes", "programs", "dialects", "machine", "layout", "text", "ir", "tools"}},
	{name: "lit", packages: []string{"lit", "internal/filecheck", "internal/ere", "internal/conform"}, imports: []string{"tools"}},
	{name: "views", packages: []string{"internal/explore", "internal/lsp"}, imports: []string{"passes", "programs", "text", "layout", "ir", "pictures", "tools"}},
	{name: "command", packages: []string{"optmain", "cmd"},
		imports: []string{"views", "lit", "checks", "passes", "programs", "dialects", "machine", "text", "layout", "ir", "pictures", "tools"}},
	{name: "tests", packages: []string{"internal/conformance", "editors", "examples", "test"}}, // which import what they test
}

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
			case pkg == framework && (to == from || !slices.Contains([]string{"ir", "tools"}, to.name)):
				t.Errorf("%s is the framework of passes and imports %s", pkg, im)
			case to == from:
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
	root := filepath.Join("..", "..")
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
