package distribute_test

import (
	"fmt"
	"optc/internal/testing/randprog"
	"slices"
	"strings"
	"testing"
)

// lowerings lists passes with the operations that they lower.
var lowerings = []struct {
	name      string
	write     func(*program) // writes operations for the passes
	gone      string         // the operation that none of the pipelines leaves
	pipelines []string
}{
	{name: "reduction", write: (*program).reduction, gone: "vector.multi_reduction", pipelines: []string{
		"lower-vector-multi-reduction",
		"lower-vector-multi-reduction{lowering-strategy=inner-reduction}",
	}},
	{name: "gather", write: (*program).elementGather, gone: "vector.gather",
		pipelines: []string{"lower-vector-mask,lower-vector-gather"}},
	{name: "contraction", write: (*program).contraction, gone: "", pipelines: []string{
		"lower-vector-contract",
		"lower-vector-contract{lowering-strategy=outerproduct}",
		"lower-vector-contract{lowering-strategy=parallelarith}",
	}},
	{name: "product", write: (*program).sumOfProducts, gone: "vector.contract", pipelines: []string{
		"lower-vector-contract",
		"lower-vector-contract{lowering-strategy=outerproduct}",
		"lower-vector-contract{lowering-strategy=parallelarith}",
	}},
	{name: "outer product", write: (*program).outerProduct, gone: "vector.outerproduct",
		pipelines: []string{"lower-vector-contract"}},
	{name: "tiles of reductions", write: (*program).reduction,
		pipelines: append(unrolled("lower-vector-multi-reduction{lowering-strategy=inner-reduction},"), unrolled("")...)},
	{name: "tiles of gathers", write: (*program).elementGather, pipelines: unrolled("")},
	{name: "tiles of contractions", write: (*program).contraction, pipelines: unrolled("")},
	{name: "tiles", write: (*program).tiles, pipelines: append(unrolled(""), unrolled("canonicalize,")...)},
	{name: "transpositions", write: (*program).tiles, gone: "vector.transpose", pipelines: []string{"lower-vector-transpose"}},
	{name: "masks", write: (*program).units, pipelines: []string{"lower-vector-create-mask"}},
	{name: "units", write: (*program).units,
		pipelines: []string{"drop-vector-unit-dims", "lower-vector-mask,drop-vector-unit-dims"}},
	{name: "rows", write: (*program).rows,
		pipelines: []string{"flatten-vector-transfers", "flatten-vector-transfers{target-vector-bitwidth=96}"}},
}

// unrolled returns pipelines that divide operations of ranks 1 to 3, after other passes.
func unrolled(first string) []string {
	return []string{
		first + "unroll-vectors{native-shape=1},unroll-vectors{native-shape=1,1 reverse-unroll-order=true},unroll-vectors{native-shape=1,1,1}",
		first + "unroll-vectors{native-shape=2 reverse-unroll-order=true},unroll-vectors{native-shape=2,2},unroll-vectors{native-shape=1,2,1}",
		first + "unroll-vectors{native-shape=1,3 ops=vector.gather,vector.contract,vector.multi_reduction,arith.addf},unroll-vectors{native-shape=2,1,2}",
	}
}

// Lowered operations on vectors, masked or not, write the same as the original
// operations. The data are small integers, so that the order of the summands does not
// matter.
func TestLoweredVectorsAgree(t *testing.T) {
	t.Parallel()
	for _, l := range lowerings {
		for seed := range uint64(programs / 5) {
			t.Run(fmt.Sprintf("%s/%d", l.name, seed), func(t *testing.T) {
				t.Parallel()
				p := newProgram(seed)
				l.write(p)
				want := p.call(t, p.transformed(t, "builtin.module()"), 1)
				for _, pipeline := range l.pipelines {
					for _, more := range []string{"", ",canonicalize,cse"} {
						text := "builtin.module(func.func(" + pipeline + ")" + more + ")"
						module := p.transformed(t, text)
						if l.gone != "" && strings.Contains(module.String(), l.gone) {
							t.Fatalf("%s leaves\n%s", text, module)
						}
						if d := p.call(t, module, 1).Differs(want); d != "" {
							t.Fatalf("%s makes\n%s\nof\n%s\n%s", text, module, p.text(), d)
						}
					}
				}
			})
		}
	}
}

