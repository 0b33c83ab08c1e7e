package vectorext

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/iree/revision"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/num"
)

// NestedLayout is #iree_vector_ext.nested_layout: the distribution of a vector over
// subgroups and threads, and the order of the elements in a thread's part (IREE
// VectorExtAttrs.td, nested_layout).
//
// For each vector dimension there are five tile counts, outermost first, and two
// strides. Element i of a dimension has the digits
//
//	i = (((s*B + b)*O + o)*T + t)*E + e
//
// s and t identify the holder of the element: subgroup id / SubgroupStrides mod S and
// thread id / ThreadStrides mod T; (b, o, e) is the place in the holder's vector. A tile
// count of 1 has stride 0.
type NestedLayout struct {
	ir.AttrBase
	LayoutLists
}

// LayoutLists holds the seven lists of a nested layout; each has an entry per dimension
// of the vector.
type LayoutLists struct {
	SubgroupTile    []int64
	BatchTile       []int64
	OuterTile       []int64
	ThreadTile      []int64
	ElementTile     []int64
	SubgroupStrides []int64 // in subgroups
	ThreadStrides   []int64 // in threads
}

// layoutFields names the lists in the order of the text.
var layoutFields = [7]string{
	"subgroup_tile", "batch_tile", "outer_tile", "thread_tile", "element_tile", "subgroup_strides", "thread_strides",
}

func (l *LayoutLists) lists() [7]*[]int64 {
	return [7]*[]int64{
		&l.SubgroupTile, &l.BatchTile, &l.OuterTile, &l.ThreadTile, &l.ElementTile, &l.SubgroupStrides, &l.ThreadStrides,
	}
}

// lengths gives how many numbers each list has.
func (l *LayoutLists) lengths() string {
	fields := map[int][]string{}
	for f, list := range l.lists() {
		fields[len(*list)] = append(fields[len(*list)], layoutFields[f])
	}
	var parts []string
	for _, n := range slices.Sorted(maps.Keys(fields)) {
		count := fmt.Sprintf("%d numbers", n)
		if n == 1 {
			count = "1 number"
		}
		parts = append(parts, count+" in "+strings.Join(fields[n], ", "))
	}
	return strings.Join(parts, "; ")
}

// NewLayout checks and normalises the lists and returns the attribute. Tile counts must be at least
// 1, the product of a dimension's tile counts must fit an extent, and strides must be at least 0;
// the reference implementation does not check these. A layout with a tile count above 1 and stride
// 0 loses elements. Such a layout is legal here, because programs use it in intermediate steps, but
// distributing a value with it is refused.
func NewLayout(c *ir.Context, l LayoutLists) (*NestedLayout, *diag.Error) {
	rank := len(l.SubgroupTile)
	for _, list := range l.lists() {
		if len(*list) != rank {
			return nil, diag.Errorf("layout-rank", "all fields must have the same rank as the layout, but got %s", l.lengths())
		}
	}
	for f, list := range l.lists() {
		for d, v := range *list {
			if least := int64(1 - f/5); v < least {
				return nil, diag.Errorf("layout-range", "expected %s[%d] to be at least %d, but got %d", layoutFields[f], d, least, v)
			}
		}
	}
	for d := range rank {
		tiles := []int64{l.SubgroupTile[d], l.BatchTile[d], l.OuterTile[d], l.ThreadTile[d], l.ElementTile[d]}
		if _, ok := ir.NumElements(tiles); !ok {
			return nil, diag.Errorf("layout-range", "expected the tile counts of dim %d to multiply to less than 2^63, but got [%s]", d, num.JoinInts(tiles))
		}
	}
	return validLayout(c, l), nil
}

// validLayout normalises lists that are known to be valid and returns the attribute.
func validLayout(c *ir.Context, l LayoutLists) *NestedLayout {
	for _, list := range l.lists() {
		*list = slices.Clone(*list)
	}
	for d := range l.SubgroupTile {
		if l.SubgroupTile[d] == 1 {
			l.SubgroupStrides[d] = 0
		}
		if l.ThreadTile[d] == 1 {
			l.ThreadStrides[d] = 0
		}
	}
	s := ir.Spell(c).Str("#iree_vector_ext.nested_layout<")
	for f, list := range l.lists() {
		if f > 0 {
			s.Str(", ")
		}
		s.Str(layoutFields[f]).Str(" = [").Ints(*list).Str("]")
	}
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *NestedLayout { return &NestedLayout{b, l} })
}

// Rank returns the number of vector dimensions.
func (l *NestedLayout) Rank() int { return len(l.SubgroupTile) }

// UndistributedShape returns the extents of the vector that the layout describes.
func (l *NestedLayout) UndistributedShape() []int64 {
	shape := make([]int64, l.Rank())
	for d := range shape {
		shape[d] = l.SubgroupTile[d] * l.BatchTile[d] * l.OuterTile[d] * l.ThreadTile[d] * l.ElementTile[d]
	}
	return shape
}

