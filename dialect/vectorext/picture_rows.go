package vectorext

import (
	"fmt"

	"optc/dialect/gpu"
	"optc/ir"
	"optc/layout"
)

// RowNotes describes how the threads of subgroups access memory in which the elements of a map to threads and registers are
// stored row by row, in sectors of some bytes.
func RowNotes(m *layout.Map, elem ir.Type, subgroup, sector int64) []string {
	t := gpu.TrafficOf(elem, subgroup)
	rows, err := layout.RowMajor(m.Shape())
	if err != nil {
		return nil
	}
	a, err := layout.AccessMemory(m, rows, t, sector)
	if err != nil {
		return nil
	}
	note := fmt.Sprintf("Where memory has the elements row by row as %s, a thread makes %s of %s.", elem, spellAccesses(a.Count), spellCount(a.Width*t.Element, "byte"))
	return []string{note, fmt.Sprintf("The accesses of %d threads touch %s of %d bytes; %d would be the least.", subgroup, spellCount(a.Sectors, "sector"), sector, a.Fewest)}
}
