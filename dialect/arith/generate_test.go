package arith_test

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
	"strings"
)

// generator writes random functions of arith operations, as text.
type generator struct {
	randprog.Writer
	values map[string][]string // by type
	types  []string            // those with values
	ints   []string            // integer types to use
	// opaqueNaN excludes operations whose results depend on which NaN an operand is.
	opaqueNaN bool
	// poison allows ub.poison, but excludes addui_extended then: mlir-opt-22 crashes on
	// modules that have both.
	poison bool
}

var (
	narrowInts = []string{"i1", "i4", "i8", "i16", "i32", "i64", "index"}
	allInts    = append([]string{"i128"}, narrowInts...)
	floatTypes = []string{"f8E5M2", "f8E4M3", "f16", "bf16", "f32", "f64"}
	shapes     = []string{"", "", "", "", "vector<4x%s>", "vector<2x3x%s>", "tensor<3x%s>"}
)

// module returns a module with one random function of n operations on integers of
// the given types, and floats.
func module(seed uint64, n int, ints []string, opaqueNaN bool) string {
	g := &generator{ints: ints, opaqueNaN: opaqueNaN, Writer: randprog.NewWriter(seed, 1), values: map[string][]string{}, poison: seed%5 == 0}
	g.Level = 1
	var args []string
	for range 4 {
		t := g.anyType()
		for range 2 {
			v := fmt.Sprintf("%%a%d", len(args))
			args = append(args, v+": "+t)
			g.add(t, v)
		}
	}
	for range n {
		g.operation()
	}
	var uses, types []string
	for _, t := range g.types {
		for _, v := range g.values[t] {
			if g.IntN(3) > 0 {
				uses, types = append(uses, v), append(types, t)
			}
		}
	}
	return fmt.Sprintf("func.func @f(%s) {\n%s  \"test.use\"(%s) : (%s) -> ()\n  return\n}\n",
		strings.Join(args, ", "), g.String(), strings.Join(uses, ", "), strings.Join(types, ", "))
}

func (g *generator) anyType() string {
	elem := randprog.Pick(g, g.ints)
	if g.IntN(3) == 0 {
		elem = randprog.Pick(g, floatTypes)
	}
	return shaped(randprog.Pick(g, shapes), elem)
}

func shaped(shape, elem string) string {
	if shape == "" {
		return elem
	}
	return fmt.Sprintf(shape, elem)
}

// split returns the shape and the element type of a type.
func split(t string) (shape, elem string) {
	if !strings.HasSuffix(t, ">") {
		return "", t
	}
	i := strings.LastIndexAny(strings.TrimSuffix(t, "index>"), "x")
	return t[:i+1] + "%s>", strings.TrimSuffix(t[i+1:], ">")
}

func isFloat(t string) bool {
	_, elem := split(t)
	return slices.Contains(floatTypes, elem)
}

func (g *generator) add(t, v string) {
	if len(g.values[t]) == 0 {
		g.types = append(g.types, t)
	}
	g.values[t] = append(g.values[t], v)
}

// emit writes an operation with one result.
func (g *generator) emit(t, format string, args ...any) {
	g.add(t, g.Define(format, args...))
}

// value returns a value of a type, preferably a recent one.
func (g *generator) value(t string) string {
	vs := g.values[t]
	if len(vs) == 0 {
		g.constant(t)
		vs = g.values[t]
	}
	return vs[max(0, len(vs)-1-g.IntN(min(len(vs), 1+g.IntN(6))))]
}

func (g *generator) literal(elem string) string {
	switch {
	case slices.Contains(floatTypes, elem):
		return randprog.Pick(g, []string{"0.0", "-0.0", "1.0", "-1.0", "2.5", "0.3", "-7.0", "3.0", "100.0"})
	case elem == "i1":
		return randprog.Pick(g, []string{"true", "false"})
	case elem == "i4":
		return randprog.Pick(g, []string{"0", "1", "-1", "-8", "7", "3"})
	case elem == "i8" || elem == "i16" || elem == "i32" || elem == "i64":
		bits := map[string]uint{"i8": 7, "i16": 15, "i32": 31, "i64": 63}[elem]
		return randprog.Pick(g, []string{"0", "1", "-1", "2", "3", "7", "42", fmt.Sprint(bits), fmt.Sprint(bits + 1),
			fmt.Sprint(-1 << bits), fmt.Sprint(uint64(1)<<bits - 1)})
	}
	return randprog.Pick(g, []string{"0", "1", "-1", "2", "5", "64", "-3"})
}

