package ir

import (
	"math"
	"slices"
	"strings"

	"optc/num"
)

// Dynamic is the extent of a dimension that is not known at compile time, spelled ? in
// text.
const Dynamic = math.MinInt64

// Signedness of an integer type.
type Signedness uint8

const (
	Signless Signedness = iota // i8
	Signed                     // si8
	Unsigned                   // ui8
)

// MaxIntegerWidth is the largest width of an integer type in bits
// (IntegerType::kMaxWidth upstream).
const MaxIntegerWidth = 1<<24 - 1

type (
	// IndexType is `index`: an integer of the width of an address.
	IndexType struct{ TypeBase }
	// NoneType is `none`: a type with exactly one value.
	NoneType struct{ TypeBase }
	// IntegerType is `i8`, `si8`, `ui8`, … of a width in bits.
	IntegerType struct {
		TypeBase
		Width      int
		Signedness Signedness
	}
	// FloatType is a floating point type such as `f32` or `f8E4M3FN`.
	FloatType struct {
		TypeBase
		Kind *num.FloatKind
	}
	// ComplexType is `complex<f32>`.
	ComplexType struct {
		TypeBase
		Elem Type
	}
	// TupleType is `tuple<i32, f32>`.
	TupleType struct {
		TypeBase
		Elems []Type
	}
	// FunctionType is `(i32) -> f32`.
	FunctionType struct {
		TypeBase
		Inputs, Results []Type
	}
	// VectorType is `vector<4x[8]xf32>`. Scalable is nil when no dimension is scalable.
	VectorType struct {
		TypeBase
		Dims     []int64
		Scalable []bool
		Elem     Type
	}
	// TensorType is a ranked tensor, `tensor<?x4xf32, #encoding>`. Encoding may be nil.
	TensorType struct {
		TypeBase
		Dims     []int64
		Elem     Type
		Encoding Attribute
	}
	// UnrankedTensorType is `tensor<*xf32>`.
	UnrankedTensorType struct {
		TypeBase
		Elem Type
	}
	// MemRefType is `memref<4x?xf32, layout, space>`. Layout is nil for the
	// identity layout; Space is nil for the default memory space.
	MemRefType struct {
		TypeBase
		Dims   []int64
		Elem   Type
		Layout Attribute
		Space  Attribute
	}
	// UnrankedMemRefType is `memref<*xf32, space>`.
	UnrankedMemRefType struct {
		TypeBase
		Elem  Type
		Space Attribute
	}
	// OpaqueType is a type of an unregistered dialect, kept as text.
	OpaqueType struct {
		TypeBase
		Dialect string
	}
	// OpaqueShapedType is a type of an unregistered dialect that has extents and
	// an element type, so that constants may have it.
	OpaqueShapedType struct {
		TypeBase
		Dims []int64
		Elem Type
	}
)

// MemorySpace returns the memory space of a memref, ranked or not; nil for the default
// space and for other types.
func MemorySpace(t Type) Attribute {
	switch t := t.(type) {
	case *MemRefType:
		return t.Space
	case *UnrankedMemRefType:
		return t.Space
	}
	return nil
}

// IsMemory reports whether v, which may be nil, is a memref, ranked or not.
func IsMemory(v *Value) bool {
	if v == nil {
		return false
	}
	switch v.Type().(type) {
	case *MemRefType, *UnrankedMemRefType:
		return true
	}
	return false
}

// ShapedType is a type with an element type and possibly a shape.
type ShapedType interface {
	Type
	ElementType() Type
	// Shape returns the extents, Dynamic for unknown extents; nil when unranked or rank
	// 0.
	Shape() []int64
	HasRank() bool
}

func (t *VectorType) ElementType() Type         { return t.Elem }
func (t *TensorType) ElementType() Type         { return t.Elem }
func (t *UnrankedTensorType) ElementType() Type { return t.Elem }
func (t *MemRefType) ElementType() Type         { return t.Elem }
func (t *UnrankedMemRefType) ElementType() Type { return t.Elem }

