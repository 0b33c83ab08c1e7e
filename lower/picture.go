package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"optc/diag"
	"optc/draw"
)

// Region is a named range of the addresses of every unit of a memory, such as a bank.
type Region struct {
	Name     string
	From, To uint64 // half-open
}

// Life is the half-open range of steps of a program during which an allocation is in use.
// The zero value means all steps.
type Life struct{ From, To int }

// Draw draws the allocations in each used unit of memory: addresses by the steps of the
// program, or a single row if allocations live as long as the program. Units with the
// same allocations are drawn once. at selects a unit, as "3" or "tile 3"; "" selects all.
// The error code is no-unit.
func Draw(p *Program, at string) (draw.Pictures, error) {
	var pictures draw.Pictures
	for _, m := range p.Memories {
		units := p.UnitsOf(m)
		number, err := unitNumber(m, at)
		if err != nil {
			continue
		}
		for lo := 0; lo < len(units); {
			hi := lo + sameUnits(units[lo:])
			first, last := units[lo], units[hi-1]
			if at == "" || slices.ContainsFunc(units[lo:hi], func(u *Unit) bool { return u.Number == number }) {
				pictures = append(pictures, first.draw(p, last.Number))
			}
			lo = hi
		}
	}
	if pictures == nil && at != "" {
		return nil, diag.Errorf("no-unit", "expected the number of a used unit of memory, such as '%s', but got '%s'", someUnit(p), at)
	}
	return pictures, nil
}

// unitNumber reads "3" or "tile 3".
func unitNumber(m *Memory, at string) (int, error) {
	if at == "" {
		return 0, nil
	}
	return strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(at, m.Unit.One)))
}

func someUnit(p *Program) string {
	if len(p.Units) == 0 {
		return "0"
	}
	return fmt.Sprintf("%s %d", p.Units[0].Memory.Unit.One, p.Units[0].Number)
}

// sameUnits is the number of units at the start of a list that are described once: they
// have the same allocations and consecutive numbers.
func sameUnits(units []*Unit) int {
	n := 1
	for n < len(units) && units[n].Number == units[0].Number+n && sameShape(units[0], units[n]) {
		n++
	}
	return n
}

// span names a unit, or the units up to last.
func (u *Unit) span(last int) string {
	if last > u.Number {
		return fmt.Sprintf("%s %d to %d", u.Memory.Unit.Many, u.Number, last)
	}
	return fmt.Sprintf("%s %d", u.Memory.Unit.One, u.Number)
}

// Spans names units, neighbours together: "tiles 0 to 3, tile 7".
func Spans(units []*Unit) string {
	var list []string
	for lo := 0; lo < len(units); {
		hi := lo + 1
		for hi < len(units) && units[hi].Memory == units[lo].Memory && units[hi].Number == units[hi-1].Number+1 {
			hi++
		}
		list = append(list, units[lo].span(units[hi-1].Number))
		lo = hi
	}
	return strings.Join(list, ", ")
}

func (u *Unit) draw(p *Program, last int) *draw.Picture {
	return &draw.Picture{
		Title:  u.span(last),
		Panels: u.panels(p.Steps),
		Legend: u.legend(),
		Notes:  []string{fmt.Sprintf("%d bytes used, %d unused", u.Memory.Size-u.Unused(), u.Unused())},
	}
}

// marks are the letters of allocations in pictures that distinguish allocations; a star marks
// further allocations.
const marks = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// markOf is the letter of an allocation in a picture that distinguishes allocations.
func markOf(i int) rune {
	if i < len(marks) {
		return rune(marks[i])
	}
	return '*'
}

