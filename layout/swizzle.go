package layout

import (
	"fmt"
	"math/bits"

	"optc/diag"
)

// Swizzle is CuTe's Swizzle<Bits, Base, Shift>: it changes Bits bits of a cell, bit Base and the
// next higher ones, by exclusive or with the bits that are Shift higher, or lower if Shift is
// negative (CUTLASS include/cute/swizzle.hpp).
//
//	Swizzle<2,0,2>     cell 0 1 2 3 | 4 5 6 7 | 8 9 10 11 | 12 13 14 15
//	                   is   0 1 2 3 | 5 4 7 6 | 10 11 8 9 | 15 14 13 12
type Swizzle struct{ Bits, Base, Shift int64 }

func (s Swizzle) String() string { return fmt.Sprintf("Swizzle<%d,%d,%d>", s.Bits, s.Base, s.Shift) }

// Swizzled returns the map whose cells a swizzle changes. Errors: bad-digit for a swizzle whose bits overlap or are
// above the 60th; undecided if it is not known which cells m uses.
func (m *Map) Swizzled(s Swizzle) (*Map, error) {
	if s.Bits < 0 || s.Base < 0 {
		return nil, diag.Errorf("bad-digit", "expected bits from a number of at least 0 on in %s", s)
	}
	if s.Shift > -s.Bits && s.Shift < s.Bits {
		return nil, diag.Errorf("bad-digit", "expected a shift of at least the number of bits in %s", s)
	}
	if m.chain != nil {
		// The swizzle undoes the last map of the chain if that is the same swizzle.
		if then, err := m.chain.then.Swizzled(s); err == nil && then.turned == nil && then.digits != nil {
			return m.chain.first.Compose(then)
		}
	}
	_, cells, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	top := s.Base + s.Bits + max(s.Shift, -s.Shift)
	if s.Base > 60 || s.Bits > 60 || top > 60 {
		return nil, diag.Errorf("bad-digit", "expected bits below the 60th in %s", s)
	}
	size := max(int64(bits.Len64(uint64(cells-1))), top)
	d := Digits{Units: 1, Width: 1, Dims: []Dim{{Size: 1 << size}}}
	for bit := range size {
		d.Dims[0].Digits = append(d.Dims[0].Digits, Digit{Size: 2, Offset: 1 << bit})
	}
	for bit := s.Base; bit < s.Base+s.Bits; bit++ {
		at, by := bit, bit+s.Shift
		if s.Shift < 0 {
			at, by = bit-s.Shift, bit
		}
		d.Turns = append(d.Turns, Turn{At: DigitRef{0, int(at)}, By: DigitRef{0, int(by)}, Factor: 1})
	}
	outer, err := New(d)
	if err != nil {
		return nil, err
	}
	return m.Compose(outer)
}
