// Package ireecodegen is the part of IREE's dialect iree_codegen that distributed code needs:
// products of tiles by a matrix intrinsic, the workgroup size for which a function is written, and
// swizzles of memory with the operation that requests a swizzle.
package ireecodegen

import (
	"slices"

	"optc/dialect/iree/ireegpu"
	"optc/ir"
	"optc/layout/threads"
	"optc/sim"
)

const dialectName = "iree_codegen"

// Names of the attributes.
const (
	mapsAttr         = "indexing_maps"
	iteratorsAttr    = "iterator_types"
	kindAttr         = "kind"
	semanticsAttr    = "semantics"
	permutationsAttr = "permutations"
)

// IsTransposed reports whether the tile of an operand has two dimensions that are the
// intrinsic's in reverse order.
func (op InnerTiledOp) IsTransposed(operand int) bool {
	perms := op.Permutations()
	return perms != nil && slices.Equal(perms[operand], []int64{1, 0})
}

// OuterRank returns the number of dimensions of an operand before its tile.
func (op InnerTiledOp) OuterRank(operand int) int {
	return len(op.IndexingMaps()[operand].Results)
}

// TileOrder maps the elements of the intrinsic's tile to elements of an operand's tile,
// both counted row-major.
//
//	tile 4x2, permutation [1, 0]  →  [0 2 4 6 1 3 5 7]
func (op InnerTiledOp) TileOrder(operand int) []int64 {
	tile := op.Operation().Operand(operand).Type().(ir.ShapedType).Shape()[op.OuterRank(operand):]
	perm := make([]int64, len(tile)) // position of a dimension in the intrinsic's tile
	for d := range perm {
		perm[d] = int64(d)
	}
	if perms := op.Permutations(); perms != nil {
		for d, p := range perms[operand] {
			perm[p] = int64(d)
		}
	}
	order, step := []int64{0}, int64(1)
	steps := make([]int64, len(tile))
	for d := len(tile) - 1; d >= 0; d-- {
		steps[d], step = step, step*tile[d]
	}
	for _, d := range perm {
		var finer []int64
		for _, at := range order {
			for i := range tile[d] {
				finer = append(finer, at+i*steps[d])
			}
		}
		order = finer
	}
	return order
}

// Distributed builds the same product on the parts of a thread.
func (op InnerTiledOp) Distributed(b ir.OpBuilder, inputs, outputs []*ir.Value) InnerTiledOp {
	c := b.Context()
	st := &ir.OpState{Def: ir.DefOf[InnerTiledOp](c)}
	st.Operands = append(append(st.Operands, inputs...), outputs...)
	for _, v := range outputs {
		st.ResultTypes = append(st.ResultTypes, v.Type())
	}
	st.SetSegments(c, len(inputs), len(outputs))
	for _, name := range []string{mapsAttr, iteratorsAttr, kindAttr} {
		st.SetProp(name, op.Operation().Attr(name))
	}
	st.SetProp(semanticsAttr, ireegpu.SemanticsOf(c, true, op.Semantics().Opaque))
	return ir.Build[InnerTiledOp](b, st)
}

// Dialect is the iree_codegen dialect.
var Dialect = &ir.Dialect{
	Name:        dialectName,
	Summary:     "products of tiles, swizzles of memory, and how a function is lowered",
	Description: `Products of tiles by an intrinsic, hints to swizzle memory, and the size of the workgroup of a function.`,
	Partial:     true,
	Meaning:     meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: []*ir.OpDef{innerTiled(), swizzleHint()}, Attrs: []*ir.AttrDef{rotateRows, translationInfo, xorShuffle}}
	},
}

