package affine

import (
	"optc/ir"
	"optc/ir/affine"
)

// Names of the attributes.
const (
	mapAttr       = "map"
	basisAttr     = "static_basis"
	disjointAttr  = "disjoint"
	lowerMap      = "lowerBoundMap"
	upperMap      = "upperBoundMap"
	stepAttr      = "step"
	conditionAttr = "condition"
	lowersMap     = "lowerBoundsMap"
	lowersGroups  = "lowerBoundsGroups"
	uppersMap     = "upperBoundsMap"
	uppersGroups  = "upperBoundsGroups"
	reductions    = "reductions"
	stepsAttr     = "steps"
)

func mapIn(op *ir.Operation, attr string) affine.Map {
	return ir.Get[*ir.AffineMapAttr](op, attr).Map
}

// MapOf returns the map of affine.apply, min, max and of accesses.
func MapOf(op *ir.Operation) affine.Map { return mapIn(op, mapAttr) }

// setMap replaces the map of an operation that MapOf knows.
func setMap(op *ir.Operation, c *ir.Context, m affine.Map) { op.SetAttr(mapAttr, c.AffineMap(m)) }

// buildMap builds an operation whose result is computed by a map.
func buildMap(b ir.OpBuilder, k ir.Kind, m affine.Map, operands []*ir.Value) *ir.Value {
	st := &ir.OpState{Def: b.Context().MustOpDef(k), Operands: operands}
	st.SetProp(mapAttr, b.Context().AffineMap(m))
	return k.CreateValue(b, st)
}

// linearizeBasis is the operand group of extents in both affine.linearize_index and
// affine.delinearize_index.
const linearizeBasis = 1

// BasisOf returns the extents of affine.linearize_index and affine.delinearize_index.
func BasisOf(op *ir.Operation) []ir.Mixed { return op.MixedList(basisAttr, linearizeBasis) }

func staticBasis(op *ir.Operation) []int64 {
	static, _ := ir.Int64s(op.Attr(basisAttr))
	return static
}

// Operand groups of affine.for.
const (
	forLower = iota
	forUpper
	forInits
)
