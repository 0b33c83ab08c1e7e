package structured

import "slices"

// set is a set of variables, as bits.
type set []uint64

func (s set) has(v *Var) bool { return s[v.id/64]&(1<<(v.id%64)) != 0 }

func (s set) add(v *Var) { s[v.id/64] |= 1 << (v.id % 64) }

func (s set) remove(v *Var) { s[v.id/64] &^= 1 << (v.id % 64) }

// union adds the members of o to s.
func (s set) union(o set) {
	for i := range o {
		s[i] |= o[i]
	}
}

// flow finds which variables may be read after each statement, and which statements have no effect
// on the result of the code. It walks backwards, and repeats loops until nothing changes.
type flow struct{ vars int }

func (f *flow) empty() set { return make(set, f.vars/64+1) }

// list returns the variables that may be read before the first statement; live are the variables
// that may be read after the last one. alive reports whether any of the statements has an effect.
func (f *flow) list(in []Statement, live set) (before set, alive bool) {
	live = slices.Clone(live)
	for i := len(in) - 1; i >= 0; i-- {
		switch st := in[i].(type) {
		case *Op:
			if st.Effects || st.Result.used {
				useAll(st.Args)
				if st.role == readRole {
					live.add(st.variable)
				}
			}
			alive = alive || st.Effects
		case *Write:
			st.live = st.live || live.has(st.Var)
			if st.live {
				st.Value.used, alive = true, true
			}
			live.remove(st.Var)
		case *If:
			var inside bool
			live, inside = f.branch(st, live)
			alive = alive || inside
		case *Loop:
			var inside bool
			live, inside = f.loop(st, live)
			alive = alive || inside
		}
	}
	return live, alive
}

func useAll(list []*Value) {
	for _, v := range list {
		v.used = true
	}
}

func (f *flow) branch(st *If, live set) (set, bool) {
	if st.after == nil {
		st.after = f.empty()
	}
	st.after.union(live)
	yes, inThen := f.list(st.Then, live)
	no, inElse := f.list(st.Else, live)
	st.alive = st.alive || inThen || inElse
	if !st.alive {
		return live, false
	}
	st.Cond.used = true
	yes.union(no)
	return yes, true
}

func (f *flow) loop(st *Loop, live set) (set, bool) {
	if st.after == nil {
		st.entry, st.body, st.after = f.empty(), f.empty(), f.empty()
	}
	st.after.union(live)
	st.Cond.used = true
	for {
		out := slices.Clone(st.after)
		out.union(st.body)
		entry, inHead := f.list(st.Head, out)
		body, inBody := f.list(st.Body, entry)
		st.alive = st.alive || inHead || inBody
		known := slices.Concat(st.entry, st.body)
		st.entry.union(entry)
		st.body.union(body)
		if slices.Equal(known, slices.Concat(st.entry, st.body)) {
			break
		}
	}
	if !st.alive {
		return live, false
	}
	return slices.Clone(st.entry), true
}

// assigned appends to list the variables that live statements assign, in the order of the
// statements.
func assigned(in []Statement, list []*Var) []*Var {
	for _, st := range in {
		switch st := st.(type) {
		case *Write:
			if st.live && !slices.Contains(list, st.Var) {
				list = append(list, st.Var)
			}
		case *If:
			list = assigned(st.Else, assigned(st.Then, list))
		case *Loop:
			list = assigned(st.Body, assigned(st.Head, list))
		}
	}
	return list
}

// among returns the variables of a list that are in a set.
func among(list []*Var, s set) []*Var {
	return slices.DeleteFunc(slices.Clone(list), func(v *Var) bool { return !s.has(v) })
}
