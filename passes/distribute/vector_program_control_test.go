package distribute_test

import "optc/internal/testing/randprog"

// loop accumulates a vector and a scalar.
func (p *program) loop(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	// A layout reaches a loop through its operands only.
	init := p.Define("iree_vector_ext.to_layout %s to layout(%s) : %s", p.source(l, depth), l, typ)
	scalar := p.Define("arith.constant 1.5 : f32")
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.Define("arith.constant 1 : index")
	r := p.Fresh()
	p.Line("%s:2 = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s, %s_s = %s) -> (%s, f32) {", r, r, lo, hi, step, r, init, r, scalar, typ)
	leave := p.enter(r + "_i")
	p.pool[l.String()] = append(p.pool[l.String()], r+"_a")
	x := p.source(l, depth)
	b := p.Define("vector.broadcast %s_s : f32 to %s", r, typ)
	y := p.Define("arith.addf %s_a, %s : %s", r, x, typ)
	z := p.Define("arith.mulf %s, %s : %s", y, b, typ)
	s := p.Define("arith.addf %s_s, %s_s : f32", r, r)
	p.Line("scf.yield %s, %s : %s, f32\n  }", z, s, typ)
	leave()
	return r + "#0"
}

// loopOfSeveral carries a vector, its mask, and a vector in another layout, whose result
// is sometimes unused.
func (p *program) loopOfSeveral(l nested, depth int) string {
	other := p.layout(1 + p.IntN(2))
	typ, maskType, otherType := vectorType(l.shape(), "f32"), vectorType(l.shape(), "i1"), vectorType(other.shape(), "f32")
	init, mask, second := p.anchored(p.source(l, depth), l), p.anchoredAs(p.mask(l), l, "i1"), p.anchored(p.source(other, depth-1), other)
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.Define("arith.constant 1 : index")
	r := p.Fresh()
	p.Line("%s:3 = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s, %s_m = %s, %s_b = %s) -> (%s, %s, %s) {",
		r, r, lo, hi, step, r, init, r, mask, r, second, typ, maskType, otherType)
	leave := p.enter(r + "_i")
	p.pool[l.String()] = append(p.pool[l.String()], r+"_a")
	x := p.Define("arith.select %s_m, %s_a, %s : %s, %s", r, r, p.source(l, depth), maskType, typ)
	m := p.Define("arith.%s %s_m, %s : %s", randprog.OneOf(p, "andi", "ori", "xori"), r, p.mask(l), maskType)
	y := p.Define("arith.addf %s_b, %s_b : %s", r, r, otherType)
	p.Line("scf.yield %s, %s, %s : %s, %s, %s\n  }", x, m, y, typ, maskType, otherType)
	leave()
	if p.Chance(70) {
		p.write(r+"#2", other)
	}
	if p.Chance(30) {
		return p.Define("arith.select %s#1, %s#0, %s : %s, %s", r, r, init, maskType, typ)
	}
	return r + "#0"
}

// while accumulates a vector as long as a condition holds.
func (p *program) while(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	init := p.anchored(p.source(l, depth), l)
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.Define("arith.constant 1 : index")
	r := p.Fresh()
	p.Line("%s:2 = scf.while (%s_a = %s, %s_i = %s) : (%s, index) -> (%s, index) {", r, r, init, r, lo, typ, typ)
	c := p.Define("arith.cmpi slt, %s_i, %s : index", r, hi)
	p.Line("scf.condition(%s) %s_a, %s_i : %s, index\n  } do {\n  ^bb0(%s_b: %s, %s_j: index):", c, r, r, typ, r, typ, r)
	leave := p.enter(r + "_j")
	p.pool[l.String()] = append(p.pool[l.String()], r+"_b")
	y := p.Define("arith.addf %s_b, %s : %s", r, p.source(l, depth), typ)
	next := p.Define("arith.addi %s_j, %s : index", r, step)
	p.Line("scf.yield %s, %s : %s, index\n  }", y, next, typ)
	leave()
	return r + "#0"
}

// branch makes a vector by a conditional.
func (p *program) branch(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	cond := p.Define("arith.cmpi slt, %s, %s : index", p.index(int64(p.IntN(4))), p.index(2))
	r := p.Fresh()
	for i, head := range []string{r + " = scf.if " + cond + " -> (" + typ + ") {", "} else {"} {
		p.Line("%s", head)
		leave := p.enter()
		p.Line("scf.yield %s : %s", p.anchored(p.source(l, depth-i), l), typ)
		leave()
	}
	p.Line("}")
	return r
}
