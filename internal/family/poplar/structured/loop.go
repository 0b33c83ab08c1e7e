package structured

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/ir"
)

// loop writes a Loop as scf.for if it counts a variable up to a bound that does not
// change, otherwise as scf.while.
func (e *emitter) loop(st *Loop) {
	changed := assigned(st.Body, assigned(st.Head, nil))
	if c, ok := e.counting(st, changed); ok {
		e.countingLoop(st, c, slices.DeleteFunc(changed, func(v *Var) bool { return v == c.counter }))
		return
	}
	enter := among(changed, st.entry)
	leave := slices.Clone(st.after)
	leave.union(st.body)
	forwarded := among(changed, leave)
	inits := e.current(enter)
	types := make([]ir.Type, len(forwarded))
	for i, v := range forwarded {
		types[i] = v.Type
	}
	e.b.Loc = st.Loc
	op := scf.NewWhile(e.b, types, inits)
	head, body := e.block(op.Before(), enter, st.Loc), e.block(op.After(), forwarded, st.Loc)
	e.within(head, func() {
		e.enter(head, enter)
		e.list(st.Head)
		cond := e.value(st.Cond)
		values := e.current(forwarded)
		e.b.Loc = st.Loc
		scf.NewCondition(e.b, cond, values)
	})
	e.within(body, func() {
		e.enter(body, forwarded)
		e.list(st.Body)
		values := e.current(enter)
		e.b.Loc = st.Loc
		scf.NewYield(e.b, values...)
	})
	e.results(op.Operation(), forwarded)
}

// block makes the block of a region with an argument per variable.
func (e *emitter) block(r *ir.Region, vars []*Var, loc ir.Location) *ir.Block {
	b := &ir.Block{}
	for _, v := range vars {
		b.AddArg(v.Type, loc).SetNameHint(v.Name)
	}
	r.Append(b)
	return b
}

// enter makes the last arguments of a block the values of variables.
func (e *emitter) enter(b *ir.Block, vars []*Var) {
	first := b.NumArgs() - len(vars)
	for i, v := range vars {
		e.assign(v, form{value: b.Arg(first + i)})
	}
}

// counting describes a loop that counts.
type counting struct {
	counter   *Var
	bound     *Value
	inclusive bool // the counter may be equal to the bound
	signed    bool
	step      *Value
	body      []Statement // without the step
}

// counting finds the parts of a loop such as
//
//	while (i < n) { …; i = i + step; }
//
// where n and step do not change and i is not needed afterwards. The counter is compared as the
// loop does, with as many bits as an index has, so that it cannot wrap before it reaches the bound.
func (e *emitter) counting(st *Loop, changed []*Var) (c counting, ok bool) {
	cmp := st.Cond.def
	if cmp == nil || cmp.role != compareRole || len(st.Body) == 0 || !Total(st.Head) {
		return c, false
	}
	read := cmp.Args[0].def
	last, isWrite := st.Body[len(st.Body)-1].(*Write)
	if read == nil || read.role != readRole || !isWrite || last.Var != read.variable || st.after.has(last.Var) {
		return c, false
	}
	c = counting{counter: last.Var, bound: cmp.Args[1], inclusive: cmp.relation == AtMost, signed: cmp.signed, body: st.Body[:len(st.Body)-1]}
	add := last.Value.def
	if add == nil || add.role != addRole || slices.Contains(assigned(c.body, nil), c.counter) {
		return c, false
	}
	switch before := add.Args[0].def; {
	case before == nil || before.role != readRole || before.variable != c.counter:
		return c, false
	default:
		c.step = add.Args[1]
	}
	inside := map[*Op]bool{}
	for _, s := range slices.Concat(st.Head, st.Body) {
		if o, isOp := s.(*Op); isOp {
			inside[o] = true
		}
	}
	one := isNumber(c.step, 1)
	switch cmp.relation {
	case Less, AtMost:
		ok = one || e.positive(c.step, c.signed)
	case Unequal:
		c.signed = false
		ok = one && e.startsAtZero(c.counter)
	}
	if !ok || !e.fixed(c.bound, inside, changed) || !e.fixed(c.step, inside, changed) {
		return c, false
	}
	e.early(c.bound, inside)
	e.early(c.step, inside)
	e.counted[add] = true
	return c, true
}

func isNumber(v *Value, n int64) bool {
	a, ok := v.Constant().(*ir.IntegerAttr)
	return ok && a.Int64() == n
}

// positive reports whether a step is greater than 0 as a number of a loop's type.
func (e *emitter) positive(v *Value, signed bool) bool {
	if a, ok := v.Constant().(*ir.IntegerAttr); ok {
		return a.Int64() > 0
	}
	return !signed || v.def != nil && v.def.role == fromIndexRole && !v.def.signed
}

func (e *emitter) startsAtZero(v *Var) bool {
	f := e.vars[v.id]
	if f.value == nil {
		return false
	}
	c, ok := ir.ConstantValue(f.value).(*ir.IntegerAttr)
	return ok && c.Int64() == 0
}

// fixed reports whether a value of a loop can be computed before the loop.
func (e *emitter) fixed(v *Value, inside map[*Op]bool, changed []*Var) bool {
	if v.def == nil || !inside[v.def] {
		return true
	}
	if !v.def.Total || v.def.role == readRole && slices.Contains(changed, v.def.variable) {
		return false
	}
	return !slices.ContainsFunc(v.def.Args, func(a *Value) bool { return !e.fixed(a, inside, changed) })
}

// early writes a value of a loop before the loop.
func (e *emitter) early(v *Value, inside map[*Op]bool) {
	if v.def == nil || !inside[v.def] || e.counted[v.def] {
		return
	}
	for _, a := range v.def.Args {
		e.early(a, inside)
	}
	e.op(v.def)
	e.counted[v.def] = true
}

func (e *emitter) countingLoop(st *Loop, c counting, changed []*Var) {
	counter := &e.vars[c.counter.id]
	e.b.Loc = st.Loc
	from := e.index(counter, c.counter.Type, c.signed)
	to := e.index(&c.bound.form, c.bound.Type, c.signed)
	step := e.index(&c.step.form, c.step.Type, c.signed)
	if c.inclusive {
		to = arith.NewAddI(e.b, to, e.constant(e.b.Context().IndexAttr(1))).Result()
	}
	carried := among(changed, st.entry)
	inits := e.current(carried)
	e.b.Loc = st.Loc
	op := scf.NewFor(e.b, from, to, step, inits)
	body := &ir.Block{}
	i := body.AddArg(e.b.Context().Index(), st.Loc)
	i.SetNameHint(c.counter.Name)
	for _, v := range carried {
		body.AddArg(v.Type, st.Loc).SetNameHint(v.Name)
	}
	op.Region().Append(body)
	small := c.signed && e.isSmall(counter) || !c.signed && !c.inclusive && e.isSmall(&c.bound.form)
	e.within(body, func() {
		e.enter(body, carried)
		e.assign(c.counter, form{index: i, signed: c.signed, small: small})
		e.list(c.body)
		values := e.current(carried)
		e.b.Loc = st.Loc
		scf.NewYield(e.b, values...)
	})
	e.results(op.Operation(), carried)
}

// isSmall reports whether a number is non-negative and fits a signed number.
func (e *emitter) isSmall(f *form) bool {
	if f.value == nil {
		return f.small
	}
	c, ok := ir.ConstantValue(f.value).(*ir.IntegerAttr)
	return ok && c.Int64() >= 0
}
