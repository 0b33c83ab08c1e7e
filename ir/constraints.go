package ir

import (
	"fmt"
	"slices"
	"strings"

	"optc/num"
)

// TypeConstraint is a set of types with the sentence that describes it in
// messages ("operand #0 must be <Summary>, but got 'f32'") and documentation.
type TypeConstraint struct {
	Summary string
	Check   func(t Type) bool
	// Build returns the only type of the set, if there is only one; textual forms then
	// omit the type.
	Build func(c *Context) Type
	// Defined is set if the type of an operand is the type of its value, so that assembly
	// formats may omit the type; the value must be defined before its use in the text.
	Defined bool
	// Class, if not nil, is the set of types that the textual form accepts; the rest of
	// the constraint is checked by the verifier.
	Class *TypeClass
}

// TypeClass is a set of types that is defined by their kind alone. Name is the class's name in
// messages, or "" for a set of several kinds.
type TypeClass struct {
	Name string
	Has  func(t Type) bool
}

// The classes of builtin types that constraints mention
// (CommonTypeConstraints.td: cppType).
var (
	VectorClass       = &TypeClass{"builtin.vector", IsType[*VectorType]}
	RankedTensorClass = &TypeClass{"builtin.tensor", IsType[*TensorType]}
	TensorClass       = &TypeClass{"", func(t Type) bool { return IsType[*TensorType](t) || IsType[*UnrankedTensorType](t) }}
	MemRefClass       = &TypeClass{"builtin.memref", IsType[*MemRefType]}
	AnyMemRefClass    = &TypeClass{"", func(t Type) bool { return IsType[*MemRefType](t) || IsType[*UnrankedMemRefType](t) }}
	IndexClass        = &TypeClass{"builtin.index", IsType[*IndexType]}
	IntegerClass      = &TypeClass{"builtin.integer", IsType[*IntegerType]}
	FloatClass        = &TypeClass{"", IsType[*FloatType]}
	ShapedClass       = &TypeClass{"", IsType[ShapedType]}
)

// AttrConstraint is a set of attributes.
type AttrConstraint struct {
	Summary string // as in "attribute 'x' failed to satisfy constraint: <Summary>"
	Check   func(a Attribute) bool
	// ValueType is the type of the attribute's value when the textual form omits it: i64 for $n of an
	// I64Attr. It is nil if the text contains the type.
	ValueType func(c *Context) Type
	// Array marks dense arrays of ValueType, which print as [a, b].
	Array bool
	// Symbol marks symbol names, which print as @name.
	Symbol bool
	// Flag marks attributes that upstream stores as a bool rather than as an attribute (UnitProp in
	// mlir/include/mlir/IR/Properties.td). It is set if the attribute is the unit attribute.
	Flag bool
	// Class is set if Check depends only on the class of the attribute; the pretty form
	// then refuses attributes of other classes.
	Class bool
	// Stores checks the attribute class in which upstream stores the property, if Check checks more
	// than the class. See StorageOf.
	Stores func(a Attribute) bool
	// Keywords are the spellings of an enumeration, indexed by value; the pretty form
	// prints the bare word. Enum builds the attribute for a word, and Word returns the
	// word of an attribute.
	Keywords []string
	Enum     func(c *Context, word string) Attribute
	Word     func(a Attribute) string
	// Parse and Print replace the default form of the attribute after $name,
	// for dialect attributes that print without #dialect.mnemonic.
	Parse func(p AsmParser) Attribute
	Print func(p *Printer, a Attribute)
	// Go is the form of the attributes in Go code; nil: ir.Attribute.
	Go *GoType
}

// In returns the constraint with another form for Go code.
func (c *AttrConstraint) In(form *GoType) *AttrConstraint {
	other := *c
	other.Go = form
	return &other
}

// StorageOf reports whether the properties of an operation can hold an attribute.
func (c *AttrConstraint) StorageOf(a Attribute) bool {
	switch {
	case c == nil:
		return true
	case c.Stores != nil:
		return c.Stores(a)
	case c.Class || c.Array || c.Symbol || c.Enum != nil || c.Parse != nil:
		return c.Check(a)
	}
	return true
}

// IsType reports whether a type is a T; it is the Check of many constraints.
func IsType[T Type](t Type) bool {
	_, ok := t.(T)
	return ok
}

func signless(width int) func(Type) bool {
	return func(t Type) bool {
		i, ok := t.(*IntegerType)
		return ok && i.Signedness == Signless && (width == 0 || i.Width == width)
	}
}

