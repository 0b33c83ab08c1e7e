package core

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
	"optc/passes/distribute/internal/threadcode"
	"optc/passes/layouts"
)

// Parts assigns to threads their parts of vectors in layouts of one kind. It lists the
// operations to distribute, with the layouts of their vectors, and builds the casts
// between whole vectors and parts. The rules of the operations (package threads) do the
// rest.
type Parts[L vectorext.Layout[L]] struct {
	*threadcode.Builder
	Pass *passes.Context

	Layouts    map[*ir.Value]L        // layouts of the whole vectors before distribution
	rank0      L                      // the layout that vectors of rank 0 have
	otherKind  func(v *ir.Value) bool // reports whether v has a layout of another kind; nil: no value has
	signatures map[*ir.Operation]signatureOf[L]

	queue   []*ir.Operation // the operations to distribute, in this order
	visited int             // number of operations of the queue that were visited
	current *ir.Operation   // the operation whose rule runs

	Reasons map[*ir.Operation]*ir.Diagnostic // why an operation works on whole vectors
}

func newParts[L vectorext.Layout[L]](c *passes.Context, b *threadcode.Builder, rank0 L) Parts[L] {
	return Parts[L]{
		Pass: c, Builder: b, rank0: rank0,
		signatures: map[*ir.Operation]signatureOf[L]{}, Reasons: map[*ir.Operation]*ir.Diagnostic{},
	}
}

// signatureOf holds the layout of each operand and result of an operation, zero for values that are
// not vectors. It is made before anything is rewritten, so that an operand that is replaced keeps
// its layout.
type signatureOf[L vectorext.Layout[L]] struct{ Operands, Results []L }

func (s signatureOf[L]) hasVectors() bool {
	var none L
	isLayout := func(l L) bool { return l != none }
	return slices.ContainsFunc(s.Operands, isLayout) || slices.ContainsFunc(s.Results, isLayout)
}

// FindLayouts finds the layouts of the vectors in root that have no layout of another kind.
func (d *Parts[L]) FindLayouts(root *ir.Operation, otherKind func(v *ir.Value) bool) {
	d.otherKind = otherKind
	d.Layouts = layouts.AnalyzeLayouts[L](d.Pass, root, d.RW, otherKind)
}

// PlanWork finds the layouts, and queues the operations in root whose vectors all have one.
func (d *Parts[L]) PlanWork(root *ir.Operation, otherKind func(v *ir.Value) bool) {
	d.FindLayouts(root, otherKind)
	d.Pass.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if IsMasking(op) || IsMasking(op.Parent()) { // a mask that could not be removed
			return ir.Advance
		}
		sig, ok := d.signatureOf(op)
		if ok || d.convertsFromOtherKind(op, sig) {
			d.signatures[op] = sig
			d.queue = append(d.queue, op)
		}
		return ir.Advance
	})
	if revision.Of(d.Pass.IR) == revision.Release {
		d.copyFreeOperands(root)
	}
}

// copyFreeOperands gives each operation without layouts its own copies of the constants,
// masks and steps that it shares with distributed operations. The copies are not
// distributed.
func (d *Parts[L]) copyFreeOperands(root *ir.Operation) {
	var none L
	d.Pass.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if _, planned := d.signatures[op]; planned {
			return ir.Advance
		}
		for i, v := range op.Operands() {
			if def := v.DefiningOp(); d.Layouts[v] != none && flow.IsFree(def) {
				c := d.RW.Before(def).Clone(def, nil)
				d.RW.Modify(op, func() { op.SetOperand(i, c.Result(v.Index())) })
			}
		}
		return ir.Advance
	})
}

// VisitQueue calls visit with each queued operation on vectors that was not visited yet, also
// with operations that are enqueued meanwhile.
func (d *Parts[L]) VisitQueue(visit func(op *ir.Operation)) {
	for ; d.visited < len(d.queue) && !d.Pass.Ended(); d.visited++ {
		d.current = d.queue[d.visited]
		if d.Divides(d.current) {
			d.RW.Before(d.current).Loc = d.current.Loc()
			visit(d.current)
		}
	}
}

// Divides reports whether an operation is to be distributed, and has vectors.
func (d *Parts[L]) Divides(op *ir.Operation) bool { return d.signatures[op].hasVectors() }

// EachDivided visits the queued operations that have vectors.
func (d *Parts[L]) EachDivided(visit func(op *ir.Operation)) {
	for _, op := range d.queue {
		if d.Divides(op) {
			visit(op)
		}
	}
}

// Schedule queues an operation that a rule built on whole vectors. The lists have the layouts of
// its operands and results, zero for values that are no vectors.
func (d *Parts[L]) Schedule(op *ir.Operation, operands, results []L) {
	d.signatures[op] = signatureOf[L]{operands, results}
	d.queue = append(d.queue, op)
}

