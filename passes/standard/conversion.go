package standard

import (
	"slices"

	"optc/ir"
	"optc/passes"
)

// conversion rewrites the operations of some dialects into operations of others
// (applyPartialConversion upstream).
//
// Operations are visited outside in. An operation that is not legal is folded if it
// folds; otherwise a rewrite is tried, and the operations that it creates are visited at
// once. Until everything is done, replaced operations keep their place and their uses, so
// that folds and rewrites still see the original program.
type conversion struct {
	*ir.Rewriter
	// legal reports which operations are left unchanged.
	legal func(op *ir.Operation) bool
	// illegal reports which operations must not remain; nil means none.
	illegal func(op *ir.Operation) bool
	// rewrites replace operations, by kind; they are called with the insertion point
	// and the location at op, and change nothing when they cannot replace it.
	rewrites map[ir.Kind]func(cv *conversion, op *ir.Operation)

	replaced []*ir.Operation
	by       map[*ir.Value]*ir.Value // replacements of the results of replaced operations
	gone     map[*ir.Operation]bool  // replaced or erased
	created  []*ir.Operation
}

// run converts everything inside of the pass's operation.
func (cv *conversion) run(c *passes.Context) (changed bool) {
	cv.Rewriter = c.Rewriter(&conversionListener{cv})
	cv.by, cv.gone = map[*ir.Value]*ir.Value{}, map[*ir.Operation]bool{}
	var ops []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if op != c.Op {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	for op := range passes.Each(c, ops) {
		if cv.legalize(op); cv.gone[op] || cv.illegal == nil || !cv.illegal(op) {
			continue
		}
		d := ir.Errorf(op.Loc(), "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
		d.Op = op
		c.Report(d)
		return true
	}
	return cv.commit()
}

// legalize folds or rewrites an operation until it is legal or gone.
func (cv *conversion) legalize(op *ir.Operation) {
	for !cv.gone[op] && !cv.legal(op) {
		cv.created = cv.created[:0]
		values, changed := cv.TryFold(op)
		if values != nil {
			cv.Replace(op, values...)
			cv.legalizeCreated()
		} else if !changed {
			if rewrite := cv.rewrites[op.Kind()]; rewrite != nil {
				cv.Before(op).Loc = op.Loc()
				rewrite(cv, op)
				cv.legalizeCreated()
			}
			return
		}
	}
}

// legalizeCreated legalizes the operations that the last rewrite created.
func (cv *conversion) legalizeCreated() {
	ops := cv.created
	cv.created = nil
	for _, op := range ops {
		cv.legalize(op)
	}
}

// Replace replaces op by values at the end of the conversion.
func (cv *conversion) Replace(op *ir.Operation, values ...*ir.Value) {
	cv.replaced = append(cv.replaced, op)
	cv.gone[op] = true
	for i, v := range values {
		cv.by[op.Result(i)] = v
	}
}

// commit puts the replacements in their places.
func (cv *conversion) commit() (changed bool) {
	for _, op := range cv.replaced {
		for _, r := range op.Results() {
			v := cv.by[r]
			for cv.by[v] != nil {
				v = cv.by[v]
			}
			cv.ReplaceUses(r, v)
		}
	}
	for _, op := range slices.Backward(cv.replaced) {
		cv.Erase(op)
	}
	return len(cv.replaced) > 0
}

// conversionListener records the operations that a conversion creates and erases.
type conversionListener struct{ cv *conversion }

func (l *conversionListener) Inserted(op *ir.Operation) { l.cv.created = append(l.cv.created, op) }
func (l *conversionListener) Erasing(op *ir.Operation)  { l.cv.gone[op] = true }

func (l *conversionListener) Modified(*ir.Operation)               {}
func (l *conversionListener) Replacing(*ir.Operation, []*ir.Value) {}
