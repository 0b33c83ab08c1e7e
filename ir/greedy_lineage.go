package ir

// lineage counts the rewrites that an operation results from: its own, and those of the
// operation whose rewrite inserted it. Rewrites that undo one another make a lineage that
// never ends, whether they change an operation in place or replace it again and again.
// The largest lineage of rewrites that do end is out of reach for code that can be
// executed.
//
// Unreachable blocks and graph regions may contain operations that use each other's results in a
// cycle, so that even correct folds and patterns never end.
type lineage struct {
	rewrites int64
	most     int64 // rewrites before lineages are counted, and then rewrites of a lineage

	of      map[*Operation]int64 // nil until lineages are counted; absent operations have 0
	current int64                // the lineage after the current rewrite
	op      *Operation           // operation with this lineage; nil if there is none
}

// newLineage returns the counts for an iteration that begins with the given number of
// operations. Shorter lineages are never cut short: a list of n operations or operands
// may be consumed by n rewrites of one operation.
func newLineage(operations int) lineage { return lineage{most: max(1<<10, 2*int64(operations))} }

// begin begins the rewrite of an operation.
func (l *lineage) begin(op *Operation) {
	if l.of != nil {
		l.current, l.op = l.of[op]+1, op
	}
}

// end counts the rewrite that began last, and reports whether its lineage does not end.
func (l *lineage) end() (endless bool) {
	l.rewrites++
	switch {
	case l.of != nil:
		if l.op == nil {
			return false
		}
		l.of[l.op] = max(l.of[l.op], l.current)
		return l.current >= l.most
	case l.rewrites >= l.most:
		l.of = map[*Operation]int64{}
	}
	return false
}

func (l *lineage) inserted(op *Operation) {
	if l.of != nil {
		l.of[op], l.op = max(l.of[op], l.current), op
	}
}

func (l *lineage) erasing(op *Operation) {
	if l.of != nil {
		delete(l.of, op)
		if l.op == op {
			l.op = nil
		}
	}
}

// warning returns the warning about an endless lineage, whose last rewrite was an
// application of a pattern, or a fold if p is nil.
func (l *lineage) warning(p *Pattern) *Diagnostic {
	by, without := StepFold, "canonicalization of the region around it stopped"
	if p != nil {
		by = "pattern '" + p.Name + "'"
		without += "; it may end without this pattern"
	}
	return l.op.Warningf("expected rewrites that end, but got %d in a row, the last by %s", l.current, by).Note(l.op.Loc(), "%s", without)
}
