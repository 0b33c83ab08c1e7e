package flow

import (
	"optc/ir"
	"optc/ir/affine"
)

// LayoutKind is the constraint on a kind of layouts: L is the kind itself, a pointer type whose
// zero value is no layout (IREE VectorExtInterfaces.td, VectorLayoutInterface).
type LayoutKind[L any] interface {
	comparable
	ir.Attribute
	// Rank returns the number of vector dimensions.
	Rank() int
	// Permute returns the layout of a transposed vector.
	Permute(perm []int64) L
	// Project returns the layout without some dimensions.
	Project(drop []bool) L
	// Apply returns the layout of a vector whose dimensions are the results of a map;
	// a result that is no dimension has extent 1.
	Apply(m affine.Map) L
	// Reshape returns the layout after vector.shape_cast, or zero.
	Reshape(shape []int64) L
	// Recombine returns the layout of a result whose dimensions are dimensions of operands, or zero;
	// the receiver is the first operand's layout.
	Recombine(layouts []L, maps []affine.Map, result affine.Map) L
	// Whole returns the layout in which every unit holds a whole vector of the given shape.
	Whole(shape []int64) L
	// IsDistinct reports whether different units hold different parts.
	IsDistinct() bool
	// HeldElements returns the number of elements that a unit holds.
	HeldElements() int64
}

// Layout is a layout of any kind, for rules that work for all kinds. Layouts are equal if they have
// the same kind and contents. The methods return nil if there is no such layout.
type Layout interface {
	// Attribute returns the layout as an attribute of its kind.
	Attribute() ir.Attribute
	// The other methods are described at LayoutKind.
	Rank() int
	Permute(perm []int64) Layout
	Project(drop []bool) Layout
	Apply(m affine.Map) Layout
	Reshape(shape []int64) Layout
	Recombine(layouts []Layout, maps []affine.Map, result affine.Map) Layout
	Whole(shape []int64) Layout
	IsDistinct() bool
	HeldElements() int64
}

// layoutOf is the Layout for a layout of a kind. It holds a single pointer, so that
// converting it to the interface allocates nothing.
type layoutOf[L LayoutKind[L]] struct{ l L }

// Erase returns l as a Layout, nil for the zero value.
func Erase[L LayoutKind[L]](l L) Layout {
	var none L
	if l == none {
		return nil
	}
	return layoutOf[L]{l}
}

// Restore returns the layout of kind L that Erase was given, zero for nil.
func Restore[L LayoutKind[L]](l Layout) L {
	of, _ := l.(layoutOf[L])
	return of.l
}

func (of layoutOf[L]) Attribute() ir.Attribute      { return of.l }
func (of layoutOf[L]) Rank() int                    { return of.l.Rank() }
func (of layoutOf[L]) Permute(perm []int64) Layout  { return Erase(of.l.Permute(perm)) }
func (of layoutOf[L]) Project(drop []bool) Layout   { return Erase(of.l.Project(drop)) }
func (of layoutOf[L]) Apply(m affine.Map) Layout    { return Erase(of.l.Apply(m)) }
func (of layoutOf[L]) Whole(shape []int64) Layout   { return Erase(of.l.Whole(shape)) }
func (of layoutOf[L]) IsDistinct() bool             { return of.l.IsDistinct() }
func (of layoutOf[L]) HeldElements() int64          { return of.l.HeldElements() }
func (of layoutOf[L]) Reshape(shape []int64) Layout { return Erase(of.l.Reshape(shape)) }

func (of layoutOf[L]) Recombine(layouts []Layout, maps []affine.Map, result affine.Map) Layout {
	list := make([]L, len(layouts))
	for i, l := range layouts {
		list[i] = Restore[L](l)
	}
	return Erase(of.l.Recombine(list, maps, result))
}

// OneOf returns a list of rank entries of which only entry dim is true; Project then drops that
// dimension.
func OneOf(rank int, dim int64) []bool {
	drop := make([]bool, rank)
	drop[dim] = true
	return drop
}
