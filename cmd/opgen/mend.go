package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"optc/internal/base/gonames"
)

// notGenerated begins the panics of mended code.
const notGenerated = "opgen: "

// stubFile is the file with the types that a package lacks.
const stubFile = "opgen_stubs.go"

// irPath is the import path of package ir.
const irPath = "optc/ir"

// mender makes a package compile.
type mender struct {
	pkg     *goPackage
	exports map[string]string
	files   map[string][]byte // contents of the files, by the name in the folder
	kinds   map[string]string // the kinds of operations by the name of their types
	dialect string            // the name of the dialect
	stubs   []string          // declarations for stubFile
	stubbed map[string]bool   // names that are declared there
}

// mend returns the files of a package that have to be replaced so that it compiles.
// replaced has the files that an overlay replaces already.
func mend(p *goPackage, exports, replaced map[string]string) (map[string][]byte, error) {
	m := &mender{pkg: p, exports: exports, files: map[string][]byte{}, kinds: map[string]string{}, stubbed: map[string]bool{}}
	original := map[string]string{}
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		if other := replaced[path]; other != "" {
			path = other
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		m.files[name], original[name] = text, string(text)
	}
	// A round may find errors that others had hidden. Every round declares a name, removes code or
	// ends.
	for {
		again, err := m.round()
		if err != nil {
			return nil, err
		}
		if !again {
			break
		}
	}
	for name, text := range original {
		if string(m.files[name]) == text {
			delete(m.files, name)
		}
	}
	return m.files, nil
}

// edit replaces the text of a file from start to end.
type edit struct {
	start, end int
	text       string
}

// round checks the package and mends the errors that it can; again is false if there is no error.
func (m *mender) round() (again bool, err error) {
	fset := token.NewFileSet()
	var files []*ast.File
	byName := map[string]*ast.File{}
	for name, text := range m.files {
		f, err := parser.ParseFile(fset, filepath.Join(m.pkg.Dir, name), text, parser.SkipObjectResolution)
		if err != nil {
			return false, err
		}
		files = append(files, f)
		byName[name] = f
		m.findKinds(f)
	}
	var problems []types.Error
	config := types.Config{
		Importer: importer.ForCompiler(fset, "gc", m.open),
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				problems = append(problems, e)
			}
		},
	}
	_, _ = config.Check(m.pkg.ImportPath, fset, files, nil) // the errors are in problems
	if len(problems) == 0 {
		return false, nil
	}
	declared := len(m.stubbed)
	for _, e := range problems {
		m.declare(e.Msg)
	}
	if len(m.stubbed) > declared { // the remaining errors may only follow from missing types
		m.writeStubs()
		return true, nil
	}
	edits := map[string][]edit{}
	for _, e := range problems {
		at := fset.Position(e.Pos)
		name := filepath.Base(at.Filename)
		change := changeFor(fset, byName[name], e)
		if change == nil {
			return false, fmt.Errorf("%s: %s", at, e.Msg)
		}
		edits[name] = append(edits[name], *change)
	}
	for name, list := range edits {
		m.files[name] = apply(m.files[name], list)
	}
	return true, nil
}

// open opens the export data of an import.
func (m *mender) open(path string) (io.ReadCloser, error) {
	if mapped := m.pkg.ImportMap[path]; mapped != "" {
		path = mapped
	}
	return os.Open(m.exports[path])
}

// findKinds notes the kinds of definitions with literals for Kind and GoName, and the
// name of the dialect.
func (m *mender) findKinds(f *ast.File) {
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		kind, goName, name := literalField(lit, "Kind"), literalField(lit, "GoName"), literalField(lit, "Name")
		if s, ok := lit.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Dialect" && name != "" {
			m.dialect = name
		}
		if _, mnemonic, ok := strings.Cut(kind, "."); ok {
			if goName == "" {
				goName = gonames.Camel(mnemonic)
			}
			m.kinds[goName+"Op"] = kind
		}
		return true
	})
}

// declare declares the name that a message finds missing, if opgen will write it.
func (m *mender) declare(message string) {
	name, missing := strings.CutPrefix(message, "undefined: ")
	if !missing || m.stubbed[name] {
		return
	}
	switch base, isOp := strings.CutSuffix(name, "Op"); {
	case name == "typedOps":
		m.stubs = append(m.stubs, "func typedOps() []ir.OpType { return nil }\n")
	case isOp && token.IsExported(name):
		kind := m.kinds[name]
		if kind == "" {
			kind = m.dialect + "." + gonames.Snake(base)
		}
		m.stubs = append(m.stubs, fmt.Sprintf("type %s struct{ ir.Op }\nfunc (%s) Kind() ir.Kind { return %q }\n", name, name, kind))
	default:
		return
	}
	m.stubbed[name] = true
}

