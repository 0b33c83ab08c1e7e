package okk

import (
	"fmt"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/picture"
)

// drawSystemType draws the places of the elements of a tensor in system memory, by their distance
// from the first one.
func drawSystemType(t ir.Node, _ picture.View) (*draw.Picture, error) {
	x := t.(*SystemType)
	s := x.Tensor
	if err := s.Check(); err != nil {
		return nil, err
	}
	where := "system memory"
	if x.Space != "" {
		where = x.Space
	}
	payload := countElements(s.LogicalShape()) * s.DType.Bytes()
	p := &draw.Picture{
		Title:  fmt.Sprintf("%s of %s in %s", spellList(s.LogicalShape()), s.DType, where),
		Panels: []*draw.Panel{s.drawPlanes(), s.drawElements()},
		Legend: []draw.Key{{Colour: draw.Padding, Text: "gaps"}},
		Notes: []string{
			fmt.Sprintf("Strides %s in units of %d bytes.", s.UnitStrides(), s.UnitBytes()),
			fmt.Sprintf("%d bytes of elements in %d bytes.", payload, s.Span()),
		},
	}
	if s.Mode.Pack() > 1 && s.Shape[0]%s.Mode.Pack() != 0 {
		p.Legend = append(p.Legend, draw.Key{Colour: draw.Filler, Text: "dummies"})
	}
	return p, nil
}

// drawPlanes draws a cell for each plane of a channel in a batch, or for each row of a matrix.
func (s System) drawPlanes() *draw.Panel {
	p := &draw.Panel{Title: "planes", Rows: []draw.Row{{Label: "bytes"}}, Axis: draw.Axis{Name: "offset", To: s.Span(), Scaled: true}}
	shape, strides, u := s.PackedShape(), s.UnitStrides(), s.UnitBytes()
	outer, inner, names := shape[0], shape[1], [2]string{"n", "c"}
	plane, steps := (shape[2]-1)*strides[2]+(shape[3]-1)*strides[3]+1, [2]int64{strides[0], strides[1]}
	if s.isMatrix() {
		p.Title = "rows"
		outer, inner, names = 1, shape[2], [2]string{"", "row "}
		plane, steps = (shape[3]-1)*strides[3]+1, [2]int64{0, strides[2]}
	}
	for i := range outer {
		for j := range inner {
			if i*inner+j == mostBlocks {
				p.Title += fmt.Sprintf(", the first %d of %d", mostBlocks, outer*inner)
				return p
			}
			at := u * (i*steps[0] + j*steps[1])
			name := fmt.Sprint(names[1], j)
			if !s.isMatrix() {
				name = fmt.Sprintf("%s%s %s", names[0], batchesOf(s.Mode, i, s.Shape[0]), name)
			}
			p.Add(draw.Cell{From: at, To: at + u*plane, Colour: draw.Series(int(j)), Text: name, Hover: fmt.Sprintf("%s: %ss %d to %d", name, axes.Byte, at, at+u*plane-1)})
		}
	}
	return p
}

// drawElements draws the number of each element, in row-major order of the shape, at the offset of
// its first byte.
func (s System) drawElements() *draw.Panel {
	m, size := s.Elements(), s.DType.Bytes()
	class := func(at int64) layout.Class {
		if c := m.Invert(0, at).Class; c != layout.Outside || s.Mode.Pack() == 1 {
			return c
		}
		return layout.Dummy // after the last element of the last unit
	}
	var columns []int64
	end := int64(0)
	for ; end < s.Span(); end += size {
		if c := class(end); c != layout.Element && end > 0 && class(end-size) == c {
			continue
		}
		if len(columns) == mostColumns {
			break
		}
		columns = append(columns, end)
	}
	p := &draw.Panel{
		Title: "elements, by the offset of their first byte", Rows: []draw.Row{{Label: "element"}},
		Axis: draw.Axis{Name: "offset", To: int64(len(columns)), Label: func(n int64) string { return fmt.Sprint(columns[n]) }},
	}
	if end < s.Span() {
		p.Title += fmt.Sprintf(", the first %d of %d bytes", end, s.Span())
	}
	var coord []int64
	for k, at := range columns {
		hit := m.Invert(0, at)
		c := draw.Cell{From: int64(k), To: int64(k) + 1, Colour: draw.Padding, Hover: fmt.Sprintf("from %s: %s", axes.Byte.At(at), class(at))}
		switch class(at) {
		case layout.Element:
			coord = m.Coord(hit.Index, coord)
			channel := coord[len(coord)-2]
			if !s.isMatrix() {
				channel = coord[1]
			}
			c.Text, c.Colour, c.Hover = fmt.Sprint(hit.Index), draw.Series(int(channel)), fmt.Sprintf("%s: element %s", axes.Byte.At(at), spellList(coord))
		case layout.Dummy:
			c.Colour = draw.Filler
		}
		p.Add(c)
	}
	return p
}