func (g *generator) constant(t string) {
	shape, elem := split(t)
	switch {
	case shape == "" && elem == "i1":
		g.emit(t, "arith.constant %s", g.literal(elem))
	case shape == "":
		g.emit(t, "arith.constant %s : %s", g.literal(elem), t)
	case g.IntN(2) == 0:
		g.emit(t, "arith.constant dense<%s> : %s", g.literal(elem), t)
	default:
		dims := []int{3}
		switch {
		case strings.Contains(shape, "2x3"):
			dims = []int{2, 3}
		case strings.Contains(shape, "4"):
			dims = []int{4}
		}
		var elems []string
		for range randprog.Elements(dims) {
			elems = append(elems, g.literal(elem))
		}
		g.emit(t, "arith.constant dense<%s> : %s", randprog.Nest(elems, dims), t)
	}
}

var (
	intOps = []string{"addi", "addi", "subi", "subi", "muli", "divui", "divsi", "ceildivui", "ceildivsi", "floordivsi",
		"remui", "remsi", "andi", "ori", "xori", "xori", "shli", "shrui", "shrsi", "maxsi", "maxui", "minsi", "minui"}
	floatOps = []string{"addf", "subf", "mulf", "mulf", "divf", "remf", "maximumf", "maxnumf", "minimumf", "minnumf"}
	cmpis    = []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
	cmpfs    = []string{"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"}
)

func (g *generator) operation() {
	t := randprog.Pick(g, g.types)
	shape, elem := split(t)
	switch k := g.IntN(24); {
	case k >= 20:
		g.idiom(t, shape, elem)
	case k < 3:
		g.constant(t)
	case k < 10 && !isFloat(t):
		g.intBinary(t)
	case k < 10:
		op := randprog.Pick(g, floatOps)
		if g.IntN(8) == 0 {
			g.emit(t, "arith.negf %s : %s", g.value(t), t)
			return
		}
		flags := randprog.Pick(g, []string{"", "", "", " fastmath<nnan,nsz>", " fastmath<fast>"})
		g.emit(t, "arith.%s %s, %s%s : %s", op, g.value(t), g.value(t), flags, t)
	case k < 12:
		result := shaped(shape, "i1")
		if isFloat(t) {
			g.emit(result, "arith.cmpf %s, %s, %s : %s", randprog.Pick(g, cmpfs), g.value(t), g.value(t), t)
		} else {
			g.emit(result, "arith.cmpi %s, %s, %s : %s", randprog.Pick(g, cmpis), g.value(t), g.value(t), t)
		}
	case k < 15:
		if shape != "" && g.IntN(2) == 0 {
			c := shaped(shape, "i1")
			g.emit(t, "arith.select %s, %s, %s : %s, %s", g.value(c), g.value(t), g.value(t), c, t)
			return
		}
		g.emit(t, "arith.select %s, %s, %s : %s", g.value("i1"), g.value(t), g.value(t), t)
	case k == 15 && g.poison:
		g.emit(t, "ub.poison : %s", t)
	default:
		g.cast(t, shape, elem)
	}
}