// Type constraints that several dialects share; the summaries are upstream's.
var (
	AnyType         = &TypeConstraint{Summary: "any type", Check: func(Type) bool { return true }}
	IndexConstraint = &TypeConstraint{Summary: "index", Check: IsType[*IndexType], Class: IndexClass, Build: (*Context).Index}
	BoolConstraint  = &TypeConstraint{Summary: "1-bit signless integer", Check: signless(1), Build: func(c *Context) Type { return c.i1 }}
	I8Constraint    = &TypeConstraint{Summary: "8-bit signless integer", Check: signless(8), Build: func(c *Context) Type { return c.i8 }}
	I16Constraint   = &TypeConstraint{Summary: "16-bit signless integer", Check: signless(16), Build: func(c *Context) Type { return c.i16 }}
	I32Constraint   = &TypeConstraint{Summary: "32-bit signless integer", Check: signless(32), Build: func(c *Context) Type { return c.i32 }}
	I64Constraint   = &TypeConstraint{Summary: "64-bit signless integer", Check: signless(64), Build: func(c *Context) Type { return c.i64 }}
	F16Constraint   = floatConstraint("16-bit float", num.F16)
	F32Constraint   = floatConstraint("32-bit float", num.F32)
	F64Constraint   = floatConstraint("64-bit float", num.F64)

	AnyFloat           = &TypeConstraint{Summary: "floating-point", Check: IsType[*FloatType], Class: FloatClass}
	AnyInteger         = &TypeConstraint{Summary: "integer", Check: IsType[*IntegerType], Class: IntegerClass}
	AnySignlessInteger = &TypeConstraint{Summary: "signless integer", Check: signless(0), Class: IntegerClass}

	SignlessIntegerLike        = Like("signless-integer-like", func(t Type) bool { return signless(0)(t) || IsType[*IndexType](t) })
	FloatLike                  = Like("floating-point-like", IsType[*FloatType])
	BoolLike                   = Like("bool-like", signless(1))
	SignlessIntegerOrFloatLike = Like("signless-integer-like or floating-point-like", func(t Type) bool {
		return signless(0)(t) || IsType[*IndexType](t) || IsType[*FloatType](t)
	})

	AnyShaped                 = &TypeConstraint{Summary: "shaped of any type values", Check: IsType[ShapedType], Class: ShapedClass}
	AnyVector                 = VectorOf("any type", nil)
	AnyFunctionType           = &TypeConstraint{Summary: "function type", Check: IsType[*FunctionType]}
	AnyRankedTensor           = &TypeConstraint{Summary: "ranked tensor of any type values", Check: IsType[*TensorType], Class: RankedTensorClass}
	AnyTensor                 = &TypeConstraint{Summary: "tensor of any type values", Check: TensorClass.Has, Class: TensorClass}
	AnyMemRef                 = &TypeConstraint{Summary: "memref of any type values", Check: IsType[*MemRefType], Class: MemRefClass}
	AnyRankedOrUnrankedMemRef = &TypeConstraint{Summary: "ranked or unranked memref of any type values", Check: AnyMemRefClass.Has, Class: AnyMemRefClass}
)

func floatConstraint(summary string, k *num.FloatKind) *TypeConstraint {
	return &TypeConstraint{
		Summary: summary,
		Check:   func(t Type) bool { f, ok := t.(*FloatType); return ok && f.Kind == k },
		Build:   func(c *Context) Type { return c.Float(k) },
	}
}

// Like accepts a type of a set, and vectors and tensors of it.
func Like(summary string, scalar func(Type) bool) *TypeConstraint {
	return &TypeConstraint{Summary: summary, Check: func(t Type) bool {
		switch s := t.(type) {
		case *VectorType:
			return scalar(s.Elem)
		case *TensorType:
			return scalar(s.Elem)
		case *UnrankedTensorType:
			return scalar(s.Elem)
		}
		return scalar(t)
	}}
}

// VectorOf accepts vectors of any rank, also 0, with the given elements; elem
// nil accepts every element type.
func VectorOf(what string, elem func(Type) bool) *TypeConstraint {
	return &TypeConstraint{Summary: "vector of " + what + " values", Class: VectorClass, Check: func(t Type) bool {
		v, ok := t.(*VectorType)
		return ok && (elem == nil || elem(v.Elem))
	}}
}

// AnyOf accepts the union of several sets.
func AnyOf(cs ...*TypeConstraint) *TypeConstraint {
	names := make([]string, len(cs))
	for i, c := range cs {
		names[i] = c.Summary
	}
	return &TypeConstraint{Summary: strings.Join(names, " or "), Check: func(t Type) bool {
		for _, c := range cs {
			if c.Check(t) {
				return true
			}
		}
		return false
	}}
}

