package structured

import (
	"slices"

	"optc/dialect/memref"
	"optc/dialect/ub"
	"optc/ir"
)

// A variable that a path reads before it has a value is kept in memory, so that the
// simulator reports the read of an element that was never written:
//
//	int x;                        %x = memref.alloca() : memref<1xi32>
//	if (c) x = 1;                 scf.if %c { memref.store %c1, %x[%c0] }
//	y = x;                        %0 = memref.load %x[%c0]

// unset finds the variables that a path may read before they have a value. It walks forwards; a
// state has the variables that have a value on every path, and nil is the state at an unreachable
// statement.
type unset struct {
	vars  int
	used  map[*Value]bool
	found map[*Var]bool
	order []*Var
	exits map[*Label]set
}

// keepUnset keeps the variables that a path may read before they have a value in memory.
func (c *Code) keepUnset(context *ir.Context) {
	u := &unset{vars: c.vars, used: map[*Value]bool{}, found: map[*Var]bool{}, exits: map[*Label]set{}}
	u.uses(c.Body)
	u.list(c.Body, make(set, c.vars/64+1))
	b := NewBuilder(c)
	k := &keeper{places: map[*Var]*Value{}}
	var start []Statement
	_ = b.In(&start, func() error {
		k.zero = b.Int(context.Index(), 0)
		for _, v := range u.order {
			of := ir.MemRef([]int64{1}, v.Type, nil, nil)
			k.places[v] = b.Op(Op{Build: func(b *ir.Builder, _ []*ir.Value) *ir.Value {
				return memref.NewAlloca(b, of, nil, nil, nil).Operation().Result(0)
			}}, of)
		}
		return nil
	})
	c.Body = append(start, k.list(c.Body)...)
}

// uses finds the values that a statement uses.
func (u *unset) uses(in []Statement) {
	for i := len(in) - 1; i >= 0; i-- {
		switch st := in[i].(type) {
		case *Op:
			if st.Effects || u.used[st.Result] {
				for _, a := range st.Args {
					u.used[a] = true
				}
			}
		case *Write:
			if st.Value != nil {
				u.used[st.Value] = true
			}
		case *If:
			u.used[st.Cond] = true
			u.uses(st.Then)
			u.uses(st.Else)
		case *Loop:
			u.used[st.Cond] = true
			u.uses(st.Body)
			u.uses(st.Head)
		case *Block:
			u.uses(st.Body)
		}
	}
}

// list returns the state after statements.
func (u *unset) list(in []Statement, state set) set {
	for _, st := range in {
		if state == nil {
			return nil
		}
		switch st := st.(type) {
		case *Op:
			if st.role == readRole && !st.copies && u.used[st.Result] && !state.has(st.variable) {
				u.find(st.variable)
			}
		case *Write:
			switch from := st.Value.copied(); {
			case st.Value == nil:
				state.remove(st.Var)
			case from != nil && !state.has(from):
				st.Var.from = from
			default:
				state.add(st.Var)
			}
		case *If:
			state = meet(u.list(st.Then, slices.Clone(state)), u.list(st.Else, state))
		case *Loop:
			state = u.list(st.Head, state)
			u.list(st.Body, slices.Clone(state))
			if st.Cond == nil {
				state = nil
			}
		case *Block:
			state = u.list(st.Body, state)
			state = meet(state, u.exits[st.Label])
		case *Leave:
			u.exits[st.Label] = meet(u.exits[st.Label], state)
			return nil
		}
	}
	return state
}

// find marks a variable and the variables that it is a copy of. Memory holds numbers and vectors
// only.
func (u *unset) find(v *Var) {
	for ; v != nil && !u.found[v]; v = v.from {
		if _, isMemory := v.Type.(*ir.MemRefType); isMemory {
			return
		}
		u.found[v] = true
		u.order = append(u.order, v)
	}
}

// copied returns the variable without a value that v may be a copy of, or nil.
func (v *Value) copied() *Var {
	if v == nil || v.def == nil || !v.def.copies {
		return nil
	}
	return v.def.variable
}

// meet returns the variables that are in both states.
func meet(a, b set) set {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	both := slices.Clone(a)
	for i := range both {
		both[i] &= b[i]
	}
	return both
}

// write stores a value, or poison if the variable begins here without a value.
func (k *keeper) write(st *Write, at *Value) (out []Statement) {
	x := st.Value
	if x == nil {
		poison := &Op{Total: true, Build: func(b *ir.Builder, _ []*ir.Value) *ir.Value { return ub.NewPoison(b, st.Var.Type).Result() }}
		poison.Result = &Value{Type: st.Var.Type, def: poison}
		x = poison.Result
		out = append(out, poison)
	}
	return append(out, &Op{Effects: true, Args: []*Value{x, at, k.zero}, Build: func(b *ir.Builder, a []*ir.Value) *ir.Value {
		memref.NewStore(b, a[0], a[1], a[2])
		return nil
	}})
}

// keeper replaces variables by memory.
type keeper struct {
	places map[*Var]*Value
	zero   *Value
}

func (k *keeper) list(in []Statement) (out []Statement) {
	for _, st := range in {
		switch st := st.(type) {
		case *Leave:
			return append(out, st)
		case *Op:
			if at := k.places[st.variable]; st.role == readRole && at != nil {
				st.role, st.Total, st.Args = plainRole, false, []*Value{at, k.zero}
				st.Build = func(b *ir.Builder, a []*ir.Value) *ir.Value { return memref.NewLoad(b, a[0], a[1]).Result() }
			}
		case *Write:
			at := k.places[st.Var]
			switch {
			case at != nil:
				out = append(out, k.write(st, at)...)
				continue
			case st.Value == nil:
				continue
			}
		case *If:
			st.Then, st.Else = k.list(st.Then), k.list(st.Else)
		case *Loop:
			st.Head, st.Body = k.list(st.Head), k.list(st.Body)
		case *Block:
			st.Body = k.list(st.Body)
		}
		out = append(out, st)
	}
	return out
}
