package optmain

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"optc/internal/tool/lsp"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// lspCommand is `optc lsp`.
func lspCommand() *Command {
	return &Command{
		Name:   "lsp",
		Title:  "serve an editor by the language server protocol, over standard input and output",
		serves: true,
		Run:    runs(runLSP),
		Help:   "docs/editor.md says how to set up editors.",
	}
}

// runLSP is `optc lsp`.
func runLSP(t *tool, args []string) int {
	files, code := t.arguments("lsp", args, nil)
	switch {
	case code >= 0:
		return code
	case len(files) > 0:
		return t.misused("lsp", "expected no file, but got "+strings.Join(files, ", "))
	}
	c := lsp.Config{
		Name:     t.Name,
		Context:  func() *ir.Context { return t.newContext() },
		Passes:   t.Passes,
		Help:     t.topic,
		Included: Included(t.Programs, t.files.Source),
		Costs:    t.costsOfText,
	}
	if err := lsp.Serve(t.ctx, c, t.stdin, t.stdout); err != nil {
		return t.fail(err)
	}
	return 0
}

// costsOfText compiles the text of a document for target, or for the target that the text names if target is "",
// runs it once, and returns the costs of its lines, without lines of other files. Inputs are random numbers.
func (t *tool) costsOfText(ctx context.Context, text, target string) ([]lower.LineCost, error) {
	var log bytes.Buffer
	e := &Env{Config: t.Config, Context: ctx, Stdin: strings.NewReader(text), Stdout: io.Discard, Stderr: &log}
	run := e.tool()
	failed := func() error {
		run.stderr.Flush()
		first, _, _ := strings.Cut(strings.TrimSpace(log.String()), "\n")
		return errors.New(cmp.Or(first, "the program cannot be run"))
	}
	p, ok := run.compile("-", &sourceFlags{target: target, watching: newWatching()})
	if !ok {
		return nil, failed()
	}
	built, err := p.build()
	if run.failed(err) {
		return nil, failed()
	}
	dev, err := built.Device(lower.Options{Profile: true, Limits: sim.Limits{MaxSteps: sim.DefaultMaxSteps, MaxMemory: sim.DefaultMaxMemory}})
	if run.failed(err) {
		return nil, failed()
	}
	var inputs []string
	for _, name := range missingInputs(dev, nil, func(v *lower.HostVariable) bool { return v.Needed || v.Input }) {
		inputs = append(inputs, name+"=random")
	}
	if !run.execute(dev, inputs, nil) {
		return nil, failed()
	}
	profiler, ok := dev.(lower.Profiler)
	if !ok {
		return nil, errors.New("the device does not count what a run costs")
	}
	lines := lower.RecordOf(profiler.Report()).Lines
	return slices.DeleteFunc(lines, func(c lower.LineCost) bool { return c.File != p.source.Name }), nil
}
