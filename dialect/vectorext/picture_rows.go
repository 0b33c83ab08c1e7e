package vectorext

import (
	"fmt"

	"optc/dialect/gpu"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/change"
)

// DescribeRows adds to a picture how the threads of subgroups access memory that stores the elements of a map to threads and
// registers row by row, in sectors of sector bytes.
func DescribeRows(p *draw.Picture, m *layout.Map, elem ir.Type, subgroup, sector int64) {
	t := gpu.Chip("").TrafficOf(elem, subgroup)
	rows, err := layout.RowMajor(m.Shape())
	if err != nil {
		return
	}
	a, err := change.AccessMemory(m, rows, t, change.After, sector)
	if err != nil {
		return
	}
	p.Notes = append(p.Notes,
		fmt.Sprintf("Where memory has the elements row by row as %s, a thread makes %s of %s.", elem, spellAccesses(a.Count), spellCount(a.Width*t.Element, "byte")),
		fmt.Sprintf("The accesses of %d threads touch %s of %d bytes; %d would be the least.", subgroup, spellCount(a.Sectors, "sector"), sector, a.Fewest))
	p.Figures = append(p.Figures, append(accessFigures(a.Count, a.Width*t.Element), sectorFigures(a.Sectors, a.Fewest)...)...)
}

// accessFigures are the number of accesses of a thread and the bytes of each.
func accessFigures(count, bytes int64) []draw.Figure {
	return []draw.Figure{{Name: "accesses of a thread", Value: count, Unit: "accesses"}, {Name: "access", Value: bytes, Unit: "bytes"}}
}

// sectorFigures are the numbers of sectors that accesses touch, and of the fewest that they could touch.
func sectorFigures(sectors, least int64) []draw.Figure {
	return []draw.Figure{{Name: "sectors", Value: sectors, Unit: "sectors"}, {Name: "least sectors", Value: least, Unit: "sectors"}}
}
