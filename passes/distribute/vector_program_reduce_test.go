package distribute_test

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/iree/revision"
	"optc/dialect/vectorext"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// reach returns the product of digits that tiles with strides take of an id.
func reach(tiles, strides []int64) int64 {
	n := int64(1)
	for d := range tiles {
		if tiles[d] > 1 {
			n = max(n, tiles[d]*strides[d])
		}
	}
	return n
}

// extended inserts dimensions into a layout, at positions that it returns, whose threads and
// subgroups are other digits than l's. They are unit dimensions if the vector would otherwise
// become too large to be unrolled.
func (p *program) extended(l nested, added int) (wide nested, at []int64) {
	rank := l.rank() + added
	places := p.Perm(rank)[:added]
	slices.Sort(places)
	dims := make([]int, rank)
	next := 0
	for d := range dims {
		if dims[d] = -1; !slices.Contains(places, d) {
			dims[d] = next
			next++
		}
	}
	wide = l.pick(dims...)
	for _, d := range places {
		at = append(at, int64(d))
		if n, _ := ir.NumElements(wide.shape()); n > 256 {
			continue
		}
		grown := wide.pick(p.identity(rank)...)
		grown.batch[d], grown.outer[d], grown.element[d] = randprog.OneOf[int64](p, 1, 1, 2, 3), randprog.OneOf[int64](p, 1, 1, 2), randprog.OneOf[int64](p, 1, 2)
		if stride := reach(wide.thread, wide.threadStrides); p.Chance(70) {
			if t := randprog.OneOf[int64](p, 2, 4); stride*t <= testSubgroup {
				grown.thread[d], grown.threadStrides[d] = t, stride
			}
		}
		if stride := reach(wide.subgroup, wide.subgroupStrides); p.Chance(40) && stride*2 <= 4 && testSubgroup%reach(grown.thread, grown.threadStrides) == 0 {
			grown.subgroup[d], grown.subgroupStrides[d] = 2, stride
		}
		if n, _ := ir.NumElements(grown.shape()); n <= 1024 {
			wide = grown
		}
	}
	return wide, at
}

// anchored gives a vector of f32 a layout.
func (p *program) anchored(v string, l nested) string {
	return p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, l, vectorType(l.shape(), "f32"))
}

// reduced makes a vector by a reduction. Sums are of small integers only, which are
// exact in every order.
func (p *program) reduced(l nested, depth int) string {
	wide, dims := p.extended(l, 1+p.IntN(2))
	kind := randprog.OneOf(p, "add", "maximumf", "minimumf", "maxnumf", "minnumf")
	var v string
	if kind == "add" {
		v = p.read(wide, "f32", 0)
	} else {
		v = p.source(wide, depth)
	}
	v = p.anchored(v, wide)
	acc, wrap := p.accumulator(l)
	wideType := vectorType(wide.shape(), "f32")
	op := fmt.Sprintf("vector.multi_reduction <%s>, %s, %s %s : %s to %s", kind, v, acc, ints(dims), wideType, accType(l))
	if p.Chance(30) {
		p.use("masked multi_reduction")
		return wrap(p.Define("vector.mask %s { %s } : %s -> %s", p.mask(wide), op, vectorType(wide.shape(), "i1"), accType(l)))
	}
	return wrap(p.Define("%s", op))
}

// summed loads a vector of one dimension, stores it, and writes the result of a
// reduction, with or without an accumulator.
func (p *program) summed() {
	l := p.layout(1)
	from, to, sum := p.memref("f32", l.shape(), 0), p.memref("f32", l.shape(), 0), p.memref("f32", nil, 0)
	zero, typ := p.Define("arith.constant 0 : index"), vectorType(l.shape(), "f32")
	v := p.anchored(p.Define("vector.load %s[%s] : %s, %s", from.name, zero, from.typ(), typ), l)
	p.Line("vector.store %s, %s[%s] : %s, %s", v, to.name, zero, to.typ(), typ)
	acc := ""
	if p.Chance(50) {
		acc = ", " + p.Define("arith.constant 3.0 : f32")
	}
	s := p.Define("vector.reduction <%s>, %s%s : %s into f32", randprog.OneOf(p, "add", "maximumf", "minimumf"), v, acc, typ)
	p.Line("memref.store %s, %s[] : %s", s, sum.name, sum.typ())
}

// accumulator makes an accumulator, of rank 0 a scalar; wrap makes a vector of the result.
func (p *program) accumulator(l nested) (acc string, wrap func(string) string) {
	acc = p.read(l, "f32", 0)
	if l.rank() > 0 {
		return p.anchoredElsewhere(acc, l), func(v string) string { return v }
	}
	return p.Define("vector.extract %s[] : f32 from vector<f32>", acc), func(v string) string {
		return p.Define("vector.broadcast %s : f32 to vector<f32>", v)
	}
}

// anchoredElsewhere sometimes gives a vector another layout than its user needs. The
// revisions of IREE do not distribute such users.
func (p *program) anchoredElsewhere(v string, l nested) string {
	if revision.Of(p.ctx) != revision.Release || !p.Chance(25) {
		return v
	}
	p.use("accumulator with an anchor of its own")
	return p.anchored(v, p.another(l))
}

// accType is the type of an accumulator.
func accType(l nested) string {
	if l.rank() == 0 {
		return "f32"
	}
	return vectorType(l.shape(), "f32")
}

