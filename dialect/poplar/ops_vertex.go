package poplar

import (
	"iter"
	"slices"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/layout/picture"
	"optc/parser"
)

// kindConstraint accepts the names of [vertex.CodeletKind].
var kindConstraint = &ir.AttrConstraint{
	Go:       ir.GoString,
	Summary:  "worker, multi or supervisor",
	Check:    ir.StrEnum("", vertexKinds...).Check,
	Keywords: vertexKinds,
	Enum: func(c *ir.Context, word string) ir.Attribute {
		if !slices.Contains(vertexKinds, word) {
			return nil
		}
		return c.Str(word)
	},
	Word: func(a ir.Attribute) string { return a.(*ir.StringAttr).Value },
}

var vertexKinds = []string{vertex.Worker.String(), vertex.Multi.String(), vertex.Supervisor.String()}

func vertexOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.vertex",
			New:     []string{"sym_name", "kind", "external"},
			Summary: "vertex class",
			Description: `Declares a class of vertices, or an instantiation of a class template, by its
canonical C++ name. Fields are in the order of declaration, with the fields of a
base class first. 'external' declares that hand-written code provides the entry
point.

Passes add state_size and state_align (bytes), symbol, and worker_stack (the bytes
of stack that a worker needs to run the vertex).`,
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr, Doc: "canonical C++ name"},
				{Name: "kind", Type: kindConstraint, Doc: "base class: Vertex, MultiVertex or SupervisorVertex"},
				{Name: "external", Type: ir.UnitConstraint, Optional: true, Doc: "isExternalCodelet is true"},
				{Name: "no_code", Type: ir.StrAttr, Optional: true, Doc: "place and construct because of which the compute method in C++ has no translation"},
				{Name: "source", Type: ir.StrAttr, Optional: true, Doc: "text of the compute method in C++, if it has no translation"},
				{Name: "state_align", Type: ir.I64Attr, Optional: true, Doc: "alignment of the vertex state in bytes"},
				{Name: "state_size", Type: ir.I64Attr, Optional: true, Absent: 0, Doc: "bytes of the vertex state"},
				{Name: "symbol", Type: ir.StrAttr, Optional: true, Doc: "mangled name"},
				{Name: "worker_stack", Type: ir.I64Attr, Optional: true, Absent: 0, Doc: "bytes of stack, a multiple of 8"},
			},
			Regions:       []ir.RegionDef{{Name: "body", SingleBlock: true}},
			Traits:        ir.IsolatedFromAbove | ir.Symbol | ir.NoTerminator | ir.SingleBlock,
			Assembly:      "$sym_name $kind (`external` $external^)? attr-dict-with-keyword $body",
			Verify:        verifyVertex,
			VerifyRegions: verifyVertexBody,
			Implements:    []ir.Implementation{picture.Operation.By(drawVertex), parser.Lacks.By(lacksCode)},
			Examples: []string{
				`poplar.vertex @"demo::Drive" supervisor external {
  poplar.field @mode : si32 = 2
  poplar.field @strides : !poplar.array<3 x ui16>
  poplar.field @table : !poplar.vec<ui32, ONE_PTR>
}`,
			},
		},
		{
			Kind:    "poplar.field",
			New:     []string{"sym_name", "type", "value"},
			Summary: "field of a vertex",
			Description: "One member of the class. A plain field may have a default value. `i32` is accepted for `si32`, the " +
				"int of C++, with a warning. The pass poplar-resolve-layouts makes the layout of the type concrete, and keeps the " +
				"type as written in `declared`. It adds the place of the field in the state: offset, size and align, " +
				"in bytes. It also adds data_align, the alignment in bytes of the data that the field refers to.",
			Attrs: []ir.PropDef{
				{Name: "sym_name", Type: ir.SymbolNameAttr, Doc: "name of the member"},
				{Name: "type", Type: stateTypeConstraint},
				{Name: "value", Type: ir.AnyAttr, Optional: true, Doc: "default of a plain field; an array for arrays and vectors"},
				whenAttr,
				{Name: "declared", Type: stateTypeConstraint, Optional: true, Doc: "the type before its layout was resolved"},
				{Name: "offset", Type: ir.I64Attr, Optional: true, Absent: -1, Doc: "bytes from the start of the state"},
				{Name: "size", Type: ir.I64Attr, Optional: true, Absent: -1, Doc: "bytes in the state"},
				{Name: "align", Type: ir.I64Attr, Optional: true, Doc: "alignment in the state in bytes"},
				{Name: "data_align", Type: ir.I64Attr, Optional: true, Doc: "alignment in bytes of the data that the field refers to"},
			},
			Constraints: []ir.Constraint{inVertex},
			Form:        "$sym_name `:` $type (`=` $value)? (`when` `(` predicate `)`)? attr-dict",
			Parse:       parseField,
			Print:       printField,
			Verify:      verifyField,
			Examples: []string{
				`poplar.vertex @"demo::Blend<half>" multi {
  poplar.field @lhs : !poplar.in<vec<f16, COMPACT_PTR, align 8>>
  poplar.field @n : ui16 = 7
  poplar.field @weights : !poplar.vec<f16> = [1.0, 0.5]
}`,
			},
		},
		{
			Kind:    "poplar.constraint",
			Summary: "memory constraint between fields",
			Description: "Two pieces of data must share no memory element (elem), or one must lie in region 0 and the other in " +
				"region 1 (region). The number of stars selects the data of an edge or the table or delta array that " +
				"refers to this data. Spaces do not matter; the printer omits those that are not needed.",
			Attrs: []ir.PropDef{
				{Name: "text", Type: ir.StrAttr, Doc: "elem(*a) != elem(*b) or region(*a) != region(*b)"},
				whenAttr,
			},
			Constraints: []ir.Constraint{inVertex},
			Assembly:    "custom<Constraint>($text) (`when` `` custom<Predicate>($when)^)? attr-dict",
			Custom:      map[string]ir.CustomDirective{"Constraint": constraintDirective, "Predicate": predicateDirective},
			Verify:      verifyConstraint,
			Examples: []string{
				`poplar.vertex @"demo::P" worker {
  poplar.field @in : !poplar.in<vec_list<f32, COMPACT_DELTAN>>
  poplar.field @out : !poplar.out<vec<f32, ONE_PTR>>
  poplar.constraint "elem(**in) != elem(*out)"
}`,
			},
		},
		{
			Kind:    "poplar.split",
			Summary: "how the workers of a MultiVertex divide an output",
			Description: `The field is divided either into contiguous parts whose sizes are multiples of a
grain (elements), or element by element in turn. Code that queries its part with
poplar.part gets whole words, whatever the grain is. For other code,
poplar-check-atomic reports whether two workers can access the same word if they
divide the output in this way.`,
			Attrs: []ir.PropDef{
				{Name: "field", Type: rootAttr},
				{Name: "grain", Type: ir.I64Attr, Optional: true, Doc: "elements; absent for strided"},
				whenAttr,
			},
			Constraints: []ir.Constraint{inVertex},
			Assembly:    "$field (`contiguous` `grain` $grain^) : (`strided`)? (`when` `` custom<Predicate>($when)^)? attr-dict",
			Custom:      map[string]ir.CustomDirective{"Predicate": predicateDirective},
			Verify:      verifySplit,
			Examples: []string{
				`poplar.vertex @"demo::Fill<half>" multi {
  poplar.field @out : !poplar.out<vec<f16>>
  poplar.field @log : !poplar.out<vec<ui8>>
  poplar.split @out contiguous grain 4
  poplar.split @log strided
}`,
			},
		},
	}
}

