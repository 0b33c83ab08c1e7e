package ireemap_test

import (
	"testing"

	"optc/dialect/iree/ireemap"
	"optc/ir"
	"optc/ir/affine"
)

// Operands that share an iterator must hold it in the same threads. Equal sizes are not
// enough.
func TestRecombineComparesStrides(t *testing.T) {
	t.Parallel()
	c := ir.NewContext(ireemap.Dialect)
	over := func(stride int64) *ireemap.PackLayout {
		l, err := ireemap.NewPackLayout(c, []ireemap.Mode{{{Size: 2}, {Size: 8, Stride: stride}}})
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	maps := []affine.Map{affine.Identity(1), affine.Identity(1)}
	next, other := over(1), over(2)
	if got := next.Recombine([]*ireemap.PackLayout{next, next}, maps, affine.Identity(1)); got != next {
		t.Errorf("equal layouts give %v", got)
	}
	if got := next.Recombine([]*ireemap.PackLayout{next, other}, maps, affine.Identity(1)); got != nil {
		t.Errorf("%s and %s give %s", next, other, got)
	}
}