// whole reads a new memref of that shape.
func (p *program) whole(elem string, shape []int64, limit int64) string {
	m := p.memref(elem, shape, limit)
	pad := p.Define("arith.constant %s", map[string]string{"f32": "0.0 : f32", "index": "0 : index", "i1": "false"}[elem])
	zero := p.Define("arith.constant 0 : index")
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	in := strings.Join(slices.Repeat([]string{"true"}, len(shape)), ", ")
	return p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", m.name, at, pad, in, m.typ(), vectorType(shape, elem))
}

// store writes a vector to a new memref.
func (p *program) store(v string, shape []int64) {
	m := p.memref("f32", shape, 0)
	zero := p.Define("arith.constant 0 : index")
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	p.Line("vector.transfer_write %s, %s[%s] : %s, %s", v, m.name, at, vectorType(shape, "f32"), m.typ())
}

// under puts an operation under a mask, or not.
func (p *program) under(mask []int64, result, format string, args ...any) string {
	op := fmt.Sprintf(format, args...)
	if p.Chance(50) {
		return p.Define("%s", op)
	}
	k := p.whole("i1", mask, 0)
	return p.Define("vector.mask %s { %s } : %s -> %s", k, op, vectorType(mask, "i1"), result)
}

func (p *program) extents(rank int) []int64 {
	shape := make([]int64, rank)
	for d := range shape {
		shape[d] = 1 + p.Int64N(4)
	}
	return shape
}

// reduction writes a reduction of at least one dimension.
func (p *program) reduction() {
	shape := p.extents(1 + p.IntN(4))
	var kept, reduced []int64
	first := p.IntN(len(shape))
	for d, n := range shape {
		if d == first || p.Chance(40) {
			reduced = append(reduced, int64(d))
		} else {
			kept = append(kept, n)
		}
	}
	kind := randprog.OneOf(p, "add", "minimumf", "maximumf", "minnumf", "maxnumf")
	x := p.whole("f32", shape, 0)
	acc, result := "", "f32"
	if len(kept) > 0 {
		acc, result = p.whole("f32", kept, 0), vectorType(kept, "f32")
	} else {
		acc = p.Define("arith.constant 3.0 : f32")
	}
	r := p.under(shape, result, "vector.multi_reduction <%s>, %s, %s %s : %s to %s", kind, x, acc, ints(reduced), vectorType(shape, "f32"), result)
	if len(kept) == 0 {
		kept = []int64{1}
		r = p.Define("vector.broadcast %s : f32 to vector<1xf32>", r)
	}
	p.store(r, kept)
}

// elements reads a vector with the given shape, or a scalar if there is none, of any
// element type; the values of i32 are below 64, the values of float types are integers.
func (p *program) elements(elem string, shape []int64) string {
	from := map[string]string{"f16": "f32", "i8": "index", "i32": "index"}[elem]
	scalar := len(shape) == 0
	if scalar {
		shape = []int64{1}
	}
	var v string
	switch from {
	case "":
		v = p.whole(elem, shape, 64)
	case "f32":
		v = p.whole(from, shape, 64)
		v = p.Define("arith.truncf %s : %s to %s", v, vectorType(shape, from), vectorType(shape, elem))
	case "index":
		v = p.whole(from, shape, 64)
		v = p.Define("arith.index_cast %s : %s to %s", v, vectorType(shape, from), vectorType(shape, elem))
	}
	if scalar {
		v = p.Define("vector.extract %s[0] : %s from %s", v, elem, vectorType(shape, elem))
	}
	return v
}

// storeElements writes a vector, or an element for no shape, of f32 or i32.
func (p *program) storeElements(v, elem string, shape []int64) {
	if len(shape) == 0 {
		shape = []int64{1}
		v = p.Define("vector.broadcast %s : %s to %s", v, elem, vectorType(shape, elem))
	}
	if elem == "i32" {
		v = p.Define("arith.sitofp %s : %s to %s", v, vectorType(shape, elem), vectorType(shape, "f32"))
	}
	p.store(v, shape)
}

