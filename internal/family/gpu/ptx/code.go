package ptx

import (
	"fmt"
	"slices"

	"optc/ir/ranges"
)

// code is the code of a kernel while it is written.
type code struct {
	at      *scope
	created int
	line    place
	labels  int
	guard   guard // guard of instructions with effects
}

// guard is the condition under which instructions with effects are executed: a predicate or its
// negation, if set.
type guard struct {
	predicate operand
	not, set  bool
}

// scope is the code of a block: the kernel, the body of a loop, or a branch.
type scope struct {
	parent *scope
	depth  int
	loop   bool // code that is moved out of the scope is placed before its head
	head   int  // instructions before the scope that may jump over it
	nodes  []node
	equal  map[expression][]operand
}

// node is an instruction or a scope in a scope.
type node struct {
	in    *instruction
	inner *scope
}

// expression identifies the results of an instruction without effects.
type expression struct {
	op   string
	args [4]operand
	name string
}

func newScope(parent *scope, loop bool) *scope {
	s := &scope{parent: parent, loop: loop, equal: map[expression][]operand{}}
	if parent != nil {
		s.depth = parent.depth + 1
	}
	return s
}

// within writes code into a new scope inside the current one. The head of the scope is the last
// head instructions of the current one.
func (c *code) within(loop bool, head int, write func()) *scope {
	outer := c.at
	s := newScope(outer, loop)
	s.head = head
	outer.nodes = append(outer.nodes, node{inner: s})
	c.at = s
	write()
	c.at = outer
	return s
}

// register returns a new register of the current scope.
func (c *code) register(class class, in *instruction, s *scope) operand {
	c.created++
	return operand{reg: &register{class: class, order: c.created, scope: s, def: in}, class: class}
}

// variable returns a register that several instructions set.
func (c *code) variable(class class) operand {
	o := c.register(class, nil, c.at)
	o.reg.variable = true
	return o
}

// compute writes an instruction without effects, or returns the results of an equal one.
func (c *code) compute(op string, results []class, from ...group) []operand {
	key := expression{op: op}
	n, comparable := 0, true
	home := c.at
	depth := 0
	for _, g := range from {
		if g.name != "" {
			key.name = fmt.Sprint(key.name, g.name)
		}
		for _, o := range g.list {
			if n < len(key.args) {
				key.args[n] = o
			} else {
				comparable = false
			}
			n++
			if o.reg != nil {
				depth = max(depth, o.reg.scope.depth)
			}
		}
	}
	for home.loop && home.depth > depth {
		home = home.parent
	}
	if comparable {
		for s := c.at; s != nil; s = s.parent {
			if list, ok := s.equal[key]; ok {
				return list
			}
		}
	}
	in := &instruction{op: op, from: from, line: c.line, braces: len(results) > 1}
	var list []operand
	for _, r := range results {
		list = append(list, c.register(r, in, home))
	}
	in.to = list
	home.add(in, c.at)
	if comparable {
		home.equal[key] = list
	}
	return list
}

// add adds an instruction at the end of a scope: before the scope in it that is being written, and
// before the jump over that.
func (s *scope) add(in *instruction, current *scope) {
	if s == current {
		s.nodes = append(s.nodes, node{in: in})
		return
	}
	last := len(s.nodes) - 1
	s.nodes = slices.Insert(s.nodes, last-s.nodes[last].inner.head, node{in: in})
}

// value writes an instruction without effects that has one result.
func (c *code) value(op string, class class, from ...operand) operand {
	var groups []group
	for _, o := range from {
		groups = append(groups, one(o))
	}
	return c.compute(op, []class_{class}, groups...)[0]
}

type class_ = class

// effect writes an instruction with effects, under the current guard.
func (c *code) effect(in *instruction) {
	in.line = c.line
	if c.guard.set {
		in.guard, in.not, in.guards = c.guard.predicate, c.guard.not, true
	}
	c.at.nodes = append(c.at.nodes, node{in: in})
}

// result adds an instruction with effects and returns a register for its result.
func (c *code) result(class class, in *instruction) operand {
	o := c.register(class, in, c.at)
	in.to = append(in.to, o)
	return o
}

// label returns a new label.
func (c *code) label() string {
	c.labels++
	return fmt.Sprintf("$L_%d", c.labels)
}

// jump writes a branch, which is executed if p is on, or off.
func (c *code) jump(label string, p operand, not bool) {
	in := &instruction{op: "bra", from: []group{named(label)}, effect: writes, line: c.line, guard: p, not: not, guards: true}
	c.at.nodes = append(c.at.nodes, node{in: in})
}

// place writes a label.
func (c *code) place(label string) {
	c.at.nodes = append(c.at.nodes, node{in: &instruction{text: label, effect: writes}})
}

// set writes the assignment of a variable.
func (c *code) set(to, from operand) {
	if to == from {
		return
	}
	in := &instruction{op: "mov" + classes[to.class].typ, to: []operand{to}, from: []group{one(from)}, effect: writes, line: c.line}
	c.at.nodes = append(c.at.nodes, node{in: in})
}

// bound notes which numbers a register may hold.
func bound(o operand, r ranges.Interval) operand {
	if o.reg != nil && !o.reg.known {
		o.reg.values, o.reg.known = r, true
	}
	return o
}
