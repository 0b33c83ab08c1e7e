package okk

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

// UnrollOptions are the options of okk-unroll.
type UnrollOptions struct {
	MaxOps int64 `opt:"max-ops" help:"most operations that a kernel may grow to"`
}

// Unroll is okk-unroll. It replaces loops by their iterations.
//
//	%l = scf.for %i = %c0 to %c2 step %c1        okk.store %a to %y0
//	    iter_args(%p = %a) -> (T) {          →   okk.store %a to %y1
//	  %s = okk.slice %y[%i, 0, 0, 0]             (with %y0 = okk.slice %y[0, 0, 0, 0], …)
//	  okk.store %p to %s
//	  scf.yield %p
//	}
var Unroll = &passes.Pass{
	Name:  "okk-unroll",
	Title: "Replace the loops of kernels by their iterations",
	Doc: `Loops have constant bounds. Values that depend on the index of a loop become
numbers; tensors that are carried from one iteration to the next, such as two
alternating buffers, become the tensors themselves. Of a decision only the branch that is taken is
left, and extents that a type leaves open become numbers. Parameters must have numbers: see okk-bind-sizes.`,
	Options:  UnrollOptions{MaxOps: 1 << 20},
	Anchor:   []ir.OpKind{okk.KernelOp{}},
	Dialects: []string{"arith", "okk"},
	Run:      unrollAll,
}

// unrollEnds is Unroll for checks: it makes only the first iterations of a loop and the last
// one.
var unrollEnds = &passes.Pass{
	Name: "okk-unroll-ends", Title: "Replace the loops of kernels by some of their iterations", Options: UnrollOptions{MaxOps: 1 << 20},
	Anchor: []ir.OpKind{okk.KernelOp{}}, Dialects: []string{"arith", "okk"},
	Run: func(c *passes.Context) (changed bool, err error) { return unrollLoops(c, true) },
}

func unrollAll(c *passes.Context) (changed bool, err error) { return unrollLoops(c, false) }

func unrollLoops(c *passes.Context, ends bool) (changed bool, err error) {
	u := &unroller{Context: c, rw: c.Rewriter(nil), left: passes.OptionsOf[UnrollOptions](c).MaxOps, ends: ends}
	simplify := func() bool {
		simpler, _ := ir.ApplyGreedily(c, c.IR, c.Op.Region(0), ir.NewPatternSet(), ir.DefaultGreedyConfig())
		return simpler
	}
	// Bounds that depend on outer indices are constants when the outer loop is gone, and so are
	// conditions.
	for again := true; again; {
		again = u.decide()
		for _, loop := range u.constantLoops() {
			if !u.unroll(loop) {
				return changed, passes.ErrFailed
			}
			again = true
		}
		if again {
			changed = true
			simplify()
		} else if u.undecided() && simplify() { // which computes conditions and bounds
			changed, again = true, true
		}
	}
	c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
		switch {
		case okk.RowOf(op) != nil: // with its own code
			return ir.Skip
		case ir.Is[scf.ForOp](op):
			c.Report(op.Errorf("expected constant bounds and a positive step").WithCode(okk.Codes + "loop-bounds"))
		case ir.Is[scf.IfOp](op):
			c.Report(op.Errorf("expected a condition that is known").WithCode(okk.Codes + "open-condition"))
		}
		return ir.Advance
	})
	if c.Failed() {
		return changed, nil
	}
	if u.unsettled() {
		changed = simplify() || changed // which computes sizes and offsets
		changed = u.settle() || changed
	}
	return simplify() || changed, nil
}

// undecided reports whether there are decisions, or loops whose bounds are still to be computed.
func (u *unroller) undecided() bool {
	return u.contains(func(op *ir.Operation) bool {
		loop := ir.As[scf.ForOp](op)
		return ir.Is[scf.IfOp](op) || loop.Ok() && ir.ConstantValue(loop.UpperBound()) == nil
	})
}

// unsettled reports whether there are tensors whose sizes are not known yet.
func (u *unroller) unsettled() bool {
	return u.contains(func(op *ir.Operation) bool { return slices.ContainsFunc(op.ResultList(), isUnsettled) })
}

// contains reports whether the kernel has a certain operation.
func (u *unroller) contains(wanted func(op *ir.Operation) bool) (found bool) {
	u.Walk(u.Op, func(op *ir.Operation) ir.WalkResult {
		switch {
		case ir.Is[okk.ComputeOp](op):
			return ir.Skip
		case wanted(op):
			found = true
			return ir.Interrupt
		}
		return ir.Advance
	})
	return found
}

