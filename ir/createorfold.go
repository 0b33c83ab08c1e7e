package ir

// OrFold is a builder of operations with one result. An operation that folds at once is
// not kept: its value is an existing value, or a constant that is built in its place
// (OpBuilder::createOrFold upstream). The caller must pass the created operation to
// Value.
//
//	f := rw.OrFold()
//	f.Value(arith.NewAddI(f, x, zero)) // x
type OrFold struct{ *Rewriter }

// OrFold returns a builder that drops operations which fold.
func (rw *Rewriter) OrFold() OrFold { return OrFold{rw} }

// create does not call the listener: Value calls it for the operations that it keeps.
func (f OrFold) create(st *OpState) *Operation {
	listener := f.Listener
	f.Listener = nil
	op := f.Create(st)
	f.Listener = listener
	return op
}

// ValueOf returns the result of the operation that b created last. If b is an OrFold, it
// returns b.Value.
func ValueOf(b OpBuilder, op TypedOp) *Value {
	if f, ok := b.(OrFold); ok {
		return f.Value(op)
	}
	return op.Operation().Result(0)
}

// Value returns the result of the operation that f created last, or the value to which it
// folds.
func (f OrFold) Value(op TypedOp) *Value { return f.valueOf(op.Operation()) }

func (f OrFold) valueOf(op *Operation) *Value {
	if vs, _ := f.TryFold(op); vs != nil {
		op.Erase()
		return vs[0]
	}
	if f.Listener != nil {
		f.Listener.Inserted(op)
	}
	return op.Result(0)
}

// TryFold folds an operation as often as that changes it in place. It returns the values
// of its results, or nil if the operation must be kept, and reports whether the operation
// changed or folded (OpBuilder::tryFold upstream). Constants are built before the
// operation; none is shared. There is a bound, because operations that use each other's
// results in a cycle could change in place without end.
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

// maxFoldsInPlace is larger than the length of any chain of in-place folds without such a
// cycle.
const maxFoldsInPlace = 64

// materialize returns the values of a fold's results; nil when the dialect cannot build a
// constant for one of them.
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
