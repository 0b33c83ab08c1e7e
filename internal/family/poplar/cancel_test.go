package poplar_test

import (
	"context"
	"errors"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/link"
	"optc/internal/family/poplar/pack"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/registry"
)

// TestCancelled: each step from a graph to a program returns the error of its context and
// no result, so that a cancelled run stops inside of the step.
func TestCancelled(t *testing.T) {
	t.Parallel()
	over, cancel := context.WithCancel(t.Context())
	cancel()
	family := families[0]
	graph := func(pipeline string) *ir.Operation {
		ctx := all.Context()
		module := parsed(t, ctx, source)
		p, err := registry.Passes().Parse(pipeline)
		if err != nil {
			t.Fatal(err)
		}
		if err := passes.NewManager(ctx).Run(t.Context(), p, module); err != nil {
			t.Fatal(err)
		}
		return family.Programs(module)[0]
	}
	resolved, complete := graph("builtin.module(poplar-resolve-layouts)"), graph(family.Pipeline)
	ev, err := evaluate.Graph(t.Context(), resolved)
	if err != nil {
		t.Fatal(err)
	}
	placed, err := program.Read(t.Context(), complete)
	if err != nil {
		t.Fatal(err)
	}
	for name, step := range map[string]func() (result bool, err error){
		"evaluate": func() (bool, error) { e, err := evaluate.Graph(over, resolved); return e != nil, err },
		"link": func() (bool, error) {
			p, errs := link.Link(over, ev.Graph, ev.Program, ev.Functions, ev, link.Options{})
			return p != nil, errors.Join(errs...)
		},
		"read":  func() (bool, error) { p, err := program.Read(over, complete); return p != nil, err },
		"pack":  func() (bool, error) { return false, pack.States(over, placed) },
		"build": func() (bool, error) { p, err := family.Build(over, complete); return p != nil, err },
		"plain": func() (bool, error) { m, err := family.Plain(over, resolved, lower.Options{}); return m != nil, err },
	} {
		if result, err := step(); result || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: result %t, error %v", name, result, err)
		}
	}
}
