package sim

import (
	"optc/diag"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/num"
)

// layoutOps are the operations of iree_vector_ext that say who holds a vector.
func layoutOps(t Table) {
	t[vectorext.ToLayout.Kind] = func(f *Frame, in *Instr) error {
		f.Set(in, 0, f.Value(in, vectorext.ToLayout.Input(in.Op)))
		return nil
	}
	t[vectorext.ToSIMD.Kind] = toSIMD
	t[vectorext.ToSIMT.Kind] = toSIMT
}

// held returns what a thread holds in the layout of a cast.
func (f *Frame) held(in *Instr, thread int64) ([]int64, error) {
	l := vectorext.ToSIMD.Layout(in.Op)
	if l == nil {
		return nil, diag.Errorf("unsupported", "cannot execute a cast that does not say its layout")
	}
	known, ok := in.Data.(map[int64][]int64)
	if !ok {
		known = map[int64][]int64{}
		in.Data = known
	}
	h, ok := known[thread]
	if !ok {
		var err error
		if h, err = l.Held(thread, f.Thread.lanes()); err != nil {
			return nil, err
		}
		known[thread] = h
	}
	return h, nil
}

// toSIMD puts the parts of all threads of the workgroup together. Copies of an
// element must agree.
func toSIMD(f *Frame, in *Instr) error {
	all, err := f.meet(in, true, Value{Ref: f.vector(in, vectorext.ToSIMD.Input(in.Op))})
	if err != nil {
		return err
	}
	out := VectorLike(vectorext.ToSIMD.Output(in.Op).Type().(*ir.VectorType))
	from := make([]int, len(out.Elems)) // 1 + the thread that brought the element
	for thread, v := range all {
		part := v.Vector()
		if part == nil { // the thread has ended
			continue
		}
		held, err := f.held(in, int64(thread))
		if err != nil {
			return err
		}
		for i, at := range held {
			switch {
			case from[at] == 0:
				from[at] = 1 + thread
				out.Set(int(at), part.At(i))
			case part.IsUndef(i):
				out.SetUndef(int(at))
			case !out.IsUndef(int(at)) && out.Elems[at] != part.Elems[i]:
				return diag.Errorf("copies", "threads %d and %d hold different values of element [%s]", from[at]-1, thread, num.JoinInts(out.index(at))).
					Note("%s and %s", FormatScalar(out.Elem, out.Elems[at]), FormatScalar(out.Elem, part.Elems[i]))
			}
		}
	}
	for at, thread := range from {
		if thread == 0 {
			return diag.Errorf("copies", "none of %d threads holds element [%s]", len(all), num.JoinInts(out.index(int64(at))))
		}
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// toSIMT takes the part of this thread.
func toSIMT(f *Frame, in *Instr) error {
	held, err := f.held(in, f.Thread.Linear())
	if err != nil {
		return err
	}
	whole := f.vector(in, vectorext.ToSIMT.Input(in.Op))
	out := VectorLike(vectorext.ToSIMT.Output(in.Op).Type().(*ir.VectorType))
	for i, at := range held {
		out.Set(i, whole.At(int(at)))
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// index returns the coordinates of an element.
func (v *Vector) index(at int64) []int64 {
	index := make([]int64, len(v.Shape))
	for d := len(index) - 1; d >= 0; d-- {
		index[d] = at % v.Shape[d]
		at /= v.Shape[d]
	}
	return index
}
