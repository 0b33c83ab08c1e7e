package lower

import (
	"bufio"
	"fmt"
	"io"
)

// rowBytes is the number of bytes in a row of the text form.
const rowBytes = 16

// WriteText writes the images of a program as text: a line `tile N` for each unit with
// written bytes, then a row per 16 addresses with a written byte; bytes that are not
// written are `--`. The following line `tile N crc32 …` gives the CRC-32 (IEEE) and the
// number of the written bytes.
//
//	tile 0
//	  0x0004c020: 00 c0 04 00 10 00 00 00 -- -- -- -- -- -- -- --
//	tile 0 crc32 62b7556b written 8
func WriteText(w io.Writer, p *Program) error {
	out := bufio.NewWriter(w) // it keeps the first error
	for _, u := range p.Units {
		if len(u.Chunks) == 0 {
			continue
		}
		fmt.Fprintf(out, "%s %d\n", u.Memory.Unit.One, u.Number)
		rows := rowWriter{w: out}
		for _, c := range u.Chunks {
			for i, b := range c.Bytes {
				rows.put(c.Addr+uint64(i), b)
			}
		}
		rows.flush()
		fmt.Fprintf(out, "%s %d crc32 %08x written %d\n", u.Memory.Unit.One, u.Number, u.Chunks.CRC32(), u.Chunks.Written())
	}
	return out.Flush()
}

// rowWriter collects the bytes of one row.
type rowWriter struct {
	w     *bufio.Writer
	row   uint64
	bytes [rowBytes]byte
	known uint32 // bit per byte
	line  []byte
}

func (r *rowWriter) put(addr uint64, b byte) {
	if row := addr / rowBytes; row != r.row {
		r.flush()
		r.row = row
	}
	r.bytes[addr%rowBytes] = b
	r.known |= 1 << (addr % rowBytes)
}

func (r *rowWriter) flush() {
	if r.known == 0 {
		return
	}
	const digits = "0123456789abcdef"
	r.line = fmt.Appendf(r.line[:0], "  0x%08x:", r.row*rowBytes)
	for i, b := range r.bytes {
		if r.known&(1<<i) == 0 {
			r.line = append(r.line, " --"...)
		} else {
			r.line = append(r.line, ' ', digits[b>>4], digits[b&15])
		}
	}
	r.known = 0
	r.w.Write(append(r.line, '\n'))
}

// Image is the contents of the unit from its first byte up to the last written byte, or
// to its end if full; bytes that are not written are 0. Chunks are written directly, so
// that the image takes no additional memory.
func (u *Unit) Image(full bool) io.WriterTo { return unitImage{u, full} }

type unitImage struct {
	*Unit
	full bool
}

func (m unitImage) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriterSize(w, int(min(m.size(), 4096)))
	at := m.Memory.Base
	pad := func(to uint64) {
		for at < to {
			n := min(to-at, uint64(len(zeros)))
			b.Write(zeros[:n])
			at += n
		}
	}
	for _, c := range m.Chunks {
		pad(c.Addr)
		b.Write(c.Bytes)
		at += uint64(len(c.Bytes))
	}
	if m.full {
		pad(m.Memory.End())
	}
	return int64(at - m.Memory.Base), b.Flush()
}

// size returns the number of bytes of the image.
func (m unitImage) size() uint64 {
	if m.full {
		return m.Memory.Size
	}
	if n := len(m.Chunks); n > 0 {
		return m.Chunks[n-1].Addr + uint64(len(m.Chunks[n-1].Bytes)) - m.Memory.Base
	}
	return 0
}

var zeros [4096]byte
