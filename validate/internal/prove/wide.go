package prove

import (
	"fmt"

	"optc/diag"
	"optc/ir"
	"optc/num"
	"optc/sim"
)

// This file has the terms for integers of more than 64 bits, which are joined from parts.

// joining is the word of the function of two numbers that has the bits of the first, then
// the bits of the second.
const joining = "join"

// concat returns an integer from its parts, the lowest first. All parts have size bits, except the
// last one, which may have fewer.
func (ts *Terms) concat(width, size int, parts []uint64) uint64 {
	if len(parts) == 1 {
		return parts[0]
	}
	n := sim.Number{Width: width}
	high := ts.concat(width-size, size, parts[1:])
	return uint64(ts.Apply(&Function{
		Name: fmt.Sprintf("%s %d %s", joining, size, spellNumber(n)), Do: joining,
		Operands: []sim.Number{{Width: size}, {Width: width - size}}, Result: n,
	}, parts[0], high))
}

// Wide implements sim.Symbols. Parts of 32 bits do not look like symbols.
func (s *Symbols) Wide(n num.Int) uint64 {
	data := append(n.AppendBytes(nil), 0, 0, 0)
	var parts []uint64
	for at := 0; at < n.Width(); at += 32 {
		parts = append(parts, num.IntFromBytes(32, data[at/8:at/8+4]).Uint64())
	}
	return s.concat(n.Width(), 32, parts)
}

// TermOf returns the term or the bits of a scalar.
func (s *Symbols) TermOf(v sim.Value) uint64 {
	if n, ok := v.Ref.(num.Int); ok {
		return s.Wide(n)
	}
	return v.Bits
}

// InputValue is Input for a scalar of any width. A wide integer has an input for each 64 bits.
func (s *Symbols) InputValue(name string, t ir.Type) sim.Value {
	if !sim.IsWide(t) {
		return sim.Int(s.Input(name, t))
	}
	width := sim.Width(t)
	var parts []uint64
	for at := 0; at < width; at += 64 {
		parts = append(parts, s.Input(fmt.Sprintf("%s, from bit %d", name, at), t.Context().Integer(min(64, width-at))))
	}
	if s.Numbers == nil {
		return sim.Int(s.concat(width, 64, parts))
	}
	var data []byte
	for _, part := range parts {
		data = num.IntFromUint64(64, part).AppendBytes(data)
	}
	return sim.IntValue(num.IntFromBytes(width, data[:(width+7)/8]))
}

// ofWide reports whether an operation takes or gives shapes of integers of more than 64 bits,
// whose elements are numbers only.
func ofWide(op *ir.Operation) bool {
	shaped := func(v *ir.Value) bool {
		_, ok := v.Type().(ir.ShapedType)
		return ok && sim.IsWide(ir.ElementOrSelf(v.Type()))
	}
	for _, v := range op.Operands() {
		if shaped(v) {
			return true
		}
	}
	for _, v := range op.Results() {
		if shaped(v) {
			return true
		}
	}
	return false
}

// refuseWide refuses operations on vectors and tensors of integers of more than 64 bits.
func refuseWide(*sim.Frame, *sim.Instr) error {
	return diag.Errorf("symbol", "has elements of more than 64 bits, for which there are no terms")
}

// small returns the integer that is joined from numbers, if the field has it once.
func (ts *Terms) small(n *node) (uint64, bool) {
	f := ts.functions[n.fn]
	if f.Do != joining || sim.IsSymbol(n.args[0]) {
		return 0, false
	}
	high := n.args[1]
	if rest := ts.node(high); rest != nil {
		var ok bool
		if high, ok = ts.small(rest); !ok {
			return 0, false
		}
	}
	if size := f.Operands[0].Width; high == 0 || size <= 32 && high < 1<<30 {
		return high<<size | n.args[0], high<<size|n.args[0] < numbers/2
	}
	return 0, false
}
