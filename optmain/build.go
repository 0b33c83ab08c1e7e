package optmain

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"optc/bytecode"
	"optc/diag"
	"optc/internal/explore"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
)

// program is a source file on its way to a built program.
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
	settings []setting         // of the pipeline, in the order of the command line
	recorder *explore.Recorder // what the passes change, nil if nobody asks
	pageOnly bool              // standard output is the page
	anyFile  bool              // a file without a program needs no passes
	watching options
}

// setting is an option of a named pipeline.
type setting struct{ pipeline, name, value string }

func (s *sourceFlags) flags(t *tool) []*flag {
	flags := []*flag{
		textFlag("target", "name", &s.target, "architecture to build for: "+someTargets(t.Programs)+", …; what the file overrides for the same architecture stays").offers(targetNames),
		textFlag("pass-pipeline", "pipeline", &s.pipeline, "passes to run; the default is "+defaultPipelines(t.Programs)),
		numberFlag("threads", &s.threads, 1, "use at most that many threads"),
		diagnosticsFlag(&t.stderr.format),
	}
	for _, k := range t.Programs {
		if p := t.Passes.Pipeline(k.Options); p != nil {
			for _, o := range p.OptionList() {
				flags = append(flags, grouped("Options of the pipeline "+p.Name, s.setting(p.Name, o))...)
			}
		}
	}
	s.watching = *defaultOptions()
	return append(flags, grouped("Watching passes", s.watching.watchingFlags()...)...)
}

// maxThreads is how many threads may be used, 0 for as many as the machine has.
func (s *sourceFlags) maxThreads() int {
	if s.threads == nil {
		return 0
	}
	return *s.threads
}

// forFiles names a flag that was given and says how a file is compiled; "" if none was.
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

// setting is a flag for an option of a pipeline.
func (s *sourceFlags) setting(pipeline string, o passes.Option) *flag {
	value := strings.Join(o.Values, "|")
	if value == "" {
		value = o.Kind
	}
	help := o.Help
	if o.Default != "" {
		help += "; the default is " + o.Default
	}
	return &flag{name: o.Name, value: value, optional: o.Kind == "bool", help: help, set: func(text string) error {
		if text == "" {
			text = "true"
		}
		s.settings = append(s.settings, setting{pipeline, o.Name, text})
		return nil
	}}
}

// pipelineOf returns the passes for the kind of program in a file with the options of the
// command line.
func (s *sourceFlags) pipelineOf(k *lower.Kind, file string) (string, error) {
	var options []string
	for _, o := range s.settings {
		if o.pipeline != k.Options {
			return "", fmt.Errorf("flag '--%s' is for the pipeline %s; '%s' holds '%s'", o.name, o.pipeline, file, k.Op)
		}
		options = append(options, o.name+"="+o.value)
	}
	if options == nil {
		return k.Pipeline, nil
	}
	return strings.Replace(k.Pipeline, k.Options, k.Options+"{"+strings.Join(options, " ")+"}", 1), nil
}

// someTargets names two targets of each kind.
func someTargets(kinds []*lower.Kind) string {
	var names []string
	for _, k := range kinds {
		targets := lower.TargetNames(k.Targets())
		names = append(names, targets[:min(len(targets), 2)]...)
	}
	return strings.Join(names, ", ")
}

