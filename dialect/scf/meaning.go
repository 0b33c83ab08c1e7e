package scf

import (
	"slices"

	"optc/diag"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/sim"
)

// meaning is the meaning of the operations of scf.
func meaning() ir.Meaning {
	return &sim.Meanings{Undefined: undefined(), Table: sim.Table{
		YieldOp{}.Kind():         sim.Leave,
		ConditionOp{}.Kind():     sim.Leave,
		ReduceOp{}.Kind():        sim.Leave,
		ReduceReturnOp{}.Kind():  sim.Leave,
		ForOp{}.Kind():           loopFor,
		WhileOp{}.Kind():         loopWhile,
		IfOp{}.Kind():            branchIf,
		IndexSwitchOp{}.Kind():   runIndexSwitch,
		ExecuteRegionOp{}.Kind(): runExecuteRegion,
		ParallelOp{}.Kind():      runParallel,
		ForallOp{}.Kind():        runForall,
		InParallelOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			insertions, err := f.Region(in, 0, nil)
			f.Leave(insertions)
			return err
		},
	}}
}

// forState holds the state of an executing scf.for.
type forState struct {
	lower, upper, step sim.Slot
	initial, results   []sim.Slot
	up                 int    // 64 less the width of the induction variable
	flip               uint64 // maps unsigned numbers to signed numbers in the same order
}

func newForLoop(in *sim.Instr) *forState {
	loop := ir.Cast[ForOp](in.Op)
	l := &forState{
		lower: in.Slot(loop.LowerBound()), upper: in.Slot(loop.UpperBound()), step: in.Slot(loop.Step()),
		initial: in.OperandSlots(loop.InitArgs()), results: in.ResultSlots(), up: 64 - sim.Width(loop.LowerBound().Type()),
	}
	if !loop.UnsignedCmp() {
		l.flip = 1 << 63
	}
	return l
}

func loopFor(f *sim.Frame, in *sim.Instr) error {
	l, ok := in.Data.(*forState)
	if !ok {
		l = newForLoop(in)
		in.Data = l
	}
	if l.up < 0 {
		return loopForWide(f, in)
	}
	lb, ub, step := *f.At(l.lower), *f.At(l.upper), *f.At(l.step)
	if lb.Ref != nil || ub.Ref != nil || step.Ref != nil {
		return sim.ErrPoison
	}
	// Shifted to the top of 64 bits, numbers of any width wrap around and compare as
	// 64-bit numbers do.
	i, end, by := lb.Bits<<l.up^l.flip, ub.Bits<<l.up^l.flip, int64(step.Bits<<l.up)
	at, resumed := f.Resume()
	if resumed {
		i = at
	}
	if signed := l.flip != 0; by == 0 || by < 0 && signed {
		return diag.Errorf("step", "loop step must be positive, but got %d", by>>l.up)
	}
	if i >= end {
		for k, slot := range l.initial {
			f.Set(in, k, *f.At(slot))
		}
		return nil
	}
	b, err := f.Body(in, 0)
	if err != nil {
		return err
	}
	if !resumed {
		for k, slot := range l.initial {
			*f.At(b.Args()[k+1]) = *f.At(slot)
		}
	}
	count := sim.Count{Value: i ^ l.flip, Step: uint64(by), Up: l.up, Runs: (end-1-i)/uint64(by) + 1}
	err = f.CarryEach(b, &count, l.results)
	return f.Pause(err, count.Value^l.flip)
}

func loopWhile(f *sim.Frame, in *sim.Instr) error {
	before, err := f.Body(in, 0)
	if err != nil {
		return err
	}
	args := before.Args()
	for k, slot := range args {
		*f.At(slot) = *f.At(in.OperandSlot(k))
	}
	for {
		results, err := f.Enter(before)
		if err != nil {
			return err
		}
		if results[0].IsPoison() {
			return sim.ErrPoison
		}
		if results[0].Bits == 0 {
			f.SetAll(in, results[1:])
			return nil
		}
		if results, err = f.Region(in, 1, results[1:]); err != nil {
			return err
		}
		f.Assign(args, results)
	}
}

func branchIf(f *sim.Frame, in *sim.Instr) error {
	cond, results := in.Slot(ir.Cast[IfOp](in.Op).Condition()), in.ResultSlots()
	return in.Become(func(f *sim.Frame, in *sim.Instr) error {
		c, region := f.At(cond), 0
		switch {
		case c.Ref != nil:
			return sim.ErrPoison
		case c.Bits == 0:
			region = 1
		}
		if in.Op.Region(region).Empty() {
			return nil
		}
		b, err := f.Body(in, region)
		if err != nil {
			return err
		}
		return f.Carry(b, results)
	})(f, in)
}

func runIndexSwitch(f *sim.Frame, in *sim.Instr) error {
	indexSwitch := ir.Cast[IndexSwitchOp](in.Op)
	arg := f.Value(in, indexSwitch.Arg())
	if arg.IsPoison() {
		return sim.ErrPoison
	}
	region := 0
	for i, c := range indexSwitch.Cases() {
		if c == int64(arg.Bits) {
			region = i + 1
			break
		}
	}
	results, err := f.Region(in, region, nil)
	f.SetAll(in, results)
	return err
}

func runExecuteRegion(f *sim.Frame, in *sim.Instr) error {
	results, err := f.Region(in, 0, nil)
	f.SetAll(in, results)
	return err
}

// runParallel runs the iterations of scf.parallel in row-major order; reductions
// combine in that order.
func runParallel(f *sim.Frame, in *sim.Instr) error {
	var space [3][]int64
	parallel := ir.Cast[ParallelOp](in.Op)
	for i, bounds := range [...][]*ir.Value{parallel.LowerBound(), parallel.UpperBound(), parallel.Step()} {
		var err error
		if space[i], err = f.Indices(in, bounds); err != nil {
			return err
		}
	}
	acc := f.Values(in, parallel.InitVals())
	reduce := in.Op.Body().Back()
	err := sim.EachPoint(space, func(point []sim.Value) error {
		values, err := f.Region(in, 0, point)
		for i, v := range values {
			var out []sim.Value
			if out, err = f.Nested(reduce.Region(i), []sim.Value{acc[i], v}); err != nil {
				return err
			}
			acc[i] = out[0]
		}
		return err
	})
	if err != nil {
		return err
	}
	f.SetAll(in, acc)
	return nil
}

// runForall runs the threads of scf.forall in row-major order. Every thread reads the
// outputs as they were before the loop; the slices that the threads insert are merged.
func runForall(f *sim.Frame, in *sim.Instr) error {
	var space [3][]int64
	for i, bounds := range ForallBounds(in.Op) {
		var err error
		if space[i], err = f.Mixed(in, bounds); err != nil {
			return err
		}
	}
	shared := ir.Cast[ForallOp](in.Op).Outputs()
	outputs, results := f.Values(in, shared), make([]*sim.Vector, len(shared))
	for i, v := range shared {
		x, err := f.Tensor(in, v)
		if err != nil {
			return err
		}
		results[i] = x.Clone()
		f.Set(in, i, sim.Value{Ref: results[i]})
	}
	return sim.EachPoint(space, func(point []sim.Value) error {
		inserted, err := f.Region(in, 0, slices.Concat(point, outputs))
		if err != nil {
			return err
		}
		for _, v := range inserted {
			n := v.Ref.(*tensor.Insertion)
			out := results[n.Dest().Index()-len(point)]
			if err := n.Insert(f, out); err != nil {
				return err
			}
		}
		return nil
	})
}