func typeOf(elem string, shape []int64) string {
	if len(shape) == 0 {
		return elem
	}
	return vectorType(shape, elem)
}

// kind returns a combining kind whose result does not depend on the order.
func (p *program) kind(elem string) string {
	if elem == "i32" {
		return randprog.OneOf(p, "add", "mul", "minsi", "maxui", "and", "or", "xor")
	}
	return randprog.OneOf(p, "add", "minimumf", "maximumf", "minnumf", "maxnumf")
}

// outerProduct writes an outer product, or the product of a vector and an element.
func (p *program) outerProduct() {
	elem := randprog.OneOf(p, "f32", "i32")
	rows, columns := p.extents(1), p.extents(p.IntN(2))
	shape := slices.Concat(rows, columns)
	a, b := p.elements(elem, rows), p.elements(elem, columns)
	types := fmt.Sprintf("%s, %s", typeOf(elem, rows), typeOf(elem, columns))
	if p.Chance(30) {
		p.storeElements(p.Define("vector.outerproduct %s, %s : %s", a, b, types), elem, shape)
		return
	}
	acc := p.elements(elem, shape)
	r := p.under(shape, vectorType(shape, elem), "vector.outerproduct %s, %s, %s {kind = #vector.kind<%s>} : %s", a, b, acc, p.kind(elem), types)
	p.storeElements(r, elem, shape)
}

// contraction writes a contraction of any kind.
func (p *program) contraction() {
	elem := randprog.OneOf(p, "f32", "i32")
	operands := map[string]string{"f32": "f16", "i32": "i8"}[elem]
	p.contract(p.kind(elem), randprog.OneOf(p, elem, operands), elem)
}

// sumOfProducts writes a contraction that every strategy lowers.
func (p *program) sumOfProducts() {
	elem := randprog.OneOf(p, "f32", "i32")
	p.contract("add", elem, elem)
}

// contract writes a contraction with iterators of all kinds, in any order: along lhs and
// rhs, along one of them, and reduced.
func (p *program) contract(kind, operands, elem string) {
	var iterators []string
	var maps [3][]int // the dimensions of lhs, rhs and result
	var extent []int64
	sorts := []string{"k"}
	for _, sort := range []string{"b", "m", "n", "k"} {
		if p.Chance(map[string]int{"b": 40, "m": 60, "n": 60, "k": 20}[sort]) {
			sorts = append(sorts, sort)
		}
	}
	p.Shuffle(len(sorts), func(i, j int) { sorts[i], sorts[j] = sorts[j], sorts[i] })
	for d, sort := range sorts {
		iterator, in := "parallel", [3]bool{sort != "n", sort != "m", sort != "k"}
		if sort == "k" {
			iterator = "reduction"
		}
		iterators, extent = append(iterators, `"`+iterator+`"`), append(extent, 1+p.Int64N(3))
		for i := range maps {
			if in[i] {
				maps[i] = append(maps[i], d)
			}
		}
	}
	var shapes [3][]int64
	var texts [3]string
	for i, m := range maps {
		p.Shuffle(len(m), func(i, j int) { m[i], m[j] = m[j], m[i] })
		shapes[i] = extents(extent, m)
		texts[i] = mapText(len(sorts), m)
	}
	result := typeOf(elem, shapes[2])
	r := p.under(extent, result, "vector.contract {indexing_maps = [%s], iterator_types = [%s], kind = #vector.kind<%s>} %s, %s, %s : %s, %s into %s",
		strings.Join(texts[:], ", "), strings.Join(iterators, ", "), kind, p.elements(operands, shapes[0]), p.elements(operands, shapes[1]), p.elements(elem, shapes[2]),
		vectorType(shapes[0], operands), vectorType(shapes[1], operands), result)
	p.storeElements(r, elem, shapes[2])
}

