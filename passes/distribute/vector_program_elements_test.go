package distribute_test

import (
	"fmt"
	"strings"

	"optc/dialect/iree/revision"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// taken makes a vector of elements that are taken out of other vectors, or out of memory as a mask tells; "" if none fits.
func (p *program) taken(l nested, depth int) string {
	shape := l.shape()
	typ, rank := vectorType(shape, "f32"), l.rank()
	switch p.IntN(5) {
	case 0:
		p.use("extracted element")
		from := p.layout(1 + p.IntN(2))
		x := p.element(p.anchored(p.source(from, depth), from), from.shape(), "f32")
		return p.Define("vector.broadcast %s : f32 to %s", x, typ)
	case 1:
		if n, _ := ir.NumElements(shape); rank > 0 && n <= 16 {
			p.use("to_elements")
			all := p.Fresh()
			p.Line("%s:%d = vector.to_elements %s : %s", all, n, p.anchored(p.source(l, depth), l), typ)
			var elements []string
			for _, k := range p.Perm(int(n)) {
				elements = append(elements, fmt.Sprintf("%s#%d", all, k))
			}
			return p.Define("vector.from_elements %s : %s", strings.Join(elements, ", "), typ)
		}
	case 2:
		if n, _ := ir.NumElements(shape); rank > 0 && n <= 64 {
			p.use("row at a computed position")
			wide := l.pick(append([]int{-1}, p.identity(rank)...)...)
			wide.batch[0], wide.element[0] = randprog.OneOf[int64](p, 1, 2, 4), randprog.OneOf[int64](p, 1, 2, 3)
			from := vectorType(wide.shape(), "f32")
			v := p.sometimesAnchored(wide, depth)
			if revision.Of(p.ctx) == revision.Release && p.Chance(50) {
				p.use("row that other lanes hold")
				if wide = p.another(wide); p.Chance(60) {
					wide.batch[0] *= wide.subgroup[0]
					wide.subgroup[0], wide.subgroupStrides[0] = 1, 0
				}
				v = p.anchored(v, wide)
			}
			return p.Define("vector.extract %s[%s] : %s from %s", v, p.computed(wide.shape()[0]), typ, from)
		}
	case 3:
		if rank > 1 {
			p.use("inserted row at a computed position")
			rest := l.pick(p.identity(rank)[1:]...)
			row := p.sometimesAnchored(rest, depth)
			return p.Define("vector.insert %s, %s [%s] : %s into %s", row, p.sometimesAnchored(l, depth), p.computed(shape[0]), vectorType(rest.shape(), "f32"), typ)
		}
	case 4:
		if rank == 1 {
			p.use("expandload")
			m, at, mask := p.run(shape[0])
			return p.Define("vector.expandload %s[%s], %s, %s : %s, %s, %s into %s", m.name, at, p.mask(l), p.sometimesAnchored(l, depth), m.typ(), mask, typ, typ)
		}
	}
	return ""
}

// element extracts an element of a vector, at a position that is constant or computed along each dimension.
func (p *program) element(v string, shape []int64, elem string) string {
	var at []string
	for _, n := range shape {
		if p.Chance(50) {
			at = append(at, p.computed(n))
		} else {
			at = append(at, fmt.Sprint(p.Int64N(n)))
		}
	}
	return p.Define("vector.extract %s[%s] : %s from %s", v, strings.Join(at, ", "), elem, vectorType(shape, elem))
}

// computed makes an index below n that distribution does not know.
func (p *program) computed(n int64) string {
	name := fmt.Sprintf("%%n%d", len(p.args))
	p.args = append(p.args, argument{name: name, elem: "index", scalar: true, value: p.Int64N(n)})
	return name
}

// run makes memory for n elements after a place, and the type of a mask for them.
func (p *program) run(n int64) (m argument, at, mask string) {
	first := int64(p.IntN(4))
	return p.memref("f32", []int64{first + n}, 0), p.index(first), vectorType([]int64{n}, "i1")
}

// compressed writes the elements of a vector that a mask turns on.
func (p *program) compressed() {
	p.use("compressstore")
	l := p.layout(1)
	v := p.anchored(p.source(l, 2), l)
	m, at, mask := p.run(l.shape()[0])
	p.Line("vector.compressstore %s[%s], %s, %s : %s, %s, %s", m.name, at, p.mask(l), v, m.typ(), mask, vectorType(l.shape(), "f32"))
}

// packTaken writes elements or rows that are taken out of a vector, in a layout of iree_map.
func (p *program) packTaken(x string, shape []int64) {
	typ := vectorType(shape, "f32")
	switch p.IntN(4) {
	case 0:
		p.use("extracted element of pack_layout")
		p.moved(p.Define("vector.broadcast %s : f32 to %s", p.element(x, shape, "f32"), typ), shape)
	case 1:
		if len(shape) == 1 {
			p.use("compressstore of pack_layout")
			m, at, mask := p.run(shape[0])
			k := p.Define("vector.create_mask %s : %s", p.computed(shape[0]+1), mask)
			p.Line("vector.compressstore %s[%s], %s, %s : %s, %s, %s", m.name, at, k, x, m.typ(), mask, typ)
		}
	case 2:
		if len(shape) > 1 {
			p.use("row of pack_layout at a computed position")
			row := vectorType(shape[1:], "f32")
			r := p.Define("vector.extract %s[%s] : %s from %s", x, p.computed(shape[0]), row, typ)
			p.moved(p.Define("vector.insert %s, %s [%s] : %s into %s", r, x, p.computed(shape[0]), row, typ), shape)
		}
	case 3:
		if n, _ := ir.NumElements(shape); n <= 16 {
			p.use("to_elements of pack_layout")
			all := p.Fresh()
			p.Line("%s:%d = vector.to_elements %s : %s", all, n, x, typ)
			p.moved(p.Define("vector.broadcast %s#%d : f32 to %s", all, p.Int64N(n), typ), shape)
		}
	}
}
