package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/scf"
	"optc/dialect/tensor"
	"optc/ir"
)

// controlOps are func, cf and scf.
func controlOps(t Table) {
	t[fn.Return.Kind] = Leave
	t[fn.Call.Kind] = call
	t[fn.Constant.Kind] = func(f *Frame, in *Instr) error {
		f.Set(in, 0, Value{Ref: fn.Constant.Value(in.Op)})
		return nil
	}
	t[fn.CallIndirect.Kind] = callIndirect
	t[cf.Branch.Kind] = func(f *Frame, in *Instr) error {
		f.branch(in, 0, 0)
		return nil
	}
	t[cf.CondBranch.Kind] = condBranch
	t[cf.Switch.Kind] = switchBranch
	t[cf.Assert.Kind] = func(f *Frame, in *Instr) error {
		switch holds := f.Value(in, cf.Assert.Arg(in.Op)); {
		case holds.IsPoison():
			return ErrPoison
		case holds.Bits == 0:
			return diag.Errorf("assert", "assertion failed: %s", cf.Assert.Msg(in.Op))
		}
		return nil
	}
	t[scf.Yield.Kind] = Leave
	t[scf.Condition.Kind] = Leave
	t[scf.Reduce.Kind] = Leave
	t[scf.ReduceReturn.Kind] = Leave
	t[scf.For.Kind] = loopFor
	t[scf.While.Kind] = loopWhile
	t[scf.If.Kind] = branchIf
	t[scf.IndexSwitch.Kind] = indexSwitch
	t[scf.ExecuteRegion.Kind] = executeRegion
	t[scf.Parallel.Kind] = parallel
	t[scf.Forall.Kind] = forall
	t[scf.InParallel.Kind] = func(f *Frame, in *Instr) error {
		insertions, err := f.Region(in, 0, nil)
		f.Leave(insertions)
		return err
	}
}

func Leave(f *Frame, in *Instr) error {
	f.leave(in)
	return nil
}

func call(f *Frame, in *Instr) error {
	return f.callSymbol(in, fn.Call.Callee(in.Op), f.Args(in))
}

func callIndirect(f *Frame, in *Instr) error {
	ref, ok := f.Value(in, fn.CallIndirect.Callee(in.Op)).Ref.(*ir.SymbolRefAttr)
	if !ok {
		return diag.Errorf("callee", "the callee is not a function")
	}
	return f.callSymbol(in, ref, f.Values(in, fn.CallIndirect.CalleeOperands(in.Op)))
}

func (f *Frame) callSymbol(in *Instr, ref *ir.SymbolRefAttr, args []Value) error {
	fn, _ := in.Data.(*ir.Operation)
	if fn == nil || ir.SymbolName(fn) != ref.Leaf() {
		if fn = f.symbols.LookupFrom(in.Op, ref); fn == nil {
			return diag.Errorf("no-function", "there is no function %s", ref)
		}
		in.Data = fn
	}
	results, err := f.CallOp(fn, args)
	if err != nil {
		return err
	}
	f.SetAll(in, results)
	return nil
}

func condBranch(f *Frame, in *Instr) error {
	cond := in.find(cf.CondBranch.Condition(in.Op), 0)
	switch v := f.arg(in, cond); {
	case v.Ref != nil:
		return ErrPoison
	case v.Bits != 0:
		f.branch(in, 0, cond+1)
	default:
		f.branch(in, 1, cond+1+len(in.next[0].args))
	}
	return nil
}

// ErrPoison reports that poison decides what the program does.
var ErrPoison = diag.Errorf("poison", "behaviour depends on a poison value")

func switchBranch(f *Frame, in *Instr) error {
	flag := f.Value(in, cf.Switch.Flag(in.Op))
	if flag.IsPoison() {
		return ErrPoison
	}
	target, first := 0, in.find(cf.Switch.Flag(in.Op), 0)+1
	if values := cf.Switch.CaseValues(in.Op); values != nil {
		at := first + len(in.next[0].args)
		for i := range values.NumElements() {
			if RawBits(values.Element(i)) == flag.Bits {
				target, first = i+1, at
				break
			}
			at += len(in.next[i+1].args)
		}
	}
	f.branch(in, target, first)
	return nil
}

// RawBits reads a little-endian number of at most 8 bytes.
func RawBits(raw []byte) (bits uint64) {
	for k := len(raw) - 1; k >= 0; k-- {
		bits = bits<<8 | uint64(raw[k])
	}
	return bits
}

// forLoop is what an scf.for keeps.
type forLoop struct {
	lower, upper, step int // slots
	initial            []int
	up                 int    // 64 less the width of the induction variable
	flip               uint64 // makes unsigned numbers of signed ones, of the same order
}

func newForLoop(in *Instr) *forLoop {
	k := scf.For
	l := &forLoop{
		lower: in.slot(k.LowerBound(in.Op)), upper: in.slot(k.UpperBound(in.Op)), step: in.slot(k.Step(in.Op)),
		initial: in.args[len(in.args)-len(k.InitArgs(in.Op)):], up: 64 - width(k.LowerBound(in.Op).Type()),
	}
	if !k.UnsignedCmp(in.Op) {
		l.flip = 1 << 63
	}
	return l
}

