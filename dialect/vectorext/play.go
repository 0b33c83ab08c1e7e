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
	"optc/num"
)

// Play is a change of layout in steps, each of which has a picture: shuffles, or writes of a buffer in workgroup memory and the reads
// that follow. For a workgroup it shows the first subgroup.
type Play struct {
	Steps []PlayStep

	traffic       change.Traffic
	shape         []int64
	before, after [][]int64       // elements by lane and register; -1 where there is none
	stored        map[int64]int64 // the elements of the cells of the buffer
	cells         int64           // number of cells of the buffer
	lanes         int             // number of lanes after which the held elements repeat, before and after
}

// PlayStep is a shuffle, a write or a read.
type PlayStep struct {
	Way    string // "shuffle", "write" or "read"
	Number int    // among the steps of this way, from 0
	Phases int64  // steps of the banks; 0 for a shuffle
	Moves  []PlayMove
	served []change.Service
}

// Name names the step, as in "write=2".
func (s *PlayStep) Name() string { return fmt.Sprintf("%s=%d", s.Way, s.Number) }

// PlayMove is the move of an element from one place to another: a register of a lane, or a cell of the buffer, whose unit is -1.
type PlayMove struct {
	Element  int64 // flat index
	From, To layout.Place
}

// buffered is the unit of cells of the buffer.
const buffered = -1

// PlayChange returns the steps of a change from one map to threads and registers to another. A change in which threads only rename
// their registers has no steps.
func PlayChange(m, n *layout.Map, elem ir.Type, chip gpu.Chip, subgroup int64) (*Play, error) {
	if !slices.Equal(m.Shape(), n.Shape()) {
		return nil, fmt.Errorf("the layouts describe vectors of different shapes, %s and %s", join(m.Shape(), "x"), join(n.Shape(), "x"))
	}
	t := chip.TrafficOf(elem, subgroup)
	p := &Play{traffic: t, shape: m.Shape(), stored: map[int64]int64{}}
	local, err := m.SameUnits(n)
	if err != nil || local {
		return p, err
	}
	if p.before, err = heldByLanes(m, subgroup); err != nil {
		return nil, err
	}
	if p.after, err = heldByLanes(n, subgroup); err != nil {
		return nil, err
	}
	p.lanes = max(periodOf(p.before), periodOf(p.after))
	w, byDigits := change.FindWays(m, n, t)
	if !byDigits {
		w = &change.Ways{Traffic: t}
		w.Rounds, w.NoRounds = change.PlanListed(m, n, t.Subgroup, t.Threads)
	}
	if w.NoRounds == "" && chip.Exchanges(elem) {
		p.addShuffles(&w.Rounds)
	}
	if byDigits {
		p.cells = w.Buffer.Cells
		p.addAccesses(&w.Buffer)
	}
	if len(p.Steps) == 0 {
		return nil, fmt.Errorf("the change has no steps to show: threads or registers are no sums of digits, and there is no way by shuffles")
	}
	return p, nil
}

// mostPlayed bounds the registers of the lanes of a subgroup.
const mostPlayed = 1 << 14

// heldByLanes lists the elements of each register of the lanes of the first subgroup.
func heldByLanes(m *layout.Map, subgroup int64) ([][]int64, error) {
	_, registers, err := m.Extent(0)
	if err != nil {
		return nil, err
	}
	lanes := min(subgroup, int64(m.Units()))
	if registers > mostPlayed/lanes {
		return nil, fmt.Errorf("steps are shown for at most %d registers of a subgroup, but there are %d in each of %d lanes", mostPlayed, registers, lanes)
	}
	held := make([][]int64, lanes)
	for lane := range held {
		held[lane] = make([]int64, registers)
		for r := range held[lane] {
			held[lane][r] = -1
			if hit := m.Invert(lane, int64(r)); hit.Class == layout.Element {
				held[lane][r] = hit.Index
			}
		}
	}
	return held, nil
}

// periodOf returns the number of lanes after which the held elements repeat.
func periodOf(held [][]int64) int {
	n := 1
	for n < len(held) && !slices.EqualFunc(held[n:], held[:len(held)-n], func(a, b []int64) bool { return slices.Equal(a, b) }) {
		n++
	}
	return n
}

