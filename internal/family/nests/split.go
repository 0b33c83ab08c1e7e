package nests

import (
	gomath "math"
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// neutral gives for each operation that combines results the number that changes nothing.
var neutral = map[ir.Kind]func(t ir.Type) ir.Attribute{
	arith.AddFOp{}.Kind():     ZeroOf,
	arith.AddIOp{}.Kind():     ZeroOf,
	arith.OrIOp{}.Kind():      ZeroOf,
	arith.XOrIOp{}.Kind():     ZeroOf,
	arith.MaxUIOp{}.Kind():    ZeroOf,
	arith.MulFOp{}.Kind():     oneOf,
	arith.MulIOp{}.Kind():     oneOf,
	arith.MaximumFOp{}.Kind(): infinity(-1),
	arith.MaxNumFOp{}.Kind():  infinity(-1),
	arith.MinimumFOp{}.Kind(): infinity(1),
	arith.MinNumFOp{}.Kind():  infinity(1),
	arith.AndIOp{}.Kind():     allBits,
	arith.MinUIOp{}.Kind():    allBits,
	arith.MaxSIOp{}.Kind(): func(t ir.Type) ir.Attribute {
		return t.Context().IntOf(t, num.MinSigned(ir.IntWidth(t)))
	},
	arith.MinSIOp{}.Kind(): func(t ir.Type) ir.Attribute {
		return t.Context().IntOf(t, num.MaxSigned(ir.IntWidth(t)))
	},
}

func oneOf(t ir.Type) ir.Attribute {
	if f, ok := t.(*ir.FloatType); ok {
		return t.Context().FloatAttrOf(f, 1)
	}
	return t.Context().Int(t, 1)
}

func allBits(t ir.Type) ir.Attribute { return t.Context().Int(t, -1) }

func infinity(sign int) func(t ir.Type) ir.Attribute {
	return func(t ir.Type) ir.Attribute { return t.Context().FloatAttrOf(t.(*ir.FloatType), gomath.Inf(sign)) }
}

// Combiner returns the operation of the region that combines the old element of the only output with
// what a point adds, or nil if the order of the points matters.
func (n *Nest) Combiner() *ir.Operation {
	body := n.Op.Body()
	if len(n.Outputs()) != 1 || len(n.Indices()) > 0 || n.Extracts() {
		return nil
	}
	old, by := n.Outputs()[0].Arg, n.Yielded().DefiningOp()
	if by == nil || by.Block() != body || neutral[by.Kind()] == nil || !old.HasOneUse() || !by.Result(0).HasOneUse() || !slices.Contains(by.OperandList(), old) {
		return nil
	}
	return by
}

// NeutralOf returns the number that changes nothing if an operation of Combiner combines it.
func NeutralOf(combiner *ir.Operation) ir.Attribute {
	return neutral[combiner.Kind()](combiner.Result(0).Type())
}

// Yielded returns the value of the region that is the new element of the first output.
func (n *Nest) Yielded() *ir.Value { return ir.Cast[linalg.YieldOp](n.Op.Body().Back()).Values()[0] }

// CanSplit reports whether the points of a reduction may be divided into parts whose results are combined.
func (n *Nest) CanSplit(l int) bool {
	return n.Loops[l].Reduction && (n.Combiner() != nil || n.choice() != nil)
}

// Split replaces a nest by one that computes a result for each part of the reductions, and one that combines
// the results. Loop l has parts[l] parts, which divide its iterations evenly. The first nest has the
// loops over the parts, in the order of the loops, before the other loops. Split returns both.
func (n *Nest) Split(rw *ir.Rewriter, parts []int64) (partial, combining *ir.Operation) {
	rw.Before(n.Op).Loc = n.Op.Loc()
	var split []int // the loops that are divided
	for l, k := range parts {
		if k > 1 {
			split = append(split, l)
		}
	}
	// The index of loop l in the loops of the partial nest.
	places := make([]affine.Expr, len(n.Loops))
	for l := range places {
		places[l] = affine.Dim(len(split) + l)
	}
	for i, l := range split {
		places[l] = affine.Dim(i).Mul(affine.Const(n.Loops[l].Extent / parts[l])).Add(places[l])
	}
	loops := len(split) + len(n.Loops)
	maps := linalg.MapsOf(n.Op)
	var inputs []*ir.Value
	var inputMaps []affine.Map
	for i := range n.Inputs {
		v, m := n.divideOperand(rw.Builder, i, maps[i], split, parts, places, loops)
		inputs, inputMaps = append(inputs, v), append(inputMaps, m)
	}
	out := &n.Outputs()[0]
	outMap := maps[n.Inputs]
	var extents []int64
	for _, l := range split {
		extents = append(extents, parts[l])
	}
	c, combiner := n.choice(), n.Combiner()
	var starts, initial []*ir.Value
	start := func(elem ir.Type, number ir.Attribute) {
		starts = append(starts, tensor.NewSplat(rw, ir.Tensor(slices.Concat(extents, out.Shape), elem, nil), arith.NewConstant(rw, number).Result()).Aggregate())
	}
	for _, o := range n.Outputs() {
		initial = append(initial, o.Value)
	}
	if combiner != nil {
		start(out.Elem, NeutralOf(combiner))
	} else {
		start(out.Elem, c.start())
		start(n.Outputs()[1].Elem, ZeroOf(n.Outputs()[1].Elem))
		if c.keepsNaN {
			start(out.Elem, c.start())
		}
	}
	results := affine.Dims(len(split))
	for _, e := range outMap.Results {
		results = append(results, affine.NewMap(outMap.NumDims, 0, e).ReplaceDims(places, loops).Results[0])
	}
	iterators := make([]linalg.Iterator, len(split))
	iterators = append(iterators, linalg.IteratorsOf(n.Op)...)
	for range starts {
		inputMaps = append(inputMaps, affine.NewMap(loops, 0, results...))
	}
	first := linalg.NewGeneric(rw, inputs, starts, inputMaps, iterators)
	rw.Modify(first.Operation(), func() {
		var m ir.Mapping
		ir.CloneRegion(n.Op.Region(0), first.Region(), rw.Arena(), &m)
		if combiner == nil && c.keepsNaN {
			n.keepNumber(rw, c, &m)
		}
	})
	n.moveIndices(rw, first.Operation(), split, parts)
	rank := len(out.Shape)
	whole := affine.Identity(len(split) + rank)
	last := whole.WithResults(affine.Dims(len(split) + rank)[len(split):])
	combined := make([]linalg.Iterator, len(split)+rank)
	for i := range split {
		combined[i] = linalg.Reduction
	}
	both := slices.Concat(slices.Repeat([]affine.Map{whole}, len(starts)), slices.Repeat([]affine.Map{last}, len(initial)))
	rw.Before(n.Op)
	second := genericOfMany(rw.Builder, first.Operation().ResultList(), initial, both, combined, func(args []*ir.Value) []*ir.Value {
		part, old := args[:len(starts)], args[len(starts):]
		if combiner == nil {
			return n.combine(rw, c, part, old)
		}
		var m ir.Mapping
		for _, v := range combiner.Operands() {
			if v == out.Arg {
				m.Map(v, old[0])
			} else {
				m.Map(v, part[0])
			}
		}
		return []*ir.Value{rw.Clone(combiner, &m).Result(0)}
	})
	rw.Replace(n.Op, second.ResultList()...)
	return first.Operation(), second
}

// moveIndices lets a cloned region compute the indices of the undivided nest. The index of a divided loop is the number of the part, times the
// size of a part, plus the index in the part.
func (n *Nest) moveIndices(rw *ir.Rewriter, partial *ir.Operation, split []int, parts []int64) {
	var indices []*ir.Operation
	ir.Walk(partial, func(op *ir.Operation) ir.WalkResult {
		if ir.Is[linalg.IndexOp](op) {
			indices = append(indices, op)
		}
		return ir.Advance
	})
	for _, op := range indices {
		l := int(ir.Cast[linalg.IndexOp](op).Dim())
		rw.Before(op)
		index := linalg.NewIndex(rw, int64(len(split)+l)).Operation().Result(0)
		if at := slices.Index(split, l); at >= 0 {
			size := arith.NewConstant(rw, rw.Context().Int(index.Type(), n.Loops[l].Extent/parts[l])).Result()
			first := arith.NewMulI(rw, linalg.NewIndex(rw, int64(at)).Operation().Result(0), size).Result()
			index = arith.NewAddI(rw, first, index).Result()
		}
		rw.Replace(op, index)
	}
}

// divideOperand returns an input for the loops of the partial nest, and its map. A dimension whose index is a
// divided loop becomes two.
func (n *Nest) divideOperand(b *ir.Builder, i int, m affine.Map, split []int, parts []int64, places []affine.Expr, loops int) (*ir.Value, affine.Map) {
	o := &n.Operands[i]
	v := o.Value
	if o.IsScalar() {
		return v, affine.NewMap(loops, 0)
	}
	var results []affine.Expr
	var shape []int64
	var groups [][]int64
	var extents []ir.Mixed
	for r, e := range m.Results {
		l, plain := m.DimPosition(r)
		at := slices.Index(split, l)
		group := []int64{int64(len(shape))}
		if plain && at >= 0 {
			group = append(group, group[0]+1)
			shape = append(shape, parts[l], o.Shape[r]/parts[l])
			results = append(results, affine.Dim(at), affine.Dim(len(split)+l))
		} else {
			shape = append(shape, o.Shape[r])
			results = append(results, affine.NewMap(m.NumDims, 0, e).ReplaceDims(places, loops).Results[0])
		}
		groups = append(groups, group)
	}
	if len(shape) > len(o.Shape) {
		for _, size := range shape {
			extents = append(extents, ir.Mixed{Const: size})
		}
		v = tensor.NewExpandShape(b, ir.Tensor(shape, o.Elem, nil), v, groups, extents).Result()
	}
	return v, affine.NewMap(loops, 0, results...)
}
