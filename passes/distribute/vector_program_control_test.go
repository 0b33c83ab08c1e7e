package distribute_test

import "fmt"

// loop accumulates a vector and a scalar.
func (p *program) loop(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	// A layout reaches a loop through its operands only.
	init := p.emit("iree_vector_ext.to_layout %s to layout(%s) : %s", p.source(l, depth), l, typ)
	scalar := p.emit("arith.constant 1.5 : f32")
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.emit("arith.constant 1 : index")
	p.names++
	r := fmt.Sprintf("%%v%d", p.names)
	fmt.Fprintf(&p.body, "  %s:2 = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s, %s_s = %s) -> (%s, f32) {\n", r, r, lo, hi, step, r, init, r, scalar, typ)
	leave := p.enter()
	p.pool[l.String()] = append(p.pool[l.String()], r+"_a")
	x := p.source(l, depth)
	b := p.emit("vector.broadcast %s_s : f32 to %s", r, typ)
	y := p.emit("arith.addf %s_a, %s : %s", r, x, typ)
	z := p.emit("arith.mulf %s, %s : %s", y, b, typ)
	s := p.emit("arith.addf %s_s, %s_s : f32", r, r)
	fmt.Fprintf(&p.body, "  scf.yield %s, %s : %s, f32\n  }\n", z, s, typ)
	leave()
	return r + "#0"
}

// loopOfSeveral carries a vector, its mask, and a vector in another layout, whose result
// is not used now and then.
func (p *program) loopOfSeveral(l nested, depth int) string {
	other := p.layout(1 + p.IntN(2))
	typ, maskType, otherType := vectorType(l.shape(), "f32"), vectorType(l.shape(), "i1"), vectorType(other.shape(), "f32")
	init, mask, second := p.anchored(p.source(l, depth), l), p.anchoredAs(p.mask(l), l, "i1"), p.anchored(p.source(other, depth-1), other)
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.emit("arith.constant 1 : index")
	p.names++
	r := fmt.Sprintf("%%v%d", p.names)
	fmt.Fprintf(&p.body, "  %s:3 = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s, %s_m = %s, %s_b = %s) -> (%s, %s, %s) {\n",
		r, r, lo, hi, step, r, init, r, mask, r, second, typ, maskType, otherType)
	leave := p.enter()
	p.pool[l.String()] = append(p.pool[l.String()], r+"_a")
	x := p.emit("arith.select %s_m, %s_a, %s : %s, %s", r, r, p.source(l, depth), maskType, typ)
	m := p.emit("arith.%s %s_m, %s : %s", oneOf(p, "andi", "ori", "xori"), r, p.mask(l), maskType)
	y := p.emit("arith.addf %s_b, %s_b : %s", r, r, otherType)
	fmt.Fprintf(&p.body, "  scf.yield %s, %s, %s : %s, %s, %s\n  }\n", x, m, y, typ, maskType, otherType)
	leave()
	if p.chance(70) {
		p.write(r+"#2", other)
	}
	if p.chance(30) {
		return p.emit("arith.select %s#1, %s#0, %s : %s, %s", r, r, init, maskType, typ)
	}
	return r + "#0"
}

// while accumulates a vector as long as a condition holds.
func (p *program) while(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	init := p.anchored(p.source(l, depth), l)
	lo, hi, step := p.index(0), p.index(int64(p.IntN(4))), p.emit("arith.constant 1 : index")
	p.names++
	r := fmt.Sprintf("%%v%d", p.names)
	fmt.Fprintf(&p.body, "  %s:2 = scf.while (%s_a = %s, %s_i = %s) : (%s, index) -> (%s, index) {\n", r, r, init, r, lo, typ, typ)
	c := p.emit("arith.cmpi slt, %s_i, %s : index", r, hi)
	fmt.Fprintf(&p.body, "  scf.condition(%s) %s_a, %s_i : %s, index\n  } do {\n  ^bb0(%s_b: %s, %s_j: index):\n", c, r, r, typ, r, typ, r)
	leave := p.enter()
	p.pool[l.String()] = append(p.pool[l.String()], r+"_b")
	y := p.emit("arith.addf %s_b, %s : %s", r, p.source(l, depth), typ)
	next := p.emit("arith.addi %s_j, %s : index", r, step)
	fmt.Fprintf(&p.body, "  scf.yield %s, %s : %s, index\n  }\n", y, next, typ)
	leave()
	return r + "#0"
}

// branch makes a vector by a conditional.
func (p *program) branch(l nested, depth int) string {
	typ := vectorType(l.shape(), "f32")
	cond := p.emit("arith.cmpi slt, %s, %s : index", p.index(int64(p.IntN(4))), p.index(2))
	p.names++
	r := fmt.Sprintf("%%v%d", p.names)
	for i, head := range []string{r + " = scf.if " + cond + " -> (" + typ + ") {", "} else {"} {
		fmt.Fprintf(&p.body, "  %s\n", head)
		leave := p.enter()
		fmt.Fprintf(&p.body, "  scf.yield %s : %s\n", p.anchored(p.source(l, depth-i), l), typ)
		leave()
	}
	fmt.Fprintf(&p.body, "  }\n")
	return r
}
