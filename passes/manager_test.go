package passes_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"optc/internal/testing/irtest"

	poplarpasses "optc/internal/family/poplar/pipeline"
	"optc/ir"
	"optc/passes"
	"optc/passes/standard"
)

func TestOutputDoesNotDependOnThreads(t *testing.T) {
	t.Parallel()
	run := func(threads int, failing ...string) string {
		c, m := irtest.Parse(t, irtest.Functions(40))
		var out bytes.Buffer
		var ds ir.Diagnostics
		mgr := passes.NewManager(c)
		mgr.Sink, mgr.Out, mgr.Threads = &ds, &out, threads
		mgr.Instrumentations = append(mgr.Instrumentations, passes.PrintIR(passes.PrintIROptions{AfterChange: true}))
		err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(irtest.Speak(failing...)), passes.Use(standard.CSE), passes.Use(standard.Canonicalize))), m)
		if (err != nil) != (failing != nil) {
			t.Fatal(err)
		}
		text := out.String() + ds.String()
		if err == nil {
			text += m.String()
		}
		return text
	}
	for _, failing := range [][]string{nil, {"f17"}, {"f33", "f9"}} {
		want := run(1, failing...)
		for _, threads := range []int{0, 2, 7} {
			if got := run(threads, failing...); got != want {
				t.Fatalf("%d threads, failing %v:\n%s\nwant\n%s", threads, failing, got, want)
			}
		}
		if failing != nil && (!strings.Contains(want, "'func.func' op bad") || strings.Contains(want, "out f34")) {
			t.Errorf("the run does not stop at the first failure:\n%s", want)
		}
	}
}

func TestManagerErrors(t *testing.T) {
	t.Parallel()
	crash := &passes.Pass{Name: "crash", Run: func(*passes.Context) (bool, error) { panic("ouch") }}
	broken := &passes.Pass{Name: "break", Run: func(c *passes.Context) (bool, error) {
		c.Op.Body().Front().Body().Back().Erase() // the terminator
		return true, nil
	}}
	needs := &passes.Pass{Name: "picky", Run: func(*passes.Context) (bool, error) { return false, nil },
		Needs: []passes.Condition{{Text: "there is nothing to do", Check: func(op *ir.Operation) *ir.Diagnostic {
			return op.Errorf("is too much")
		}}}}
	promises := &passes.Pass{Name: "liar", Run: func(*passes.Context) (bool, error) { return false, nil },
		Guarantees: []passes.Condition{{Text: "all is well", Check: func(op *ir.Operation) *ir.Diagnostic { return op.Errorf("is not well") }}}}
	foreign := &passes.Pass{Name: "foreign", Dialects: []string{"nowhere"}, Run: func(*passes.Context) (bool, error) { return false, nil }}
	counts := &passes.Pass{Name: "counts", Run: func(c *passes.Context) (bool, error) { c.Count("sheep", 1); return false, nil }}
	silent := &passes.Pass{Name: "silent", Run: func(*passes.Context) (bool, error) { return false, passes.ErrFailed }}
	for name, c := range map[string]struct {
		pipeline *passes.Pipeline
		want     []string
	}{
		"other anchor": {passes.On(ir.Kind("func.func")), []string{"can't run the pipeline 'func.func()' on 'builtin.module' op"}},
		"panic": {passes.On(ir.ModuleOp{}, passes.Use(crash)),
			[]string{"'builtin.module' op internal error in pass 'crash': ouch [passes.internal]"}},
		"statistic":   {passes.On(ir.ModuleOp{}, passes.Use(counts)), []string{"internal error in pass 'counts': passes: counts declares no statistic sheep"}},
		"invalid":     {passes.On(ir.ModuleOp{}, passes.Use(broken)), []string{"error: "}},
		"needs":       {passes.On(ir.ModuleOp{}, passes.Use(needs)), []string{"'builtin.module' op is too much"}},
		"guarantees":  {passes.On(ir.ModuleOp{}, passes.Use(promises)), []string{"'builtin.module' op is not well"}},
		"dialect":     {passes.On(ir.ModuleOp{}, passes.Use(foreign)), []string{"pass 'foreign' creates operations of dialect 'nowhere', which is not registered"}},
		"silent":      {passes.On(ir.ModuleOp{}, passes.Use(silent)), []string{"pass pipeline failed"}},
		"restricted":  {passes.On(ir.ModuleOp{}, passes.Use(irtest.Speak())), []string{"trying to schedule a pass on an unsupported operation"}},
		"unisolated":  {passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.On(ir.Kind("arith.muli"), passes.Use(standard.CSE)))), []string{"not marked as 'IsolatedFromAbove'"}},
		"unknown op":  {passes.On(ir.ModuleOp{}, passes.On(ir.Kind("foo.bar"), passes.Use(standard.CSE))), []string{"trying to schedule a pass on an unregistered operation"}},
		"not a table": {passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.SymbolDCE))), []string{"does not define a symbol table"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, m := irtest.Parse(t, irtest.Functions(2)+`"foo.bar"() : () -> ()`)
			err := passes.NewManager(ctx).Run(t.Context(), c.pipeline, m)
			if err == nil {
				t.Fatal("no error")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want it to contain %q", err, want)
				}
			}
		})
	}
}

