package conformance

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/testing/randprog"
)

// randomLinalg returns a module with a function of structured operations on tensors.
func randomLinalg(seed uint64) string {
	g := &linalgGenerator{Writer: randprog.NewWriter(seed, 49)}
	g.Level = 2
	for range 1 + g.IntN(4) {
		producer := randprog.Pick(g, []func() linalgValue{g.contraction, g.contraction, g.generic, g.generic, g.generic, g.reduction, g.movement, g.mapped})
		g.known = append(g.known, producer())
	}
	last := g.known[len(g.known)-1]
	return fmt.Sprintf("module {\n  func.func @f(%s) -> %s {\n%s    return %s : %s\n  }\n}\n", strings.Join(g.params, ", "), last.typ(), g.String(), last.name, last.typ())
}

type linalgGenerator struct {
	randprog.Writer
	known  []linalgValue
	params []string
}

// linalgValue is a tensor.
type linalgValue struct {
	name string
	dims []int
	elem string
}

func (v linalgValue) typ() string { return tensorOf(v.dims, v.elem) }

func tensorOf(dims []int, elem string) string {
	text := "tensor<"
	for _, d := range dims {
		text += fmt.Sprint(d, "x")
	}
	return text + elem + ">"
}

// use returns a tensor of a type, a known one or a new parameter.
func (g *linalgGenerator) use(dims []int, elem string) linalgValue {
	for _, v := range g.known {
		if v.elem == elem && slices.Equal(v.dims, dims) && g.Chance(70) {
			return v
		}
	}
	v := linalgValue{fmt.Sprintf("%%p%d", len(g.params)), dims, elem}
	g.params = append(g.params, v.name+": "+v.typ())
	g.known = append(g.known, v)
	return v
}

func (g *linalgGenerator) dims(rank int) []int {
	dims := make([]int, rank)
	for i := range dims {
		if dims[i] = 1 + g.IntN(5); g.Chance(10) {
			dims[i] = 1 + g.IntN(33)
		}
	}
	return dims
}

func (g *linalgGenerator) elem() string {
	return randprog.OneOf(g, "i8", "i32", "f16", "bf16", "f32", "f32", "f64", "i64", "i1")
}

// result writes an operation and returns its result.
func (g *linalgGenerator) result(out linalgValue, format string, args ...any) linalgValue {
	return linalgValue{g.Define(format, args...), out.dims, out.elem}
}

// maps of loops named d0, d1, …
func loopMap(loops int, dims []int) string {
	names, results := make([]string, loops), make([]string, len(dims))
	for i := range names {
		names[i] = fmt.Sprint("d", i)
	}
	for i, d := range dims {
		results[i] = fmt.Sprint("d", d)
	}
	return "affine_map<(" + strings.Join(names, ", ") + ") -> (" + strings.Join(results, ", ") + ")>"
}

// some returns some of the numbers from 0 to n-1, in any order.
func (g *linalgGenerator) some(n int) []int {
	order := g.Perm(n)
	return order[:g.IntN(n+1)]
}

func pickDims(extents, dims []int) []int {
	picked := make([]int, len(dims))
	for i, d := range dims {
		picked[i] = extents[d]
	}
	return picked
}

