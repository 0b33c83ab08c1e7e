package sim

import (
	"optc/diag"
	"optc/dialect/vector"
	"optc/ir"
	"optc/num"
)

// vectorOps are the operations of vector that move elements without computing on
// them; reductions and contractions are in ops_vector_reduce.go.
func vectorOps(t Table) {
	t[vector.Broadcast.Kind] = broadcast
	t[vector.Extract.Kind] = extract
	t[vector.Insert.Kind] = insert
	t[vector.ExtractStridedSlice.Kind] = extractStridedSlice
	t[vector.InsertStridedSlice.Kind] = insertStridedSlice
	t[vector.Transpose.Kind] = transposeVector
	t[vector.ShapeCast.Kind] = shapeCast
	t[vector.Step.Kind] = step
	t[vector.CreateMask.Kind] = func(f *Frame, in *Instr) error {
		bounds, err := f.indices(in, vector.CreateMask.Operands(in.Op))
		if err != nil {
			return err
		}
		return f.prefixMask(in, bounds)
	}
	t[vector.ConstantMask.Kind] = func(f *Frame, in *Instr) error {
		return f.prefixMask(in, vector.ConstantMask.MaskDimSizes(in.Op))
	}
	t[vector.FromElements.Kind] = func(f *Frame, in *Instr) error {
		out := resultVector(in)
		for i, x := range f.Values(in, vector.FromElements.Elements(in.Op)) {
			out.Set(i, x)
		}
		f.Set(in, 0, Value{Ref: out})
		return nil
	}
	t[vector.ToElements.Kind] = func(f *Frame, in *Instr) error {
		v := f.Value(in, vector.ToElements.Source(in.Op)).Vector()
		if v == nil {
			return ErrPoison
		}
		for i := range v.Elems {
			f.Set(in, i, v.At(i))
		}
		return nil
	}
	t[vector.Shuffle.Kind] = shuffle
	t[vector.Interleave.Kind] = interleave
	t[vector.Deinterleave.Kind] = deinterleave
	t[vector.Bitcast.Kind] = bitcastVector
	t[vector.Load.Kind] = loadVector
	t[vector.Store.Kind] = storeVector
	t[vector.MaskedLoad.Kind] = maskedLoad
	t[vector.MaskedStore.Kind] = maskedStore
	t[vector.ExpandLoad.Kind] = maskedLoad
	t[vector.CompressStore.Kind] = maskedStore
	t[vector.Gather.Kind] = gatherVector
	t[vector.Scatter.Kind] = scatterVector
	t[vector.Yield.Kind] = Leave
}

// vector returns an operand as a vector. A poison operand becomes a vector whose
// elements are all poison.
func (f *Frame) vector(in *Instr, operand *ir.Value) *Vector {
	v := f.Value(in, operand)
	if x := v.Vector(); x != nil {
		return x
	}
	t, ok := operand.Type().(*ir.VectorType)
	if !ok {
		t = ir.Vector(nil, operand.Type())
	}
	x := VectorLike(t)
	for k := range x.Elems {
		x.Set(k, v)
	}
	return x
}

// resultVector returns a fresh vector for result 0.
func resultVector(in *Instr) *Vector { return VectorLike(in.Op.Result(0).Type().(*ir.VectorType)) }

// broadcast repeats a scalar, or a vector along new leading and stretched dimensions.
func broadcast(f *Frame, in *Instr) error {
	t := in.Op.Result(0).Type().(*ir.VectorType)
	if v := &f.slots[in.args[0]]; v.Ref == nil {
		return f.filled(in, t, v.Bits)
	}
	src := f.vector(in, vector.Broadcast.Source(in.Op))
	strides := make([]int64, len(t.Dims)-len(src.Shape))
	for d, s := range Strides(src.Shape) {
		if src.Shape[d] == 1 {
			s = 0
		}
		strides = append(strides, s)
	}
	return f.gathered(in, src, strided{0, strides})
}

// filled sets the result to a vector of one number.
func (f *Frame) filled(in *Instr, t *ir.VectorType, bits uint64) error {
	out := f.newVector(in, t.Dims, t.Elem)
	for rest := out.Elems; len(rest) > 0; {
		run := rest[:min(len(rest), pollSteps)]
		for i := range run {
			run[i] = bits
		}
		if err := f.worked(int64(len(run))); err != nil {
			return err
		}
		rest = rest[len(run):]
	}
	f.slots[in.res].setVector(out)
	return nil
}

