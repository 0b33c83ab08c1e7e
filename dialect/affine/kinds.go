package affine

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/ir/affine"
)

// The operations. Accessors are named like the operands and attributes of the
// definitions; Build functions insert an operation and return its result.
var (
	Apply            = applyKind{"affine.apply"}
	Max              = extremeKind{"affine.max"}
	Min              = extremeKind{"affine.min"}
	LinearizeIndex   = linearizeKind{"affine.linearize_index"}
	DelinearizeIndex = delinearizeKind{"affine.delinearize_index"}

	For      = forKind{"affine.for"}
	If       = ifKind{"affine.if"}
	Parallel = parallelKind{"affine.parallel"}
	Yield    = operandsKind{"affine.yield"}

	Load        = loadKind{"affine.load"}
	Store       = storeKind{"affine.store"}
	VectorLoad  = loadKind{"affine.vector_load"}
	VectorStore = storeKind{"affine.vector_store"}
	Prefetch    = prefetchKind{"affine.prefetch"}
	DmaStart    = operandsKind{"affine.dma_start"}
	DmaWait     = operandsKind{"affine.dma_wait"}
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

type applyKind struct{ ir.OldKind }

func (applyKind) MapOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (applyKind) Map(op *ir.Operation) affine.Map          { return MapOf(op) }
func (applyKind) Result(op *ir.Operation) *ir.Value        { return op.Result(0) }

// Build applies a map with one result to dimensions, then symbols.
func (k applyKind) Build(b ir.OpBuilder, m affine.Map, operands []*ir.Value) *ir.Value {
	return buildMap(b, k.Kind(), m, operands)
}

type extremeKind struct{ ir.OldKind }

func (extremeKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (extremeKind) Map(op *ir.Operation) affine.Map       { return MapOf(op) }
func (extremeKind) Result(op *ir.Operation) *ir.Value     { return op.Result(0) }

// Build computes the extreme result of a map of dimensions, then symbols.
func (k extremeKind) Build(b ir.OpBuilder, m affine.Map, operands []*ir.Value) *ir.Value {
	return buildMap(b, k.Kind(), m, operands)
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

type linearizeKind struct{ ir.OldKind }

func (linearizeKind) MultiIndex(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }
func (linearizeKind) DynamicBasis(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(linearizeBasis)
}
func (linearizeKind) StaticBasis(op *ir.Operation) []int64   { return staticBasis(op) }
func (linearizeKind) LinearIndex(op *ir.Operation) *ir.Value { return op.Result(0) }

// Disjoint reports whether the operation promises that every index but the first is
// at least 0 and below its extent.
func (linearizeKind) Disjoint(op *ir.Operation) bool {
	switch a := op.Attr(disjointAttr).(type) {
	case *ir.UnitAttr:
		return true
	case *ir.IntegerAttr:
		return a.Bool()
	}
	return false
}

// Build combines indices into one. The basis has an extent for each index, or for each
// but the first; a first extent without bound counts as absent.
func (linearizeKind) Build(b ir.OpBuilder, indices []*ir.Value, extents []ir.Mixed, disjoint bool) *ir.Value {
	return ir.ValueOf(b, NewLinearizeIndex(b, indices, extents, disjoint))
}

type delinearizeKind struct{ ir.OldKind }

func (delinearizeKind) LinearIndex(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (delinearizeKind) DynamicBasis(op *ir.Operation) []*ir.Value {
	return op.OperandGroup(linearizeBasis)
}
func (delinearizeKind) StaticBasis(op *ir.Operation) []int64    { return staticBasis(op) }
func (delinearizeKind) MultiIndex(op *ir.Operation) []*ir.Value { return op.ResultList() }

// Build splits an index, with one result for each extent; a first extent without bound is
// omitted from the basis.
func (delinearizeKind) Build(b ir.OpBuilder, index *ir.Value, extents []ir.Mixed) []*ir.Value {
	return NewDelinearizeIndex(b, index, extents).MultiIndex()
}

// Operand groups of affine.for.
const (
	forLower = iota
	forUpper
	forInits
)

type forKind struct{ ir.OldKind }

func (forKind) LowerBoundOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(forLower) }
func (forKind) UpperBoundOperands(op *ir.Operation) []*ir.Value { return op.OperandGroup(forUpper) }
func (forKind) Inits(op *ir.Operation) []*ir.Value              { return op.OperandGroup(forInits) }
func (forKind) LowerBoundMap(op *ir.Operation) affine.Map       { return mapIn(op, lowerMap) }
func (forKind) UpperBoundMap(op *ir.Operation) affine.Map       { return mapIn(op, upperMap) }
func (forKind) Region(op *ir.Operation) *ir.Region              { return op.Region(0) }

// Step returns the step, at least 1 in sensible loops.
func (forKind) Step(op *ir.Operation) int64 { return ir.IntOr(op.Attr(stepAttr), 1) }

type ifKind struct{ ir.OldKind }

func (ifKind) Operands(op *ir.Operation) []*ir.Value  { return op.OperandGroup(0) }
func (ifKind) ThenRegion(op *ir.Operation) *ir.Region { return op.Region(0) }
func (ifKind) ElseRegion(op *ir.Operation) *ir.Region { return op.Region(1) }
func (ifKind) Condition(op *ir.Operation) affine.IntegerSet {
	return ir.Get[*ir.IntegerSetAttr](op, conditionAttr).Set
}

type parallelKind struct{ ir.OldKind }

func (parallelKind) MapOperands(op *ir.Operation) []*ir.Value   { return op.OperandGroup(0) }
func (parallelKind) LowerBoundsMap(op *ir.Operation) affine.Map { return mapIn(op, lowersMap) }
func (parallelKind) UpperBoundsMap(op *ir.Operation) affine.Map { return mapIn(op, uppersMap) }
func (parallelKind) Region(op *ir.Operation) *ir.Region         { return op.Region(0) }

// LowerBoundsGroups returns how many results of the map belong to each dimension.
func (parallelKind) LowerBoundsGroups(op *ir.Operation) []int64 { return groupsOf(op, lowersGroups) }

// UpperBoundsGroups returns how many results of the map belong to each dimension.
func (parallelKind) UpperBoundsGroups(op *ir.Operation) []int64 { return groupsOf(op, uppersGroups) }

// Steps returns the step of every dimension.
func (parallelKind) Steps(op *ir.Operation) []int64 {
	steps, _ := ir.Int64s(op.Attr(stepsAttr))
	return steps
}

// Reductions returns the words of the reductions, one for each result.
func (parallelKind) Reductions(op *ir.Operation) []string {
	var names []string
	for _, k := range ir.Get[*ir.ArrayAttr](op, reductions).Elems {
		names = append(names, arith.AtomicRMWKind.Word(k))
	}
	return names
}

type operandsKind struct{ ir.OldKind }

func (operandsKind) Operands(op *ir.Operation) []*ir.Value { return op.OperandGroup(0) }

// accessKind holds the accessors that all operations with access to a memref through a
// map share.
type accessKind interface {
	ir.OpKind
	Memref(op *ir.Operation) *ir.Value
	Indices(op *ir.Operation) []*ir.Value
}

type loadKind struct{ ir.OldKind }

func (loadKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (loadKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (loadKind) Map(op *ir.Operation) affine.Map      { return MapOf(op) }
func (loadKind) Result(op *ir.Operation) *ir.Value    { return op.Result(0) }

type storeKind struct{ ir.OldKind }

func (storeKind) Value(op *ir.Operation) *ir.Value     { return op.Operand(0) }
func (storeKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(1) }
func (storeKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(2) }
func (storeKind) Map(op *ir.Operation) affine.Map      { return MapOf(op) }

type prefetchKind struct{ ir.OldKind }

func (prefetchKind) Memref(op *ir.Operation) *ir.Value    { return op.Operand(0) }
func (prefetchKind) Indices(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (prefetchKind) Map(op *ir.Operation) affine.Map      { return MapOf(op) }
