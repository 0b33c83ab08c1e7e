package distribute

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/revision"
	"optc/dialect/scf"
	"optc/dialect/ub"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
	"optc/passes/layouts"
)

// parts gives threads their parts of vectors in layouts of one kind. It has what every
// kind needs, and the operations for which only the shape of a part matters.
type parts[L vectorext.Layout[L]] struct {
	c       *passes.Context
	rw      *ir.Rewriter
	layouts map[*ir.Value]L
	sigs    map[*ir.Operation]signatureOf[L]
	work    []*ir.Operation                  // what is distributed, in this order
	done    int                              // of work, visited
	reasons map[*ir.Operation]*ir.Diagnostic // why an operation is left as it is
	point   L                                // the layout of vectors of rank 0
	taken   func(v *ir.Value) bool           // values that have a layout of another kind; nil: none
}

func newParts[L vectorext.Layout[L]](c *passes.Context, rw *ir.Rewriter, point L) parts[L] {
	return parts[L]{c: c, rw: rw, point: point, sigs: map[*ir.Operation]signatureOf[L]{}, reasons: map[*ir.Operation]*ir.Diagnostic{}}
}

// signatureOf is the layout of every operand and result of an operation; the zero L for
// what is not a vector. It is taken before anything is rewritten, so that replaced
// operands do not lose theirs.
type signatureOf[L vectorext.Layout[L]] struct{ operands, results []L }

func (s signatureOf[L]) hasVectors() bool {
	var none L
	some := func(l L) bool { return l != none }
	return slices.ContainsFunc(s.operands, some) || slices.ContainsFunc(s.results, some)
}

// plan finds layouts, and lists the operations in root whose vectors all have one.
func (d *parts[L]) plan(root *ir.Operation) {
	d.layouts = layouts.AnalyzeLayouts[L](d.c, root, d.rw, d.taken)
	d.c.WalkPost(root, func(op *ir.Operation) ir.WalkResult {
		if vector.Mask.Is(op) || vector.Mask.Is(op.Parent()) { // a mask that could not be dissolved
			return ir.Advance
		}
		sig, ok := d.signature(op)
		if ok || d.isFromOther(op, sig) {
			d.sigs[op] = sig
			d.work = append(d.work, op)
		}
		return ir.Advance
	})
	if revision.Of(d.c.IR) == revision.Release {
		d.separate(root)
	}
}

