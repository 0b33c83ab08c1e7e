package poplar

import (
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/cpp"
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

func templateOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    VertexTemplateOp,
			Summary: "template of vertex classes",
			Description: `Parameters are types, truth values, integers or enumerators. Fields may have
element type $T; fields, constraints, splits and compute regions may end in
when(predicate). A compute region becomes part of compiled instances only.

    ` + "`poplar.vertex_template` `@`name `params` `(` name `:` kind (`,` …)* `)` (`worker` | `multi` | `supervisor`) " +
				"(`external` `(` predicate `)`)? (`attributes` attr-dict)? region\n    kind ::= `type` | `i1` | `ui32` | `si32` | `enum` string",
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr, Doc: "C++ name of the template"},
				{Name: "params", Type: stringsConstraint, Doc: "names of the parameters"},
				{Name: "kinds", Type: stringsConstraint, Doc: "their kinds: type, i1, ui32, si32, or the C++ name of an enumeration"},
				{Name: "kind", Type: kindConstraint},
				{Name: "external", Type: ir.StrAttr, Optional: true, Doc: "predicate: isExternalCodelet"},
			},
			Regions: []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:  ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Parse:   parseTemplate,
			Print:   printTemplate,
			Verify:  verifyTemplate,

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
			},
		},
		{
			Kind:    InstantiateOp,
			Summary: "instantiation of a vertex template",
			Description: "Becomes a poplar.vertex of the canonical C++ name.\n\n" +
				"    `poplar.instantiate` `@`name `<` (type | literal | enumerator) (`,` …)* `>` attr-dict",
			Attrs: []ir.PropDef{
				{Name: "template", Type: ir.FlatSymbolAttr},
				{Name: "args", Type: ir.ArrayConstraint},
			},
			Parse:      parseInstantiate,
			Print:      printInstantiate,
			Interfaces: ir.Interfaces{SymbolUser: verifyInstantiate},
			Examples: []string{
				`poplar.vertex_template @"demo::Id" params(T : type, n : ui32, op : enum "demo::Op") worker {
  poplar.field @x : !poplar.param<T>
}
poplar.instantiate @"demo::Id"<!poplar.long, 3, #poplar.enumerator<"demo::Op::ADD">>`,
			},
		},
	}
}

var stringsConstraint = &ir.AttrConstraint{Summary: "array of strings", Check: ir.IsArrayOf(ir.IsAttr[*ir.StringAttr])}

// paramKinds are the kinds that are words; any other kind names an enumeration.
var paramKinds = []ParamKind{TypeParam, BoolParam, UIntParam, IntParam}

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
	kind := p.OneOf("kind of a vertex", vertexKinds...)
	if !p.Ok() {
		return
	}
	st.SetProp("params", c.Array(names))
	st.SetProp("kinds", c.Array(kinds))
	st.SetProp("kind", c.Str(vertexKinds[kind]))
	if p.AcceptKeyword("external") {
		if text := parsePredicateText(p); text != "" {
			st.SetProp("external", c.Str(text))
		}
	}
	p.AttrDictWithKeyword(st)
	st.Regions = append(st.Regions, parseBody(p, nil, true))
}

