package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"strings"

	"optc/internal/base/gonames"
)

// newOp writes an operation: its definition, which the list of the dialect gets, a test in
// Go, and in optc a lit test.
func newOp(m *module, kind string) error {
	dialect, mnemonic, _ := strings.Cut(kind, ".")
	d, err := m.findDialect(dialect)
	if err != nil {
		return err
	}
	camel := gonames.Camel(mnemonic)
	if d.declares(camel + "Op") {
		return fmt.Errorf("package %s has the type %sOp already", d.folder, camel)
	}
	o := opNames{
		Kind: kind, Camel: camel, Package: d.pkg, Dialect: dialect, Path: m.path + "/" + d.folder,
		Function: unused(d, strings.ToLower(camel[:1])+camel[1:]),
	}
	base := d.folder + "/" + strings.ReplaceAll(mnemonic, ".", "_")
	if err := m.create(base+".go", o.fill(opSource)); err != nil {
		return err
	}
	if err := m.create(base+"_test.go", o.fill(opTest)); err != nil {
		return err
	}
	if err := m.list(d, o.Function+"()"); err != nil {
		return err
	}
	m.tests = append(m.tests, "./"+d.folder)
	if m.path != optc {
		return m.generateIn(d)
	}
	folder := "test/lit/" + filepath.Base(d.folder)
	m.commands = append(m.commands, []string{"go", "generate", "./dialect/all"})
	m.updateReference()
	m.tests = append(m.tests, "./dialect/all", "./test/lit")
	return m.create(folder+"/"+strings.ReplaceAll(mnemonic, ".", "_")+".mlir", o.fill(opLit))
}

// opNames are the names in the texts of an operation.
type opNames struct{ Kind, Camel, Package, Dialect, Path, Function string }

func (o opNames) fill(text string) string {
	return strings.NewReplacer("KIND", o.Kind, "CAMEL", o.Camel, "PACKAGE", o.Package, "PATH", o.Path, "FUNCTION", o.Function).Replace(text)
}

// unused returns a name that the package does not declare.
func unused(d *dialectSource, name string) string {
	for token.IsKeyword(name) || d.declares(name) {
		name += "Op"
	}
	return name
}

// list adds the call of a function to the operations of a dialect.
func (m *module) list(d *dialectSource, call string) error {
	definitions := d.definitions()
	if definitions == nil {
		return fmt.Errorf("%s: the dialect has no literal ir.Definitions", d.file.name)
	}
	ops := field(definitions, "Ops")
	var text string
	var err error
	file := d.file
	switch lit, in := d.listOf(d.file, ops); {
	case ops == nil:
		text, err = d.file.insert(definitions.Lbrace+1, "Typed: typedOps(), Ops: []*ir.OpDef{"+call+"},")
	case lit != nil:
		file = in
		text, err = in.appendTo(lit, call)
	default:
		text, err = wrap(d.file, ops, call)
	}
	if err != nil {
		return err
	}
	m.put(file.name, text)
	return nil
}

// wrap appends an element to the list that an expression computes.
func wrap(f *goFile, list ast.Expr, call string) (string, error) {
	start, end := f.offset(list.Pos()), f.offset(list.End())
	f.text = f.text[:start] + "append(" + f.text[start:end] + ", " + call + ")" + f.text[end:]
	return f.insert(f.ast.FileStart, "")
}

// generateIn plans go generate for the package of a dialect outside of optc.
func (m *module) generateIn(d *dialectSource) error {
	for _, f := range d.files {
		if strings.Contains(f.text, "\n//go:generate ") {
			m.commands = append(m.commands, []string{"go", "generate", "./" + d.folder})
			return nil
		}
	}
	return fmt.Errorf("package %s has no line that generates its types: //go:generate go run optc/cmd/opgen <program that calls opgen.Main>", d.folder)
}

const opSource = `package PACKAGE

import "optc/ir"

// FUNCTION declares KIND, which returns its operand until somebody changes it.
func FUNCTION() *ir.OpDef {
	return &ir.OpDef{
		Kind:        "KIND",
		Summary:     "the value of its operand",
		Description: "The value of the operand.",
		Operands:    []ir.ValueDef{{Name: "input", Type: ir.AnyType}},
		Results:     []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
		Traits:      ir.Pure | ir.SameOperandsAndResultType,
		Assembly:    "$input attr-dict ` + "`:`" + ` type($input)",
		Verify:      verifyCAMEL,
		Examples:    []string{"func.func @f(%x: f32) -> f32 {\n  %0 = KIND %x : f32\n  return %0 : f32\n}"},
	}
}

// verifyCAMEL checks a rule that the definition cannot express.
func verifyCAMEL(op *ir.Operation) *ir.Diagnostic {
	if x := ir.Cast[CAMELOp](op).Input(); ir.IsType[*ir.FunctionType](x.Type()) {
		return op.Errorf("expected an operand that is no function, but got '%s'", x.Type())
	}
	return nil
}
`

const opTest = `package PACKAGE_test

import (
	"strings"
	"testing"

	fn "optc/dialect/func"
	"PATH"
	"optc/ir"
	"optc/parser"
)

// KIND is read, verified and printed.
func TestCAMEL(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"func.func @f(%x: f32) -> f32 {\n  %0 = KIND %x : f32\n  return %0 : f32\n}", ""},
		{"func.func @f(%x: () -> ()) {\n  %0 = KIND %x : () -> ()\n  return\n}", "'KIND' op expected an operand that is no function"},
	} {
		c := ir.NewContext(fn.Dialect, PACKAGE.Dialect)
		module, err := parser.Parse(t.Context(), c, &ir.Source{Name: "test.mlir", Text: test.text}, nil)
		if err == nil {
			err = ir.Verify(module, nil)
		}
		switch {
		case test.want == "" && err == nil:
			f := module.Body().Front()
			x := ir.As[PACKAGE.CAMELOp](f.Body().Front())
			if !x.Ok() || x.Input() != f.Body().Arg(0) || !strings.Contains(module.String(), "KIND %arg0 : f32") {
				t.Errorf("got\n%s", module)
			}
		case test.want == "" || err == nil || !strings.Contains(err.Error(), test.want):
			t.Errorf("%s\ngot %v, want %q", test.text, err, test.want)
		}
	}
}
`

const opLit = `// RUN: optc %s -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @scalar(%arg0: f32) -> f32 {
func.func @scalar(%x: f32) -> f32 {
  // CHECK-NEXT: %0 = KIND %arg0 : f32
  %0 = KIND %x : f32
  return %0 : f32
}

// -----

func.func @function(%x: () -> ()) {
  // expected-error@+1 {{'KIND' op expected an operand that is no function, but got '() -> ()'}}
  %0 = KIND %x : () -> ()
  return
}
`
