package cpp

import (
	"math"

	"optc/dialect/gpu"
	"optc/dialect/scf"
	"optc/ir"
)

// standIn gives a value to the results that have none, because an operation has no form: later
// operations are still checked.
func (w *writer) standIn(op *ir.Operation) {
	zero := &value{expr: word("0"), element: func(position) expr { return word("0") }}
	for _, v := range op.Results() {
		if w.values[v] == nil {
			w.values[v] = zero
		}
	}
}

// flowForms are the forms of loops and branches.
var flowForms = []form{
	of((*writer).branch),
	of((*writer).forLoop),
	of((*writer).whileLoop),
	of(func(*writer, gpu.ReturnOp) {}),
}

// variable declares a variable that is assigned in several places.
func (w *writer) variable(v *ir.Value) *value {
	if isArray(v.Type()) {
		return w.array(v)
	}
	x := &value{expr: word(w.name(v))}
	w.line("%s %s;", w.typeOf(v), x.expr.text)
	w.values[v] = x
	return x
}

// assign assigns a value of n elements to a variable.
func (w *writer) assign(to, from *value, n int64) {
	switch {
	case to.array == "":
		if text := from.at(position{}).text; text != to.expr.text {
			w.plain("%s = %s;", to.expr.text, text)
		}
	case from == nil || from.array != to.array || from.offset != to.offset:
		w.loop(n, func(i position) { w.plain("%s[%s] = %s;", to.array, i.plus(to.offset), from.at(i).text) })
	}
}

// nested writes the operations of a region and assigns the operands of its terminator.
func (w *writer) nested(r *ir.Region, to []*value, assign func([]*value, []*ir.Value)) {
	w.depth++
	b := r.Front()
	w.block(b)
	w.at = b.Back()
	assign(to, operandsOf(b.Back()))
	w.depth--
}

func (w *writer) branch(op scf.IfOp) {
	if len(op.Results()) == 1 && w.isChoice(op) {
		return
	}
	var to []*value
	for _, v := range op.Results() {
		to = append(to, w.variable(v))
	}
	w.line("if (%s) {", w.scalar(op.Condition()).text)
	w.nested(op.ThenRegion(), to, w.assignEach)
	if !op.ElseRegion().Empty() && (len(to) > 0 || op.ElseRegion().Front().Front() != op.ElseRegion().Front().Back()) {
		w.plain("} else {")
		w.nested(op.ElseRegion(), to, w.assignEach)
	}
	w.plain("}")
}

// isChoice writes an scf.if whose regions only yield numbers as a conditional expression.
func (w *writer) isChoice(op scf.IfOp) bool {
	v := op.Results()[0]
	if isArray(v.Type()) || op.ThenRegion().Front().Front() != op.ThenRegion().Front().Back() || op.ElseRegion().Front().Front() != op.ElseRegion().Front().Back() {
		return false
	}
	t := w.typeOf(v)
	pick := func(r *ir.Region) string {
		x := operandsOf(r.Front().Back())[0]
		return w.typed(x, w.scalar(x), t).in(precChoice + 1)
	}
	w.give(v, expr{w.scalar(op.Condition()).in(precChoice+1) + " ? " + pick(op.ThenRegion()) + " : " + pick(op.ElseRegion()), precChoice})
	return true
}

func (w *writer) forLoop(op scf.ForOp) {
	body := op.Region().Front()
	to := w.carried(op.InitArgs(), body.Args()[1:])
	i := body.Arg(0)
	name, t := w.name(i), w.typeOf(i)
	w.values[i] = &value{expr: word(name)}
	if !w.endsWithin(op, t) {
		if t != "int" {
			w.values[i] = &value{expr: callOf(t, word(name))}
		}
		t = "int64_t"
	}
	upper, less := w.scalar(op.UpperBound()), "<"
	if op.UnsignedCmp() && !(w.isNatural(op.LowerBound()) && w.isNatural(op.UpperBound())) {
		w.refuse(op.Operation(), "loops compare signed numbers")
	}
	step := name + " += " + w.scalar(op.Step()).text
	if n, ok := ir.ConstantInt(op.Step()); ok && n.Int64() == 1 {
		step = "++" + name
	}
	w.line("for (%s %s = %s; %s %s %s; %s) {", t, name, w.scalar(op.LowerBound()).text, name, less, upper.in(precLess+1), step)
	w.nested(op.Region(), to, w.assignTogether)
	w.plain("}")
	for k, v := range op.Results() {
		w.values[v] = to[k]
	}
}