// signatureOf returns the layouts of the vectors of op; ok is false if a vector has none.
func (d *Parts[L]) signatureOf(op *ir.Operation) (sig signatureOf[L], ok bool) {
	var none L
	haveLayouts := func(vs []*ir.Value, layouts []L) bool {
		for i, v := range vs {
			if layouts[i] == none && passes.IsVectorValue(v) {
				return false
			}
		}
		return true
	}
	sig.Operands = d.layoutsOf(op.OperandList())
	sig.Results = d.layoutsOf(op.ResultList())
	return sig, haveLayouts(op.OperandList(), sig.Operands) && haveLayouts(op.ResultList(), sig.Results)
}

// layoutsOf returns the layouts of values, zero for a value without a layout.
func (d *Parts[L]) layoutsOf(vs []*ir.Value) []L {
	out := make([]L, len(vs))
	for i, v := range vs {
		out[i] = d.layoutOf(v)
	}
	return out
}

// layoutOf returns the layout of a value, which for a vector of rank 0 is always known.
func (d *Parts[L]) layoutOf(v *ir.Value) (l L) {
	l = d.Layouts[v]
	var none L
	if t, ok := v.Type().(*ir.VectorType); ok && len(t.Dims) == 0 && l == none {
		return d.rank0
	}
	return l
}

// PartOf returns the part of a whole vector that a thread holds: the value from which a to_simd
// made the vector, or else a to_simt of the vector.
func (d *Parts[L]) PartOf(v *ir.Value, l L) *ir.Value {
	t := PartType(v, l)
	if def := ir.DefiningOp[vectorext.ToSIMDOp](v); def.Ok() && def.Input().Type() == ir.Type(t) && def.Layout() == vectorext.Distribution(l) {
		return def.Input()
	}
	return vectorext.NewToSIMT(d.RW, t, v, l).Output()
}

// PartType returns the type of a thread's part of a vector.
func PartType(v *ir.Value, l vectorext.Distribution) *ir.VectorType {
	return ir.Vector(l.DistributedShape(), v.Type().(*ir.VectorType).Elem)
}

// convertsFromOtherKind reports whether op is a to_layout from a layout of another kind to a
// layout of kind L.
func (d *Parts[L]) convertsFromOtherKind(op *ir.Operation, sig signatureOf[L]) bool {
	var none L
	to := ir.As[vectorext.ToLayoutOp](op)
	if !to.Ok() || sig.Results[0] == none {
		return false
	}
	return layouts.IsForeign[L](to.Input()) || d.otherKind != nil && d.otherKind(to.Input())
}

// TakeFromOtherKind replaces such a to_layout by a cast; a joint later finds its parts.
func (d *Parts[L]) TakeFromOtherKind(op *ir.Operation, to L) {
	d.ReplaceByParts(op, d.PartOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), to))
}

// ReplaceByParts replaces op's vector results in their users by whole vectors that are
// made from the given parts, and erases op. Results that are not vectors are replaced
// directly. The casts are in the reverse order of the results, because IREE inserts each
// cast right after op.
func (d *Parts[L]) ReplaceByParts(op *ir.Operation, parts ...*ir.Value) {
	whole := make([]*ir.Value, len(parts))
	for i, p := range slices.Backward(parts) {
		whole[i] = p
		if passes.IsVectorValue(op.Result(i)) {
			whole[i] = vectorext.NewToSIMD(d.RW, op.Result(i).Type(), p, d.signatures[op].Results[i]).Output()
		}
	}
	d.RW.Replace(op, whole...)
}

// LeaveWhole records why op is not distributed. It returns false.
func (d *Parts[L]) LeaveWhole(op *ir.Operation, format string, args ...any) bool {
	d.Reasons[op] = op.Errorf(format, args...)
	return false
}

// LayoutsAgree reports whether the layouts of op's vectors are the layouts that follow
// from other vectors of op; if not, it leaves op undistributed.
func (d *Parts[L]) LayoutsAgree(op *ir.Operation, have, want []L) bool {
	for i, l := range want {
		if have[i] != l {
			return d.LeaveWhole(op, "is not distributed: layouts of its operands and results do not go together: expected %s, but got %s", l.Stripped(), have[i].Stripped())
		}
	}
	return true
}

// AccumulatorAgrees reports whether the accumulator of op, its last operand, and its
// result are scalars or have the layout that follows from the combined elements; if not,
// it leaves op undistributed.
func (d *Parts[L]) AccumulatorAgrees(op *ir.Operation, sig signatureOf[L], want L) bool {
	acc, result := sig.Operands[len(sig.Operands)-1], sig.Results[0]
	return !passes.IsVectorValue(op.Result(0)) || d.LayoutsAgree(op, []L{acc, result}, []L{want, want})
}

// ScheduleIfLaidOut queues op if one of its vectors has a layout, and reports whether it does.
func (d *Parts[L]) ScheduleIfLaidOut(op *ir.Operation) bool {
	sig, _ := d.signatureOf(op)
	if sig.hasVectors() {
		d.Schedule(op, sig.Operands, sig.Results)
	}
	return sig.hasVectors()
}
