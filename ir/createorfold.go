package ir

// OrFold returns a builder for Build functions of operations with one result. When
// such an operation folds at once it is not kept: the value is an existing one, or a
// constant built there (OpBuilder::createOrFold upstream).
//
//	arith.AddI.Build(rw.OrFold(), x, zero) // x
func (rw *Rewriter) OrFold() OpBuilder { return orFold{rw} }

type orFold struct{ *Rewriter }

func (rw orFold) create(k Kind, st *OpState) *Value {
	listener := rw.Listener
	rw.Listener = nil
	op := k.Create(rw.Builder, st)
	rw.Listener = listener
	if vs, _ := rw.TryFold(op); vs != nil {
		op.Erase()
		return vs[0]
	}
	if listener != nil {
		listener.Inserted(op)
	}
	return op.Result(0)
}

// TryFold folds an operation as often as that changes it in place. It returns the
// values of its results, or nil when it is needed, and tells whether the operation
// changed or folded (OpBuilder::tryFold upstream). Constants are built in front of
// the operation; none is shared. Operations that use each other's results in a circle
// may change in place without end, so that there is a bound.
func (rw *Rewriter) TryFold(op *Operation) (values []*Value, changed bool) {
	if op.def.Traits&ConstantLike != 0 {
		return nil, false
	}
	var f folding
	for range maxFoldsInPlace {
		result := f.fold(op)
		if result.Results == nil {
			if !result.InPlace {
				return nil, changed
			}
			changed = true
			continue
		}
		if vs := rw.materialize(op, result.Results); vs != nil {
			return vs, true
		}
		return nil, changed
	}
	return nil, changed
}

// maxFoldsInPlace is more than any chain of folds in place outside such a circle has.
const maxFoldsInPlace = 64

// materialize returns the values of what an operation folded to; nil when its
// dialect has no constant for one of them.
func (rw *Rewriter) materialize(op *Operation, results []FoldedValue) []*Value {
	saved := rw.Save()
	defer rw.Restore(saved)
	rw.Before(op)
	values := make([]*Value, len(results))
	for i, r := range results {
		if values[i] = r.Value; r.Value != nil {
			continue
		}
		c := materializeConstant(rw.Builder, op.def.dialect, r.Attr, op.results()[i].typ, op.Loc())
		if c == nil {
			for k, v := range values[:i] {
				if results[k].Value == nil {
					rw.Erase(v.def)
				}
			}
			return nil
		}
		values[i] = &c.results()[0]
	}
	return values
}
