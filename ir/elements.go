package ir

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"

	"optc/num"
)

// DenseArrayAttr is `array<i32: 1, 2>`: numbers of the same integer or float type, packed
// little-endian; i1 takes a byte each.
type DenseArrayAttr struct {
	AttrBase
	Elem Type
	Len  int
	Raw  []byte
	ints atomic.Pointer[[]int64] // see int64s
}

// DenseArray returns array<elem: …> from packed bytes of n elements.
func (c *Context) DenseArray(elem Type, n int, raw []byte) *DenseArrayAttr {
	s := Spell(c).Str("array<").Node(elem)
	a := &DenseArrayAttr{Elem: elem, Len: n, Raw: raw}
	for i := range n {
		if i == 0 {
			s.Str(": ")
		} else {
			s.Str(", ")
		}
		s.Bytes(func(b []byte) []byte { return appendElement(b, elem, a.element(i)) })
	}
	return s.Str(">").internAttr(func(b AttrBase) Attribute {
		return &DenseArrayAttr{AttrBase: b, Elem: elem, Len: n, Raw: slices.Clone(raw)}
	}).(*DenseArrayAttr)
}

func (a *DenseArrayAttr) element(i int) []byte {
	size := ElementBytes(a.Elem)
	return a.Raw[i*size : (i+1)*size]
}

// int64s returns the values of an integer array, sign-extended, as a list that all
// callers share.
func (a *DenseArrayAttr) int64s() ([]int64, bool) {
	if vs := a.ints.Load(); vs != nil {
		return *vs, true
	}
	it, ok := a.Elem.(*IntegerType)
	if !ok || it.Width > 64 {
		return nil, false
	}
	vs := make([]int64, a.Len)
	for i := range vs {
		vs[i] = a.int64At(i)
	}
	a.ints.Store(&vs)
	return vs, true
}

// int64At returns element i of an array of integers of up to 64 bits, sign-extended.
func (a *DenseArrayAttr) int64At(i int) int64 {
	switch width := a.Elem.(*IntegerType).Width; width {
	case 1:
		return int64(a.Raw[i] & 1)
	case 32:
		return int64(int32(binary.LittleEndian.Uint32(a.Raw[4*i:])))
	case 64:
		return int64(binary.LittleEndian.Uint64(a.Raw[8*i:]))
	default:
		return num.IntFromBytes(width, a.element(i)).Int64()
	}
}

// DenseI64Array returns array<i64: vs...>.
func (c *Context) DenseI64Array(vs []int64) *DenseArrayAttr {
	raw := make([]byte, 0, 8*len(vs))
	for _, v := range vs {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v))
	}
	return c.DenseArray(c.i64, len(vs), raw)
}

// DenseI32Array returns array<i32: vs...>.
func (c *Context) DenseI32Array(vs []int32) *DenseArrayAttr {
	raw := make([]byte, 0, 4*len(vs))
	for _, v := range vs {
		raw = binary.LittleEndian.AppendUint32(raw, uint32(v))
	}
	return c.DenseArray(c.i32, len(vs), raw)
}

// DenseBoolArray returns array<i1: vs...>.
func (c *Context) DenseBoolArray(vs []bool) *DenseArrayAttr {
	raw := make([]byte, len(vs))
	for i, v := range vs {
		if v {
			raw[i] = 1
		}
	}
	return c.DenseArray(c.i1, len(vs), raw)
}

// ElementBytes returns the size in bytes of one element of type t in the raw
// data of a dense attribute: bits rounded up to whole bytes (i1 takes a byte),
// 8 for index, both parts for complex.
func ElementBytes(t Type) int {
	switch t := t.(type) {
	case *IntegerType:
		return (t.Width + 7) / 8
	case *FloatType:
		return (t.Kind.Bits + 7) / 8
	case *IndexType:
		return 8
	case *ComplexType:
		return 2 * ElementBytes(t.Elem)
	}
	return 0
}

// appendElement appends the text of one element without its type.
func appendElement(dst []byte, t Type, raw []byte) []byte {
	switch t := t.(type) {
	case *IntegerType:
		v := num.IntFromBytes(t.Width, raw)
		switch {
		case t.Width == 1 && v.IsZero():
			return append(dst, "false"...)
		case t.Width == 1:
			return append(dst, "true"...)
		case t.Signedness == Unsigned:
			return v.AppendUnsigned(dst)
		}
		return v.AppendSigned(dst)
	case *IndexType:
		return num.IntFromBytes(64, raw).AppendSigned(dst)
	case *FloatType:
		return num.FloatFromBytes(t.Kind, raw).AppendText(dst)
	case *ComplexType:
		half := len(raw) / 2
		dst = append(dst, '(')
		dst = appendElement(dst, t.Elem, raw[:half])
		dst = append(dst, ',')
		dst = appendElement(dst, t.Elem, raw[half:])
		return append(dst, ')')
	}
	return dst
}

