package optmain

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"optc/bytecode"
	fn "optc/dialect/func"
	"optc/internal/base/flags"
	"optc/internal/tool/explore"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
)

// program is a source file that is being compiled to a built program.
type program struct {
	t      *tool
	ctx    *ir.Context
	source *ir.Source
	module *ir.Operation
}

// sourceFlags are the flags of the commands that compile a file.
type sourceFlags struct {
	target   string
	pipeline string
	threads  *int
	settings []setting         // options of the pipeline, in the order of the command line
	recorder *explore.Recorder // records the changes of the passes, or is nil if they are not needed
	pageOnly bool              // standard output is the page
	anyFile  bool              // a file without a program needs no passes
	watching watching
}

// setting is an option of a named pipeline.
type setting struct {
	pipelines   []string // names of the pipelines that have the option
	name, value string
}

func (s *sourceFlags) flags(t *tool) []*flags.Flag {
	list := []*flags.Flag{
		flags.Text("target", "name", &s.target, "architecture to build for: "+someTargets(t.Programs)+", …; what the file overrides for the same architecture stays").Offers(t.targetNames),
		flags.Text("pass-pipeline", "pipeline", &s.pipeline, "passes to run; the default is "+defaultPipelines(t.Programs)),
		flags.Number("threads", &s.threads, 1, "use at most that many threads"),
		diagnosticsFlag(&t.stderr.Format),
		t.inputFlag(),
	}
	list = append(list, s.settingFlags(t, t.Programs)...)
	s.watching = newWatching()
	return append(list, flags.Grouped("Watching passes", s.watching.flags(t)...)...)
}

// settingFlags are flags for the options of the pipelines of families.
func (s *sourceFlags) settingFlags(t *tool, families []*lower.Family) (list []*flags.Flag) {
	pipelines := map[string][]string{} // names of the pipelines by option
	for _, k := range families {
		if p := t.Passes.Pipeline(k.Options); p != nil {
			for _, o := range p.OptionList() {
				pipelines[o.Name] = append(pipelines[o.Name], p.Name)
			}
		}
	}
	for _, k := range families {
		if p := t.Passes.Pipeline(k.Options); p != nil {
			for _, o := range p.OptionList() {
				list = append(list, flags.Grouped("Options of the pipeline "+p.Name, s.setting(pipelines[o.Name], o))...)
			}
		}
	}
	return list
}

// maxThreads is the largest number of threads, 0 for the number of processors.
func (s *sourceFlags) maxThreads() int {
	if s.threads == nil {
		return 0
	}
	return *s.threads
}

// forFiles names a given flag that specifies how a file is compiled, or returns "".
func (s *sourceFlags) forFiles() string {
	switch {
	case s.target != "":
		return "target"
	case s.pipeline != "":
		return "pass-pipeline"
	case len(s.settings) > 0:
		return s.settings[0].name
	}
	return ""
}

// setting is a flag for an option that some pipelines have.
func (s *sourceFlags) setting(pipelines []string, o passes.Option) *flags.Flag {
	value := strings.Join(o.Values, "|")
	if value == "" {
		value = o.Kind
	}
	help := o.Help
	if o.Default != "" && o.Default != "{}" { // an empty list
		help += "; the default is " + o.Default
	}
	return &flags.Flag{Name: o.Name, Value: value, Optional: o.Kind == "bool", Help: help, Set: func(text string) error {
		if text == "" {
			text = "true"
		}
		s.settings = append(s.settings, setting{pipelines, o.Name, text})
		return nil
	}}
}

// pipelineOf returns the passes for the family of the program in a file with the options of the
// command line.
func (s *sourceFlags) pipelineOf(k *lower.Family, file string) (string, error) {
	return s.withSettings(k, k.Pipeline, file)
}

// withSettings returns a pipeline of a family with the options of the command line.
func (s *sourceFlags) withSettings(k *lower.Family, pipeline, file string) (string, error) {
	var options []string
	for _, o := range s.settings {
		if !slices.Contains(o.pipelines, k.Options) {
			return "", fmt.Errorf("flag '--%s' is for the pipeline %s; '%s' holds '%s'", o.name, strings.Join(o.pipelines, ", "), file, k.Op.Kind())
		}
		options = append(options, o.name+"="+o.value)
	}
	if options == nil {
		return pipeline, nil
	}
	return withOptions(pipeline, k.Options, options), nil
}

// withOptions returns a pipeline text in which the named pipeline has more options. They come after
// the options in the text, and override them.
func withOptions(text, pipeline string, options []string) string {
	before, after, _ := strings.Cut(text, pipeline)
	if rest, ok := strings.CutPrefix(after, "{"); ok {
		given, end, _ := strings.Cut(rest, "}")
		for _, o := range strings.Fields(given) {
			name, _, _ := strings.Cut(o, "=")
			if !slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, name+"=") }) {
				options = append([]string{o}, options...)
			}
		}
		after = end
	}
	return before + pipeline + "{" + strings.Join(options, " ") + "}" + after
}

