package values

import (
	"testing"

	"optc/dialect/poplar"
	"optc/dialect/poplar/scalar"
	"optc/ir"
)

// TestNumPyTypes: every scalar of poplar has a type in NumPy.
func TestNumPyTypes(t *testing.T) {
	t.Parallel()
	want := []string{"b1", "i1", "i1", "u1", "u1", "i2", "u2", "f2", "i4", "u4", "i4", "u4", "f4", "i8", "u8"}
	ctx := ir.NewContext()
	for i, e := range scalar.Types() {
		if got := numpyType(poplar.ValueType(ctx, e)); got != want[i] {
			t.Errorf("%s: got %s, want %s", e, got, want[i])
		}
	}
}
