package draw

import (
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Measures of an SVG, in pixels.
const (
	charWidth  = 6.7 // width of a character of the font
	lineHeight = 16
	rowHeight  = 20
	lowRow     = 5  // height of a row without text, if there are many rows
	manyRows   = 64 // rows that are drawn high
	leastUnit  = 12 // width of a column
	scaledSpan = 800
	margin     = 10
)

// cellText is about the number of bytes of a cell with its texts.
const cellText = 192

// cells returns the number of cells of the pictures.
func (ps Pictures) cells() (n int) {
	for _, p := range ps {
		for _, panel := range p.Panels {
			n += len(panel.Cells)
		}
	}
	return n
}

// Classes of texts: the style, the anchor of the text (its start by default), and texts that ignore
// the mouse, so that hovering reaches the shape below. A class is shorter than attributes that
// thousands of texts repeat.
const (
	plain  = "t"
	faint  = "d"
	middle = " m"
	end    = " e"
	above  = " n"
	bold   = " b"
)

// SVG draws the pictures as [Picture.SVG] does.
func (ps Pictures) SVG() string {
	s := &svg{used: map[Colour]bool{}, y: margin}
	s.b.Grow(ps.cells() * cellText)
	for i, p := range ps {
		if i > 0 {
			s.y += 2 * lineHeight
		}
		s.picture(p)
	}
	w, h := spellLength(s.wide+margin), spellLength(s.y+margin)
	var b strings.Builder
	b.Grow(s.b.Len() + 8*cellText)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" font-family="monospace" font-size="11">`+"\n", w, h, w, h)
	b.WriteString("<style>\n" + s.style() + "</style>\n")
	fmt.Fprintf(&b, `<rect width="%s" height="%s" class="bg"/>`+"\n", w, h)
	b.WriteString(s.b.String())
	b.WriteString("</svg>\n")
	return b.String()
}

func (s *svg) picture(p *Picture) {
	if p.Title != "" {
		s.heading(p.Title)
	}
	for i, panel := range p.Panels {
		if i > 0 {
			s.y += lineHeight
		}
		s.panel(panel)
	}
	s.legend(p.Legend)
	most := int(max(s.wide, scaledSpan+200) / charWidth)
	for _, n := range p.Notes {
		for _, line := range wrapLines(n, most) {
			s.y += lineHeight
			s.text(margin, s.y, plain, line)
		}
	}
}

// svg collects elements and the extent that they need.
type svg struct {
	b    strings.Builder
	y    float64 // position of the next element
	wide float64
	used map[Colour]bool
}

// style is the sheet for the colours in use. If a page contains several SVGs, their
// sheets apply together, so that no rule of one may override a rule of another.
func (s *svg) style() string {
	var light, dark strings.Builder
	light.WriteString(".bg{fill:#fff}.t{fill:#222}.d{fill:#666}.l{stroke:#888;stroke-width:.5}.g{stroke:#444;stroke-width:1;fill:none}\n")
	light.WriteString("text.m{text-anchor:middle}text.e{text-anchor:end}text.n,path.g{pointer-events:none}text.b{font-weight:bold}\n")
	dark.WriteString(".bg{fill:#1e1e1e}.t{fill:#ddd}.d{fill:#999}.l{stroke:#777}.g{stroke:#bbb}")
	var colours []Colour
	for c := range s.used {
		colours = append(colours, c)
	}
	slices.Sort(colours)
	for _, c := range colours {
		f := c.fill()
		fmt.Fprintf(&light, ".c%d{fill:%s}", c, f.light)
		fmt.Fprintf(&dark, ".c%d{fill:%s}", c, f.dark)
	}
	return light.String() + "\n@media (prefers-color-scheme: dark) {" + dark.String() + "}\n"
}

// spellLength writes a length with at most one decimal digit.
func spellLength(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}

// text writes a line of text.
func (s *svg) text(x, y float64, class, text string) { s.hoverText(x, y, class, text, "") }

// hoverText writes a line of text with a text for hovering.
func (s *svg) hoverText(x, y float64, class, text, hover string) {
	if text == "" {
		return
	}
	fmt.Fprintf(&s.b, `<text x="%s" y="%s" class="%s">%s%s</text>`+"\n", spellLength(x), spellLength(y), class, html.EscapeString(text), title(hover))
	right := x + float64(charCount(text))*charWidth
	switch {
	case strings.Contains(class, middle):
		right = (x + right) / 2
	case strings.Contains(class, end):
		right = x
	}
	s.wide = max(s.wide, right)
}

// title is the element of a text for hovering.
func title(hover string) string {
	if hover == "" {
		return ""
	}
	return "<title>" + html.EscapeString(hover) + "</title>"
}

func (s *svg) heading(text string) {
	s.y += lineHeight
	s.text(margin, s.y-4, plain+bold, text)
	s.y += 4
}

// rect draws a rectangle.
func (s *svg) rect(x, y, w, h float64, c Colour) { s.linkedRect(x, y, w, h, &Cell{Colour: c}) }

// linkedRect draws the rectangle of a cell, with its text for hovering and its names.
func (s *svg) linkedRect(x, y, w, h float64, c *Cell) {
	s.used[c.Colour] = true
	across, hover := spellLength(w), c.Hover
	fmt.Fprintf(&s.b, `<path d="M%s %sh%sv%sh-%sz" class="l c%d"`, spellLength(x), spellLength(y), across, spellLength(h), across, c.Colour)
	for _, link := range []struct{ name, value string }{{"item", c.Item}, {"owner", c.Owner}} {
		if link.value != "" {
			fmt.Fprintf(&s.b, ` data-%s="%s"`, link.name, html.EscapeString(link.value))
		}
	}
	if hover == "" {
		s.b.WriteString("/>\n")
	} else {
		s.b.WriteString(">" + title(hover) + "</path>\n")
	}
	s.wide = max(s.wide, x+w)
}

// svgPanel is a panel with its measures.
type svgPanel struct {
	*Panel
	left, unit float64 // where the axis begins, and the width of a number
	top        float64
	height     float64 // height of a row
	tops       []float64
}

// at returns the left and the right of a range of the axis.
func (p *svgPanel) at(from, to int64) (x0, x1 float64) {
	lo, hi := p.Axis.place(from, to)
	return p.left + float64(lo)*p.unit, p.left + float64(hi)*p.unit
}

func (s *svg) panel(p *Panel) {
	if p.Title != "" {
		s.heading(p.Title)
	}
	left := p.labelWidth()
	for i := range p.Rows {
		left = max(left, charCount(p.Rows[i].Group))
	}
	q := &svgPanel{Panel: p, left: margin + float64(left)*charWidth + 8, height: rowHeight}
	if p.Axis.Scaled {
		q.unit = scaledSpan / float64(max(1, p.Axis.size()))
	} else {
		q.unit = max(leastUnit, float64(p.unitWidth())*charWidth+2)
	}
	if len(p.Rows) > manyRows && !slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.Text != "" }) {
		q.height = lowRow
	}
	s.header(q)
	s.rows(q)
	for i := range p.Cells {
		if c, ok := p.clip(p.Cells[i]); ok {
			s.cell(q, &c)
		}
	}
	s.frames(q)
	bottom := s.y
	for _, g := range p.Axis.Groups {
		x0, x1 := q.at(g.From, g.To)
		for _, x := range []float64{x0, x1} {
			fmt.Fprintf(&s.b, `<path d="M%s %sV%s" class="l g"/>`+"\n", spellLength(x), spellLength(q.top-lineHeight), spellLength(bottom))
		}
	}
}

