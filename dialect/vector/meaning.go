package vector

import (
	"optc/ir"
	"optc/sim"
)

// meaning defines what the operations of vector compute. Scalable vectors are executed
// with the scale 1.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(moveMeanings(), computeMeanings()), Quick: quickForms(), Reads: readsVectors}
}

// readsVectors reports whether an operation no longer needs its operands once it has run.
func readsVectors(op *ir.Operation) bool {
	switch op.Kind() {
	case Store.Kind(), TransferWrite.Kind(), MaskedStore.Kind(), Reduction.Kind(), MultiReduction.Kind(),
		Contract.Kind(), FMA.Kind(), OuterProduct.Kind(), Broadcast.Kind(), Transpose.Kind(),
		Extract.Kind(), Insert.Kind(), ExtractStridedSlice.Kind(), InsertStridedSlice.Kind(), Shuffle.Kind():
		return true
	}
	return op.Has(ir.Elementwise)
}

// moveMeanings holds the meanings of the operations that move elements without computing
// on them.
func moveMeanings() sim.Table {
	return sim.Table{
		Broadcast.Kind():           runBroadcast,
		Extract.Kind():             runExtract,
		Insert.Kind():              runInsert,
		ExtractStridedSlice.Kind(): runExtractStridedSlice,
		InsertStridedSlice.Kind():  runInsertStridedSlice,
		Transpose.Kind():           transposeVector,
		ShapeCast.Kind():           runShapeCast,
		Step.Kind():                runStep,
		CreateMask.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			bounds, err := f.Indices(in, CreateMask.Operands(in.Op))
			if err != nil {
				return err
			}
			return setPrefixMask(f, in, bounds)
		},
		ConstantMask.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			return setPrefixMask(f, in, ConstantMask.MaskDimSizes(in.Op))
		},
		FromElements.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			out := sim.ResultVector(in)
			for i, x := range f.Values(in, FromElements.Elements(in.Op)) {
				out.Set(i, x)
			}
			f.Set(in, 0, sim.Value{Ref: out})
			return nil
		},
		ToElements.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			v := f.Value(in, ToElements.Source(in.Op)).Vector()
			if v == nil {
				return sim.ErrPoison
			}
			for i := range v.Elems {
				f.Set(in, i, v.At(i))
			}
			return nil
		},
		Shuffle.Kind():       runShuffle,
		Interleave.Kind():    runInterleave,
		Deinterleave.Kind():  runDeinterleave,
		Bitcast.Kind():       bitcastVector,
		Load.Kind():          loadVector,
		Store.Kind():         storeVector,
		MaskedLoad.Kind():    runMaskedLoad,
		MaskedStore.Kind():   runMaskedStore,
		ExpandLoad.Kind():    runMaskedLoad,
		CompressStore.Kind(): runMaskedStore,
		Gather.Kind():        gatherVector,
		Scatter.Kind():       scatterVector,
		Yield.Kind():         sim.Leave,
	}
}

// runBroadcast repeats a scalar, or a vector along new leading and stretched dimensions.
func runBroadcast(f *sim.Frame, in *sim.Instr) error {
	t := in.Op.Result(0).Type().(*ir.VectorType)
	if v := f.At(in.OperandSlot(0)); v.Ref == nil {
		return setFilled(f, in, t, v.Bits)
	}
	src := f.Vector(in, Broadcast.Source(in.Op))
	strides := make([]int64, len(t.Dims)-len(src.Shape))
	for d, s := range sim.Strides(src.Shape) {
		if src.Shape[d] == 1 {
			s = 0
		}
		strides = append(strides, s)
	}
	return setGathered(f, in, src, strided{0, strides})
}

