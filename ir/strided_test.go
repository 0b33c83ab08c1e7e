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
		{"identity", []int64{2, Dynamic, 3}, nil, []int64{Dynamic, 3, 1}, 0, true},
		{"rank 0", nil, nil, []int64{}, 0, true},
		{"strided", []int64{2, 3}, c.StridedLayout(7, []int64{Dynamic, 1}), []int64{Dynamic, 1}, 7, true},
		{"linear", []int64{2, 3}, c.AffineMap(affine.NewMap(2, 1, d(0).Mul(s(0)).Add(d(1).Mul(affine.Const(2))).Add(affine.Const(5)))), []int64{Dynamic, 2}, 5, true},
		{"symbolic offset", []int64{4}, c.AffineMap(affine.NewMap(1, 1, d(0).Add(s(0)))), []int64{1}, Dynamic, true},
		{"permutation", []int64{2, 3}, c.AffineMap(affine.NewMap(2, 0, d(1), d(0))), nil, 0, false},
		{"symbol times index", []int64{2, 3}, c.AffineMap(affine.NewMap(2, 2, s(0).Mul(d(0).Add(s(1))).Add(d(1)))), []int64{Dynamic, 1}, Dynamic, true},
		{"factor of a sum", []int64{2, 3}, c.AffineMap(affine.NewMap(2, 0, d(0).Add(d(1).Mul(affine.Const(4))).Mul(affine.Const(3)))), []int64{3, 12}, 0, true},
		{"index twice", []int64{2}, c.AffineMap(affine.NewMap(1, 0, d(0).Add(d(0).Mul(affine.Const(2))).Add(affine.Const(1)))), []int64{3}, 1, true},
		{"index that does not count", []int64{2, 3}, c.AffineMap(affine.NewMap(2, 0, d(1))), []int64{0, 1}, 0, true},
		{"quotient in a sum", []int64{8}, c.AffineMap(affine.NewMap(1, 0, d(0).Add(d(0).FloorDiv(affine.Const(3))))), nil, 0, false},
		{"another attribute", []int64{8}, c.Str("x"), nil, 0, false},
		{"tiled", []int64{8}, c.AffineMap(affine.NewMap(1, 0, d(0).Mod(affine.Const(3)))), nil, 0, false},
	}
	for _, tt := range tests {
		m := MemRef(tt.dims, c.F32(), tt.layout, nil)
		strides, offset, ok := m.StridesAndOffset()
		if ok != tt.ok || ok && (!slices.Equal(strides, tt.strides) || offset != tt.offset) {
			t.Errorf("%s: %s has strides %v, offset %d, %t; want %v, %d, %t", tt.name, m, strides, offset, ok, tt.strides, tt.offset, tt.ok)
		}
	}
}
