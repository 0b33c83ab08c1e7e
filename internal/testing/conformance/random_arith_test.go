package conformance

import (
	"optc/internal/testing/randprog"
	"slices"
)

var arithProducers = []func(*generator){
	func(g *generator) { // integers
		t := g.arithmetic(integral)
		op := randprog.Pick(g, []string{"addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"})
		flags := ""
		if slices.Contains([]string{"addi", "subi", "muli"}, op) && g.Chance(15) {
			flags = " overflow<" + randprog.Pick(g, []string{"nsw", "nuw", "nsw, nuw"}) + ">"
		}
		g.define(t, "arith.%s %s, %s%s : %s", op, g.use(t), g.use(t), flags, t)
	},
	func(g *generator) { // shifts by less than the width
		t := typ{elem: randprog.Pick(g, []string{"i8", "i16", "i32", "i64", "index"})}
		by := g.number(t, 0, 1, 2, 7)
		g.define(t, "arith.%s %s, %s : %s", randprog.Pick(g, []string{"shli", "shrsi", "shrui"}), g.use(t), by, t)
	},
	func(g *generator) { // divisions by numbers that are not zero
		t := typ{elem: randprog.Pick(g, []string{"i8", "i16", "i32", "i64", "index"})}
		by := g.number(t, 1, 2, 3, 4, 8, 10)
		op := randprog.Pick(g, []string{"divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"})
		g.define(t, "arith.%s %s, %s : %s", op, g.use(t), by, t)
	},
	func(g *generator) { // floats
		t := g.arithmetic(floats)
		op := randprog.Pick(g, []string{"addf", "subf", "mulf", "divf", "remf", "minimumf", "maximumf", "minnumf", "maxnumf"})
		flags := []string{"", "", " fastmath<nnan,ninf>", " fastmath<contract>"}
		if g.host {
			flags = flags[:1]
		}
		g.define(t, "arith.%s %s, %s%s : %s", op, g.use(t), g.use(t), randprog.Pick(g, flags), t)
	},
	func(g *generator) { // a choice between two compared values
		t := g.arithmetic(integral)
		a, b := g.use(t), g.use(t)
		p := randprog.Pick(g, []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
		c := g.define(t.with("i1"), "arith.cmpi %s, %s, %s : %s", p, a, b, t)
		if g.Chance(30) {
			c = g.define(t.with("i1"), "arith.xori %s, %s : %s", c, g.define(t.with("i1"), "arith.constant %s", trueOf(t)), t.with("i1"))
		}
		if t.class != scalar {
			g.define(t, "arith.select %s, %s, %s : %s, %s", c, a, b, t.with("i1"), t)
		} else {
			g.define(t, "arith.select %s, %s, %s : %s", c, a, b, t)
		}
	},
	func(g *generator) { t := g.arithmetic(floats); g.define(t, "arith.negf %s : %s", g.use(t), t) },
	func(g *generator) {
		t := g.arithmetic(integral)
		p := randprog.Pick(g, []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"})
		g.define(t.with("i1"), "arith.cmpi %s, %s, %s : %s", p, g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		p := randprog.Pick(g, []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"})
		g.define(t.with("i1"), "arith.cmpf %s, %s, %s : %s", p, g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.any()
		if c := t.with("i1"); t.class != scalar && g.Chance(40) {
			g.define(t, "arith.select %s, %s, %s : %s, %s", g.use(c), g.use(t), g.use(t), c, t)
			return
		}
		g.define(t, "arith.select %s, %s, %s : %s", g.use(boolean), g.use(t), g.use(t), t)
	},
	func(g *generator) { // another width
		elems := randprog.Pick(g, [][]string{ints, {"f16", "f32", "f64"}})
		t := g.arithmetic(elems)
		to := randprog.Pick(g, elems)
		op := ""
		switch wider := width(to) > width(t.elem); {
		case to == t.elem:
			return
		case isFloat(to) && wider:
			op = "extf"
		case isFloat(to):
			op = "truncf"
		case wider:
			op = randprog.Pick(g, []string{"extsi", "extui"})
		default:
			op = "trunci"
		}
		g.cast(op, t, to)
	},
	func(g *generator) {
		t := g.arithmetic(ints)
		op := randprog.Pick(g, []string{"index_cast", "index_castui"})
		if g.Chance(50) {
			g.cast(op, t, "index")
		} else {
			g.cast(op, t.with("index"), t.elem)
		}
	},
	func(g *generator) {
		g.cast(randprog.Pick(g, []string{"sitofp", "uitofp"}), g.arithmetic(ints), randprog.Pick(g, floats))
	},
	func(g *generator) {
		g.cast(randprog.Pick(g, []string{"fptosi", "fptoui"}), g.arithmetic(floats), randprog.Pick(g, ints[1:]))
	},
	func(g *generator) {
		pair := randprog.Pick(g, [][2]string{{"i32", "f32"}, {"f32", "i32"}, {"i64", "f64"}, {"f16", "i16"}, {"i16", "bf16"}})
		g.cast("bitcast", g.arithmetic(pair[:1]), pair[1])
	},
	func(g *generator) { g.constant(g.any()) },
	func(g *generator) {
		t := g.arithmetic(ints)
		if t.class == tensor {
			t.class = vector
		}
		a, b := g.use(t), g.use(t)
		lo, hi := g.Fresh(), g.Fresh()
		g.Line("%s, %s = arith.%s %s, %s : %s", lo, hi, randprog.Pick(g, []string{"mulsi_extended", "mului_extended"}), a, b, t)
		g.scope = append(g.scope, value{lo, t}, value{hi, t})
	},
	func(g *generator) {
		t := typ{elem: randprog.Pick(g, ints)}
		a, b := g.use(t), g.use(t)
		sum, overflow := g.Fresh(), g.Fresh()
		g.Line("%s, %s = arith.addui_extended %s, %s : %s, i1", sum, overflow, a, b, t)
		g.scope = append(g.scope, value{sum, t}, value{overflow, boolean})
	},
	beyondHost(func(g *generator) { // small floats with a common scale
		small, scale := typ{elem: randprog.Pick(g, []string{"f8E5M2", "f8E4M3FN", "f4E2M1FN"})}, typ{elem: "f8E8M0FNU"}
		by := g.define(scale, "arith.constant %s : %s", randprog.Pick(g, []string{"0.5", "1.0", "4.0"}), scale)
		x := g.use(f32)
		y := g.define(small, "arith.scaling_truncf %s, %s : f32, %s to %s", x, by, scale, small)
		g.define(f32, "arith.scaling_extf %s, %s : %s, %s to f32", y, by, small, scale)
	}),
}

// cast converts the elements of a value.
func (g *generator) cast(op string, from typ, elem string) {
	to := from.with(elem)
	g.define(to, "arith.%s %s : %s to %s", op, g.use(from), from, to)
}

var mathProducers = []func(*generator){
	func(g *generator) {
		t := g.arithmetic([]string{"i8", "i32", "i64"})
		g.define(t, "math.%s %s : %s", randprog.Pick(g, []string{"absi", "ctpop", "ctlz", "cttz"}), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.%s %s : %s", randprog.Pick(g, []string{"absf", "ceil", "floor", "trunc", "round", "roundeven"}), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.copysign %s, %s : %s", g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t, "math.fma %s, %s, %s : %s", g.use(t), g.use(t), g.use(t), t)
	},
	func(g *generator) {
		t := g.arithmetic(floats)
		g.define(t.with("i1"), "math.%s %s : %s", randprog.Pick(g, []string{"isfinite", "isinf", "isnan", "isnormal"}), g.use(t), t)
	},
	beyondHost(func(g *generator) { // upstream's expansion exchanges the bounds
		t := g.arithmetic(floats)
		g.define(t, "math.clampf %s to [%s, %s] : %s", g.use(t), g.use(t), g.use(t), t)
	}),
	func(g *generator) { t := g.arithmetic(floats); g.define(t, "math.sqrt %s : %s", g.use(t), t) },
	// Transcendental functions of f32 and f64 are as exact as the C library that upstream
	// was built with; functions of 16 bits are not folded.
	beyondHost(func(g *generator) {
		t := g.arithmetic([]string{"f16", "bf16"})
		g.define(t, "math.%s %s : %s", randprog.Pick(g, []string{"acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc",
			"exp", "exp2", "expm1", "log", "log10", "log1p", "log2", "rsqrt", "sin", "sinh", "tan", "tanh"}), g.use(t), t)
	}),
	beyondHost(func(g *generator) {
		t := g.arithmetic([]string{"f16", "bf16"})
		g.define(t, "math.%s %s, %s : %s", randprog.Pick(g, []string{"atan2", "powf"}), g.use(t), g.use(t), t)
	}),
	beyondHost(func(g *generator) {
		t := typ{elem: randprog.Pick(g, []string{"f16", "bf16"})}
		sin, cos, x := g.Fresh(), g.Fresh(), g.use(t)
		g.Line("%s, %s = math.sincos %s : %s", sin, cos, x, t)
		g.scope = append(g.scope, value{sin, t}, value{cos, t})
	}),
	func(g *generator) {
		t := g.arithmetic([]string{"i8", "i32", "i64"})
		g.define(t, "math.ipowi %s, %s : %s", g.use(t), g.use(t), t)
	},
	beyondHost(func(g *generator) {
		t, i := typ{elem: randprog.Pick(g, floats)}, typ{elem: "i32"}
		g.define(t, "math.fpowi %s, %s : %s, i32", g.use(t), g.number(i, -1, 0, 1, 2, 3, 4, 5), t)
	}),
}

// trueOf returns the constant of conditions for a type that is true everywhere.
func trueOf(t typ) string {
	if t.class == scalar {
		return "true"
	}
	return "dense<true> : " + t.with("i1").String()
}
