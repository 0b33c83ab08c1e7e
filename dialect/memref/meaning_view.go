package memref

import (
	"slices"

	"optc/diag"
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// viewMeanings holds the meanings of the operations that give a memref another shape or
// layout.
func viewMeanings() sim.Table {
	same := func(*sim.Frame, *sim.Instr, *sim.MemRef) error { return nil }
	return sim.Table{
		CastOp{}.Kind():            viewOf(castMemRef),
		MemorySpaceCastOp{}.Kind(): viewOf(same),
		AssumeAlignmentOp{}.Kind(): viewOf(func(_ *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
			return sim.CheckAligned(r.Base+r.Offset*int64(sim.ElementBytes(r.Elem)), ir.Cast[AssumeAlignmentOp](in.Op).Alignment())
		}),
		DistinctObjectsOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			f.SetAll(in, f.Args(in))
			return nil
		},
		SubViewOp{}.Kind():                viewOf(subview),
		ReinterpretCastOp{}.Kind():        viewOf(runReinterpretCast),
		ViewOp{}.Kind():                   viewOf(byteView),
		ExpandShapeOp{}.Kind():            viewOf(runExpandShape),
		CollapseShapeOp{}.Kind():          viewOf(runCollapseShape),
		ReshapeOp{}.Kind():                viewOf(runReshape),
		TransposeOp{}.Kind():              viewOf(transposeMemRef),
		ExtractStridedMetadataOp{}.Kind(): stridedMetadata,
		ExtractAlignedPointerAsIndexOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			r, err := f.MemRef(in, ir.Cast[ExtractAlignedPointerAsIndexOp](in.Op).Source())
			if err != nil {
				return err
			}
			f.Set(in, 0, sim.Int(uint64(r.Base)))
			return nil
		},
	}
}

// viewOf returns the function that executes an operation: it copies the memref that is
// the first operand and lets change modify the copy.
func viewOf(change func(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		source, err := f.MemRef(in, in.Op.Operand(0))
		if err != nil {
			return err
		}
		r := *source
		if err := change(f, in, &r); err != nil {
			return err
		}
		f.Set(in, 0, sim.Value{Ref: &r})
		return nil
	}
}

// castMemRef checks the extents, offset and strides that the result type promises.
func castMemRef(_ *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	t, ranked := in.Op.Result(0).Type().(*ir.MemRefType)
	if !ranked {
		return nil
	}
	if len(t.Dims) != len(r.Sizes) {
		return diag.Errorf("cast", "the rank is %d, but the result type has %d", len(r.Sizes), len(t.Dims))
	}
	for d, n := range t.Dims {
		if n != ir.Dynamic && n != r.Sizes[d] {
			return diag.Errorf("cast", "extent %d is %d, but the result type has %d", d, r.Sizes[d], n)
		}
	}
	strides, offset, ok := t.StridesAndOffset()
	if !ok || slices.Contains(r.Sizes, 0) {
		return nil
	}
	if offset != ir.Dynamic && offset != r.Offset {
		return diag.Errorf("cast", "the offset is %d, but the result type has %d", r.Offset, offset)
	}
	for d, n := range strides {
		if n != ir.Dynamic && n != r.Strides[d] && r.Sizes[d] != 1 {
			return diag.Errorf("cast", "stride %d is %d, but the result type has %d", d, r.Strides[d], n)
		}
	}
	return nil
}

func subview(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	offsets, sizes, strides, err := view.ReadSlice(f, in, sliceLists)
	if err != nil {
		return err
	}
	if in.Data == nil {
		in.Data = DroppedBy(in.Op)
	}
	dropped := in.Data.([]bool)
	source := *r
	r.Sizes, r.Strides = nil, nil
	for d, offset := range offsets {
		if err := view.CheckExtent("subview", d, offset, sizes[d], strides[d], source.Sizes[d]); err != nil {
			return err
		}
		r.Offset += offset * source.Strides[d]
		if !dropped[d] {
			r.Sizes = append(r.Sizes, sizes[d])
			r.Strides = append(r.Strides, strides[d]*source.Strides[d])
		}
	}
	return nil
}

func runReinterpretCast(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	offsets, sizes, strides, err := view.ReadSlice(f, in, sliceLists)
	if err != nil {
		return err
	}
	for d, n := range sizes {
		if n < 0 {
			return diag.Errorf("cast", "extent %d is negative: %d", d, n)
		}
	}
	r.Offset, r.Sizes, r.Strides = offsets[0], sizes, strides
	return nil
}

