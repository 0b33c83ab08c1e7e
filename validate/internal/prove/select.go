package prove

import (
	"optc/dialect/arith"
	"optc/ir"
	"optc/sim"
)

// Meaning implements sim.Symbols.
func (s *Symbols) Meaning(k ir.Kind) sim.Func {
	if k == (arith.SelectOp{}).Kind() {
		return s.runSelect
	}
	return nil
}

// runSelect chooses per element, or whole values by a scalar condition.
func (s *Symbols) runSelect(f *sim.Frame, in *sim.Instr) error {
	op := ir.Cast[arith.SelectOp](in.Op)
	n := NumberOf(op.Result().Type())
	choice := &Function{Name: "select " + spellNumber(n), Operands: []sim.Number{{Width: 1}, n, n}}
	cond, yes, no := f.Value(in, op.Condition()), f.Value(in, op.TrueValue()), f.Value(in, op.FalseValue())
	choose := func(c, a, b sim.Value) sim.Value {
		switch {
		case c.IsPoison():
			return sim.Poison
		case !sim.IsSymbol(c.Bits) && c.Bits != 0:
			return a
		case !sim.IsSymbol(c.Bits):
			return b
		case a.IsPoison() || b.IsPoison():
			return sim.Poison
		case a.Bits == b.Bits:
			return a
		}
		return sim.Int(uint64(s.Apply(choice, c.Bits, a.Bits, b.Bits)))
	}
	conditions, x, y := cond.Vector(), yes.Vector(), no.Vector()
	if x == nil || y == nil || conditions == nil && !sim.IsSymbol(cond.Bits) { // scalars, or one of two values as a whole
		f.Set(in, 0, choose(cond, yes, no))
		return nil
	}
	out := sim.NewVector(x.Shape, x.Elem)
	for i := range out.Len() {
		c := cond
		if conditions != nil {
			c = conditions.At(i)
		}
		out.Set(i, choose(c, x.At(i), y.At(i)))
	}
	f.Set(in, 0, sim.Value{Ref: out})
	return nil
}
