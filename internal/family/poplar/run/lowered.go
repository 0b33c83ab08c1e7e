package run

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// Lowered interprets a lowered program without addresses: every allocation is a separate memory,
// and vertices get the data that the references of their fields point to. A placed and packed
// program is compared with this interpretation.
type Lowered struct {
	lower.Access
	sim.Limits
	lower.Order // order of the vertices of a compute set and of the workers of a vertex
	Program     *program.Program

	team      *team
	memory    map[program.Ref]*sim.Memory // by allocation
	variables []*lower.HostVariable       // variables as in Program unless they are hidden, followed by the host's arrays
	hosts     hosts
}

// NewLowered prepares the allocations of a program.
func NewLowered(p *program.Program, o lower.Options) (*Lowered, error) {
	l := &Lowered{Program: p, Limits: o.Limits, Order: o.Order, team: newTeam(p.Op.Parent(), &p.Target, o), memory: map[program.Ref]*sim.Memory{}}
	l.Access = l.elements
	for _, v := range p.Visible() {
		l.variables = append(l.variables, Variable(v, &p.Target))
	}
	for _, c := range p.Hosts() {
		l.variables = append(l.variables, HostArray(c, &p.Target))
	}
	l.hosts = newHosts(p)
	for _, t := range p.Tiles {
		for i := range t.Demands {
			d := &t.Demands[i]
			mem := sim.NewMemory(fmt.Sprintf("'%s' on tile %d", d.Name, t.Number), 0, int64(d.Size))
			l.memory[program.Ref{Tile: t.Number, Alloc: i}] = mem
			if err := mem.Write(0, t.Bytes[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, v := range p.Variables {
		for r, data := range v.Initial(&p.Target) {
			if err := l.at(r.Ref).Write(int64(r.Offset), data); err != nil {
				return nil, err
			}
		}
	}
	return l, nil
}

// at returns the memory of the allocation that a reference is in.
func (l *Lowered) at(r program.Ref) *sim.Memory {
	return l.memory[program.Ref{Tile: r.Tile, Alloc: r.Alloc}]
}

// Variables returns the variables of the program.
func (l *Lowered) Variables() []*lower.HostVariable { return l.variables }

// Counters returns nothing, because no figure of the device is modelled.
func (l *Lowered) Counters() []lower.Counter { return nil }

// elements is the Access of the program. The error code is unknown-variable.
func (l *Lowered) elements(name string) (*lower.HostVariable, []lower.ElementRun, error) {
	v, err := lower.FindVariable(l.variables, name)
	if err != nil {
		return nil, nil, err
	}
	if runs := l.hosts.elements(v); runs != nil {
		return v, runs, nil
	}
	var runs []lower.ElementRun
	for _, r := range l.runs(v) {
		runs = append(runs, lower.ElementRun{Memory: l.at(r.Ref), Addr: int64(r.Offset), Begin: r.Begin, End: r.End})
	}
	return v, runs, nil
}

// runs returns the places of the elements of a variable.
func (l *Lowered) runs(v *lower.HostVariable) []program.AllocRun {
	return l.Program.Variables[slices.Index(l.variables, v)].Runs
}

// Run executes the program, until it ends or ctx does.
func (l *Lowered) Run(ctx context.Context) error {
	return execute(ctx, l, l.Program.Steps)
}

func (l *Lowered) maxSteps() int64 { return l.MaxSteps }

func (l *Lowered) do(ctx context.Context, a *program.Instruction) error {
	switch {
	case a.Host != nil:
		return l.hosts.copy(a.Host, int64(l.Program.Target.TypeSize(a.Host.Elem)), func(r program.Ref) (*sim.Memory, int64) {
			return l.at(r), int64(r.Offset)
		})
	case a.Set == nil:
		return l.move(l.Program.Moves(a))
	}
	if err := l.set(ctx, a.Set); err != nil {
		return fmt.Errorf("compute set %s, %w", a.Set.Name, err)
	}
	return nil
}

func (l *Lowered) decide(p *program.Predicate) (bool, error) {
	r, bytes := p.Ref(&l.Program.Target)
	return decided(p.Variable.Name, p.Element, l.at(r), int64(r.Offset), bytes)
}

func (l *Lowered) set(ctx context.Context, s *program.Set) error {
	if err := l.move(slices.Values(s.Before)); err != nil {
		return err
	}
	for i := range l.Permute(len(s.Vertices)) {
		v := s.Vertices[i]
		if err := l.vertex(ctx, v); err != nil {
			return fmt.Errorf("vertex %d (%s): %w", v.ID, v.Class.Name, err)
		}
	}
	return l.move(slices.Values(s.After))
}

func (l *Lowered) move(moves iter.Seq[program.Move]) error {
	return exchange(moves, func(r program.Ref) (*sim.Memory, int64) { return l.at(r), int64(r.Offset) })
}

func (l *Lowered) vertex(ctx context.Context, v *program.BoundVertex) error {
	view := poplar.VertexOf(v.Class.Op)
	compute := view.Compute()
	if compute == nil {
		return diag.Errorf("no-code", "%s has no compute region to run", v.Class.Name)
	}
	types := compute.Body().ArgTypes()
	elem := func(i int) int64 { return int64(l.Program.Target.TypeSize(v.Class.State.Fields[i].Type.Elem)) }
	err := forgetOutputs(v, elem, func(x program.AllocExtent, bytes int64) error {
		if err := l.at(x.Ref).Forget(int64(x.Offset), int(bytes)); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	var args []sim.Value
	for i := range v.Fields {
		arg, err := l.argument(v, i, types[i])
		if err != nil {
			return fmt.Errorf("field %s: %w", v.Class.State.Fields[i].Name, err)
		}
		args = append(args, arg)
	}
	return l.team.vertex(ctx, l.Limits, l.Order, v.Class.Op, args)
}

// argument makes the argument for field i from its values or the data that it refers to.
func (l *Lowered) argument(v *program.BoundVertex, i int, typ ir.Type) (sim.Value, error) {
	f, operand := &v.Class.State.Fields[i], &v.Fields[i]
	switch f.Type.Kind {
	case vertex.ScalarField:
		if len(operand.Plain) == 0 {
			return sim.Int(0), nil
		}
		return sim.Int(operand.Plain[0]), nil
	case vertex.ArrayField:
		full := make([]uint64, f.Type.Len)
		copy(full, operand.Plain)
		return arrayValue(f.Name, full, typ), nil
	}
	rows := make([]*sim.MemRef, len(operand.Data))
	for k, x := range operand.Data {
		mem := sim.NewMemory("nothing", 0, 0)
		if x.Count > 0 {
			mem = l.at(x.Ref)
		}
		rows[k] = &sim.MemRef{Mem: mem, Base: int64(x.Offset), Elem: elementType(typ), Sizes: []int64{int64(x.Count)}, Strides: []int64{1}}
		rows[k].Window = window(v, i, k, int64(x.Offset), int64(l.Program.Target.TypeSize(f.Type.Elem)), nil)
	}
	if _, isRows := typ.(*poplar.RowsType); isRows {
		return sim.Value{Ref: NewRows(rows)}, nil
	}
	if len(rows) == 0 {
		return sim.Value{}, diag.Errorf("no-size", "refers to nothing")
	}
	if mt, ok := typ.(*ir.MemRefType); ok {
		if len(mt.Dims) == 0 {
			rows[0].Sizes, rows[0].Strides = nil, nil
		}
		return sim.Value{Ref: rows[0]}, nil
	}
	value, loadErr := rows[0].Load([]int64{0})
	if loadErr != nil {
		return sim.Value{}, loadErr
	}
	return value, nil
}
