package vectorext

import (
	"slices"

	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// Transfer is a view of a transfer_gather or transfer_scatter.
//
// A gather has one of two forms, distinguished by its attributes (IREE VectorExtOps.td,
// transfer_gather, before and since 2026-02-20). The per-dimension form has indexed,
// indexed_maps, permutation_map and in_bounds, and its index maps are functions of the
// memory dimensions. The unified form, the only one of a scatter, has indexing_maps over
// the vector dimensions, with one symbol per index operand.
type Transfer struct{ *ir.Operation }

// AsTransfer returns the view of op; ok is false for other operations.
func AsTransfer(op *ir.Operation) (t Transfer, ok bool) {
	return Transfer{op}, ir.Is[TransferGatherOp](op) || ir.Is[TransferScatterOp](op)
}

// IsGather reports whether the transfer is a gather, not a scatter.
func (t Transfer) IsGather() bool { return ir.Is[TransferGatherOp](t.Operation) }

// Unified reports whether the operation is in the unified form.
func (t Transfer) Unified() bool { return !t.IsGather() || t.Attr(indexingMaps) != nil }

// Base returns the memref or tensor.
func (t Transfer) Base() *ir.Value {
	if t.IsGather() {
		return ir.Cast[TransferGatherOp](t.Operation).Base()
	}
	return ir.Cast[TransferScatterOp](t.Operation).Base()
}

// BaseType returns the type of the base.
func (t Transfer) BaseType() ir.ShapedType { return t.Base().Type().(ir.ShapedType) }

// Vector returns the vector that is gathered or scattered.
func (t Transfer) Vector() *ir.Value {
	if t.IsGather() {
		return ir.Cast[TransferGatherOp](t.Operation).Vector()
	}
	return ir.Cast[TransferScatterOp](t.Operation).Vector()
}

// VectorType returns the type of the vector.
func (t Transfer) VectorType() *ir.VectorType { return vectorOf(t.Vector()) }

// Offsets returns an index value per base dimension.
func (t Transfer) Offsets() []*ir.Value {
	if t.IsGather() {
		return ir.Cast[TransferGatherOp](t.Operation).Offsets()
	}
	return ir.Cast[TransferScatterOp](t.Operation).Offsets()
}

// IndexVecs returns the index operands, vectors of index or (unified form) index.
func (t Transfer) IndexVecs() []*ir.Value {
	if t.IsGather() {
		return ir.Cast[TransferGatherOp](t.Operation).IndexVecs()
	}
	return ir.Cast[TransferScatterOp](t.Operation).IndexVecs()
}

// Padding returns the value that a gather gives lanes that are masked off.
func (t Transfer) Padding() *ir.Value { return ir.Cast[TransferGatherOp](t.Operation).Padding() }

// Mask returns the mask, or nil.
func (t Transfer) Mask() *ir.Value {
	if t.IsGather() {
		return ir.Cast[TransferGatherOp](t.Operation).Mask()
	}
	return ir.Cast[TransferScatterOp](t.Operation).Mask()
}

// Maps returns indexing_maps: the base map, a map per index operand, and the mask's map
// if there is a mask.
func (t Transfer) Maps() []affine.Map {
	maps, _ := ir.Maps(t.Attr(indexingMaps))
	return maps
}

// Indexed returns, for the per-dimension form, which memory dimensions are gathered.
func (t Transfer) Indexed() []bool {
	indexed, _ := ir.Bools(t.Attr(indexedAttr))
	return indexed
}

// IndexedMaps returns the maps of the index vectors of the per-dimension form.
func (t Transfer) IndexedMaps() []affine.Map {
	maps, _ := ir.Maps(t.Attr(indexedMaps))
	return maps
}

// PermutationMap returns the permutation map of the per-dimension form.
func (t Transfer) PermutationMap() affine.Map {
	if m := ir.Get[*ir.AffineMapAttr](t.Operation, permutationMap); m != nil {
		return m.Map
	}
	return affine.Map{}
}

// InBounds returns in_bounds of the per-dimension form, with an entry per vector
// dimension.
func (t Transfer) InBounds() []bool {
	bs, _ := ir.Bools(t.Attr(inBounds))
	return bs
}

// setOperands replaces the variable operand groups of a transfer.
func (t Transfer) setOperands(offsets, indexVecs []*ir.Value, mask *ir.Value) {
	first := 1
	if !t.IsGather() {
		first = 2
	}
	t.SetOperandGroup(first, offsets)
	t.SetOperandGroup(first+1, indexVecs)
	t.SetOperandGroup(4, ir.Present(mask))
}

// SliceSizes returns, for the per-dimension form, the extent of the virtual contiguous
// slice along every memory dimension: the extent of the vector dimension that the
// permutation map assigns to it, or 1.
func (t Transfer) SliceSizes() []int64 {
	sizes := slices.Repeat([]int64{1}, len(t.BaseType().Shape()))
	shape := t.VectorType().Dims
	for r, e := range t.PermutationMap().Results {
		if d, ok := e.IsDim(); ok {
			sizes[d] = shape[r]
		}
	}
	return sizes
}

func transferEffects(op *ir.Operation) []ir.Effect {
	t := Transfer{op}
	if _, isMemRef := t.Base().Type().(*ir.MemRefType); !isMemRef {
		return nil
	}
	read := ir.Effect{Kind: ir.Read, Value: t.Base()}
	if t.IsGather() {
		return []ir.Effect{read}
	}
	return []ir.Effect{read, {Kind: ir.Write, Value: t.Base()}}
}

func transferSpeculatable(op *ir.Operation) ir.Speculatability {
	if _, isMemRef := (Transfer{op}).Base().Type().(*ir.MemRefType); isMemRef {
		return ir.NotSpeculatable
	}
	return ir.Speculatable
}

var memRefOrTensor = &ir.TypeConstraint{Summary: "shaped of any type values", Check: ir.AnyShaped.Check}

var vectorOfIndex = ir.VectorOf("index", func(t ir.Type) bool { _, ok := t.(*ir.IndexType); return ok })

var indexOrVector = ir.AnyOf(ir.IndexConstraint, vectorOfIndex)

var maskType = ir.VectorOf("1-bit signless integer", ir.BoolConstraint.Check)

func transferGather() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.transfer_gather",
		New:     []string{"vector", "base", "offsets", "index_vecs", "padding", "mask", "indexing_maps"},
		Summary: "gather a vector from memory, keeping contiguous dimensions contiguous",
		Description: `Generalises vector.transfer_read to slices that are not contiguous. In the unified form

    result[d] = mask[mm(d)] ? base[off_0 + g_0, …] : padding

where g_k is a vector dimension (contiguous), an element of an index operand, or
0, according to the first of the indexing maps. In the per-dimension form a
virtual slice with the memory dimensions is read by permutation_map:

    slice[j] = base[a_0, …],  a_k = indices[k] + j_k                     (None)
                              a_k = indices[k] + vec_k[map_k(j)]         (%vec: type)

The form of the text is kept.`,
		Operands: []ir.ValueDef{
			{Name: "base", Type: memRefOrTensor},
			{Name: "offsets", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "index_vecs", Type: indexOrVector, Kind: ir.Variadic},
			{Name: "padding", Type: ir.AnyType},
			{Name: "mask", Type: maskType, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "vector", Type: ir.AnyVector}},
		Attrs: []ir.PropDef{
			{Name: indexedAttr, Type: ir.BoolArrayAttr, Optional: true},
			{Name: indexedMaps, Type: ir.AffineMapArrayAttr, Optional: true},
			{Name: permutationMap, Type: ir.AffineMapConstraint, Optional: true},
			{Name: inBounds, Type: ir.BoolArrayAttr, Optional: true},
			{Name: indexingMaps, Type: ir.AffineMapArrayAttr, Optional: true},
		},
		Traits:       ir.AttrSizedOperandSegments | ir.HasEffects,
		Effects:      transferEffects,
		Speculatable: transferSpeculatable,
		Form: "$base `[` $offsets `]` indices? `,` $padding (`,` $mask)? attr-dict `:` type($base) `,` type($vector) (`,` type($mask))?\n" +
			"indices ::= `[` $index_vecs `:` type($index_vecs) `]` | `[` (`None` | value `:` type), … `]`",
		Parse:      parseGather,
		Print:      printTransfer,
		Verify:     verifyGather,
		Fold:       foldTransfer,
		Patterns:   gatherPatterns,
		Implements: []ir.Implementation{ir.AccessesMemory(accessOfTransfer), sim.Moves("base", "padding")},
		Examples: []string{
			`func.func @unified(%m: memref<64x32xf32>, %i: vector<8xindex>, %o: index, %p: f32, %k: vector<8x4xi1>) -> vector<8x4xf32> {
  %r = iree_vector_ext.transfer_gather %m[%o, %o] [%i : vector<8xindex>], %p, %k {indexing_maps = [affine_map<(d0, d1)[s0] -> (s0, d1)>, affine_map<(d0, d1)[s0] -> (d0)>, affine_map<(d0, d1)[s0] -> (d0, d1)>]} : memref<64x32xf32>, vector<8x4xf32>, vector<8x4xi1>
  return %r : vector<8x4xf32>
}`,
			`func.func @per_dimension(%m: memref<100x20xf32>, %rows: vector<3xindex>, %cols: vector<4x3xindex>, %o: index, %p: f32) -> vector<4x3xf32> {
  %r = iree_vector_ext.transfer_gather %m[%o, %o][%rows: vector<3xindex>, %cols: vector<4x3xindex>], %p {in_bounds = [true, true], indexed_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d1, d0)>], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<100x20xf32>, vector<4x3xf32>
  return %r : vector<4x3xf32>
}`,
		},
	}
}