// ElementsAttr is an attribute that gives a value to every element of a static shape.
type ElementsAttr interface {
	TypedAttr
	ShapedType() ShapedType
}

// DenseAttr is `dense<…> : tensor<…>` or vector: elements packed little-endian
// in row-major order, ElementBytes each. A splat stores one element.
// Strings are kept in Strings instead of Raw.
type DenseAttr struct {
	AttrBase
	typ     ShapedType
	Raw     []byte
	Strings []string
	Splat   bool
}

func (a *DenseAttr) Type() Type             { return a.typ }
func (a *DenseAttr) ShapedType() ShapedType { return a.typ }

// NumElements returns the number of elements of the type.
func (a *DenseAttr) NumElements() int {
	n, _ := NumElements(a.typ.Shape())
	return int(n)
}

// Element returns the raw bytes of element i in row-major order.
func (a *DenseAttr) Element(i int) []byte {
	size := ElementBytes(a.typ.ElementType())
	if a.Splat {
		i = 0
	}
	return a.Raw[i*size : (i+1)*size]
}

// ElementAttr returns element i as an attribute, or nil if the elements are neither
// integers nor floats.
func (a *DenseAttr) ElementAttr(i int) Attribute {
	return numberAttr(a.typ.ElementType(), func() []byte { return a.Element(i) })
}

// numberAttr returns a number with the given bytes, or nil if the type is neither an
// integer nor a float type.
func numberAttr(t Type, raw func() []byte) Attribute {
	switch t := t.(type) {
	case *FloatType:
		return t.Context().FloatOf(t, num.FloatFromBytes(t.Kind, raw()))
	case *IntegerType, *IndexType:
		return t.Context().IntOf(t, num.IntFromBytes(IntWidth(t), raw()))
	}
	return nil
}

// Expanded returns the bytes of all elements, in memory of the caller's own.
func (a *DenseAttr) Expanded() []byte {
	if !a.Splat {
		return slices.Clone(a.Raw)
	}
	return bytes.Repeat(a.Raw, a.NumElements())
}

// ConstantBytes returns the bytes of a constant number, or of all elements of a dense
// constant, with the element type t. An integer of another width is converted by value,
// as upstream does (convertNumericAttr). ok is false for other attributes.
func ConstantBytes(a Attribute, t Type) (raw []byte, ok bool) {
	switch a := a.(type) {
	case *IntegerAttr:
		switch t.(type) {
		case *IntegerType, *IndexType:
			return a.Value.SignExtend(IntWidth(t)).AppendBytes(nil), true
		}
	case *FloatAttr:
		if a.Type() == t {
			return a.Value.AppendBytes(nil), true
		}
	case *DenseAttr:
		if a.Strings == nil && a.typ.ElementType() == t {
			return a.Expanded(), true
		}
	}
	return nil, false
}

// Dense returns a dense attribute from raw elements. raw holds either all elements or,
// for a splat, a single element. Full data whose elements are all equal becomes a splat,
// as upstream. The caller must not change the bytes afterwards.
func (c *Context) Dense(t ShapedType, raw []byte) *DenseAttr {
	size := ElementBytes(t.ElementType())
	splat := len(raw) == size // also if there are no elements: dense<1> : tensor<0xi32>
	if !splat && size > 0 && len(raw) > 0 && allEqual(raw, size) {
		raw, splat = raw[:size:size], true
	}
	return c.internDense(&DenseAttr{typ: t, Raw: raw, Splat: splat})
}

// DenseStrings returns a dense attribute of strings; a single value is a splat.
func (c *Context) DenseStrings(t ShapedType, values []string) *DenseAttr {
	splat := len(values) == 1
	if !splat && len(values) > 0 && !slices.ContainsFunc(values, func(s string) bool { return s != values[0] }) {
		values, splat = values[:1], true
	}
	return c.internDense(&DenseAttr{typ: t, Strings: values, Splat: splat})
}

func allEqual(raw []byte, size int) bool {
	// All elements are equal if the bytes equal themselves shifted by one element.
	return string(raw[size:]) == string(raw[:len(raw)-size])
}

