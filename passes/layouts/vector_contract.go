package layouts

import (
	"math/bits"

	"optc/dialect/iree/ireegpu"
	"optc/dialect/iree/revision"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/layout/flow"
)

// The layouts of a contraction follow from a layout of its iterators. If the layouts of lhs and rhs
// agree in the iterators that they share, they determine it. Otherwise, or if one of them has none,
// it is the cheapest combination of the dimensions of lhs, rhs and result, and operands are
// converted. Every thread holds a dimension as a whole if threads would otherwise hold
// indistinguishable parts of it.
//
//	%r = vector.contract … %a, %b, %c       // %a: rows #a, k over 4 threads; %b: k over 8 threads
//	→ %d = iree_vector_ext.to_layout %b to layout(…)      // k over 4 threads, as in %a
//	  %r = vector.contract … %a, %d, %c

func contractForwards(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	contract := ir.Cast[vector.ContractOp](op)
	if u == contract.AccMutable() {
		p.Give(contract.Result(), l)
		return
	}
	if ireegpu.IntrinsicOf(op) != nil {
		return // the intrinsic determines the layout of the result
	}
	if mask := op.Parent(); ir.Is[vector.MaskOp](mask) {
		if inverse, ok := iterationLayoutMap(op, u); ok {
			giveMask(p, mask, l.Apply(inverse))
		}
	}
	lhs, rhs, maps := p.Known(contract.Lhs()), p.Known(contract.Rhs()), contract.IndexingMaps()
	switch {
	case lhs == nil || rhs == nil:
	case revision.Of(p.Context()) != revision.Release:
		p.Give(contract.Result(), lhs.Recombine([]flow.Layout{lhs, rhs}, maps[:2], maps[2]))
	default:
		if agreed := agreedIterators(p, contract); agreed != nil {
			p.Give(contract.Result(), agreed.Apply(maps[2]))
		}
	}
}

// contractMissing sets the layout of a contraction's result if lhs and rhs do not agree on one.
func contractMissing(p flow.Propagator, op *ir.Operation) {
	contract := ir.Cast[vector.ContractOp](op)
	if ireegpu.IntrinsicOf(op) != nil || isMasked(op) || p.Known(contract.Result()) != nil {
		return
	}
	if l := newIteration(p, contract).cheapest(); l != nil {
		p.Give(contract.Result(), l.Apply(contract.IndexingMaps()[2]))
	}
}

func contractBackwards(p flow.Propagator, op *ir.Operation, _ *ir.Value, l flow.Layout) {
	p.Want(ir.Cast[vector.ContractOp](op).AccMutable(), l)
}

func contractFit(p flow.Propagator, op *ir.Operation, u *ir.OpOperand, l flow.Layout) {
	contract := ir.Cast[vector.ContractOp](op)
	if revision.Of(p.Context()) != revision.Release {
		return
	}
	if mask := ir.As[vector.MaskOp](op.Parent()); mask.Ok() && u != contract.AccMutable() {
		if inverse, ok := iterationLayoutMap(op, u); ok {
			p.Want(mask.MaskMutable(), l.Apply(inverse))
		}
	}
	first := contract.AccMutable() // the first operand that has a layout, the accumulator last
	for _, v := range []*ir.OpOperand{contract.RhsMutable(), contract.LhsMutable()} {
		if p.Known(v.Value()) != nil {
			first = v
		}
	}
	if u != first || ireegpu.IntrinsicOf(op) != nil {
		return
	}
	maps := contract.IndexingMaps()
	agreed := agreedIterators(p, contract)
	if agreed == nil && !isMasked(op) {
		agreed = newIteration(p, contract).cheapest()
	}
	if agreed != nil {
		p.Want(contract.LhsMutable(), agreed.Apply(maps[0]))
		p.Want(contract.RhsMutable(), agreed.Apply(maps[1]))
		p.Settle(contract.Result(), agreed.Apply(maps[2]))
	}
}

// contractFitResult gives the operands of a contraction the layouts that follow from the result, if none of
// them has its own layout.
func contractFitResult(p flow.Propagator, op *ir.Operation, v *ir.Value, l flow.Layout) {
	contract := ir.Cast[vector.ContractOp](op)
	contractBackwards(p, op, v, l)
	if revision.Of(p.Context()) != revision.Release || ireegpu.IntrinsicOf(op) != nil || isMasked(op) ||
		p.Known(contract.Lhs()) != nil || p.Known(contract.Rhs()) != nil {
		return
	}
	if agreed := newIteration(p, contract).cheapest(); agreed != nil {
		p.Want(contract.LhsMutable(), agreed.Apply(contract.IndexingMaps()[0]))
		p.Want(contract.RhsMutable(), agreed.Apply(contract.IndexingMaps()[1]))
	}
}

// agreedIterators returns the layout of the iterators that follows from lhs and rhs, or nil.
func agreedIterators(p flow.Propagator, contract vector.ContractOp) flow.Layout {
	lhs, rhs := p.Known(contract.Lhs()), p.Known(contract.Rhs())
	if lhs == nil || rhs == nil {
		return nil
	}
	analysis := p.(interface {
		iterators(lhs, rhs flow.Layout, contract vector.ContractOp) flow.Layout
	})
	return analysis.iterators(lhs, rhs, contract)
}

// agreements holds the layouts of iterators that an analysis has found, nil if lhs and rhs do not
// agree: rules ask again for each operand and candidate, and many contractions are equal.
type agreements map[agreement]flow.Layout

// agreement is all that the layout of the iterators depends on.
type agreement struct {
	maps     ir.Attribute
	lhs, rhs flow.Layout
}

