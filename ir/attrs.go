package ir

import (
	"fmt"
	"slices"
	"strings"
	"unique"

	"optc/ir/affine"
	"optc/num"
)

type (
	// UnitAttr is `unit`: an attribute whose presence is the information.
	UnitAttr struct{ AttrBase }
	// IntegerAttr is `5 : i32`, `true`, or `3 : index` (64 bits wide).
	IntegerAttr struct {
		AttrBase
		typ   Type
		Value num.Int
	}
	// FloatAttr is `1.5 : f32`.
	FloatAttr struct {
		AttrBase
		typ   *FloatType
		Value num.Float
	}
	// StringAttr is `"text"`, or `"text" : !type`; Type is nil for the former.
	StringAttr struct {
		AttrBase
		Value string
		typ   Type
	}
	// ArrayAttr is `[a, b]`.
	ArrayAttr struct {
		AttrBase
		Elems []Attribute
		maps  []affine.Map // of affine map attributes, nil if an element is none
	}
	// DictAttr is `{a = 1 : i32, b}`, sorted by name.
	DictAttr struct {
		AttrBase
		Entries []NamedAttr
	}
	// TypeAttr is a type used as an attribute.
	TypeAttr struct {
		AttrBase
		Value Type
	}
	// SymbolRefAttr is `@root::@nested`.
	SymbolRefAttr struct {
		AttrBase
		Root   string
		Nested []string
	}
	// AffineMapAttr is `affine_map<(d0) -> (d0)>`.
	AffineMapAttr struct {
		AttrBase
		Map affine.Map
	}
	// IntegerSetAttr is `affine_set<(d0) : (d0 >= 0)>`.
	IntegerSetAttr struct {
		AttrBase
		Set affine.IntegerSet
	}
	// StridedLayoutAttr is `strided<[4, 1], offset: ?>`; Dynamic means ?.
	StridedLayoutAttr struct {
		AttrBase
		Offset  int64
		Strides []int64
	}
	// OpaqueAttr is an attribute of an unregistered dialect, kept as text.
	OpaqueAttr struct {
		AttrBase
		Dialect string
		typ     Type
	}
	// DistinctAttr is `distinct[0]<of>`; two distinct attributes are equal only if they
	// are the same pointer.
	DistinctAttr struct {
		AttrBase
		ID int64
		Of Attribute
	}
)

// NamedAttr is one entry of an attribute dictionary.
type NamedAttr struct {
	Name  string
	Value Attribute
}

// TypedAttr is an attribute that has a type.
type TypedAttr interface {
	Attribute
	Type() Type
}

func (a *IntegerAttr) Type() Type { return a.typ }
func (a *FloatAttr) Type() Type   { return a.typ }
func (a *OpaqueAttr) Type() Type  { return a.typ }

// Type returns the type of a typed string, or nil.
func (a *StringAttr) Type() Type { return a.typ }

// Int64 returns the value sign-extended; only meaningful up to 64 bits.
func (a *IntegerAttr) Int64() int64 { return a.Value.Int64() }

// Bool reports whether the value is not zero.
func (a *IntegerAttr) Bool() bool { return !a.Value.IsZero() }

// Unit returns the unit attribute.
func (c *Context) Unit() *UnitAttr { return c.unit }

// Bool returns `true` or `false`, integer attributes of type i1.
func (c *Context) Bool(v bool) *IntegerAttr {
	if v {
		return c.trueAttr
	}
	return c.falseAttr
}

// Int returns the integer attribute with the given type (an integer type or index) and
// value, which is truncated to the width of the type. It panics for a type without integers.
func (c *Context) Int(t Type, v int64) *IntegerAttr {
	if _, ok := t.(*IntegerType); !ok && t != c.index {
		panic(fmt.Sprintf("ir: an integer attribute has an integer type or index, but got '%v'; Context.FloatAttrOf makes a float attribute", t))
	}
	return c.IntOf(t, num.IntFromInt64(IntWidth(t), v))
}

// IndexAttr returns `v : index`.
func (c *Context) IndexAttr(v int64) *IntegerAttr { return c.Int(c.index, v) }

// I64Attr returns `v : i64`.
func (c *Context) I64Attr(v int64) *IntegerAttr { return c.Int(c.i64, v) }

