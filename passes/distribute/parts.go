package distribute

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
	"optc/passes/layouts"
)

// parts assigns to threads their parts of vectors in layouts of one kind. It lists the
// operations to distribute, with the layouts of their vectors, and builds the casts
// between whole vectors and parts. The rules of the operations (package threads) do the
// rest.
type parts[L vectorext.Layout[L]] struct {
	c  *passes.Context
	rw *ir.Rewriter

	layouts    map[*ir.Value]L        // of the whole vectors before distribution
	rank0      L                      // the layout of vectors of rank 0
	otherKind  func(v *ir.Value) bool // reports whether v has a layout of another kind; nil: no value has
	signatures map[*ir.Operation]signatureOf[L]

	queue   []*ir.Operation // the operations to distribute, in this order
	visited int             // number of operations of the queue that were visited
	current *ir.Operation   // the operation whose rule runs

	reasons map[*ir.Operation]*ir.Diagnostic // why an operation stays whole
}

func newParts[L vectorext.Layout[L]](c *passes.Context, rw *ir.Rewriter, rank0 L) parts[L] {
	return parts[L]{
		c: c, rw: rw, rank0: rank0,
		signatures: map[*ir.Operation]signatureOf[L]{}, reasons: map[*ir.Operation]*ir.Diagnostic{},
	}
}

// signatureOf holds the layout of each operand and result of an operation, zero for
// values that are not vectors. It is made before anything is rewritten, so that an
// operand which is replaced keeps its layout.
type signatureOf[L vectorext.Layout[L]] struct{ operands, results []L }

func (s signatureOf[L]) hasVectors() bool {
	var none L
	isLayout := func(l L) bool { return l != none }
	return slices.ContainsFunc(s.operands, isLayout) || slices.ContainsFunc(s.results, isLayout)
}

// planWork finds the layouts, and queues the operations in root whose vectors all have one.
func (d *parts[L]) planWork(root *ir.Operation) {
	d.layouts = layouts.AnalyzeLayouts[L](d.c, root, d.rw, d.otherKind)
	d.c.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if isMasking(op) || isMasking(op.Parent()) { // a mask that could not be dissolved
			return ir.Advance
		}
		sig, ok := d.signatureOf(op)
		if ok || d.convertsFromOtherKind(op, sig) {
			d.signatures[op] = sig
			d.queue = append(d.queue, op)
		}
		return ir.Advance
	})
	if revision.Of(d.c.IR) == revision.Release {
		d.copyFreeOperands(root)
	}
}

// isMasking reports whether op exists and applies a mask to the operation in its region.
func isMasking(op *ir.Operation) bool { return op != nil && op.Def().Interfaces.Masking }

// copyFreeOperands gives each operation without layouts its own copies of the constants,
// masks and steps that it shares with distributed operations. The copies are not
// distributed.
func (d *parts[L]) copyFreeOperands(root *ir.Operation) {
	var none L
	d.c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if _, planned := d.signatures[op]; planned {
			return ir.Advance
		}
		for i, v := range op.Operands() {
			if def := v.DefiningOp(); d.layouts[v] != none && flow.IsFree(def) {
				c := d.rw.Before(def).Clone(def, nil)
				d.rw.Modify(op, func() { op.SetOperand(i, c.Result(v.Index())) })
			}
		}
		return ir.Advance
	})
}

// visitQueue calls visit with each queued operation on vectors that was not visited yet, also
// with operations that are enqueued meanwhile.
func (d *parts[L]) visitQueue(visit func(op *ir.Operation, sig signatureOf[L])) {
	for ; d.visited < len(d.queue) && !d.c.Ended(); d.visited++ {
		d.current = d.queue[d.visited]
		if sig := d.signatures[d.current]; sig.hasVectors() {
			d.rw.Before(d.current).Loc = d.current.Loc()
			visit(d.current, sig)
		}
	}
}

// enqueue queues an operation that a rule built on whole vectors. The lists have the layouts of
// its operands and results, zero for values that are no vectors.
func (d *parts[L]) enqueue(op *ir.Operation, operands, results []L) {
	d.signatures[op] = signatureOf[L]{operands, results}
	d.queue = append(d.queue, op)
}

