package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/cf"
	fn "optc/dialect/func"
	"optc/dialect/scf"
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
		if f.Arg(in, 0).Bits == 0 {
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
	f.Leave(f.Args(in))
	return nil
}

func call(f *Frame, in *Instr) error {
	return f.callSymbol(in, fn.Call.Callee(in.Op), f.Args(in))
}

func callIndirect(f *Frame, in *Instr) error {
	args := f.Args(in)
	ref, ok := args[0].Ref.(*ir.SymbolRefAttr)
	if !ok {
		return diag.Errorf("callee", "the callee is not a function")
	}
	return f.callSymbol(in, ref, args[1:])
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
	cond := f.Arg(in, 0)
	if cond.IsPoison() {
		return ErrPoison
	}
	if cond.Bits != 0 {
		f.Branch(cf.CondBranch.TrueDest(in.Op), f.Group(in, 1))
	} else {
		f.Branch(cf.CondBranch.FalseDest(in.Op), f.Group(in, 2))
	}
	return nil
}

// ErrPoison reports that poison decides what the program does.
var ErrPoison = diag.Errorf("poison", "behaviour depends on a poison value")

func switchBranch(f *Frame, in *Instr) error {
	flag := f.Arg(in, 0)
	if flag.IsPoison() {
		return ErrPoison
	}
	target, operand := 0, 1+len(f.Group(in, 1))
	n := len(f.Group(in, 1))
	lo := 1
	if values := cf.Switch.CaseValues(in.Op); values != nil {
		sizes := cf.Switch.CaseOperandSegments(in.Op)
		elem := values.ShapedType().ElementType()
		for i := range values.NumElements() {
			if RawBits(values.Element(i)) == mask(elem, flag.Bits) {
				target, lo, n = i+1, operand, int(sizes[i])
				break
			}
			operand += int(sizes[i])
		}
	}
	args := make([]Value, n)
	for i := range args {
		args[i] = f.Arg(in, lo+i)
	}
	f.Branch(in.Op.Successor(target), args)
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
	t := scf.For.LowerBound(in.Op).Type()
	lb, ub, step := f.Arg(in, 0), f.Arg(in, 1), f.Arg(in, 2)
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
	carried := f.Args(in)[3:]
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
	cond := f.Arg(in, 0)
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
	arg := f.Arg(in, 0)
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
	for g := range space {
		var err error
		if space[g], err = f.groupIndices(in, g); err != nil {
			return err
		}
	}
	acc := f.Group(in, 3)
	err := eachPoint(space, func(point []Value) error {
		values, err := f.Region(in, 0, point)
		if err != nil {
			return err
		}
		reduce := in.Op.Body().Back()
		for i, v := range values {
			out, err := f.RunRegion(reduce.Region(i), f, []Value{acc[i], v})
			if err != nil {
				return err
			}
			acc[i] = out[0]
		}
		return nil
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
	for g, attr := range []string{"staticLowerBound", "staticUpperBound", "staticStep"} {
		var err error
		if space[g], err = f.mixed(in, attr, g); err != nil {
			return err
		}
	}
	outputs := f.Group(in, 3)
	results := make([]*Vector, len(outputs))
	for i := range outputs {
		x, err := f.tensor(in, len(in.args)-len(outputs)+i)
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
			out := results[n.op.Operand(1).Index()-len(point)]
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
