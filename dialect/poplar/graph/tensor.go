package graph

import (
	"iter"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/tilemap"
)

// Tensor is an ordered view of variable elements: a shape, and for each position of the
// flattened index the element shown there. Several views may show the same elements, and
// one view may show an element several times: an alias. Views are immutable values;
// making one never creates storage (Poplar C++ API, Tensor.hpp). The zero value is not a
// tensor; [Graph.AddVariable] creates tensors, and other tensors are derived from them.
//
// A view is stored as mixed-radix digits over a list of variable regions, so that
// transposing, slicing or broadcasting does not touch the list, and no view stores data
// per element unless its elements are scattered individually.
type Tensor struct {
	home   *storage // storage of all variables shown
	elem   scalar.Type
	shape  []int64
	digits []digit // from slow to fast; normalised, nil without elements
	offset int64   // base position of the first element
	base   *regionList
}

// Region is a run of consecutive elements [Begin, End) of one variable.
type Region struct {
	Var        *Variable
	Begin, End int64
}

// Size is the number of elements of the region.
func (r Region) Size() int64 { return r.End - r.Begin }

// Elem is the element type of the tensor.
func (t Tensor) Elem() scalar.Type { return t.elem }

// Shape is the size of each dimension; the caller must not change it.
func (t Tensor) Shape() []int64 { return t.shape }

// Rank is the number of dimensions.
func (t Tensor) Rank() int { return len(t.shape) }

// NumElems is the number of positions: the product of the shape.
func (t Tensor) NumElems() int64 { return Product(t.shape) }

// Regions yields the variable regions that the flattened tensor shows, in order.
// The sequence is canonical: no region is empty, and a region never continues its
// predecessor. It covers varRegions (Poplar C++ API, Tensor.hpp).
func (t Tensor) Regions() iter.Seq[Region] {
	return func(yield func(Region) bool) {
		c := t.cursor(0, t.NumElems())
		var pending Region
		for {
			r, ok := c.next(tilemap.MaxElems)
			switch {
			case ok && r.Var == pending.Var && r.Begin == pending.End:
				pending.End = r.End
				continue
			case pending.Var != nil && !yield(pending):
				return
			case !ok:
				return
			}
			pending = r
		}
	}
}

// IsContiguous reports whether the tensor shows one region of one variable.
func (t Tensor) IsContiguous() bool {
	none := true
	for range t.Regions() {
		if !none {
			return false
		}
		none = false
	}
	return !none
}

// ContainsConstant reports whether some region shows a constant.
func (t Tensor) ContainsConstant() bool {
	for _, r := range t.base.regions {
		// The base may hold more than the view shows.
		if r.Var.IsConstant() {
			return slices.ContainsFunc(t.elements(), func(r Region) bool { return r.Var.IsConstant() })
		}
	}
	return false
}

// ContainsAliases reports whether some variable element is shown twice.
func (t Tensor) ContainsAliases() bool {
	if _, ok := t.run(); ok {
		return false
	}
	return t.repeats() || sumRegions(t.elements()) != t.NumElems()
}

// run returns the elements of a view over one region that shows a range of it in order;
// ok is false for any other view.
func (t Tensor) run() (r Region, ok bool) {
	n := t.NumElems()
	if len(t.base.regions) != 1 || len(t.digits) > 1 || len(t.digits) == 1 && t.digits[0].stride != 1 {
		return r, false
	}
	r = t.base.regions[0]
	r.Begin += t.offset
	r.End = r.Begin + n
	return r, true
}

// CheckWritten returns an error if elements of t, which has the given name in messages,
// cannot be written through t: constants, and elements that t shows twice. The error codes
// are connect-const and connect-alias.
func (t Tensor) CheckWritten(name string) error {
	if t.ContainsConstant() {
		return diag.Errorf("connect-const", "%s is written but shows constants", name)
	}
	if t.ContainsAliases() {
		return diag.Errorf("connect-alias", "%s is written but shows aliases", name).
			Note("it has %d elements, but shows only %d different ones: the last of the values that are written to an element would remain", t.NumElems(), sumRegions(t.elements()))
	}
	return nil
}

// elements returns the distinct elements that t shows, as regions that are
// sorted by variable and begin, and do not touch. The caller must not change
// them.
func (t Tensor) elements() []Region {
	if base := t.base.regions; len(base) == 1 && t.NumElems() == base[0].Size() && !t.repeats() {
		return base
	}
	if r, ok := t.run(); ok {
		return []Region{r}
	}
	return mergeRegions(slices.Collect(t.sorted().Regions()))
}

