package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/vector"
	"optc/ir"
	"optc/ir/affine"
	"optc/num"
)

// vectorComputeOps are the operations of vector that compute: reductions,
// contractions, scans, and vector.mask around them. The scale of scalable
// vectors is 1.
//
// Reductions combine the accumulator first and then the elements in row-major
// order, each step rounded.
func vectorComputeOps(t Table) {
	t[vector.Reduction.Kind] = reduceAll
	t[vector.MultiReduction.Kind] = reduceDims
	t[vector.Contract.Kind] = contract
	t[vector.OuterProduct.Kind] = outerProduct
	t[vector.FMA.Kind] = fma
	t[vector.Scan.Kind] = scan
	t[vector.Mask.Kind] = masked
	t[vector.VScale.Kind] = func(f *Frame, in *Instr) error {
		f.Set(in, 0, Int(1))
		return nil
	}
	t[vector.ScalableInsert.Kind] = func(f *Frame, in *Instr) error {
		v, out := f.vector(in, vector.ScalableInsert.ValueToStore(in.Op)), f.vector(in, vector.ScalableInsert.Dest(in.Op)).Clone()
		copyElems(out, int(vector.ScalableInsert.Pos(in.Op)), v, 0, len(v.Elems))
		f.Set(in, 0, Value{Ref: out})
		return nil
	}
	t[vector.ScalableExtract.Kind] = func(f *Frame, in *Instr) error {
		out := resultVector(in)
		copyElems(out, 0, f.vector(in, vector.ScalableExtract.Source(in.Op)), int(vector.ScalableExtract.Pos(in.Op)), len(out.Elems))
		f.Set(in, 0, Value{Ref: out})
		return nil
	}
	t[vector.TypeCast.Kind] = func(f *Frame, in *Instr) error {
		r, err := f.memref(in, vector.TypeCast.Memref(in.Op))
		if err != nil {
			return err
		}
		m := *r
		t := vector.TypeCast.Result(in.Op).Type().(*ir.MemRefType)
		m.Elem, m.Sizes, m.Strides = t.Elem, t.Dims, Strides(t.Dims)
		f.Set(in, 0, Value{Ref: &m})
		return nil
	}
}

// reducer combines elements of one type; off marks those that a mask excludes.
type reducer struct {
	combiner
	elem ir.Type
	off  *Vector
}

// folding is what a reduction keeps.
type folding struct {
	combiner
	elem ir.Type
}

func (f *Frame) reducer(in *Instr) reducer {
	k, ok := in.Data.(*folding)
	if !ok {
		elem := ir.ElementOrSelf(in.Op.Result(0).Type())
		k = &folding{combinerOf(vector.CombiningKind(in.Op).String(), elem), elem}
		in.Data = k
	}
	return reducer{k.combiner, k.elem, f.maskAround(in)}
}

// skips tells whether the mask turns element i off. A poison mask decides nothing.
func (r *reducer) skips(i int) (off bool, err error) {
	switch {
	case r.off == nil:
	case r.off.IsUndef(i):
		err = ErrPoison
	default:
		off = r.off.Elems[i] == 0
	}
	return off, err
}

// add combines v with what *acc holds; started is false before the first element
// of a reduction without accumulator.
func (r *reducer) add(acc *Value, started *bool, v Value) {
	if *started {
		v = r.combine(*acc, v)
	}
	*acc, *started = v, true
}