// addShuffles adds the shuffles by which lanes get elements.
func (p *Play) addShuffles(x *change.Rounds) {
	for number, sources := range x.Sources() {
		s := PlayStep{Way: "shuffle", Number: number}
		for lane, source := range sources {
			if source.Lane < 0 || source.Lane >= len(p.before) || lane >= len(p.after) || source.Register >= int64(len(p.before[source.Lane])) {
				continue
			}
			element := p.before[source.Lane][source.Register]
			if r := slices.Index(p.after[lane], element); element >= 0 && r >= 0 {
				s.Moves = append(s.Moves, PlayMove{element, layout.Place{Unit: source.Lane, Offset: source.Register}, layout.Place{Unit: lane, Offset: int64(r)}})
			}
		}
		p.Steps = append(p.Steps, s)
	}
}

// addAccesses adds the writes and the reads of a buffer.
func (p *Play) addAccesses(b *change.Buffer) {
	p.addSide("write", b.LaneAccesses(p.traffic, change.Before), p.before)
	p.addSide("read", b.LaneAccesses(p.traffic, change.After), p.after)
}

func (p *Play) addSide(way string, accesses []change.LaneAccess, held [][]int64) {
	for number, a := range accesses {
		s := PlayStep{Way: way, Number: number, served: a.Served}
		for _, word := range a.Served {
			s.Phases = max(s.Phases, word.Step+1)
		}
		for i, lane := range a.Lanes {
			for k, r := range a.Registers {
				cell := a.Cells[i] + int64(k)
				move := PlayMove{held[lane][r], layout.Place{Unit: int(lane), Offset: r}, layout.Place{Unit: buffered, Offset: cell}}
				if way == "read" {
					move.From, move.To = move.To, move.From
				}
				p.stored[cell] = move.Element
				s.Moves = append(s.Moves, move)
			}
		}
		p.Steps = append(p.Steps, s)
	}
}

// Element writes the coordinates of an element, as in "3,5".
func (p *Play) Element(index int64) string {
	coord := make([]int64, len(p.shape))
	for d, n := range slices.Backward(p.shape) {
		coord[d], index = index%n, index/n
	}
	return join(coord, ",")
}

// Draw draws a step: where the elements that move were, how the banks serve the lanes, and where the elements are after the step.
func (p *Play) Draw(number int) *draw.Picture {
	s := &p.Steps[number]
	last := 0
	for _, other := range p.Steps {
		if other.Way == s.Way {
			last = other.Number
		}
	}
	out := &draw.Picture{Title: fmt.Sprintf("%s %d of %d", s.Way, s.Number+1, last+1)}
	switch s.Way {
	case "shuffle":
		changed := 0
		for _, m := range s.Moves {
			if m.From.Unit != m.To.Unit {
				changed++
			}
		}
		out.Panels = []*draw.Panel{p.registers("before", p.before, s, PlayMove.from), p.registers("after", p.after, s, PlayMove.to)}
		out.Notes = []string{fmt.Sprintf("%d elements go to another lane.", changed)}
	case "write":
		out.Panels = []*draw.Panel{p.registers("before", p.before, s, PlayMove.from), p.banks(s), p.buffer(s, PlayMove.to)}
	case "read":
		out.Panels = []*draw.Panel{p.buffer(s, PlayMove.from), p.banks(s), p.registers("after", p.after, s, PlayMove.to)}
	}
	if s.Phases > 0 {
		out.Notes = append(out.Notes, fmt.Sprintf("The banks serve the lanes in %s.", spellCount(s.Phases, "step")))
		out.Notes = append(out.Notes, conflictNotes(s.served, p.traffic, p.atCell)...)
	}
	if p.lanes < len(p.before) {
		out.Notes = append(out.Notes, fmt.Sprintf("The lanes after the first %d hold copies.", p.lanes))
	}
	out.Notes = append(out.Notes, "Colours are the lanes that hold the elements before a step. Grey elements moved in earlier steps.")
	return out
}

func (m PlayMove) from() layout.Place { return m.From }
func (m PlayMove) to() layout.Place   { return m.To }

// lane returns the lane that gives the move its colour: the lane that sends, writes or reads.
func (m PlayMove) lane() int {
	if m.From.Unit == buffered {
		return m.To.Unit
	}
	return m.From.Unit
}

// moved returns the moves of a step by their place (as place gives it), and the places of the earlier steps of its way.
func (p *Play) moved(s *PlayStep, place func(PlayMove) layout.Place) (now map[layout.Place]PlayMove, earlier map[layout.Place]bool) {
	now, earlier = map[layout.Place]PlayMove{}, map[layout.Place]bool{}
	for i := range p.Steps {
		for _, m := range p.Steps[i].Moves {
			switch {
			case p.Steps[i].Way != s.Way:
			case p.Steps[i].Number < s.Number:
				earlier[place(m)] = true
			case p.Steps[i].Number == s.Number:
				now[place(m)] = m
			}
		}
	}
	return now, earlier
}

