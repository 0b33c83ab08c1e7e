package affine

import (
	"math"
	"math/bits"
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	expr "optc/ir/affine"
	"optc/sim"
)

// meaning is the meaning of the operations of affine.
func meaning() ir.Meaning {
	return &sim.Meanings{Undefined: undefined(), Table: sim.Table{
		ApplyOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			apply := ir.Cast[ApplyOp](in.Op)
			vs, err := evalMap(f, in, apply.Map(), apply.MapOperands())
			if err != nil {
				return err
			}
			f.Set(in, 0, sim.Int(uint64(vs[0])))
			return nil
		},
		MinOp{}.Kind():              extremeResult(func(a, b int64) int64 { return min(a, b) }),
		MaxOp{}.Kind():              extremeResult(func(a, b int64) int64 { return max(a, b) }),
		LinearizeIndexOp{}.Kind():   runLinearizeIndex,
		DelinearizeIndexOp{}.Kind(): runDelinearizeIndex,
		LoadOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			load := ir.Cast[LoadOp](in.Op)
			idx, err := evalMap(f, in, load.Map(), load.Indices())
			if err != nil {
				return err
			}
			return f.Load(in, load.Memref(), idx)
		},
		StoreOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			store := ir.Cast[StoreOp](in.Op)
			idx, err := evalMap(f, in, store.Map(), store.Indices())
			if err != nil {
				return err
			}
			return f.Store(in, store.Value(), store.Memref(), idx)
		},
		VectorLoadOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			vectorLoad := ir.Cast[VectorLoadOp](in.Op)
			idx, err := evalMap(f, in, vectorLoad.Map(), vectorLoad.Indices())
			if err != nil {
				return err
			}
			return f.LoadVector(in, vectorLoad.Memref(), idx)
		},
		VectorStoreOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			vectorStore := ir.Cast[VectorStoreOp](in.Op)
			idx, err := evalMap(f, in, vectorStore.Map(), vectorStore.Indices())
			if err != nil {
				return err
			}
			return f.StoreVector(in, vectorStore.Value(), vectorStore.Memref(), idx)
		},
		PrefetchOp{}.Kind(): func(*sim.Frame, *sim.Instr) error { return nil },
		ParallelOp{}.Kind(): affineParallel,
		ForOp{}.Kind():      affineFor,
		IfOp{}.Kind():       affineIf,
		YieldOp{}.Kind():    sim.Leave,
	}}
}

// evalMap evaluates a map on operands, dimensions first.
func evalMap(f *sim.Frame, in *sim.Instr, m expr.Map, operands []*ir.Value) ([]int64, error) {
	inputs, err := f.Indices(in, operands)
	if err != nil {
		return nil, err
	}
	results, err := m.Eval(inputs[:m.NumDims], inputs[m.NumDims:])
	if err != nil {
		return nil, diag.Errorf("division", "%v", err)
	}
	return results, nil
}

func extremeResult(choose func(a, b int64) int64) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		minOp := in.Op.Typed().(extremum)
		vs, err := evalMap(f, in, minOp.Map(), minOp.Operands())
		if err != nil {
			return err
		}
		best := vs[0]
		for _, v := range vs[1:] {
			best = choose(best, v)
		}
		f.Set(in, 0, sim.Int(uint64(best)))
		return nil
	}
}

// runLinearizeIndex combines digits, most significant first. The result is poison if they
// break the promise of disjoint, which is broken too where the result has more than 64 bits.
func runLinearizeIndex(f *sim.Frame, in *sim.Instr) error {
	linearizeIndex := ir.Cast[LinearizeIndexOp](in.Op)
	digits, err := f.Indices(in, linearizeIndex.MultiIndex())
	if err != nil {
		return err
	}
	basis, err := f.Mixed(in, BasisOf(in.Op))
	if err != nil {
		return err
	}
	bounded := len(basis) - len(digits) // 0 if the outermost digit has a bound, otherwise -1
	disjoint := linearizeIndex.Disjoint()
	v := int64(0)
	for i, d := range digits {
		if i > 0 {
			if disjoint && (d < 0 || d >= basis[bounded+i]) {
				f.Set(in, 0, sim.Poison)
				return nil
			}
			high, low := bits.Mul64(uint64(max(v, -v)), uint64(max(basis[bounded+i], 0)))
			if disjoint && (high > 0 || low > math.MaxInt64) {
				f.Set(in, 0, sim.Poison)
				return nil
			}
			v *= basis[bounded+i]
		}
		if disjoint && v > 0 && v+d < v {
			f.Set(in, 0, sim.Poison)
			return nil
		}
		v += d
	}
	f.Set(in, 0, sim.Int(uint64(v)))
	return nil
}

