package poplar

import (
	"fmt"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/layout/picture"
	"optc/num"
)

// StateType is the type of a vertex field that is not a builtin scalar: an edge, a
// vector, a list, an array, or one of the scalars quarter, long and ulong.
type StateType struct {
	ir.TypeBase
	Field vertex.FieldType
}

// TemplateType is the type of a field in a vertex template that depends on the
// parameters of the template.
type TemplateType struct {
	ir.TypeBase
	text *typeText
}

// TensorType is the type of a view: a shape and an element type. An extent of
// ir.Dynamic is known only when the graph is evaluated.
type TensorType struct {
	ir.TypeBase
	Shape []int64
	Elem  scalar.Type
}

// RowsType is the type of a list or of an array of edges in code: rows of elements of one
// memory type.
type RowsType struct {
	ir.TypeBase
	Elem ir.Type // a type that MemoryType returns
}

// InstanceType is the type of a vertex instance.
type InstanceType struct{ ir.TypeBase }

// State returns the type of a field in the IR: a builtin type for a plain scalar that has
// one, otherwise a *StateType.
func State(c *ir.Context, f vertex.FieldType) ir.Type {
	if f.Kind == vertex.ScalarField {
		if t := builtinScalar(c, f.Elem); t != nil {
			return t
		}
	}
	return ir.InternType(ir.Spell(c).Str(f.IR()), func(b ir.TypeBase) *StateType { return &StateType{b, f} })
}

// templateType returns the type with a text that mentions template parameters; a plain
// scalar is spelled !poplar.param<T>, or with $ in an expression.
func templateType(c *ir.Context, text *typeText) ir.Type {
	spelling := text.String()
	if text.Elem != nil {
		if name, ok := strings.CutPrefix(spelling, "$"); ok && ir.IsBareIdentifier(name) {
			spelling = name
		}
		spelling = "param<" + spelling + ">"
	}
	return ir.InternType(ir.Spell(c).Str("!poplar."+spelling), func(b ir.TypeBase) *TemplateType { return &TemplateType{b, text} })
}

// Bind returns the type for given template arguments. The error codes are template-param,
// predicate-value, and the codes of a field type.
func (t *TemplateType) Bind(args map[string]TemplateArg) (ir.Type, error) {
	f, err := t.text.fieldType(args)
	if err == nil && !f.IsField() {
		err = diag.Errorf("field-type", "expected an edge to '%s'", t)
	}
	if err != nil {
		return nil, err
	}
	return State(t.Context(), f), nil
}

// FieldTypeOf returns the field type for a type in the IR; ok is false for types that no
// field has, and for types with template parameters.
func FieldTypeOf(t ir.Type) (f vertex.FieldType, ok bool) {
	if s, isState := t.(*StateType); isState {
		return s.Field, s.Field.IsField()
	}
	e, ok := ElemOf(t)
	return vertex.Scalar(e), ok
}

// ElemOf returns the element type for a scalar type of the IR.
func ElemOf(t ir.Type) (scalar.Type, bool) {
	switch t := t.(type) {
	case *StateType:
		return t.Field.Elem, t.Field.Kind == vertex.ScalarField
	case *ir.IntegerType, *ir.FloatType:
		name := t.String()
		for _, e := range scalar.Types() {
			if e.IsBuiltin() && e.IRName() == name {
				return e, true
			}
		}
	}
	return 0, false
}

// elemLayout describes, for each element type, its width in bits, whether it is a float, and
// whether it is signed.
var elemLayout = [scalar.Count]struct {
	width int
	float *num.FloatKind
	sign  ir.Signedness
}{
	scalar.Bool:      {width: 1},
	scalar.Char:      {width: 8},
	scalar.SChar:     {width: 8, sign: ir.Signed},
	scalar.UChar:     {width: 8, sign: ir.Unsigned},
	scalar.Quarter:   {width: 8, sign: ir.Unsigned}, // bits only
	scalar.Short:     {width: 16, sign: ir.Signed},
	scalar.UShort:    {width: 16, sign: ir.Unsigned},
	scalar.Half:      {width: 16, float: num.F16},
	scalar.Int:       {width: 32, sign: ir.Signed},
	scalar.UInt:      {width: 32, sign: ir.Unsigned},
	scalar.Long:      {width: 32, sign: ir.Signed},
	scalar.ULong:     {width: 32, sign: ir.Unsigned},
	scalar.Float:     {width: 32, float: num.F32},
	scalar.LongLong:  {width: 64, sign: ir.Signed},
	scalar.ULongLong: {width: 64, sign: ir.Unsigned},
}

