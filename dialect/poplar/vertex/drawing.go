package vertex

import (
	"fmt"
	"strconv"

	"optc/dialect/poplar/target"
	"optc/draw"
)

const (
	bytesPerRow = 8  // part of the drawing of a state
	mostRows    = 64 // rows of it that are drawn
)

// Drawing draws the state of a class twice: byte by byte, with the field of each byte,
// and bit by bit, with the parts of each field's representation.
func (s *StateLayout) Drawing(class string, t *target.Target) *draw.Picture {
	p := &draw.Picture{
		Title:  fmt.Sprintf("%s on %s: %s, aligned to %s", class, t.Arch, bytesText(s.Size), bytesText(s.Align)),
		Panels: []*draw.Panel{s.drawBytes()},
	}
	bits := bitPanel()
	for i := range s.Fields {
		f := &s.Fields[i]
		f.drawBits(bits, t, f.Name, f.Offset, i)
	}
	p.Panels = append(p.Panels, bits)
	if s.Size > mostRows*bytesPerRow {
		p.Notes = append(p.Notes, fmt.Sprintf("Drawn are the first %d of %d bytes.", mostRows*bytesPerRow, s.Size))
	}
	return p
}

// drawBytes has a row per eight bytes of the state.
func (s *StateLayout) drawBytes() *draw.Panel {
	p := &draw.Panel{Title: "bytes", Axis: draw.Axis{Name: "byte", To: bytesPerRow}}
	end := min(s.Size, mostRows*bytesPerRow)
	for at := 0; at < end; at += bytesPerRow {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprintf("+%d", at)})
	}
	add := func(from, to int, c draw.Cell) {
		for at := from; at < min(to, end); {
			row := at / bytesPerRow
			next := min(to, (row+1)*bytesPerRow)
			c.Row, c.From, c.To = row, int64(at-row*bytesPerRow), int64(next-row*bytesPerRow)
			p.Add(c)
			at = next
		}
	}
	add(0, s.Size, draw.Cell{Colour: draw.Padding, Hover: "padding"})
	for i := range s.Fields {
		f := &s.Fields[i]
		add(f.Offset, f.Offset+f.Size, draw.Cell{
			Colour: draw.Series(i), Text: f.Name,
			Hover: fmt.Sprintf("%s: %s\nbytes %d to %d", f.Name, f.Type.IR(), f.Offset, f.Offset+f.Size-1),
		})
	}
	return p
}

func bitPanel() *draw.Panel {
	return &draw.Panel{Title: "bits", Axis: draw.Axis{Name: "bit", To: 32, Descending: true}}
}

// drawBits adds a row per word of the representation of a field, and of the words to
// which it refers. Plain values longer than a word are a single row of their whole size.
func (r *Resolved) drawBits(p *draw.Panel, t *target.Target, name string, offset, colour int) {
	add := func(label, note string, parts []BitPart) {
		row := len(p.Rows)
		p.Rows = append(p.Rows, draw.Row{Label: label, Note: note})
		for _, part := range parts {
			c := draw.Cell{Row: row, From: int64(part.Low), To: int64(part.High) + 1, Colour: draw.Series(colour), Text: part.What, Hover: part.String()}
			if part.What == "0" {
				c.Colour = draw.Padding
			}
			p.Add(c)
		}
	}
	note := r.shape()
	for _, w := range r.Words(t) {
		parts := w.Parts
		if r.Type.Kind == ScalarField || r.Type.Kind == ArrayField {
			parts = []BitPart{{High: parts[0].High, Low: 0, What: "value"}}
			if r.Size > 4 {
				parts[0] = BitPart{High: 31, Low: 0, What: strconv.Itoa(r.Size) + " bytes"}
			}
		}
		add(fmt.Sprintf("+%d %s", offset+w.Offset, name), note, parts)
		name, note = "", ""
	}
	switch r.Type.Kind {
	case ListEdge:
		add("each delta", "beside the state, a word per sub-vector", r.List.DeltaParts())
	case ScalarEdgeArray, VectorEdgeArray:
		note = "beside the state, one per element of the table"
		for _, w := range r.Data.Words(t) {
			add(fmt.Sprintf("each entry +%d", w.Offset), note, w.Parts)
			note = ""
		}
	}
}

// Drawing draws the bits of a field, with the range that its layout can express.
func (r *Resolved) Drawing(t *target.Target) *draw.Picture {
	p := &draw.Picture{Title: fmt.Sprintf("%s on %s", r.Type.IR(), t.Arch), Panels: []*draw.Panel{bitPanel()}}
	r.drawBits(p.Panels[0], t, "", 0, 0)
	p.Panels[0].Title = ""
	p.Notes = []string{fmt.Sprintf("The field takes %s in the vertex state, aligned to %s.", bytesText(r.Size), bytesText(r.Align))}
	if n := r.DataAlign(); n > 0 {
		at := r.dataRange(t)
		p.Notes = append(p.Notes, fmt.Sprintf("The data that it refers to is aligned to %s and lies in [%#x, %#x).", bytesText(n), at.Lo, at.Hi))
	}
	outer, inner := r.MaxDims()
	for _, limit := range []struct {
		n    uint64
		what string
	}{{outer, "sub-vectors"}, {inner, "elements"}} {
		switch {
		case limit.n == NoLimit:
			p.Notes = append(p.Notes, fmt.Sprintf("The number of %s is not stored.", limit.what))
		case limit.n > 1:
			p.Notes = append(p.Notes, fmt.Sprintf("At most %d %s.", limit.n, limit.what))
		}
	}
	return p
}

// dataRange is the range for the data of a field, as far as its representation determines
// it.
func (r *Resolved) dataRange(t *target.Target) target.Range {
	if r.Type.Kind == ListEdge {
		return t.ListRange(r.List.Layout)
	}
	return t.PointerRange(r.Data.Layout)
}

func bytesText(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}
