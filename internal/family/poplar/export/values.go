package export

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/ir"
	"optc/num"
)

// elemNames are the objects of poplar::Type (Poplar C++ API, Type.hpp).
var elemNames = map[scalar.Type]string{
	scalar.Bool: "BOOL", scalar.Char: "CHAR", scalar.SChar: "SIGNED_CHAR", scalar.UChar: "UNSIGNED_CHAR", scalar.Quarter: "QUARTER",
	scalar.Short: "SHORT", scalar.UShort: "UNSIGNED_SHORT", scalar.Half: "HALF", scalar.Int: "INT", scalar.UInt: "UNSIGNED_INT",
	scalar.Long: "LONG", scalar.ULong: "UNSIGNED_LONG", scalar.Float: "FLOAT", scalar.LongLong: "LONGLONG", scalar.ULongLong: "UNSIGNED_LONGLONG",
}

// hostType is the C++ type in which the host passes values of a type: a half is passed as a float.
func hostType(e scalar.Type) string {
	switch e {
	case scalar.Half:
		return "float"
	case scalar.UInt:
		return "unsigned"
	}
	return e.String()
}

// literal returns a number of a type, given by its bits.
func literal(e scalar.Type, bits uint64) string {
	shift := 64 - 8*e.Size()
	signed, unsigned := int64(bits)<<shift>>shift, bits<<shift>>shift
	switch e {
	case scalar.Float:
		return floatLiteral(float64(math.Float32frombits(uint32(bits))))
	case scalar.Half:
		return floatLiteral(num.FloatFromBytes(num.F16, binary.LittleEndian.AppendUint16(nil, uint16(bits))).Float64())
	case scalar.Bool:
		return strconv.FormatBool(unsigned != 0)
	case scalar.Char, scalar.SChar, scalar.Short:
		return strconv.FormatInt(signed, 10)
	case scalar.Int, scalar.Long, scalar.LongLong:
		suffix := map[scalar.Type]string{scalar.Long: "l", scalar.LongLong: "ll"}[e]
		if signed == math.MinInt64>>shift {
			return fmt.Sprintf("(%d%s - 1)", signed+1, suffix)
		}
		return strconv.FormatInt(signed, 10) + suffix
	}
	return strconv.FormatUint(unsigned, 10) + map[scalar.Type]string{scalar.UInt: "u", scalar.ULong: "ul", scalar.ULongLong: "ull"}[e]
}

func floatLiteral(x float64) string {
	switch {
	case math.IsNaN(x):
		return "NAN"
	case math.IsInf(x, 0):
		if x < 0 {
			return "-INFINITY"
		}
		return "INFINITY"
	}
	text := strconv.FormatFloat(x, 'g', -1, 32)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + "f"
}

// mostValues bounds the initial values of a variable that are written one by one.
const mostValues = 1 << 18

// elementsOf returns the numbers of the elements of a tensor, or of a single element if all are
// equal. The error codes are value-type and export-form.
func elementsOf(value ir.Attribute, t *poplar.TensorType) (list []string, splat bool, err error) {
	data, err := poplar.ElementBytes(value)
	if err != nil {
		return nil, false, err
	}
	size, n := t.Elem.Size(), graph.Product(t.Shape)
	have := int64(len(data) / size)
	if t.Elem == scalar.Quarter {
		return nil, false, diag.Errorf("export-form", "has no form in C++: the constant holds quarters, %s", whyQuarters)
	}
	if have > mostValues {
		return nil, false, diag.Errorf("export-form", "expected at most %d values, but the variable has %d", mostValues, have).
			Note("let a step copy them from an array of the host: poplar.copy_from_host")
	}
	for at := 0; at+size <= len(data); at += size {
		var word [8]byte
		copy(word[:], data[at:at+size])
		list = append(list, literal(t.Elem, binary.LittleEndian.Uint64(word[:])))
	}
	return list, have == 1 && n != 1, nil
}