// setFilled sets the result to a vector whose elements are all the same number.
func setFilled(f *sim.Frame, in *sim.Instr, t *ir.VectorType, bits uint64) error {
	out := f.NewVector(in, t.Dims, t.Elem)
	for rest := out.Elems; len(rest) > 0; {
		run := rest[:min(len(rest), sim.PollSteps)]
		for i := range run {
			run[i] = bits
		}
		if err := f.Worked(int64(len(run))); err != nil {
			return err
		}
		rest = rest[len(run):]
	}
	f.At(in.ResultSlot(0)).SetVector(out)
	return nil
}

// position replaces the dynamic entries in the static position of an extract or insert by
// the values of the operands.
func position(pos []int64, dyn []sim.Value) ([]int64, error) {
	for i := range pos {
		if pos[i] == ir.Dynamic {
			if dyn[0].IsPoison() {
				return nil, sim.ErrPoison
			}
			pos[i], dyn = int64(dyn[0].Bits), dyn[1:]
		}
	}
	return pos, nil
}

// elementsBelow returns the range of elements that a position selects; ok is false when
// the position is out of range, which makes the result poison.
func elementsBelow(shape, pos []int64) (lo, n int64, ok bool) {
	n, _ = ir.NumElements(shape[len(pos):])
	for d, p := range pos {
		if p < 0 || p >= shape[d] {
			return 0, n, false
		}
		lo = lo*shape[d] + p
	}
	return lo * n, n, true
}

func runExtract(f *sim.Frame, in *sim.Instr) error {
	src := f.Vector(in, Extract.Source(in.Op))
	pos, err := position(Extract.StaticPosition(in.Op), f.Values(in, Extract.DynamicPosition(in.Op)))
	if err != nil {
		return err
	}
	lo, n, ok := elementsBelow(src.Shape, pos)
	t, isVec := Extract.Result(in.Op).Type().(*ir.VectorType)
	switch {
	case !ok:
		f.Set(in, 0, sim.Poison)
	case !isVec:
		f.Set(in, 0, src.At(int(lo)))
	default:
		out := sim.VectorLike(t)
		copyElems(out, 0, src, int(lo), int(n))
		f.Set(in, 0, sim.Value{Ref: out})
	}
	return nil
}

// copyElems copies n elements with their poison marks.
func copyElems(dst *sim.Vector, to int, src *sim.Vector, from, n int) {
	for i := range n {
		dst.Set(to+i, src.At(from+i))
	}
}

// insertedInto returns the vector that an insertion changes. This is the destination
// itself if it is the result of an insertion and nobody else reads it, and a copy
// otherwise. So building a vector of n elements takes n steps instead of n².
func insertedInto(f *sim.Frame, in *sim.Instr, dest *ir.Value) *sim.Vector {
	v := f.Vector(in, dest)
	switch by := dest.DefiningOp(); {
	case by == nil, by.Block() != in.Op.Block(), !dest.HasOneUse():
	case Insert.Is(by), InsertStridedSlice.Is(by):
		return v
	}
	return v.Clone()
}

func runInsert(f *sim.Frame, in *sim.Instr) error {
	dst := insertedInto(f, in, Insert.Dest(in.Op))
	pos, err := position(Insert.StaticPosition(in.Op), f.Values(in, Insert.DynamicPosition(in.Op)))
	if err != nil {
		return err
	}
	lo, n, ok := elementsBelow(dst.Shape, pos)
	if !ok {
		f.Set(in, 0, sim.Poison)
		return nil
	}
	copyElems(dst, int(lo), f.Vector(in, Insert.ValueToStore(in.Op)), 0, int(n))
	f.Set(in, 0, sim.Value{Ref: dst})
	return nil
}

// sliced returns the places of the lanes of a slice in the whole vector. Missing trailing
// dimensions are taken whole; missing leading dimensions (runInsert) are fixed by the
// offsets.
func sliced(whole, offsets []int64, rank int) strided {
	lead := len(whole) - rank
	var s strided
	for d, stride := range sim.Strides(whole) {
		if d < len(offsets) {
			s.first += offsets[d] * stride
		}
		if d >= lead {
			s.strides = append(s.strides, stride)
		}
	}
	return s
}

