package vertex

import (
	"strings"
	"testing"

	"optc/diag"
	"optc/internal/testing/targettest"
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

// The meaning of the stars of a constraint.
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
		{stars: 1, field: "scalar", want: Subject{0, false}},
		{stars: 2, field: "scalar", want: Subject{}, code: "constraint-depth"},
		{stars: 1, field: "vector", want: Subject{1, false}},
		{stars: 1, field: "plain", want: Subject{2, false}},
		{stars: 1, field: "nested", want: Subject{3, true}},
		{stars: 2, field: "nested", want: Subject{3, false}},
		{stars: 1, field: "edges", want: Subject{4, true}},
		{stars: 2, field: "edges", want: Subject{4, false}},
		{stars: 1, field: "list", want: Subject{5, true}},
		{stars: 2, field: "list", want: Subject{5, false}},
		{stars: 1, field: "array", want: Subject{}, code: "constraint-depth"},
		{stars: 1, field: "other", want: Subject{}, code: "constraint-field"},
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
		{kind: DifferentElements, a: one(0x40000, 0x41000), b: one(0x41000, 0x42000)},
		{kind: DifferentElements, a: one(0x40000, 0x44000), b: one(0x44000, 0x45000), want: true},
		{kind: DifferentElements, a: one(0x40000, 0x44001), b: one(0x44100, 0x45000)},
		{kind: DifferentElements, a: one(0x60000, 0x60008), b: one(0x67FF8, 0x68000)}, // one interleaved group
		{kind: DifferentElements, a: one(0x60000, 0x60008), b: one(0x68000, 0x68008), want: true},
		{kind: DifferentElements, a: []ByteRange{{0x40000, 0x40004}, {0x4C000, 0x4C004}},
			b: []ByteRange{{0x44000, 0x44004}, {0x4C800, 0x4C804}}},
		{kind: DifferentElements, b: one(0x40000, 0x80000), want: true},
		{kind: DifferentRegions, a: one(0x40000, 0x41000), b: one(0x60000, 0x61000), want: true},
		{kind: DifferentRegions, a: one(0x40000, 0x41000), b: one(0x42000, 0x43000)},
		{kind: DifferentRegions, a: one(0x60000, 0x61000), b: one(0x62000, 0x63000)},
		{kind: DifferentRegions, a: one(0x5F000, 0x61000), b: one(0x62000, 0x63000)}, // both contain a part of region a
		{kind: DifferentRegions, a: one(0x5F000, 0x60000), b: one(0x60000, 0x63000), want: true},
		{kind: DifferentRegions, a: one(0x5F000, 0x61000)},
		{kind: DifferentRegions, a: one(0x60000, 0x61000), want: true},
		{kind: DifferentRegions, a: []ByteRange{{0x40000, 0x40004}, {0x60000, 0x60004}}},
		{kind: DifferentRegions, a: one(0x40000, 0x41000), b: []ByteRange{{0x50000, 0x50000}}, want: true},
	} {
		if got := c.kind.Holds(&tg, c.a, c.b); got != c.want {
			t.Errorf("%s(%x) != %s(%x): %v, want %v", c.kind, c.a, c.kind, c.b, got, c.want)
		}
		if got := c.kind.Holds(&tg, c.b, c.a); got != c.want {
			t.Errorf("%s is not symmetric for %x and %x", c.kind, c.a, c.b)
		}
	}
}
