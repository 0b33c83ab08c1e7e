package lower

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/internal/base/textdiff"
)

// Record is the part of a profile that can be compared with another: the parts of the cycles,
// and the costs of lines.
type Record struct {
	CostParts []Cost     `json:"costs"`
	Lines     []LineCost `json:"lines"`
}

// RecordOf returns the record of a report.
func RecordOf(r Report) Record {
	var out Record
	if p, ok := r.(Priced); ok {
		out.CostParts = p.Costs()
	}
	if l, ok := r.(Lined); ok {
		out.Lines = l.ByLine()
	}
	return out
}

// ReadRecord reads the record in a profile as JSON.
func ReadRecord(data []byte) (r Record, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("expected a profile as --profile-json writes it, but got: %w", err)
	}
	if r.Lines == nil && r.CostParts == nil {
		return r, errors.New("expected a profile as --profile-json writes it, but got JSON without the members 'costs' and 'lines'")
	}
	return r, nil
}

// Comparison holds two runs side by side.
type Comparison struct {
	Costs []ComparedCost `json:"costs"`
	Lines []ComparedLine `json:"lines"`
}

// ComparedCost is a part of the cycles of two runs; the last one is the sum.
type ComparedCost struct {
	Name   string  `json:"name"`
	Before float64 `json:"before"`
	After  float64 `json:"after"`
}

// ComparedLine is a line of two runs; a line that occurs in only one of them has no data for the other.
type ComparedLine struct {
	Before *LineCost `json:"before,omitempty"`
	After  *LineCost `json:"after,omitempty"`
}

// CompareRecords compares two runs. Lines are matched by their texts and their order, so that lines
// may have moved.
func CompareRecords(before, after Record) *Comparison {
	return &Comparison{Costs: compareCosts(before.CostParts, after.CostParts), Lines: compareLines(before.Lines, after.Lines)}
}

func compareCosts(before, after []Cost) []ComparedCost {
	var list []ComparedCost
	of := func(name string) *ComparedCost {
		at := slices.IndexFunc(list, func(c ComparedCost) bool { return c.Name == name })
		if at < 0 {
			at = len(list)
			list = append(list, ComparedCost{Name: name})
		}
		return &list[at]
	}
	sum := ComparedCost{Name: "all"}
	for _, c := range before {
		of(c.Name).Before += c.Cycles
		sum.Before += c.Cycles
	}
	for _, c := range after {
		of(c.Name).After += c.Cycles
		sum.After += c.Cycles
	}
	return append(list, sum)
}

func compareLines(before, after []LineCost) []ComparedLine {
	list := []ComparedLine{}
	for _, l := range textdiff.Lines(textOfLines(before), textOfLines(after)) {
		var c ComparedLine
		if l.Kind != textdiff.Insert {
			c.Before, before = &before[0], before[1:]
		}
		if l.Kind != textdiff.Delete {
			c.After, after = &after[0], after[1:]
		}
		list = append(list, c)
	}
	return list
}

func textOfLines(lines []LineCost) string {
	var b strings.Builder
	for i := range lines {
		b.WriteString(strings.ReplaceAll(lines[i].Text, "\n", " ") + "\n")
	}
	return b.String()
}

// Write writes a comparison as text.
func (c *Comparison) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s %10s %10s  change\n", "cycles", "before", "after")
	for _, x := range c.Costs {
		fmt.Fprintf(&b, "  %-26s %10s %10s  %s\n", x.Name, FormatCycles(x.Before), FormatCycles(x.After), change(x.Before, x.After))
	}
	for _, l := range c.Lines {
		if l.Before != nil && l.After != nil && l.Before.sameCosts(l.After) {
			continue
		}
		b.WriteByte('\n')
		for _, side := range []struct {
			mark string
			cost *LineCost
		}{{"-", l.Before}, {"+", l.After}} {
			if side.cost != nil {
				fmt.Fprintf(&b, "%s %s:%d: %s\n", side.mark, side.cost.File, side.cost.Line, side.cost.Summary())
			}
		}
		text := l.After
		if text == nil {
			text = l.Before
		}
		fmt.Fprintf(&b, "    %s\n", text.Text)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// sameCosts reports whether two lines cost the same, wherever they are.
func (c *LineCost) sameCosts(d *LineCost) bool {
	x := *c
	x.File, x.Line, x.Text = d.File, d.Line, d.Text
	return x == *d
}

// change writes a change in percent: "-50 %".
func change(before, after float64) string {
	switch {
	case before == after:
		return "="
	case before == 0:
		return "new"
	case after == 0:
		return "gone"
	}
	return fmt.Sprintf("%+.0f %%", 100*(after-before)/before)
}
