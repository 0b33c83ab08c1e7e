package ir

import "sync"

// This file contains the functions that generated constructors of operations call.

// Build creates a T of a state at the insertion point; see
// Builder.Create.
func Build[T typedOp](b OpBuilder, st *OpState) T {
	own := states.Get().(*OpState)
	*own = *st
	if own.Def == nil {
		own.Def = DefOf[T](b.Context())
	}
	if own.Regions == nil {
		own.NumRegions = max(own.NumRegions, len(own.Def.Regions))
	}
	op := b.create(own)
	*own = OpState{}
	states.Put(own)
	return typed[T](op)
}

// states holds states for Build: a state that is passed through an interface would be
// allocated for every operation.
var states = sync.Pool{New: func() any { return new(OpState) }}

// Present returns the list of the values that are not nil.
func Present(vs ...*Value) []*Value {
	present := make([]*Value, 0, len(vs))
	for _, v := range vs {
		if v != nil {
			present = append(present, v)
		}
	}
	return present
}

// Count returns the number of values of an optional operand.
func Count(v *Value) int {
	if v == nil {
		return 0
	}
	return 1
}

// PresentTypes returns the list of the types that are not nil.
func PresentTypes(ts ...Type) []Type {
	present := make([]Type, 0, len(ts))
	for _, t := range ts {
		if t != nil {
			present = append(present, t)
		}
	}
	return present
}

// TypesOf returns the types of values.
func TypesOf(vs []*Value) []Type {
	ts := make([]Type, len(vs))
	for i, v := range vs {
		ts[i] = v.typ
	}
	return ts
}

// SetPropAt sets inherent attribute i.
func (st *OpState) SetPropAt(i int, a Attribute) {
	if st.Props == nil && st.Def != nil {
		st.Props = make([]Attribute, 0, max(i+1, len(st.Def.AttrNames())))
	}
	for len(st.Props) <= i {
		st.Props = append(st.Props, nil)
	}
	st.Props[i] = a
}

// DefOf returns the definition of T in a context.
func DefOf[T typedOp](c *Context) *OpDef {
	var kind T
	return c.mustOpDefNamed(string(kind.Kind()))
}
