package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"strconv"
	"strings"
)

var tensorProducers = []func(*generator){
	func(g *generator) {
		t := g.tensorType()
		g.define(typ{elem: t.elem}, "tensor.extract %s[%s] : %s", g.use(t), g.inside(t), t)
	},
	func(g *generator) {
		t := g.tensorType()
		g.define(t, "tensor.insert %s into %s[%s] : %s", g.use(typ{elem: t.elem}), g.use(t), g.inside(t), t)
	},
	func(g *generator) {
		t := g.tensorType()
		g.define(t, "tensor.splat %s : %s", g.use(typ{elem: t.elem}), t)
	},
	func(g *generator) {
		t := g.tensorType()
		var elems []typ
		for range t.elements() {
			elems = append(elems, typ{elem: t.elem})
		}
		g.define(t, "tensor.from_elements %s : %s", g.uses(elems), t)
	},
	func(g *generator) {
		t := g.tensorType()
		t.shape = "8"
		part := t.of(4)
		g.define(part, "tensor.extract_slice %s[%d] [4] [1] : %s to %s", g.use(t), g.IntN(5), t, part)
	},
	func(g *generator) {
		t := g.tensorType()
		t.shape = "8"
		part := t.of(4)
		g.define(t, "tensor.insert_slice %s into %s[%d] [4] [1] : %s into %s", g.use(part), g.use(t), g.IntN(5), part, t)
	},
	func(g *generator) {
		t := g.tensorType()
		t.shape = "2x4"
		to := t.of(8)
		if g.Chance(50) {
			g.define(to, "tensor.collapse_shape %s [[0, 1]] : %s into %s", g.use(t), t, to)
		} else {
			g.define(t, "tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : %s into %s", g.use(to), to, t)
		}
	},
	func(g *generator) {
		t := typ{tensor, "8", "f32"}
		c := g.Fresh()
		g.Line("%s = tensor.cast %s : %s to tensor<?xf32>", c, g.use(t), t)
		g.define(index, "tensor.dim %s, %s : tensor<?xf32>", c, g.number(index, 0))
		g.define(t, "tensor.cast %s : tensor<?xf32> to %s", c, t)
	},
	beyondHost(func(g *generator) { // the same bits with another sign
		t := typ{tensor, randprog.Pick(g, shapes), "i8"}
		v, c := g.use(t), g.Fresh()
		g.Line("%s = tensor.bitcast %s : %s to %s", c, v, t, t.with("ui8"))
		g.define(t, "tensor.bitcast %s : %s to %s", c, t.with("ui8"), t)
	}),
	func(g *generator) {
		t := g.tensorType()
		t.shape = "4"
		g.define(t.of(8), "tensor.concat dim(0) %s, %s : (%s, %s) -> %s", g.use(t), g.use(t), t, t, t.of(8))
	},
	func(g *generator) { // nothing but an extent
		n, e := g.number(index, 4, 8), g.Fresh()
		g.Line("%s = tensor.empty(%s) : tensor<?x4xf32>", e, n)
		g.define(index, "tensor.dim %s, %s : tensor<?x4xf32>", e, g.number(index, 0, 1))
	},
	func(g *generator) { // all of it is written
		t := g.tensorType()
		t.shape = "4"
		a, b, e, half := g.use(t), g.use(t), g.Fresh(), g.Fresh()
		g.Line("%s = tensor.empty() : %s", e, t.of(8))
		g.Line("%s = tensor.insert_slice %s into %s[0] [4] [1] : %s into %s", half, a, e, t, t.of(8))
		g.define(t.of(8), "tensor.insert_slice %s into %s[4] [4] [1] : %s into %s", b, half, t, t.of(8))
	},
	beyondHost(func(g *generator) {
		t, at := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}, typ{tensor, "2x1", "index"}
		g.define(t.of(2, 1), "tensor.gather %s[%s] gather_dims([0]) : (%s, %s) -> %s", g.use(t), g.places(at), t, at, t.of(2, 1))
	}),
	beyondHost(func(g *generator) {
		t, at := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}, typ{tensor, "2x1", "index"}
		g.define(t, "tensor.scatter %s into %s[%s] scatter_dims([0]) unique : (%s, %s, %s) -> %s", g.use(t.of(2, 1)), g.use(t), g.places(at), t.of(2, 1), t, at, t)
	}),
	shallow(func(g *generator) {
		t := g.tensorType()
		t.shape = randprog.Pick(g, []string{"4", "2x4"})
		var args []value
		var names []string
		for range t.dims() {
			args = append(args, value{g.Fresh(), index})
			names = append(names, args[len(args)-1].name+": index")
		}
		name, e := g.Fresh(), typ{elem: t.elem}
		g.pure(fmt.Sprintf("%s = tensor.generate {\n^bb0(%s):", name, strings.Join(names, ", ")), args,
			func() string { return fmt.Sprintf("tensor.yield %s : %s", g.use(e), e) })
		g.Line("} : %s", t)
		g.scope = append(g.scope, value{name, t})
	}),
	shallow(func(g *generator) { // an extent that turns out to be constant
		n, i := g.number(index, 4, 8), g.Fresh()
		name := g.Fresh()
		g.pure(fmt.Sprintf("%s = tensor.generate %s {\n^bb0(%s: index):", name, n, i), []value{{i, index}},
			func() string { return fmt.Sprintf("tensor.yield %s : i32", g.use(i32)) })
		g.Line("} : tensor<?xi32>")
		g.define(i32, "tensor.extract %s[%s] : tensor<?xi32>", name, g.number(index, 0, 3))
		g.define(index, "tensor.dim %s, %s : tensor<?xi32>", name, g.number(index, 0))
	}),
	func(g *generator) {
		t := g.tensorType()
		t.shape = "4"
		e := typ{elem: t.elem}
		v, pad, name, i := g.use(t), g.use(e), g.Fresh(), g.Fresh()
		low := randprog.Pick(g, []string{"1", "0", g.number(index, 1, 0)})
		to, cast := t.of(8).String(), ""
		if low == "0" {
			to = t.of(7).String()
		} else if low != "1" {
			to, cast = fmt.Sprintf("tensor<?x%s>", t.elem), g.Fresh()
		}
		g.Line("%s = tensor.pad %s low[%s] high[3] {\n^bb0(%s: index):", name, v, low, i)
		g.Line("  tensor.yield %s : %s", pad, e)
		g.Line("} : %s to %s", t, to)
		g.define(e, "tensor.extract %s[%s] : %s", name, g.number(index, 0, 1, 5), to)
		if cast != "" {
			g.define(index, "tensor.dim %s, %s : %s", name, g.number(index, 0), to)
		}
	},
	func(g *generator) { t := g.tensorType(); g.define(index, "tensor.rank %s : %s", g.use(t), t) },
	func(g *generator) {
		t, s := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}, typ{tensor, "2", "index"}
		a, b := g.number(index, 2), g.number(index, 4)
		v, shape := g.use(t), g.define(s, "tensor.from_elements %s, %s : %s", a, b, s)
		g.define(t.of(2, 4), "tensor.reshape %s(%s) : (%s, %s) -> %s", v, shape, t, s, t.of(2, 4))
	},
	func(g *generator) { // slices whose extents turn out to be constant, of a cast tensor
		t := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}
		v, c, s, u := g.use(t), g.Fresh(), g.Fresh(), g.Fresh()
		unknown := fmt.Sprintf("tensor<?x%s>", t.elem)
		offset, size := g.number(index, 0, 1, 4), g.number(index, 1, 2, 4)
		g.Line("%s = tensor.cast %s : %s to %s", c, v, t, unknown)
		g.Line("%s = tensor.extract_slice %s[%s] [%s] [1] : %s to %s", s, c, offset, size, unknown, unknown)
		g.Line("%s = tensor.insert_slice %s into %s[%s] [%s] [1] : %s into %s", u, s, c, g.number(index, 0, 2), size, unknown, unknown)
		g.define(index, "tensor.dim %s, %s : %s", s, g.number(index, 0), unknown)
		g.define(t, "tensor.cast %s : %s to %s", u, unknown, t)
	},
	func(g *generator) { // a row without its unit extent
		t := typ{tensor, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		i := g.number(index, 0, 1)
		row := g.define(t.of(4), "tensor.extract_slice %s[%s, 0] [1, 4] [1, 1] : %s to %s", g.use(t), i, t, t.of(4))
		g.define(t, "tensor.insert_slice %s into %s[%s, 0] [1, 4] [1, 1] : %s into %s", row, g.use(t), g.number(index, 0, 1), t.of(4), t)
	},
	shallow(func(g *generator) { // pieces that threads put together
		t := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}
		init, name, i, out := g.use(t), g.Fresh(), g.Fresh(), g.Fresh()
		bounds := randprog.Pick(g, []string{"in (8)", "= (0) to (8) step (1)", "in (" + g.number(index, 8) + ")"})
		g.Line("%s = scf.forall (%s) %s shared_outs(%s = %s) -> (%s) {", name, i, bounds, out, init, t)
		piece := ""
		g.region("  // a piece of each thread", []value{{i, index}}, func() {
			g.statements(1 + g.IntN(3))
			piece = g.use(t.of(1))
		}, func() string { return "scf.forall.in_parallel {" })
		g.Line("    tensor.parallel_insert_slice %s into %s[%s] [1] [1] : %s into %s", piece, out, i, t.of(1), t)
		g.Line("  }\n}")
		g.scope = append(g.scope, value{name, t})
	}),
	func(g *generator) { // transfers, one after the other
		t, v := typ{tensor, "8", randprog.Pick(g, []string{"f32", "i32"})}, typ{vector, "4", ""}
		v.elem = t.elem
		at, pad := g.number(index, 0, 2, 4), g.use(typ{elem: t.elem})
		w := g.define(t, "vector.transfer_write %s, %s[%s] : %s, %s", g.use(v), g.use(t), at, v, t)
		g.define(v, "vector.transfer_read %s[%s], %s : %s, %s", w, randprog.Pick(g, []string{at, g.number(index, 0, 4)}), pad, t, v)
	},
}

// places defines constant indices below 8 that are all different.
func (g *generator) places(t typ) string {
	var s []string
	for _, i := range g.Perm(8)[:t.elements()] {
		s = append(s, strconv.Itoa(i))
	}
	return g.define(t, "arith.constant dense<%s> : %s", randprog.Nest(s, t.dims()), t)
}

func (g *generator) tensorType() typ {
	return typ{tensor, randprog.Pick(g, shapes), randprog.Pick(g, []string{"f32", "i32", "i8", "index"})}
}
