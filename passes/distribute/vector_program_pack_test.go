package distribute_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/iree/ireemap"
	"optc/dialect/iree/revision"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// packLayout makes a random layout of iree_map for a shape, over at most 32 threads.
func (p *program) packLayout(shape []int64) *ireemap.PackLayout {
	for {
		modes := make([]ireemap.Mode, len(shape))
		var threads []*ireemap.Leaf
		for d, n := range shape {
			for n > 1 {
				size := randprog.OneOf[int64](p, 2, 3, 4, n)
				if n%size != 0 {
					continue
				}
				modes[d] = append(modes[d], ireemap.Leaf{Size: size})
				n /= size
			}
			p.Shuffle(len(modes[d]), func(i, j int) { modes[d][i], modes[d][j] = modes[d][j], modes[d][i] })
			for i := range modes[d] {
				if p.Chance(50) {
					threads = append(threads, &modes[d][i])
				}
			}
		}
		stride := randprog.OneOf[int64](p, 1, 1, 2)
		for _, i := range p.Perm(len(threads)) {
			threads[i].Stride = stride
			stride *= threads[i].Size * randprog.OneOf[int64](p, 1, 1, 1, 2)
		}
		l, err := ireemap.NewPackLayout(p.ctx, modes)
		if err != nil {
			panic(err)
		}
		if l.WorkgroupThreads(p.subgroup) <= 4*testSubgroup {
			return l
		}
	}
}

// anchoredTo gives a vector a layout of iree_map.
func (p *program) anchoredTo(v string, l *ireemap.PackLayout, elem string) string {
	return p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.UndistributedShape(), elem))
}

// masked makes a mask of random bounds.
func (p *program) masked(shape []int64) string {
	bounds := make([]string, len(shape))
	for d, n := range shape {
		bounds[d] = p.bound(int64(p.IntN(int(n)+2)) - 1)
	}
	return p.Define("vector.create_mask %s : %s", strings.Join(bounds, ", "), vectorType(shape, "i1"))
}

// moved reads or writes a whole memref, with a mask or without.
func (p *program) moved(v string, shape []int64) string {
	m := p.memref("f32", shape, 0)
	zero, mask := p.Define("arith.constant 0 : index"), ""
	if p.Chance(50) && len(shape) > 0 {
		mask = ", " + p.masked(shape)
	}
	at := strings.Join(slices.Repeat([]string{zero}, len(shape)), ", ")
	bounds := boolList(slices.Repeat([]bool{true}, len(shape)))
	if v == "" {
		pad := p.Define("arith.constant 0.5 : f32")
		return p.Define("vector.transfer_read %s[%s], %s%s {in_bounds = [%s]} : %s, %s", m.name, at, pad, mask, bounds, m.typ(), vectorType(shape, "f32"))
	}
	p.Line("vector.transfer_write %s, %s[%s]%s {in_bounds = [%s]} : %s, %s", v, m.name, at, mask, bounds, vectorType(shape, "f32"), m.typ())
	return ""
}

// packed computes with layouts of iree_map, from a vector in a nested layout or from
// memory, and writes the results.
func (p *program) packed(l nested) {
	shape := l.shape()
	if len(shape) == 0 {
		return
	}
	p.use("pack_layout")
	a := p.packLayout(shape)
	typ := vectorType(shape, "f32")
	var x string
	if p.Chance(50) {
		p.use("nested_layout to pack_layout")
		x = p.anchored(p.source(l, 2), l)
	} else if revision.Of(p.ctx) == revision.Release && p.Chance(20) {
		p.use("constant of pack_layout")
		x = p.Define("arith.constant %s : %s", p.dense(shape), typ)
	} else {
		x = p.moved("", shape)
	}
	x = p.anchoredTo(x, a, "f32")
	suffix := slices.Clone(shape[p.IntN(len(shape)):])
	for i := range suffix {
		if p.Chance(20) {
			suffix[i] = 1
		}
	}
	repeated := p.Define("vector.broadcast %s : %s to %s", p.moved("", suffix), vectorType(suffix, "f32"), typ)
	x = p.anchoredTo(p.Define("arith.maximumf %s, %s : %s", x, repeated, typ), a, "f32")
	if p.Chance(50) {
		p.moved(x, shape)
	}
	if p.Chance(40) {
		p.use("pack_layout to another")
		b := p.packLayout(shape)
		p.moved(p.anchoredTo(x, b, "f32"), shape)
	}
	if p.Chance(40) {
		p.use("pack_layout to nested_layout")
		p.write(x, l)
	}
	if p.Chance(30) {
		p.use("transpose of pack_layout")
		perm := p.Perm(len(shape))
		var turned []int64
		for _, d := range perm {
			turned = append(turned, shape[d])
		}
		p.moved(p.Define("vector.transpose %s, %s : %s to %s", x, strings.ReplaceAll(fmt.Sprint(perm), " ", ", "), typ, vectorType(turned, "f32")), turned)
	}
	n, _ := ir.NumElements(shape)
	if flat := a.Reshape([]int64{n}); flat != nil && p.Chance(30) {
		p.use("shape_cast of pack_layout")
		p.moved(p.Define("vector.shape_cast %s : %s to vector<%dxf32>", x, typ, n), []int64{n})
		step := p.anchoredTo(p.Define("vector.step : vector<%dxindex>", n), flat, "index")
		step = p.Define("arith.index_cast %s : vector<%dxindex> to vector<%dxi32>", step, n, n)
		p.moved(p.Define("arith.sitofp %s : vector<%dxi32> to vector<%dxf32>", step, n, n), []int64{n})
	}
	p.packRuns(x, a)
	if revision.Of(p.ctx) == revision.Release {
		p.packTaken(x, shape)
	}
	p.inNested(x, l, a)
	if p.Chance(60) {
		p.packReduced(x, a)
	}
	if p.Chance(40) {
		p.packContracted(a)
	}
}

