package conformance

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/testing/randprog"
)

// randomShapes returns a module with a function of elementwise operations and sums on tensors of i32, between operations that change shapes: reshapes,
// slices, insertions, pads, fills and transpositions. Many extents are 1.
func randomShapes(seed uint64) string {
	g := &shapesGenerator{linalgGenerator{Writer: randprog.NewWriter(seed, 77)}}
	g.Level = 2
	g.params = []string{"%c: i32"}
	for range 3 + g.IntN(6) {
		g.known = append(g.known, randprog.Pick(g, []func() linalgValue{
			g.elementwise, g.elementwise, g.elementwise, g.sum, g.collapse, g.collapse, g.expand, g.expand,
			g.filled, g.transposed, g.padded, g.inserted, g.extracted, g.constant,
		})())
	}
	results := g.known[len(g.known)-1:]
	if g.Chance(40) {
		results = append(slices.Clone(results), randprog.Pick(g, g.known))
	}
	var names, types []string
	for _, v := range results {
		names, types = append(names, v.name), append(types, v.typ())
	}
	list := strings.Join(types, ", ")
	return fmt.Sprintf("module {\n  func.func @f(%s) -> (%s) {\n%s    return %s : %s\n  }\n}\n", strings.Join(g.params, ", "), list, g.String(), strings.Join(names, ", "), list)
}

type shapesGenerator struct{ linalgGenerator }

// extents returns a random shape.
func (g *shapesGenerator) extents(rank int) []int {
	dims := make([]int, rank)
	for i := range dims {
		dims[i] = randprog.OneOf(g, 1, 1, 2, 3, 4, 6)
	}
	return dims
}

// value returns a tensor of at least the given rank: usually the last one, so that chains arise.
func (g *shapesGenerator) value(rank int) linalgValue {
	for _, v := range slices.Backward(g.known) {
		if len(v.dims) >= rank && len(v.dims) < 5 && g.Chance(70) {
			return v
		}
	}
	return g.use(g.extents(rank+g.IntN(3)), "i32")
}

// empty writes a tensor without contents.
func (g *shapesGenerator) empty(dims []int) linalgValue {
	v := linalgValue{dims: dims, elem: "i32"}
	v.name = g.Define("tensor.empty() : %s", v.typ())
	return v
}

func (g *shapesGenerator) filled() linalgValue {
	out := g.empty(g.extents(1 + g.IntN(3)))
	return g.result(out, "linalg.fill ins(%%c : i32) outs(%s : %s) -> %s", out.name, out.typ(), out.typ())
}

func (g *shapesGenerator) constant() linalgValue {
	v := linalgValue{dims: g.extents(1 + g.IntN(3)), elem: "i32"}
	n := 1
	for _, d := range v.dims {
		n *= d
	}
	elems := make([]string, n)
	for i := range elems {
		elems[i] = fmt.Sprint(g.IntN(100))
	}
	v.name = g.Define("arith.constant dense<%s> : %s", randprog.Nest(elems, v.dims), v.typ())
	return v
}

// elementwise computes elements of one or two tensors; the second may be smaller or transposed.
func (g *shapesGenerator) elementwise() linalgValue {
	x := g.value(0)
	rank := len(x.dims)
	out := g.empty(x.dims)
	ins, types := []string{x.name}, []string{x.typ()}
	identity := loopMap(rank, sequence(rank))
	maps, args := []string{identity}, []string{"%a: i32"}
	last := "%a"
	if g.Chance(60) {
		loops := g.Perm(rank)[:g.IntN(rank+1)]
		y := g.use(pickDims(x.dims, loops), "i32")
		ins, types, maps, args = append(ins, y.name), append(types, y.typ()), append(maps, loopMap(rank, loops)), append(args, "%b: i32")
		last = "%b"
	}
	g.Line("%s = linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {", g.Fresh(), strings.Join(maps, ", "), identity,
		strings.Join(slices.Repeat([]string{`"parallel"`}, rank), ", "), strings.Join(ins, ", "), strings.Join(types, ", "), out.name, out.typ())
	result := linalgValue{g.Last(), out.dims, out.elem}
	g.Line("^bb0(%s, %%o: i32):", strings.Join(args, ", "))
	g.Line("  %%s = arith.%s %%a, %s : i32", randprog.OneOf(g, "addi", "muli", "xori"), last)
	if rank > 0 && g.Chance(30) {
		g.Line("  %%i = linalg.index %d : index", g.IntN(rank))
		g.Line("  %%n = arith.index_cast %%i : index to i32")
		g.Line("  %%t = arith.addi %%s, %%n : i32")
		g.Line("  linalg.yield %%t : i32")
	} else {
		g.Line("  linalg.yield %%s : i32")
	}
	g.Line("} -> %s", result.typ())
	return result
}

