package lower

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/ir"
)

// LineCost is the cost of the operations that a line of the source became. All threads count
// together; counts that a device does not make are 0.
type LineCost struct {
	File string `json:"file"` // "" for operations without a place
	Line int    `json:"line"` // from 1, or 0
	Text string `json:"text"` // of the line, without the spaces around it
	// Instructions are executions of operations by threads on GPUs, estimated instructions on tiles, and
	// operations on TPUs. Constants take none.
	Instructions int64 `json:"instructions"`
	// Bytes are those that the line loads and stores, or that the busiest tile receives or sends in a step.
	Bytes int64 `json:"bytes,omitempty"`
	// Sectors are sectors of global memory, BankCycles the cycles of the banks of workgroup memory,
	// and the least numbers are those for neighbouring bytes.
	Sectors         int64 `json:"sectors,omitempty"`
	LeastSectors    int64 `json:"least_sectors,omitempty"`
	BankCycles      int64 `json:"bank_cycles,omitempty"`
	LeastBankCycles int64 `json:"least_bank_cycles,omitempty"`
	Shuffles        int64 `json:"shuffles,omitempty"`
	Barriers        int64 `json:"barriers,omitempty"`
	// Cycles are the estimated cycles of the line, of all threads one after the other. On tiles, a step of
	// the program has the cycles of the busiest tile, of the exchanges and of their synchronisation.
	Cycles float64 `json:"cycles"`
}

// Lined is a report that knows the costs of lines.
type Lined interface {
	Report
	// ByLine returns the costs of the lines of the source, by file and line.
	ByLine() []LineCost
}

// Lines collects the costs of lines.
type Lines struct {
	costs   map[linePlace]*LineCost
	known   map[*ir.Operation]*LineCost
	sources map[string]*ir.Source // by name
}

type linePlace struct {
	file string
	line int
}

// NewLines returns a collection without lines.
func NewLines() *Lines {
	return &Lines{costs: map[linePlace]*LineCost{}, known: map[*ir.Operation]*LineCost{}, sources: map[string]*ir.Source{}}
}

// Of returns the cost of the line that an operation comes from: of the first place in its location.
func (l *Lines) Of(op *ir.Operation) *LineCost {
	if c := l.known[op]; c != nil {
		return c
	}
	file, line, _, _ := op.Loc().FileLineCol()
	at := linePlace{file, line}
	c := l.costs[at]
	if c == nil {
		c = &LineCost{File: file, Line: line}
		l.costs[at] = c
	}
	if src, offset, ok := op.Loc().Source(); ok {
		c.Text = strings.TrimSpace(src.Line(offset))
		l.sources[file] = src
	}
	l.known[op] = c
	return c
}

// List returns the lines with costs, by file and line.
func (l *Lines) List() []LineCost {
	list := []LineCost{}
	for _, c := range l.costs {
		if src := l.sources[c.File]; src != nil && c.Text == "" && src.FirstLine == 0 {
			c.Text = strings.TrimSpace(src.Line(src.Offset(ir.Position{Line: c.Line, Col: 1})))
		}
		if c.Instructions > 0 || c.Cycles > 0 || c.Bytes > 0 {
			list = append(list, *c)
		}
	}
	slices.SortFunc(list, func(a, b LineCost) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line)) })
	return list
}

// lineColumn is a column of a table of lines.
type lineColumn struct {
	title string
	of    func(*LineCost) string // "" for nothing
}

// lineColumns are the columns of a table of lines; those without numbers are left out.
var lineColumns = []lineColumn{
	{"cycles", func(c *LineCost) string { return FormatCycles(c.Cycles) }},
	{"bytes", func(c *LineCost) string { return someOf(c.Bytes) }},
	{"sectors", func(c *LineCost) string { return besideLeast(c.Sectors, c.LeastSectors) }},
	{"bank cycles", func(c *LineCost) string { return besideLeast(c.BankCycles, c.LeastBankCycles) }},
	{"shuffles", func(c *LineCost) string { return someOf(c.Shuffles) }},
	{"barriers", func(c *LineCost) string { return someOf(c.Barriers) }},
	{"instructions", func(c *LineCost) string { return someOf(c.Instructions) }},
}

// FormatCycles writes cycles: with a fraction below 10, otherwise rounded, and with an exponent from 1e15 upwards; "" for none.
func FormatCycles(cycles float64) string {
	switch {
	case cycles == 0:
		return ""
	case cycles < 10, cycles >= 1e15:
		return fmt.Sprintf("%.3g", cycles)
	}
	return fmt.Sprintf("%.0f", cycles)
}

func someOf(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// besideLeast writes a number, together with the least possible number if that is smaller.
func besideLeast(n, least int64) string {
	if n <= least {
		return someOf(n)
	}
	return fmt.Sprintf("%d (%d)", n, least)
}

// Summary returns the cost of a line in a few words: "24 cycles, 32 sectors (4)".
func (c *LineCost) Summary() string {
	var parts []string
	for _, k := range lineColumns {
		if text := k.of(c); text != "" {
			title := k.title
			if text == "1" {
				title = strings.TrimSuffix(title, "s")
			}
			parts = append(parts, text+" "+title)
		}
	}
	return strings.Join(parts, ", ")
}

// WriteLines writes a table of lines, with the text of each.
func WriteLines(w io.Writer, lines []LineCost) error {
	var columns []lineColumn
	widths := []int{}
	for _, k := range lineColumns {
		width := 0
		for i := range lines {
			width = max(width, len(k.of(&lines[i])))
		}
		if width > 0 {
			columns, widths = append(columns, k), append(widths, max(width, len(k.title)))
		}
	}
	var b strings.Builder
	file := ""
	for i := range lines {
		c := &lines[i]
		if i == 0 || c.File != file {
			file = c.File
			fmt.Fprintf(&b, "%s\n %6s", cmp.Or(file, "operations without a place"), "line")
			for k, column := range columns {
				fmt.Fprintf(&b, "  %*s", widths[k], column.title)
			}
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, " %6s", someOf(int64(c.Line)))
		for k, column := range columns {
			fmt.Fprintf(&b, "  %*s", widths[k], column.of(c))
		}
		if c.Text != "" {
			b.WriteString("  " + c.Text)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