var (
	inVertex            = ir.HasParent{VertexOp{}, VertexTemplateOp{}}
	whenAttr            = ir.PropDef{Name: "when", Type: ir.StrAttr, Optional: true, Doc: "predicate over template parameters"}
	stateTypeConstraint = &ir.AttrConstraint{Go: ir.GoAnyType, Summary: "type of a vertex field", Check: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		if s, isState := t.Value.(*StateType); isState {
			return s.Field.IsField()
		}
		if _, depends := t.Value.(*TemplateType); depends {
			return true
		}
		switch t.Value.(type) {
		case *ir.IntegerType, *ir.FloatType:
			return true // verifyField reports the fault
		}
		return false
	}}
)

// predicateDirective reads and prints ( predicate ) as a string.
var predicateDirective = ir.CustomDirective{
	Form: "`(` predicate `)`",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		if text := parsePredicateText(p); text != "" {
			st.SetProp(args[0].Text, p.Context().Str(text))
		}
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		p.Str("(").Str(strAttr(op, args[0].Text)).Str(")")
	},
}

// constraintDirective reads a constraint in its canonical spelling; the verifier reports
// the faults of a text that is not a constraint.
var constraintDirective = ir.CustomDirective{
	Form: "$text",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) {
		text := p.QuotedString()
		if c, err := vertex.ParseConstraint(text); err == nil {
			text = c.String()
		}
		st.SetProp(args[0].Text, p.Context().Str(text))
	},
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) {
		p.Quoted(strAttr(op, args[0].Text))
	},
}

