package structured

import (
	"strconv"

	"optc/dialect/arith"
	"optc/dialect/scf"
	"optc/dialect/ub"
	"optc/ir"
)

// form is how a value is represented in the operations: as itself, as an index that is converted
// when needed, or both.
type form struct {
	value *ir.Value
	index *ir.Value
	// signed reports that the value is the signed number of the index; otherwise it is
	// the unsigned number.
	signed bool
	small  bool // the index is neither negative nor too large for a signed number
}

func (f form) none() bool { return f.value == nil && f.index == nil }

// emitter writes statements as operations.
type emitter struct {
	b         *ir.Builder
	constants *ir.Block     // block whose start has the constants
	last      *ir.Operation // the last of the constants
	made      map[ir.Attribute]*ir.Value
	vars      []form               // current values of the variables
	known     map[string]*ir.Value // results of operations without effects, by key and arguments
	numbers   map[*ir.Value]int    // numbers of values in keys
	undo      []func()             // restores vars and known at the end of a region
	counted   map[*Op]bool         // operations that became a part of the head of an scf.for
}

// Emit writes the code at the end of a block.
func (c *Code) Emit(b *ir.Builder, block *ir.Block) {
	c.keepUnset(b.Context())
	body, _ := newShaper(c, b.Context()).list(c.Body)
	f := &flow{vars: c.vars}
	f.list(body, f.empty())
	e := &emitter{
		b: b, constants: block, vars: make([]form, c.vars),
		made: map[ir.Attribute]*ir.Value{}, known: map[string]*ir.Value{}, numbers: map[*ir.Value]int{}, counted: map[*Op]bool{},
	}
	b.AtEnd(block)
	e.list(body)
	eraseDead(block)
}

// eraseDead erases operations without effects whose results are not used.
func eraseDead(block *ir.Block) {
	for op := block.Back(); op != nil; {
		prev := op.Prev()
		for r := range op.Regions() {
			for b := range r.Blocks() {
				eraseDead(b)
			}
		}
		if !op.Has(ir.Terminator) && op.NumResults() > 0 && !isUsed(op) && ir.IsPure(op) {
			op.Erase()
		}
		op = prev
	}
}

func isUsed(op *ir.Operation) bool {
	for _, r := range op.ResultList() {
		if !r.Unused() {
			return true
		}
	}
	return false
}

// within writes f in a block and afterwards forgets the facts that are known only there.
func (e *emitter) within(block *ir.Block, f func()) {
	at, mark := e.b.Save(), len(e.undo)
	e.b.AtEnd(block)
	f()
	for len(e.undo) > mark {
		e.undo[len(e.undo)-1]()
		e.undo = e.undo[:len(e.undo)-1]
	}
	e.b.Restore(at)
}

// assign sets the current value of a variable.
func (e *emitter) assign(v *Var, f form) {
	old := e.vars[v.id]
	e.undo = append(e.undo, func() { e.vars[v.id] = old })
	e.vars[v.id] = f
}

// reuse returns the value with this key, which make writes if it is not known.
func (e *emitter) reuse(key string, args []*ir.Value, t ir.Type, make func() *ir.Value) *ir.Value {
	for _, a := range args {
		n, ok := e.numbers[a]
		if !ok {
			n = len(e.numbers)
			e.numbers[a] = n
		}
		key += " " + strconv.Itoa(n)
	}
	key += " " + t.String()
	if v := e.known[key]; v != nil {
		return v
	}
	v := make()
	e.known[key] = v
	e.undo = append(e.undo, func() { delete(e.known, key) })
	return v
}

// constant returns a constant of the code, which is written once at its start.
func (e *emitter) constant(a ir.Attribute) *ir.Value {
	if v := e.made[a]; v != nil {
		return v
	}
	at := e.b.Save()
	e.b.AtStart(e.constants)
	if e.last != nil {
		e.b.After(e.last)
	}
	v := arith.NewConstant(e.b, a).Result()
	e.b.Restore(at)
	e.last = v.DefiningOp()
	e.made[a] = v
	return v
}

// value returns a value as itself.
func (e *emitter) value(v *Value) *ir.Value { return e.valueOf(&v.form, v.Type, v.Name) }

