package memref_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/memref"
	"optc/internal/testing/oracle"
	"optc/internal/testing/randprog"
	"optc/ir"
	"optc/ir/affine"
)

// value is a memref of the generated function: its type, and the extents, strides and
// offset that it has at run time.
type value struct {
	name           string
	t              *ir.MemRefType
	sizes, strides []int64
	offset         int64
}

// generator writes random functions of views, loads and stores that stay inside
// the memory.
type generator struct {
	randprog.Writer
	c      *ir.Context
	values []value
	used   []string // loaded elements and extents
	types  []string // of those
}

// number is an entry of an offset, size or stride.
type number struct {
	text   string
	n      int64
	static int64 // the extent in the type
}

// index writes the value n as a constant, or as a value that is known only at run time.
func (g *generator) index(n int64) string {
	c := g.Fresh()
	g.Line("%s = arith.constant %d : index", c, n)
	if g.Chance(40) || n < 0 || n > 24 {
		return c
	}
	v := g.Fresh()
	g.Line("%s = memref.load %%numbers[%s] : memref<25xindex>", v, c)
	return v
}

// number writes n as a constant or as a value; dynamic requires a value.
func (g *generator) number(n int64, dynamic bool) number {
	if !dynamic && g.Chance(60) {
		return number{fmt.Sprint(n), n, n}
	}
	return number{g.index(n), n, ir.Dynamic}
}

func texts(ns []number) string {
	var words []string
	for _, n := range ns {
		words = append(words, n.text)
	}
	return "[" + strings.Join(words, ", ") + "]"
}

func lists(ns []number) (actual, static []int64) {
	for _, n := range ns {
		actual, static = append(actual, n.n), append(static, n.static)
	}
	return actual, static
}

func (g *generator) pick() value {
	recent := g.values[max(0, len(g.values)-6):]
	return recent[g.IntN(len(recent))]
}

// add writes an operation whose result is a memref of another type than v's.
func (g *generator) add(v value, source *ir.MemRefType, format string, args ...any) {
	v.name = g.Define("%s : %s to %s", fmt.Sprintf(format, args...), source, v.t)
	g.values = append(g.values, v)
}

// module returns the module of a seed.
func module(seed uint64) oracle.Module {
	g := &generator{Writer: randprog.NewWriter(seed, 1), c: context()}
	g.Level = 1
	g.Line("%%numbers = memref.alloc() : memref<25xindex>")
	g.Line("%%m = memref.alloc() : memref<24xi32>")
	g.Line("%%c0 = arith.constant 0 : index\n  %%c1 = arith.constant 1 : index\n  %%c24 = arith.constant 24 : index\n  %%c25 = arith.constant 25 : index")
	g.Line("scf.for %%i = %%c0 to %%c25 step %%c1 {\n    memref.store %%i, %%numbers[%%i] : memref<25xindex>\n  }")
	g.Line("scf.for %%i = %%c0 to %%c24 step %%c1 {\n    %%x = arith.index_cast %%i : index to i32\n    memref.store %%x, %%m[%%i] : memref<24xi32>\n  }")
	i32 := g.c.I32()
	g.values = []value{{name: "%m", t: ir.MemRef([]int64{24}, i32, nil, nil), sizes: []int64{24}, strides: []int64{1}}}
	steps := []func(){g.cast, g.subview, g.subview, g.expand, g.collapse, g.transpose, g.reinterpret, g.metadata, g.alloc, g.access, g.access, g.dim, g.copy}
	for range 6 + g.IntN(14) {
		steps[g.IntN(len(steps))]()
	}
	g.access()
	for i := range g.used {
		if i == len(g.used)-1 {
			g.Line(`"test.use"(%s) : (%s) -> ()`, strings.Join(g.used, ", "), strings.Join(g.types, ", "))
		}
	}
	return oracle.Module{Seed: seed, Text: "func.func @f() {\n" + g.String() + "  return\n}\n"}
}

// cast drops some of the static knowledge in the type, or promises more.
func (g *generator) cast() {
	v := g.pick()
	pick := func(actual []int64) []int64 {
		known := slices.Clone(actual)
		for i := range known {
			if g.Chance(40) {
				known[i] = ir.Dynamic
			}
		}
		return known
	}
	dims := pick(v.sizes)
	source := v.t
	v.t = ir.MemRef(dims, v.t.Elem, g.c.StridedLayout(pick([]int64{v.offset})[0], pick(v.strides)), nil)
	if source.HasIdentityLayout() && g.Chance(60) {
		v.t = ir.MemRef(dims, v.t.Elem, nil, nil)
	}
	if memref.CastCompatible(source, v.t) {
		g.add(v, source, "memref.cast %s", v.name)
	}
}