// defaultPipelines names the passes for each family.
func defaultPipelines(families []*lower.Family) string {
	var list []string
	for _, k := range families {
		text := "'" + k.Pipeline + "'"
		if len(families) > 1 {
			text += " for " + k.Op.Kind().String()
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// noPasses is the pipeline that leaves a module unchanged.
const noPasses = "builtin.module()"

// withoutProgram adds to the error about a module without a program a hint about what can be done
// with its first function.
func (t *tool) withoutProgram(err error, module *ir.Operation) error {
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		return err
	}
	for op := range module.Body().Ops() {
		if f := ir.As[fn.FuncOp](op); f.Ok() && !op.Region(0).Empty() {
			for _, f := range t.Programs {
				if f.SourceDoc != "" {
					d = d.HintNote(op.Loc(), "%s", f.SourceDoc)
				}
			}
			return d.HintNote(op.Loc(), "'optc run --call %s' runs this function, with --arg for each argument", ir.SymbolName(op))
		}
	}
	return err
}

// compile parses a file, sets its target and runs the pipeline. Problems are
// reported; ok is false then.
func (t *tool) compile(name string, s *sourceFlags) (p *program, ok bool) {
	if s.recorder != nil {
		t.stderr.Also = s.recorder
	}
	p, ok = t.load(name, s)
	if !ok {
		return nil, false
	}
	text := s.pipeline
	if text == "" {
		family, err := lower.Of(t.Programs, p.module)
		switch {
		case err == nil && s.anyFile && s.target == "" && len(family.Programs(p.module)) == 0:
			text = noPasses
		case err == nil:
			if text, err = s.pipelineOf(family, name); err != nil {
				t.fail(err)
				return nil, false
			}
			if s.recorder != nil {
				s.recorder.Plan = drawPlanned(p.planOf(family))
			}
		case s.anyFile && !slices.ContainsFunc(t.Programs, func(k *lower.Family) bool { return len(k.Programs(p.module)) > 0 }):
			text = noPasses
		default:
			t.failed(t.withoutProgram(err, p.module))
			return nil, false
		}
	} else if len(s.settings) > 0 {
		t.fail(fmt.Errorf("flag '--%s' is for the pipeline %s; write it into the value of --pass-pipeline", s.settings[0].name, strings.Join(s.settings[0].pipelines, ", ")))
		return nil, false
	}
	return p, p.run(text, s)
}

// planOf plans a copy of the module, and returns the steps; none if there is nothing to plan, or if planning fails, which the compilation
// reports.
func (p *program) planOf(family *lower.Family) []planStep {
	if !family.Planning.HasSteps(p.module) {
		return nil
	}
	pipeline, err := p.t.Passes.Parse(family.Planning.Pipeline(false, "costs"))
	if err != nil {
		return nil
	}
	module := ir.Clone(p.module, &ir.Arena{}, nil)
	m := passes.NewManager(p.ctx)
	m.Registry, m.Sink, m.Out = p.t.Passes, new(ir.Diagnostics), io.Discard
	if m.Run(p.t.ctx, pipeline, module) != nil {
		return nil
	}
	return planSteps(module, family.Planning.Cost)
}

// run runs a pipeline on the module; problems are reported.
func (p *program) run(pipeline string, s *sourceFlags) (ok bool) {
	t := p.t
	parsed, err := t.Passes.Parse(pipeline)
	if err != nil {
		t.fail(err)
		return false
	}
	timing, writeTiming := s.watching.startTiming(t.stderr)
	defer writeTiming()
	if err := s.watching.prepare(t, t.stdout, ir.PrintOptions{}, nil, true); err != nil {
		t.fail(err)
		return false
	}
	m := passes.NewManager(p.ctx)
	m.Registry, m.Sink, m.Out = t.Passes, t.stderr, t.stdout
	m.Instrumentations = s.watching.instrumentations(timing, passes.VerifyEach())
	m.Threads = s.maxThreads()
	return !t.failed(t.do("compiling", func(ctx context.Context, w *work) error {
		m.Instrumentations = append(m.Instrumentations, w.watch())
		if s.recorder != nil {
			s.recorder.Source = p.source.Name
			ctx, m.Out = s.recorder.Context(ctx), s.recorder.Out(t.printed(s))
			m.Instrumentations = append(m.Instrumentations, s.recorder.Instrument())
		}
		return m.Run(ctx, parsed, p.module)
	}))
}

// printed returns the writer for the output of passes, which may also go to the page.
func (t *tool) printed(s *sourceFlags) io.Writer {
	if s.pageOnly {
		return io.Discard
	}
	return t.stdout
}

// load reads and verifies a file and sets the target of its module.
func (t *tool) load(name string, s *sourceFlags) (p *program, ok bool) {
	threads := s.maxThreads()
	text, shown, err := t.readText(name)
	if err != nil {
		t.fail(err)
		return nil, false
	}
	p = &program{t: t, ctx: t.newContext(), source: &ir.Source{Name: shown, Text: text}}
	err = t.do(reading(shown), func(ctx context.Context, w *work) error {
		p.ctx.AllowUnregistered = true // attributes and types of other tools are kept as text; operations are verified
		p.module, err = t.readModule(ctx, w, p.ctx, p.source, t.stderr, bytecode.Options{Threads: threads}, parser.Threads(threads))
		p.ctx.AllowUnregistered = false
		if err == nil && s.target != "" {
			err = lower.SetTarget(p.ctx, t.Programs, p.module, s.target)
		}
		if err != nil {
			return err
		}
		return ir.VerifyContext(ctx, p.module, t.stderr, threads)
	})
	return p, !t.failed(err)
}

// build reads the program out of the compiled module.
func (p *program) build() (*lower.Program, error) {
	family, op, err := lower.Only(p.t.Programs, p.module)
	if err != nil {
		return nil, err
	}
	return p.t.buildProgram(family, op)
}

// buildProgram builds a compiled program and reports its warnings.
func (t *tool) buildProgram(family *lower.Family, op *ir.Operation) (built *lower.Program, err error) {
	err = t.do("building the program", func(ctx context.Context, _ *work) error {
		built, err = family.Build(ctx, op)
		return err
	})
	if err == nil {
		ir.Report(t.stderr, built.Warnings...)
	}
	return built, err
}
