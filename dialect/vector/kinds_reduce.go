package vector

import (
	"optc/dialect/internal/word"
	"optc/ir"
	"optc/ir/affine"
)

// This file holds the accessors and builders of the operations that combine elements.

func kindEntry(b ir.OpBuilder, k Kind) ir.NamedAttr {
	return ir.NamedAttr{Name: kindName, Value: kinds.Of(b.Context(), int(k))}
}

// CombiningKind returns the way in which a reduction, contraction, scan or outer product
// combines elements.
func CombiningKind(op *ir.Operation) Kind { return Kind(kinds.Get(op, kindName)) }

type multiReductionKind struct{ ir.OldKind }

func (multiReductionKind) Source(op *ir.Operation) *ir.Value      { return op.Operand(0) }
func (multiReductionKind) Acc(op *ir.Operation) *ir.Value         { return op.Operand(1) }
func (multiReductionKind) ReductionDims(op *ir.Operation) []int64 { return int64s(op, reductionDims) }

// Build combines the elements of source along some dimensions with one another and
// with acc.
func (k multiReductionKind) Build(b ir.OpBuilder, kind Kind, source, acc *ir.Value, dims []int64) *ir.Value {
	return value(b, k.Kind(), []*ir.Value{source, acc}, acc.Type(), kindEntry(b, kind), dense(b, reductionDims, dims))
}

type contractKind struct{ ir.OldKind }

func (contractKind) Lhs(op *ir.Operation) *ir.Value { return op.Operand(0) }
func (contractKind) Rhs(op *ir.Operation) *ir.Value { return op.Operand(1) }
func (contractKind) Acc(op *ir.Operation) *ir.Value { return op.Operand(2) }

// IndexingMaps returns the maps from the iterators to the dimensions of lhs, rhs
// and acc.
func (contractKind) IndexingMaps(op *ir.Operation) []affine.Map {
	maps, _ := ir.Maps(op.Attr(indexingMaps))
	return maps
}

// IteratorTypes returns the role of each iterator.
func (contractKind) IteratorTypes(op *ir.Operation) []IteratorType {
	elems := ir.Get[*ir.ArrayAttr](op, iteratorTypesAttr).Elems
	ts := make([]IteratorType, len(elems))
	for i, e := range elems {
		ts[i] = IteratorType(e.(*word.Attr).Value())
	}
	return ts
}

// Build contracts lhs and rhs and combines the products with acc.
func (k contractKind) Build(b ir.OpBuilder, lhs, rhs, acc *ir.Value, maps []affine.Map, iterators []IteratorType, kind Kind) *ir.Value {
	c := b.Context()
	types := make([]ir.Attribute, len(iterators))
	for i, t := range iterators {
		types[i] = iteratorTypes.Of(c, int(t))
	}
	return value(b, k.Kind(), []*ir.Value{lhs, rhs, acc}, acc.Type(), kindEntry(b, kind),
		ir.NamedAttr{Name: indexingMaps, Value: c.AffineMaps(maps)},
		ir.NamedAttr{Name: iteratorTypesAttr, Value: c.Array(types)})
}

type scanKind struct{ ir.OldKind }

func (scanKind) Source(op *ir.Operation) *ir.Value       { return op.Operand(0) }
func (scanKind) InitialValue(op *ir.Operation) *ir.Value { return op.Operand(1) }

func (scanKind) ReductionDim(op *ir.Operation) int64 { return ir.IntOr(op.Attr(reductionDim), 0) }
func (scanKind) Inclusive(op *ir.Operation) bool     { return ir.IntOr(op.Attr(inclusive), 0) != 0 }

// Build combines source along a dimension, from the start to each element.
func (k scanKind) Build(b ir.OpBuilder, kind Kind, source, initial *ir.Value, dim int64, including bool) (dest, accumulated *ir.Value) {
	c := b.Context()
	st := &ir.OpState{Def: c.MustOpDef(k), Operands: []*ir.Value{source, initial}, ResultTypes: []ir.Type{source.Type(), initial.Type()}}
	for _, a := range []ir.NamedAttr{kindEntry(b, kind), {Name: reductionDim, Value: c.I64Attr(dim)}, {Name: inclusive, Value: c.Bool(including)}} {
		st.SetAttr(a.Name, a.Value)
	}
	op := k.Create(b, st)
	return op.Result(0), op.Result(1)
}