// legend has a key for each use in the unit, or for each allocation.
func (u *Unit) legend() (keys []draw.Key) {
	if u.Memory.Apart {
		for i := range min(len(u.Allocs), len(marks)) {
			keys = append(keys, draw.Key{Colour: draw.Series(i), Mark: markOf(i), Text: u.Allocs[i].label()})
		}
		return keys
	}
	for i, use := range u.Memory.Uses {
		if slices.ContainsFunc(u.Allocs, func(a Alloc) bool { return a.Kind == use.Name }) {
			keys = append(keys, draw.Key{Colour: draw.Series(i), Mark: rune(use.Letter), Text: use.Name})
		}
	}
	return keys
}

// panels draws the used addresses, with a row per step or a single row. A gap that is
// larger than all used ranges together ends a panel, so that the used ranges remain
// visible.
func (u *Unit) panels(steps []string) (panels []*draw.Panel) {
	if !slices.ContainsFunc(u.Allocs, func(a Alloc) bool { return a.Life != Life{} }) {
		steps = []string{""}
	}
	used := u.Memory.Size - u.Unused()
	for lo := 0; lo < len(u.Allocs); {
		end, hi := u.Allocs[lo].Addr, lo
		for hi < len(u.Allocs) && u.Allocs[hi].Addr <= end+used {
			end = max(end, u.Allocs[hi].Addr+u.Allocs[hi].Size)
			hi++
		}
		panels = append(panels, u.panel(lo, hi, end, steps))
		lo = hi
	}
	return panels
}

// panel draws the allocations [lo, hi) up to the address end.
func (u *Unit) panel(lo, hi int, end uint64, steps []string) *draw.Panel {
	m, allocs := u.Memory, u.Allocs[lo:hi]
	p := &draw.Panel{Axis: draw.Axis{
		Name: "address", From: int64(allocs[0].Addr), To: int64(end), Scaled: true,
		Label: func(n int64) string { return fmt.Sprintf("%#x", n) },
	}}
	for _, r := range m.Regions {
		if from, to := max(r.From, allocs[0].Addr), min(r.To, end); from < to {
			p.Axis.Groups = append(p.Axis.Groups, draw.Group{From: int64(from), To: int64(to), Text: r.Name})
		}
	}
	for i, s := range steps {
		label := s
		if len(steps) > 1 {
			label = strings.TrimSpace(fmt.Sprintf("%d %s", i, s))
		}
		p.Rows = append(p.Rows, draw.Row{Label: label})
	}
	for i := range allocs {
		a := &allocs[i]
		life := a.Life
		if life == (Life{}) {
			life.To = len(steps)
		}
		c := draw.Cell{
			Row: life.From, Rows: life.To - life.From, From: int64(a.Addr), To: int64(a.Addr + a.Size),
			Colour: draw.Series(slices.IndexFunc(m.Uses, func(use Use) bool { return use.Name == a.Kind })), Text: a.label(),
			Hover: fmt.Sprintf("%s\n%s, %#x to %#x, %d bytes, aligned to %d%s", a.Name, a.Kind, a.Addr, a.Addr+a.Size, a.Size, a.Align, u.more(a)),
		}
		if m.Apart {
			c.Colour, c.Mark, c.Text = draw.Series(lo+i), markOf(lo+i), " "+c.Text+" "
		}
		p.Add(c)
	}
	return p
}

// label is the name of an allocation in pictures.
func (a *Alloc) label() string { return cmp.Or(a.Label, a.Name) }

// more describes an allocation by the columns of the memory and by its life.
func (u *Unit) more(a *Alloc) string {
	text := ""
	if columns := a.Columns(u.Memory); columns != "" {
		text = ", " + columns
	}
	if a.Life != (Life{}) {
		text += fmt.Sprintf(", steps %d to %d", a.Life.From, a.Life.To-1)
	}
	return text
}

// Columns describes an allocation by the columns of a memory: "element 3, region 0".
func (a *Alloc) Columns(m *Memory) string {
	list := make([]string, len(m.Columns))
	for i, c := range m.Columns {
		list[i] = c.Name + " " + strings.TrimSpace(cell(c, a))
	}
	return strings.Join(list, ", ")
}
