package explore

import (
	"bytes"
	"strings"

	"optc/draw"
	"optc/internal/textdiff"
	"optc/ir"
	"optc/passes"
)

// Bounds of what a page holds of a step.
const (
	mostRows  = 3000    // rows of a difference
	mostBytes = 1 << 19 // of a module whose difference is computed
	context   = 3       // unchanged lines around a change
)

// Step is a pass that ran, and what it changed.
type Step struct {
	Pass  string    `json:"pass"`
	Title string    `json:"title"`
	Rows  []DiffRow `json:"rows,omitempty"` // none if it changed nothing
	Cut   int       `json:"cut,omitempty"`  // lines of the difference that are not shown
}

// Changed counts the lines that a step adds or removes, of those that are shown.
func (s *Step) Changed() (n int) {
	for _, r := range s.Rows {
		if r.Kind != Same && r.Kind != Skip {
			n++
		}
	}
	return n
}

// RowKind says what a row of a difference is.
type RowKind string

// The kinds.
const (
	Same    RowKind = "s" // both lines are the left one
	Changed RowKind = "c" // the left line was replaced by the right one
	Removed RowKind = "d"
	Added   RowKind = "i"
	Skip    RowKind = "k" // unchanged lines that are left out
)

// DiffRow is a row of a difference side by side.
type DiffRow struct {
	Kind  RowKind `json:"kind"`
	Left  string  `json:"left,omitempty"`
	Right string  `json:"right,omitempty"` // "" beside a left line that is the Same
}

// Recorder keeps what each pass changes.
type Recorder struct {
	Steps []Step
	// Layouts are pictures of what was there before the first pass.
	Layouts draw.Pictures

	before []byte
}

// Instrument returns the instrumentation that records a run. It makes the run serial.
func (r *Recorder) Instrument() *passes.Instrumentation {
	show := func(op *ir.Operation) []byte {
		for op.Parent() != nil {
			op = op.Parent()
		}
		return ir.Print(op, ir.PrintOptions{KeepNames: true})
	}
	return &passes.Instrumentation{
		Serial: true,
		BeginRun: func(run *passes.Run) {
			r.before = show(run.Op)
			r.Layouts, _ = ir.DrawOps(run.Op, ir.View{}, nil) // what cannot be drawn yet has no picture
		},
		AfterPass: func(e *passes.Event) {
			s := Step{Pass: e.Instance.Pass.Name, Title: e.Instance.Pass.Title}
			if e.Changed {
				after := show(e.Op)
				s.Rows, s.Cut = rows(r.before, after)
				r.before = after
			}
			r.Steps = append(r.Steps, s)
		},
	}
}

// rows is the difference of two texts with some lines around each change. Large texts
// are not compared: the new one is shown.
func rows(before, after []byte) (list []DiffRow, cut int) {
	if bytes.Equal(before, after) {
		return nil, 0
	}
	if len(before)+len(after) > mostBytes {
		for line := range strings.Lines(string(after)) {
			if len(list) == mostRows {
				cut++
				continue
			}
			list = append(list, DiffRow{Kind: Added, Right: strings.TrimRight(line, "\n")})
		}
		return list, cut
	}
	list = elide(sideBySide(textdiff.Lines(string(before), string(after))))
	if len(list) > mostRows {
		list, cut = list[:mostRows], len(list)-mostRows
	}
	return list, cut
}

// sideBySide puts removed lines beside the added ones that follow them.
func sideBySide(lines []textdiff.Line) (list []DiffRow) {
	pending := 0 // removed lines at the end of list without a line beside them
	for _, l := range lines {
		text := strings.TrimRight(l.Text, "\n")
		switch {
		case l.Kind == textdiff.Keep:
			list, pending = append(list, DiffRow{Kind: Same, Left: text}), 0
		case l.Kind == textdiff.Delete:
			list, pending = append(list, DiffRow{Kind: Removed, Left: text}), pending+1
		case pending > 0:
			r := &list[len(list)-pending]
			r.Kind, r.Right = Changed, text
			pending--
		default:
			list = append(list, DiffRow{Kind: Added, Right: text})
		}
	}
	return list
}

// elide leaves out what is far from every change.
func elide(list []DiffRow) (out []DiffRow) {
	near := make([]bool, len(list))
	for i, r := range list {
		if r.Kind != Same {
			for k := max(0, i-context); k <= min(len(list)-1, i+context); k++ {
				near[k] = true
			}
		}
	}
	for i, r := range list {
		switch {
		case near[i]:
			out = append(out, r)
		case i == 0 || near[i-1]:
			out = append(out, DiffRow{Kind: Skip, Left: "…", Right: "…"})
		}
	}
	return out
}
