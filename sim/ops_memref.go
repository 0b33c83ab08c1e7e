package sim

import (
	"math"
	"slices"

	"optc/diag"
	"optc/ir"
)

// memrefOps are the operations of memref that views, allocations and accesses need.
func memrefOps(t Table) {
	t["memref.alloc"] = allocMemRef
	t["memref.alloca"] = allocMemRef
	t["memref.dealloc"] = func(f *Frame, in *Instr) error { return f.dealloc(in, 0) }
	t["memref.load"] = func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, 1, len(in.args))
		if err != nil {
			return err
		}
		return f.load(in, 0, idx)
	}
	t["memref.store"] = func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, 2, len(in.args))
		if err != nil {
			return err
		}
		return f.store(in, 1, idx)
	}
	t["memref.dim"] = dim
	t["tensor.dim"] = dim
	t["vector.dim"] = dim
	t["memref.rank"] = func(f *Frame, in *Instr) error {
		r, err := f.memref(in, 0)
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(len(r.Sizes))))
		return nil
	}
	t["memref.cast"] = castMemRef
	t["memref.memory_space_cast"] = castMemRef
	t["memref.assume_alignment"] = castMemRef
	t["memref.subview"] = subview
	t["memref.reinterpret_cast"] = reinterpretCast
	t["memref.extract_strided_metadata"] = stridedMetadata
	t["memref.extract_aligned_pointer_as_index"] = func(f *Frame, in *Instr) error {
		r, err := f.memref(in, 0)
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(r.Base)))
		return nil
	}
	t["memref.expand_shape"] = expandShape
	t["memref.collapse_shape"] = collapseShape
	t["memref.transpose"] = transposeMemRef
	t["memref.copy"] = copyMemRef
	t["memref.get_global"] = getGlobal
	t["memref.distinct_objects"] = func(f *Frame, in *Instr) error {
		f.SetAll(in, f.Args(in))
		return nil
	}
	t["memref.alloca_scope"] = func(f *Frame, in *Instr) error {
		results, err := f.Region(in, 0, nil)
		f.SetAll(in, results)
		return err
	}
	t["memref.alloca_scope.return"] = leave
}

// asError avoids the nil-pointer-in-interface trap of a *diag.Error.
func asError(e *diag.Error) error {
	if e == nil {
		return nil
	}
	return e
}

// memref returns operand i as a memref. Nothing can be done with a poison one.
func (f *Frame) memref(in *Instr, i int) (*MemRef, error) {
	if r := f.Arg(in, i).MemRef(); r != nil {
		return r, nil
	}
	return nil, errPoison
}

// load sets result 0 to the element of memref operand i at an index.
func (f *Frame) load(in *Instr, i int, index []int64) error {
	r, err := f.memref(in, i)
	if err != nil {
		return err
	}
	v, e := r.Load(index)
	f.Set(in, 0, v)
	return asError(e)
}

// store stores operand 0 in memref operand i at an index.
func (f *Frame) store(in *Instr, i int, index []int64) error {
	r, err := f.memref(in, i)
	if err != nil {
		return err
	}
	return asError(r.Store(index, f.Arg(in, 0)))
}

// indices reads operands lo..hi as indices.
func (f *Frame) indices(in *Instr, lo, hi int) ([]int64, error) {
	idx := make([]int64, hi-lo)
	for i := range idx {
		v := f.Arg(in, lo+i)
		if v.IsPoison() {
			return nil, errPoison
		}
		idx[i] = int64(v.Bits)
	}
	return idx, nil
}

func allocMemRef(f *Frame, in *Instr) error {
	r, err := f.alloc(in.Op.Result(0).Type().(*ir.MemRefType), f.Group(in, 0))
	if err != nil {
		return err
	}
	f.Set(in, 0, r)
	return nil
}

// alloc returns fresh memory of a type; dyn are the unknown extents.
func (m *Machine) alloc(t *ir.MemRefType, dyn []Value) (Value, error) {
	shape := slices.Clone(t.Dims)
	for i, d := range shape {
		if d != ir.Dynamic {
			continue
		}
		if len(dyn) == 0 || dyn[0].IsPoison() {
			return Value{}, diag.Errorf("alloc-size", "extent %d of the allocation is not known", i)
		}
		shape[i], dyn = int64(dyn[0].Bits), dyn[1:]
		if shape[i] < 0 {
			return Value{}, diag.Errorf("alloc-size", "extent %d of the allocation is negative: %d", i, shape[i])
		}
	}
	if t.Layout != nil {
		return Value{}, diag.Errorf("unsupported", "cannot simulate an allocation with layout %s", t.Layout)
	}
	m.allocs++
	r, err := Alloc("allocation "+joinInts([]int64{int64(m.allocs)}), shape, t.Elem)
	if err != nil {
		return Value{}, err
	}
	return Value{Ref: r}, nil
}

