package bytecode

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unsafe"
)

// Error is a mistake in a file of bytecode.
type Error struct {
	File   string
	Offset int // offset of the wrong byte from the beginning of the file
	Msg    string
}

func (e *Error) Error() string { return fmt.Sprintf("%s: byte %#x: %s", e.File, e.Offset, e.Msg) }

// cursor is a position in a part of a file. After the first error there is nothing left
// to read, and every number is 0.
type cursor struct {
	data []byte // bytes of the file up to the end of the part
	pos  int
	err  *Error // without the file
}

// bytesOf is text as bytes, which must not be written to.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// textOf is raw as a string that shares its memory.
func textOf(raw []byte) string { return unsafe.String(unsafe.SliceData(raw), len(raw)) }

func (c *cursor) left() int { return len(c.data) - c.pos }

// fail records an error at the position, if it is the first error.
func (c *cursor) fail(format string, args ...any) { c.failAt(c.pos, format, args...) }

func (c *cursor) failAt(offset int, format string, args ...any) {
	if c.err == nil {
		c.err = &Error{Offset: offset, Msg: fmt.Sprintf(format, args...)}
		c.pos = len(c.data)
	}
}

// byte reads one byte.
func (c *cursor) byte() byte {
	if c.pos >= len(c.data) {
		c.fail("unexpected end of the section")
		return 0
	}
	c.pos++
	return c.data[c.pos-1]
}

// varint reads a number of variable width: the number of zero bits below the lowest set
// bit of the first byte is the number of bytes that follow.
func (c *cursor) varint() uint64 {
	if c.pos < len(c.data) && c.data[c.pos]&1 != 0 {
		c.pos++
		return uint64(c.data[c.pos-1] >> 1)
	}
	return c.longVarint()
}

func (c *cursor) longVarint() uint64 {
	if c.left() == 0 {
		c.fail("unexpected end of the section")
		return 0
	}
	n := bits.TrailingZeros8(c.data[c.pos]) + 1
	if c.left() < n {
		c.fail("number of %d bytes, but only %d are left", n, c.left())
		return 0
	}
	raw := c.data[c.pos : c.pos+n]
	c.pos += n
	if n == 9 {
		return binary.LittleEndian.Uint64(raw[1:])
	}
	var v uint64
	for i, b := range raw {
		v |= uint64(b) << (8 * i)
	}
	return v >> n
}

// signed reads a number in zigzag encoding.
func (c *cursor) signed() int64 {
	v := c.varint()
	return int64(v>>1) ^ -int64(v&1)
}

// flagged reads a number with a flag in its lowest bit.
func (c *cursor) flagged() (v uint64, flag bool) {
	v = c.varint()
	return v >> 1, v&1 != 0
}

// checkCount reports whether n elements of at least size bytes each may follow.
func (c *cursor) checkCount(n uint64, size int, what string) bool {
	if n > uint64(c.left()/size) {
		c.fail("%d %s, but only %d bytes are left", n, what, c.left())
		return false
	}
	return true
}

// count reads the number of elements, of at least a byte each, that follow.
func (c *cursor) count(what string) int {
	n := c.varint()
	if n > uint64(c.left()) && !c.checkCount(n, 1, what) {
		return 0
	}
	return int(n)
}

// index reads a reference into a table of n entries.
func (c *cursor) index(n int, what string) int {
	at := c.pos
	v := c.varint()
	if v >= uint64(n) {
		c.failAt(at, "reference to %s %d, but there are %d", what, v, n)
		v = 0
	}
	return int(v)
}

// take reads n bytes without a copy.
func (c *cursor) take(n uint64, what string) []byte {
	if !c.checkCount(n, 1, what) {
		return nil
	}
	c.pos += int(n)
	return c.data[c.pos-int(n) : c.pos : c.pos]
}

// align skips the padding before contents that are aligned to a power of two.
func (c *cursor) align(alignment uint64) {
	if alignment == 0 || alignment&(alignment-1) != 0 || alignment > 1<<31 {
		c.fail("expected an alignment that is a power of two, but got %d", alignment)
		return
	}
	for uint64(c.pos)&(alignment-1) != 0 && c.err == nil {
		if at := c.pos; c.byte() != alignmentByte {
			c.failAt(at, "expected a byte of padding, %#x", alignmentByte)
		}
	}
}

// section reads the head of a section and returns its number and its contents.
func (c *cursor) section() (number byte, body cursor) {
	at := c.pos
	number = c.byte()
	length := c.varint()
	if number&alignedSection != 0 {
		number &^= alignedSection
		c.align(c.varint())
	}
	if number >= numSections {
		c.failAt(at, "section %d is unknown", number)
	}
	c.checkCount(length, 1, "bytes of section")
	if c.err != nil {
		return number, cursor{data: c.data[:c.pos], pos: c.pos, err: c.err}
	}
	end := c.pos + int(length)
	body = cursor{data: c.data[:end:end], pos: c.pos}
	c.pos = end
	return number, body
}

// terminated reads text up to a zero byte.
func (c *cursor) terminated(what string) string {
	for i := c.pos; i < len(c.data); i++ {
		if c.data[i] == 0 {
			text := textOf(c.data[c.pos:i])
			c.pos = i + 1
			return text
		}
	}
	c.fail("%s does not end with a zero byte", what)
	return ""
}
