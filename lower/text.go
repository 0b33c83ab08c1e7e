package lower

import (
	"fmt"
	"io"
	"slices"

	"optc/dialect/poplar/target"
	"optc/lower/poplar/image"
)

// rowBytes is the number of bytes in a row of the text form.
const rowBytes = 16

// WriteText writes images as text: a line `tile N`, then a row per 16 bytes in
// which something is written; bytes that nothing writes are `--`.
//
//	tile 0
//	  0x0004c020: 00 c0 04 00 10 00 00 00 -- -- -- -- -- -- -- --
func WriteText(w io.Writer, images *image.Images) error {
	var line []byte
	for _, im := range images.Tiles {
		line = fmt.Appendf(line[:0], "tile %d\n", im.Tile)
		if _, err := w.Write(line); err != nil {
			return err
		}
		rows := rowWriter{w: w, row: ^uint64(0)}
		for _, c := range im.Chunks {
			for i, b := range c.Bytes {
				if err := rows.put(c.Addr+uint64(i), b); err != nil {
					return err
				}
			}
		}
		if err := rows.flush(); err != nil {
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

// AppendBinary appends the memory of a tile from the start of tile memory up to
// the last written byte, or to its end if full; bytes that nothing writes are 0.
func AppendBinary(dst []byte, t *target.Target, im image.Tile, full bool) []byte {
	end := t.MemBase
	if n := len(im.Chunks); n > 0 {
		last := im.Chunks[n-1]
		end = last.Addr + uint64(len(last.Bytes))
	}
	if full {
		end = t.MemEnd()
	}
	dst = slices.Grow(dst, int(end-t.MemBase))
	at := t.MemBase
	for _, c := range im.Chunks {
		dst = append(dst, make([]byte, c.Addr-at)...)
		dst = append(dst, c.Bytes...)
		at = c.Addr + uint64(len(c.Bytes))
	}
	return append(dst, make([]byte, end-at)...)
}