func parseWhen(p ir.OpParser, st *ir.OpState) {
	if p.AcceptKeyword("when") {
		if text := parsePredicateText(p); text != "" {
			st.SetProp("when", p.Context().Str(text))
		}
	}
}

func printWhen(p *ir.Printer, op *ir.Operation) {
	if w := strAttr(op, "when"); w != "" {
		p.Str(" when(").Str(w).Str(")")
	}
}

func parseField(p ir.OpParser, st *ir.OpState) {
	c := p.Context()
	st.SetProp("sym_name", c.Str(p.SymbolName()))
	p.Expect(":")
	pos, begins := p.Pos(), p.Ok()
	t := p.OptionalType()
	if t == nil {
		if begins && !p.Ok() {
			return // the parser of the type reports the fault
		}
		p.Errorf("expected the type of the field")
		p.HintAt(pos, "a field has a type such as si32 or !poplar.in<vec<f32>>; template parameter T is !poplar.param<T>")
		return
	}
	if t == c.I32() {
		warnSignless(p, pos)
		t = ValueType(c, scalar.Int)
	}
	st.SetProp("type", ir.TypeAttrOf(t))
	if p.Accept("=") {
		var valueType ir.Type
		if f, ok := FieldTypeOf(t); ok {
			valueType = ValueType(c, f.Elem)
		}
		var value ir.Attribute
		if p.Peek("[") {
			var elems []ir.Attribute
			p.List("[]", func() { elems = append(elems, p.Attr(valueType)) })
			if p.Ok() {
				value = c.Array(elems)
			}
		} else {
			value = p.Attr(valueType)
		}
		if !p.Ok() {
			return
		}
		st.SetProp("value", value)
	}
	parseWhen(p, st)
	p.AttrDict(st)
}

func printField(p *ir.Printer, op *ir.Operation) {
	t := FieldOf(op).IRType()
	p.Str(" ").SymbolName(ir.SymbolName(op)).Str(" : ").Type(t)
	if v := op.Attr("value"); v != nil {
		p.Str(" = ")
		f, known := FieldTypeOf(t)
		one := func(a ir.Attribute) {
			if typed, ok := a.(ir.TypedAttr); ok && known && typed.Type() == ValueType(p.Context(), f.Elem) {
				p.AttrWithoutType(a)
			} else {
				p.Attr(a)
			}
		}
		if arr, ok := v.(*ir.ArrayAttr); ok {
			p.Str("[")
			for i, e := range arr.Elems {
				if i > 0 {
					p.Str(", ")
				}
				one(e)
			}
			p.Str("]")
		} else {
			one(v)
		}
	}
	printWhen(p, op)
	p.AttrDict(op, "sym_name", "type", "value", "when")
}

// FieldView is typed access to a poplar.field.
type FieldView struct{ *ir.Operation }

// FieldOf returns the view of a poplar.field.
func FieldOf(op *ir.Operation) FieldView { return FieldView{op} }

// Name is the name of the member.
func (f FieldView) Name() string { return ir.SymbolName(f.Operation) }

// IRType is the type in the form in which the operation holds it.
func (f FieldView) IRType() ir.Type { return ir.Cast[FieldOp](f.Operation).Type() }

// Type is the field type; ok is false if it depends on template parameters.
func (f FieldView) Type() (vertex.FieldType, bool) { return FieldTypeOf(f.IRType()) }

// Declared is the field type as it was written, before its layout was resolved.
func (f FieldView) Declared() (vertex.FieldType, bool) {
	if t := ir.Get[*ir.TypeAttr](f.Operation, "declared"); t != nil {
		return FieldTypeOf(t.Value)
	}
	return f.Type()
}

// VertexView is typed access to a poplar.vertex.
type VertexView struct{ *ir.Operation }

