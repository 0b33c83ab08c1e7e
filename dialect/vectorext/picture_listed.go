package vectorext

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/gpu"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/change"
	"optc/layout/picture"
)

// drawListed draws a change between layouts whose threads or registers are no sums of digits, as the exclusive or of a linear layout is
// not: the shuffles.
func drawListed(title string, m, n *layout.Map, elem ir.Type, chip gpu.Chip, t change.Traffic) (*draw.Picture, error) {
	p := &draw.Picture{Title: title}
	local, err := m.SameUnits(n)
	if err != nil {
		return nil, err
	}
	if local {
		p.Notes = []string{picture.OnlyRenamed(m.Axes())}
		return p, nil
	}
	w := &change.Ways{Traffic: t, Barriers: 1}
	w.Rounds, w.NoRounds = change.PlanListed(m, n, t.Subgroup, t.Threads)
	if !chip.Exchanges(elem) {
		w.NoRounds = fmt.Sprintf("lanes cannot exchange elements of type %s", elem)
	}
	if w.NoRounds == "" && w.Rounds.Shuffles > 0 {
		panel, note := lanesPanel(&w.Rounds)
		p.Panels, p.Notes = append(p.Panels, panel), append(p.Notes, note)
	}
	memory, err := change.FindMemory(m, n, t)
	if err != nil {
		return nil, err
	}
	w.Buffer = memory.Buffer
	c := changePicture{Ways: w, from: m.Axes(), to: n.Axes(), elements: m.Count()}
	p.Panels = append(p.Panels, banksPanel("lanes of the slowest write, by bank", t, memory.Writers, nil), banksPanel("lanes of the slowest read, by bank", t, memory.Readers, nil))
	p.Notes = append(append(p.Notes, "Threads or registers are no sums of digits. "+cellsOf(memory)), c.costs()...)
	p.Figures = c.figures()
	return p, nil
}

// cellsOf describes which elements the cells of a memory hold.
func cellsOf(m *change.Memory) string {
	if m.ByRows || len(m.Bits) == 0 {
		return "Memory has the elements row by row."
	}
	var elements, cells []string
	for k, element := range m.Bits {
		elements, cells = append(elements, fmt.Sprint(element)), append(cells, fmt.Sprint(1<<k))
	}
	return fmt.Sprintf("The cells %s of memory have the elements %s, and exclusive ors of these cells have the exclusive ors of the elements.",
		strings.Join(cells, ", "), strings.Join(elements, ", "))
}

// lanesPanel draws the lane and the register that each lane of the first subgroup reads in each shuffle.
func lanesPanel(x *change.Rounds) (panel *draw.Panel, note string) {
	shuffles := x.Sources()
	lanes := len(shuffles[0])
	rows := repeatOf(shuffles)
	note = "What a lane reads in a shuffle is a lane and a register."
	if rows < lanes {
		note += fmt.Sprintf(" The %d lanes after these read the same, and so on.", rows)
	}
	if cut := draw.Cut(most, int64(rows), axes.Lane.String(), x.Shuffles, "shuffle"); cut != "" {
		note += " " + cut
	}
	return sourcesOf(shuffles, min(rows, most)), note
}

// repeatOf returns the number of lanes after which the pattern of lanes that the first subgroup reads from repeats.
func repeatOf(shuffles [][]change.LaneSource) int {
	lanes := len(shuffles[0])
	for n := 1; n < lanes; n++ {
		if !slices.ContainsFunc(shuffles, func(s []change.LaneSource) bool { return !slices.Equal(s[n:], s[:lanes-n]) }) {
			return n
		}
	}
	return lanes
}

// sourcesOf has a row for each of the first lanes, with a cell for each shuffle.
func sourcesOf(shuffles [][]change.LaneSource, lanes int) *draw.Panel {
	p := &draw.Panel{Title: "what the lanes of the first subgroup read", Axis: draw.Axis{Name: "shuffle", To: int64(min(len(shuffles), most))}}
	for lane := range lanes {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint(axes.Lane, " ", lane)})
		for j, sources := range shuffles[:p.Axis.To] {
			s := sources[lane]
			if s.Lane < 0 {
				continue
			}
			text := fmt.Sprintf("%d:%d", s.Lane, s.Register)
			p.Add(draw.Cell{Row: lane, From: int64(j), To: int64(j + 1), Colour: draw.Series(s.Lane), Text: text})
		}
	}
	return p
}
