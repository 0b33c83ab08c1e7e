package rooms

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// namedFrom is the number of values at which a struct literal must name its fields: a reader cannot
// infer the meaning of a fourth value from its position.
const namedFrom = 4

// TestFieldNames looks for literals without field names of structs with four or more
// fields. The test reads syntax only: a type is found by its name in its package, and a
// package by the path of its import.
func TestFieldNames(t *testing.T) {
	t.Parallel()
	files := token.NewFileSet()
	decls := declarations{}
	var sources []*source
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		f, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		s := &source{file: f, pkg: filepath.ToSlash(dir)}
		decls.add(s)
		if !ast.IsGenerated(f) {
			sources = append(sources, s)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	structs := 0
	for _, s := range sources {
		l := literals{decls: decls, seen: map[*ast.CompositeLit]bool{}}
		l.report = func(lit *ast.CompositeLit, fields int) {
			structs++
			if fields >= namedFrom && len(lit.Elts) == fields && !isNamed(lit) {
				t.Errorf("%s: literal of a struct with %d fields has no field names", files.Position(lit.Pos()), fields)
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && lit.Type != nil && !l.seen[lit] {
				l.visit(lit, typeIn{lit.Type, s})
			}
			return true
		})
	}
	if structs == 0 {
		t.Error("no literal of a struct was found")
	}
}

// A source is a file with the folder of its package.
type source struct {
	file *ast.File
	pkg  string
}

// A typeIn is a type expression and the file whose imports give its names a meaning.
type typeIn struct {
	expr ast.Expr
	in   *source
}

// declarations has the declared types by package folder and name, those in functions and
// those of tests too.
type declarations map[[2]string]typeIn

func (d declarations) add(s *source) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.TypeSpec); ok {
			d[[2]string{s.pkg, spec.Name.Name}] = typeIn{spec.Type, s}
		}
		return true
	})
}

// underlying follows names to the type that they mean.
func (d declarations) underlying(t typeIn) typeIn {
	key := [2]string{t.in.pkg}
	switch x := t.expr.(type) {
	case *ast.IndexExpr:
		return d.underlying(typeIn{x.X, t.in})
	case *ast.IndexListExpr:
		return d.underlying(typeIn{x.X, t.in})
	case *ast.StarExpr:
		return d.underlying(typeIn{x.X, t.in})
	case *ast.Ident:
		key[1] = x.Name
	case *ast.SelectorExpr:
		key = [2]string{t.in.imported(x.X), x.Sel.Name}
	}
	if found, ok := d[key]; ok && found.expr != t.expr {
		return d.underlying(found)
	}
	return t
}

// imported returns the folder of the package that a name means in a file.
func (s *source) imported(name ast.Expr) string {
	id, ok := name.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, im := range s.file.Imports {
		path := strings.TrimPrefix(strings.Trim(im.Path.Value, `"`), "optc/")
		if im.Name != nil && im.Name.Name == id.Name || im.Name == nil && filepath.Base(path) == id.Name {
			return path
		}
	}
	return ""
}

// literals visits composite literals with their types; an element of a list may leave its
// type out.
type literals struct {
	decls  declarations
	seen   map[*ast.CompositeLit]bool
	report func(lit *ast.CompositeLit, fields int)
}

func (l *literals) visit(lit *ast.CompositeLit, t typeIn) {
	l.seen[lit] = true
	t = l.decls.underlying(t)
	var elem ast.Expr
	switch x := t.expr.(type) {
	case *ast.StructType:
		l.report(lit, x.Fields.NumFields())
		return
	case *ast.ArrayType:
		elem = x.Elt
	case *ast.MapType:
		elem = x.Value
	default:
		return
	}
	for _, e := range lit.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			e = pair.Value
		}
		if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
			l.visit(inner, typeIn{elem, t.in})
		}
	}
}

func isNamed(lit *ast.CompositeLit) bool {
	_, named := lit.Elts[0].(*ast.KeyValueExpr)
	return named
}
