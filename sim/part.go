package sim

import (
	"encoding/binary"
	"slices"
)

// part holds the bytes of a range of addresses of a memory. The slices are made once, so that a
// copy of a part remains valid.
type part struct {
	base  int64  // address of bytes[0]
	bytes []byte // little-endian
	init  []uint64
}

// newPart returns a part of size unwritten bytes.
func newPart(base, size int64) part {
	return part{base: base, bytes: make([]byte, size), init: make([]uint64, (size+63)/64)}
}

func (p *part) end() int64 { return p.base + int64(len(p.bytes)) }

// covers reports whether all of size bytes are in the part.
func (p *part) covers(addr int64, size int) bool {
	return p != nil && addr >= p.base && addr+int64(size) <= p.end()
}

// number returns the number of size bytes at a position.
func (p *part) number(i int64, size int) uint64 {
	switch b := p.bytes[i:]; size {
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 1:
		return uint64(b[0])
	case 8:
		return binary.LittleEndian.Uint64(b)
	default:
		return RawBits(b[:size])
	}
}

// setNumber stores the number of size bytes at a position.
func (p *part) setNumber(i int64, size int, bits uint64) {
	p.put(i, size, bits)
	p.setWritten(i, size, true)
}

// put is setNumber, except that it does not mark the bytes as written.
func (p *part) put(i int64, size int, bits uint64) {
	switch b := p.bytes[i:]; size {
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(bits))
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(bits))
	case 1:
		b[0] = byte(bits)
	case 8:
		binary.LittleEndian.PutUint64(b, bits)
	default:
		for k := range size {
			b[k] = byte(bits >> (8 * k))
		}
	}
}

// word returns the first word of init that contains bits for the size bytes starting at byte i, its
// bits for such bytes, and their number.
func (p *part) word(i uint64, size int) (word *uint64, bits uint64, n int) {
	bit := i % 64
	n = min(size, int(64-bit))
	return &p.init[i/64], ^uint64(0) >> (64 - n) << bit, n
}

func (p *part) written(i int64, size int) bool {
	for size > 0 {
		word, bits, n := p.word(uint64(i), size)
		if *word&bits != bits {
			return false
		}
		i, size = i+int64(n), size-n
	}
	return true
}

func (p *part) setWritten(i int64, size int, w bool) {
	for size > 0 {
		word, bits, n := p.word(uint64(i), size)
		if w {
			*word |= bits
		} else {
			*word &^= bits
		}
		i, size = i+int64(n), size-n
	}
}

// Range is a range of addresses, without End.
type Range struct{ Begin, End int64 }

// nearby is the number of unused bytes up to which two ranges are stored as one.
const nearby = 16

// NewSparseMemory returns a memory of size unwritten bytes at base. The memory stores the bytes in
// the given ranges, which are ascending by their first address, and those that are written outside
// of them. The bytes of a range begin at a multiple of the size of any number.
func NewSparseMemory(name string, base, size int64, used []Range) *Memory {
	m := &Memory{Name: name, Base: base, size: size}
	for len(used) > 0 {
		lo, hi, n := max(used[0].Begin&^(maxNumberBytes-1), base), used[0].End, 1
		for ; n < len(used) && used[n].Begin <= hi+nearby; n++ {
			hi = max(hi, used[n].End)
		}
		if hi = min(hi, base+size); lo < hi {
			m.add(newPart(lo, hi-lo))
		}
		used = used[n:]
	}
	return m
}

// add appends a part.
func (m *Memory) add(p part) {
	if len(m.parts) == 0 {
		m.parts = m.one[:0]
	}
	m.parts = append(m.parts, p)
}

// last returns the position of the last part that begins at an address or before it; -1 if
// there is none.
func (m *Memory) last(addr int64) int {
	if len(m.parts) == 1 && m.parts[0].base <= addr {
		return 0
	}
	lo, hi := 0, len(m.parts)
	for lo < hi {
		if mid := (lo + hi) / 2; m.parts[mid].base <= addr {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// part returns the part that holds all of size bytes, or nil.
func (m *Memory) part(addr int64, size int) *part {
	if i := m.last(addr); i >= 0 && m.parts[i].covers(addr, size) {
		return &m.parts[i]
	}
	return nil
}

// piece returns the part that holds the byte at an address, or nil, and how many of the size bytes
// starting there are in that part, or in no part. The bytes are in the memory.
func (m *Memory) piece(addr int64, size int) (p *part, n int) {
	i := m.last(addr)
	if i >= 0 && addr < m.parts[i].end() {
		return &m.parts[i], int(min(int64(size), m.parts[i].end()-addr))
	}
	if i+1 < len(m.parts) {
		return nil, int(min(int64(size), m.parts[i+1].base-addr))
	}
	return nil, size
}

// leastPart is the least number of bytes of a part that a store makes in memory without an image.
const leastPart = 1 << 7

// reserve makes parts for the bytes of a range that no part holds yet.
func (m *Memory) reserve(addr int64, size int) {
	granule := m.granule()
	for size > 0 {
		p, n := m.piece(addr, size)
		if p == nil {
			i := m.last(addr)
			lo, hi := addr&^(granule-1), addr+int64(n)
			if lo = max(lo, m.Base); i >= 0 {
				lo = max(lo, m.parts[i].end())
			}
			// The end of the granule may be beyond the highest number.
			if hi += min(-hi&(granule-1), m.End()-hi); i+1 < len(m.parts) {
				hi = min(hi, m.parts[i+1].base)
			}
			m.parts = slices.Insert(m.parts, i+1, m.newPart(lo, hi-lo))
		}
		addr, size = addr+int64(n), size-n
	}
}

// read returns size bytes, which the caller must not change. Bytes that no part holds are the bytes of
// the image, or 0.
func (m *Memory) read(addr int64, size int) []byte {
	if p := m.source(addr, size); p != nil {
		return p.bytes[addr-p.base:][:size]
	}
	data := make([]byte, size)
	for rest := data; len(rest) > 0; {
		p, n := m.piece(addr, len(rest))
		if p == nil && m.image != nil {
			p = &m.image.all
		}
		if p != nil {
			copy(rest, p.bytes[addr-p.base:][:n])
		}
		addr, rest = addr+int64(n), rest[n:]
	}
	return data
}

// write stores bytes and marks them as written.
func (m *Memory) write(addr int64, data []byte) {
	m.reserve(addr, len(data))
	for len(data) > 0 {
		p, n := m.piece(addr, len(data))
		copy(p.bytes[addr-p.base:], data[:n])
		p.setWritten(addr-p.base, n, true)
		addr, data = addr+int64(n), data[n:]
	}
}

// written reports whether all of size bytes are written.
func (m *Memory) written(addr int64, size int) bool {
	for size > 0 {
		p, n := m.piece(addr, size)
		if p == nil && m.image == nil || p != nil && !p.written(addr-p.base, n) {
			return false
		}
		addr, size = addr+int64(n), size-n
	}
	return true
}

// forget marks bytes as not written.
func (m *Memory) forget(addr int64, size int) {
	if m.image != nil {
		m.reserve(addr, size)
	}
	for size > 0 {
		p, n := m.piece(addr, size)
		if p != nil {
			p.setWritten(addr-p.base, n, false)
		}
		addr, size = addr+int64(n), size-n
	}
}
