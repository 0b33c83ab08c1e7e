package view

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// This file composes reassociations, as ReshapeOpsUtils.cpp does upstream.

// Compose returns the reassociation of two expansions, or of two collapses, in a
// row; ok is false if they do not fit.
func Compose(producer, consumer [][]int64) (groups [][]int64, ok bool) {
	if len(producer) == len(consumer) {
		return nil, false
	}
	if len(producer) < len(consumer) {
		producer, consumer = consumer, producer
	}
	groups = [][]int64{}
	n := 0
	for _, g := range consumer {
		n += len(g)
	}
	if len(consumer) > 0 && n != len(producer) {
		return nil, false
	}
	for _, g := range consumer {
		var composed []int64
		for _, i := range g {
			composed = append(composed, producer[i]...)
		}
		groups = append(groups, composed)
	}
	return groups, true
}

// CollapseOfExpand returns the reassociation between the source of an expansion
// and the result of a collapse of it: from the higher to the lower rank, or the
// identity if the ranks are equal. ok is false if groups of the two overlap.
func CollapseOfExpand(expand, collapse [][]int64) (groups [][]int64, ok bool) {
	higher, lower := expand, collapse
	if len(expand) <= len(collapse) {
		higher, lower = collapse, expand
	}
	next := 0
	for _, l := range lower {
		var composed []int64
		for next < len(higher) {
			h := higher[next]
			if len(h) == 0 || len(l) == 0 {
				return nil, false
			}
			last, end := h[len(h)-1], l[len(l)-1]
			if last > end {
				return nil, false
			}
			composed = append(composed, int64(next))
			next++
			if last == end {
				break
			}
		}
		groups = append(groups, composed)
	}
	return groups, true
}

// CollapsedSizes multiplies the extents of each group, with arith.muli where they
// are values.
func CollapsedSizes(b *ir.Builder, groups [][]int64, sizes []ir.Mixed) []ir.Mixed {
	collapsed := make([]ir.Mixed, len(groups))
	for i, g := range groups {
		known := int64(1)
		var product *ir.Value
		for _, d := range g {
			switch n, ok := sizes[d].Constant(); {
			case ok:
				known *= n
			case product == nil:
				product = sizes[d].Value
			default:
				product = mul(b, product, sizes[d].Value)
			}
		}
		if product != nil && known != 1 {
			product = mul(b, product, arith.NewIndex(b, known))
		}
		collapsed[i] = ir.Mixed{Value: product, Const: known}
	}
	return collapsed
}

func mul(b *ir.Builder, x, y *ir.Value) *ir.Value {
	return b.Value(arith.MulI, []*ir.Value{x, y}, []ir.Type{x.Type()})
}

// ExpandOfCollapse returns the reassociation that collapses the shape from, whose
// groups collapse to the same shape as those of the shape to, into to; ok is false
// if there is none.
func ExpandOfCollapse(fromGroups, toGroups [][]int64, from, to []int64) (groups [][]int64, ok bool) {
	if len(fromGroups) == 0 {
		return CollapseBetween(from, to)
	}
	for i, f := range fromGroups {
		t := toGroups[i]
		if len(f) == 0 || len(t) == 0 {
			return nil, false
		}
		a, b := from[f[0]:f[0]+int64(len(f))], to[t[0]:t[0]+int64(len(t))]
		if CountDynamic(a) >= 2 && CountDynamic(b) >= 2 {
			return nil, false
		}
		if len(a) == len(b) {
			if !slices.Equal(a, b) {
				return nil, false
			}
			for _, d := range f {
				groups = append(groups, []int64{d})
			}
			continue
		}
		sub, ok := CollapseBetween(a, b)
		if !ok {
			return nil, false
		}
		for _, g := range sub {
			for k := range g {
				g[k] += f[0]
			}
			groups = append(groups, g)
		}
	}
	return groups, true
}

// CollapseBetween returns the reassociation that collapses source into target;
// ok is false if there is none, or if extents that are not known leave a choice.
func CollapseBetween(source, target []int64) (groups [][]int64, ok bool) {
	if len(source) <= len(target) {
		return nil, false
	}
	groups = [][]int64{}
	d := 0
	for d < len(source) && len(groups) < len(target) {
		want := target[len(groups)]
		var group []int64
		product := int64(1)
		for d < len(source)-1 && source[d] != ir.Dynamic && product*source[d] < want {
			product *= source[d]
			group = append(group, int64(d))
			d++
		}
		switch n := source[d]; {
		case n == ir.Dynamic && (want != ir.Dynamic || product != 1),
			want == ir.Dynamic && n != ir.Dynamic,
			n != ir.Dynamic && product*n != want:
			return nil, false
		}
		groups = append(groups, append(group, int64(d)))
		d++
	}
	if len(groups) != len(target) {
		return nil, false
	}
	for ; d < len(source); d++ {
		if source[d] != ir.Dynamic && source[d] != 1 {
			return nil, false
		}
		if len(groups) > 0 {
			groups[len(groups)-1] = append(groups[len(groups)-1], int64(d))
		}
	}
	return groups, true
}
