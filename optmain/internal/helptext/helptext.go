// Package helptext lays out the texts that help shows on a terminal: wrapped paragraphs
// and tables of two columns.
package helptext

import "strings"

// Row is a line of two columns.
type Row struct{ Left, Right string }

// Table is a table of two columns.
type Table []Row

// Add appends a line.
func (t *Table) Add(left, right string) { *t = append(*t, Row{left, right}) }

// Columns writes rows after an indentation, with the right column wrapped at 100
// characters.
func Columns(b *strings.Builder, indentation int, rows Table) {
	width := 0
	for _, r := range rows {
		if len(r.Left) <= 32 {
			width = max(width, len(r.Left))
		}
	}
	for _, r := range rows {
		b.WriteString(strings.Repeat(" ", indentation) + r.Left)
		if r.Right == "" {
			b.WriteByte('\n')
			continue
		}
		column := indentation + len(r.Left)
		if len(r.Left) > width {
			b.WriteByte('\n')
			column = 0
		}
		right := indentation + width + 2
		b.WriteString(strings.Repeat(" ", right-column))
		Wrap(b, r.Right, right)
	}
}

// Wrap writes words on lines of at most 100 characters. The lines begin at a column,
// which the first line has reached already.
func Wrap(b *strings.Builder, text string, column int) { WrapFrom(b, text, column, column) }

// WrapFrom is Wrap for a first line that begins at another column, at.
func WrapFrom(b *strings.Builder, text string, at, column int) {
	for i, word := range strings.Fields(text) {
		if i > 0 {
			if at+1+len(word) > 100 {
				b.WriteString("\n" + strings.Repeat(" ", column))
				at = column
			} else {
				b.WriteByte(' ')
				at++
			}
		}
		b.WriteString(word)
		at += len(word)
	}
	b.WriteByte('\n')
}

// Paragraphs writes the paragraphs of a text, wrapped; indented paragraphs are not
// wrapped.
func Paragraphs(b *strings.Builder, doc string) {
	for paragraph := range strings.SplitSeq(doc, "\n\n") {
		switch {
		case strings.HasPrefix(paragraph, "    "):
			b.WriteString(strings.TrimRight(paragraph, "\n") + "\n")
		case strings.TrimSpace(paragraph) != "":
			b.WriteString("  ")
			Wrap(b, paragraph, 2)
		}
	}
}

// Separate begins a new paragraph unless b is empty.
func Separate(b *strings.Builder) {
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
}

// Indent puts by before every line.
func Indent(text, by string) string {
	return by + strings.ReplaceAll(text, "\n", "\n"+by)
}

// IndentLines is Indent that leaves empty lines empty.
func IndentLines(text, by string) string {
	return strings.ReplaceAll(Indent(text, by), by+"\n", "\n")
}