func loopFor(f *Frame, in *Instr) error {
	l, ok := in.Data.(*forLoop)
	if !ok {
		l = newForLoop(in)
		in.Data = l
	}
	lb, ub, step := f.slots[l.lower], f.slots[l.upper], f.slots[l.step]
	if lb.Ref != nil || ub.Ref != nil || step.Ref != nil {
		return ErrPoison
	}
	// At the top of 64 bits, numbers of any width wrap around and compare as these do.
	i, end, by := lb.Bits<<l.up^l.flip, ub.Bits<<l.up^l.flip, int64(step.Bits<<l.up)
	if signed := l.flip != 0; by == 0 || by < 0 && signed {
		return diag.Errorf("step", "loop step must be positive, but got %d", by>>l.up)
	}
	b := in.regions[0]
	if i >= end {
		for k, slot := range l.initial {
			f.slots[in.res+k] = f.slots[slot]
		}
		return nil
	}
	if err := f.ready(b); err != nil {
		return err
	}
	args := b.entry.args
	for k, slot := range l.initial {
		f.slots[args[1+k]] = f.slots[slot]
	}
	for {
		f.slots[args[0]].setBits((i ^ l.flip) >> l.up)
		results, err := f.enter(b)
		if err != nil {
			return err
		}
		next := i + uint64(by)
		if next <= i || next >= end { // the induction variable wraps around, or is done
			f.SetAll(in, results)
			return nil
		}
		f.assign(args[1:], results)
		i = next
	}
}

func loopWhile(f *Frame, in *Instr) error {
	before, after := in.regions[0], in.regions[1]
	if err := f.ready(before); err != nil {
		return err
	}
	for k, slot := range in.args {
		f.slots[before.entry.args[k]] = f.slots[slot]
	}
	for {
		results, err := f.enter(before)
		if err != nil {
			return err
		}
		if results[0].IsPoison() {
			return ErrPoison
		}
		if results[0].Bits == 0 {
			f.SetAll(in, results[1:])
			return nil
		}
		if results, err = f.run(after, results[1:]); err != nil {
			return err
		}
		f.assign(before.entry.args, results)
	}
}

func branchIf(f *Frame, in *Instr) error {
	cond := f.Value(in, scf.If.Condition(in.Op))
	if cond.IsPoison() {
		return ErrPoison
	}
	region := 0
	if cond.Bits == 0 {
		region = 1
	}
	if in.Op.Region(region).Empty() {
		return nil
	}
	results, err := f.Region(in, region, nil)
	f.SetAll(in, results)
	return err
}

func indexSwitch(f *Frame, in *Instr) error {
	arg := f.Value(in, scf.IndexSwitch.Arg(in.Op))
	if arg.IsPoison() {
		return ErrPoison
	}
	region := 0
	for i, c := range scf.IndexSwitch.Cases(in.Op) {
		if c == int64(arg.Bits) {
			region = i + 1
			break
		}
	}
	results, err := f.Region(in, region, nil)
	f.SetAll(in, results)
	return err
}

func executeRegion(f *Frame, in *Instr) error {
	results, err := f.Region(in, 0, nil)
	f.SetAll(in, results)
	return err
}

// parallel runs the iterations of scf.parallel in row-major order; reductions
// combine in that order.
func parallel(f *Frame, in *Instr) error {
	var space [3][]int64
	for i, bounds := range [...][]*ir.Value{scf.Parallel.LowerBound(in.Op), scf.Parallel.UpperBound(in.Op), scf.Parallel.Step(in.Op)} {
		var err error
		if space[i], err = f.indices(in, bounds); err != nil {
			return err
		}
	}
	acc := f.Values(in, scf.Parallel.InitVals(in.Op))
	reduce := in.Op.Body().Back()
	err := eachPoint(space, func(point []Value) error {
		values, err := f.Region(in, 0, point)
		for i, v := range values {
			var out []Value
			if out, err = f.run(f.code.bodies[reduce.Region(i)], []Value{acc[i], v}); err != nil {
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

// forall runs the threads of scf.forall in row-major order. Every thread sees the
// outputs as they were before; what the threads insert is put together.
func forall(f *Frame, in *Instr) error {
	var space [3][]int64
	for i, bounds := range scf.ForallBounds(in.Op) {
		var err error
		if space[i], err = f.mixed(in, bounds); err != nil {
			return err
		}
	}
	shared := scf.Forall.Outputs(in.Op)
	outputs, results := f.Values(in, shared), make([]*Vector, len(shared))
	for i, v := range shared {
		x, err := f.tensor(in, v)
		if err != nil {
			return err
		}
		results[i] = x.Clone()
		f.Set(in, i, Value{Ref: results[i]})
	}
	return eachPoint(space, func(point []Value) error {
		inserted, err := f.Region(in, 0, slices.Concat(point, outputs))
		if err != nil {
			return err
		}
		for _, v := range inserted {
			n := v.Ref.(*insertion)
			out := results[tensor.ParallelInsertSlice.Dest(n.op).Index()-len(point)]
			if err := n.slice.write(f, out, n.part); err != nil {
				return at(n.op, err)
			}
		}
		return nil
	})
}

// eachPoint visits the points of an iteration space, which is given by lower bounds,
// upper bounds and steps, in row-major order.
func eachPoint(space [3][]int64, visit func(point []Value) error) error {
	lower, upper, step := space[0], space[1], space[2]
	point := make([]Value, len(lower))
	var run func(d int) error
	run = func(d int) error {
		if d == len(lower) {
			return visit(point)
		}
		if step[d] <= 0 {
			return diag.Errorf("step", "loop step must be positive, but got %d", step[d])
		}
		for i := lower[d]; i < upper[d]; {
			point[d] = Int(uint64(i))
			if err := run(d + 1); err != nil {
				return err
			}
			next := i + step[d]
			if next < i {
				break // the induction variable would wrap around
			}
			i = next
		}
		return nil
	}
	return run(0)
}
