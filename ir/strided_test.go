package ir

import (
	"slices"
	"testing"

	"optc/ir/affine"
)

func TestStridesAndOffset(t *testing.T) {
	t.Parallel()
	c := NewContext()
	d, s := affine.Dim, affine.Symbol
	tests := []struct {
		name    string
		dims    []int64
		layout  Attribute
		strides []int64
		offset  int64
		ok      bool
	}{
		{name: "identity", dims: []int64{2, Dynamic, 3}, strides: []int64{Dynamic, 3, 1}, offset: 0, ok: true},
		{name: "rank 0", strides: []int64{}, offset: 0, ok: true},
		{name: "strided", dims: []int64{2, 3}, layout: c.StridedLayout(7, []int64{Dynamic, 1}), strides: []int64{Dynamic, 1},
			offset: 7, ok: true},
		{name: "linear", dims: []int64{2, 3},
			layout:  c.AffineMap(affine.NewMap(2, 1, d(0).Mul(s(0)).Add(d(1).Mul(affine.Const(2))).Add(affine.Const(5)))),
			strides: []int64{Dynamic, 2}, offset: 5, ok: true},
		{name: "symbolic offset", dims: []int64{4}, layout: c.AffineMap(affine.NewMap(1, 1, d(0).Add(s(0)))),
			strides: []int64{1}, offset: Dynamic, ok: true},
		{name: "permutation", dims: []int64{2, 3}, layout: c.AffineMap(affine.NewMap(2, 0, d(1), d(0))), offset: 0},
		{name: "symbol times index", dims: []int64{2, 3},
			layout: c.AffineMap(affine.NewMap(2, 2, s(0).Mul(d(0).Add(s(1))).Add(d(1)))), strides: []int64{Dynamic, 1},
			offset: Dynamic, ok: true},
		{name: "factor of a sum", dims: []int64{2, 3},
			layout:  c.AffineMap(affine.NewMap(2, 0, d(0).Add(d(1).Mul(affine.Const(4))).Mul(affine.Const(3)))),
			strides: []int64{3, 12}, offset: 0, ok: true},
		{name: "index twice", dims: []int64{2},
			layout:  c.AffineMap(affine.NewMap(1, 0, d(0).Add(d(0).Mul(affine.Const(2))).Add(affine.Const(1)))),
			strides: []int64{3}, offset: 1, ok: true},
		{name: "index that does not count", dims: []int64{2, 3}, layout: c.AffineMap(affine.NewMap(2, 0, d(1))),
			strides: []int64{0, 1}, offset: 0, ok: true},
		{name: "quotient in a sum", dims: []int64{8},
			layout: c.AffineMap(affine.NewMap(1, 0, d(0).Add(d(0).FloorDiv(affine.Const(3))))), offset: 0},
		{name: "another attribute", dims: []int64{8}, layout: c.Str("x"), offset: 0},
		{name: "tiled", dims: []int64{8}, layout: c.AffineMap(affine.NewMap(1, 0, d(0).Mod(affine.Const(3)))), offset: 0},
	}
	for _, tt := range tests {
		m := MemRef(tt.dims, c.F32(), tt.layout, nil)
		strides, offset, ok := m.StridesAndOffset()
		if ok != tt.ok || ok && (!slices.Equal(strides, tt.strides) || offset != tt.offset) {
			t.Errorf("%s: %s has strides %v, offset %d, %t; want %v, %d, %t", tt.name, m, strides, offset, ok, tt.strides, tt.offset, tt.ok)
		}
	}
}
