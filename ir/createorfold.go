package ir

// CreateOrFold builds an operation with one result at the insertion point. When
// the operation folds at once it is not kept: the value is an existing one, or a
// constant built there (OpBuilder::createOrFold upstream).
func (rw *Rewriter) CreateOrFold(name string, operands []*Value, results []Type, attrs ...NamedAttr) *Value {
	listener := rw.Listener
	rw.Listener = nil
	op := rw.Op(name, operands, results, attrs...)
	rw.Listener = listener
	if v := rw.tryFold(op); v != nil {
		op.Erase()
		return v
	}
	if listener != nil {
		listener.Inserted(op)
	}
	return op.Result(0)
}

// tryFold folds an operation as often as that changes it in place and returns the
// value of its only result, or nil when it is needed.
func (rw *Rewriter) tryFold(op *Operation) *Value {
	if op.def.Traits&ConstantLike != 0 {
		return nil
	}
	var f folding
	for {
		result := f.fold(op)
		if !result.InPlace && result.Results == nil {
			return nil
		}
		if result.Results == nil {
			continue
		}
		r := result.Results[0]
		if r.Value != nil {
			return r.Value
		}
		saved := rw.Save()
		defer rw.Restore(saved)
		rw.Before(op)
		c := materializeConstant(rw.Builder, op.def.dialect, r.Attr, op.results[0].typ, op.loc)
		if c == nil {
			return nil
		}
		return &c.results[0]
	}
}