// registers draws the registers of the lanes before the change, or after it. Elements that arrive in later steps are left out.
func (p *Play) registers(when string, held [][]int64, s *PlayStep, place func(PlayMove) layout.Place) *draw.Panel {
	now, earlier := p.moved(s, place)
	registers := int64(len(held[0]))
	panel := &draw.Panel{Title: fmt.Sprintf("%ss by %ss %s", axes.Lane, axes.Register, when), Axis: draw.Axis{Name: axes.Register.String(), To: min(most, registers)}}
	for lane := range min(most, len(held), p.lanes) {
		panel.Rows = append(panel.Rows, draw.Row{Label: axes.Lane.At(int64(lane))})
		for r := range panel.Axis.To {
			at := layout.Place{Unit: lane, Offset: r}
			element := held[lane][r]
			if element < 0 {
				continue
			}
			text := p.Element(element)
			cell := draw.Cell{Row: lane, From: r, To: r + 1, Text: text, Item: text, Owner: axes.Thread.At(int64(lane)),
				Hover: fmt.Sprintf("%s, %s: element (%s)", axes.Lane.At(int64(lane)), axes.Register.At(r), text)}
			m, moves := now[at]
			switch {
			case moves:
				cell.Colour = draw.Series(m.lane())
				cell.Hover += fmt.Sprintf(", from %s to %s", placeName(m.From), placeName(m.To))
			case earlier[at]:
				cell.Colour = draw.Padding
			case when == "after" && (s.Way == "read" || !slices.Contains(p.before[min(lane, len(p.before)-1)], element)):
				continue // it is not there yet
			}
			panel.Add(cell)
		}
	}
	return panel
}

// placeName names a place of a move.
func placeName(at layout.Place) string {
	if at.Unit == buffered {
		return axes.Cell.At(at.Offset)
	}
	return axes.Register.At(at.Offset) + " of " + axes.Lane.At(int64(at.Unit))
}

// banks draws how banks serve the lanes of a step.
func (p *Play) banks(s *PlayStep) *draw.Panel {
	title := fmt.Sprintf("lanes that the banks serve for this %s, step by step", s.Way)
	return banksPanel(title, p.traffic, s.served, p.atCell)
}

// atCell writes the element in a cell of the buffer, "" if there is none.
func (p *Play) atCell(cell int64) string {
	if element, ok := p.stored[cell]; ok && element >= 0 {
		return p.Element(element)
	}
	return ""
}

// buffer draws the cells of the buffer in rows that the banks serve together.
func (p *Play) buffer(s *PlayStep, place func(PlayMove) layout.Place) *draw.Panel {
	now, earlier := p.moved(s, place)
	columns := max(p.traffic.Banks.Row()/p.traffic.Element, 1)
	each := max(p.traffic.Banks.Word/p.traffic.Element, 1)
	panel := &draw.Panel{Title: "cells of the buffer by bank", Axis: draw.Axis{Name: axes.Bank.String(), To: min(columns, p.cells)}}
	if each > 1 {
		panel.Axis.Name = axes.Cell.String()
		for from := int64(0); from < panel.Axis.To; from += each {
			panel.Axis.Groups = append(panel.Axis.Groups, draw.Group{From: from, To: min(from+each, panel.Axis.To), Text: axes.Bank.At(from / each)})
		}
	}
	for row := range min(most, num.CeilDiv(p.cells, columns)) {
		panel.Rows = append(panel.Rows, draw.Row{Label: fmt.Sprint("+", row*columns)})
		for c := range panel.Axis.To {
			at := layout.Place{Unit: buffered, Offset: row*columns + c}
			text := p.atCell(at.Offset)
			m, moves := now[at]
			if text == "" || s.Way == "write" && !moves && !earlier[at] {
				continue
			}
			bank := axes.Bank.At(c / each)
			cell := draw.Cell{Row: int(row), From: c, To: c + 1, Text: text, Item: text, Owner: bank, Hover: fmt.Sprintf("%s, %s: element (%s)", axes.Cell.At(at.Offset), bank, text)}
			switch {
			case moves:
				cell.Colour = draw.Series(m.lane())
				cell.Hover += fmt.Sprintf(", from %s to %s", placeName(m.From), placeName(m.To))
			case earlier[at]:
				cell.Colour = draw.Padding
			}
			panel.Add(cell)
		}
	}
	return panel
}
