package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"optc/internal/base/parallel"
	"optc/internal/family/nests"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/sim"
)

// PlanBudget is the number of plans of a program that are executed by default.
const PlanBudget = 8

// otherPlans is the number of other plans of an operation that are tried.
const otherPlans = 12

// mostRounds bounds how often the search goes through all operations.
const mostRounds = 4

// PlanProblem is a program of functions on tensors whose plans are to be chosen. The planning pass of a family chooses plans in the order
// of the operations, each for itself: a plan that costs more may place its results so that later operations cost less.
type PlanProblem struct {
	Module   *ir.Operation // verified, with its target
	Families []*lower.Family
	Family   *lower.Family // of the program, with Planning
	Registry *passes.Registry
	Pipeline string // that compiles the program
	Options  string // of the planning pass: "overlap"
	Limits   sim.Limits
	// Threads bounds the programs that are planned at the same time. The result does not depend on it.
	Threads int
	// Budget bounds the number of programs that are executed.
	Budget int
	// Progress, if set, is called between candidates.
	Progress func(PlanProgress)
	// Cache, if set, keeps measurements for other runs.
	Cache *Cache

	base                    *ir.Operation // the module, whose operations have plans
	planOnly, plan, compile *passes.Pipeline
}

// PlanProgress is the state of a search for plans.
type PlanProgress struct {
	Place     string // of the operation whose plans are tried; "" while programs are executed
	Planned   int    // programs so far
	Estimated int64  // cycles of the best one
	Executed  int
}

// PlannedProgram is a program with a plan for each operation.
type PlannedProgram struct {
	Steps     []PlannedStep `json:"steps"`
	Estimated int64         `json:"estimated"` // cycles, by the costs of the plans
	// Measurement is the outcome of executing the program; nil if it was not executed.
	*Measurement
	module *ir.Operation
	pins   map[int]ir.Attribute
	key    string
}

// PlannedStep is an operation with its plan.
type PlannedStep struct {
	Operation string `json:"operation"`
	Place     string `json:"place"`
	nests.Cost
	number int // of the operation in the module
	plan   ir.Attribute
	others []ir.Attribute
}

// PlanResult is the outcome of a search for plans.
type PlanResult struct {
	Target      string          `json:"target"`
	Default     *PlannedProgram `json:"default"` // with the plans of the planning pass
	Best        *PlannedProgram `json:"best"`
	Planned     int             `json:"planned"`  // programs whose cost was estimated
	Executed    int             `json:"executed"` // programs that were executed
	Interrupted bool            `json:"interrupted"`
}

// Text returns the best program with its plans as text.
func (r *PlanResult) Text() []byte { return ir.Print(r.Best.module, ir.PrintOptions{KeepNames: true}) }

// Tune searches plans that cost less together. It is a coordinate descent over the plans of the operations by their estimated cost. Then the
// programs that are estimated to cost at most a tenth more than the default are executed, the cheapest first, as many as Budget allows, and the one
// with the fewest cycles is the best. The default is executed, too, so that the best program costs no more. The end of ctx ends the search with
// the best program so far.
func (p *PlanProblem) Tune(ctx context.Context) (*PlanResult, error) {
	if err := p.prepare(ctx); err != nil {
		return nil, err
	}
	first, err := p.planned(ctx, nil, p.plan)
	if err != nil {
		return nil, err
	}
	r := &PlanResult{Default: first, Best: first, Planned: 1}
	tried, err := p.descend(ctx, r)
	if err == nil {
		err = p.execute(ctx, r, tried)
	}
	if ctx.Err() != nil {
		r.Interrupted, err = true, nil
	}
	if err != nil {
		return nil, err
	}
	ir.Walk(r.Best.module, func(op *ir.Operation) ir.WalkResult {
		op.SetAttr(p.Family.Planning.Cost, nil)
		op.SetAttr(p.Family.Planning.Others, nil)
		return ir.Advance
	})
	return r, nil
}

// prepare brings the module into the form in which operations have plans.
func (p *PlanProblem) prepare(ctx context.Context) error {
	planning := p.Family.Planning
	options := strings.TrimSpace(p.Options + " costs")
	var errs [4]error
	var ready *passes.Pipeline
	ready, errs[0] = p.Registry.Parse("builtin.module(" + planning.Prepare + ")")
	p.planOnly, errs[1] = p.Registry.Parse(planning.Pipeline(true, options))
	p.plan, errs[2] = p.Registry.Parse(planning.Pipeline(true, fmt.Sprintf("%s others=%d", options, otherPlans)))
	p.compile, errs[3] = p.Registry.Parse(p.Pipeline)
	if err := errors.Join(errs[:]...); err != nil {
		return err
	}
	p.base = ir.Clone(p.Module, &ir.Arena{}, nil)
	return p.run(ctx, ready, p.base)
}

func (p *PlanProblem) run(ctx context.Context, pipeline *passes.Pipeline, module *ir.Operation) error {
	return firstError(runPasses(ctx, p.Registry, pipeline, module))
}