// packReduced writes the largest elements along some dimensions.
func (p *program) packReduced(x string, l *ireemap.PackLayout) {
	shape := l.UndistributedShape()
	drop := make([]bool, len(shape))
	var dims, rest []int64
	for d := range shape {
		if drop[d] = p.Chance(60); drop[d] {
			dims = append(dims, int64(d))
		} else {
			rest = append(rest, shape[d])
		}
	}
	if dims == nil {
		return
	}
	p.use("multi_reduction of pack_layout")
	kind := randprog.OneOf(p, "maximumf", "minimumf", "maxnumf")
	if rest == nil {
		acc := p.Define("arith.constant 3.0 : f32")
		var s string
		if len(shape) == 1 && p.Chance(50) {
			s = p.Define("vector.reduction <%s>, %s, %s : %s into f32", kind, x, acc, vectorType(shape, "f32"))
		} else {
			s = p.Define("vector.multi_reduction <%s>, %s, %s %s : %s to f32", kind, x, acc, ints(dims), vectorType(shape, "f32"))
		}
		m := p.memref("f32", nil, 0)
		p.Line("memref.store %s, %s[] : %s", s, m.name, m.typ())
		return
	}
	acc := p.anchoredTo(p.moved("", rest), l.Project(drop), "f32")
	op := fmt.Sprintf("vector.multi_reduction <%s>, %s, %s %s : %s to %s", kind, x, acc, ints(dims), vectorType(shape, "f32"), vectorType(rest, "f32"))
	if p.Chance(40) {
		p.use("masked multi_reduction of pack_layout")
		op = fmt.Sprintf("vector.mask %s { %s } : %s -> %s", p.masked(shape), op, vectorType(shape, "i1"), vectorType(rest, "f32"))
	}
	p.moved(p.Define("%s", op), rest)
}

// packContracted writes the product of a matrix with another matrix with the same
// columns. Sums contain only small integers, which are exact in every order.
func (p *program) packContracted(l *ireemap.PackLayout) {
	shape := l.UndistributedShape()
	p.use("contract of pack_layout")
	whole := func(l *ireemap.PackLayout) string {
		shape := l.UndistributedShape()
		m := p.memref("f32", shape, 0)
		zero, pad := p.Define("arith.constant 0 : index"), p.Define("arith.constant 1.0 : f32")
		return p.anchoredTo(p.Define("vector.transfer_read %s[%s], %s {in_bounds = [%s]} : %s, %s", m.name, strings.Join(slices.Repeat([]string{zero}, len(shape)), ", "), pad,
			boolList(slices.Repeat([]bool{true}, len(shape))), m.typ(), vectorType(shape, "f32")), l, "f32")
	}
	rank := len(shape)
	all := p.identity(rank)
	reduced := p.IntN(rank)
	kept := slices.DeleteFunc(slices.Clone(all), func(d int) bool { return d == reduced })
	drop := make([]bool, rank)
	drop[reduced] = true
	only := make([]bool, rank)
	for d := range only {
		only[d] = d != reduced
	}
	iterators := slices.Repeat([]string{`"parallel"`}, rank)
	iterators[reduced] = `"reduction"`
	right, rest := l.Project(only), l.Project(drop)
	acc, accType := p.Define("arith.constant 2.0 : f32"), "f32"
	if len(kept) > 0 {
		acc, accType = whole(rest), vectorType(rest.UndistributedShape(), "f32")
	}
	r := p.Define("vector.contract {indexing_maps = [%s, %s, %s], iterator_types = [%s], kind = #vector.kind<add>} %s, %s, %s : %s, %s into %s",
		mapText(rank, all), mapText(rank, []int{reduced}), mapText(rank, kept), strings.Join(iterators, ", "),
		whole(l), whole(right), acc, vectorType(shape, "f32"), vectorType(right.UndistributedShape(), "f32"), accType)
	if len(kept) > 0 {
		p.moved(r, rest.UndistributedShape())
		return
	}
	m := p.memref("f32", nil, 0)
	p.Line("memref.store %s, %s[] : %s", r, m.name, m.typ())
}
