package vector_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/testing/oracle"
	"optc/internal/testing/randprog"
)

// value is a scalar (rank -1: dims nil) or vector of the generated function.
type value struct {
	name string
	dims []int64 // nil for scalars
	elem string
}

func (v value) typ() string { return typeOf(v.dims, v.elem) }

func typeOf(dims []int64, elem string) string {
	if dims == nil {
		return elem
	}
	var b strings.Builder
	b.WriteString("vector<")
	for _, n := range dims {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String() + elem + ">"
}

// generator writes random functions of vector operations on one element type.
type generator struct {
	randprog.Writer
	elem   string
	values []value
	tensor string // last tensor<4x5xelem>
}

// add writes an operation with one result.
func (g *generator) add(dims []int64, elem, format string, args ...any) value {
	v := value{g.Define(format, args...), dims, elem}
	g.values = append(g.values, v)
	return v
}

// pick returns a matching value; it prefers recent values.
func (g *generator) pick(match func(v value) bool) (value, bool) {
	var found []value
	for _, v := range g.values {
		if match(v) {
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return value{}, false
	}
	if len(found) > 4 && g.Chance(70) {
		found = found[len(found)-4:]
	}
	return found[g.IntN(len(found))], true
}

func (g *generator) ofType(dims []int64) func(v value) bool {
	return func(v value) bool {
		return v.elem == g.elem && (v.dims == nil) == (dims == nil) && slices.Equal(v.dims, dims)
	}
}

// vector returns a vector of the element type for which match holds; there always is one.
func (g *generator) vector(match func(dims []int64) bool) (value, bool) {
	return g.pick(func(v value) bool {
		return v.elem == g.elem && v.dims != nil && product(v.dims) <= 64 && (match == nil || match(v.dims))
	})
}

// need returns a value of a type, or a new constant if there is none.
func (g *generator) need(dims []int64) value {
	if v, ok := g.pick(g.ofType(dims)); ok {
		return v
	}
	return g.constant(dims)
}

func (g *generator) shape() []int64 {
	dims := make([]int64, 1+g.IntN(3))
	for i := range dims {
		dims[i] = []int64{1, 1, 2, 3, 4}[g.IntN(5)]
	}
	return dims
}

func product(dims []int64) int64 {
	n := int64(1)
	for _, d := range dims {
		n *= d
	}
	return n
}

func (g *generator) literal() string {
	switch g.elem {
	case "i1":
		return []string{"true", "false"}[g.IntN(2)]
	case "f32":
		return fmt.Sprintf("%d.0", g.IntN(7)-3)
	}
	return fmt.Sprint(g.IntN(7) - 3)
}

func (g *generator) constant(dims []int64) value {
	switch {
	case dims == nil && g.elem == "i1":
		return g.add(nil, g.elem, "arith.constant %s", g.literal())
	case dims == nil:
		return g.add(nil, g.elem, "arith.constant %s : %s", g.literal(), g.elem)
	}
	body := g.literal()
	if g.Chance(50) {
		body = g.nested(dims)
	}
	return g.add(dims, g.elem, "arith.constant dense<%s> : %s", body, typeOf(dims, g.elem))
}

func (g *generator) nested(dims []int64) string {
	if len(dims) == 0 {
		return g.literal()
	}
	parts := make([]string, dims[0])
	for i := range parts {
		parts[i] = g.nested(dims[1:])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// index returns an index operand below n, constant or not.
func (g *generator) index(n int64) string {
	if v, ok := g.pick(func(v value) bool { return v.dims == nil && v.name == "%i" }); ok && n > 3 && g.Chance(30) {
		return v.name
	}
	v := value{name: g.Fresh()}
	g.Line("%s = arith.constant %d : index", v.name, g.Int64N(n))
	return v.name
}

// position returns a position of n entries in a vector, in brackets.
func (g *generator) position(dims []int64, n int) string {
	parts := make([]string, n)
	for i := range parts {
		if g.Chance(15) {
			parts[i] = g.index(dims[i])
		} else {
			parts[i] = fmt.Sprint(g.Int64N(dims[i]))
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func ints(vs []int64) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = fmt.Sprint(v)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func names(vs []value) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = v.name
	}
	return strings.Join(parts, ", ")
}

// module returns a module with one random function.
func module(seed uint64) oracle.Module {
	g := &generator{Writer: randprog.NewWriter(seed, 3)}
	g.Level = 1
	g.elem = []string{"f32", "f32", "i32", "i8", "index", "i1"}[g.IntN(6)]
	args := []value{{"%a", g.shape(), g.elem}, {"%b", g.shape(), g.elem}, {"%s", nil, g.elem}}
	g.values = slices.Clone(args)
	g.tensor = "%t"
	for range 3 + g.IntN(8) {
		generators[g.IntN(len(generators))](g)
	}
	var uses, types []string
	for _, v := range g.values {
		if strings.HasPrefix(v.name, "%v") && g.Chance(50) {
			uses, types = append(uses, v.name), append(types, v.typ())
		}
	}
	tensor := "tensor<4x5x" + g.elem + ">"
	uses, types = append(uses, g.tensor), append(types, tensor)
	var params []string
	for _, v := range args {
		params = append(params, v.name+": "+v.typ())
	}
	return oracle.Module{Seed: seed, Text: fmt.Sprintf("func.func @f(%s, %%t: %s) {\n%s  \"test.use\"(%s) : (%s) -> ()\n  return\n}\n",
		strings.Join(params, ", "), tensor, g.String(), strings.Join(uses, ", "), strings.Join(types, ", "))}
}

// generators lists the operations; operations with many folds are listed several times.
var generators = []func(*generator){
	broadcasts, broadcasts, broadcasts, shapeCasts, shapeCasts, shapeCasts, transposes, transposes, transposes,
	extracts, extracts, extracts, extracts, inserts, inserts, inserts, insertChains, slices1, slices1, slices1,
	insertedSlices, insertedSlices, insertedSlices, fromElements, takenApart, extractedElements, shuffles, shuffles,
	reductions, multiReductions, multiReductions, bitcasts, interleaves, constants, constants, masks, masks,
	reads, reads, writes, writes, steps,
}

func constants(g *generator) { g.constant(g.shape()) }

func broadcasts(g *generator) {
	v, ok := g.pick(func(v value) bool { return v.elem == g.elem && product(v.dims) <= 16 })
	if !ok {
		return
	}
	if v.dims == nil {
		to := g.shape()
		g.add(to, g.elem, "vector.broadcast %s : %s to %s", v.name, v.typ(), typeOf(to, g.elem))
		return
	}
	to := slices.Clone(v.dims)
	for i := range to {
		if to[i] == 1 && g.Chance(50) {
			to[i] = 2 + g.Int64N(2)
		}
	}
	if g.Chance(60) {
		to = append([]int64{1 + g.Int64N(2)}, to...)
	}
	g.add(to, g.elem, "vector.broadcast %s : %s to %s", v.name, v.typ(), typeOf(to, g.elem))
}

func shapeCasts(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	n := product(v.dims)
	var to []int64
	for _, q := range []int64{2, 3, 2, 3, 2} {
		if n%q == 0 && g.Chance(60) {
			to = append(to, q)
			n /= q
		}
	}
	to = append(to, n)
	if g.Chance(50) {
		to = slices.Insert(to, g.IntN(len(to)+1), 1)
	}
	g.add(to, g.elem, "vector.shape_cast %s : %s to %s", v.name, v.typ(), typeOf(to, g.elem))
}

func transposes(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	perm, to := make([]int64, len(v.dims)), make([]int64, len(v.dims))
	for i, p := range g.Perm(len(v.dims)) {
		perm[i], to[i] = int64(p), v.dims[p]
	}
	g.add(to, g.elem, "vector.transpose %s, %s : %s to %s", v.name, ints(perm), v.typ(), typeOf(to, g.elem))
}

// rest returns the dimensions after the first n, or nil if none remain.
func rest(dims []int64, n int) []int64 {
	if n == len(dims) {
		return nil
	}
	return dims[n:]
}

func extracts(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	n := 1 + g.IntN(len(v.dims))
	to := rest(v.dims, n)
	g.add(to, g.elem, "vector.extract %s%s : %s from %s", v.name, g.position(v.dims, n), typeOf(to, g.elem), v.typ())
}

func inserts(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	n := 1 + g.IntN(len(v.dims))
	s := g.need(rest(v.dims, n))
	g.add(v.dims, g.elem, "vector.insert %s, %s %s : %s into %s", s.name, v.name, g.position(v.dims, n), s.typ(), v.typ())
}

// each calls visit with every position of a shape, in random order.
func (g *generator) each(dims []int64, visit func(pos []int64)) {
	for _, i := range g.Perm(int(product(dims))) {
		pos := make([]int64, len(dims))
		for d, k := len(dims)-1, int64(i); d >= 0; d-- {
			pos[d], k = k%dims[d], k/dims[d]
		}
		visit(pos)
	}
}

func insertChains(g *generator) {
	v, ok := g.vector(func(dims []int64) bool { return product(dims) <= 6 })
	if !ok {
		return
	}
	g.each(v.dims, func(pos []int64) {
		s := g.need(nil)
		v = g.add(v.dims, g.elem, "vector.insert %s, %s %s : %s into %s", s.name, v.name, ints(pos), g.elem, v.typ())
	})
}

func slices1(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	n := 1 + g.IntN(len(v.dims))
	offsets, sizes := make([]int64, n), make([]int64, n)
	for i := range n {
		sizes[i] = []int64{1, v.dims[i], 1 + g.Int64N(v.dims[i])}[g.IntN(3)]
		offsets[i] = g.Int64N(v.dims[i] - sizes[i] + 1)
	}
	to := slices.Concat(sizes, v.dims[n:])
	g.add(to, g.elem, "vector.extract_strided_slice %s {offsets = %s, sizes = %s, strides = %s} : %s to %s",
		v.name, ints(offsets), ints(sizes), ints(slices.Repeat([]int64{1}, n)), v.typ(), typeOf(to, g.elem))
}

func insertedSlices(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	s, ok := g.vector(func(dims []int64) bool {
		for i := range dims {
			if len(dims) > len(v.dims) || dims[i] > v.dims[len(v.dims)-len(dims)+i] {
				return false
			}
		}
		return true
	})
	if !ok {
		return
	}
	lead := len(v.dims) - len(s.dims)
	offsets := make([]int64, len(v.dims))
	for i, n := range v.dims {
		if i >= lead {
			n -= s.dims[i-lead] - 1
		}
		offsets[i] = g.Int64N(n)
	}
	g.add(v.dims, g.elem, "vector.insert_strided_slice %s, %s {offsets = %s, strides = %s} : %s into %s",
		s.name, v.name, ints(offsets), ints(slices.Repeat([]int64{1}, len(s.dims))), s.typ(), v.typ())
}

func fromElements(g *generator) {
	to := g.shape()
	if product(to) > 8 {
		return
	}
	elems := make([]value, product(to))
	one := g.need(nil)
	same := g.Chance(25)
	for i := range elems {
		if elems[i] = one; !same {
			elems[i] = g.need(nil)
		}
	}
	g.add(to, g.elem, "vector.from_elements %s : %s", names(elems), typeOf(to, g.elem))
}

func takenApart(g *generator) {
	v, ok := g.vector(func(dims []int64) bool { return product(dims) <= 8 })
	if !ok {
		return
	}
	base := g.Fresh()
	n := int(product(v.dims))
	g.Line("%s:%d = vector.to_elements %s : %s", base, n, v.name, v.typ())
	elems := make([]value, n)
	for i := range elems {
		elems[i] = value{fmt.Sprintf("%s#%d", base, i), nil, g.elem}
	}
	g.values = append(g.values, elems...)
	if g.Chance(60) {
		g.add(v.dims, g.elem, "vector.from_elements %s : %s", names(elems), v.typ())
	}
}

func extractedElements(g *generator) {
	v, ok := g.vector(func(dims []int64) bool { return product(dims) <= 8 })
	if !ok {
		return
	}
	n := g.IntN(len(v.dims))
	fixed := make([]int64, n)
	for i := range fixed {
		fixed[i] = g.Int64N(v.dims[i])
	}
	elems := make([]value, product(v.dims[n:]))
	g.each(v.dims[n:], func(pos []int64) {
		at := int64(0)
		for d, p := range pos {
			at = at*v.dims[n+d] + p
		}
		elems[at] = g.add(nil, g.elem, "vector.extract %s%s : %s from %s", v.name, ints(slices.Concat(fixed, pos)), g.elem, v.typ())
	})
	g.add([]int64{int64(len(elems))}, g.elem, "vector.from_elements %s : %s", names(elems), typeOf([]int64{int64(len(elems))}, g.elem))
}

func shuffles(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	w, ok := g.vector(func(dims []int64) bool { return len(dims) == len(v.dims) && slices.Equal(dims[1:], v.dims[1:]) })
	if !ok {
		return
	}
	n, m := v.dims[0], w.dims[0]
	var mask []int64
	switch g.IntN(4) {
	case 0:
		for i := range n {
			mask = append(mask, i)
		}
	case 1:
		for i := range min(n, m) {
			mask = append(mask, i, n+i)
		}
	default:
		for range 1 + g.IntN(4) {
			mask = append(mask, g.Int64N(n+m))
		}
	}
	to := slices.Concat([]int64{int64(len(mask))}, v.dims[1:])
	g.add(to, g.elem, "vector.shuffle %s, %s %s : %s, %s", v.name, w.name, ints(mask), v.typ(), w.typ())
}

// kind returns a kind of reduction that does not depend on the order.
func (g *generator) kind() string {
	kinds := []string{"add", "mul", "minsi", "maxsi", "minui", "maxui", "and", "or", "xor"}
	if g.elem == "f32" {
		kinds = []string{"minnumf", "maxnumf", "minimumf", "maximumf"}
	}
	return kinds[g.IntN(len(kinds))]
}

func reductions(g *generator) {
	v, ok := g.vector(func(dims []int64) bool { return len(dims) == 1 })
	if !ok {
		return
	}
	acc := ""
	if g.Chance(50) {
		acc = ", " + g.need(nil).name
	}
	g.add(nil, g.elem, "vector.reduction <%s>, %s%s : %s into %s", g.kind(), v.name, acc, v.typ(), g.elem)
}

func multiReductions(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	units := g.Chance(50)
	var dims, to []int64
	for d, n := range v.dims {
		if units && n == 1 || !units && g.Chance(50) {
			dims = append(dims, int64(d))
		} else {
			to = append(to, n)
		}
	}
	if len(v.dims) == 1 && dims == nil {
		return // upstream loses the accumulator
	}
	acc := g.need(to)
	g.add(to, g.elem, "vector.multi_reduction <%s>, %s, %s %s : %s to %s", g.kind(), v.name, acc.name, ints(dims), v.typ(), typeOf(to, g.elem))
}

func bitcasts(g *generator) {
	v, ok := g.vector(nil)
	if !ok || g.elem != "i32" && g.elem != "f32" {
		return
	}
	to := slices.Clone(v.dims)
	to[len(to)-1] *= 4
	narrow := g.add(to, "i8", "vector.bitcast %s : %s to %s", v.name, v.typ(), typeOf(to, "i8"))
	g.add(v.dims, g.elem, "vector.bitcast %s : %s to %s", narrow.name, narrow.typ(), v.typ())
}

func interleaves(g *generator) {
	v, ok := g.vector(nil)
	if !ok {
		return
	}
	w := g.need(v.dims)
	to := slices.Clone(v.dims)
	to[len(to)-1] *= 2
	g.add(to, g.elem, "vector.interleave %s, %s : %s -> %s", v.name, w.name, v.typ(), typeOf(to, g.elem))
}

// mask writes a mask of a shape and returns its name.
func (g *generator) mask(dims []int64) string {
	t := typeOf(dims, "i1")
	if g.Chance(50) {
		sizes := make([]int64, len(dims))
		for i, n := range dims {
			sizes[i] = []int64{n, g.Int64N(n + 1)}[g.IntN(2)]
		}
		if slices.Contains(sizes, 0) {
			clear(sizes)
		}
		return g.add(dims, "i1", "vector.constant_mask %s : %s", ints(sizes), t).name
	}
	bounds := make([]string, len(dims))
	for i := range bounds {
		bounds[i] = g.index(5)
	}
	return g.add(dims, "i1", "vector.create_mask %s : %s", strings.Join(bounds, ", "), t).name
}

func masks(g *generator) { g.mask(g.shape()) }

func steps(g *generator) {
	if g.elem == "index" {
		n := 1 + g.Int64N(4)
		g.add([]int64{n}, g.elem, "vector.step : vector<%dxindex>", n)
	}
}

// place returns indices into the tensor for a vector of rank 1 or 2, a map, and the
// dimensions that are certainly in bounds.
func (g *generator) place(dims []int64, write bool) (indices, attrs string) {
	rows, cols := g.Int64N(3), g.Int64N(3)
	indices = g.Define("arith.constant %d : index", rows) + ", " + g.Define("arith.constant %d : index", cols)
	if len(dims) == 1 {
		attrs = []string{"", " {permutation_map = affine_map<(d0, d1) -> (d0)>}", " {permutation_map = affine_map<(d0, d1) -> (0)>}"}[g.IntN(3)]
	} else {
		attrs = []string{"", " {permutation_map = affine_map<(d0, d1) -> (d1, d0)>}", " {permutation_map = affine_map<(d0, d1) -> (0, d1)>}"}[g.IntN(3)]
	}
	if write && strings.Contains(attrs, "(0") {
		attrs = ""
	}
	return indices, attrs
}

func reads(g *generator) {
	dims := g.shape()
	if len(dims) > 2 {
		return
	}
	mask := ""
	indices, attrs := g.place(dims, false)
	if attrs == "" && g.Chance(30) {
		mask = ", " + g.mask(dims)
	}
	pad := g.need(nil)
	g.add(dims, g.elem, "vector.transfer_read %s[%s], %s%s%s : tensor<4x5x%s>, %s", g.tensor, indices, pad.name, mask, attrs, g.elem, typeOf(dims, g.elem))
}

func writes(g *generator) {
	v, ok := g.vector(func(dims []int64) bool { return len(dims) <= 2 })
	if !ok {
		return
	}
	mask := ""
	indices, attrs := g.place(v.dims, true)
	if attrs == "" && g.Chance(30) {
		mask = ", " + g.mask(v.dims)
	}
	t := g.Fresh()
	g.Line("%s = vector.transfer_write %s, %s[%s]%s%s : %s, tensor<4x5x%s>", t, v.name, g.tensor, indices, mask, attrs, v.typ(), g.elem)
	g.tensor = t
}
