package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/affine"
	"optc/ir"
	expr "optc/ir/affine"
)

// affineOps are the operations of affine.
func affineOps(t Table) {
	t[affine.Apply.Kind] = func(f *Frame, in *Instr) error {
		vs, err := f.evalMap(in, affine.Apply.Map(in.Op), affine.Apply.MapOperands(in.Op))
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(vs[0])))
		return nil
	}
	t[affine.Min.Kind] = extreme(func(a, b int64) int64 { return min(a, b) })
	t[affine.Max.Kind] = extreme(func(a, b int64) int64 { return max(a, b) })
	t[affine.LinearizeIndex.Kind] = linearizeIndex
	t[affine.DelinearizeIndex.Kind] = delinearizeIndex
	t[affine.Load.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.evalMap(in, affine.Load.Map(in.Op), affine.Load.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.load(in, affine.Load.Memref(in.Op), idx)
	}
	t[affine.Store.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.evalMap(in, affine.Store.Map(in.Op), affine.Store.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.store(in, affine.Store.Value(in.Op), affine.Store.Memref(in.Op), idx)
	}
	t[affine.VectorLoad.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.evalMap(in, affine.VectorLoad.Map(in.Op), affine.VectorLoad.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.loadVector(in, affine.VectorLoad.Memref(in.Op), idx)
	}
	t[affine.VectorStore.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.evalMap(in, affine.VectorStore.Map(in.Op), affine.VectorStore.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.storeVector(in, affine.VectorStore.Value(in.Op), affine.VectorStore.Memref(in.Op), idx)
	}
	t[affine.Prefetch.Kind] = func(*Frame, *Instr) error { return nil }
	t[affine.Parallel.Kind] = affineParallel
	t[affine.For.Kind] = affineFor
	t[affine.If.Kind] = affineIf
	t[affine.Yield.Kind] = Leave
}

// evalMap evaluates a map on operands, dimensions first.
func (f *Frame) evalMap(in *Instr, m expr.Map, operands []*ir.Value) ([]int64, error) {
	inputs, err := f.indices(in, operands)
	if err != nil {
		return nil, err
	}
	return m.Eval(inputs[:m.NumDims], inputs[m.NumDims:])
}

func extreme(choose func(a, b int64) int64) Func {
	return func(f *Frame, in *Instr) error {
		vs, err := f.evalMap(in, affine.Min.Map(in.Op), affine.Min.Operands(in.Op))
		if err != nil {
			return err
		}
		best := vs[0]
		for _, v := range vs[1:] {
			best = choose(best, v)
		}
		f.Set(in, 0, Int(uint64(best)))
		return nil
	}
}

// linearizeIndex combines digits, most significant first. The result is poison if they
// break the promise of disjoint.
func linearizeIndex(f *Frame, in *Instr) error {
	digits, err := f.indices(in, affine.LinearizeIndex.MultiIndex(in.Op))
	if err != nil {
		return err
	}
	basis, err := f.mixed(in, affine.BasisOf(in.Op))
	if err != nil {
		return err
	}
	bounded := len(basis) - len(digits) // 0 with an outer bound, else -1
	disjoint := affine.LinearizeIndex.Disjoint(in.Op)
	v := int64(0)
	for i, d := range digits {
		if i > 0 {
			if disjoint && (d < 0 || d >= basis[bounded+i]) {
				f.Set(in, 0, Poison)
				return nil
			}
			v *= basis[bounded+i]
		}
		v += d
	}
	f.Set(in, 0, Int(uint64(v)))
	return nil
}

// delinearizeIndex splits an index into digits; the first is what is left over.
func delinearizeIndex(f *Frame, in *Instr) error {
	arg := f.Value(in, affine.DelinearizeIndex.LinearIndex(in.Op))
	if arg.IsPoison() {
		return ErrPoison
	}
	basis, err := f.mixed(in, affine.BasisOf(in.Op))
	if err != nil {
		return err
	}
	n := in.Op.NumResults()
	bounded := len(basis) - n
	v := int64(arg.Bits)
	for i := n - 1; i > 0; i-- {
		b := basis[bounded+i]
		if b <= 0 {
			return diag.Errorf("basis", "basis must be positive, but got %d", b)
		}
		q, r := v/b, v%b
		if r < 0 {
			q, r = q-1, r+b
		}
		f.Set(in, i, Int(uint64(r)))
		v = q
	}
	if n > 0 {
		f.Set(in, 0, Int(uint64(v)))
	}
	return nil
}

func affineFor(f *Frame, in *Instr) error {
	carried := f.Values(in, affine.For.Inits(in.Op))
	bound := func(b affine.Bound, choose func(a, b int64) int64) (int64, error) {
		out, err := f.evalMap(in, b.Map, b.Operands)
		if err != nil {
			return 0, err
		}
		best := out[0]
		for _, v := range out[1:] {
			best = choose(best, v)
		}
		return best, nil
	}
	lo, err := bound(affine.LowerBound(in.Op), func(a, b int64) int64 { return max(a, b) })
	if err != nil {
		return err
	}
	hi, err := bound(affine.UpperBound(in.Op), func(a, b int64) int64 { return min(a, b) })
	if err != nil {
		return err
	}
	step := affine.For.Step(in.Op)
	var args []Value
	for i := lo; i < hi; i += step {
		args = append(append(args[:0], Int(uint64(i))), carried...)
		if carried, err = f.Region(in, 0, args); err != nil {
			return err
		}
	}
	f.SetAll(in, carried)
	return nil
}

// affineParallel runs the iterations of affine.parallel in row-major order;
// reductions start at their neutral element and combine in that order.
func affineParallel(f *Frame, in *Instr) error {
	lower, upper := affine.LowerBounds(in.Op), affine.UpperBounds(in.Op)
	los, err := f.evalMap(in, lower.Map, lower.Operands)
	if err != nil {
		return err
	}
	his, err := f.evalMap(in, upper.Map, upper.Operands)
	if err != nil {
		return err
	}
	var space [3][]int64
	space[2] = affine.Parallel.Steps(in.Op)
	for i := range space[2] {
		n, k := lower.Groups[i], upper.Groups[i]
		space[0], los = append(space[0], slices.Max(los[:n])), los[n:]
		space[1], his = append(space[1], slices.Min(his[:k])), his[k:]
	}
	kinds := affine.Parallel.Reductions(in.Op)
	acc := make([]Value, len(kinds))
	for i, k := range kinds {
		neutral := affine.Neutral(k, in.Op.Result(i).Type())
		if neutral == nil {
			return diag.Errorf("unsupported", "cannot simulate the reduction %s of %s", k, in.Op.Result(i).Type())
		}
		if acc[i], err = ValueOf(neutral); err != nil {
			return err
		}
	}
	err = eachPoint(space, func(point []Value) error {
		values, err := f.Region(in, 0, point)
		for i, v := range values {
			acc[i] = combine(reductionWords[kinds[i]], in.Op.Result(i).Type(), acc[i], v)
		}
		return err
	})
	f.SetAll(in, acc)
	return err
}

// reductionWords are the words of combine for reductions of affine.parallel.
var reductionWords = map[string]string{
	"addf": "add", "mulf": "mul", "maximumf": "maximumf", "minimumf": "minimumf",
	"addi": "add", "muli": "mul", "ori": "or", "andi": "and",
}

func affineIf(f *Frame, in *Instr) error {
	set := affine.If.Condition(in.Op)
	inputs, err := f.indices(in, affine.If.Operands(in.Op))
	if err != nil {
		return err
	}
	region := 0
	for i, e := range set.Constraints {
		v, err := e.Eval(inputs[:set.NumDims], inputs[set.NumDims:])
		if err != nil {
			return err
		}
		if v < 0 || set.EqFlags[i] && v != 0 {
			region = 1
		}
	}
	if in.Op.Region(region).Empty() {
		return nil
	}
	results, err := f.Region(in, region, nil)
	f.SetAll(in, results)
	return err
}
