package distribute_test

import (
	"optc/dialect/iree/ireemap"
	"optc/internal/testing/randprog"
	"optc/ir/affine"
)

// inNested adds operations on vectors in a layout of iree_map that have rules for nested
// layouts only; like has the shape of x.
func (p *program) inNested(x string, like nested, a *ireemap.PackLayout) {
	along := p.IntN(a.Rank())
	if p.Chance(30) {
		p.use("scan of pack_layout")
		p.moved(p.packScanned(x, a, along), like.shape())
	}
	if p.Chance(30) {
		p.use("arg_compare of pack_layout")
		p.packCompared(x, a, along)
	}
	if p.Chance(25) {
		p.use("transfer_gather of pack_layout")
		p.moved(p.anchoredTo(p.gather(like), a, "f32"), like.shape())
	}
	if p.Chance(25) {
		p.use("scatter of pack_layout")
		p.scattered(like, func(v string, dims []int, elem string) string { return p.anchoredTo(v, pickDims(a, dims), elem) })
	}
	if p.Chance(25) {
		p.use("map_store of pack_layout")
		p.mapStored(x, like.shape())
	}
	if p.Chance(25) {
		p.use("for with a pack_layout")
		p.packLoop(x, like, a, along)
	}
}

// packLoop carries a vector that other layouts and a scan change on the way.
func (p *program) packLoop(x string, like nested, a *ireemap.PackLayout, along int) {
	typ := vectorType(like.shape(), "f32")
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.Define("arith.constant 1 : index")
	r := p.Fresh()
	p.Line("%s = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s) -> (%s) {", r, r, lo, hi, step, r, x, typ)
	leave := p.enter()
	y := r + "_a"
	if p.Chance(50) {
		t := p.Define("arith.maximumf %s, %s : %s", p.anchored(y, like), p.anchored(p.source(like, 1), like), typ)
		y = p.anchoredTo(t, a, "f32")
	}
	if p.Chance(50) {
		b := p.packLayout(like.shape())
		y = p.anchoredTo(p.packScanned(p.anchoredTo(y, b, "f32"), b, along), a, "f32")
	}
	y = p.Define("arith.addf %s, %s_a : %s", y, r, typ)
	p.Line("scf.yield %s : %s\n  }", y, typ)
	leave()
	p.moved(r, like.shape())
}

// pickDims returns the layout of some dimensions.
func pickDims(l *ireemap.PackLayout, dims []int) *ireemap.PackLayout {
	var results []affine.Expr
	for _, d := range dims {
		results = append(results, affine.Dim(d))
	}
	return l.Apply(affine.NewMap(l.Rank(), 0, results...))
}

// besides returns the layout without a dimension.
func besides(l *ireemap.PackLayout, dim int) *ireemap.PackLayout {
	drop := make([]bool, l.Rank())
	drop[dim] = true
	return l.Project(drop)
}

// packScanned makes a vector by a scan, and writes the accumulated value.
func (p *program) packScanned(x string, l *ireemap.PackLayout, dim int) string {
	shape, rest := l.UndistributedShape(), besides(l, dim)
	init := p.anchoredTo(p.moved("", rest.UndistributedShape()), rest, "f32")
	v, total := p.pair("vector.scan <%s>, %s, %s {inclusive = %t, reduction_dim = %d : i64} : %s, %s", randprog.OneOf(p, "maximumf", "minimumf", "maxnumf"), x, init,
		p.Chance(50), dim, vectorType(shape, "f32"), vectorType(rest.UndistributedShape(), "f32"))
	p.moved(total, rest.UndistributedShape())
	return v
}

func (p *program) packCompared(x string, l *ireemap.PackLayout, dim int) {
	rest := besides(l, dim)
	shape := rest.UndistributedShape()
	value := p.anchoredTo(p.moved("", shape), rest, "f32")
	t, indexType := vectorType(shape, "f32"), vectorType(shape, "i32")
	index := p.anchoredTo(p.Define("arith.constant dense<-1> : %s", indexType), rest, "i32")
	won, at := p.pair(`iree_vector_ext.arg_compare dimension(%d) ins(%s : %s) inits(%s, %s : %s, %s) {
  ^bb0(%%x: f32, %%y: f32):
%s    iree_vector_ext.yield %%c : i1
  } -> %s, %s`, dim, x, vectorType(l.UndistributedShape(), "f32"), value, index, t, indexType, p.comparator(), t, indexType)
	p.moved(won, shape)
	p.moved(p.Define("arith.sitofp %s : %s to %s", at, indexType, t), shape)
}