// reduceAll is vector.reduction. Without any element and accumulator there is no
// value.
func reduceAll(f *Frame, in *Instr) error {
	r, initial := f.reducer(in), vector.Reduction.Acc(in.Op)
	v, acc, started := f.vector(in, vector.Reduction.Vector(in.Op)), f.Value(in, initial), initial != nil
	for i := range v.Elems {
		if err := f.worked(1); err != nil {
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
		acc = Poison
	}
	f.Set(in, 0, acc)
	return nil
}

// reductionOps gives reductions their quick form.
func reductionOps(t Table) {
	slow := t[vector.Reduction.Kind]
	t[vector.Reduction.Kind] = func(f *Frame, in *Instr) error {
		fn := slow
		if r := f.reducer(in); !vector.Mask.Is(in.Op.Parent()) {
			x, initial := in.args[0], in.args[1:]
			fn = func(f *Frame, in *Instr) error {
				v := f.slots[x].Vector()
				if v == nil || v.Undef != nil || len(v.Elems) == 0 {
					return slow(f, in)
				}
				acc, elems := v.Elems[0], v.Elems[1:]
				if len(initial) > 0 {
					start := &f.slots[initial[0]]
					if start.Ref != nil {
						return slow(f, in)
					}
					acc, elems = start.Bits, v.Elems
				}
				return f.foldAll(in, &r, elems, acc)
			}
		}
		return in.become(fn)(f, in)
	}
}

// foldAll reduces elements of which none is poison.
func (f *Frame) foldAll(in *Instr, r *reducer, elems []uint64, acc uint64) error {
	for len(elems) > 0 {
		run := elems[:min(len(elems), pollSteps)]
		acc = r.all(acc, run)
		if err := f.worked(int64(len(run))); err != nil {
			return err
		}
		elems = elems[len(run):]
	}
	f.slots[in.res].setBits(acc)
	return nil
}

// reduceDims is vector.multi_reduction.
func reduceDims(f *Frame, in *Instr) error {
	src, out, r := f.vector(in, vector.MultiReduction.Source(in.Op)), f.vector(in, vector.MultiReduction.Acc(in.Op)).Clone(), f.reducer(in)
	reduced := make([]bool, len(src.Shape))
	for _, d := range vector.MultiReduction.ReductionDims(in.Op) {
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
	plain, lane := r.off == nil && defined(src, out), 0
	err := f.runs(src.Shape, func(index []int64, n int64) error {
		at, step := to.at(index), to.last()
		for ; n > 0; n, lane, at = n-1, lane+1, at+step {
			if plain {
				out.Elems[at] = r.bits(out.Elems[at], src.Elems[lane])
				continue
			}
			skip, err := r.skips(lane)
			if err != nil {
				return err
			}
			if !skip {
				out.Set(int(at), r.combine(out.At(int(at)), src.At(lane)))
			}
		}
		return nil
	})
	f.setShaped(in, 0, out)
	return err
}

// setShaped stores a vector, or its only element, as result i.
func (f *Frame) setShaped(in *Instr, i int, v *Vector) {
	if _, ok := in.Op.Result(i).Type().(*ir.VectorType); ok {
		f.Set(in, i, Value{Ref: v})
		return
	}
	f.Set(in, i, v.At(0))
}

// contract is vector.contract: for every value of the iterators the product of
// the elements that the maps select is combined into the accumulator.
func contract(f *Frame, in *Instr) error {
	lhs, rhs := f.vector(in, vector.Contract.Lhs(in.Op)), f.vector(in, vector.Contract.Rhs(in.Op))
	out, r := f.vector(in, vector.Contract.Acc(in.Op)).Clone(), f.reducer(in)
	maps := vector.Contract.IndexingMaps(in.Op)
	extents := make([]int64, maps[0].NumDims)
	for o, v := range []*Vector{lhs, rhs} {
		for i, d := range plainDims(maps[o]) {
			extents[d] = v.Shape[i]
		}
	}
	operand := func(v *Vector, m affine.Map) strided {
		s, strides := strided{0, make([]int64, len(extents))}, Strides(v.Shape)
		for i, d := range plainDims(m) {
			s.strides[d] += strides[i]
		}
		return s
	}
	left, right, to := operand(lhs, maps[0]), operand(rhs, maps[1]), operand(out, maps[2])
	product := combinerOf(vector.Mul.String(), r.elem)
	plain := r.off == nil && defined(lhs, rhs, out) && lhs.Elem == r.elem && rhs.Elem == r.elem
	lane := 0
	err := f.runs(extents, func(index []int64, n int64) error {
		l, k, o := left.at(index), right.at(index), to.at(index)
		for ; n > 0; n, lane, l, k, o = n-1, lane+1, l+left.last(), k+right.last(), o+to.last() {
			if plain {
				out.Elems[o] = r.bits(out.Elems[o], product.bits(lhs.Elems[l], rhs.Elems[k]))
				continue
			}
			skip, err := r.skips(lane)
			if err != nil {
				return err
			}
			if !skip {
				x, y := widen(lhs.Elem, r.elem, lhs.At(int(l))), widen(rhs.Elem, r.elem, rhs.At(int(k)))
				out.Set(int(o), r.combine(out.At(int(o)), product.combine(x, y)))
			}
		}
		return nil
	})
	f.setShaped(in, 0, out)
	return err
}

// widen converts an element to a wider type of the same sort, with its sign.
func widen(from, to ir.Type, v Value) Value {
	if from == to || v.IsPoison() {
		return v
	}
	if k, ok := to.(*ir.FloatType); ok {
		x, _ := toFloat(from, v.Bits).Convert(k.Kind, num.NearestEven)
		return Int(floatBits(x))
	}
	return Int(toInt(from, v.Bits).SignExtend(width(to)).Uint64())
}

// outerProduct is vector.outerproduct. Where a mask is off the result is the
// accumulator, or has no value.
func outerProduct(f *Frame, in *Instr) error {
	lhs, rhs := f.vector(in, vector.OuterProduct.Lhs(in.Op)), f.vector(in, vector.OuterProduct.Rhs(in.Op))
	out, r := resultVector(in), f.reducer(in)
	initial := vector.OuterProduct.Acc(in.Op)
	acc, product := f.Value(in, initial).Vector(), combinerOf(vector.Mul.String(), r.elem)
	for i := range out.Elems {
		if err := f.worked(1); err != nil {
			return err
		}
		base := Poison
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
		v := product.combine(lhs.At(i/len(rhs.Elems)), rhs.At(i%len(rhs.Elems)))
		if initial != nil {
			v = r.combine(base, v)
		}
		out.Set(i, v)
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// scan is vector.scan: an inclusive scan starts with the first element, an
// exclusive one with the initial value; the second result is the last value.
func scan(f *Frame, in *Instr) error {
	src, last := f.vector(in, vector.Scan.Source(in.Op)), f.vector(in, vector.Scan.InitialValue(in.Op)).Clone()
	out, r := resultVector(in), f.reducer(in)
	dim, inclusive := int(vector.Scan.ReductionDim(in.Op)), vector.Scan.Inclusive(in.Op)
	strides := Strides(src.Shape)
	err := f.lanes(src.Shape, func(lane int, index []int64) error {
		at := int64(0)
		for d, i := range index {
			if d != dim {
				at = at*src.Shape[d] + i
			}
		}
		before := lane - int(strides[dim])
		var v Value
		switch first := index[dim] == 0; {
		case first && inclusive:
			v = src.At(lane)
		case first:
			v = last.At(int(at))
		case inclusive:
			v = r.combine(out.At(before), src.At(lane))
		default:
			v = r.combine(out.At(before), src.At(before))
		}
		out.Set(lane, v)
		if index[dim] == src.Shape[dim]-1 {
			last.Set(int(at), v)
		}
		return nil
	})
	f.SetAll(in, []Value{{Ref: out}, {Ref: last}})
	return err
}

// masked is vector.mask. The operation inside asks for the mask itself
// (maskAround); elements of passthru replace those that are off.
func masked(f *Frame, in *Instr) error {
	mask := vector.Mask.Mask(in.Op)
	if f.Value(in, mask).IsPoison() {
		return ErrPoison
	}
	vs, err := f.Region(in, 0, nil)
	if err != nil {
		return err
	}
	if passthru := vector.Mask.Passthru(in.Op); passthru != nil {
		m, pass := f.vector(in, mask), f.vector(in, passthru)
		out := vs[0].Vector().Clone() // it may be from around the operation
		if !slices.Equal(out.Shape, m.Shape) {
			return diag.Errorf("unsupported", "passthru of shape [%s] with a mask of shape [%s]", num.JoinInts(pass.Shape), num.JoinInts(m.Shape))
		}
		for i := range out.Elems {
			if m.IsUndef(i) {
				return ErrPoison
			}
			if m.Elems[i] == 0 {
				out.Set(i, pass.At(i))
			}
		}
		vs = []Value{{Ref: out}}
	}
	f.SetAll(in, vs)
	return nil
}

// maskAround returns the mask of the vector.mask around an operation, or nil.
func (f *Frame) maskAround(in *Instr) *Vector {
	p := in.Op.Parent()
	if !vector.Mask.Is(p) {
		return nil
	}
	return f.slots[f.code.slots[vector.Mask.Mask(p)]].Vector()
}

// bothMasks returns the mask that is on where the operation's own mask, if any,
// and the one of a vector.mask around it are.
func (f *Frame) bothMasks(in *Instr, own *Vector) *Vector {
	around := f.maskAround(in)
	switch {
	case around == nil:
		return own
	case own == nil:
		return around
	}
	both := own.Clone()
	for i := range both.Elems {
		if around.IsUndef(i) {
			both.SetUndef(i)
		}
		both.Elems[i] &= around.Elems[i]
	}
	return both
}
