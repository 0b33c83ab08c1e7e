package optmain

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"optc/bytecode"
	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/target"
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

func (s *sourceFlags) flags() []*flag {
	return []*flag{
		textFlag("target", "name", &s.target, "architecture to build for: ipu1, ipu2, …; replaces the target in the file"),
		textFlag("pass-pipeline", "pipeline", &s.pipeline, "passes to run; the default is 'builtin.module(tile)'"),
		numberFlag("threads", &s.threads, 1, "use at most that many threads"),
	}
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
		text = "builtin.module(tile)"
	}
	pipeline, err := t.Passes.Parse(text)
	if err != nil {
		t.fail(err)
		return nil, false
	}
	m := passes.NewManager(p.ctx)
	m.Registry, m.Sink, m.Out = t.Passes, t.stderr, t.stdout
	if s.threads != nil {
		m.Threads = *s.threads
	}
	return p, !t.failed(m.Run(t.ctx, pipeline, p.module))
}

// load reads and verifies a file and sets the target of its module.
func (t *tool) load(name, tg string) (p *program, ok bool) {
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
	if tg != "" {
		chosen, err := target.Lookup(tg)
		if err != nil {
			t.fail(err)
			return nil, false
		}
		p.module.SetAttr(poplar.TargetAttrName, poplar.TargetOf(p.ctx, chosen))
	}
	return p, !t.failed(ir.VerifyContext(t.ctx, p.module, t.stderr, 0))
}

// buildOptions are the options of `optc build`.
type buildOptions struct {
	source sourceFlags
	files  lower.FileOptions
	out    string
}

func (o *buildOptions) flags() []*flag {
	return append(o.source.flags(),
		textFlag("o", "folder", &o.out, "where to put the program"),
		switchFlag("text", &o.files.Text, "write the images as text too, images.txt"),
		switchFlag("full", &o.files.Full, "images cover the whole memory of a tile"),
	)
}

// runBuild is `optc build`.
func runBuild(e *Env, args []string) int {
	t := e.tool()
	defer t.stderr.flush()
	var o buildOptions
	files, code := t.arguments("build", args, o.flags())
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
	prog, d := lower.Images(p.module)
	if d != nil {
		t.stderr.Report(d)
		return 1
	}
	content, err := lower.Files(&prog.Target, p.module, prog.Images, o.files)
	if err == nil {
		err = t.writeDir(out, content)
	}
	if err != nil {
		return t.fail(err)
	}
	var written uint64
	for _, im := range prog.Images.Tiles {
		written += im.Written()
	}
	m := &prog.Images.Manifest
	fmt.Fprintf(t.stdout, "%s: %s, %s in %s, %d bytes of images; %s shows the memory\n",
		out, m.Target.Arch, plural(len(m.Vertices), "vertex", "vertices"), plural(len(m.Tiles), "tile", "tiles"),
		written, strings.TrimSuffix(out, "/")+"/"+lower.MemoryMapFile)
	return 0
}

// writeDir writes a built program.
func (t *tool) writeDir(out string, files map[string][]byte) error {
	temp := ""
	defer func() { t.temps.done(temp) }()
	err := lower.WriteDir(t.path(out), files, func(path string) {
		temp = path
		t.temps.add(path)
	})
	return unwritable(out, err)
}

// unwritable names the folder in an error of the operating system.
func unwritable(out string, err error) error {
	var coded *diag.Error
	if err == nil || errors.As(err, &coded) {
		return err
	}
	return fmt.Errorf("cannot write '%s': %s", out, plainError(err))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// isFolder tells whether a name is that of a folder.
func (t *tool) isFolder(name string) bool {
	info, err := os.Stat(t.path(name))
	return err == nil && info.IsDir()
}
