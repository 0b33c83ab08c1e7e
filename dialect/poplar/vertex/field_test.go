package vertex

import (
	"strings"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// C++ spelling, canonical C++ spelling, IR spelling.
func TestFieldTypeSpellings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ cpp, canonical, ir string }{
		{"Input<Vector<half, VectorLayout::ONE_PTR, 8>>", "Input<Vector<half, ONE_PTR, 8>>", "!poplar.in<vec<f16, ONE_PTR, align 8>>"},
		{"Output<Vector<float>>", "", "!poplar.out<vec<f32>>"},
		{"Output<Vector<float, SPAN, 1, false>>", "Output<Vector<float>>", "!poplar.out<vec<f32>>"},
		{"Vector<InOut<Vector<float, SHORT_SPAN, 8, true>>, ONE_PTR>", "", "!poplar.vec<inout<vec<f32, SHORT_SPAN, align 8, interleaved>>, ONE_PTR>"},
		{"Input<VectorList<unsigned short, COMPACT_DELTAN>>", "", "!poplar.in<vec_list<ui16, COMPACT_DELTAN>>"},
		{"poplar::Input< ::poplar::VectorList<half, poplar::VectorListLayout::DELTAN, 4> >", "Input<VectorList<half, DELTAN, 4>>", "!poplar.in<vec_list<f16, DELTAN, align 4>>"},
		{"Input<float>", "", "!poplar.in<f32>"},
		{"Vector<Input<float>, ONE_PTR>", "", "!poplar.vec<in<f32>, ONE_PTR>"},
		{"Vector<unsigned, ONE_PTR>", "Vector<unsigned int, ONE_PTR>", "!poplar.vec<ui32, ONE_PTR>"},
		{"const unsigned short", "unsigned short", "ui16"},
		{"bool", "", "i1"},
		{"enum popops::Operation", "int", "si32"},
		{"quarter", "", "!poplar.quarter"},
		{"unsigned long", "", "!poplar.ulong"},
		{"unsigned short[3]", "", "!poplar.array<3 x ui16>"},
		{"Input<Vector<half, SPAN, 1, true>>", "", "!poplar.in<vec<f16, interleaved>>"},
		{"Input<Vector<half, SCALED_PTR64, 8>>", "", "!poplar.in<vec<f16, SCALED_PTR64, align 8>>"},
		{"Input<Vector<half, SCALED_PTR64>>", "", "!poplar.in<vec<f16, SCALED_PTR64>>"},
		{"Input<Vector<half, SCALED_PTR64, 1>>", "", "!poplar.in<vec<f16, SCALED_PTR64, align 1>>"},
		{"Input<Vector<half, SPAN, 8>>", "", "!poplar.in<vec<f16, align 8>>"},
	} {
		f, err := ParseFieldType(c.cpp)
		if err != nil {
			t.Errorf("%s: %v", c.cpp, err)
			continue
		}
		want := c.canonical
		if want == "" {
			want = c.cpp
		}
		if f.String() != want || f.IR() != c.ir {
			t.Errorf("%s: spelled %s, %s; want %s, %s", c.cpp, f, f.IR(), want, c.ir)
		}
		if again, err := ParseFieldType(f.String()); err != nil || again != f {
			t.Errorf("%s: canonical spelling reads as %+v, error %v; want %+v", c.cpp, again, err, f)
		}
	}
}

