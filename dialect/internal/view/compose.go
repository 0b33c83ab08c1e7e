package view

import (
	"slices"

	"optc/dialect/arith"
	"optc/ir"
)

// This file composes reassociations, as ReshapeOpsUtils.cpp does upstream.

// Compose returns the reassociation that replaces two consecutive expansions, or two
// consecutive collapses; ok is false if they do not fit.
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

// CollapseOfExpand composes expand with collapse: groups is the reassociation between the source of
// the expansion and the result of the collapse, from the higher to the lower rank, or the identity
// if the ranks are equal. ok is false if groups of the two overlap.
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

// CollapsedSizes multiplies the extents of each group, with arith.muli if some are values.
func CollapsedSizes(b ir.OpBuilder, groups [][]int64, sizes []ir.Mixed) []ir.Mixed {
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
				product = ir.ValueOf(b, arith.NewMulI(b, product, sizes[d].Value))
			}
		}
		if product != nil && known != 1 {
			product = ir.ValueOf(b, arith.NewMulI(b, product, arith.ConstantIndex(b, known)))
		}
		collapsed[i] = ir.Mixed{Value: product, Const: known}
	}
	return collapsed
}

// ExpandOfCollapse returns the reassociation that collapses the shape from into the shape
// to, if the groups of both collapse to the same shape; ok is false if there is none.
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

// CollapseBetween returns the reassociation that collapses source into target; ok is false if there
// is none, or if unknown extents allow several reassociations that differ by more than where
// dimensions of extent 1 belong.
//
// The groups are searched for from the left and from the right; a reassociation that both
// searches find is the answer (getReassociationIndicesForCollapse upstream).
func CollapseBetween(source, target []int64) (groups [][]int64, ok bool) {
	if len(source) <= len(target) {
		return nil, false
	}
	if len(target) == 0 {
		return [][]int64{}, !slices.ContainsFunc(source, func(n int64) bool { return n != 1 })
	}
	left, ok := collapseRanges(source, target)
	if !ok {
		return nil, false
	}
	right, ok := collapseRanges(reverseList(source), reverseList(target))
	if !ok {
		return nil, false
	}
	for i, l := range left {
		r := right[len(right)-1-i]
		r = dimRange{len(source) - r.hi, len(source) - r.lo}
		var group []int64
		for d := min(l.lo, r.lo); d < max(l.hi, r.hi); d++ {
			if l.has(d) != r.has(d) && source[d] != 1 {
				return nil, false
			}
			if l.has(d) {
				group = append(group, int64(d))
			}
		}
		groups = append(groups, group)
	}
	return groups, true
}

func reverseList(vs []int64) []int64 {
	r := slices.Clone(vs)
	slices.Reverse(r)
	return r
}

// dimRange is the dimensions from lo to hi-1.
type dimRange struct{ lo, hi int }

func (r dimRange) has(d int) bool { return r.lo <= d && d < r.hi }

// collapseRanges finds, from the left, the shortest run of source dimensions for every
// target dimension. Dimensions between two runs are added to the first run if its extent
// is unknown; the last run gets all remaining dimensions.
func collapseRanges(source, target []int64) (ranges []dimRange, ok bool) {
	next := 0
	for i, n := range target {
		last := i == len(target)-1
		var r dimRange
		if n == ir.Dynamic {
			r, ok = dynamicRange(source, next, last)
		} else {
			r, ok = productRange(source, next, n, last)
		}
		if !ok {
			return nil, false
		}
		if r.lo > next {
			if i == 0 || target[i-1] != ir.Dynamic {
				return nil, false
			}
			ranges[i-1].hi = r.lo
		}
		next = r.hi
		ranges = append(ranges, r)
	}
	return ranges, next == len(source)
}

// dynamicRange ends with the first unknown extent, or at the end of source.
func dynamicRange(source []int64, from int, rest bool) (r dimRange, ok bool) {
	k := slices.Index(source[from:], ir.Dynamic)
	if k < 0 {
		return r, false
	}
	if rest {
		return dimRange{from, len(source)}, true
	}
	return dimRange{from, from + k + 1}, true
}

// productRange is the first run of known extents whose product is n; if rest is set, the
// extents of 1 that follow it are included.
func productRange(source []int64, from int, n int64, rest bool) (r dimRange, ok bool) {
	product := int64(1)
	r = dimRange{from, from}
	for r.hi < len(source) {
		size := source[r.hi]
		r.hi++
		if size == ir.Dynamic {
			product, r.lo = 1, r.hi
			continue
		}
		product *= size
		for product > n && r.hi-r.lo > 1 {
			product /= source[r.lo]
			r.lo++
		}
		if product != n {
			continue
		}
		for rest && r.hi < len(source) && source[r.hi] == 1 {
			r.hi++
		}
		return r, true
	}
	return r, false
}