// decide replaces decisions whose conditions are known by the branches that are taken.
func (u *unroller) decide() (changed bool) {
	u.WalkPost(u.Op, func(op *ir.Operation) ir.WalkResult {
		decision := ir.As[scf.IfOp](op)
		if !decision.Ok() || ir.Enclosing[okk.ComputeOp](op).Ok() {
			return ir.Advance
		}
		condition, known := ir.ConstantValue(decision.Condition()).(*ir.IntegerAttr)
		if !known {
			return ir.Advance
		}
		taken := decision.ThenRegion()
		if condition.Int64() == 0 {
			taken = decision.ElseRegion()
		}
		var results []*ir.Value
		if !taken.Empty() {
			for _, o := range slices.Collect(taken.Front().Ops()) {
				if yield := ir.As[scf.YieldOp](o); yield.Ok() {
					results = yield.Results()
					break
				}
				o.MoveBefore(op)
			}
		}
		u.rw.Replace(op, results...)
		changed = true
		return ir.Advance
	})
	return changed
}

// unroller replaces loops while the kernel stays small enough.
type unroller struct {
	*passes.Context
	rw   *ir.Rewriter
	left int64 // operations that may still be made
	ends bool  // make only the first iterations and the last one
}

// constantLoops returns the loops whose iterations are known, inner ones first.
func (u *unroller) constantLoops() (list []*ir.Operation) {
	u.WalkPost(u.Op, func(op *ir.Operation) ir.WalkResult {
		if _, _, _, ok := iterations(op); ok {
			list = append(list, op)
		}
		return ir.Advance
	})
	return list
}

// iterations returns the indices that a loop counts through.
func iterations(loop *ir.Operation) (lower, step int64, count uint64, ok bool) {
	loopFor := ir.As[scf.ForOp](loop)
	if !loopFor.Ok() {
		return
	}
	var bounds [3]int64
	for i, v := range []*ir.Value{loopFor.LowerBound(), loopFor.UpperBound(), loopFor.Step()} {
		a, isInt := ir.ConstantValue(v).(*ir.IntegerAttr)
		if !isInt {
			return
		}
		bounds[i] = a.Int64()
	}
	lower, upper, step := bounds[0], bounds[1], bounds[2]
	if lower < upper && step > 0 {
		count = (uint64(upper)-uint64(lower)-1)/uint64(step) + 1
	}
	return lower, step, count, step > 0
}

// firstIterations is the number of iterations at the beginning of a loop that the option ends
// makes.
const firstIterations = 4

// unroll inserts copies of the body before the loop. It reports a kernel that becomes too
// large.
func (u *unroller) unroll(loop *ir.Operation) bool {
	lower, step, all, _ := iterations(loop)
	count := all
	if u.ends {
		count = min(all, firstIterations+1)
	}
	loopFor := ir.Cast[scf.ForOp](loop)
	size := uint64(standard.CountOps(loopFor.Region()))
	if count > 0 && size > uint64(max(u.left, 0))/count {
		u.Report(loop.Errorf("has %d iterations of %d operations, which is more than a kernel may grow by", count, size).
			WithCode(okk.Codes+"loop-size").Note(loop.Loc(), "the option max-ops of okk-unroll bounds this"))
		return false
	}
	u.left -= int64(size * count)
	body := loopFor.Region().Front()
	carried := loopFor.InitArgs()
	for i := range count {
		if u.Ended() {
			return false
		}
		u.rw.Before(loop).Loc = loop.Loc()
		var m ir.Mapping
		index := i
		if u.ends && i == firstIterations {
			index = all - 1
		}
		m.Map(body.Args()[0], arith.ConstantIndex(u.rw, lower+int64(index)*step))
		for k, v := range carried {
			m.Map(body.Args()[1+k], v)
		}
		for op := range body.Ops() {
			if yield := ir.As[scf.YieldOp](op); yield.Ok() {
				next := make([]*ir.Value, 0, len(carried))
				for _, v := range yield.Results() {
					next = append(next, m.Value(v))
				}
				carried = next
				break
			}
			u.rw.Insert(ir.Clone(op, u.rw.Arena(), &m))
		}
	}
	u.rw.Replace(loop, carried...)
	return true
}