// builtinScalar returns the builtin type for e, or nil.
func builtinScalar(c *ir.Context, e scalar.Type) ir.Type {
	if !e.IsBuiltin() {
		return nil
	}
	return ValueType(c, e)
}

// ValueType is the type of constants of e: its builtin type, and for the
// scalars of this dialect ui8 (quarter, as bits), si32 (long), ui32 (ulong).
func ValueType(c *ir.Context, e scalar.Type) ir.Type {
	l := elemLayout[e]
	if l.float != nil {
		return c.Float(l.float)
	}
	return c.IntegerOf(l.width, l.sign)
}

// MemoryType is the type of an element in memory in a compute region: integers are
// signless there (ui32 is i32), quarter is i8.
func MemoryType(c *ir.Context, e scalar.Type) ir.Type {
	l := elemLayout[e]
	if l.float != nil {
		return c.Float(l.float)
	}
	return c.Integer(l.width)
}

// TensorOf returns the type of views of elements e with the given shape.
func TensorOf(c *ir.Context, shape []int64, e scalar.Type) *TensorType {
	s := ir.Spell(c).Str("!poplar.tensor<")
	for _, d := range shape {
		if d == ir.Dynamic {
			s.Str("?")
		} else {
			s.Int(d)
		}
		s.Str("x")
	}
	s.Str(e.IRName()).Str(">")
	return ir.InternType(s, func(b ir.TypeBase) *TensorType { return &TensorType{b, slices.Clone(shape), e} })
}

// IsStatic reports whether all extents are known.
func (t *TensorType) IsStatic() bool { return !slices.Contains(t.Shape, ir.Dynamic) }

// Data returns the builtin tensor type for the values of a static tensor type.
func (t *TensorType) Data() *ir.TensorType {
	return ir.Tensor(t.Shape, ValueType(t.Context(), t.Elem), nil)
}

// Rows returns !poplar.rows<elem>.
func Rows(elem ir.Type) *RowsType {
	return ir.InternType(ir.Spell(elem.Context()).Str("!poplar.rows<").Node(elem).Str(">"), func(b ir.TypeBase) *RowsType {
		return &RowsType{b, elem}
	})
}

// Instance returns !poplar.instance.
func Instance(c *ir.Context) ir.Type {
	return ir.InternType(ir.Spell(c).Str("!poplar.instance"), func(b ir.TypeBase) *InstanceType { return &InstanceType{b} })
}

