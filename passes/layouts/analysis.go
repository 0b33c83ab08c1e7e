package layouts

import (
	"optc/dialect/iree/revision"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
)

// layoutAnalysis finds a layout for every vector that is connected to a to_layout operation, the
// anchor (IREE VectorLayoutAnalysis.cpp). It may insert to_layout operations, and copies of
// operations that are cheap to compute again.
type layoutAnalysis[L vectorext.Layout[L]] struct {
	c       *passes.Context
	rw      *ir.Rewriter
	layouts map[*ir.Value]L
	// reason is the value whose layout is being propagated, and from maps a value to the value that
	// determined its layout; nil for an anchor's layout.
	reason    *ir.Value
	from      map[*ir.Value]*ir.Value
	conflicts []layoutConflict[L]
	changed   bool                   // whether an operation was inserted
	taken     func(v *ir.Value) bool // values that have a layout of another kind; nil: none
	agreements
}

// layoutConflict is an operand that had another layout than its user needs.
type layoutConflict[L vectorext.Layout[L]] struct {
	user     *ir.Operation
	value    *ir.Value
	have     L
	want     L
	wantedBy *ir.Value // the value that determined the wanted layout
}

func newLayoutAnalysis[L vectorext.Layout[L]](c *passes.Context, rw *ir.Rewriter) *layoutAnalysis[L] {
	return &layoutAnalysis[L]{c: c, rw: rw, layouts: map[*ir.Value]L{}, from: map[*ir.Value]*ir.Value{}, agreements: agreements{}}
}

// AnalyzeLayouts returns the layout, of one kind, of every vector in op that has one;
// values in taken, if that is not nil, have a layout of another kind.
func AnalyzeLayouts[L vectorext.Layout[L]](c *passes.Context, op *ir.Operation, rw *ir.Rewriter, taken func(v *ir.Value) bool) map[*ir.Value]L {
	a := newLayoutAnalysis[L](c, rw)
	a.taken = taken
	a.run(op, algorithmOf(c.IR))
	return a.layouts
}

// ForOthers returns, if anchors of two kinds occur, the values that are left to the kind Other:
// values that the anchors of Other reach forwards, and anchors of the kind L do not. The revisions
// of IREE have only one kind.
func ForOthers[L vectorext.Layout[L], Other vectorext.Layout[Other]](c *passes.Context, op *ir.Operation) func(v *ir.Value) bool {
	if revision.Of(c.IR) != revision.Release {
		return nil
	}
	others := reached[Other](c, op)
	if len(others) == 0 {
		return nil
	}
	mine := reached[L](c, op)
	return func(v *ir.Value) bool { return others[v] != nil && mine[v] == nil }
}

// reached returns the values that anchors of a kind reach forwards.
func reached[L vectorext.Layout[L]](c *passes.Context, op *ir.Operation) map[*ir.Value][]L {
	a := newCandidateCollector(newLayoutAnalysis[L](c, nil))
	a.collect(op)
	return a.found
}

// layoutAlgorithm is a way to choose among the layouts that anchors demand.
type layoutAlgorithm string

const (
	// firstWriter keeps the first layout that reaches a value, forwards before
	// backwards.
	firstWriter layoutAlgorithm = "first"
	// candidates collects up to four layouts per value forwards, takes the first, and
	// then makes operands fit in reverse order.
	candidates layoutAlgorithm = "candidates"
)

// algorithmOf returns the algorithm of the revision that a context follows.
func algorithmOf(c *ir.Context) layoutAlgorithm {
	if revision.Of(c) == revision.Seed {
		return firstWriter
	}
	return candidates
}

func (a *layoutAnalysis[L]) run(root *ir.Operation, algorithm layoutAlgorithm) {
	if algorithm == firstWriter {
		(&firstWriterAnalysis[L]{layoutAnalysis: a}).run(root)
	} else {
		newCandidateCollector(a).run(root)
	}
}

// Context returns the context of the analysed operations.
func (a *layoutAnalysis[L]) Context() *ir.Context { return a.c.IR }

// anchors calls visit with every anchor of this kind of layouts in root.
func (a *layoutAnalysis[L]) anchors(root *ir.Operation, visit func(v *ir.Value, l L)) {
	a.c.WalkPost(root, func(o *ir.Operation) ir.WalkResult {
		if toLayout := ir.As[vectorext.ToLayoutOp](o); toLayout.Ok() {
			if l, ok := vectorext.LayoutOf(o).(L); ok {
				visit(toLayout.Output(), l)
			}
		}
		return ir.Advance
	})
}

// put stores the layout of a value.
func (a *layoutAnalysis[L]) put(v *ir.Value, l L) {
	a.layouts[v] = l
	a.from[v] = a.reason
}

