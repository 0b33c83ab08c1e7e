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
	Anchor:   []ir.OpKind{fn.Func},
	Dialects: []string{"arith", "iree_vector_ext", "scf", "vector"},
	Run: func(c *passes.Context) (changed bool, err error) {
		var found []*ir.Operation
		c.Walk(c.Op, func(op *ir.Operation) ir.WalkResult {
			if vectorext.ArgCompare.Is(op) && !vectorext.ArgCompare.InputValue(op).Type().(*ir.VectorType).AnyScalable() {
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
	input, dim := vectorext.ArgCompare.InputValue(op), vectorext.ArgCompare.Dimension(op)
	dims := input.Type().(*ir.VectorType).Dims
	values, indices := l.lastDim(input, dim), vectorext.ArgCompare.InputIndex(op)
	if indices != nil {
		indices = l.lastDim(indices, dim)
	}
	l.zero, l.one = arith.Constant.Index(rw.Builder, 0), arith.Constant.Index(rw.Builder, 1)
	l.extent = arith.Constant.Index(rw.Builder, dims[dim])

	resultValue, resultIndex := vectorext.ArgCompare.InitValue(op), vectorext.ArgCompare.InitIndex(op)
	parallel := resultValue.Type().(*ir.VectorType).Dims
	n, _ := ir.NumElements(parallel)
	for i := range n {
		at := coordinates(i, parallel)
		initValue := vector.Extract.Build(rw, vectorext.ArgCompare.InitValue(op), at...)
		initIndex := vector.Extract.Build(rw, vectorext.ArgCompare.InitIndex(op), at...)
		row := func(v *ir.Value) *ir.Value {
			if v == nil || len(parallel) == 0 {
				return v
			}
			return vector.Extract.Build(rw, v, at...)
		}
		loop := l.loop(row(values), row(indices), initValue, initIndex)
		if len(parallel) == 0 {
			resultValue = vector.Broadcast.Build(rw, resultValue.Type(), loop.Result(0))
			resultIndex = vector.Broadcast.Build(rw, resultIndex.Type(), loop.Result(1))
		} else {
			resultValue = vector.Insert.Build(rw, loop.Result(0), resultValue, at...)
			resultIndex = vector.Insert.Build(rw, loop.Result(1), resultIndex, at...)
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
	return vector.Transpose.Build(l.rw, v, append(perm, dim))
}

// loop compares the elements of a row, one after the other.
func (l *argCompareLowering) loop(values, indices, initValue, initIndex *ir.Value) *ir.Operation {
	rw := l.rw
	loop := scf.For.Build(rw, l.zero, l.extent, l.one, []*ir.Value{initValue, initIndex})
	body := ir.NewBlock([]ir.Type{rw.Context().Index(), initValue.Type(), initIndex.Type()}, nil)
	loop.Region(0).Append(body)
	rw.AtEnd(body)
	at, best, bestIndex := body.Arg(0), body.Arg(1), body.Arg(2)

	value := vector.Extract.BuildAt(rw, values, at)
	wins := l.comparator(value, best)
	newValue := arith.Select.Build(rw, wins, value, best)
	var index *ir.Value
	if indices != nil {
		index = vector.Extract.BuildAt(rw, indices, at)
	} else {
		index = at
		if base := vectorext.ArgCompare.IndexBase(l.op); base != nil {
			index = arith.AddI.Build(rw, base, at)
		}
		if t := bestIndex.Type(); index.Type() != t {
			index = arith.IndexCast.Build(rw, t, index)
		}
	}
	newIndex := arith.Select.Build(rw, wins, index, bestIndex)
	scf.Yield.Build(rw, newValue, newIndex)
	rw.After(loop)
	return loop
}

// comparator copies the comparator for two values and returns whether the first
// wins. It may yield a value from around it.
func (l *argCompareLowering) comparator(x, y *ir.Value) *ir.Value {
	body := l.op.Body()
	var m ir.Mapping
	m.Map(body.Arg(0), x)
	m.Map(body.Arg(1), y)
	for o := range body.Ops() {
		if !vectorext.Yield.Is(o) {
			l.rw.Clone(o, &m)
		}
	}
	return m.Value(vectorext.Yield.Operands(body.Terminator())[0])
}
