package layouts

import (
	"slices"

	"optc/dialect/iree/revision"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/layout/flow"
	"optc/passes"
)

// candidateCollector is the first half of the algorithm of IREE since 2026-05. It collects possible
// layouts forwards without changing anything; the first layout of each value is chosen, and a
// fitter makes operands fit.
type candidateCollector[L vectorext.Layout[L]] struct {
	*layoutAnalysis[L]
	found map[*ir.Value][]L
	order []*ir.Value // the values of found, as they were found
	queue []*ir.Value
}

func newCandidateCollector[L vectorext.Layout[L]](a *layoutAnalysis[L]) *candidateCollector[L] {
	return &candidateCollector[L]{layoutAnalysis: a, found: map[*ir.Value][]L{}}
}

// maxCandidates bounds the layouts that are considered for a value.
const maxCandidates = 4

func (a *candidateCollector[L]) run(root *ir.Operation) {
	a.collect(root)
	if revision.Of(a.c.IR) == revision.Release {
		a.complete(root)
	}
	for _, v := range a.order {
		a.layouts[v] = a.found[v][0]
	}
	fit := &fitter[L]{a.layoutAnalysis}
	for r := range root.Regions() {
		fit.fitRegion(r)
	}
}

// collect finds the candidates.
func (a *candidateCollector[L]) collect(root *ir.Operation) {
	a.anchors(root, a.give)
	a.follow()
}

// complete sets layouts that the layouts of operands do not determine, and layouts that follow from
// them.
func (a *candidateCollector[L]) complete(root *ir.Operation) {
	a.c.Walk(root, func(op *ir.Operation) ir.WalkResult {
		if rule := flow.RuleOf(op); rule != nil && rule.Missing != nil {
			rule.Missing(a, op)
			a.follow()
		}
		return ir.Advance
	})
}

// follow visits the users of the queued values.
func (a *candidateCollector[L]) follow() {
	for len(a.queue) > 0 && !a.c.Ended() {
		v := a.queue[0]
		a.queue = a.queue[1:]
		a.reason = v
		for _, l := range slices.Clone(a.found[v]) {
			for u := v.FirstUse(); u != nil; u = u.Next() {
				flow.Forward(a, u, flow.Erase(l))
			}
		}
	}
}

// give adds a candidate.
func (a *candidateCollector[L]) give(v *ir.Value, l L) {
	var none L
	found := a.found[v]
	if l == none || !passes.IsVectorValue(v) || len(found) == maxCandidates || slices.Contains(found, l) || a.isForeign(v) {
		return
	}
	if len(found) == 0 {
		a.from[v] = a.reason
		a.order = append(a.order, v)
	}
	a.found[v] = append(found, l)
	a.queue = append(a.queue, v)
}

// The methods of flow.Propagator.

func (a *candidateCollector[L]) Give(v *ir.Value, l flow.Layout) { a.give(v, flow.Restore[L](l)) }
func (a *candidateCollector[L]) Want(*ir.OpOperand, flow.Layout) {}
func (a *candidateCollector[L]) Settle(*ir.Value, flow.Layout)   {}
func (a *candidateCollector[L]) Immediate() bool                 { return false }
func (a *candidateCollector[L]) Known(v *ir.Value) (l flow.Layout) {
	if found := a.found[v]; len(found) > 0 {
		l = flow.Erase(found[0])
	}
	return l
}
