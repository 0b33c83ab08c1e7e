package tensors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/iree/ireelinalgext"
	"optc/dialect/iree/revision"
	"optc/dialect/tensor"
	"optc/dialect/ub"
	"optc/dialect/vectorext"
	"optc/ir"
)

// models are the rules of operations that are not structured operations of linalg.
func models() []ir.Model {
	model := func(k ir.OpKind, r *rule) ir.Model { return ir.ModelOf(k, vectorization.By(r)) }
	return []ir.Model{
		model(ireelinalgext.GatherOp{}, &rule{vectorize: vectorizeGather, sizes: func(b *bounds, op *ir.Operation) []int64 {
			return b.ofShapeOrNil(ir.Cast[ireelinalgext.GatherOp](op).Output())
		}}),
		model(ireelinalgext.ArgCompareOp{}, &rule{vectorize: vectorizeArgCompare, sizes: func(b *bounds, op *ir.Operation) []int64 {
			return b.ofShapeOrNil(ir.Cast[ireelinalgext.ArgCompareOp](op).InputValue())
		}}),
		model(vectorext.ToLayoutOp{}, &rule{vectorize: vectorizeToLayout, sizes: func(_ *bounds, op *ir.Operation) []int64 {
			if l := ir.Cast[vectorext.ToLayoutOp](op).Layout(); l != nil {
				return l.UndistributedShape()
			}
			return nil
		}}),
		model(tensor.PadOp{}, &rule{vectorize: vectorizePad, sizes: func(b *bounds, op *ir.Operation) []int64 {
			return b.ofShapeOrNil(ir.Cast[tensor.PadOp](op).Result())
		}}),
	}
}

// spaceOf returns the box of the elements of a tensor, in vectors of the given sizes; nil sizes
// mean the extents of the tensor, which then must be static.
func spaceOf(rw *ir.Rewriter, v *ir.Value, sizes []int64) (s *space, ok bool) {
	shape := v.Type().(ir.ShapedType).Shape()
	if sizes == nil {
		sizes = shape
	}
	if len(sizes) != len(shape) || slices.ContainsFunc(sizes, func(n int64) bool { return n < 1 }) || !isElement(ir.ElementOrSelf(v.Type())) {
		return nil, false
	}
	s = &space{rw: rw, sizes: sizes, extents: make([]func() *ir.Value, len(sizes)), masks: map[string]*ir.Value{}}
	for d, n := range shape {
		switch {
		case n != ir.Dynamic && n > sizes[d]:
			return nil, false
		case n != sizes[d]:
			s.extents[d] = func() *ir.Value { return dimOf(rw, v, d) }
		}
	}
	return s, true
}

func isElement(t ir.Type) bool {
	return ir.AnyInteger.Check(t) || ir.AnyFloat.Check(t) || ir.IndexConstraint.Check(t)
}

// vectorizeGather makes a transfer_gather of a gather with one index per slice and without a mask.
func vectorizeGather(op *ir.Operation, sizes []int64, rw *ir.Rewriter, _ *VectorizeOptions) bool {
	gather := ir.Cast[ireelinalgext.GatherOp](op)
	if gather.Mask() != nil || len(gather.DimensionMap()) != 1 || op.NumResults() != 1 {
		return false
	}
	batch := gather.BatchRank()
	if revision.Of(rw.Context()) == revision.Seed && batch != 1 {
		return false // the form has no vector of indices of several dimensions for a single dimension of the source
	}
	s, ok := spaceOf(rw, gather.Output(), sizes)
	if !ok {
		return false
	}
	loops, along := s.all(), s.all()[:batch]
	numbers := s.read(gather.Indices(), along)
	f := rw.OrFold()
	if elem := ir.ElementOrSelf(numbers.v.Type()); elem != ir.Type(rw.Context().Index()) {
		numbers.v = f.Value(arith.NewIndexCast(f, ir.WithElement(numbers.v.Type(), rw.Context().Index()), numbers.v))
	}
	places := []place{{numbers, -1}}
	for d := range loops[batch:] {
		places = append(places, place{lanes{}, batch + d})
	}
	padding := ub.NewPoison(rw, ir.ElementOrSelf(gather.Output().Type())).Result()
	v := s.transferGather(gather.Source(), places, loops, padding)
	rw.Replace(op, s.write(lanes{v, loops}, gather.Output(), loops))
	return true
}