// defaultPipelines names the passes for each kind.
func defaultPipelines(kinds []*lower.Kind) string {
	var list []string
	for _, k := range kinds {
		text := "'" + k.Pipeline + "'"
		if len(kinds) > 1 {
			text += " for " + k.Op.String()
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// noPasses is the pipeline that leaves a module as it is.
const noPasses = "builtin.module()"

// compile parses a file, sets its target and runs the pipeline. Problems are
// reported; ok is false then.
func (t *tool) compile(name string, s *sourceFlags) (p *program, ok bool) {
	p, ok = t.load(name, s)
	if !ok {
		return nil, false
	}
	text := s.pipeline
	if text == "" {
		kind, err := lower.Of(t.Programs, p.module)
		switch {
		case err == nil:
			if text, err = s.pipelineOf(kind, name); err != nil {
				t.fail(err)
				return nil, false
			}
		case s.anyFile && !slices.ContainsFunc(t.Programs, func(k *lower.Kind) bool { return len(k.Programs(p.module)) > 0 }):
			text = noPasses
		default:
			t.failed(err)
			return nil, false
		}
	} else if len(s.settings) > 0 {
		t.fail(fmt.Errorf("flag '--%s' is for the pipeline %s; write it into the value of --pass-pipeline", s.settings[0].name, s.settings[0].pipeline))
		return nil, false
	}
	return p, p.run(text, s)
}

// run runs a pipeline on the module; problems are reported.
func (p *program) run(pipeline string, s *sourceFlags) (ok bool) {
	t := p.t
	parsed, err := t.Passes.Parse(pipeline)
	if err != nil {
		t.fail(err)
		return false
	}
	o := &s.watching
	timing, report := t.timing(o)
	defer report()
	t.prepareWatching(o, t.stdout)
	m := passes.NewManager(p.ctx)
	m.Registry, m.Sink, m.Out = t.Passes, t.stderr, t.stdout
	m.Instrumentations = t.instrumentations(o, timing)
	ctx := t.ctx
	if s.recorder != nil {
		s.recorder.Source = p.source.Name
		ctx, m.Out = s.recorder.Context(ctx), s.recorder.Out(t.printed(s))
		m.Instrumentations = append(m.Instrumentations, s.recorder.Instrument())
	}
	m.Threads = s.maxThreads()
	return !t.failed(m.Run(ctx, parsed, p.module))
}

// printed returns where what passes print goes, beside the page.
func (t *tool) printed(s *sourceFlags) io.Writer {
	if s.pageOnly {
		return io.Discard
	}
	return t.stdout
}

// load reads and verifies a file and sets the target of its module.
func (t *tool) load(name string, s *sourceFlags) (p *program, ok bool) {
	threads := s.maxThreads()
	read := t.readInput
	if t.maps {
		read = t.mapInput
	}
	text, shown, err := read(name)
	if err != nil {
		t.fail(err)
		return nil, false
	}
	p = &program{t: t, ctx: ir.NewContext(t.Dialects...), source: &ir.Source{Name: shown, Text: text}}
	p.module, err = t.readModule(p.ctx, p.source, t.stderr, bytecode.Options{Threads: threads}, parser.Threads(threads), parser.Passed(t.mapped.drop))
	if t.failed(err) {
		return nil, false
	}
	if s.target != "" && t.failed(lower.SetTarget(p.ctx, t.Programs, p.module, s.target)) {
		return nil, false
	}
	return p, !t.failed(ir.VerifyContext(t.ctx, p.module, t.stderr, threads))
}

// build reads the program out of the compiled module.
func (p *program) build() (*lower.Program, error) {
	kind, op, err := lower.Only(p.t.Programs, p.module)
	if err != nil {
		return nil, err
	}
	built, err := kind.Build(p.t.ctx, op)
	if err == nil {
		ir.Report(p.t.stderr, built.Warnings...)
	}
	return built, err
}

// buildOptions are the options of `optc build`.
type buildOptions struct {
	source sourceFlags
	files  lower.FileOptions
	out    string
	report string
	memory bool
	dep    string
}

func (o *buildOptions) flags(t *tool) []*flag {
	o.files.Print.KeepNames = true
	return append(o.source.flags(t),
		textFlag("o", "folder", &o.out, "where to put the program"),
		switchFlag("text", &o.files.Text, "write the images as text too, images.txt"),
		switchFlag("keep-names", &o.files.Print.KeepNames, "keep the names that values have in the file in "+lower.ProgramFile+"; on by default"),
		switchFlag("elf", &o.files.ELF, "write the images as ELF objects too, one per unit of memory, with a symbol for every allocation"),
		switchFlag("full", &o.files.Full, "images cover whole units of memory"),
		switchFlag("memory", &o.memory, "print what memory each variable and class of vertices takes, and how full tiles are; the memory map has it too"),
		textFlag("report", "file", &o.report, "write a page of what was done, as explore does"),
		depfileFlag(&o.dep),
	)
}

// forgetNames makes values nameless, but for arguments of blocks.
func forgetNames(module *ir.Operation) {
	ir.Walk(module, func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			v.SetNameHint("")
		}
		return ir.Advance
	})
}

// runBuild is `optc build`.
func runBuild(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o buildOptions
	files, code := t.arguments("build", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1 || o.out == "":
		return t.usageError("build")
	}
	return t.guarded(func() int { return t.build(files[0], &o) })
}

// build builds a program as a folder.
func (t *tool) build(file string, o *buildOptions) int {
	out := o.out
	// Before the work, since the answer does not depend on it.
	if err := unwritable(out, lower.CheckDir(t.path(out))); err != nil {
		return t.fail(err)
	}
	if o.report != "" {
		o.source.recorder = new(explore.Recorder)
	}
	p, ok := t.compile(file, &o.source)
	if !ok {
		return 1
	}
	if !o.files.Print.KeepNames {
		forgetNames(p.module) // the memory map has them too
	}
	built, err := p.build()
	if t.failed(err) {
		return 1
	}
	if t.mapped.changed() != nil {
		return 1 // told by guarded
	}
	if o.report != "" {
		if err := t.writePage(o.report, (*explore.Page).HTML, p.page(built, o.source.recorder)); err != nil {
			return t.fail(err)
		}
	}
	content, err := built.Files(p.module, o.files)
	if err == nil {
		content[lower.ManifestFile] = unchanged{content[lower.ManifestFile], &t.mapped}
		err = unwritable(out, lower.WriteDir(t.path(out), content, o.source.maxThreads()))
	}
	if err == nil && o.memory {
		err = lower.WriteUsage(t.stdout, built)
	}
	switch {
	case t.mapped.changed() != nil:
		return 1
	case err != nil:
		return t.fail(err)
	}
	if err := t.writeDepfile(o.dep, strings.TrimSuffix(out, "/")+"/"+lower.ManifestFile); err != nil {
		return t.fail(err)
	}
	var written uint64
	used := make([]string, len(built.Memories))
	for i, m := range built.Memories {
		units := built.UnitsOf(m)
		used[i] = m.Unit.Count(len(units))
		for _, u := range units {
			written += u.Chunks.Written()
		}
	}
	fmt.Fprintf(t.stdout, "%s: %s, %s in %s, %d bytes of memory written; %s shows the memory\n",
		out, built.Target, built.Called.Count(built.Parts), strings.Join(used, " and "),
		written, strings.TrimSuffix(out, "/")+"/"+lower.MemoryMapFile)
	return 0
}

// unchanged is a file that cannot be written if a mapped input changed, from which other
// files were written.
type unchanged struct {
	io.WriterTo
	input *mappedFile
}

func (u unchanged) WriteTo(w io.Writer) (int64, error) {
	if err := u.input.changed(); err != nil {
		return 0, err
	}
	return u.WriterTo.WriteTo(w)
}

// unwritable names the file or folder in an error of the operating system.
func unwritable(out string, err error) error {
	var coded *diag.Error
	if err == nil || errors.As(err, &coded) {
		return err
	}
	return fmt.Errorf("cannot write '%s': %s", out, plainError(err))
}

// isFolder tells whether a name is that of a folder.
func (t *tool) isFolder(name string) bool {
	info, err := os.Stat(t.path(name))
	return err == nil && info.IsDir()
}