// dealloc ends the life of memref operand i.
func (f *Frame) dealloc(in *Instr, i int) error {
	r, err := f.memref(in, i)
	if err != nil {
		return err
	}
	if r.freed == nil {
		return diag.Errorf("dealloc", "%s was not allocated by the program", r.Mem.Name)
	}
	if *r.freed {
		return diag.Errorf("use-after-free", "%s was deallocated", r.Mem.Name)
	}
	*r.freed = true
	return nil
}

func dim(f *Frame, in *Instr) error {
	idx, err := f.indices(in, 1, 2)
	if err != nil {
		return err
	}
	i := idx[0]
	var sizes []int64
	switch x := f.Arg(in, 0).Ref.(type) {
	case *MemRef:
		sizes = x.Sizes
	case *Vector:
		sizes = x.Shape
	default:
		return errPoison
	}
	if i < 0 || i >= int64(len(sizes)) {
		return diag.Errorf("out-of-bounds", "dimension %d does not exist, there are %d", i, len(sizes))
	}
	if sizes[i] == UnknownSize {
		return diag.Errorf("no-size", "the layout of this field does not store its size")
	}
	f.Set(in, 0, Int(uint64(sizes[i])))
	return nil
}

// UnknownSize is the extent of a memref that is known to its pointer only.
const UnknownSize = math.MaxInt64

func castMemRef(f *Frame, in *Instr) error {
	r, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	if t, ok := in.Op.Result(0).Type().(*ir.MemRefType); ok {
		for d, n := range t.Dims {
			if n != ir.Dynamic && n != r.Sizes[d] {
				return diag.Errorf("cast", "extent %d is %d, but the result type has %d", d, r.Sizes[d], n)
			}
		}
	}
	f.Set(in, 0, Value{Ref: r})
	return nil
}

// mixed merges the static values of an attribute with operands of a group that
// stand for its dynamic entries.
func (f *Frame) mixed(in *Instr, attr string, group int) ([]int64, error) {
	vs, _ := ir.Int64s(in.Op.Attr(attr))
	vs = slices.Clone(vs)
	dyn, err := f.groupIndices(in, group)
	if err != nil {
		return nil, err
	}
	for i := range vs {
		if vs[i] == ir.Dynamic {
			vs[i], dyn = dyn[0], dyn[1:]
		}
	}
	return vs, nil
}

// window reads the offsets, sizes and strides of a view, which are in the
// operand groups 1 to 3.
func (f *Frame) window(in *Instr) (offsets, sizes, strides []int64, err error) {
	if offsets, err = f.mixed(in, "static_offsets", 1); err != nil {
		return nil, nil, nil, err
	}
	if sizes, err = f.mixed(in, "static_sizes", 2); err != nil {
		return nil, nil, nil, err
	}
	strides, err = f.mixed(in, "static_strides", 3)
	return offsets, sizes, strides, err
}

func subview(f *Frame, in *Instr) error {
	src, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	offsets, sizes, strides, err := f.window(in)
	if err != nil {
		return err
	}
	out := *src
	out.Sizes, out.Strides = nil, nil
	dropped := droppedDims(sizes, in.Op.Result(0).Type().(*ir.MemRefType).Dims)
	for d := range offsets {
		last := offsets[d] + (sizes[d]-1)*strides[d]
		if sizes[d] > 0 && (offsets[d] < 0 || last < 0 || last >= src.Sizes[d]) {
			return diag.Errorf("out-of-bounds", "subview [%d, %d] of dimension %d leaves its extent %d", offsets[d], last, d, src.Sizes[d])
		}
		out.Offset += offsets[d] * src.Strides[d]
		if !dropped[d] {
			out.Sizes = append(out.Sizes, sizes[d])
			out.Strides = append(out.Strides, strides[d]*src.Strides[d])
		}
	}
	f.Set(in, 0, Value{Ref: &out})
	return nil
}

// droppedDims tells which unit dimensions of sizes a rank-reduced result lacks.
func droppedDims(sizes, result []int64) []bool {
	dropped := make([]bool, len(sizes))
	extra, k := len(sizes)-len(result), 0
	for d, n := range sizes {
		if k < len(result) && (result[k] == n || result[k] == ir.Dynamic) && !(n == 1 && extra > 0 && result[k] != 1) {
			k++
			continue
		}
		if n == 1 && extra > 0 {
			dropped[d] = true
			extra--
		}
	}
	return dropped
}