// frames draws the lines around tiles, the wider the larger the tiles. The frames of larger tiles are drawn above the frames of
// smaller tiles.
func (s *svg) frames(q *svgPanel) {
	if len(q.tops) == 0 {
		return
	}
	left, right := q.at(q.Axis.From, q.Axis.To)
	top, bottom := q.tops[0], q.tops[len(q.tops)-1]+q.height
	for level, f := range q.Frames {
		var lines strings.Builder
		for row := f.Rows; f.Rows > 0 && row < int64(len(q.tops)); row += f.Rows {
			fmt.Fprintf(&lines, "M%s %sH%s", spellLength(left), spellLength(q.tops[row]), spellLength(right))
		}
		for column := q.Axis.From + f.Columns; f.Columns > 0 && column < q.Axis.To; column += f.Columns {
			x, _ := q.at(column, column+1)
			fmt.Fprintf(&lines, "M%s %sV%s", spellLength(x), spellLength(top), spellLength(bottom))
		}
		fmt.Fprintf(&lines, "M%s %sH%sV%sH%sz", spellLength(left), spellLength(top), spellLength(right), spellLength(bottom), spellLength(left))
		fmt.Fprintf(&s.b, `<path d="%s" class="g" style="stroke-width:%s" data-frame="%s"/>`+"\n", lines.String(), spellLength(1+float64(level)*.8), html.EscapeString(f.Name))
	}
}

