package optmain

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	fn "optc/dialect/func"
	"optc/ir"
	"optc/optmain/internal/values"
	"optc/sim"
)

// callFunction is `optc run --call f --arg …`: it runs a function of a file and prints
// its results and the final contents of its memrefs.
func (t *tool) callFunction(file string, source *sourceFlags, function string, texts []string, limits sim.Limits) int {
	p, ok := t.load(file, source)
	if !ok {
		return 1
	}
	m := sim.New(p.module, nil)
	m.Limits = limits
	op, err := m.Function(function)
	if t.failed(err) {
		return 1
	}
	if !ir.Is[fn.FuncOp](op) {
		return t.fail(fmt.Errorf("'%s' is a '%s', which cannot be called", function, op.Name()))
	}
	signature := fn.TypeOf(op)
	types := signature.Inputs
	if len(types) != len(texts) {
		return t.fail(fmt.Errorf("function '%s' takes %d arguments, but got %d --arg", function, len(types), len(texts)))
	}
	args := make([]sim.Value, len(types))
	for i, text := range texts {
		if args[i], err = values.Argument(t.files, p.ctx, types[i], text, t.stderr); err != nil {
			return t.fail(fmt.Errorf("argument %d: %w", i, err))
		}
	}
	results, err := t.callInThreads(m, p.module, source, function, args)
	if err != nil {
		var at *sim.RuntimeError
		if errors.As(err, &at) {
			t.stderr.Report(at.Diagnostic())
			return 1
		}
		return t.fail(err)
	}
	for i, v := range results {
		fmt.Fprintf(t.stdout, "result %d = %s\n", i, sim.Format(signature.Results[i], v))
	}
	for i, typ := range types {
		if _, isMemRef := typ.(*ir.MemRefType); isMemRef {
			fmt.Fprintf(t.stdout, "argument %d = %s\n", i, sim.Format(typ, args[i]))
		}
	}
	return 0
}

// callInThreads calls a function in every thread of a grid, one workgroup after the other, and
// returns the results of the first thread. Without the size of a workgroup or a grid one thread
// calls it.
func (t *tool) callInThreads(m *sim.Machine, module *ir.Operation, source *sourceFlags, function string, args []sim.Value) (results []sim.Value, err error) {
	l, err := source.launch()
	if err != nil {
		return nil, err
	}
	if l == nil {
		return m.Call(t.ctx, function, args...)
	}
	for block := range l.grid[0] * l.grid[1] * l.grid[2] {
		g := sim.Group{
			Module: module, BlockDim: l.workgroup, GridDim: l.grid, SubgroupSize: l.subgroup, Limits: m.Limits,
			BlockID: [3]int64{block % l.grid[0], block / l.grid[0] % l.grid[1], block / (l.grid[0] * l.grid[1])},
		}
		all, err := g.Run(t.ctx, function, func(sim.Thread) []sim.Value { return args })
		if err != nil {
			return nil, err
		}
		if block == 0 {
			results = all[0]
		}
	}
	return results, nil
}

// launchSizes are the sizes of a launch from the command line.
type launchSizes struct {
	workgroup, grid [3]int64
	subgroup        int64
}

// launch returns the sizes that the options of the pipeline for GPUs give, or nil.
func (s *sourceFlags) launch() (*launchSizes, error) {
	l := &launchSizes{workgroup: [3]int64{1, 1, 1}, grid: [3]int64{1, 1, 1}}
	for _, o := range s.settings {
		parts := strings.Split(o.value, ",")
		var sizes []int64
		for _, text := range parts {
			n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
			if err != nil || n < 1 {
				return nil, fmt.Errorf("flag '--%s' takes numbers of at least 1, but got '%s'", o.name, text)
			}
			sizes = append(sizes, n)
		}
		switch {
		case len(sizes) > 3:
			return nil, fmt.Errorf("flag '--%s' takes at most 3 numbers, but got %d", o.name, len(sizes))
		case o.name == workgroupFlag:
			copy(l.workgroup[:], sizes)
		case o.name == gridFlag:
			copy(l.grid[:], sizes)
		case o.name == subgroupFlag:
			l.subgroup = sizes[0]
		default:
			return nil, fmt.Errorf("flag '--%s' has no effect on --call", o.name)
		}
	}
	if s.settings == nil {
		return nil, nil
	}
	return l, nil
}

// The flags for the sizes of a launch, which are options of the pipeline gpu.
const (
	workgroupFlag = "workgroup"
	subgroupFlag  = "subgroup"
	gridFlag      = "grid"
)
