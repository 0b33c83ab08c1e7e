package kernel

import (
	"context"
	"math"

	fn "optc/dialect/func"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// machine runs the grid of a kernel, or workgroups that are spread over it, in the simulator, one
// workgroup after the other. Every argument is an array of the host.
type machine struct {
	*lower.Host
	kernel  *kernel
	options lower.Options
	group   sim.Group
	profile *Profile // nil unless the options ask for it
}

// newPlain returns a machine for a gpu.module.
func newPlain(_ context.Context, module *ir.Operation, o lower.Options) (lower.Machine, error) {
	k, err := read(module)
	if err != nil {
		return nil, err
	}
	return newMachine(k, o), nil
}

// NewWhole returns a machine in which one thread of each workgroup executes a function on
// whole vectors: the function before it is distributed.
func NewWhole(f, module *ir.Operation, o lower.Options) (lower.Machine, error) {
	k := &kernel{op: f, module: module, block: [3]int64{1, 1, 1}, grid: [3]int64{1, 1, 1}, subgroup: 1}
	copy(k.grid[:], gpu.GridOf(f))
	if err := k.readVariables(); err != nil {
		return nil, err
	}
	return newMachine(k, o), nil
}

func newMachine(k *kernel, o lower.Options) *machine {
	m := &machine{
		Host: lower.NewHost(k.variables), kernel: k, options: o,
		group: sim.Group{Module: k.module, BlockDim: k.block, GridDim: k.grid, SubgroupSize: k.subgroup, Limits: o.Limits},
	}
	if o.Profile {
		m.profile = newProfile(k.op, k.machine)
	}
	return m
}

// Run implements lower.Machine.
func (m *machine) Run(ctx context.Context) error {
	args, err := m.arguments()
	if err != nil {
		return err
	}
	g := m.kernel.grid
	all, ok := ir.NumElements(g[:])
	if !ok {
		all = math.MaxInt64 // more than a run ever executes
	}
	n := all
	if most := m.options.Workgroups; most > 0 {
		n = min(n, most)
	}
	if m.profile != nil {
		m.profile.workgroups, m.profile.executed = all, n
	}
	gaps := max(n-1, 1)
	step, rest := (all-1)/gaps, (all-1)%gaps
	for i := range n {
		id := i*step + i*rest/gaps
		if err := m.workgroup(ctx, [3]int64{id % g[0], id / g[0] % g[1], id / g[0] / g[1]}, args); err != nil {
			return err
		}
	}
	return nil
}

// workgroup runs the threads of a workgroup.
func (m *machine) workgroup(ctx context.Context, id [3]int64, args []sim.Value) error {
	m.group.BlockID = id
	if m.profile == nil {
		_, err := m.group.Run(ctx, ir.SymbolName(m.kernel.op), func(sim.Thread) []sim.Value { return args })
		return err
	}
	profiled := m.group // with a table of its own
	_, err := m.profile.Run(ctx, &profiled, args)
	return err
}

// arguments returns the arguments of the kernel: memrefs of the arrays of the host, and
// numbers that the host wrote.
func (m *machine) arguments() ([]sim.Value, error) {
	var args []sim.Value
	for i, t := range fn.TypeOf(m.kernel.op).Inputs {
		v := m.kernel.variables[i]
		array := &sim.MemRef{Mem: m.Array(i), Elem: v.Elem, Sizes: v.Shape, Strides: sim.Strides(v.Shape)}
		if _, ok := t.(*ir.MemRefType); ok {
			args = append(args, sim.Value{Ref: array})
			continue
		}
		number, err := array.Load(nil)
		if err != nil {
			return nil, err
		}
		args = append(args, number)
	}
	return args, nil
}

// Counters implements lower.Machine.
func (m *machine) Counters() []lower.Counter { return nil }
