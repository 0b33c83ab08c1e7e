package sim

import (
	"optc/diag"
	"optc/ir"
	"optc/num"
)

// An integer or complex number of more than 64 bits does not fit the bits of a Value: the
// Ref of a scalar is its num.Int, and a vector keeps its elements in Wide.

// IsWide reports whether t is a type of integers or complex numbers of more than 64 bits.
func IsWide(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width > 64
	case *ir.ComplexType:
		return Width(t) > 64
	}
	return false
}

// IntValue returns the scalar of an integer.
func IntValue(n num.Int) Value {
	if n.Width() > 64 {
		return Value{Ref: n}
	}
	return Value{Bits: n.Uint64()}
}

// AsInt returns a scalar of an integer type as an integer. The scalar is not poison.
func (v Value) AsInt(t ir.Type) num.Int {
	if n, ok := v.Ref.(num.Int); ok {
		return n
	}
	return ToInt(t, v.Bits)
}

// EqualNumbers reports whether two scalars of a type, neither of them poison, have the same bits.
func EqualNumbers(a, b Value) bool {
	if n, ok := a.Ref.(num.Int); ok {
		m, ok := b.Ref.(num.Int)
		return ok && n.Equal(m)
	}
	return a.Bits == b.Bits
}

// wideZeros returns the elements of a vector of zeros.
func wideZeros(t ir.Type, n int64) []num.Int {
	list, zero := make([]num.Int, n), num.IntFromUint64(Width(t), 0)
	for i := range list {
		list[i] = zero
	}
	return list
}

// loadWide reads an integer of a wide type, part by part.
func (m *Memory) loadWide(addr int64, t ir.Type) (n num.Int, written bool, err *diag.Error) {
	size := ElementBytes(t)
	raw := make([]byte, 0, size+8)
	written = true
	for at := 0; at < size; at += 8 {
		bits, known, err := m.Load(addr+int64(at), min(8, size-at))
		if err != nil {
			return n, false, err
		}
		raw = num.IntFromUint64(64, bits).AppendBytes(raw)
		written = written && known
	}
	return num.IntFromBytes(Width(t), raw[:size]), written, nil
}

// storeWide writes an integer of a wide type, part by part.
func (m *Memory) storeWide(addr int64, n num.Int) *diag.Error {
	raw := n.AppendBytes(nil)
	for at := 0; at < len(raw); at += 8 {
		part := raw[at:min(at+8, len(raw))]
		if err := m.Store(addr+int64(at), len(part), RawBits(part)); err != nil {
			return err
		}
	}
	return nil
}
