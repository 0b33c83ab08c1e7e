package distribute_test

import (
	"slices"

	"optc/dialect/iree/ireemap"
	"optc/dialect/iree/revision"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// runs makes a vector by an operation that divides or joins runs of elements; "" if no layout fits.
func (p *program) runs(l nested, depth int) string {
	switch p.IntN(3) {
	case 0:
		p.use("deinterleave")
		return p.deinterleaved(l, depth)
	case 1:
		p.use("bitcast")
		return p.castBits(l, depth)
	}
	p.use("interleave")
	return p.interleaved(l, depth)
}

// interleaved makes a vector by interleaving two vectors; "" if the last dimension is odd.
func (p *program) interleaved(l nested, depth int) string {
	half, ok := p.halved(l)
	if !ok {
		return ""
	}
	from := vectorType(half.shape(), "f32")
	return p.Define("vector.interleave %s, %s : %s -> %s", p.sometimesAnchored(half, depth), p.sometimesAnchored(half, depth), from, vectorType(l.shape(), "f32"))
}

// deinterleaved makes a vector from the elements at even and at odd places of a vector.
func (p *program) deinterleaved(l nested, depth int) string {
	double, ok := p.doubled(l)
	if !ok {
		return ""
	}
	typ := vectorType(l.shape(), "f32")
	v := p.sometimesAnchored(double, depth)
	even, odd := p.pair("vector.deinterleave %s : %s -> %s", v, vectorType(double.shape(), "f32"), typ)
	return p.Define("arith.subf %s, %s : %s", even, odd, typ)
}

// castBits makes a vector by casting a vector to elements of half the bits, and back.
func (p *program) castBits(l nested, depth int) string {
	double, ok := p.doubled(l)
	if !ok {
		return ""
	}
	typ := vectorType(l.shape(), "f32")
	bits := vectorType(double.shape(), "i16")
	v := p.Define("vector.bitcast %s : %s to %s", p.source(l, depth), typ, bits)
	if p.Chance(50) {
		v = p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", v, double, bits)
	}
	return p.Define("vector.bitcast %s : %s to %s", v, bits, typ)
}

func (p *program) sometimesAnchored(l nested, depth int) string {
	v := p.source(l, depth)
	if p.Chance(40) {
		v = p.anchored(v, l)
	}
	return v
}

// halved returns a layout with half of the elements along the last dimension; ok is false if their number
// is odd.
func (p *program) halved(l nested) (half nested, ok bool) {
	last := l.rank() - 1
	if last < 0 {
		return l, false
	}
	half = l.pick(p.identity(l.rank())...)
	var even []*int64
	for _, tile := range [][]int64{half.subgroup, half.batch, half.outer, half.thread, half.element} {
		if tile[last]%2 == 0 {
			even = append(even, &tile[last])
		}
	}
	if even == nil {
		return l, false
	}
	*randprog.OneOf(p, even...) /= 2
	return half, true
}

// doubled returns a layout with twice the elements along the last dimension; ok is false for vectors that are
// too large.
func (p *program) doubled(l nested) (double nested, ok bool) {
	if n, _ := ir.NumElements(l.shape()); l.rank() == 0 || n > 128 {
		return l, false
	}
	double = l.pick(p.identity(l.rank())...)
	randprog.OneOf(p, double.batch, double.element, double.outer)[l.rank()-1] *= 2
	return double, true
}

// packRuns writes the elements at even and odd places of a vector in a layout of iree_map, and interleaves
// other vectors.
func (p *program) packRuns(x string, l *ireemap.PackLayout) {
	shape := l.UndistributedShape()
	last := len(shape) - 1
	if revision.Of(p.ctx) != revision.Release || shape[last]%2 != 0 || !p.Chance(50) {
		return
	}
	p.use("runs of pack_layout")
	half := slices.Clone(shape)
	half[last] /= 2
	from, typ := vectorType(half, "f32"), vectorType(shape, "f32")
	even, odd := p.pair("vector.deinterleave %s : %s -> %s", x, typ, from)
	p.moved(even, half)
	a := p.anchoredTo(p.moved("", half), p.packLayout(half), "f32")
	v := p.anchoredTo(p.Define("vector.interleave %s, %s : %s -> %s", odd, a, from, typ), l, "f32")
	bits := vectorType(shape, "i32")
	if last > 0 {
		rest := shape[1:]
		row := p.Define("vector.extract %s[%d] : %s from %s", v, p.IntN(int(shape[0])), vectorType(rest, "f32"), typ)
		v = p.Define("vector.insert %s, %s [%d] : %s into %s", row, v, p.IntN(int(shape[0])), vectorType(rest, "f32"), typ)
	}
	at := make([]int64, len(shape))
	at[last] = p.Int64N(shape[last])
	one := p.Define("arith.constant 1.0 : f32")
	v = p.Define("vector.insert %s, %s %s : f32 into %s", one, v, ints(at), typ)
	p.moved(p.Define("vector.bitcast %s : %s to %s", p.Define("vector.bitcast %s : %s to %s", v, typ, bits), bits, typ), shape)
}
