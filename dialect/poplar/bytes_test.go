package poplar_test

import (
	"fmt"
	"testing"

	"optc/dialect/poplar"
)

// TestParseBytes: a byte is two hexadecimal digits of either case, or -- if it is not
// written.
func TestParseBytes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                  "[] [] true",
		"00 09 0a 0f 90 a0": "[0 9 10 15 144 160] [true true true true true true] true",
		"f0 AF Fa 0A 0F":    "[240 175 250 10 15] [true true true true true] true",
		" --  01\n-- ":      "[0 1 0] [false true false] true",
		"0":                 "[] [] false",
		"000":               "[] [] false",
		"0g":                "[] [] false",
		"g0":                "[] [] false",
		"0G":                "[] [] false",
		"0@":                "[] [] false",
		"0`":                "[] [] false",
		"0/":                "[] [] false",
		"0:":                "[] [] false",
		"- -":               "[] [] false",
		"00 0-":             "[] [] false",
	} {
		bytes, written, ok := poplar.ParseBytes(text)
		if got := fmt.Sprint(bytes, written, ok); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
