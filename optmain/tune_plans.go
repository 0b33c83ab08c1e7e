package optmain

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"optc/internal/tool/tune"
	"optc/lower"
	"optc/passes"
)

// tunePlans is `optc tune` of a file with functions on tensors.
func (t *tool) tunePlans(file string, p *program, family *lower.Family, o *tuneOptions) int {
	switch {
	case o.write:
		return t.fail(errors.New("flag '--write' keeps the lines of a file, but plans belong to operations that passes make of its lines; write the program with its plans to another file with '-o'"))
	case o.whole:
		return t.fail(errors.New("flag '--whole' is for kernels with open layouts; a function on tensors is always executed as a whole"))
	}
	pipeline := o.source.pipeline
	if pipeline == "" {
		var err error
		if pipeline, err = o.source.pipelineOf(family, file); err != nil {
			return t.fail(err)
		}
	}
	problem := &tune.PlanProblem{
		Module: p.module, Families: t.Programs, Family: family, Registry: t.Passes, Pipeline: pipeline, Options: o.source.planningOptions(t, family),
		Limits: o.limits.values(), Threads: cmp.Or(o.source.maxThreads(), runtime.GOMAXPROCS(0)), Budget: tune.PlanBudget,
	}
	if o.budget != nil {
		problem.Budget = *o.budget
	}
	var err error
	if problem.Cache, err = o.openCache(t, p, pipeline); err != nil {
		return t.fail(err)
	}
	var result *tune.PlanResult
	err = t.doInPart("tuning", func(ctx context.Context, w *work) error {
		problem.Progress = func(x tune.PlanProgress) {
			w.say(func() string {
				if x.Place != "" {
					return fmt.Sprintf("%s: %d programs planned; the best is estimated to take %d cycles", x.Place, x.Planned, x.Estimated)
				}
				return fmt.Sprintf("%d programs planned; %d executed", x.Planned, x.Executed)
			})
		}
		result, err = problem.Tune(ctx)
		return err
	})
	if err := errors.Join(err, problem.Cache.Save()); t.failed(err) {
		return 1
	}
	if o.out != "" {
		if err := t.files.Write(o.out, result.Text()); err != nil {
			return t.fail(err)
		}
	}
	if o.out != "-" {
		result.Target = cmp.Or(o.source.target, "the target in the file")
		if o.format == "json" {
			e := json.NewEncoder(t.stdout)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			err = e.Encode(result)
		} else {
			err = result.Write(t.stdout)
		}
		if err != nil {
			return t.fail(err)
		}
	}
	if t.interrupted {
		return 1
	}
	return 0
}

// planningOptions returns the options of the pipeline that the planning pass of a family has, too.
func (s *sourceFlags) planningOptions(t *tool, family *lower.Family) string {
	pass := t.Passes.Pass(family.Planning.Pass)
	var list []string
	for _, x := range s.settings {
		if slices.ContainsFunc(pass.OptionList(), func(o passes.Option) bool { return o.Name == x.name }) {
			list = append(list, x.name+"="+x.value)
		}
	}
	return strings.Join(list, " ")
}
