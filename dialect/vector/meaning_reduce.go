package vector

import (
	"slices"

	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// computeMeanings holds the meanings of the operations that compute: reductions,
// contractions, scans, and vector.mask around them. Scalable vectors are executed with
// the scale 1.
//
// Reductions begin with the accumulator and combine the elements in row-major order,
// rounding each step.
func computeMeanings() sim.Table {
	return sim.Table{
		ReductionOp{}.Kind():      reduceAll,
		MultiReductionOp{}.Kind(): reduceDims,
		ContractOp{}.Kind():       runContract,
		OuterProductOp{}.Kind():   runOuterProduct,
		FMAOp{}.Kind():            arith.FusedMultiplyAdd,
		ScanOp{}.Kind():           runScan,
		MaskOp{}.Kind():           runMasked,
		VScaleOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.Set(in, 0, sim.Int(1))
			return nil
		},
		ScalableInsertOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			scalableInsert := ir.Cast[ScalableInsertOp](in.Op)
			v, out := f.Vector(in, scalableInsert.ValueToStore()), f.Vector(in, scalableInsert.Dest()).Clone()
			copyElems(out, int(scalableInsert.Pos()), v, 0, v.Len())
			f.Set(in, 0, sim.Value{Ref: out})
			return nil
		},
		ScalableExtractOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			out := sim.ResultVector(in)
			scalableExtract := ir.Cast[ScalableExtractOp](in.Op)
			copyElems(out, 0, f.Vector(in, scalableExtract.Source()), int(scalableExtract.Pos()), out.Len())
			f.Set(in, 0, sim.Value{Ref: out})
			return nil
		},
		TypeCastOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			typeCast := ir.Cast[TypeCastOp](in.Op)
			r, err := f.MemRef(in, typeCast.Memref())
			if err != nil {
				return err
			}
			m := *r
			t := typeCast.Result().Type().(*ir.MemRefType)
			m.Elem, m.Sizes, m.Strides = t.Elem, t.Dims, sim.Strides(t.Dims)
			f.Set(in, 0, sim.Value{Ref: &m})
			return nil
		},
		TransferReadOp{}.Kind():  runTransferRead,
		TransferWriteOp{}.Kind(): runTransferWrite,
	}
}

// reducer combines elements of one type; off marks the elements that a mask excludes.
type reducer struct {
	arith.Combiner
	elem ir.Type
	off  *sim.Vector
}

// folding holds the state of a reduction.
type folding struct {
	arith.Combiner
	elem ir.Type
}

func reducerOf(f *sim.Frame, in *sim.Instr) reducer {
	k, ok := in.Data.(*folding)
	if !ok {
		elem := ir.ElementOrSelf(in.Op.Result(0).Type())
		k = &folding{arith.CombinerOf(f.Machine, CombiningKind(in.Op).String(), elem), elem}
		in.Data = k
	}
	return reducer{k.Combiner, k.elem, enclosingMask(f, in)}
}

// skips reports whether the mask turns element i off. An element whose mask is poison is
// not skipped.
func (r *reducer) skips(i int) (off bool, err error) {
	switch {
	case r.off == nil:
	case r.off.IsUndef(i):
		err = sim.ErrPoison
	default:
		off = r.off.Bits(i) == 0
	}
	return off, err
}

// add combines v with *acc; started is false before the first element of a reduction
// without accumulator.
func (r *reducer) add(acc *sim.Value, started *bool, v sim.Value) {
	if *started {
		v = r.Combine(*acc, v)
	}
	*acc, *started = v, true
}

// reduceAll executes vector.reduction. Without any element and without accumulator there
// is no result.
func reduceAll(f *sim.Frame, in *sim.Instr) error {
	reduction := ir.Cast[ReductionOp](in.Op)
	r, initial := reducerOf(f, in), reduction.Acc()
	v, acc, started := f.Vector(in, reduction.Vector()), f.Value(in, initial), initial != nil
	for i := range v.Len() {
		if err := f.Worked(1); err != nil {
			return err
		}
		skip, err := r.skips(i)
		if err != nil {
			return err
		}
		if !skip {
			r.add(&acc, &started, v.At(i))
		}
	}
	if !started {
		acc = sim.Poison
	}
	f.Set(in, 0, acc)
	return nil
}

// quickReduction is the quick form of vector.reduction.
func quickReduction(slow sim.Func) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		fn := slow
		if r := reducerOf(f, in); !ir.Is[MaskOp](in.Op.Parent()) {
			x, initial := in.OperandSlot(0), ir.Cast[ReductionOp](in.Op).Acc()
			var start sim.Slot
			if initial != nil {
				start = in.Slot(initial)
			}
			fn = func(f *sim.Frame, in *sim.Instr) error {
				v := f.At(x).Vector()
				if v == nil || !sim.Defined(v) || v.Len() == 0 {
					return slow(f, in)
				}
				acc, first := v.Bits(0), 1
				if initial != nil {
					start := f.At(start)
					if start.Ref != nil {
						return slow(f, in)
					}
					acc, first = start.Bits, 0
				}
				return foldAll(f, in, &r, v, first, acc)
			}
		}
		return in.Become(fn)(f, in)
	}
}

