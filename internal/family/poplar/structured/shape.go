package structured

import (
	"slices"

	"optc/ir"
)

// shaper removes Block and Leave:
//
//	loop: {                         stays = true
//	  while (c) {                   while (stays && c) {
//	    if (a) leave loop;            if (a) stays = false
//	    f();                          else f()
//	  }                             }
//	}
//
// The statements after an If one side of which always leaves become part of the other side; after
// other statements that may leave, the rest is executed if nothing has left.
type shaper struct {
	code *Code
	bool *ir.IntegerType
	true ir.Attribute
	no   ir.Attribute
}

func newShaper(code *Code, c *ir.Context) *shaper {
	return &shaper{code: code, bool: c.I1(), true: c.Bool(true), no: c.Bool(false)}
}

// list shapes statements and returns the labels of the blocks that they may leave.
func (s *shaper) list(in []Statement) (out []Statement, left []*Label) {
	for i, st := range in {
		rest := in[i+1:]
		var here []*Label
		switch st := st.(type) {
		case *Leave:
			return append(out, s.set(st.Label, s.no)...), addLabels(left, st.Label)
		case *Block:
			st.Label.stays = s.code.NewVar("stays", s.bool)
			var body []Statement
			body, here = s.list(st.Body)
			out = append(append(out, s.set(st.Label, s.true)...), body...)
			here = slices.DeleteFunc(here, func(l *Label) bool { return l == st.Label })
		case *If:
			var done bool
			if here, done = s.branch(st, rest); done {
				return append(out, st), addLabels(left, here...)
			}
			out = append(out, st)
		case *Loop:
			here = s.loop(st)
			out = append(out, st)
		default:
			out = append(out, st)
		}
		left = addLabels(left, here...)
		if len(here) > 0 && len(rest) > 0 {
			guard := &If{Loc: locationOf(rest[0])}
			guard.Cond, out = s.staying(here, out)
			var more []*Label
			guard.Then, more = s.list(rest)
			return append(out, guard), addLabels(left, more...)
		}
	}
	return out, left
}

// branch shapes an If. done reports that rest, the statements after it, became part of
// it.
func (s *shaper) branch(st *If, rest []Statement) (left []*Label, done bool) {
	thenEnds, elseEnds := ends(st.Then), ends(st.Else)
	switch {
	case thenEnds && elseEnds:
		done = true
	case thenEnds:
		st.Else, done = slices.Concat(st.Else, rest), true
	case elseEnds:
		st.Then, done = slices.Concat(st.Then, rest), true
	}
	var other []*Label
	st.Then, left = s.list(st.Then)
	st.Else, other = s.list(st.Else)
	return addLabels(left, other...), done
}

// loop shapes a loop: it continues as long as nothing has left.
func (s *shaper) loop(st *Loop) []*Label {
	if st.Cond != nil && escapes(st.Head, nil) {
		return s.headLeaves(st)
	}
	head, left := s.list(st.Head)
	body, more := s.list(st.Body)
	st.Body = body
	left = addLabels(left, more...)
	switch {
	case st.Cond == nil && len(left) == 0:
		yes := &Op{Loc: st.Loc, Total: true, role: constantRole, constant: s.true}
		yes.Result = &Value{Type: s.bool, def: yes}
		st.Head, st.Cond = append(head, yes), yes.Result
	case st.Cond == nil:
		st.Cond, st.Head = s.staying(left, head)
	case len(left) == 0:
		st.Head = head
	default:
		st.Head = nil
		var goes *Value
		goes, st.Head = s.staying(left, nil)
		if Total(head) {
			b := &Builder{Code: s.code, Loc: st.Loc, into: &st.Head}
			st.Head = append(st.Head, head...)
			st.Cond = b.And(goes, st.Cond)
			break
		}
		on := s.code.NewVar("on", s.bool)
		st.Head = append(st.Head, &If{
			Loc: st.Loc, Cond: goes,
			Then: append(head, &Write{Var: on, Value: st.Cond}),
			Else: []Statement{&Write{Var: on, Value: goes}},
		})
		b := &Builder{Code: s.code, Loc: st.Loc, into: &st.Head}
		st.Cond = b.Read(on)
	}
	return left
}