func (g *generator) subview() {
	v := g.pick()
	source := v.t
	var offsets, sizes, strides []number
	for _, extent := range v.sizes {
		lo := g.Int64N(extent)
		step := 1 + g.Int64N(2)
		n := 1 + g.Int64N((extent-1-lo)/step+1)
		if g.Chance(30) {
			n = 1
		} else if g.Chance(25) {
			lo, n, step = 0, extent, 1
		}
		offsets, sizes, strides = append(offsets, g.number(lo, false)), append(sizes, g.number(n, false)), append(strides, g.number(step, false))
	}
	lo, staticLo := lists(offsets)
	n, staticN := lists(sizes)
	by, staticBy := lists(strides)
	v.t = memref.SubViewType(source, staticLo, staticN, staticBy)
	v.sizes, v.strides = nil, slices.Clone(v.strides)
	to, offset, _ := v.t.StridesAndOffset()
	var dims, layout, kept []int64
	// Upstream drops the wrong dimensions where several sizes are 1 and not all of these
	// are numbers.
	drop := g.Chance(50) && !slices.ContainsFunc(sizes, func(s number) bool { return s.n == 1 && s.static != 1 })
	for d := range n {
		v.offset += lo[d] * v.strides[d]
		if drop && staticN[d] == 1 {
			continue
		}
		v.sizes, kept = append(v.sizes, n[d]), append(kept, by[d]*v.strides[d])
		dims, layout = append(dims, staticN[d]), append(layout, to[d])
	}
	v.strides = kept
	v.t = ir.MemRef(dims, v.t.Elem, g.c.StridedLayout(offset, layout), nil)
	g.add(v, source, "memref.subview %s%s %s %s", v.name, texts(offsets), texts(sizes), texts(strides))
}

// expand splits some dimensions in two or three.
func (g *generator) expand() {
	v := g.pick()
	if len(v.sizes) > 3 {
		return
	}
	source := v.t
	var shape []number
	var groups [][]int64
	var words []string
	strides := []int64{}
	for d, extent := range v.sizes {
		factors := []int64{extent}
		for _, f := range []int64{2, 3, 1} {
			if len(factors) < 3 && factors[0]%f == 0 && g.Chance(30) {
				factors = slices.Insert(factors, 1, f)
				factors[0] /= f
			}
		}
		unknown := -1
		if source.Dims[d] == ir.Dynamic {
			unknown = g.IntN(len(factors))
		}
		var group []int64
		step := v.strides[d]
		steps := make([]int64, len(factors))
		for i, f := range slices.Backward(factors) {
			steps[i] = step
			step *= f
		}
		for i, f := range factors {
			group = append(group, int64(len(shape)))
			if i == unknown {
				shape = append(shape, g.number(f, true))
			} else {
				shape = append(shape, number{fmt.Sprint(f), f, f})
			}
		}
		strides = append(strides, steps...)
		groups = append(groups, group)
		words = append(words, strings.ReplaceAll(fmt.Sprint(group), " ", ", "))
	}
	if len(groups) == 0 {
		return
	}
	sizes, static := lists(shape)
	t, ok := memref.ExpandedType(source, static, groups)
	if !ok {
		return
	}
	v.name, v.t, v.sizes, v.strides = g.Define("memref.expand_shape %s [%s] output_shape %s : %s into %s",
		v.name, strings.Join(words, ", "), texts(shape), source, t), t, sizes, strides
	g.values = append(g.values, v)
}

// collapse joins neighbours that are contiguous.
func (g *generator) collapse() {
	v := g.pick()
	source := v.t
	var groups [][]int64
	var words []string
	for d := range v.sizes {
		if k := len(groups) - 1; k >= 0 && g.Chance(60) && v.sizes[d] > 1 && v.sizes[d-1] > 1 && v.strides[d-1] == v.strides[d]*v.sizes[d] {
			groups[k] = append(groups[k], int64(d))
			continue
		}
		groups = append(groups, []int64{int64(d)})
	}
	if len(groups) == 0 {
		return
	}
	t := memref.CollapsedType(source, groups)
	if t == nil {
		return
	}
	var sizes, strides []int64
	for _, group := range groups {
		n := int64(1)
		for _, d := range group {
			n *= v.sizes[d]
		}
		sizes, strides = append(sizes, n), append(strides, v.strides[group[len(group)-1]])
		words = append(words, strings.ReplaceAll(fmt.Sprint(group), " ", ", "))
	}
	v.name, v.t, v.sizes, v.strides = g.Define("memref.collapse_shape %s [%s] : %s into %s", v.name, strings.Join(words, ", "), source, t), t, sizes, strides
	g.values = append(g.values, v)
}

