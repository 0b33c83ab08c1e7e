package conformance

import (
	"fmt"
	"strings"
)

// expression returns an affine expression over d0, d1 and s0.
func (g *generator) expression(depth int) string {
	if depth == 0 || g.chance(25) {
		return pick(g, []string{"d0", "d1", "s0", "0", "1", "2", "5", "16"})
	}
	e := g.expression(depth - 1)
	switch g.r.IntN(4) {
	case 0:
		return fmt.Sprintf("(%s) * %d", e, pick(g, []int{-1, 2, 3, 4}))
	case 1:
		return fmt.Sprintf("(%s) %s %d", e, pick(g, []string{"mod", "floordiv", "ceildiv"}), pick(g, []int{2, 3, 4, 8}))
	}
	return fmt.Sprintf("%s + %s", e, g.expression(depth-1))
}

var affineProducers = []func(*generator){
	func(g *generator) {
		g.define(index, "affine.apply affine_map<(d0, d1)[s0] -> (%s)>(%s, %s)[%s]", g.expression(3), g.dimension(), g.dimension(), g.symbol())
	},
	func(g *generator) {
		g.define(index, "affine.%s affine_map<(d0, d1)[s0] -> (%s, %s)>(%s, %s)[%s]", pick(g, []string{"min", "max"}),
			g.expression(2), g.expression(2), g.dimension(), g.dimension(), g.symbol())
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		m := typ{memref, "8", "f32"}
		v := g.use(m)
		iv := g.fresh()
		lo, hi := g.r.IntN(3), 3+g.r.IntN(5)
		g.nested(fmt.Sprintf("affine.for %s = %d to %d {", iv, lo, hi), []value{{iv, index}}, func() string {
			x := g.define(typ{elem: "f32"}, "affine.load %s[%s] : %s", v, iv, m)
			g.line("affine.store %s, %s[%s] : %s", x, v, pick(g, []string{iv, "7 - " + iv, iv + " floordiv 2"}), m)
			return ""
		})
		g.line("}")
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		a, b := g.symbol(), g.symbol()
		name := g.fresh()
		g.nested(fmt.Sprintf("%s = affine.if affine_set<(d0, d1) : (%s >= 0)>(%s, %s) -> %s {", name,
			strings.ReplaceAll(g.expression(2), "s0", "d1"), a, b, t), nil,
			func() string { return fmt.Sprintf("affine.yield %s : %s", g.use(t), t) })
		g.nested("} else {", nil, func() string { return fmt.Sprintf("affine.yield %s : %s", g.use(t), t) })
		g.line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		a, b := g.fresh(), g.fresh()
		v := g.use(index)
		g.line("%s, %s = affine.delinearize_index %s into (%d, %d) : index, index", a, b, v, 1+g.r.IntN(4), 1+g.r.IntN(8))
		g.scope = append(g.scope, value{a, index}, value{b, index})
	},
	func(g *generator) {
		g.define(index, "affine.linearize_index [%s, %s] by (%d, %d) : index", g.use(index), g.use(index), 1+g.r.IntN(4), 1+g.r.IntN(8))
	},
}

// plain returns a value whose name has no result number, which some forms do not
// allow.
func (g *generator) plain(t typ) string {
	if v := g.use(t); !strings.Contains(v, "#") {
		return v
	}
	return g.constant(t)
}

func (g *generator) dimension() string { return g.plain(index) }

// symbol returns a value that is a symbol everywhere: a constant.
func (g *generator) symbol() string { return g.number(index, 0, 1, 2, 5, 16) }

