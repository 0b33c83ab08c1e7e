package lower

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/draw"
)

// WriteMemoryMap writes the contents of memories for human readers: per unit of memory a
// picture, a table of allocations with gaps, and totals by use; then the totals of all
// units of a memory, and its largest users. Units with the same allocations are described
// once.
func WriteMemoryMap(w io.Writer, p *Program) error {
	var b strings.Builder
	used := make([]string, len(p.Memories))
	for i, m := range p.Memories {
		fmt.Fprintf(&b, "%s: %s memory [%#x, %#x), %d bytes", p.Target, m.Unit.One, m.Base, m.End(), m.Size)
		if m.Doc != "" {
			b.WriteString("; " + m.Doc)
		}
		b.WriteByte('\n')
		used[i] = m.Unit.Count(len(p.UnitsOf(m)))
	}
	fmt.Fprintf(&b, "%s used, %s\n", strings.Join(used, " and "), p.Called.Count(p.Parts))
	if p.Fit != nil {
		fmt.Fprintf(&b, "%s\n", p.Fit)
	}
	for _, m := range p.Memories {
		writeMemory(&b, p, m)
	}
	b.WriteString("\n" + p.usage())
	_, err := io.WriteString(w, b.String())
	return err
}

// UnitsOf returns the used units of a memory.
func (p *Program) UnitsOf(m *Memory) []*Unit {
	is := func(u *Unit) bool { return u.Memory == m }
	lo := max(slices.IndexFunc(p.Units, is), 0)
	hi := lo
	for hi < len(p.Units) && is(p.Units[hi]) {
		hi++
	}
	return p.Units[lo:hi]
}

func writeMemory(b *strings.Builder, p *Program, m *Memory) {
	units := p.UnitsOf(m)
	total := map[string]uint64{}
	for lo := 0; lo < len(units); {
		hi := lo + sameUnits(units[lo:])
		writeUnit(b, p, units[lo], units[hi-1].Number)
		for _, u := range units[lo:hi] {
			for i := range u.Allocs {
				total[u.Allocs[i].Kind] += u.Allocs[i].Size
			}
		}
		lo = hi
	}
	fmt.Fprintf(b, "\nall %s, bytes by kind:", m.Unit.Many)
	for _, use := range m.Uses {
		if total[use.Name] > 0 {
			fmt.Fprintf(b, " %s %d", use.Name, total[use.Name])
		}
	}
	b.WriteByte('\n')
}

// sameShape reports whether the allocations of two units differ in names only.
func sameShape(a, b *Unit) bool {
	return slices.EqualFunc(a.Allocs, b.Allocs, func(x, y Alloc) bool {
		return x.Kind == y.Kind && x.Addr == y.Addr && x.Size == y.Size && x.Align == y.Align && x.Life == y.Life
	})
}

func writeUnit(b *strings.Builder, p *Program, u *Unit, last int) {
	m := u.Memory
	picture := draw.Picture{Title: u.span(last), Panels: u.panels(p.Steps), Legend: u.legend()}
	fmt.Fprintf(b, "\n%s\n", picture.Text())
	b.WriteString("  address    end        bytes  align")
	blank := 0
	for _, c := range m.Columns {
		b.WriteString("  " + c.Name)
		blank += 2 + len(c.Name)
	}
	width := len("kind")
	for _, use := range m.Uses {
		width = max(width, len(use.Name))
	}
	fmt.Fprintf(b, "  %-*s  name\n", width, "kind")
	free := func(from, to uint64) {
		fmt.Fprintf(b, "  %#08x   %#08x  %6d%*s(free)\n", from, to, to-from, len("  align  ")+blank, "")
	}
	at := m.Base
	for i := range u.Allocs {
		a := &u.Allocs[i]
		if a.Addr > at {
			free(at, a.Addr)
		}
		fmt.Fprintf(b, "  %#08x   %#08x  %6d  %5d", a.Addr, a.Addr+a.Size, a.Size, a.Align)
		for _, c := range m.Columns {
			b.WriteString("  " + cell(c, a))
		}
		fmt.Fprintf(b, "  %-*s  %s\n", width, a.Kind, a.Name)
		at = max(at, a.Addr+a.Size)
	}
	if at < m.End() {
		free(at, m.End())
	}
	fmt.Fprintf(b, "  %d bytes used, %d unused\n", m.Size-u.Unused(), u.Unused())
}

// cell is the text of a column for an allocation, as wide as its name: a number is right-aligned, a
// range of numbers left-aligned.
func cell(c Column, a *Alloc) string {
	list, many := c.Of(a).([]int)
	switch {
	case !many:
		return fmt.Sprintf("%*v", len(c.Name), c.Of(a))
	case len(list) == 0:
		return fmt.Sprintf("%-*s", len(c.Name), "-")
	case len(list) == 1:
		return fmt.Sprintf("%-*d", len(c.Name), list[0])
	}
	return fmt.Sprintf("%-*s", len(c.Name), fmt.Sprintf("%d-%d", list[0], list[len(list)-1]))
}
