package sim

import (
	"slices"

	"optc/diag"
	"optc/dialect/tensor"
	"optc/dialect/view"
	"optc/ir"
	"optc/num"
)

// tensorSliceOps are the operations of tensor that move parts of tensors.
func tensorSliceOps(t Table) {
	t[tensor.ExtractSlice.Kind] = extractTensorSlice
	t[tensor.InsertSlice.Kind] = insertTensorSlice
	t[tensor.ParallelInsertSlice.Kind] = func(f *Frame, in *Instr) error {
		s, err := f.slice(in, tensor.ParallelInsertSlice.Slice, tensor.ParallelInsertSlice.Source(in.Op))
		if err != nil {
			return err
		}
		source, err := f.tensor(in, tensor.ParallelInsertSlice.Source(in.Op))
		f.Leave(append(f.done, Value{Ref: &insertion{in.Op, source, s}}))
		return err
	}
	t[tensor.Pad.Kind] = padTensor
	t[tensor.Concat.Kind] = concatTensors
	t[tensor.Gather.Kind] = gatherTensor
	t[tensor.Scatter.Kind] = scatterTensor
}

// tensorSlice are the offsets, sizes and strides of a slice, and which of its
// dimensions of size 1 the type of the part lacks.
type tensorSlice struct {
	offsets, sizes, strides []int64
	dropped                 []bool
}

// slice reads the lists of a slice, which part is.
func (f *Frame) slice(in *Instr, lists view.Slice, part *ir.Value) (s *tensorSlice, err error) {
	s = &tensorSlice{}
	if s.offsets, s.sizes, s.strides, err = f.window(in, lists); err != nil {
		return nil, err
	}
	static := lists.Sizes.Static(in.Op)
	dims := part.Type().(*ir.TensorType).Dims
	s.dropped = make([]bool, len(static))
	k := len(dims) - 1
	for d, n := range slices.Backward(static) {
		if k < 0 || n == 1 && dims[k] != 1 {
			s.dropped[d] = true
		} else {
			k--
		}
	}
	return s, nil
}

// shape returns the extents of the part.
func (s *tensorSlice) shape() []int64 {
	var shape []int64
	for d, n := range s.sizes {
		if !s.dropped[d] {
			shape = append(shape, n)
		}
	}
	return shape
}

// within checks that the slice stays inside a shape.
func (s *tensorSlice) within(shape []int64) error {
	for d, extent := range shape {
		if err := inExtent("slice", d, s.offsets[d], s.sizes[d], s.strides[d], extent); err != nil {
			return err
		}
	}
	return nil
}

// each calls visit with the number of every element of the part in row-major order
// and its place in whole.
func (s *tensorSlice) each(f *Frame, whole *Vector, visit func(i, at int)) error {
	if err := s.within(whole.Shape); err != nil {
		return err
	}
	steps := Strides(whole.Shape)
	return f.lanes(s.sizes, func(i int, index []int64) error {
		at := int64(0)
		for d, k := range index {
			at += (s.offsets[d] + k*s.strides[d]) * steps[d]
		}
		visit(i, int(at))
		return nil
	})
}

