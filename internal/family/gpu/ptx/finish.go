package ptx

import (
	"fmt"
	"slices"
	"strings"
)

// finish returns the instructions of a kernel in their order, without those whose results nothing
// needs.
func finish(s *scope) []*instruction {
	list := removeUnused(flatten(s, nil))
	return moveTogether(list)
}

// flatten returns the instructions of a scope and of the scopes in it.
func flatten(s *scope, list []*instruction) []*instruction {
	for _, n := range s.nodes {
		if n.inner != nil {
			list = flatten(n.inner, list)
		} else {
			list = append(list, n.in)
		}
	}
	return list
}

// isAssignment reports whether an instruction sets a variable.
func (in *instruction) isAssignment() bool {
	return len(in.to) == 1 && in.to[0].reg.variable && strings.HasPrefix(in.op, "mov.")
}

// removeUnused keeps the instructions with effects, and those that set registers that they need.
func removeUnused(list []*instruction) []*instruction {
	setters := map[*register][]*instruction{}
	for _, in := range list {
		for _, o := range in.to {
			setters[o.reg] = append(setters[o.reg], in)
		}
	}
	needed := map[*instruction]bool{}
	var open []*instruction
	need := func(in *instruction) {
		if !needed[in] {
			needed[in] = true
			open = append(open, in)
		}
	}
	for _, in := range list {
		if in.effect == writes && !in.isAssignment() {
			need(in)
		}
	}
	for len(open) > 0 {
		in := open[len(open)-1]
		open = open[:len(open)-1]
		in.operands(func(o *operand) {
			for _, setter := range setters[o.reg] {
				need(setter)
			}
		})
	}
	list = slices.DeleteFunc(list, func(in *instruction) bool { return !needed[in] })
	for _, in := range list {
		in.operands(func(o *operand) {
			if o.reg != nil {
				o.reg.uses++
			}
		})
	}
	return list
}

// moveTogether makes an instruction set a variable directly if its result is needed for nothing else:
//
//	add.rn.f32 %r5, %r1, %r2; … mov.b32 %r9, %r5;  →  add.rn.f32 %r9, %r1, %r2;
func moveTogether(list []*instruction) []*instruction {
	position := map[*instruction]int{}
	for i, in := range list {
		position[in] = i
	}
	removed := map[*instruction]bool{}
	for i, in := range list {
		if !in.isAssignment() || in.guards || in.from[0].list[0].reg == nil {
			continue
		}
		to, from := in.to[0], in.from[0].list[0].reg
		if from.def == nil || from.variable || from.uses != 1 || from.def.guards {
			continue
		}
		first, ok := position[from.def]
		if !ok || first > i || slices.ContainsFunc(list[first+1:i], func(o *instruction) bool {
			return !removed[o] && (o.text != "" || o.op == "bra" || o.touches(to.reg))
		}) {
			continue
		}
		for k := range from.def.to {
			if from.def.to[k].reg == from {
				from.def.to[k] = to
			}
		}
		removed[in] = true
	}
	return slices.DeleteFunc(list, func(in *instruction) bool { return removed[in] })
}

// touches reports whether an instruction reads or sets a register.
func (in *instruction) touches(r *register) (does bool) {
	in.operands(func(o *operand) { does = does || o.reg == r })
	return does || slices.ContainsFunc(in.to, func(o operand) bool { return o.reg == r })
}

// text numbers the registers and writes their declarations and the instructions.
func (w *writer) text(list []*instruction) string {
	var numbers [len(classes)]int
	for _, in := range list {
		for _, o := range in.to {
			if o.reg.number == 0 {
				numbers[o.class]++
				o.reg.number = numbers[o.class]
			}
		}
	}
	var b strings.Builder
	for c, n := range numbers {
		if n > 0 {
			fmt.Fprintf(&b, "\t.reg %s \t%s<%d>;\n", classes[c].typ, classes[c].prefix, n+1)
		}
	}
	for _, l := range w.locals {
		fmt.Fprintf(&b, "\t%s\n", l)
	}
	if w.kernel.Arena != nil && w.chip.RequestedBytes(w.kernel.Bytes) == 0 {
		fmt.Fprintf(&b, "\t.shared .align 16 .b8 %s[%d];\n", w.arena(), w.kernel.Bytes)
	}
	b.WriteByte('\n')
	var last place
	for _, in := range list {
		if in.text == "" && in.line != last && in.line.file > 0 {
			fmt.Fprintf(&b, "\t.loc %d %d %d\n", in.line.file, in.line.line, in.line.column)
			last = in.line
		}
		in.write(&b)
	}
	return b.String()
}
