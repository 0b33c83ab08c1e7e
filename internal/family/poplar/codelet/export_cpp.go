package codelet

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

// CPP writes the vertex classes of a module as C++ declarations, in the order of the
// module. An instance of a template is an explicit specialization, after a declaration of
// the template; classes and enumerators that its arguments name are declared, too. A name
// that is an argument is an enumerator if it is spelled in capitals, otherwise a class.
//
//	poplar.vertex @"demo::Copy<half>" worker external {
//	  poplar.field @src : !poplar.in<vec<f16, ONE_PTR, align 8>>
//	}
//
// becomes
//
//	namespace demo {
//
//	template <class> class Copy;
//
//	template <> class Copy<half> : public Vertex {
//	public:
//	  static const bool isExternalCodelet = true;
//	  Input<Vector<half, ONE_PTR, 8>> src;
//	  void compute();
//	};
//
//	} // namespace demo
//
// The values of plain vectors cannot be written in a class and are omitted. Classes that
// cannot be declared are reported to the sink.
func CPP(module *ir.Operation, sink ir.Sink) []byte {
	var list []poplar.VertexView
	for op := range module.Body().Ops() {
		if ir.Is[poplar.VertexOp](op) {
			list = append(list, poplar.VertexOf(op))
		}
	}
	return Classes(list, "", func(v poplar.VertexView) string {
		if source := ir.Cast[poplar.VertexOp](v.Operation).Source(); source != "" {
			return source
		}
		return Signature(v) + ";"
	}, sink)
}

// Signature returns the head of the compute method of a class.
func Signature(v poplar.VertexView) string {
	if v.Codelet().Kind == vertex.Multi {
		return "void compute(unsigned workerId)"
	}
	return "void compute()"
}

// Classes writes classes as [CPP] does, with the compute methods that a function returns. The
// text before is behind the includes of Poplar.
func Classes(list []poplar.VertexView, before string, compute func(poplar.VertexView) string, sink ir.Sink) []byte {
	w := &cppWriter{declared: map[string]bool{}, enumerators: map[string][]string{}, compute: compute}
	var classes []*class
	for _, v := range list {
		c, err := w.classOf(v)
		if err != nil {
			ir.Report(sink, v.OpError(poplar.Codes, err))
			continue
		}
		classes = append(classes, c)
	}
	for _, c := range classes {
		w.declare(c)
	}
	w.enter(nil)
	return []byte(w.head() + before + w.b.String())
}

// class is a vertex with the parts of its name.
type class struct {
	poplar.VertexView
	namespace []string
	name      cpp.Part
	arguments []argument
}

// argument is a template argument, with the declaration of a parameter for it.
type argument struct {
	text      string
	parameter string   // "class", "bool", "int" or "auto"
	qualifier []string // the qualifier of a class or enumerator that must be declared
	last      string
}

// cppWriter writes declarations in the order in which they are needed.
type cppWriter struct {
	b           strings.Builder
	namespace   []string            // the namespace that is open
	declared    map[string]bool     // qualified names
	enumerators map[string][]string // enumerators by the qualified name of their enumeration
	layouts     []string            // constants that fields use: "VectorLayout::ONE_PTR"
	compute     func(poplar.VertexView) string
}

// classOf splits the name of a vertex into its parts. The error code is name-form.
func (w *cppWriter) classOf(v poplar.VertexView) (*class, error) {
	name := diag.Must(cpp.ParseName(ir.SymbolName(v.Operation)))
	last := len(name.Parts) - 1
	c := &class{VertexView: v, name: name.Parts[last]}
	for _, p := range name.Parts[:last] {
		if p.Args != nil {
			return nil, diag.Errorf("name-form", "'%s' is a member of a class template, which has no declaration of its own", name)
		}
		c.namespace = append(c.namespace, p.Ident)
	}
	if c.name.Args != nil {
		for i := range c.name.Args.Args {
			c.arguments = append(c.arguments, w.argument(&c.name.Args.Args[i]))
		}
	}
	return c, nil
}

// argument determines the kind of a template argument.
func (w *cppWriter) argument(a *cpp.Arg) argument {
	text := a.String()
	switch _, err := scalar.Parse(text); {
	case text == "true" || text == "false":
		return argument{text: text, parameter: "bool"}
	case a.Number != "":
		return argument{text: text, parameter: "int"}
	case err == nil || len(a.Names) != 1 || a.Names[0].Parts[len(a.Names[0].Parts)-1].Args != nil:
		return argument{text: text, parameter: "class"}
	}
	parts := strings.Split(text, "::")
	last := len(parts) - 1
	arg := argument{text: text, parameter: "class", qualifier: parts[:last], last: parts[last]}
	if last > 0 && arg.last == strings.ToUpper(arg.last) {
		arg.parameter = "auto"
		enum := strings.Join(arg.qualifier, "::")
		if !slices.Contains(w.enumerators[enum], arg.last) {
			w.enumerators[enum] = append(w.enumerators[enum], arg.last)
		}
	}
	return arg
}

