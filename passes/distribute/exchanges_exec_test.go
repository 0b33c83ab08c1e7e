package distribute_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"optc/dialect/memref"
	"optc/internal/testing/raced"
	"optc/internal/testing/randprog"
	"optc/ir"
)

// exchanging is the number of random programs with changes of layout in loops.
var exchanging = flag.Int("exchanging", raced.Runs(100), "random programs with changes of layout in loops that TestExchangesInLoopsAgree executes")

// exchangesInLoops adds vectors that change their layout in loops and in branches of loops, and reductions over subgroups: some
// need the sum so far, and some do not. Masks change their layout, too, and decide what is reduced and written. Most loops carry a mask and a second
// vector in another layout, and have two or three iterations, so that a loop around them begins with either of two buffers.
func (p *program) exchangesInLoops(l nested, init string, depth int) string {
	typ := vectorType(l.shape(), "f32")
	first, trips, by := int64(p.IntN(2)), randprog.OneOf[int64](p, 0, 1, 2, 2, 3, 3, 3), int64(1+p.IntN(2))
	lo, hi := p.index(first), p.index(first+trips*by)
	step := p.Define("arith.constant %d : index", by)
	carried := p.elsewhere(l)
	other := p.anchored(p.read(carried, "f32", 0), carried)
	maskType, mask := vectorType(l.shape(), "i1"), p.anchoredAs(p.mask(l), l, "i1")
	r := p.Fresh()
	p.Line("%s:3 = scf.for %s_i = %s to %s step %s iter_args(%s_a = %s, %s_b = %s, %s_m = %s) -> (%s, %s, %s) {", r, r, lo, hi, step, r, init, r, other, r, mask, typ, typ, maskType)
	leave := p.enter(r + "_i")
	sum := r + "_a"
	other, mask = r+"_b", r+"_m"
	for range 1 + p.IntN(3) {
		switch p.IntN(12) {
		case 0:
			sum = p.exchanged(sum, l)
		case 1, 2:
			if depth > 0 {
				sum = p.exchangesInLoops(l, sum, depth-1)
			} else {
				sum = p.exchanged(sum, l)
			}
		case 3:
			sum = p.exchangeSometimes(l, r+"_i", sum)
		case 4:
			sum = p.mostOfRows(sum, l, "")
		case 5: // the carried vectors change places
			sum, other = p.anchored(other, l), p.anchored(sum, carried)
		case 6:
			sum = p.mostOfRows(sum, l, p.turnedMask(mask, l))
		case 7: // other elements are on in the next iteration
			mask = p.Define("arith.%s %s, %s : %s", randprog.OneOf(p, "andi", "ori", "xori"), p.turnedMask(mask, l), p.turnedMask(p.mask(l), l), maskType)
		case 8:
			sum = p.Define("arith.select %s, %s, %s : %s, %s", p.turnedMask(mask, l), sum, p.exchanged(sum, l), maskType, typ)
		case 9:
			p.writeEachRound(sum, mask, l, r+"_i", first+trips*by)
		default:
			x := p.exchanged(p.read(l, "f32", 0), l)
			sum = p.Define("arith.addf %s, %s : %s", sum, x, typ)
		}
	}
	p.Line("scf.yield %s, %s, %s : %s, %s, %s\n  }", sum, p.anchored(other, carried), mask, typ, typ, maskType)
	leave()
	if p.Chance(50) {
		p.write(p.Define("arith.select %s#2, %s#0, %s : %s, %s", r, r, init, maskType, typ), l)
	}
	if p.Chance(50) {
		return p.Define("arith.addf %s#0, %s : %s", r, p.anchored(r+"#1", l), typ)
	}
	return r + "#0"
}

// turnedMask changes the layout of a mask, or keeps it.
func (p *program) turnedMask(mask string, l nested) string {
	if p.Chance(30) {
		return mask
	}
	p.use("mask that changes its layout")
	return p.anchoredAs(p.anchoredAs(mask, p.elsewhere(l), "i1"), l, "i1")
}

