package view

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"optc/ir"
)

func TestCompose(t *testing.T) {
	t.Parallel()
	type groups = [][]int64
	tests := []struct {
		name               string
		producer, consumer groups
		want               groups
		ok                 bool
	}{
		{"collapses", groups{{0, 1}, {2}, {3, 4}}, groups{{0, 1}, {2}}, groups{{0, 1, 2}, {3, 4}}, true},
		{"expansions", groups{{0, 1}, {2}}, groups{{0}, {1, 2}, {3}}, groups{{0, 1, 2}, {3}}, true},
		{"to rank 0", groups{{0}, {1}}, groups{}, groups{}, true},
		{"equal", groups{{0}}, groups{{0}}, nil, false},
		{"mismatch", groups{{0}, {1}, {2}}, groups{{0, 1}}, nil, false},
	}
	for _, tt := range tests {
		got, ok := Compose(tt.producer, tt.consumer)
		if ok != tt.ok || !cmp.Equal(got, tt.want) {
			t.Errorf("%s: Compose = %v, %t; want %v, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestCollapseBetween(t *testing.T) {
	t.Parallel()
	const dyn = ir.Dynamic
	tests := []struct {
		source, target []int64
		want           [][]int64
		ok             bool
	}{
		{[]int64{2, 3, 4}, []int64{6, 4}, [][]int64{{0, 1}, {2}}, true},
		{[]int64{2, 3, 4, 1}, []int64{6, 4}, [][]int64{{0, 1}, {2, 3}}, true},
		{[]int64{dyn, 4, 2}, []int64{dyn, 8}, [][]int64{{0}, {1, 2}}, true},
		{[]int64{2, dyn, 4}, []int64{dyn, 4}, [][]int64{{0, 1}, {2}}, true},
		{[]int64{dyn, 2}, []int64{dyn}, [][]int64{{0, 1}}, true},
		{[]int64{2, 1, dyn, 1, 4}, []int64{2, dyn, 4}, [][]int64{{0}, {1, 2}, {3, 4}}, true},
		{[]int64{6, 2, 3, dyn}, []int64{6, dyn}, nil, false},
		{[]int64{2, 3, dyn}, []int64{3, dyn}, nil, false},
		{[]int64{2, 3}, []int64{2, 3}, nil, false},
		{[]int64{2, 3, 4}, []int64{4, 6}, nil, false},
		{[]int64{1, 1}, []int64{}, [][]int64{}, true},
	}
	for _, tt := range tests {
		got, ok := CollapseBetween(tt.source, tt.target)
		if ok != tt.ok || !cmp.Equal(got, tt.want) {
			t.Errorf("CollapseBetween(%v, %v) = %v, %t; want %v, %t", tt.source, tt.target, got, ok, tt.want, tt.ok)
		}
	}
}

func TestDroppedDims(t *testing.T) {
	t.Parallel()
	const dyn = ir.Dynamic
	tests := []struct {
		full, reduced []int64
		matchDynamic  bool
		want          []bool
		ok            bool
	}{
		{[]int64{1, 4, 1}, []int64{4}, false, []bool{true, false, true}, true},
		{[]int64{1, 4, 1}, []int64{4, 1}, false, []bool{true, false, false}, true},
		{[]int64{1, 1}, []int64{1}, false, []bool{false, true}, true},
		{[]int64{2, 4}, []int64{4}, false, nil, false},
		{[]int64{1, dyn}, []int64{8}, true, []bool{true, false}, true},
		{[]int64{1, dyn}, []int64{8}, false, nil, false},
	}
	for _, tt := range tests {
		got, ok := DroppedDims(tt.full, tt.reduced, tt.matchDynamic)
		if ok != tt.ok || ok && !cmp.Equal(got, tt.want) {
			t.Errorf("DroppedDims(%v, %v, %t) = %v, %t; want %v, %t", tt.full, tt.reduced, tt.matchDynamic, got, ok, tt.want, tt.ok)
		}
	}
}
