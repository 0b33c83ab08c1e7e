package ir_test

import (
	"testing"

	"optc/ir"
)

// TestSetting: contexts have separate values, and settings of the same type are
// distinguished.
func TestSetting(t *testing.T) {
	t.Parallel()
	width, height := ir.NewSetting(8), ir.NewSetting(8)
	one, other := ir.NewContext(), ir.NewContext()
	width.Set(one, 1)
	width.Set(one, 2)
	if w, h := width.Of(one), height.Of(one); w != 2 || h != 8 {
		t.Errorf("set in this context: %d and %d", w, h)
	}
	if w := width.Of(other); w != 8 {
		t.Errorf("set in another context: %d", w)
	}
}
