package explore

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"optc/draw"
	"optc/ir"
	"optc/layout/picture"
	"optc/passes"
)

// Bounds of the texts in a page.
const (
	mostLines    = 20000
	mostElements = 64 // most elements of a constant
	mostResource = 2 * mostElements
	mostColumns  = 10000 // most bytes of a source line
)

// Step is a pass that ran on an operation, and its changes.
type Step struct {
	Pass  string `json:"pass"`
	Title string `json:"title"`
	On    string `json:"on"` // the operation: "func.func @f"
	// Micros is the time that the pass took, without the page's own work.
	Micros   int64     `json:"micros"`
	Counters []Counter `json:"counters,omitempty"` // statistics of the pass that are not 0
	Rewrites []Counter `json:"rewrites,omitempty"` // folds, applications of patterns and others, the most frequent first
	Ops      []OpCount `json:"ops,omitempty"`      // operations of which there are more or fewer now
	Printed  string    `json:"printed,omitempty"`  // by the pass
	Rows     []DiffRow `json:"rows,omitempty"`     // none if the pass changed nothing
}

// Counter is a statistic of a pass, or a count of a device.
type Counter struct {
	Name  string `json:"name"`
	Doc   string `json:"doc,omitempty"`
	Value int64  `json:"value"`
}

// OpCount is the number of operations with a name in the module, before and after a step.
type OpCount struct {
	Name   string `json:"name"`
	Before int    `json:"before"`
	After  int    `json:"after"`
}

// Recorder records the changes of each pass.
type Recorder struct {
	Source string // name of the file whose lines are linked
	Steps  []Step
	Lines  []Line // lines of all states of the module; the first one stands for no line
	// Functions are the functions and similar operations that contain lines; the first entry is for
	// lines outside of all of them.
	Functions []string
	// Layouts are the pictures of the module before the first pass.
	Layouts draw.Pictures
	// Plan is the picture of the plan of a function on tensors, nil without one.
	Plan draw.Pictures

	steps   ir.Steps // all rewrites of the run
	printed strings.Builder
	last    state
	ops     map[string]int // operations of the last state, by name
	begun   []begun        // passes that run, the innermost last

	diagnostics []*ir.Diagnostic
}

// begun is a pass that runs.
type begun struct {
	counts   []int64
	rewrites map[string]int64
	at       time.Time
}

// Report records a diagnostic for the page.
func (r *Recorder) Report(d *ir.Diagnostic) { r.diagnostics = append(r.diagnostics, d) }

// found lists the reported diagnostics.
func (r *Recorder) found() (list []Diagnostic) {
	for _, d := range r.diagnostics {
		out := Diagnostic{Severity: d.Severity.String(), Message: d.Msg, Code: d.Code}
		if lines := d.Loc.LinesOf(r.Source); len(lines) > 0 {
			out.Line = lines[0]
		}
		for _, n := range d.Notes {
			out.Notes = append(out.Notes, n.Msg)
		}
		list = append(list, out)
	}
	return list
}

// Context returns a context for the run that counts its rewrites.
func (r *Recorder) Context(ctx context.Context) context.Context {
	r.steps = ir.Steps{Limit: ir.NoLimit, ByName: map[string]int64{}}
	return ir.WithSteps(ctx, &r.steps)
}

// Out returns the writer for the output of the passes of the run, which goes to the recorder and to w.
func (r *Recorder) Out(w io.Writer) io.Writer { return io.MultiWriter(&r.printed, w) }

// Instrument returns the instrumentation that records a run. It makes the run single-threaded.
func (r *Recorder) Instrument() *passes.Instrumentation {
	return &passes.Instrumentation{
		Serial: true,
		BeginRun: func(run *passes.ManagerRun) {
			r.Lines, r.Functions = []Line{{}}, []string{""}
			r.last, _ = r.compare(nil, r.look(run.Op))
			r.Layouts, _ = picture.DrawModule(run.Op, picture.View{}, nil) // a layout that cannot be drawn yet has no picture
		},
		BeforePass: func(e *passes.Event) {
			r.begun = append(r.begun, begun{e.Instance.Counts(), maps.Clone(r.steps.ByName), time.Now()})
		},
		AfterPass: r.step,
	}
}