func runExtractStridedSlice(f *sim.Frame, in *sim.Instr) error {
	k := ExtractStridedSlice
	src := f.Vector(in, k.Source(in.Op))
	return setGathered(f, in, src, sliced(src.Shape, k.Offsets(in.Op), len(src.Shape)))
}

func runInsertStridedSlice(f *sim.Frame, in *sim.Instr) error {
	k := InsertStridedSlice
	src, dst := f.Vector(in, k.ValueToStore(in.Op)), insertedInto(f, in, k.Dest(in.Op))
	err := copyLanes(f, src.Shape, dst, sliced(dst.Shape, k.Offsets(in.Op), len(src.Shape)), src, strided{0, sim.Strides(src.Shape)})
	f.Set(in, 0, sim.Value{Ref: dst})
	return err
}

func transposeVector(f *sim.Frame, in *sim.Instr) error {
	src := f.Vector(in, Transpose.Vector(in.Op))
	strides := sim.Strides(src.Shape)
	var from strided
	for _, p := range Transpose.Permutation(in.Op) {
		from.strides = append(from.strides, strides[p])
	}
	return setGathered(f, in, src, from)
}

func runShapeCast(f *sim.Frame, in *sim.Instr) error {
	src := f.Vector(in, ShapeCast.Source(in.Op))
	t := ShapeCast.Result(in.Op).Type().(*ir.VectorType)
	f.Set(in, 0, sim.Value{Ref: &sim.Vector{Shape: t.Dims, Elem: t.Elem, Elems: src.Elems, Undef: src.Undef}})
	return nil
}

func runStep(f *sim.Frame, in *sim.Instr) error {
	out := sim.ResultVector(in)
	for i := range out.Elems {
		out.Elems[i] = uint64(i)
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// setPrefixMask sets the result to the mask that is true where every index is below its
// bound.
func setPrefixMask(f *sim.Frame, in *sim.Instr, bounds []int64) error {
	out := sim.ResultVector(in)
	f.Set(in, 0, sim.Value{Ref: out})
	return f.Lanes(out.Shape, func(lane int, index []int64) error {
		on := uint64(1)
		for d, n := range bounds { // a vector of rank 0 has one element, too
			if n <= 0 || d < len(index) && index[d] >= n {
				on = 0
			}
		}
		out.Elems[lane] = on
		return nil
	})
}

func runShuffle(f *sim.Frame, in *sim.Instr) error {
	a, b, out := f.Vector(in, Shuffle.V1(in.Op)), f.Vector(in, Shuffle.V2(in.Op)), sim.ResultVector(in)
	picks := Shuffle.Mask(in.Op)
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
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

func runInterleave(f *sim.Frame, in *sim.Instr) error {
	a, b, out := f.Vector(in, Interleave.Lhs(in.Op)), f.Vector(in, Interleave.Rhs(in.Op)), sim.ResultVector(in)
	for i := range a.Elems {
		out.Set(2*i, a.At(i))
		out.Set(2*i+1, b.At(i))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

func runDeinterleave(f *sim.Frame, in *sim.Instr) error {
	src := f.Vector(in, Deinterleave.Source(in.Op))
	even, odd := sim.ResultVector(in), sim.ResultVector(in)
	for i := range even.Elems {
		even.Set(i, src.At(2*i))
		odd.Set(i, src.At(2*i+1))
	}
	f.SetAll(in, []sim.Value{{Ref: even}, {Ref: odd}})
	return nil
}

// bitcastVector reinterprets the bits of the elements, little-endian.
func bitcastVector(f *sim.Frame, in *sim.Instr) error {
	src, out := f.Vector(in, Bitcast.Source(in.Op)), sim.ResultVector(in)
	from, to := sim.Width(src.Elem), sim.Width(out.Elem)
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
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}
