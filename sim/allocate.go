package sim

import (
	"math"
	"optc/diag"
	"optc/ir"
	"optc/num"
	"slices"
)

// Alloc returns fresh memory of a type; dyn are the unknown extents.
func (m *Machine) Alloc(t *ir.MemRefType, dyn []Value) (Value, error) {
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
	m.allocs++
	name := "allocation " + num.JoinInts([]int64{int64(m.allocs)})
	if t.HasIdentityLayout() {
		r, err := Alloc(name, shape, t.Elem)
		if err != nil {
			return Value{}, err
		}
		return m.allocated(r)
	}
	strides, offset, ok := LayoutOf(t, shape)
	if !ok {
		return Value{}, diag.Errorf("unsupported", "cannot simulate an allocation with layout %s", t.Layout)
	}
	span, err := spanOfMemRef(offset, shape, strides)
	if err != nil {
		return Value{}, err
	}
	r, err := Alloc(name, []int64{span}, t.Elem)
	if err != nil {
		return Value{}, err
	}
	r.Offset, r.Sizes, r.Strides = offset, shape, strides
	return m.allocated(r)
}

// LayoutOf returns the strides and the offset of memory of a type with the given extents. The
// memory of a layout that permutes the dimensions is contiguous:
//
//	memref<4x8xf32, affine_map<(i, j) -> (j, i)>> has the strides [1, 4]
func LayoutOf(t *ir.MemRefType, shape []int64) (strides []int64, offset int64, ok bool) {
	layout, isMap := t.Layout.(*ir.AffineMapAttr)
	if !isMap || len(shape) < 2 || !layout.Map.IsPermutation() {
		return t.StridesAndOffset()
	}
	dims := layout.Map.ResultDims()
	stored := make([]int64, len(dims))
	for i, d := range dims {
		stored[i] = shape[d]
	}
	strides = make([]int64, len(dims))
	for i, stride := range Strides(stored) {
		strides[dims[i]] = stride
	}
	return strides, 0, true
}

// allocated counts the bytes of a fresh allocation.
func (m *Machine) allocated(r *MemRef) (Value, error) {
	if m.Symbols != nil {
		r.Mem.HoldSymbols()
	}
	return Value{Ref: r}, m.hold(r.Mem.Size())
}

// spanOfMemRef returns the number of elements from the base of a memref to its last
// element.
func spanOfMemRef(offset int64, sizes, strides []int64) (int64, *diag.Error) {
	end := offset
	for d, n := range sizes {
		if n == 0 {
			return 0, nil
		}
		if strides[d] < 0 || offset < 0 || (n-1) > MaxAllocation/max(strides[d], 1) {
			return 0, diag.Errorf("alloc-size", "cannot allocate extents [%s] with offset %d and strides [%s]", num.JoinInts(sizes), offset, num.JoinInts(strides))
		}
		end += (n - 1) * strides[d]
	}
	return end + 1, nil
}

// Dealloc ends the life of a memref.
func (f *Frame) Dealloc(in *Instr, base *ir.Value) error {
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	if f.SharesMemory(base.Type().(*ir.MemRefType)) {
		return nil // it lives as long as the workgroup
	}
	if r.freed == nil {
		return diag.Errorf("dealloc", "%s was not allocated by memref.alloc", r.Mem.Name)
	}
	if *r.freed {
		return diag.Errorf("use-after-free", "%s was deallocated", r.name())
	}
	*r.freed = true
	return f.hold(-r.Mem.Size())
}

// Dim sets result 0 to the extent of a memref or tensor.
func (f *Frame) Dim(in *Instr, source, dimension *ir.Value) error {
	index := f.Value(in, dimension)
	if index.IsPoison() {
		return ErrPoison
	}
	i := int64(index.Bits)
	var sizes []int64
	switch x := f.Value(in, source).Ref.(type) {
	case *MemRef:
		sizes = x.Sizes
	case *Vector:
		sizes = x.Shape
	default:
		return ErrPoison
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

// UnknownSize is the extent of a memref if only its pointer knows the extent.
const UnknownSize = math.MaxInt64

// CopyElements copies all elements between memrefs of the same shape.
func (f *Frame) CopyElements(in *Instr, from, to *ir.Value) error {
	src, err := f.MemRef(in, from)
	if err != nil {
		return err
	}
	dst, err := f.MemRef(in, to)
	if err != nil {
		return err
	}
	for _, r := range []*MemRef{src, dst} {
		if r.freed != nil && *r.freed {
			return diag.Errorf("use-after-free", "%s was deallocated", r.name())
		}
	}
	if !slices.Equal(src.Sizes, dst.Sizes) {
		return diag.Errorf("copy-shape", "source extents [%s] differ from target extents [%s]", num.JoinInts(src.Sizes), num.JoinInts(dst.Sizes))
	}
	n, _ := ir.NumElements(src.Sizes)
	size := ElementBytes(src.Elem)
	for i := range n {
		if err := f.Worked(1); err != nil {
			return err
		}
		from := src.Base + src.linear(i)*int64(size)
		to := dst.Base + dst.linear(i)*int64(size)
		if err := MoveElements(dst, to, src, from, size); err != nil {
			return err
		}
	}
	return nil
}

// AllocShared returns the workgroup's memory for a value: the same memory for all
// threads, however often the allocating operation runs.
func (m *Machine) AllocShared(of *ir.Value, dyn []Value) (Value, error) {
	if v, ok := m.shared[of]; ok {
		return v, nil
	}
	v, err := m.Alloc(of.Type().(*ir.MemRefType), dyn)
	if err != nil {
		return v, err
	}
	m.shared[of] = v
	if r := v.MemRef(); m.races != nil {
		r.Mem.Name, r.freed = "workgroup "+r.Mem.Name, nil
		m.races.watch(r.Mem, of.Type().(*ir.MemRefType))
	}
	return v, nil
}

// WorkgroupMemory is implemented by attributes that may be the memory space of a memref.
type WorkgroupMemory interface {
	// IsWorkgroupMemory reports whether the threads of a workgroup share the memory.
	IsWorkgroupMemory() bool
}

// SharesMemory reports whether the threads of the machine's workgroup share memory of the
// given type: AllocShared allocates it.
func (m *Machine) SharesMemory(t *ir.MemRefType) bool {
	space, ok := t.Space.(WorkgroupMemory)
	return m.Exchange != nil && ok && space.IsWorkgroupMemory()
}
