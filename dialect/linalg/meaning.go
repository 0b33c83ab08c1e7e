package linalg

import (
	"slices"

	"optc/ir"
	"optc/ir/affine"
	"optc/sim"
)

// meaning executes structured operations as loop nests. A nest runs in one of three ways, with the
// same results: a sum of products as a loop over numbers (nest_product.go), other regions of
// element-wise operations on a row of elements at a time (nest_rows.go), and any region element by
// element, in the order of the loops.
func meaning() ir.Meaning {
	t := sim.Table{
		YieldOp{}.Kind():   sim.Leave,
		IndexOp{}.Kind():   runIndex,
		SoftmaxOp{}.Kind(): runSoftmax,
		PackOp{}.Kind():    runPack,
		UnpackOp{}.Kind():  runUnpack,
	}
	for _, def := range ops() {
		if loops, ok := Structured.In(def); ok {
			t[def.Kind] = runNest(loops)
		}
	}
	return t
}

// running has the indices of the structured operations that run element by element, the innermost
// last.
type running struct{ indices [][]int64 }

func runIndex(f *sim.Frame, in *sim.Instr) error {
	s := sim.State[running](f.Machine)
	now := s.indices[len(s.indices)-1]
	f.Set(in, 0, sim.Int(uint64(now[ir.Cast[IndexOp](in.Op).Dim()])))
	return nil
}

// plan is the part that depends only on a structured operation.
type plan struct {
	maps      []affine.Map
	iterators []Iterator
	outputs   int // number of the first output
	// ordered is set if the loops must run in their order: two iterations of parallel loops may write
	// the same element.
	ordered bool
	product *sumOfProducts          // not nil if the region adds a product
	lifted  map[int64]*ir.Operation // the region on rows, by the length of a row
	rows    *rowForm                // nil if the region has no form on rows
}

func newPlan(op *ir.Operation, loops *Loops) *plan {
	p := &plan{maps: loops.Maps(op), iterators: loops.Iterators(op), lifted: map[int64]*ir.Operation{}}
	lo, hi := initsOf(op)
	p.outputs = lo
	for _, m := range p.maps[lo:hi] {
		for d, kind := range p.iterators {
			_, plain := m.ResultPosition(d)
			p.ordered = p.ordered || plain != (kind == Parallel)
		}
		p.ordered = p.ordered || !m.IsProjectedPermutation(false)
	}
	p.product = productOf(op)
	p.rows = rowFormOf(op)
	return p
}

// runNest executes a structured operation. A result has no marks of undefined elements if all were
// computed.
func runNest(loops *Loops) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		p, ok := in.Data.(*plan)
		if !ok {
			p = newPlan(in.Op, loops)
			in.Data = p
		}
		n, err := openNest(f, in, p)
		if err != nil {
			return err
		}
		if slices.Contains(n.extents, 0) {
			return nil
		}
		defer n.dropMarks()
		quick := f.Symbols == nil && !f.Exact && !p.ordered && n.linear && !n.aliased()
		switch {
		case quick && p.product != nil && n.onNumbers():
			if p.product.half {
				return n.runHalf(f)
			}
			return n.runProduct(f)
		case quick && p.rows != nil && slices.Contains(p.iterators, Parallel):
			return n.runRows(f, in)
		}
		return n.runEach(f, in)
	}
}

// runEach runs the region for each point of the loops, in order.
func (n *nest) runEach(f *sim.Frame, in *sim.Instr) error {
	s := sim.State[running](f.Machine)
	args := make([]sim.Value, len(n.operands))
	err := f.Lanes(n.extents, func(_ int, point []int64) error {
		s.indices = append(s.indices, point)
		defer func() { s.indices = s.indices[:len(s.indices)-1] }()
		for i := range n.operands {
			var err error
			if args[i], err = n.operands[i].load(point); err != nil {
				return err
			}
		}
		results, err := f.Region(in, 0, args)
		if err != nil {
			return err
		}
		for i, v := range results {
			if err := n.operands[n.outputs+i].store(point, v); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}
