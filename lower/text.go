package lower

import (
	"bufio"
	"fmt"
	"io"
)

// rowBytes is the number of bytes in a row of the text form.
const rowBytes = 16

// WriteText writes the images of a program as text: a line `tile N` for each unit in
// which something is written, then a row per 16 bytes with something written; bytes
// that nothing writes are `--`. The line `tile N crc32 …` behind them tells the CRC-32
// (IEEE) and the number of the written bytes.
//
//	tile 0
//	  0x0004c020: 00 c0 04 00 10 00 00 00 -- -- -- -- -- -- -- --
//	tile 0 crc32 62b7556b written 8
func WriteText(w io.Writer, p *Program) error {
	var line []byte
	for _, u := range p.Units {
		if len(u.Chunks) == 0 {
			continue
		}
		line = fmt.Appendf(line[:0], "%s %d\n", u.Memory.Unit.One, u.Number)
		if _, err := w.Write(line); err != nil {
			return err
		}
		rows := rowWriter{w: w, row: ^uint64(0)}
		for _, c := range u.Chunks {
			for i, b := range c.Bytes {
				if err := rows.put(c.Addr+uint64(i), b); err != nil {
					return err
				}
			}
		}
		if err := rows.flush(); err != nil {
			return err
		}
		line = fmt.Appendf(line[:0], "%s %d crc32 %08x written %d\n", u.Memory.Unit.One, u.Number, u.Chunks.CRC32(), u.Chunks.Written())
		if _, err := w.Write(line); err != nil {
			return err
		}
	}
	return nil
}

// rowWriter collects the bytes of one row.
type rowWriter struct {
	w     io.Writer
	row   uint64 // row number, all ones before the first
	bytes [rowBytes]byte
	known uint32 // bit per byte
	line  []byte
}

func (r *rowWriter) put(addr uint64, b byte) error {
	if row := addr / rowBytes; row != r.row {
		if err := r.flush(); err != nil {
			return err
		}
		r.row = row
	}
	r.bytes[addr%rowBytes] = b
	r.known |= 1 << (addr % rowBytes)
	return nil
}

func (r *rowWriter) flush() error {
	if r.known == 0 {
		return nil
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
	_, err := r.w.Write(append(r.line, '\n'))
	return err
}

// Image is the contents of the unit from its first byte up to the last written one, or
// to its end if full; bytes that nothing writes are 0. Chunks are written as they are,
// so that it takes no memory of its own.
func (u *Unit) Image(full bool) io.WriterTo { return unitImage{u, full} }

type unitImage struct {
	*Unit
	full bool
}

func (m unitImage) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriter(w)
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

var zeros [4096]byte