// IsAttr reports whether an attribute is an A; it is the Check of many constraints.
func IsAttr[A Attribute](a Attribute) bool {
	_, ok := a.(A)
	return ok
}

func arrayOf(elem func(Attribute) bool) func(Attribute) bool {
	return func(a Attribute) bool {
		arr, ok := a.(*ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range arr.Elems {
			if !elem(e) {
				return false
			}
		}
		return true
	}
}

func integerAttr(width int, s Signedness) func(Attribute) bool {
	return func(a Attribute) bool {
		i, ok := a.(*IntegerAttr)
		if !ok {
			return false
		}
		t, ok := i.typ.(*IntegerType)
		return ok && t.Width == width && t.Signedness == s
	}
}

// floatAttr accepts the numbers of a type. The textual form omits the type.
func floatAttr(summary string, form *GoType, elem func(c *Context) *FloatType) *AttrConstraint {
	return &AttrConstraint{Go: form, Stores: IsAttr[*FloatAttr], Summary: summary, Check: func(a Attribute) bool {
		f, ok := a.(*FloatAttr)
		return ok && f.typ == elem(f.s.ctx)
	}, ValueType: func(c *Context) Type { return elem(c) }}
}

func denseArrayOf(summary string, form *GoType, elem func(c *Context) Type) *AttrConstraint {
	return &AttrConstraint{Go: form, Summary: summary, Check: func(a Attribute) bool {
		d, ok := a.(*DenseArrayAttr)
		return ok && d.Elem == elem(d.s.ctx)
	}, ValueType: elem, Array: true}
}

// Attribute constraints that several dialects share; the summaries are upstream's.
var (
	AnyAttr        = &AttrConstraint{Summary: "any attribute", Check: func(Attribute) bool { return true }}
	UnitConstraint = &AttrConstraint{Go: GoUnit, Class: true, Summary: "unit attribute", Check: IsAttr[*UnitAttr]}
	BoolAttr       = &AttrConstraint{Go: GoBool, Summary: "bool attribute", Check: integerAttr(1, Signless), Stores: integerAttr(1, Signless), ValueType: func(c *Context) Type { return c.i1 }}
	I32Attr        = &AttrConstraint{Go: GoI32, Stores: IsAttr[*IntegerAttr], Summary: "32-bit signless integer attribute", Check: integerAttr(32, Signless), ValueType: func(c *Context) Type { return c.i32 }}
	I64Attr        = &AttrConstraint{Go: GoI64, Stores: IsAttr[*IntegerAttr], Summary: "64-bit signless integer attribute", Check: integerAttr(64, Signless), ValueType: func(c *Context) Type { return c.i64 }}
	IndexAttr      = &AttrConstraint{Go: GoIndex, Stores: IsAttr[*IntegerAttr], Summary: "index attribute", Check: func(a Attribute) bool {
		i, ok := a.(*IntegerAttr)
		return ok && IsType[*IndexType](i.typ)
	}, ValueType: (*Context).Index}
	F32Attr            = floatAttr("32-bit float attribute", GoF32, (*Context).F32)
	F64Attr            = floatAttr("64-bit float attribute", GoF64, (*Context).F64)
	StrAttr            = &AttrConstraint{Go: GoString, Class: true, Summary: "string attribute", Check: IsAttr[*StringAttr], ValueType: (*Context).None}
	SymbolNameAttr     = &AttrConstraint{Go: GoString, Summary: "string attribute", Check: IsAttr[*StringAttr], Symbol: true}
	FlatSymbolAttr     = &AttrConstraint{Go: GoSymbol, Class: true, ValueType: (*Context).None, Summary: "flat symbol reference attribute", Check: func(a Attribute) bool { s, ok := a.(*SymbolRefAttr); return ok && len(s.Nested) == 0 }}
	SymbolAttr         = &AttrConstraint{Go: GoSymbol, Class: true, ValueType: (*Context).None, Summary: "symbol reference attribute", Check: IsAttr[*SymbolRefAttr]}
	TypeConstraintAttr = &AttrConstraint{Go: GoAnyType, Class: true, Summary: "any type attribute", Check: IsAttr[*TypeAttr], ValueType: (*Context).None}
	FunctionTypeAttr   = &AttrConstraint{Go: GoFunction, Stores: IsAttr[*TypeAttr], Summary: "type attribute of function type", Check: func(a Attribute) bool {
		t, ok := a.(*TypeAttr)
		return ok && IsType[*FunctionType](t.Value)
	}, ValueType: (*Context).None}
	AffineMapConstraint = &AttrConstraint{Go: GoMap, Class: true, Summary: "AffineMap attribute", Check: IsAttr[*AffineMapAttr]}
	ArrayConstraint     = &AttrConstraint{Go: GoArray, Class: true, Summary: "array attribute", Check: IsAttr[*ArrayAttr]}
	DictConstraint      = &AttrConstraint{Go: GoAttr[*DictAttr](), Class: true, Summary: "dictionary of named attribute values", Check: IsAttr[*DictAttr]}
	AffineMapArrayAttr  = &AttrConstraint{Go: GoMaps, Stores: IsAttr[*ArrayAttr], Summary: "AffineMap array attribute", Check: arrayOf(IsAttr[*AffineMapAttr])}
	BoolArrayAttr       = &AttrConstraint{Go: GoBools, Stores: IsAttr[*ArrayAttr], Summary: "1-bit boolean array attribute", Check: arrayOf(integerAttr(1, Signless))}
	I64ArrayAttr        = &AttrConstraint{Go: GoI64Array, Stores: IsAttr[*ArrayAttr], Summary: "64-bit integer array attribute", Check: arrayOf(integerAttr(64, Signless))}
	TypedAttrConstraint = &AttrConstraint{Class: true, Summary: "TypedAttr instance", Check: func(a Attribute) bool {
		t, ok := a.(TypedAttr)
		return ok && t.Type() != nil
	}}
	DenseConstraint    = &AttrConstraint{Go: GoAttr[*DenseAttr](), Class: true, Summary: "dense elements attribute", Check: IsAttr[*DenseAttr]}
	ElementsConstraint = &AttrConstraint{Class: true, Summary: "constant vector/tensor attribute", Check: IsAttr[ElementsAttr]}
	DenseI64ArrayAttr  = denseArrayOf("i64 dense array attribute", GoDenseI64, func(c *Context) Type { return c.i64 })
	DenseI32ArrayAttr  = denseArrayOf("i32 dense array attribute", GoDenseI32, func(c *Context) Type { return c.i32 })
	DenseBoolArrayAttr = denseArrayOf("i1 dense array attribute", GoDenseBool, func(c *Context) Type { return c.i1 })
)

// IsArrayOf is a Check for arrays whose elements all pass elem.
func IsArrayOf(elem func(Attribute) bool) func(Attribute) bool { return arrayOf(elem) }

// IntEnum declares an enumeration that is stored as an integer attribute of
// type i32 or i64 (upstream's I32EnumAttr and I64EnumAttr) and prints as a word.
// values is indexed like words; nil means 0, 1, 2, …
func IntEnum(summary string, width int, words []string, values []int64) *AttrConstraint {
	value := func(i int) int64 {
		if values == nil {
			return int64(i)
		}
		return values[i]
	}
	word := func(a Attribute) string {
		if i, ok := a.(*IntegerAttr); ok {
			for k, w := range words {
				if value(k) == i.Int64() {
					return w
				}
			}
		}
		return ""
	}
	form := GoI64
	if width == 32 {
		form = GoI32
	}
	return &AttrConstraint{
		Go:       form,
		Summary:  summary,
		Keywords: words,
		Check:    func(a Attribute) bool { return integerAttr(width, Signless)(a) && word(a) != "" },
		Word:     word,
		Enum: func(c *Context, w string) Attribute {
			for k := range words {
				if words[k] == w {
					return c.Int(c.Integer(width), value(k))
				}
			}
			return nil
		},
	}
}

// StrEnum declares an enumeration that is stored as a string (upstream's StrEnumAttr) and prints as
// a word. what names the enumeration in messages.
func StrEnum(what string, words ...string) *AttrConstraint {
	word := func(a Attribute) string {
		if s, ok := a.(*StringAttr); ok && slices.Contains(words, s.Value) {
			return s.Value
		}
		return ""
	}
	return &AttrConstraint{
		Go:      GoString,
		Summary: "one of " + strings.Join(words, ", "),
		Check:   func(a Attribute) bool { return word(a) != "" },
		Parse: func(p AsmParser) Attribute {
			if i := p.OneOf(what, words...); i >= 0 {
				return p.Context().Str(words[i])
			}
			return nil
		},
		Print: func(p *Printer, a Attribute) { p.Str(word(a)) },
	}
}

// AllTypesMatch requires the named operands, results and attributes to have the same
// type; any one of the types determines the others.
type AllTypesMatch []string

func (m AllTypesMatch) Doc() string { return m.text() }

func (m AllTypesMatch) text() string {
	return "all of {" + strings.Join(m, ", ") + "} have same type"
}

func (m AllTypesMatch) Check(op *Operation) *Diagnostic {
	var first Type
	for _, n := range m {
		t := op.NamedType(n)
		if first == nil {
			first = t
		}
		if t != nil && t != first {
			return op.Errorf("failed to verify that %s", m.text())
		}
	}
	return nil
}

func (m AllTypesMatch) InferType(c *Context, st *OpState, name string) Type {
	if !slices.Contains(m, name) {
		return nil
	}
	for _, n := range m {
		if t := st.NamedType(n); t != nil && n != name {
			return t
		}
	}
	return nil
}

// AllMatch requires a property of the named parts to be equal; Text completes
// "all of {a, b} have same …".
type AllMatch struct {
	Names []string
	Text  string
	Of    func(t Type) any
}

func (m AllMatch) Doc() string {
	return "all of {" + strings.Join(m.Names, ", ") + "} have same " + m.Text
}

func (m AllMatch) Check(op *Operation) *Diagnostic {
	var first any
	for _, n := range m.Names {
		t := op.NamedType(n)
		if t == nil {
			continue
		}
		if first == nil {
			first = m.Of(t)
		}
		if m.Of(t) != first {
			return op.Errorf("failed to verify that %s", m.Doc())
		}
	}
	return nil
}

// TypesMatchWith requires the type of Result to be Transform of the type of
// From; Transform returns nil when the rule does not apply. Sentence completes
// "failed to verify that …".
type TypesMatchWith struct {
	Sentence  string
	From, To  string
	Transform func(t Type) Type
}

func (m TypesMatchWith) Doc() string { return m.Sentence }

func (m TypesMatchWith) Check(op *Operation) *Diagnostic {
	from, to := op.NamedType(m.From), op.NamedType(m.To)
	if from == nil || to == nil {
		return nil
	}
	if want := m.Transform(from); want != to {
		return op.Errorf("failed to verify that %s", m.Sentence)
	}
	return nil
}

func (m TypesMatchWith) InferType(c *Context, st *OpState, name string) Type {
	if name != m.To {
		return nil
	}
	if t := st.NamedType(m.From); t != nil {
		return m.Transform(t)
	}
	return nil
}

// Predicate is any other relation; Sentence completes "failed to verify that …".
type Predicate struct {
	Sentence string
	Holds    func(op *Operation) bool
}

func (m Predicate) Doc() string { return m.Sentence }

func (m Predicate) Check(op *Operation) *Diagnostic {
	if !m.Holds(op) {
		return op.Errorf("failed to verify that %s", m.Sentence)
	}
	return nil
}

// Rule is a check with its own message that runs before the checks of traits.
type Rule struct {
	Sentence string
	Verify   func(op *Operation) *Diagnostic
}

func (m Rule) Doc() string { return m.Sentence }

func (m Rule) Check(op *Operation) *Diagnostic { return m.Verify(op) }

// HasParent requires the parent operation to have one of these kinds.
type HasParent []OpKind

func (m HasParent) Doc() string {
	if len(m) == 1 {
		return "parent op is '" + m[0].Kind().String() + "'"
	}
	return "parent op is one of " + quoteList(KindNames(m))
}

func (m HasParent) Check(op *Operation) *Diagnostic {
	if IsAny(op.Parent(), m...) {
		return nil
	}
	if len(m) == 1 {
		return op.Errorf("expects parent op '%s'", m[0].Kind().String())
	}
	return op.Errorf("expects parent op to be one of '%s'", strings.Join(KindNames(m), ", "))
}

func quoteList(names []string) string {
	q := make([]string, len(names))
	for i, n := range names {
		q[i] = fmt.Sprintf("'%s'", n)
	}
	return strings.Join(q, ", ")
}

// NamedType returns the type of the first value of an operand or result group, or of a
// typed attribute; nil when there is none.
func (op *Operation) NamedType(name string) Type {
	if g := op.def.OperandIndex(name); g >= 0 {
		if lo, hi := op.OperandRange(g); lo < hi {
			return op.operands()[lo].value.typ
		}
		return nil
	}
	if g := op.def.ResultIndex(name); g >= 0 {
		if lo, hi := op.resultRange(g); lo < hi {
			return op.results()[lo].typ
		}
		return nil
	}
	a, ok := op.Attr(name).(TypedAttr)
	if !ok {
		return nil
	}
	if a.Type() == nil { // strings and unknown attributes without a written type
		return a.Context().None()
	}
	return a.Type()
}

// NamedType is Operation.NamedType for a state under construction.
func (st *OpState) NamedType(name string) Type {
	if v := st.OperandOf(name); v != nil {
		return v.typ
	}
	if a, ok := st.Prop(name).(TypedAttr); ok {
		return a.Type()
	}
	return nil
}
