package ir

// Mixed is an index that is either known at compile time or a value: an entry of an
// offset, size, stride or basis list.
type Mixed struct {
	Value *Value // nil for a constant
	Const int64
}

// IsConst reports whether the entry is the constant v.
func (m Mixed) IsConst(v int64) bool { return m.Value == nil && m.Const == v }

// Constant returns the entry's number if it is known, either directly or because a
// constant operation defines its value.
func (m Mixed) Constant() (v int64, ok bool) {
	if m.Value == nil {
		return m.Const, true
	}
	if a, isInt := ConstantValue(m.Value).(*IntegerAttr); isInt {
		return a.Int64(), true
	}
	return 0, false
}

// SameMixed reports whether two entries are the same value or equal numbers.
func SameMixed(a, b Mixed) bool {
	if a.Value != nil && a.Value == b.Value {
		return true
	}
	x, ok := a.Constant()
	y, ok2 := b.Constant()
	return ok && ok2 && x == y
}

// MixedList merges the static list in an attribute with an operand group: each Dynamic in the list
// means the next operand of the group.
func (op *Operation) MixedList(attr string, group int) []Mixed {
	static, _ := ReadInt64s(op.Attr(attr))
	ms := make([]Mixed, len(static))
	next, end := op.OperandRange(group)
	for i, n := range static {
		ms[i].Const = n
		if n == Dynamic && next < end {
			ms[i].Value = op.operands()[next].value
			next++
		}
	}
	return ms
}

// MergeMixed replaces the Dynamic entries by the values. If there are too few values, the remaining
// dynamic entries have a nil value and the number Dynamic.
func MergeMixed(static []int64, values []*Value) []Mixed {
	ms := make([]Mixed, len(static))
	for i, n := range static {
		ms[i].Const = n
		if n == Dynamic && len(values) > 0 {
			ms[i].Value, values = values[0], values[1:]
		}
	}
	return ms
}

// MixedValues returns numbers that are values.
func MixedValues(values []*Value) []Mixed {
	ms := make([]Mixed, len(values))
	for i, v := range values {
		ms[i] = Mixed{Value: v, Const: Dynamic}
	}
	return ms
}

// SplitMixed is the inverse of MergeMixed.
func SplitMixed(ms []Mixed) (static []int64, values []*Value) {
	static = make([]int64, len(ms))
	for i, m := range ms {
		static[i] = m.Const
		if m.Value != nil {
			static[i] = Dynamic
			values = append(values, m.Value)
		}
	}
	return static, values
}

// FoldMixed replaces values that constant operations define by numbers, and reports
// whether there were any. Constants below least are not replaced.
func FoldMixed(ms []Mixed, least int64) (changed bool) {
	for i := range ms {
		if ms[i].Value == nil {
			continue
		}
		if n, ok := ms[i].Constant(); ok && n >= least && n != Dynamic {
			ms[i] = Mixed{Const: n}
			changed = true
		}
	}
	return changed
}

// DynamicIndexList is the directive custom<DynamicIndexList>($values, $static) for lists that mix
// constants and values, [0, %i, 4]. A third argument, a string of two characters, replaces the
// brackets.
var DynamicIndexList = CustomDirective{Parse: parseIndexList, Print: printIndexList, Form: "`[` ((#1 | number), …)? `]`"}

// RoundIndexList is DynamicIndexList between parentheses, which its third argument "()"
// selects.
var RoundIndexList = CustomDirective{Parse: parseIndexList, Print: printIndexList, Form: "`(` ((#1 | number), …)? `)`"}

func indexListDelims(args []FormatArg) string {
	if len(args) > 2 {
		return args[2].Text
	}
	return "[]"
}

func parseIndexList(p OpParser, st *OpState, args []FormatArg) {
	if !p.Ok() {
		return
	}
	static := p.IndexList(indexListDelims(args), args[0])
	if p.Ok() {
		st.SetProp(args[1].Text, p.Context().DenseI64Array(static))
	}
}

func printIndexList(p *Printer, op *Operation, args []FormatArg) {
	delims := indexListDelims(args)
	p.Str(delims[:1])
	static, _ := op.Attr(args[1].Text).(*DenseArrayAttr)
	lo, hi := op.OperandRange(args[0].Index)
	for i := 0; static != nil && i < static.Len; i++ {
		m := Mixed{Const: static.int64At(i)}
		if m.Const == Dynamic && lo < hi {
			m.Value = op.operands()[lo].value
			lo++
		}
		p.comma(i).Mixed(m)
	}
	p.Str(delims[1:])
}

// Mixed writes a constant or the name of a value.
func (p *Printer) Mixed(m Mixed) *Printer {
	if m.Value != nil {
		return p.Operand(m.Value)
	}
	return p.Int(m.Const)
}