func (m *mender) writeStubs() {
	head, body := "package "+m.pkg.Name+"\n", strings.Join(m.stubs, "")
	if m.pkg.ImportPath == irPath {
		m.files[stubFile] = []byte(head + strings.ReplaceAll(body, "ir.", ""))
		return
	}
	m.files[stubFile] = []byte(head + "import \"" + irPath + "\"\n" + body)
}

// readFields are the fields of definitions that the generator reads. Everything else in a
// definition may be left out while it runs.
var readFields = []string{
	"Kind", "GoName", "New", "Summary", "Operands", "Results", "Attrs", "Regions", "Successors", "Traits", "Constraints",
	"Assembly", "Form", "Name", "Type", "Optional", "Variadic", "Go", "Absent", "Default", "Doc", "Ops", "Define",
}

// changeFor returns the change of a file that removes an error, or nil.
func changeFor(fset *token.FileSet, f *ast.File, e types.Error) *edit {
	offset := func(p token.Pos) int { return fset.Position(p).Offset }
	path := enclosing(f, e.Pos)
	for i, n := range slices.Backward(path) {
		switch n := n.(type) {
		case *ast.ImportSpec:
			if n.Name != nil {
				return &edit{offset(n.Name.Pos()), offset(n.Name.End()), "_"}
			}
			return &edit{offset(n.Pos()), offset(n.Pos()), "_ "}
		case *ast.FuncLit:
			return &edit{offset(n.Body.Pos()), offset(n.Body.End()), panicBody(fset, e)}
		case *ast.KeyValueExpr:
			key, ok := n.Key.(*ast.Ident)
			lit, inLit := path[i-1].(*ast.CompositeLit)
			if ok && inLit && !slices.Contains(readFields, key.Name) {
				start, end := offset(n.Pos()), offset(lit.Rbrace)
				for _, other := range lit.Elts {
					if p := offset(other.Pos()); p > start {
						end = min(end, p)
					}
				}
				return &edit{start, end, ""}
			}
		case *ast.FuncDecl:
			if n.Body == nil || makesDefinitions(n) {
				return nil
			}
			return &edit{offset(n.Body.Pos()), offset(n.Body.End()), panicBody(fset, e)}
		}
	}
	return nil
}

// enclosing returns the nodes around a place, the file first.
func enclosing(f *ast.File, at token.Pos) (path []ast.Node) {
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || at < n.Pos() || n.End() <= at {
			return false
		}
		path = append(path, n)
		return true
	})
	return path
}

func panicBody(fset *token.FileSet, e types.Error) string {
	return fmt.Sprintf("{ panic(%q) }", notGenerated+fset.Position(e.Pos).String()+": "+e.Msg)
}

// makesDefinitions reports whether a function returns definitions of operations.
func makesDefinitions(f *ast.FuncDecl) bool {
	if f.Type.Results == nil {
		return false
	}
	for _, r := range f.Type.Results.List {
		t := types.ExprString(r.Type)
		if strings.HasSuffix(t, "OpDef") || strings.HasSuffix(t, "Definitions") {
			return true
		}
	}
	return false
}

// apply makes edits of a text. Of edits that overlap it makes the outermost. Lines keep
// their numbers.
func apply(text []byte, edits []edit) []byte {
	slices.SortFunc(edits, func(a, b edit) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return b.end - a.end
	})
	var out []byte
	at := 0
	for _, e := range edits {
		if e.start < at {
			continue
		}
		out = append(out, text[at:e.start]...)
		rest, brace := strings.CutSuffix(e.text, "}")
		out = append(out, rest...)
		out = append(out, strings.Repeat("\n", strings.Count(string(text[e.start:e.end]), "\n"))...)
		if brace { // no line ends after it, which would end a statement
			out = append(out, '}')
		}
		at = e.end
	}
	return append(out, text[at:]...)
}

// literalField returns the string literal of a field in a composite literal, or "".
func literalField(lit *ast.CompositeLit, field string) string {
	for _, e := range lit.Elts {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			continue
		}
		if key, ok := kv.Key.(*ast.Ident); !ok || key.Name != field {
			continue
		}
		if value, ok := kv.Value.(*ast.BasicLit); ok && value.Kind == token.STRING {
			s, _ := strconv.Unquote(value.Value)
			return s
		}
	}
	return ""
}
