package ir

import (
	"reflect"

	"optc/ir/affine"
)

// GoType is the form of an attribute in Go code: a Go value. Read converts the attribute,
// or nil if the attribute is absent, to the value, and Make converts the value to an
// attribute. The types of operations, which are generated from the definitions, call
// these functions by their names; see package opgen.
type GoType struct {
	Type reflect.Type
	// Read is a func(Attribute) T, and Make a func(*Context, T) of an attribute. Both are nil if Go
	// code uses the attribute itself.
	Read, Make any
}

// GoAs declares the form of attributes in Go code. Read and make must be named functions.
func GoAs[T any, A Attribute](read func(Attribute) T, make func(*Context, T) A) *GoType {
	return &GoType{Type: reflect.TypeFor[T](), Read: read, Make: make}
}

// GoAttr declares that the form of attributes in Go code is their type A.
func GoAttr[A Attribute]() *GoType { return &GoType{Type: reflect.TypeFor[A]()} }

// Forms of attributes that several dialects share.
var (
	GoUnit       = GoAs(ReadUnit, (*Context).UnitIf)
	GoBool       = GoAs(ReadBool, (*Context).Bool)
	GoI32        = GoAs(ReadInt, (*Context).I32Attr)
	GoI64        = GoAs(ReadInt, (*Context).I64Attr)
	GoIndex      = GoAs(ReadInt, (*Context).IndexAttr)
	GoF32        = GoAs(ReadFloat, (*Context).F32Attr)
	GoF64        = GoAs(ReadFloat, (*Context).F64Attr)
	GoString     = GoAs(ReadString, (*Context).Str)
	GoSymbol     = GoAttr[*SymbolRefAttr]()
	GoRoot       = GoAs(ReadRoot, (*Context).FlatSymbol)
	GoMap        = GoAs(ReadMap, (*Context).AffineMap)
	GoSet        = GoAs(ReadSet, (*Context).IntegerSet)
	GoMaps       = GoAs(ReadMaps, (*Context).AffineMaps)
	GoArray      = GoAs(ReadArray, (*Context).Array)
	GoStrings    = GoAs(ReadStrings, (*Context).StrArray)
	GoBools      = GoAs(ReadBools, (*Context).BoolArray)
	GoI64Array   = GoAs(ReadInts, (*Context).I64Array)
	GoDenseI64   = GoAs(ReadInts, (*Context).DenseI64Array)
	GoDenseI32   = GoAs(ReadInts, (*Context).DenseI32ArrayOf)
	GoDenseBool  = GoAs(ReadBools, (*Context).DenseBoolArray)
	GoIndexLists = GoAs(ReadIndexLists, (*Context).IndexLists)
	GoAnyType    = GoAs(ReadTypeAs[Type], MakeTypeAttr[Type])
	GoFunction   = GoAs(ReadTypeAs[*FunctionType], MakeTypeAttr[*FunctionType])
	// GoSharedI64 is GoDenseI64 for lists that nobody changes.
	GoSharedI64 = GoAs(ReadSharedInts, (*Context).DenseI64Array)
)

// ReadUnit reports whether an attribute is present.
func ReadUnit(a Attribute) bool { return a != nil }

// ReadBool reports whether a is a nonzero integer.
func ReadBool(a Attribute) bool {
	i, ok := a.(*IntegerAttr)
	return ok && i.Bool()
}

// ReadInt returns the value of an integer attribute, 0 of any other.
func ReadInt(a Attribute) int64 { return IntOr(a, 0) }

// ReadFloat returns the value of a float attribute, 0 of any other.
func ReadFloat(a Attribute) float64 {
	if f, ok := a.(*FloatAttr); ok {
		return f.Value.Float64()
	}
	return 0
}

// ReadIntAs is ReadInt for another type of integers.
func ReadIntAs[T integer](a Attribute) T { return T(ReadInt(a)) }

// MakeI32As and MakeI64As make an attribute of an integer of any type.
func MakeI32As[T integer](c *Context, v T) *IntegerAttr { return c.I32Attr(int64(v)) }

// MakeI64As is described at MakeI32As.
func MakeI64As[T integer](c *Context, v T) *IntegerAttr { return c.I64Attr(int64(v)) }

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// ReadString returns the value of a string attribute, "" of any other.
func ReadString(a Attribute) string {
	if s, ok := a.(*StringAttr); ok {
		return s.Value
	}
	return ""
}

