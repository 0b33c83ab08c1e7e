package draw

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// charCount is the number of characters of a text.
func charCount(s string) int { return utf8.RuneCountInString(s) }

// wrapLines divides a text at spaces into lines of at most that many characters, unless a
// word is longer.
func wrapLines(text string, most int) (list []string) {
	words := strings.Split(text, " ")
	line := words[0]
	for _, word := range words[1:] {
		if charCount(line)+1+charCount(word) <= most {
			line += " " + word
		} else {
			list = append(list, line)
			line = word
		}
	}
	return append(list, line)
}

func (a *Axis) label(n int64) string {
	if a.Label != nil {
		return a.Label(n)
	}
	return strconv.FormatInt(n, 10)
}

// size returns the number of positions on the axis.
func (a *Axis) size() int64 { return max(0, a.To-a.From) }

// place returns where the range [from, to) begins and ends, counted from the left.
func (a *Axis) place(from, to int64) (begin, end int64) {
	if a.Descending {
		return a.To - to, a.To - from
	}
	return from - a.From, to - a.From
}

// ticks returns the numbers that are written above the axis.
func (a *Axis) ticks() []int64 {
	switch {
	case a.Ticks != nil:
		return a.Ticks
	case a.Scaled:
		return a.roundNumbers()
	}
	all := make([]int64, 0, a.size())
	for n := a.From; n < a.To; n++ {
		all = append(all, n)
	}
	return all
}

// roundNumbers returns up to eight multiples of a round number in [from, to): of a power of two if
// numbers are formatted specially, as addresses are, else of 1, 2 or 5 times a power of ten.
func (a *Axis) roundNumbers() (list []int64) {
	factors := []int64{2, 5, 10}
	if a.Label != nil {
		factors = []int64{2, 4, 8}
	}
	step := int64(1)
	for base, i := int64(1), 0; a.size()/step > 8; i++ {
		step = base * factors[i%3]
		if i%3 == 2 {
			base = step
		}
	}
	for n := (a.From + step - 1) / step * step; n < a.To; n += step {
		list = append(list, n)
	}
	return list
}

// unitWidth is the number of characters per number of an axis that is not scaled, so that every
// text fits, and a separator beside it.
func (p *Panel) unitWidth() int {
	unit := 1
	need := func(text string, units int64) {
		if units > 0 {
			unit = max(unit, int((int64(charCount(text))+units)/units))
		}
	}
	for i := range p.Cells {
		if c, ok := p.clip(p.Cells[i]); ok && c.Text != "" {
			need(c.Text, c.To-c.From)
		}
	}
	for _, g := range p.Axis.Groups {
		need(g.Text, min(g.To, p.Axis.To)-max(g.From, p.Axis.From))
	}
	ticks := p.Axis.ticks()
	for i, n := range ticks {
		gap := p.Axis.size()
		if i > 0 {
			gap = min(gap, distance(n, ticks[i-1]))
		}
		if i+1 < len(ticks) {
			gap = min(gap, distance(n, ticks[i+1]))
		}
		need(p.Axis.label(n), gap)
	}
	return unit
}

func distance(a, b int64) int64 { return max(a-b, b-a) }

// byRow lists, for every row, the cells that touch it, in the order of the panel.
func (p *Panel) byRow() [][]Cell {
	rows := make([][]Cell, len(p.Rows))
	for i := range p.Cells {
		if c, ok := p.clip(p.Cells[i]); ok {
			for r := c.Row; r < c.Row+c.Rows; r++ {
				rows[r] = append(rows[r], c)
			}
		}
	}
	return rows
}

// labelWidth is the width of the labels of the rows, and of the axis' name.
func (p *Panel) labelWidth() int {
	w := charCount(p.Axis.Name)
	for i := range p.Rows {
		w = max(w, charCount(p.Rows[i].Label))
	}
	return w
}
