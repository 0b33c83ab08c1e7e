package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/tensor"
	"optc/ir"
	"optc/num"
)

// tensorOps are the operations of tensor. A tensor is a *Vector whose shape is that
// of the value, not of the type; operations never change their operands.
func tensorOps(t Table) {
	t[tensor.Empty.Kind] = makeTensor(func(f *Frame, in *Instr, out *Vector) error {
		for i := range out.Elems {
			out.SetUndef(i)
		}
		return nil
	}, tensor.Empty.DynamicSizes)
	t[tensor.Splat.Kind] = makeTensor(func(f *Frame, in *Instr, out *Vector) error {
		x := f.Value(in, tensor.Splat.Input(in.Op))
		for i := range out.Elems {
			out.Set(i, x)
		}
		return nil
	}, tensor.Splat.DynamicSizes)
	t[tensor.FromElements.Kind] = makeTensor(func(f *Frame, in *Instr, out *Vector) error {
		for i, x := range f.Values(in, tensor.FromElements.Elements(in.Op)) {
			out.Set(i, x)
		}
		return nil
	}, nil)
	t[tensor.Generate.Kind] = makeTensor(func(f *Frame, in *Instr, out *Vector) error {
		return f.lanes(out.Shape, func(lane int, index []int64) error {
			return f.yielded(in, out, lane, index)
		})
	}, tensor.Generate.DynamicExtents)
	t[tensor.Yield.Kind] = Leave
	t[tensor.Dim.Kind] = dim
	t[tensor.Rank.Kind] = func(f *Frame, in *Instr) error {
		x, err := f.tensor(in, tensor.Rank.Tensor(in.Op))
		if err != nil {
			return err
		}
		f.Set(in, 0, Int(uint64(len(x.Shape))))
		return nil
	}
	t[tensor.Extract.Kind] = extractElement
	t[tensor.Insert.Kind] = insertElement
	t[tensor.Cast.Kind] = relabel(func(*Frame, *Instr, *Vector) error { return nil })
	t[tensor.Bitcast.Kind] = relabel(func(_ *Frame, in *Instr, x *Vector) error {
		x.Elem = ir.ElementOrSelf(tensor.Bitcast.Dest(in.Op).Type())
		return nil
	})
	t[tensor.Reshape.Kind] = relabel(reshapeTensor)
	t[tensor.ExpandShape.Kind] = relabel(expandTensor)
	t[tensor.CollapseShape.Kind] = relabel(collapseTensor)
	tensorSliceOps(t)
}

// tensor returns an operand as a tensor or vector. A poison operand of static shape
// becomes one whose elements are all poison.
func (f *Frame) tensor(in *Instr, v *ir.Value) (*Vector, error) {
	if x := f.Value(in, v).Vector(); x != nil {
		return x, nil
	}
	t, ok := v.Type().(ir.ShapedType)
	if !ok || !ir.HasStaticShape(t) {
		return nil, ErrPoison
	}
	x := VectorLike(t)
	for k := range x.Elems {
		x.SetUndef(k)
	}
	return x, nil
}

