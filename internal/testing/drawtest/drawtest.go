// Package drawtest lists the contents of a picture, for tests that compare all of it. It
// exists because neither form of a picture shows everything: text has no hovering, and
// narrow cells show no text.
package drawtest

import (
	"fmt"
	"slices"
	"strings"

	"optc/draw"
)

// List writes a picture with a line for each panel, group, row, cell, key and note. Cells
// stand below the first of their rows.
func List(p *draw.Picture) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", p.Title)
	for _, panel := range p.Panels {
		listPanel(&b, panel)
	}
	for _, k := range p.Legend {
		fmt.Fprintf(&b, "key %s%s: %s\n", colour(k.Colour), mark(k.Mark), k.Text)
	}
	for _, n := range p.Notes {
		fmt.Fprintf(&b, "note: %s\n", n)
	}
	return b.String()
}

func listPanel(b *strings.Builder, p *draw.Panel) {
	a := &p.Axis
	fmt.Fprintf(b, "panel %q, %s [%d, %d)", p.Title, a.Name, a.From, a.To)
	if a.Label != nil && a.From < a.To {
		fmt.Fprintf(b, " from %q", a.Label(a.From))
	}
	if a.Descending {
		b.WriteString(" descending")
	}
	if a.Scaled {
		b.WriteString(" scaled")
	}
	if a.Ticks != nil {
		fmt.Fprintf(b, " ticks %d", a.Ticks)
	}
	b.WriteByte('\n')
	for _, g := range a.Groups {
		fmt.Fprintf(b, "  group %s [%d, %d)\n", g.Text, g.From, g.To)
	}
	for i, r := range p.Rows {
		words := slices.DeleteFunc([]string{r.Group, r.Label, r.Note, r.Hover}, func(s string) bool { return s == "" })
		fmt.Fprintf(b, "  %s\n", strings.Join(words, " | "))
		for _, c := range p.Cells {
			if c.Row == i {
				listCell(b, &c)
			}
		}
	}
}

func listCell(b *strings.Builder, c *draw.Cell) {
	fmt.Fprintf(b, "    [%d, %d) ", c.From, c.To)
	if c.Rows > 1 {
		fmt.Fprintf(b, "in %d rows ", c.Rows)
	}
	fmt.Fprintf(b, "%s%s", colour(c.Colour), mark(c.Mark))
	if c.Text != "" {
		fmt.Fprintf(b, " %q", c.Text)
	}
	if c.Hover != "" {
		fmt.Fprintf(b, ": %s", strings.ReplaceAll(c.Hover, "\n", " / "))
	}
	b.WriteByte('\n')
}

// colour names a colour: by its meaning, or by its number among shades or series.
func colour(c draw.Colour) string {
	switch c {
	case draw.None:
		return "blank"
	case draw.Padding:
		return "padding"
	case draw.Alert:
		return "alert"
	}
	if i := slices.Index(draw.Shades(), c); i >= 0 {
		return fmt.Sprint("shade ", i)
	}
	return fmt.Sprint("colour ", c-draw.Series(0))
}

func mark(r rune) string {
	if r == 0 {
		return ""
	}
	return fmt.Sprintf(" '%c'", r)
}
