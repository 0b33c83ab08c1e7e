package ir

import "testing"

// Names are what the printer puts after % and after # or !: an alias must not end with
// a digit, for digits are added to make it unique.
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