// foldAll reduces elements of a vector, starting with element first; none is poison.
func foldAll(f *sim.Frame, in *sim.Instr, r *reducer, v *sim.Vector, first int, acc uint64) error {
	for n := v.Len(); first < n; {
		run := min(n-first, sim.PollSteps)
		acc = r.CombineAll(acc, v, first, run)
		if err := f.Worked(int64(run)); err != nil {
			return err
		}
		first += run
	}
	f.At(in.ResultSlot(0)).SetBits(acc)
	return nil
}

// reduceDims is vector.multi_reduction.
func reduceDims(f *sim.Frame, in *sim.Instr) error {
	multiReduction := ir.Cast[MultiReductionOp](in.Op)
	src, out, r := f.Vector(in, multiReduction.Source()), f.Vector(in, multiReduction.Acc()).Clone(), reducerOf(f, in)
	reduced := make([]bool, len(src.Shape))
	for _, d := range multiReduction.ReductionDims() {
		if d >= 0 && d < int64(len(reduced)) {
			reduced[d] = true
		}
	}
	to := strided{0, make([]int64, len(src.Shape))}
	for d, stride := len(reduced)-1, int64(1); d >= 0; d-- {
		if !reduced[d] {
			to.strides[d] = stride
			stride *= src.Shape[d]
		}
	}
	plain, lane := r.off == nil && sim.Defined(src, out), 0
	err := forRuns(f, src.Shape, func(index []int64, n int64) error {
		at, step := to.at(index), to.last()
		for ; n > 0; n, lane, at = n-1, lane+1, at+step {
			if plain {
				out.SetBits(int(at), r.CombineBits(out.Bits(int(at)), src.Bits(lane)))
				continue
			}
			skip, err := r.skips(lane)
			if err != nil {
				return err
			}
			if !skip {
				out.Set(int(at), r.Combine(out.At(int(at)), src.At(lane)))
			}
		}
		return nil
	})
	f.SetShaped(in, 0, out)
	return err
}

// runOuterProduct executes vector.outerproduct. Where a mask is off, the result is the accumulator,
// or poison if there is none.
func runOuterProduct(f *sim.Frame, in *sim.Instr) error {
	outerProduct := ir.Cast[OuterProductOp](in.Op)
	lhs, rhs := f.Vector(in, outerProduct.Lhs()), f.Vector(in, outerProduct.Rhs())
	out, r := sim.ResultVector(in), reducerOf(f, in)
	initial := outerProduct.Acc()
	acc, product := f.Value(in, initial).Vector(), arith.CombinerOf(f.Machine, Mul.String(), r.elem)
	for i := range out.Len() {
		if err := f.Worked(1); err != nil {
			return err
		}
		base := sim.Poison
		if acc != nil {
			base = acc.At(i)
		}
		skip, err := r.skips(i)
		if err != nil {
			return err
		}
		if skip {
			out.Set(i, base)
			continue
		}
		v := product.Combine(lhs.At(i/rhs.Len()), rhs.At(i%rhs.Len()))
		if initial != nil {
			v = r.Combine(base, v)
		}
		out.Set(i, v)
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// runScan executes vector.scan: an inclusive scan starts with the first element, an
// exclusive scan with the initial value; the second result is the last value.
func runScan(f *sim.Frame, in *sim.Instr) error {
	scan := ir.Cast[ScanOp](in.Op)
	src, last := f.Vector(in, scan.Source()), f.Vector(in, scan.InitialValue()).Clone()
	out, r := sim.ResultVector(in), reducerOf(f, in)
	dim, inclusive := int(scan.ReductionDim()), scan.Inclusive()
	strides := sim.Strides(src.Shape)
	err := f.Lanes(src.Shape, func(lane int, index []int64) error {
		at := int64(0)
		for d, i := range index {
			if d != dim {
				at = at*src.Shape[d] + i
			}
		}
		before := lane - int(strides[dim])
		var v sim.Value
		switch first := index[dim] == 0; {
		case first && inclusive:
			v = src.At(lane)
		case first:
			v = last.At(int(at))
		case inclusive:
			v = r.Combine(out.At(before), src.At(lane))
		default:
			v = r.Combine(out.At(before), src.At(before))
		}
		out.Set(lane, v)
		if index[dim] == src.Shape[dim]-1 {
			last.Set(int(at), v)
		}
		return nil
	})
	f.SetAll(in, []sim.Value{{Ref: out}, {Ref: last}})
	return err
}

// runMasked executes vector.mask. The operation inside looks up the mask itself
// (enclosingMask); elements of passthru replace the elements that are off.
func runMasked(f *sim.Frame, in *sim.Instr) error {
	masked := ir.Cast[MaskOp](in.Op)
	mask := masked.Mask()
	if f.Value(in, mask).IsPoison() {
		return sim.ErrPoison
	}
	vs, err := f.Region(in, 0, nil)
	if err != nil {
		return err
	}
	if passthru := masked.Passthru(); passthru != nil {
		m, pass := f.Vector(in, mask), f.Vector(in, passthru)
		out := vs[0].Vector().Clone() // the value may come from outside the operation
		if !slices.Equal(out.Shape, m.Shape) {
			return diag.Errorf("unsupported", "passthru of shape [%s] with a mask of shape [%s]", num.JoinInts(pass.Shape), num.JoinInts(m.Shape))
		}
		for i := range out.Len() {
			if m.IsUndef(i) {
				return sim.ErrPoison
			}
			if m.Bits(i) == 0 {
				out.Set(i, pass.At(i))
			}
		}
		vs = []sim.Value{{Ref: out}}
	}
	f.SetAll(in, vs)
	return nil
}