var controlProducers = []func(*generator){
	func(g *generator) { // scf.if with results
		if g.depth > 2 {
			return
		}
		ts := []typ{g.any(), g.any()}[:1+g.r.IntN(2)]
		name := g.fresh()
		c := g.use(boolean)
		yield := func() string { return fmt.Sprintf("scf.yield %s : %s", g.uses(ts), types(ts)) }
		g.nested(fmt.Sprintf("%s:%d = scf.if %s -> (%s) {", name, len(ts), c, types(ts)), nil, yield)
		g.nested("} else {", nil, yield)
		g.line("}")
		g.results(name, ts)
	},
	func(g *generator) { // scf.for with carried values
		if g.depth > 2 {
			return
		}
		ts := []typ{g.any(), g.any()}[:1+g.r.IntN(2)]
		lo, hi, step := g.number(index, 0, 1, 2), g.number(index, 0, 2, 4, 5), g.number(index, 1, 1, 2, 3)
		name, iv := g.fresh(), g.fresh()
		var inits []string
		args := []value{{iv, index}}
		for _, t := range ts {
			a := g.fresh()
			inits = append(inits, a+" = "+g.use(t))
			args = append(args, value{a, t})
		}
		g.nested(fmt.Sprintf("%s:%d = scf.for %s = %s to %s step %s iter_args(%s) -> (%s) {", name, len(ts), iv, lo, hi, step,
			strings.Join(inits, ", "), types(ts)), args, func() string { return fmt.Sprintf("scf.yield %s : %s", g.uses(ts), types(ts)) })
		g.line("}")
		g.results(name, ts)
	},
	func(g *generator) { // scf.while that counts down
		if g.depth > 2 {
			return
		}
		t := typ{elem: "i32"}
		start := g.number(t, 0, 1, 3, 5)
		zero, one := g.define(t, "arith.constant 0 : i32"), g.define(t, "arith.constant 1 : i32")
		name, before, after := g.fresh(), g.fresh(), g.fresh()
		g.nested(fmt.Sprintf("%s = scf.while (%s = %s) : (i32) -> i32 {", name, before, start), []value{{before, t}}, func() string {
			c := g.define(boolean, "arith.cmpi sgt, %s, %s : i32", before, zero)
			return fmt.Sprintf("scf.condition(%s) %s : i32", c, before)
		})
		g.line("} do {")
		g.nested(fmt.Sprintf("^bb0(%s: i32):", after), []value{{after, t}}, func() string {
			return fmt.Sprintf("scf.yield %s : i32", g.define(t, "arith.subi %s, %s : i32", after, one))
		})
		g.line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		name := g.fresh()
		yield := func() string { return fmt.Sprintf("scf.yield %s : %s", g.use(t), t) }
		g.line("%s = scf.index_switch %s -> %s", name, g.use(index), t)
		g.nested("case 1 {", nil, yield)
		g.line("}")
		g.nested("default {", nil, yield)
		g.line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		name := g.fresh()
		g.nested(fmt.Sprintf("%s = scf.execute_region -> %s {", name, t), nil, func() string {
			return fmt.Sprintf("scf.yield %s : %s", g.use(t), t)
		})
		g.line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		if len(g.funcs) == 0 || g.depth > 0 {
			return
		}
		f := pick(g, g.funcs)
		args := g.uses(f.args)
		name := g.fresh()
		g.line("%s:%d = func.call @%s(%s) : (%s) -> (%s)", name, len(f.results), f.name, args, types(f.args), types(f.results))
		g.results(name, f.results)
	},
	func(g *generator) { t := g.any(); g.define(t, "arith.constant %s", zeroOf(t)) },
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
		g.level--
		g.line("^%s%s:", name, args)
		g.level++
	}
	g.names++
	n := g.names
	g.line("cf.cond_br %s, ^left%d, ^right%d", c, n, n)
	visible := g.scope[:len(g.scope):len(g.scope)]
	label(fmt.Sprintf("left%d", n), "")
	g.statements(3)
	g.line("cf.br ^join%d(%s)", n, pass())
	g.scope = visible
	label(fmt.Sprintf("right%d", n), "")
	g.statements(3)
	one, two := pass(), pass()
	g.line("cf.switch %s : i32, [default: ^join%d(%s), 1: ^join%d(%s)]", from, n, one, n, two)
	g.scope = visible
	a, b := g.fresh(), g.fresh()
	label(fmt.Sprintf("join%d", n), fmt.Sprintf("(%s: %s, %s: %s)", a, t, b, u))
	g.scope = append(visible, value{a, t}, value{b, u})
}