// headLeaves shapes a loop whose head may leave, such as do { if (a) break; } while (c): the loop
// continues only if the end of the head is reached and the condition holds.
func (s *shaper) headLeaves(st *Loop) []*Label {
	on := s.code.NewVar("on", s.bool)
	var first []Statement
	b := &Builder{Code: s.code, Loc: st.Loc, into: &first}
	b.Write(on, b.Constant(s.bool, s.no))
	head, left := s.list(append(slices.Concat(first, st.Head), &Write{Var: on, Value: st.Cond}))
	body, more := s.list(st.Body)
	left, st.Body = addLabels(left, more...), body
	st.Head = head
	if len(more) > 0 {
		st.Head = append([]Statement{}, first...)
		var goes *Value
		goes, st.Head = s.staying(more, st.Head)
		st.Head = append(st.Head, &If{Loc: st.Loc, Cond: goes, Then: head})
	}
	b.into = &st.Head
	st.Cond = b.Read(on)
	return left
}

// escapes reports whether statements may leave a block that is not among them.
func escapes(list []Statement, inside []*Label) bool {
	return slices.ContainsFunc(list, func(st Statement) bool {
		switch st := st.(type) {
		case *Leave:
			return !slices.Contains(inside, st.Label)
		case *If:
			return escapes(st.Then, inside) || escapes(st.Else, inside)
		case *Block:
			return escapes(st.Body, append(slices.Clone(inside), st.Label))
		case *Loop:
			return escapes(st.Head, inside) || escapes(st.Body, inside)
		}
		return false
	})
}

// set returns the assignment to the variable of a label.
func (s *shaper) set(l *Label, value ir.Attribute) []Statement {
	var list []Statement
	b := &Builder{Code: s.code, into: &list}
	b.Write(l.stays, b.Constant(s.bool, value))
	return list
}

// staying appends the test that no block of these labels was left.
func (s *shaper) staying(left []*Label, out []Statement) (*Value, []Statement) {
	b := &Builder{Code: s.code, into: &out}
	v := b.Read(left[0].stays)
	for _, l := range left[1:] {
		v = b.And(v, b.Read(l.stays))
	}
	return v, out
}

func addLabels(list []*Label, more ...*Label) []*Label {
	for _, l := range more {
		if !slices.Contains(list, l) {
			list = append(list, l)
		}
	}
	return list
}

// ends reports whether control never reaches the end of the statements.
func ends(list []Statement) bool {
	for _, st := range list {
		switch st := st.(type) {
		case *Leave:
			return true
		case *If:
			if ends(st.Then) && ends(st.Else) {
				return true
			}
		case *Block:
			if ends(st.Body) && !leaves(st.Body, st.Label) {
				return true
			}
		case *Loop:
			if st.Cond == nil {
				return true
			}
		}
	}
	return false
}

// leaves reports whether the statements may leave the block of a label.
func leaves(list []Statement, l *Label) bool {
	return slices.ContainsFunc(list, func(st Statement) bool {
		switch st := st.(type) {
		case *Leave:
			return st.Label == l
		case *If:
			return leaves(st.Then, l) || leaves(st.Else, l)
		case *Block:
			return leaves(st.Body, l)
		case *Loop:
			return leaves(st.Head, l) || leaves(st.Body, l)
		}
		return false
	})
}

// Total reports whether executing statements is harmless even if the program would not execute
// them.
func Total(list []Statement) bool {
	return !slices.ContainsFunc(list, func(st Statement) bool {
		op, ok := st.(*Op)
		return !ok || !op.Total
	})
}

// locationOf returns the location of a statement, or of the first inner statement.
func locationOf(st Statement) ir.Location {
	switch st := st.(type) {
	case *Op:
		return st.Loc
	case *If:
		return st.Loc
	case *Loop:
		return st.Loc
	case *Block:
		if len(st.Body) > 0 {
			return locationOf(st.Body[0])
		}
	}
	return ir.Location{}
}
