package main

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"

	"optc/internal/base/gonames"
)

// newDialect writes a dialect without operations, with an example, and rows in the list of
// dialects and in the table of public packages.
func newDialect(m *module, name string) error {
	folder := "dialect/" + name
	fill := strings.NewReplacer("NAME", name).Replace
	if err := m.create(folder+"/dialect.go", fill(dialectSourceText)); err != nil {
		return err
	}
	if err := m.create(folder+"/example_test.go", fill(dialectExample)); err != nil {
		return err
	}
	if err := m.edit("dialect/all/all.go", func(text string) (string, error) { return addDialect(text, name) }); err != nil {
		return err
	}
	if err := m.edit("dialect/all/example_test.go", func(text string) (string, error) {
		return replaceOne(text, regexp.MustCompile(`// Output: .*`), func(line string) string { return line + " " + name })
	}); err != nil {
		return err
	}
	if err := m.edit("docs/architecture.md", func(text string) (string, error) {
		return addRow(text, "\n## Public packages\n", fmt.Sprintf("| `%s` | Operations of dialect %s. |", folder, name))
	}); err != nil {
		return err
	}
	m.updateReference()
	m.tests = []string{"./" + folder, "./dialect/all", "./internal/testing/rooms"}
	return nil
}

// addDialect adds a dialect to the list of all dialects and imports its package.
func addDialect(text, name string) (string, error) {
	f, err := parseGo("all.go", text)
	if err != nil {
		return "", err
	}
	var list *ast.CompositeLit
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if l, ok := n.(*ast.CompositeLit); ok && list == nil {
			list = l
		}
		return true
	})
	if list == nil || len(f.ast.Imports) == 0 {
		return "", fmt.Errorf("expected a list of dialects")
	}
	text, err = f.appendTo(list, name+".Dialect")
	if err != nil {
		return "", err
	}
	if f, err = parseGo("all.go", text); err != nil {
		return "", err
	}
	return f.insert(f.ast.Imports[0].Pos(), fmt.Sprintf("%q\n", optc+"/dialect/"+name))
}

// addRow adds a row to the sorted table of a section.
func addRow(text, section, row string) (string, error) {
	before, after, ok := strings.Cut(text, section)
	if !ok {
		return "", fmt.Errorf("expected the section %q", strings.TrimSpace(section))
	}
	lines := strings.Split(after, "\n")
	start := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(l, "|---") }) + 1
	if start == 0 {
		return "", fmt.Errorf("expected a table in the section %q", strings.TrimSpace(section))
	}
	at := start
	for at < len(lines) && strings.HasPrefix(lines[at], "|") && lines[at] < row {
		at++
	}
	return before + section + strings.Join(slices.Insert(lines, at, row), "\n"), nil
}

// replaceOne replaces the only match of a pattern.
func replaceOne(text string, pattern *regexp.Regexp, change func(match string) string) (string, error) {
	if n := len(pattern.FindAllString(text, -1)); n != 1 {
		return "", fmt.Errorf("expected one match of %s, but got %d", pattern, n)
	}
	return pattern.ReplaceAllStringFunc(text, change), nil
}

const dialectSourceText = `// Package NAME is the NAME dialect. Its operations are in files of their own:
//
//	go run ./cmd/new op NAME.first
package NAME

import "optc/ir"

// Dialect is the NAME dialect.
var Dialect = &ir.Dialect{
	Name:        "NAME",
	Summary:     "operations of NAME",
	Description: "The operations of NAME.",
	Define:      func() ir.Definitions { return ir.Definitions{} },
}
`

const dialectExample = `package NAME_test

import (
	"fmt"

	"optc/dialect/NAME"
	"optc/ir"
)

// A context knows the dialects that it was made with.
func Example() {
	for _, d := range ir.NewContext(NAME.Dialect).Dialects() {
		fmt.Println(d.Name)
	}
	// Output:
	// builtin
	// NAME
}
`