// internDense makes equal dense attributes the same pointer. A hash of their bytes finds them, so
// that constants of many megabytes need not be spelled.
func (c *Context) internDense(a *DenseAttr) *DenseAttr {
	table := &c.attrs
	var h maphash.Hash
	h.SetSeed(table.seed)
	h.Write(a.Raw)
	for _, s := range a.Strings {
		h.WriteString(s)
		h.WriteByte(0)
	}
	s := Spell(c).Typed(a.typ)
	s.dense = a
	hash := h.Sum64() ^ s.hash(table.seed)
	n := table.find(hash, s)
	if n == nil {
		a.s = s.finish()
		a.s.constant, a.s.plain = true, false
		n = table.add(hash, s, a)
	}
	s.free()
	return n.node.(*DenseAttr)
}

// sameValue reports whether a node of the same type is the same constant.
func (a *DenseAttr) sameValue(n Node) bool {
	b, ok := n.(*DenseAttr)
	return ok && a.Splat == b.Splat && string(a.Raw) == string(b.Raw) && slices.Equal(a.Strings, b.Strings)
}

// ResourceAttr is `dense_resource<key> : tensor<…>`: a constant whose bytes are
// in the resource section of the file.
type ResourceAttr struct {
	AttrBase
	Key string
	typ ShapedType
}

func (a *ResourceAttr) Type() Type             { return a.typ }
func (a *ResourceAttr) ShapedType() ShapedType { return a.typ }

// Resource returns dense_resource<key> : t.
func (c *Context) Resource(key string, t ShapedType) *ResourceAttr {
	s := Spell(c).Str("dense_resource<").Bytes(func(b []byte) []byte { return AppendKeywordOrString(b, key) }).Str(">").Typed(t)
	return s.internAttr(func(b AttrBase) Attribute { return &ResourceAttr{b, strings.Clone(key), t} }).(*ResourceAttr)
}

// SparseAttr is `sparse<indices, values> : tensor<…>`.
type SparseAttr struct {
	AttrBase
	Indices, Values *DenseAttr
	typ             ShapedType
}

func (a *SparseAttr) Type() Type             { return a.typ }
func (a *SparseAttr) ShapedType() ShapedType { return a.typ }

// CheckSparse checks whether Sparse may be called: the indices are N x rank (or N if the
// rank is 1), there are N values, and every index is inside the shape. It returns the
// fault, or "".
func CheckSparse(t ShapedType, indices, values *DenseAttr) string {
	rank := Rank(t)
	is, vs := indices.typ.Shape(), values.typ.Shape()
	if len(vs) != 1 {
		return "expected 1-d tensor for sparse element values"
	}
	fits := len(is) == 1 && rank == 1 || len(is) == 2 && is[1] == int64(rank)
	if !fits || is[0] != vs[0] {
		return fmt.Sprintf("expected shape ([%s]); inferred shape of indices literal ([%s]); inferred shape of values literal ([%s])",
			num.JoinInts(t.Shape()), num.JoinInts(is), num.JoinInts(vs))
	}
	for n := range int(is[0]) {
		index := make([]int64, rank)
		inside := true
		for d := range rank {
			index[d] = int64(binary.LittleEndian.Uint64(indices.Element(n*rank + d)))
			inside = inside && index[d] >= 0 && index[d] < t.Shape()[d]
		}
		if !inside {
			return fmt.Sprintf("sparse index #%d is not contained within the value shape, with index=[%s], and type='%s'", n, num.JoinInts(index), t)
		}
	}
	return ""
}

// Sparse returns sparse<indices, values> : t. indices is an N x rank tensor of
// i64, values a tensor of N elements.
func (c *Context) Sparse(t ShapedType, indices, values *DenseAttr) *SparseAttr {
	s := Spell(c).ref(&indices.s, hiddenForm).ref(&values.s, hiddenForm).Typed(t)
	return s.internAttr(func(b AttrBase) Attribute {
		b.s.constant = true
		return &SparseAttr{AttrBase: b, Indices: indices, Values: values, typ: t}
	}).(*SparseAttr)
}

// appendValue appends sparse<…> without the type.
func (a *SparseAttr) appendValue(dst []byte) []byte {
	return append(a.appendBody(append(dst, "sparse<"...), defaultHexElements), '>')
}

// appendBody appends the text between the angle brackets; hexOver is described at
// DenseAttr.appendBody.
func (a *SparseAttr) appendBody(dst []byte, hexOver int) []byte {
	if a.Indices.NumElements() == 0 {
		return dst
	}
	dst = append(a.Indices.appendBody(dst, -1), ", "...)
	return a.Values.appendBody(dst, hexOver)
}

