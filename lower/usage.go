package lower

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/draw"
)

// WriteUsage writes the use of a program's memory for human readers: for each memory the bytes of
// each owner of allocations, the largest first, and, if there are several units, a histogram of how
// full they are.
func WriteUsage(w io.Writer, p *Program) error {
	_, err := io.WriteString(w, p.usage())
	return err
}

func (p *Program) usage() string {
	var b strings.Builder
	for _, m := range p.Memories {
		writeUsage(&b, p, m)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// usage is the memory of an owner of allocations.
type usage struct {
	owner string
	bytes uint64
	units int
	last  *Unit // the unit that was counted last
}

// usages returns the bytes of owners in units, the largest first.
func usages(units []*Unit) []*usage {
	byOwner := map[string]*usage{}
	var list []*usage
	for _, u := range units {
		for i := range u.Allocs {
			a := &u.Allocs[i]
			owner := cmp.Or(a.Owner, a.Name)
			x := byOwner[owner]
			if x == nil {
				x = &usage{owner: owner}
				byOwner[owner] = x
				list = append(list, x)
			}
			x.bytes += a.Size
			if x.last != u {
				x.units, x.last = x.units+1, u
			}
		}
	}
	slices.SortStableFunc(list, func(a, b *usage) int {
		return cmp.Or(cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.owner, b.owner))
	})
	return list
}

func writeUsage(b *strings.Builder, p *Program, m *Memory) {
	units := p.UnitsOf(m)
	if len(units) == 0 {
		return
	}
	fmt.Fprintf(b, "\nwhat takes memory of %s\n  %10s  %8s  owner\n", m.Unit.Count(len(units)), "bytes", m.Unit.Many)
	for _, x := range usages(units) {
		fmt.Fprintf(b, "  %10d  %8d  %s\n", x.bytes, x.units, x.owner)
	}
	if len(units) > 1 {
		b.WriteString("\n" + fullness(m, units).Text())
	}
}

// fullness draws a histogram of how full units are, in tenths of a unit. Empty rows at
// the end are left out.
func fullness(m *Memory, units []*Unit) *draw.Picture {
	const steps, percent = 10, 100 / 10
	var count [steps]int64
	for _, u := range units {
		used := m.Size - u.Unused()
		count[min(used*steps/max(m.Size, 1), steps-1)]++
	}
	most := 1
	for i, n := range count {
		if n > 0 {
			most = i + 1
		}
	}
	panel := &draw.Panel{Axis: draw.Axis{Name: m.Unit.Many, To: max(slices.Max(count[:]), 1), Scaled: true}}
	for i, n := range count[:most] {
		panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprintf("%d to %d %%", i*percent, (i+1)*percent), Note: fmt.Sprint(n)})
		panel.Add(draw.Cell{Row: i, To: n, Colour: draw.Series(0), Mark: '#'})
	}
	return &draw.Picture{Title: "how full the " + m.Unit.Many + " are", Panels: []*draw.Panel{panel}}
}