// The report of a panic names its place, also for panics of the runtime.
func TestCrash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value, place string
		run          func(*passes.Context) (bool, error)
	}{
		{"ouch", `optc/passes_test\.TestCrash\.func1\(.*\), \S*/manager_test\.go:`, func(*passes.Context) (bool, error) { panic("ouch") }},
		{"runtime error: invalid memory address or nil pointer dereference", `optc/ir\.\(\*Operation\)\..*\(.*\), \S*/\w+\.go:`, func(*passes.Context) (bool, error) {
			var none *ir.Operation
			none.Erase()
			return true, nil
		}},
	} {
		ctx, m := irtest.Parse(t, "")
		var ds ir.Diagnostics
		mgr := passes.NewManager(ctx)
		mgr.Sink = &ds
		if err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(&passes.Pass{Name: "crash", Run: c.run})), m); err == nil {
			t.Error("no error")
		}
		want := `^in\.mlir: error: 'builtin\.module' op internal error in pass 'crash': ` + c.value + ` \[passes\.internal\]
in\.mlir: note: pass 'crash' of optc panicked; please report it there with the output of --mlir-pass-pipeline-crash-reproducer=FILE
in\.mlir: note: at ` + c.place + `\d+( .*)?\n$` // without an offset in a function that was inlined
		if got := ds.String(); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// A dump that cannot be written makes the pass fail that it is of, and no other runs.
func TestDumpThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, m := irtest.Parse(t, irtest.Functions(1))
	var ds ir.Diagnostics
	ran := false
	after := &passes.Pass{Name: "after", Run: func(*passes.Context) (bool, error) { ran = true; return false, nil }}
	mgr := passes.NewManager(ctx)
	mgr.Sink = &ds
	mgr.Instrumentations = append(mgr.Instrumentations, passes.PrintIR(passes.PrintIROptions{After: []string{"cse"}, TreeDir: file}))
	err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.Use(standard.CSE), passes.Use(after)), m)
	if got := ds.String(); err == nil || ran || !strings.HasPrefix(got, "in.mlir: error: cannot write a dump: ") {
		t.Errorf("error %v, the next pass ran: %t, reported %q", err, ran, got)
	}
}

// Options that are set in Go are checked like written options.
func TestOptionsOfSteps(t *testing.T) {
	t.Parallel()
	const vertices = "module attributes {poplar.target = #poplar.target<ipu2>} {\n  poplar.vertex @v worker {\n  }\n}"
	for want, step := range map[string]*passes.Instance{
		"expected single-underscore keep or triple, but got 'half'":    passes.Use(poplarpasses.MangleNames, poplarpasses.MangleNamesOptions{SingleUnderscore: "half"}),
		"expected compact-policy reference or poplibs, but got 'half'": passes.Use(poplarpasses.ResolveLayouts, poplarpasses.ResolveLayoutsOptions{CompactPolicy: "half"}),
	} {
		ctx, m := irtest.Parse(t, vertices)
		if err := passes.NewManager(ctx).Run(t.Context(), passes.On(ir.ModuleOp{}, step), m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %q", err, want)
		}
	}
}

func TestNestThatMatchesNothingWarns(t *testing.T) {
	t.Parallel()
	c, m := irtest.Parse(t, irtest.Functions(1))
	var ds ir.Diagnostics
	mgr := passes.NewManager(c)
	mgr.Sink = &ds
	if err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.fun"), passes.Use(standard.CSE))), m); err != nil {
		t.Fatal(err)
	}
	const want = "in.mlir: warning: pipeline 'func.fun(...)' matches no operation inside 'builtin.module'; did you mean 'func.func'? [passes.empty-nest]\n"
	if got := ds.String(); got != want {
		t.Errorf("got %swant %s", got, want)
	}
}