func (g *generator) transpose() {
	v := g.pick()
	rank := len(v.sizes)
	perm := g.Perm(rank)
	m := affine.Map{NumDims: rank}
	var sizes, strides []int64
	for _, d := range perm {
		m.Results = append(m.Results, affine.Dim(d))
		sizes, strides = append(sizes, v.sizes[d]), append(strides, v.strides[d])
	}
	source := v.t
	v.t, v.sizes, v.strides = memref.TransposedType(source, m), sizes, strides
	g.add(v, source, "memref.transpose %s %s", v.name, m)
}

// reinterpret takes a window of the whole memory.
func (g *generator) reinterpret() {
	v := g.pick()
	offset, n, step := g.Int64N(8), 1+g.Int64N(3), 1+g.Int64N(2)
	o, sizes, strides := []number{g.number(offset, false)}, []number{g.number(n, false), g.number(2, false)}, []number{g.number(step, false), g.number(5, false)}
	_, so := lists(o)
	source := v.t
	var dims, layout []int64
	v.sizes, dims = lists(sizes)
	v.strides, layout = lists(strides)
	v.offset, v.t = offset, ir.MemRef(dims, v.t.Elem, g.c.StridedLayout(so[0], layout), nil)
	g.add(v, source, "memref.reinterpret_cast %s to offset: %s, sizes: %s, strides: %s", v.name, texts(o), texts(sizes), texts(strides))
}

// metadata decomposes a memref and builds a memref from the parts.
func (g *generator) metadata() {
	v := g.pick()
	rank := len(v.sizes)
	name := g.Fresh()
	parts := fmt.Sprintf("%s:%d", name, 2+2*rank)
	g.Line("%s = memref.extract_strided_metadata %s : %s -> memref<i32>, index%s", parts, v.name, v.t, strings.Repeat(", index", 2*rank))
	part := func(i int) string { return fmt.Sprintf("%s#%d", name, i) }
	var sizes, strides []string
	dims := make([]int64, rank)
	for d := range dims {
		sizes, strides = append(sizes, part(2+d)), append(strides, part(2+rank+d))
		dims[d] = ir.Dynamic
	}
	i := g.IntN(1 + 2*rank)
	g.used, g.types = append(g.used, part(1+i)), append(g.types, "index")
	v.t = ir.MemRef(dims, v.t.Elem, g.c.StridedLayout(ir.Dynamic, dims), nil)
	g.add(v, ir.MemRef(nil, v.t.Elem, nil, nil), "memref.reinterpret_cast %s to offset: [%s], sizes: [%s], strides: [%s]", part(0), part(1), strings.Join(sizes, ", "), strings.Join(strides, ", "))
}

// alloc makes a copy in newly allocated memory.
func (g *generator) alloc() {
	v := g.pick()
	var dims []int64
	var values []string
	for _, n := range v.sizes {
		x := g.number(n, false)
		if dims = append(dims, x.static); x.static == ir.Dynamic {
			values = append(values, x.text)
		}
	}
	t := ir.MemRef(dims, v.t.Elem, nil, nil)
	if !memref.CastCompatible(ir.MemRef(v.t.Dims, v.t.Elem, nil, nil), t) {
		return
	}
	name := g.Define("memref.alloc(%s) : %s", strings.Join(values, ", "), t)
	g.Line("memref.copy %s, %s : %s to %s", v.name, name, v.t, t)
	v.name, v.t, v.offset = name, t, 0
	step := int64(1)
	v.strides = make([]int64, len(v.sizes))
	for d, n := range slices.Backward(v.sizes) {
		v.strides[d] = step
		step *= n
	}
	if span := step; span == 24 {
		g.values = append(g.values, v)
	}
}

// access loads an element, and sometimes stores one.
func (g *generator) access() {
	v := g.pick()
	at := func() string {
		var words []string
		for _, n := range v.sizes {
			words = append(words, g.index(g.Int64N(n)))
		}
		return strings.Join(words, ", ")
	}
	x := g.Define("memref.load %s[%s] : %s", v.name, at(), v.t)
	if g.Chance(40) {
		g.Line("memref.store %s, %s[%s] : %s", x, v.name, at(), v.t)
	}
	g.used, g.types = append(g.used, x), append(g.types, "i32")
}

func (g *generator) dim() {
	v := g.pick()
	if len(v.sizes) > 0 {
		x := g.Define("memref.dim %s, %s : %s", v.name, g.index(g.Int64N(int64(len(v.sizes)))), v.t)
		g.used, g.types = append(g.used, x), append(g.types, "index")
	}
}

// copy moves elements between two memrefs of equal extents, or from a memref to itself.
func (g *generator) copy() {
	v, w := g.pick(), g.pick()
	if slices.Equal(v.sizes, w.sizes) && memref.CastCompatible(ir.MemRef(v.t.Dims, v.t.Elem, nil, nil), ir.MemRef(w.t.Dims, w.t.Elem, nil, nil)) {
		g.Line("memref.copy %s, %s : %s to %s", v.name, w.name, v.t, w.t)
	}
}
