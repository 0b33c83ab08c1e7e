package passes

import (
	"slices"

	"optc/ir"
)

// Conversion rewrites the operations of some dialects into operations of others, and values of some
// types into values of other types (applyPartialConversion upstream). A pass specifies which
// operations are legal and how the others are rewritten:
//
//	cv := &passes.Conversion{
//		Legal:    func(op *ir.Operation) bool { return op.Def().Dialect() != "math" },
//		Illegal:  func(op *ir.Operation) bool { return ir.Is[math.CubeOp](op) },
//		Rewrites: map[ir.Kind]passes.Rewrite{math.CubeOp{}.Kind(): multiply},
//	}
//	return cv.Run(c), nil
//
// Operations are visited outside in. An operation that is not legal is folded if it folds to values
// or legal constants; otherwise a rewrite is tried, and the operations that it creates are visited
// at once. Until all rewrites are done, replaced operations keep their place and their uses, so
// that folds and rewrites still see the original program; Converted returns the replacement of a
// value.
type Conversion struct {
	*ir.Rewriter
	// Legal reports which operations are left unchanged.
	Legal func(op *ir.Operation) bool
	// Illegal reports which operations must not remain: those that do are errors. nil
	// means none.
	Illegal func(op *ir.Operation) bool
	// Rewrites replace operations, by kind.
	Rewrites map[ir.Kind]Rewrite
	// Otherwise replaces operations of kinds without an entry in Rewrites; nil: none.
	Otherwise Rewrite
	// Types returns the type that replaces a type, or the type itself if it is legal. It
	// converts the arguments of blocks and the types of functions. An operation that has
	// an operand or result of another type is not legal, and an error if it remains. nil:
	// all types are legal.
	Types func(t ir.Type) ir.Type

	replaced []*ir.Operation
	by       map[*ir.Value]*ir.Value // replacements of the results of replaced operations
	gone     map[*ir.Operation]bool  // replaced or erased
	created  []*ir.Operation
	changed  bool // types of arguments or functions
}

// Rewrite replaces an operation by others. It is called with the insertion point and the location
// at op; if it cannot replace op, it changes nothing.
type Rewrite func(cv *Conversion, op *ir.Operation)

// Run converts all operations inside of the pass's operation. It reports, by name, the operations
// that remain although they, or their replacements, are not legal.
func (cv *Conversion) Run(c *Context) (changed bool) {
	cv.Rewriter = c.Rewriter(&conversionListener{cv})
	cv.by, cv.gone = map[*ir.Value]*ir.Value{}, map[*ir.Operation]bool{}
	var ops []*ir.Operation
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		if op != c.Op {
			ops = append(ops, op)
		}
		return ir.Advance
	})
	cv.convertTypes(ops)
	for op := range Each(c, ops) {
		if cv.legalize(op) {
			continue
		}
		d := ir.Errorf(op.Loc(), "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
		d.Op = op
		c.Report(d)
		return true
	}
	changed = cv.commit()
	if cv.Types != nil && !c.Failed() {
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if t := cv.wrongType(op); t != nil && op != c.Op {
				c.Report(op.Errorf("is left with a value of type '%s', which was to become '%s'", t, cv.Types(t)))
			}
			return ir.Advance
		})
	}
	return changed || cv.changed
}

// convertTypes converts the arguments of blocks and the types of functions.
func (cv *Conversion) convertTypes(ops []*ir.Operation) {
	if cv.Types == nil {
		return
	}
	for _, op := range ops {
		if callable := op.Def().Interfaces.Callable; callable != nil {
			cv.convertFunction(op)
		}
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for _, arg := range b.Args() {
					if t := cv.Types(arg.Type()); t != arg.Type() {
						arg.SetType(t)
						cv.changed = true
					}
				}
			}
		}
	}
}

// convertFunction converts the types of functions among the properties of an operation.
func (cv *Conversion) convertFunction(op *ir.Operation) {
	for i := range op.Def().Attrs {
		a, ok := op.Prop(i).(*ir.TypeAttr)
		if !ok {
			continue
		}
		f, ok := a.Value.(*ir.FunctionType)
		if !ok {
			continue
		}
		if t := ir.Type(f.Context().Function(cv.convertAll(f.Inputs), cv.convertAll(f.Results))); t != a.Value {
			cv.Modify(op, func() { op.SetAttr(op.Def().Attrs[i].Name, ir.TypeAttrOf(t)) })
			cv.changed = true
		}
	}
}

