package vector

import (
	"optc/diag"
	"optc/ir"
	"optc/sim"
)

// meaning defines what the operations of vector compute. Scalable vectors are executed
// with the scale 1.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(moveMeanings(), computeMeanings()), Quick: quickForms(), Reads: readsVectors, Undefined: undefined()}
}

// readsVectors reports whether an operation no longer needs its operands once it has run.
func readsVectors(op *ir.Operation) bool {
	switch op.Kind() {
	case StoreOp{}.Kind(), TransferWriteOp{}.Kind(), MaskedStoreOp{}.Kind(), ReductionOp{}.Kind(), MultiReductionOp{}.Kind(),
		ContractOp{}.Kind(), FMAOp{}.Kind(), OuterProductOp{}.Kind(), BroadcastOp{}.Kind(), TransposeOp{}.Kind(),
		ExtractOp{}.Kind(), InsertOp{}.Kind(), ExtractStridedSliceOp{}.Kind(), InsertStridedSliceOp{}.Kind(), ShuffleOp{}.Kind():
		return true
	}
	return op.Has(ir.Elementwise)
}

// moveMeanings holds the meanings of the operations that move elements without computing
// on them.
func moveMeanings() sim.Table {
	return sim.Table{
		BroadcastOp{}.Kind():           runBroadcast,
		PrintOp{}.Kind():               runPrint,
		ExtractOp{}.Kind():             runExtract,
		InsertOp{}.Kind():              runInsert,
		ExtractStridedSliceOp{}.Kind(): runExtractStridedSlice,
		InsertStridedSliceOp{}.Kind():  runInsertStridedSlice,
		TransposeOp{}.Kind():           transposeVector,
		ShapeCastOp{}.Kind():           runShapeCast,
		StepOp{}.Kind():                runStep,
		CreateMaskOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			bounds, err := f.Indices(in, ir.Cast[CreateMaskOp](in.Op).Operands())
			if err != nil {
				return err
			}
			return setPrefixMask(f, in, bounds)
		},
		ConstantMaskOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			return setPrefixMask(f, in, ir.Cast[ConstantMaskOp](in.Op).MaskDimSizes())
		},
		FromElementsOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			out := sim.ResultVector(in)
			for i, x := range f.Values(in, ir.Cast[FromElementsOp](in.Op).Elements()) {
				out.Set(i, x)
			}
			f.Set(in, 0, sim.Value{Ref: out})
			return nil
		},
		ToElementsOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			v := f.Value(in, ir.Cast[ToElementsOp](in.Op).Source()).Vector()
			if v == nil {
				return sim.ErrPoison
			}
			for i := range v.Len() {
				f.Set(in, i, v.At(i))
			}
			return nil
		},
		ShuffleOp{}.Kind():       runShuffle,
		InterleaveOp{}.Kind():    runInterleave,
		DeinterleaveOp{}.Kind():  runDeinterleave,
		BitcastOp{}.Kind():       bitcastVector,
		LoadOp{}.Kind():          loadVector,
		StoreOp{}.Kind():         storeVector,
		MaskedLoadOp{}.Kind():    runMaskedLoad,
		MaskedStoreOp{}.Kind():   runMaskedStore,
		ExpandLoadOp{}.Kind():    runMaskedLoad,
		CompressStoreOp{}.Kind(): runMaskedStore,
		GatherOp{}.Kind():        gatherVector,
		ScatterOp{}.Kind():       scatterVector,
		YieldOp{}.Kind():         sim.Leave,
	}
}

// runBroadcast repeats a scalar, or a vector along new leading and stretched dimensions.
func runBroadcast(f *sim.Frame, in *sim.Instr) error {
	t := in.Op.Result(0).Type().(*ir.VectorType)
	if v := f.At(in.OperandSlot(0)); v.Ref == nil {
		return setFilled(f, in, t, v.Bits)
	}
	src := f.Vector(in, ir.Cast[BroadcastOp](in.Op).Source())
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
	for lane, n := 0, out.Len(); lane < n; lane += sim.PollSteps {
		run := min(n-lane, sim.PollSteps)
		out.Fill(lane, run, bits)
		if err := f.Worked(int64(run)); err != nil {
			return err
		}
	}
	f.At(in.ResultSlot(0)).SetVector(out)
	return nil
}

// fullPosition replaces the dynamic entries in the static position of an extract or
// insert by the values of the operands.
func fullPosition(pos []int64, dyn []sim.Value) ([]int64, error) {
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
	extract := ir.Cast[ExtractOp](in.Op)
	src := f.Vector(in, extract.Source())
	pos, err := fullPosition(extract.StaticPosition(), f.Values(in, extract.DynamicPosition()))
	if err != nil {
		return err
	}
	lo, n, ok := elementsBelow(src.Shape, pos)
	t, isVec := extract.Result().Type().(*ir.VectorType)
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
	case ir.Is[InsertOp](by), ir.Is[InsertStridedSliceOp](by):
		return v
	}
	return v.Clone()
}