// signatureOf returns the layouts of the vectors of op; ok is false if a vector has none.
func (d *parts[L]) signatureOf(op *ir.Operation) (sig signatureOf[L], ok bool) {
	var none L
	haveLayouts := func(vs []*ir.Value, layouts []L) bool {
		for i, v := range vs {
			if layouts[i] == none && passes.IsVectorValue(v) {
				return false
			}
		}
		return true
	}
	sig.operands = d.layoutsOf(op.OperandList())
	sig.results = d.layoutsOf(op.ResultList())
	return sig, haveLayouts(op.OperandList(), sig.operands) && haveLayouts(op.ResultList(), sig.results)
}

// layoutsOf returns the layouts of values, zero for a value without a layout.
func (d *parts[L]) layoutsOf(vs []*ir.Value) []L {
	out := make([]L, len(vs))
	for i, v := range vs {
		out[i] = d.layoutOf(v)
	}
	return out
}

// layoutOf returns the layout of a value, which for a vector of rank 0 is always known.
func (d *parts[L]) layoutOf(v *ir.Value) (l L) {
	l = d.layouts[v]
	var none L
	if t, ok := v.Type().(*ir.VectorType); ok && len(t.Dims) == 0 && l == none {
		return d.rank0
	}
	return l
}

// partOf returns the part of a whole vector that a thread holds: the value that a to_simd made
// the vector of, or else a to_simt of the vector.
func (d *parts[L]) partOf(v *ir.Value, l L) *ir.Value {
	t := partType(v, l)
	if def := ir.DefiningOp[vectorext.ToSIMDOp](v); def.Ok() && def.Input().Type() == ir.Type(t) && def.Layout() == vectorext.Distribution(l) {
		return def.Input()
	}
	return vectorext.NewToSIMT(d.rw, t, v, l).Output()
}

// partType returns the type of a thread's part of a vector.
func partType(v *ir.Value, l vectorext.Distribution) *ir.VectorType {
	return ir.Vector(l.DistributedShape(), v.Type().(*ir.VectorType).Elem)
}

// convertsFromOtherKind reports whether op is a to_layout from a layout of another kind to a
// layout of kind L.
func (d *parts[L]) convertsFromOtherKind(op *ir.Operation, sig signatureOf[L]) bool {
	var none L
	to := ir.As[vectorext.ToLayoutOp](op)
	if !to.Ok() || sig.results[0] == none {
		return false
	}
	return layouts.IsForeign[L](to.Input()) || d.otherKind != nil && d.otherKind(to.Input())
}

// takeFromOtherKind replaces such a to_layout by a cast, for which a joint finds the parts.
func (d *parts[L]) takeFromOtherKind(op *ir.Operation, to L) {
	d.replaceByParts(op, d.partOf(ir.Cast[vectorext.ToLayoutOp](op).Input(), to))
}

// replaceByParts replaces op's vector results in their users by whole vectors that are
// made from the given parts, and erases op. Results that are not vectors are replaced
// directly. The casts are in the reverse order of the results, because IREE inserts each
// cast right after op.
func (d *parts[L]) replaceByParts(op *ir.Operation, parts ...*ir.Value) {
	whole := make([]*ir.Value, len(parts))
	for i, p := range slices.Backward(parts) {
		whole[i] = p
		if passes.IsVectorValue(op.Result(i)) {
			whole[i] = vectorext.NewToSIMD(d.rw, op.Result(i).Type(), p, d.signatures[op].results[i]).Output()
		}
	}
	d.rw.Replace(op, whole...)
}

// leaveWhole records why op is not distributed. It returns false.
func (d *parts[L]) leaveWhole(op *ir.Operation, format string, args ...any) bool {
	d.reasons[op] = op.Errorf(format, args...)
	return false
}

// layoutsAgree reports whether the layouts of op's vectors are the layouts that follow
// from other vectors of op; if not, it leaves op undistributed.
func (d *parts[L]) layoutsAgree(op *ir.Operation, have, want []L) bool {
	for i, l := range want {
		if have[i] != l {
			return d.leaveWhole(op, "is not distributed: layouts of its operands and results do not go together: expected %s, but got %s", l.Stripped(), have[i].Stripped())
		}
	}
	return true
}

// accumulatorAgrees reports whether the accumulator of op, its last operand, and its
// result are scalars or have the layout that follows from the combined elements; if not,
// it leaves op undistributed.
func (d *parts[L]) accumulatorAgrees(op *ir.Operation, sig signatureOf[L], want L) bool {
	acc, result := sig.operands[len(sig.operands)-1], sig.results[0]
	return !passes.IsVectorValue(op.Result(0)) || d.layoutsAgree(op, []L{acc, result}, []L{want, want})
}
