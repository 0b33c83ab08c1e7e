package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
)

var memrefProducers = []func(*generator){
	func(g *generator) {
		m := g.memref()
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", g.use(m), g.inside(m), m)
	},
	func(g *generator) {
		m := g.memref()
		g.Line("memref.store %s, %s[%s] : %s", g.use(typ{elem: m.elem}), g.use(m), g.inside(m), m)
	},
	func(g *generator) {
		m := g.memref()
		g.define(index, "memref.dim %s, %s : %s", g.use(m), g.number(index, 0), m)
	},
	func(g *generator) { // a cast that loses the extent, and the extent again
		m := typ{memref, "8", "f32"}
		v := g.use(m)
		c := g.Fresh()
		g.Line("%s = memref.cast %s : %s to memref<?xf32>", c, v, m)
		g.define(index, "memref.dim %s, %s : memref<?xf32>", c, g.number(index, 0))
		g.define(typ{elem: "f32"}, "memref.load %s[%s] : memref<?xf32>", c, g.number(index, 0, 3, 7))
	},
	func(g *generator) {
		m := typ{memref, "8", "i32"}
		v, offset := g.use(m), g.IntN(5)
		s := g.Fresh()
		g.Line("%s = memref.subview %s[%d] [4] [1] : %s to memref<4xi32, strided<[1], offset: %d>>", s, v, offset, m, offset)
		g.define(typ{elem: "i32"}, "memref.load %s[%s] : memref<4xi32, strided<[1], offset: %d>>", s, g.number(index, 0, 1, 3), offset)
	},
	func(g *generator) {
		m := g.memref()
		g.Line("memref.copy %s, %s : %s to %s", g.use(m), g.use(m), m, m)
	},
	func(g *generator) {
		m := typ{memref, "2x4", "f32"}
		c := g.Fresh()
		g.Line("%s = memref.collapse_shape %s [[0, 1]] : %s into memref<8xf32>", c, g.use(m), m)
		g.scope = append(g.scope, value{c, m.of(8)})
	},
	func(g *generator) { g.fill(g.memref(), "memref.alloca()") },
	func(g *generator) { // memory that is given back
		m := g.memref()
		v := g.Fresh()
		g.Line("%s = memref.alloc() : %s", v, m)
		if g.Chance(70) {
			x, at := g.use(typ{elem: m.elem}), g.inside(m)
			g.Line("memref.store %s, %s[%s] : %s", x, v, at, m)
			g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", v, at, m)
		}
		g.Line("memref.dealloc %s : %s", v, m)
	},
	shallow(func(g *generator) {
		t := g.any()
		name := g.Fresh()
		g.nested(fmt.Sprintf("%s = memref.alloca_scope -> (%s) {", name, t), nil, func() string {
			return fmt.Sprintf("memref.alloca_scope.return %s : %s", g.use(t), t)
		})
		g.Line("}")
		g.scope = append(g.scope, value{name, t})
	}),
	func(g *generator) {
		m := g.memref()
		g.define(m, "memref.assume_alignment %s, %d : %s", g.use(m), 1, m)
	},
	func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		a, b := g.allocate(m), g.allocate(m)
		c, d := g.Fresh(), g.Fresh()
		g.Line("%s, %s = memref.distinct_objects %s, %s : %s, %s", c, d, a, b, m, m)
		g.scope = append(g.scope, value{c, m}, value{d, m})
	},
	func(g *generator) {
		m := typ{memref, randprog.Pick(g, shapes), randprog.Pick(g, []string{"f32", "i32", "i8"})}
		kinds := []string{"addi", "andi", "assign", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori"}
		if isFloat(m.elem) {
			kinds = []string{"addf", "assign", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf"}
		}
		if g.host { // products are replaced by comparisons with integers
			kinds = slices.DeleteFunc(kinds, func(k string) bool { return k == "muli" || k == "mulf" })
		}
		e := typ{elem: m.elem}
		g.define(e, "memref.atomic_rmw %s %s, %s[%s] : (%s, %s) -> %s", randprog.Pick(g, kinds), g.use(e), g.use(m), g.inside(m), e, m, e)
	},
	shallow(func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		if g.host {
			m.elem = "i32"
		}
		e := typ{elem: m.elem}
		name, old := g.Fresh(), g.Fresh()
		v, at := g.use(m), g.inside(m)
		g.pure(fmt.Sprintf("%s = memref.generic_atomic_rmw %s[%s] : %s {\n^bb0(%s: %s):", name, v, at, m, old, e), []value{{old, e}}, func() string {
			if g.host { // lowers to a value of the region only
				g.define(e, "arith.xori %s, %s : %s", old, g.use(e), e)
			}
			return fmt.Sprintf("memref.atomic_yield %s : %s", g.use(e), e)
		})
		g.Line("}")
		g.scope = append(g.scope, value{name, e})
	}),
	func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		g.define(m.of(2, 4), "memref.expand_shape %s [[0, 1]] output_shape [2, 4] : %s into %s", g.use(m), m, m.of(2, 4))
	},
	func(g *generator) { // extents and strides as values
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		v := g.use(m)
		// Upstream's sccp crashes where a fold makes a constant at the beginning of a
		// block, and the fold of this operation does so if an operation uses a result
		// twice.
		zero := g.number(index, 0)
		base, offset, n := g.Fresh(), g.Fresh(), g.Fresh()
		g.Line("%s, %s, %s:4 = memref.extract_strided_metadata %s : %s -> memref<%s>, index, index, index, index, index", base, offset, n, v, m, m.elem)
		for i := range 4 {
			g.define(index, "arith.addi %s#%d, %s : index", n, i, zero)
		}
		c := g.Fresh()
		g.Line("%s = memref.reinterpret_cast %s to offset: [%s], sizes: [%s#0, 4], strides: [%s#2, 1] : memref<%s> to memref<?x4x%s, strided<[?, 1], offset: ?>>",
			c, base, offset, n, n, m.elem, m.elem)
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : memref<?x4x%s, strided<[?, 1], offset: ?>>", c, g.inside(m), m.elem)
	},
	func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		v, c := g.use(m), g.Fresh()
		offset := g.number(index, 0, 1, 4)
		g.Line("%s = memref.reinterpret_cast %s to offset: [%s], sizes: [2, 2], strides: [2, 1] : %s to memref<2x2x%s, strided<[2, 1], offset: ?>>", c, v, offset, m, m.elem)
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : memref<2x2x%s, strided<[2, 1], offset: ?>>", c, g.inside(m.of(2, 2)), m.elem)
	},
	func(g *generator) { // another memory space and back
		m := g.memref()
		v, c := g.use(m), g.Fresh()
		g.Line("%s = memref.memory_space_cast %s : %s to memref<%sx%s, 1>", c, v, m, m.shape, m.elem)
		g.define(m, "memref.memory_space_cast %s : memref<%sx%s, 1> to %s", c, m.shape, m.elem, m)
	},
	func(g *generator) {
		m := g.memref()
		// Not of instructions: LLVM selects nothing for that on most processors.
		g.Line("memref.prefetch %s[%s], %s, locality<%d>, %s : %s", g.use(m), g.inside(m), randprog.Pick(g, []string{"read", "write"}), g.IntN(4), randprog.Pick(g, []string{"data", "data"}), m)
	},
	func(g *generator) { m := g.memref(); g.define(index, "memref.rank %s : %s", g.use(m), m) },
	func(g *generator) { // larger memory, of which only the old part is read
		m := typ{memref, "4", randprog.Pick(g, []string{"f32", "i32"})}
		v, w := g.allocate(m), g.Fresh()
		g.scope = slices.DeleteFunc(g.scope, func(s value) bool { return s.name == v }) // it is gone
		g.Line("%s = memref.realloc %s : %s to %s", w, v, m, m.of(8))
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", w, g.inside(m), m.of(8))
	},
	func(g *generator) {
		m, s := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}, typ{memref, "2", "index"}
		shape := g.Fresh()
		g.Line("%s = memref.alloc() : %s", shape, s)
		for i, n := range randprog.Pick(g, [][]int{{2, 4}, {8, 1}}) {
			x, at := g.number(index, n), g.number(index, i)
			g.Line("memref.store %s, %s[%s] : %s", x, shape, at, s)
		}
		v, c := g.use(m), g.Fresh()
		g.Line("%s = memref.reshape %s(%s) : (%s, %s) -> memref<?x?x%s>", c, v, shape, m, s, m.elem)
		g.define(index, "memref.dim %s, %s : memref<?x?x%s>", c, g.number(index, 0, 1), m.elem)
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : memref<?x?x%s>", c, g.inside(m.of(2, 1)), m.elem)
	},
	func(g *generator) {
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		v, c := g.use(m), g.Fresh()
		to := fmt.Sprintf("memref<4x2x%s, strided<[1, 4]>>", m.elem)
		g.Line("%s = memref.transpose %s (i, j) -> (j, i) : %s to %s", c, v, m, to)
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", c, g.inside(m.of(4, 2)), to)
	},
	func(g *generator) { // numbers in bytes
		v, b := g.Fresh(), g.Fresh()
		g.Line("%s = memref.alloc() : memref<64xi8>", b)
		shift, size := g.number(index, 0, 8), g.number(index, 4, 8)
		g.Line("%s = memref.view %s[%s][%s] : memref<64xi8> to memref<?xi32>", v, b, shift, size)
		x, at := g.use(i32), g.number(index, 0, 1, 3)
		g.Line("memref.store %s, %s[%s] : memref<?xi32>", x, v, at)
		g.define(i32, "memref.load %s[%s] : memref<?xi32>", v, at)
		g.define(index, "memref.dim %s, %s : memref<?xi32>", v, g.number(index, 0))
	},
	func(g *generator) { // an extent that turns out to be constant
		v := g.Fresh()
		n := g.number(index, 4, 8)
		g.Line("%s = memref.alloc(%s) : memref<?xf32>", v, n)
		x, at := g.use(f32), g.number(index, 0, 1, 3)
		g.Line("memref.store %s, %s[%s] : memref<?xf32>", x, v, at)
		g.define(f32, "memref.load %s[%s] : memref<?xf32>", v, at)
		g.define(index, "memref.dim %s, %s : memref<?xf32>", v, g.number(index, 0))
	},
	func(g *generator) { // slices of slices, a row
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		v, row, part := g.use(m), g.Fresh(), g.Fresh()
		i, offset, size := g.number(index, 0, 1), g.number(index, 0, 1, 2), g.number(index, 1, 2)
		to := func(shape string) string { return fmt.Sprintf("memref<%sx%s, strided<[1], offset: ?>>", shape, m.elem) }
		g.Line("%s = memref.subview %s[%s, 0] [1, 4] [1, 1] : %s to %s", row, v, i, m, to("4"))
		g.Line("%s = memref.subview %s[%s] [%s] [1] : %s to %s", part, row, offset, size, to("4"), to("?"))
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", part, g.number(index, 0), to("?"))
		g.define(index, "memref.dim %s, %s : %s", part, g.number(index, 0), to("?"))
	},
	func(g *generator) { // a table of the module
		m := typ{memref, "4", "i32"}
		v := g.Fresh()
		g.Line("%s = memref.get_global @%s : %s", v, randprog.Pick(g, tables), m)
		g.define(i32, "memref.load %s[%s] : %s", v, g.inside(m), m)
	},
	beyondHost(func(g *generator) { // a transfer to other memory
		m := typ{memref, "8", "f32"}
		from, to, tag := g.use(m), g.Fresh(), g.Fresh()
		g.Line("%s = memref.alloc() : memref<8xf32, 1>", to)
		g.Line("%s = memref.alloc() : memref<1xi32>", tag)
		n, zero := g.number(index, 4, 8), g.number(index, 0)
		types := fmt.Sprintf("%s, memref<8xf32, 1>, memref<1xi32>", m)
		dialect := randprog.Pick(g, []string{"memref", "affine"})
		if dialect == "memref" {
			g.Line("memref.dma_start %s[%s], %s[%s], %s, %s[%s] : %s", from, zero, to, zero, n, tag, zero, types)
		} else {
			g.Line("affine.dma_start %s[%s], %s[%s], %s[%s], %s : %s", from, zero, to, zero, tag, zero, n, types)
		}
		g.Line("%s.dma_wait %s[%s], %s : memref<1xi32>", dialect, tag, zero, n)
	}),
	func(g *generator) { // an address, which is another in every run
		m := g.memref()
		v := g.use(m)
		g.Line("%s = memref.extract_aligned_pointer_as_index %s : %s -> index", g.Fresh(), v, m)
	},
}

// tables are the names of constant memory of a module.
var tables = []string{"primes", "squares"}

// globals writes the memory of the module.
func (g *generator) globals() {
	g.Line("memref.global \"private\" constant @primes : memref<4xi32> = dense<[2, 3, 5, 7]>")
	g.Line("memref.global @squares : memref<4xi32> = dense<[0, 1, 4, 9]> {alignment = 64}")
}
