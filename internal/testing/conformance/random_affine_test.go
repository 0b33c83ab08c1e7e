package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"strings"
)

// expression returns an affine expression over d0, d1 and s0.
func (g *generator) expression(depth int) string {
	if depth == 0 || g.Chance(25) {
		return randprog.Pick(g, []string{"d0", "d1", "s0", "0", "1", "2", "5", "16"})
	}
	e := g.expression(depth - 1)
	switch g.IntN(4) {
	case 0:
		return fmt.Sprintf("(%s) * %d", e, randprog.Pick(g, []int{-1, 2, 3, 4}))
	case 1:
		return fmt.Sprintf("(%s) %s %d", e, randprog.Pick(g, []string{"mod", "floordiv", "ceildiv"}), randprog.Pick(g, []int{2, 3, 4, 8}))
	}
	return fmt.Sprintf("%s + %s", e, g.expression(depth-1))
}

var affineProducers = []func(*generator){
	func(g *generator) {
		g.define(index, "affine.apply affine_map<(d0, d1)[s0] -> (%s)>(%s, %s)[%s]", g.expression(3), g.dimension(), g.dimension(), g.symbol())
	},
	func(g *generator) {
		g.define(index, "affine.%s affine_map<(d0, d1)[s0] -> (%s, %s)>(%s, %s)[%s]", randprog.Pick(g, []string{"min", "max"}),
			g.expression(2), g.expression(2), g.dimension(), g.dimension(), g.symbol())
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		m := typ{memref, "8", "f32"}
		v := g.use(m)
		iv := g.Fresh()
		lo, hi := g.IntN(3), 3+g.IntN(5)
		g.nested(fmt.Sprintf("affine.for %s = %d to %d {", iv, lo, hi), []value{{iv, index}}, func() string {
			x := g.define(typ{elem: "f32"}, "affine.load %s[%s] : %s", v, iv, m)
			g.Line("affine.store %s, %s[%s] : %s", x, v, randprog.Pick(g, []string{iv, "7 - " + iv, iv + " floordiv 2"}), m)
			return ""
		})
		g.Line("}")
	},
	func(g *generator) {
		if g.depth > 2 {
			return
		}
		t := g.any()
		a, b := g.symbol(), g.symbol()
		name := g.Fresh()
		g.nested(fmt.Sprintf("%s = affine.if affine_set<(d0, d1) : (%s >= 0)>(%s, %s) -> %s {", name,
			strings.ReplaceAll(g.expression(2), "s0", "d1"), a, b, t), nil,
			func() string { return fmt.Sprintf("affine.yield %s : %s", g.use(t), t) })
		g.nested("} else {", nil, func() string { return fmt.Sprintf("affine.yield %s : %s", g.use(t), t) })
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	},
	func(g *generator) {
		// Canonicalization treats the outer extent as a promise, which must be kept.
		a, b := g.Fresh(), g.Fresh()
		v := g.use(index)
		outer, inner := 1+g.IntN(4), 1+g.IntN(8)
		extent, inside := g.Fresh(), g.Fresh()
		g.Line("%s = arith.constant %d : index", extent, outer*inner)
		g.Line("%s = arith.remui %s, %s : index", inside, v, extent)
		g.Line("%s, %s = affine.delinearize_index %s into (%d, %d) : index, index", a, b, inside, outer, inner)
		g.scope = append(g.scope, value{a, index}, value{b, index})
	},
	shallow(func(g *generator) { // a loop that carries a value, between bounds that are maps
		t := g.any()
		lo, hi := g.number(index, 0, 1, 2), g.number(index, 2, 4, 5)
		name, iv, carried, init := g.Fresh(), g.Fresh(), g.Fresh(), g.use(t)
		g.nested(fmt.Sprintf("%s = affine.for %s = max affine_map<()[s0] -> (s0, 1)>()[%s] to min affine_map<()[s0] -> (s0 + 1, 4)>()[%s] step %d iter_args(%s = %s) -> (%s) {",
			name, iv, lo, hi, 1+g.IntN(3), carried, init, t), []value{{iv, index}, {carried, t}}, func() string {
			return fmt.Sprintf("affine.yield %s : %s", g.use(t), t)
		})
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	}),
	shallow(func(g *generator) { // each thread writes a different place of the memory
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		v, i, j := g.use(m), g.Fresh(), g.Fresh()
		hi := randprog.Pick(g, []string{"4", "symbol(" + g.number(index, 2, 4) + ")", "min(4, symbol(" + g.number(index, 3, 5) + "))"})
		g.nested(fmt.Sprintf("affine.parallel (%s, %s) = (0, 0) to (2, %s) step (1, %d) {", i, j, hi, 1+g.IntN(2)), []value{{i, index}, {j, index}}, func() string {
			return fmt.Sprintf("affine.store %s, %s[%s, %s] : %s", g.use(typ{elem: m.elem}), v, i, j, m)
		})
		g.Line("}")
	}),
	shallow(func(g *generator) {
		kind := randprog.Pick(g, []string{"addi", "muli", "ori", "andi"})
		name, iv := g.Fresh(), g.Fresh()
		g.nested(fmt.Sprintf("%s = affine.parallel (%s) = (0) to (%d) reduce (%q) -> (i32) {", name, iv, 1+g.IntN(4), kind), []value{{iv, index}},
			func() string { return fmt.Sprintf("affine.yield %s : i32", g.use(i32)) })
		g.Line("}")
		g.scope = append(g.scope, value{name, i32})
	}),
	func(g *generator) {
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		t := typ{vector, "2", m.elem}
		at := g.symbol()
		row := randprog.Pick(g, []string{"0", "symbol(" + at + ") mod 2"})
		if g.Chance(50) {
			g.define(t, "affine.vector_load %s[%s, %d] : %s, %s", g.use(m), row, g.IntN(3), m, t)
		} else {
			g.Line("affine.vector_store %s, %s[%s, %d] : %s, %s", g.use(t), g.use(m), row, g.IntN(3), m, t)
		}
	},
	func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		g.Line("affine.prefetch %s[%d], read, locality<%d>, data : %s", g.use(m), g.IntN(8), g.IntN(4), m)
	},
	func(g *generator) {
		g.define(index, "affine.linearize_index [%s, %s] by (%d, %d) : index", g.use(index), g.use(index), 1+g.IntN(4), 1+g.IntN(8))
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
