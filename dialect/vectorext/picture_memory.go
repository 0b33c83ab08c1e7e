package vectorext

import (
	"fmt"
	"slices"

	"optc/dialect/gpu"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
)

// DrawAccesses draws how the banks of workgroup memory serve threads that read a vector, whose elements are stored in the cells of
// memory; it also describes the cost of a subgroup's accesses there and in global memory, which is divided into sectors.
func DrawAccesses(threads, memory *layout.Map, elem ir.Type, subgroup, sector int64) (*draw.Picture, error) {
	t := gpu.TrafficOf(elem, subgroup)
	a, err := change.AccessMemory(threads, memory, t, sector)
	if err != nil {
		return nil, err
	}
	at := func(cell int64) string {
		if hit := memory.Invert(0, cell); hit.Class == layout.Element {
			return join(memory.Coord(hit.Index, nil), ",")
		}
		return ""
	}
	bytes := spellCount(a.Width*t.Element, axes.Byte.String())
	together := fmt.Sprintf("%s of %s go together", spellCount(t.Banks.Lanes(a.Width*t.Element), axes.Lane.String()), bytes)
	cycles := fmt.Sprintf("In workgroup memory, the accesses of a subgroup take %s, the least: %s, and no two of them need different words of a bank.", spellCount(a.Cycles, "cycle"), together)
	if a.Cycles > a.Least {
		cycles = fmt.Sprintf("In workgroup memory, the accesses of a subgroup take %s, and would take %d without conflicts: %s, and some need different words of a bank.", spellCount(a.Cycles, "cycle"), a.Least, together)
	}
	return &draw.Picture{
		Title:  fmt.Sprintf("%sx%s in a memory that %s access", join(threads.Shape(), "x"), elem, threads.Axes().Unit.Count(int64(threads.Units()))),
		Panels: []*draw.Panel{banksPanel(fmt.Sprintf("lanes of access %d, by bank", a.Slowest), t, a.Served, at)},
		Notes: slices.Concat([]string{
			fmt.Sprintf("A thread makes %s of %s. The picture shows the first that takes the most cycles.", spellAccesses(a.Count), bytes),
			cycles,
		}, conflictNotes(a.Served, t, at), []string{
			fmt.Sprintf("In global memory, they touch %s of %d bytes; %d would be the least.", spellCount(a.Sectors, "sector"), sector, a.Fewest),
		}),
		Figures: slices.Concat(accessFigures(a.Count, a.Width*t.Element),
			[]draw.Figure{{Name: "accesses of a subgroup", Value: a.Cycles, Unit: "cycles"}, {Name: "without conflicts", Value: a.Least, Unit: "cycles"}},
			sectorFigures(a.Sectors, a.Fewest)),
	}, nil
}

// spellAccesses writes a number of accesses.
func spellAccesses(n int64) string {
	if n == 1 {
		return "one access"
	}
	return fmt.Sprintf("%d accesses", n)
}