func (a agreements) iterators(lhs, rhs flow.Layout, contract vector.ContractOp) flow.Layout {
	key := agreement{contract.IndexingMapsAttr(), lhs, rhs}
	l, found := a[key]
	if !found {
		l = combineIterators(lhs, rhs, contract.IndexingMaps())
		a[key] = l
	}
	return l
}

func combineIterators(lhs, rhs flow.Layout, maps []affine.Map) flow.Layout {
	l := lhs.Recombine([]flow.Layout{lhs, rhs}, maps[:2], affine.Identity(maps[0].NumDims))
	if l != nil && !l.IsDistinct() && lhs.IsDistinct() && rhs.IsDistinct() {
		return nil // a conversion helps
	}
	return l
}

// iterationLayoutMap returns the map from the dimensions of a contraction's operand to the
// iterators, if each of them is a dimension of the operand.
func iterationLayoutMap(op *ir.Operation, u *ir.OpOperand) (inverse affine.Map, ok bool) {
	m := ir.Cast[vector.ContractOp](op).IndexingMaps()[u.Index()]
	if !m.IsPermutation() {
		return inverse, false
	}
	return affine.InversePermutation(m)
}

// iteration is a search for the layout of the iterators of a contraction.
type iteration struct {
	maps    []affine.Map
	known   [3]flow.Layout // layouts of lhs, rhs and result; nil if not known
	extents []int64        // extents of the iterators
	reduced []bool
}

func newIteration(p flow.Propagator, contract vector.ContractOp) *iteration {
	it := &iteration{maps: contract.IndexingMaps()}
	it.known = [3]flow.Layout{p.Known(contract.Lhs()), p.Known(contract.Rhs()), p.Known(contract.Result())}
	if it.known[2] == nil && contract.Acc() != nil {
		it.known[2] = p.Known(contract.Acc())
	}
	n := it.maps[0].NumDims
	it.extents, it.reduced = make([]int64, n), make([]bool, n)
	for i, v := range []*ir.Value{contract.Lhs(), contract.Rhs()} {
		for r, e := range it.maps[i].Results {
			if d, ok := e.IsDim(); ok {
				it.extents[d] = v.Type().(*ir.VectorType).Dims[r]
			}
		}
	}
	for d, t := range contract.IteratorTypes() {
		it.reduced[d] = t == vector.Reduced
	}
	return it
}

// cheapest returns the cheapest layout, or nil if neither operands nor result have one.
func (it *iteration) cheapest() (best flow.Layout) {
	for _, l := range it.known {
		if l != nil && !l.IsDistinct() {
			return nil // it cannot be converted
		}
	}
	least := int64(0)
	for _, order := range [][3]int{{0, 1, 2}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}} {
		l := it.combined(order)
		if l == nil {
			continue
		}
		if cost := it.cost(l); best == nil || cost < least {
			best, least = l, cost
		}
	}
	return best
}

// combined takes each iterator from the first layout, in the given order, that has it, unless
// threads would then hold indistinguishable parts; in that case every thread holds the iterator's
// dimension as a whole.
func (it *iteration) combined(order [3]int) flow.Layout {
	n := len(it.extents)
	parts, maps := make([]flow.Layout, 0, n), make([]affine.Map, 0, n)
	taken := make([]bool, n)
	var whole flow.Layout
	for _, from := range order {
		l := it.known[from]
		if l == nil {
			continue
		}
		whole = l
		for r, e := range it.maps[from].Results {
			d, ok := e.IsDim()
			if !ok || taken[d] {
				continue
			}
			part := l.Apply(affine.NewMap(l.Rank(), 0, affine.Dim(r)))
			if together := it.join(append(parts, part), append(maps, affine.NewMap(n, 0, affine.Dim(d)))); together != nil && together.IsDistinct() {
				parts, maps = append(parts, part), append(maps, affine.NewMap(n, 0, affine.Dim(d)))
				taken[d] = true
			}
		}
	}
	if whole == nil {
		return nil
	}
	for d := range taken {
		if !taken[d] {
			parts, maps = append(parts, whole.Whole([]int64{it.extents[d]})), append(maps, affine.NewMap(n, 0, affine.Dim(d)))
		}
	}
	l := parts[0].Recombine(parts, maps, affine.Identity(n))
	if l == nil || !l.IsDistinct() {
		return nil
	}
	return l
}

// join returns the layout of the iterators that the maps name, in their order.
func (it *iteration) join(parts []flow.Layout, maps []affine.Map) flow.Layout {
	results := make([]affine.Expr, len(maps))
	for i, m := range maps {
		results[i] = m.Results[0]
	}
	return parts[0].Recombine(parts, maps, affine.NewMap(len(it.extents), 0, results...))
}

// conversionCost is the cost of an exchange, in operations of a thread, in addition to the elements
// that it moves.
const conversionCost = 16

// cost estimates the operations of a thread: products, exchanges of operands and result in
// other layouts, and sums over threads.
func (it *iteration) cost(l flow.Layout) int64 {
	n := l.HeldElements()
	for i, known := range it.known {
		need := l.Apply(it.maps[i])
		if known == nil {
			n += need.HeldElements()
		} else if known != need {
			n += conversionCost + known.HeldElements() + need.HeldElements()
		}
	}
	for d, reduced := range it.reduced {
		if reduced {
			along := l.Apply(affine.NewMap(l.Rank(), 0, affine.Dim(d))).HeldElements()
			rounds := int64(bits.Len64(uint64(it.extents[d]/max(along, 1)))) - 1
			n += 2 * max(rounds, 0) * l.Apply(it.maps[2]).HeldElements()
		}
	}
	return n
}
