package bytecode

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// buffer is a part of a file that is being written.
type buffer struct {
	data  []byte
	align int // alignment that the part needs at its beginning; 0 means 1
}

func (b *buffer) byte(v byte) { b.data = append(b.data, v) }

func (b *buffer) bytes(raw []byte) { b.data = append(roomFor(b.data, len(raw)), raw...) }

// roomFor returns a list to which n elements can be appended. It doubles a list that is full: append
// adds a quarter to a long list, and so copies it more often.
func roomFor[T any](list []T, n int) []T {
	if len(list)+n > cap(list) {
		return slices.Grow(list, max(n, len(list)))
	}
	return list
}

// varint appends a number of variable width, see cursor.varint.
func (b *buffer) varint(v uint64) {
	b.data = roomFor(b.data, 9)
	n := max(1, (bits.Len64(v)+6)/7)
	if n >= 9 {
		b.data = binary.LittleEndian.AppendUint64(append(b.data, 0), v)
		return
	}
	v = (v<<1 | 1) << (n - 1)
	for range n {
		b.data = append(b.data, byte(v))
		v >>= 8
	}
}

// signed appends v in zigzag encoding.
func (b *buffer) signed(v int64) { b.varint(uint64(v<<1) ^ uint64(v>>63)) }

// flagged appends v with flag in its lowest bit.
func (b *buffer) flagged(v uint64, flag bool) {
	v <<= 1
	if flag {
		v |= 1
	}
	b.varint(v)
}

// pad appends padding up to a multiple of a power of two.
func (b *buffer) pad(alignment int) {
	if alignment < 2 {
		return
	}
	for len(b.data)%alignment != 0 {
		b.data = append(b.data, alignmentByte)
	}
	b.align = max(b.align, alignment)
}

// section appends a section. If the preceding bytes are not aligned as the contents need
// it, the section records the alignment and is padded.
func (b *buffer) section(number byte, body *buffer) {
	at := len(b.data)
	b.byte(number)
	b.varint(uint64(len(body.data)))
	switch {
	case body.align > 1 && len(b.data)%body.align != 0:
		b.data[at] |= alignedSection
		b.varint(uint64(body.align))
		b.pad(body.align)
	case body.align > 1:
		b.align = max(b.align, body.align)
	}
	b.bytes(body.data)
}
