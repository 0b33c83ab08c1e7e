package vectorext

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/flow"
	"optc/num"
)

// Distribution is a layout of any kind: it specifies which thread holds which elements of a vector,
// and in which order.
type Distribution interface {
	ir.Attribute
	// CheckShape returns nil if the layout describes values of the given type.
	CheckShape(t ir.ShapedType) *diag.Error
	// UndistributedShape returns the extents of the vector, DistributedShape the extents
	// of a thread's part.
	UndistributedShape() []int64
	DistributedShape() []int64
	// Held returns the elements that a thread of a workgroup holds, for subgroups of some
	// size, as flat indices of the whole vector in the order of the thread's part.
	Held(thread, subgroupSize int64) ([]int64, error)
	// Dims returns the digits of each dimension, whose units are threads of a workgroup. The
	// digits of threads are taken modulo their sizes. The error code is too-large.
	Dims(subgroupSize int64) ([]layout.Dim, error)
	// WorkgroupThreads returns the number of threads after which the parts repeat, at
	// most: 1 + the largest thread number that affects the part.
	WorkgroupThreads(subgroupSize int64) int64
	// Steps returns the map from elements to threads and registers, and the number of
	// registers that a thread reads or writes at once, a step.
	Steps() (m *layout.Map, registers int64, step string, err error)
	// Stripped is the text without the dialect prefix, as messages show it.
	Stripped() string
}

// Layout is a kind of layout that a to_layout operation may have: L is the kind itself; its zero
// value means no layout.
type Layout[L any] interface {
	Distribution
	flow.LayoutKind[L]
}

// Recombine is described at flow.LayoutKind.
func (*NestedLayout) Recombine(layouts []*NestedLayout, maps []affine.Map, result affine.Map) *NestedLayout {
	return Recombine(layouts, maps, result)
}

// IsDistinct reports whether different threads hold different parts of a vector.
func (l *NestedLayout) IsDistinct() bool {
	_, threads := layout.NewRadix(l.ThreadTile, l.ThreadStrides)
	_, subgroups := layout.NewRadix(l.SubgroupTile, l.SubgroupStrides)
	return threads == nil && subgroups == nil
}

// HeldElements returns the number of elements that a thread holds.
func (l *NestedLayout) HeldElements() int64 {
	n, _ := ir.NumElements(l.DistributedShape())
	return n
}

// Whole returns the layout in which every thread holds a whole vector of the given shape.
func (l *NestedLayout) Whole(shape []int64) *NestedLayout {
	rank := len(shape)
	ones := func() []int64 { return slices.Repeat([]int64{1}, rank) }
	return validLayout(l.Context(), LayoutLists{
		SubgroupTile: ones(), BatchTile: ones(), OuterTile: ones(), ThreadTile: ones(), ElementTile: shape,
		SubgroupStrides: make([]int64, rank), ThreadStrides: make([]int64, rank),
	})
}

// Together returns the unit maps of two layouts of a vector for a common number of threads: a multiple
// of group after which both layouts repeat. ok is false if that number exceeds most, or if a thread
// cannot compute its part.
func Together(from, to Distribution, subgroupSize, group, most int64) (m, n *layout.Map, ok bool) {
	if !slices.Equal(from.UndistributedShape(), to.UndistributedShape()) {
		return nil, nil, false
	}
	a, err1 := from.Dims(subgroupSize)
	b, err2 := to.Dims(subgroupSize)
	if err1 != nil || err2 != nil {
		return nil, nil, false
	}
	r, overlap1 := layout.UnitRadix(a)
	s, overlap2 := layout.UnitRadix(b)
	if overlap1 != nil || overlap2 != nil || r.Span > most || s.Span > most {
		return nil, nil, false
	}
	period := lcm(lcm(r.Span, s.Span), group)
	if period > most {
		return nil, nil, false
	}
	m, err1 = layout.Repeated(a, r, period)
	n, err2 = layout.Repeated(b, s, period)
	return m, n, err1 == nil && err2 == nil
}

// lcm returns the least common multiple of two numbers.
func lcm(a, b int64) int64 { return a / num.GCD(a, b) * b }