// position puts the dynamic position of an extract or insert into the static one.
func position(pos []int64, dyn []Value) ([]int64, error) {
	for i := range pos {
		if pos[i] == ir.Dynamic {
			if dyn[0].IsPoison() {
				return nil, ErrPoison
			}
			pos[i], dyn = int64(dyn[0].Bits), dyn[1:]
		}
	}
	return pos, nil
}

// part returns the range of elements below a position; ok is false when the
// position is out of range, which makes the result poison.
func part(shape, pos []int64) (lo, n int64, ok bool) {
	n, _ = ir.NumElements(shape[len(pos):])
	for d, p := range pos {
		if p < 0 || p >= shape[d] {
			return 0, n, false
		}
		lo = lo*shape[d] + p
	}
	return lo * n, n, true
}

func extract(f *Frame, in *Instr) error {
	src := f.vector(in, vector.Extract.Source(in.Op))
	pos, err := position(vector.Extract.StaticPosition(in.Op), f.Values(in, vector.Extract.DynamicPosition(in.Op)))
	if err != nil {
		return err
	}
	lo, n, ok := part(src.Shape, pos)
	t, isVec := vector.Extract.Result(in.Op).Type().(*ir.VectorType)
	switch {
	case !ok:
		f.Set(in, 0, Poison)
	case !isVec:
		f.Set(in, 0, src.At(int(lo)))
	default:
		out := VectorLike(t)
		copyElems(out, 0, src, int(lo), int(n))
		f.Set(in, 0, Value{Ref: out})
	}
	return nil
}

// copyElems copies n elements with their poison marks.
func copyElems(dst *Vector, to int, src *Vector, from, n int) {
	for i := range n {
		dst.Set(to+i, src.At(from+i))
	}
}

// insertedInto returns the vector that an insertion changes: its destination, where that
// is the result of an insertion which nobody else reads, and a copy otherwise. So a vector
// of n elements is put together in n steps instead of n².
func (f *Frame) insertedInto(in *Instr, dest *ir.Value) *Vector {
	v := f.vector(in, dest)
	switch by := dest.DefiningOp(); {
	case by == nil, by.Block() != in.Op.Block(), !dest.HasOneUse():
	case vector.Insert.Is(by), vector.InsertStridedSlice.Is(by):
		return v
	}
	return v.Clone()
}

func insert(f *Frame, in *Instr) error {
	dst := f.insertedInto(in, vector.Insert.Dest(in.Op))
	pos, err := position(vector.Insert.StaticPosition(in.Op), f.Values(in, vector.Insert.DynamicPosition(in.Op)))
	if err != nil {
		return err
	}
	lo, n, ok := part(dst.Shape, pos)
	if !ok {
		f.Set(in, 0, Poison)
		return nil
	}
	copyElems(dst, int(lo), f.vector(in, vector.Insert.ValueToStore(in.Op)), 0, int(n))
	f.Set(in, 0, Value{Ref: dst})
	return nil
}

// sliced returns where the lanes of a slice of some rank lie in the whole vector; missing
// trailing dimensions are taken whole, missing leading ones (insert) are fixed by the
// offsets.
func sliced(whole, offsets []int64, rank int) strided {
	lead := len(whole) - rank
	var s strided
	for d, stride := range Strides(whole) {
		if d < len(offsets) {
			s.first += offsets[d] * stride
		}
		if d >= lead {
			s.strides = append(s.strides, stride)
		}
	}
	return s
}

func extractStridedSlice(f *Frame, in *Instr) error {
	k := vector.ExtractStridedSlice
	src := f.vector(in, k.Source(in.Op))
	return f.gathered(in, src, sliced(src.Shape, k.Offsets(in.Op), len(src.Shape)))
}

func insertStridedSlice(f *Frame, in *Instr) error {
	k := vector.InsertStridedSlice
	src, dst := f.vector(in, k.ValueToStore(in.Op)), f.insertedInto(in, k.Dest(in.Op))
	err := f.copyLanes(src.Shape, dst, sliced(dst.Shape, k.Offsets(in.Op), len(src.Shape)), src, strided{0, Strides(src.Shape)})
	f.Set(in, 0, Value{Ref: dst})
	return err
}

func transposeVector(f *Frame, in *Instr) error {
	src := f.vector(in, vector.Transpose.Vector(in.Op))
	strides := Strides(src.Shape)
	var from strided
	for _, p := range vector.Transpose.Permutation(in.Op) {
		from.strides = append(from.strides, strides[p])
	}
	return f.gathered(in, src, from)
}

