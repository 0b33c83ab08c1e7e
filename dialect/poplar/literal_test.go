package poplar_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/parser"
)

// TestLiterals: numbers written without a type have the type of the field.
func TestLiterals(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(poplar.Dialect)
	for _, x := range []struct {
		elem scalar.Type
		text string
		bits []uint64 // nil: refused
	}{
		{scalar.UChar, "255", []uint64{255}},
		{scalar.UChar, "256", nil},
		{scalar.UChar, "-1", nil},
		{scalar.SChar, "-128", []uint64{128}},
		{scalar.SChar, "128", nil},
		{scalar.UInt, "4294967295", []uint64{1<<32 - 1}},
		{scalar.LongLong, "-1", []uint64{1<<64 - 1}},
		{scalar.ULongLong, "9223372036854775807", []uint64{1<<63 - 1}},
		{scalar.Bool, "1", []uint64{1}},
		{scalar.Bool, "2", nil},
		{scalar.Half, "1.5", []uint64{0x3e00}},
		{scalar.Float, "0.1", []uint64{0x3dcccccd}},
		{scalar.Float, "2", []uint64{0x40000000}},
		{scalar.Float, "16777217", nil},
		{scalar.Float, "9223372036854775807", nil},
		{scalar.Half, "-2048", []uint64{0xe800}},
		{scalar.Half, "2049", nil},
		{scalar.Half, "65536", nil},
		{scalar.Float, "1 : i32", nil},
		{scalar.Int, "1.0", nil},
		{scalar.Int, "1 : i32", nil},
	} {
		a, err := parser.ParseAttr(c, x.text, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		bits, err := poplar.FieldValues(vertex.FieldType{Kind: vertex.ScalarField, Elem: x.elem}, a)
		if (err != nil) != (x.bits == nil) || !slices.Equal(bits, x.bits) {
			t.Errorf("%v %s: got %#x, %v", x.elem, x.text, bits, err)
		}
	}
}

// TestTypePositions: errors in a type are reported at the faulty part.
func TestTypePositions(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(poplar.Dialect)
	for text, column := range map[string]int{
		"!poplar.param<T.x>":           16,
		"!poplar.param<$T.x>":          17,
		"!poplar.in<vec<f32, NO_PTR>>": 21,
	} {
		var ds ir.Diagnostics
		if _, err := parser.ParseType(c, text, &ds); err == nil || !strings.HasPrefix(ds.String(), fmt.Sprintf("%s:1:%d: error: ", text, column)) {
			t.Errorf("%s: %s", text, ds.String())
		}
	}
}