func transferScatter() *ir.OpDef {
	return &ir.OpDef{
		Kind:    "iree_vector_ext.transfer_scatter",
		New:     ir.ByHand,
		Summary: "scatter a vector to memory, keeping contiguous dimensions contiguous",
		Description: `The inverse of the unified transfer_gather:

    if mask[mm(d)]:  base[off_0 + g_0, …] = vector[d]

The order of writes to the same place is not specified. On a tensor the result is
the updated tensor; on a memref there is no result.`,
		Operands: []ir.ValueDef{
			{Name: "base", Type: memRefOrTensor},
			{Name: "vector", Type: ir.AnyVector},
			{Name: "offsets", Type: ir.IndexConstraint, Kind: ir.Variadic},
			{Name: "index_vecs", Type: indexOrVector, Kind: ir.Variadic},
			{Name: "mask", Type: maskType, Kind: ir.Optional},
		},
		Results: []ir.ValueDef{{Name: "result", Type: ir.AnyShaped, Kind: ir.Optional}},
		Attrs:   []ir.PropDef{{Name: indexingMaps, Type: ir.AffineMapArrayAttr}},
		Traits:  ir.AttrSizedOperandSegments | ir.HasEffects,
		Constraints: []ir.Constraint{
			ir.AllMatch{Names: []string{"base", "vector"}, Text: "element type", Of: func(t ir.Type) any { return ir.ElementOrSelf(t) }},
		},
		Effects:      transferEffects,
		Speculatable: transferSpeculatable,
		Form:         "$vector `into` $base `[` $offsets `]` (`[` $index_vecs `:` type($index_vecs) `]`)? (`,` $mask)? attr-dict `:` type($vector) `,` type($base) (`,` type($mask))? (`->` type($result))?",
		Parse:        parseScatter,
		Print:        printTransfer,
		Verify:       verifyScatter,
		Fold:         foldTransfer,
		Patterns:     scatterPatterns,
		Implements:   []ir.Implementation{scatterFlow, ir.AccessesMemory(accessOfTransfer), sim.Moves("base", "vector")},
		Examples: []string{
			`func.func @f(%v: vector<8xf32>, %t: tensor<64xf32>, %i: vector<8xindex>, %o: index, %k: vector<8xi1>) -> tensor<64xf32> {
  %r = iree_vector_ext.transfer_scatter %v into %t[%o] [%i : vector<8xindex>], %k {indexing_maps = [affine_map<(d0)[s0] -> (s0)>, affine_map<(d0)[s0] -> (d0)>, affine_map<(d0)[s0] -> (d0)>]} : vector<8xf32>, tensor<64xf32>, vector<8xi1> -> tensor<64xf32>
  return %r : tensor<64xf32>
}`,
		},
	}
}

