package sim

import (
	"slices"

	"optc/diag"
	"optc/ir"
	"optc/num"
)

// Symbols computes with symbols, which replace the bits of unknown numbers; a symbol may be, for
// example, a term over the inputs of a program. A machine with Symbols executes exact meanings
// only: vectors, memory and control flow move symbols as they move bits, and code that computes
// calls these methods. A read of memory that was never written gives poison.
type Symbols interface {
	// Compute computes the results r of an elementwise operation from its operands x, at least one of
	// which is a symbol. exact computes the results from numbers.
	Compute(op *ir.Operation, x, r []uint64, exact Compute) error
	// Combine combines two elements of a type, one of which is a symbol; kind is the kind of
	// reduction.
	Combine(kind string, t ir.Type, a, b uint64) uint64
	// Widen converts a symbol to a wider type, integer to integer or float to float, keeping
	// its sign.
	Widen(from, to ir.Type, x uint64) uint64
	// Wide returns the symbol of an integer of more than 64 bits. It replaces an operand of an operation
	// that has another operand that is a symbol.
	Wide(n num.Int) uint64
	// Unknown is the result of a function of which only the name is known.
	Unknown(name string, x ...uint64) uint64
	// Meaning returns the meaning of an operation in a machine with symbols; exact is the
	// meaning for numbers, or nil.
	Meaning(op *ir.Operation, exact Func) Func
	// Number returns a number for a symbol that is an operand, if the meaning of the operation needs a
	// number.
	Number(f *Frame, in *Instr, operand int, symbol uint64) (uint64, error)
}

// Moving is implemented by operations that only move the numbers of some operands, or combine them
// through Symbols, as reductions do. It holds the names of these operands in the definition; an
// empty list means all operands. The other operands must be numbers: indices, masks, conditions.
// Operations with the trait ir.Elementwise need no list.
var Moving = ir.NewInterface[[]string]("moves numbers")

// Moves implements Moving with the names of operands; without names it means all operands.
//
//	Implements: []ir.Implementation{sim.Moves("valueToStore", "dest")},
func Moves(operands ...string) ir.Implementation { return Moving.By(operands) }

// OnlyMoves reports whether an operation only moves the numbers of an operand, or computes with them
// through Symbols.
func OnlyMoves(op *ir.Operation, operand int) bool {
	if op.Has(ir.Elementwise) {
		return true
	}
	names, ok := Moving.Of(op)
	return ok && (len(names) == 0 || slices.Contains(names, operandName(op, operand)))
}

// operandName returns the name that the definition gives to an operand.
func operandName(op *ir.Operation, operand int) string {
	for g, d := range op.Def().Operands {
		n := len(op.OperandGroup(g))
		if operand < n {
			return d.Name
		}
		operand -= n
	}
	return ""
}

const (
	symbolMark = 0x7ff4 << 48
	markMask   = 0xffff << 48
)

// Symbol returns the bits of symbol n, below 2^48. In types of less than 64 bits no number
// has these bits; in types of 64 bits they are a signalling NaN that no operation makes, and
// an integer of that size that no program counts up to.
func Symbol(n uint64) uint64 { return symbolMark | n }

// IsSymbol reports whether bits mean a symbol, in a machine with Symbols.
func IsSymbol(bits uint64) bool { return bits&markMask == symbolMark }

// SymbolNumber returns the number of a symbol.
func SymbolNumber(bits uint64) uint64 { return bits &^ markMask }

// HoldsSymbol reports whether a value is a symbol or has one as an element.
func HoldsSymbol(v Value) bool {
	x := v.Vector()
	if x == nil {
		return v.Ref == nil && IsSymbol(v.Bits)
	}
	return slices.ContainsFunc(x.Long, IsSymbol)
}

// guarded returns the meaning of an operation that requests numbers for symbols if it needs them.
func (m *Machine) guarded(op *ir.Operation, fn Func) Func {
	var looked []int
	for i := range op.NumOperands() {
		if !OnlyMoves(op, i) {
			looked = append(looked, i)
		}
	}
	if fn == nil || len(looked) == 0 {
		return fn
	}
	return func(f *Frame, in *Instr) error {
		for k, i := range looked {
			v := f.arg(in, i)
			if !HoldsSymbol(v) {
				continue
			}
			rest := looked[k:]
			kept := make([]Value, len(rest))
			for k, i := range rest {
				kept[k] = f.arg(in, i)
			}
			err := f.withNumbers(in, rest, fn)
			for k, i := range rest { // a branch has assigned the arguments of its successor
				if slot := in.args[i]; f.next == nil || !slices.Contains(f.next.args, slot) {
					f.slots[slot] = kept[k]
				}
			}
			return err
		}
		return fn(f, in)
	}
}