func TestStatisticsAndTiming(t *testing.T) {
	t.Parallel()
	c, m := irtest.Parse(t, irtest.Functions(3))
	var out bytes.Buffer
	mgr := passes.NewManager(c)
	mgr.Out = &out
	timing := passes.NewTiming()
	mgr.Instrumentations = append(mgr.Instrumentations, passes.PrintStatistics(false), passes.PrintStatistics(true), timing.Instrument())
	p := passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.CSE)), passes.Use(standard.CSE))
	if err := mgr.Run(t.Context(), p, m); err != nil {
		t.Fatal(err)
	}
	const counters = `  CSE
    (S) 3 num-cse'd - Number of operations CSE'd
    (S) 0 num-dce'd - Number of operations DCE'd
`
	for _, want := range []string{
		"'func.func' Pipeline\n" + counters,
		"CSE\n  (S) 3 num-cse'd - Number of operations CSE'd\n  (S) 0 num-dce'd - Number of operations DCE'd\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got\n%s\nwant it to contain\n%s", out.String(), want)
		}
	}
	out.Reset()
	timing.Report(&out, false)
	var names []string
	for line := range strings.Lines(out.String()) {
		if i := strings.LastIndex(line, ")"); i >= 0 {
			names = append(names, strings.TrimRight(line[i+1:], "\n"))
		}
	}
	if got, want := strings.Join(names, "|"), "  'func.func' Pipeline|    CSE|  CSE|  Rest|  Total"; got != want {
		t.Errorf("got %s, want %s in\n%s", got, want, out.String())
	}
	type entry struct {
		Wall   struct{ Duration, Percentage float64 }
		Name   string
		Passes []entry
	}
	for _, list := range []bool{false, true} {
		var entries []entry
		out.Reset()
		timing.ReportJSON(&out, list)
		if err := json.Unmarshal(out.Bytes(), &entries); err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
		names = nil
		var name func(es []entry)
		name = func(es []entry) {
			for _, e := range es {
				if e.Name != "" { // the last part is empty
					names = append(names, e.Name)
				}
				name(e.Passes)
			}
		}
		name(entries)
		want := "'func.func' Pipeline|CSE|CSE|Rest|Total"
		if list {
			slices.Sort(names)
			want = "'func.func' Pipeline|CSE|Rest|Total"
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("got %s, want %s in\n%s", got, want, out.String())
		}
	}
}

func TestReproducer(t *testing.T) {
	t.Parallel()
	for _, local := range []bool{false, true} {
		c, m := irtest.Parse(t, irtest.Functions(1))
		file := filepath.Join(t.TempDir(), "r.mlir")
		var ds ir.Diagnostics
		mgr := passes.NewManager(c)
		mgr.Sink = &ds
		mgr.Instrumentations = append(mgr.Instrumentations, passes.Reproducer(passes.ReproducerOptions{File: file, Local: local, VerifyEach: true}))
		err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.CSE), passes.Use(irtest.Speak("f0")))), m)
		for _, want := range []string{
			"Failures have been detected while processing an MLIR pass pipeline",
			"Pipeline failed while executing [`Speak` on 'func.func' operation: @f0]: reproducer generated at `" + file + "`",
		} {
			if err == nil || !strings.Contains(ds.String(), want) {
				t.Errorf("got %v with\n%s\nwant it to contain %q", err, ds.String(), want)
			}
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pipeline, muls := `pipeline: "builtin.module(func.func(cse,speak))"`, 2
		if local {
			pipeline, muls = `pipeline: "builtin.module(func.func(speak))"`, 1
		}
		if got := string(text); !strings.Contains(got, pipeline) || strings.Count(got, "muli") != muls {
			t.Errorf("local %v: got\n%s", local, got)
		}
	}
}

func TestReproducerCannotBeWritten(t *testing.T) {
	t.Parallel()
	c, m := irtest.Parse(t, irtest.Functions(1))
	var ds ir.Diagnostics
	mgr := passes.NewManager(c)
	mgr.Sink = &ds
	mgr.Instrumentations = append(mgr.Instrumentations, passes.Reproducer(passes.ReproducerOptions{File: filepath.Join(t.TempDir(), "missing", "r.mlir")}))
	err := mgr.Run(t.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(irtest.Speak("f0")))), m)
	if text := ds.String(); err == nil || !strings.Contains(text, "the reproducer could not be written: ") || strings.Contains(text, "reproducer generated") {
		t.Errorf("got %v with\n%s", err, text)
	}
}

func BenchmarkManager(b *testing.B) {
	text := irtest.Functions(2000)
	for b.Loop() {
		b.StopTimer()
		c, m := irtest.Parse(b, text)
		b.StartTimer()
		if err := passes.NewManager(c).Run(b.Context(), passes.On(ir.ModuleOp{}, passes.On(ir.Kind("func.func"), passes.Use(standard.Canonicalize), passes.Use(standard.CSE))), m); err != nil {
			b.Fatal(err)
		}
	}
}
