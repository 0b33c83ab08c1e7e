package sim

import (
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/dialect/memref"
	"optc/ir"
	"optc/num"
)

// memrefOps are the operations of memref.
func memrefOps(t Table) {
	t[memref.Alloc.Kind] = allocMemRef
	t[memref.Alloca.Kind] = allocMemRef
	t[memref.Realloc.Kind] = reallocMemRef
	t[memref.Dealloc.Kind] = func(f *Frame, in *Instr) error { return f.dealloc(in, memref.Dealloc.Memref(in.Op)) }
	t[memref.Load.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, memref.Load.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.load(in, memref.Load.Memref(in.Op), idx)
	}
	t[memref.Store.Kind] = func(f *Frame, in *Instr) error {
		idx, err := f.indices(in, memref.Store.Indices(in.Op))
		if err != nil {
			return err
		}
		return f.store(in, memref.Store.Value(in.Op), memref.Store.Memref(in.Op), idx)
	}
	t[memref.Dim.Kind] = dim
	t[memref.Rank.Kind] = func(f *Frame, in *Instr) error {
		r, err := f.memref(in, memref.Rank.Memref(in.Op))
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(len(r.Sizes))))
		return nil
	}
	t[memref.Copy.Kind] = copyMemRef
	t[memref.GetGlobal.Kind] = getGlobal
	t[memref.Prefetch.Kind] = func(*Frame, *Instr) error { return nil }
	t[memref.AllocaScope.Kind] = func(f *Frame, in *Instr) error {
		results, err := f.Region(in, 0, nil)
		f.SetAll(in, results)
		return err
	}
	t[memref.AllocaScopeReturn.Kind] = Leave
	memrefViewOps(t)
	memrefAtomicOps(t)
}

// asError avoids the nil-pointer-in-interface trap of a *diag.Error.
func asError(e *diag.Error) error {
	if e == nil {
		return nil
	}
	return e
}

// memref returns an operand as a memref. Nothing can be done with a poison one.
func (f *Frame) memref(in *Instr, v *ir.Value) (*MemRef, error) {
	if r := f.Value(in, v).MemRef(); r != nil {
		return r, nil
	}
	return nil, ErrPoison
}

// load sets result 0 to the element of a memref at an index.
func (f *Frame) load(in *Instr, base *ir.Value, index []int64) error {
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	v, e := r.Load(index)
	f.Set(in, 0, v)
	return asError(e)
}

// store stores an operand in a memref at an index.
func (f *Frame) store(in *Instr, value, base *ir.Value, index []int64) error {
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	return asError(r.Store(index, f.Value(in, value)))
}

// indices reads operands as indices.
func (f *Frame) indices(in *Instr, vs []*ir.Value) ([]int64, error) {
	idx, next := make([]int64, len(vs)), 0
	for i, v := range vs {
		at := in.find(v, next)
		x := f.arg(in, at)
		if x.IsPoison() {
			return nil, ErrPoison
		}
		idx[i], next = int64(x.Bits), at+1
	}
	return idx, nil
}

func allocMemRef(f *Frame, in *Instr) error {
	t := memref.Alloc.Memref(in.Op).Type().(*ir.MemRefType)
	if t.NumLayoutSymbols() > 0 {
		return diag.Errorf("unsupported", "cannot simulate an allocation with symbols")
	}
	alloc := f.alloc
	if f.Exchange != nil && gpu.InWorkgroupMemory(t) {
		alloc = func(_ *ir.MemRefType, dyn []Value) (Value, error) {
			return f.allocShared(memref.Alloc.Memref(in.Op), dyn)
		}
	}
	v, err := alloc(t, f.Values(in, memref.Alloc.DynamicSizes(in.Op)))
	if err != nil {
		return err
	}
	f.Set(in, 0, v)
	if !memref.Alloca.Is(in.Op) {
		return nil
	}
	n := int64(len(v.MemRef().Mem.Bytes))
	f.autos += n
	return f.Stack.take((n + 3) &^ 3) // whole words
}