func (g *generator) intBinary(t string) {
	shape, _ := split(t)
	op := randprog.Pick(g, intOps)
	flags := ""
	switch op {
	case "addi", "subi", "muli", "shli":
		flags = randprog.Pick(g, []string{"", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>"})
	case "divui", "divsi", "shrui", "shrsi":
		flags = randprog.Pick(g, []string{"", "", " exact"})
	}
	switch k := g.IntN(25); {
	case k == 0 && !g.poison:
		two := [2]string{t, shaped(shape, "i1")}
		g.two("arith.addui_extended", fmt.Sprintf("%s, %s", two[0], two[1]), two, t)
	case k == 1 && !g.poison:
		g.two(randprog.Pick(g, []string{"arith.mulsi_extended", "arith.mului_extended"}), t, [2]string{t, t}, t)
	default:
		g.emit(t, "arith.%s %s, %s%s : %s", op, g.value(t), g.value(t), flags, t)
	}
}

// two writes an operation with two results.
func (g *generator) two(op, types string, results [2]string, t string) {
	x, y := g.value(t), g.value(t)
	a, b := g.Fresh(), g.Fresh()
	g.Line("%s, %s = %s %s, %s : %s", a, b, op, x, y, types)
	g.add(results[0], a)
	if g.IntN(2) == 0 {
		g.add(results[1], b)
	}
}

var widths = map[string]int{"i1": 1, "i4": 4, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "i128": 128,
	"f8E5M2": 8, "f8E4M3": 8, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}

func (g *generator) cast(t, shape, elem string) {
	to := randprog.Pick(g, g.ints)
	if g.IntN(3) == 0 {
		to = randprog.Pick(g, floatTypes)
	}
	from, into := slices.Contains(floatTypes, elem), slices.Contains(floatTypes, to)
	w, v := widths[elem], widths[to]
	op := ""
	switch {
	case elem == "index" && to != "index" && !into || elem != "index" && to == "index" && !from:
		op = randprog.Pick(g, []string{"index_cast", "index_castui"})
	case elem == "index" || to == "index":
		return
	case from && into && w < v:
		op = "extf"
	case from && into && w > v:
		op = "truncf"
	case from && into:
		return
	case w == v && g.opaqueNaN && from != into:
		return
	case w == v:
		op = "bitcast"
	case from:
		op = randprog.Pick(g, []string{"fptosi", "fptoui"})
	case into:
		op = randprog.Pick(g, []string{"sitofp", "uitofp"})
	case w < v:
		op = randprog.Pick(g, []string{"extsi", "extui"})
	default:
		op = "trunci"
	}
	result := shaped(shape, to)
	g.emit(result, "arith.%s %s : %s to %s", op, g.value(t), t, result)
}

// newConstant returns a new constant of a type.
func (g *generator) newConstant(t string) string {
	g.constant(t)
	return g.Last()
}

// idiom writes a few operations that patterns look for.
func (g *generator) idiom(t, shape, elem string) {
	if isFloat(t) {
		g.floatIdiom(t, shape, elem)
		return
	}
	x := g.value(t)
	either := func(a, b string) (string, string) {
		if g.IntN(2) == 0 {
			return a, b
		}
		return b, a
	}
	switch g.IntN(6) {
	case 0: // constants in sums and products
		for range 2 + g.IntN(2) {
			a, b := either(x, g.newConstant(t))
			g.emit(t, "arith.%s %s, %s%s : %s", randprog.Pick(g, []string{"addi", "subi", "muli"}), a, b,
				randprog.Pick(g, []string{"", " overflow<nsw>", " overflow<nsw, nuw>"}), t)
			x = g.Last()
		}
	case 1: // bits, and comparisons, of extended integers
		if elem == "index" || widths[elem] > 16 {
			return
		}
		ext, wide := randprog.Pick(g, []string{"extsi", "extui"}), shaped(shape, "i64")
		g.emit(wide, "arith.%s %s : %s to %s", ext, x, t, wide)
		a := g.Last()
		g.emit(wide, "arith.%s %s : %s to %s", ext, g.value(t), t, wide)
		if g.IntN(2) == 0 {
			g.emit(wide, "arith.%s %s, %s : %s", randprog.Pick(g, []string{"andi", "ori", "xori"}), a, g.Last(), wide)
			return
		}
		g.emit(shaped(shape, "i1"), "arith.cmpi %s, %s, %s : %s", randprog.Pick(g, cmpis), a, g.Last(), wide)
	case 2: // a negated comparison that selects
		b := shaped(shape, "i1")
		g.emit(b, "arith.cmpi %s, %s, %s : %s", randprog.Pick(g, cmpis), x, g.value(t), t)
		c := g.Last()
		g.emit(b, "arith.xori %s, %s : %s", c, g.newConstant(b), b)
		if shape == "" {
			g.emit(t, "arith.select %s, %s, %s : %s", g.Last(), x, g.value(t), t)
			return
		}
		g.emit(t, "arith.select %s, %s, %s : %s, %s", g.Last(), x, g.value(t), b, t)
	case 3: // selects of constants, and of selects
		c := g.value("i1")
		g.emit(t, "arith.select %s, %s, %s : %s", c, g.newConstant(t), g.newConstant(t), t)
		a, b := either(g.Last(), g.value(t))
		g.emit(t, "arith.select %s, %s, %s : %s", c, a, b, t)
	case 4: // a truncated shift
		if widths[elem] < 16 {
			return
		}
		by := fmt.Sprint(widths[elem] - 8)
		if shape != "" {
			by = "dense<" + by + ">"
		}
		g.emit(t, "arith.constant %s : %s", by, t)
		g.emit(t, "arith.shrsi %s, %s%s : %s", x, g.Last(), randprog.Pick(g, []string{"", " exact"}), t)
		g.emit(shaped(shape, "i8"), "arith.trunci %s%s : %s to %s", g.Last(), randprog.Pick(g, []string{"", " overflow<nuw>"}), t, shaped(shape, "i8"))
	case 5: // a product and its quotient
		y := g.value(t)
		a, b := either(x, y)
		g.emit(t, "arith.muli %s, %s%s : %s", a, b, randprog.Pick(g, []string{"", " overflow<nsw>", " overflow<nuw>"}), t)
		g.emit(t, "arith.%s %s, %s : %s", randprog.Pick(g, []string{"divsi", "divui"}), g.Last(), y, t)
	}
}

func (g *generator) floatIdiom(t, shape, elem string) {
	switch g.IntN(4) {
	case 0: // a converted integer compared with a constant
		from := randprog.Pick(g, []string{"i4", "i8", "i32", "i64"})
		g.emit(t, "arith.%s %s : %s to %s", randprog.Pick(g, []string{"sitofp", "uitofp"}), g.value(shaped(shape, from)), shaped(shape, from), t)
		g.emit(shaped(shape, "i1"), "arith.cmpf %s, %s, %s : %s", randprog.Pick(g, cmpfs), g.Last(), g.newConstant(t), t)
	case 1: // there and back
		if elem == "f64" {
			return
		}
		wide := shaped(shape, "f64")
		flags := func() string { return randprog.Pick(g, []string{"", " fastmath<contract>", " fastmath<fast>"}) }
		mode := func() string {
			return randprog.Pick(g, []string{"", "", " upward", " toward_zero", " to_nearest_away"})
		}
		if g.IntN(2) == 0 {
			g.emit(wide, "arith.extf %s%s : %s to %s", g.value(t), flags(), t, wide)
			g.emit(t, "arith.truncf %s%s%s : %s to %s", g.Last(), mode(), flags(), wide, t)
			return
		}
		g.emit(t, "arith.truncf %s%s%s : %s to %s", g.value(wide), mode(), flags(), wide, t)
		g.emit(wide, "arith.extf %s%s : %s to %s", g.Last(), flags(), t, wide)
	case 2: // a product of negated numbers
		g.emit(t, "arith.negf %s : %s", g.value(t), t)
		a := g.Last()
		g.emit(t, "arith.negf %s : %s", g.value(t), t)
		g.emit(t, "arith.%s %s, %s%s : %s", randprog.Pick(g, []string{"mulf", "divf"}), a, g.Last(), randprog.Pick(g, []string{"", " fastmath<nnan>"}), t)
	case 3: // neutral constants
		g.emit(t, "arith.%s %s, %s : %s", randprog.Pick(g, floatOps), g.value(t), g.newConstant(t), t)
	}
}