func reinterpretCast(f *Frame, in *Instr) error {
	src, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	offsets, sizes, strides, err := f.window(in)
	if err != nil {
		return err
	}
	out := *src
	out.Offset, out.Sizes, out.Strides = offsets[0], sizes, strides
	f.Set(in, 0, Value{Ref: &out})
	return nil
}

func stridedMetadata(f *Frame, in *Instr) error {
	r, err := f.memref(in, 0)
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

// reassociation reads the groups of an expand or collapse.
func reassociation(op *ir.Operation) [][]int64 {
	var groups [][]int64
	if a, ok := op.Attr("reassociation").(*ir.ArrayAttr); ok {
		for _, e := range a.Elems {
			g, _ := ir.Int64s(e)
			groups = append(groups, g)
		}
	}
	return groups
}

func expandShape(f *Frame, in *Instr) error {
	src, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	shape, err := f.mixed(in, "static_output_shape", 1)
	if err != nil {
		return err
	}
	out := *src
	out.Sizes, out.Strides = shape, make([]int64, len(shape))
	for g, dims := range reassociation(in.Op) {
		step := src.Strides[g]
		for i := len(dims) - 1; i >= 0; i-- {
			out.Strides[dims[i]] = step
			step *= shape[dims[i]]
		}
	}
	f.Set(in, 0, Value{Ref: &out})
	return nil
}

func collapseShape(f *Frame, in *Instr) error {
	src, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	out := *src
	out.Sizes, out.Strides = nil, nil
	for _, dims := range reassociation(in.Op) {
		size, stride := int64(1), int64(1)
		for i := len(dims) - 1; i >= 0; i-- {
			d := dims[i]
			if src.Sizes[d] != 1 {
				if size == 1 {
					stride = src.Strides[d]
				} else if src.Strides[d] != stride*size {
					return diag.Errorf("collapse", "dimensions %v are not contiguous", dims)
				}
			}
			size *= src.Sizes[d]
		}
		out.Sizes = append(out.Sizes, size)
		out.Strides = append(out.Strides, stride)
	}
	f.Set(in, 0, Value{Ref: &out})
	return nil
}

func transposeMemRef(f *Frame, in *Instr) error {
	src, err := f.memref(in, 0)
	if err != nil {
		return err
	}
	out := *src
	out.Sizes, out.Strides = nil, nil
	for _, e := range ir.Get[*ir.AffineMapAttr](in.Op, "permutation").Map.Results {
		d, _ := e.IsDim()
		out.Sizes = append(out.Sizes, src.Sizes[d])
		out.Strides = append(out.Strides, src.Strides[d])
	}
	f.Set(in, 0, Value{Ref: &out})
	return nil
}

func copyMemRef(f *Frame, in *Instr) error {
	return f.copyElements(in, 0, 1)
}

// copyElements copies all elements between memref operands of one shape.
func (f *Frame) copyElements(in *Instr, from, to int) error {
	src, err := f.memref(in, from)
	if err != nil {
		return err
	}
	dst, err := f.memref(in, to)
	if err != nil {
		return err
	}
	if !slices.Equal(src.Sizes, dst.Sizes) {
		return diag.Errorf("copy-shape", "source extents [%s] differ from target extents [%s]", joinInts(src.Sizes), joinInts(dst.Sizes))
	}
	n, _ := ir.NumElements(src.Sizes)
	size := elementBytes(src.Elem)
	for i := range n {
		from := src.Base + src.linear(i)*int64(size)
		to := dst.Base + dst.linear(i)*int64(size)
		if err := Move(dst.Mem, to, src.Mem, from, size); err != nil {
			return err
		}
	}
	return nil
}

// getGlobal finds a memref.global, giving it memory on first use.
func getGlobal(f *Frame, in *Instr) error {
	ref := ir.Get[*ir.SymbolRefAttr](in.Op, "name")
	g := f.symbols.LookupFrom(in.Op, ref)
	if g == nil {
		return diag.Errorf("no-global", "there is no global %s", ref)
	}
	r := f.globals[g]
	if r == nil {
		t := in.Op.Result(0).Type().(*ir.MemRefType)
		var err *diag.Error
		if r, err = Alloc("global "+ref.String(), t.Dims, t.Elem); err != nil {
			return err
		}
		if init, ok := g.Attr("initial_value").(*ir.DenseAttr); ok {
			size := elementBytes(t.Elem)
			for i := range init.NumElements() {
				if err := r.Mem.Write(int64(i*size), init.Element(i)); err != nil {
					return err
				}
			}
		}
		f.globals[g] = r
	}
	f.Set(in, 0, Value{Ref: r})
	return nil
}
