package passes_test

import (
	"testing"

	"optc/ir"
	"optc/passes"
	"optc/registry"
)

func TestRegistryCheck(t *testing.T) {
	t.Parallel()
	run := func(*passes.Context) (bool, error) { return false, nil }
	p, q := &passes.Pass{Name: "p", Run: run}, &passes.Pass{Name: "q", Run: run}
	build := func(any) []passes.Step { return nil }
	for want, r := range map[string]*passes.Registry{
		"":                                      registry.Passes(),
		"pass '': expected a name":              {Passes: []*passes.Pass{{Run: run}}},
		"pass 'p': the function Run is missing": {Passes: []*passes.Pass{{Name: "p"}}},
		"pipeline 'p': the function Build is missing":                {Pipelines: []*passes.NamedPipeline{{Name: "p"}}},
		"pass 'p': the name is taken by another pass or pipeline":    {Passes: []*passes.Pass{{Name: "p", Run: run}, {Name: "p", Run: run}}},
		"pipeline 'p': expected Options to be a struct, but got int": {Pipelines: []*passes.NamedPipeline{{Name: "p", Build: build, Options: 1}}},
		"pass 'p': there are two statistics named 's'":               {Passes: []*passes.Pass{{Name: "p", Run: run, Stats: []passes.Stat{{Name: "s"}, {Name: "s"}}}}},
		"pass 'p': expected Options to be a struct, but got int":     {Passes: []*passes.Pass{{Name: "p", Run: run, Options: 1}}},
		"pass 'p': field 'X' of the options has no tag 'opt'":        {Passes: []*passes.Pass{{Name: "p", Run: run, Options: struct{ X int }{}}}},
		"pass 'p': option 'x' has type float64, which has no syntax": {Passes: []*passes.Pass{{Name: "p", Run: run, Options: struct {
			X float64 `opt:"x"`
		}{}}}},
		"pass 'p': there are two options named 'x'": {Passes: []*passes.Pass{{Name: "p", Run: run, Options: struct {
			A, B int `opt:"x"`
		}{}}}},
		"pass 'p': field 'x' of the options is not exported": {Passes: []*passes.Pass{{Name: "p", Run: run, Options: struct {
			x int `opt:"x"`
		}{}}}},
		"pipeline 'r': expected q before p: of its need": {Pipelines: []*passes.NamedPipeline{{Name: "r", Orders: []passes.Order{
			{Before: p, After: q, Reason: "kept"}, {Before: q, After: p, Reason: "of its need"},
		}, Build: func(any) []passes.Step {
			return []passes.Step{passes.Use(p), passes.On(ir.ModuleOp{}, passes.Use(q))}
		}}}},
		"pass 'q': the name is taken by another pass or pipeline":     {Passes: []*passes.Pass{{Name: "p", Run: run}, {Name: "q", Aliases: []string{"p"}, Run: run}}},
		"pipeline 'p': the name is taken by another pass or pipeline": {Passes: []*passes.Pass{{Name: "p", Run: run}}, Pipelines: []*passes.NamedPipeline{{Name: "p", Build: build}}},
	} {
		got := ""
		if err := r.Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