// VectorMaps returns, per index operand, the vector dimensions that select its elements,
// in the order of the operand's dimensions; a constant result means that the dimension
// has extent 1. It works for both forms.
func (t Transfer) VectorMaps() []affine.Map {
	if t.Unified() {
		maps := t.Maps()[1:]
		out := make([]affine.Map, len(t.IndexVecs()))
		for k := range out {
			out[k] = affine.Map{NumDims: maps[k].NumDims, Results: maps[k].Results}
		}
		return out
	}
	rank := len(t.VectorType().Dims)
	feeds := t.vectorDimOf()
	out := make([]affine.Map, 0, len(t.IndexVecs()))
	for _, m := range t.IndexedMaps() {
		results := make([]affine.Expr, len(m.Results))
		for i, e := range m.Results {
			k, _ := e.IsDim()
			results[i] = feeds[k]
		}
		out = append(out, affine.Map{NumDims: rank, Results: results})
	}
	return out
}

// BaseMap returns, per dimension of the memory, the vector dimension that runs along it,
// the symbol of the index operand that places the element, or 0. It works for both forms.
func (t Transfer) BaseMap() affine.Map {
	if t.Unified() {
		return t.Maps()[0]
	}
	results, symbols := t.vectorDimOf(), 0
	for k, indexed := range t.Indexed() {
		if indexed {
			results[k] = affine.Symbol(symbols)
			symbols++
		}
	}
	return affine.Map{NumDims: len(t.VectorType().Dims), NumSymbols: symbols, Results: results}
}

