package ireemap

import (
	"math"
	"slices"
	"strings"

	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/axes"
	"optc/num"
)

// PackLayout is #iree_map.pack_layout: the distribution of a vector over threads as a
// mode of digits for each dimension (IREE IREEMapAttrs.td, PackLayoutAttr).
type PackLayout struct {
	ir.AttrBase
	modes []Mode
}

// Mode is a dimension of a layout: the digits of its coordinate, most significant first.
type Mode []Leaf

// Leaf is a digit: Size is its number of values, at least 1; a step of the digit moves the element
// by Stride threads, or within the thread's part if Stride is 0.
type Leaf struct{ Size, Stride int64 }

// Size returns the extent of the dimension.
func (m Mode) Size() int64 {
	n := int64(1)
	for _, leaf := range m {
		n *= leaf.Size
	}
	return n
}

// Values returns the sizes of the digits that move an element within a thread's part, or
// 1 if there are none.
func (m Mode) Values() []int64 {
	var sizes []int64
	for _, leaf := range m {
		if leaf.Stride == 0 {
			sizes = append(sizes, leaf.Size)
		}
	}
	if sizes == nil {
		return []int64{1}
	}
	return sizes
}

// joined drops digits with one value and merges each digit with the next if the next continues it.
//
//	(4, 2, 8) : (0, 0, 1)  →  (8, 8) : (0, 1)
func (m Mode) joined() Mode {
	var out Mode
	for _, leaf := range m {
		last := len(out) - 1
		switch {
		case leaf.Size == 1:
		case last >= 0 && out[last].Stride == leaf.Size*leaf.Stride:
			out[last] = Leaf{out[last].Size * leaf.Size, leaf.Stride}
		default:
			out = append(out, leaf)
		}
	}
	return out
}

// NewPackLayout returns the attribute. Sizes must be at least 1, strides at least 0, and
// extents and numbers of threads below 2^62; errors: layout-range.
func NewPackLayout(c *ir.Context, modes []Mode) (*PackLayout, *diag.Error) {
	l := PackLayout{modes: make([]Mode, len(modes))}
	threads := int64(1)
	for i, m := range modes {
		size := int64(1)
		for _, leaf := range m {
			most, ok1 := ir.NumElements([]int64{max(leaf.Size-1, 0), leaf.Stride})
			n, ok2 := ir.NumElements([]int64{size, leaf.Size})
			switch {
			case leaf.Size < 1:
				return nil, diag.Errorf("layout-range", "shape leaf values must be positive, got %d", leaf.Size)
			case leaf.Stride < 0:
				return nil, diag.Errorf("layout-range", "stride leaf values must be non-negative, got %d", leaf.Stride)
			case !ok1 || !ok2 || n > math.MaxInt64/2 || threads > math.MaxInt64/2-most:
				return nil, diag.Errorf("layout-range", "expected dimension %d to have less than 2^62 elements and threads", i)
			}
			size, threads = n, threads+most
		}
		l.modes[i] = m.joined()
	}
	s := ir.Spell(c).Str("#iree_map.pack_layout<")
	l.spell(s, func(leaf Leaf) int64 { return leaf.Size }, 1)
	s.Str(" : ")
	l.spell(s, func(leaf Leaf) int64 { return leaf.Stride }, 0)
	return ir.InternAttr(s.Str(">"), func(b ir.AttrBase) *PackLayout {
		l.AttrBase = b
		return &l
	}), nil
}

// spell writes a number for each digit of a mode, as of computes it; for a mode without digits it writes none.
func (l *PackLayout) spell(s *ir.Spelling, of func(Leaf) int64, none int64) {
	s.Str("(")
	for i, m := range l.modes {
		if i > 0 {
			s.Str(", ")
		}
		switch len(m) {
		case 0:
			s.Int(none)
		case 1:
			s.Int(of(m[0]))
		default:
			numbers := make([]int64, len(m))
			for k, leaf := range m {
				numbers[k] = of(leaf)
			}
			s.Str("(").Ints(numbers).Str(")")
		}
	}
	s.Str(")")
}

// with returns the layout with modes, which must be valid.
func (l *PackLayout) with(modes []Mode) *PackLayout {
	n, err := NewPackLayout(l.Context(), modes)
	if err != nil {
		panic("ireemap: derived layout is invalid: " + err.Error())
	}
	return n
}

// Stripped is the text without the dialect prefix, as it appears in messages.
func (l *PackLayout) Stripped() string { return strings.TrimPrefix(l.String(), "#iree_map.") }

// Rank returns the number of vector dimensions.
func (l *PackLayout) Rank() int { return len(l.modes) }

// Mode returns the digits of dimension d, which must not be changed.
func (l *PackLayout) Mode(d int) Mode { return l.modes[d] }

// UndistributedShape returns the extents of the vector that the layout describes.
func (l *PackLayout) UndistributedShape() []int64 {
	shape := make([]int64, len(l.modes))
	for d, m := range l.modes {
		shape[d] = m.Size()
	}
	return shape
}

// DistributedShape returns the shape of a thread's part: for each mode, the product of the digits
// of stride 0, or 1 if there are none.
func (l *PackLayout) DistributedShape() []int64 {
	shape := []int64{}
	for _, m := range l.modes {
		shape = append(shape, m.Values()...)
	}
	return shape
}

// WorkgroupThreads returns 1 + the largest thread number that affects the part; strides
// count threads of the workgroup, independent of subgroups.
func (l *PackLayout) WorkgroupThreads(int64) int64 {
	n := int64(1)
	for _, m := range l.modes {
		for _, leaf := range m {
			n += (leaf.Size - 1) * leaf.Stride
		}
	}
	return n
}

