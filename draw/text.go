package draw

import (
	"slices"
	"strings"
)

// Text draws the pictures as [Picture.Text] does.
func (ps Pictures) Text() string { return ps.TextOn(Screen{}) }

// TextOn draws the pictures for a screen.
func (ps Pictures) TextOn(s Screen) string {
	var b strings.Builder
	for i, p := range ps {
		if i > 0 {
			b.WriteByte('\n')
		}
		p.text(&b, s)
	}
	return b.String()
}

func (p *Picture) text(b *strings.Builder, s Screen) {
	if p.Title != "" {
		b.WriteString(p.Title + "\n")
	}
	marks := p.marks()
	for i, panel := range p.Panels {
		if i > 0 || p.Title != "" && panel.Title != "" {
			b.WriteByte('\n')
		}
		panel.text(b, marks, s)
	}
	if keys := p.legend(s); keys != "" {
		b.WriteString("\n" + keys + "\n")
	}
	for i, n := range p.Notes {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Join(wrapLines(n, s.noteColumns()), "\n") + "\n")
	}
}

// marks returns the letters of the legend.
func (p *Picture) marks() map[Colour]rune {
	marks := map[Colour]rune{}
	for _, k := range p.Legend {
		if k.Mark != 0 {
			marks[k.Colour] = k.Mark
		}
	}
	return marks
}

// legend is the legend with the letters of the colours, on a single line unless the screen is
// narrower.
func (p *Picture) legend(s Screen) string {
	var b strings.Builder
	width := 0
	for i, k := range p.Legend {
		mark := k.Mark
		if mark == 0 {
			mark = k.Colour.mark()
		}
		key := strings.TrimSpace(string(mark) + " " + k.Text)
		if i > 0 {
			b.WriteByte(',')
			if width++; s.Columns > 0 && width+1+charCount(key) >= s.Columns {
				b.WriteByte('\n')
				width = 0
			} else {
				b.WriteByte(' ')
				width++
			}
		}
		width += charCount(key)
		if letter, text, ok := strings.Cut(key, " "); ok && s.Color {
			key = s.paint(k.Colour, letter) + " " + text
		}
		b.WriteString(key)
	}
	return b.String()
}

// markOf returns the letter of a cell.
func markOf(c *Cell, marks map[Colour]rune) rune {
	if c.Mark != 0 {
		return c.Mark
	}
	if m, ok := marks[c.Colour]; ok {
		return m
	}
	return c.Colour.mark()
}

// text draws a panel, in as many blocks of columns as its width needs.
func (p *Panel) text(b *strings.Builder, marks map[Colour]rune, s Screen) {
	if p.Title != "" {
		b.WriteString(p.Title + "\n")
	}
	t := textPanel{Panel: p, screen: s, marks: marks, rows: p.byRow(), labels: p.labelWidth(), units: p.Axis.size()}
	if p.Axis.Scaled {
		t.chars, t.lo, t.hi = s.scaledColumns(t.labels, p.noteWidth()), 0, t.units
		t.block(b)
		return
	}
	t.unit = p.unitWidth()
	most := max(1, int64((s.columns()-t.labels-s.noteColumnsOf(p)-4)/t.unit))
	for t.lo = 0; t.lo < t.units; t.lo = t.hi {
		if t.lo > 0 {
			b.WriteByte('\n')
		}
		t.hi = min(t.units, t.lo+most)
		t.chars = int(t.hi-t.lo) * t.unit
		t.block(b)
	}
}

// textPanel is a block of columns of a panel: [lo, hi), counted from the left.
type textPanel struct {
	*Panel
	screen Screen
	marks  map[Colour]rune
	rows   [][]Cell
	labels int   // width of the labels
	units  int64 // numbers of the axis
	unit   int   // characters of a number; 0 if the axis is scaled
	lo, hi int64
	chars  int // width of the block without its last border
}

// at returns the position of n on the axis, in characters from the left.
func (t *textPanel) at(n int64) int {
	if t.unit > 0 {
		return int(n-t.lo) * t.unit
	}
	return int(float64(n) * float64(t.chars) / float64(max(1, t.units)))
}

// span returns the characters of a range of the axis; ok is false if it is not in
// the block.
func (t *textPanel) span(from, to int64) (begin, end int, ok bool) {
	lo, hi := t.Axis.place(from, to)
	lo, hi = max(lo, t.lo), min(hi, t.hi)
	if lo >= hi {
		return 0, 0, false
	}
	return t.at(lo), t.at(hi), true
}

