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
		{name: "collapses", producer: groups{{0, 1}, {2}, {3, 4}}, consumer: groups{{0, 1}, {2}},
			want: groups{{0, 1, 2}, {3, 4}}, ok: true},
		{name: "expansions", producer: groups{{0, 1}, {2}}, consumer: groups{{0}, {1, 2}, {3}}, want: groups{{0, 1, 2}, {3}},
			ok: true},
		{name: "to rank 0", producer: groups{{0}, {1}}, consumer: groups{}, want: groups{}, ok: true},
		{name: "equal", producer: groups{{0}}, consumer: groups{{0}}},
		{name: "mismatch", producer: groups{{0}, {1}, {2}}, consumer: groups{{0, 1}}},
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
		{source: []int64{2, 3, 4}, target: []int64{6, 4}, want: [][]int64{{0, 1}, {2}}, ok: true},
		{source: []int64{2, 3, 4, 1}, target: []int64{6, 4}, want: [][]int64{{0, 1}, {2, 3}}, ok: true},
		{source: []int64{dyn, 4, 2}, target: []int64{dyn, 8}, want: [][]int64{{0}, {1, 2}}, ok: true},
		{source: []int64{2, dyn, 4}, target: []int64{dyn, 4}, want: [][]int64{{0, 1}, {2}}, ok: true},
		{source: []int64{dyn, 2}, target: []int64{dyn}, want: [][]int64{{0, 1}}, ok: true},
		{source: []int64{2, 1, dyn, 1, 4}, target: []int64{2, dyn, 4}, want: [][]int64{{0}, {1, 2}, {3, 4}}, ok: true},
		{source: []int64{6, 2, 3, dyn}, target: []int64{6, dyn}},
		{source: []int64{2, 3, dyn}, target: []int64{3, dyn}},
		{source: []int64{2, 3}, target: []int64{2, 3}},
		{source: []int64{2, 3, 4}, target: []int64{4, 6}},
		{source: []int64{1, 1}, target: []int64{}, want: [][]int64{}, ok: true},
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
		{full: []int64{1, 4, 1}, reduced: []int64{4}, want: []bool{true, false, true}, ok: true},
		{full: []int64{1, 4, 1}, reduced: []int64{4, 1}, want: []bool{true, false, false}, ok: true},
		{full: []int64{1, 1}, reduced: []int64{1}, want: []bool{false, true}, ok: true},
		{full: []int64{2, 4}, reduced: []int64{4}},
		{full: []int64{1, dyn}, reduced: []int64{8}, matchDynamic: true, want: []bool{true, false}, ok: true},
		{full: []int64{1, dyn}, reduced: []int64{8}},
	}
	for _, tt := range tests {
		got, ok := DroppedDims(tt.full, tt.reduced, tt.matchDynamic)
		if ok != tt.ok || ok && !cmp.Equal(got, tt.want) {
			t.Errorf("DroppedDims(%v, %v, %t) = %v, %t; want %v, %t", tt.full, tt.reduced, tt.matchDynamic, got, ok, tt.want, tt.ok)
		}
	}
}
