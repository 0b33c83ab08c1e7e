// Package draw has a single model for all pictures of the tool, with two forms of output: SVG for a
// browser and text for a terminal. It exists so that a package describes the picture of a layout, a
// memory or a profile once, and both forms show the same.
//
// A [Picture] is a list of panels with a legend. A [Panel] is a set of rows over a
// numbered axis, and cells that cover part of it:
//
//	axis             0    1    2    3
//	row "thread 0"  | e0 | e1 | e4 | e5 |     a cell has a row, a range of the axis,
//	row "thread 1"  | e2 | e3 | e6 | e7 |     a colour, a text, and a text on hovering
//
// Everything is drawn with these parts: a grid consists of cells of width 1, the bits of
// a word are cells on a descending axis, a memory map consists of cells on an axis of
// addresses with a row per moment, and a bar of a chart is a cell that begins at 0.
//
// On an axis that is not [Axis.Scaled] every number has a column, wide enough for the
// texts. A scaled axis is as wide as the picture, and a cell that is too narrow for its
// text shows only its colour: in text output, the letter that the legend assigns to the
// colour.
//
// The package does not depend on compilers and imports nothing from this module.
package draw

// Picture is a drawing.
type Picture struct {
	Title   string
	Panels  []*Panel // below each other
	Legend  []Key
	Notes   []string // sentences below the panels
	Figures []Figure // the numbers of the notes, for programs
}

// Figure is a number of a picture.
type Figure struct {
	Name  string // what is counted, such as "exchange"
	Value int64
	Most  int64  // the largest value, if Value is only the least; else 0
	Unit  string // such as "cycles"
}

// Pictures are drawn below each other.
type Pictures []*Picture

// SVG draws the picture as a self-contained SVG element, for light and dark pages.
// Hovering over a cell shows its text.
func (p *Picture) SVG() string { return Pictures{p}.SVG() }

// Text draws the picture for a terminal. Lines have at most 120 characters, unless a
// single column is wider: panels with more columns are continued below.
func (p *Picture) Text() string { return Pictures{p}.Text() }

// TextOn draws the picture for a screen: its lines have the width of the screen where columns
// allow it, and colours.
func (p *Picture) TextOn(s Screen) string { return Pictures{p}.TextOn(s) }

// Key is a line of the legend: the meaning of a colour. In text, Mark is the letter for cells of
// this colour that have no letter of their own; 0 means the usual letter of the colour.
type Key struct {
	Colour Colour
	Mark   rune
	Text   string
}

// Panel is a set of rows over an axis.
type Panel struct {
	Title string
	Axis  Axis
	Rows  []Row
	Cells []Cell // where cells overlap, the last one is visible
	// Frames divide the panel into tiles, from the smallest to the largest. Only SVG shows them.
	Frames []Frame
}

// Frame draws lines around tiles of so many rows and columns; 0 draws no lines in that direction.
type Frame struct {
	Name          string // of a tile, such as "subgroup"
	Rows, Columns int64
}

// Axis numbers items that are side by side: registers, bytes, bits, operations.
type Axis struct {
	Name     string // name of the numbered items
	From, To int64  // half-open
	// Descending axes have the high numbers on the left, as bits are written.
	Descending bool
	// Scaled axes are as wide as the picture; on other axes every number is a column.
	Scaled bool
	// Ticks are the numbers that are written above. Nil means every number, or round
	// numbers if the axis is scaled.
	Ticks []int64
	// Label formats a number; nil for decimal.
	Label func(n int64) string
	// Groups are named ranges, such as batches or banks, ascending. Lines separate
	// them.
	Groups []Group
}

// Group is a named range of an axis, half-open.
type Group struct {
	From, To int64
	Text     string
}

// Row is a row of a panel.
type Row struct {
	Label string
	// Group is the heading above consecutive rows of the same group; "" for none.
	Group string
	Note  string // to the right of the row
	Hover string // text that a browser shows when the mouse is over the label
}

// Cell is a rectangle: Rows rows from Row on (0 means 1), and the half-open range [From,
// To) of the axis.
type Cell struct {
	Row, Rows int
	From, To  int64
	Colour    Colour
	Mark      rune // letter of the cell in text if it is too narrow for Text; 0 for the letter of the colour
	Text      string
	Hover     string
	// Item names the shown item, and Owner its holder. Equal names mean the same item in all panels: a page marks such cells
	// together.
	Item, Owner string
}

// rows is the number of rows that the cell covers.
func (c *Cell) rows() int { return max(1, c.Rows) }

// clip restricts a cell to the panel; ok is false if nothing remains.
func (p *Panel) clip(c Cell) (Cell, bool) {
	last := min(c.Row+c.rows(), len(p.Rows))
	c.Row = max(0, c.Row)
	c.Rows = last - c.Row
	c.From, c.To = max(c.From, p.Axis.From), min(c.To, p.Axis.To)
	return c, c.Rows > 0 && c.From < c.To
}

// Add appends a cell.
func (p *Panel) Add(c Cell) { p.Cells = append(p.Cells, c) }
