package sim

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Container is the source or destination of a transfer: a memref, or a tensor value.
type Container interface {
	Extents() []int64
	Load(index []int64) (Value, *diag.Error)
	Store(index []int64, v Value) *diag.Error
}

// Extents returns the sizes of the dimensions.
func (r *MemRef) Extents() []int64 { return r.Sizes }

// Extents returns the sizes of the dimensions.
func (v *Vector) Extents() []int64 { return v.Shape }

// Load returns the element at an index, which is in bounds.
func (v *Vector) Load(i []int64) (Value, *diag.Error) { return v.At(v.Linear(i)), nil }

// Store replaces the element at an index, which is in bounds.
func (v *Vector) Store(i []int64, x Value) *diag.Error { v.Set(v.Linear(i), x); return nil }

// Linear returns the row-major position of an index, which must be in bounds.
func (v *Vector) Linear(index []int64) int {
	at := int64(0)
	for d, i := range index {
		at = at*v.Shape[d] + i
	}
	return int(at)
}

// AsContainer returns v as a container to transfer elements from.
func AsContainer(v Value) (Container, *diag.Error) {
	if c, ok := v.Ref.(Container); ok {
		return c, nil
	}
	return nil, diag.Errorf("poison", "transfer of a poison value")
}

// AsTarget returns v as the destination of a transfer; a tensor is copied, because
// tensors are values.
func AsTarget(v Value) (Container, *diag.Error) {
	if x := v.Vector(); x != nil {
		return x.Clone(), nil
	}
	return AsContainer(v)
}

// Access describes a transfer: the place of each lane d in memory, and the guards.
type Access struct {
	Shape []int64 // shape of the vector
	// place computes the memory index of a lane.
	Place func(lane, at []int64) error
	// Guarded dimensions of memory may be out of bounds: reads there give the padding,
	// and writes there have no effect. nil: no dimension is guarded.
	Guarded []bool
	Mask    *Vector
	MaskAt  []int // vector dimension of each mask dimension
	// Poisoned is set if the mask as a whole is poison.
	Poisoned bool
	at       []int64
}

// Each calls visit for each lane that is neither masked off nor out of bounds in a guarded
// dimension, and skip for the other lanes.
func (a *Access) Each(f *Frame, extents []int64, visit func(lane int, at []int64) error, skip func(lane int)) error {
	if a.Poisoned {
		return ErrPoison
	}
	a.at = make([]int64, len(extents))
	return f.Lanes(a.Shape, func(lane int, index []int64) error {
		if a.Mask != nil {
			m := 0
			for q, d := range a.MaskAt {
				m = m*int(a.Mask.Shape[q]) + int(index[d])
			}
			if len(a.MaskAt) == 0 {
				m = 0
			}
			if a.Mask.IsUndef(m) {
				return ErrPoison
			}
			if a.Mask.Bits(m) == 0 {
				skip(lane)
				return nil
			}
		}
		if err := a.Place(index, a.at); err != nil {
			return err
		}
		for k, i := range a.at {
			if a.Guarded != nil && a.Guarded[k] && (i < 0 || i >= extents[k]) {
				skip(lane)
				return nil
			}
		}
		return visit(lane, a.at)
	})
}

// Read sets the lanes of out to elements of a container, or to padding.
func (a *Access) Read(f *Frame, from Container, out *Vector, padding Value) error {
	return a.Each(f, from.Extents(), func(lane int, at []int64) error {
		if m, ok := from.(*Vector); ok && !Inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		v, err := from.Load(at)
		if err != nil {
			return err
		}
		setLane(out, lane, v)
		return nil
	}, func(lane int) { setLane(out, lane, padding) })
}

// Write stores the lanes of v in a container.
func (a *Access) Write(f *Frame, to Container, v *Vector) error {
	return a.Each(f, to.Extents(), func(lane int, at []int64) error {
		if m, ok := to.(*Vector); ok && !Inside(m.Shape, at) {
			return diag.Errorf("out-of-bounds", "index [%s] is outside the extents [%s]", num.JoinInts(at), num.JoinInts(m.Shape))
		}
		return AsError(to.Store(at, v.At(lane)))
	}, func(int) {})
}

// Inside reports whether an index is in bounds of a shape.
func Inside(shape, at []int64) bool {
	for k, i := range at {
		if i < 0 || i >= shape[k] {
			return false
		}
	}
	return true
}

// setLane stores a scalar, or a vector element of a memref of vectors, as a lane.
func setLane(out *Vector, lane int, v Value) {
	x := v.Vector()
	if x == nil {
		out.Set(lane, v)
		return
	}
	for i := range x.Len() {
		out.Set(lane*x.Len()+i, x.At(i))
	}
}