// planned plans the program. Operations in pins have these plans.
func (p *PlanProblem) planned(ctx context.Context, pins map[int]ir.Attribute, pipeline *passes.Pipeline) (*PlannedProgram, error) {
	x := &PlannedProgram{module: ir.Clone(p.base, &ir.Arena{}, nil), pins: pins}
	planning := p.Family.Planning
	number := 0
	ir.Walk(x.module, func(op *ir.Operation) ir.WalkResult {
		if a := pins[number]; a != nil {
			op.SetAttr(planning.Plan, a)
		}
		number++
		return ir.Advance
	})
	if err := p.run(ctx, pipeline, x.module); err != nil {
		return nil, err
	}
	number = 0
	ir.Walk(x.module, func(op *ir.Operation) ir.WalkResult {
		if c := nests.ReadCost(op.Attr(planning.Cost)); c != nil {
			s := PlannedStep{Operation: op.Name(), Place: place(op.Loc()), Cost: *c, number: number, plan: op.Attr(planning.Plan)}
			if list, ok := op.Attr(planning.Others).(*ir.ArrayAttr); ok {
				s.others = list.Elems
			}
			x.Steps = append(x.Steps, s)
			if x.Estimated += c.Compute; !planning.Overlaps {
				x.Estimated += c.Exchange
			}
			x.key += fmt.Sprintf("%d: %v; ", number, s.plan)
		}
		number++
		return ir.Advance
	})
	return x, nil
}

// descend tries other plans of one operation at a time, until none lowers the estimated cost, and returns all programs that it planned.
func (p *PlanProblem) descend(ctx context.Context, r *PlanResult) (tried []*PlannedProgram, err error) {
	seen := map[string]bool{r.Best.key: true}
	for range mostRounds {
		improved := false
		for i := 0; i < len(r.Best.Steps); i++ {
			list, err := p.variants(ctx, r.Best, i)
			if err != nil {
				return tried, err
			}
			r.Planned += len(list)
			best := r.Best
			for _, x := range list {
				if x == nil || seen[x.key] {
					continue
				}
				seen[x.key] = true
				tried = append(tried, x)
				if x.Estimated < best.Estimated {
					best = x
				}
			}
			if best != r.Best {
				full, err := p.planned(ctx, best.pins, p.plan) // with the other plans of its operations
				if err != nil {
					return tried, err
				}
				tried[slices.Index(tried, best)] = full
				r.Best, improved = full, true
			}
			p.progress(PlanProgress{Place: r.Best.Steps[min(i, len(r.Best.Steps)-1)].Place, Planned: r.Planned, Estimated: r.Best.Estimated})
		}
		if !improved {
			break
		}
	}
	return tried, nil
}

// variants plans the program with each of the other plans of a step. The operations before it keep their plans, which do not depend on it. A
// program that cannot be planned is nil.
func (p *PlanProblem) variants(ctx context.Context, from *PlannedProgram, i int) ([]*PlannedProgram, error) {
	others := from.Steps[i].others
	list := make([]*PlannedProgram, len(others))
	parallel.Do(p.Threads, len(others), func(_, k int) {
		if ctx.Err() != nil {
			return
		}
		pins := maps.Clone(from.pins)
		if pins == nil {
			pins = map[int]ir.Attribute{}
		}
		for _, s := range from.Steps[:i] {
			pins[s.number] = s.plan
		}
		pins[from.Steps[i].number] = others[k]
		if x, err := p.planned(ctx, pins, p.planOnly); err == nil {
			list[k] = x
		}
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return list, nil
}

func (p *PlanProblem) progress(x PlanProgress) {
	if p.Progress != nil {
		p.Progress(x)
	}
}

// execute executes the default and the programs whose estimates are near, and sets the best one.
func (p *PlanProblem) execute(ctx context.Context, r *PlanResult, tried []*PlannedProgram) error {
	list := slices.DeleteFunc(tried, func(x *PlannedProgram) bool { return x.Estimated > r.Default.Estimated+r.Default.Estimated/10 })
	slices.SortStableFunc(list, func(a, b *PlannedProgram) int { return cmp.Compare(a.Estimated, b.Estimated) })
	list = append([]*PlannedProgram{r.Default}, list...)
	list = list[:min(len(list), max(p.Budget, 1))]
	best := r.Default
	for i, x := range list {
		if x.Measurement = p.Cache.get(x.key); x.Measurement == nil {
			m, err := p.measure(ctx, x)
			if err != nil && i == 0 || ctx.Err() != nil {
				return err
			}
			if err != nil {
				m = &Measurement{Refused: refusal(err)}
			}
			p.Cache.put(x.key, m)
			x.Measurement = m
		}
		r.Executed++
		if x.Refused == "" && x.Cycles < best.Cycles {
			best = x
		}
		r.Best = best
		p.progress(PlanProgress{Planned: r.Planned, Estimated: best.Estimated, Executed: r.Executed})
	}
	return nil
}

// measure compiles and executes a program.
func (p *PlanProblem) measure(ctx context.Context, x *PlannedProgram) (*Measurement, error) {
	module := ir.Clone(x.module, &ir.Arena{}, nil)
	if err := p.run(ctx, p.compile, module); err != nil {
		return nil, err
	}
	family, op, err := lower.Only(p.Families, module)
	if err != nil {
		return nil, err
	}
	program, err := family.Build(ctx, op)
	if err != nil {
		return nil, err
	}
	machine, err := program.Device(lower.Options{Limits: p.Limits, Threads: p.Threads, Profile: true})
	if err != nil {
		return nil, err
	}
	if estimator, ok := machine.(lower.Estimator); ok {
		err = estimator.Estimate(ctx)
	} else {
		err = p.runMachine(ctx, machine)
	}
	if err != nil {
		return nil, err
	}
	costs, err := costsOf(machine)
	if err != nil {
		return nil, err
	}
	return newMeasurement(costs), nil
}

// runMachine runs a machine on moderate numbers.
func (p *PlanProblem) runMachine(ctx context.Context, m lower.Machine) error {
	for _, v := range m.Variables() {
		if v.Input && !v.Initial {
			if err := m.Write(v.Name, moderate(v)); err != nil {
				return err
			}
		}
	}
	return m.Run(ctx)
}
