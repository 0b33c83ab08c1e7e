package ptx

import (
	"math"

	"optc/dialect/arith"
	"optc/dialect/gpu"
	"optc/dialect/nvgpu"
	"optc/dialect/scf"
	"optc/ir"
	"optc/ir/ranges"
)

// flowForms are the forms of loops and branches.
var flowForms = []form{
	of((*writer).branch),
	of((*writer).forLoop),
	of((*writer).whileLoop),
	of(func(*writer, gpu.ReturnOp) {}),
}

// longest is the largest cost of the branches of an scf.if whose instructions get predicates instead of jumps.
const longest = 24

// cost returns the number of instructions of a block, about; ok is false if it has operations that
// no predicate can be on.
func cost(r *ir.Region) (n int64, ok bool) {
	if r.Empty() {
		return 0, true
	}
	for op := range r.Front().Ops() {
		switch {
		case ir.IsAny(op, gpu.BarrierOp{}, gpu.ShuffleOp{}, nvgpu.MmaSyncOp{}, nvgpu.LdMatrixOp{}, scf.ForOp{}, scf.WhileOp{}):
			return 0, false
		case ir.Is[scf.IfOp](op):
			for inner := range op.Regions() {
				m, ok := cost(inner)
				if !ok {
					return 0, false
				}
				n += m
			}
			for _, v := range op.Results() {
				n += count(v.Type())
			}
		case ir.IsAny(op, arith.DivFOp{}, arith.DivSIOp{}, arith.DivUIOp{}, arith.RemSIOp{}, arith.RemUIOp{}):
			n += 8 * count(op.Result(0).Type())
		case ir.Is[arith.ConstantOp](op):
		case computations[op.Kind()] != nil && op.NumResults() == 1:
			n += count(op.Result(0).Type())
		case ir.Accessing.Has(op):
			n++
		}
	}
	return n, true
}

func (w *writer) branch(op scf.IfOp) {
	condition := w.operand(op.Condition())
	thenCost, short := cost(op.ThenRegion())
	elseCost, alsoShort := cost(op.ElseRegion())
	switch {
	case condition.isConst() && condition.bits&1 == 1:
		w.setResults(op, w.region(op.ThenRegion()))
	case condition.isConst():
		w.setResults(op, w.region(op.ElseRegion()))
	case short && alsoShort && thenCost+elseCost <= longest:
		w.guarded(op, condition)
	default:
		w.jumping(op, condition)
	}
}

// region writes the operations of a region and returns what it yields.
func (w *writer) region(r *ir.Region) (list [][]element) {
	if r.Empty() {
		return nil
	}
	w.block(r.Front())
	for _, v := range r.Front().Back().Operands() {
		list = append(list, w.elements(v))
	}
	return list
}

func (w *writer) setResults(op scf.IfOp, lists [][]element) {
	for i, v := range op.Results() {
		w.values[v] = lists[i]
	}
}

// guarded writes both branches, with a predicate on instructions with effects, and chooses between
// their results.
func (w *writer) guarded(op scf.IfOp, condition operand) {
	outer := w.guard
	under := func(not bool, r *ir.Region) [][]element {
		w.guard = guard{condition, not, true}
		if outer.set {
			p, q := outer.predicate, condition
			if outer.not {
				p = w.not(p)
			}
			if not {
				q = w.not(q)
			}
			w.guard = guard{w.apply("and.pred", predicate, p, q), false, true}
		}
		list := w.region(r)
		w.guard = outer
		return list
	}
	yes := under(false, op.ThenRegion())
	no := under(true, op.ElseRegion())
	for i, v := range op.Results() {
		list := make([]element, len(yes[i]))
		for k := range list {
			list[k] = w.chosen(condition, yes[i][k], no[i][k])
		}
		w.values[v] = list
	}
}

// chosen returns one of two elements, depending on p.
func (w *writer) chosen(p operand, yes, no element) element {
	switch {
	case yes.index == nil:
		return elementOf(w.choose(p, yes.operand, no.operand))
	case yes.index.isWord() && no.index.isWord():
		return indexOf(sumOf(w.choose(p, w.word(yes.index), w.word(no.index))).within(yes.index.values.Union(no.index.values)))
	}
	return indexOf(sumOf(w.choose(p, w.double(yes.index), w.double(no.index))))
}