// mergeRegions sorts regions in place and joins those that overlap or touch.
func mergeRegions(regions []Region) []Region {
	slices.SortFunc(regions, compareRegions)
	merged := regions[:0]
	for _, r := range regions {
		if n := len(merged); n > 0 && merged[n-1].Var == r.Var && r.Begin <= merged[n-1].End {
			merged[n-1].End = max(merged[n-1].End, r.End)
		} else {
			merged = append(merged, r)
		}
	}
	return merged
}

func sumRegions(regions []Region) int64 {
	var n int64
	for _, r := range regions {
		n += r.Size()
	}
	return n
}

// regionList is a list of regions that form a sequence of elements. The views that share
// the list never change it.
type regionList struct {
	regions []Region
	starts  []int64 // position of each region, and at the end the total
}

// noRegions is the list of an empty view; nobody changes a list.
var noRegions = regionList{starts: []int64{0}}

func newRegionList(regions []Region) *regionList {
	l := &regionList{regions: regions, starts: make([]int64, len(regions)+1)}
	for i, r := range regions {
		l.starts[i+1] = l.starts[i] + r.Size()
	}
	return l
}

// find returns the index of the region at a position; the search begins at hint.
func (l *regionList) find(pos int64, hint int) int {
	for i := hint; i < min(hint+2, len(l.regions)); i++ {
		if l.starts[i] <= pos && pos < l.starts[i+1] {
			return i
		}
	}
	behind, _ := slices.BinarySearch(l.starts, pos+1)
	return behind - 1
}

// maxRegions bounds the regions that one view may hold in memory (1.6 GB). Only views that scatter
// every single element come near this limit.
const maxRegions = 1 << 26

// A graph of few elements has few regions, unless views show elements repeatedly. A view may have
// regionsPerElement regions per element of the graph, and all kept views together
// allRegionsPerElement; a small graph may have leastRegions and leastAllRegions.
const (
	regionsPerElement, leastRegions       = 16, 1 << 19
	allRegionsPerElement, leastAllRegions = 64, 1 << 22
)

// mostRegions is the most regions that a view of the graph may have.
func (s *storage) mostRegions() int64 {
	return min(maxRegions, max(leastRegions, regionsPerElement*min(s.elements, maxRegions)))
}

// CheckRegions returns an error if n regions are more than the views of the graph may hold together.
// The error code is view-size.
func (g *Graph) CheckRegions(n int64) error {
	if most := max(leastAllRegions, allRegionsPerElement*min(g.elements, maxRegions)); n > most {
		return tooManyRegions("the views of the graph scatter their elements over", most, "regions")
	}
	return nil
}

// ListedRegions is the number of regions that a view stores beyond the regions of the views of which it was made.
func (t Tensor) ListedRegions(of ...Tensor) int64 {
	if slices.ContainsFunc(of, func(o Tensor) bool { return o.base == t.base }) {
		return 0
	}
	return int64(len(t.base.regions))
}

// regionBuilder collects a canonical list of regions.
type regionBuilder struct{ regions []Region }

func (b *regionBuilder) add(r Region) {
	if n := len(b.regions); n > 0 && b.regions[n-1].Var == r.Var && b.regions[n-1].End == r.Begin {
		b.regions[n-1].End = r.End
		return
	}
	b.regions = append(b.regions, r)
}

// copy adds the next n elements of c, which has at least n, and is a cursor over a view of the graph
// home. The error code is view-size.
func (b *regionBuilder) copy(home *storage, c *cursor, n int64) error {
	most := home.mostRegions()
	for more := n / c.run; ; more = 0 {
		if int64(len(b.regions))+more > most {
			return tooManyRegions("the view scatters its elements over", most, "regions")
		}
		if n == 0 {
			return nil
		}
		r, _ := c.next(n)
		b.add(r)
		n -= r.Size()
	}
}

func tooManyRegions(over string, most int64, what string) error {
	return diag.Errorf("view-size", "%s more than %d %s", over, most, what).
		Note("the elements are not in the order of the variables; combine tensors before transposing or reversing them")
}

// view returns the collected regions as a view of the given shape; all other properties
// are t's.
func (b *regionBuilder) view(t Tensor, shape []int64) Tensor {
	n := Product(shape)
	if n == 0 {
		return t.empty(shape)
	}
	t.shape, t.base, t.offset, t.digits = shape, newRegionList(b.regions), 0, normalised([]digit{{n, 1}})
	return t
}

// empty returns a view like t without elements.
func (t Tensor) empty(shape []int64) Tensor {
	t.shape, t.base, t.digits = shape, &noRegions, nil
	return t
}

// Product is the number of elements of a shape that has been checked.
func Product(shape []int64) int64 {
	n := int64(1)
	for _, dim := range shape {
		n *= dim
	}
	return n
}
