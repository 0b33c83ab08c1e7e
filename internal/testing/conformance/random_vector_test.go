package conformance

import (
	"fmt"
	"optc/internal/testing/randprog"
	"strconv"
	"strings"
)

// vectorType returns a random vector type.
func (g *generator) vectorType() typ {
	return typ{vector, randprog.Pick(g, shapes), randprog.Pick(g, []string{"f32", "i32", "i1", "i8", "index", "f16"})}
}

// at returns a position inside a shape.
func (g *generator) at(dims []int) string {
	var s []string
	for _, d := range dims {
		s = append(s, strconv.Itoa(g.IntN(d)))
	}
	return strings.Join(s, ", ")
}

var vectorProducers = []func(*generator){
	func(g *generator) {
		t := g.vectorType()
		e := typ{elem: t.elem}
		g.define(t, "vector.broadcast %s : %s to %s", g.use(e), e, t)
	},
	func(g *generator) {
		to := typ{vector, "2x4", g.vectorType().elem}
		from := to.of(randprog.Pick(g, [][]int{{4}, {1, 4}, {2, 1}})...)
		g.define(to, "vector.broadcast %s : %s to %s", g.use(from), from, to)
	},
	func(g *generator) {
		t := g.vectorType()
		g.define(typ{elem: t.elem}, "vector.extract %s[%s] : %s from %s", g.use(t), g.at(t.dims()), t.elem, t)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = randprog.Pick(g, []string{"2x3", "2x4", "1x4"})
		row := t.of(t.dims()[1])
		g.define(row, "vector.extract %s[%s] : %s from %s", g.use(t), g.at(t.dims()[:1]), row, t)
	},
	func(g *generator) {
		t := g.vectorType()
		e := typ{elem: t.elem}
		g.define(t, "vector.insert %s, %s[%s] : %s into %s", g.use(e), g.use(t), g.at(t.dims()), e, t)
	},
	func(g *generator) { // a place that may turn out to be constant, and the same once more
		t := typ{vector, "2x4", g.vectorType().elem}
		e, row := typ{elem: t.elem}, t.of(4)
		at := g.define(index, "arith.remui %s, %s : index", g.use(index), g.number(index, 2))
		v := g.use(t)
		if g.Chance(50) {
			v = g.define(t, "vector.insert %s, %s[%s, %d] : %s into %s", g.use(e), v, at, g.IntN(4), e, t)
		} else {
			v = g.define(t, "vector.insert %s, %s[%s] : %s into %s", g.use(row), v, at, row, t)
		}
		g.define(e, "vector.extract %s[%s, %d] : %s from %s", v, at, g.IntN(4), e, t)
		g.define(row, "vector.extract %s[%s] : %s from %s", v, randprog.Pick(g, []string{at, "0", "1"}), row, t)
	},
	func(g *generator) { // parts of parts
		t := typ{vector, "2x3x4", g.vectorType().elem}
		v := g.use(t)
		switch g.IntN(5) {
		case 0:
			g.define(t.of(1, 2, 4), "vector.extract_strided_slice %s {offsets = [%d, %d], sizes = [1, 2], strides = [1, 1]} : %s to %s", v, g.IntN(2), g.IntN(2), t, t.of(1, 2, 4))
		case 1:
			g.define(t, "vector.insert_strided_slice %s, %s {offsets = [%d, %d, 0], strides = [1, 1]} : %s into %s", g.use(t.of(2, 4)), v, g.IntN(2), g.IntN(2), t.of(2, 4), t)
		case 2:
			g.define(t.of(2, 4, 3), "vector.transpose %s, [0, 2, 1] : %s to %s", v, t, t.of(2, 4, 3))
			g.define(t, "vector.transpose %s, [0, 2, 1] : %s to %s", g.use(t.of(2, 4, 3)), t.of(2, 4, 3), t)
		case 3:
			to := randprog.Pick(g, []typ{t.of(6, 4), t.of(24), t.of(2, 12), t.of(1, 2, 3, 4), t.of(2, 3, 1, 4)})
			g.define(to, "vector.shape_cast %s : %s to %s", v, t, to)
			g.define(t, "vector.shape_cast %s : %s to %s", g.use(to), to, t)
		default:
			from := randprog.Pick(g, []typ{t.of(3, 4), t.of(4), t.of(3, 1), t.of(1, 3, 1), t.of(2, 1, 4)})
			w := g.define(t, "vector.broadcast %s : %s to %s", g.use(from), from, t)
			g.define(t.of(4), "vector.extract %s[%d, %d] : %s from %s", w, g.IntN(2), g.IntN(3), t.of(4), t)
		}
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "8"
		size, stride := 1+g.IntN(4), 1
		part := t.of(size)
		offset := g.IntN(8 - size + 1)
		g.define(part, "vector.extract_strided_slice %s {offsets = [%d], sizes = [%d], strides = [%d]} : %s to %s", g.use(t), offset, size, stride, t, part)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "8"
		part := t.of(4)
		g.define(t, "vector.insert_strided_slice %s, %s {offsets = [%d], strides = [1]} : %s into %s", g.use(part), g.use(t), g.IntN(5), part, t)
	},
	func(g *generator) {
		t := g.vectorType()
		from := randprog.Pick(g, [][2]string{{"8", "2x4"}, {"2x4", "8"}, {"4", "1x4"}, {"1x4", "4"}, {"2x3", "3x2"}})
		t.shape = from[0]
		to := typ{vector, from[1], t.elem}
		g.define(to, "vector.shape_cast %s : %s to %s", g.use(t), t, to)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = randprog.Pick(g, []string{"2x3", "2x4", "1x4"})
		d := t.dims()
		to := t.of(d[1], d[0])
		g.define(to, "vector.transpose %s, [1, 0] : %s to %s", g.use(t), t, to)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "4"
		var mask []string
		for range randprog.Pick(g, []int{4, 8, 1}) {
			mask = append(mask, strconv.Itoa(g.IntN(8)))
		}
		to := t.of(len(mask))
		g.define(to, "vector.shuffle %s, %s [%s] : %s, %s", g.use(t), g.use(t), strings.Join(mask, ", "), t, t)
	},
	func(g *generator) {
		t := typ{vector, randprog.Pick(g, []string{"4", "8"}), randprog.Pick(g, []string{"f32", "i32", "i8", "index"})}
		kinds := []string{"add", "mul", "minsi", "maxui", "and", "xor"}
		if isFloat(t.elem) {
			kinds = []string{"minimumf", "maxnumf"}
		}
		g.define(typ{elem: t.elem}, "vector.reduction <%s>, %s : %s into %s", randprog.Pick(g, kinds), g.use(t), t, t.elem)
	},
	func(g *generator) {
		t := typ{vector, "2x3", randprog.Pick(g, []string{"i32", "i8"})}
		acc := t.of(2)
		g.define(acc, "vector.multi_reduction <%s>, %s, %s [1] : %s to %s", randprog.Pick(g, []string{"add", "maxsi"}), g.use(t), g.use(acc), t, acc)
	},
	func(g *generator) {
		t := g.vectorType()
		var elems []typ
		for range t.elements() {
			elems = append(elems, typ{elem: t.elem})
		}
		g.define(t, "vector.from_elements %s : %s", g.uses(elems), t)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "4"
		v := g.use(t)
		name := g.Fresh()
		g.Line("%s:4 = vector.to_elements %s : %s", name, v, t)
		for i := range 4 {
			g.scope = append(g.scope, value{fmt.Sprintf("%s#%d", name, i), typ{elem: t.elem}})
		}
	},
	func(g *generator) {
		t := typ{vector, randprog.Pick(g, shapes), "i1"}
		if g.Chance(50) {
			var bounds []string
			for _, d := range t.dims() {
				bounds = append(bounds, strconv.Itoa(1+g.IntN(d)))
			}
			g.define(t, "vector.constant_mask [%s] : %s", strings.Join(bounds, ", "), t)
			return
		}
		var bounds []typ
		for range t.dims() {
			bounds = append(bounds, index)
		}
		g.define(t, "vector.create_mask %s : %s", g.uses(bounds), t)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "4"
		to := t.of(8)
		g.define(to, "vector.interleave %s, %s : %s -> %s", g.use(t), g.use(t), t, to)
	},
	func(g *generator) { g.define(typ{vector, "4", "index"}, "vector.step : vector<4xindex>") },
	func(g *generator) {
		t := typ{vector, randprog.Pick(g, shapes), "f32"}
		g.define(t, "vector.fma %s, %s, %s : %s", g.use(t), g.use(t), g.use(t), t)
	},
	func(g *generator) { // transfers that may leave the memory
		m, t := g.transfer()
		pad := typ{elem: m.elem}
		g.define(t, "vector.transfer_read %s[%s], %s%s : %s, %s", g.use(m), g.inside(m), g.use(pad), g.inBounds(t), m, t)
	},
	func(g *generator) {
		m, t := g.transfer()
		g.Line("vector.transfer_write %s, %s[%s]%s : %s, %s", g.use(t), g.use(m), g.inside(m), g.inBounds(t), t, m)
	},
	func(g *generator) {
		m := typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
		t := typ{vector, "4", m.elem}
		at := g.number(index, 0, 1, 2, 4)
		if g.Chance(50) {
			g.define(t, "vector.load %s[%s] : %s, %s", g.use(m), at, m, t)
		} else {
			g.Line("vector.store %s, %s[%s] : %s, %s", g.use(t), g.use(m), at, m, t)
		}
	},
	func(g *generator) {
		m := typ{memref, "4", randprog.Pick(g, []string{"f32", "i32"})}
		t := typ{vector, "4", m.elem}
		mask := t.with("i1")
		at := g.number(index, 0)
		g.define(t, "vector.maskedload %s[%s], %s, %s : %s, %s, %s into %s", g.use(m), at, g.use(mask), g.use(t), m, mask, t, t)
	},
	func(g *generator) {
		m, t, mask := g.maskedMemory()
		g.Line("vector.%s %s[%s], %s, %s : %s, %s, %s", randprog.Pick(g, []string{"maskedstore", "compressstore"}), g.use(m), g.number(index, 0), mask, g.use(t), m, t.with("i1"), t)
	},
	func(g *generator) {
		m, t, mask := g.maskedMemory()
		g.define(t, "vector.expandload %s[%s], %s, %s : %s, %s, %s into %s", g.use(m), g.number(index, 0), mask, g.use(t), m, t.with("i1"), t, t)
	},
	func(g *generator) {
		m, t, mask := g.maskedMemory()
		g.define(t, "vector.gather %s[%s] [%s], %s, %s : %s, %s, %s, %s into %s", g.use(m), g.number(index, 0), g.places(t.with("index")), mask, g.use(t),
			m, t.with("index"), t.with("i1"), t, t)
	},
	func(g *generator) {
		m, t, mask := g.maskedMemory()
		g.Line("vector.scatter %s[%s] [%s], %s, %s : %s, %s, %s, %s", g.use(m), g.number(index, 0), g.places(t.with("index")), mask, g.use(t),
			m, t.with("index"), t.with("i1"), t)
	},
	func(g *generator) {
		pair := randprog.Pick(g, [][2]typ{
			{{vector, "4", "i32"}, {vector, "8", "i16"}}, {{vector, "2x4", "f32"}, {vector, "2x4", "i32"}},
			{{vector, "8", "f16"}, {vector, "4", "f32"}}, {{vector, "1", "i64"}, {vector, "8", "i8"}},
		})
		g.define(pair[1], "vector.bitcast %s : %s to %s", g.use(pair[0]), pair[0], pair[1])
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "8"
		half := t.of(4)
		even, odd, v := g.Fresh(), g.Fresh(), g.use(t)
		g.Line("%s, %s = vector.deinterleave %s : %s -> %s", even, odd, v, t, half)
		g.scope = append(g.scope, value{even, half}, value{odd, half})
	},
	func(g *generator) {
		t := typ{vector, "2x4", randprog.Pick(g, []string{"f32", "i32", "i8"})}
		a, b := t.of(2), t.of(4)
		if g.Chance(50) {
			g.define(t, "vector.outerproduct %s, %s : %s, %s", g.use(a), g.use(b), a, b)
		} else {
			g.define(t, "vector.outerproduct %s, %s, %s {kind = #vector.kind<add>} : %s, %s", g.use(a), g.use(b), g.use(t), a, b)
		}
	},
	func(g *generator) { // matrix times matrix, matrix times vector
		elem := randprog.Pick(g, []string{"f32", "i32"})
		a, b, c := typ{vector, "2x3", elem}, typ{vector, "3x4", elem}, typ{vector, "2x4", elem}
		maps, kinds := "affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>", `"parallel", "parallel", "reduction"`
		if g.Chance(50) {
			b, c = b.of(3), c.of(2)
			maps, kinds = "affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>", `"parallel", "reduction"`
		}
		g.define(c, "vector.contract {indexing_maps = [%s], iterator_types = [%s], kind = #vector.kind<add>} %s, %s, %s : %s, %s into %s",
			maps, kinds, g.use(a), g.use(b), g.use(c), a, b, c)
	},
	func(g *generator) {
		t := typ{vector, "2x4", randprog.Pick(g, []string{"i32", "i8"})}
		acc := t.of(4)
		v, start, all, last := g.use(t), g.use(acc), g.Fresh(), g.Fresh()
		g.Line("%s, %s = vector.scan <%s>, %s, %s {inclusive = %v, reduction_dim = 0 : i64} : %s, %s", all, last,
			randprog.Pick(g, []string{"add", "maxsi", "and"}), v, start, g.Chance(50), t, acc)
		g.scope = append(g.scope, value{all, t}, value{last, acc})
	},
	beyondHost(func(g *generator) { // scalable vectors
		e, t := typ{elem: "i32"}, typ{vector, "4", "i32"}
		s, u := g.Fresh(), g.Fresh()
		x, v := g.use(e), g.use(t)
		g.Line("%s = vector.broadcast %s : i32 to vector<[8]xi32>", s, x)
		g.Line("%s = vector.scalable.insert %s, %s[%d] : %s into vector<[8]xi32>", u, v, s, randprog.Pick(g, []int{0, 4}), t)
		g.define(t, "vector.scalable.extract %s[%d] : %s from vector<[8]xi32>", randprog.Pick(g, []string{s, u}), randprog.Pick(g, []int{0, 4}), t)
	}),
	func(g *generator) {
		m := typ{memref, randprog.Pick(g, shapes), "f32"}
		if g.host && strings.HasSuffix(m.shape, "3") {
			return // LLVM keeps rows of three in the room of four
		}
		v, c := g.use(m), g.Fresh()
		g.Line("%s = vector.type_cast %s : %s to memref<vector<%sxf32>>", c, v, m, m.shape)
		t := typ{vector, m.shape, "f32"}
		g.define(t, "memref.load %s[] : memref<vector<%sxf32>>", c, m.shape)
	},
	beyondHost(func(g *generator) { g.define(index, "vector.vscale") }),
	beyondHost(func(g *generator) {
		if t := g.vectorType(); g.Chance(10) {
			g.Line("vector.print %s : %s", g.use(t), t)
		}
	}),
	func(g *generator) { // other maps
		m := typ{memref, "2x4", randprog.Pick(g, []string{"f32", "i32"})}
		pad := g.use(typ{elem: m.elem})
		perm, t := "(d0, d1) -> (d1, d0)", typ{vector, "4x2", m.elem}
		if g.Chance(50) {
			perm, t = "(d0, d1) -> (0, d1)", typ{vector, "2x4", m.elem}
		}
		g.define(t, "vector.transfer_read %s[%s], %s {permutation_map = affine_map<%s>} : %s, %s", g.use(m), g.inside(m), pad, perm, m, t)
	},
	func(g *generator) { // one operation under a mask
		t := typ{vector, randprog.Pick(g, []string{"4", "2x4"}), randprog.Pick(g, []string{"f32", "i32"})}
		m := typ{memref, t.shape, t.elem}
		mask := t.with("i1")
		on, v, zero := g.use(mask), g.use(t), g.number(index, 0)
		at := strings.Repeat(", "+zero, len(t.dims()))[2:]
		switch e := (typ{elem: t.elem}); g.IntN(4) {
		case 0:
			g.define(t, "vector.mask %s { vector.transfer_read %s[%s], %s : %s, %s } : %s -> %s", on, g.use(m), at, g.use(e), m, t, mask, t)
		case 1:
			g.Line("vector.mask %s { vector.transfer_write %s, %s[%s] : %s, %s } : %s", on, v, g.use(m), at, t, m, mask)
		case 2:
			line, acc := t.of(4), g.use(e)
			kinds := []string{"add", "mul", "minsi", "maxsi", "minui", "maxui", "and", "or", "xor"}
			switch {
			case isFloat(t.elem) && g.host: // LLVM is wrong in the other kinds, see TestJudgeMaskedReductions
				kinds = []string{"minnumf", "maxnumf"}
			case isFloat(t.elem):
				kinds = []string{"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"}
			}
			g.define(e, "vector.mask %s { vector.reduction <%s>, %s, %s : %s into %s } : %s -> %s",
				g.use(line.with("i1")), randprog.Pick(g, kinds), g.use(line), acc, line, e, line.with("i1"), e)
		default:
			square, acc := typ{vector, "2x4", "i32"}, typ{vector, "2", "i32"}
			g.define(acc, "vector.mask %s { vector.multi_reduction <add>, %s, %s [1] : %s to %s } : %s -> %s",
				g.use(square.with("i1")), g.use(square), g.use(acc), square, acc, square.with("i1"), acc)
		}
	},
}

// maskedMemory returns the type of a line in memory, a vector type for half of it
// and a mask.
func (g *generator) maskedMemory() (m, t typ, mask string) {
	m = typ{memref, "8", randprog.Pick(g, []string{"f32", "i32"})}
	t = typ{vector, "4", m.elem}
	return m, t, g.use(t.with("i1"))
}

// transfer returns the types of a transfer.
func (g *generator) transfer() (m, t typ) {
	m = typ{memref, randprog.Pick(g, []string{"8", "2x4"}), randprog.Pick(g, []string{"f32", "i32"})}
	return m, typ{vector, randprog.Pick(g, []string{"4", "2"}), m.elem}
}

func (g *generator) inBounds(t typ) string {
	return randprog.Pick(g, []string{"", " {in_bounds = [false]}"})
}

// inside returns constant indices inside a memref or tensor.
func (g *generator) inside(m typ) string {
	var s []string
	for _, d := range m.dims() {
		s = append(s, g.number(index, g.IntN(d)))
	}
	return strings.Join(s, ", ")
}