// newPass writes a pass of package passes/standard, with a lit test and its row in the
// list of passes.
func newPass(m *module, name string) error {
	word := strings.ReplaceAll(name, "-", "_")
	camel := gonames.Camel(word)
	fill := strings.NewReplacer("NAME", name, "CAMEL", camel).Replace
	if err := m.create("passes/standard/"+word+".go", fill(passSource)); err != nil {
		return err
	}
	if err := m.create("test/lit/passes/"+word+".mlir", fill(passLit)); err != nil {
		return err
	}
	m.updateReference()
	m.tests = []string{"./registry", "./passes/standard", "./test/lit"}
	return m.edit("registry/table.go", func(text string) (string, error) {
		f, err := parseGo("table.go", text)
		if err != nil {
			return "", err
		}
		var list *ast.CompositeLit
		ast.Inspect(f.ast, func(n ast.Node) bool {
			if l, ok := n.(*ast.CompositeLit); ok && list == nil {
				list, _ = field(l, "Passes").(*ast.CompositeLit)
			}
			return true
		})
		if list == nil {
			return "", fmt.Errorf("expected a list of passes")
		}
		return f.appendTo(list, "standard."+camel)
	})
}

const passSource = `package standard

import (
	fn "optc/dialect/func"
	"optc/ir"
	"optc/passes"
)

// CAMEL erases the attributes "NAME.done" of operations until somebody changes it.
//
//	%0 = arith.addi %x, %x {NAME.done} : i32   →   %0 = arith.addi %x, %x : i32
var CAMEL = &passes.Pass{
	Name:   "NAME",
	Title:  "Erase the marks of NAME",
	Doc:    "Erases the attribute NAME.done of every operation.",
	Anchor: []ir.OpKind{fn.FuncOp{}},
	Run:    runCAMEL,
}

func runCAMEL(c *passes.Context) (changed bool, err error) {
	const mark = "NAME.done"
	rw := c.Rewriter(nil)
	ir.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if op != c.Op && op.Attr(mark) != nil {
			rw.Modify(op, func() { op.SetAttr(mark, nil) })
			changed = true
		}
		return ir.Advance
	})
	return changed, nil
}
`

const passLit = `// RUN: optc %s --allow-unregistered-dialect --NAME | FileCheck %s

// CHECK-LABEL: func.func @marked
func.func @marked(%x: i32) -> i32 {
  // CHECK-NEXT: %0 = arith.addi %arg0, %arg0 : i32
  %0 = arith.addi %x, %x {NAME.done} : i32
  return %0 : i32
}
`

// newTarget writes a target of family poplar, a copy of ipu2, and names it wherever the
// targets are listed.
func newTarget(m *module, name string) error {
	const table = "dialect/poplar/target/target.go"
	var names []string
	if err := m.edit(table, func(text string) (string, error) {
		rows := regexp.MustCompile(`(?m)^\t\{"(\w+)", func\(`)
		for _, row := range rows.FindAllStringSubmatch(text, -1) {
			names = append(names, row[1])
		}
		switch {
		case len(names) == 0:
			return "", fmt.Errorf("expected the table of architectures")
		case slices.Contains(names, name):
			return "", fmt.Errorf("has target %s already", name)
		}
		last := regexp.MustCompile(`(?m)^\t\{"` + names[len(names)-1] + `", func\(.*\n(?:\t\t.*\n|\t\}\},\n)*`)
		return replaceOne(text, last, func(row string) string {
			return row + "\t{\"" + name + "\", func(t *Target) {\n\t\tt.Workers = 6 // replace by the differences from ipu2\n\t}},\n"
		})
	}); err != nil {
		return err
	}
	if err := m.create("dialect/poplar/target/"+name+"_test.go", strings.NewReplacer("NAME", name, "CAMEL", gonames.Camel(name)).Replace(targetTest)); err != nil {
		return err
	}
	list := strings.Join(names, ", ")
	for _, file := range targetLists {
		if err := m.edit(file, func(text string) (string, error) {
			if !strings.Contains(text, list) {
				return "", fmt.Errorf("expected the list %s", list)
			}
			return strings.ReplaceAll(text, list, list+", "+name), nil
		}); err != nil {
			return err
		}
	}
	m.updateReference()
	m.tests = []string{"./dialect/poplar/target", "./optmain", "./test/messages"}
	return nil
}

// targetLists are the texts that list the targets with images.
var targetLists = []string{
	"dialect/poplar/errors.txt", "optmain/testdata/errors.txt", "optmain/family_use_test.go", "optmain/messages_test.go", "test/messages/commands.txt",
}

const targetTest = `package target

import "testing"

// The figures of NAME agree with each other.
func TestCAMEL(t *testing.T) {
	t.Parallel()
	tg, err := Lookup("NAME")
	if err == nil {
		err = tg.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	if tg.Arch != "NAME" || tg.NumTiles() != 1472 || tg.Workers != 6 {
		t.Errorf("got %s with %d tiles of %d workers", tg.Arch, tg.NumTiles(), tg.Workers)
	}
}
`