// ElementAttr returns the element at an index inside the shape as an attribute: the first
// value listed for the index, or zero; nil if the elements are neither integers nor
// floats.
func (a *SparseAttr) ElementAttr(index []int64) Attribute {
	return numberAttr(a.typ.ElementType(), func() []byte {
		for i := range a.Values.NumElements() {
			at := 0
			for at < len(index) && int64(binary.LittleEndian.Uint64(a.Indices.Element(i*len(index)+at))) == index[at] {
				at++
			}
			if at == len(index) {
				return a.Values.Element(i)
			}
		}
		return make([]byte, ElementBytes(a.typ.ElementType()))
	})
}

// appendValue appends dense<…> without the type.
func (a *DenseAttr) appendValue(dst []byte) []byte {
	return append(a.appendBody(append(dst, "dense<"...), defaultHexElements), '>')
}

// appendBody appends the text between the angle brackets. More than hexOver elements that
// are not all equal become a hexadecimal string (shouldPrintElementsAttrWithHex
// upstream); -1 means no limit.
func (a *DenseAttr) appendBody(dst []byte, hexOver int) []byte {
	for at := 0; at >= 0; {
		dst, at = a.appendPiece(dst, hexOver, at)
	}
	return dst
}

// densePiece is the number of elements, or of bytes in hexadecimal form, that
// appendPiece appends.
const densePiece = 16 << 10

// appendPiece appends a piece of appendBody's text, beginning with element (or, in hexadecimal
// form, byte) from; it returns where the next piece begins, or -1 at the end.
func (a *DenseAttr) appendPiece(dst []byte, hexOver, from int) (text []byte, next int) {
	n := a.NumElements()
	if n == 0 && !a.Splat {
		return dst, -1
	}
	elem := a.typ.ElementType()
	one := func(dst []byte, i int) []byte {
		if a.Strings != nil {
			return AppendQuoted(dst, a.Strings[i])
		}
		return appendElement(dst, elem, a.Element(i))
	}
	if a.Splat {
		return one(dst, 0), -1
	}
	if a.inHex(hexOver) {
		return a.appendHexPiece(dst, from)
	}
	end := min(n, from+densePiece)
	dst = appendNested(dst, a.typ.Shape(), from, end, one)
	if end == n {
		end = -1
	}
	return dst, end
}

// inHex reports whether a constant that is not a splat becomes a hexadecimal string.
func (a *DenseAttr) inHex(hexOver int) bool {
	return a.Strings == nil && hexOver >= 0 && a.NumElements() > hexOver
}

// pieces returns the number of calls of appendPiece that are needed.
func (a *DenseAttr) pieces(hexOver int) int {
	n := a.NumElements()
	switch {
	case a.Splat:
		return 1
	case a.inHex(hexOver):
		n = a.hexBytes()
	}
	return (n + densePiece - 1) / densePiece
}

// hexBytes is the number of bytes in hexadecimal form.
func (a *DenseAttr) hexBytes() int {
	if a.packsBits() {
		return (len(a.Raw) + 7) / 8
	}
	return len(a.Raw)
}

// packsBits reports whether elements are single bits in hexadecimal form.
func (a *DenseAttr) packsBits() bool {
	it, ok := a.typ.ElementType().(*IntegerType)
	return ok && it.Width == 1
}

// appendHexPiece is appendPiece in hexadecimal form. The data of i1 is packed into bits,
// the first element in the lowest bit.
func (a *DenseAttr) appendHexPiece(dst []byte, from int) (text []byte, next int) {
	if from == 0 {
		dst = append(dst, "\"0x"...)
	}
	bytes := a.hexBytes()
	end := min(bytes, from+densePiece)
	var data []byte
	if a.packsBits() {
		data = make([]byte, end-from)
		for i, b := range a.Raw[8*from : min(8*end, len(a.Raw))] {
			data[i/8] |= b & 1 << (i % 8)
		}
	} else {
		data = a.Raw[from:end]
	}
	if dst = num.AppendHex(dst, data); end == bytes {
		return append(dst, '"'), -1
	}
	return dst, end
}

// appendNested appends elements in nested brackets that follow the shape.
func appendNested(dst []byte, shape []int64, from, end int, one func([]byte, int) []byte) []byte {
	for i := from; i < end; i++ {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = appendBrackets(dst, shape, i, '[', 0)
		dst = one(dst, i)
		dst = appendBrackets(dst, shape, i, ']', 1)
	}
	return dst
}

// appendBrackets appends a bracket for every dimension that begins (edge 0) at element i,
// or that ends with it (edge 1).
func appendBrackets(dst []byte, shape []int64, i int, bracket byte, edge int) []byte {
	size := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		if size *= shape[d]; (int64(i)+int64(edge))%size != 0 {
			break
		}
		dst = append(dst, bracket)
	}
	return dst
}
