package optmain

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"

	"optc/internal/base/flags"
	"optc/internal/tool/tune"
	"optc/lower"
)

// tuneCommand is `optc tune`.
func tuneCommand() *Command {
	return &Command{
		Name:  "tune",
		Title: "choose open layouts, tile mappings, and plans of functions on tensors by measuring candidates in the simulator",
		Usage: "--target <name> [--write | -o file] <file>",
		Run:   runs(runTune),
		flags: func(t *tool) []*flags.Flag { return new(tuneOptions).flags(t) },
		Help: "An anchor is open if its layout is a question mark: 'iree_vector_ext.to_layout %x to layout(?)'. The tiles of a tensor are open with 'poplar.set_tile_mapping %x #poplar.mapping<?>'. Candidates are compiled, executed and compared with " +
			"the program on whole vectors; floats may differ by the rounding of sums. The one with the fewest cycles wins, by the cost model of the target. An interrupt ends the search with the best choice so far. " +
			"For functions on tensors, and kernels of a TPU that are written for whole tensors, plans of all steps together are searched by their estimates, and the best ones are executed; -o writes the program with its plans.",
	}
}

// runTune is `optc tune`.
func runTune(t *tool, args []string) int {
	var o tuneOptions
	files, code := t.arguments("tune", args, o.flags(t))
	switch {
	case code >= 0:
		return code
	case len(files) != 1:
		return t.fileError("tune", files)
	case o.write && o.out != "":
		return t.fail(errors.New("flags '-o' and '--write' exclude each other"))
	case o.write && files[0] == "-":
		return t.fail(errors.New("flag '--write' needs a file"))
	}
	p, ok := t.load(files[0], &o.source)
	if !ok {
		return 1
	}
	family, err := lower.Of(t.Programs, p.module)
	if t.failed(err) {
		return 1
	}
	if family.Planning.HasSteps(p.module) {
		return t.tunePlans(files[0], p, family, &o)
	}
	pipeline := o.source.pipeline
	if pipeline == "" {
		if pipeline, err = o.source.pipelineOf(family, files[0]); err != nil {
			return t.fail(err)
		}
	}
	problem := &tune.Problem{
		Module: p.module, Families: t.Programs, Registry: t.Passes, Pipeline: pipeline, Limits: o.limits.values(), Threads: o.source.maxThreads(), Budget: tune.DefaultBudget,
		WriteBack: o.write || o.out != "", Whole: o.whole,
	}
	if o.budget != nil {
		problem.Budget = *o.budget
	}
	if problem.Threads == 0 {
		problem.Threads = runtime.GOMAXPROCS(0)
	}
	if problem.Cache, err = o.openCache(t, p, pipeline); err != nil {
		return t.fail(err)
	}
	var result *tune.Result
	err = t.doInPart("tuning", func(ctx context.Context, w *work) error {
		problem.Progress = func(p tune.Progress) {
			w.say(func() string {
				switch {
				case p.Left == 0:
					return fmt.Sprintf("%s: bounding %d candidates; %d executed, best %g cycles", p.Anchor, p.Listed, p.Measured, p.Cycles)
				case p.Cycles == 0:
					return fmt.Sprintf("%s: executing the first of %d candidates", p.Anchor, p.Left)
				}
				return fmt.Sprintf("%s: %d candidates may be better; %d executed, best %g cycles", p.Anchor, p.Left, p.Measured, p.Cycles)
			})
		}
		result, err = problem.Tune(ctx)
		return err
	})
	if err := errors.Join(err, problem.Cache.Save()); t.failed(err) {
		return 1
	}
	if err := o.deliver(t, files[0], result); err != nil {
		return t.fail(err)
	}
	if t.interrupted {
		return 1
	}
	return 0
}

// deliver writes the source with the layouts, if a flag requests it, and the report.
func (o *tuneOptions) deliver(t *tool, file string, result *tune.Result) error {
	out := o.out
	if o.write {
		out = file
	}
	if out != "" {
		text, err := result.Rewrite()
		if err != nil {
			return err
		}
		if err := t.files.Write(out, []byte(text)); err != nil || out == "-" {
			return err
		}
	}
	r := result.Report(cmp.Or(o.source.target, "the target in the file"))
	if o.format != "json" {
		return r.Write(t.stdout)
	}
	e := json.NewEncoder(t.stdout)
	e.SetEscapeHTML(false) // layouts and types have angle brackets
	e.SetIndent("", " ")
	return e.Encode(r)
}