func shapeCast(f *Frame, in *Instr) error {
	src := f.vector(in, vector.ShapeCast.Source(in.Op))
	t := vector.ShapeCast.Result(in.Op).Type().(*ir.VectorType)
	f.Set(in, 0, Value{Ref: &Vector{Shape: t.Dims, Elem: t.Elem, Elems: src.Elems, Undef: src.Undef}})
	return nil
}

func step(f *Frame, in *Instr) error {
	out := resultVector(in)
	for i := range out.Elems {
		out.Elems[i] = uint64(i)
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// prefixMask is true where every index is below its bound.
func (f *Frame) prefixMask(in *Instr, bounds []int64) error {
	out := resultVector(in)
	f.Set(in, 0, Value{Ref: out})
	return f.lanes(out.Shape, func(lane int, index []int64) error {
		on := uint64(1)
		for d, n := range bounds { // a vector of no dimensions has one, too
			if n <= 0 || d < len(index) && index[d] >= n {
				on = 0
			}
		}
		out.Elems[lane] = on
		return nil
	})
}

func shuffle(f *Frame, in *Instr) error {
	a, b, out := f.vector(in, vector.Shuffle.V1(in.Op)), f.vector(in, vector.Shuffle.V2(in.Op)), resultVector(in)
	picks := vector.Shuffle.Mask(in.Op)
	rows := int64(1)
	if len(a.Shape) > 0 {
		rows = a.Shape[0]
	}
	n := len(a.Elems) / int(max(rows, 1))
	for i, p := range picks {
		switch {
		case p < 0:
			for k := range n {
				out.SetUndef(i*n + k)
			}
		case p < rows:
			copyElems(out, i*n, a, int(p)*n, n)
		default:
			copyElems(out, i*n, b, int(p-rows)*n, n)
		}
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

func interleave(f *Frame, in *Instr) error {
	a, b, out := f.vector(in, vector.Interleave.Lhs(in.Op)), f.vector(in, vector.Interleave.Rhs(in.Op)), resultVector(in)
	for i := range a.Elems {
		out.Set(2*i, a.At(i))
		out.Set(2*i+1, b.At(i))
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

func deinterleave(f *Frame, in *Instr) error {
	src := f.vector(in, vector.Deinterleave.Source(in.Op))
	even, odd := resultVector(in), resultVector(in)
	for i := range even.Elems {
		even.Set(i, src.At(2*i))
		odd.Set(i, src.At(2*i+1))
	}
	f.SetAll(in, []Value{{Ref: even}, {Ref: odd}})
	return nil
}

// bitcastVector reinterprets the bits of the elements, little-endian.
func bitcastVector(f *Frame, in *Instr) error {
	src, out := f.vector(in, vector.Bitcast.Source(in.Op)), resultVector(in)
	from, to := width(src.Elem), width(out.Elem)
	for i := range out.Elems {
		for b := 0; b < to; {
			at := i*to + b
			n := min(to-b, from-at%from)
			if src.IsUndef(at / from) {
				out.SetUndef(i)
				break
			}
			bits := src.Elems[at/from] >> (at % from)
			out.Elems[i] |= bits & (1<<n - 1) << b
			b += n
		}
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// trailing returns the access of a vector at an index of a memref: its dimensions
// are the memref's last ones, in bounds.
func trailing(shape, base []int64, m *Vector) *access {
	a := &access{shape: shape, mask: m}
	lead := len(base) - len(shape)
	a.place = func(lane, at []int64) error {
		copy(at, base)
		for d, i := range lane {
			at[lead+d] += i
		}
		return nil
	}
	for d := range shape {
		a.maskAt = append(a.maskAt, d)
	}
	return a
}

func loadVector(f *Frame, in *Instr) error {
	idx, err := f.indices(in, vector.Load.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.loadVector(in, vector.Load.Base(in.Op), idx)
}

// loadVector reads the result from a memref.
func (f *Frame) loadVector(in *Instr, base *ir.Value, idx []int64) error {
	out := resultVector(in)
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	if _, ofVectors := r.Elem.(*ir.VectorType); ofVectors {
		v, e := r.Load(idx)
		f.Set(in, 0, v)
		return asError(e)
	}
	if err := trailing(out.Shape, idx, nil).read(f, r, out, Poison); err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

func storeVector(f *Frame, in *Instr) error {
	idx, err := f.indices(in, vector.Store.Indices(in.Op))
	if err != nil {
		return err
	}
	return f.storeVector(in, vector.Store.ValueToStore(in.Op), vector.Store.Base(in.Op), idx)
}

// storeVector writes an operand to a memref.
func (f *Frame) storeVector(in *Instr, value, base *ir.Value, idx []int64) error {
	v := f.vector(in, value)
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	if _, ofVectors := r.Elem.(*ir.VectorType); ofVectors {
		return asError(r.Store(idx, Value{Ref: v}))
	}
	return trailing(v.Shape, idx, nil).write(f, r, v)
}

// maskedLoad is vector.maskedload; vector.expandload reads consecutive elements
// into the lanes that the mask selects.
func maskedLoad(f *Frame, in *Instr) error {
	idx, err := f.indices(in, vector.MaskedLoad.Indices(in.Op))
	if err != nil {
		return err
	}
	m, pass := f.vector(in, vector.MaskedLoad.Mask(in.Op)), f.vector(in, vector.MaskedLoad.PassThru(in.Op))
	out := pass.Clone()
	a := trailing(out.Shape, idx, m)
	if vector.ExpandLoad.Is(in.Op) {
		a.compact()
	}
	r, err := f.memref(in, vector.MaskedLoad.Base(in.Op))
	if err != nil {
		return err
	}
	err = a.each(f, r.Sizes, func(lane int, at []int64) error {
		v, e := r.Load(at)
		if e != nil {
			return e
		}
		out.Set(lane, v)
		return nil
	}, func(int) {})
	f.Set(in, 0, Value{Ref: out})
	return err
}

func maskedStore(f *Frame, in *Instr) error {
	idx, err := f.indices(in, vector.MaskedStore.Indices(in.Op))
	if err != nil {
		return err
	}
	m, v := f.vector(in, vector.MaskedStore.Mask(in.Op)), f.vector(in, vector.MaskedStore.ValueToStore(in.Op))
	a := trailing(v.Shape, idx, m)
	if vector.CompressStore.Is(in.Op) {
		a.compact()
	}
	r, err := f.memref(in, vector.MaskedStore.Base(in.Op))
	if err != nil {
		return err
	}
	return a.write(f, r, v)
}

// compact makes the selected lanes consecutive in memory.
func (a *access) compact() {
	place, next := a.place, int64(0)
	first := make([]int64, len(a.shape))
	a.place = func(_, at []int64) error {
		err := place(first, at)
		at[len(at)-1] += next
		next++
		return err
	}
}

// picked is the access of vector.gather and vector.scatter: the last index plus
// the lane's element of the index vector.
func picked(base []int64, indices, m *Vector) *access {
	a := &access{shape: indices.Shape, mask: m}
	strides := Strides(indices.Shape)
	a.place = func(lane, at []int64) error {
		copy(at, base)
		k := int64(0)
		for d, i := range lane {
			k += strides[d] * i
		}
		if indices.IsUndef(int(k)) {
			return ErrPoison
		}
		at[len(at)-1] += signed(indices.Elem, indices.Elems[k])
		return nil
	}
	for d := range indices.Shape {
		a.maskAt = append(a.maskAt, d)
	}
	return a
}

func gatherVector(f *Frame, in *Instr) error {
	k := vector.Gather
	idx, err := f.indices(in, k.Offsets(in.Op))
	if err != nil {
		return err
	}
	out := f.vector(in, k.PassThru(in.Op)).Clone()
	a := picked(idx, f.vector(in, k.Indices(in.Op)), f.bothMasks(in, f.vector(in, k.Mask(in.Op))))
	from, e := asContainer(f.Value(in, k.Base(in.Op)))
	if e != nil {
		return e
	}
	err = a.each(f, from.extents(), func(lane int, at []int64) error {
		if !inside(from.extents(), at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(from.extents()))
		}
		v, e := from.load(at)
		if e != nil {
			return e
		}
		out.Set(lane, v)
		return nil
	}, func(int) {})
	f.Set(in, 0, Value{Ref: out})
	return err
}

func scatterVector(f *Frame, in *Instr) error {
	k := vector.Scatter
	idx, err := f.indices(in, k.Offsets(in.Op))
	if err != nil {
		return err
	}
	a := picked(idx, f.vector(in, k.Indices(in.Op)), f.vector(in, k.Mask(in.Op)))
	return f.writeTo(in, a, Value{Ref: f.vector(in, k.ValueToStore(in.Op))}, f.Value(in, k.Base(in.Op)))
}
