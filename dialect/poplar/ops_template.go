package poplar

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/ir"
	"optc/parser"
)

func templateOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.vertex_template",
			Summary: "template of vertex classes",
			Description: `Parameters are types, truth values, integers, classes or enumerators. The types of
fields may be computed from the parameters, as in !poplar.in<vec<$T, align $n *
2>>; fields, constraints, splits and compute regions may end in when(predicate).
The base class may depend on a predicate as well. Predicates have the operators
==, !=, <, <=, &&, ||, !, +, -, *, /, %, ? : and sizeof of C++, on parameters,
types, numbers, layouts, enumerators and classes (ns::C). A compute region becomes
part only of compiled instances; a generic region mentions parameters.`,
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr, Doc: "C++ name of the template"},
				{Name: "params", Type: stringsConstraint, Doc: "names of the parameters"},
				{Name: "kinds", Type: stringsConstraint, Doc: "kinds of the parameters: type, i1, ui32, si32, class, or the C++ name of an enumeration"},
				{Name: "kind", Type: kindConstraint},
				{Name: "kind_when", Type: ir.StrAttr, Optional: true, Doc: "predicate: where it holds, the base class is kind"},
				{Name: "kind_else", Type: kindConstraint, Optional: true, Doc: "the base class where the predicate kind_when does not hold"},
				{Name: "external", Type: ir.StrAttr, Optional: true, Doc: "predicate: isExternalCodelet"},
			},
			Regions: []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Form: "$sym_name `params` `(` parameter, … `)` kind (`when` `(` predicate `)` `else` kind)? (`external` `(` predicate `)`)? attr-dict-with-keyword $body\n" +
				"parameter ::= name `:` (`type` | `i1` | `ui32` | `si32` | `class` | `enum` string)\n" +
				"kind ::= `worker` | `multi` | `supervisor`",
			Parse:  parseTemplate,
			Print:  printTemplate,
			Verify: verifyTemplate,

			VerifyRegions: verifyVertexBody,
			Examples: []string{
				`poplar.vertex_template @"demo::Scale" params(T : type, inplace : i1) worker external(T == f16 && !inplace) {
  poplar.field @src : !poplar.in<vec<$T, ONE_PTR, align 8>> when(!inplace)
  poplar.field @dst : !poplar.inout<vec<$T, SPAN, align 8>>
  poplar.constraint "elem(*src) != elem(*dst)" when(!inplace)
}`,
				`poplar.vertex_template @"demo::Map" params(op : enum "demo::Op", n : ui32) multi {
  poplar.field @x : !poplar.inout<vec<f32>> when(op == demo::Op::ADD || 3 < n)
}`,
				`poplar.vertex_template @"demo::Sum" params(T : type, Op : class, n : ui32, asm : i1) supervisor when(asm) else worker external(asm) {
  poplar.field @x : !poplar.in<vec<$T, ONE_PTR, align sizeof($T) * 2>>
  poplar.field @out : !poplar.out<$T>
  poplar.field @strides : !poplar.array<$n + 1 x ui16>
  poplar.compute generic (%x : memref<?x$T>, %out : memref<$T>, %strides : memref<?xi16>) when(Op == demo::Add) {
    %c0 = arith.constant 0 : index
    %0 = memref.load %x[%c0] : memref<?x$T>
    memref.store %0, %out[] : memref<$T>
    poplar.compute_return
  }
}`,
			},
		},
		{
			Kind:    "poplar.include",
			Summary: "vertex classes and functions of another file",
			Description: `Is replaced, when a file is read, by the operations of the named file to which
the module refers: vertex classes, the templates and functions that they need. Classes
that are not used are left out, also if they have mistakes that only a target shows. A
class that the module has is not taken from the file. The name is relative to the folder
of the including file. A file of C++ (.cpp) is imported.`,
			Attrs:       []ir.PropDef{{Name: "file", Type: stringAttr}},
			Constraints: []ir.Constraint{ir.HasParent{ir.ModuleOp{}}},
			Assembly:    "$file attr-dict",
			Implements:  []ir.Implementation{parser.Include.By(func(op *ir.Operation) string { return strAttr(op, "file") })},
			Examples:    []string{`poplar.include "library/elementwise.cpp"`},
		},
		{
			Kind:        "poplar.instantiate",
			Summary:     "instantiation of a vertex template",
			Description: "Becomes a poplar.vertex of the canonical C++ name.",
			Attrs: []ir.PropDef{
				{Name: "template", Type: rootAttr},
				{Name: "args", Type: ir.ArrayConstraint},
			},
			Form:       "$template `<` (type | literal | class | enumerator), … `>` attr-dict",
			Parse:      parseInstantiate,
			Print:      printInstantiate,
			Interfaces: ir.Interfaces{SymbolUser: verifyInstantiate},
			Implements: []ir.Implementation{parser.Declares.By(instanceName)},
			Examples: []string{
				`poplar.vertex_template @"demo::Id" params(T : type, n : ui32, op : enum "demo::Op") worker {
  poplar.field @x : !poplar.param<T>
}
poplar.instantiate @"demo::Id"<!poplar.long, 3, #poplar.enumerator<"demo::Op::ADD">>`,
				`poplar.vertex_template @"demo::Reduce" params(Op : class) worker external(true) {}
poplar.instantiate @"demo::Reduce"<#poplar.class<"demo::ReduceAdd">>`,
			},
		},
	}
}

