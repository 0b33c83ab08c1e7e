package distribute_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/internal/testing/randprog"
	"optc/ir"
)

// arranged makes a vector by an operation that takes, puts or permutes parts of vectors; "" if none fits.
func (p *program) arranged(l nested, depth int) string {
	shape := l.shape()
	typ, rank := vectorType(shape, "f32"), l.rank()
	if rank == 0 {
		return ""
	}
	last := func() string { return p.sometimesAnchored(l, depth) }
	switch p.IntN(9) {
	case 0, 1:
		p.use("slice")
		return p.sliced(l, depth)
	case 2:
		p.use("inserted slice")
		part, offsets := p.partOf(l)
		from := vectorType(part.shape(), "f32")
		return p.Define("vector.insert_strided_slice %s, %s {offsets = %s, strides = %s} : %s into %s", p.sometimesAnchored(part, depth), last(), ints(offsets),
			ints(slices.Repeat([]int64{1}, rank)), from, typ)
	case 3:
		p.use("row")
		return p.row(l, depth)
	case 4:
		if rank > 1 {
			p.use("inserted row")
			rest := l.pick(p.identity(rank)[1:]...)
			return p.Define("vector.insert %s, %s [%d] : %s into %s", p.sometimesAnchored(rest, depth), last(), p.IntN(int(shape[0])), vectorType(rest.shape(), "f32"), typ)
		}
	case 5:
		p.use("inserted element")
		var at []string
		for _, n := range shape {
			k := p.IntN(int(n))
			if p.Chance(40) {
				at = append(at, p.index(int64(k)))
			} else {
				at = append(at, fmt.Sprint(k))
			}
		}
		value := p.Define("arith.constant %d.0 : f32", p.IntN(30))
		return p.Define("vector.insert %s, %s [%s] : f32 into %s", value, last(), strings.Join(at, ", "), typ)
	case 6:
		p.use("shuffle")
		mask := make([]int64, shape[0])
		for i := range mask {
			mask[i] = p.Int64N(2 * shape[0])
		}
		return p.Define("vector.shuffle %s, %s %s : %s, %s", last(), last(), ints(mask), typ, typ)
	case 7:
		if n, _ := ir.NumElements(shape); n <= 16 {
			p.use("from_elements")
			var elements []string
			for range n {
				elements = append(elements, p.Define("arith.constant %d.0 : f32", p.IntN(30)))
			}
			return p.Define("vector.from_elements %s : %s", strings.Join(elements, ", "), typ)
		}
	case 8:
		switch rank {
		case 1:
			p.use("maskedload")
			at := int64(p.IntN(4))
			m := p.memref("f32", []int64{shape[0] + at}, 0)
			mask := vectorType(shape, "i1")
			return p.Define("vector.maskedload %s[%s], %s, %s : %s, %s, %s into %s", m.name, p.index(at), p.mask(l), last(), m.typ(), mask, typ, typ)
		case 2:
			p.use("outerproduct")
			rows, columns := l.pick(0), l.pick(1)
			acc := ""
			if p.Chance(50) {
				acc = ", " + last()
			}
			return p.Define("vector.outerproduct %s, %s%s {kind = #vector.kind<%s>} : %s, %s", p.sometimesAnchored(rows, depth), p.sometimesAnchored(columns, depth), acc,
				randprog.OneOf(p, "add", "maxnumf"), vectorType(rows.shape(), "f32"), vectorType(columns.shape(), "f32"))
		}
	}
	return ""
}

// sliced makes a vector as a slice of a larger vector.
func (p *program) sliced(l nested, depth int) string {
	shape, d := l.shape(), p.IntN(l.rank())
	if n, _ := ir.NumElements(shape); n > 96 {
		return ""
	}
	large := l.pick(p.identity(l.rank())...)
	randprog.OneOf(p, large.batch, large.batch, large.outer, large.element)[d] *= randprog.OneOf[int64](p, 2, 3)
	offsets := make([]int64, l.rank())
	offsets[d] = p.Int64N(large.shape()[d] - shape[d] + 1)
	if p.Chance(60) {
		offsets[d] -= offsets[d] % shape[d]
	}
	return p.Define("vector.extract_strided_slice %s {offsets = %s, sizes = %s, strides = %s} : %s to %s", p.sometimesAnchored(large, depth), ints(offsets), ints(shape),
		ints(slices.Repeat([]int64{1}, l.rank())), vectorType(large.shape(), "f32"), vectorType(shape, "f32"))
}

// partOf returns the layout of a part of a vector, and the part's position.
func (p *program) partOf(l nested) (part nested, offsets []int64) {
	part, offsets = l.pick(p.identity(l.rank())...), make([]int64, l.rank())
	d := p.IntN(l.rank())
	n := l.shape()[d]
	if l.batch[d] > 1 && p.Chance(60) {
		part.batch[d] = 1
		size := part.shape()[d]
		offsets[d] = p.Int64N(n/size) * size
		return part, offsets
	}
	size := 1 + p.Int64N(n)
	for _, tile := range [][]int64{part.subgroup, part.batch, part.outer, part.thread} {
		tile[d] = 1
	}
	part.element[d], part.subgroupStrides[d], part.threadStrides[d] = size, 0, 0
	offsets[d] = p.Int64N(n - size + 1)
	return part, offsets
}

// row makes a vector as a row of a vector with a dimension more.
func (p *program) row(l nested, depth int) string {
	if n, _ := ir.NumElements(l.shape()); n > 64 {
		return ""
	}
	wide := l.pick(append([]int{-1}, p.identity(l.rank())...)...)
	wide.batch[0], wide.element[0] = randprog.OneOf[int64](p, 1, 2), randprog.OneOf[int64](p, 1, 2, 3)
	return p.Define("vector.extract %s[%d] : %s from %s", p.sometimesAnchored(wide, depth), p.IntN(int(wide.shape()[0])), vectorType(l.shape(), "f32"), vectorType(wide.shape(), "f32"))
}