// separate gives operations that no anchor reaches copies of the constants, masks and
// steps that others share with them, which stay whole.
func (d *parts[L]) separate(root *ir.Operation) {
	var none L
	d.c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if _, reached := d.sigs[op]; reached {
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

// each visits the listed operations on vectors that were not visited yet, also those that
// are added on the way.
func (d *parts[L]) each(visit func(op *ir.Operation, sig signatureOf[L])) {
	for ; d.done < len(d.work) && !d.c.Ended(); d.done++ {
		op := d.work[d.done]
		if sig := d.sigs[op]; sig.hasVectors() {
			d.rw.Before(op).Loc = op.Loc()
			visit(op, sig)
		}
	}
}

// again lets an operation that distribution made be distributed too, with the layouts
// of its operands and results, zero for what is no vector.
func (d *parts[L]) again(op *ir.Operation, operands, results []L) {
	d.sigs[op] = signatureOf[L]{operands, results}
	d.work = append(d.work, op)
}

// signature returns the layouts of the vectors that op touches; ok is false when one of
// them has none.
func (d *parts[L]) signature(op *ir.Operation) (sig signatureOf[L], ok bool) {
	var none L
	known := func(vs []*ir.Value, layouts []L) bool {
		for i, v := range vs {
			if layouts[i] == none && passes.IsVectorValue(v) {
				return false
			}
		}
		return true
	}
	sig.operands = d.layoutsOf(op.OperandList())
	sig.results = d.layoutsOf(op.ResultList())
	return sig, known(op.OperandList(), sig.operands) && known(op.ResultList(), sig.results)
}

// layoutsOf returns the layouts of values, zero for what has none.
func (d *parts[L]) layoutsOf(vs []*ir.Value) []L {
	out := make([]L, len(vs))
	for i, v := range vs {
		out[i] = d.layoutOf(v)
	}
	return out
}

// layoutOf returns the layout of a value; a vector of rank 0 has the empty one.
func (d *parts[L]) layoutOf(v *ir.Value) (l L) {
	l = d.layouts[v]
	var none L
	if t, ok := v.Type().(*ir.VectorType); ok && len(t.Dims) == 0 && l == none {
		return d.point
	}
	return l
}

// dist returns the part of a whole vector that a thread holds.
func (d *parts[L]) dist(v *ir.Value, l L) *ir.Value {
	t := simtType(v, l)
	if def := vectorext.ToSIMD.DefiningOp(v); def != nil {
		if part := vectorext.ToSIMD.Input(def); part.Type() == ir.Type(t) && vectorext.ToSIMD.Layout(def) == vectorext.Distribution(l) {
			return part
		}
	}
	return vectorext.ToSIMT.Build(d.rw, t, v, l)
}

// simtType returns the type of a thread's part of a vector.
func simtType(v *ir.Value, l vectorext.Distribution) *ir.VectorType {
	return ir.Vector(l.DistributedShape(), v.Type().(*ir.VectorType).Elem)
}

// isFromOther reports whether op converts from a layout of another kind to one of this.
func (d *parts[L]) isFromOther(op *ir.Operation, sig signatureOf[L]) bool {
	var none L
	if !vectorext.ToLayout.Is(op) || sig.results[0] == none {
		return false
	}
	v := vectorext.ToLayout.Input(op)
	return layouts.IsForeign[L](v) || d.taken != nil && d.taken(v)
}

// fromOther takes the parts of a vector that has a layout of another kind.
func (d *parts[L]) fromOther(op *ir.Operation, to L) {
	d.replace(op, d.dist(vectorext.ToLayout.Input(op), to))
}

// replace gives the users of op's vector results the whole vectors of the given
// parts, and erases op. Scalars replace directly. The casts stand in the reverse order
// of the results, as IREE puts each of them right behind the operation.
func (d *parts[L]) replace(op *ir.Operation, parts ...*ir.Value) {
	whole := make([]*ir.Value, len(parts))
	for i, p := range slices.Backward(parts) {
		whole[i] = p
		if passes.IsVectorValue(op.Result(i)) {
			whole[i] = vectorext.ToSIMD.Build(d.rw, op.Result(i).Type(), p, d.sigs[op].results[i])
		}
	}
	d.rw.Replace(op, whole...)
}

// leave records why an operation stays as it is and returns false.
func (d *parts[L]) leave(op *ir.Operation, format string, args ...any) bool {
	d.reasons[op] = op.Errorf(format, args...)
	return false
}

// agree reports whether values of op have the layouts that follow from those of others; if
// not, it says so.
func (d *parts[L]) agree(op *ir.Operation, have, want []L) bool {
	for i, l := range want {
		if have[i] != l {
			return d.leave(op, "is not distributed: layouts of its operands and results do not go together: expected %s, but got %s", l.Stripped(), have[i].Stripped())
		}
	}
	return true
}

// combinesTo reports whether the accumulator of op, its last operand, and its result have the
// layout that follows from what is combined, or are scalars.
func (d *parts[L]) combinesTo(op *ir.Operation, sig signatureOf[L], want L) bool {
	acc, result := sig.operands[len(sig.operands)-1], sig.results[0]
	return !passes.IsVectorValue(op.Result(0)) || d.agree(op, []L{acc, result}, []L{want, want})
}

// combinable reports whether op, if it combines elements, can begin with an identity; if not,
// it says so.
func (d *parts[L]) combinable(op *ir.Operation) bool {
	if !combines(op) || hasIdentity(op) {
		return true
	}
	return d.leave(op, "is not distributed: %s has no identity for %s", vector.CombiningKind(op), ir.ElementOrSelf(op.Result(0).Type()))
}

func combines(op *ir.Operation) bool {
	return ir.IsAny(op, vector.MultiReduction, vector.Reduction, vector.Contract, vector.Scan)
}

func hasIdentity(op *ir.Operation) bool {
	return vector.CombiningKind(op).Identity(ir.ElementOrSelf(op.Result(0).Type())) != nil
}

// isShared reports whether shared has a rule for an operation.
func isShared(op *ir.Operation) bool {
	return op.Has(ir.Elementwise) || ir.IsAny(op, ub.Poison, vector.Gather, vector.Load, vector.Store, vector.Reduction, scf.For, scf.If, scf.While)
}

// shared distributes an operation for which only the shape of parts matters.
func (d *parts[L]) shared(op *ir.Operation, sig signatureOf[L]) {
	switch op.Kind() {
	case vector.Load.Kind:
		d.load(op, sig)
	case vector.Store.Kind:
		d.store(op, sig)
	case vector.Reduction.Kind:
		d.reduction(op, sig)
	case scf.For.Kind:
		d.loop(op, sig)
	case scf.If.Kind:
		d.conditional(op, sig)
	case scf.While.Kind:
		d.whileLoop(op, sig)
	default:
		d.alike(op, sig)
	}
}

// constantSplat distributes splats.
//
//	%c = arith.constant dense<1.0> : vector<8x16xf32>
//	→ %c = arith.constant dense<1.0> : vector<2x1x1x1x1x2xf32>
func (d *parts[L]) constantSplat(op *ir.Operation, sig signatureOf[L]) {
	value, ok := ir.ConstantOf(op).(*ir.DenseAttr)
	if !ok || !value.Splat {
		d.leave(op, "is not distributed: only splat constants are")
		return
	}
	part := d.rw.Context().Dense(simtType(op.Result(0), sig.results[0]), value.Raw)
	d.replace(op, arith.Constant.Build(d.rw, part))
}

// alike builds the same operation on the parts.
//
//	arith.addf %a, %b : vector<8x16xf32>  →  arith.addf %p, %q : vector<2x1x1x1x1x2xf32>
func (d *parts[L]) alike(op *ir.Operation, sig signatureOf[L]) {
	d.replace(op, d.reshaped(op, sig).ResultList()...)
}
