package main

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// goFile is a parsed file of the module.
type goFile struct {
	name string // import path in the module
	text string
	fset *token.FileSet
	ast  *ast.File
}

func parseGo(name, text string) (*goFile, error) {
	f := &goFile{name: name, text: text, fset: token.NewFileSet()}
	var err error
	f.ast, err = parser.ParseFile(f.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return f, err
}

func (f *goFile) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// insert returns the formatted text of the file with a text at a place.
func (f *goFile) insert(at token.Pos, text string) (string, error) {
	i := f.offset(at)
	out, err := format.Source([]byte(f.text[:i] + text + f.text[i:]))
	return string(out), err
}

// appendTo returns the text of the file with element added at the end of a literal. The element has
// its own line if the literal has several lines.
func (f *goFile) appendTo(lit *ast.CompositeLit, element string) (string, error) {
	open, shut := f.fset.Position(lit.Lbrace).Line, f.fset.Position(lit.Rbrace).Line
	if open == shut || len(lit.Elts) == 0 {
		if len(lit.Elts) > 0 {
			element = ", " + element
		}
		return f.insert(lit.Rbrace, element)
	}
	last := lit.Elts[len(lit.Elts)-1]
	return f.insert(last.End(), ",\n"+strings.TrimSuffix(element, ","))
}

// goFiles returns the files of the module without tests by their folders, with the files
// that are planned.
func (m *module) goFiles() (map[string][]*goFile, error) {
	names := map[string]bool{}
	for name := range m.files {
		names[name] = true
	}
	err := filepath.WalkDir(m.root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != m.root && (strings.HasPrefix(e.Name(), ".") || e.Name() == "testdata" || isModule(path)) {
			return filepath.SkipDir
		}
		name, err := filepath.Rel(m.root, path)
		names[filepath.ToSlash(name)] = true
		return err
	})
	folders := map[string][]*goFile{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := m.read(name)
		if err != nil {
			return nil, err
		}
		f, err := parseGo(name, text)
		if err != nil {
			return nil, err
		}
		folders[path.Dir(name)] = append(folders[path.Dir(name)], f)
	}
	return folders, err
}

// dialectSource is the Go value of a dialect in the source of the module.
type dialectSource struct {
	folder, pkg string
	literal     *ast.CompositeLit // of ir.Dialect
	file        *goFile           // of the literal
	files       []*goFile         // of the package
}

// findDialect searches the module for the package that declares a dialect.
func (m *module) findDialect(name string) (*dialectSource, error) {
	folders, err := m.goFiles()
	if err != nil {
		return nil, err
	}
	var found *dialectSource
	var names []string
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		for _, f := range folders[folder] {
			ast.Inspect(f.ast, func(n ast.Node) bool {
				lit, ok := n.(*ast.CompositeLit)
				if !ok || !isType(lit, "Dialect") {
					return true
				}
				declared := stringOf(field(lit, "Name"))
				names = append(names, declared)
				if declared == name && found == nil {
					found = &dialectSource{folder: folder, pkg: f.ast.Name.Name, literal: lit, file: f, files: folders[folder]}
				}
				return true
			})
		}
	}
	if found == nil {
		return nil, fmt.Errorf("module %s has no dialect %q; its dialects are %s", m.path, name, strings.Join(names, ", "))
	}
	return found, nil
}

func isModule(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, "go.mod"))
	return err == nil
}

// isType reports whether a literal has a type of that name from package ir.
func isType(lit *ast.CompositeLit, name string) bool {
	s, ok := lit.Type.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := s.X.(*ast.Ident)
	return ok && pkg.Name == "ir" && s.Sel.Name == name
}

// field returns the value of a field in a literal, or nil.
func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

func stringOf(e ast.Expr) string {
	if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
		s, _ := strconv.Unquote(lit.Value)
		return s
	}
	return ""
}

// definitions returns the literal of ir.Definitions in the dialect.
func (d *dialectSource) definitions() (lit *ast.CompositeLit) {
	ast.Inspect(d.literal, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok && isType(l, "Definitions") {
			lit = l
		}
		return lit == nil
	})
	return lit
}

// listOf returns the literal to which an element of a list is added, and its file: the
// list itself, the last literal among the arguments of a call, or the list that a
// function of the package returns. It returns nil if there is none.
func (d *dialectSource) listOf(f *goFile, e ast.Expr) (*ast.CompositeLit, *goFile) {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return e, f
	case *ast.CallExpr:
		for i := len(e.Args) - 1; i >= 0; i-- {
			if lit, ok := e.Args[i].(*ast.CompositeLit); ok {
				return lit, f
			}
		}
		if called, ok := e.Fun.(*ast.Ident); ok {
			return d.returned(called.Name)
		}
	}
	return nil, nil
}

// returned returns the list that a function of the package returns.
func (d *dialectSource) returned(function string) (*ast.CompositeLit, *goFile) {
	for _, f := range d.files {
		for _, decl := range f.ast.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Name.Name != function || fn.Recv != nil || fn.Body == nil || len(fn.Body.List) == 0 {
				continue
			}
			if r, ok := fn.Body.List[len(fn.Body.List)-1].(*ast.ReturnStmt); ok && len(r.Results) == 1 {
				return d.listOf(f, r.Results[0])
			}
		}
	}
	return nil, nil
}

// declares reports whether the package declares a name.
func (d *dialectSource) declares(name string) bool {
	for _, f := range d.files {
		for _, decl := range f.ast.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				if decl.Recv == nil && decl.Name.Name == name {
					return true
				}
			case *ast.GenDecl:
				for _, s := range decl.Specs {
					switch s := s.(type) {
					case *ast.TypeSpec:
						if s.Name.Name == name {
							return true
						}
					case *ast.ValueSpec:
						for _, n := range s.Names {
							if n.Name == name {
								return true
							}
						}
					case *ast.ImportSpec:
						if path, _ := strconv.Unquote(s.Path.Value); s.Name == nil && path[strings.LastIndexByte(path, '/')+1:] == name || s.Name != nil && s.Name.Name == name {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