// writeEachRound writes a vector, under a mask in half of the programs, to a place that belongs to an iteration of a loop.
func (p *program) writeEachRound(v, mask string, l nested, i string, end int64) {
	m := p.memref("f32", append([]int64{end}, l.shape()...), 0)
	zero := p.Define("arith.constant 0 : index")
	if p.Chance(50) {
		p.use("masked write in a loop")
		mask = ", " + mask
	} else {
		mask = ""
	}
	p.Line("vector.transfer_write %s, %s[%s, %s]%s {in_bounds = [%s]} : %s, %s", v, m.name, i, repeated(zero, l.rank()), mask, repeated("true", l.rank()), vectorType(l.shape(), "f32"), m.typ())
}

// mostOfRows computes the largest elements along a dimension, over threads, and puts them in all places of the dimension. A mask, unless
// it is "", decides which elements count.
func (p *program) mostOfRows(v string, l nested, mask string) string {
	d := p.IntN(l.rank())
	var kept []int
	for k := range l.rank() {
		if k != d {
			kept = append(kept, k)
		}
	}
	rest := vectorType(extents(l.shape(), kept), "f32")
	least := p.Define("arith.constant dense<-1.0e+30> : %s", rest)
	reduction := fmt.Sprintf("vector.multi_reduction <maximumf>, %s, %s [%d] : %s to %s", v, least, d, vectorType(l.shape(), "f32"), rest)
	if mask != "" {
		p.use("masked reduction in a loop")
		reduction = fmt.Sprintf("vector.mask %s { %s } : %s -> %s", mask, reduction, vectorType(l.shape(), "i1"), rest)
	}
	most := p.Define("%s", reduction)
	order := append([]int{d}, kept...)
	wide := vectorType(extents(l.shape(), order), "f32")
	b := p.Define("vector.broadcast %s : %s to %s", most, rest, wide)
	back := make([]string, len(order))
	for i, k := range order {
		back[k] = fmt.Sprint(i)
	}
	t := p.Define("vector.transpose %s, [%s] : %s to %s", b, strings.Join(back, ", "), wide, vectorType(l.shape(), "f32"))
	return p.anchored(t, l)
}

// elsewhere returns another layout of the same vector, with other subgroups if one is found quickly.
func (p *program) elsewhere(l nested) (other nested) {
	for range 10 {
		if other = p.another(l); !slices.Equal(other.subgroup, l.subgroup) {
			break
		}
	}
	return other
}

// exchanged changes the layout of a vector to a layout with other subgroups, and back.
func (p *program) exchanged(v string, l nested) string {
	return p.anchored(p.anchored(v, p.elsewhere(l)), l)
}

// exchangeSometimes changes the layout of a sum in some iterations of a loop.
func (p *program) exchangeSometimes(l nested, i, sum string) string {
	typ := vectorType(l.shape(), "f32")
	cond := p.Define("arith.cmpi slt, %s, %s : index", i, p.index(int64(p.IntN(4))))
	r := p.Fresh()
	p.Line("%s = scf.if %s -> (%s) {", r, cond, typ)
	leave := p.enter()
	p.Line("scf.yield %s : %s\n  } else {", p.exchanged(sum, l), typ)
	leave()
	p.Line("scf.yield %s : %s\n  }", sum, typ)
	return r
}

// Exchanges in loops share barriers and use buffers in turn; no threads race, and the result is the result of one thread.
func TestExchangesInLoopsAgree(t *testing.T) {
	t.Parallel()
	inTurn := 0
	for n := range uint64(*exchanging) {
		seed := 3 * (*firstSeed + n)
		p := newProgram(seed) // a program of the release, which has fewer barriers
		var l nested
		for l = p.layout(2); span(l.subgroup, l.subgroupStrides) == 1; l = p.layout(2) {
		}
		p.write(p.exchangesInLoops(l, p.anchored(p.read(l, "f32", 0), l), 2), l)
		want := p.call(t, p.transformed(t, "builtin.module()"), 1)
		block, options := p.workgroup()
		module := p.transformed(t, fmt.Sprintf("builtin.module(func.func(vectorext-distribute-nested-layout{%s}),canonicalize,cse)", options))
		ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
			if ir.Is[memref.ViewOp](op) {
				inTurn++
			}
			return ir.Advance
		})
		if d := p.call(t, module, block...).Differs(want); d != "" {
			t.Fatalf("seed %d: %d threads of\n%s\nfor one of\n%s\n%s", seed, block, module, p.text(), d)
		}
	}
	t.Logf("%d programs use %d buffers in turn", *exchanging, inTurn)
	if inTurn == 0 {
		t.Error("no program uses buffers in turn")
	}
}
