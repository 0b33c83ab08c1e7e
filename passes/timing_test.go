package passes

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	fn "optc/dialect/func"
	"optc/ir"
)

// timers is a timer of so many milliseconds per worker, with parts.
func timers(name string, parts []*timer, ms ...int) *timer {
	t := &timer{name: name, byWorker: map[int]time.Duration{}, children: parts}
	for worker, n := range ms {
		t.add(worker, time.Duration(n)*time.Millisecond)
	}
	return t
}

func measured(multi bool) *Timing {
	return &Timing{multi: multi, phases: []*timer{
		timers("Parser", nil, 250),
		timers("'func.func' Pipeline", []*timer{timers("CSE", nil, 100, 300), timers("Canonicalizer", []*timer{timers("CSE", nil, 50)}, 200)}, 600, 100),
		timers("Output", nil, 50),
	}}
}

// TestTimingReport: shares are relative to the time since the start; time that was not
// measured is listed as the rest. Wall times are the times of the busiest worker.
func TestTimingReport(t *testing.T) {
	t.Parallel()
	const head = "===-------------------------------------------------------------------------===\n" +
		"                         ... Execution time report ...\n" +
		"===-------------------------------------------------------------------------===\n" +
		"  Total Execution Time: 1.0000 seconds\n\n"
	for _, c := range []struct {
		multi, list bool
		want        string
	}{
		{false, false, `  ----Wall Time----  ----Name----
    0.2500 ( 25.0%)  Parser
    0.6000 ( 60.0%)  'func.func' Pipeline
    0.3000 ( 30.0%)    CSE
    0.2000 ( 20.0%)    Canonicalizer
    0.0500 (  5.0%)      CSE
    0.0500 (  5.0%)  Output
    0.1000 ( 10.0%)  Rest
    1.0000 (100.0%)  Total
`},
		{true, false, `  ----User Time----  ----Wall Time----  ----Name----
    0.2500 ( 22.7%)    0.2500 ( 25.0%)  Parser
    0.7000 ( 63.6%)    0.6000 ( 60.0%)  'func.func' Pipeline
    0.4000 ( 36.4%)    0.3000 ( 30.0%)    CSE
    0.2000 ( 18.2%)    0.2000 ( 20.0%)    Canonicalizer
    0.0500 (  4.5%)    0.0500 (  5.0%)      CSE
    0.0500 (  4.5%)    0.0500 (  5.0%)  Output
    0.1000 (  9.1%)    0.1000 ( 10.0%)  Rest
    1.1000 (100.0%)    1.0000 (100.0%)  Total
`},
		{true, true, `  ----User Time----  ----Wall Time----  ----Name----
    0.7000 ( 63.6%)    0.6000 ( 60.0%)  'func.func' Pipeline
    0.4500 ( 40.9%)    0.3000 ( 30.0%)  CSE
    0.2500 ( 22.7%)    0.2500 ( 25.0%)  Parser
    0.2000 ( 18.2%)    0.2000 ( 20.0%)  Canonicalizer
    0.0500 (  4.5%)    0.0500 (  5.0%)  Output
    0.1000 (  9.1%)    0.1000 ( 10.0%)  Rest
    1.1000 (100.0%)    1.0000 (100.0%)  Total
`},
	} {
		var b strings.Builder
		measured(c.multi).report(&b, c.list, time.Second)
		if diff := cmp.Diff(head+c.want, b.String()); diff != "" {
			t.Errorf("several workers %v, list %v (-want +got):\n%s", c.multi, c.list, diff)
		}
	}
	var b strings.Builder
	measured(false).report(&b, true, 500*time.Millisecond)
	if !strings.Contains(b.String(), "0.0000 (  0.0%)  Rest\n    0.5000 (100.0%)  Total\n") {
		t.Errorf("phases that overlap leave no rest:\n%s", b.String())
	}
}

