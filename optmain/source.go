package optmain

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"optc/bytecode"
	"optc/ir"
	"optc/parser"
	"optc/passes"
)

// readText returns the text of an input file and the name to use in diagnostics.
func (t *tool) readText(name string) (text, shown string, err error) {
	defer t.show(reading(name))()
	return t.files.Text(name)
}

// reading describes the work that reads a source.
func reading(name string) string {
	if name == "-" || name == "<stdin>" {
		return "reading standard input"
	}
	return "reading '" + name + "'"
}

// readModule reads a source, which is text or bytecode, as a part of the work w.
func (t *tool) readModule(ctx context.Context, w *work, c *ir.Context, src *ir.Source, sink ir.Sink, o bytecode.Options, text ...parser.Option) (*ir.Operation, error) {
	if bytecode.Is(src.Text) {
		return bytecode.Read(ctx, c, src, o)
	}
	follow := w.read(len(src.Text))
	passed := func(from, to int) {
		follow(from, to)
		t.files.Drop(from, to)
	}
	text = append(text, parser.Passed(passed), parser.AliasesIn(os.DirFS(filepath.Dir(t.files.Path(src.Name)))), parser.Including(Included(t.Programs, t.files.Source), src.Name))
	return parser.Parse(ctx, c, src, sink, text...)
}

// source is a source together with its external resources, one of which may be a
// reproducer.
type source struct {
	*ir.Source
	threads          int // threads of the parser, 0 for as many as the machine has
	noImplicitModule bool
	unverified       bool             // the module need not verify
	showOps          *ir.PrintOptions // operations are shown with diagnostics, nil if not
	isReproducer     bool             // the reproducer in the source will be run

	pipeline       string // pipeline of the reproducer
	disableThreads *bool  // disable_threading of the reproducer
	verifyEach     *bool  // verify_each of the reproducer
	// external are the resources that other tools have stored in the source.
	external []ir.ResourceSection
}

// parse reads and verifies the module of a source.
func (t *tool) parse(s *source, c *ir.Context, sink ir.Sink) (module *ir.Operation, err error) {
	err = t.do(reading(s.Name), func(ctx context.Context, w *work) error {
		module, err = t.parseAs(ctx, w, s, c, sink)
		return err
	})
	return module, err
}

// parseAs is parse as a part of the work w.
func (t *tool) parseAs(ctx context.Context, w *work, s *source, c *ir.Context, sink ir.Sink) (*ir.Operation, error) {
	opts := []parser.Option{parser.Threads(s.threads), parser.ExternalResources(s.resource)}
	if s.noImplicitModule {
		opts = append(opts, parser.NoImplicitModule())
	}
	module, err := t.readModule(ctx, w, c, s.Source, sink, bytecode.Options{Threads: s.threads, NoImplicitModule: s.noImplicitModule, External: s.resource}, opts...)
	if err != nil || s.unverified {
		return module, err
	}
	if s.showOps != nil {
		sink = passes.ShowingOps(sink, *s.showOps)
	}
	return module, ir.VerifyContext(ctx, module, sink, s.threads)
}

// resource takes an external resource.
func (s *source) resource(section string, e parser.ResourceEntry) {
	if !s.isReproducer || section != passes.ReproducerSection {
		s.keep(section, ir.ResourceEntry{Key: e.Key, Value: e.Value()})
		return
	}
	switch e.Key {
	case "pipeline":
		s.pipeline = e.Text
	case "disable_threading":
		s.disableThreads = &e.Bool
	case "verify_each":
		s.verifyEach = &e.Bool
	}
}

// keep stores an entry for the output.
func (s *source) keep(section string, e ir.ResourceEntry) {
	i := slices.IndexFunc(s.external, func(have ir.ResourceSection) bool { return have.Name == section })
	if i < 0 {
		i = len(s.external)
		s.external = append(s.external, ir.ResourceSection{Name: section})
	}
	s.external[i].Entries = append(s.external[i].Entries, e)
}

// reproduced returns the pipeline of the reproducer, or nil after a report to sink.
func (s *source) reproduced(r *passes.Registry, module *ir.Operation, sink ir.Sink) *passes.Pipeline {
	if s.pipeline == "" {
		sink.Report(ir.Errorf(module.Loc(), "the input holds no reproducer: no pipeline in the external resource '%s'", passes.ReproducerSection))
		return nil
	}
	p, err := r.Parse(s.pipeline)
	if err != nil {
		sink.Report(ir.Errorf(module.Loc(), "%v", err))
		return nil
	}
	return p
}
