// Package ireecodegen is the part of IREE's dialect iree_codegen that distributed
// code needs: products of tiles by a matrix intrinsic, and the size of the
// workgroup that a function is written for.
package ireecodegen

import (
	"optc/dialect/ireegpu"
	"optc/ir"
	"optc/ir/affine"
)

// InnerTiled is iree_codegen.inner_tiled.
var InnerTiled = innerTiledKind{"iree_codegen.inner_tiled"}

// Names of the attributes.
const (
	mapsAttr         = "indexing_maps"
	iteratorsAttr    = "iterator_types"
	kindAttr         = "kind"
	semanticsAttr    = "semantics"
	permutationsAttr = "permutations"
)

type innerTiledKind struct{ ir.Kind }

func (innerTiledKind) Inputs(op *ir.Operation) []*ir.Value  { return op.OperandGroup(0) }
func (innerTiledKind) Outputs(op *ir.Operation) []*ir.Value { return op.OperandGroup(1) }
func (innerTiledKind) Results(op *ir.Operation) []*ir.Value { return op.ResultGroup(0) }

// IndexingMaps returns the map of each operand, from iterators to outer dimensions.
func (innerTiledKind) IndexingMaps(op *ir.Operation) []affine.Map {
	maps, _ := ir.Maps(op.Attr(mapsAttr))
	return maps
}

// KindAttr returns the intrinsic.
func (innerTiledKind) KindAttr(op *ir.Operation) *ireegpu.MMA {
	return ir.Get[*ireegpu.MMA](op, kindAttr)
}

func (innerTiledKind) Semantics(op *ir.Operation) *ireegpu.Semantics {
	return ir.Get[*ireegpu.Semantics](op, semanticsAttr)
}

// Permutations returns how the dimensions of tiles are permuted, nil if they are not.
func (innerTiledKind) Permutations(op *ir.Operation) ir.Attribute { return op.Attr(permutationsAttr) }

// BuildDistributed builds the same product on the parts of a thread.
func (k innerTiledKind) BuildDistributed(b ir.OpBuilder, op *ir.Operation, inputs, outputs []*ir.Value) *ir.Operation {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k)}
	st.Operands = append(append(st.Operands, inputs...), outputs...)
	for _, v := range outputs {
		st.ResultTypes = append(st.ResultTypes, v.Type())
	}
	st.SetSegments(c, len(inputs), len(outputs))
	for _, name := range []string{mapsAttr, iteratorsAttr, kindAttr} {
		st.SetProp(name, op.Attr(name))
	}
	st.SetProp(semanticsAttr, ireegpu.SemanticsOf(c, true, k.Semantics(op).Opaque))
	return k.Create(b, st)
}

// Dialect is the iree_codegen dialect.
var Dialect = &ir.Dialect{
	Name:        "iree_codegen",
	Summary:     "products of tiles, and how a function is lowered",
	Description: `Products of tiles by an intrinsic, and the size of the workgroup of a function.`,
	Partial:     true,
	Define: func() ir.Definitions {
		return ir.Definitions{Ops: []*ir.OpDef{innerTiled()}, Attrs: []*ir.AttrDef{translationInfo}}
	},
}

func innerTiled() *ir.OpDef {
	tensorOrVector := ir.AnyOf(ir.AnyRankedTensor, ir.AnyVector)
	return &ir.OpDef{
		Kind:    InnerTiled,
		Summary: "product of tiles by an intrinsic",
		Description: `The leading dimensions of an operand are those of its indexing map, which work like
those of vector.contract; the others are a tile that the intrinsic of kind takes. The
semantics say whether tiles are whole or the part of a thread.`,
		Operands: []ir.ValueDef{
			{Name: "inputs", Type: tensorOrVector, Kind: ir.Variadic}, {Name: "outputs", Type: tensorOrVector, Kind: ir.Variadic},
		},
		Results: []ir.ValueDef{{Name: "results", Type: tensorOrVector, Kind: ir.Variadic}},
		Attrs: []ir.PropDef{
			{Name: mapsAttr, Type: ir.AffineMapArrayAttr}, {Name: iteratorsAttr, Type: ir.ArrayConstraint},
			{Name: kindAttr, Type: &ir.AttrConstraint{Summary: "matrix intrinsic", Check: ir.IsAttr[*ireegpu.MMA]}},
			{Name: semanticsAttr, Type: &ir.AttrConstraint{Summary: "semantics of a tiled intrinsic", Check: ir.IsAttr[*ireegpu.Semantics]}},
			{Name: permutationsAttr, Type: ir.ArrayConstraint, Optional: true},
		},
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Assembly: "`ins` `(` $inputs `)` `outs` `(` $outputs `)` attr-dict `:` type($inputs) `into` type($outputs)",
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

// verifyInnerTiled follows InnerTiledOp::verify (IREE, IREECodegenOps.cpp).
func verifyInnerTiled(op *ir.Operation) *ir.Diagnostic {
	inputs, outputs := InnerTiled.Inputs(op), InnerTiled.Outputs(op)
	switch {
	case len(inputs) != 2:
		return op.Errorf("number of inputs (%d) doesn't match expected number from kind (2)", len(inputs))
	case len(outputs) != 1:
		return op.Errorf("number of outputs (%d) doesn't match expected number from kind (1)", len(outputs))
	}
	maps := InnerTiled.IndexingMaps(op)
	if len(maps) != 3 {
		return op.Errorf("expected an indexing map for each operand")
	}
	iterators := len(ir.Get[*ir.ArrayAttr](op, iteratorsAttr).Elems)
	bounds := make([]int64, iterators)
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
			if bounds[d] == 0 {
				bounds[d] = shape[r]
			}
			if bounds[d] != shape[r] {
				return op.Errorf("shape does not match iteration bounds")
			}
		}
	}
	return nil
}