// CheckShape reports whether the layout describes a value of the given shaped type (IREE
// VectorExtInterfaceImpl.cpp of the dialect Map, isValidLayout). For tensors only the
// rank is compared.
func (l *PackLayout) CheckShape(t ir.ShapedType) *diag.Error {
	shape := t.Shape()
	if len(shape) != l.Rank() {
		return diag.Errorf("layout-shape", "Rank of vector (%d) does not match rank of layout (%d).", len(shape), l.Rank())
	}
	if _, isTensor := t.(*ir.TensorType); isTensor {
		return nil
	}
	for d, want := range l.UndistributedShape() {
		if shape[d] != ir.Dynamic && shape[d] != want {
			var sizes []int64
			for _, leaf := range l.modes[d] {
				sizes = append(sizes, leaf.Size)
			}
			return diag.Errorf("layout-shape", "Vector shape mismatch at dim %d: expected %d, got %d", d, want, shape[d]).
				Note("dim %d: the product of (%s) is %d", d, num.JoinInts(sizes), want)
		}
	}
	return nil
}

// pick builds a layout whose dimension d is dimension src[d] of l, or a unit dimension
// where src[d] is negative.
func (l *PackLayout) pick(src []int) *PackLayout {
	modes := make([]Mode, len(src))
	for d, s := range src {
		if s >= 0 {
			modes[d] = l.modes[s]
		}
	}
	return l.with(modes)
}

// Permute returns the layout of the transposed vector: dimension d is dimension perm[d] of l.
func (l *PackLayout) Permute(perm []int64) *PackLayout { return l.pick(layout.Permuted(perm)) }

// Project drops the dimensions where drop is true.
func (l *PackLayout) Project(drop []bool) *PackLayout { return l.pick(layout.Kept(drop)) }

// Apply returns the layout of a value whose dimensions are the results of a map of l's
// dimensions; results that are not just a dimension become unit dimensions.
func (l *PackLayout) Apply(m affine.Map) *PackLayout { return l.pick(m.ResultDims()) }

// Recombine merges the layouts of several operands into the layout of the result of a map
// over their common iterators. It returns nil when operands disagree, in sizes or in
// strides; IREE compares sizes only. A dimension that occurs in no operand is a unit
// dimension.
func (*PackLayout) Recombine(layouts []*PackLayout, maps []affine.Map, result affine.Map) *PackLayout {
	modes, set := make([]Mode, len(result.Results)), make([]bool, len(result.Results))
	for k, l := range layouts {
		for r, e := range maps[k].Results {
			q := slices.IndexFunc(result.Results, e.Equal)
			if _, isDim := e.IsDim(); !isDim || q < 0 {
				continue
			}
			if set[q] && !slices.Equal(modes[q], l.modes[r]) {
				return nil
			}
			modes[q], set[q] = l.modes[r], true
		}
	}
	return layouts[0].with(modes)
}

// UnitMap returns the map from vector elements to (thread, position in the thread's
// part). Errors: see layout.New.
func (l *PackLayout) UnitMap() (*layout.Map, error) {
	return layout.New(layout.Digits{Units: int(l.WorkgroupThreads(0)), Axes: axes.Pair{Unit: axes.Thread, Cell: axes.Register}, Width: 1, Dims: l.digits()})
}

// Whole returns the layout in which every thread holds a whole vector of the given shape.
func (l *PackLayout) Whole(shape []int64) *PackLayout {
	modes := make([]Mode, len(shape))
	for d, n := range shape {
		modes[d] = Mode{{n, 0}}
	}
	return l.with(modes)
}

// IsDistinct reports whether different threads hold different parts of a vector.
func (l *PackLayout) IsDistinct() bool {
	_, overlap := layout.UnitRadix(l.digits())
	return overlap == nil
}

// HeldElements returns the number of elements that a thread holds.
func (l *PackLayout) HeldElements() int64 {
	n, _ := ir.NumElements(l.DistributedShape())
	return n
}

// Dims returns the digits of the dimensions, whose units are threads of a workgroup,
// independent of subgroups.
func (l *PackLayout) Dims(int64) ([]layout.Dim, error) { return l.digits(), nil }

func (l *PackLayout) digits() []layout.Dim {
	dims := make([]layout.Dim, l.Rank())
	held := int64(1)
	for i, m := range slices.Backward(l.modes) {
		dim := layout.Dim{Size: m.Size()}
		for _, leaf := range slices.Backward(m) {
			g := layout.Digit{Size: leaf.Size, Unit: leaf.Stride}
			if leaf.Stride == 0 {
				g.Offset = held
				held *= leaf.Size
			}
			dim.Digits = append(dim.Digits, g)
		}
		dims[i] = dim
	}
	return dims
}

// Reshape returns the layout of the vector after vector.shape_cast, or nil when no digits
// describe it. A shape cast moves no elements, so that the layout is the view of the unit
// map in the new shape.
func (l *PackLayout) Reshape(shape []int64) *PackLayout {
	units, err := l.UnitMap()
	if err != nil {
		return nil
	}
	view, err := units.Reshape(shape)
	if err != nil {
		return nil
	}
	d, _ := view.Digits()
	modes := make([]Mode, len(d.Dims))
	for i, dim := range d.Dims {
		for _, g := range slices.Backward(dim.Digits) {
			modes[i] = append(modes[i], Leaf{g.Size, g.Unit})
		}
		if modes[i].Size() != dim.Size {
			return nil
		}
	}
	return l.with(modes)
}

// Held returns the elements that a thread of a workgroup holds, as flat indices of the
// whole vector in the order of the thread's part. Digits of threads are taken modulo
// their sizes, so that every thread has an answer.
func (l *PackLayout) Held(thread, _ int64) ([]int64, error) {
	return layout.Held(l.digits(), thread), nil
}