func TestFieldTypeErrors(t *testing.T) {
	t.Parallel()
	for cpp, want := range map[string]string{
		"Inptu<Vector<half>>":                        "unknown field template 'Inptu'; did you mean 'Input'? [type-parse]",
		"Input<Vector<haf>>":                         "unknown element type 'haf'; did you mean 'half'? [elem-unknown]",
		"Input<Vector<f16>>":                         "unknown element type 'f16'; did you mean 'half'? [elem-unknown]",
		"Input<Vector<half, ONEPTR>>":                "unknown vector layout 'ONEPTR'; did you mean 'ONE_PTR'? [layout-unknown]",
		"Input<VectorList<half, DELTA>>":             "unknown vector list layout 'DELTA'; did you mean 'DELTAN'? [layout-unknown]",
		"Input<VectorList<half>>":                    "VectorList needs a layout argument [type-parse]",
		"Vector<Input<Vector<Input<Vector<half>>>>>": "vectors nest at most two levels [nest-depth]; inner type is Vector<Input<Vector<half>>>",
		"Vector<Vector<Input<half>>>":                "vectors nest at most two levels [nest-depth]; inner type is Vector<Input<half>>",
		"Vector<Vector<Input<Vector<half>>>>":        "vectors nest at most two levels [nest-depth]",
		"Vector<Input<VectorList<half, DELTAN>>>":    "vectors nest at most two levels [nest-depth]",
		"Vector<Vector<half>>":                       "Vector takes a scalar, or an edge to a scalar or Vector, but got plain vector [field-type]",
		"Input<Input<half>>":                         "Input takes a scalar, a Vector or a VectorList, but got scalar edge [field-type]",
		"VectorList<half, DELTAN>":                   "expected Input, Output or InOut of VectorList<half, DELTAN> [field-type]",
		"Input<half>[3]":                             "an array takes a scalar, but got scalar edge [field-type]",
		"half[0]":                                    "expected an array of 1 to 16777216 elements, but got 0 [field-type]",
		"Input<Vector<half, SPAN, 0>>":               "alignment 0 is not a power of two [bad-align]",
		"Input<Vector<half, SPAN, x>>":               "expected an alignment, found 'x' [type-parse]",
		"Input<Vector<half, SPAN, 8, maybe>>":        "expected true or false, found 'maybe' [type-parse]",
		"Input<Vector<half, SPAN, 8, true, 1>>":      "Vector takes at most 4 template arguments, but got 5 [type-parse]",
		"Input<half, half>":                          "Input takes at most 1 template arguments, but got 2 [type-parse]",
		"Input<>":                                    "Input needs a type argument [type-parse]",
		"Input<3>":                                   "expected a type, found '3' [field-type]",
		"float *":                                    "expected a type, found 'float*' [field-type]",
		"float half":                                 "expected one type, found 'float half' [type-parse]",
		"":                                           "expected a type in field type, found the end [type-parse]; at byte 0 of ''",
		"Input<half":                                 "expected '>' in field type, found the end [type-parse]",
		"Input<Vector<half, 3>>":                     "expected a layout, found '3' [type-parse]",
		"Input<VectorList<Input<half>, DELTAN>>":     "VectorList takes a scalar, but got scalar edge [field-type]",
		"half[99999999999]":                          "expected a number below 2^31, found '99999999999' [type-parse]",
		"half[16777217]":                             "expected an array of 1 to 16777216 elements, but got 16777217 [field-type]",
		"half[3x]":                                   "expected an integer of at most 64 bits, found '3x' [name-parse]",
		"Input<Vector<half, SPAN, 99999999999>>":     "expected a number below 2^31, found '99999999999' [type-parse]",
		"Input<Vector<half, SPAN, 0xfffffffffff>>":   "expected a number below 2^31, found '0xfffffffffff' [type-parse]",
		"Input<a::b<int> float>":                     "expected one type, found 'a::b<…> float' [type-parse]",
		"char char":                                  "expected one type, found 'char char' [type-parse]",
		"long char":                                  "expected one type, found 'long char' [type-parse]",
		"Vector<float, SPAN>*":                       "expected a type, found 'Vector<…>*' [field-type]",
	} {
		_, err := ParseFieldType(cpp)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s:\n got %v\nwant %s", cpp, err, want)
		}
	}
}

// TestFieldKindNames: every kind has a different name, and other values have none.
func TestFieldKindNames(t *testing.T) {
	t.Parallel()
	names := map[string]bool{}
	for k := ScalarField; k <= listData; k++ {
		names[k.String()] = true
	}
	if n := int(listData); len(names) != n || names["<no field>"] || names[""] {
		t.Errorf("%d kinds have the names %v", n, names)
	}
	for _, k := range []FieldKind{0, listData + 1, 255} {
		if k.String() != "<no field>" {
			t.Errorf("kind %d is %q", k, k.String())
		}
	}
}

func TestDirections(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		dir           Direction
		reads, writes bool
	}{{NoDirection, false, false}, {In, true, false}, {Out, false, true}, {InOut, true, true}} {
		if c.dir.Reads() != c.reads || c.dir.Writes() != c.writes {
			t.Errorf("%q: reads %v, writes %v", c.dir, c.dir.Reads(), c.dir.Writes())
		}
	}
}

// An alignment of 1 byte is none.
func TestListAlignment(t *testing.T) {
	t.Parallel()
	none, err := Scalar(scalar.Half).List(ListParams{Layout: target.CompactDeltaN})
	if err != nil {
		t.Fatal(err)
	}
	for align, same := range map[int]bool{0: true, 1: true, 2: false, 4: false} {
		got, err := Scalar(scalar.Half).List(ListParams{Layout: target.CompactDeltaN, MinAlign: align})
		if err != nil || (got == none) != same {
			t.Errorf("aligned to %d: %v, %v", align, got, err)
		}
	}
}

// TestIsCompact: a layout that the target chooses may occur at each level of a type.
func TestIsCompact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"unsigned short": false, "Input<float>": false, "Vector<half>": false, "Input<Vector<half, ONE_PTR>>": false, "Input<Vector<half, COMPACT_PTR>>": true,
		"Vector<Input<Vector<half, COMPACT_PTR>>, ONE_PTR>": true, "Vector<Input<Vector<half, ONE_PTR>>, COMPACT_PTR>": true, "Vector<Input<Vector<half, ONE_PTR>>, SPAN>": false,
		"Vector<Input<half>, COMPACT_PTR>": true, "Vector<Input<half>, ONE_PTR>": false,
		"Input<VectorList<half, DELTAN>>": false, "Input<VectorList<half, DELTANELEMENTS>>": false, "Input<VectorList<half, COMPACT_DELTAN>>": true,
	} {
		f, err := ParseFieldType(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if f.IsCompact() != want {
			t.Errorf("%s: compact is %v", text, !want)
		}
	}
}