// reallocMemRef moves the elements to a new allocation and ends the life of the
// old one.
func reallocMemRef(f *Frame, in *Instr) error {
	source := memref.Realloc.Source(in.Op)
	old, err := f.memref(in, source)
	if err != nil {
		return err
	}
	var size []Value
	if dyn := memref.Realloc.DynamicResultSize(in.Op); dyn != nil {
		size = []Value{f.Value(in, dyn)}
	}
	v, err := f.alloc(memref.Realloc.Result(in.Op).Type().(*ir.MemRefType), size)
	if err != nil {
		return err
	}
	if err := f.dealloc(in, source); err != nil {
		return err
	}
	r := v.MemRef()
	bytes := min(r.Sizes[0], old.Sizes[0]) * int64(ElementBytes(r.Elem))
	if err := Move(r.Mem, r.Base, old.Mem, old.Base+old.Offset*int64(ElementBytes(old.Elem)), int(bytes)); err != nil {
		return err
	}
	f.Set(in, 0, v)
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
	m.allocs++
	name := "allocation " + num.JoinInts([]int64{int64(m.allocs)})
	if t.HasIdentityLayout() {
		r, err := Alloc(name, shape, t.Elem)
		if err != nil {
			return Value{}, err
		}
		return Value{Ref: r}, m.hold(int64(len(r.Mem.Bytes)))
	}
	strides, offset, ok := t.StridesAndOffset()
	if !ok {
		return Value{}, diag.Errorf("unsupported", "cannot simulate an allocation with layout %s", t.Layout)
	}
	span, err := span(offset, shape, strides)
	if err != nil {
		return Value{}, err
	}
	r, err := Alloc(name, []int64{span}, t.Elem)
	if err != nil {
		return Value{}, err
	}
	r.Offset, r.Sizes, r.Strides = offset, shape, strides
	return Value{Ref: r}, m.hold(int64(len(r.Mem.Bytes)))
}

// span returns the number of elements from the base of a memref to its last element.
func span(offset int64, sizes, strides []int64) (int64, *diag.Error) {
	end := offset
	for d, n := range sizes {
		if n == 0 {
			return 0, nil
		}
		if strides[d] < 0 || offset < 0 || (n-1) > maxAllocation/max(strides[d], 1) {
			return 0, diag.Errorf("alloc-size", "cannot allocate extents [%s] with offset %d and strides [%s]", num.JoinInts(sizes), offset, num.JoinInts(strides))
		}
		end += (n - 1) * strides[d]
	}
	return end + 1, nil
}

// dealloc ends the life of a memref.
func (f *Frame) dealloc(in *Instr, base *ir.Value) error {
	r, err := f.memref(in, base)
	if err != nil {
		return err
	}
	if f.Exchange != nil && gpu.InWorkgroupMemory(base.Type().(*ir.MemRefType)) {
		return nil // lives as long as the workgroup
	}
	if r.freed == nil {
		return diag.Errorf("dealloc", "%s was not allocated by the program", r.Mem.Name)
	}
	if *r.freed {
		return diag.Errorf("use-after-free", "%s was deallocated", r.name())
	}
	*r.freed = true
	return f.hold(-int64(len(r.Mem.Bytes)))
}

// dim is memref.dim and tensor.dim.
func dim(f *Frame, in *Instr) error {
	index := f.Value(in, memref.Dim.Index(in.Op))
	if index.IsPoison() {
		return ErrPoison
	}
	i := int64(index.Bits)
	var sizes []int64
	switch x := f.Value(in, memref.Dim.Source(in.Op)).Ref.(type) {
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

// UnknownSize is the extent of a memref that is known to its pointer only.
const UnknownSize = math.MaxInt64

func copyMemRef(f *Frame, in *Instr) error {
	return f.copyElements(in, memref.Copy.Source(in.Op), memref.Copy.Target(in.Op))
}

// copyElements copies all elements between memrefs of one shape.
func (f *Frame) copyElements(in *Instr, from, to *ir.Value) error {
	src, err := f.memref(in, from)
	if err != nil {
		return err
	}
	dst, err := f.memref(in, to)
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
		if err := f.worked(1); err != nil {
			return err
		}
		from := src.Base + src.linear(i)*int64(size)
		to := dst.Base + dst.linear(i)*int64(size)
		if err := moveElement(dst, to, src, from, size); err != nil {
			return err
		}
	}
	return nil
}

// getGlobal finds a memref.global, giving it memory on first use.
func getGlobal(f *Frame, in *Instr) error {
	ref := memref.GetGlobal.Name(in.Op)
	g := f.symbols.LookupFrom(in.Op, ref)
	if !memref.Global.Is(g) {
		return diag.Errorf("no-global", "there is no global %s", ref)
	}
	r := f.globals[g]
	if r == nil {
		t := memref.Global.Type(g)
		var err *diag.Error
		if r, err = Alloc("global "+ref.String(), t.Dims, t.Elem); err != nil {
			return err
		}
		if init, ok := memref.Global.InitialValue(g).(*ir.DenseAttr); ok {
			size := ElementBytes(t.Elem)
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