func (e *emitter) valueOf(f *form, t ir.Type, name string) *ir.Value {
	if f.none() {
		// Like a conversion, the poison is not kept in the form, because it may be inside of a region.
		return e.reuse("poison", nil, t, func() *ir.Value { return ub.NewPoison(e.b, t).Result() })
	}
	if f.value != nil {
		return f.value
	}
	if t == ir.Type(t.Context().Index()) { // the counter of a loop over addresses
		return f.index
	}
	if c, ok := ir.ConstantValue(f.index).(*ir.IntegerAttr); ok {
		return e.constant(t.Context().Int(t, c.Int64()))
	}
	// The conversion is not kept in the form, because it may be inside of a region.
	v := e.reuse("index_cast", []*ir.Value{f.index}, t, func() *ir.Value { return arith.NewIndexCast(e.b, t, f.index).Operation().Result(0) })
	if v.NameHint() == "" {
		v.SetNameHint(name)
	}
	return v
}

// index returns an integer as an index.
func (e *emitter) index(f *form, t ir.Type, signed bool) *ir.Value {
	if f.index != nil && (f.small || f.signed == signed) {
		return f.index
	}
	v := e.valueOf(f, t, "")
	index := t.Context().Index()
	if t == ir.Type(index) {
		return v
	}
	if c, ok := ir.ConstantValue(v).(*ir.IntegerAttr); ok {
		if signed {
			return e.constant(t.Context().IndexAttr(c.Int64()))
		}
		return e.constant(t.Context().IndexAttr(int64(c.Value.Uint64())))
	}
	if ext := ir.As[arith.ExtUIOp](v.DefiningOp()); ext.Ok() && ext.In().Type() != ir.Type(t.Context().I1()) {
		v, signed = ext.In(), false // the wider number is the same
	} else if ext := ir.As[arith.ExtSIOp](v.DefiningOp()); signed && ext.Ok() {
		v = ext.In()
	}
	if signed {
		return e.reuse("index_cast", []*ir.Value{v}, index, func() *ir.Value { return arith.NewIndexCast(e.b, index, v).Operation().Result(0) })
	}
	return e.reuse("index_castui", []*ir.Value{v}, index, func() *ir.Value { return arith.NewIndexCastUI(e.b, index, v).Operation().Result(0) })
}

func (e *emitter) list(in []Statement) {
	for _, st := range in {
		switch st := st.(type) {
		case *Op:
			e.op(st)
		case *Write:
			if st.live {
				e.assign(st.Var, st.Value.form)
				if v := st.Value.form.value; v != nil && v.NameHint() == "" && v.DefiningOp() != nil && !ir.Is[arith.ConstantOp](v.DefiningOp()) {
					v.SetNameHint(st.Var.Name)
				}
			}
		case *If:
			if st.alive {
				e.branch(st)
			}
		case *Loop:
			if st.alive {
				e.loop(st)
			}
		}
	}
}

// op writes an operation whose result is used or that has effects.
func (e *emitter) op(o *Op) {
	if e.counted[o] || !o.Effects && !o.Result.used {
		return
	}
	e.b.Loc = o.Loc
	switch o.role {
	case constantRole:
		o.Result.form = form{value: e.constant(o.constant)}
		return
	case readRole:
		o.Result.form = e.vars[o.variable.id]
		return
	case toIndexRole:
		x := o.Args[0]
		o.Result.form = form{value: e.index(&x.form, x.Type, o.signed)}
		return
	case fromIndexRole:
		o.Result.form = form{index: e.value(o.Args[0]), signed: o.signed, small: !o.signed}
		return
	case compareRole:
		if e.compareIndices(o) {
			return
		}
	}
	args := make([]*ir.Value, len(o.Args))
	for i, a := range o.Args {
		args[i] = e.value(a)
	}
	build := func() *ir.Value { return o.Build(e.b, args) }
	var v *ir.Value
	if o.Key != "" {
		v = e.reuse(o.Key, args, o.Result.Type, build)
	} else {
		v = build()
	}
	if o.Result != nil {
		o.Result.form = form{value: v}
		if v.NameHint() == "" {
			v.SetNameHint(o.Result.Name)
		}
	}
}