// block reads or writes a block of a new memref inside of its bounds: mostly whole rows.
func (p *program) block(shape []int64) (m argument, at, bounds string) {
	whole, offsets := slices.Clone(shape), make([]string, len(shape))
	for d := range shape {
		extra := int64(0)
		if d == 0 || p.Chance(10) {
			extra = p.Int64N(3)
		}
		whole[d] += extra
		offsets[d] = p.index(p.Int64N(extra + 1))
	}
	if p.Chance(30) {
		whole, offsets = append([]int64{2}, whole...), append([]string{p.index(1)}, offsets...)
	}
	return p.memref("f32", whole, 0), strings.Join(offsets, ", "), strings.Join(slices.Repeat([]string{"true"}, len(shape)), ", ")
}

// rows writes a block after some operations on it.
func (p *program) rows() {
	shape := p.extents(2 + p.IntN(3))
	if p.Chance(30) {
		shape[0] = 1
	}
	typ := vectorType(shape, "f32")
	m, at, bounds := p.block(shape)
	pad := p.Define("arith.constant 0.0 : f32")
	v := p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", m.name, at, pad, bounds, m.typ(), typ)
	if p.Chance(50) {
		v = p.Define("arith.addf %s, %s : %s", v, v, typ)
	}
	if p.Chance(50) {
		perm := p.Perm(len(shape))
		shape = extents(shape, perm)
		v = p.Define("vector.transpose %s, %s : %s to %s", v, strings.ReplaceAll(fmt.Sprint(perm), " ", ", "), typ, vectorType(shape, "f32"))
		typ = vectorType(shape, "f32")
	}
	if p.Chance(50) {
		lo, hi, step := p.index(0), p.index(p.Int64N(4)), p.index(1)
		r := p.Fresh()
		p.Line("%s = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s) -> (%s) {", r, r, lo, hi, step, r, v, typ)
		p.Line("%s_b = arith.addf %s_a, %s : %s\n  scf.yield %s_b : %s\n  }", r, r, v, typ, r, typ)
		v = r
	}
	out, at, bounds := p.block(shape)
	p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [%s]} : %s, %s", v, out.name, at, bounds, typ, out.typ())
}

// units writes all of a memref with dimensions of extent 1, masked or not.
func (p *program) units() {
	shape := p.extents(1 + p.IntN(4))
	for d := range shape {
		if p.Chance(50) {
			shape[d] = 1
		}
	}
	typ, mask := vectorType(shape, "f32"), vectorType(shape, "i1")
	from := p.memref("f32", shape, 0)
	pad, zero := p.Define("arith.constant 9.0 : f32"), p.Define("arith.constant 0 : index")
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	bounds := strings.Join(slices.Repeat([]string{"true"}, len(shape)), ", ")
	var v string
	if p.Chance(50) {
		sizes := make([]string, len(shape))
		for d, n := range shape {
			sizes[d] = p.index(p.Int64N(n) + 1)
		}
		k := p.Define("vector.create_mask %s : %s", strings.Join(sizes, ", "), mask)
		v = p.Define("vector.transfer_read %s[%s], %s, %s {in_bounds = [%s]} : %s, %s", from.name, at, pad, k, bounds, from.typ(), typ)
	} else {
		v = p.under(shape, typ, "vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", from.name, at, pad, bounds, from.typ(), typ)
	}
	v = p.Define("arith.addf %s, %s : %s", v, v, typ)
	to := p.memref("f32", shape, 0)
	write := fmt.Sprintf("vector.transfer_write %s, %s[%s] {in_bounds = [%s]} : %s, %s", v, to.name, at, bounds, typ, to.typ())
	if p.Chance(50) {
		k := p.whole("i1", shape, 0)
		write = fmt.Sprintf("vector.mask %s { %s } : %s", k, write, mask)
	}
	p.Line("%s", write)
}

