package report

import (
	"io"
	"os"
	"strconv"

	"optc/draw"
)

// usualColumns is the width of a terminal whose size is not known.
const usualColumns = 80

// Screen describes the screen behind a writer: for a terminal, its width and whether it shows
// colours; for any other writer, a file, whose contents do not depend on a terminal. colour, if not
// nil, decides about colours.
func Screen(w io.Writer, colour *bool) (s draw.Screen) {
	if f := console(w); f != nil {
		s = draw.Screen{Columns: columnsOf(f), Color: isTerminal(w)}
	}
	if colour != nil {
		s.Color = *colour
	}
	return s
}

// Columns is the width of a terminal.
func Columns(terminal io.Writer) int { return columnsOf(console(terminal)) }

// columnsOf returns the width of a terminal: the variable COLUMNS, or the size of the window.
func columnsOf(f *os.File) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if n := windowColumns(f); n > 0 {
		return n
	}
	return usualColumns
}
