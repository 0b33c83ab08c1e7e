package vectorext

import (
	"optc/diag"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout"
	"optc/layout/flow"
)

// Distribution is a layout of whatever kind: it says which thread holds which elements of
// a vector, and in which order.
type Distribution interface {
	ir.Attribute
	// CheckShape returns nil if the layout describes values of that type.
	CheckShape(t ir.ShapedType) *diag.Error
	// UndistributedShape returns the extents of the vector, DistributedShape those of
	// what one thread holds.
	UndistributedShape() []int64
	DistributedShape() []int64
	// Held returns the elements that a thread of a workgroup with subgroups of some size
	// holds, as flat indices of the whole vector in the order of the thread's part.
	Held(thread, subgroupSize int64) ([]int64, error)
	// WorkgroupThreads returns 1 + the largest thread that tells parts apart.
	WorkgroupThreads(subgroupSize int64) int64
	// Steps returns which thread holds which element in which register, and how many
	// registers a thread reads or writes at once, a step.
	Steps() (m *layout.Map, registers int64, step string, err error)
	// Stripped is the text without the dialect prefix, as it stands in messages.
	Stripped() string
}

// Layout is a kind of layout that a to_layout operation may have: L is the kind
// itself, whose zero value is no layout.
type Layout[L any] interface {
	Distribution
	flow.Kind[L]
}

// Recombine is described at flow.Kind.
func (*NestedLayout) Recombine(layouts []*NestedLayout, maps []affine.Map, result affine.Map) *NestedLayout {
	return Recombine(layouts, maps, result)
}