// tiles writes a vector, inside of the bounds or not, and permuted, after operations
// whose tiles are independent.
func (p *program) tiles() {
	shape := p.extents(1 + p.IntN(3))
	for d := range shape {
		shape[d] = randprog.OneOf(p, shape[d], 2, 4)
	}
	typ := func() string { return vectorType(shape, "f32") }
	m := p.transfer(shape, true, true)
	from := p.memref("f32", m.shape, 0)
	pad := p.Define("arith.constant 9.0 : f32")
	v := p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s], permutation_map = %s} : %s, %s", from.name, strings.Join(m.offsets, ", "), pad,
		boolList(m.bounds), mapText(m.rank, m.perm), from.typ(), typ())
	for range p.IntN(4) {
		switch p.IntN(6) {
		case 0:
			v = p.Define("arith.addf %s, %s fastmath<nnan> : %s", v, v, typ())
		case 1:
			k := p.Define("arith.cmpf ogt, %s, %s : %s", v, p.whole("f32", shape, 0), typ())
			v = p.Define("arith.select %s, %s, %s : %s, %s", k, v, p.whole("f32", shape, 0), vectorType(shape, "i1"), typ())
		case 2:
			perm, was := p.Perm(len(shape)), typ()
			shape = extents(shape, perm)
			v = p.Define("vector.transpose %s, %s : %s to %s", v, strings.ReplaceAll(fmt.Sprint(perm), " ", ", "), was, typ())
		case 3:
			small := slices.Clone(shape[p.IntN(len(shape)+1):])
			for d := range small {
				small[d] = randprog.OneOf(p, small[d], 1)
			}
			b := p.Define("vector.broadcast %s : %s to %s", p.elements("f32", small), typeOf("f32", small), typ())
			v = p.Define("arith.addf %s, %s : %s", v, b, typ())
		case 4:
			n := shape[len(shape)-1]
			s := p.Define("vector.step : vector<%dxindex>", n)
			i := p.Define("arith.index_cast %s : vector<%dxindex> to vector<%dxi32>", s, n, n)
			f := p.Define("arith.sitofp %s : vector<%dxi32> to vector<%dxf32>", i, n, n)
			b := p.Define("vector.broadcast %s : vector<%dxf32> to %s", f, n, typ())
			v = p.Define("arith.addf %s, %s : %s", v, b, typ())
		case 5:
			m, at, _ := p.block(shape)
			l := p.Define("vector.load %s[%s] : %s, %s", m.name, at, m.typ(), typ())
			v = p.Define("vector.fma %s, %s, %s : %s", l, v, v, typ())
		}
	}
	if p.Chance(50) {
		out, at, _ := p.block(shape)
		p.Line("vector.store %s, %s[%s] : %s, %s", v, out.name, at, out.typ(), typ())
		return
	}
	w := p.transfer(shape, false, true)
	to := p.memref("f32", w.shape, 0)
	p.Line("vector.transfer_write %s, %s[%s] {in_bounds = [%s], permutation_map = %s} : %s, %s", v, to.name, strings.Join(w.offsets, ", "),
		boolList(w.bounds), mapText(w.rank, w.perm), typ(), to.typ())
}

// elementGather writes a gather from a memref or from a column of a matrix.
func (p *program) elementGather() {
	shape := p.extents(1 + p.IntN(3))
	const rows, columns = 9, 3
	m := p.memref("f32", []int64{rows, columns}, 0)
	base, typ, limit := m.name, m.typ(), int64(columns)
	c := p.Define("arith.constant 0 : index")
	at := c + ", " + c
	if p.Chance(50) {
		column := p.IntN(columns)
		typ = fmt.Sprintf("memref<%dxf32, strided<[%d], offset: %d>>", rows-1, columns, column)
		base = p.Define("memref.subview %s[0, %d] [%d, 1] [1, 1] : %s to %s", m.name, column, rows-1, m.typ(), typ)
		at, limit = p.Define("arith.constant %d : index", p.IntN(2)), rows-2
	}
	v := p.whole("index", shape, limit)
	k := p.whole("i1", shape, 0)
	x := p.whole("f32", shape, 0)
	result := vectorType(shape, "f32")
	op := fmt.Sprintf("vector.gather %s[%s] [%s], %s, %s : %s, %s, %s, %s into %s", base, at, v, k, x,
		typ, vectorType(shape, "index"), vectorType(shape, "i1"), result, result)
	p.store(p.under(shape, result, "%s", op), shape)
}
