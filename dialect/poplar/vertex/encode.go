package vertex

import (
	"encoding/binary"
	"math/bits"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// Extent is data in tile memory: the address of its first element, and the
// number of its elements (never bytes).
type Extent struct {
	Addr  uint64
	Count uint64
}

// end is the address after the last element, or the largest address if the elements would
// exceed it.
func (x Extent) end(elemSize int) uint64 {
	over, bytes := bits.Mul64(x.Count, uint64(elemSize))
	sum, carry := bits.Add64(x.Addr, bytes, 0)
	if over != 0 || carry != 0 {
		return NoLimit
	}
	return sum
}

// The Append functions below append the tile representation of a value to dst,
// little-endian, and return the longer slice; they allocate only when dst has no room. On
// an error they return dst unchanged.

// AppendVector appends the representation of a vector of v's layout (Poplar and PopLibs User Guide, Vector<T> layout): v.Size()
// bytes. A vector of no elements is stored as zero bits; its address is ignored. Errors, in this order: addr-range, addr-align,
// count-overflow, addr-range (the address does not fit in the layout); unresolved for COMPACT_PTR.
func AppendVector(dst []byte, t *target.Target, v ResolvedVector, x Extent) ([]byte, error) {
	if v.Size() == 0 {
		return dst, unresolved(v.Layout.String())
	}
	if x.Count == 0 {
		return appendZeros(dst, v.Size()), nil
	}
	if err := checkData(t, x, v.ElemSize, v.DataAlign); err != nil {
		return dst, err
	}
	if v.Layout.HasCount() && x.Count > v.Layout.MaxCount() {
		return dst, CountError(x.Count, "elements", v.Layout.MaxCount(), v.Layout.String())
	}
	switch v.Layout {
	case target.Span:
		if x.Addr >= 1<<32 {
			return dst, fitError(x.Addr, v.Layout.String())
		}
		dst = appendWord(dst, uint32(x.Addr))
		return appendWord(dst, uint32(x.Count)), nil
	case target.ShortSpan:
		if x.Addr >= 1<<target.ShortSpanAddrBits {
			return dst, fitError(x.Addr, v.Layout.String())
		}
		return appendWord(dst, uint32(x.Addr|x.Count<<target.ShortSpanAddrBits)), nil
	case target.OnePtr:
		if x.Addr >= 1<<32 {
			return dst, fitError(x.Addr, v.Layout.String())
		}
		return appendWord(dst, uint32(x.Addr)), nil
	}
	stored, err := scalePointer(t, v.Layout, x.Addr)
	if err != nil {
		return dst, err
	}
	return binary.LittleEndian.AppendUint16(dst, stored), nil
}

// scalePointer returns the stored value of a scaled pointer.
func scalePointer(t *target.Target, l target.VectorLayout, addr uint64) (stored uint16, err error) {
	base := t.ScaledBase(l)
	if addr < base || (addr-base)>>l.Shift() >= 1<<target.ScaledBits {
		return stored, fitError(addr, l.String())
	}
	return uint16((addr - base) >> l.Shift()), nil
}

// AppendTable appends the table of an array of edges (Poplar and PopLibs User Guide,
// Vector<Input<Vector<T>>> layout): the inner representations of subs in order, without
// padding. Errors: see AppendVector; a note names the sub-vector.
func AppendTable(dst []byte, t *target.Target, r *Resolved, subs []Extent) ([]byte, error) {
	start := len(dst)
	for i, x := range subs {
		if r.Type.Kind == ScalarEdgeArray {
			x.Count = 1
		}
		var err error
		if dst, err = AppendVector(dst, t, r.Data, x); err != nil {
			return dst[:start], inSub(err, i)
		}
	}
	return dst, nil
}

// AppendList appends the base structure of a vector list to field and its delta words to
// deltas (Poplar and PopLibs User Guide, VectorList layout). deltasAddr is the later
// address of the delta array. An empty sub-vector has the delta word 0 and is ignored for
// the base address; a list without sub-vectors is all zero bits. Errors: see
// AppendVector, and then the errors of lists; unresolved for COMPACT_DELTAN.
func AppendList(field, deltas []byte, t *target.Target, l ResolvedList, subs []Extent, deltasAddr uint64) ([]byte, []byte, error) {
	if l.Layout.Size() == 0 {
		return field, deltas, unresolved(l.Layout.String())
	}
	if len(subs) == 0 {
		return appendZeros(field, l.Layout.Size()), deltas, nil
	}
	base, err := checkList(t, l, subs, deltasAddr)
	if err != nil {
		return field, deltas, err
	}
	n := uint32(len(subs))
	if l.Layout == target.DeltaN {
		stored, err := scalePointer(t, target.ScaledPtr32, deltasAddr)
		if err != nil {
			return field, deltas, err
		}
		if base >= 1<<target.DeltaNAddrBits {
			return field, deltas, fitError(base, l.Layout.String())
		}
		field = appendWord(field, uint32(base)|n<<target.DeltaNAddrBits)
		field = binary.LittleEndian.AppendUint16(field, stored)
	} else {
		for _, addr := range []uint64{base, deltasAddr} {
			if addr >= 1<<target.ElementsAddrBits {
				return field, deltas, fitError(addr, l.Layout.String())
			}
		}
		field = appendWord(field, uint32(base)|n>>8<<24)
		field = appendWord(field, uint32(deltasAddr)|n&0xFF<<24)
	}
	offsetBits, _, shift := l.deltaBits()
	for _, x := range subs {
		word := uint32(0)
		if x.Count > 0 {
			word = uint32((x.Addr-base)>>shift | x.Count<<offsetBits)
		}
		deltas = appendWord(deltas, word)
	}
	return field, deltas, nil
}

// checkList tests a list in the order of its fields and returns its base
// address: the smallest address of a sub-vector that is not empty, or 0.
func checkList(t *target.Target, l ResolvedList, subs []Extent, deltasAddr uint64) (base uint64, err error) {
	base = NoLimit
	for i, x := range subs {
		if x.Count == 0 {
			continue
		}
		if err := checkData(t, x, l.ElemSize, l.DataAlign); err != nil {
			return base, inSub(err, i)
		}
		base = min(base, x.Addr)
	}
	if base == NoLimit {
		base = 0
	}
	if err := checkData(t, Extent{deltasAddr, uint64(len(subs))}, deltaSize, deltaSize); err != nil {
		return base, diag.Note(err, "delta array of %d words at %s", len(subs), target.Hex(deltasAddr))
	}
	if n := uint64(len(subs)); n > l.Layout.MaxSubs() {
		return base, CountError(n, "sub-vectors", l.Layout.MaxSubs(), l.Layout.String())
	}
	offsetBits, countBits, shift := l.deltaBits()
	for i, x := range subs {
		if x.Count == 0 {
			continue
		}
		if x.Count >= 1<<countBits {
			return base, inSub(CountError(x.Count, "elements", l.MaxCount(), l.Layout.String()), i)
		}
		if off := x.Addr - base; off>>shift >= 1<<offsetBits {
			return base, inSub(diag.Errorf("offset-range", "offset %d does not fit in the %d offset bits of %s with alignment %d",
				off, offsetBits, l.Layout, l.DataAlign).
				Note("offset = %s - base %s; unit %d bytes, limit %d bytes", target.Hex(x.Addr), target.Hex(base), 1<<shift, uint64(1)<<(offsetBits+shift)), i)
		}
	}
	return base, nil
}

// checkData tests that the data is in tile memory and is aligned.
func checkData(t *target.Target, x Extent, elemSize, align int) error {
	// This runs for every sub-vector, so that it avoids division, and methods of Target,
	// whose receiver would be copied.
	memEnd, end := t.MemBase+t.BytesPerTile, x.end(elemSize)
	if x.Addr < t.MemBase || end > memEnd {
		return diag.Errorf("addr-range", "[%s, %s) is outside tile memory [%s, %s)",
			target.Hex(x.Addr), target.Hex(end), target.Hex(t.MemBase), target.Hex(memEnd)).
			Note("%d elements of %d bytes", x.Count, elemSize)
	}
	if x.Addr&uint64(align-1) != 0 {
		return diag.Errorf("addr-align", "address %s is not a multiple of %d", target.Hex(x.Addr), align).
			Note("%s mod %d = %d", target.Hex(x.Addr), align, x.Addr%uint64(align))
	}
	return nil
}

// AppendScalar appends the value of an element of type e, given as its low bits, in the
// size that the target stores. The error code is value-range if the value has more bits,
// or is not a bool.
func AppendScalar(dst []byte, t *target.Target, e scalar.Type, value uint64) ([]byte, error) {
	size := t.TypeSize(e)
	if e == scalar.Bool && value > 1 || size < 8 && value>>(8*size) != 0 {
		return dst, diag.Errorf("value-range", "value %#x does not fit in %s of %d bytes", value, e, size)
	}
	for i := range size {
		dst = append(dst, byte(value>>(8*i)))
	}
	return dst, nil
}

func appendWord(dst []byte, w uint32) []byte { return binary.LittleEndian.AppendUint32(dst, w) }

func appendZeros(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, 0)
	}
	return dst
}

// CountError is the error for a count that exceeds its limit, the largest number that the
// bits of the stored count can hold.
func CountError(n uint64, what string, limit uint64, layout string) *diag.Error {
	return ExcessError(n, what, limit, layout).
		Note("the count has %d bits: 2^%d - 1 = %d", bits.Len64(limit), bits.Len64(limit), limit)
}

func ExcessError(n uint64, what string, limit uint64, layout string) *diag.Error {
	return diag.Errorf("count-overflow", "%d %s exceed the %d that %s can count", n, what, limit, layout)
}

func fitError(addr uint64, layout string) error {
	return diag.Errorf("addr-range", "address %s does not fit in %s", target.Hex(addr), layout)
}

func unresolved(layout string) error {
	return diag.Errorf("unresolved", "layout %s must be resolved before it is encoded", layout)
}

// inSub adds the number of the guilty sub-vector to an error.
func inSub(err error, i int) error { return diag.Note(err, "sub-vector %d", i) }