// sum adds the elements along some dimensions to the elements of another tensor.
func (g *shapesGenerator) sum() linalgValue {
	x := g.value(1)
	rank := len(x.dims)
	loops := g.Perm(rank)[:g.IntN(rank)]
	out := g.use(pickDims(x.dims, loops), "i32")
	iterators := slices.Repeat([]string{`"reduction"`}, rank)
	for _, d := range loops {
		iterators[d] = `"parallel"`
	}
	g.Line("%s = linalg.generic {indexing_maps = [%s, %s], iterator_types = [%s]} ins(%s : %s) outs(%s : %s) {", g.Fresh(), loopMap(rank, sequence(rank)), loopMap(rank, loops),
		strings.Join(iterators, ", "), x.name, x.typ(), out.name, out.typ())
	result := linalgValue{g.Last(), out.dims, out.elem}
	g.Line("^bb0(%%a: i32, %%o: i32):")
	g.Line("  %%s = arith.addi %%a, %%o : i32")
	g.Line("  linalg.yield %%s : i32")
	g.Line("} -> %s", result.typ())
	return result
}

// reshape writes a reshape between two shapes; the groups describe the larger shape.
func (g *shapesGenerator) reshape(name string, x linalgValue, dims []int, groups [][]int, shape string) linalgValue {
	var lists []string
	for _, group := range groups {
		lists = append(lists, "["+numberList(group)+"]")
	}
	to := linalgValue{dims: dims, elem: x.elem}
	return g.result(to, "tensor.%s %s [%s]%s : %s into %s", name, x.name, strings.Join(lists, ", "), shape, x.typ(), to.typ())
}

func (g *shapesGenerator) collapse() linalgValue {
	x := g.value(2)
	var groups [][]int
	var dims []int
	for d, n := range x.dims {
		if last := len(groups) - 1; last >= 0 && g.Chance(50) {
			groups[last], dims[last] = append(groups[last], d), dims[last]*n
		} else {
			groups, dims = append(groups, []int{d}), append(dims, n)
		}
	}
	if len(dims) == len(x.dims) { // the last two
		last := len(dims) - 1
		groups = append(groups[:last-1], []int{last - 1, last})
		dims = append(dims[:last-1], x.dims[last-1]*x.dims[last])
	}
	return g.reshape("collapse_shape", x, dims, groups, "")
}

func (g *shapesGenerator) expand() linalgValue {
	x := g.value(1)
	var groups [][]int
	var dims []int
	at := g.IntN(len(x.dims))
	for d, n := range x.dims {
		parts := []int{n}
		if d == at || g.Chance(20) {
			a := 1
			for f := 2; f <= n; f++ {
				if n%f == 0 && g.Chance(50) {
					a = f
				}
			}
			parts = []int{a, n / a}
		}
		var group []int
		for _, p := range parts {
			group, dims = append(group, len(dims)), append(dims, p)
		}
		groups = append(groups, group)
	}
	return g.reshape("expand_shape", x, dims, groups, " output_shape ["+numberList(dims)+"]")
}

func (g *shapesGenerator) transposed() linalgValue {
	x := g.value(1)
	perm := g.Perm(len(x.dims))
	out := g.empty(pickDims(x.dims, perm))
	return g.result(out, "linalg.transpose ins(%s : %s) outs(%s : %s) permutation = [%s]", x.name, x.typ(), out.name, out.typ(), numberList(perm))
}

func (g *shapesGenerator) padded() linalgValue {
	x := g.value(1)
	low, high, dims := make([]int, len(x.dims)), make([]int, len(x.dims)), slices.Clone(x.dims)
	var indices []string
	for d := range dims {
		if g.Chance(40) {
			low[d], high[d] = g.IntN(3), g.IntN(2)
		}
		dims[d] += low[d] + high[d]
		indices = append(indices, fmt.Sprintf("%%i%d: index", d))
	}
	to := linalgValue{g.Fresh(), dims, x.elem}
	g.Line("%s = tensor.pad %s low[%s] high[%s] {", to.name, x.name, numberList(low), numberList(high))
	g.Line("^bb0(%s):", strings.Join(indices, ", "))
	g.Line("  tensor.yield %%c : i32")
	g.Line("} : %s to %s", x.typ(), to.typ())
	return to
}

// inserted inserts a tensor into a larger one, which may have an additional dimension.
func (g *shapesGenerator) inserted() linalgValue {
	x := g.value(1)
	sizes := slices.Clone(x.dims)
	if g.Chance(40) {
		sizes = slices.Insert(sizes, 0, 1)
	}
	offsets, whole := make([]int, len(sizes)), slices.Clone(sizes)
	for d := range sizes {
		if g.Chance(50) {
			offsets[d] = g.IntN(3)
			whole[d] += offsets[d] + g.IntN(2)
		}
	}
	dest := g.use(whole, "i32")
	ones := numberList(slices.Repeat([]int{1}, len(sizes)))
	return g.result(dest, "tensor.insert_slice %s into %s[%s] [%s] [%s] : %s into %s", x.name, dest.name, numberList(offsets), numberList(sizes), ones, x.typ(), dest.typ())
}

func (g *shapesGenerator) extracted() linalgValue {
	x := g.value(1)
	sizes, offsets := make([]int, len(x.dims)), make([]int, len(x.dims))
	for d, n := range x.dims {
		sizes[d] = 1 + g.IntN(n)
		offsets[d] = g.IntN(n - sizes[d] + 1)
	}
	to := linalgValue{dims: sizes, elem: x.elem}
	ones := numberList(slices.Repeat([]int{1}, len(sizes)))
	return g.result(to, "tensor.extract_slice %s[%s] [%s] [%s] : %s to %s", x.name, numberList(offsets), numberList(sizes), ones, x.typ(), to.typ())
}
