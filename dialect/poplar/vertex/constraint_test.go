package vertex

import (
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/targettest"
)

func TestParseConstraint(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"elem(*a) != elem(*b)":                   "elem(*a) != elem(*b)",
		"elem( **rows )!=elem(*out)":             "elem(**rows) != elem(*out)",
		"region(*s) != region(**metaInfo)":       "region(*s) != region(**metaInfo)",
		" elem ( * * in )\n!= elem(*out_Field2)": "elem(**in) != elem(*out_Field2)",
		"elem(*a) != elem(**a)":                  "elem(*a) != elem(**a)",
	} {
		c, err := ParseConstraint(text)
		if err != nil || c.String() != want {
			t.Errorf("%q: %q, error %v; want %q", text, c, err, want)
		}
		if again, err := ParseConstraint(want); err != nil || again != c {
			t.Errorf("%q: canonical text reads as %+v, error %v", want, again, err)
		}
	}
}

func TestConstraintErrors(t *testing.T) {
	t.Parallel()
	fields := []Field{
		{"in", fieldType(t, "Vector<Input<Vector<half>>>")},
		{"out", fieldType(t, "Output<Vector<half>>")},
		{"n", fieldType(t, "unsigned short")},
	}
	for text, want := range map[string]string{
		"elem(*in) != region(*out)":     "expected elem on both sides of constraint, found elem and region [constraint-kind]",
		"bank(*in) != bank(*out)":       "expected elem or region in constraint, found 'bank' [constraint-kind]",
		"regoin(*in) != region(*out)":   "expected elem or region in constraint, found 'regoin'; did you mean 'region'? [constraint-kind]",
		"elem(***in) != elem(*out)":     "expected at most 2 '*' before 'in' in constraint, found 3 [constraint-depth]",
		"elem(**in) != elem(**out)":     "expected at most 1 '*' before 'out' in constraint, found 2 [constraint-depth]; out is a vector edge: Output<Vector<half>>",
		"elem(*in) != elem(*n)":         "expected at most 0 '*' before 'n' in constraint, found 1 [constraint-depth]",
		"elem(*in) == elem(*out)":       "expected '!=' in constraint, found '==' [constraint-op]",
		"elem(*out) != elem(*out)":      "expected two different terms in constraint, found *out twice [constraint-self]",
		"elem(*inn) != elem(*out)":      "constraint names 'inn', which is no field; did you mean 'in'? [constraint-field]",
		"elem(in) != elem(*out)":        "expected '*' in constraint, found 'in' [constraint-parse]; at byte 5 of 'elem(in) != elem(*out)'",
		"elem(*in) elem(*out)":          "expected a comparison in constraint, found 'elem' [constraint-parse]",
		"elem(*in) != elem(*out":        "expected ')' in constraint, found the end [constraint-parse]",
		"elem(*in) != elem(*out) extra": "unexpected 'extra' in constraint [constraint-parse]",
		"elem(*in) != regon(*out)":      "expected elem or region in constraint, found 'regon'; did you mean 'region'? [constraint-kind]",
		"":                              "expected elem or region in constraint, found the end [constraint-parse]",
	} {
		c, err := ParseConstraint(text)
		if err == nil {
			err = c.Check(fields)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

// What the stars of a constraint mean.
func TestConstraintSubject(t *testing.T) {
	t.Parallel()
	fields := []Field{
		{"scalar", fieldType(t, "Input<float>")},
		{"vector", fieldType(t, "Input<Vector<float>>")},
		{"plain", fieldType(t, "Vector<float>")},
		{"nested", fieldType(t, "Vector<Input<Vector<float>>>")},
		{"edges", fieldType(t, "Vector<Input<float>>")},
		{"list", fieldType(t, "Input<VectorList<float, DELTANELEMENTS>>")},
		{"array", fieldType(t, "short[3]")},
	}
	for _, c := range []struct {
		stars int
		field string
		want  Subject
		code  string
	}{
		{1, "scalar", Subject{0, false}, ""},
		{2, "scalar", Subject{}, "constraint-depth"},
		{1, "vector", Subject{1, false}, ""},
		{1, "plain", Subject{2, false}, ""},
		{1, "nested", Subject{3, true}, ""},
		{2, "nested", Subject{3, false}, ""},
		{1, "edges", Subject{4, true}, ""},
		{2, "edges", Subject{4, false}, ""},
		{1, "list", Subject{5, true}, ""},
		{2, "list", Subject{5, false}, ""},
		{1, "array", Subject{}, "constraint-depth"},
		{1, "other", Subject{}, "constraint-field"},
	} {
		got, err := Term{c.stars, c.field}.Subject(fields)
		if got != c.want || diag.CodeOf(err) != c.code {
			t.Errorf("%d stars, %s: %+v, error %v; want %+v, %q", c.stars, c.field, got, err, c.want, c.code)
		}
	}
}

func TestConstraintHolds(t *testing.T) {
	t.Parallel()
	tg := targettest.New(t, "ipu1")
	one := func(lo, hi uint64) []ByteRange { return []ByteRange{Extent{lo, (hi - lo) / 2}.Bytes(2), {hi &^ 1, hi}} }
	for _, c := range []struct {
		kind ConstraintKind
		a, b []ByteRange
		want bool
	}{
		{DifferentElements, one(0x40000, 0x41000), one(0x41000, 0x42000), false},
		{DifferentElements, one(0x40000, 0x44000), one(0x44000, 0x45000), true},
		{DifferentElements, one(0x40000, 0x44001), one(0x44100, 0x45000), false},
		{DifferentElements, one(0x60000, 0x60008), one(0x67FF8, 0x68000), false}, // one interleaved group
		{DifferentElements, one(0x60000, 0x60008), one(0x68000, 0x68008), true},
		{DifferentElements, []ByteRange{{0x40000, 0x40004}, {0x4C000, 0x4C004}}, []ByteRange{{0x44000, 0x44004}, {0x4C800, 0x4C804}}, false},
		{DifferentElements, nil, one(0x40000, 0x80000), true},
		{DifferentRegions, one(0x40000, 0x41000), one(0x60000, 0x61000), true},
		{DifferentRegions, one(0x40000, 0x41000), one(0x42000, 0x43000), false},
		{DifferentRegions, one(0x60000, 0x61000), one(0x62000, 0x63000), false},
		{DifferentRegions, one(0x5F000, 0x61000), one(0x62000, 0x63000), false}, // both contain a part of region a
		{DifferentRegions, one(0x5F000, 0x60000), one(0x60000, 0x63000), true},
		{DifferentRegions, one(0x5F000, 0x61000), nil, false},
		{DifferentRegions, one(0x60000, 0x61000), nil, true},
		{DifferentRegions, []ByteRange{{0x40000, 0x40004}, {0x60000, 0x60004}}, nil, false},
		{DifferentRegions, one(0x40000, 0x41000), []ByteRange{{0x50000, 0x50000}}, true},
	} {
		if got := c.kind.Holds(&tg, c.a, c.b); got != c.want {
			t.Errorf("%s(%x) != %s(%x): %v, want %v", c.kind, c.a, c.kind, c.b, got, c.want)
		}
		if got := c.kind.Holds(&tg, c.b, c.a); got != c.want {
			t.Errorf("%s is not symmetric for %x and %x", c.kind, c.a, c.b)
		}
	}
}