// newTensor returns a tensor of zeros, unless an extent is negative or there are
// too many elements.
func newTensor(shape []int64, elem ir.Type) (*Vector, error) {
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

// makeTensor makes an operation of a function that fills a new tensor, whose
// unknown extents are the operands that sizes returns; nil: it has none.
func makeTensor(fill func(f *Frame, in *Instr, out *Vector) error, sizes func(*ir.Operation) []*ir.Value) Func {
	return func(f *Frame, in *Instr) error {
		t := in.Op.Result(0).Type().(*ir.TensorType)
		shape := slices.Clone(t.Dims)
		if sizes != nil {
			dyn, err := f.indices(in, sizes(in.Op))
			if err != nil {
				return err
			}
			for d, n := range shape {
				if n == ir.Dynamic {
					shape[d], dyn = dyn[0], dyn[1:]
				}
			}
		}
		out, err := newTensor(shape, t.Elem)
		if err != nil {
			return err
		}
		f.Set(in, 0, Value{Ref: out})
		return fill(f, in, out)
	}
}

// yielded stores what the region of an operation yields for an index.
func (f *Frame) yielded(in *Instr, out *Vector, at int, index []int64) error {
	args := make([]Value, len(index))
	for d, i := range index {
		args[d] = Int(uint64(i))
	}
	vs, err := f.Region(in, 0, args)
	if err != nil {
		return err
	}
	out.Set(at, vs[0])
	return nil
}

// relabel makes an operation of a function that gives a tensor, the first operand,
// another shape or element type without moving elements. What the result type says of the shape
// must be true.
func relabel(change func(f *Frame, in *Instr, x *Vector) error) Func {
	return func(f *Frame, in *Instr) error {
		source, err := f.tensor(in, tensor.Cast.Source(in.Op))
		if err != nil {
			return err
		}
		x := *source
		if err := change(f, in, &x); err != nil {
			return err
		}
		f.Set(in, 0, Value{Ref: &x})
		return hasType(x.Shape, in.Op.Result(0).Type())
	}
}

// hasType tells whether a tensor of a shape may have a type.
func hasType(shape []int64, t ir.Type) error {
	r, ranked := t.(*ir.TensorType)
	if !ranked {
		return nil
	}
	if len(r.Dims) != len(shape) {
		return diag.Errorf("cast", "the rank is %d, but the result type has %d", len(shape), len(r.Dims))
	}
	for d, n := range r.Dims {
		if n != ir.Dynamic && n != shape[d] {
			return diag.Errorf("cast", "extent %d is %d, but the result type has %d", d, shape[d], n)
		}
	}
	return nil
}

// element returns the row-major position of an element.
func (f *Frame) element(in *Instr, x *Vector, indices []*ir.Value) (int, error) {
	index, err := f.indices(in, indices)
	if err != nil {
		return 0, err
	}
	for d, i := range index {
		if i < 0 || i >= x.Shape[d] {
			return 0, diag.Errorf("out-of-bounds", "index %d of dimension %d is outside its extent %d", i, d, x.Shape[d])
		}
	}
	return x.linear(index), nil
}

func extractElement(f *Frame, in *Instr) error {
	x, err := f.tensor(in, tensor.Extract.Tensor(in.Op))
	if err != nil {
		return err
	}
	at, err := f.element(in, x, tensor.Extract.Indices(in.Op))
	if err != nil {
		return err
	}
	f.Set(in, 0, x.At(at))
	return nil
}

func insertElement(f *Frame, in *Instr) error {
	dest, err := f.tensor(in, tensor.Insert.Dest(in.Op))
	if err != nil {
		return err
	}
	at, err := f.element(in, dest, tensor.Insert.Indices(in.Op))
	if err != nil {
		return err
	}
	out := dest.Clone()
	out.Set(at, f.Value(in, tensor.Insert.Scalar(in.Op)))
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// reshapeTensor reads the new extents from another tensor.
func reshapeTensor(f *Frame, in *Instr, x *Vector) error {
	from, err := f.tensor(in, tensor.Reshape.Shape(in.Op))
	if err != nil {
		return err
	}
	shape := make([]int64, len(from.Elems))
	for d := range shape {
		if from.IsUndef(d) {
			return ErrPoison
		}
		shape[d] = signed(from.Elem, from.Elems[d])
	}
	if n, ok := ir.NumElements(shape); !ok || n != int64(len(x.Elems)) || slices.ContainsFunc(shape, func(n int64) bool { return n < 0 }) {
		return diag.Errorf("reshape", "cannot reshape extents [%s] to [%s]", num.JoinInts(x.Shape), num.JoinInts(shape))
	}
	x.Shape = shape
	return nil
}

func expandTensor(f *Frame, in *Instr, x *Vector) error {
	shape, err := f.list(in, tensor.ExpandShape.OutputShape)
	if err != nil {
		return err
	}
	for g, dims := range tensor.ExpandShape.Reassociation(in.Op) {
		var group []int64
		for _, d := range dims {
			group = append(group, shape[d])
		}
		if n, ok := ir.NumElements(group); !ok || n != x.Shape[g] || slices.ContainsFunc(group, func(n int64) bool { return n < 0 }) {
			return diag.Errorf("expand", "expected extents [%s] to have the %d elements of dimension %d", num.JoinInts(group), x.Shape[g], g)
		}
	}
	x.Shape = shape
	return nil
}

func collapseTensor(_ *Frame, in *Instr, x *Vector) error {
	var shape []int64
	for _, dims := range tensor.CollapseShape.Reassociation(in.Op) {
		n := int64(1)
		for _, d := range dims {
			n *= x.Shape[d]
		}
		shape = append(shape, n)
	}
	x.Shape = shape
	return nil
}