// byteView begins a contiguous memref at a byte of a buffer.
func byteView(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	viewOp := ir.Cast[ViewOp](in.Op)
	dyn, err := f.Indices(in, viewOp.Sizes())
	if err != nil {
		return err
	}
	first := f.Value(in, viewOp.ByteShift())
	if first.IsPoison() {
		return sim.ErrPoison
	}
	t, shift := viewOp.Result().Type().(*ir.MemRefType), int64(first.Bits)
	shape := slices.Clone(t.Dims)
	for d, n := range shape {
		if n == ir.Dynamic {
			shape[d], dyn = dyn[0], dyn[1:]
		}
		if shape[d] < 0 {
			return diag.Errorf("view-size", "extent %d of the view is negative: %d", d, shape[d])
		}
	}
	n, ok := ir.NumElements(shape)
	size := int64(max(sim.ElementBytes(t.Elem), 1))
	if !ok || shift < 0 || shift > r.Sizes[0] || n > (r.Sizes[0]-shift)/size {
		return diag.Errorf("out-of-bounds", "a view of extents [%s] at byte %d leaves the %d bytes of the buffer", num.JoinInts(shape), shift, r.Sizes[0])
	}
	r.Base += r.Offset + shift
	r.Elem, r.Offset, r.Sizes, r.Strides = t.Elem, 0, shape, sim.Strides(shape)
	return nil
}

func runExpandShape(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	shape, err := view.ReadList(f, in, view.OutputShape)
	if err != nil {
		return err
	}
	source := *r
	r.Sizes, r.Strides = shape, slices.Repeat([]int64{1}, len(shape))
	for g, dims := range ir.Cast[ExpandShapeOp](in.Op).Reassociation() {
		group, step := make([]int64, len(dims)), source.Strides[g]
		for i, d := range slices.Backward(dims) {
			group[i], r.Strides[d] = shape[d], step
			step *= shape[d]
		}
		if n, ok := ir.NumElements(group); !ok || n != source.Sizes[g] || slices.Min(group) < 0 {
			return diag.Errorf("expand", "expected extents [%s] to have the %d elements of dimension %d", num.JoinInts(group), source.Sizes[g], g)
		}
	}
	return nil
}

func runCollapseShape(_ *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	source := *r
	r.Sizes, r.Strides = nil, nil
	for _, dims := range ir.Cast[CollapseShapeOp](in.Op).Reassociation() {
		size, stride := int64(1), int64(1)
		if len(dims) > 0 {
			stride = source.Strides[dims[0]] // of ones
		}
		for _, d := range slices.Backward(dims) {
			if source.Sizes[d] != 1 {
				if size == 1 {
					stride = source.Strides[d]
				} else if source.Strides[d] != stride*size {
					return diag.Errorf("collapse", "dimensions %v are not contiguous", dims)
				}
			}
			size *= source.Sizes[d]
		}
		r.Sizes = append(r.Sizes, size)
		r.Strides = append(r.Strides, stride)
	}
	return nil
}

// runReshape reads the new extents from another memref.
func runReshape(f *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	from, err := f.MemRef(in, ir.Cast[ReshapeOp](in.Op).Shape())
	if err != nil {
		return err
	}
	shape := make([]int64, from.Sizes[0])
	for d := range shape {
		v, err := from.Load([]int64{int64(d)})
		if err != nil {
			return err
		}
		if shape[d] = sim.ToInt(from.Elem, v.Bits).Int64(); shape[d] < 0 {
			return diag.Errorf("reshape", "extent %d is negative: %d", d, shape[d])
		}
	}
	have, _ := ir.NumElements(r.Sizes)
	if n, ok := ir.NumElements(shape); !ok || n != have {
		return diag.Errorf("reshape", "cannot reshape extents [%s] to [%s]", num.JoinInts(r.Sizes), num.JoinInts(shape))
	}
	r.Sizes, r.Strides = shape, sim.Strides(shape)
	return castMemRef(f, in, r)
}

func transposeMemRef(_ *sim.Frame, in *sim.Instr, r *sim.MemRef) error {
	source := *r
	r.Sizes, r.Strides = nil, nil
	for _, e := range ir.Cast[TransposeOp](in.Op).Permutation().Results {
		d, _ := e.IsDim()
		r.Sizes = append(r.Sizes, source.Sizes[d])
		r.Strides = append(r.Strides, source.Strides[d])
	}
	return nil
}

func stridedMetadata(f *sim.Frame, in *sim.Instr) error {
	r, err := f.MemRef(in, ir.Cast[ExtractStridedMetadataOp](in.Op).Source())
	if err != nil {
		return err
	}
	base := *r
	base.Offset, base.Sizes, base.Strides = 0, nil, nil
	results := []sim.Value{{Ref: &base}, sim.Int(uint64(r.Offset))}
	for _, n := range slices.Concat(r.Sizes, r.Strides) {
		results = append(results, sim.Int(uint64(n)))
	}
	f.SetAll(in, results)
	return nil
}
