package scf

import (
	"slices"

	"optc/dialect/internal/view"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/num"
)

// forallPatterns are the canonicalizations of scf.forall.
var forallPatterns = []*ir.Pattern{
	{Name: "fold-tensor-cast-into-forall", Root: ForallOp{}, Rewrite: foldCastIntoForall},
	{Name: "fold-forall-bounds", Root: ForallOp{}, Rewrite: foldForallBounds},
	{Name: "fold-forall-outputs", Root: ForallOp{}, Rewrite: foldForallOutputs},
	{Name: "fold-single-iteration-forall", Root: ForallOp{}, Rewrite: foldForallDims},
	{Name: "replace-constant-forall-variable", Root: ForallOp{}, Rewrite: replaceConstantVariable},
}

// forallLists holds the lists of the iteration space in the order of the operands.
var forallLists = []view.List{forallLowers, forallUppers, forallSteps}

func forallRank(op *ir.Operation) int { return len(forallLowers.Static(op)) }

// newForall builds scf.forall with another iteration space, other outputs, and an empty
// body block.
func newForall(rw *ir.Rewriter, op *ir.Operation, space [][]ir.Mixed, outs []*ir.Value) (loop *ir.Operation, body *ir.Block) {
	c := rw.Context()
	st := &ir.OpState{Def: op.Def(), Loc: op.Loc(), NumRegions: 1, ResultTypes: []ir.Type{}}
	for i := range op.Def().AttrNames() {
		st.Props = append(st.Props, op.Prop(i))
	}
	if d := op.Discardable(); d != nil {
		st.Attrs = d.Entries
	}
	var sizes []int
	for i, l := range forallLists {
		static, values := ir.SplitMixed(space[i])
		st.SetProp(l.Attr, c.DenseI64Array(static))
		st.Operands = append(st.Operands, values...)
		sizes = append(sizes, len(values))
	}
	st.Operands = append(st.Operands, outs...)
	st.SetSegments(c, append(sizes, len(outs))...)
	types := slices.Repeat([]ir.Type{c.Index()}, len(space[0]))
	for _, o := range outs {
		st.ResultTypes = append(st.ResultTypes, o.Type())
		types = append(types, o.Type())
	}
	loop = rw.Create(st)
	body = ir.NewBlock(types, nil)
	loop.Region(0).Append(body)
	return loop, body
}

// SpaceOf returns the lower bounds, upper bounds and steps of scf.forall.
func SpaceOf(op *ir.Operation) [][]ir.Mixed {
	space := make([][]ir.Mixed, len(forallLists))
	for i, l := range forallLists {
		space[i] = l.Of(op)
	}
	return space
}

// foldForallBounds turns bounds and steps that are constants into numbers.
func foldForallBounds(op *ir.Operation, rw *ir.Rewriter) bool {
	space := SpaceOf(op)
	changed := false
	for i := range space {
		changed = ir.FoldMixed(space[i], ir.Dynamic+1) || changed
	}
	if !changed {
		return false
	}
	rw.Modify(op, func() {
		c := rw.Context()
		var operands []*ir.Value
		var sizes []int32
		for i, l := range forallLists {
			static, values := ir.SplitMixed(space[i])
			op.SetAttr(l.Attr, c.DenseI64Array(static))
			operands = append(operands, values...)
			sizes = append(sizes, int32(len(values)))
		}
		outs := ir.Cast[ForallOp](op).Outputs()
		op.SetOperands(concat(operands, outs))
		op.SetAttr("operandSegmentSizes", c.DenseI32Array(append(sizes, int32(len(outs)))))
	})
	return true
}

// writersOf returns the operations that write into a shared output.
func writersOf(op *ir.Operation, out *ir.Value) []*ir.Operation {
	var writers []*ir.Operation
	for o := range op.Body().Back().Body().Ops() {
		if o.Operand(1) == out {
			writers = append(writers, o)
		}
	}
	return writers
}

// foldForallOutputs drops outputs that are never written or whose results have no uses.
func foldForallOutputs(op *ir.Operation, rw *ir.Rewriter) bool {
	outs, rank := ir.Cast[ForallOp](op).Outputs(), forallRank(op)
	var kept []*ir.Value
	drop := make([]bool, len(outs))
	for i, o := range outs {
		drop[i] = op.Result(i).FirstUse() == nil || len(writersOf(op, op.Body().Arg(rank+i))) == 0
		if !drop[i] {
			kept = append(kept, o)
		}
	}
	if len(kept) == len(outs) {
		return false
	}
	for i := range outs {
		if drop[i] {
			for _, w := range writersOf(op, op.Body().Arg(rank+i)) {
				rw.Erase(w)
			}
		}
	}
	loop, body := newForall(rw, op, SpaceOf(op), kept)
	args := slices.Clone(body.Args()[:rank])
	results := make([]*ir.Value, len(outs))
	next := 0
	for i, o := range outs {
		if drop[i] {
			args, results[i] = append(args, o), o
			continue
		}
		args, results[i] = append(args, body.Arg(rank+next)), loop.Result(next)
		next++
	}
	rw.InlineBlock(op.Body(), body, nil, args)
	rw.Replace(op, results...)
	return true
}