// runDelinearizeIndex splits an index into digits. The first digit is the index divided
// by the product of the other digits' bases.
func runDelinearizeIndex(f *sim.Frame, in *sim.Instr) error {
	arg := f.Value(in, ir.Cast[DelinearizeIndexOp](in.Op).LinearIndex())
	if arg.IsPoison() {
		return sim.ErrPoison
	}
	basis, err := f.Mixed(in, BasisOf(in.Op))
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
		f.Set(in, i, sim.Int(uint64(r)))
		v = q
	}
	if n > 0 {
		f.Set(in, 0, sim.Int(uint64(v)))
	}
	return nil
}

func affineFor(f *sim.Frame, in *sim.Instr) error {
	loop := ir.Cast[ForOp](in.Op)
	carried := f.Values(in, loop.Inits())
	bound := func(b Bound, choose func(a, b int64) int64) (int64, error) {
		out, err := evalMap(f, in, b.Map, b.Operands)
		if err != nil {
			return 0, err
		}
		best := out[0]
		for _, v := range out[1:] {
			best = choose(best, v)
		}
		return best, nil
	}
	lo, err := bound(LowerBound(in.Op), func(a, b int64) int64 { return max(a, b) })
	if err != nil {
		return err
	}
	hi, err := bound(UpperBound(in.Op), func(a, b int64) int64 { return min(a, b) })
	if err != nil {
		return err
	}
	step := loop.Step()
	var args []sim.Value
	for i := lo; i < hi; i += step {
		args = append(append(args[:0], sim.Int(uint64(i))), carried...)
		if carried, err = f.Region(in, 0, args); err != nil {
			return err
		}
	}
	f.SetAll(in, carried)
	return nil
}

// affineParallel runs the iterations of affine.parallel in row-major order; reductions
// start at their neutral element and combine in that order.
func affineParallel(f *sim.Frame, in *sim.Instr) error {
	lower, upper := LowerBounds(in.Op), UpperBounds(in.Op)
	los, err := evalMap(f, in, lower.Map, lower.Operands)
	if err != nil {
		return err
	}
	his, err := evalMap(f, in, upper.Map, upper.Operands)
	if err != nil {
		return err
	}
	var space [3][]int64
	parallel := ir.Cast[ParallelOp](in.Op)
	space[2] = parallel.Steps()
	for i := range space[2] {
		n, k := lower.Groups[i], upper.Groups[i]
		space[0], los = append(space[0], slices.Max(los[:n])), los[n:]
		space[1], his = append(space[1], slices.Min(his[:k])), his[k:]
	}
	kinds := parallel.Reductions()
	acc := make([]sim.Value, len(kinds))
	for i, k := range kinds {
		neutral := Neutral(k, in.Op.Result(i).Type())
		if neutral == nil {
			return diag.Errorf("unsupported", "cannot simulate the reduction %s of %s", k, in.Op.Result(i).Type())
		}
		if acc[i], err = sim.ValueOf(neutral); err != nil {
			return err
		}
	}
	err = sim.EachPoint(space, func(point []sim.Value) error {
		values, err := f.Region(in, 0, point)
		for i, v := range values {
			acc[i] = arith.Combine(f.Machine, reductionWords[kinds[i]], in.Op.Result(i).Type(), acc[i], v)
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

func affineIf(f *sim.Frame, in *sim.Instr) error {
	ifOp := ir.Cast[IfOp](in.Op)
	set := ifOp.Condition()
	inputs, err := f.Indices(in, ifOp.Operands())
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
