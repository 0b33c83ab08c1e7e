package tensor

import (
	"slices"

	"optc/diag"
	"optc/dialect/internal/view"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// meaning defines what the operations of tensor compute. A tensor is a *sim.Vector with
// the shape of the value, not of its type; operations never change their operands.
func meaning() ir.Meaning {
	return &sim.Meanings{Table: sim.Join(valueMeanings(), sliceMeanings()), Undefined: undefined()}
}

// valueMeanings holds the meanings of the operations that make whole tensors, read them
// and reshape them.
func valueMeanings() sim.Table {
	return sim.Table{
		EmptyOp{}.Kind(): makeTensor(func(f *sim.Frame, in *sim.Instr, out *sim.Vector) error {
			for i := range out.Len() {
				out.SetUndef(i)
			}
			return nil
		}, ir.Method(EmptyOp.DynamicSizes)),
		SplatOp{}.Kind(): makeTensor(func(f *sim.Frame, in *sim.Instr, out *sim.Vector) error {
			x := f.Value(in, ir.Cast[SplatOp](in.Op).Input())
			for i := range out.Len() {
				out.Set(i, x)
			}
			return nil
		}, ir.Method(SplatOp.DynamicSizes)),
		FromElementsOp{}.Kind(): makeTensor(func(f *sim.Frame, in *sim.Instr, out *sim.Vector) error {
			for i, x := range f.Values(in, ir.Cast[FromElementsOp](in.Op).Elements()) {
				out.Set(i, x)
			}
			return nil
		}, nil),
		GenerateOp{}.Kind(): makeTensor(func(f *sim.Frame, in *sim.Instr, out *sim.Vector) error {
			return f.Lanes(out.Shape, func(lane int, index []int64) error {
				return storeYielded(f, in, out, lane, index)
			})
		}, ir.Method(GenerateOp.DynamicExtents)),
		YieldOp{}.Kind(): sim.Leave,
		DimOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			dim := ir.Cast[DimOp](in.Op)
			return f.Dim(in, dim.Source(), dim.Index())
		},
		RankOp{}.Kind(): func(f *sim.Frame, in *sim.Instr) error {
			x, err := f.Tensor(in, ir.Cast[RankOp](in.Op).Tensor())
			if err != nil {
				return err
			}
			f.Set(in, 0, sim.Int(uint64(len(x.Shape))))
			return nil
		},
		ExtractOp{}.Kind(): extractElement,
		InsertOp{}.Kind():  insertElement,
		CastOp{}.Kind():    relabel(func(*sim.Frame, *sim.Instr, *sim.Vector) error { return nil }),
		BitcastOp{}.Kind(): relabel(func(_ *sim.Frame, in *sim.Instr, x *sim.Vector) error {
			x.Elem = ir.ElementOrSelf(ir.Cast[BitcastOp](in.Op).Dest().Type())
			return nil
		}),
		ReshapeOp{}.Kind():       relabel(reshapeTensor),
		ExpandShapeOp{}.Kind():   relabel(expandTensor),
		CollapseShapeOp{}.Kind(): relabel(collapseTensor),
	}
}

// makeTensor returns the function that executes an operation by filling a new tensor;
// sizes returns the operands for the unknown extents, and is nil if there are none.
func makeTensor(fill func(f *sim.Frame, in *sim.Instr, out *sim.Vector) error, sizes func(*ir.Operation) []*ir.Value) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		t := in.Op.Result(0).Type().(*ir.TensorType)
		shape := slices.Clone(t.Dims)
		if sizes != nil {
			dyn, err := f.Indices(in, sizes(in.Op))
			if err != nil {
				return err
			}
			for d, n := range shape {
				if n == ir.Dynamic {
					shape[d], dyn = dyn[0], dyn[1:]
				}
			}
		}
		out, err := sim.NewTensor(shape, t.Elem)
		if err != nil {
			return err
		}
		f.Set(in, 0, sim.Value{Ref: out})
		return fill(f, in, out)
	}
}