// IntWidth returns the width in bits of integers of type t: 64 for index.
func IntWidth(t Type) int {
	if i, ok := t.(*IntegerType); ok {
		return i.Width
	}
	return 64
}

// IntOf returns the integer attribute with the given type and a value of exactly its
// width.
func (c *Context) IntOf(t Type, v num.Int) *IntegerAttr {
	s := Spell(c)
	it, isInt := t.(*IntegerType)
	if isInt && it.Width == 1 && it.Signedness == Signless {
		if v.IsZero() {
			s.Str("false")
		} else {
			s.Str("true")
		}
	} else {
		unsigned := isInt && it.Signedness == Unsigned
		s.Bytes(func(b []byte) []byte {
			if unsigned {
				return v.AppendUnsigned(b)
			}
			return v.AppendSigned(b)
		})
		s.Typed(t)
	}
	return s.internAttr(func(b AttrBase) Attribute { return &IntegerAttr{b, t, v} }).(*IntegerAttr)
}

// FloatOf returns the float attribute with the given type; v must be of the type's kind.
func (c *Context) FloatOf(t *FloatType, v num.Float) *FloatAttr {
	s := Spell(c).Bytes(v.AppendText).Typed(t)
	return s.internAttr(func(b AttrBase) Attribute { return &FloatAttr{b, t, v} }).(*FloatAttr)
}

// FloatAttrOf converts v to the kind of t, rounding to nearest even.
func (c *Context) FloatAttrOf(t *FloatType, v float64) *FloatAttr {
	return c.FloatOf(t, num.FloatFromFloat64(t.Kind, v))
}

// F32Attr returns `v : f32`, rounded to nearest even.
func (c *Context) F32Attr(v float64) *FloatAttr { return c.FloatAttrOf(c.f32, v) }

// F64Attr returns `v : f64`.
func (c *Context) F64Attr(v float64) *FloatAttr { return c.FloatAttrOf(c.f64, v) }

// Str returns an untyped string attribute.
func (c *Context) Str(v string) *StringAttr { return c.TypedStr(v, nil) }

// TypedStr returns a string attribute with a type; t may be nil.
func (c *Context) TypedStr(v string, t Type) *StringAttr {
	s := Spell(c).Bytes(func(b []byte) []byte { return AppendQuoted(b, v) })
	if t != nil && t != c.none {
		s.Typed(t)
	}
	return s.internAttr(func(b AttrBase) Attribute { return &StringAttr{b, b.s.word(v), t} }).(*StringAttr)
}

// Array returns [elems...].
func (c *Context) Array(elems []Attribute) *ArrayAttr {
	s := Spell(c).Str("[")
	for i, e := range elems {
		if i > 0 {
			s.Str(", ")
		}
		s.Elem(e)
	}
	return s.Str("]").internAttr(func(b AttrBase) Attribute { return &ArrayAttr{b, slices.Clone(elems), mapsOf(elems)} }).(*ArrayAttr)
}

// I64Array returns an array of i64 integer attributes.
func (c *Context) I64Array(vs []int64) *ArrayAttr {
	elems := make([]Attribute, len(vs))
	for i, v := range vs {
		elems[i] = c.I64Attr(v)
	}
	return c.Array(elems)
}

// BoolArray returns an array of i1 attributes.
func (c *Context) BoolArray(vs []bool) *ArrayAttr {
	elems := make([]Attribute, len(vs))
	for i, v := range vs {
		elems[i] = c.Bool(v)
	}
	return c.Array(elems)
}

// Dict returns a dictionary; entries are sorted by name and must be unique.
func (c *Context) Dict(entries []NamedAttr) *DictAttr {
	sorted := slices.IsSortedFunc(entries, compareNamed)
	if !sorted {
		entries = slices.Clone(entries)
		slices.SortFunc(entries, compareNamed)
	}
	s := Spell(c).Str("{")
	for i, e := range entries {
		if i > 0 {
			s.Str(", ")
		}
		s.Bytes(func(b []byte) []byte { return AppendAttrName(b, e.Name) })
		if e.Value != Attribute(c.unit) {
			s.Str(" = ").Node(e.Value)
		}
	}
	return s.Str("}").internAttr(func(b AttrBase) Attribute {
		if sorted { // sorted entries belong to the caller
			entries = slices.Clone(entries)
		}
		shareNames(entries)
		return &DictAttr{b, entries}
	}).(*DictAttr)
}