// ReadFrom runs a read of a vector.
func (f *Frame) ReadFrom(in *Instr, a *Access, t *ir.VectorType, base, padding Value) error {
	from, e := AsContainer(base)
	if e != nil {
		return e
	}
	out := VectorLike(t)
	if err := a.Read(f, from, out, padding); err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// writesNothing reports whether the mask turns all elements off.
func (a *Access) writesNothing() bool {
	if a.Mask == nil || a.Poisoned {
		return false
	}
	for i := range a.Mask.Len() {
		if a.Mask.IsUndef(i) || a.Mask.Bits(i) != 0 {
			return false
		}
	}
	return true
}

// WriteTo executes a write, and sets the result if the base is a tensor.
func (f *Frame) WriteTo(in *Instr, a *Access, vec, base Value) error {
	to, e := AsTarget(base)
	if e != nil {
		return e
	}
	v := vec.Vector()
	if v == nil || v.allUndef() {
		if a.writesNothing() {
			f.SetAll(in, []Value{{Ref: to}})
			return nil
		}
		if f.Symbols != nil { // defined, but without a useful result
			return diag.Errorf("symbol", "writes a vector of poison")
		}
		return ErrPoison
	}
	if err := a.Write(f, to, v); err != nil {
		return err
	}
	f.SetAll(in, []Value{{Ref: to}})
	return nil
}

// Trailing returns the access of a vector at an index of a memref: its dimensions are the memref's
// last dimensions, in bounds. Dimensions that a memref of lower rank does not have count as one
// element.
func Trailing(shape, base []int64, m *Vector) *Access {
	a := &Access{Shape: shape, Mask: m}
	lead := len(base) - len(shape)
	a.Place = func(lane, at []int64) error {
		copy(at, base)
		for d, i := range lane {
			if lead+d >= 0 {
				at[lead+d] += i
			} else if i != 0 {
				return diag.Errorf("out-of-bounds", "lane [%s] of the vector is outside memory of rank %d", num.JoinInts(lane), len(at))
			}
		}
		return nil
	}
	for d := range shape {
		a.MaskAt = append(a.MaskAt, d)
	}
	return a
}

// LoadVector reads the result from a memref.
func (f *Frame) LoadVector(in *Instr, base *ir.Value, idx []int64) error {
	out := ResultVector(in)
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	if _, ofVectors := r.Elem.(*ir.VectorType); ofVectors {
		v, e := r.Load(idx)
		f.Set(in, 0, v)
		return AsError(e)
	}
	if addr, ok := r.line(idx, out.Shape); ok {
		err = r.loadLine(f, addr, idx, out)
	} else {
		err = Trailing(out.Shape, idx, nil).Read(f, r, out, Poison)
	}
	if err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// StoreVector writes an operand to a memref.
func (f *Frame) StoreVector(in *Instr, value, base *ir.Value, idx []int64) error {
	v := f.Vector(in, value)
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	if _, ofVectors := r.Elem.(*ir.VectorType); ofVectors {
		return AsError(r.Store(idx, Value{Ref: v}))
	}
	if addr, ok := r.line(idx, v.Shape); ok {
		return r.storeLine(f, addr, v)
	}
	return Trailing(v.Shape, idx, nil).Write(f, r, v)
}

// line returns the address of the elements of a vector of one dimension that begins at index. ok is
// false unless they are contiguous and in bounds, and no window bounds the accesses.
func (r *MemRef) line(index, shape []int64) (addr int64, ok bool) {
	last := len(r.Sizes) - 1
	if len(shape) != 1 || last < 0 || last >= len(index) || r.Strides[last] != 1 || r.Window != nil || index[last] > r.Sizes[last]-shape[0] {
		return 0, false
	}
	addr, err := r.Addr(index)
	return addr, err == nil
}

// loadLine reads the elements of out, beginning at addr, which is the address of index.
func (r *MemRef) loadLine(f *Frame, addr int64, index []int64, out *Vector) error {
	size := ElementBytes(r.Elem)
	for i := range out.Len() {
		v, written, err := r.Mem.loadNumber(addr+int64(i*size), r.Elem)
		if err != nil {
			return err
		}
		switch {
		case !written && r.Mem.symbols != nil:
			v = Poison
		case !written:
			at := slices.Clone(index)
			at[len(at)-1] += int64(i)
			return r.uninitialized(at)
		}
		out.Set(i, v)
	}
	return f.Worked(int64(out.Len()))
}

// storeLine writes the elements of v, beginning at addr.
func (r *MemRef) storeLine(f *Frame, addr int64, v *Vector) error {
	size := ElementBytes(r.Elem)
	for i := range v.Len() {
		if err := r.Mem.storeNumber(addr+int64(i*size), size, v.At(i)); err != nil {
			return err
		}
	}
	return f.Worked(int64(v.Len()))
}