// head writes the #include lines for the declarations and names the layouts.
func (w *cppWriter) head() string {
	var b strings.Builder
	b.WriteString("#include <poplar/HalfFloat.hpp>\n#include <poplar/Vertex.hpp>\n\nusing namespace poplar;\n\n")
	slices.Sort(w.layouts)
	for _, l := range slices.Compact(w.layouts) {
		_, name, _ := strings.Cut(l, "::")
		fmt.Fprintf(&b, "static constexpr auto %s = %s;\n", name, l)
	}
	return b.String()
}

// enter closes and opens namespaces until exactly the given namespaces are open.
func (w *cppWriter) enter(namespace []string) {
	if slices.Equal(namespace, w.namespace) {
		return
	}
	if len(w.namespace) > 0 {
		fmt.Fprintf(&w.b, "\n} // namespace %s\n", strings.Join(w.namespace, "::"))
	}
	w.namespace = namespace
	if len(namespace) > 0 {
		fmt.Fprintf(&w.b, "\nnamespace %s {\n", strings.Join(namespace, "::"))
	}
}

// once reports whether name is new, and marks it declared.
func (w *cppWriter) once(namespace []string, name string) bool {
	name = strings.Join(append(slices.Clone(namespace), name), "::")
	first := !w.declared[name]
	w.declared[name] = true
	return first
}

// declare writes a class after the declarations that it needs.
func (w *cppWriter) declare(c *class) {
	parameters := make([]string, len(c.arguments))
	for i, a := range c.arguments {
		parameters[i] = a.parameter
		w.needed(a)
	}
	if c.name.Args != nil && w.once(c.namespace, c.name.Ident) {
		w.enter(c.namespace)
		fmt.Fprintf(&w.b, "\ntemplate <%s> class %s;\n", strings.Join(parameters, ", "), c.name.Ident)
	}
	w.enter(c.namespace)
	w.b.WriteString("\n")
	if c.name.Args != nil {
		w.b.WriteString("template <> ")
	}
	w.b.WriteString("class ")
	if list := c.Constraints(); len(list) > 0 {
		quoted := make([]string, len(list))
		for i := range list {
			quoted[i] = strconv.Quote(list[i].String())
		}
		fmt.Fprintf(&w.b, "[[poplar::constraint(%s)]] ", strings.Join(quoted, ", "))
	}
	codelet := c.Codelet()
	name := cpp.Name{Parts: []cpp.Part{c.name}}
	fmt.Fprintf(&w.b, "%s : public %s {\npublic:\n", name.String(), bases[codelet.Kind])
	if codelet.External {
		w.b.WriteString("  static const bool isExternalCodelet = true;\n")
	}
	for _, f := range c.FieldOps() {
		w.field(f)
	}
	fmt.Fprintf(&w.b, "  %s\n};\n", w.compute(c.VertexView))
}

// bases are the classes that vertices derive from (Poplar and PopLibs User Guide,
// Vertex types).
var bases = map[vertex.CodeletKind]string{vertex.Worker: "Vertex", vertex.Multi: "MultiVertex", vertex.Supervisor: "SupervisorVertex"}

// needed declares the class or the enumeration that an argument names.
func (w *cppWriter) needed(a argument) {
	switch {
	case a.last == "":
	case a.parameter == "class":
		if w.once(a.qualifier, a.last) {
			w.enter(a.qualifier)
			fmt.Fprintf(&w.b, "\nstruct %s;\n", a.last)
		}
	default:
		n := len(a.qualifier) - 1
		if w.once(a.qualifier[:n], a.qualifier[n]) {
			w.enter(a.qualifier[:n])
			fmt.Fprintf(&w.b, "\nenum class %s { %s };\n", a.qualifier[n], strings.Join(w.enumerators[strings.Join(a.qualifier, "::")], ", "))
		}
	}
}

// field declares a member with its type before the layout was resolved.
func (w *cppWriter) field(f poplar.FieldView) {
	t, _ := f.Declared()
	for _, p := range []vertex.VectorParams{t.Vec, t.Outer} {
		if p.Layout != 0 && p != (vertex.VectorParams{Layout: target.Span}) {
			w.layouts = append(w.layouts, "VectorLayout::"+p.Layout.String())
		}
	}
	if t.Sub.Layout != 0 {
		w.layouts = append(w.layouts, "VectorListLayout::"+t.Sub.Layout.String())
	}
	value := ""
	if v := ir.Cast[poplar.FieldOp](f.Operation).Value(); v != nil && t.Depth() == 0 {
		value = " = " + literal(v)
	}
	if t.Kind == vertex.ArrayField {
		fmt.Fprintf(&w.b, "  %s %s[%d]%s;\n", t.Elem, f.Name(), t.Len, value)
		return
	}
	fmt.Fprintf(&w.b, "  %s %s%s;\n", t, f.Name(), value)
}

// literal spells the value of a plain field.
func literal(a ir.Attribute) string {
	switch a := a.(type) {
	case *ir.ArrayAttr:
		elems := make([]string, len(a.Elems))
		for i, e := range a.Elems {
			elems[i] = literal(e)
		}
		return "{" + strings.Join(elems, ", ") + "}"
	case *ir.FloatAttr:
		return strconv.FormatFloat(a.Value.Float64(), 'g', -1, 64)
	}
	n := a.(*ir.IntegerAttr)
	if n.Type().(*ir.IntegerType).Width == 1 {
		return strconv.FormatBool(n.Bool())
	}
	return strconv.FormatInt(n.Int64(), 10)
}