func printTemplate(p *ir.Printer, op *ir.Operation) {
	p.Str(" ").SymbolName(ir.SymbolName(op)).Str(" params(")
	t := TemplateOf(op)
	kinds := stringsAttr(op, "kinds")
	for i, name := range stringsAttr(op, "params") {
		if i > 0 {
			p.Str(", ")
		}
		p.Str(name).Str(" : ")
		if k, ok := t.Kind(i); ok && k == EnumParam {
			p.Str("enum ").Quoted(kinds[i])
		} else if i < len(kinds) {
			p.Str(kinds[i])
		}
	}
	p.Str(") ").Str(strAttr(op, "kind"))
	if e := strAttr(op, "external"); e != "" {
		p.Str(" external(").Str(e).Str(")")
	}
	p.AttrDictWithKeyword(op, "sym_name", "params", "kinds", "kind", "external")
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
func (t TemplateView) Kind(i int) (ParamKind, bool) {
	kinds := stringsAttr(t.Operation, "kinds")
	if i >= len(kinds) {
		return 0, false
	}
	for _, k := range paramKinds {
		if k.String() == kinds[i] {
			return k, true
		}
	}
	return EnumParam, true
}

// Bind gives the parameters the values of the attributes. Error
// template-args.
func (t TemplateView) Bind(args []ir.Attribute) (map[string]TemplateArg, error) {
	params := t.Params()
	if len(args) != len(params) {
		return nil, diag.Errorf("template-args", "expected %d template arguments, but got %d", len(params), len(args)).
			Note("parameters of '%s': %s", ir.SymbolName(t.Operation), strings.Join(params, ", "))
	}
	bound := make(map[string]TemplateArg, len(args))
	for i, a := range args {
		kind, _ := t.Kind(i)
		v, ok := templateArg(a, kind)
		if !ok {
			return nil, diag.Errorf("template-args", "expected template argument '%s' to be of kind %s, but got '%s'", params[i], kind, a)
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
		return TemplateArg{Kind: EnumParam, Enum: a.Name}, kind == EnumParam
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

func parseInstantiate(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetProp("template", c.SymbolRef(p.SymbolName()))
	var args []ir.Attribute
	p.List("<>", func() {
		if t := p.OptionalType(); t != nil {
			args = append(args, ir.TypeAttrOf(t))
			return
		}
		args = append(args, p.Attr(nil))
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
	// Any value of the right kind shows whether a predicate is well-formed.
	sample := make(map[string]TemplateArg, len(params))
	for i, name := range params {
		if _, twice := sample[name]; twice {
			return op.Errorf("expected different parameters, but '%s' is declared twice", name)
		}
		kind, _ := t.Kind(i)
		sample[name] = TemplateArg{Kind: kind, Elem: scalar.Float, Enum: "ns::E"}
	}
	if e := strAttr(op, "external"); e != "" {
		if _, err := EvalPredicate(e, sample); err != nil {
			return op.OpError(Codes, err)
		}
	}
	for o := range op.Body().Ops() {
		if w := strAttr(o, "when"); w != "" {
			if _, err := EvalPredicate(w, sample); err != nil {
				return o.OpError(Codes, err)
			}
		}
		if !FieldOp.Is(o) {
			continue
		}
		if s, ok := FieldOf(o).IRType().(*StateType); ok && s.Param != "" {
			switch kind := sample[s.Param].Kind; kind {
			case TypeParam:
			case 0:
				return o.Errorf("'%s' is no template parameter%s", s.Param, diag.DidYouMean(s.Param, params)).WithCode(Codes + "template-param")
			default:
				return o.Errorf("expected a type as template parameter, but '%s' is of kind %s", s.Param, kind).WithCode(Codes + "template-param")
			}
		}
	}
	return nil
}

func verifyInstantiate(op *ir.Operation, tables *ir.SymbolTables) *ir.Diagnostic {
	ref := ir.Get[*ir.SymbolRefAttr](op, "template")
	t := tables.LookupFrom(op.Parent(), ref)
	if !VertexTemplateOp.Is(t) {
		return op.Errorf("there is no vertex template '%s'%s", ref.Root, diag.DidYouMean(ref.Root, symbolsOf(tables, op, VertexTemplateOp))).
			WithCode(Codes + "unknown-vertex")
	}
	if _, err := TemplateOf(t).Bind(ir.Get[*ir.ArrayAttr](op, "args").Elems); err != nil {
		return op.OpError(Codes, err)
	}
	return nil
}

// symbolsOf lists the symbols of the given kinds of operations beside op, for
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

// parseBody reads a region of one block, which may be empty.
func parseBody(p ir.OpParser, args []ir.Argument, isolated bool) *ir.Region {
	r := p.Region(args, isolated)
	if r.Empty() {
		r.Append(&ir.Block{})
	}
	return r
}
