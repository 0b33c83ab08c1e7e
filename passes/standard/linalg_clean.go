package standard

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	maps "optc/ir/affine"
)

// foldFill replaces elements of an input that linalg.fill has set to a scalar by the scalar.
func foldFill(op *ir.Operation, rw *ir.Rewriter) bool {
	if !linalg.IsOnTensors(op) {
		return false
	}
	found := false
	for i, v := range linalg.InputsOf(op) {
		fill := ir.DefiningOp[linalg.FillOp](v)
		if !fill.Ok() || op.Body().Arg(i).Unused() {
			continue
		}
		found = true
		rw.ReplaceUses(op.Body().Arg(i), linalg.ConvertNumber(rw.Builder, fill.Inputs()[0], ir.ElementOrSelf(v.Type())))
	}
	return found
}

// foldSplat replaces elements of an input by a scalar, if the input is that scalar or a constant whose elements all equal it.
func foldSplat(op *ir.Operation, rw *ir.Rewriter) bool {
	if !linalg.IsOnTensors(op) {
		return false
	}
	inputs := linalg.InputsOf(op)
	for i, v := range inputs {
		value := numberOf(v)
		if value == nil {
			continue
		}
		ms := slices.Delete(slices.Clone(linalg.MapsOf(op)), i, i+1)
		if !boundsKnown(ms) || len(ms) == 0 {
			return false
		}
		locs := []ir.Location{op.Loc()}
		kept := slices.Delete(slices.Clone(inputs), i, i+1)
		for _, k := range kept {
			locs = append(locs, k.Location())
		}
		rw.Loc = v.DefiningOp().Loc()
		number := arith.NewConstant(rw, value).Result()
		rw.Loc = ir.FusedAt(rw.Context(), locs...)
		fused := linalg.NewGeneric(rw, kept, linalg.OutputsOf(op), ms, linalg.IteratorsOf(op)).Operation()
		rw.Modify(fused, func() { fused.Region(0).TakeBody(op.Region(0)) })
		rw.ReplaceUses(fused.Body().Arg(i), number)
		fused.Body().EraseArg(i)
		rw.Replace(op, fused.ResultList()...)
		return true
	}
	return false
}

// numberOf returns the only element of a constant, or nil.
func numberOf(v *ir.Value) ir.TypedAttr {
	if v.DefiningOp() == nil {
		return nil
	}
	switch a := ir.ConstantValue(v).(type) {
	case *ir.DenseAttr:
		if t := a.ShapedType().ElementType(); a.Splat && !ir.IsType[*ir.IndexType](t) {
			number, _ := a.ElementAttr(0).(ir.TypedAttr)
			return number
		}
	case *ir.IntegerAttr:
		return a
	case *ir.FloatAttr:
		return a
	}
	return nil
}

// forgetOutputs replaces outputs whose old elements are not read by empty tensors.
func forgetOutputs(op *ir.Operation, rw *ir.Rewriter) bool {
	changed := false
	first := len(linalg.InputsOf(op))
	for k, v := range linalg.OutputsOf(op) {
		t, isTensor := v.Type().(*ir.TensorType)
		if !isTensor || !op.Body().Arg(first+k).Unused() || ir.DefiningOp[tensor.EmptyOp](v).Ok() {
			continue
		}
		var sizes []*ir.Value
		f := rw.OrFold()
		for d, n := range t.Dims {
			if n == ir.Dynamic {
				sizes = append(sizes, f.Value(tensor.NewDim(f, v, arith.ConstantIndex(rw, int64(d)))))
			}
		}
		empty := tensor.NewEmpty(rw, ir.Tensor(t.Dims, t.Elem, nil), sizes).Result()
		rw.Modify(op, func() { op.OpOperand(first + k).Set(empty) })
		changed = true
	}
	return changed
}

// dropUnused leaves out operands that the region does not read, results without use, and operands that occur
// twice (DeduplicateAndRemoveDeadOperandsAndResults upstream).
func dropUnused(op *ir.Operation, rw *ir.Rewriter) bool {
	d := dropping{op: op, maps: linalg.MapsOf(op), dropped: make([]bool, op.NumOperands()), by: make([]int, op.NumOperands())}
	d.inputs()
	d.outputs()
	if len(d.in)+len(d.out) == op.NumOperands() {
		return false
	}
	values := func(positions []int) (vs []*ir.Value) {
		for _, i := range positions {
			vs = append(vs, op.Operand(i))
		}
		return vs
	}
	var ms []maps.Map
	for _, i := range slices.Concat(d.in, d.out) {
		ms = append(ms, d.maps[i])
	}
	fresh := linalg.NewGeneric(rw, values(d.in), values(d.out), ms, linalg.IteratorsOf(op)).Operation()
	copyAttributes(fresh, op)
	d.body(rw, fresh)
	results := make([]*ir.Value, op.NumResults())
	first := len(linalg.InputsOf(op))
	for k := range results {
		if at := d.by[first+k]; at >= 0 {
			results[k] = fresh.Result(at - len(d.in))
		}
	}
	d.replace(rw, results)
	return true
}