var stringsConstraint = &ir.AttrConstraint{Go: ir.GoStrings, Summary: "array of strings", Check: ir.IsArrayOf(ir.IsAttr[*ir.StringAttr])}

// paramKinds are the kinds that are words; any other word is the name of an enumeration.
var paramKinds = []ParamKind{TypeParam, BoolParam, UIntParam, IntParam, ClassParam}

func parseTemplate(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetProp("sym_name", c.Str(p.SymbolName()))
	p.Keyword("params")
	var names, kinds []ir.Attribute
	p.List("()", func() {
		names = append(names, c.Str(p.AnyKeyword("the name of a template parameter")))
		p.Expect(":")
		words := []string{"enum"}
		for _, k := range paramKinds {
			words = append(words, k.String())
		}
		switch i := p.OneOf("kind of a template parameter", words...); {
		case i == 0:
			kinds = append(kinds, c.Str(p.QuotedString()))
		case i > 0:
			kinds = append(kinds, c.Str(words[i]))
		}
	})
	parseKind(p, st, "kind")
	if p.AcceptKeyword("when") {
		if text := parsePredicateText(p); text != "" {
			st.SetProp("kind_when", c.Str(text))
		}
		p.Keyword("else")
		parseKind(p, st, "kind_else")
	}
	if !p.Ok() {
		return
	}
	st.SetProp("params", c.Array(names))
	st.SetProp("kinds", c.Array(kinds))
	if p.AcceptKeyword("external") {
		if text := parsePredicateText(p); text != "" {
			st.SetProp("external", c.Str(text))
		}
	}
	p.AttrDictWithKeyword(st)
	st.Regions = append(st.Regions, parseBody(p, nil, true))
}

// parseKind reads a word of [vertex.CodeletKind] into an attribute.
func parseKind(p ir.OpParser, st *ir.OpState, name string) {
	if i := p.OneOf("kind of a vertex", vertexKinds...); i >= 0 {
		st.SetProp(name, p.Context().Str(vertexKinds[i]))
	}
}