// vectorizeArgCompare makes an iree_vector_ext.arg_compare of static tensors.
func vectorizeArgCompare(op *ir.Operation, _ []int64, rw *ir.Rewriter, _ *VectorizeOptions) bool {
	compare := ir.Cast[ireelinalgext.ArgCompareOp](op)
	s, ok := spaceOf(rw, compare.InputValue(), nil)
	if !ok || op.NumResults() != 2 || len(s.sizes) < 2 {
		return false
	}
	all, dim := s.all(), int(compare.Dimension())
	kept := slices.Delete(s.all(), dim, dim+1)
	value := s.read(compare.InputValue(), all).v
	var index *ir.Value
	if v := compare.InputIndex(); v != nil {
		index = s.read(v, all).v
	}
	best, at := s.read(compare.OutputValue(), kept).v, s.read(compare.OutputIndex(), kept).v
	n := vectorext.NewArgCompare(rw, value, index, best, at, compare.IndexBase(), compare.Dimension())
	after := rw.Save()
	from := op.Body()
	body := rw.NewBlock(n.Region(), from.ArgTypes(), op.Loc())
	var m ir.Mapping
	for i, a := range from.Args() {
		m.Map(a, body.Arg(i))
	}
	for o := range from.Ops() {
		if yield := ir.As[ireelinalgext.YieldOp](o); yield.Ok() {
			vectorext.NewYield(rw, []*ir.Value{m.Value(yield.Values()[0])})
		} else {
			rw.Clone(o, &m)
		}
	}
	rw.Restore(after)
	rw.Replace(op, s.write(lanes{n.ResultValue(), kept}, compare.OutputValue(), kept), s.write(lanes{n.ResultIndex(), kept}, compare.OutputIndex(), kept))
	return true
}

// vectorizeToLayout gives the layout to a vector that has the size of the layout.
func vectorizeToLayout(op *ir.Operation, _ []int64, rw *ir.Rewriter, _ *VectorizeOptions) bool {
	toLayout := ir.Cast[vectorext.ToLayoutOp](op)
	l, input := toLayout.Layout(), toLayout.Input()
	if _, isTensor := input.Type().(*ir.TensorType); !isTensor || l == nil {
		return false
	}
	s, ok := spaceOf(rw, input, l.UndistributedShape())
	if !ok {
		return false
	}
	all := s.all()
	laid := vectorext.NewToLayoutLike(rw, toLayout, s.read(input, all).v, l)
	rw.Replace(op, s.write(lanes{laid.Output(), all}, input, all))
	return true
}

// vectorizePad reads a tensor with the padding value outside of it, and writes the padded tensor.
func vectorizePad(op *ir.Operation, sizes []int64, rw *ir.Rewriter, _ *VectorizeOptions) bool {
	pad := ir.Cast[tensor.PadOp](op)
	padding := paddingOf(pad, rw)
	low := pad.MixedLow()
	if padding == nil || slices.ContainsFunc(low, func(m ir.Mixed) bool { n, ok := m.Constant(); return !ok || n != 0 }) ||
		slices.Contains(pad.Result().Type().(ir.ShapedType).Shape(), ir.Dynamic) {
		return false
	}
	s, ok := spaceOf(rw, pad.Source(), sizes)
	if !ok {
		return false
	}
	all := s.all()
	v := s.readPadded(pad.Source(), all, padding)
	whole := &space{rw: rw, sizes: s.sizes, extents: make([]func() *ir.Value, len(all)), masks: map[string]*ir.Value{}}
	empty := tensor.NewEmpty(rw, pad.Result().Type(), nil).Result()
	rw.Replace(op, whole.write(v, empty, all))
	return true
}

// paddingOf returns the padding value if it is the same everywhere, nil otherwise.
func paddingOf(pad tensor.PadOp, rw *ir.Rewriter) *ir.Value {
	body := pad.Operation().Body()
	v := ir.Cast[tensor.YieldOp](body.Terminator()).Value()
	if v.ParentBlock() != body {
		return v
	}
	if constant := ir.DefiningOp[arith.ConstantOp](v); constant.Ok() {
		return ir.Cast[arith.ConstantOp](rw.Clone(constant.Operation(), nil)).Result()
	}
	return nil
}
