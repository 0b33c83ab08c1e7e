package lower

import (
	"cmp"
	"fmt"
	"slices"

	"optc/draw"
	"optc/layout/axes"
)

const (
	mostBars  = 64 // rows of a panel about units; with more units a row covers several
	mostUnits = 8  // number of units whose threads are drawn; the busiest units are chosen
)

// Draw draws the cost of a run: the work of each unit, the work of the threads of the
// busiest units, and the exchange between units.
func (p *Profile) Draw() draw.Pictures {
	cycles := &draw.Picture{Title: fmt.Sprintf("about %d cycles", p.Cycles), Notes: []string{"Cycles are estimated: " + p.Estimate + "."}}
	cycles.Panels = append(cycles.Panels, p.bars("cycles", 0, func(u *ProfileUnit) int64 { return u.Cycles }))
	pictures := draw.Pictures{cycles}
	if len(p.Timeline) > 0 {
		pictures = append(pictures, p.timeline())
	} else {
		pictures = append(pictures, p.threads())
	}
	in, out := func(u *ProfileUnit) int64 { return u.In }, func(u *ProfileUnit) int64 { return u.Out }
	if len(p.Phases) > 0 {
		pictures = append(pictures, p.phases())
	}
	if slices.ContainsFunc(p.Units, func(u ProfileUnit) bool { return u.In > 0 }) {
		pictures = append(pictures, &draw.Picture{Title: "exchange", Panels: []*draw.Panel{p.bars("bytes in", 1, in), p.bars("bytes out", 2, out)}})
	}
	return pictures
}

// bars draws a number for each unit. Neighbours with the same number have one row; if there are still too many
// rows, a row has the largest number of several neighbours.
func (p *Profile) bars(what string, colour int, of func(*ProfileUnit) int64) *draw.Panel {
	panel := &draw.Panel{Axis: draw.Axis{Name: what, To: 1, Scaled: true}}
	for _, units := range p.neighbours(of) {
		busiest, alike := &units[0], true
		for i := range units {
			alike = alike && of(&units[i]) == of(&units[0])
			if of(&units[i]) > of(busiest) {
				busiest = &units[i]
			}
		}
		n := of(busiest)
		row := draw.Row{Label: units[0].String(), Note: fmt.Sprint(n), Hover: busiest.String()}
		if len(units) > 1 {
			row.Label += fmt.Sprintf(" to %d", units[len(units)-1].Number)
			row.Hover = row.Label
			if alike {
				row.Note += " each"
			} else {
				row.Note += " on " + busiest.String()
				row.Hover = busiest.String()
			}
		}
		panel.Add(draw.Cell{Row: len(panel.Rows), To: n, Colour: draw.Series(colour), Mark: '#', Hover: fmt.Sprintf("%s: %d %s", row.Hover, n, what)})
		panel.Rows = append(panel.Rows, row)
		panel.Axis.To = max(panel.Axis.To, n)
	}
	return panel
}

// neighbours divides the units into rows: units with consecutive numbers and the same cost, or equally many units
// if these rows are too many.
func (p *Profile) neighbours(of func(*ProfileUnit) int64) (rows [][]ProfileUnit) {
	for from := 0; from < len(p.Units); {
		to := from + 1
		for to < len(p.Units) && of(&p.Units[to]) == of(&p.Units[from]) && p.Units[to].Number == p.Units[to-1].Number+1 {
			to++
		}
		rows = append(rows, p.Units[from:to])
		from = to
	}
	if len(rows) > mostBars {
		return slices.Collect(slices.Chunk(p.Units, (len(p.Units)+mostBars-1)/mostBars))
	}
	return rows
}

// timeline draws when each step executes which code.
func (p *Profile) timeline() *draw.Picture {
	panel := &draw.Panel{Axis: draw.Axis{Name: "cycles", To: max(1, p.Cycles), Scaled: true}}
	for _, s := range p.Steps {
		row := len(panel.Rows)
		panel.Rows = append(panel.Rows, draw.Row{Label: s.Step, Note: fmt.Sprint(s.Cycles)})
		for i, span := range p.Timeline {
			if span.Step == s.Step {
				panel.Add(draw.Cell{Row: row, From: span.From, To: span.To, Colour: draw.Series(i % 2), Mark: '#', Text: span.Code,
					Hover: fmt.Sprintf("%s, cycles %d to %d", span.Code, span.From, span.To)})
			}
		}
	}
	return &draw.Picture{Title: "timeline", Panels: []*draw.Panel{panel}}
}

// threads draws the instructions of the threads of the busiest units.
func (p *Profile) threads() *draw.Picture {
	units := slices.Clone(p.Units)
	slices.SortStableFunc(units, func(a, b ProfileUnit) int { return cmp.Compare(b.Cycles, a.Cycles) })
	picture := &draw.Picture{Title: "instructions of the threads"}
	if len(units) > mostUnits {
		picture.Notes = append(picture.Notes, fmt.Sprintf("The %d busiest of %d units.", mostUnits, len(units)))
		units = units[:mostUnits]
	}
	panel := &draw.Panel{Axis: draw.Axis{Name: "instructions", To: 1, Scaled: true}}
	for i := range units {
		for thread, n := range units[i].Threads {
			panel.Add(draw.Cell{Row: len(panel.Rows), To: n, Colour: draw.Series(thread), Mark: '#', Hover: fmt.Sprintf("%s, %s: about %d instructions", &units[i], axes.Thread.At(int64(thread)), n)})
			panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprint(thread), Group: units[i].String(), Note: fmt.Sprint(n)})
			panel.Axis.To = max(panel.Axis.To, n)
		}
	}
	picture.Panels = []*draw.Panel{panel}
	return picture
}
