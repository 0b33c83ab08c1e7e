package bufferization

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of bufferization compute. A tensor is a separate value: the
// buffer of a tensor is new memory with its elements.
func meaning() ir.Meaning {
	return sim.Table{
		AllocTensorOp{}.Kind():              runAllocTensor,
		ToTensorOp{}.Kind():                 runToTensor,
		ToBufferOp{}.Kind():                 runToBuffer,
		CloneOp{}.Kind():                    runClone,
		DeallocTensorOp{}.Kind():            func(*sim.Frame, *sim.Instr) error { return nil },
		MaterializeInDestinationOp{}.Kind(): runMaterialize,
		DeallocOp{}.Kind():                  runDealloc,
	}
}

func runAllocTensor(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[AllocTensorOp](in.Op)
	if op.Copy() != nil {
		x, err := f.Tensor(in, op.Copy())
		f.Set(in, 0, sim.Value{Ref: x})
		return err
	}
	t, ranked := in.Op.Result(0).Type().(*ir.TensorType)
	if !ranked {
		return diag.Errorf("unsupported", "cannot execute with values of type %s", in.Op.Result(0).Type())
	}
	sizes, err := f.Indices(in, op.DynamicSizes())
	if err != nil {
		return err
	}
	shape := slices.Clone(t.Dims)
	for d, n := range shape {
		if n == ir.Dynamic {
			shape[d], sizes = sizes[0], sizes[1:]
		}
	}
	out, err := sim.NewTensor(shape, t.Elem)
	if err != nil {
		return err
	}
	for i := range out.Len() {
		out.SetUndef(i)
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

func runToTensor(f *sim.Frame, in *sim.Instr) error {
	r, err := f.MemRef(in, ir.Cast[ToTensorOp](in.Op).Buffer())
	if err != nil {
		return err
	}
	out, err := sim.NewTensor(r.Sizes, r.Elem)
	if err != nil {
		return err
	}
	f.Set(in, 0, sim.Value{Ref: out})
	marked := r.Elements() // elements that were never written are poison
	return f.Lanes(r.Sizes, func(lane int, index []int64) error {
		if marked.IsUndef(lane) {
			out.SetUndef(lane)
			return nil
		}
		v, err := r.Load(index)
		if err != nil {
			return err
		}
		out.Set(lane, v)
		return nil
	})
}

// newBuffer makes the result of an operation, a buffer with the elements of a tensor. Elements that
// are undefined are not written.
func newBuffer(f *sim.Frame, in *sim.Instr, x *sim.Vector) error {
	t, ranked := in.Op.Result(0).Type().(*ir.MemRefType)
	if !ranked {
		return diag.Errorf("unsupported", "cannot execute with values of type %s", in.Op.Result(0).Type())
	}
	var sizes []sim.Value
	for d, n := range t.Dims {
		if n == ir.Dynamic {
			sizes = append(sizes, sim.Int(uint64(x.Shape[d])))
		}
	}
	strides, offset, _ := t.StridesAndOffset()
	if _, _, known := sim.LayoutOf(t, x.Shape); !known || offset == ir.Dynamic || slices.Contains(strides, ir.Dynamic) {
		t = ir.MemRef(t.Dims, t.Elem, nil, t.Space)
	}
	v, err := f.Alloc(t, sizes)
	if err != nil {
		return err
	}
	f.Set(in, 0, v)
	return write(f, v.MemRef(), x)
}

// write stores the elements of a tensor in a buffer.
func write(f *sim.Frame, r *sim.MemRef, x *sim.Vector) error {
	if !slices.Equal(r.Sizes, x.Shape) {
		return diag.Errorf("copy-shape", "source extents [%s] differ from target extents [%s]", num.JoinInts(x.Shape), num.JoinInts(r.Sizes))
	}
	return f.Lanes(x.Shape, func(lane int, index []int64) error {
		if x.IsUndef(lane) {
			return nil
		}
		if err := r.Store(index, x.At(lane)); err != nil {
			return err
		}
		return nil
	})
}

func runToBuffer(f *sim.Frame, in *sim.Instr) error {
	x, err := f.Tensor(in, ir.Cast[ToBufferOp](in.Op).Tensor())
	if err != nil {
		return err
	}
	return newBuffer(f, in, x)
}

func runClone(f *sim.Frame, in *sim.Instr) error {
	r, err := f.MemRef(in, ir.Cast[CloneOp](in.Op).Input())
	if err != nil {
		return err
	}
	return newBuffer(f, in, r.Elements())
}

func runMaterialize(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[MaterializeInDestinationOp](in.Op)
	x, err := f.Tensor(in, op.Source())
	if err != nil {
		return err
	}
	if op.Result() != nil {
		dest, err := f.Tensor(in, op.Dest())
		if err == nil && !slices.Equal(dest.Shape, x.Shape) {
			err = diag.Errorf("copy-shape", "source extents [%s] differ from target extents [%s]", num.JoinInts(x.Shape), num.JoinInts(dest.Shape))
		}
		f.Set(in, 0, sim.Value{Ref: x})
		return err
	}
	r, err := f.MemRef(in, op.Dest())
	if err != nil {
		return err
	}
	return write(f, r, x)
}

func runDealloc(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[DeallocOp](in.Op)
	memory := func(v *ir.Value) (*sim.Memory, error) {
		r, err := f.MemRef(in, v)
		if err != nil {
			return nil, err
		}
		return r.Mem, nil
	}
	retained := map[*sim.Memory]bool{} // whether it must be deallocated later
	for _, v := range op.Retained() {
		m, err := memory(v)
		if err != nil {
			return err
		}
		retained[m] = false
	}
	freed := map[*sim.Memory]bool{}
	for i, v := range op.Memrefs() {
		m, err := memory(v)
		if err != nil {
			return err
		}
		c := f.Value(in, op.Conditions()[i])
		if c.IsPoison() {
			return sim.ErrPoison
		}
		if owned, kept := retained[m]; kept {
			retained[m] = owned || c.Bits != 0
		} else if c.Bits != 0 && !freed[m] {
			freed[m] = true
			if err := f.Dealloc(in, v); err != nil {
				return err
			}
		}
	}
	for i, v := range op.Retained() {
		m, err := memory(v)
		if err != nil {
			return err
		}
		f.Set(in, i, sim.Bool(retained[m]))
	}
	return nil
}
