package vectorext

import (
	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/flow"
)

// Distribution is a layout of any kind: it specifies which thread holds which elements of
// a vector, and in which order.
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
	// WorkgroupThreads returns the number of threads after which the parts repeat, at
	// most: 1 + the largest thread number that affects the part.
	WorkgroupThreads(subgroupSize int64) int64
	// Steps returns the map from elements to threads and registers, and the number of
	// registers that a thread reads or writes at once, a step.
	Steps() (m *layout.Map, registers int64, step string, err error)
	// Stripped is the text without the dialect prefix, as messages show it.
	Stripped() string
}

// Layout is a kind of layout that a to_layout operation may have: L is the kind itself;
// its zero value stands for no layout.
type Layout[L any] interface {
	Distribution
	flow.LayoutKind[L]
}

// Recombine is described at flow.LayoutKind.
func (*NestedLayout) Recombine(layouts []*NestedLayout, maps []affine.Map, result affine.Map) *NestedLayout {
	return Recombine(layouts, maps, result)
}