// shareNames makes equal names share memory, because names may be parts of a large text. The names
// of a large dictionary are hardly ever equal to those of another one, so they share a text of
// their own.
func shareNames(entries []NamedAttr) {
	const many = 32
	if len(entries) < many {
		for i := range entries {
			entries[i].Name = unique.Make(entries[i].Name).Value()
		}
		return
	}
	var names strings.Builder
	size := 0
	for _, e := range entries {
		size += len(e.Name)
	}
	names.Grow(size)
	for i, e := range entries {
		from := names.Len()
		names.WriteString(e.Name)
		entries[i].Name = names.String()[from:]
	}
}

func compareNamed(a, b NamedAttr) int { return strings.Compare(a.Name, b.Name) }

// Get returns the named entry, or nil; a nil dictionary is empty.
func (d *DictAttr) Get(name string) Attribute {
	if d == nil {
		return nil
	}
	for i := range d.Entries {
		if d.Entries[i].Name == name {
			return d.Entries[i].Value
		}
	}
	return nil
}

// Len returns the number of entries; a nil dictionary is empty.
func (d *DictAttr) Len() int {
	if d == nil {
		return 0
	}
	return len(d.Entries)
}

// TypeAttrOf wraps a type as an attribute.
func TypeAttrOf(t Type) *TypeAttr {
	return Spell(t.Context()).Node(t).internAttr(func(b AttrBase) Attribute { return &TypeAttr{b, t} }).(*TypeAttr)
}

// SymbolRef returns @root::@nested…
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	s := Spell(c).Bytes(func(b []byte) []byte { return AppendSymbol(b, root) })
	for _, n := range nested {
		s.Str("::").Bytes(func(b []byte) []byte { return AppendSymbol(b, n) })
	}
	return s.internAttr(func(b AttrBase) Attribute { return &SymbolRefAttr{b, b.s.word(root), slices.Clone(nested)} }).(*SymbolRefAttr)
}

// Leaf returns the last name of the reference.
func (a *SymbolRefAttr) Leaf() string {
	if len(a.Nested) > 0 {
		return a.Nested[len(a.Nested)-1]
	}
	return a.Root
}

// AffineMap returns the attribute affine_map<m>. Maps that differ only in the grouping of
// sums, which the text does not show, are different attributes, as upstream. Otherwise the
// first one would represent both, and a simplification that only regroups a sum would
// have no effect.
func (c *Context) AffineMap(m affine.Map) *AffineMapAttr {
	s := Spell(c).Str("affine_map<").Bytes(m.AppendText).Str(">").hidden(m.AppendGroups)
	return s.internAttr(func(b AttrBase) Attribute { return &AffineMapAttr{b, m} }).(*AffineMapAttr)
}

// MinorIdentity returns the attribute of the map from dims dimensions to the last results
// of them. It is cached, because every transfer without a permutation map has it.
func (c *Context) MinorIdentity(dims, results int) *AffineMapAttr {
	key := [2]int{dims, results}
	if a, ok := c.minor.Load(key); ok {
		return a.(*AffineMapAttr)
	}
	a := c.AffineMap(affine.MinorIdentity(dims, results))
	c.minor.Store(key, a)
	return a
}

// AffineMaps returns an array of affine map attributes.
func (c *Context) AffineMaps(maps []affine.Map) *ArrayAttr {
	elems := make([]Attribute, len(maps))
	for i, m := range maps {
		elems[i] = c.AffineMap(m)
	}
	return c.Array(elems)
}

// IntegerSet returns the attribute affine_set<set>.
func (c *Context) IntegerSet(set affine.IntegerSet) *IntegerSetAttr {
	s := Spell(c).Str("affine_set<").Bytes(set.AppendText).Str(">").hidden(set.AppendGroups)
	return s.internAttr(func(b AttrBase) Attribute { return &IntegerSetAttr{b, set} }).(*IntegerSetAttr)
}

