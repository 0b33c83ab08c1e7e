package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/memref"
	"optc/dialect/view"
	"optc/ir"
	"optc/num"
)

// memrefViewOps are the operations that give a memref another shape or layout.
func memrefViewOps(t Table) {
	same := func(*Frame, *Instr, *MemRef) error { return nil }
	t[memref.Cast.Kind] = viewOf(castMemRef)
	t[memref.MemorySpaceCast.Kind] = viewOf(same)
	t[memref.AssumeAlignment.Kind] = viewOf(same)
	t[memref.DistinctObjects] = func(f *Frame, in *Instr) error {
		f.SetAll(in, f.Args(in))
		return nil
	}
	t[memref.SubView.Kind] = viewOf(subview)
	t[memref.ReinterpretCast.Kind] = viewOf(reinterpretCast)
	t[memref.View.Kind] = viewOf(byteView)
	t[memref.ExpandShape.Kind] = viewOf(expandShape)
	t[memref.CollapseShape.Kind] = viewOf(collapseShape)
	t[memref.Reshape.Kind] = viewOf(reshape)
	t[memref.Transpose.Kind] = viewOf(transposeMemRef)
	t[memref.ExtractStridedMetadata.Kind] = stridedMetadata
	t[memref.ExtractAlignedPointerAsIndex.Kind] = func(f *Frame, in *Instr) error {
		r, err := f.memref(in, memref.ExtractAlignedPointerAsIndex.Source(in.Op))
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(r.Base)))
		return nil
	}
}

// viewOf makes an operation of a function that changes a copy of what is viewed, the
// first operand.
func viewOf(change func(f *Frame, in *Instr, r *MemRef) error) Func {
	return func(f *Frame, in *Instr) error {
		source, err := f.memref(in, memref.Cast.Source(in.Op))
		if err != nil {
			return err
		}
		r := *source
		if err := change(f, in, &r); err != nil {
			return err
		}
		f.Set(in, 0, Value{Ref: &r})
		return nil
	}
}