func (r *Recorder) step(e *passes.Event) {
	b := r.begun[len(r.begun)-1]
	r.begun = r.begun[:len(r.begun)-1]
	s := Step{Pass: e.Instance.Pass.Name, Title: e.Instance.Pass.Title, On: e.Op.Name(), Micros: time.Since(b.at).Microseconds()}
	if name := ir.SymbolName(e.Op); name != "" {
		s.On += " @" + name
	}
	for i, n := range e.Instance.Counts() {
		if n -= b.counts[i]; n != 0 {
			stat := e.Instance.Pass.Stats[i]
			s.Counters = append(s.Counters, Counter{stat.Name, stat.Doc, n})
		}
	}
	for name, n := range r.steps.ByName {
		if n -= b.rewrites[name]; n != 0 {
			s.Rewrites = append(s.Rewrites, Counter{Name: name, Value: n})
		}
	}
	slices.SortFunc(s.Rewrites, func(a, b Counter) int { return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(a.Name, b.Name)) })
	s.Printed = r.printed.String()
	r.printed.Reset()
	if e.Changed {
		ops := r.ops
		lines := r.look(e.Op)
		r.last, s.Rows = r.compare(r.last, lines)
		s.Ops = countDifferences(ops, r.ops)
	}
	r.Steps = append(r.Steps, s)
}

// look returns the lines of the module around an operation, and counts its operations.
func (r *Recorder) look(op *ir.Operation) []Line {
	for op.Parent() != nil {
		op = op.Parent()
	}
	text, begins := ir.PrintLines(op, ir.PrintOptions{KeepNames: true, ElideElements: new(mostElements), ElideResources: new(mostResource)})
	var lines []Line
	for text := range strings.Lines(string(text)) {
		lines = append(lines, Line{Text: strings.TrimSuffix(text, "\n")})
	}
	r.ops = map[string]int{}
	for _, b := range begins {
		l := &lines[b.Line]
		l.From, l.In = b.Op.Loc().LinesOf(r.Source), r.functionOf(b.Op)
		r.ops[b.Op.Name()]++
	}
	r.inherit(lines, begins)
	return lines
}

// inherit assigns lines in which no operation begins to the function of the line before, unless
// they close a region around it.
func (r *Recorder) inherit(lines []Line, begins []ir.Begin) {
	indent := func(i int) int { return len(lines[i].Text) - len(strings.TrimLeft(lines[i].Text, " ")) }
	in, depth := 0, 0 // the function, and the indentation of its first line
	for i := range lines {
		if len(begins) > 0 && begins[0].Line == i {
			for len(begins) > 0 && begins[0].Line == i {
				begins = begins[1:]
			}
			if lines[i].In != in {
				in, depth = lines[i].In, indent(i)
			}
			continue
		}
		if indent(i) < depth {
			in = 0
		}
		lines[i].In = in
	}
}

// functionOf returns the index of the function around an operation: of the innermost
// operation with a name that sees no values from outside.
func (r *Recorder) functionOf(op *ir.Operation) int {
	for ; op != nil; op = op.Parent() {
		name := ir.SymbolName(op)
		if name == "" || !op.Has(ir.IsolatedFromAbove) || ir.Is[ir.ModuleOp](op) {
			continue
		}
		if i := slices.Index(r.Functions, name); i >= 0 {
			return i
		}
		r.Functions = append(r.Functions, name)
		return len(r.Functions) - 1
	}
	return 0
}

// countDifferences lists the operations whose numbers differ, by name.
func countDifferences(before, after map[string]int) (list []OpCount) {
	for name, n := range before {
		if after[name] != n {
			list = append(list, OpCount{name, n, after[name]})
		}
	}
	for name := range maps.Keys(after) {
		if before[name] == 0 {
			list = append(list, OpCount{name, 0, after[name]})
		}
	}
	slices.SortFunc(list, func(a, b OpCount) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// Result is the text of the module after the last recorded step.
func (r *Recorder) Result() *Text {
	n := min(len(r.last), mostLines)
	return &Text{Lines: r.last[:n], Cut: len(r.last) - n}
}

// Page returns a page with the recorded run.
func (r *Recorder) Page() *Page {
	return &Page{Steps: r.Steps, Result: r.Result(), Lines: r.shortened(), Functions: r.Functions, Diagnostics: r.found()}
}