func (t *textPanel) block(b *strings.Builder) {
	t.groups(b)
	t.ticks(b)
	group := ""
	for i := range t.Rows {
		r := &t.Rows[i]
		if r.Group != group && r.Group != "" {
			b.WriteString(r.Group + "\n")
		}
		group = r.Group
		line, colours := t.line(t.rows[i])
		text := t.screen.paintLine(line, colours)
		if r.Note != "" {
			text += "  " + r.Note
		}
		t.write(b, r.Label, text)
	}
}

// write adds a line after its label.
func (t *textPanel) write(b *strings.Builder, label, line string) {
	text := "  " + label + strings.Repeat(" ", t.labels-charCount(label)+1) + line
	b.WriteString(strings.TrimRight(text, " ") + "\n")
}

func (t *textPanel) blank() []rune { return []rune(strings.Repeat(" ", t.chars+1)) }

// groups writes the names of the groups between lines.
func (t *textPanel) groups(b *strings.Builder) {
	if len(t.Axis.Groups) == 0 {
		return
	}
	line := t.blank()
	for _, g := range t.Axis.Groups {
		if begin, end, ok := t.span(g.From, g.To); ok {
			line[begin], line[end] = '|', '|'
			if charCount(g.Text) < end-begin {
				putText(line, begin+1, end, g.Text, false)
			}
		}
	}
	t.write(b, "", string(line))
}

// ticks writes the numbers of the axis, omitting numbers that would touch others.
func (t *textPanel) ticks(b *strings.Builder) {
	line := []rune(strings.Repeat(" ", t.chars+fileColumns))
	free := 0
	ticks := slices.Clone(t.Axis.ticks())
	if t.Axis.Descending {
		slices.Reverse(ticks)
	}
	for _, n := range ticks {
		begin, end, ok := t.span(n, n+1)
		label := []rune(t.Axis.label(n))
		if t.unit > 0 {
			// Numbers are right-aligned like the numbers in cells, beside the separator.
			begin = max(begin+1, end-len(label))
		} else {
			begin++ // behind the border
		}
		if ok && begin >= free {
			free = begin + copy(line[begin:], label) + 1
		}
	}
	t.write(b, t.Axis.Name, string(line))
}

// line draws the cells of a row; colours has the colour of each character.
func (t *textPanel) line(cells []Cell) (line []rune, colours []Colour) {
	line = t.blank()
	if t.unit == 0 {
		inside, colours := t.scaled(cells)
		line = append([]rune{'|'}, inside...)
		return append(line, '|'), append(append([]Colour{None}, colours...), None)
	}
	colours = make([]Colour, len(line))
	for i := range cells {
		c := &cells[i]
		begin, end, ok := t.span(c.From, c.To)
		if !ok {
			continue
		}
		first := begin
		if t.unit > 1 {
			line[begin], line[end] = '|', '|'
			first++
		}
		inside := line[first:end]
		for k := first; k < end; k++ {
			colours[k] = c.Colour
		}
		if c.Text == "" {
			for k := range inside {
				inside[k] = markOf(c, t.marks)
			}
			continue
		}
		for k := range inside {
			inside[k] = ' '
		}
		putText(line, first, end, c.Text, isNumber(c.Text))
	}
	return line, colours
}

// scaled draws the cells of a row on a scaled axis: each character has the colour with the largest
// share of it, and texts are written where they fit.
func (t *textPanel) scaled(cells []Cell) (line []rune, colours []Colour) {
	line, colours = []rune(strings.Repeat(" ", t.chars)), make([]Colour, t.chars)
	most := make([]float64, t.chars)
	perChar := float64(max(1, t.units)) / float64(t.chars)
	for i := range cells {
		c := &cells[i]
		lo, hi := t.Axis.place(c.From, c.To)
		for k := t.at(lo); k < t.chars; k++ {
			from, to := max(float64(lo), float64(k)*perChar), min(float64(hi), float64(k+1)*perChar)
			if from >= to {
				break
			}
			if share := to - from; share >= most[k] {
				most[k], line[k], colours[k] = share, markOf(c, t.marks), c.Colour
			}
		}
	}
	for i := range cells {
		if begin, end, ok := t.span(cells[i].From, cells[i].To); ok && charCount(cells[i].Text)+2 <= end-begin {
			putText(line, begin, end, cells[i].Text, false)
		}
	}
	return line, colours
}

// putText writes a text into [begin, end) of a line, right-aligned or centred.
func putText(line []rune, begin, end int, text string, right bool) {
	runes := []rune(text)
	if len(runes) > end-begin {
		runes = runes[:max(0, end-begin)]
	}
	at := begin + (end-begin-len(runes))/2
	if right {
		at = end - len(runes)
	}
	copy(line[at:], runes)
}

// isNumber reports whether the text of a cell is right-aligned, like numbers in a column.
func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
