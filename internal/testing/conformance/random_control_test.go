package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"strings"
)

var controlProducers = []func(*generator){
	func(g *generator) { // scf.if with results
		if g.depth > 2 {
			return
		}
		ts := []typ{g.any(), g.any()}[:1+g.IntN(2)]
		name := g.Fresh()
		c := g.use(boolean)
		yield := func() string { return fmt.Sprintf("scf.yield %s : %s", g.uses(ts), types(ts)) }
		g.nested(fmt.Sprintf("%s:%d = scf.if %s -> (%s) {", name, len(ts), c, types(ts)), nil, yield)
		g.nested("} else {", nil, yield)
		g.Line("}")
		g.results(name, ts)
	},
	func(g *generator) { // scf.for with carried values
		if g.depth > 2 {
			return
		}
		ts := []typ{g.any(), g.any()}[:1+g.IntN(2)]
		lo, hi, step := g.number(index, 0, 1, 2), g.number(index, 0, 2, 4, 5), g.number(index, 1, 1, 2, 3)
		name, iv := g.Fresh(), g.Fresh()
		var inits []string
		args := []value{{iv, index}}
		for _, t := range ts {
			a := g.Fresh()
			inits = append(inits, a+" = "+g.use(t))
			args = append(args, value{a, t})
		}
		g.nested(fmt.Sprintf("%s:%d = scf.for %s = %s to %s step %s iter_args(%s) -> (%s) {", name, len(ts), iv, lo, hi, step,
			strings.Join(inits, ", "), types(ts)), args, func() string { return fmt.Sprintf("scf.yield %s : %s", g.uses(ts), types(ts)) })
		g.Line("}")
		g.results(name, ts)
	},
	func(g *generator) { // scf.while with a decreasing counter
		if g.depth > 2 {
			return
		}
		t := typ{elem: "i32"}
		start := g.number(t, 0, 1, 3, 5)
		zero, one := g.define(t, "arith.constant 0 : i32"), g.define(t, "arith.constant 1 : i32")
		name, before, after := g.Fresh(), g.Fresh(), g.Fresh()
		g.nested(fmt.Sprintf("%s = scf.while (%s = %s) : (i32) -> i32 {", name, before, start), []value{{before, t}}, func() string {
			c := g.define(boolean, "arith.cmpi sgt, %s, %s : i32", before, zero)
			return fmt.Sprintf("scf.condition(%s) %s : i32", c, before)
		})
		g.Line("} do {")
		g.nested(fmt.Sprintf("^bb0(%s: i32):", after), []value{{after, t}}, func() string {
			return fmt.Sprintf("scf.yield %s : i32", g.define(t, "arith.subi %s, %s : i32", after, one))
		})
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		name := g.Fresh()
		yield := func() string { return fmt.Sprintf("scf.yield %s : %s", g.use(t), t) }
		g.Line("%s = scf.index_switch %s -> %s", name, g.use(index), t)
		g.nested("case 1 {", nil, yield)
		g.Line("}")
		g.nested("default {", nil, yield)
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		name := g.Fresh()
		g.nested(fmt.Sprintf("%s = scf.execute_region -> %s {", name, t), nil, func() string {
			return fmt.Sprintf("scf.yield %s : %s", g.use(t), t)
		})
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if len(g.funcs) == 0 || g.depth > 0 {
			return
		}
		f := randprog.Pick(g, g.funcs)
		args := g.uses(f.args)
		name := g.Fresh()
		g.Line("%s:%d = func.call @%s(%s) : (%s) -> (%s)", name, len(f.results), f.name, args, types(f.args), types(f.results))
		g.results(name, f.results)
	},
	func(g *generator) { t := g.any(); g.define(t, "arith.constant %s", zeroOf(t)) },
	shallow(func(g *generator) { // more results and cases
		ts := []typ{g.any(), g.any()}
		yield := func() string { return fmt.Sprintf("scf.yield %s : %s", g.uses(ts), types(ts)) }
		at := g.use(index)
		name := g.Fresh()
		g.Line("%s:2 = scf.index_switch %s -> %s", name, at, types(ts))
		for _, n := range g.Perm(4)[:g.IntN(4)] {
			g.nested(fmt.Sprintf("case %d {", n), nil, yield)
			g.Line("}")
		}
		g.nested("default {", nil, yield)
		g.Line("}")
		g.results(name, ts)
	}),
	shallow(func(g *generator) { // threads that write different places
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		v, i := g.use(m), g.Fresh()
		bounds := randprog.Pick(g, []string{"in (8)", "= (1) to (8) step (2)", "in (" + g.number(index, 0, 1, 4) + ")"})
		g.nested(fmt.Sprintf("scf.forall (%s) %s {", i, bounds), []value{{i, index}},
			func() string { return fmt.Sprintf("memref.store %s, %s[%s] : %s", g.use(typ{elem: m.elem}), v, i, m) })
		g.Line("}")
	}),
	shallow(func(g *generator) {
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		v, i, j := g.use(m), g.Fresh(), g.Fresh()
		zero, rows, columns, step := g.number(index, 0), g.number(index, 0, 1, 2), g.number(index, 1, 3, 4), g.number(index, 1, 2)
		g.nested(fmt.Sprintf("scf.parallel (%s, %s) = (%s, %s) to (%s, %s) step (%s, %s) {", i, j, zero, zero, rows, columns, step, step), []value{{i, index}, {j, index}},
			func() string {
				return fmt.Sprintf("memref.store %s, %s[%s, %s] : %s", g.use(typ{elem: m.elem}), v, i, j, m)
			})
		g.Line("}")
	}),
	shallow(func(g *generator) { // a reduction
		lo, hi, step, init := g.number(index, 0, 1), g.number(index, 0, 1, 3, 4), g.number(index, 1, 2), g.use(i32)
		name, iv, a, b := g.Fresh(), g.Fresh(), g.Fresh(), g.Fresh()
		g.nested(fmt.Sprintf("%s = scf.parallel (%s) = (%s) to (%s) step (%s) init (%s) -> i32 {", name, iv, lo, hi, step, init), []value{{iv, index}},
			func() string { return fmt.Sprintf("scf.reduce(%s : i32) {\n^bb0(%s: i32, %s: i32):", g.use(i32), a, b) })
		op := randprog.Pick(g, []string{"addi", "muli", "maxsi", "xori"})
		g.Line("    %s = arith.%s %s, %s : i32", g.Fresh(), op, a, b)
		g.Line("    scf.reduce.return %s : i32", g.Last())
		g.Line("  }\n}")
		g.scope = append(g.scope, value{name, i32})
	}),
	func(g *generator) { g.Line("cf.assert %s, \"holds\"", g.define(boolean, "arith.constant true")) },
	func(g *generator) { // a function as a value
		if len(g.funcs) == 0 || g.depth > 0 {
			return
		}
		f := randprog.Pick(g, g.funcs)
		sig := fmt.Sprintf("(%s) -> (%s)", types(f.args), types(f.results))
		callee, args, name := g.Fresh(), g.uses(f.args), g.Fresh()
		g.Line("%s = func.constant @%s : %s", callee, f.name, sig)
		g.Line("%s:%d = func.call_indirect %s(%s) : %s", name, len(f.results), callee, args, sig)
		g.results(name, f.results)
	},
	func(g *generator) {
		if t := g.any(); g.Chance(20) {
			g.define(t, "ub.poison : %s", t)
		}
	},
}

