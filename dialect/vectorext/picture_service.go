package vectorext

import (
	"fmt"
	"strings"

	"optc/draw"
	"optc/layout/axes"
	"optc/layout/change"
)

// banksPanel has a row per step, in which each bank serves a word, with the lanes that need the word; at names the element in a cell
// of the memory, "" if there is none, and may be nil.
func banksPanel(title string, t change.Traffic, list []change.Service, at func(cell int64) string) *draw.Panel {
	p := &draw.Panel{Title: title, Axis: draw.Axis{Name: axes.Bank.String(), To: t.Banks.Count}}
	for _, s := range list {
		for int64(len(p.Rows)) <= s.Step {
			p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint("step ", len(p.Rows))})
		}
		text := fmt.Sprint(s.Lanes[0])
		if len(s.Lanes) > 1 {
			text += "+"
		}
		cell := draw.Cell{Row: int(s.Step), From: s.Bank, To: s.Bank + 1, Colour: draw.Series(int(s.Lanes[0])), Text: text, Owner: axes.Bank.At(s.Bank),
			Hover: fmt.Sprintf("step %d: %s serves the %ss %s", s.Step, axes.Bank.At(s.Bank), axes.Lane, join(s.Lanes, ", "))}
		if elements := elementsOf(s, t, at); elements != nil {
			cell.Item = strings.Join(elements, " ")
			cell.Hover += fmt.Sprintf(" with (%s)", strings.Join(elements, ") ("))
		}
		p.Add(cell)
	}
	return p
}

// elementsOf names the elements in the word that a bank serves.
func elementsOf(s change.Service, t change.Traffic, at func(cell int64) string) (names []string) {
	if at == nil {
		return nil
	}
	first, last := s.Word*t.Banks.Word/t.Element, ((s.Word+1)*t.Banks.Word-1)/t.Element
	for cell := first; cell <= last; cell++ {
		if name := at(cell); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// mostNamed bounds the words of a bank that a sentence names.
const mostNamed = 8

// conflictNotes names the words that one bank serves one after the other to lanes of the same phase, for the bank with the most
// conflicts.
func conflictNotes(list []change.Service, t change.Traffic, at func(cell int64) string) []string {
	type place struct {
		group int
		bank  int64
	}
	words := map[place][]change.Service{}
	worst := place{}
	for _, s := range list {
		p := place{s.Group, s.Bank}
		words[p] = append(words[p], s)
		if len(words[p]) > len(words[worst]) {
			worst = p
		}
	}
	meeting := words[worst]
	if len(meeting) < 2 {
		return nil
	}
	var names []string
	for _, s := range meeting[:min(mostNamed, len(meeting))] {
		name := fmt.Sprintf("%s %d", axes.Lane, s.Lanes[0])
		if elements := elementsOf(s, t, at); elements != nil {
			name = fmt.Sprintf("(%s) for %s", elements[0], name)
		}
		names = append(names, name)
	}
	if len(meeting) > mostNamed {
		names = append(names, "…")
	}
	return []string{fmt.Sprintf("Lanes that go together need %d words of %s: %s.", len(meeting), axes.Bank.At(worst.bank), strings.Join(names, ", "))}
}
