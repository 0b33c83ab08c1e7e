package sim

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
)

// AsError avoids the nil-pointer-in-interface trap of a *diag.Error.
func AsError(e *diag.Error) error {
	if e == nil {
		return nil
	}
	return e
}

// MemRef returns an operand as a memref. A poison memref is an error.
func (f *Frame) MemRef(in *Instr, v *ir.Value) (*MemRef, error) {
	if r := f.Value(in, v).MemRef(); r != nil {
		return r, nil
	}
	return nil, ErrPoison
}

// Load sets result 0 to the element of a memref at an index.
func (f *Frame) Load(in *Instr, base *ir.Value, index []int64) error {
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	v, e := r.Load(index)
	f.Set(in, 0, v)
	return AsError(e)
}

// Store stores an operand in a memref at an index.
func (f *Frame) Store(in *Instr, value, base *ir.Value, index []int64) error {
	r, err := f.MemRef(in, base)
	if err != nil {
		return err
	}
	return AsError(r.Store(index, f.Value(in, value)))
}

// Indices reads operands as indices.
func (f *Frame) Indices(in *Instr, vs []*ir.Value) ([]int64, error) {
	idx, next := make([]int64, len(vs)), 0
	for i, v := range vs {
		at := in.Find(v, next)
		x := f.arg(in, at)
		if x.IsPoison() {
			return nil, ErrPoison
		}
		idx[i], next = int64(x.Bits), at+1
	}
	return idx, nil
}

// Mixed reads indices, some of which are operands.
func (f *Frame) Mixed(in *Instr, ms []ir.Mixed) ([]int64, error) {
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

// Tensor returns an operand as a tensor or vector. A poison operand of static shape
// becomes a tensor whose elements are all poison.
func (f *Frame) Tensor(in *Instr, v *ir.Value) (*Vector, error) {
	if x := f.Value(in, v).Vector(); x != nil {
		return x, nil
	}
	t, ok := v.Type().(ir.ShapedType)
	if !ok || !ir.HasStaticShape(t) {
		return nil, ErrPoison
	}
	x := VectorLike(t)
	for k := range x.Len() {
		x.SetUndef(k)
	}
	return x, nil
}

// NewTensor returns a tensor of zeros, unless an extent is negative or there are
// too many elements.
func NewTensor(shape []int64, elem ir.Type) (*Vector, error) {
	n := int64(1)
	for d, extent := range shape {
		if extent < 0 {
			return nil, diag.Errorf("alloc-size", "extent %d of a tensor is negative: %d", d, extent)
		}
		n = ir.MulSaturated(n, min(extent, maxElements+1))
		if n > maxElements {
			return nil, diag.Errorf("alloc-size", "a tensor of extents [%s] has more than %d elements", num.JoinInts(shape), maxElements)
		}
	}
	return NewVector(shape, elem), nil
}

// Vector returns an operand as a vector. A poison operand becomes a vector whose
// elements are all poison.
func (f *Frame) Vector(in *Instr, operand *ir.Value) *Vector {
	v := f.Value(in, operand)
	if x := v.Vector(); x != nil {
		return x
	}
	t, ok := operand.Type().(*ir.VectorType)
	if !ok {
		t = ir.Vector(nil, operand.Type())
	}
	x := VectorLike(t)
	for k := range x.Len() {
		x.Set(k, v)
	}
	return x
}

// ResultVector returns a fresh vector for result 0.
func ResultVector(in *Instr) *Vector { return VectorLike(in.Op.Result(0).Type().(*ir.VectorType)) }

// SetShaped stores a vector, or its only element, as result i.
func (f *Frame) SetShaped(in *Instr, i int, v *Vector) {
	if _, ok := in.Op.Result(i).Type().(*ir.VectorType); ok {
		f.Set(in, i, Value{Ref: v})
		return
	}
	f.Set(in, i, v.At(0))
}