// compareIndices writes a comparison of numbers that exist as indices as a comparison of
// the indices:
//
//	%n32 = arith.index_cast %n : index to i32
//	%c = arith.cmpi ult, %i32, %n32 : i32
//
// becomes
//
//	%c = arith.cmpi ult, %i, %n : index
func (e *emitter) compareIndices(o *Op) bool {
	indices := 0
	for _, a := range o.Args {
		c, isConstant := a.Constant().(*ir.IntegerAttr)
		switch {
		case a.form.index != nil && a.form.value == nil && a.form.small:
			indices++
		case !isConstant || c.Int64() < 0:
			return false
		}
	}
	if indices == 0 {
		return false
	}
	x, y := e.index(&o.Args[0].form, o.Args[0].Type, true), e.index(&o.Args[1].form, o.Args[1].Type, true)
	o.Result.form.value = e.reuse(o.Key, []*ir.Value{x, y}, o.Result.Type, func() *ir.Value { return o.Build(e.b, []*ir.Value{x, y}) })
	return true
}

// branch writes an If as scf.if, or as arith.select if its sides only choose values.
func (e *emitter) branch(st *If) {
	results := among(assigned(st.Else, assigned(st.Then, nil)), st.after)
	cond := e.value(st.Cond)
	e.b.Loc = st.Loc
	if e.chooses(st) {
		e.choose(st, cond, results)
		return
	}
	types := make([]ir.Type, len(results))
	for i, v := range results {
		types[i] = v.Type
	}
	op := scf.NewIf(e.b, cond, types...)
	e.side(op.ThenRegion(), st, st.Then, results)
	if len(results) > 0 || anyAlive(st.Else) {
		e.side(op.ElseRegion(), st, st.Else, results)
	}
	e.results(op.Operation(), results)
}

// results assigns the results of an operation to variables.
func (e *emitter) results(op *ir.Operation, vars []*Var) {
	for i, v := range vars {
		r := op.Result(i)
		r.SetNameHint(v.Name)
		e.assign(v, form{value: r})
	}
}

// side writes a side of an If into a region.
func (e *emitter) side(r *ir.Region, st *If, list []Statement, results []*Var) {
	block := &ir.Block{}
	r.Append(block)
	e.within(block, func() {
		e.list(list)
		e.b.Loc = st.Loc
		scf.NewYield(e.b, e.current(results)...)
	})
}

// current returns the values of variables.
func (e *emitter) current(vars []*Var) []*ir.Value {
	list := make([]*ir.Value, len(vars))
	for i, v := range vars {
		list[i] = e.valueOf(&e.vars[v.id], v.Type, v.Name)
	}
	return list
}

// anyAlive reports whether a statement of a list has an effect.
func anyAlive(list []Statement) bool {
	for _, st := range list {
		switch st := st.(type) {
		case *Op:
			if st.Effects {
				return true
			}
		case *Write:
			if st.live {
				return true
			}
		case *If:
			if st.alive {
				return true
			}
		case *Loop:
			if st.alive {
				return true
			}
		}
	}
	return false
}

// maxChosen bounds the operations that are executed in vain for an arith.select.
const maxChosen = 2

// chooses reports whether the sides of an If only choose between values.
func (e *emitter) chooses(st *If) bool {
	work := 0
	for _, side := range [][]Statement{st.Then, st.Else} {
		for _, s := range side {
			switch s := s.(type) {
			case *Op:
				if !s.Total || !s.Result.used {
					return false
				}
				if s.role == plainRole || s.role == addRole || s.role == compareRole {
					work++
				}
			case *Write:
			default:
				return false
			}
		}
	}
	return work <= maxChosen
}

func (e *emitter) choose(st *If, cond *ir.Value, results []*Var) {
	values := func(side []Statement) []*ir.Value {
		mark := len(e.undo)
		e.list(side)
		list := e.current(results)
		for i := len(e.undo) - 1; i >= mark; i-- {
			e.undo[i]()
		}
		e.undo = e.undo[:mark]
		return list
	}
	yes := values(st.Then)
	no := values(st.Else)
	e.b.Loc = st.Loc
	for i, v := range results {
		x := yes[i]
		if yes[i] != no[i] {
			x = e.selected(cond, yes[i], no[i])
			x.SetNameHint(v.Name)
		}
		e.assign(v, form{value: x})
	}
}

// selected returns the choice between two values; of truth values it may be the
// condition.
func (e *emitter) selected(cond, yes, no *ir.Value) *ir.Value {
	if isTruth(yes, true) && isTruth(no, false) {
		return cond
	}
	return arith.NewSelect(e.b, cond, yes, no).Result()
}

func isTruth(v *ir.Value, holds bool) bool {
	c, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	return ok && v.Type() == v.Type().Context().I1() && c.Bool() == holds
}