func innerTiled() *ir.OpDef {
	tensorOrVector := ir.AnyOf(ir.AnyRankedTensor, ir.AnyVector)
	return &ir.OpDef{
		Kind:    "iree_codegen.inner_tiled",
		Summary: "product of tiles by an intrinsic",
		Description: `The leading dimensions of an operand are the results of its indexing map, as in
vector.contract; the other dimensions are a tile for the intrinsic kind: rows x
columns, or with distributed semantics the thread's part of them. Dimension i of a
tile is dimension permutations[i] of the intrinsic's tile. With opaque semantics a
tile may have any shape with as many elements, in row-major order.`,
		Operands: []ir.ValueDef{
			{Name: "inputs", Type: tensorOrVector, Kind: ir.Variadic}, {Name: "outputs", Type: tensorOrVector, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: tensorOrVector, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: mapsAttr, Type: ir.AffineMapArrayAttr}, {Name: iteratorsAttr, Type: ir.ArrayConstraint},
			{Name: kindAttr, Type: &ir.AttrConstraint{Go: ir.GoAttr[*ireegpu.MMA](), Summary: "matrix intrinsic", Check: ir.IsAttr[*ireegpu.MMA]}},
			{Name: semanticsAttr, Type: &ir.AttrConstraint{Go: ir.GoAttr[*ireegpu.Semantics](), Summary: "semantics of a tiled intrinsic", Check: ir.IsAttr[*ireegpu.Semantics]}},
			{Name: permutationsAttr, Type: ir.ArrayConstraint, Go: ir.GoIndexLists, Optional: true},
		},
		Traits:     ir.Pure | ir.AttrSizedOperandSegments,
		Assembly:   "`ins` `(` $inputs `)` `outs` `(` $outputs `)` attr-dict `:` type($inputs) `into` type($outputs)",
		Implements: []ir.Implementation{sim.Moves(), tiledMeets, uniformTiled},
		Infer: func(_ *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
			sizes, _ := ir.ReadInt64s(st.Prop("operandSegmentSizes"))
			if len(sizes) != 2 || sizes[0] < 0 || sizes[0] > int64(len(st.Operands)) {
				return nil, nil
			}
			var types []ir.Type
			for _, v := range st.Operands[sizes[0]:] {
				types = append(types, v.Type())
			}
			return types, nil
		},
		Verify: verifyInnerTiled,
		Examples: []string{`func.func @f(%a: vector<2x16x16xf16>, %b: vector<2x16x16xf16>, %c: vector<2x2x16x16xf32>) -> vector<2x2x16x16xf32> {
  %d = iree_codegen.inner_tiled ins(%a, %b) outs(%c) {
    indexing_maps = [affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>],
    iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>],
    kind = #iree_gpu.mma_layout<MFMA_F32_16x16x16_F16>, semantics = #iree_gpu.mma_semantics<distributed = false, opaque = false>
  } : vector<2x16x16xf16>, vector<2x16x16xf16> into vector<2x2x16x16xf32>
  return %d : vector<2x2x16x16xf32>
}`},
	}
}

// verifyInnerTiled follows InnerTiledOp::verify and verifyOperandTypes (IREE,
// IREECodegenOps.cpp).
func verifyInnerTiled(op *ir.Operation) *ir.Diagnostic {
	innerTiled := ir.Cast[InnerTiledOp](op)
	inputs, outputs := innerTiled.Inputs(), innerTiled.Outputs()
	switch {
	case len(inputs) != 2:
		return op.Errorf("number of inputs (%d) doesn't match expected number from kind (2)", len(inputs))
	case len(outputs) != 1:
		return op.Errorf("number of outputs (%d) doesn't match expected number from kind (1)", len(outputs))
	}
	maps := innerTiled.IndexingMaps()
	if len(maps) != 3 {
		return op.Errorf("expected an indexing map for each operand")
	}
	iterators := len(ir.Get[*ir.ArrayAttr](op, iteratorsAttr).Elems)
	bounds, used := make([]int64, iterators), make([]bool, iterators)
	for i, m := range maps {
		shape := op.Operand(i).Type().(ir.ShapedType).Shape()
		switch {
		case m.NumSymbols != 0:
			return op.Errorf("expected indexing map %d to have no symbols", i)
		case m.NumDims != iterators:
			return op.Errorf("expected indexing map %d to have %d input dims", i, iterators)
		case len(m.Results) >= len(shape):
			return op.Errorf("expected indexing map %d to have fewer than %d results", i, len(shape))
		}
		for r := range m.Results {
			d, ok := m.DimPosition(r)
			if !ok || !m.IsProjectedPermutation(false) {
				return op.Errorf("expected indexing map %d to be a projected permutation", i)
			}
			if !used[d] {
				bounds[d], used[d] = shape[r], true
			}
			if bounds[d] != shape[r] {
				return op.Errorf("shape does not match iteration bounds")
			}
		}
	}
	if d := slices.Index(used, false); d >= 0 {
		return op.Errorf("expected every iterator to run along an operand, but got none for iterator %d", d)
	}
	if d := verifyPermutations(op); d != nil {
		return d
	}
	return verifyTiles(op)
}