// convert inserts a to_layout before the user of an operand that has another layout.
func (a *layoutAnalysis[L]) convert(u *ir.OpOperand, l L) {
	op, v := u.Owner(), u.Value()
	a.conflicts = append(a.conflicts, layoutConflict[L]{user: op, value: v, have: a.layouts[v], want: l, wantedBy: a.reason})
	a.rw.Before(op)
	a.rw.Loc = op.Loc()
	n := vectorext.NewToLayout(a.rw, v, l).Output()
	a.redirect(u, n, l)
}

// IsForeign reports whether an anchor gives a value a layout of another kind; users that need a
// layout of this kind then convert it.
func IsForeign[L vectorext.Layout[L]](v *ir.Value) bool {
	var l vectorext.Distribution
	switch def := v.DefiningOp(); {
	case def == nil:
	case ir.Is[vectorext.ToLayoutOp](def):
		l = vectorext.LayoutOf(def)
	case ir.Is[vectorext.ToSIMDOp](def):
		l = ir.Cast[vectorext.ToSIMDOp](def).Layout()
	}
	_, mine := l.(L)
	return l != nil && !mine
}

func (a *layoutAnalysis[L]) isForeign(v *ir.Value) bool {
	return IsForeign[L](v) || a.taken != nil && a.taken(v)
}

// convertForeign inserts a to_layout between a value with a layout of another kind and
// its user, which may itself be a to_layout.
func (a *layoutAnalysis[L]) convertForeign(u *ir.OpOperand, l L) {
	if op := u.Owner(); !ir.Is[vectorext.ToLayoutOp](op) {
		a.rw.Before(op).Loc = op.Loc()
		a.redirect(u, vectorext.NewToLayout(a.rw, u.Value(), l).Output(), l)
	}
}

// redirect makes an operand a new value of layout l.
func (a *layoutAnalysis[L]) redirect(u *ir.OpOperand, n *ir.Value, l L) {
	a.rw.Modify(u.Owner(), func() { u.Set(n) })
	a.put(n, l)
	a.changed = true
}

// firstWriterAnalysis is the algorithm of IREE until 2026-02: it has a queue of values whose users
// are visited, which has precedence, and a queue of values whose definitions are visited.
type firstWriterAnalysis[L vectorext.Layout[L]] struct {
	*layoutAnalysis[L]
	forward, backward []*ir.Value
}

func (a *firstWriterAnalysis[L]) run(root *ir.Operation) {
	a.anchors(root, a.give)
	for !a.c.Ended() {
		switch {
		case len(a.forward) > 0:
			v := a.forward[0]
			a.forward = a.forward[1:]
			a.reason = v
			for u := v.FirstUse(); u != nil; u = u.Next() {
				flow.Forward(a, u, flow.Erase(a.layouts[v]))
			}
		case len(a.backward) > 0:
			v := a.backward[0]
			a.backward = a.backward[1:]
			a.reason = v
			flow.Backward(a, v, flow.Erase(a.layouts[v]))
		default:
			return
		}
	}
}

// The methods of flow.Propagator.

func (a *firstWriterAnalysis[L]) Known(v *ir.Value) flow.Layout       { return flow.Erase(a.layouts[v]) }
func (a *firstWriterAnalysis[L]) Give(v *ir.Value, l flow.Layout)     { a.give(v, flow.Restore[L](l)) }
func (a *firstWriterAnalysis[L]) Want(u *ir.OpOperand, l flow.Layout) { a.want(u, flow.Restore[L](l)) }
func (a *firstWriterAnalysis[L]) Settle(*ir.Value, flow.Layout)       {}
func (a *firstWriterAnalysis[L]) Immediate() bool                     { return true }

// give sets the layout of a vector unless it has one already.
func (a *firstWriterAnalysis[L]) give(v *ir.Value, l L) {
	var none L
	if l == none || !passes.IsVectorValue(v) || a.layouts[v] != none || a.isForeign(v) {
		return
	}
	a.put(v, l)
	a.forward = append(a.forward, v)
	a.backward = append(a.backward, v)
}

// want demands a layout of an operand, if it is present.
func (a *firstWriterAnalysis[L]) want(u *ir.OpOperand, l L) {
	var none L
	if u == nil || l == none || !passes.IsVectorValue(u.Value()) {
		return
	}
	v := u.Value()
	if a.isForeign(v) {
		a.convertForeign(u, l)
		return
	}
	if def := v.DefiningOp(); flow.IsFree(def) {
		a.redirect(u, a.rw.Before(def).Clone(def, nil).Result(v.Index()), l)
		return
	}
	switch a.layouts[v] {
	case none:
		a.give(v, l)
	case l:
	default:
		a.convert(u, l)
	}
}