// jumping writes branches that are jumped over.
func (w *writer) jumping(op scf.IfOp, condition operand) {
	var to [][]operand
	for _, v := range op.Results() {
		to = append(to, w.variables(v))
	}
	after, otherwise := w.label(), ""
	hasElse := !op.ElseRegion().Empty() && (len(to) > 0 || op.ElseRegion().Front().Front() != op.ElseRegion().Front().Back())
	if otherwise = after; hasElse {
		otherwise = w.label()
	}
	w.jump(otherwise, condition, true)
	w.within(false, 0, func() { w.assign(to, w.region(op.ThenRegion())) })
	if hasElse {
		w.effect(&instruction{op: "bra", from: []group{named(after)}, effect: writes})
		w.place(otherwise)
		w.within(false, 0, func() { w.assign(to, w.region(op.ElseRegion())) })
	}
	w.place(after)
	for i, v := range op.Results() {
		w.values[v] = w.asElements(v, to[i])
	}
}

// classOf returns the class of the registers of a variable for a value: an index that is known to fit
// has 32 bits.
func (w *writer) classOf(v *ir.Value) class {
	n := w.numberOf(v)
	if n.isIndex && w.knownWord(v) {
		return word
	}
	return n.class
}

// knownWord reports whether an index is known to fit into 32 bits.
func (w *writer) knownWord(v *ir.Value) bool {
	r, ok := w.ranges.Known(v)
	return ok && r.Lo >= math.MinInt32 && r.Hi <= math.MaxInt32
}

// variables returns registers for the elements of a value that several instructions set.
func (w *writer) variables(v *ir.Value) (list []operand) {
	for range count(v.Type()) {
		list = append(list, w.variable(w.classOf(v)))
	}
	return list
}

// asElements returns the elements of a value that is in variables.
func (w *writer) asElements(v *ir.Value, list []operand) (elements []element) {
	n := w.numberOf(v)
	for _, o := range list {
		switch r, ok := w.ranges.Known(v); {
		case n.isIndex && ok:
			elements = append(elements, indexOf(sumOf(bound(o, r))))
		case n.isIndex:
			elements = append(elements, indexOf(sumOf(o)))
		default:
			elements = append(elements, elementOf(o))
		}
	}
	return elements
}

// as returns an element in a register of class c, the class of a variable.
func (w *writer) as(e element, c class) operand {
	switch {
	case e.index == nil:
		return e.operand
	case c == word:
		return w.word(e.index)
	}
	return w.double(e.index)
}

// assign assigns elements to variables, which may be among them: a variable that an earlier
// assignment would overwrite is saved first.
func (w *writer) assign(to [][]operand, from [][]element) {
	var targets, sources []operand
	changed := map[*register]bool{}
	for i, list := range to {
		for k, o := range list {
			targets, sources = append(targets, o), append(sources, w.as(from[i][k], o.class))
			changed[o.reg] = true
		}
	}
	for i, o := range sources {
		if o.reg != nil && changed[o.reg] && o != targets[i] {
			aside := w.variable(o.class)
			w.code.set(aside, o)
			sources[i] = aside
		}
	}
	for i, o := range targets {
		w.assignPredicate(o, sources[i])
	}
}

// assignPredicate assigns a variable; a predicate that is constant is compared.
func (w *writer) assignPredicate(to, from operand) {
	if to.class == predicate && from.isConst() {
		from = w.inRegister(from)
	}
	w.code.set(to, from)
}

// carried returns the variables of a loop, which hold the first values. They belong to the body,
// whose scope has not begun yet.
func (w *writer) carried(inits, args []*ir.Value) (to [][]operand) {
	var from [][]element
	for i, a := range args {
		to, from = append(to, w.variables(a)), append(from, w.elements(inits[i]))
	}
	for i := range to {
		for k, o := range to[i] {
			w.assignPredicate(o, w.as(from[i][k], o.class))
		}
	}
	return to
}

// enter gives the arguments of the body of a loop, which is the current scope, the variables of the loop.
func (w *writer) enter(args []*ir.Value, to [][]operand) {
	for i, a := range args {
		for _, o := range to[i] {
			o.reg.scope = w.at
		}
		w.values[a] = w.asElements(a, to[i])
	}
}

