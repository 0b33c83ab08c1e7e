package cpp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"optc/dialect/gpu"
	"optc/ir"
	"optc/num"
)

// elementType returns the C++ type of elements in arrays and in memory.
func (w *writer) elementType(op *ir.Operation, t ir.Type) string {
	name := typeName(t)
	if name == "" {
		w.refuse(op, "there are no numbers of type '%s'", t)
		return "int32_t"
	}
	return name
}

// typeName returns the C++ name of a numeric type, or "".
func typeName(t ir.Type) string {
	if ir.IsType[*ir.IndexType](t) {
		return "int64_t"
	}
	if f, ok := t.(*ir.FloatType); ok {
		switch f.Kind {
		case num.F64:
			return "double"
		case num.F32:
			return "float"
		case num.F16:
			return "f16"
		case num.BF16:
			return "bf16"
		}
		return ""
	}
	switch n := ir.IntWidth(t); n {
	case 1:
		return "bool"
	case 8, 16, 32, 64:
		return fmt.Sprintf("int%d_t", n)
	}
	return ""
}

// typeOf returns the type of the variable of a scalar: an index whose values are known to fit is an
// int.
func (w *writer) typeOf(v *ir.Value) string {
	t := ir.ElementOrSelf(v.Type())
	if ir.IsType[*ir.IndexType](t) && w.fits(v) {
		return "int"
	}
	return w.elementType(w.at, t)
}

// fits reports whether an index is known to fit into an int.
func (w *writer) fits(v *ir.Value) bool {
	if n, ok := ir.ConstantInt(v); ok {
		return fitsInt(n.Int64())
	}
	if ir.IsType[*ir.VectorType](v.Type()) {
		return false
	}
	if v.DefiningOp() != nil && ir.IsAny(v.DefiningOp(), gpu.ThreadIDOp{}, gpu.LaneIDOp{}, gpu.SubgroupIDOp{}) {
		return true
	}
	r, ok := w.ranges.Known(v)
	return ok && fitsInt(r.Lo) && fitsInt(r.Hi)
}

// most returns the largest value that an integer is known to have.
func (w *writer) most(v *ir.Value) (int64, bool) {
	if n, ok := ir.ConstantInt(v); ok {
		return n.Int64(), true
	}
	r, ok := w.ranges.Known(v)
	return r.Hi, ok
}

func fitsInt(n int64) bool { return math.MinInt32 <= n && n <= math.MaxInt32 }

// isNatural reports whether an integer is known not to be negative.
func (w *writer) isNatural(v *ir.Value) bool {
	if v.DefiningOp() != nil && ir.IsAny(v.DefiningOp(), gpu.ThreadIDOp{}, gpu.LaneIDOp{}, gpu.SubgroupIDOp{}) {
		return true
	}
	if n, ok := ir.ConstantInt(v); ok {
		return !n.IsNegative()
	}
	r, ok := w.ranges.Known(v)
	return ok && r.Lo >= 0
}

// unsigned returns the unsigned type of the width of a type.
func unsigned(t ir.Type) string {
	if n := ir.IntWidth(t); n > 0 {
		return fmt.Sprintf("uint%d_t", n)
	}
	return "uint64_t"
}

// literal returns the number of an attribute.
func (w *writer) literal(a ir.Attribute, t ir.Type) expr {
	if f, ok := ir.FloatOf(a); ok {
		return floatLiteral(f)
	}
	n, ok := ir.IntOf(a)
	width := ir.IntWidth(t)
	if isIndex(t) {
		width = 0
	}
	switch {
	case !ok:
		w.refuse(w.at, "the constant '%s' is no number", a)
		return word("0")
	case width == 1:
		return word(strconv.FormatBool(!n.IsZero()))
	case width == 32 || width == 0 && math.MinInt32 < n.Int64() && n.Int64() <= math.MaxInt32:
		if n.Int64() == math.MinInt32 {
			return word("INT32_MIN")
		}
		return integer(n.Int64())
	case width == 0 || n.Int64() == math.MinInt64:
		return word(fmt.Sprintf("int64_t(%#xull)", uint64(n.Int64())))
	default:
		return word(fmt.Sprintf("int%d_t(%d)", width, n.Int64()))
	}
}

// integer returns an integer as an expression.
func integer(n int64) expr {
	if n < 0 {
		return expr{fmt.Sprint(n), precUnary}
	}
	return word(fmt.Sprint(n))
}

// floatLiteral returns a float so that it is read back exactly.
func floatLiteral(f num.Float) expr {
	bits := map[*num.FloatKind]string{num.F64: "double", num.F32: "float", num.F16: "f16", num.BF16: "bf16"}[f.Kind]
	_, raw := f.Bits()
	if !f.IsFinite() || f.IsZero() && f.IsNegative() {
		switch {
		case f.IsInf() && !f.IsNegative() && f.Kind == num.F32:
			return word("INFINITY")
		case f.IsInf() && f.Kind == num.F32:
			return expr{"-INFINITY", precUnary}
		}
		integers := map[*num.FloatKind]int{num.F64: 64, num.F32: 32, num.F16: 16, num.BF16: 16}[f.Kind]
		return word(fmt.Sprintf("bits<%s>(uint%d_t(%#x))", bits, integers, raw))
	}
	digits := 32
	if f.Kind == num.F64 {
		digits = 64
	}
	text := strconv.FormatFloat(f.Float64(), 'g', -1, digits)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	switch f.Kind {
	case num.F64:
	case num.F32:
		text += "f"
	default:
		return word(fmt.Sprintf("%s(%sf)", bits, text))
	}
	if f.IsNegative() {
		return expr{text, precUnary}
	}
	return word(text)
}