func extractTensorSlice(f *Frame, in *Instr) error {
	whole, err := f.tensor(in, tensor.ExtractSlice.Source(in.Op))
	if err != nil {
		return err
	}
	s, err := f.slice(in, tensor.ExtractSlice.Slice, tensor.ExtractSlice.Result(in.Op))
	if err != nil {
		return err
	}
	if err := s.within(whole.Shape); err != nil {
		return err
	}
	out, err := newTensor(s.shape(), whole.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	if err := hasType(out.Shape, in.Op.Result(0).Type()); err != nil {
		return err
	}
	return s.each(f, whole, func(i, at int) { out.Set(i, whole.At(at)) })
}

// write stores a part in dest.
func (s *tensorSlice) write(f *Frame, dest, part *Vector) error {
	if shape := s.shape(); !slices.Equal(shape, part.Shape) {
		return diag.Errorf("copy-shape", "expected a source of extents [%s], but got [%s]", num.JoinInts(shape), num.JoinInts(part.Shape))
	}
	return s.each(f, dest, func(i, at int) { dest.Set(at, part.At(i)) })
}

func insertTensorSlice(f *Frame, in *Instr) error {
	part, err := f.tensor(in, tensor.InsertSlice.Source(in.Op))
	if err != nil {
		return err
	}
	dest, err := f.tensor(in, tensor.InsertSlice.Dest(in.Op))
	if err != nil {
		return err
	}
	s, err := f.slice(in, tensor.InsertSlice.Slice, tensor.InsertSlice.Source(in.Op))
	if err != nil {
		return err
	}
	out := dest.Clone()
	f.Set(in, 0, Value{Ref: out})
	return s.write(f, out, part)
}

// insertion is what one thread of scf.forall inserts into a shared output.
type insertion struct {
	op    *ir.Operation
	part  *Vector
	slice *tensorSlice
}

func padTensor(f *Frame, in *Instr) error {
	source, err := f.tensor(in, tensor.Pad.Source(in.Op))
	if err != nil {
		return err
	}
	low, err := f.list(in, tensor.Pad.Low)
	if err != nil {
		return err
	}
	high, err := f.list(in, tensor.Pad.High)
	if err != nil {
		return err
	}
	shape := make([]int64, len(low))
	for d, n := range source.Shape {
		if low[d] < 0 || high[d] < 0 {
			return diag.Errorf("alloc-size", "the padding of dimension %d is negative: %d and %d", d, low[d], high[d])
		}
		shape[d] = ir.AddSaturated(ir.AddSaturated(n, low[d]), high[d])
	}
	out, err := newTensor(shape, source.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	if err := hasType(shape, in.Op.Result(0).Type()); err != nil {
		return err
	}
	inner := make([]int64, len(shape))
	return f.lanes(shape, func(lane int, index []int64) error {
		for d, i := range index {
			if inner[d] = i - low[d]; inner[d] < 0 || inner[d] >= source.Shape[d] {
				return f.yielded(in, out, lane, index)
			}
		}
		out.Set(lane, source.At(source.linear(inner)))
		return nil
	})
}

func concatTensors(f *Frame, in *Instr) error {
	dim := int(tensor.Concat.Dim(in.Op))
	inputs := tensor.Concat.Inputs(in.Op)
	parts := make([]*Vector, len(inputs))
	for i, v := range inputs {
		x, err := f.tensor(in, v)
		if err != nil {
			return err
		}
		parts[i] = x
	}
	shape := slices.Clone(parts[0].Shape)
	for _, x := range parts[1:] {
		for d, n := range x.Shape {
			if d == dim {
				shape[d] += n
			} else if n != shape[d] {
				return diag.Errorf("copy-shape", "expected operands of extent %d in dimension %d, but got %d", shape[d], d, n)
			}
		}
	}
	out, err := newTensor(shape, parts[0].Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	first := int64(0)
	for _, x := range parts {
		steps := Strides(shape)
		err := f.lanes(x.Shape, func(lane int, index []int64) error {
			at := first * steps[dim]
			for d, i := range index {
				at += i * steps[d]
			}
			out.Set(int(at), x.At(lane))
			return nil
		})
		if err != nil {
			return err
		}
		first += x.Shape[dim]
	}
	return hasType(shape, in.Op.Result(0).Type())
}

// coordinates calls visit with the number of every coordinate of a gather or
// scatter, and the place of every element of its slice of whole.
func coordinates(f *Frame, whole, indices *Vector, dims []int64, visit func(k, at int) error) error {
	slice, steps := slices.Clone(whole.Shape), Strides(whole.Shape)
	for _, d := range dims {
		slice[d] = 1
	}
	n := len(dims)
	for k := range len(indices.Elems) / n {
		first := int64(0)
		for j, d := range dims {
			if indices.IsUndef(k*n + j) {
				return ErrPoison
			}
			i := signed(indices.Elem, indices.Elems[k*n+j])
			if i < 0 || i >= whole.Shape[d] {
				return diag.Errorf("out-of-bounds", "coordinate %d of dimension %d is outside its extent %d", i, d, whole.Shape[d])
			}
			first += i * steps[d]
		}
		err := f.lanes(slice, func(_ int, index []int64) error {
			at := first
			for d, j := range index {
				at += j * steps[d]
			}
			return visit(k, int(at))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// coordinateShape returns the extents that the slices of a gather or scatter have
// together, with or without the dimensions of the coordinates.
func coordinateShape(whole, indices *Vector, dims []int64, rank int) []int64 {
	shape := slices.Clone(indices.Shape[:len(indices.Shape)-1])
	full := len(shape)+len(whole.Shape) == rank
	for d, n := range whole.Shape {
		if !slices.Contains(dims, int64(d)) {
			shape = append(shape, n)
		} else if full {
			shape = append(shape, 1)
		}
	}
	return shape
}

func gatherTensor(f *Frame, in *Instr) error {
	source, err := f.tensor(in, tensor.Gather.Source(in.Op))
	if err != nil {
		return err
	}
	indices, err := f.tensor(in, tensor.Gather.Indices(in.Op))
	if err != nil {
		return err
	}
	dims := tensor.Gather.GatherDims(in.Op)
	t := tensor.Gather.Result(in.Op).Type().(*ir.TensorType)
	out, err := newTensor(coordinateShape(source, indices, dims, len(t.Dims)), source.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, Value{Ref: out})
	next := 0
	return coordinates(f, source, indices, dims, func(_, at int) error {
		out.Set(next, source.At(at))
		next++
		return nil
	})
}

func scatterTensor(f *Frame, in *Instr) error {
	var operands [3]*Vector
	for i, v := range [...]*ir.Value{tensor.Scatter.Source(in.Op), tensor.Scatter.Dest(in.Op), tensor.Scatter.Indices(in.Op)} {
		x, err := f.tensor(in, v)
		if err != nil {
			return err
		}
		operands[i] = x
	}
	source, dest, indices := operands[0], operands[1], operands[2]
	dims := tensor.Scatter.ScatterDims(in.Op)
	if shape := coordinateShape(dest, indices, dims, len(source.Shape)); !slices.Equal(shape, source.Shape) {
		return diag.Errorf("copy-shape", "expected a source of extents [%s], but got [%s]", num.JoinInts(shape), num.JoinInts(source.Shape))
	}
	out := dest.Clone()
	f.Set(in, 0, Value{Ref: out})
	next, written := 0, make([]bool, len(out.Elems))
	return coordinates(f, dest, indices, dims, func(k, at int) error {
		if written[at] {
			return diag.Errorf("unsupported", "coordinate %d of the scatter occurs twice", k)
		}
		written[at] = true
		out.Set(at, source.At(next))
		next++
		return nil
	})
}