// endsWithin reports whether the variable of a loop, of type t, holds its last value plus the
// step, at which the loop ends. Indices and integers of 64 bits always do: no memory has so many
// elements.
func (w *writer) endsWithin(op scf.ForOp, t string) bool {
	limits := map[string]int64{"int": math.MaxInt32, "int32_t": math.MaxInt32, "int16_t": math.MaxInt16, "int8_t": math.MaxInt8}
	limit, narrow := limits[t]
	if !narrow {
		return true
	}
	upper, ok := w.most(op.UpperBound())
	step, known := w.most(op.Step())
	return ok && known && step <= limit && upper-1 <= limit-step
}

// carried declares variables for the values that a loop carries, which begin with the inits.
func (w *writer) carried(inits, args []*ir.Value) (to []*value) {
	for k, a := range args {
		if a.NameHint() == "" {
			a.SetNameHint(inits[k].NameHint())
		}
		if isArray(a.Type()) {
			x := w.declare(a)
			w.values[a] = x
			w.fill(x, inits[k], insertion{})
			to = append(to, x)
			continue
		}
		x := &value{expr: word(w.name(a))}
		w.line("%s %s = %s;", w.typeOf(a), x.expr.text, w.scalar(inits[k]).text)
		w.values[a] = x
		to = append(to, x)
	}
	return to
}

// assignEach assigns values to variables that are not among the values.
func (w *writer) assignEach(to []*value, values []*ir.Value) {
	for k, x := range to {
		w.assign(x, w.values[values[k]], count(values[k].Type()))
	}
}

// assignTogether assigns values to variables that may be among the values: a value that an earlier
// assignment would overwrite is saved first.
func (w *writer) assignTogether(to []*value, values []*ir.Value) {
	if len(to) == 1 {
		w.assignEach(to, values)
		return
	}
	changed := map[string]bool{}
	for _, x := range to {
		changed[x.array+x.expr.text] = true
	}
	var from []*value
	for k, v := range values {
		from = append(from, w.keptAside(v, to[k], changed))
	}
	for k, x := range to {
		w.assign(x, from[k], count(values[k].Type()))
	}
}

// keptAside returns a value, with its own variable if it may depend on variables that change
// before it is assigned.
func (w *writer) keptAside(v *ir.Value, to *value, changed map[string]bool) *value {
	x := w.values[v]
	switch {
	case x == nil || x == to:
	case !isArray(v.Type()):
		if changed[x.expr.text] || !x.expr.isSimple() {
			name := w.name(v)
			w.line("const %s %s = %s;", w.typeOf(v), name, x.expr.text)
			return &value{expr: word(name)}
		}
	case x.array == "" || changed[x.array]:
		own := w.declare(v)
		w.assign(own, x, count(v.Type()))
		return own
	}
	return x
}

func (w *writer) whileLoop(op scf.WhileOp) {
	before, after := op.Before().Front(), op.After().Front()
	to := w.carried(op.Inits(), before.Args())
	condition := ir.Cast[scf.ConditionOp](before.Back())
	var results []*value
	for _, v := range op.Results() {
		results = append(results, w.variable(v))
	}
	w.line("for (;;) {")
	w.depth++
	w.block(before)
	w.assignEach(results, condition.Args())
	for k, a := range after.Args() {
		w.values[a] = results[k]
	}
	w.plain("if (!(%s))", w.scalar(condition.Condition()).text)
	w.depth++
	w.plain("break;")
	w.depth--
	w.block(after)
	w.at = after.Back()
	w.assignTogether(to, operandsOf(after.Back()))
	w.depth--
	w.plain("}")
}

// operandsOf returns the operands of an operation.
func operandsOf(op *ir.Operation) (list []*ir.Value) {
	for _, v := range op.Operands() {
		list = append(list, v)
	}
	return list
}
