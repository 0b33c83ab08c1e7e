package linalg

import (
	"math"

	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// sumOfProducts is a region that adds the product of its first two arguments to its third, all of one
// type.
type sumOfProducts struct {
	half, single, double bool
	keep                 uint64 // bits of an integer
}

// productOf returns the sum of products that the region of op computes, or nil.
func productOf(op *ir.Operation) *sumOfProducts {
	b := op.Body()
	if b.NumArgs() != 3 || !isSumOfProducts(b) {
		return nil
	}
	t := b.Arg(0).Type()
	n := 0
	for o := range b.Ops() {
		n++
		if ir.Is[arith.OrIOp](o) || ir.Is[arith.AndIOp](o) || o.Has(ir.Elementwise) && wraps(o) {
			return nil
		}
	}
	if n != 3 || b.Arg(1).Type() != t || b.Arg(2).Type() != t {
		return nil
	}
	switch t := t.(type) {
	case *ir.FloatType:
		if t.Kind == num.F16 || t.Kind == num.F32 || t.Kind == num.F64 {
			return &sumOfProducts{half: t.Kind == num.F16, single: t.Kind == num.F32, double: t.Kind == num.F64}
		}
	case *ir.IntegerType, *ir.IndexType:
		if w := sim.Width(t); w <= 64 {
			return &sumOfProducts{keep: ^uint64(0) >> (64 - w)}
		}
	}
	return nil
}

// wraps reports whether an operation promises that an integer does not overflow.
func wraps(op *ir.Operation) bool {
	a, ok := op.Attr("overflowFlags").(*arith.OverflowAttr)
	return ok && a.Flags != 0
}

// runProduct runs a nest on tensors whose region is a sum of products. If the loop around the
// innermost one is a reduction, several of its iterations run at once: each element is read once
// and gets their products one after the other.
func (n *nest) runProduct(f *sim.Frame) error {
	loops := n.order()
	inner := loops[len(loops)-1]
	outer, sums, repeats := loops[:len(loops)-1], -1, int64(1)
	if last := len(outer) - 1; last >= 0 && n.iterators[outer[last]] == Reduction && n.iterators[inner] == Parallel {
		sums, outer = outer[last], outer[:last]
		repeats = n.extents[sums]
	}
	var w walk
	count := int(n.extents[inner])
	for i := range w.operands {
		o := &n.operands[i]
		w.operands[i] = place{at: int(o.first), step: int(o.steps[inner])}
		if sums >= 0 {
			w.operands[i].sum = int(o.steps[sums])
		}
	}
	row := n.product.rows(n.operands, w.operands)
	return n.eachPoint(outer, func(i int, by int64) { w.operands[i].at += int(by) }, func() error {
		p := w.operands
		for left := int(repeats); left > 0; {
			done := row(p, min(left, blocked), count)
			left -= done
			for i := range p {
				p[i].at += done * p[i].sum
			}
		}
		return f.Worked(int64(count) * repeats)
	})
}

// blocked is the number of products that an element gets at once.
const blocked = 4

// place is a position of an operand, with its steps along the innermost loop and along the reduction
// around it.
type place struct{ at, step, sum int }

type walk struct{ operands [3]place }

// eachPoint visits the points of loops in order; move changes the position of an operand.
func (n *nest) eachPoint(loops []int, move func(operand int, by int64), visit func() error) error {
	index := make([]int64, len(loops))
	for {
		if err := visit(); err != nil {
			return err
		}
		k := len(loops) - 1
		for ; k >= 0; k-- {
			d := loops[k]
			by := int64(1)
			if index[k]++; index[k] == n.extents[d] {
				index[k], by = 0, 1-n.extents[d]
			}
			for i := range n.operands {
				move(i, by*n.operands[i].steps[d])
			}
			if by == 1 {
				break
			}
		}
		if k < 0 {
			return nil
		}
	}
}

// rows returns a function that adds products to count consecutive elements, for up to repeats
// iterations of the reduction, and returns how many iterations it has done.
func (p *sumOfProducts) rows(o []operand, first [3]place) func(at [3]place, repeats, count int) int {
	x, y, z := o[0].tensor, o[1].tensor, o[2].tensor
	if p.single && first[2].step == 1 && first[0].step+first[1].step == 1 && first[0].step*first[1].step == 0 {
		scalar, vector := 0, 1
		if first[0].step == 1 {
			scalar, vector = 1, 0
		}
		numbers, elements := o[scalar].tensor.Short, o[vector].tensor.Short
		return func(at [3]place, repeats, count int) int {
			row := z.Short[at[2].at:][:count]
			s, v := at[scalar], at[vector]
			if repeats < blocked || at[2].sum != 0 {
				addSingles(row, elements[v.at:][:count], math.Float32frombits(numbers[s.at]))
				return 1
			}
			var factors [blocked]float32
			var rows [blocked][]uint32
			for i := range blocked {
				factors[i] = math.Float32frombits(numbers[s.at+i*s.sum])
				rows[i] = elements[v.at+i*v.sum:][:count]
			}
			addBlock(row, &rows, &factors)
			return blocked
		}
	}
	switch {
	case p.half:
		return halfRows(x.Short, y.Short, z.Short)
	case p.single:
		return func(at [3]place, _, count int) int {
			a, b, c := at[0], at[1], at[2]
			for range count {
				product := float32(math.Float32frombits(x.Short[a.at]) * math.Float32frombits(y.Short[b.at]))
				z.Short[c.at] = math.Float32bits(math.Float32frombits(z.Short[c.at]) + product)
				a.at, b.at, c.at = a.at+a.step, b.at+b.step, c.at+c.step
			}
			return 1
		}
	case p.double:
		return func(at [3]place, _, count int) int {
			a, b, c := at[0], at[1], at[2]
			for range count {
				product := float64(math.Float64frombits(x.Long[a.at]) * math.Float64frombits(y.Long[b.at]))
				z.Long[c.at] = math.Float64bits(math.Float64frombits(z.Long[c.at]) + product)
				a.at, b.at, c.at = a.at+a.step, b.at+b.step, c.at+c.step
			}
			return 1
		}
	case x.Short != nil:
		return integerRows(x.Short, y.Short, z.Short, uint32(p.keep))
	}
	return integerRows(x.Long, y.Long, z.Long, p.keep)
}

// integerRows is rows for integers; keep has the bits that are kept.
func integerRows[T uint32 | uint64](x, y, z []T, keep T) func(at [3]place, repeats, count int) int {
	return func(at [3]place, _, count int) int {
		a, b, c := at[0], at[1], at[2]
		for range count {
			z[c.at] = (z[c.at] + x[a.at]*y[b.at]) & keep
			a.at, b.at, c.at = a.at+a.step, b.at+b.step, c.at+c.step
		}
		return 1
	}
}

// addSingles adds x times the elements of y to those of z. The conversion keeps the product and the
// sum separate: each is rounded.
func addSingles(z, y []uint32, x float32) {
	y = y[:len(z)]
	for i := range z {
		product := float32(x * math.Float32frombits(y[i]))
		z[i] = math.Float32bits(math.Float32frombits(z[i]) + product)
	}
}

// addBlock is addSingles for some rows, one after the other.
func addBlock(z []uint32, y *[blocked][]uint32, x *[blocked]float32) {
	y0, y1, y2, y3 := y[0][:len(z)], y[1][:len(z)], y[2][:len(z)], y[3][:len(z)]
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	for i := range z {
		sum := math.Float32frombits(z[i]) + float32(x0*math.Float32frombits(y0[i]))
		sum += float32(x1 * math.Float32frombits(y1[i]))
		sum += float32(x2 * math.Float32frombits(y2[i]))
		sum += float32(x3 * math.Float32frombits(y3[i]))
		z[i] = math.Float32bits(sum)
	}
}
