package tune

import (
	"cmp"
	"fmt"
	"slices"

	"optc/dialect/vectorext"
	"optc/ir"
)

// BoundPart is a part of a bound: the least number of cycles for one of its causes.
type BoundPart struct {
	Name   string  `json:"name"`
	Cycles float64 `json:"cycles"`
}

// BoundParts are the parts of a bound. All candidates of a program have the same parts in the same order;
// a bound that is not known has none.
type BoundParts []BoundPart

// sum returns the bound.
func (p BoundParts) sum() (cycles float64) {
	for _, x := range p {
		cycles += x.Cycles
	}
	return cycles
}

// The parts of the bound of a kernel that count operations, see [boundKind].
const (
	boundReads   = "reads"
	boundWrites  = "writes"
	boundChanges = "changes of layout"
	boundNumbers = "numbers"
)

// boundKinds lists the parts that count operations.
var boundKinds = []string{boundReads, boundWrites, boundChanges, boundNumbers}

// boundKind returns the part of the bound of a kernel that counts an operation.
func boundKind(op *ir.Operation) string {
	switch a, moves := ir.MoveOf(op); {
	case moves && a.Kind == ir.Read:
		return boundReads
	case moves:
		return boundWrites
	case ir.Is[vectorext.ToLayoutOp](op):
		return boundChanges
	}
	return boundNumbers
}

// withRegisters returns the parts of the bound if a thread needs a number of registers.
func (w *wish) withRegisters(n int64) BoundParts {
	return append(slices.Clone(w.unspilled), BoundPart{Name: "registers", Cycles: w.spilled(n)})
}

// BoundedChoice is a choice that was not executed because its bound, the sum of the parts, was not below the
// cost of the best one.
type BoundedChoice struct {
	Choice
	Bound float64
	Parts BoundParts
}

// leaveOut counts candidates that are left out because of their bounds, and keeps those with the least bounds.
func (s *search) leaveOut(list []*wish) {
	r := s.result
	for _, w := range list {
		r.Bounded++
		if len(r.NotExecuted) < shown || w.bound < r.NotExecuted[shown-1].Bound {
			r.NotExecuted = append(r.NotExecuted, BoundedChoice{Choice: w.choice, Bound: w.bound, Parts: w.parts})
			slices.SortStableFunc(r.NotExecuted, func(a, b BoundedChoice) int { return cmp.Compare(a.Bound, b.Bound) })
			r.NotExecuted = r.NotExecuted[:min(shown, len(r.NotExecuted))]
		}
	}
}

// boundWhy lists the parts by which the bound of a choice differs from the bound of the best choice, the
// largest difference first.
func boundWhy(best, other BoundParts) (list []string) {
	type difference struct {
		BoundPart
		best, more float64
	}
	var all []difference
	list = []string{}
	for i, x := range other {
		if y := best[i].Cycles; x.Cycles != y {
			all = append(all, difference{BoundPart: x, best: y, more: max(x.Cycles-y, y-x.Cycles)})
		}
	}
	slices.SortStableFunc(all, func(a, b difference) int { return cmp.Compare(b.more, a.more) })
	for _, d := range all {
		list = append(list, fmt.Sprintf("%s: at least %s, in 1 at least %s", d.Name, cycles(d.Cycles), number(d.best)))
	}
	return list
}
