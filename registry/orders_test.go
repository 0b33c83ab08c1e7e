package registry_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"optc/dialect/all"
	"optc/internal/family/gpu/kernel"
	"optc/internal/family/okk"
	"optc/internal/family/poplar"
	"optc/ir"
	"optc/lower"
	"optc/parser"
	"optc/passes"
	"optc/registry"
)

// TestOrdersMatter: for every order that a pipeline requires there is an input that is compiled
// differently, or refused, if the order is broken in either of two ways: the second pass runs
// directly before the first one, or the first one directly after the second.
func TestOrdersMatter(t *testing.T) {
	t.Parallel()
	for _, family := range []struct {
		family *lower.Family
		target string
		files  []string
	}{
		{poplar.Family(), "ipu2", []string{"examples/blend_on_tiles", "examples/paged_gather", "test/lit/poplar/atomic_temporary", "test/lit/tensors/softmax"}},
		{okk.Family(), "toy4", []string{"examples/okk/matmul", "examples/okk/softmax", "test/lit/okk/fold_views", "test/lit/okk/machine_missing"}},
		{kernel.Family(), "sm_80", []string{"examples/gpu/large/matmul_f16", "examples/gpu/paged_attention", "examples/gpu/scan", "examples/gpu/scatter", "test/lit/gpu/gathers", "test/lit/gpu/kernel", "test/lit/gpu/launch"}},
	} {
		c := compiler{t: t, family: family.family, target: family.target, usual: map[string]string{}}
		inputs := c.inputs(family.files)
		pipeline := registry.Passes().Pipeline(family.family.Options)
		for _, o := range pipeline.Orders {
			for i, broken := range [][]passes.Step{broken(pipeline, o, true), broken(pipeline, o, false)} {
				matters := func(text string) bool { return c.compile(text, broken) != c.compileAsUsual(text, pipeline) }
				if !slices.ContainsFunc(inputs, matters) {
					t.Errorf("%s: %s before %s makes no difference (%d): %s", pipeline.Name, o.Before.Name, o.After.Name, i, o.Reason)
				}
			}
		}
	}
}

// TestSteps: the steps of pipelines have reasons.
func TestSteps(t *testing.T) {
	t.Parallel()
	for _, p := range registry.Passes().Pipelines {
		for inst := range passes.On(ir.ModuleOp{}, p.DefaultSteps()...).Instances {
			if inst.Reason == "" {
				t.Errorf("%s: there is no reason for %s", p.Name, inst.Pass.Name)
			}
		}
	}
}

// broken returns the steps of a pipeline with one order broken: After before Before, or
// Before after After.
func broken(p *passes.NamedPipeline, o passes.Order, early bool) []passes.Step {
	steps := p.DefaultSteps()
	level := &steps
	before, after := stepWith(*level, o.Before), stepWith(*level, o.After)
	for before == after {
		level = &(*level)[before].(*passes.Pipeline).Steps
		before, after = stepWith(*level, o.Before), stepWith(*level, o.After)
	}
	first, second := (*level)[before], (*level)[after]
	if early {
		*level = slices.Insert(slices.Delete(*level, after, after+1), before, second)
	} else {
		*level = slices.Delete(slices.Insert(*level, after+1, first), before, before+1)
	}
	return steps
}

// stepWith returns the index of the step that is or contains a pass.
func stepWith(steps []passes.Step, p *passes.Pass) int {
	return slices.IndexFunc(steps, func(s passes.Step) bool {
		if nested, ok := s.(*passes.Pipeline); ok {
			return stepWith(nested.Steps, p) >= 0
		}
		return s.(*passes.Instance).Pass == p
	})
}

// compiler compiles texts for a target.
type compiler struct {
	t      *testing.T
	family *lower.Family
	target string
	usual  map[string]string // the result of the unchanged pipeline for a text
}

// inputs returns the examples of error codes, and the parts of files.
func (c *compiler) inputs(files []string) (texts []string) {
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join("..", name+".mlir"))
		if err != nil {
			c.t.Fatal(err)
		}
		texts = append(texts, strings.Split(string(text), "// -----\n")...)
	}
	for _, d := range c.family.Errors() {
		if d.Example != "" {
			texts = append(texts, d.Example)
		}
	}
	return texts
}

func (c *compiler) compileAsUsual(text string, p *passes.NamedPipeline) string {
	result, known := c.usual[text]
	if !known {
		result = c.compile(text, p.DefaultSteps())
		c.usual[text] = result
	}
	return result
}

// compile returns the module after the steps, with the diagnostics, or the first error.
func (c *compiler) compile(text string, steps []passes.Step) string {
	ctx := all.Context()
	var problems ir.Diagnostics
	module, err := parser.Parse(c.t.Context(), ctx, &ir.Source{Name: "in.mlir", Text: text}, nil)
	if err == nil {
		err = lower.SetTarget(ctx, []*lower.Family{c.family}, module, c.target)
	}
	if err == nil {
		m := passes.NewManager(ctx)
		m.Sink = &problems
		m.Instrumentations = append(m.Instrumentations, passes.VerifyEach())
		err = m.Run(c.t.Context(), passes.On(ir.ModuleOp{}, steps...), module)
	}
	if err != nil {
		return err.Error()
	}
	return problems.String() + module.String()
}