// storeYielded stores the element that the region of an operation yields for an index.
func storeYielded(f *sim.Frame, in *sim.Instr, out *sim.Vector, at int, index []int64) error {
	args := make([]sim.Value, len(index))
	for d, i := range index {
		args[d] = sim.Int(uint64(i))
	}
	vs, err := f.Region(in, 0, args)
	if err != nil {
		return err
	}
	out.Set(at, vs[0])
	return nil
}

// relabel returns the function that executes an operation by giving the first operand, a
// tensor, another shape or element type without moving elements. The static extents of
// the result type must be true.
func relabel(change func(f *sim.Frame, in *sim.Instr, x *sim.Vector) error) sim.Func {
	return func(f *sim.Frame, in *sim.Instr) error {
		source, err := f.Tensor(in, in.Op.Operand(0))
		if err != nil {
			return err
		}
		x := *source
		if err := change(f, in, &x); err != nil {
			return err
		}
		f.Set(in, 0, sim.Value{Ref: &x})
		return sim.CheckShape(x.Shape, in.Op.Result(0).Type())
	}
}

// elementPosition returns the row-major position of an element.
func elementPosition(f *sim.Frame, in *sim.Instr, x *sim.Vector, indices []*ir.Value) (int, error) {
	index, err := f.Indices(in, indices)
	if err != nil {
		return 0, err
	}
	for d, i := range index {
		if i < 0 || i >= x.Shape[d] {
			return 0, diag.Errorf("out-of-bounds", "index %d of dimension %d is outside its extent %d", i, d, x.Shape[d])
		}
	}
	return x.Linear(index), nil
}

func extractElement(f *sim.Frame, in *sim.Instr) error {
	extract := ir.Cast[ExtractOp](in.Op)
	x, err := f.Tensor(in, extract.Tensor())
	if err != nil {
		return err
	}
	at, err := elementPosition(f, in, x, extract.Indices())
	if err != nil {
		return err
	}
	f.Set(in, 0, x.At(at))
	return nil
}

func insertElement(f *sim.Frame, in *sim.Instr) error {
	insert := ir.Cast[InsertOp](in.Op)
	dest, err := f.Tensor(in, insert.Dest())
	if err != nil {
		return err
	}
	at, err := elementPosition(f, in, dest, insert.Indices())
	if err != nil {
		return err
	}
	out := dest.Clone()
	out.Set(at, f.Value(in, insert.Scalar()))
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// reshapeTensor reads the new extents from another tensor.
func reshapeTensor(f *sim.Frame, in *sim.Instr, x *sim.Vector) error {
	from, err := f.Tensor(in, ir.Cast[ReshapeOp](in.Op).Shape())
	if err != nil {
		return err
	}
	shape := make([]int64, from.Len())
	for d := range shape {
		if from.IsUndef(d) {
			return sim.ErrPoison
		}
		shape[d] = sim.Signed(from.Elem, from.Bits(d))
	}
	if n, ok := ir.NumElements(shape); !ok || n != int64(x.Len()) || slices.ContainsFunc(shape, func(n int64) bool { return n < 0 }) {
		return diag.Errorf("reshape", "cannot reshape extents [%s] to [%s]", num.JoinInts(x.Shape), num.JoinInts(shape))
	}
	x.Shape = shape
	return nil
}

func expandTensor(f *sim.Frame, in *sim.Instr, x *sim.Vector) error {
	shape, err := view.ReadList(f, in, view.OutputShape)
	if err != nil {
		return err
	}
	for g, dims := range ir.Cast[ExpandShapeOp](in.Op).Reassociation() {
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

func collapseTensor(_ *sim.Frame, in *sim.Instr, x *sim.Vector) error {
	var shape []int64
	for _, dims := range ir.Cast[CollapseShapeOp](in.Op).Reassociation() {
		n := int64(1)
		for _, d := range dims {
			n *= x.Shape[d]
		}
		shape = append(shape, n)
	}
	x.Shape = shape
	return nil
}
