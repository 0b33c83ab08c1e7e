package okk

import (
	"fmt"
	"slices"

	"optc/draw"
	"optc/layout"
	"optc/layout/axes"
)

// The parts of a tensor that are drawn: numbers of lanes, blocks, and columns of elements.
const (
	fewLanes    = 8 // are all drawn
	mostBlocks  = 4096
	mostColumns = 48
)

// Picture draws the place of a tensor: the blocks in the memory of each lane (NPU) that
// it uses, with the banks, and which element is at which byte.
func (x *Tensor) Picture() *draw.Picture {
	lanes := x.lanes()
	legend := []draw.Key{{Colour: draw.Padding, Text: "padding and gaps"}}
	if x.Type.DummyBytes() > 0 {
		legend = append(legend, draw.Key{Colour: draw.Filler, Text: "dummies"})
	}
	return &draw.Picture{
		Title:  fmt.Sprintf("%s of %s in %s layout on %s, at %s offset %d", spellList(x.Type.LogicalShape()), x.Type.DType, x.Type.Layout, x.Machine.Name, axes.NPU.At(x.Start), x.Offset),
		Panels: []*draw.Panel{x.drawBlocks(lanes), x.drawElements(x.Elements(), lanes)},
		Legend: legend,
		Notes:  x.use(),
	}
}

// laneRow is a row of a picture: an NPU, or several that are like the NPU before them but for the
// numbers of their channels.
type laneRow struct{ first, last int64 }

func (r laneRow) folded() bool { return r.first != r.last }

// lanes lists the NPUs that are drawn: all NPUs of a small machine, otherwise the NPUs
// that hold a channel, of which like neighbours are folded.
func (x *Tensor) lanes() (rows []laneRow) {
	if x.Machine.NPUs <= fewLanes {
		for l := range x.Machine.NPUs {
			rows = append(rows, laneRow{l, l})
		}
		return rows
	}
	var lanes []int64
	for c := range x.NPUsUsed() {
		lanes = append(lanes, (x.Start+c)%x.Machine.NPUs)
	}
	slices.Sort(lanes)
	if len(lanes) <= fewLanes {
		for _, l := range lanes {
			rows = append(rows, laneRow{l, l})
		}
		return rows
	}
	for len(lanes) > 0 {
		n := 1
		for n < len(lanes) && lanes[n] == lanes[0]+int64(n) && x.channelsIn(lanes[n]) == x.channelsIn(lanes[0]) {
			n++
		}
		first, last := lanes[0], lanes[n-1]
		rows = append(rows, laneRow{first, first})
		switch {
		case n > 3:
			rows = append(rows, laneRow{first + 1, last - 1}, laneRow{last, last})
		default:
			for l := first + 1; l <= last; l++ {
				rows = append(rows, laneRow{l, l})
			}
		}
		lanes = lanes[n:]
	}
	return rows
}

// channelsIn returns the first and the last block row with a channel in an NPU, and the elements in
// the channel of the last one if it is a short channel of a matrix.
func (x *Tensor) channelsIn(lane int64) (held [3]int64) {
	channels := x.Packed[1]
	if lane < x.Start {
		held[0] = 1
	}
	held[1] = (x.Start + channels - 1 - lane) / x.Machine.NPUs
	if x.Type.Layout == Matrix && (x.Start+channels-1)%x.Machine.NPUs == lane {
		held[2] = x.Type.Cols - (channels-1)*x.Type.Width
	}
	return held
}

func laneRows(lanes []laneRow) (rows []draw.Row) {
	for _, l := range lanes {
		label := axes.NPU.At(l.first)
		if l.folded() {
			label = fmt.Sprintf("%s to %d", axes.NPU.At(l.first), l.last)
		}
		rows = append(rows, draw.Row{Label: label})
	}
	return rows
}

// addFolded adds a cell to each row of folded NPUs.
func addFolded(p *draw.Panel, lanes []laneRow) {
	for row, l := range lanes {
		if l.folded() {
			p.Add(draw.Cell{Row: row, From: p.Axis.From, To: p.Axis.To, Text: "like " + axes.NPU.At(l.first-1),
				Hover: fmt.Sprintf("%ss %d to %d hold channels at the same offsets as %s", axes.NPU, l.first, l.last, axes.NPU.At(l.first-1))})
		}
	}
}

// rowOf returns the row of an NPU that has its own row.
func rowOf(lanes []laneRow, lane int64) (row int, drawn bool) {
	row = slices.IndexFunc(lanes, func(r laneRow) bool { return r.first == lane && !r.folded() })
	return row, row >= 0
}

// drawBlocks draws a row per lane for the bytes that the tensor reserves, with a cell per
// block, which is the plane of a channel in a batch.
func (x *Tensor) drawBlocks(lanes []laneRow) *draw.Panel {
	p := &draw.Panel{
		Title: "blocks", Rows: laneRows(lanes),
		Axis: draw.Axis{Name: "offset", From: x.Offset, To: x.Offset + x.Reserved, Scaled: true, Groups: x.banks()},
	}
	addFolded(p, lanes)
	plane := ((x.Packed[2]-1)*x.Strides[2] + (x.Packed[3]-1)*x.Strides[3] + 1) * x.Unit
	for n := range x.Packed[0] {
		for c := range x.Packed[1] {
			if n*x.Packed[1]+c == mostBlocks {
				p.Title = fmt.Sprintf("blocks, the first %d of %d", mostBlocks, x.Packed[0]*x.Packed[1])
				return p
			}
			at := x.locateUnit(Dims{n, c, 0, 0})
			row, drawn := rowOf(lanes, int64(at.Unit))
			if !drawn {
				continue
			}
			name := fmt.Sprintf("n%s c%d", x.batches(n), c)
			hover := fmt.Sprintf("%s in %s: %ss %d to %d, %s", name, axes.NPU.At(int64(at.Unit)), axes.Byte, at.Offset, at.Offset+plane-1, axes.Bank.At(at.Offset/x.Machine.BankBytes()))
			if end := at.Offset + x.Strides[1]*x.Unit; x.Type.Layout != Strided && end > at.Offset+plane {
				p.Add(draw.Cell{Row: row, From: at.Offset + plane, To: end, Colour: draw.Padding, Hover: fmt.Sprintf("padding of %s: %d bytes", name, end-at.Offset-plane)})
			}
			p.Add(draw.Cell{Row: row, From: at.Offset, To: at.Offset + plane, Colour: draw.Series(int(c)), Text: name, Hover: hover})
		}
	}
	return p
}

