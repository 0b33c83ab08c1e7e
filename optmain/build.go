package optmain

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"optc/bytecode"
	"optc/diag"
	"optc/ir"
	"optc/lower"
	"optc/passes"
)

// program is a source file on its way to a built program.
type program struct {
	t      *tool
	ctx    *ir.Context
	module *ir.Operation
}

// sourceFlags are the flags of the commands that compile a file.
type sourceFlags struct {
	target   string
	pipeline string
	threads  *int
}

func (s *sourceFlags) flags(t *tool) []*flag {
	return []*flag{
		textFlag("target", "name", &s.target, "architecture to build for: "+someTargets(t.Programs)+", …; replaces the target in the file"),
		textFlag("pass-pipeline", "pipeline", &s.pipeline, "passes to run; the default is "+defaultPipelines(t.Programs)),
		numberFlag("threads", &s.threads, 1, "use at most that many threads"),
	}
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

// compile parses a file, sets its target and runs the pipeline. Problems are
// reported; ok is false then.
func (t *tool) compile(name string, s *sourceFlags) (p *program, ok bool) {
	p, ok = t.load(name, s.target)
	if !ok {
		return nil, false
	}
	text := s.pipeline
	if text == "" {
		kind, err := lower.Of(t.Programs, p.module)
		if t.failed(err) {
			return nil, false
		}
		text = kind.Pipeline
	}
	return p, p.run(text, s.threads)
}

// run runs a pipeline on the module; problems are reported.
func (p *program) run(pipeline string, threads *int) (ok bool) {
	t := p.t
	parsed, err := t.Passes.Parse(pipeline)
	if err != nil {
		t.fail(err)
		return false
	}
	m := passes.NewManager(p.ctx)
	m.Registry, m.Sink, m.Out = t.Passes, t.stderr, t.stdout
	if threads != nil {
		m.Threads = *threads
	}
	return !t.failed(m.Run(t.ctx, parsed, p.module))
}

// load reads and verifies a file and sets the target of its module.
func (t *tool) load(name, target string) (p *program, ok bool) {
	text, shown, err := t.readInput(name)
	if err != nil {
		t.fail(err)
		return nil, false
	}
	p = &program{t: t, ctx: ir.NewContext(t.Dialects...)}
	p.module, err = t.readModule(p.ctx, &ir.Source{Name: shown, Text: text}, t.stderr, bytecode.Options{})
	if t.failed(err) {
		return nil, false
	}
	if target != "" && t.failed(lower.SetTarget(p.ctx, t.Programs, p.module, target)) {
		return nil, false
	}
	return p, !t.failed(ir.VerifyContext(t.ctx, p.module, t.stderr, 0))
}

// build reads the program out of the compiled module.
func (p *program) build() (*lower.Program, error) {
	kind, op, err := lower.Only(p.t.Programs, p.module)
	if err != nil {
		return nil, err
	}
	return kind.Build(op)
}

// buildOptions are the options of `optc build`.
type buildOptions struct {
	source sourceFlags
	files  lower.FileOptions
	out    string
}

func (o *buildOptions) flags(t *tool) []*flag {
	return append(o.source.flags(t),
		textFlag("o", "folder", &o.out, "where to put the program"),
		switchFlag("text", &o.files.Text, "write the images as text too, images.txt"),
		switchFlag("full", &o.files.Full, "images cover whole units of memory"),
	)
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
	out := o.out
	// Before the work, since the answer does not depend on it.
	if err := unwritable(out, lower.CheckDir(t.path(out))); err != nil {
		return t.fail(err)
	}
	p, ok := t.compile(files[0], &o.source)
	if !ok {
		return 1
	}
	built, err := p.build()
	if t.failed(err) {
		return 1
	}
	content, err := built.Files(p.module, o.files)
	if err == nil {
		err = unwritable(out, lower.WriteDir(t.path(out), content))
	}
	if err != nil {
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
	fmt.Fprintf(t.stdout, "%s: %s, %s in %s, %d bytes of images; %s shows the memory\n",
		out, built.Target, built.Called.Count(built.Parts), strings.Join(used, " and "),
		written, strings.TrimSuffix(out, "/")+"/"+lower.MemoryMapFile)
	return 0
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