// contracted makes a vector by a contraction: each of its dimensions comes from the left operand,
// from the right operand or from both, and one or two more dimensions are summed over.
func (p *program) contracted(l nested) string {
	wide, dims := p.extended(l, 1+p.IntN(2))
	var left, right, result []int
	for d := range wide.rank() {
		if slices.Contains(dims, int64(d)) {
			left, right = append(left, d), append(right, d)
			continue
		}
		result = append(result, d)
		switch p.IntN(5) {
		case 0:
			left, right = append(left, d), append(right, d)
		case 1, 2:
			left = append(left, d)
		default:
			right = append(right, d)
		}
	}
	p.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	iterators := make([]string, wide.rank())
	for d := range iterators {
		iterators[d] = `"parallel"`
		if slices.Contains(dims, int64(d)) {
			iterators[d] = `"reduction"`
		}
	}
	operand := func(dims []int) (v, typ string) {
		part := wide.pick(dims...)
		return p.anchored(p.read(part, "f32", 0), part), vectorType(part.shape(), "f32")
	}
	a, aType := operand(left)
	b, bType := operand(right)
	acc, wrap := p.accumulator(l)
	op := fmt.Sprintf("vector.contract {indexing_maps = [%s, %s, %s], iterator_types = [%s], kind = #vector.kind<add>} %s, %s, %s : %s, %s into %s",
		mapText(wide.rank(), left), mapText(wide.rank(), right), mapText(wide.rank(), result), strings.Join(iterators, ", "),
		a, b, acc, aType, bType, accType(l))
	if p.Chance(30) {
		p.use("masked contract")
		sizes := make([]string, wide.rank())
		for d, n := range wide.shape() {
			sizes[d] = p.index(int64(p.IntN(int(n)+3)) - 1)
		}
		mask := vectorType(wide.shape(), "i1")
		return wrap(p.Define("vector.mask %s { %s } : %s -> %s", p.Define("vector.create_mask %s : %s", strings.Join(sizes, ", "), mask), op, mask, accType(l)))
	}
	return wrap(p.Define("%s", op))
}

// reshaped makes a vector by a shape_cast from a shape with a dimension more or less, or
// returns "" when the layout has no such view.
func (p *program) reshaped(l nested, depth int) string {
	shape := l.shape()
	if len(shape) == 0 {
		return ""
	}
	other := slices.Clone(shape)
	d := p.IntN(len(shape))
	if n := randprog.OneOf[int64](p, 2, 3, 4); d+1 < len(shape) && p.Chance(50) {
		other = slices.Concat(shape[:d], []int64{shape[d] * shape[d+1]}, shape[d+2:])
	} else if shape[d]%n == 0 {
		other = slices.Concat(shape[:d], []int64{shape[d] / n, n}, shape[d+1:])
	}
	if revision.Of(p.ctx) == revision.Release && p.Chance(40) {
		p.use("shape_cast to another layout")
		ones := func() []int64 { return slices.Repeat([]int64{1}, len(other)) }
		from := p.another(nested{subgroup: ones(), batch: other, outer: ones(), thread: ones(), element: ones(), subgroupStrides: ones(), threadStrides: ones()})
		return p.Define("vector.shape_cast %s : %s to %s", p.sometimesAnchored(from, depth), vectorType(other, "f32"), vectorType(shape, "f32"))
	}
	to, err := vectorext.NewLayout(p.ctx, vectorext.LayoutLists{
		SubgroupTile: l.subgroup, BatchTile: l.batch, OuterTile: l.outer, ThreadTile: l.thread, ElementTile: l.element,
		SubgroupStrides: l.subgroupStrides, ThreadStrides: l.threadStrides,
	})
	if err != nil {
		return ""
	}
	from := to.Reshape(other)
	if from == nil {
		return ""
	}
	source := nested{
		subgroup: from.SubgroupTile, batch: from.BatchTile, outer: from.OuterTile, thread: from.ThreadTile, element: from.ElementTile, subgroupStrides: from.SubgroupStrides, threadStrides: from.ThreadStrides,
	}
	v := p.source(source, depth)
	return p.Define("vector.shape_cast %s : %s to %s", v, vectorType(other, "f32"), vectorType(shape, "f32"))
}

// converted makes a vector in another layout of the same shape, and converts it.
func (p *program) converted(l nested, depth int) string {
	other := p.another(l)
	return p.anchored(p.anchored(p.source(other, depth), other), l)
}

// another makes a layout of the same shape.
func (p *program) another(l nested) nested {
	other := l.pick(p.identity(l.rank())...)
	for {
		for d, n := range l.shape() {
			part := func(vs ...int64) int64 {
				f := randprog.OneOf(p, vs...)
				if n%f != 0 {
					f = 1
				}
				n /= f
				return f
			}
			other.thread[d], other.subgroup[d], other.outer[d], other.element[d] = part(1, 2, 4), part(1, 2), part(1, 1, 2), part(1, 2, 3)
			other.batch[d] = n
		}
		other.threadStrides, other.subgroupStrides = p.strides(other.thread), p.strides(other.subgroup)
		if span(other.thread, other.threadStrides) <= testSubgroup && span(other.subgroup, other.subgroupStrides) <= 4 {
			return other
		}
	}
}
