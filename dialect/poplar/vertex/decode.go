package vertex

import (
	"encoding/binary"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// DecodeVector decodes the representation of a vector in the first v.Size() bytes of b,
// as code on the tile does (Poplar and PopLibs User Guide, Vector<T> layout): in
// particular the reserved bit of a SHORT_SPAN is not masked. Count is 0 if the layout
// does not store it. It is the inverse of [AppendVector] for vectors with at least one
// element. The error codes are short-bytes, unresolved (COMPACT_PTR).
func DecodeVector(t *target.Target, v ResolvedVector, b []byte) (Extent, error) {
	if v.Size() == 0 {
		return Extent{}, unresolved(v.Layout.String())
	}
	if err := checkLen(b, v.Size(), v.Layout.String()); err != nil {
		return Extent{}, err
	}
	switch v.Layout {
	case target.Span:
		return Extent{loadWord(b, 0), loadWord(b, 4)}, nil
	case target.ShortSpan:
		w := loadWord(b, 0)
		return Extent{w & (1<<target.ShortSpanAddrBits - 1), w >> target.ShortSpanAddrBits}, nil
	case target.OnePtr:
		return Extent{Addr: loadWord(b, 0)}, nil
	}
	return Extent{Addr: unscalePointer(t, v.Layout, b)}, nil
}

// unscalePointer reads the 16 bits of a scaled pointer.
func unscalePointer(t *target.Target, l target.VectorLayout, b []byte) uint64 {
	return uint64(binary.LittleEndian.Uint16(b))<<l.Shift() + t.ScaledBase(l)
}

// ListBase is a decoded base structure of a vector list.
type ListBase struct {
	Base   uint64 // smallest address of a sub-vector that is not empty
	Deltas uint64 // address of the delta array
	Count  uint64 // number of sub-vectors
}

// DecodeListBase reads the base structure of a vector list from the first bytes of b;
// reserved bits are ignored (Poplar and PopLibs User Guide, VectorList layout). A list
// without sub-vectors decodes to the zero value. The error codes are short-bytes,
// unresolved (COMPACT_DELTAN).
func DecodeListBase(t *target.Target, l target.ListLayout, b []byte) (ListBase, error) {
	if l.Size() == 0 {
		return ListBase{}, unresolved(l.String())
	}
	if err := checkLen(b, l.Size(), l.String()); err != nil {
		return ListBase{}, err
	}
	var d ListBase
	w0 := loadWord(b, 0)
	if l == target.DeltaN {
		d = ListBase{Base: w0 & (1<<target.DeltaNAddrBits - 1), Count: w0 >> target.DeltaNAddrBits, Deltas: unscalePointer(t, target.ScaledPtr32, b[4:])}
	} else {
		const mask = 1<<target.ElementsAddrBits - 1
		w1 := loadWord(b, 4)
		d = ListBase{Base: w0 & mask, Deltas: w1 & mask, Count: w0>>24<<8 | w1>>24}
	}
	if d.Count == 0 {
		return ListBase{}, nil
	}
	return d, nil
}

// DecodeDelta reads one delta word of a list whose base address is base. An
// empty sub-vector has address 0.
func DecodeDelta(l ResolvedList, base uint64, delta uint32) Extent {
	offsetBits, _, shift := l.deltaBits()
	count := uint64(delta) >> offsetBits
	if count == 0 {
		return Extent{}
	}
	offset := uint64(delta) & (1<<offsetBits - 1) << shift
	return Extent{Addr: base + offset, Count: count}
}

// DecodeScalar returns the bits of one element of type e at the start of b. The error
// code is short-bytes.
func DecodeScalar(t *target.Target, e scalar.Type, b []byte) (uint64, error) {
	size := t.TypeSize(e)
	if err := checkLen(b, size, e.String()); err != nil {
		return 0, err
	}
	var bits uint64
	for i := range size {
		bits |= uint64(b[i]) << (8 * i)
	}
	return bits, nil
}

func loadWord(b []byte, at int) uint64 { return uint64(binary.LittleEndian.Uint32(b[at:])) }

func checkLen(b []byte, need int, what string) error {
	if len(b) < need {
		return diag.Errorf("short-bytes", "%s takes %d bytes, but %d are left", what, need, len(b))
	}
	return nil
}