// forallTrips returns the number of iterations of dimension i.
func forallTrips(space [][]ir.Mixed, i int) (n num.Int, known bool) {
	return tripCount(space[0][i], space[1][i], space[2][i], false)
}

// foldForallDims removes dimensions with a single iteration, and loops without
// iterations. A loop that is mapped to hardware keeps its dimensions.
func foldForallDims(op *ir.Operation, rw *ir.Rewriter) bool {
	forall := ir.Cast[ForallOp](op)
	if len(forall.Mapping()) > 0 {
		return false
	}
	space, outs := SpaceOf(op), forall.Outputs()
	rank := len(space[0])
	kept := make([][]ir.Mixed, len(space))
	single := make([]bool, rank)
	for i := range rank {
		n, known := forallTrips(space, i)
		if known && n.IsZero() {
			rw.Replace(op, outs...)
			return true
		}
		if single[i] = known && n.IsOne(); single[i] {
			continue
		}
		for k := range kept {
			kept[k] = append(kept[k], space[k][i])
		}
	}
	if len(kept[0]) == rank && rank > 0 {
		return false
	}
	args := make([]*ir.Value, 0, rank+len(outs))
	for i := range rank {
		if single[i] {
			args = append(args, valueOf(rw, space[0][i]))
		} else {
			args = append(args, nil)
		}
	}
	if len(kept[0]) == 0 {
		promoteForall(op, args, outs, rw)
		return true
	}
	loop, body := newForall(rw, op, kept, outs)
	next := 0
	for i := range args {
		if args[i] == nil {
			args[i] = body.Arg(next)
			next++
		}
	}
	rw.InlineBlock(op.Body(), body, nil, concat(args, body.Args()[next:]))
	rw.Replace(op, loop.ResultList()...)
	return true
}

// promoteForall replaces a loop with a single iteration by its body. An output may be
// written several times, and the writes to several outputs may come in any order;
// upstream assumes that the slices are in the order of the results.
func promoteForall(op *ir.Operation, ivs, outs []*ir.Value, rw *ir.Rewriter) {
	term := op.Body().Back()
	var outputs []int // the output that each slice is inserted into
	for o := range term.Body().Ops() {
		outputs = append(outputs, ir.Cast[tensor.ParallelInsertSliceOp](o).Dest().Index()-len(ivs))
	}
	rw.InlineBlock(op.Body(), op.Block(), op, concat(ivs, outs))
	results := slices.Clone(outs)
	for o := range term.Body().Ops() {
		k := outputs[0]
		parallelInsertSlice := ir.Cast[tensor.ParallelInsertSliceOp](o)
		m := parallelInsertSlice.Lists()
		insert := tensor.NewInsertSlice(rw, parallelInsertSlice.Source(), results[k], m.Offsets, m.Sizes, m.Strides)
		results[k], outputs = insert.Result(), outputs[1:]
	}
	rw.Erase(term)
	rw.Replace(op, results...)
}

// replaceConstantVariable replaces the variable of a dimension with a single iteration by
// the lower bound.
func replaceConstantVariable(op *ir.Operation, rw *ir.Rewriter) bool {
	space := SpaceOf(op)
	changed := false
	for i := range space[0] {
		iv := op.Body().Arg(i)
		if n, known := forallTrips(space, i); known && n.IsOne() && iv.FirstUse() != nil {
			rw.ReplaceUses(iv, valueOf(rw, space[0][i]))
			changed = true
		}
	}
	return changed
}

// foldCastIntoForall shares the more static tensor that an output was cast from.
//
//	%t = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//	%r = scf.forall … shared_outs(%o = %t) -> (tensor<?xf32>)
//	  →  %s = scf.forall … shared_outs(%o = %x) -> (tensor<4xf32>); %r = tensor.cast %s
func foldCastIntoForall(op *ir.Operation, rw *ir.Rewriter) bool {
	outs, rank := ir.Cast[ForallOp](op).Outputs(), forallRank(op)
	loose := make([]ir.Type, len(outs)) // the types of the changed outputs
	changed := false
	for i, o := range outs {
		if c := o.DefiningOp(); tensor.IsStaticCast(c) {
			loose[i], outs[i], changed = o.Type(), ir.Cast[tensor.CastOp](c).Source(), true
		}
	}
	if !changed {
		return false
	}
	loop, body := newForall(rw, op, SpaceOf(op), outs)
	args := slices.Clone(body.Args())
	rw.AtEnd(body)
	for i, t := range loose {
		if t != nil {
			args[rank+i] = tensor.NewCast(rw, t, args[rank+i]).Dest()
		}
	}
	rw.InlineBlock(op.Body(), body, nil, args)
	for o := range body.Back().Body().Ops() {
		// Writes are to the output itself, not to its cast.
		parallelInsertSlice := ir.Cast[tensor.ParallelInsertSliceOp](o)
		dest := parallelInsertSlice.Dest()
		if c := ir.DefiningOp[tensor.CastOp](dest); c.Ok() {
			rw.Modify(o, func() { parallelInsertSlice.DestMutable().Set(c.Source()) })
		}
	}
	rw.After(loop)
	results := loop.ResultList()
	for i, t := range loose {
		if t != nil {
			results[i] = tensor.NewCast(rw, t, results[i]).Dest()
		}
	}
	rw.Replace(op, results...)
	return true
}
