package tensors

import (
	"slices"

	"optc/dialect/arith"
	"optc/dialect/linalg"
	"optc/dialect/tensor"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
)

// structured is a structured operation whose region is computed for all points of its loops at once
// (vectorizeAsLinalgGeneric upstream).
type structured struct {
	space
	op       *ir.Operation
	maps     []affine.Map
	options  *VectorizeOptions
	values   map[*ir.Value]lanes
	reducers map[*ir.Operation]reducer
}

// reducer is an operation of the region that combines an output with another value.
type reducer struct {
	output int // operand of the structured operation
	kind   vector.Kind
	value  *ir.Value
}

// loopsOf returns the loops that run along the dimensions of operand i; ok is false if a dimension is
// not a loop by itself.
func loopsOf(m affine.Map) (loops []int, ok bool) {
	if !m.IsProjectedPermutation(false) {
		return nil, false
	}
	return m.ResultDims(), true
}

// vectorizeStructured replaces op by operations on vectors of the sizes along its loops; nil means
// the extents of the loops. If op has another form, it changes nothing and returns false.
func vectorizeStructured(op *ir.Operation, sizes []int64, rw *ir.Rewriter, options *VectorizeOptions) bool {
	z := newStructured(op, rw, options)
	if !z.setSizes(sizes) {
		return false
	}
	if z.vectorizeImplicitGather() || z.vectorizeWindows() {
		return true
	}
	if !z.check() {
		return false
	}
	z.build()
	return true
}

func newStructured(op *ir.Operation, rw *ir.Rewriter, options *VectorizeOptions) *structured {
	z := &structured{op: op, maps: linalg.MapsOf(op), options: options, values: map[*ir.Value]lanes{}, reducers: map[*ir.Operation]reducer{}}
	z.rw, z.masks = rw, map[string]*ir.Value{}
	return z
}

// setSizes sets the sizes of the vectors, and the extents of loops that may end before.
func (z *structured) setSizes(sizes []int64) bool {
	extents := loopExtents(z.op, z.maps)
	if sizes == nil {
		for _, e := range extents {
			sizes = append(sizes, e.size)
		}
	}
	if len(sizes) != len(extents) {
		return false
	}
	z.sizes, z.extents = sizes, make([]func() *ir.Value, len(sizes))
	for d, e := range extents {
		switch {
		case e.operand == nil || sizes[d] <= 0 || e.size != ir.Dynamic && e.size > sizes[d]:
			return false
		case e.size != sizes[d]:
			z.extents[d] = func() *ir.Value { return dimOf(z.rw, e.operand, e.dim) }
		}
	}
	return true
}

// check reports whether the region can be computed with vectors.
func (z *structured) check() bool {
	body, lo := z.op.Body(), z.op.NumOperands()-len(linalg.OutputsOf(z.op))
	for i, v := range z.op.Operands() {
		if linalg.IsScalar(v.Type()) {
			continue
		}
		if !isElement(ir.ElementOrSelf(v.Type())) {
			return false
		}
		if _, ok := loopsOf(z.maps[i]); !ok {
			return false
		}
	}
	for i, yielded := range body.Back().Operands() {
		if m := z.maps[lo+i]; len(m.Results) < len(z.sizes) && !z.findReducer(lo+i, yielded) {
			return false
		}
	}
	partial := z.partial(z.all())
	for o := range body.Ops() {
		if o == body.Back() || ir.Is[linalg.IndexOp](o) {
			continue
		}
		if _, reduces := z.reducers[o]; reduces {
			continue
		}
		if extract := ir.As[tensor.ExtractOp](o); extract.Ok() {
			if !isElement(o.Result(0).Type()) {
				return false
			}
			continue
		}
		constant := o.NumOperands() == 0 && ir.IsPure(o)
		if o.NumRegions() > 0 || !constant && !o.Has(ir.Elementwise) || partial && !constant && !ir.IsSpeculatable(o) {
			return false
		}
		for _, r := range o.Results() {
			if !constant && !isElement(r.Type()) {
				return false
			}
		}
	}
	return true
}

// findReducer finds the operation of the region that combines output i with another value, and has no
// other use of the output.
func (z *structured) findReducer(i int, yielded *ir.Value) bool {
	op, old := yielded.DefiningOp(), z.op.Body().Arg(i)
	if op == nil || op.Block() != z.op.Body() || op.NumOperands() != 2 || !old.HasOneUse() || !yielded.HasOneUse() {
		return false
	}
	kind, ok := vector.KindCombining(op.Kind())
	if !ok {
		return false
	}
	for k, v := range op.Operands() {
		if v == old {
			z.reducers[op] = reducer{i, kind, op.Operand(1 - k)}
			return true
		}
	}
	return false
}

// build builds the vectors.
func (z *structured) build() {
	body, lo := z.op.Body(), z.op.NumOperands()-len(linalg.OutputsOf(z.op))
	for i, v := range z.op.Operands() {
		switch arg := body.Arg(i); {
		case linalg.IsScalar(v.Type()):
			z.values[arg] = lanes{v: v}
		case !arg.Unused():
			loops, _ := loopsOf(z.maps[i])
			z.values[arg] = z.read(v, loops)
		}
	}
	for o := range body.Ops() {
		if o != body.Back() {
			z.compute(o)
		}
	}
	var results []*ir.Value
	for i, v := range body.Back().Operands() {
		loops, _ := loopsOf(z.maps[lo+i])
		results = append(results, z.write(z.lanesOf(v), z.op.Operand(lo+i), loops))
	}
	z.rw.Replace(z.op, results...)
}

