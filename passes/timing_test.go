package passes_test

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/passes"
)

// event begins a pass or a pipeline on a worker, and returns what ends it.
func event(i *passes.Instrumentation, e *passes.Event) (end func()) {
	if e.Instance == nil {
		i.BeforePipeline(e)
		return func() { i.AfterPipeline(e) }
	}
	i.BeforePass(e)
	return func() { i.AfterPass(e) }
}

// after waits some milliseconds and ends what is given.
func after(ms int, ends ...func()) {
	time.Sleep(time.Duration(ms) * time.Millisecond)
	for _, end := range ends {
		end()
	}
}

// measured has measured a second, in which functions take 600 milliseconds.
func measured(multi bool) *passes.Timing {
	timing := passes.NewTiming()
	after(250, timing.Phase("Parser"))
	cse, canonicalizer := passes.Use(&passes.Pass{Name: "cse", Class: "CSE"}), passes.Use(&passes.Pass{Name: "canonicalize", Class: "Canonicalizer"})
	inner := passes.Use(&passes.Pass{Name: "cse", Class: "CSE"})
	functions := passes.On(fn.FuncOp{}, cse, canonicalizer)
	i := timing.Instrument()
	i.BeginRun(&passes.ManagerRun{Pipeline: passes.On(ir.ModuleOp{}, functions)})

	other := 0
	if multi {
		other = 1
	}
	first := event(i, &passes.Event{Pipelines: []*passes.Pipeline{functions}})
	slow := event(i, &passes.Event{Instance: cse, Worker: other})
	if multi {
		after(100, event(i, &passes.Event{Instance: cse}), event(i, &passes.Event{Pipelines: []*passes.Pipeline{functions}, Worker: 1}))
		after(200, slow)
	} else {
		after(300, slow)
	}
	outer := event(i, &passes.Event{Instance: canonicalizer})
	after(50, event(i, &passes.Event{Instance: inner, Within: canonicalizer}))
	after(150, outer)
	after(100, first)
	after(50, timing.Phase("Output"))
	after(100)
	return timing
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
		synctest.Test(t, func(*testing.T) { measured(c.multi).Report(&b, c.list) })
		if diff := cmp.Diff(head+c.want, b.String()); diff != "" {
			t.Errorf("several workers %v, list %v (-want +got):\n%s", c.multi, c.list, diff)
		}
	}
	var b strings.Builder
	synctest.Test(t, func(*testing.T) {
		timing := passes.NewTiming()
		after(500, timing.Phase("Parser"), timing.Phase("Output"))
		timing.Report(&b, true)
	})
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
		synctest.Test(t, func(*testing.T) { measured(c.multi).ReportJSON(&b, c.list) })
		if diff := cmp.Diff(c.want, b.String()); diff != "" {
			t.Errorf("several workers %v, list %v (-want +got):\n%s", c.multi, c.list, diff)
		}
		if !json.Valid([]byte(b.String())) {
			t.Error("invalid JSON")
		}
	}
}

// TestTimingSteps: the timers of pipelines that run again are kept, phases of the same name are
// merged, a pass that is run by another pass is listed as a part of it, and pipelines that share a
// walk share its time.
func TestTimingSteps(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	synctest.Test(t, func(*testing.T) {
		timing := passes.NewTiming()
		after(1000, timing.Phase("Parser"))
		after(1000, timing.Phase("Parser"))
		cseOf, sccp := &passes.Pass{Name: "cse", Class: "CSE"}, &passes.Pass{Name: "sccp", Class: "SCCP"}
		cse, inner := passes.Use(cseOf), passes.Use(&passes.Pass{Name: "symbol-dce", Class: "SymbolDCE"})
		functions, others := passes.On(fn.FuncOp{}, passes.Use(cseOf)), passes.On(fn.FuncOp{})
		p := passes.On(ir.ModuleOp{}, cse, functions, others)
		i := timing.Instrument()
		i.BeginRun(&passes.ManagerRun{Pipeline: p})
		p.Add(passes.Use(sccp))
		i.BeginRun(&passes.ManagerRun{Pipeline: p})
		for _, e := range []*passes.Event{{Instance: cse}, {Instance: inner, Within: cse}, {Instance: inner, Within: cse, Worker: 1}} {
			after(1000, event(i, e))
		}
		after(6000, event(i, &passes.Event{Pipelines: []*passes.Pipeline{functions, others}, Worker: 2}))
		after(1000, timing.Phase("Output"))
		timing.Report(&b, false)
		(*passes.Timing)(nil).Phase("Parser")()
	})
	const want = `    2.0000 ( 16.7%)    2.0000 ( 16.7%)  Parser
    1.0000 (  8.3%)    1.0000 (  8.3%)  CSE
    2.0000 ( 16.7%)    1.0000 (  8.3%)    SymbolDCE
    3.0000 ( 25.0%)    3.0000 ( 25.0%)  'func.func' Pipeline
    0.0000 (  0.0%)    0.0000 (  0.0%)    CSE
    3.0000 ( 25.0%)    3.0000 ( 25.0%)  'func.func' Pipeline
    0.0000 (  0.0%)    0.0000 (  0.0%)  SCCP
    1.0000 (  8.3%)    1.0000 (  8.3%)  Output
    2.0000 ( 16.7%)    2.0000 ( 16.7%)  Rest
   12.0000 (100.0%)   12.0000 (100.0%)  Total
`
	_, rows, _ := strings.Cut(b.String(), "----Name----\n")
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
