package ir

import "slices"

// InferTypes returns the result types that follow from operands, attributes and regions:
// by the definition's Infer function, by a trait, or by constraints that build their
// type.
func InferTypes(c *Context, st *OpState) ([]Type, *Diagnostic) {
	d := st.Def
	switch {
	case d.Infer != nil:
		return d.Infer(c, st)
	case d.Traits&(SameOperandsAndResultType) != 0 && len(st.Operands) > 0:
		return repeat(st.Operands[0].Type(), len(d.Results)), nil
	case d.Traits&FirstAttrDerivedResultType != 0 && len(st.Props) > 0:
		if a, ok := st.Props[0].(TypedAttr); ok && a.Type() != nil {
			return []Type{a.Type()}, nil
		}
	}
	if ts := buildableResults(c, st); ts != nil {
		return ts, nil
	}
	if !slices.ContainsFunc(d.Results, func(r ValueDef) bool { return r.Kind == Single }) {
		return nil, nil
	}
	return nil, Errorf(st.Loc, "'%s' op cannot infer its result types", d.name)
}

// CheckOperands reports the first operand whose type the definition does not allow, if
// the definition's Infer function depends on the operand.
func CheckOperands(st *OpState) *Diagnostic {
	d := st.Def
	if d.Infer == nil || len(st.Operands) != len(d.Operands) {
		return nil
	}
	for i, v := range st.Operands {
		if c := d.Operands[i].Type; c != nil && d.Operands[i].Kind == Single && !c.Check(v.Type()) {
			return Errorf(st.Loc, "'%s' op operand #%d must be %s, but got '%s'", d.name, i, c.Summary, v.Type())
		}
	}
	return nil
}

// buildableResults returns the result types when each is determined by its constraint or
// by an AllTypesMatch constraint that also names an operand.
func buildableResults(c *Context, st *OpState) []Type {
	d := st.Def
	if slices.ContainsFunc(d.Results, func(r ValueDef) bool { return r.Kind != Single }) {
		return nil
	}
	ts := make([]Type, 0, len(d.Results))
	for i := range d.Results {
		r := &d.Results[i]
		switch {
		case r.Type != nil && r.Type.Build != nil:
			ts = append(ts, r.Type.Build(c))
		default:
			t := matchedType(c, st, r.Name)
			if t == nil {
				return nil
			}
			ts = append(ts, t)
		}
	}
	return ts
}

// matchedType finds the type that the constraints equate with the named result.
func matchedType(c *Context, st *OpState, name string) Type {
	for _, con := range st.Def.Constraints {
		if inf, ok := con.(TypeInferrer); ok {
			if t := inf.InferType(c, st, name); t != nil {
				return t
			}
		}
	}
	return nil
}

// TypeInferrer is a constraint that determines the type of a result once the operands are known.
type TypeInferrer interface {
	// InferType returns the type of the named operand or result, or nil.
	InferType(c *Context, st *OpState, name string) Type
}

func repeat(t Type, n int) []Type {
	ts := make([]Type, n)
	for i := range ts {
		ts[i] = t
	}
	return ts
}

// OperandOf returns the only value of the named operand group in a state under
// construction, or nil.
func (st *OpState) OperandOf(name string) *Value {
	g := st.Def.OperandIndex(name)
	if g < 0 {
		return nil
	}
	groups := st.Def.Operands
	var sizes []int64
	if a, ok := st.Prop(operandSegmentSizes).(*DenseArrayAttr); ok {
		sizes, _ = a.int64s()
	}
	lo, hi := groupRange(groups, singleGroups(groups), g, len(st.Operands))
	if len(sizes) == len(groups) {
		lo = 0
		for _, n := range sizes[:g] {
			lo += int(n)
		}
		hi = lo + int(sizes[g])
	}
	if 0 <= lo && hi == lo+1 && hi <= len(st.Operands) {
		return st.Operands[lo]
	}
	return nil
}
