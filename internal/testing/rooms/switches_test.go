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
// question that is asked of operations belongs into their definitions (ir.Interface), where
// operations of other modules answer it too, and forms of many operations into a table. The
// number only goes down.
const maxSwitches = 58

// fewSwitches is the number of type switches from which on each needs its reason: a comment that
// begins with "Switch:" in the lines before it.
const fewSwitches = 15

// operationType matches the name of the generated type of an operation.
var operationType = regexp.MustCompile(`^[A-Z]\w*Op$`)

// TestOperationSwitches counts the type switches whose cases are types of operations of dialects,
// in files that are no tests.
func TestOperationSwitches(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..", "..")
	files := token.NewFileSet()
	var unexplained []token.Position
	count := 0
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
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, s := range operationSwitches(f) {
			count++
			if !explained(files, f, s) {
				unexplained = append(unexplained, files.Position(s.Pos()))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if count == 0 {
		t.Error("no type switch was found")
	}
	if count > maxSwitches {
		t.Errorf("%d type switches over operations are outside of the dialects, expected at most %d: ask the operation (ir.Interface), or write a table; the ones without a reason:", count, maxSwitches)
	}
	if count > maxSwitches || count <= fewSwitches {
		for _, at := range unexplained {
			t.Errorf("%s: the type switch over operations has no comment 'Switch: …' with its reason", at)
		}
	}
	if count < maxSwitches {
		t.Logf("%d type switches over operations are outside of the dialects: lower maxSwitches from %d", count, maxSwitches)
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

// explained reports whether a comment right before a type switch gives its reason.
func explained(files *token.FileSet, f *ast.File, s *ast.TypeSwitchStmt) bool {
	line := files.Position(s.Pos()).Line
	for _, c := range f.Comments {
		if files.Position(c.End()).Line == line-1 && strings.HasPrefix(c.Text(), "Switch:") {
			return true
		}
	}
	return false
}
