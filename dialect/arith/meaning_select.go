package arith

import (
	"optc/ir"
	"optc/sim"
)

// runSelect chooses per element, or the whole value for a scalar condition.
func runSelect(f *sim.Frame, in *sim.Instr) error {
	selectOp := ir.Cast[SelectOp](in.Op)
	cond, yes, no := in.Slot(selectOp.Condition()), in.Slot(selectOp.TrueValue()), in.Slot(selectOp.FalseValue())
	elem := ir.ElementOrSelf(selectOp.Result().Type())
	return in.Become(func(f *sim.Frame, in *sim.Instr) error {
		c := f.At(cond)
		switch {
		case c.Ref != nil && c.Vector() != nil:
			return selectLanes(f, in, elem, c.Vector(), f.At(yes).Vector(), f.At(no).Vector())
		case c.IsPoison():
			*f.At(in.ResultSlot(0)) = sim.Poison
		case c.Bits != 0:
			*f.At(in.ResultSlot(0)) = *f.At(yes)
		default:
			*f.At(in.ResultSlot(0)) = *f.At(no)
		}
		return nil
	})(f, in)
}

func selectLanes(f *sim.Frame, in *sim.Instr, elem ir.Type, mask, a, b *sim.Vector) error {
	if err := sim.SameExtents(mask, a, b); err != nil {
		return err
	}
	out := f.NewVector(in, mask.Shape, elem)
	n := out.Len()
	short := sim.AllShort(n, mask, out, a, b)
	if short || sim.AllShort(n, mask) && sim.AllLong(n, out, a, b) {
		if short {
			chooseElements(out.Short, mask.Short, a.Short, b.Short)
		} else {
			chooseElements(out.Long, mask.Short, a.Long, b.Long)
		}
		f.At(in.ResultSlot(0)).SetVector(out)
		return f.Worked(int64(n))
	}
	for i := range out.Len() {
		from := b
		if mask.Bits(i) != 0 {
			from = a
		}
		if mask.IsUndef(i) || from == nil {
			out.SetUndef(i)
			continue
		}
		out.Set(i, from.At(i))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}

// chooseElements takes the elements of a where the mask is on, and the elements of b
// where it is off.
func chooseElements[T uint32 | uint64](out []T, mask []uint32, a, b []T) {
	a, b, mask = a[:len(out)], b[:len(out)], mask[:len(out)]
	for i, on := range mask {
		v := b[i]
		if on != 0 {
			v = a[i]
		}
		out[i] = v
	}
}
