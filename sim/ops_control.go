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
		f.Branch(cf.Branch.Dest(in.Op), f.Args(in))
		return nil
	}
	t[cf.CondBranch.Kind] = condBranch
	t[cf.Switch.Kind] = switchBranch
	t[cf.Assert.Kind] = func(f *Frame, in *Instr) error {
		if f.Value(in, cf.Assert.Arg(in.Op)).Bits == 0 {
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
	cond := f.Value(in, cf.CondBranch.Condition(in.Op))
	if cond.IsPoison() {
		return ErrPoison
	}
	if cond.Bits != 0 {
		f.Branch(cf.CondBranch.TrueDest(in.Op), f.Values(in, cf.CondBranch.TrueDestOperands(in.Op)))
	} else {
		f.Branch(cf.CondBranch.FalseDest(in.Op), f.Values(in, cf.CondBranch.FalseDestOperands(in.Op)))
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
	target, args := 0, cf.Switch.DefaultOperands(in.Op)
	if values := cf.Switch.CaseValues(in.Op); values != nil {
		sizes, rest := cf.Switch.CaseOperandSegments(in.Op), cf.Switch.CaseOperands(in.Op)
		elem := values.ShapedType().ElementType()
		for i := range values.NumElements() {
			if RawBits(values.Element(i)) == mask(elem, flag.Bits) {
				target, args = i+1, rest[:sizes[i]]
				break
			}
			rest = rest[sizes[i]:]
		}
	}
	f.Branch(in.Op.Successor(target), f.Values(in, args))
	return nil
}

// RawBits reads a little-endian number of at most 8 bytes.
func RawBits(raw []byte) (bits uint64) {
	for k := len(raw) - 1; k >= 0; k-- {
		bits = bits<<8 | uint64(raw[k])
	}
	return bits
}

func loopFor(f *Frame, in *Instr) error {
	lower := scf.For.LowerBound(in.Op)
	t, lb, ub, step := lower.Type(), f.Value(in, lower), f.Value(in, scf.For.UpperBound(in.Op)), f.Value(in, scf.For.Step(in.Op))
	if lb.IsPoison() || ub.IsPoison() || step.IsPoison() {
		return ErrPoison
	}
	less := func(a, b uint64) bool { return signed(t, a) < signed(t, b) }
	if scf.For.UnsignedCmp(in.Op) {
		less = func(a, b uint64) bool { return a < b }
	}
	if signed(t, step.Bits) <= 0 {
		return diag.Errorf("step", "loop step must be positive, but got %d", signed(t, step.Bits))
	}
	carried := f.Values(in, scf.For.InitArgs(in.Op))
	args := make([]Value, 1+len(carried))
	for i := lb.Bits; less(i, ub.Bits); {
		args[0] = Int(i)
		copy(args[1:], carried)
		var err error
		if carried, err = f.Region(in, 0, args); err != nil {
			return err
		}
		next := mask(t, i+step.Bits)
		if !less(i, next) {
			break // the induction variable would wrap around
		}
		i = next
	}
	f.SetAll(in, carried)
	return nil
}

func loopWhile(f *Frame, in *Instr) error {
	carried := f.Args(in)
	for {
		before, err := f.Region(in, 0, carried)
		if err != nil {
			return err
		}
		if before[0].IsPoison() {
			return ErrPoison
		}
		if before[0].Bits == 0 {
			f.SetAll(in, before[1:])
			return nil
		}
		if carried, err = f.Region(in, 1, before[1:]); err != nil {
			return err
		}
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
		return f.reduced(in, 0, point, func(inner *Frame, values []Value) error {
			for i, v := range values {
				out, err := inner.RunRegion(reduce.Region(i), inner, []Value{acc[i], v})
				if err != nil {
					return err
				}
				acc[i] = out[0]
			}
			return nil
		})
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