func zeroOf(t typ) string {
	zero := "0"
	if isFloat(t.elem) {
		zero = "0.0"
	}
	switch {
	case t.class != scalar:
		return fmt.Sprintf("dense<%s> : %s", zero, t)
	case t.elem == "i1":
		return "false"
	}
	return zero + " : " + t.elem
}

// results makes the results of an operation visible.
func (g *generator) results(name string, ts []typ) {
	for i, t := range ts {
		v := name
		if len(ts) > 1 {
			v = fmt.Sprintf("%s#%d", name, i)
		}
		g.scope = append(g.scope, value{v, t})
	}
}

// blocks begins a function with a graph of blocks that ends in a join, whose
// arguments the rest of the function sees.
func (g *generator) blocks() {
	g.statements(3)
	t, u := g.any(), g.any()
	c := g.use(boolean)
	from := g.use(typ{elem: "i32"})
	pass := func() string { return fmt.Sprintf("%s, %s : %s, %s", g.plain(t), g.plain(u), t, u) }
	label := func(name, args string) {
		g.Level--
		g.Line("^%s%s:", name, args)
		g.Level++
	}
	n := g.Number()
	g.Line("cf.cond_br %s, ^left%d, ^right%d", c, n, n)
	visible := g.scope[:len(g.scope):len(g.scope)]
	label(fmt.Sprintf("left%d", n), "")
	g.statements(3)
	if g.Chance(10) {
		g.Line("ub.unreachable")
	} else {
		g.Line("cf.br ^join%d(%s)", n, pass())
	}
	g.scope = visible
	label(fmt.Sprintf("right%d", n), "")
	g.statements(3)
	one, two := pass(), pass()
	g.Line("cf.switch %s : i32, [default: ^join%d(%s), 1: ^join%d(%s)]", from, n, one, n, two)
	g.scope = visible
	a, b := g.Fresh(), g.Fresh()
	label(fmt.Sprintf("join%d", n), fmt.Sprintf("(%s: %s, %s: %s)", a, t, b, u))
	g.scope = append(visible, value{a, t}, value{b, u})
}
