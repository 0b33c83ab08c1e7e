package okk

import (
	"optc/dialect/arith"
	"optc/dialect/okk"
	"optc/dialect/scf"
	"optc/internal/family/okk/extent"
	"optc/ir"
	"optc/ir/integers"
	"optc/num"
)

// follower runs through a kernel for certain numbers of its parameters, without unrolling it,
// and calls visit at the wanted operations.
type follower struct {
	machine *okk.Machine
	sizes   *extent.Sizes
	wanted  map[*ir.Operation]bool // false for an operation that contains wanted ones
	visit   func(op *ir.Operation)
	ends    bool // only the first iterations of a loop and the last one

	numbers map[*ir.Value]int64
	tensors map[*ir.Value]placed // that loops carry
	written map[*ir.Value]bool   // allocations and buffers, for a check that marks them
	left    int                  // steps
	unknown bool                 // a number or a tensor is not known
	found   bool                 // what visit looks for
}

// follow runs through the kernel.
func (f *follower) follow(kernel *ir.Operation) {
	f.tensors, f.written = map[*ir.Value]placed{}, map[*ir.Value]bool{}
	f.block(kernel.Body())
}

func (f *follower) goesOn() bool { return f.left >= 0 && !f.unknown && !f.found }

// wantedFrom returns wanted operations, and the operations that contain them.
func wantedFrom(list []*ir.Operation) map[*ir.Operation]bool {
	wanted := map[*ir.Operation]bool{}
	for _, op := range list {
		for parent := op.Parent(); parent != nil; parent = parent.Parent() {
			if _, known := wanted[parent]; !known {
				wanted[parent] = false
			}
		}
		wanted[op] = true
	}
	return wanted
}

func (f *follower) block(b *ir.Block) {
	for op := range b.Ops() {
		if f.left--; !f.goesOn() {
			return
		}
		wanted, follow := f.wanted[op]
		// These two operations are the control of a kernel; all others are followed in order.
		switch x := op.Typed().(type) {
		case scf.ForOp:
			if follow || op.NumResults() > 0 {
				f.loop(x)
			}
			continue
		case scf.IfOp:
			if !follow {
				continue
			}
			taken := x.ThenRegion()
			if f.number(x.Condition()) == 0 {
				taken = x.ElseRegion()
			}
			if !taken.Empty() {
				f.block(taken.Front())
			}
			continue
		}
		if wanted {
			f.visit(op)
		}
		if parallel := ir.As[okk.ParallelOp](op); parallel.Ok() && follow {
			f.block(parallel.Body().Front())
		}
	}
}

// loop runs through the iterations of a loop.
func (f *follower) loop(loop scf.ForOp) {
	low, high, step := f.number(loop.LowerBound()), f.number(loop.UpperBound()), f.number(loop.Step())
	if step < 1 {
		f.unknown = true
		return
	}
	body := loop.Region().Front()
	args := body.Args()
	f.carry(args[1:], loop.InitArgs())
	last := low + (high-low-1)/step*step
	for i, n := low, 0; i < high && f.goesOn(); i, n = i+step, n+1 {
		if f.ends && n == firstIterations {
			i = last
		}
		f.numbers[args[0]] = i
		f.block(body)
		f.carry(args[1:], ir.Cast[scf.YieldOp](body.Terminator()).Results())
	}
	f.carry(loop.Results(), args[1:])
}

// carry gives values the numbers and tensors that other values have.
func (f *follower) carry(to, from []*ir.Value) {
	numbers, tensors := make([]int64, len(from)), make([]placed, len(from))
	for i, v := range from {
		if isTensor(v) {
			tensors[i] = f.tensor(v)
		} else {
			numbers[i] = f.number(v)
		}
	}
	for i, v := range to {
		if isTensor(v) {
			f.tensors[v] = tensors[i]
		} else {
			f.numbers[v] = numbers[i]
		}
	}
}

// number returns the number of a size, or 1 or 0 for a condition.
func (f *follower) number(v *ir.Value) int64 {
	if n, known := f.numbers[v]; known {
		return n
	}
	if v.DefiningOp() == nil {
		f.unknown = true
		return 0
	}
	op := v.DefiningOp()
	if compare := ir.As[arith.CmpIOp](op); compare.Ok() {
		return truth(compare.Predicate().Holds(num.IntFromInt64(64, f.number(compare.Lhs())), num.IntFromInt64(64, f.number(compare.Rhs()))))
	}
	switch function, x := integers.Of(op); function {
	case integers.And:
		return f.number(x[0]) & f.number(x[1])
	case integers.Or:
		return f.number(x[0]) | f.number(x[1])
	}
	s := f.sizes.Of(v)
	if a, ok := s.Atom(); ok && a.Value == v {
		f.unknown = true
		return 0
	}
	return s.Evaluate(f.number)
}

func truth(holds bool) int64 {
	if holds {
		return 1
	}
	return 0
}

// shape returns the extents of a tensor.
func (f *follower) shape(v *ir.Value) (shape []int64) {
	for _, s := range f.sizes.Shape(v) {
		shape = append(shape, s.Evaluate(f.number))
	}
	return shape
}
