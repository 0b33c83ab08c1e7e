package sim

import (
	"optc/diag"
	"optc/dialect/arith"
	"optc/ir"
	"optc/num"
)

// selectOp chooses per element, or the whole value for a scalar condition.
func selectOp(f *Frame, in *Instr) error {
	k := arith.Select
	cond, yes, no := in.slot(k.Condition(in.Op)), in.slot(k.TrueValue(in.Op)), in.slot(k.FalseValue(in.Op))
	return in.become(func(f *Frame, in *Instr) error {
		c := &f.slots[cond]
		switch {
		case c.Ref != nil && c.Vector() != nil:
			return selectElements(f, in, c.Vector(), f.slots[yes].Vector(), f.slots[no].Vector())
		case c.IsPoison():
			f.slots[in.res] = Poison
		case c.Bits != 0:
			f.slots[in.res] = f.slots[yes]
		default:
			f.slots[in.res] = f.slots[no]
		}
		return nil
	})(f, in)
}

func selectElements(f *Frame, in *Instr, mask, a, b *Vector) error {
	out := f.newVector(in, mask.Shape, ir.ElementOrSelf(arith.Select.Result(in.Op).Type()))
	if plain(len(mask.Elems), mask, a, b) {
		choose(out.Elems, mask.Elems, a.Elems, b.Elems)
		f.slots[in.res].setVector(out)
		return f.worked(int64(len(out.Elems)))
	}
	for i := range out.Elems {
		from := b
		if mask.Elems[i] != 0 {
			from = a
		}
		if mask.IsUndef(i) || from == nil {
			out.SetUndef(i)
			continue
		}
		if i >= len(from.Elems) { // of a tensor of unknown extents
			return diag.Errorf("copy-shape", "the operands have the extents [%s] and [%s]", num.JoinInts(mask.Shape), num.JoinInts(from.Shape))
		}
		out.Set(i, from.At(i))
	}
	f.Set(in, 0, Value{Ref: out})
	return nil
}

// choose takes the elements of a where the mask is on, and those of b where it is off.
func choose(out, mask, a, b []uint64) {
	a, b, mask = a[:len(out)], b[:len(out)], mask[:len(out)]
	for i, on := range mask {
		v := b[i]
		if on != 0 {
			v = a[i]
		}
		out[i] = v
	}
}
