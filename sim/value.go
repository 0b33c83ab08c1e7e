package sim

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Value is a value at run time. A scalar is stored as its raw bits: integers zero-extended from
// their width, index as 64 bits, floats in their own format. All other values are in Ref: *Vector,
// *MemRef, or a Go type of a dialect.
type Value struct {
	Bits uint64
	Ref  any
}

// poison marks a value that must not influence any observable result.
type poison struct{}

// Poison is the result of ub.poison and of reading past the defined lanes.
var Poison = Value{Ref: poison{}}

// IsPoison reports whether v is poison as a whole.
func (v Value) IsPoison() bool {
	_, ok := v.Ref.(poison)
	return ok
}

// Int returns a scalar of raw bits.
func Int(bits uint64) Value { return Value{Bits: bits} }

// SetBits sets x to the scalar v. It avoids writing a nil pointer over a nil pointer,
// which would cost a write barrier of the garbage collector.
func (v *Value) SetBits(bits uint64) {
	v.Bits = bits
	if v.Ref != nil {
		v.Ref = nil
	}
}

// set sets v to another value, like SetBits.
func (v *Value) set(to *Value) {
	if to.Ref == nil {
		v.SetBits(to.Bits)
		return
	}
	*v = *to
}

// SetVector sets x to the vector v. It avoids writing a pointer that is already there.
func (v *Value) SetVector(x *Vector) {
	if v.Ref != any(x) {
		*v = Value{Ref: x}
	}
}

// Bool returns an i1.
func Bool(b bool) Value {
	if b {
		return Value{Bits: 1}
	}
	return Value{}
}

// Vector returns the vector in v, or nil.
func (v Value) Vector() *Vector {
	x, _ := v.Ref.(*Vector)
	return x
}

// MemRef returns the memref in v, or nil.
func (v Value) MemRef() *MemRef {
	x, _ := v.Ref.(*MemRef)
	return x
}

// Strides returns the row-major strides of a shape in elements.
func Strides(shape []int64) []int64 {
	s := make([]int64, len(shape))
	step := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		s[d] = step
		step *= shape[d]
	}
	return s
}

// Width returns the width in bits of a scalar type; 64 for index, both parts for complex
// numbers.
func Width(t ir.Type) int {
	switch t := t.(type) {
	case *ir.FloatType:
		return t.Kind.Bits
	case *ir.ComplexType:
		return 2 * Width(t.Elem)
	}
	return ir.IntWidth(t)
}

// Truncate cuts bits to the width of a type.
func Truncate(t ir.Type, bits uint64) uint64 {
	return bits & (1<<Width(t) - 1)
}

// truncateNumber cuts bits that were read from memory to the width of a type; symbols are unchanged.
func truncateNumber(t ir.Type, bits uint64) uint64 {
	if IsSymbol(bits) {
		return bits
	}
	return Truncate(t, bits)
}

// Signed returns the bits of an integer type as a signed number.
func Signed(t ir.Type, bits uint64) int64 {
	up := 64 - Width(t)
	return int64(bits<<up) >> up
}

// FormatScalar renders raw bits as MLIR would print the constant.
func FormatScalar(t ir.Type, bits uint64) string {
	switch t := t.(type) {
	case *ir.FloatType:
		return string(num.FloatFromBits(t.Kind, 0, bits).AppendText(nil))
	case *ir.IntegerType:
		if t.Width == 1 {
			return fmt.Sprint(bits != 0)
		}
		if t.Signedness == ir.Unsigned {
			return fmt.Sprint(bits)
		}
	}
	return fmt.Sprint(Signed(t, bits))
}

// formatNumber renders a scalar that is not poison.
func formatNumber(t ir.Type, v Value) string {
	if c, ok := t.(*ir.ComplexType); ok {
		raw := v.AsInt(t).AppendBytes(nil)
		half := len(raw) / 2
		return "(" + formatNumber(c.Elem, packed(c.Elem, raw[:half])) + ", " + formatNumber(c.Elem, packed(c.Elem, raw[half:])) + ")"
	}
	if n, ok := v.Ref.(num.Int); ok {
		if i := t.(*ir.IntegerType); i.Signedness == ir.Unsigned {
			return string(n.AppendUnsigned(nil))
		}
		return n.String()
	}
	if f, ok := t.(*ir.FloatType); ok {
		return formatFloat(f, v.Bits)
	}
	return FormatScalar(t, v.Bits)
}

