package vectorext

import (
	"fmt"
	"slices"

	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
)

// DrawAccesses draws how the banks of workgroup memory serve threads that read or write a vector (the sides After and Before), whose elements are stored
// in the cells of memory, and describes what the accesses of a subgroup cost there and in global memory, which is divided into sectors.
func DrawAccesses(threads, memory *layout.Map, elem ir.Type, t change.Traffic, side change.Side, sector int64) (*draw.Picture, error) {
	a, err := change.AccessMemory(threads, memory, t, side, sector)
	if err != nil {
		return nil, err
	}
	other, err := change.AccessMemory(threads, memory, t, 1-side, sector)
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
	if lanes := t.Banks.FirstTogether(side, a.Width*t.Element); lanes != nil {
		together += ", first " + join(lanes, ", ")
	}
	what, otherwise := "accesses", ""
	if a.Cycles != other.Cycles {
		what, otherwise = directions[side], fmt.Sprintf("The %s take %s.", directions[1-side], spellCount(other.Cycles, "cycle"))
	}
	cycles := fmt.Sprintf("In workgroup memory, the %s of a subgroup take %s, the least: %s, and no two of them need different words of a bank.", what, spellCount(a.Cycles, "cycle"), together)
	if a.Cycles > a.Least {
		cycles = fmt.Sprintf("In workgroup memory, the %s of a subgroup take %s, and would take %d without conflicts: %s, and some need different words of a bank.", what, spellCount(a.Cycles, "cycle"), a.Least, together)
	}
	if otherwise != "" {
		cycles += " " + otherwise
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

// directions names what threads do on the sides of a change of layout.
var directions = [...]string{change.Before: "writes", change.After: "reads"}

// spellAccesses writes a number of accesses.
func spellAccesses(n int64) string {
	if n == 1 {
		return "one access"
	}
	return fmt.Sprintf("%d accesses", n)
}
