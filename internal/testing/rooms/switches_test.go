package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// maxSwitches is the largest number of type switches over operations outside of the dialects. A
// question that is asked of operations belongs in their definitions (ir.Interface), so that
// operations of other modules answer it too; forms of many operations belong in a table. The number
// only goes down, and each that is left has a comment with its reason.
const maxSwitches = 13

// operationType matches the name of the generated type of an operation.
var operationType = regexp.MustCompile(`^[A-Z]\w*Op$`)

// TestOperationSwitches counts the type switches whose cases are types of operations of dialects,
// in files that are no tests.
func TestOperationSwitches(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	files := token.NewFileSet()
	var places []string
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir():
			if path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || isModule(path) || path == filepath.Join(root, "dialect")) {
				return filepath.SkipDir
			}
			return nil
		case filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, s := range operationSwitches(f) {
			places = append(places, files.Position(s.Pos()).String())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	switch count := len(places); {
	case count > maxSwitches:
		t.Errorf("%d type switches over operations are outside of the dialects, expected at most %d: ask the operation (ir.Interface), or write a table:\n%s",
			count, maxSwitches, strings.Join(places, "\n"))
	case count < maxSwitches:
		t.Errorf("%d type switches over operations are outside of the dialects: lower maxSwitches from %d", count, maxSwitches)
	}
}

// operationSwitches returns the type switches of a file that have an operation of a dialect as a
// case.
func operationSwitches(f *ast.File) (list []*ast.TypeSwitchStmt) {
	dialects := map[string]bool{}
	for _, im := range f.Imports {
		path := strings.Trim(im.Path.Value, `"`)
		if !strings.HasPrefix(path, "optc/dialect/") {
			continue
		}
		name := filepath.Base(path)
		if im.Name != nil {
			name = im.Name.Name
		}
		dialects[name] = true
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.TypeSwitchStmt); ok && hasOperation(s, dialects) {
			list = append(list, s)
		}
		return true
	})
	return list
}

// hasOperation reports whether a case of a type switch is the type of an operation.
func hasOperation(s *ast.TypeSwitchStmt, dialects map[string]bool) bool {
	for _, c := range s.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if of, ok := e.(*ast.SelectorExpr); ok {
				if pkg, ok := of.X.(*ast.Ident); ok && dialects[pkg.Name] && operationType.MatchString(of.Sel.Name) {
					return true
				}
			}
		}
	}
	return false
}
