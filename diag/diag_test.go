package diag_test

import (
	"fmt"
	"testing"

	"optc/diag"
)

func Example() {
	err := diag.Errorf("addr-align", "address %#x is not a multiple of %d", 0x60004, 8).
		Note("%#x mod 8 = 4", 0x60004)
	fmt.Println(err)
	fmt.Println(diag.CodeOf(fmt.Errorf("field lhs: %w", err)))
	// Output:
	// address 0x60004 is not a multiple of 8 [addr-align]; 0x60004 mod 8 = 4
	// addr-align
}

func TestSuggest(t *testing.T) {
	t.Parallel()
	known := []string{"canonicalize", "cse", "symbol-dce", "ipu1", "ipu21"}
	for name, want := range map[string]string{
		"canonicalise": "canonicalize",
		"ces":          "cse",
		"ipu3":         "ipu1",
		"CSE":          "cse",
		"cs":           "cse",
		"x":            "",
		"unrelated":    "",
		"":             "",
	} {
		if got := diag.Suggest(name, known); got != want {
			t.Errorf("Suggest(%q) = %q, want %q", name, got, want)
		}
	}
}
