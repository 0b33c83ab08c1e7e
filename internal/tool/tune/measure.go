package tune

import (
	"context"
	"errors"
	"fmt"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/internal/family/gpu/kernel"
	"optc/ir"
	"optc/lower"
	"optc/passes"
	"optc/passes/distribute"
	"optc/validate"
)

// Measurement is the outcome of compiling and executing a candidate.
type Measurement struct {
	Costs  []lower.Cost `json:"costs"`
	Cycles float64      `json:"cycles"`
	// Refused is the reason why the candidate cannot be used: the error of the compiler or of
	// the simulator, or a difference of the results; "" if it can.
	Refused string `json:"refused,omitempty"`
}

// Measure measures a program without open anchors as it is.
func (p *Problem) Measure(ctx context.Context) (m *Measurement, err error) {
	if p.compile, err = p.Registry.Parse(p.Pipeline); err != nil {
		return nil, err
	}
	p.base = ir.Clone(p.Module, &ir.Arena{}, nil)
	if err := p.setLaunch(ctx); err != nil {
		return nil, err
	}
	p.choosePart()
	return p.measure(ctx, nil, func(*ir.Operation) bool { return false })
}

// measure compiles a program with the layouts of a choice, executes it, and compares its results
// with the results on whole vectors. A compiled program that is too dear is not executed, and the
// result is nil. The error is the end of ctx, or a fault of the program itself.
func (p *Problem) measure(ctx context.Context, c Choice, tooDear func(program *ir.Operation) bool) (*Measurement, error) {
	got, costs, err := p.execute(ctx, c, p.Part.Iterations, tooDear)
	if err == nil && got == nil {
		return nil, ctx.Err()
	}
	if err == nil && p.Part.Loop != "" {
		var half []lower.Cost
		if _, half, err = p.execute(ctx, c, p.Part.Iterations/2, tooDear); err == nil {
			costs = p.Part.extend(costs, half)
		}
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return &Measurement{Refused: refusal(err)}, nil
	}
	m := newMeasurement(costs)
	want, err := p.reference(ctx, c)
	if err != nil {
		return nil, firstError(err)
	}
	m.Refused = want.differs(got, !p.mapped)
	return m, nil
}

// refusal returns the first of several errors without its notes: many candidates are refused,
// and their list has a line for each.
func refusal(err error) string {
	err = firstError(err)
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		brief := *d
		brief.Notes = nil
		return brief.Error()
	}
	return err.Error()
}

// execute compiles the program of a choice, with some iterations of the loop of the part, and executes it
// on its device. There are no contents if the compiled program is too dear.
func (p *Problem) execute(ctx context.Context, c Choice, iterations int64, tooDear func(program *ir.Operation) bool) (contents, []lower.Cost, error) {
	module := p.with(c)
	p.shorten(module, iterations)
	if err := p.run(ctx, p.compile, module); err != nil {
		return nil, nil, err
	}
	family, op, err := lower.Only(p.Families, module)
	if err != nil {
		return nil, nil, err
	}
	if tooDear(op) {
		return nil, nil, nil
	}
	program, err := family.Build(ctx, op)
	if err != nil {
		return nil, nil, err
	}
	machine, err := program.Device(lower.Options{Limits: p.Limits, Threads: 1, Profile: true, Workgroups: p.Part.Executed})
	if err != nil {
		return nil, nil, err
	}
	got, err := p.observe(ctx, machine)
	if err != nil {
		return nil, nil, err
	}
	costs, err := costsOf(machine)
	return got, costs, err
}

// costsOf returns the parts of the cycles of a run.
func costsOf(machine lower.Machine) ([]lower.Cost, error) {
	profiler, ok := machine.(lower.Profiler)
	if !ok {
		return nil, errors.New("the device does not count what a run costs")
	}
	priced, ok := profiler.Report().(lower.Priced)
	if !ok {
		return nil, errors.New("what a run costs on the device has no sum")
	}
	return priced.Costs(), nil
}

// newMeasurement adds up costs.
func newMeasurement(costs []lower.Cost) *Measurement {
	m := &Measurement{Costs: costs}
	for _, c := range costs {
		m.Cycles += c.Cycles
	}
	return m
}

// reference executes the program of a choice on whole vectors. Sums of floats of a kernel are
// formed in the order of the layouts; the results of a program for tiles are the same for each
// choice.
func (p *Problem) reference(ctx context.Context, c Choice) (contents, error) {
	if p.mapped {
		return p.plain()
	}
	module := p.with(c)
	p.shorten(module, p.Part.Iterations)
	machine, err := p.whole(ctx, module)
	if err != nil {
		return nil, err
	}
	return p.observe(ctx, machine)
}

// wholeResults executes the program on whole vectors and on one tile.
func (p *Problem) wholeResults(ctx context.Context) (contents, error) {
	machine, err := p.whole(ctx, p.with(p.wholeChoice()))
	if err != nil {
		return nil, err
	}
	return p.observe(ctx, machine)
}

// wholeChoice is the choice in which every thread holds all of a vector, and a tile all of a tensor.
func (p *Problem) wholeChoice() Choice {
	c := make(Choice, len(p.anchors))
	for k, a := range p.anchors {
		c[k] = a.whole
	}
	return c
}

// whole returns a machine that executes a program on whole vectors.
func (p *Problem) whole(ctx context.Context, module *ir.Operation) (lower.Machine, error) {
	family, err := lower.Of(p.Families, module)
	if err != nil {
		return nil, err
	}
	options := lower.Options{Limits: p.Limits, Threads: 1, Workgroups: p.Part.Executed}
	if family.Reference != "" {
		pipeline, err := p.Registry.Parse(family.Reference)
		if err != nil {
			return nil, err
		}
		if err := p.run(ctx, pipeline, module); err != nil {
			return nil, err
		}
		return family.Plain(ctx, family.Programs(module)[0], options)
	}
	order := passes.On(ir.ModuleOp{}, passes.On(fn.FuncOp{}, passes.Use(distribute.OrderSums, distribute.OrderSumsOptions{Chip: string(gpu.ChipOf(module))})))
	if err := p.run(ctx, order, module); err != nil {
		return nil, err
	}
	for _, f := range validate.Functions(module) {
		if kernel.IsSource(f.Op) {
			return kernel.NewWhole(f.Op, module, options)
		}
	}
	return nil, fmt.Errorf("there is no program of the family %s", family.Name)
}

// cost returns the cost of a name.
func (m *Measurement) cost(name string) lower.Cost {
	for _, c := range m.Costs {
		if c.Name == name {
			return c
		}
	}
	return lower.Cost{Name: name}
}