// stateTypes holds the mnemonics of field types, with their parameters and descriptions
// (Poplar and PopLibs User Guide, Vertex state and Vector types).
var stateTypes = []struct{ mnemonic, summary, doc, syntax, example string }{
	{mnemonic: "in", summary: "edge to data that the vertex reads", doc: edgeDoc, syntax: edgeSyntax,
		example: "!poplar.in<vec<f16, ONE_PTR, align 8>>"},
	{mnemonic: "out", summary: "edge to data that the vertex writes", doc: edgeDoc, syntax: edgeSyntax,
		example: "!poplar.out<vec<f32>>"},
	{mnemonic: "inout", summary: "edge to data that the vertex reads and writes", doc: edgeDoc, syntax: edgeSyntax,
		example: "!poplar.inout<vec_list<ui16, COMPACT_DELTAN, align 8>>"},
	{
		mnemonic: "vec", summary: "constant vector beside the vertex state, or array of edges",
		doc: "A vector of scalars is constant data that the graph gives; as the argument of an edge it is a tensor. A vector of edges is a " +
			"table beside the state with one entry per edge. Without a layout it is a SPAN. `align` is the least alignment of the data in " +
			"bytes; `interleaved` asks for interleaved memory.\n\n" + templateDoc,
		syntax:  "`<` (scalar | edge) (`,` vector-layout)? (`,` `align` int)? (`,` `interleaved` (`(` predicate `)`)?)? `>`, vector-layout ::= " + layoutNames(target.VectorLayouts()),
		example: "!poplar.vec<inout<vec<f32, SHORT_SPAN, align 8, interleaved>>, ONE_PTR>",
	},
	{
		mnemonic: "vec_list", summary: "vector list; a field type only inside an edge",
		doc:     "Sub-vectors of different lengths that a base address and one word per sub-vector, its delta, describe.",
		syntax:  "`<` scalar `,` list-layout (`,` `align` int)? (`,` `interleaved` (`(` predicate `)`)?)? `>`, list-layout ::= " + layoutNames(target.ListLayouts()),
		example: "!poplar.vec_list<f16, DELTANELEMENTS>",
	},
	{mnemonic: "array", summary: "plain array in the vertex state",
		doc: "The elements are stored in the state, one after the other.", syntax: "`<` int `x` scalar `>`",
		example: "!poplar.array<3 x ui16>"},
	{mnemonic: "quarter", summary: "8-bit float with metadata beside the data", example: "!poplar.quarter"},
	{mnemonic: "long", summary: "C++ long, 32 bits on the tile", example: "!poplar.long"},
	{mnemonic: "ulong", summary: "C++ unsigned long, 32 bits on the tile", example: "!poplar.ulong"},
	{
		mnemonic: "param", summary: "plain scalar whose type is a template parameter, or depends on some", doc: "", syntax: "`<` (name | `(` expression `)`) `>`",
		example: "!poplar.param<($T == f16 ? f32 : $T)>",
	},
}

const (
	templateDoc = "In a vertex template, element types, layouts, alignments and lengths may be computed from the parameters, which begin " +
		"with `$` there: `$T`, `$n * 2`, `sizeof($T)`, and in parentheses with all operators of predicates and with `? :`, as in " +
		"`($T == f16 ? SCALED_PTR64 : ONE_PTR)`; only `<` is not allowed. `interleaved(p)` means: the field is interleaved if the predicate p holds."
	edgeDoc    = "An edge connects a field to a tensor of the graph. The prefix `!poplar.` of an inner type may be left out; the printer omits it."
	edgeSyntax = "`<` (scalar | vec | vec_list) `>`"
)

// layoutNames writes layouts as alternatives.
func layoutNames[L fmt.Stringer](list []L) string {
	var names []string
	for _, l := range list {
		names = append(names, "`"+l.String()+"`")
	}
	return strings.Join(names, " | ")
}

func typeDefs() []*ir.TypeDef {
	var defs []*ir.TypeDef
	for _, t := range stateTypes {
		defs = append(defs, &ir.TypeDef{
			Mnemonic:    t.mnemonic,
			Summary:     t.summary,
			Description: t.doc,
			Syntax:      t.syntax,
			Examples:    []string{t.example},
			Parse:       func(p ir.AsmParser) ir.Type { return parseStateType(p, t.mnemonic) },
			Implements:  []ir.Implementation{picture.Node.By(drawFieldType)},
		})
	}
	return append(defs,
		&ir.TypeDef{
			Mnemonic: "tensor", Summary: "ordered view of variable elements",
			Syntax: "`<` ((int | `?`) `x`)* scalar `>`", Examples: []string{"!poplar.tensor<4x64xf16>", "!poplar.tensor<f32>", "!poplar.tensor<?xui8>"},
			Parse: parseTensorType,
		},
		&ir.TypeDef{
			Mnemonic: "rows", Summary: "rows of a list or of an array of edges, inside a compute region",
			Syntax: "`<` type `>`", Examples: []string{"!poplar.rows<f16>"},
			Parse: func(p ir.AsmParser) ir.Type {
				p.Expect("<")
				pos := p.Pos()
				elem := p.Type()
				p.Expect(">")
				if !p.Ok() {
					return nil
				}
				if !isMemoryType(elem) {
					p.ErrorAt(pos, "expected an element type as memory holds it, but got '%s'", elem)
					return nil
				}
				return Rows(elem)
			},
		},
		&ir.TypeDef{
			Mnemonic: "instance", Summary: "vertex instance", Examples: []string{"!poplar.instance"},
			Parse: func(p ir.AsmParser) ir.Type { return Instance(p.Context()) },
		})
}

