package bufferize

import (
	"slices"

	"optc/dialect/bufferization"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/passes"
)

// EliminateEmpty replaces empty tensors by the place where their contents are stored in the end.
//
//	%e = tensor.empty() : tensor<4xf32>                                    →   %e = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
//	%0 = linalg.fill ins(%c) outs(%e : tensor<4xf32>)                          %0 = linalg.fill ins(%c) outs(%e : tensor<4xf32>)
//	%1 = tensor.insert_slice %0 into %t[%i] [4] [1] : … into tensor<8xf32>     %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : … into tensor<8xf32>
var EliminateEmpty = &passes.Pass{
	Name:  "eliminate-empty-tensors",
	Title: "Try to eliminate all tensor.empty ops",
	Class: "EmptyTensorElimination",
	Doc: `A tensor.empty whose contents are inserted into another tensor becomes a part of that tensor, if the analysis of one-shot-bufferize finds
that the insertion can be done in place. Bufferization then allocates no buffer and copies nothing. The insertions are tensor.insert_slice,
tensor.parallel_insert_slice, linalg.copy and bufferization.materialize_in_destination. Operations that compute offsets and sizes are moved up where
that is necessary.

    %e = tensor.empty() : tensor<4xf32>
    %0 = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>
    →
    %e = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %0 = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %1 = tensor.insert_slice %0 into %t[%i] [4] [1] : tensor<4xf32> into tensor<8xf32>

Only the use between the tensor.empty and the insertion changes, and an empty tensor without other uses is left to canonicalize.`,
	Dialects: []string{"bufferization", "tensor"},
	Run:      eliminateEmpty,
}

func eliminateEmpty(c *passes.Context) (changed bool, err error) {
	o := defaults
	o.AllowReturnAllocs, o.Boundaries = true, ir.Is[ir.ModuleOp](c.Op)
	st := newState(newSettings(o, c.Op))
	st.begin(c.Op)
	analyze := st.analyzeModule
	if !o.Boundaries {
		analyze = func() problem { return st.analyze(c.Op) }
	}
	if d := analyze(); d != nil {
		return false, d
	}
	e := &eliminator{Rewriter: ir.NewRewriter(c.IR, nil), state: st}
	ir.WalkPost(c.Op, func(op *ir.Operation) ir.WalkResult {
		e.insertion(op)
		return ir.Advance
	})
	return e.changed, nil
}

// eliminator replaces empty tensors.
type eliminator struct {
	*ir.Rewriter
	*state
	changed bool
}

// destination is the place where an insertion stores its source: the values that are needed to compute this place, and the
// function that computes it. It builds nil if the place cannot be reused.
type destination struct {
	source *ir.OpOperand
	needed []*ir.Value
	build  func(rw *ir.Rewriter) *ir.Value
}

// destinations has the operations that insert a tensor into a tensor or a buffer.
var destinations = map[ir.Kind]func(op *ir.Operation) destination{
	tensor.InsertSliceOp{}.Kind():         sliceDestination,
	tensor.ParallelInsertSliceOp{}.Kind(): sliceDestination,
	linalg.CopyOp{}.Kind(): func(op *ir.Operation) destination {
		c := ir.Cast[linalg.CopyOp](op)
		return wholeDestination(c.InputsMutable()[0], c.Outputs()[0])
	},
	bufferization.MaterializeInDestinationOp{}.Kind(): materialized,
}

func sliceDestination(op *ir.Operation) destination {
	insert := op.Typed().(tensor.SliceInsertion)
	m := insert.Lists()
	var needed []*ir.Value
	for _, s := range m.All() {
		if s.Value != nil {
			needed = append(needed, s.Value)
		}
	}
	return destination{insert.SourceMutable(), append(needed, insert.Dest()), func(rw *ir.Rewriter) *ir.Value {
		return tensor.NewExtractSlice(rw, insert.Source().Type(), insert.Dest(), m.Offsets, m.Sizes, m.Strides).Result()
	}}
}

func wholeDestination(source *ir.OpOperand, dest *ir.Value) destination {
	return destination{source, []*ir.Value{dest}, func(*ir.Rewriter) *ir.Value { return dest }}
}

// materialized is the destination of bufferization.materialize_in_destination. A buffer becomes a tensor that nothing else may access, so that
// the operation no longer promises this of the buffer.
func materialized(op *ir.Operation) destination {
	x := ir.Cast[bufferization.MaterializeInDestinationOp](op)
	m, isBuffer := x.Dest().Type().(*ir.MemRefType)
	if !isBuffer {
		return wholeDestination(x.SourceMutable(), x.Dest())
	}
	return destination{x.SourceMutable(), []*ir.Value{x.Dest()}, func(rw *ir.Rewriter) *ir.Value {
		if !x.Restrict() { // another tensor is already stored in the buffer
			return nil
		}
		x.SetRestrict(false)
		return bufferization.NewToTensor(rw, ir.Tensor(m.Dims, m.Elem, nil), x.Dest(), true, x.Writable()).Result()
	}}
}

// insertion replaces the empty tensors whose contents an operation inserts.
func (e *eliminator) insertion(op *ir.Operation) {
	destinationOf := destinations[op.Kind()]
	if destinationOf == nil {
		return
	}
	dest := destinationOf(op)
	source, needed := dest.source, dest.needed
	if !isTensor(source.Value().Type()) || !e.isInPlace(source) {
		return
	}
	passed := []*ir.OpOperand{source}
	isEmpty := func(v *ir.Value) bool { return ir.DefiningOp[tensor.EmptyOp](v).Ok() }
	found := e.trace(source.Value(), isEmpty, tracing{equal: true, sameType: true, visit: func(u *ir.OpOperand) { passed = append(passed, u) }})
	for _, v := range found {
		use := passed[slices.IndexFunc(passed, func(u *ir.OpOperand) bool { return u.Value() == v })]
		user := use.Owner()
		before := e.insertionPoint(v.DefiningOp(), user, needed)
		if before == nil {
			if !passes.MoveDefinitions(e.Rewriter, needed, user) {
				continue
			}
			before = user
		}
		e.Before(before).Loc = v.DefiningOp().Loc()
		place := dest.build(e.Rewriter)
		if place == nil || ir.ElementOrSelf(place.Type()) != ir.ElementOrSelf(v.Type()) {
			continue
		}
		if place.Type() != v.Type() {
			if def := place.DefiningOp(); def != nil {
				e.After(def)
			} else {
				e.AtStart(place.OwnerBlock())
			}
			place = tensor.NewCast(e, v.Type(), place).Dest()
		}
		use.Set(place)
		e.changed, e.origins = true, map[*ir.Value][]*ir.Value{}
	}
}

// insertionPoint returns an operation that follows the definitions of all needed values and precedes the user: the empty tensor, or
// the operation after a needed value.
func (e *eliminator) insertionPoint(empty, user *ir.Operation, needed []*ir.Value) *ir.Operation {
	points := []*ir.Operation{empty}
	for _, v := range needed {
		if def := v.DefiningOp(); def != nil {
			points = append(points, def.Next())
		} else {
			points = append(points, v.OwnerBlock().Front())
		}
	}
	dom := &ir.Dominance{}
	for _, at := range points {
		if at == nil || slices.ContainsFunc(needed, func(v *ir.Value) bool { return !dom.ValueDominates(v, at) }) {
			continue
		}
		if at == user || dom.OpDominates(at, user, true) {
			return at
		}
	}
	return nil
}
