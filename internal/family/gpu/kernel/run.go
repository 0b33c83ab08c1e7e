package kernel

import (
	"context"
	"math"
	"slices"

	"optc/diag"
	"optc/dialect/gpu"
	"optc/ir"
	"optc/lower"
	"optc/num"
	"optc/sim"
)

// machine runs the grids of the kernels of a program in the simulator, or workgroups that are spread over
// them, one workgroup after the other. Every argument is an array of the host.
type machine struct {
	*lower.Host
	program  *program
	scratch  *sim.Memory // the arena of global memory, or nil
	options  lower.Options
	profiles []*Profile // profiles of the kernels; nil unless the options ask for them
}

// newPlain returns a machine for a gpu.module.
func newPlain(_ context.Context, module *ir.Operation, o lower.Options) (lower.Machine, error) {
	g, err := read(module)
	if err != nil {
		return nil, err
	}
	return newMachine(g, o)
}

// checkMemory bounds the bytes of the arrays of a program and of its arena. The error code is sim.memory.
func (g *program) checkMemory(variables []*lower.HostVariable, l sim.Limits) error {
	left := l.Memory()
	if v := g.scratch(); v != nil {
		variables = append(slices.Clone(variables), v)
	}
	for _, v := range variables {
		if v.IsOpen() {
			continue
		}
		n, ok := ir.NumElements(v.Shape)
		if size := int64(max(v.Bytes, 1)); !ok || n > left/size {
			return g.module.Errorf("needs [%s] x %d bytes for '%s', more than the %d that are left of %d", num.JoinInts(v.Shape), size, v.Name, left, l.Memory()).
				WithCode("sim.memory").HintNote(g.module.Loc(), "--max-memory allows more")
		}
		left -= n * int64(v.Bytes)
	}
	return nil
}

// NewWhole returns a machine in which one thread of each workgroup executes a function on
// whole vectors: the function before it is distributed.
func NewWhole(f, module *ir.Operation, o lower.Options) (lower.Machine, error) {
	k := &kernel{op: f, block: [3]int64{1, 1, 1}, grid: [3]int64{1, 1, 1}, subgroup: 1}
	copy(k.grid[:], gpu.GridOf(f))
	g := &program{module: module, kernels: []*kernel{k}}
	var err error
	if g.arguments, err = readArguments(f); err != nil {
		return nil, err
	}
	for _, a := range g.arguments {
		g.variables = append(g.variables, a.variable)
	}
	return newMachine(g, o)
}

// newMachine returns a machine whose arrays of constants have their contents.
func newMachine(g *program, o lower.Options) (lower.Machine, error) {
	if err := g.checkMemory(g.variables, o.Limits); err != nil {
		return nil, err
	}
	m := &machine{Host: lower.NewHost(g.variables), program: g, options: o}
	for _, a := range g.arguments {
		if a.contents != nil {
			if err := m.Write(a.variable.Name, a.contents); err != nil {
				return nil, err
			}
		}
	}
	if v := g.scratch(); v != nil {
		m.scratch = sim.NewMemory("arena", 0, v.Len()*int64(v.Bytes))
	}
	if o.Profile {
		for _, k := range g.kernels {
			m.profiles = append(m.profiles, newProfile(k.op, g.machine))
		}
	}
	return m, nil
}

// SetShape implements lower.Shaper.
func (m *machine) SetShape(name string, shape []int64) error {
	for i, v := range m.Variables() {
		if multiples := m.program.arguments[i].multiples; v.Name == name && multiples != nil {
			for d, n := range shape[:min(len(shape), len(multiples))] {
				if n%multiples[d] != 0 {
					return diag.Errorf("input-shape", "extent %d of variable '%s' must be a multiple of %d, but is %d", d, name, multiples[d], n)
				}
			}
		}
	}
	if i := slices.IndexFunc(shape, func(n int64) bool { return n > gpu.MaxExtent }); i >= 0 {
		return diag.Errorf("input-shape", "extent %d of variable '%s' must be at most %d, but is %d", i, name, gpu.MaxExtent, shape[i])
	}
	if err := m.Host.SetShape(name, shape); err != nil {
		return err
	}
	return m.program.checkMemory(m.Variables(), m.options.Limits)
}

// Run implements lower.Machine.
func (m *machine) Run(ctx context.Context) error {
	args, err := m.arguments()
	if err != nil {
		return err
	}
	for i := range m.program.kernels {
		if err := m.launch(ctx, i, args); err != nil {
			return err
		}
	}
	return nil
}

// launch runs the grid of a kernel.
func (m *machine) launch(ctx context.Context, i int, args []sim.Value) error {
	k := m.program.kernels[i]
	g := k.grid
	all, ok := ir.NumElements(g[:])
	if !ok {
		all = math.MaxInt64 // more workgroups than a run ever executes
	}
	n := all
	if most := m.options.Workgroups; most > 0 {
		n = min(n, most)
	}
	var profile *Profile
	if m.profiles != nil {
		profile = m.profiles[i]
		profile.workgroups, profile.executed = all, n
	}
	group := sim.Group{Module: m.program.module, BlockDim: k.block, GridDim: k.grid, SubgroupSize: k.subgroup, Limits: m.options.Limits}
	gaps := max(n-1, 1)
	step, rest := (all-1)/gaps, (all-1)%gaps
	for i := range n {
		id := i*step + i*rest/gaps
		group.BlockID = [3]int64{id % g[0], id / g[0] % g[1], id / g[0] / g[1]}
		var err error
		if profile == nil {
			_, err = group.Run(ctx, ir.SymbolName(k.op), func(sim.Thread) []sim.Value { return args })
		} else {
			profiled := group // a copy with its own table
			_, err = profile.Run(ctx, &profiled, args)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// arguments returns the arguments of the kernels: memrefs of the host's arrays, scalars that the host
// wrote, and the arena.
func (m *machine) arguments() ([]sim.Value, error) {
	var args []sim.Value
	for i, a := range m.program.arguments {
		if x := a.extent; x != nil {
			args = append(args, sim.Int(uint64(m.Variables()[x.argument].Shape[x.dimension])))
			continue
		}
		v := a.variable
		shape := v.Shape
		if v.IsOpen() {
			if m.Variables()[i].IsOpen() {
				return nil, diag.Errorf("input-shape", "the extents of '%s', %s, are not known", v.Name, v.ShapeText()).Note("--shape %s=… gives them, or --input %s=file.npy", v.Name, v.Name)
			}
			shape = nil // the kernel gets the address, and the extents as arguments
		}
		array := &sim.MemRef{Mem: m.scratch, Elem: v.Elem, Sizes: shape, Strides: sim.Strides(shape)}
		if !a.scratch {
			array.Mem = m.Array(i)
		}
		if a.isMemory {
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
