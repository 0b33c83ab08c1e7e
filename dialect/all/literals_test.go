package all_test

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/dialect/mlprogram"
	"optc/dialect/vectorext"
	"optc/ir"
)

// packages are the folders that hold dialects, or code shared by dialects, in another place or
// under another name.
var packages = map[string]string{
	"ir":                         ir.Builtin.Name,
	"dialect/iree/ireecheck":     "check",
	"dialect/iree/ireeutil":      "util",
	"dialect/iree/ireecodegen":   "iree_codegen",
	"dialect/iree/ireegpu":       "iree_gpu",
	"dialect/iree/ireelinalgext": "iree_linalg_ext",
	"dialect/iree/ireemap":       "iree_map",
	"dialect/mlprogram":          mlprogram.Dialect.Name,
	"dialect/vectorext":          vectorext.Dialect.Name,
	"dialect/internal/view":      "view",
	"examples/embed/toy":         "toy",
}

// dialectOf returns the dialect whose package a file is in, or "".
func dialectOf(file string) string {
	folder := path.Dir(file)
	if d := packages[folder]; d != "" {
		return d
	}
	d, inside := strings.CutPrefix(folder, "dialect/")
	if !inside {
		return ""
	}
	d, _, _ = strings.Cut(d, "/")
	return d
}

// TestLiterals searches the packages outside of the dialects for names of operations,
// names of attributes and numbers of operands, because the kinds of the operations have
// names for them. Package ir, which defines the builtin dialect and operations
// themselves, is exempt. Inside a dialect's package it searches for the names of
// operations of other dialects.
func TestLiterals(t *testing.T) {
	t.Parallel()
	names := map[string]string{} // dialect of each operation name
	for _, d := range all.Dialects() {
		for _, def := range d.Definitions().Ops {
			names[def.Name()] = d.Name
		}
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		code, err := goparser.ParseFile(token.NewFileSet(), name, nil, goparser.SkipObjectResolution)
		if err != nil {
			return err
		}
		l := literalCounter{names: names, dialect: dialectOf(file)}
		ast.Walk(&l, code)
		if l.n > 0 {
			t.Errorf("%s: %d literals; name them in the package of the dialect", file, l.n)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// literalCounter counts the literals in a file that belong in a dialect's package.
type literalCounter struct {
	names   map[string]string
	dialect string // whose package the file is in, or ""
	n       int
}

func (l *literalCounter) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.BasicLit:
		if d := l.names[text(n)]; d != "" && d != l.dialect {
			l.n++
		}
	case *ast.CallExpr:
		if l.dialect == "" && mentionsPart(n) {
			l.n++
		}
	case *ast.CompositeLit:
		if l.dialect == "" && isNamedAttr(n) {
			l.n++
		}
	}
	return l
}

// mentionsPart reports whether a call asks for an operand by its number or for an
// attribute by its name.
func mentionsPart(call *ast.CallExpr) bool {
	fun, generic := call.Fun, false
	if index, ok := fun.(*ast.IndexExpr); ok {
		fun, generic = index.X, true
	}
	method, ok := fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	switch method.Sel.Name {
	case "Operand", "OperandGroup", "OptionalOperand", "OpOperand", "SetOperand", "Prop":
		return isLit(call.Args[0], token.INT)
	case "Attr", "SetAttr":
		return isLit(call.Args[0], token.STRING)
	case "Get":
		return generic && len(call.Args) == 2 && isLit(call.Args[1], token.STRING)
	}
	return false
}

// isNamedAttr reports whether a literal is an ir.NamedAttr with a literal name.
func isNamedAttr(lit *ast.CompositeLit) bool {
	t, ok := lit.Type.(*ast.SelectorExpr)
	if !ok || t.Sel.Name != "NamedAttr" || len(lit.Elts) == 0 {
		return false
	}
	name := lit.Elts[0]
	if kv, ok := name.(*ast.KeyValueExpr); ok {
		name = kv.Value
	}
	return isLit(name, token.STRING)
}

func isLit(e ast.Expr, kind token.Token) bool {
	lit, ok := e.(*ast.BasicLit)
	return ok && lit.Kind == kind
}

// text returns the contents of a string literal, and "" for other literals.
func text(lit *ast.BasicLit) string {
	if lit.Kind != token.STRING {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}
