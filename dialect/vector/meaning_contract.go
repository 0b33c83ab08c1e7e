package vector

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// contracted is a vector.contract as all executions of the operation need it.
type contracted struct {
	folding
	lhs, rhs, acc *ir.Value
	extents       []int64    // extents of the iterators
	strides       [3][]int64 // strides of lhs, rhs and the result, by iterator
	product       arith.Combiner
	products      arith.Accumulator
	adds          bool // sums of products, without a mask
}

func contractedOf(f *sim.Frame, in *sim.Instr) (*contracted, error) {
	if k, ok := in.Data.(*contracted); ok {
		return k, nil
	}
	contract := ir.Cast[ContractOp](in.Op)
	k := &contracted{lhs: contract.Lhs(), rhs: contract.Rhs(), acc: contract.Acc(), adds: CombiningKind(in.Op) == Add && !ir.Is[MaskOp](in.Op.Parent())}
	k.elem = ir.ElementOrSelf(k.acc.Type())
	_, toFloat := k.elem.(*ir.FloatType)
	maps := contract.IndexingMaps()
	k.extents = make([]int64, maps[0].NumDims)
	for o, v := range []*ir.Value{k.lhs, k.rhs, k.acc} {
		t := ir.ElementOrSelf(v.Type())
		if _, isFloat := t.(*ir.FloatType); isFloat != toFloat {
			return nil, diag.Errorf("unsupported", "elements of type '%s' are not combined into type '%s'", t, k.elem)
		}
		shape := f.Vector(in, v).Shape
		k.strides[o] = make([]int64, len(k.extents))
		for i, d := range maps[o].ResultDims() {
			k.strides[o][d] += sim.Strides(shape)[i]
			k.extents[d] = shape[i]
		}
	}
	k.Combiner = arith.CombinerOf(f.Machine, CombiningKind(in.Op).String(), k.elem)
	k.product, k.products = arith.CombinerOf(f.Machine, Mul.String(), k.elem), arith.AccumulatorOf(f.Machine, k.elem)
	in.Data = k
	return k, nil
}

// runContract executes vector.contract: for every value of the iterators it combines the
// product of the elements that the maps select into the accumulator.
func runContract(f *sim.Frame, in *sim.Instr) error {
	k, err := contractedOf(f, in)
	if err != nil {
		return err
	}
	lhs, rhs := arith.WidenAll(f.Machine, f.Vector(in, k.lhs), k.elem), arith.WidenAll(f.Machine, f.Vector(in, k.rhs), k.elem)
	acc := f.Vector(in, k.acc)
	if k.adds && sim.Defined(lhs, rhs, acc) {
		out := f.CopyVector(in, acc)
		err = k.addProducts(f, out, lhs, rhs)
		f.SetShaped(in, 0, out)
		return err
	}
	out := acc.Clone()
	err = k.combine(f, reducer{k.Combiner, k.elem, enclosingMask(f, in)}, out, lhs, rhs)
	f.SetShaped(in, 0, out)
	return err
}

// addProducts adds the products in row-major order of the iterators; neither factors nor sums are
// poison.
func (k *contracted) addProducts(f *sim.Frame, out, lhs, rhs *sim.Vector) error {
	last := len(k.extents) - 1
	var usual [8]int64
	index := usual[:]
	if last > len(index) {
		index = make([]int64, last)
	}
	steps, at := [3]int64{k.strides[0][last], k.strides[1][last], k.strides[2][last]}, [3]int64{}
	for {
		for done := int64(0); done < k.extents[last]; {
			n := min(k.extents[last]-done, sim.PollSteps)
			if err := f.Worked(n); err != nil {
				return err
			}
			var runs [3]arith.Run
			for o, step := range steps {
				runs[o] = arith.Run{At: at[o] + done*step, Step: step}
			}
			k.products.AddProducts(out, runs[2], lhs, runs[0], rhs, runs[1], n)
			done += n
		}
		d := last - 1
		for ; d >= 0; d-- {
			index[d]++
			by := int64(1)
			if index[d] == k.extents[d] {
				by, index[d] = 1-k.extents[d], 0
			}
			for o := range at {
				at[o] += by * k.strides[o][d]
			}
			if by > 0 {
				break
			}
		}
		if d < 0 {
			return nil
		}
	}
}

// combine is runContract for any kind, with a mask, and with elements that are poison.
func (k *contracted) combine(f *sim.Frame, r reducer, out, lhs, rhs *sim.Vector) error {
	left, right, sum := strided{0, k.strides[0]}, strided{0, k.strides[1]}, strided{0, k.strides[2]}
	plain, lane := r.off == nil && sim.Defined(lhs, rhs, out), 0
	return forRuns(f, k.extents, func(index []int64, n int64) error {
		l, s, o := left.run(index), right.run(index), sum.run(index)
		for ; n > 0; n, lane, l.At, s.At, o.At = n-1, lane+1, l.At+l.Step, s.At+s.Step, o.At+o.Step {
			if plain {
				out.SetBits(int(o.At), r.CombineBits(out.Bits(int(o.At)), k.product.CombineBits(lhs.Bits(int(l.At)), rhs.Bits(int(s.At)))))
				continue
			}
			skip, err := r.skips(lane)
			if err != nil {
				return err
			}
			if !skip {
				out.Set(int(o.At), r.Combine(out.At(int(o.At)), k.product.Combine(lhs.At(int(l.At)), rhs.At(int(s.At)))))
			}
		}
		return nil
	})
}