func (t *VectorType) Shape() []int64         { return t.Dims }
func (t *TensorType) Shape() []int64         { return t.Dims }
func (t *UnrankedTensorType) Shape() []int64 { return nil }
func (t *MemRefType) Shape() []int64         { return t.Dims }
func (t *UnrankedMemRefType) Shape() []int64 { return nil }

func (t *VectorType) HasRank() bool         { return true }
func (t *TensorType) HasRank() bool         { return true }
func (t *UnrankedTensorType) HasRank() bool { return false }
func (t *MemRefType) HasRank() bool         { return true }
func (t *UnrankedMemRefType) HasRank() bool { return false }

// Rank returns the number of dimensions of a ranked shaped type.
func Rank(t ShapedType) int { return len(t.Shape()) }

// HasStaticShape reports whether t is ranked and no extent is Dynamic.
func HasStaticShape(t ShapedType) bool {
	return t.HasRank() && !slices.Contains(t.Shape(), Dynamic)
}

// NumElements returns the product of the extents of a static shape; ok is false when the
// shape is not static or the product exceeds 63 bits.
func NumElements(shape []int64) (n int64, ok bool) {
	n = 1
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		if d != 0 && n > math.MaxInt64/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// IsScalable reports whether dimension d is a multiple of the runtime vector scale.
func (t *VectorType) IsScalable(d int) bool { return t.Scalable != nil && t.Scalable[d] }

// AnyScalable reports whether some dimension is scalable.
func (t *VectorType) AnyScalable() bool { return t.Scalable != nil }

// ElementOrSelf returns the element type of a shaped type, or t.
func ElementOrSelf(t Type) Type {
	if s, ok := t.(ShapedType); ok {
		return s.ElementType()
	}
	return t
}

// common holds the most frequently used types and attributes.
type common struct {
	index, none         Type
	i1, i8, i16, i32    *IntegerType
	i64                 *IntegerType
	f16, bf16, f32, f64 *FloatType
	unit                *UnitAttr
	trueAttr, falseAttr *IntegerAttr
	emptyDict           *DictAttr
	emptyArray          *ArrayAttr
	unknownLoc          *UnknownLoc
}

func (k *common) init(c *Context) {
	k.index = Spell(c).Str("index").internType(func(b TypeBase) Type { return &IndexType{b} }).(*IndexType)
	k.none = Spell(c).Str("none").internType(func(b TypeBase) Type { return &NoneType{b} }).(*NoneType)
	k.i1, k.i8, k.i16 = c.Integer(1), c.Integer(8), c.Integer(16)
	k.i32, k.i64 = c.Integer(32), c.Integer(64)
	k.f16, k.bf16 = c.Float(num.F16), c.Float(num.BF16)
	k.f32, k.f64 = c.Float(num.F32), c.Float(num.F64)
	k.unit = Spell(c).Str("unit").internAttr(func(b AttrBase) Attribute { return &UnitAttr{b} }).(*UnitAttr)
	k.trueAttr = c.Int(k.i1, 1)
	k.falseAttr = c.Int(k.i1, 0)
	k.emptyDict = c.Dict(nil)
	k.emptyArray = c.Array(nil)
	k.unknownLoc = Spell(c).Str("loc(unknown)").internAttr(func(b AttrBase) Attribute { return &UnknownLoc{locBase{AttrBase: b}} }).(*UnknownLoc)
}

// Frequently used types.

func (c *Context) Index() Type       { return c.index }
func (c *Context) None() Type        { return c.none }
func (c *Context) I1() *IntegerType  { return c.i1 }
func (c *Context) I8() *IntegerType  { return c.i8 }
func (c *Context) I16() *IntegerType { return c.i16 }
func (c *Context) I32() *IntegerType { return c.i32 }
func (c *Context) I64() *IntegerType { return c.i64 }
func (c *Context) F16() *FloatType   { return c.f16 }
func (c *Context) BF16() *FloatType  { return c.bf16 }
func (c *Context) F32() *FloatType   { return c.f32 }
func (c *Context) F64() *FloatType   { return c.f64 }

// Integer returns the signless integer type of a width in bits, 0 to MaxIntegerWidth.
func (c *Context) Integer(width int) *IntegerType { return c.IntegerOf(width, Signless) }

// IntegerOf returns the integer type of a width in bits and a signedness.
func (c *Context) IntegerOf(width int, s Signedness) *IntegerType {
	prefix := [...]string{Signless: "i", Signed: "si", Unsigned: "ui"}[s]
	return Spell(c).Str(prefix).Int(int64(width)).internType(func(b TypeBase) Type {
		return &IntegerType{TypeBase: b, Width: width, Signedness: s}
	}).(*IntegerType)
}

// Float returns the floating point type of a kind.
func (c *Context) Float(k *num.FloatKind) *FloatType {
	return Spell(c).Str(k.Name).internType(func(b TypeBase) Type { return &FloatType{b, k} }).(*FloatType)
}

// Complex returns complex<elem>.
func Complex(elem Type) *ComplexType {
	return Spell(elem.Context()).Str("complex<").Node(elem).Str(">").internType(func(b TypeBase) Type {
		return &ComplexType{b, elem}
	}).(*ComplexType)
}

// Tuple returns tuple<elems...>.
func (c *Context) Tuple(elems []Type) *TupleType {
	s := Spell(c).Str("tuple<")
	s.types(elems)
	return s.Str(">").internType(func(b TypeBase) Type { return &TupleType{b, slices.Clone(elems)} }).(*TupleType)
}

// Function returns the type (inputs) -> results.
func (c *Context) Function(inputs, results []Type) *FunctionType {
	s := Spell(c).Str("(")
	s.types(inputs)
	s.Str(") -> ")
	s.resultTypes(results)
	return s.internType(func(b TypeBase) Type {
		return &FunctionType{b, slices.Clone(inputs), slices.Clone(results)}
	}).(*FunctionType)
}

func (s *Spelling) types(ts []Type) {
	for i, t := range ts {
		if i > 0 {
			s.Str(", ")
		}
		s.Node(t)
	}
}

// resultTypes spells a result list: with parentheses unless there is exactly one type
// that is not itself a function type.
func (s *Spelling) resultTypes(ts []Type) {
	if len(ts) == 1 {
		if _, isFunc := ts[0].(*FunctionType); !isFunc {
			s.Node(ts[0])
			return
		}
	}
	s.Str("(")
	s.types(ts)
	s.Str(")")
}

// Vector returns vector<dims x elem>; extents are at least 1.
func Vector(dims []int64, elem Type) *VectorType { return ScalableVector(dims, nil, elem) }

// ScalableVector returns a vector type whose dimensions d with scalable[d] are multiples
// of the runtime vector scale. scalable may be nil.
func ScalableVector(dims []int64, scalable []bool, elem Type) *VectorType {
	if !slices.Contains(scalable, true) {
		scalable = nil
	}
	s := Spell(elem.Context()).Str("vector<")
	for i, d := range dims {
		if scalable != nil && scalable[i] {
			s.Str("[").Int(d).Str("]x")
		} else {
			s.Int(d).Str("x")
		}
	}
	return s.Node(elem).Str(">").internType(func(b TypeBase) Type {
		return &VectorType{TypeBase: b, Dims: slices.Clone(dims), Scalable: slices.Clone(scalable), Elem: elem}
	}).(*VectorType)
}

// Tensor returns a ranked tensor type; encoding may be nil.
func Tensor(dims []int64, elem Type, encoding Attribute) *TensorType {
	s := Spell(elem.Context()).Str("tensor<")
	s.dims(dims)
	s.Node(elem)
	if encoding != nil {
		s.Str(", ").Node(encoding)
	}
	return s.Str(">").internType(func(b TypeBase) Type {
		return &TensorType{TypeBase: b, Dims: slices.Clone(dims), Elem: elem, Encoding: encoding}
	}).(*TensorType)
}

// UnrankedTensor returns tensor<*xelem>.
func UnrankedTensor(elem Type) *UnrankedTensorType {
	return Spell(elem.Context()).Str("tensor<*x").Node(elem).Str(">").internType(func(b TypeBase) Type {
		return &UnrankedTensorType{b, elem}
	}).(*UnrankedTensorType)
}

// MemRef returns memref<dims x elem, layout, space>. An identity layout map and the
// memory space 0 : i64 are the defaults and are replaced by nil, as upstream does.
func MemRef(dims []int64, elem Type, layout, space Attribute) *MemRefType {
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() {
		layout = nil
	}
	space = normalizeSpace(space)
	s := Spell(elem.Context()).Str("memref<")
	s.dims(dims)
	s.Node(elem)
	if layout != nil {
		s.Str(", ").Node(layout)
	}
	if space != nil {
		s.Str(", ").Elem(space)
	}
	return s.Str(">").internType(func(b TypeBase) Type {
		return &MemRefType{TypeBase: b, Dims: slices.Clone(dims), Elem: elem, Layout: layout, Space: space}
	}).(*MemRefType)
}

// UnrankedMemRef returns memref<*xelem, space>.
func UnrankedMemRef(elem Type, space Attribute) *UnrankedMemRefType {
	space = normalizeSpace(space)
	s := Spell(elem.Context()).Str("memref<*x").Node(elem)
	if space != nil {
		s.Str(", ").Elem(space)
	}
	return s.Str(">").internType(func(b TypeBase) Type { return &UnrankedMemRefType{b, elem, space} }).(*UnrankedMemRefType)
}

// normalizeSpace drops the default memory space, an integer attribute of value 0.
func normalizeSpace(space Attribute) Attribute {
	if i, ok := space.(*IntegerAttr); ok && i.Value.IsZero() {
		return nil
	}
	return space
}

func (s *Spelling) dims(dims []int64) {
	for _, d := range dims {
		if d == Dynamic {
			s.Str("?x")
		} else {
			s.Int(d).Str("x")
		}
	}
}

// Opaque returns the type !dialect.body or !dialect<body> of an unregistered
// dialect.
func (c *Context) Opaque(dialect string, s *Spelling) *OpaqueType {
	return s.internType(func(b TypeBase) Type { return &OpaqueType{b, strings.Clone(dialect)} }).(*OpaqueType)
}

// OpaqueShaped returns a shaped type of a dialect that only upstream has, with the
// spelling s.
func (c *Context) OpaqueShaped(s *Spelling, dims []int64, elem Type) *OpaqueShapedType {
	return s.internType(func(b TypeBase) Type { return &OpaqueShapedType{b, slices.Clone(dims), elem} }).(*OpaqueShapedType)
}

func (t *OpaqueShapedType) ElementType() Type { return t.Elem }
func (t *OpaqueShapedType) Shape() []int64    { return t.Dims }
func (t *OpaqueShapedType) HasRank() bool     { return true }

// WithElement returns t with another element type; for a type that is not shaped, it
// returns elem itself.
func WithElement(t Type, elem Type) Type {
	switch t := t.(type) {
	case *VectorType:
		return ScalableVector(t.Dims, t.Scalable, elem)
	case *TensorType:
		return Tensor(t.Dims, elem, t.Encoding)
	case *UnrankedTensorType:
		return UnrankedTensor(elem)
	case *MemRefType:
		return MemRef(t.Dims, elem, t.Layout, t.Space)
	case *UnrankedMemRefType:
		return UnrankedMemRef(elem, t.Space)
	}
	return elem
}