// ReadRoot returns the first name of a symbol reference, and "" for any other attribute.
func ReadRoot(a Attribute) string {
	if s, ok := a.(*SymbolRefAttr); ok {
		return s.Root
	}
	return ""
}

// ReadMap returns the map of an attribute, a zero map if there is none.
func ReadMap(a Attribute) affine.Map {
	if m, ok := a.(*AffineMapAttr); ok {
		return m.Map
	}
	return affine.Map{}
}

// ReadSet returns the set of an attribute, a zero set if there is none.
func ReadSet(a Attribute) affine.IntegerSet {
	if s, ok := a.(*IntegerSetAttr); ok {
		return s.Set
	}
	return affine.IntegerSet{}
}

// ReadMaps returns the maps of an array of affine map attributes, which must not be changed.
func ReadMaps(a Attribute) []affine.Map {
	maps, _ := Maps(a)
	return maps
}

// ReadArray returns the elements of an array, nil if there is none.
func ReadArray(a Attribute) []Attribute {
	if a, ok := a.(*ArrayAttr); ok {
		return a.Elems
	}
	return nil
}

// ReadStrings returns the values of an array of strings.
func ReadStrings(a Attribute) []string {
	list := ReadArray(a)
	if list == nil {
		return nil
	}
	values := make([]string, len(list))
	for i, e := range list {
		values[i] = ReadString(e)
	}
	return values
}

// ReadBools returns the values of a list of i1.
func ReadBools(a Attribute) []bool {
	values, _ := Bools(a)
	return values
}

// ReadInts returns a copy of the values of a list of integers.
func ReadInts(a Attribute) []int64 {
	values, _ := Int64s(a)
	return values
}

// ReadIndexLists returns the values of an array of arrays of integers.
func ReadIndexLists(a Attribute) [][]int64 {
	elems := ReadArray(a)
	if elems == nil {
		return nil
	}
	lists := make([][]int64, len(elems))
	for i, e := range elems {
		lists[i] = ReadInts(e)
	}
	return lists
}

// ReadSharedInts returns the values of a list of integers; callers must not change them.
func ReadSharedInts(a Attribute) []int64 {
	values, _ := ReadInt64s(a)
	return values
}

// ReadTypeAs returns the type in an attribute, or a zero T if it is not a T.
func ReadTypeAs[T Type](a Attribute) T {
	var none T
	if a, ok := a.(*TypeAttr); ok {
		if t, ok := a.Value.(T); ok {
			return t
		}
	}
	return none
}

// MakeTypeAttr returns the attribute that holds a type.
func MakeTypeAttr[T Type](_ *Context, t T) *TypeAttr { return TypeAttrOf(t) }

// AttrOrNil returns an attribute, or nil for the nil pointer of its type.
func AttrOrNil[A interface {
	comparable
	Attribute
}](a A) Attribute {
	var none A
	if a == none {
		return nil
	}
	return a
}

// UnitIf returns the unit attribute, or nil if v is false.
func (c *Context) UnitIf(v bool) Attribute {
	if !v {
		return nil
	}
	return c.unit
}

// I32Attr returns an attribute of type i32.
func (c *Context) I32Attr(v int64) *IntegerAttr { return c.Int(c.i32, v) }

// FlatSymbol returns a reference to a symbol of the nearest table.
func (c *Context) FlatSymbol(name string) *SymbolRefAttr { return c.SymbolRef(name) }

// StrArray returns an array of strings.
func (c *Context) StrArray(values []string) *ArrayAttr {
	elems := make([]Attribute, len(values))
	for i, v := range values {
		elems[i] = c.Str(v)
	}
	return c.Array(elems)
}

// IndexLists returns an array of arrays of i64.
func (c *Context) IndexLists(lists [][]int64) *ArrayAttr {
	elems := make([]Attribute, len(lists))
	for i, list := range lists {
		elems[i] = c.I64Array(list)
	}
	return c.Array(elems)
}

// DenseI32ArrayOf is DenseI32Array of numbers of another type.
func (c *Context) DenseI32ArrayOf(values []int64) *DenseArrayAttr {
	narrow := make([]int32, len(values))
	for i, v := range values {
		narrow[i] = int32(v)
	}
	return c.DenseI32Array(narrow)
}