// dropping is the choice of the operands that an operation keeps.
type dropping struct {
	op      *ir.Operation
	maps    []maps.Map
	dropped []bool
	in, out []int // operands that stay
	by      []int // for each operand its argument in the new region, or -1
}

// drop leaves out an operand if the extents of the loops are still known.
func (d *dropping) drop(i int) bool {
	d.dropped[i] = true
	var left []maps.Map
	for k, m := range d.maps {
		if !d.dropped[k] {
			left = append(left, m)
		}
	}
	if len(left) == 0 && len(linalg.IteratorsOf(d.op)) == 0 || len(left) > 0 && boundsKnown(left) {
		return true
	}
	d.dropped[i] = false
	return false
}

func (d *dropping) inputs() {
	for i, v := range linalg.InputsOf(d.op) {
		d.by[i] = -1
		if d.op.Body().Arg(i).Unused() && d.drop(i) {
			continue
		}
		if k := slices.IndexFunc(d.in, func(k int) bool { return d.op.Operand(k) == v && d.maps[k].Equal(d.maps[i]) }); k >= 0 {
			d.by[i], d.dropped[i] = k, true
			continue
		}
		d.by[i] = len(d.in)
		d.in = append(d.in, i)
	}
}

func (d *dropping) outputs() {
	first, yield := len(linalg.InputsOf(d.op)), d.op.Body().Back()
	for k, v := range linalg.OutputsOf(d.op) {
		i := first + k
		if linalg.IsOnTensors(d.op) {
			d.by[i] = -1
			if d.isDead(k) && d.drop(i) {
				continue
			}
			same := func(o int) bool {
				return d.op.Operand(o) == v && d.maps[o].Equal(d.maps[i]) && yield.Operand(o-first) == yield.Operand(k)
			}
			if at := slices.IndexFunc(d.out, same); at >= 0 && d.op.Body().Arg(i).Unused() {
				d.by[i], d.dropped[i] = len(d.in)+at, true
				continue
			}
		}
		d.by[i] = len(d.in) + len(d.out)
		d.out = append(d.out, i)
	}
}

// isDead reports whether result k has no use and its old element is at most yielded again.
func (d *dropping) isDead(k int) bool {
	if !d.op.Result(k).Unused() {
		return false
	}
	arg := d.op.Body().Arg(len(linalg.InputsOf(d.op)) + k)
	if arg.Unused() {
		return true
	}
	yield := d.op.Body().Back()
	if !arg.HasOneUse() {
		return false
	}
	return arg.FirstUse().Owner() == yield && yield.Operand(k) == arg
}

// body moves the region to the new operation.
func (d *dropping) body(rw *ir.Rewriter, fresh *ir.Operation) {
	after := rw.Save()
	defer rw.Restore(after)
	rw.Modify(fresh, func() { fresh.Region(0).TakeBody(d.op.Region(0)) })
	block, kept := fresh.Body(), slices.Concat(d.in, d.out)
	yield, first := block.Back(), len(linalg.InputsOf(d.op))
	if len(d.out) < len(d.by)-first {
		var values []*ir.Value
		for _, i := range d.out {
			values = append(values, yield.Operand(i-first))
		}
		rw.Before(yield).Loc = yield.Loc()
		linalg.NewYield(rw, values)
		rw.Erase(yield)
	}
	for i, at := range slices.Backward(d.by) {
		if at >= 0 && kept[at] == i {
			continue
		}
		if at >= 0 {
			rw.ReplaceUses(block.Arg(i), block.Arg(kept[at]))
		}
		block.EraseArg(i)
	}
}

// replace replaces the results that have a use.
func (d *dropping) replace(rw *ir.Rewriter, results []*ir.Value) {
	for k, r := range d.op.Results() {
		if !r.Unused() {
			rw.ReplaceUses(r, results[k])
		}
	}
	rw.Erase(d.op)
}

// dropUnusedCycle replaces an operation whose result is only yielded for a result without use by the old element of
// the output.
func dropUnusedCycle(op *ir.Operation, rw *ir.Rewriter) bool {
	if !linalg.IsOnTensors(op) {
		return false
	}
	changed := false
	first, yield := len(linalg.InputsOf(op)), op.Body().Back()
	for k, r := range op.Results() {
		arg := op.Body().Arg(first + k)
		if !r.Unused() || !arg.HasOneUse() {
			continue
		}
		cycle := arg.FirstUse().Owner()
		if cycle.NumResults() != 1 || !cycle.Result(0).HasOneUse() || yield.Operand(k) != cycle.Result(0) {
			continue
		}
		rw.Replace(cycle, arg)
		changed = true
	}
	return changed
}