// contraction is a product over random loops, or a matrix product.
func (g *linalgGenerator) contraction() linalgValue {
	types := randprog.OneOf(g, [3]string{"f32", "f32", "f32"}, [3]string{"f64", "f64", "f64"}, [3]string{"f16", "f16", "f32"}, [3]string{"i8", "i8", "i32"},
		[3]string{"bf16", "bf16", "bf16"}, [3]string{"i32", "i32", "i32"}, [3]string{"i8", "i8", "i8"}, [3]string{"i16", "i8", "i64"}, [3]string{"f32", "i8", "f32"}, [3]string{"f16", "f16", "f16"})
	e := g.dims(4)
	loops := [][3][]int{
		{{0, 2}, {2, 1}, {0, 1}}, {{0, 2}, {1, 2}, {0, 1}}, {{2, 0}, {2, 1}, {1, 0}}, {{3, 0, 2}, {3, 2, 1}, {3, 0, 1}}, {{3, 0, 2}, {3, 2, 1}, {0, 1}}, {{2}, {2}, nil}, {{0, 2}, {2}, {0}},
	}[g.IntN(7)]
	n := 3
	if slices.Contains(loops[0], 3) {
		n = 4
	}
	used := slices.Concat(loops[0], loops[1])
	index := map[int]int{}
	for d := range n {
		if slices.Contains(used, d) {
			index[d] = len(index)
		}
	}
	var vs [3]linalgValue
	var maps []string
	for i := range vs {
		vs[i] = g.use(pickDims(e, loops[i]), types[i])
		var dims []int
		for _, d := range loops[i] {
			dims = append(dims, index[d])
		}
		maps = append(maps, loopMap(len(index), dims))
	}
	cast := ""
	if g.Chance(20) {
		cast = " {cast = #linalg.type_fn<cast_unsigned>}"
	}
	name := "linalg.contract indexing_maps = [" + strings.Join(maps, ", ") + "]"
	return g.result(vs[2], "%s%s ins(%s, %s : %s, %s) outs(%s : %s) -> %s", name, cast, vs[0].name, vs[1].name, vs[0].typ(), vs[1].typ(), vs[2].name, vs[2].typ(), vs[2].typ())
}

// generic computes elements by a random body over parallel loops, and perhaps a reduction.
func (g *linalgGenerator) generic() linalgValue {
	rank := g.IntN(4)
	e, elem := g.dims(rank), g.elem()
	outDims := g.Perm(rank)
	kinds := slices.Repeat([]string{`"parallel"`}, rank)
	if rank > 1 && g.Chance(40) {
		kinds[outDims[0]] = `"reduction"`
		outDims = outDims[1:]
	}
	var maps, names, types, args []string
	inputs := g.IntN(3)
	for i := range inputs {
		dims := g.some(rank)
		v := g.use(pickDims(e, dims), elem)
		maps, names, types = append(maps, loopMap(rank, dims)), append(names, v.name), append(types, v.typ())
		args = append(args, fmt.Sprintf("%%x%d: %s", i, elem))
	}
	out := g.use(pickDims(e, outDims), elem)
	for d := range rank {
		if !slices.Contains(outDims, d) { // an input must give the extent of a reduction
			v := g.use(e, elem)
			maps, names, types = append(maps, loopMap(rank, sequence(rank))), append(names, v.name), append(types, v.typ())
			args = append(args, fmt.Sprintf("%%x%d: %s", inputs, elem))
			inputs++
		}
	}
	maps = append(maps, loopMap(rank, outDims))
	args = append(args, "%y: "+elem)
	ins := ""
	if inputs > 0 {
		ins = fmt.Sprintf(" ins(%s : %s)", strings.Join(names, ", "), strings.Join(types, ", "))
	}
	name := g.Fresh()
	g.Line("%s = linalg.generic {indexing_maps = [%s], iterator_types = [%s]}%s outs(%s : %s) {", name, strings.Join(maps, ", "), strings.Join(kinds, ", "), ins, out.name, out.typ())
	g.Line("^bb0(%s):", strings.Join(args, ", "))
	g.Level++
	operands := []string{"%y"}
	for i := range inputs {
		operands = append(operands, fmt.Sprintf("%%x%d", i))
	}
	if rank > 0 && g.Chance(30) && !strings.HasPrefix(elem, "f") && elem != "bf16" && elem != "i1" {
		i := g.Define("linalg.index %d : index", g.IntN(rank))
		operands = append(operands, g.Define("arith.index_cast %s : index to %s", i, elem))
	}
	for range 1 + g.IntN(4) {
		operands = append(operands, g.scalar(elem, operands))
	}
	g.Line("linalg.yield %s : %s", operands[len(operands)-1], elem)
	g.Level--
	g.Line("} -> %s", out.typ())
	return linalgValue{name, out.dims, elem}
}