// batches names the batches of a unit: 4 to 7 are in unit 1 of mode n4. A weight in mode ic2 has
// input channels in their place.
func (x *Tensor) batches(unit int64) string {
	return batchesOf(x.Type.Mode, unit, x.Type.LogicalShape()[0])
}

func batchesOf(m Mode, unit, all int64) string {
	p := m.Pack()
	first, last := unit*p, min(unit*p+p, all)-1
	if first == last {
		return fmt.Sprint(first)
	}
	return fmt.Sprint(first, "-", last)
}

// banks names the banks that the reserved bytes touch.
func (x *Tensor) banks() (groups []draw.Group) {
	size := x.Machine.BankBytes()
	for b := x.Offset / size; b*size < x.Offset+x.Reserved; b++ {
		groups = append(groups, draw.Group{From: max(x.Offset, b*size), To: min(x.Offset+x.Reserved, (b+1)*size), Text: axes.Bank.At(b)})
	}
	return groups
}

// column is a column of the elements: an element of memory, or a run of elements that
// hold nothing in any lane.
type column struct {
	at, end int64 // bytes
	holds   bool
}

// columns lists the columns of the reserved bytes, at most mostColumns.
func (x *Tensor) columns(m *layout.Map, lanes []laneRow) (list []column) {
	size := x.Type.DType.Bytes()
	for at := x.Offset; at < x.Offset+x.Reserved; at += size {
		holds := slices.ContainsFunc(lanes, func(l laneRow) bool { return m.Invert(int(l.first), at).Class == layout.Element })
		if last := len(list) - 1; !holds && last >= 0 && !list[last].holds {
			list[last].end += size
			continue
		}
		if len(list) == mostColumns {
			break
		}
		list = append(list, column{at, at + size, holds})
	}
	return list
}

// drawElements draws a row per lane with the number of each element, in row-major order
// of the shape, at the offset of its first byte. Offsets that no lane uses are joined to
// a single column.
func (x *Tensor) drawElements(m *layout.Map, lanes []laneRow) *draw.Panel {
	columns := x.columns(m, lanes)
	p := &draw.Panel{
		Title: "elements, by the offset of their first byte", Rows: laneRows(lanes),
		Axis: draw.Axis{Name: "offset", To: int64(len(columns)), Label: func(n int64) string { return fmt.Sprint(columns[n].at) }},
	}
	if end := columns[len(columns)-1].end; end < x.Offset+x.Reserved {
		p.Title += fmt.Sprintf(", the first %d of %d bytes", end-x.Offset, x.Reserved)
	}
	addFolded(p, lanes)
	var coord []int64
	for row, l := range lanes {
		if l.folded() {
			continue
		}
		lane := l.first
		for k, column := range columns {
			hit := m.Invert(int(lane), column.at)
			c := draw.Cell{Row: row, From: int64(k), To: int64(k) + 1}
			switch hit.Class {
			case layout.Element:
				coord = m.Coord(hit.Index, coord)
				c.Text, c.Colour = fmt.Sprint(hit.Index), draw.Series(x.colourOf(coord))
				c.Hover = fmt.Sprintf("%s, offset %d: element %s", axes.NPU.At(lane), column.at, spellList(coord))
			case layout.Free, layout.Outside:
				continue
			case layout.Dummy:
				c.Colour, c.Hover = draw.Filler, fmt.Sprintf("%s, offsets %d to %d: %s", axes.NPU.At(lane), column.at, column.end-1, hit.Class)
			default:
				c.Colour, c.Hover = draw.Padding, fmt.Sprintf("%s, offsets %d to %d: %s", axes.NPU.At(lane), column.at, column.end-1, hit.Class)
			}
			p.Add(c)
		}
	}
	return p
}

// colourOf returns the number of an element's channel, which selects the colour of
// element and block.
func (x *Tensor) colourOf(coord []int64) int {
	if x.Type.Layout == Matrix {
		return int(coord[1] / x.Type.Width)
	}
	return int(coord[1])
}

// use describes in words how many of the reserved bytes hold elements.
func (x *Tensor) use() []string {
	payload, reserved := x.Type.PayloadBytes(), x.Reserved*x.Machine.NPUs
	notes := []string{
		fmt.Sprintf("Strides %s in units of %d bytes; block rows: %d.", x.Strides, x.Unit, x.Rows),
		fmt.Sprintf("%d bytes of elements in %d of %d NPUs; %d bytes are reserved in each: %d%% of all reserved bytes are used.",
			payload, x.NPUsUsed(), x.Machine.NPUs, x.Reserved, percent(payload, reserved)),
	}
	if n := x.Type.DummyBytes(); n > 0 {
		notes = append(notes, fmt.Sprintf("%d bytes are dummies that complete units.", n))
	}
	return notes
}

func percent(part, whole int64) int64 { return int64(100 * float64(part) / float64(max(1, whole))) }
