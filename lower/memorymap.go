package lower

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// barWidth is the width in characters of the picture of a unit of memory.
const barWidth = 64

// WriteMemoryMap writes what lies where, for people: per unit of memory a picture, a
// table of allocations with gaps, and totals by use; then the totals of all units of
// a memory. Units with the same allocations are described once.
func WriteMemoryMap(w io.Writer, p *Program) error {
	var b strings.Builder
	used := make([]string, len(p.Memories))
	for i, m := range p.Memories {
		fmt.Fprintf(&b, "%s: %s memory [%#x, %#x), %d bytes", p.Target, m.Unit.One, m.Base, m.End(), m.Size)
		if m.Doc != "" {
			b.WriteString("; " + m.Doc)
		}
		b.WriteByte('\n')
		used[i] = fmt.Sprintf("%d %s", len(p.UnitsOf(m)), m.Unit.Many)
	}
	fmt.Fprintf(&b, "%s used, %d %s\n", strings.Join(used, " and "), p.Parts, p.Called.Many)
	for _, m := range p.Memories {
		writeMemory(&b, m, p.UnitsOf(m))
	}
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

func writeMemory(b *strings.Builder, m *Memory, units []*Unit) {
	total := map[string]uint64{}
	for lo := 0; lo < len(units); {
		hi := lo + 1
		for hi < len(units) && sameShape(units[lo], units[hi]) {
			hi++
		}
		writeUnit(b, units[lo], units[hi-1].Number)
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

// sameShape tells whether the allocations of two units differ in names only.
func sameShape(a, b *Unit) bool {
	return slices.EqualFunc(a.Allocs, b.Allocs, func(x, y Alloc) bool {
		return x.Kind == y.Kind && x.Addr == y.Addr && x.Size == y.Size && x.Align == y.Align
	})
}

func writeUnit(b *strings.Builder, u *Unit, last int) {
	m := u.Memory
	if last > u.Number {
		fmt.Fprintf(b, "\n%s %d to %d\n", m.Unit.Many, u.Number, last)
	} else {
		fmt.Fprintf(b, "\n%s %d\n", m.Unit.One, u.Number)
	}
	fmt.Fprintf(b, "  |%s|  %s\n", bar(u), legend(u))
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
	free(at, m.End())
	fmt.Fprintf(b, "  %d bytes used, %d unused\n", m.Size-u.Unused(), u.Unused())
}

// cell is what a column tells about an allocation, as wide as its name: a number to
// the right, a range of numbers to the left.
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

// bar draws a unit of memory, one character per 64th: the letter of the use with
// most bytes there, a dot where nothing lies.
func bar(u *Unit) string {
	line := make([]byte, barWidth)
	for i := range line {
		lo := u.Memory.Base + uint64(i)*u.Memory.Size/barWidth
		hi := u.Memory.Base + uint64(i+1)*u.Memory.Size/barWidth
		bytes := map[string]uint64{}
		for i := range u.Allocs {
			a := &u.Allocs[i]
			if from, to := max(lo, a.Addr), min(hi, a.Addr+a.Size); from < to {
				bytes[a.Kind] += to - from
			}
		}
		line[i] = '.'
		most := uint64(0)
		for _, use := range u.Memory.Uses {
			if bytes[use.Name] > most {
				most, line[i] = bytes[use.Name], use.Letter
			}
		}
	}
	return string(line)
}

func legend(u *Unit) string {
	var parts []string
	for _, use := range u.Memory.Uses {
		if slices.ContainsFunc(u.Allocs, func(a Alloc) bool { return a.Kind == use.Name }) {
			parts = append(parts, string(use.Letter)+" "+use.Name)
		}
	}
	return strings.Join(parts, ", ")
}
