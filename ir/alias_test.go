package ir

import "testing"

// Names are printed after % and after # or !. An alias must not end with a digit, because
// digits are appended to make it unique.
func TestSanitizeName(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, alias string }{
		{"x", "x", "x"},
		{"$a_b-c", "$a_b-c", "$a_b-c"},
		{"a.b", "a.b", "a2Eb"},
		{"x7", "x7", "x7_"},
		{"7x", "_7x", "_7x"},
		{"7", "_7", "_7"},
		{"na me", "na_me", "na_me"},
		{" a1", "_a1", "_a1_"},
		{"+a", "_2Ba", "_2Ba"},
		{"a+", "a2B", "a2B"},
		{"é", "_C3A9", "_C3A9"},
		{"\n", "_A", "_A"},
	} {
		if value, alias := sanitizeName(c.name, "$._-", true), sanitizeName(c.name, "$_-", false); value != c.value || alias != c.alias {
			t.Errorf("%q: got %q and %q, want %q and %q", c.name, value, alias, c.value, c.alias)
		}
	}
}

// sameTypesAndAttrs compares the types of operands and results and the attributes of two
// operations of the same kind; absent operands have no type.
func TestSameTypesAndAttrs(t *testing.T) {
	t.Parallel()
	b := newToy()
	use := func(xs ...*Value) *Operation { return b.Op(Kind("toy.use"), xs, nil) }
	noted := use(b.arg())
	noted.SetAttr("note", b.Context().Unit())
	missing := use(b.arg())
	missing.OpOperand(0).Set(nil)
	one := b.c(1)
	for name, test := range map[string]struct {
		a, b *Operation
		want bool
	}{
		"other operand":   {use(b.arg()), use(one), true},
		"no operands":     {use(), use(), true},
		"more operands":   {use(b.arg()), use(b.arg(), b.arg()), false},
		"attribute":       {use(b.arg()), noted, false},
		"property":        {one.DefiningOp(), b.c(2).DefiningOp(), false},
		"missing operand": {use(b.arg()), missing, false},
	} {
		if sameTypesAndAttrs(test.a, test.b) != test.want || sameTypesAndAttrs(test.b, test.a) != test.want {
			t.Errorf("%s: want %v", name, test.want)
		}
	}
}
