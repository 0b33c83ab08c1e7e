package vectorext

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// heldBy returns the elements that a thread holds in the layout of a cast.
func heldBy(f *sim.Frame, in *sim.Instr, thread int64) ([]int64, error) {
	l := in.Op.Typed().(layoutCast).Layout()
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
		if h, err = l.Held(thread, f.Thread.Lanes()); err != nil {
			return nil, err
		}
		known[thread] = h
	}
	return h, nil
}

// runToSIMD joins the parts of all threads of the workgroup. Copies of an element must be
// equal.
func runToSIMD(f *sim.Frame, in *sim.Instr) error {
	toSIMD := ir.Cast[ToSIMDOp](in.Op)
	all, err := f.Meet(in, true, sim.Value{Ref: f.Vector(in, toSIMD.Input())})
	if err != nil {
		return err
	}
	out := sim.VectorLike(toSIMD.Output().Type().(*ir.VectorType))
	from := make([]int, out.Len()) // 1 + the thread that brought the element
	for thread, v := range all {
		part := v.Vector()
		if part == nil { // the thread has ended
			continue
		}
		held, err := heldBy(f, in, int64(thread))
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
			case !out.IsUndef(int(at)) && !sim.EqualNumbers(out.At(int(at)), part.At(i)):
				return diag.Errorf("copies", "threads %d and %d hold different values of element [%s]", from[at]-1, thread, num.JoinInts(out.Index(at))).
					Note("%s and %s", sim.Format(out.Elem, out.At(int(at))), sim.Format(out.Elem, part.At(i)))
			}
		}
	}
	for at, thread := range from {
		if thread == 0 {
			return diag.Errorf("copies", "none of %d threads holds element [%s]", len(all), num.JoinInts(out.Index(int64(at))))
		}
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// runToSIMT takes the elements that the executing thread holds from the whole vector.
func runToSIMT(f *sim.Frame, in *sim.Instr) error {
	held, err := heldBy(f, in, f.Thread.Linear())
	if err != nil {
		return err
	}
	toSIMT := ir.Cast[ToSIMTOp](in.Op)
	whole := f.Vector(in, toSIMT.Input())
	out := sim.VectorLike(toSIMT.Output().Type().(*ir.VectorType))
	for i, at := range held {
		out.Set(i, whole.At(int(at)))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}
