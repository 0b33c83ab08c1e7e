package conformance

import (
	"fmt"
	"slices"
	"strings"
)

var arithProducers = []func(*generator){
	func(g *generator) { // integers
		t := g.arithmetic(integral)
		op := pick(g, []string{"addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"})
		flags := ""
		if slices.Contains([]string{"addi", "subi", "muli"}, op) && g.chance(15) {
			flags = " overflow<" + pick(g, []string{"nsw", "nuw", "nsw, nuw"}) + ">"
		}
		g.define(t, "arith.%s %s, %s%s : %s", op, g.use(t), g.use(t), flags, t)
	},
	func(g *generator) { // shifts by less than the width
		t := typ{elem: pick(g, []string{"i8", "i16", "i32", "i64", "index"})}
		by := g.number(t, 0, 1, 2, 7)
		g.define(t, "arith.%s %s, %s : %s", pick(g, []string{"shli", "shrsi", "shrui"}), g.use(t), by, t)
	},
	func(g *generator) { // divisions by what is not zero
		t := typ{elem: pick(g, []string{"i8", "i16", "i32", "i64", "index"})}
		by := g.number(t, 1, 2, 3, 4, 8, 10)
		op := pick(g, []string{"divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"})
		g.define(t, "arith.%s %s, %s : %s", op, g.use(t), by, t)
	},
	func(g *generator) { // floats
		t := g.arithmetic(floats)
		op := pick(g, []string{"addf", "subf", "mulf", "divf", "minimumf", "maximumf", "minnumf", "maxnumf"})
		g.define(t, "arith.%s %s, %s : %s", op, g.use(t), g.use(t), t)
	},
	func(g *generator) { t := g.arithmetic(floats); g.define(t, "arith.negf %s : %s", g.use(t), t) },
	func(g *generator) {
		t := g.arithmetic(integral)
		p := pick(g, []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
		g.define(t.with("i1"), "arith.cmpi %s, %s, %s : %s", p, g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		p := pick(g, []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"})
		g.define(t.with("i1"), "arith.cmpf %s, %s, %s : %s", p, g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.any()
		if c := t.with("i1"); t.class != scalar && g.chance(40) {
			g.define(t, "arith.select %s, %s, %s : %s, %s", g.use(c), g.use(t), g.use(t), c, t)
			return
		}
		g.define(t, "arith.select %s, %s, %s : %s", g.use(boolean), g.use(t), g.use(t), t)
	},
	func(g *generator) { // another width
		elems := pick(g, [][]string{ints, {"f16", "f32", "f64"}})
		t := g.arithmetic(elems)
		to := pick(g, elems)
		op := ""
		switch wider := width(to) > width(t.elem); {
		case to == t.elem:
			return
		case isFloat(to) && wider:
			op = "extf"
		case isFloat(to):
			op = "truncf"
		case wider:
			op = pick(g, []string{"extsi", "extui"})
		default:
			op = "trunci"
		}
		g.cast(op, t, to)
	},
	func(g *generator) {
		t := g.arithmetic(ints)
		op := pick(g, []string{"index_cast", "index_castui"})
		if g.chance(50) {
			g.cast(op, t, "index")
		} else {
			g.cast(op, t.with("index"), t.elem)
		}
	},
	func(g *generator) { g.cast(pick(g, []string{"sitofp", "uitofp"}), g.arithmetic(ints), pick(g, floats)) },
	func(g *generator) {
		g.cast(pick(g, []string{"fptosi", "fptoui"}), g.arithmetic(floats), pick(g, ints[1:]))
	},
	func(g *generator) {
		pair := pick(g, [][2]string{{"i32", "f32"}, {"f32", "i32"}, {"i64", "f64"}, {"f16", "i16"}, {"i16", "bf16"}})
		g.cast("bitcast", g.arithmetic(pair[:1]), pair[1])
	},
	func(g *generator) { g.constant(g.any()) },
	func(g *generator) {
		t := g.arithmetic(ints)
		if t.class == tensor {
			t.class = vector
		}
		a, b := g.use(t), g.use(t)
		lo, hi := g.fresh(), g.fresh()
		g.line("%s, %s = arith.%s %s, %s : %s", lo, hi, pick(g, []string{"mulsi_extended", "mului_extended"}), a, b, t)
		g.scope = append(g.scope, value{lo, t}, value{hi, t})
	},
}

// cast converts the elements of a value.
func (g *generator) cast(op string, from typ, elem string) {
	to := from.with(elem)
	g.define(to, "arith.%s %s : %s to %s", op, g.use(from), from, to)
}

var mathProducers = []func(*generator){
	func(g *generator) {
		t := g.arithmetic([]string{"i8", "i32", "i64"})
		g.define(t, "math.%s %s : %s", pick(g, []string{"absi", "ctpop", "ctlz", "cttz"}), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.%s %s : %s", pick(g, []string{"absf", "ceil", "floor", "trunc", "round", "roundeven"}), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.copysign %s, %s : %s", g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.fma %s, %s, %s : %s", g.use(t), g.use(t), g.use(t), t)
	},
}

// vectorType returns a random vector type.
func (g *generator) vectorType() typ {
	return typ{vector, pick(g, shapes), pick(g, []string{"f32", "i32", "i1", "i8", "index", "f16"})}
}

// at returns a position inside a shape.
func (g *generator) at(dims []int) string {
	var s []string
	for _, d := range dims {
		s = append(s, itoa(g.r.IntN(d)))
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
		from := to.of(pick(g, [][]int{{4}, {1, 4}, {2, 1}})...)
		g.define(to, "vector.broadcast %s : %s to %s", g.use(from), from, to)
	},
	func(g *generator) {
		t := g.vectorType()
		g.define(typ{elem: t.elem}, "vector.extract %s[%s] : %s from %s", g.use(t), g.at(t.dims()), t.elem, t)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = pick(g, []string{"2x3", "2x4", "1x4"})
		row := t.of(t.dims()[1])
		g.define(row, "vector.extract %s[%s] : %s from %s", g.use(t), g.at(t.dims()[:1]), row, t)
	},
	func(g *generator) {
		t := g.vectorType()
		e := typ{elem: t.elem}
		g.define(t, "vector.insert %s, %s[%s] : %s into %s", g.use(e), g.use(t), g.at(t.dims()), e, t)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "8"
		size, stride := 1+g.r.IntN(4), 1
		part := t.of(size)
		offset := g.r.IntN(8 - size + 1)
		g.define(part, "vector.extract_strided_slice %s {offsets = [%d], sizes = [%d], strides = [%d]} : %s to %s", g.use(t), offset, size, stride, t, part)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "8"
		part := t.of(4)
		g.define(t, "vector.insert_strided_slice %s, %s {offsets = [%d], strides = [1]} : %s into %s", g.use(part), g.use(t), g.r.IntN(5), part, t)
	},
	func(g *generator) {
		t := g.vectorType()
		from := pick(g, [][2]string{{"8", "2x4"}, {"2x4", "8"}, {"4", "1x4"}, {"1x4", "4"}, {"2x3", "3x2"}})
		t.shape = from[0]
		to := typ{vector, from[1], t.elem}
		g.define(to, "vector.shape_cast %s : %s to %s", g.use(t), t, to)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = pick(g, []string{"2x3", "2x4", "1x4"})
		d := t.dims()
		to := t.of(d[1], d[0])
		g.define(to, "vector.transpose %s, [1, 0] : %s to %s", g.use(t), t, to)
	},
	func(g *generator) {
		t := g.vectorType()
		t.shape = "4"
		var mask []string
		for range pick(g, []int{4, 8, 1}) {
			mask = append(mask, itoa(g.r.IntN(8)))
		}
		to := t.of(len(mask))
		g.define(to, "vector.shuffle %s, %s [%s] : %s, %s", g.use(t), g.use(t), strings.Join(mask, ", "), t, t)
	},
	func(g *generator) {
		t := typ{vector, pick(g, []string{"4", "8"}), pick(g, []string{"f32", "i32", "i8", "index"})}
		kinds := []string{"add", "mul", "minsi", "maxui", "and", "xor"}
		if isFloat(t.elem) {
			kinds = []string{"minimumf", "maxnumf"}
		}
		g.define(typ{elem: t.elem}, "vector.reduction <%s>, %s : %s into %s", pick(g, kinds), g.use(t), t, t.elem)
	},
	func(g *generator) {
		t := typ{vector, "2x3", pick(g, []string{"i32", "i8"})}
		acc := t.of(2)
		g.define(acc, "vector.multi_reduction <%s>, %s, %s [1] : %s to %s", pick(g, []string{"add", "maxsi"}), g.use(t), g.use(acc), t, acc)
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
		name := g.fresh()
		g.line("%s:4 = vector.to_elements %s : %s", name, v, t)
		for i := range 4 {
			g.scope = append(g.scope, value{fmt.Sprintf("%s#%d", name, i), typ{elem: t.elem}})
		}
	},
	func(g *generator) {
		t := typ{vector, pick(g, shapes), "i1"}
		if g.chance(50) {
			var bounds []string
			for _, d := range t.dims() {
				bounds = append(bounds, itoa(1+g.r.IntN(d)))
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
		t := typ{vector, pick(g, shapes), "f32"}
		g.define(t, "vector.fma %s, %s, %s : %s", g.use(t), g.use(t), g.use(t), t)
	},
	func(g *generator) { // transfers that may leave the memory
		m, t := g.transfer()
		pad := typ{elem: m.elem}
		g.define(t, "vector.transfer_read %s[%s], %s%s : %s, %s", g.use(m), g.inside(m), g.use(pad), g.inBounds(t), m, t)
	},
	func(g *generator) {
		m, t := g.transfer()
		g.line("vector.transfer_write %s, %s[%s]%s : %s, %s", g.use(t), g.use(m), g.inside(m), g.inBounds(t), t, m)
	},
	func(g *generator) {
		m := typ{memref, "8", pick(g, []string{"f32", "i32"})}
		t := typ{vector, "4", m.elem}
		at := g.number(index, 0, 1, 2, 4)
		if g.chance(50) {
			g.define(t, "vector.load %s[%s] : %s, %s", g.use(m), at, m, t)
		} else {
			g.line("vector.store %s, %s[%s] : %s, %s", g.use(t), g.use(m), at, m, t)
		}
	},
	func(g *generator) {
		m := typ{memref, "4", pick(g, []string{"f32", "i32"})}
		t := typ{vector, "4", m.elem}
		mask := t.with("i1")
		at := g.number(index, 0)
		g.define(t, "vector.maskedload %s[%s], %s, %s : %s, %s, %s into %s", g.use(m), at, g.use(mask), g.use(t), m, mask, t, t)
	},
}

// transfer returns the types of a transfer.
func (g *generator) transfer() (m, t typ) {
	m = typ{memref, pick(g, []string{"8", "2x4"}), pick(g, []string{"f32", "i32"})}
	return m, typ{vector, pick(g, []string{"4", "2"}), m.elem}
}

func (g *generator) inBounds(t typ) string {
	return pick(g, []string{"", " {in_bounds = [false]}"})
}

// inside returns constant indices inside a memref or tensor.
func (g *generator) inside(m typ) string {
	var s []string
	for _, d := range m.dims() {
		s = append(s, g.number(index, g.r.IntN(d)))
	}
	return strings.Join(s, ", ")
}

var memrefProducers = []func(*generator){
	func(g *generator) {
		m := g.memref()
		g.define(typ{elem: m.elem}, "memref.load %s[%s] : %s", g.use(m), g.inside(m), m)
	},
	func(g *generator) {
		m := g.memref()
		g.line("memref.store %s, %s[%s] : %s", g.use(typ{elem: m.elem}), g.use(m), g.inside(m), m)
	},
	func(g *generator) {
		m := g.memref()
		g.define(index, "memref.dim %s, %s : %s", g.use(m), g.number(index, 0), m)
	},
	func(g *generator) { // a cast that loses the extent, and the extent again
		m := typ{memref, "8", "f32"}
		v := g.use(m)
		c := g.fresh()
		g.line("%s = memref.cast %s : %s to memref<?xf32>", c, v, m)
		g.define(index, "memref.dim %s, %s : memref<?xf32>", c, g.number(index, 0))
		g.define(typ{elem: "f32"}, "memref.load %s[%s] : memref<?xf32>", c, g.number(index, 0, 3, 7))
	},
	func(g *generator) {
		m := typ{memref, "8", "i32"}
		v, offset := g.use(m), g.r.IntN(5)
		s := g.fresh()
		g.line("%s = memref.subview %s[%d] [4] [1] : %s to memref<4xi32, strided<[1], offset: %d>>", s, v, offset, m, offset)
		g.define(typ{elem: "i32"}, "memref.load %s[%s] : memref<4xi32, strided<[1], offset: %d>>", s, g.number(index, 0, 1, 3), offset)
	},
	func(g *generator) {
		m := g.memref()
		g.line("memref.copy %s, %s : %s to %s", g.use(m), g.use(m), m, m)
	},
	func(g *generator) {
		m := typ{memref, "2x4", "f32"}
		c := g.fresh()
		g.line("%s = memref.collapse_shape %s [[0, 1]] : %s into memref<8xf32>", c, g.use(m), m)
		g.scope = append(g.scope, value{c, m.of(8)})
	},
}

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
		g.define(part, "tensor.extract_slice %s[%d] [4] [1] : %s to %s", g.use(t), g.r.IntN(5), t, part)
	},
	func(g *generator) {
		t := g.tensorType()
		t.shape = "8"
		part := t.of(4)
		g.define(t, "tensor.insert_slice %s into %s[%d] [4] [1] : %s into %s", g.use(part), g.use(t), g.r.IntN(5), part, t)
	},
	func(g *generator) {
		t := g.tensorType()
		t.shape = "2x4"
		to := t.of(8)
		if g.chance(50) {
			g.define(to, "tensor.collapse_shape %s [[0, 1]] : %s into %s", g.use(t), t, to)
		} else {
			g.define(t, "tensor.expand_shape %s [[0, 1]] output_shape [2, 4] : %s into %s", g.use(to), to, t)
		}
	},
	func(g *generator) {
		t := typ{tensor, "8", "f32"}
		c := g.fresh()
		g.line("%s = tensor.cast %s : %s to tensor<?xf32>", c, g.use(t), t)
		g.define(index, "tensor.dim %s, %s : tensor<?xf32>", c, g.number(index, 0))
		g.define(t, "tensor.cast %s : tensor<?xf32> to %s", c, t)
	},
}

func (g *generator) tensorType() typ {
	return typ{tensor, pick(g, shapes), pick(g, []string{"f32", "i32", "i8", "index"})}
}
