package tensor

import (
	"slices"

	"optc/diag"
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// sliceMeanings are the operations of tensor that move parts of tensors.
func sliceMeanings() sim.Table {
	return sim.Table{
		ExtractSliceOp{}.Kind(): extractTensorSlice,
		InsertSliceOp{}.Kind():  insertTensorSlice,
		ParallelInsertSliceOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			parallelInsertSlice := ir.Cast[ParallelInsertSliceOp](in.Op)
			s, err := readSlice(f, in, insertLists, parallelInsertSlice.Source())
			if err != nil {
				return err
			}
			source, err := f.Tensor(in, parallelInsertSlice.Source())
			f.AddResult(sim.Value{Ref: &Insertion{in.Op, source, s}})
			return err
		},
		PadOp{}.Kind():     padTensor,
		ConcatOp{}.Kind():  concatTensors,
		GatherOp{}.Kind():  gatherTensor,
		ScatterOp{}.Kind(): scatterTensor,
	}
}

// tensorSlice holds the offsets, sizes and strides of a slice, and which of its dimensions of size
// 1 the type of the part omits.
type tensorSlice struct {
	offsets, sizes, strides []int64
	dropped                 []bool
}

// readSlice reads the lists of a slice, which part is.
func readSlice(f *sim.Frame, in *sim.Instr, lists view.Slice, part *ir.Value) (s *tensorSlice, err error) {
	s = &tensorSlice{}
	if s.offsets, s.sizes, s.strides, err = view.ReadSlice(f, in, lists); err != nil {
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
		if err := view.CheckExtent("slice", d, s.offsets[d], s.sizes[d], s.strides[d], extent); err != nil {
			return err
		}
	}
	return nil
}

// each calls visit for every element of the part in row-major order, with the number of
// the element and its place in whole.
func (s *tensorSlice) each(f *sim.Frame, whole *sim.Vector, visit func(i, at int)) error {
	if err := s.within(whole.Shape); err != nil {
		return err
	}
	steps := sim.Strides(whole.Shape)
	return f.Lanes(s.sizes, func(i int, index []int64) error {
		at := int64(0)
		for d, k := range index {
			at += (s.offsets[d] + k*s.strides[d]) * steps[d]
		}
		visit(i, int(at))
		return nil
	})
}

