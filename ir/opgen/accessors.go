package opgen

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"optc/internal/base/gonames"
	"optc/ir"
)

// writer collects the source of a package.
type writer struct {
	path    string            // path of the package
	imports map[string]string // names of the imported packages by path
	body    strings.Builder
	def     *ir.OpDef
	typ     string          // name of the type of def
	methods map[string]bool // methods of the type so far
	twice   string          // an accessor that two parts have, "" for none
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(&w.body, format, args...) }

// operation writes the type of an operation.
func (w *writer) operation(def *ir.OpDef) error {
	w.def, w.typ, w.methods, w.twice = def, goName(def)+"Op", map[string]bool{}, ""
	w.typeDecl()
	for g := range def.Operands {
		w.operand(g)
	}
	for g := range def.Results {
		w.result(g)
	}
	for i := range def.Attrs {
		if err := w.attribute(i); err != nil {
			return fmt.Errorf("attribute %s: %w", def.Attrs[i].Name, err)
		}
	}
	for i, r := range def.Regions {
		w.plainOrRest(r.Name, "Region", r.Variadic, i)
	}
	for i, s := range def.Successors {
		w.plainOrRest(s.Name, "Successor", s.Variadic, i)
	}
	w.lists()
	if w.twice != "" {
		return fmt.Errorf("two parts have the accessor %s", w.twice)
	}
	return w.construct()
}

func (w *writer) typeDecl() {
	w.printf("\n// %s is %s: %s.\n", w.typ, w.def.Name(), w.def.Summary)
	form := w.def.Form
	if w.def.Assembly != "" {
		form = w.def.Assembly
	}
	if form != "" {
		w.printf("//\n")
		for i, line := range strings.Split(form, "\n") {
			if i == 0 {
				line = strings.TrimSpace(w.def.Name() + " " + line)
			}
			w.printf("//\t%s\n", line)
		}
	}
	w.printf("type %s struct{ %s }\n\n", w.typ, w.ir("Op"))
	w.printf("func (%s) Kind() %s { return %q }\n", w.typ, w.ir("Kind"), w.def.Name())
}

// ir returns a name of package ir.
func (w *writer) ir(name string) string { return w.qualified("optc/ir", "ir", name) }

func (w *writer) qualified(path, pkg, name string) string {
	if path == w.path {
		return name
	}
	w.imports[path] = pkg
	return pkg + "." + name
}

// method writes a method whose body is a single expression.
func (w *writer) method(name, doc, result, expr string) {
	w.declare(name)
	w.doc(doc)
	w.printf("func (op %s) %s() %s { return %s }\n", w.typ, name, result, expr)
}

func (w *writer) doc(text string) {
	if text != "" {
		w.printf("\n// %s\n", text)
	}
}

func (w *writer) declare(name string) {
	if w.methods[name] {
		w.twice = name
	}
	w.methods[name] = true
}

// fixed returns how many groups at the front are single values.
func fixed(groups []ir.ValueDef) int {
	n := slices.IndexFunc(groups, func(v ir.ValueDef) bool { return v.Kind != ir.Single })
	if n < 0 {
		return len(groups)
	}
	return n
}

func partDoc(name, what, part, doc string) string {
	if doc == "" {
		return ""
	}
	return fmt.Sprintf("%s returns the %s %s: %s.", name, what, part, strings.TrimSuffix(doc, "."))
}

func (w *writer) operand(g int) {
	v := &w.def.Operands[g]
	if v.Name == "" {
		return
	}
	name := accessorName(v.Name)
	doc := partDoc(name, "operand", v.Name, v.Doc)
	value, use := "*"+w.ir("Value"), "*"+w.ir("OpOperand")
	get, getUse := "OptionalOperand", "OptionalOpOperand"
	switch {
	case v.Kind == ir.Variadic:
		value, use = "[]"+value, "[]"+use
		get, getUse = "OperandGroup", "OpOperandGroup"
	case g < fixed(w.def.Operands):
		get, getUse = "Operand", "OpOperand"
	}
	w.method(name, doc, value, fmt.Sprintf("op.Operation().%s(%d)", get, g))
	w.method(name+"Mutable", "", use, fmt.Sprintf("op.Operation().%s(%d)", getUse, g))
}

func (w *writer) result(g int) {
	v := &w.def.Results[g]
	name := "Result" // name of a single result, which some definitions leave unnamed
	if v.Name != "" {
		name = accessorName(v.Name)
	} else if len(w.def.Results) > 1 {
		return
	}
	value, get := "*"+w.ir("Value"), "OptionalResult"
	switch {
	case v.Kind == ir.Variadic:
		value, get = "[]"+value, "ResultGroup"
	case g < fixed(w.def.Results):
		get = "Result"
	}
	w.method(name, partDoc(name, "result", v.Name, v.Doc), value, fmt.Sprintf("op.Operation().%s(%d)", get, g))
}

// plainOrRest writes the accessor of a region or successor, or, for a variadic declaration, of the
// list that begins there.
func (w *writer) plainOrRest(part, what string, rest bool, i int) {
	if part == "" {
		return
	}
	t := "*" + w.ir("Region")
	if what == "Successor" {
		t = "*" + w.ir("Block")
	}
	get := what
	if rest {
		t, get = "[]"+t, what+"sFrom"
	}
	w.method(accessorName(part), "", t, fmt.Sprintf("op.Operation().%s(%d)", get, i))
}