// castMemRef checks what the result type promises.
func castMemRef(_ *Frame, in *Instr, r *MemRef) error {
	t, ranked := memref.Cast.Dest(in.Op).Type().(*ir.MemRefType)
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

// mixed reads indices of which some are operands.
func (f *Frame) mixed(in *Instr, ms []ir.Mixed) ([]int64, error) {
	vs := make([]int64, len(ms))
	for i, m := range ms {
		vs[i] = m.Const
		if m.Value == nil {
			continue
		}
		v := f.Value(in, m.Value)
		if v.IsPoison() {
			return nil, ErrPoison
		}
		vs[i] = int64(v.Bits)
	}
	return vs, nil
}

// list reads the entries of a list of indices.
func (f *Frame) list(in *Instr, l view.List) ([]int64, error) { return f.mixed(in, l.Of(in.Op)) }

// window reads the offsets, sizes and strides of a slice.
func (f *Frame) window(in *Instr, s view.Slice) (offsets, sizes, strides []int64, err error) {
	if offsets, err = f.list(in, s.Offsets); err != nil {
		return nil, nil, nil, err
	}
	if sizes, err = f.list(in, s.Sizes); err != nil {
		return nil, nil, nil, err
	}
	strides, err = f.list(in, s.Strides)
	return offsets, sizes, strides, err
}

func subview(f *Frame, in *Instr, r *MemRef) error {
	offsets, sizes, strides, err := f.window(in, memref.SubView.Slice)
	if err != nil {
		return err
	}
	if in.Data == nil {
		in.Data = memref.DroppedBy(in.Op)
	}
	dropped := in.Data.([]bool)
	source := *r
	r.Sizes, r.Strides = nil, nil
	for d, offset := range offsets {
		if err := inExtent("subview", d, offset, sizes[d], strides[d], source.Sizes[d]); err != nil {
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

// inExtent checks that a slice of dimension d, called what, stays in the extent.
func inExtent(what string, d int, offset, size, stride, extent int64) error {
	if size < 0 {
		return diag.Errorf("subview-size", "size %d of the %s is negative: %d", d, what, size)
	}
	if size == 0 {
		if offset < 0 || offset > extent {
			return diag.Errorf("out-of-bounds", "%s of dimension %d begins at %d outside its extent %d", what, d, offset, extent)
		}
		return nil
	}
	if last := offset + (size-1)*stride; min(offset, last) < 0 || max(offset, last) >= extent {
		return diag.Errorf("out-of-bounds", "%s [%d, %d] of dimension %d leaves its extent %d", what, offset, last, d, extent)
	}
	return nil
}

func reinterpretCast(f *Frame, in *Instr, r *MemRef) error {
	offsets, sizes, strides, err := f.window(in, memref.ReinterpretCast.Slice)
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
func byteView(f *Frame, in *Instr, r *MemRef) error {
	dyn, err := f.indices(in, memref.View.Sizes(in.Op))
	if err != nil {
		return err
	}
	first := f.Value(in, memref.View.ByteShift(in.Op))
	if first.IsPoison() {
		return ErrPoison
	}
	t, shift := memref.View.Result(in.Op).Type().(*ir.MemRefType), int64(first.Bits)
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
	size := int64(max(ElementBytes(t.Elem), 1))
	if !ok || shift < 0 || shift > r.Sizes[0] || n > (r.Sizes[0]-shift)/size {
		return diag.Errorf("out-of-bounds", "a view of extents [%s] at byte %d leaves the %d bytes of the buffer", num.JoinInts(shape), shift, r.Sizes[0])
	}
	r.Base += r.Offset + shift
	r.Elem, r.Offset, r.Sizes, r.Strides = t.Elem, 0, shape, Strides(shape)
	return nil
}

func expandShape(f *Frame, in *Instr, r *MemRef) error {
	shape, err := f.list(in, memref.ExpandShape.OutputShape)
	if err != nil {
		return err
	}
	source := *r
	r.Sizes, r.Strides = shape, slices.Repeat([]int64{1}, len(shape))
	for g, dims := range memref.ExpandShape.Reassociation(in.Op) {
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

func collapseShape(_ *Frame, in *Instr, r *MemRef) error {
	source := *r
	r.Sizes, r.Strides = nil, nil
	for _, dims := range memref.CollapseShape.Reassociation(in.Op) {
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

// reshape reads the new extents from another memref.
func reshape(f *Frame, in *Instr, r *MemRef) error {
	from, err := f.memref(in, memref.Reshape.Shape(in.Op))
	if err != nil {
		return err
	}
	shape := make([]int64, from.Sizes[0])
	for d := range shape {
		v, err := from.Load([]int64{int64(d)})
		if err != nil {
			return err
		}
		if shape[d] = toInt(from.Elem, v.Bits).Int64(); shape[d] < 0 {
			return diag.Errorf("reshape", "extent %d is negative: %d", d, shape[d])
		}
	}
	have, _ := ir.NumElements(r.Sizes)
	if n, ok := ir.NumElements(shape); !ok || n != have {
		return diag.Errorf("reshape", "cannot reshape extents [%s] to [%s]", num.JoinInts(r.Sizes), num.JoinInts(shape))
	}
	r.Sizes, r.Strides = shape, Strides(shape)
	return castMemRef(f, in, r)
}

func transposeMemRef(_ *Frame, in *Instr, r *MemRef) error {
	source := *r
	r.Sizes, r.Strides = nil, nil
	for _, e := range memref.Transpose.Permutation(in.Op).Results {
		d, _ := e.IsDim()
		r.Sizes = append(r.Sizes, source.Sizes[d])
		r.Strides = append(r.Strides, source.Strides[d])
	}
	return nil
}

func stridedMetadata(f *Frame, in *Instr) error {
	r, err := f.memref(in, memref.ExtractStridedMetadata.Source(in.Op))
	if err != nil {
		return err
	}
	base := *r
	base.Offset, base.Sizes, base.Strides = 0, nil, nil
	results := []Value{{Ref: &base}, Int(uint64(r.Offset))}
	for _, n := range slices.Concat(r.Sizes, r.Strides) {
		results = append(results, Int(uint64(n)))
	}
	f.SetAll(in, results)
	return nil
}