// withNumbers executes an operation with the numbers of some operands.
func (f *Frame) withNumbers(in *Instr, operands []int, fn Func) error {
	for _, i := range operands {
		if err := f.giveNumbers(in, i); err != nil {
			return err
		}
	}
	return fn(f, in)
}

// giveNumbers replaces the symbols of an operand by the numbers that Number returns for them.
func (f *Frame) giveNumbers(in *Instr, operand int) error {
	v := f.arg(in, operand)
	if !HoldsSymbol(v) {
		return nil
	}
	x := v.Vector()
	if x == nil {
		n, err := f.Symbols.Number(f, in, operand, v.Bits)
		f.slots[in.args[operand]] = Int(n)
		return err
	}
	out := NewVector(x.Shape, x.Elem)
	out.Undef = x.Undef
	for i := range x.Len() {
		bits := x.Bits(i)
		if IsSymbol(bits) {
			var err error
			if bits, err = f.Symbols.Number(f, in, operand, bits); err != nil {
				return err
			}
		}
		out.SetBits(i, bits)
	}
	f.slots[in.args[operand]] = Value{Ref: out}
	return nil
}

// HoldSymbols prepares the memory for symbols of 8 bytes, whose bits may be a number in other
// memory.
func (m *Memory) HoldSymbols() {
	if m.symbols == nil {
		m.symbols = map[int64]symbolCell{}
	}
}

// symbolCell is a symbol stored in memory instead of a number.
type symbolCell struct {
	bits uint64
	size int
}

// maxNumberBytes bounds the size of a number in memory.
const maxNumberBytes = 8

// setSymbol keeps a symbol at a place, or forgets those that a number of that size replaces.
func (m *Memory) setSymbol(at int64, size int, bits uint64) {
	for k := at - maxNumberBytes + 1; k < at+int64(size); k++ {
		if c, ok := m.symbols[k]; ok && k+int64(c.size) > at {
			delete(m.symbols, k)
		}
	}
	if IsSymbol(bits) && (m.symbols != nil || size < maxNumberBytes) {
		m.HoldSymbols()
		m.symbols[at] = symbolCell{bits, size}
	}
}

// symbol returns the symbol at a place. The error code is symbol if some bytes of the number that
// is read belong to a symbol at another place or of another size.
func (m *Memory) symbol(at int64, size int) (bits uint64, found bool, err *diag.Error) {
	for k := at - maxNumberBytes + 1; k < at+int64(size); k++ {
		switch c, ok := m.symbols[k]; {
		case !ok || k+int64(c.size) <= at:
		case k == at && c.size == size:
			return c.bits, true, nil
		default:
			return 0, false, diag.Errorf("symbol", "reads %d bytes of a number of %d bytes that depends on the inputs", size, c.size)
		}
	}
	return 0, false, nil
}

// anySymbol reports whether some of the bytes belong to a symbol.
func (m *Memory) anySymbol(at int64, size int) bool {
	for k := at - maxNumberBytes + 1; k < at+int64(size); k++ {
		if c, ok := m.symbols[k]; ok && k+int64(c.size) > at {
			return true
		}
	}
	return false
}

// moveSymbols copies the symbols of a range of bytes. The error code is symbol if one of them is
// partly outside.
func moveSymbols(dst *Memory, to int64, src *Memory, from int64, size int) *diag.Error {
	if src.symbols == nil && dst.symbols == nil {
		return nil
	}
	cells := map[int64]symbolCell{}
	for k := from - maxNumberBytes + 1; k < from+int64(size); k++ {
		switch c, ok := src.symbols[k]; {
		case !ok || k+int64(c.size) <= from:
		case k < from || k+int64(c.size) > from+int64(size):
			return diag.Errorf("symbol", "copies a part of a number that depends on the inputs")
		default:
			cells[k-from+to] = c
		}
	}
	dst.setSymbol(to, size, 0)
	if len(cells) > 0 {
		dst.HoldSymbols()
	}
	for k, c := range cells {
		dst.setSymbol(k, c.size, c.bits)
	}
	return nil
}