func runInsert(f *sim.Frame, in *sim.Instr) error {
	insert := ir.Cast[InsertOp](in.Op)
	dst := insertedInto(f, in, insert.Dest())
	pos, err := fullPosition(insert.StaticPosition(), f.Values(in, insert.DynamicPosition()))
	if err != nil {
		return err
	}
	lo, n, ok := elementsBelow(dst.Shape, pos)
	if !ok {
		f.Set(in, 0, sim.Poison)
		return nil
	}
	copyElems(dst, int(lo), f.Vector(in, insert.ValueToStore()), 0, int(n))
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
	extractStridedSlice := ir.Cast[ExtractStridedSliceOp](in.Op)
	src := f.Vector(in, extractStridedSlice.Source())
	return setGathered(f, in, src, sliced(src.Shape, extractStridedSlice.Offsets(), len(src.Shape)))
}

func runInsertStridedSlice(f *sim.Frame, in *sim.Instr) error {
	insertStridedSlice := ir.Cast[InsertStridedSliceOp](in.Op)
	src, dst := f.Vector(in, insertStridedSlice.ValueToStore()), insertedInto(f, in, insertStridedSlice.Dest())
	err := copyLanes(f, src.Shape, dst, sliced(dst.Shape, insertStridedSlice.Offsets(), len(src.Shape)), src, strided{0, sim.Strides(src.Shape)})
	f.Set(in, 0, sim.Value{Ref: dst})
	return err
}

func transposeVector(f *sim.Frame, in *sim.Instr) error {
	transpose := ir.Cast[TransposeOp](in.Op)
	src := f.Vector(in, transpose.Vector())
	strides := sim.Strides(src.Shape)
	var from strided
	for _, p := range transpose.Permutation() {
		from.strides = append(from.strides, strides[p])
	}
	return setGathered(f, in, src, from)
}

func runShapeCast(f *sim.Frame, in *sim.Instr) error {
	shapeCast := ir.Cast[ShapeCastOp](in.Op)
	src := f.Vector(in, shapeCast.Source())
	t := shapeCast.Result().Type().(*ir.VectorType)
	f.Set(in, 0, sim.Value{Ref: src.Reshaped(t.Dims)})
	return nil
}

func runStep(f *sim.Frame, in *sim.Instr) error {
	out := sim.ResultVector(in)
	for i := range out.Len() {
		out.SetBits(i, uint64(i))
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
		out.SetBits(lane, on)
		return nil
	})
}

func runShuffle(f *sim.Frame, in *sim.Instr) error {
	shuffle := ir.Cast[ShuffleOp](in.Op)
	a, b, out := f.Vector(in, shuffle.V1()), f.Vector(in, shuffle.V2()), sim.ResultVector(in)
	picks := shuffle.Mask()
	rows := int64(1)
	if len(a.Shape) > 0 {
		rows = a.Shape[0]
	}
	n := a.Len() / int(max(rows, 1))
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
	interleave := ir.Cast[InterleaveOp](in.Op)
	a, b, out := f.Vector(in, interleave.Lhs()), f.Vector(in, interleave.Rhs()), sim.ResultVector(in)
	for i := range a.Len() {
		out.Set(2*i, a.At(i))
		out.Set(2*i+1, b.At(i))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

func runDeinterleave(f *sim.Frame, in *sim.Instr) error {
	src := f.Vector(in, ir.Cast[DeinterleaveOp](in.Op).Source())
	even, odd := sim.ResultVector(in), sim.ResultVector(in)
	for i := range even.Len() {
		even.Set(i, src.At(2*i))
		odd.Set(i, src.At(2*i+1))
	}
	f.SetAll(in, []sim.Value{{Ref: even}, {Ref: odd}})
	return nil
}

// bitcastVector reinterprets the bits of the elements, little-endian.
func bitcastVector(f *sim.Frame, in *sim.Instr) error {
	src, out := f.Vector(in, ir.Cast[BitcastOp](in.Op).Source()), sim.ResultVector(in)
	if src.Wide != nil || out.Wide != nil {
		return diag.Errorf("unsupported", "cannot execute a cast of the bits of %s to %s", src.Elem, out.Elem)
	}
	from, to := sim.Width(src.Elem), sim.Width(out.Elem)
	for i := range out.Len() {
		for b := 0; b < to; {
			at := i*to + b
			n := min(to-b, from-at%from)
			if src.IsUndef(at / from) {
				out.SetUndef(i)
				break
			}
			bits := src.Bits(at/from) >> (at % from)
			out.SetBits(i, out.Bits(i)|bits&(1<<n-1)<<b)
			b += n
		}
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}