// lanesOf returns the lanes of a value defined in the region or outside of it.
func (z *structured) lanesOf(v *ir.Value) lanes {
	if l, ok := z.values[v]; ok {
		return l
	}
	return lanes{v: v}
}

// compute builds the lanes of the results of an operation of the region.
func (z *structured) compute(o *ir.Operation) {
	if r, reduces := z.reducers[o]; reduces {
		z.values[o.Result(0)] = z.reduce(r)
		return
	}
	if index := ir.As[linalg.IndexOp](o); index.Ok() {
		d := int(index.Dim())
		z.values[o.Result(0)] = lanes{vector.NewStep(z.rw, z.vector([]int{d}, z.rw.Context().Index())).Result(), []int{d}}
		return
	}
	if extract := ir.As[tensor.ExtractOp](o); extract.Ok() {
		z.values[o.Result(0)] = z.extract(extract)
		return
	}
	operands := make([]lanes, o.NumOperands())
	for i, v := range o.Operands() {
		operands[i] = z.lanesOf(v)
	}
	loops := common(operands...)
	vs, types := make([]*ir.Value, len(operands)), o.ResultTypes()
	for i, l := range operands {
		vs[i] = z.spread(l, loops)
	}
	if len(loops) > 0 {
		types = make([]ir.Type, o.NumResults())
		for i, t := range o.ResultTypes() {
			types[i] = z.vector(loops, t)
		}
	}
	for i, r := range z.rw.Like(o, vs, types).Results() {
		z.values[o.Result(i)] = lanes{r, loops}
	}
}

// reduce combines an output with the values along the loops that it does not have.
func (z *structured) reduce(r reducer) lanes {
	out := z.values[z.op.Body().Arg(r.output)]
	if l, ok := z.contract(r, out); ok {
		return l
	}
	all := z.all()
	v := z.spread(z.lanesOf(r.value), all)
	kept := slices.Clone(out.loops)
	slices.Sort(kept)
	var reduced []int64
	for _, d := range all {
		if !slices.Contains(kept, d) {
			reduced = append(reduced, int64(d))
		}
	}
	acc := z.spread(out, kept)
	return lanes{z.masked(acc.Type(), func() *ir.Value {
		return vector.NewMultiReduction(z.rw, r.kind, v, acc, reduced).Dest()
	}), kept}
}

// factors returns the lanes of the operands of a product. With fold-cast-into-contract, they are the lanes
// before both were extended in the same way. ok is false for other values.
func (z *structured) factors(v *ir.Value) (x, y lanes, ok bool) {
	var a, b *ir.Value
	floats, integers := ir.DefiningOp[arith.MulFOp](v), ir.DefiningOp[arith.MulIOp](v)
	switch {
	case floats.Ok():
		a, b = floats.Lhs(), floats.Rhs()
		if l, r := ir.DefiningOp[arith.ExtFOp](a), ir.DefiningOp[arith.ExtFOp](b); z.options.FoldCastIntoContract && l.Ok() && r.Ok() {
			a, b = l.In(), r.In()
		}
	case integers.Ok():
		a, b = integers.Lhs(), integers.Rhs()
		if l, r := ir.DefiningOp[arith.ExtSIOp](a), ir.DefiningOp[arith.ExtSIOp](b); z.options.FoldCastIntoContract && l.Ok() && r.Ok() {
			a, b = l.In(), r.In()
		}
	default:
		return x, y, false
	}
	return z.lanesOf(a), z.lanesOf(b), true
}

// contract is reduce for sums of products of vectors that have all loops together.
func (z *structured) contract(r reducer, out lanes) (lanes, bool) {
	if !z.options.GenerateContract || r.kind != vector.Add || !r.value.HasOneUse() {
		return lanes{}, false
	}
	if v := r.value; v.ParentBlock() != z.op.Body() {
		return lanes{}, false
	}
	x, y, ok := z.factors(r.value)
	if !ok {
		return lanes{}, false
	}
	summed := func(d int) bool { return slices.Contains(y.loops, d) && !slices.Contains(out.loops, d) }
	if len(common(x, y)) != len(z.sizes) || !slices.ContainsFunc(x.loops, summed) {
		return lanes{}, false
	}
	if computed := z.values[r.value].v; computed != nil && computed.Unused() {
		z.rw.Erase(computed.DefiningOp())
	}
	maps := make([]affine.Map, 3)
	for i, l := range []lanes{x, y, out} {
		maps[i] = affine.NewMap(len(z.sizes), 0, dims(l.loops)...)
	}
	iterators := make([]vector.IteratorType, len(z.sizes))
	for d := range iterators {
		if !slices.Contains(out.loops, d) {
			iterators[d] = vector.Reduced
		}
	}
	return lanes{z.masked(out.v.Type(), func() *ir.Value {
		return vector.NewContract(z.rw, x.v, y.v, out.v, maps, iterators, vector.Add).Result()
	}), out.loops}, true
}