// StridedLayout returns strided<[strides...], offset: offset>.
func (c *Context) StridedLayout(offset int64, strides []int64) *StridedLayoutAttr {
	s := Spell(c).Str("strided<[")
	for i, v := range strides {
		if i > 0 {
			s.Str(", ")
		}
		s.dynamicInt(v)
	}
	s.Str("]")
	if offset != 0 {
		s.Str(", offset: ").dynamicInt(offset)
	}
	return s.Str(">").internAttr(func(b AttrBase) Attribute {
		return &StridedLayoutAttr{b, offset, slices.Clone(strides)}
	}).(*StridedLayoutAttr)
}

func (s *Spelling) dynamicInt(v int64) *Spelling {
	if v == Dynamic {
		return s.Str("?")
	}
	return s.Int(v)
}

// OpaqueAttr returns an attribute of an unregistered dialect; s is its spelling
// without the type, t may be nil.
func (c *Context) OpaqueAttr(dialect string, s *Spelling, t Type) *OpaqueAttr {
	if t != nil && t != c.none {
		s.Typed(t)
	}
	return s.internAttr(func(b AttrBase) Attribute { return &OpaqueAttr{b, strings.Clone(dialect), t} }).(*OpaqueAttr)
}

// Distinct returns a new attribute that is equal only to itself.
func (c *Context) Distinct(of Attribute) *DistinctAttr {
	id := c.distinct.Add(1) - 1
	s := Spell(c).Str("distinct[").Int(id).Str("]<")
	if of != Attribute(c.unit) {
		s.Node(of)
	}
	s.Str(">")
	a := &DistinctAttr{AttrBase{storageRef{s.finish()}}, id, of}
	a.s.node = a
	return a
}

// Convenience readers for attributes that a verifier has already checked.

// IntOr returns the value of an integer attribute, or def when a is not an integer
// attribute.
func IntOr(a Attribute, def int64) int64 {
	if i, ok := a.(*IntegerAttr); ok {
		return i.Int64()
	}
	return def
}

// Int64s returns the values of an array of integer attributes or of a dense integer
// array; ok is false for other attributes.
func Int64s(a Attribute) (vs []int64, ok bool) {
	vs, ok = ReadInt64s(a)
	if _, shared := a.(*DenseArrayAttr); shared {
		vs = slices.Clone(vs)
	}
	return vs, ok
}

// ReadInt64s is Int64s for callers that do not change the list.
func ReadInt64s(a Attribute) (vs []int64, ok bool) {
	switch a := a.(type) {
	case *ArrayAttr:
		vs = make([]int64, len(a.Elems))
		for i, e := range a.Elems {
			n, ok := e.(*IntegerAttr)
			if !ok {
				return nil, false
			}
			vs[i] = n.Int64()
		}
		return vs, true
	case *DenseArrayAttr:
		return a.int64s()
	}
	return nil, false
}

// Bools returns the values of an array of i1 attributes or of a dense i1 array.
func Bools(a Attribute) (vs []bool, ok bool) {
	switch a := a.(type) {
	case *ArrayAttr:
		vs = make([]bool, len(a.Elems))
		for i, e := range a.Elems {
			n, ok := e.(*IntegerAttr)
			if !ok {
				return nil, false
			}
			vs[i] = n.Bool()
		}
		return vs, true
	case *DenseArrayAttr:
		if _, ok := a.Elem.(*IntegerType); !ok {
			return nil, false
		}
		vs = make([]bool, a.Len)
		for i := range vs {
			vs[i] = a.int64At(i) != 0
		}
		return vs, true
	}
	return nil, false
}

// Maps returns the maps of an array of affine map attributes, which must not be changed;
// ok is false if an element is another attribute.
func Maps(a Attribute) (ms []affine.Map, ok bool) {
	arr, ok := a.(*ArrayAttr)
	if !ok {
		return nil, false
	}
	return arr.maps[:len(arr.maps):len(arr.maps)], len(arr.maps) == len(arr.Elems)
}

// mapsOf returns the maps of affine map attributes, nil if an element is another attribute.
func mapsOf(elems []Attribute) []affine.Map {
	var ms []affine.Map
	for _, e := range elems {
		m, ok := e.(*AffineMapAttr)
		if !ok {
			return nil
		}
		ms = append(ms, m.Map)
	}
	return ms
}
