package core

import (
	"slices"

	"optc/dialect/iree/ireemap"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
	"optc/passes/distribute/internal/moves"
	"optc/passes/distribute/internal/threadcode"
)

// Nested distributes operations on vectors in nested layouts: it rewrites them into
// operations on the part that one thread holds (IREE GPUNestedLayoutDistributionPatterns.cpp). Values
// that are still whole for some user are bridged by to_simd and to_simt, which
// fold away in pairs.
type Nested struct {
	Parts[*vectorext.NestedLayout]
	Explains  bool // changes of layout are explained
	spreadOf  map[*vectorext.NestedLayout]*NestedSpread
	byMap     map[*ir.Value]*ireemap.PackLayout // layouts of iree_map
	Unguarded map[*ir.Operation]bool            // writes that every thread that arrives executes
	Buffers   map[*ir.Value]bool                // allocations of exchanges
	Barriers  map[*ir.Operation]Role            // of exchanges
	remarks   map[*ir.Operation]string          // explanations of operations, for when they are distributed
}

// NestedSignature holds the nested layouts of the operands and results of an operation.
type NestedSignature = signatureOf[*vectorext.NestedLayout]

// NewNested returns the context for code of a group of threads; no layouts are known yet.
func NewNested(c *passes.Context, rw *ir.Rewriter, g threadcode.Group) *Nested {
	point, _ := vectorext.NewLayout(c.IR, vectorext.LayoutLists{})
	return &Nested{
		Parts: newParts(c, &threadcode.Builder{RW: rw, Group: g}, point), spreadOf: map[*vectorext.NestedLayout]*NestedSpread{},
		remarks:   map[*ir.Operation]string{},
		Unguarded: map[*ir.Operation]bool{}, Buffers: map[*ir.Value]bool{}, Barriers: map[*ir.Operation]Role{},
	}
}

// DistributeQueue distributes the queued operations.
func (d *Nested) DistributeQueue() {
	d.VisitQueue(func(op *ir.Operation) {
		d.explainPlanned(op)
		if rule := moves.RuleOf(op); rule != nil {
			rule.Distribute(d, op)
		}
	})
}

// AnyLayout returns the layout of v, be it nested or of iree_map, or nil.
func (d *Nested) AnyLayout(v *ir.Value) vectorext.Distribution {
	if l := d.Layouts[v]; l != nil {
		return l
	}
	if l := d.byMap[v]; l != nil {
		return l
	}
	return nil
}

// OperandLayout returns the layout of the operand of op that v is.
func (d *Nested) OperandLayout(op *ir.Operation, sig NestedSignature, v *ir.Value) *vectorext.NestedLayout {
	return sig.Operands[slices.Index(op.OperandList(), v)]
}