func verifyPermutations(op *ir.Operation) *ir.Diagnostic {
	innerTiled := ir.Cast[InnerTiledOp](op)
	perms := innerTiled.Permutations()
	if perms == nil {
		return nil
	}
	if len(perms) != op.NumOperands() {
		return op.Errorf("mismatch between the number of permutations (%d) and the number of operands (%d)", len(perms), op.NumOperands())
	}
	for i, perm := range perms {
		t := op.Operand(i).Type().(ir.ShapedType)
		if inner := len(t.Shape()) - innerTiled.OuterRank(i); len(perm) != inner {
			return op.Errorf("permutation #%d length %d does not match the inner rank %d of the corresponding operand of type %s", i, len(perm), inner, t)
		}
		for d, p := range slices.Sorted(slices.Values(perm)) {
			if p != int64(d) {
				return op.Errorf("permutation #%d is not a permutation vector", i)
			}
		}
	}
	return nil
}

// verifyTiles compares the tiles of operands with the tiles of the intrinsic: only the numbers of
// elements if the semantics are opaque, and otherwise the extents other than 1.
func verifyTiles(op *ir.Operation) *ir.Diagnostic {
	innerTiled := ir.Cast[InnerTiledOp](op)
	mma, semantics, perms := innerTiled.KindAttr(), innerTiled.Semantics(), innerTiled.Permutations()
	for i, v := range op.Operands() {
		want, described := mma.RegisterType(mma.Context(), i)
		if !described {
			continue
		}
		if !semantics.Distributed {
			rows, cols := mma.Tile(i)
			want = ir.Vector([]int64{rows, cols}, want.Elem)
		}
		t := v.Type().(ir.ShapedType)
		shape, expected := t.Shape()[innerTiled.OuterRank(i):], want.Dims
		if perms != nil && !semantics.Opaque {
			if len(perms[i]) != len(expected) {
				return op.Errorf("permutation #%d length %d does not match the rank %d of the intrinsic's tile", i, len(perms[i]), len(expected))
			}
			expected = make([]int64, len(shape))
			for d, p := range perms[i] {
				expected[d] = want.Dims[p]
			}
		}
		if t.ElementType() != want.Elem || !matchesTile(shape, expected, semantics.Opaque) {
			return op.Errorf("operand #%d inner tile %s is incompatible with expected MMA tile type %s", i,
				ir.Tensor(shape, t.ElementType(), nil), ir.Vector(expected, want.Elem))
		}
	}
	return nil
}

func matchesTile(shape, expected []int64, opaque bool) bool {
	if opaque {
		n, static := ir.NumElements(shape)
		m, _ := ir.NumElements(expected)
		return static && n == m
	}
	isUnit := func(n int64) bool { return n == 1 }
	return slices.Equal(slices.DeleteFunc(slices.Clone(shape), isUnit), slices.DeleteFunc(slices.Clone(expected), isUnit))
}

// tiledMeets: on the parts of threads, a subgroup executes the instruction together.
var tiledMeets = threads.Meeting.By(func(op *ir.Operation) (threads.Participants, bool) {
	return threads.OfSubgroup, isDistributed(op)
})

// uniformTiled: a thread gets its part of the product.
var uniformTiled = threads.Uniformity.By(&threads.UniformityRule{Results: func(op *ir.Operation, known threads.Scopes) {
	s := threads.Grid
	for _, v := range op.Operands() {
		s = s.Meet(known.Of(v))
	}
	if isDistributed(op) {
		s = threads.Thread
	}
	for _, r := range op.Results() {
		known.Set(r, s)
	}
}})

func isDistributed(op *ir.Operation) bool {
	semantics := ir.Cast[InnerTiledOp](op).Semantics()
	return semantics != nil && semantics.Distributed
}