// isMemoryType reports whether MemoryType yields t for some element type.
func isMemoryType(t ir.Type) bool {
	for _, e := range scalar.Types() {
		if MemoryType(t.Context(), e) == t {
			return true
		}
	}
	return false
}

func parseStateType(p ir.AsmParser, mnemonic string) ir.Type {
	switch mnemonic {
	case "quarter", "long", "ulong":
		e, _ := ByIRName(mnemonic)
		return State(p.Context(), vertex.Scalar(e))
	}
	body, pos := p.Body()
	if !p.Ok() {
		return nil
	}
	if mnemonic == "param" {
		return parseParam(p, body, pos)
	}
	// The mnemonic and the bracket are part of the grammar.
	head := mnemonic + "<"
	parsed := parseTypeText(p, head+body+">", pos-len(head))
	switch {
	case parsed == nil:
		return nil
	case parsed.depends():
		return templateType(p.Context(), parsed)
	}
	f, err := parsed.fieldType(nil)
	if err != nil {
		typeGrammar.Report(p, pos+quotedIn(body, err), err)
		return nil
	}
	return State(p.Context(), f)
}

// quotedIn returns the offset in a text of the word that the message of an error quotes first,
// or 0.
func quotedIn(text string, err error) int {
	_, quoted, _ := strings.Cut(err.Error(), "'")
	word, _, ok := strings.Cut(quoted, "'")
	if at := strings.Index(text, word); ok && at >= 0 {
		return at
	}
	return 0
}

// parseParam reads the type of a plain scalar that depends on template parameters.
func parseParam(p ir.AsmParser, body string, pos int) ir.Type {
	if ir.IsBareIdentifier(body) {
		body, pos = "$"+body, pos-1
	}
	parsed := parseTypeText(p, body, pos)
	switch {
	case parsed == nil:
		return nil
	case parsed.Elem == nil || !parsed.depends():
		p.ErrorAt(pos, "expected a template parameter such as $T")
		return nil
	}
	return templateType(p.Context(), parsed)
}

func parseTensorType(p ir.AsmParser) ir.Type {
	parsed, pos := tensorGrammar.ParseBody(p)
	if parsed == nil {
		return nil
	}
	if parsed.Elem == signlessInt {
		warnSignless(p, pos+len(strings.Join(parsed.Dims, "")))
	}
	shape, elem, err := parsed.parts()
	if err == nil {
		_, err = tilemap.CountElems(staticPart(shape))
	}
	if err != nil {
		tensorGrammar.Report(p, pos, err)
		return nil
	}
	return TensorOf(p.Context(), shape, elem)
}

// staticPart returns the extents that are known.
func staticPart(shape []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(shape), func(d int64) bool { return d == ir.Dynamic })
}

// Constraints of operands and results. Graphs omit the types of tensors, because they
// contain only shape and element type and a tensor is defined before its use.
var (
	tensorConstraint   = &ir.TypeConstraint{Summary: "poplar tensor", Check: ir.IsType[*TensorType], Defined: true}
	instanceConstraint = &ir.TypeConstraint{Summary: "vertex instance", Check: ir.IsType[*InstanceType], Build: Instance}
	rowsConstraint     = &ir.TypeConstraint{Summary: "rows of a list", Check: ir.IsType[*RowsType]}
)

func tensorOperand(name string) ir.ValueDef { return ir.ValueDef{Name: name, Type: tensorConstraint} }