// VertexOf returns the view of a poplar.vertex.
func VertexOf(op *ir.Operation) VertexView { return VertexView{op} }

// SplitOf returns the poplar.split of the field of a poplar.part; nil if there is none.
func SplitOf(part *ir.Operation) *ir.Operation {
	for o := range ir.Enclosing[ComputeOp](part).Operation().Parent().Body().Ops() {
		if split := ir.As[SplitOp](o); split.Ok() && split.Field() == ir.Cast[PartOp](part).Field() {
			return o
		}
	}
	return nil
}

// SplitElem returns the type of the elements that a poplar.split divides, in a verified
// vertex.
func SplitElem(split *ir.Operation) scalar.Type {
	f, _ := namedField(VertexOf(split.Parent()), ir.Cast[SplitOp](split).Field())
	return f.Elem
}

// Codelet returns the properties of the vertex that determine its entry point.
func (v VertexView) Codelet() vertex.Codelet {
	vertexOp := ir.Cast[VertexOp](v.Operation)
	kind, _ := vertex.ParseKind(vertexOp.KindAttr())
	return vertex.Codelet{Name: ir.SymbolName(v.Operation), Kind: kind, External: vertexOp.External()}
}

// FieldOps returns the fields in order.
func (v VertexView) FieldOps() []FieldView {
	var fields []FieldView
	for op := range v.Body().Ops() {
		if ir.Is[FieldOp](op) {
			fields = append(fields, FieldView{op})
		}
	}
	return fields
}

// Fields returns names and types of the fields in order.
func (v VertexView) Fields() []vertex.Field {
	ops := v.FieldOps()
	fields := make([]vertex.Field, len(ops))
	for i, f := range ops {
		t, _ := f.Type()
		fields[i] = vertex.Field{Name: f.Name(), Type: t}
	}
	return fields
}

// Declared returns the fields with the types that they had before their layouts were
// resolved.
func (v VertexView) Declared() []vertex.Field {
	fields := v.Fields()
	for i, f := range v.FieldOps() {
		fields[i].Type, _ = f.Declared()
	}
	return fields
}

// Compute returns the compute region's operation, or nil.
func (v VertexView) Compute() *ir.Operation {
	for op := range v.Body().Ops() {
		if ir.Is[ComputeOp](op) {
			return op
		}
	}
	return nil
}

// Started yields the class of every poplar.start in the code of a supervisor.
func (v VertexView) Started(tables *ir.SymbolTables) iter.Seq2[*ir.Operation, *ir.Operation] {
	return func(yield func(class, start *ir.Operation) bool) {
		compute := v.Compute()
		if compute == nil {
			return
		}
		ir.Walk(compute, func(op *ir.Operation) ir.WalkResult {
			if startOp := ir.As[StartOp](op); startOp.Ok() {
				class := tables.Table(v.Parent())[startOp.Vertex()]
				if ir.Is[VertexOp](class) && !yield(class, op) {
					return ir.Interrupt
				}
			}
			return ir.Advance
		})
	}
}

// Constraints returns the memory constraints; it omits constraints that do not parse,
// which the verifier refuses.
func (v VertexView) Constraints() []vertex.Constraint {
	var cs []vertex.Constraint
	for op := range v.Body().Ops() {
		if ir.Is[ConstraintOp](op) {
			if c, err := vertex.ParseConstraint(strAttr(op, "text")); err == nil {
				cs = append(cs, c)
			}
		}
	}
	return cs
}

// lacksCode returns a warning about a class that needs code, and whose method in C++ has no
// translation.
func lacksCode(op *ir.Operation) *ir.Diagnostic {
	if d := WithoutCode(op); d != nil {
		d.Severity = ir.Warning
		return d
	}
	return nil
}

// WithoutCode returns an error that names the construct for which no code exists; it returns nil
// for a class that has code, is external, or about which nothing is known.
func WithoutCode(class *ir.Operation) *ir.Diagnostic {
	v := ir.Cast[VertexOp](class)
	if v.NoCode() == "" || v.External() || VertexOf(class).Compute() != nil {
		return nil
	}
	return ir.Errorf(class.Loc(), "'%s' has no code: %s", v.SymName(), v.NoCode()).WithCode(Codes+"no-code").
		Note(class.Loc(), "a poplar.vertex of this name, with a poplar.compute, in the file that includes it takes its place")
}