func (cv *Conversion) convertAll(types []ir.Type) []ir.Type {
	converted := make([]ir.Type, len(types))
	for i, t := range types {
		converted[i] = cv.Types(t)
	}
	return converted
}

// wrongType returns the type of an operand or result that is not legal, or nil.
func (cv *Conversion) wrongType(op *ir.Operation) ir.Type {
	for _, v := range slices.Concat(op.OperandList(), op.ResultList()) {
		if cv.Types(v.Type()) != v.Type() {
			return v.Type()
		}
	}
	return nil
}

// isLegal reports whether an operation may remain.
func (cv *Conversion) isLegal(op *ir.Operation) bool {
	return cv.Legal(op) && (cv.Types == nil || cv.wrongType(op) == nil)
}

// Converted returns the values that replace values.
func (cv *Conversion) Converted(vs ...*ir.Value) []*ir.Value {
	converted := make([]*ir.Value, len(vs))
	for i, v := range vs {
		converted[i] = cv.latest(v)
	}
	return converted
}

// latest returns the last replacement of a value, or the value itself.
func (cv *Conversion) latest(v *ir.Value) *ir.Value {
	for cv.by[v] != nil {
		v = cv.by[v]
	}
	return v
}

// legalize folds or rewrites an operation until it is legal or gone. It reports whether the operation, and the operations
// created for it, may remain.
func (cv *Conversion) legalize(op *ir.Operation) bool {
	for !cv.gone[op] && !cv.isLegal(op) {
		cv.created = cv.created[:0]
		values, changed := cv.TryFold(op)
		if values != nil && cv.keepsConstants() {
			cv.Replace(op, values...)
			return cv.legalizeCreated()
		}
		if values != nil || !changed {
			rewrite, ok := cv.Rewrites[op.Kind()], true
			if rewrite == nil {
				rewrite = cv.Otherwise
			}
			if rewrite != nil {
				cv.Before(op).Loc = op.Loc()
				rewrite(cv, op)
				ok = cv.legalizeCreated()
			}
			return ok && cv.mayRemain(op)
		}
	}
	return cv.mayRemain(op)
}

// keepsConstants reports whether the constants that a fold made are legal, and erases them if not: the fold does not count then.
func (cv *Conversion) keepsConstants() bool {
	if !slices.ContainsFunc(cv.created, func(op *ir.Operation) bool { return !cv.isLegal(op) }) {
		return true
	}
	for _, op := range cv.created {
		cv.Erase(op)
	}
	return false
}

func (cv *Conversion) mayRemain(op *ir.Operation) bool {
	return cv.gone[op] || cv.Illegal == nil || !cv.Illegal(op)
}

// legalizeCreated legalizes the operations that the last rewrite created. It reports whether all of them may remain.
func (cv *Conversion) legalizeCreated() bool {
	ops, all := cv.created, true
	cv.created = nil
	for _, op := range ops {
		ok := cv.legalize(op)
		all = all && ok
	}
	return all
}

// Replace replaces op by values at the end of the conversion.
func (cv *Conversion) Replace(op *ir.Operation, values ...*ir.Value) {
	cv.replaced = append(cv.replaced, op)
	cv.gone[op] = true
	for i, v := range values {
		cv.by[op.Result(i)] = v
	}
}

// commit puts the replacements in their places.
func (cv *Conversion) commit() (changed bool) {
	for _, op := range cv.replaced {
		for _, r := range op.Results() {
			cv.ReplaceUses(r, cv.latest(cv.by[r]))
		}
	}
	for _, op := range slices.Backward(cv.replaced) {
		cv.Erase(op)
	}
	return len(cv.replaced) > 0
}

// conversionListener records the operations that a conversion creates and erases.
type conversionListener struct{ cv *Conversion }

func (l *conversionListener) Inserted(op *ir.Operation) { l.cv.created = append(l.cv.created, op) }
func (l *conversionListener) Erasing(op *ir.Operation)  { l.cv.gone[op] = true }

func (l *conversionListener) Modified(*ir.Operation)               {}
func (l *conversionListener) Replacing(*ir.Operation, []*ir.Value) {}
