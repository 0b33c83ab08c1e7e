package lower

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"optc/draw"
)

// mostGroups is the number of groups of units in a picture of phases; the busiest groups are shown.
const mostGroups = 24

// phaseColour is a kind of phases with its letter in text. The place in phaseColours is its colour.
type phaseColour struct {
	kind string
	mark rune
}

var phaseColours = []phaseColour{{Compute, '#'}, {Exchange, '='}, {Sync, '.'}}

// unitGroup is the units that take the same time in all phases.
type unitGroup struct {
	ranges []string // "4", "8 to 11"
	busy   int64
	cycles []int64 // by phase
}

// mostRanges is the number of ranges in the label of a group.
const mostRanges = 3

// label names the units of a group: "tile 4, 12, 20 and more".
func (g *unitGroup) label(unit string) string {
	label := unit + " " + strings.Join(g.ranges[:min(len(g.ranges), mostRanges)], ", ")
	if len(g.ranges) > mostRanges {
		label += fmt.Sprintf(" and %d more", len(g.ranges)-mostRanges)
	}
	return label
}

// phases draws when which units compute, exchange data, or wait until all are ready. A phase is as long as its busiest unit takes;
// all its executions are drawn together, at the place of the first.
func (p *Profile) phases() *draw.Picture {
	picture := &draw.Picture{Title: "phases of the run"}
	for i, k := range phaseColours {
		picture.Legend = append(picture.Legend, draw.Key{Colour: draw.Series(i), Mark: k.mark, Text: k.kind})
	}
	panel := &draw.Panel{Axis: draw.Axis{Name: "cycles", To: 1, Scaled: true}}
	groups := p.unitGroups()
	if n := len(groups) - mostGroups; n > 0 {
		slices.SortStableFunc(groups, func(a, b unitGroup) int { return cmp.Compare(b.busy, a.busy) })
		groups = groups[:mostGroups]
		picture.Notes = append(picture.Notes, fmt.Sprintf("%d groups of units that are less busy are not drawn.", n))
	}
	for _, g := range groups {
		panel.Rows = append(panel.Rows, draw.Row{Label: g.label(p.Units[0].Unit), Note: fmt.Sprintf("%d busy", g.busy), Hover: p.Units[0].Unit + " " + strings.Join(g.ranges, ", ")})
	}
	for i := range p.Phases {
		h := &p.Phases[i]
		from := panel.Axis.To - 1
		panel.Axis.To += h.Cycles
		at := slices.IndexFunc(phaseColours, func(k phaseColour) bool { return k.kind == h.Kind })
		for row, g := range groups {
			cycles := g.cycles[i]
			if h.Kind == Sync {
				cycles = h.Cycles
			}
			if cycles == 0 {
				continue
			}
			panel.Add(draw.Cell{Row: row, From: from, To: from + cycles, Colour: draw.Series(at), Mark: phaseColours[at].mark, Text: h.Step,
				Hover: fmt.Sprintf("%s of %s, %d times: %d cycles, %d on the busiest %s", h.Kind, h.Step, h.Runs, cycles, h.Cycles, p.Units[0].Unit)})
		}
	}
	panel.Axis.To = max(panel.Axis.To-1, 1)
	picture.Panels = []*draw.Panel{panel}
	return picture
}

// unitGroups divides the units that are busy in a phase into groups.
func (p *Profile) unitGroups() (groups []unitGroup) {
	var cuts []int // positions at which the cycles of a phase change
	for _, h := range p.Phases {
		for _, u := range h.Units {
			cuts = append(cuts, u.First, u.Last+1)
		}
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	at := make([]int, len(p.Phases)) // the next range of each phase
	for i := 0; i+1 < len(cuts); i++ {
		first, last := cuts[i], cuts[i+1]-1
		g := unitGroup{ranges: []string{fmt.Sprint(first)}, cycles: make([]int64, len(p.Phases))}
		if last > first {
			g.ranges[0] += fmt.Sprint(" to ", last)
		}
		for k, h := range p.Phases {
			for at[k] < len(h.Units) && h.Units[at[k]].Last < first {
				at[k]++
			}
			if at[k] < len(h.Units) && h.Units[at[k]].First <= first {
				g.cycles[k] = h.Units[at[k]].Cycles
				g.busy += g.cycles[k]
			}
		}
		if g.busy == 0 {
			continue
		}
		if alike := slices.IndexFunc(groups, func(x unitGroup) bool { return slices.Equal(x.cycles, g.cycles) }); alike >= 0 {
			groups[alike].ranges = append(groups[alike].ranges, g.ranges...)
		} else {
			groups = append(groups, g)
		}
	}
	return groups
}
