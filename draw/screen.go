package draw

import (
	"fmt"
	"strings"
)

// Screen is the terminal or file that shows a text. The zero value is a file: its lines have a
// fixed width and no colours.
type Screen struct {
	Columns int  // characters of a line, unless a column of a picture needs more; 0 for a file
	Color   bool // the screen understands the colours of ECMA-48 with 256 entries
}

const (
	fileColumns     = 121 // characters of a line in a file
	fileNoteColumns = 110 // characters of a line of notes in a file
	fileScale       = 64  // characters of a scaled axis in a file
	leastScale      = 16
	mostScale       = 160
)

func (s Screen) columns() int {
	if s.Columns == 0 {
		return fileColumns
	}
	return s.Columns
}

func (s Screen) noteColumns() int {
	if s.Columns == 0 {
		return fileNoteColumns
	}
	return s.Columns
}

// scaledColumns is the number of characters of a scaled axis beside labels and notes.
func (s Screen) scaledColumns(labels, notes int) int {
	if s.Columns == 0 {
		return fileScale
	}
	return min(max(s.Columns-labels-notes-5, leastScale), mostScale)
}

// noteWidth is the width of the longest note of a row, with the space before it.
func (p *Panel) noteWidth() (most int) {
	for i := range p.Rows {
		if n := p.Rows[i].Note; n != "" {
			most = max(most, charCount(n)+2)
		}
	}
	return most
}

// noteColumnsOf is the space that the notes of rows take from the columns of a panel: none in a
// file, where they make lines longer.
func (s Screen) noteColumnsOf(p *Panel) int {
	if s.Columns == 0 {
		return 0
	}
	return p.noteWidth()
}

// paintLine colours the characters of a line.
func (s Screen) paintLine(line []rune, colours []Colour) string {
	if !s.Color {
		return string(line)
	}
	var b strings.Builder
	for lo := 0; lo < len(line); {
		hi := lo + 1
		for hi < len(line) && colours[hi] == colours[lo] {
			hi++
		}
		b.WriteString(s.paint(colours[lo], string(line[lo:hi])))
		lo = hi
	}
	return b.String()
}

// paint puts a colour behind a text, which is black, so that it can be read on dark and on
// light screens.
func (s Screen) paint(c Colour, text string) string {
	if !s.Color || c == None {
		return text
	}
	return fmt.Sprintf("\x1b[30;48;5;%dm%s\x1b[0m", c.index(), text)
}

// index is the nearest colour of the cube of 6 x 6 x 6 colours that begins at entry 16.
func (c Colour) index() int {
	var r, g, b int
	fmt.Sscanf(c.fill().light, "#%02x%02x%02x", &r, &g, &b)
	level := func(v int) int { // the levels of the cube are 0, 95, 135, 175, 215 and 255
		if v < 75 {
			return min(1, v/48)
		}
		return (v - 35) / 40
	}
	return 16 + 36*level(r) + 6*level(g) + level(b)
}