// vectorDimOf returns, per memory dimension, the vector dimension that runs along it as
// an expression, or the constant 0.
func (t Transfer) vectorDimOf() []affine.Expr {
	feeds := slices.Repeat([]affine.Expr{affine.Const(0)}, len(t.BaseType().Shape()))
	for r, e := range t.PermutationMap().Results {
		if k, ok := e.IsDim(); ok {
			feeds[k] = affine.Dim(r)
		}
	}
	return feeds
}

// MaskMap returns the vector dimensions that select an element of the mask.
func (t Transfer) MaskMap() affine.Map {
	if t.Unified() {
		maps := t.Maps()
		last := maps[len(maps)-1]
		return affine.Map{NumDims: last.NumDims, Results: last.Results}
	}
	return vector.TransferMaskMap(t.PermutationMap())
}

// ContiguousDims returns, per vector dimension, the memory dimension along which it runs
// without an index operand, or -1.
func (t Transfer) ContiguousDims() []int {
	dims := slices.Repeat([]int{-1}, len(t.VectorType().Dims))
	for k, e := range t.BaseMap().Results {
		if d, ok := e.IsDim(); ok {
			dims[d] = k
		}
	}
	return dims
}

// accessOfTransfer describes which elements of memory a transfer touches.
func accessOfTransfer(op *ir.Operation) ir.Access {
	t := Transfer{op}
	a := ir.Access{Kind: ir.Write, Memory: t.Base(), Indices: t.Offsets(), Moved: t.Vector(), Map: t.BaseMap(), Mask: t.Mask()}
	maps := t.VectorMaps()
	for k, v := range t.IndexVecs() {
		a.Chosen = append(a.Chosen, ir.Choice{Operand: v, Map: maps[k]})
	}
	if t.IsGather() {
		a.Kind, a.Padding = ir.Read, t.Padding()
	}
	if a.Mask != nil {
		a.MaskMap = t.MaskMap()
	}
	if !t.Unified() {
		inside := t.InBounds()
		for r, e := range t.PermutationMap().Results {
			if k, ok := e.IsDim(); ok && !inside[r] {
				a.Guarded = append(a.Guarded, k)
			}
		}
	}
	return a
}