// formatFloat renders a float for readers: numbers of a list have one style, the style that MLIR uses for numbers that six digits
// after the point distinguish from their neighbours. MLIR writes other numbers in other styles or as bits; here they have as many
// digits as they need. Infinities and NaNs are written as bits, which distinguish one NaN from another.
func formatFloat(t *ir.FloatType, bits uint64) string {
	f := num.FloatFromBits(t.Kind, 0, bits)
	text := f.String()
	if strings.ContainsRune(text, 'e') || t.Kind.Precision() > num.F64.Precision() {
		return text
	}
	x, size := f.Float64(), 64
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return text
	}
	if t.Kind.Precision() <= num.F32.Precision() {
		size = 32
	}
	text = strconv.FormatFloat(x, 'e', 6, size)
	if back, err := strconv.ParseFloat(text, size); err == nil && back == x {
		return text
	}
	return strconv.FormatFloat(x, 'e', -1, size)
}

// Format renders a value of a type: scalars as numbers, vectors and memrefs as nested
// lists, undefined elements as "undef".
func Format(t ir.Type, v Value) string {
	if v.IsPoison() {
		return "poison"
	}
	x := v.Vector()
	if m := v.MemRef(); m != nil {
		x = m.Elements()
	}
	if x == nil {
		return formatNumber(t, v)
	}
	var b strings.Builder
	formatNested(&b, x.Shape, 0, math.MaxInt, func(i int64) string {
		if x.IsUndef(int(i)) {
			return "undef"
		}
		return formatNumber(x.Elem, x.At(int(i)))
	})
	return b.String()
}

// formatNested writes the elements of a row-major array as nested lists, until the text
// has at least the given number of bytes.
func formatNested(b *strings.Builder, shape []int64, first int64, most int, elem func(int64) string) {
	if len(shape) == 0 {
		b.WriteString(elem(first))
		return
	}
	step := int64(1)
	for _, n := range shape[1:] {
		step *= n
	}
	b.WriteByte('[')
	for i := range shape[0] {
		if b.Len() >= most {
			return
		}
		if i > 0 {
			b.WriteString(", ")
		}
		formatNested(b, shape[1:], first+i*step, most, elem)
	}
	b.WriteByte(']')
}

// FormatArray renders packed little-endian elements as nested lists; elements that were
// never written are "undef".
func FormatArray(shape []int64, elem ir.Type, data []byte, written []bool) string {
	return FormatStart(shape, elem, data, written, math.MaxInt)
}

// FormatStart is FormatArray, but stops soon after the given number of bytes of text.
func FormatStart(shape []int64, elem ir.Type, data []byte, written []bool, most int) string {
	var b strings.Builder
	size := int64(ElementBytes(elem))
	formatNested(&b, shape, 0, most, func(i int64) string {
		if !written[i] {
			return "undef"
		}
		return formatNumber(elem, packed(elem, data[i*size:(i+1)*size]))
	})
	return b.String()
}

// packed returns the number of packed little-endian bytes.
func packed(t ir.Type, raw []byte) Value {
	if IsWide(t) {
		return IntValue(num.IntFromBytes(Width(t), raw))
	}
	return Int(RawBits(raw))
}

// ValueOf returns the value of a constant attribute.
func ValueOf(a ir.Attribute) (Value, error) {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return IntValue(a.Value), nil
	case *ir.FloatAttr:
		return Int(FloatBits(a.Value)), nil
	case *ir.DenseAttr:
		if a.Strings != nil {
			return Value{}, diag.Errorf("unsupported", "cannot execute with a constant of strings")
		}
		out := VectorLike(a.ShapedType())
		for i := range out.Wide {
			out.Wide[i] = num.IntFromBytes(Width(out.Elem), a.Element(i))
		}
		for i := range out.Len() {
			if out.Wide != nil {
				break
			}
			out.SetBits(i, Truncate(out.Elem, RawBits(a.Element(i))))
		}
		return Value{Ref: out}, nil
	}
	return Value{}, diag.Errorf("unsupported", "cannot execute with the constant %s", a)
}

// ErrPoison reports that the behaviour of the program depends on poison.
var ErrPoison = diag.Errorf("poison", "behaviour depends on a poison value")

// RawBits reads a little-endian number of at most 8 bytes.
func RawBits(raw []byte) (bits uint64) {
	for k := len(raw) - 1; k >= 0; k-- {
		bits = bits<<8 | uint64(raw[k])
	}
	return bits
}