// attribute writes the methods that read, set and remove an attribute.
func (w *writer) attribute(i int) error {
	a := &w.def.Attrs[i]
	name := accessorName(a.Name)
	doc := partDoc(name, "attribute", a.Name, a.Doc)
	prop := fmt.Sprintf("op.Operation().Prop(%d)", i)
	form := formOf(a)
	t := w.typeName(form.Type)
	if g := w.def.OperandIndex("dynamic_" + a.Name); g >= 0 && w.def.Operands[g].Kind == ir.Optional {
		w.method(name, doc, w.ir("Mixed"), fmt.Sprintf("op.Operation().MixedIndex(%d, %d)", i, g))
		return nil
	}
	switch {
	case form.Read == nil:
		w.declare(name)
		w.doc(doc)
		if form.Type == reflect.TypeFor[ir.Attribute]() {
			w.printf("func (op %s) %s() %s { return %s }\n", w.typ, name, t, prop)
			break
		}
		w.printf("func (op %s) %s() %s {\n\ta, _ := %s.(%s)\n\treturn a\n}\n", w.typ, name, t, prop, t)
	default:
		read, err := w.funcName(form.Read, form.Type)
		if err != nil {
			return err
		}
		w.read(name, doc, t, read, prop, a, form.Type)
	}
	return w.setter(name, a, form)
}

// read writes the accessor of an attribute that is read by a function.
func (w *writer) read(name, doc, t, read, prop string, a *ir.PropDef, typ reflect.Type) {
	integer := reflect.Int <= typ.Kind() && typ.Kind() <= reflect.Uint64
	if !integer || !a.Optional && a.Absent == nil {
		w.method(name, doc, t, read+"("+prop+")")
		return
	}
	w.declare(name)
	if a.Absent != nil {
		if doc == "" {
			doc = fmt.Sprintf("%s returns the attribute %s", name, a.Name)
		}
		w.doc(fmt.Sprintf("%s, %v if it is absent.", strings.TrimSuffix(doc, "."), a.Absent))
		if isZero := reflect.ValueOf(a.Absent).IsZero(); isZero {
			w.printf("func (op %s) %s() %s { return %s(%s) }\n", w.typ, name, t, read, prop)
			return
		}
		w.printf("func (op %s) %s() %s {\n\tif a := %s; a != nil {\n\t\treturn %s(a)\n\t}\n\treturn %v\n}\n", w.typ, name, t, prop, read, a.Absent)
		return
	}
	w.doc(doc)
	w.printf("func (op %s) %s() (value %s, given bool) {\n\ta := %s\n\treturn %s(a), a != nil\n}\n", w.typ, name, t, prop, read)
}

func (w *writer) setter(name string, a *ir.PropDef, form *ir.GoType) error {
	value := "v"
	if a.Optional && form.Make == nil && form.Type != reflect.TypeFor[ir.Attribute]() {
		value = w.irCall("AttrOrNil", "v")
	}
	if form.Make != nil {
		make, err := w.funcName(form.Make, form.Type)
		if err != nil {
			return err
		}
		value = call(make, w.irCall("ContextOf", "op.Operation()"), "v")
	}
	w.declare("Set" + name)
	t := w.typeName(form.Type)
	w.printf("func (op %s) Set%s(v %s) { op.Operation().SetAttr(%q, %s) }\n", w.typ, name, t, a.Name, value)
	return nil
}

func (w *writer) irCall(name, args string) string { return w.ir(name) + "(" + args + ")" }

// call returns a call of a function, or of a method with the context c.
func call(name, c, v string) string {
	if method, ok := strings.CutPrefix(name, "."); ok {
		return c + "." + method + "(" + v + ")"
	}
	return name + "(" + c + ", " + v + ")"
}

// lists writes the accessors of lists that mix constants and values: the operands x or dynamic_x
// with the constants static_x.
func (w *writer) lists() {
	for i := range w.def.Attrs {
		a := &w.def.Attrs[i]
		if g := w.valuesOf(a); g >= 0 {
			name := "Mixed" + gonames.Camel(strings.TrimPrefix(a.Name, "static"))
			w.method(name, "", "[]"+w.ir("Mixed"), fmt.Sprintf("op.Operation().MixedList(%q, %d)", a.Name, g))
		}
	}
}

// valuesOf returns the operand group that holds the values of a mixed list whose constants are in
// attribute a, or -1.
func (w *writer) valuesOf(a *ir.PropDef) int {
	part, ok := strings.CutPrefix(a.Name, "static")
	if !ok {
		return -1
	}
	part = strings.TrimPrefix(part, "_")
	return slices.IndexFunc(w.def.Operands, func(v ir.ValueDef) bool {
		name := strings.TrimPrefix(strings.TrimPrefix(v.Name, "dynamic"), "_")
		return v.Kind == ir.Variadic && strings.EqualFold(name, part)
	})
}

// staticOf returns the attribute that holds the constants of a mixed list whose values are in
// operand group g, or -1.
func (w *writer) staticOf(g int) int {
	return slices.IndexFunc(w.def.Attrs, func(a ir.PropDef) bool { return w.valuesOf(&a) == g })
}

// formOf returns the Go type that represents an attribute in Go code.
func formOf(a *ir.PropDef) *ir.GoType {
	switch {
	case a.Go != nil:
		return a.Go
	case a.Type != nil && a.Type.Go != nil:
		return a.Type.Go
	}
	return anyAttr
}

var anyAttr = ir.GoAttr[ir.Attribute]()
