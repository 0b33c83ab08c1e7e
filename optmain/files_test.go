package optmain

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noPackages is an importer for checking a package without its imports.
type noPackages struct{}

func (noPackages) Import(path string) (*types.Package, error) { return nil, errors.ErrUnsupported }

// TestFiles: only the command itself and the table of commands use the declarations in a
// command's file, and files use each other in one direction.
func TestFiles(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	var list []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	config := types.Config{Importer: noPackages{}, Error: func(error) {}} // errors are about other packages
	pkg, _ := config.Check("optc/optmain", fset, list, info)
	uses := map[string][]string{}
	for id, object := range info.Uses {
		if object.Pkg() != pkg || !object.Pos().IsValid() || isLocal(object, pkg) {
			continue
		}
		user, owner := fset.Position(id.Pos()).Filename, fset.Position(object.Pos()).Filename
		if user != owner && !slices.Contains(uses[user], owner) {
			uses[user] = append(uses[user], owner)
		}
	}
	commands := map[string]bool{"opt": true}
	for _, c := range Commands() {
		commands[c.Name] = true
	}
	for user, owners := range uses {
		for _, owner := range owners {
			command := commandOf(owner)
			if commands[command] && command != commandOf(user) && user != "commands.go" && user != "optmain.go" {
				t.Errorf("%s uses %s, the file of a command", user, owner)
			}
		}
	}
	if cycle := findCycle(uses); cycle != nil {
		t.Errorf("files use each other: %s", strings.Join(cycle, " → "))
	}
	if len(uses) < 20 {
		t.Errorf("only %d files use others", len(uses))
	}
}

// isLocal reports whether an object is known only within a function.
func isLocal(object types.Object, pkg *types.Package) bool {
	v, isVar := object.(*types.Var)
	return object.Parent() != nil && object.Parent() != pkg.Scope() && !(isVar && v.IsField())
}

// commandOf is the command that a file's name begins with: run of run_call.go.
func commandOf(file string) string {
	name, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	return name
}

// findCycle returns files each of which uses the next one, and the last one the first; nil if there
// are none.
func findCycle(uses map[string][]string) []string {
	const visiting, done = 1, 2
	state := map[string]int{}
	var path []string
	var visit func(file string) bool
	visit = func(file string) bool {
		if state[file] == visiting {
			path = append(path[slices.Index(path, file):], file)
			return true
		}
		if state[file] == done {
			return false
		}
		state[file] = visiting
		path = append(path, file)
		if slices.ContainsFunc(uses[file], visit) {
			return true
		}
		state[file] = done
		path = path[:len(path)-1]
		return false
	}
	for file := range uses {
		if visit(file) {
			return path
		}
	}
	return nil
}