// DistributedShape returns the shape of a thread's part, of rank 3R: all batch counts,
// all outer counts, all element counts.
func (l *NestedLayout) DistributedShape() []int64 {
	return slices.Concat(l.BatchTile, l.OuterTile, l.ElementTile)
}

// DistributedUnpackedShape returns batch*outer*element per dimension.
func (l *NestedLayout) DistributedUnpackedShape() []int64 {
	shape := make([]int64, l.Rank())
	for d := range shape {
		shape[d] = l.BatchTile[d] * l.OuterTile[d] * l.ElementTile[d]
	}
	return shape
}

// SIMTType returns the type of a thread's part of a vector with this layout.
func (l *NestedLayout) SIMTType(elem ir.Type) *ir.VectorType {
	return ir.Vector(l.DistributedShape(), elem)
}

// Stripped is the text without the dialect prefix, as messages show it.
func (l *NestedLayout) Stripped() string {
	return strings.TrimPrefix(l.String(), "#iree_vector_ext.")
}

// CheckShape reports whether the layout describes a value of the given shaped type (IREE
// VectorExtAttrs.cpp, isValidLayout). A layout may be larger than a tensor, except for
// the older revision of IREE; the excess elements are masked later. The error is reported
// at the operation, without the operation's name.
func (l *NestedLayout) CheckShape(t ir.ShapedType) *diag.Error {
	shape := t.Shape()
	if len(shape) != l.Rank() {
		return diag.Errorf("layout-shape", "Rank of vector (%d) does not match rank of layout (%d).", len(shape), l.Rank())
	}
	if _, isTensor := t.(*ir.TensorType); isTensor && revision.Of(l.Context()) != revision.Seed {
		return nil
	}
	for d, want := range l.UndistributedShape() {
		if shape[d] == ir.Dynamic || shape[d] == want {
			continue
		}
		return diag.Errorf("layout-shape",
			"Vector shape: [%s] does not match the layout (%s) at dim %d. Dimension expected by layout: %d actual: %d",
			num.JoinInts(shape), l.Stripped(), d, want, shape[d]).
			Note("dim %d: subgroup_tile %d * batch_tile %d * outer_tile %d * thread_tile %d * element_tile %d = %d; the product must be %d",
				d, l.SubgroupTile[d], l.BatchTile[d], l.OuterTile[d], l.ThreadTile[d], l.ElementTile[d], want, shape[d])
	}
	return nil
}

// pick builds a layout whose dimension d is dimension src[d] of l, or a unit dimension
// where src[d] is negative.
func (l *NestedLayout) pick(src []int) *NestedLayout {
	var out LayoutLists
	from := l.lists()
	for f, to := range out.lists() {
		*to = make([]int64, len(src))
		for d, s := range src {
			switch {
			case s >= 0:
				(*to)[d] = (*from[f])[s]
			case f < 5:
				(*to)[d] = 1
			}
		}
	}
	return validLayout(l.Context(), out)
}

// Permute returns the layout of the transposed vector: dimension d is dimension perm[d] of l.
func (l *NestedLayout) Permute(perm []int64) *NestedLayout { return l.pick(layout.Permuted(perm)) }

// Project drops the dimensions where drop is true.
func (l *NestedLayout) Project(drop []bool) *NestedLayout { return l.pick(layout.Kept(drop)) }

// Apply returns the layout of a value whose dimensions are the results of a map of l's
// dimensions; results that are not just a dimension become unit dimensions.
func (l *NestedLayout) Apply(m affine.Map) *NestedLayout { return l.pick(m.ResultDims()) }

// Recombine merges the layouts of several operands into the layout of the result of
// resultMap, over a common iteration space: operand k's dimension r belongs to the
// iteration dimension at result r of maps[k]. It returns nil when operands disagree, or
// when a result dimension occurs in no operand.
func Recombine(layouts []*NestedLayout, maps []affine.Map, resultMap affine.Map) *NestedLayout {
	rank := len(resultMap.Results)
	position := map[int]int{} // iteration dim → result dim
	for q, e := range resultMap.Results {
		if d, ok := e.IsDim(); ok {
			position[d] = q
		}
	}
	var out LayoutLists
	for _, list := range out.lists() {
		*list = make([]int64, rank)
	}
	set := make([]bool, rank)
	for k, l := range layouts {
		from := l.lists()
		for r, e := range maps[k].Results {
			d, isDim := e.IsDim()
			q, used := position[d]
			if !isDim || !used {
				continue
			}
			for f, to := range out.lists() {
				v := (*from[f])[r]
				if set[q] && (*to)[q] != v {
					return nil
				}
				(*to)[q] = v
			}
			set[q] = true
		}
	}
	if len(layouts) == 0 || slices.Contains(set, false) {
		return nil
	}
	return validLayout(layouts[0].Context(), out)
}

// Append returns the layout with the dimensions of extra added after its own.
func (l *NestedLayout) Append(extra LayoutLists) *NestedLayout {
	var out LayoutLists
	a, b := l.lists(), extra.lists()
	for f, to := range out.lists() {
		*to = slices.Concat(*a[f], *b[f])
	}
	return validLayout(l.Context(), out)
}