// header writes the groups and the numbers of the axis.
func (s *svg) header(q *svgPanel) {
	if len(q.Axis.Groups) > 0 {
		s.y += lineHeight
		for _, g := range q.Axis.Groups {
			x0, x1 := q.at(g.From, g.To)
			if float64(charCount(g.Text))*charWidth <= x1-x0 {
				s.text((x0+x1)/2, s.y-4, plain+middle, g.Text)
			}
		}
	}
	s.y += lineHeight
	s.text(margin, s.y-4, faint, q.Axis.Name)
	ticks := slices.Clone(q.Axis.ticks())
	if q.Axis.Descending {
		slices.Reverse(ticks)
	}
	free := 0.0
	for _, n := range ticks {
		x0, x1 := q.at(n, n+1)
		label := q.Axis.label(n)
		w := float64(charCount(label)) * charWidth
		x := x0
		if !q.Axis.Scaled {
			x = (x0 + x1 - w) / 2
		}
		if x >= free {
			s.text(x, s.y-4, faint, label)
			free = x + w + 3
		}
	}
	q.top = s.y
}

// rows writes labels and notes and computes the position of each row.
func (s *svg) rows(q *svgPanel) {
	right := q.left + float64(q.Axis.size())*q.unit
	group, labelled := "", -float64(rowHeight)
	for i := range q.Rows {
		r := &q.Rows[i]
		if r.Group != group && r.Group != "" {
			s.y += lineHeight
			s.text(margin, s.y-4, plain, r.Group)
		}
		group = r.Group
		q.tops = append(q.tops, s.y)
		base := s.y + q.height/2 + 4
		if s.y-labelled >= 12 {
			s.hoverText(q.left-6, base, plain+end, r.Label, r.Hover)
			s.text(right+6, base, plain, r.Note)
			labelled = s.y
		}
		s.y += q.height
	}
	// The frame of the axis makes empty parts visible.
	if len(q.Rows) > 0 {
		s.rect(q.left, q.tops[0], right-q.left, s.y-q.tops[0], None)
	}
}

func (s *svg) cell(q *svgPanel, c *Cell) {
	x0, x1 := q.at(c.From, c.To)
	y0 := q.tops[c.Row]
	y1 := q.tops[c.Row+c.Rows-1] + q.height
	s.linkedRect(x0, y0, x1-x0, y1-y0, c)
	if c.Text != "" && float64(charCount(c.Text))*charWidth <= x1-x0 {
		s.text((x0+x1)/2, (y0+y1)/2+4, plain+middle+above, c.Text)
	}
}

func (s *svg) legend(keys []Key) {
	if len(keys) == 0 {
		return
	}
	s.y += lineHeight
	x := float64(margin)
	for _, k := range keys {
		w := 14 + float64(charCount(k.Text))*charWidth + 16
		if x > margin && x+w > scaledSpan+200 {
			x = margin
			s.y += lineHeight + 2
		}
		s.rect(x, s.y-2, 10, 10, k.Colour)
		s.text(x+14, s.y+7, plain, k.Text)
		x += w
	}
	s.y += lineHeight
}