func printTemplate(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").SymbolName(ir.SymbolName(op)).Str(" params(")
	kinds := stringsAttr(op, "kinds")
	for i, name := range stringsAttr(op, "params") {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(name).Str(" : ")
		switch {
		case i >= len(kinds): // which the verifier reports
		case kindOf(kinds[i]) == EnumParam:
			p.Str("enum ").Quoted(kinds[i])
		default:
			p.Str(kinds[i])
		}
	}
	p.Str(") ").Str(strAttr(op, "kind"))
	if when := strAttr(op, "kind_when"); when != "" {
		p.Str(" when(").Str(when).Str(") else ").Str(strAttr(op, "kind_else"))
	}
	if e := strAttr(op, "external"); e != "" {
		p.Str(" external(").Str(e).Str(")")
	}
	p.AttrDictWithKeyword(op, "sym_name", "params", "kinds", "kind", "kind_when", "kind_else", "external")
	p.Str(" ").Region(op.Region(0), true, true)
}

func stringsAttr(op *ir.Operation, name string) []string {
	arr := ir.Get[*ir.ArrayAttr](op, name)
	if arr == nil {
		return nil
	}
	out := make([]string, len(arr.Elems))
	for i, e := range arr.Elems {
		if s, ok := e.(*ir.StringAttr); ok {
			out[i] = s.Value
		}
	}
	return out
}

// TemplateView is typed access to a poplar.vertex_template.
type TemplateView struct{ *ir.Operation }

// TemplateOf returns the view of a poplar.vertex_template.
func TemplateOf(op *ir.Operation) TemplateView { return TemplateView{op} }

// Params returns the names of the parameters.
func (t TemplateView) Params() []string { return stringsAttr(t.Operation, "params") }

// Kind returns the kind of parameter i.
func (t TemplateView) Kind(i int) ParamKind { return kindOf(stringsAttr(t.Operation, "kinds")[i]) }

// kindOf returns the kind for a word or for the name of an enumeration.
func kindOf(word string) ParamKind {
	for _, k := range paramKinds {
		if k.String() == word {
			return k
		}
	}
	return EnumParam
}

// Bind assigns the attributes' values to the parameters. The error code is template-args.
func (t TemplateView) Bind(args []ir.Attribute) (map[string]TemplateArg, error) {
	params := t.Params()
	if len(args) != len(params) {
		return nil, diag.Errorf("template-args", "expected %d template arguments, but got %d", len(params), len(args)).
			Note("parameters of '%s': %s", ir.SymbolName(t.Operation), strings.Join(params, ", "))
	}
	bound := make(map[string]TemplateArg, len(args))
	for i, a := range args {
		kind := t.Kind(i)
		v, ok := templateArg(a, kind)
		if !ok {
			err := diag.Errorf("template-args", "expected template argument '%s' to be of kind %s, but got '%s'", params[i], kind, a)
			if t, isType := a.(*ir.TypeAttr); isType && kind == TypeParam {
				_, unknown := ByIRName(t.Value.String())
				return nil, diag.Note(err, "%v", unknown)
			}
			return nil, err
		}
		bound[params[i]] = v
	}
	return bound, nil
}

func templateArg(a ir.Attribute, kind ParamKind) (TemplateArg, bool) {
	switch a := a.(type) {
	case *ir.TypeAttr:
		e, ok := ElemOf(a.Value)
		return TemplateArg{Kind: TypeParam, Elem: e}, ok && kind == TypeParam
	case *EnumeratorAttr:
		return TemplateArg{Kind: EnumParam, Name: a.Name}, kind == EnumParam
	case *ClassAttr:
		return TemplateArg{Kind: ClassParam, Name: a.Name}, kind == ClassParam
	case *ir.IntegerAttr:
		v := a.Int64()
		t, isInt := a.Type().(*ir.IntegerType)
		isBool := isInt && t.Width == 1
		switch kind {
		case BoolParam:
			return boolArg(a.Bool()), isBool
		case UIntParam:
			return TemplateArg{Kind: kind, Int: v}, !isBool && 0 <= v && v < 1<<32
		case IntParam:
			return TemplateArg{Kind: kind, Int: v}, !isBool && -1<<31 <= v && v < 1<<31
		}
	}
	return TemplateArg{}, false
}

// VertexKind is the kind of an instance, a word of [vertex.CodeletKind]. Errors: see
// [EvalPredicate].
func (t TemplateView) VertexKind(bound map[string]TemplateArg) (string, error) {
	when := strAttr(t.Operation, "kind_when")
	if when == "" {
		return strAttr(t.Operation, "kind"), nil
	}
	holds, err := EvalPredicate(when, bound)
	if holds {
		return strAttr(t.Operation, "kind"), err
	}
	return strAttr(t.Operation, "kind_else"), err
}

// InstanceName is the canonical C++ name of an instantiation.
func (t TemplateView) InstanceName(bound map[string]TemplateArg) string {
	params := t.Params()
	if len(params) == 0 {
		return ir.SymbolName(t.Operation)
	}
	args := make([]string, len(params))
	for i, p := range params {
		args[i] = bound[p].CPP()
	}
	return ir.SymbolName(t.Operation) + "<" + strings.Join(args, ", ") + ">"
}

// instanceName returns the symbol of the vertex that a poplar.instantiate becomes, "" if the
// operation or its template has a mistake: files are included before they are verified.
func instanceName(op *ir.Operation) string {
	instantiate := ir.Cast[InstantiateOp](op)
	for o := range op.Parent().Body().Ops() {
		if ir.Is[VertexTemplateOp](o) && ir.SymbolName(o) == instantiate.Template() {
			if len(stringsAttr(o, "kinds")) != len(TemplateOf(o).Params()) {
				return ""
			}
			if bound, err := TemplateOf(o).Bind(instantiate.Args()); err == nil {
				return TemplateOf(o).InstanceName(bound)
			}
		}
	}
	return ""
}

func parseInstantiate(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetProp("template", c.SymbolRef(p.SymbolName()))
	var args []ir.Attribute
	p.List("<>", func() {
		if t := p.OptionalType(); t != nil {
			args = append(args, ir.TypeAttrOf(t))
			return
		}
		pos := p.Pos()
		switch word, bare := p.OptionalKeyword(); {
		case !bare:
			args = append(args, p.Attr(nil))
		case word == "true" || word == "false":
			args = append(args, c.Bool(word == "true"))
		default:
			p.ErrorAt(pos, "expected a type, a number, true or false, #poplar.class<\"name\"> or #poplar.enumerator<\"name\">, but got '%s'", word)
		}
	})
	if !p.Ok() {
		return
	}
	st.SetProp("args", c.Array(args))
	p.AttrDict(st)
}

func printInstantiate(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").Attr(op.Attr("template")).Str("<")
	for i, a := range ir.Get[*ir.ArrayAttr](op, "args").Elems {
		if i > 0 {
			p.Str(", ")
		}
		p.AttrElem(a)
	}
	p.Str(">").AttrDict(op, "template", "args")
}

// verifyTemplate checks parameters, and the predicates and types that use them.
func verifyTemplate(op *ir.Operation) *ir.Diagnostic {
	t := TemplateOf(op)
	params := t.Params()
	if n := len(stringsAttr(op, "kinds")); n != len(params) {
		return op.Errorf("expected a kind for each of the %d parameters, but got %d", len(params), n)
	}
	if name := ir.SymbolName(op); cpp.CheckCanonical(name) != nil {
		return op.OpError(Codes, cpp.CheckCanonical(name))
	}
	if (op.Attr("kind_when") == nil) != (op.Attr("kind_else") == nil) {
		return op.Errorf("expected 'kind_when' and 'kind_else' together")
	}
	sample := make(scope, len(params))
	for i, name := range params {
		if _, twice := sample[name]; twice {
			return op.Errorf("expected different parameters, but '%s' is declared twice", name)
		}
		sample[name] = TemplateArg{Kind: t.Kind(i), Elem: scalar.Float, Name: "ns::E"}
	}
	for _, attr := range []string{"kind_when", "external"} {
		if d := sample.check(op, strAttr(op, attr)); d != nil {
			return d
		}
	}
	for o := range op.Body().Ops() {
		if d := sample.check(o, strAttr(o, "when")); d != nil {
			return d
		}
		var err error
		if ir.Is[FieldOp](o) {
			if t, ok := FieldOf(o).IRType().(*TemplateType); ok {
				_, err = t.Bind(sample)
			}
		} else if ir.Is[ComputeOp](o) {
			_, err = GenericOf(o).bind(sample)
		}
		if !dependsOnValue(err) {
			return o.OpError(Codes, err)
		}
	}
	return nil
}

// check evaluates a predicate, "" for none, on arbitrary values of the right kinds, which
// shows whether it is well-formed.
func (s scope) check(op *ir.Operation, predicate string) *ir.Diagnostic {
	if predicate == "" {
		return nil
	}
	if _, err := EvalPredicate(predicate, s); !dependsOnValue(err) {
		return op.OpError(Codes, err)
	}
	return nil
}

// dependsOnValue reports whether the error may disappear with other values of the
// parameters.
func dependsOnValue(err error) bool {
	switch errorCode(err) {
	case "template-param", "predicate-parse", "predicate-name", "predicate-kind", "elem-unknown":
		return false
	}
	return true
}

func verifyInstantiate(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	ref := ir.Get[*ir.SymbolRefAttr](op, "template")
	t := tables.LookupFrom(op.Parent(), ref)
	if !ir.Is[VertexTemplateOp](t) {
		return op.Errorf("there is no vertex template '%s'%s", ref.Root, diag.DidYouMean(ref.Root, symbolsOf(tables, op, VertexTemplateOp{}))).
			WithCode(Codes + "unknown-vertex")
	}
	if _, err := TemplateOf(t).Bind(ir.Get[*ir.ArrayAttr](op, "args").Elems); err != nil {
		return op.OpError(Codes, err)
	}
	return nil
}

// symbolsOf lists the symbols of the given kinds of operations in op's block, for
// suggestions.
func symbolsOf(tables *ir.SymbolTables, op *ir.Operation, kinds ...ir.OpKind) []string {
	var names []string
	for name, o := range tables.Table(op.Parent()) {
		if ir.IsAny(o, kinds...) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// parseBody reads a region with one block, which may be empty.
func parseBody(p ir.OpParser, args []ir.Argument, isolated bool) *ir.Region {
	r := p.Region(args, isolated)
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	return r
}