func (w *writer) forLoop(op scf.ForOp) {
	body := op.Region().Front()
	i := body.Arg(0)
	lower, upper, step := w.first(op.LowerBound()), w.first(op.UpperBound()), w.first(op.Step())
	n := w.numberOf(i)
	c, relation := w.loopClass(op, n)
	if op.UnsignedCmp() {
		relation = "u" + relation[1:]
	}
	first, last, by := w.as(lower, c), w.as(upper, c), w.as(step, c)
	to := w.carried(op.InitArgs(), body.Args()[1:])
	index := w.variable(c)
	w.code.set(index, first)
	end, head := "", 0
	if !w.runs(op) {
		end, head = w.label(), 1
		w.jump(end, w.value("setp.ge."+relation, predicate, w.inRegister(first), last), false)
	}
	again := w.label()
	w.within(true, head, func() {
		w.place(again)
		if n.isIndex {
			w.boundCounter(index, op)
		}
		w.enter([]*ir.Value{i}, [][]operand{{index}})
		if n.isIndex {
			w.values[i] = []element{indexOf(sumOf(index))}
		}
		w.enter(body.Args()[1:], to)
		w.block(body)
		w.op = body.Back()
		var from [][]element
		for _, v := range body.Back().Operands() {
			from = append(from, w.elements(v))
		}
		w.assign(to, from)
		next := w.variable(predicate)
		w.effect(&instruction{op: "add.s" + itoa(c.bits()), to: []operand{index}, from: []group{one(index), one(by)}, effect: writes})
		w.effect(&instruction{op: "setp.lt." + relation, to: []operand{next}, from: []group{one(index), one(last)}, effect: writes})
		w.jump(again, next, false)
	})
	if end != "" {
		w.place(end)
	}
	for k, v := range op.Results() {
		w.values[v] = w.values[body.Arg(k+1)]
	}
}

// boundCounter notes which numbers the counter of a loop over indices has: those that are known of the operation, or from the lowest first one to the
// number before the highest limit.
func (w *writer) boundCounter(counter operand, op scf.ForOp) {
	r, known := w.ranges.Known(op.InductionVar())
	if lower, upper := w.first(op.LowerBound()).index, w.first(op.UpperBound()).index; counter.class == word && !op.UnsignedCmp() {
		own := ranges.Interval{Lo: lower.values.Lo, Hi: max(lower.values.Lo, upper.values.Hi-1)}
		if known && max(own.Lo, r.Lo) <= min(own.Hi, r.Hi) {
			own.Lo, own.Hi = max(own.Lo, r.Lo), min(own.Hi, r.Hi)
		}
		r, known = own, true
	}
	if known {
		bound(counter, r)
	}
}

// loopClass returns the class and the type of the variable of a loop. An index has 32 bits if
// the last value plus the step, at which the loop ends, is known to fit.
func (w *writer) loopClass(op scf.ForOp, n number) (c class, typ string) {
	upper, step := w.first(op.UpperBound()).index, w.first(op.Step()).index
	lower := w.first(op.LowerBound()).index
	switch {
	case n.isIndex && upper.isNatural() && step.isNatural() && lower.isNatural() && upper.values.Hi+step.values.Hi <= math.MaxInt32:
		return word, "s32"
	case n.class == double:
		return double, "s64"
	case n.width < 32:
		w.refuse(w.op, "the variable of a loop has 32 or 64 bits")
	}
	return word, "s32"
}

// runs reports whether a loop is known to run at least once.
func (w *writer) runs(op scf.ForOp) bool {
	lower, upper := w.first(op.LowerBound()), w.first(op.UpperBound())
	if lower.index == nil {
		return lower.isConst() && upper.isConst() && lower.signed() < upper.signed() && !op.UnsignedCmp()
	}
	return lower.index.known && upper.index.known && lower.index.values.Hi < upper.index.values.Lo
}

func (w *writer) whileLoop(op scf.WhileOp) {
	before, after := op.Before().Front(), op.After().Front()
	condition := ir.Cast[scf.ConditionOp](before.Back())
	to := w.carried(op.Inits(), before.Args())
	again, end := w.label(), w.label()
	var passed [][]element
	w.within(true, 0, func() {
		w.place(again)
		w.enter(before.Args(), to)
		w.block(before)
		w.op = before.Back()
		for _, v := range condition.Args() {
			passed = append(passed, w.elements(v))
		}
		if p := w.operand(condition.Condition()); !p.isConst() || p.bits&1 == 0 {
			w.jump(end, w.inRegister(p), true)
		}
		for k, a := range after.Args() {
			w.values[a] = passed[k]
		}
		w.block(after)
		w.op = after.Back()
		var from [][]element
		for _, v := range after.Back().Operands() {
			from = append(from, w.elements(v))
		}
		w.assign(to, from)
		w.effect(&instruction{op: "bra", from: []group{named(again)}, effect: writes})
	})
	w.place(end)
	for k, v := range op.Results() {
		w.values[v] = passed[k]
	}
}