func extractTensorSlice(f *sim.Frame, in *sim.Instr) error {
	extractSlice := ir.Cast[ExtractSliceOp](in.Op)
	whole, err := f.Tensor(in, extractSlice.Source())
	if err != nil {
		return err
	}
	s, err := readSlice(f, in, extractLists, extractSlice.Result())
	if err != nil {
		return err
	}
	if err := s.within(whole.Shape); err != nil {
		return err
	}
	out, err := sim.NewTensor(s.shape(), whole.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	if err := sim.CheckShape(out.Shape, in.Op.Result(0).Type()); err != nil {
		return err
	}
	return s.each(f, whole, func(i, at int) { out.Set(i, whole.At(at)) })
}

// write stores a part in dest.
func (s *tensorSlice) write(f *sim.Frame, dest, part *sim.Vector) error {
	if shape := s.shape(); !slices.Equal(shape, part.Shape) {
		return diag.Errorf("copy-shape", "expected a source of extents [%s], but got [%s]", num.JoinInts(shape), num.JoinInts(part.Shape))
	}
	return s.each(f, dest, func(i, at int) { dest.Set(at, part.At(i)) })
}

func insertTensorSlice(f *sim.Frame, in *sim.Instr) error {
	insertSlice := ir.Cast[InsertSliceOp](in.Op)
	part, err := f.Tensor(in, insertSlice.Source())
	if err != nil {
		return err
	}
	dest, err := f.Tensor(in, insertSlice.Dest())
	if err != nil {
		return err
	}
	s, err := readSlice(f, in, insertLists, insertSlice.Source())
	if err != nil {
		return err
	}
	out := dest.Clone()
	f.Set(in, 0, sim.Value{Ref: out})
	return s.write(f, out, part)
}

// Insertion is the slice that a thread of scf.forall inserts into a shared output.
type Insertion struct {
	op    *ir.Operation // tensor.parallel_insert_slice
	part  *sim.Vector
	slice *tensorSlice
}

// Dest returns the shared output.
func (n *Insertion) Dest() *ir.Value { return ir.Cast[ParallelInsertSliceOp](n.op).Dest() }

// Insert writes the part into out, the value of the shared output.
func (n *Insertion) Insert(f *sim.Frame, out *sim.Vector) error {
	if err := n.slice.write(f, out, n.part); err != nil {
		return sim.LocateError(n.op, err)
	}
	return nil
}

func padTensor(f *sim.Frame, in *sim.Instr) error {
	source, err := f.Tensor(in, ir.Cast[PadOp](in.Op).Source())
	if err != nil {
		return err
	}
	low, err := view.ReadList(f, in, padLow)
	if err != nil {
		return err
	}
	high, err := view.ReadList(f, in, padHigh)
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
	out, err := sim.NewTensor(shape, source.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	if err := sim.CheckShape(shape, in.Op.Result(0).Type()); err != nil {
		return err
	}
	inner := make([]int64, len(shape))
	return f.Lanes(shape, func(lane int, index []int64) error {
		for d, i := range index {
			if inner[d] = i - low[d]; inner[d] < 0 || inner[d] >= source.Shape[d] {
				return storeYielded(f, in, out, lane, index)
			}
		}
		out.Set(lane, source.At(source.Linear(inner)))
		return nil
	})
}

func concatTensors(f *sim.Frame, in *sim.Instr) error {
	concat := ir.Cast[ConcatOp](in.Op)
	dim := int(concat.Dim())
	inputs := concat.Inputs()
	parts := make([]*sim.Vector, len(inputs))
	for i, v := range inputs {
		x, err := f.Tensor(in, v)
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
	out, err := sim.NewTensor(shape, parts[0].Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	first := int64(0)
	for _, x := range parts {
		steps := sim.Strides(shape)
		err := f.Lanes(x.Shape, func(lane int, index []int64) error {
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
	return sim.CheckShape(shape, in.Op.Result(0).Type())
}

// coordinates calls visit for every coordinate of a gather or scatter, with its number and the
// places in whole of the elements of its slice.
func coordinates(f *sim.Frame, whole, indices *sim.Vector, dims []int64, visit func(k, at int) error) error {
	slice, steps := slices.Clone(whole.Shape), sim.Strides(whole.Shape)
	for _, d := range dims {
		slice[d] = 1
	}
	n := len(dims)
	for k := range indices.Len() / n {
		first := int64(0)
		for j, d := range dims {
			if indices.IsUndef(k*n + j) {
				return sim.ErrPoison
			}
			i := sim.Signed(indices.Elem, indices.Bits(k*n+j))
			if i < 0 || i >= whole.Shape[d] {
				return diag.Errorf("out-of-bounds", "coordinate %d of dimension %d is outside its extent %d", i, d, whole.Shape[d])
			}
			first += i * steps[d]
		}
		err := f.Lanes(slice, func(_ int, index []int64) error {
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

// coordinateShape returns the extents of all slices of a gather or scatter together, with
// or without the dimensions of the coordinates.
func coordinateShape(whole, indices *sim.Vector, dims []int64, rank int) []int64 {
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

func gatherTensor(f *sim.Frame, in *sim.Instr) error {
	gather := ir.Cast[GatherOp](in.Op)
	source, err := f.Tensor(in, gather.Source())
	if err != nil {
		return err
	}
	indices, err := f.Tensor(in, gather.Indices())
	if err != nil {
		return err
	}
	dims := gather.GatherDims()
	t := gather.Result().Type().(*ir.TensorType)
	out, err := sim.NewTensor(coordinateShape(source, indices, dims, len(t.Dims)), source.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	next := 0
	return coordinates(f, source, indices, dims, func(_, at int) error {
		out.Set(next, source.At(at))
		next++
		return nil
	})
}

func scatterTensor(f *sim.Frame, in *sim.Instr) error {
	var operands [3]*sim.Vector
	scatter := ir.Cast[ScatterOp](in.Op)
	for i, v := range [...]*ir.Value{scatter.Source(), scatter.Dest(), scatter.Indices()} {
		x, err := f.Tensor(in, v)
		if err != nil {
			return err
		}
		operands[i] = x
	}
	source, dest, indices := operands[0], operands[1], operands[2]
	dims := scatter.ScatterDims()
	if shape := coordinateShape(dest, indices, dims, len(source.Shape)); !slices.Equal(shape, source.Shape) {
		return diag.Errorf("copy-shape", "expected a source of extents [%s], but got [%s]", num.JoinInts(shape), num.JoinInts(source.Shape))
	}
	out := dest.Clone()
	f.Set(in, 0, sim.Value{Ref: out})
	next, written := 0, make([]bool, out.Len())
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
