package optmain

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"optc/bytecode"
	"optc/diag"
	"optc/ir"
	"optc/parser"
	"optc/passes"
	"optc/passes/distribute"
	"optc/validate"
)

// opt is the main command: parse, run passes, print.
func (t *tool) opt(args []string) int {
	o := defaultOptions()
	files, steps, err := parseFlags(args, o.flags(), t.Passes)
	if err != nil {
		err = fmt.Errorf("%w\ntry '%s --help'", err, t.Name)
		if !strings.HasPrefix(args[0], "-") {
			err = cmp.Or(t.misspeltCommand(args[0]), err)
		}
		return t.fail(err)
	}
	t.stderr.format = o.diagnostics
	if o.color {
		t.stderr.color = true
	}
	t.stderr.limit(o)
	o.print.KeepNames = o.keepsNames(t.stdout, o.output == "-")
	switch {
	case o.help, len(args) == 0 && isConsole(t.stdin):
		return t.print(t.usage(o.flags()))
	case o.helpPasses:
		return t.print(t.passHelp())
	case o.version:
		return t.print(t.versionText())
	case o.listPasses:
		return t.print(t.passList())
	case o.showDialects:
		return t.print(t.dialectList())
	case len(files) > 1:
		if err := t.misspeltCommand(files[0]); err != nil {
			return t.fail(err)
		}
		return t.fail(fmt.Errorf("expected one input file, but got '%s' and '%s'", files[0], files[1]))
	}
	pipeline, err := t.pipeline(o, steps)
	if err != nil {
		return t.fail(err)
	}
	if o.emitBytecode && o.output == "-" && isConsole(t.stdout) {
		return t.fail(errors.New("bytecode is not written to a terminal; use '-o file'"))
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	read := t.readInput
	if t.ownsProcess && o.split == nil {
		read = t.mapInput
	}
	if o.depfile != "" && o.output == "-" {
		return t.fail(errDepfile)
	}
	if err := t.checkWatched(o); err != nil {
		return t.fail(err)
	}
	text, shown, err := read(name)
	if err != nil {
		return t.fail(cmp.Or(t.misspeltCommand(name), err))
	}
	if t.ownsProcess && len(text) >= leastReserved {
		reserveHeap()
	}
	out, finish, err := t.output(o.output)
	if err != nil {
		return t.fail(err)
	}
	ok, err := t.mapped.guard(func() bool { return t.chunks(o, pipeline, shown, text, out) })
	if err := errors.Join(err, finish(ok)); err != nil {
		return t.fail(err)
	}
	if !ok {
		return 1
	}
	if err := t.writeDepfile(o.depfile, o.output); err != nil {
		return t.fail(err)
	}
	return 0
}

// misspeltCommand is the error about a file name that is probably that of a command;
// nil if it is not.
func (t *tool) misspeltCommand(file string) error {
	s := diag.DidYouMean(file, t.commandNames())
	if _, err := os.Stat(t.path(file)); err == nil || s.Meant == "" {
		return nil
	}
	return fmt.Errorf("there is no command or file '%s'%s", file, s)
}

// checkWatched tells whether the passes exist before and after which the IR is printed.
func (t *tool) checkWatched(o *options) error {
	for _, list := range []struct {
		flag  string
		names []string
	}{{"mlir-print-ir-before", o.printIR.Before}, {"mlir-print-ir-after", o.printIR.After}} {
		for _, name := range list.names {
			if t.Passes.Pass(name) == nil {
				return fmt.Errorf("flag '--%s' expects the name of a pass, but got '%s'%s", list.flag, name, diag.DidYouMean(name, t.Passes.Names()))
			}
		}
	}
	return nil
}

// print writes text that was asked for.
func (t *tool) print(text string) int {
	io.WriteString(t.stdout, text)
	return 0
}

// plainError is the message of an operating system error without the file name.
func plainError(err error) string {
	err = diag.WithoutPath(err) // maybe one of several
	for {
		inner, ok := err.(interface{ Unwrap() error })
		if !ok {
			break
		}
		err = inner.Unwrap()
	}
	s := err.Error()
	return strings.ToUpper(s[:1]) + s[1:]
}

// pipeline returns what the flags ask for: the text of --pass-pipeline, or the
// passes that are named one by one.
func (t *tool) pipeline(o *options, steps []passFlag) (p *passes.Pipeline, err error) {
	if o.hasPipeline {
		if len(steps) > 0 {
			return nil, fmt.Errorf("flag '--pass-pipeline' cannot be used together with '--%s'", steps[0].name)
		}
		if p, err = t.Passes.Parse(o.pipeline); err != nil {
			return nil, err
		}
	} else {
		p = passes.On(ir.Module)
		for _, s := range steps {
			expanded, err := t.Passes.Instance(s.name, s.options)
			if err != nil {
				return nil, err
			}
			p.Add(expanded...)
		}
	}
	distribute.SetChip(p, o.chip)
	return p, nil
}

// chunks processes the parts of the input one after the other, also after one
// failed, and tells whether all succeeded.
func (t *tool) chunks(o *options, pipeline *passes.Pipeline, name, text string, out io.Writer) bool {
	if o.split == nil || bytecode.Is(text) {
		return t.chunk(o, pipeline, &ir.Source{Name: name, Text: text}, out)
	}
	ok := true
	src := &ir.Source{Name: name, Text: text}
	parts, misses := splitInput(src, *o.split)
	for _, offset := range misses {
		t.stderr.reportRange(&ir.Diagnostic{Severity: ir.Warning, Loc: ir.At(src, offset), Msg: "near miss with file split marker"}, 1)
	}
	for i, part := range parts {
		if i > 0 {
			io.WriteString(out, o.outputMarker+"\n")
		}
		ok = t.chunk(o, pipeline, part, out) && ok
	}
	return ok
}

// splitInput cuts a source at the markers as mlir-opt does: wherever they stand,
// and the rest of the marker's line belongs to the part behind it. Text that
// begins like the marker but lacks the last two characters, and a marker at the
// very end or before a '0', are near misses. A marker at the very beginning
// separates nothing; what stands behind its first characters is read as text.
func splitInput(src *ir.Source, marker string) (parts []*ir.Source, misses []int) {
	text := src.Text
	suffix := marker[max(0, len(marker)-2):]
	prefix := strings.TrimSuffix(marker, suffix)
	if prefix == "" {
		prefix, suffix = marker, ""
	}
	start := 0
	add := func(end int) {
		line, col := src.Position(start)
		parts = append(parts, &ir.Source{Name: src.Name, Text: text[start:end], FirstLine: line - 1, Before: src.Line(start)[:col-1]})
	}
	for at := 0; ; {
		i := strings.Index(text[at:], prefix)
		if i < 0 {
			break
		}
		i += at
		at = i + len(prefix)
		rest, ok := strings.CutPrefix(text[at:], suffix)
		switch {
		case i == start:
			start = at
		case ok && rest != "" && rest[0] != '0':
			add(i)
			at += len(suffix)
			start = at
		default:
			misses = append(misses, at)
		}
	}
	if start < len(text) {
		add(len(text))
	}
	return parts, misses
}

// chunk processes one part and appends its result.
func (t *tool) chunk(o *options, pipeline *passes.Pipeline, src *ir.Source, out io.Writer) bool {
	if o.verifyDiagnostics == "" {
		return t.process(o, pipeline, src, t.stderr, out)
	}
	expected := newExpectations(src, o.verifyDiagnostics == "only-expected", t.stderr)
	t.process(o, pipeline, src, expected, out)
	return expected.check()
}

// strictSink makes errors of warnings.
type strictSink struct {
	ir.Sink
	failed atomic.Bool
}

func (s *strictSink) Report(d *ir.Diagnostic) {
	if d.Severity == ir.Warning {
		strict := *d
		strict.Severity = ir.Error
		d = &strict
		s.failed.Store(true)
	}
	s.Sink.Report(d)
}

// process reads a source, runs the pipeline and appends the result. Warnings may count
// as errors.
func (t *tool) process(o *options, pipeline *passes.Pipeline, src *ir.Source, sink ir.Sink, out io.Writer) bool {
	if !o.warningsAreErrors {
		return t.transform(o, pipeline, src, sink, out)
	}
	strict := &strictSink{Sink: sink}
	return t.transform(o, pipeline, src, strict, out) && !strict.failed.Load()
}

func (t *tool) transform(o *options, pipeline *passes.Pipeline, src *ir.Source, sink ir.Sink, out io.Writer) bool {
	timing, report := t.timing(o)
	defer report()
	ctx := t.newContext(o)
	threads := 0
	switch {
	case o.disableThreading:
		threads = 1
	case o.threads != nil:
		threads = *o.threads
	}
	o.print.Threads = threads
	t.prepareWatching(o, t.stderr.of)

	end := timing.Phase("Parser")
	in := &input{registry: t.Passes, reproducer: o.runReproducer, passed: t.mapped.drop}
	module, err := in.parse(t, ctx, src, sink, o, threads)
	end()
	if t.failed(err) || o.verifyRoundtrip && !t.roundtrip(o, ctx, src, module, sink) {
		return false
	}
	if o.runReproducer {
		if pipeline = in.reproduced(o, module, sink); pipeline == nil {
			return false
		}
	}
	o.reproducer.Print.External = in.external
	if o.reproduceTo != "" {
		if err := t.writeFile(o.reproduceTo, o.reproducer.Text(module, pipeline, o.disableThreading)); err != nil {
			t.fail(err)
			return false
		}
	}
	if o.dumpPipeline {
		fmt.Fprintf(t.stderr, "Pass Manager with %d passes:\n%s\n\n", len(pipeline.Steps), pipeline.Pretty())
	}
	if len(pipeline.Steps) > 0 || module.Name() != pipeline.Anchor && pipeline.Anchor != passes.AnyOp {
		m := &passes.Manager{Context: ctx, Registry: t.Passes, Sink: sink, Out: t.stderr, Threads: threads, ShowOps: o.showOps(),
			Instrumentations: t.instrumentations(o, timing)}
		if t.failed(m.Run(t.ctx, pipeline, module)) {
			return false
		}
	}
	end = timing.Phase("Output")
	print := o.print
	print.External = in.external
	verified := !o.skipParseVerify
	if len(pipeline.Steps) > 0 {
		verified = o.verifyEach
	}
	print.AssumeVerified = print.AssumeVerified || verified
	if o.emitBytecode {
		d := o.writeBytecode(ctx, module, in.external, out)
		if end(); d != nil {
			ir.Report(sink, d)
		}
		return d == nil
	}
	ir.Fprint(out, module, print)
	io.WriteString(out, "\n")
	end()
	return true
}

// prepareWatching completes what the flags say about watching passes; dumps go to w.
func (t *tool) prepareWatching(o *options, w any) {
	o.printIR.Print, o.reproducer.Print = o.print, o.print
	o.printIR.Print.KeepNames = o.keepsNames(w, o.printIR.TreeDir == "")
	o.reproducer.VerifyEach = o.verifyEach
	for _, name := range []*string{&o.reproducer.File, &o.printIR.TreeDir} {
		if *name != "" {
			*name = t.path(*name)
		}
	}
}

// timing returns what measures times and what reports them, both doing nothing unless
// asked for.
func (t *tool) timing(o *options) (timing *passes.Timing, report func()) {
	if !o.timing {
		return nil, func() {}
	}
	timing = passes.NewTiming()
	write := timing.Report
	if o.timingFormat == "json" {
		write = timing.ReportJSON
	}
	return timing, func() { write(t.stderr, o.timingDisplay == "list") }
}

// instrumentations are what the flags ask for, outermost first: what is measured
// does not include the printing and checking of the others.
func (t *tool) instrumentations(o *options, timing *passes.Timing) []*passes.Instrumentation {
	var list []*passes.Instrumentation
	if o.reproducer.File != "" {
		list = append(list, passes.Reproducer(o.reproducer))
	}
	if o.statistics {
		list = append(list, passes.PrintStatistics(o.statsDisplay == "list"))
	}
	if o.printIR.Enabled() {
		list = append(list, passes.PrintIR(o.printIR))
	}
	if o.verifyExec {
		list = append(list, passes.VerifyExec(validate.New(o.limits.values(), t.Programs...)))
	}
	if o.verifyEach { // first of all after a pass: what is executed must be valid
		list = append(list, passes.VerifyEach())
	}
	if timing != nil {
		list = append(list, timing.Instrument())
	}
	return list
}

// showOps is how operations are shown with diagnostics, nil if they are not: the
// comments of --verify-diagnostics do not mention the notes.
func (o *options) showOps() *ir.PrintOptions {
	if !o.printOps || o.verifyDiagnostics != "" {
		return nil
	}
	return &o.print
}

// input is what a source holds besides its operations.
type input struct {
	registry   *passes.Registry
	passed     func(from, to int) // see parser.Passed
	reproducer bool               // the source is a reproducer that will be run
	pipeline   string
	threads    *bool // disable_threading of a reproducer
	verify     *bool // verify_each of a reproducer
	// external is what other tools have stored in the source.
	external []ir.ResourceSection
}

func (in *input) parse(t *tool, c *ir.Context, src *ir.Source, sink ir.Sink, o *options, threads int) (*ir.Operation, error) {
	opts := []parser.Option{parser.Threads(threads), parser.ExternalResources(in.resource), parser.Passed(in.passed)}
	if o.noImplicitModule {
		opts = append(opts, parser.NoImplicitModule())
	}
	module, err := t.readModule(c, src, sink, bytecode.Options{Threads: threads, NoImplicitModule: o.noImplicitModule, External: in.resource}, opts...)
	if err != nil || o.skipParseVerify {
		return module, err
	}
	if print := o.showOps(); print != nil {
		sink = passes.ShowingOps(sink, *print)
	}
	return module, ir.VerifyContext(t.ctx, module, sink, threads)
}

func (in *input) resource(section string, e parser.ResourceEntry) {
	if !in.reproducer || section != passes.ReproducerSection {
		in.keep(section, ir.ResourceEntry{Key: e.Key, Value: e.Value()})
		return
	}
	switch e.Key {
	case "pipeline":
		in.pipeline = e.Text
	case "disable_threading":
		in.threads = &e.Bool
	case "verify_each":
		in.verify = &e.Bool
	}
}

// keep stores an entry for the output.
func (in *input) keep(section string, e ir.ResourceEntry) {
	i := slices.IndexFunc(in.external, func(s ir.ResourceSection) bool { return s.Name == section })
	if i < 0 {
		i = len(in.external)
		in.external = append(in.external, ir.ResourceSection{Name: section})
	}
	in.external[i].Entries = append(in.external[i].Entries, e)
}

// reproduced returns the pipeline of a reproducer and takes over its settings.
func (in *input) reproduced(o *options, module *ir.Operation, sink ir.Sink) *passes.Pipeline {
	if in.threads != nil && *in.threads {
		o.disableThreading = true
	}
	if in.verify != nil {
		o.verifyEach = *in.verify
	}
	if in.pipeline == "" {
		sink.Report(ir.Errorf(module.Loc(), "the input holds no reproducer: no pipeline in the external resource '%s'", passes.ReproducerSection))
		return nil
	}
	p, err := in.registry.Parse(in.pipeline)
	if err != nil {
		sink.Report(ir.Errorf(module.Loc(), "%v", err))
		return nil
	}
	return p
}

// roundtrip prints the module, also as bytecode, reads the result and compares it with
// the module, as text in the generic form with locations left out.
// The result gets a context of its own, since keys of resources are unique in one.
func (t *tool) roundtrip(o *options, c *ir.Context, src *ir.Source, module *ir.Operation, sink ir.Sink) bool {
	generic := ir.PrintOptions{Generic: true, Threads: o.print.Threads}
	want := ir.Print(module, generic)
	written := []string{string(ir.Print(module, ir.PrintOptions{Threads: o.print.Threads})), string(want)}
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: bytecode.MaxVersion})
	if err != nil {
		sink.Report(ir.Errorf(module.Loc(), "%v", err))
		return false
	}
	for _, text := range append(written, string(data)) {
		again, err := t.readModule(t.newContext(o), &ir.Source{Name: src.Name, Text: text}, sink, bytecode.Options{})
		if t.failed(err) {
			sink.Report(ir.Errorf(module.Loc(), "failed to parse the printed input, round-trip verification failed"))
			return false
		}
		if !bytes.Equal(ir.Print(again, generic), want) {
			sink.Report(ir.Errorf(module.Loc(), "the printed input parses to something else, round-trip verification failed"))
			return false
		}
	}
	return true
}
