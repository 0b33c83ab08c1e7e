package vectors

import (
	"slices"

	"optc/dialect/arith"
	fn "optc/dialect/func"
	"optc/dialect/scf"
	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/passes"
)

// LowerArgCompare is vectorext-lower-arg-compare.
var LowerArgCompare = &passes.Pass{
	Name:    "vectorext-lower-arg-compare",
	Aliases: []string{"iree-vector-ext-lower-arg-compare-to-vector"},
	Title:   "Lower arg_compare to loops over elements",
	Doc: `Replaces every iree_vector_ext.arg_compare by one loop along the reduced dimension
for each element of the result:

    %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %init, %k = %index) {
      %e = vector.extract %row[%i]
      %w = comparator of %e and %v
      %x = arith.select %w, %e, %v
      %y = arith.select %w, %i, %k
      scf.yield %x, %y
    }

The dimension is made the last one first. Inputs of scalable length stay.`,
	Anchor:   []ir.OpKind{fn.FuncOp{}},
	Dialects: []string{"arith", "iree_vector_ext", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		var found []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if argCompare := ir.As[vectorext.ArgCompareOp](op); argCompare.Ok() && !argCompare.InputValue().Type().(*ir.VectorType).AnyScalable() {
				found = append(found, op)
			}
			return ir.Advance
		})
		rw := c.Rewriter(nil)
		for op := range passes.Each(c, found) {
			rw.Before(op)
			rw.Loc = op.Loc()
			l := argCompareLowering{rw: rw, op: op}
			l.lower()
			changed = true
		}
		return changed, nil
	},
}

// argCompareLowering lowers an operation (IREE LowerArgCompareOp.cpp).
type argCompareLowering struct {
	rw *ir.Rewriter
	op *ir.Operation

	zero, one, extent *ir.Value
}

func (l *argCompareLowering) lower() {
	op, rw := l.op, l.rw
	argCompare := ir.Cast[vectorext.ArgCompareOp](op)
	input, dim := argCompare.InputValue(), argCompare.Dimension()
	dims := input.Type().(*ir.VectorType).Dims
	values, indices := l.lastDim(input, dim), argCompare.InputIndex()
	if indices != nil {
		indices = l.lastDim(indices, dim)
	}
	l.zero, l.one = arith.ConstantIndex(rw.Builder, 0), arith.ConstantIndex(rw.Builder, 1)
	l.extent = arith.ConstantIndex(rw.Builder, dims[dim])

	resultValue, resultIndex := argCompare.InitValue(), argCompare.InitIndex()
	parallel := resultValue.Type().(*ir.VectorType).Dims
	n, _ := ir.NumElements(parallel)
	for i := range n {
		at := coordinates(i, parallel)
		initValue := vector.NewExtract(rw, argCompare.InitValue(), at...).Result()
		initIndex := vector.NewExtract(rw, argCompare.InitIndex(), at...).Result()
		row := func(v *ir.Value) *ir.Value {
			if v == nil || len(parallel) == 0 {
				return v
			}
			return vector.NewExtract(rw, v, at...).Result()
		}
		loop := l.loop(row(values), row(indices), initValue, initIndex)
		if len(parallel) == 0 {
			resultValue = vector.NewBroadcast(rw, resultValue.Type(), loop.Result(0)).Vector()
			resultIndex = vector.NewBroadcast(rw, resultIndex.Type(), loop.Result(1)).Vector()
		} else {
			resultValue = vector.NewInsert(rw, loop.Result(0), resultValue, at...).Result()
			resultIndex = vector.NewInsert(rw, loop.Result(1), resultIndex, at...).Result()
		}
	}
	rw.Replace(op, resultValue, resultIndex)
}

// coordinates returns the indices of element i in row-major order.
func coordinates(i int64, shape []int64) []int64 {
	at := make([]int64, len(shape))
	for d, n := range slices.Backward(shape) {
		at[d] = i % n
		i /= n
	}
	return at
}

// lastDim moves a dimension of a vector to the end.
func (l *argCompareLowering) lastDim(v *ir.Value, dim int64) *ir.Value {
	rank := int64(len(v.Type().(*ir.VectorType).Dims))
	if dim == rank-1 {
		return v
	}
	perm := make([]int64, 0, rank)
	for d := range rank {
		if d != dim {
			perm = append(perm, d)
		}
	}
	return vector.NewTranspose(l.rw, v, append(perm, dim)).Result()
}

// loop compares the elements of a row, one after the other.
func (l *argCompareLowering) loop(values, indices, initValue, initIndex *ir.Value) *ir.Operation {
	rw := l.rw
	return scf.BuildFor(rw.Builder, l.zero, l.extent, l.one, []*ir.Value{initValue, initIndex}, func(at *ir.Value, carried []*ir.Value) []*ir.Value {
		best, bestIndex := carried[0], carried[1]
		value := vector.NewExtractAt(rw, values, at).Result()
		wins := l.comparator(value, best)
		newValue := arith.NewSelect(rw, wins, value, best).Result()
		var index *ir.Value
		if indices != nil {
			index = vector.NewExtractAt(rw, indices, at).Result()
		} else {
			index = at
			if base := ir.Cast[vectorext.ArgCompareOp](l.op).IndexBase(); base != nil {
				index = arith.NewAddI(rw, base, at).Result()
			}
			if t := bestIndex.Type(); index.Type() != t {
				index = arith.NewIndexCast(rw, t, index).Out()
			}
		}
		return []*ir.Value{newValue, arith.NewSelect(rw, wins, index, bestIndex).Result()}
	}).Operation()
}

// comparator copies the comparator for two values and returns whether the first wins. It may yield
// a value defined outside of it.
func (l *argCompareLowering) comparator(x, y *ir.Value) *ir.Value {
	body := l.op.Body()
	var m ir.Mapping
	m.Map(body.Arg(0), x)
	m.Map(body.Arg(1), y)
	for o := range body.Ops() {
		if !ir.Is[vectorext.YieldOp](o) {
			l.rw.Clone(o, &m)
		}
	}
	return m.Value(ir.Cast[vectorext.YieldOp](body.Terminator()).Operands()[0])
}
