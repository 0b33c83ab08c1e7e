package optmain

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"optc/bytecode"
	"optc/diag"
	"optc/dialect/iree/revision"
	"optc/ir"
	"optc/optmain/internal/expect"
	"optc/optmain/internal/files"
	"optc/optmain/internal/heap"
	"optc/optmain/internal/report"
	"optc/passes"
	"optc/passes/distribute"
	"optc/validate"
)

// opt is the main command: parse, run passes, print.
func (t *tool) opt(args []string) int {
	o := defaultOptions()
	files, steps, err := parseArguments(args, o.flags(t), t.Passes)
	if err != nil {
		err = fmt.Errorf("%w\ntry '%s --help'", err, t.Name)
		if !strings.HasPrefix(args[0], "-") {
			err = cmp.Or(t.misspeltCommand(args[0]), err)
		}
		return t.fail(err)
	}
	o.limitReport(t.stderr)
	t.hideFromPrograms()
	o.print.KeepNames = keepsNames(o.keepNames, t.stdout, o.output == "-")
	switch {
	case o.help, len(args) == 0 && report.IsConsole(t.stdin):
		return t.print(t.usage(o.flags(t)))
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
	pipeline, err := t.pipeline(o.pipeline, o.hasPipeline, steps)
	if err != nil {
		return t.fail(err)
	}
	distribute.SetChip(pipeline, o.chip)
	if o.emitBytecode && o.output == "-" && report.IsConsole(t.stdout) {
		return t.fail(errors.New("bytecode is not written to a terminal; use '-o file'"))
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	t.files.Map = t.ownsProcess && o.split == nil
	if o.depfile != "" && o.output == "-" {
		return t.fail(errDepfile)
	}
	if err := t.checkWatched(o); err != nil {
		return t.fail(err)
	}
	text, shown, err := t.readText(name)
	if err != nil {
		return t.fail(cmp.Or(t.misspeltCommand(name), err))
	}
	if t.ownsProcess && len(text) >= heap.LeastExpected {
		heap.Expect(neededMemory(text))
	}
	out, finish, err := t.files.Create(o.output)
	if err != nil {
		return t.fail(err)
	}
	ok, err := t.files.Guard(func() bool { return t.chunks(o, pipeline, shown, text, out) })
	if err := errors.Join(err, finish(ok)); err != nil {
		return t.fail(err)
	}
	if !ok {
		return 1
	}
	if err := t.files.WriteDepfile(o.depfile, o.output); err != nil {
		return t.fail(err)
	}
	return 0
}

// neededMemory returns the bytes of memory that the IR of an input and its output need at most, if the
// passes between them need little.
func neededMemory(text string) int64 {
	const ofText, ofBytecode = 20, 56 // for each byte
	if bytecode.Is(text) {
		return ofBytecode * int64(len(text))
	}
	return ofText * int64(len(text))
}

// misspeltCommand is the error for a file name that is probably a misspelt command; nil
// if it is not.
func (t *tool) misspeltCommand(file string) error {
	s := diag.DidYouMean(file, t.commandNames())
	if s.Meant == "" || t.files.Exists(file) {
		return nil
	}
	return fmt.Errorf("there is no command or file '%s'%s", file, s)
}

// checkWatched returns an error unless the passes around which the IR is printed exist.
func (t *tool) checkWatched(o *options) error {
	for _, list := range []struct {
		flag  string
		names []string
	}{{"mlir-print-ir-before", o.watching.printIR.Before}, {"mlir-print-ir-after", o.watching.printIR.After}} {
		for _, name := range list.names {
			if t.Passes.Pass(name) == nil {
				return fmt.Errorf("flag '--%s' expects the name of a pass, but got '%s'%s", list.flag, name, diag.DidYouMean(name, t.Passes.Names()))
			}
		}
	}
	return nil
}

// chunks processes the parts of the input one after the other, even after a part failed,
// and reports whether all succeeded.
func (t *tool) chunks(o *options, pipeline *passes.Pipeline, name, text string, out io.Writer) bool {
	if o.split == nil || bytecode.Is(text) {
		return t.chunk(o, pipeline, &ir.Source{Name: name, Text: text}, out)
	}
	ok := true
	src := &ir.Source{Name: name, Text: text}
	parts, misses := files.Split(src, *o.split)
	for _, offset := range misses {
		t.stderr.ReportRange(&ir.Diagnostic{Severity: ir.Warning, Loc: ir.At(src, offset), Msg: "near miss with file split marker"}, 1)
	}
	for i, part := range parts {
		if i > 0 {
			io.WriteString(out, o.outputMarker+"\n")
		}
		ok = t.chunk(o, pipeline, part, out) && ok
		if t.interrupted {
			return false
		}
	}
	return ok
}

// chunk processes a part and appends its result.
func (t *tool) chunk(o *options, pipeline *passes.Pipeline, src *ir.Source, out io.Writer) bool {
	if o.verifyDiagnostics == "" {
		return t.process(o, pipeline, src, t.stderr, out)
	}
	expected := expect.New(src, o.verifyDiagnostics == "only-expected", t.stderr)
	t.process(o, pipeline, src, expected, out)
	return expected.Check()
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
	timing, writeTiming := o.watching.startTiming(t.stderr)
	defer writeTiming()
	ctx := o.newContext(t)
	threads := 0
	switch {
	case o.disableThreading:
		threads = 1
	case o.threads != nil:
		threads = *o.threads
	}
	o.print.Threads = threads
	if t.failed(o.watching.prepare(t, t.stderr.Unbuffered(), o.print, o.keepNames, o.verifyEach)) {
		return false
	}

	end := timing.Phase("Parser")
	in := &source{
		Source: src, threads: threads, noImplicitModule: o.noImplicitModule, unverified: o.skipParseVerify, showOps: o.showOps(), isReproducer: o.runReproducer,
	}
	module, err := t.parse(in, ctx, sink)
	end()
	if t.failed(err) || o.verifyRoundtrip && !t.roundtrip(o, ctx, src, module, sink) {
		return false
	}
	if o.noImplicitModule && !o.hasPipeline && module.Name() != pipeline.Anchor {
		pipeline = &passes.Pipeline{Anchor: module.Name(), Steps: pipeline.Steps}
	}
	if o.runReproducer {
		if pipeline = o.reproduce(t, in, module, sink); pipeline == nil {
			return false
		}
	}
	o.watching.reproducer.Print.External = in.external
	if o.reproduceTo != "" {
		if err := t.files.Write(o.reproduceTo, o.watching.reproducer.Text(module, pipeline, o.disableThreading)); err != nil {
			t.fail(err)
			return false
		}
	}
	if o.dumpPipeline {
		fmt.Fprintf(t.stderr, "Pass Manager with %d passes:\n%s\n\n", len(pipeline.Steps), pipeline.Pretty())
	}
	if len(pipeline.Steps) > 0 || module.Name() != pipeline.Anchor && pipeline.Anchor != passes.AnyOp {
		m := &passes.Manager{Context: ctx, Registry: t.Passes, Sink: sink, Out: t.stderr, Threads: threads, ShowOps: o.showOps(),
			Instrumentations: o.watching.instrumentations(timing, o.checks(t)...)}
		err := t.do("transforming", func(ctx context.Context, w *work) error {
			m.Instrumentations = append(m.Instrumentations, w.watch())
			return m.Run(ctx, pipeline, module)
		})
		if t.failed(err) {
			return false
		}
	}
	defer t.show("writing the result")()
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

// newContext returns the context of the input.
func (o *options) newContext(t *tool) *ir.Context {
	c := t.newContext()
	c.AllowUnregistered = o.allowUnregistered
	revision.Follow(c, map[string]revision.Revision{"seed": revision.Seed, "today": revision.Today}[o.compat])
	return c
}

// limitReport sets the form of diagnostics and hides unwanted diagnostics; with
// --verify-diagnostics all are reported.
func (o *options) limitReport(r *report.Terminal) {
	r.Format = o.diagnostics
	r.Color = r.Color || o.color
	if o.verifyDiagnostics == "" {
		r.Level, r.NoNotes = verbosityLevels[o.verbosity], o.noNotes
	}
}

// checks are the checks after each pass. The last check in the list runs first after a
// pass, so that only valid IR is executed.
func (o *options) checks(t *tool) (list []*passes.Instrumentation) {
	if o.prove {
		list = append(list, passes.VerifyExec(validate.Prove(o.limits.values(), o.proofTime(), t.reportProof, t.Programs...)))
	} else if o.verifyExec {
		list = append(list, passes.VerifyExec(validate.New(o.limits.values(), t.Programs...)))
	}
	if o.verifyEach {
		list = append(list, passes.VerifyEach())
	}
	return list
}

// proofTime returns the time for a proof of one function.
func (o *options) proofTime() time.Duration {
	if o.proveSeconds != nil {
		return time.Duration(*o.proveSeconds) * time.Second
	}
	return validate.DefaultProofTime
}

// reportProof writes a line about a function that was compared for all inputs.
func (t *tool) reportProof(p validate.Proof) { fmt.Fprintf(t.stderr, "prove: %s\n", p) }

// reproduce returns the pipeline of a reproducer and takes over its settings.
func (o *options) reproduce(t *tool, in *source, module *ir.Operation, sink ir.Sink) *passes.Pipeline {
	if in.disableThreads != nil && *in.disableThreads {
		o.disableThreading = true
	}
	if in.verifyEach != nil {
		o.verifyEach = *in.verifyEach
	}
	return in.reproduced(t.Passes, module, sink)
}

// showOps specifies how diagnostics show operations. It is nil if they do not, for example with
// --verify-diagnostics, whose comments do not mention these notes.
func (o *options) showOps() *ir.PrintOptions {
	if !o.printOps || o.verifyDiagnostics != "" {
		return nil
	}
	return &o.print
}

// roundtrip prints the module, also as bytecode, reads the result and compares it with
// the module, as text in the generic form without locations. The result gets a new
// context, because keys of resources are unique within a context.
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
		again, err := t.parse(&source{Source: &ir.Source{Name: src.Name, Text: text}, unverified: true}, o.newContext(t), sink)
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

// writeBytecode appends a module as bytecode.
func (o *options) writeBytecode(c *ir.Context, module *ir.Operation, external []ir.ResourceSection, out io.Writer) *ir.Diagnostic {
	data, err := bytecode.Write(c, module, bytecode.WriteOptions{Version: o.bytecodeVersion, External: external, ElideResources: o.elideResources})
	if err != nil {
		return ir.Errorf(module.Loc(), "%v", err)
	}
	out.Write(data)
	return nil
}