func sequence(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// scalar writes an operation on numbers.
func (g *linalgGenerator) scalar(elem string, from []string) string {
	x, y := randprog.Pick(g, from), randprog.Pick(g, from)
	if strings.HasPrefix(elem, "i") {
		if g.Chance(15) {
			c := g.Define("arith.cmpi slt, %s, %s : %s", x, y, elem)
			return g.Define("arith.select %s, %s, %s : %s", c, y, x, elem)
		}
		return g.Define("arith.%s %s, %s : %s", randprog.OneOf(g, "addi", "subi", "muli", "andi", "xori", "maxsi", "minui"), x, y, elem)
	}
	if g.Chance(15) {
		c := g.Define("arith.cmpf olt, %s, %s : %s", x, y, elem)
		return g.Define("arith.select %s, %s, %s : %s", c, y, x, elem)
	}
	if g.Chance(15) {
		c := g.Define("arith.constant 1.5 : %s", elem)
		return g.Define("arith.mulf %s, %s : %s", x, c, elem)
	}
	return g.Define("arith.%s %s, %s : %s", randprog.OneOf(g, "addf", "subf", "mulf", "maximumf", "minimumf"), x, y, elem)
}

// combiner is a function for a type of elements.
func (g *linalgGenerator) combiner(elem string) string {
	if strings.HasPrefix(elem, "i") {
		return randprog.OneOf(g, "arith.addi", "arith.muli", "arith.maxsi", "arith.subi")
	}
	return randprog.OneOf(g, "arith.addf", "arith.mulf", "arith.maximumf", "arith.subf")
}

func (g *linalgGenerator) reduction() linalgValue {
	elem := g.elem()
	in := g.use(g.dims(1+g.IntN(3)), elem)
	dims := g.some(len(in.dims))
	slices.Sort(dims)
	kept := []int{}
	for d, n := range in.dims {
		if !slices.Contains(dims, d) {
			kept = append(kept, n)
		}
	}
	out := g.use(kept, elem)
	return g.result(out, "linalg.reduce { %s } ins(%s : %s) outs(%s : %s) dimensions = [%s]", g.combiner(elem), in.name, in.typ(), out.name, out.typ(), numberList(dims))
}

func numberList(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}

func (g *linalgGenerator) movement() linalgValue {
	in := g.use(g.dims(1+g.IntN(3)), g.elem())
	if g.Chance(50) {
		perm := g.Perm(len(in.dims))
		out := g.use(pickDims(in.dims, perm), in.elem)
		return g.result(out, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [%s]", in.name, in.typ(), out.name, out.typ(), numberList(perm))
	}
	at := g.IntN(len(in.dims) + 1)
	out := g.use(slices.Insert(slices.Clone(in.dims), at, 1+g.IntN(4)), in.elem)
	return g.result(out, "linalg.broadcast ins(%s : %s) outs(%s : %s) dimensions = [%d]", in.name, in.typ(), out.name, out.typ(), at)
}

func (g *linalgGenerator) mapped() linalgValue {
	elem := g.elem()
	x := g.use(g.dims(g.IntN(3)), elem)
	y, z := g.use(x.dims, elem), g.use(x.dims, elem)
	if g.Chance(50) && elem != "i1" {
		name := randprog.OneOf(g, "add", "sub", "mul", "max", "min")
		return g.result(z, "linalg.%s ins(%s, %s : %s, %s) outs(%s : %s) -> %s", name, x.name, y.name, x.typ(), y.typ(), z.name, z.typ(), z.typ())
	}
	return g.result(z, "linalg.map { %s } ins(%s, %s : %s, %s) outs(%s : %s)", g.combiner(elem), x.name, y.name, x.typ(), y.typ(), z.name, z.typ())
}