// TestTimingJSON: the same as objects.
func TestTimingJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		multi, list bool
		want        string
	}{
		{false, false, `[
{"wall": {"duration":   0.2500, "percentage":  25.0}, "name": "Parser", "passes": [
{}]},
{"wall": {"duration":   0.6000, "percentage":  60.0}, "name": "'func.func' Pipeline", "passes": [
  {"wall": {"duration":   0.3000, "percentage":  30.0}, "name": "CSE", "passes": [
  {}]},
  {"wall": {"duration":   0.2000, "percentage":  20.0}, "name": "Canonicalizer", "passes": [
    {"wall": {"duration":   0.0500, "percentage":   5.0}, "name": "CSE", "passes": [
    {}]},
  {}]},
{}]},
{"wall": {"duration":   0.0500, "percentage":   5.0}, "name": "Output", "passes": [
{}]},
{"wall": {"duration":   0.1000, "percentage":  10.0}, "name": "Rest"},
{"wall": {"duration":   1.0000, "percentage": 100.0}, "name": "Total"}
]
`},
		{true, true, `[
{"user": {"duration":   0.7000, "percentage":  63.6}, "wall": {"duration":   0.6000, "percentage":  60.0}, "name": "'func.func' Pipeline"},
{"user": {"duration":   0.4500, "percentage":  40.9}, "wall": {"duration":   0.3000, "percentage":  30.0}, "name": "CSE"},
{"user": {"duration":   0.2500, "percentage":  22.7}, "wall": {"duration":   0.2500, "percentage":  25.0}, "name": "Parser"},
{"user": {"duration":   0.2000, "percentage":  18.2}, "wall": {"duration":   0.2000, "percentage":  20.0}, "name": "Canonicalizer"},
{"user": {"duration":   0.0500, "percentage":   4.5}, "wall": {"duration":   0.0500, "percentage":   5.0}, "name": "Output"},
{"user": {"duration":   0.1000, "percentage":   9.1}, "wall": {"duration":   0.1000, "percentage":  10.0}, "name": "Rest"},
{"user": {"duration":   1.1000, "percentage": 100.0}, "wall": {"duration":   1.0000, "percentage": 100.0}, "name": "Total"}
]
`},
	} {
		var b strings.Builder
		measured(c.multi).reportJSON(&b, c.list, time.Second)
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("several workers %v, list %v (-want +got):\n%s", c.multi, c.list, diff)
		}
		if !json.Valid([]byte(b.String())) {
			t.Error("invalid JSON")
		}
	}
}

// TestTimingSteps: the timers of pipelines that run again are kept, phases of the same name are
// merged, and a pass that is run by another pass is listed as a part of it.
func TestTimingSteps(t *testing.T) {
	t.Parallel()
	timing := NewTiming()
	timing.Phase("Parser")()
	timing.Phase("Parser")()
	cseOf, sccp := &Pass{Name: "cse", Class: "CSE"}, &Pass{Name: "sccp", Class: "SCCP"}
	cse, inner := Use(cseOf), Use(&Pass{Name: "symbol-dce", Class: "SymbolDCE"})
	p := On(ir.ModuleOp{}, cse, On(fn.FuncOp{}, Use(cseOf)))
	i := timing.Instrument()
	i.BeginRun(&ManagerRun{Pipeline: p})
	p.Add(Use(sccp))
	i.BeginRun(&ManagerRun{Pipeline: p})
	for _, e := range []*Event{{Instance: cse}, {Instance: inner, Within: cse}, {Instance: inner, Within: cse, Worker: 1}} {
		if timing.multi {
			t.Error("one worker is several")
		}
		i.BeforePass(e)
		i.AfterPass(e)
	}
	functions := p.Steps[1].(*Pipeline)
	e := &Event{Pipelines: []*Pipeline{functions, functions}, Worker: 2}
	e.remember(i, time.Now().Add(-time.Hour)) // which both share
	i.AfterPipeline(e)
	if got := timing.steps[functions].total.Round(time.Minute); got != time.Hour {
		t.Errorf("a walk for two pipelines took %v", got)
	}
	timing.Phase("Output")()
	var names func(list []*timer, depth int) string
	names = func(list []*timer, depth int) (text string) {
		for _, t := range list {
			text += fmt.Sprintf("%*s%s %v\n", 2*depth, "", t.name, slices.Sorted(maps.Keys(t.byWorker))) + names(t.children, depth+1)
		}
		return text
	}
	const want = "Parser [0]\nCSE [0]\n  SymbolDCE [0 1]\n'func.func' Pipeline [2]\n  CSE []\nSCCP []\nOutput [0]\n"
	if got := names(timing.phases, 0); got != want || !timing.multi {
		t.Errorf("got\n%swant\n%s, several workers %v", got, want, timing.multi)
	}
	(*Timing)(nil).Phase("Parser")()
}
