// Package index is the index dialect: arithmetic of values of type index, whose width is the target's.
// Folds give results that hold for targets of 32 and of 64 bits; execution has 64 bits.
package index

import (
	"optc/dialect/internal/word"
	"optc/ir"
)

// Dialect is the index dialect.
var Dialect = &ir.Dialect{
	Name:    "index",
	Summary: "arithmetic of indices",
	Description: `Arithmetic, comparisons and casts of values of type index. Constants are folded only where targets
of 32 and of 64 bits agree.`,
	Meaning: meaning,
	Define: func() ir.Definitions {
		return ir.Definitions{Typed: typedOps(), Ops: ops(), Attrs: []*ir.AttrDef{predicates.Def()}}
	},
	Materialize: materialize,
}

// materialize builds index.bool.constant for a truth value and index.constant for an index.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type, loc ir.Location) *ir.Operation {
	v, ok := value.(*ir.IntegerAttr)
	if !ok || v.Type() != t {
		return nil
	}
	var kind ir.OpKind
	switch {
	case ir.IsType[*ir.IndexType](t):
		kind = ConstantOp{}
	case ir.BoolConstraint.Check(t):
		kind = BoolConstantOp{}
	default:
		return nil
	}
	return b.Create(&ir.OpState{Def: b.Context().MustOpDef(kind), Loc: loc, Props: []ir.Attribute{value}, ResultTypes: []ir.Type{t}})
}

// Predicate is the relation that index.cmp tests.
type Predicate int

// The relations; those named S… read the operands as signed, those named U… as unsigned.
const (
	EQ Predicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

// String returns the word of the relation.
func (p Predicate) String() string { return predicates.Words[p] }

var predicates = &word.Set{
	Dialect: "index", Mnemonic: "cmp_predicate", Class: "::mlir::index::IndexCmpPredicate", Summary: "index comparison predicate kind",
	Words: []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"},
}
