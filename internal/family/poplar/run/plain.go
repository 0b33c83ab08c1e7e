package run

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/evaluate"
	"optc/internal/family/poplar/program"
	"optc/ir"
	"optc/lower"
	"optc/sim"
)

// Plain interprets a graph without tiles: variables are arrays of the host, and it
// uses none of the layouts, addresses and images of the tile. The code of a
// MultiVertex runs in all workers, one after the other; code whose vectors are not
// distributed yet runs once, with worker id 0 of one worker.
type Plain struct {
	*lower.Host
	sim.Limits
	lower.Order // order of the vertices of a compute set and of the workers of a vertex

	ev      *evaluate.Evaluation
	team    *team
	arrays  map[*graph.Variable]*sim.Memory
	visible int // number of variables before the host's arrays
}

// NewPlain prepares the variables of a graph.
func NewPlain(ev *evaluate.Evaluation, o lower.Options) (*Plain, error) {
	var list []*lower.HostVariable
	hidden := ir.Cast[poplar.GraphOp](ev.Op).HiddenVariables()
	names := ev.Graph.HostNames()
	for i, v := range ev.Graph.Variables() {
		if !hidden {
			list = append(list, described(names[i], v.Elem(), v.Tensor().Shape(), &ev.Target, v.IsConstant(), ev.Initial(v) != nil))
		}
	}
	visible := len(list)
	for _, c := range ev.Hosts {
		list = append(list, HostArray(&program.HostTransfer{Name: c.Name, Elem: c.Tensor.Elem(), Shape: c.Tensor.Shape(), ToHost: c.ToHost}, &ev.Target))
	}
	p := &Plain{Host: lower.NewHost(list), visible: visible, Limits: o.Limits, Order: o.Order, ev: ev, team: newTeam(ev.Op.Parent(), &ev.Target, o), arrays: map[*graph.Variable]*sim.Memory{}}
	for i, v := range ev.Graph.Variables() {
		var mem *sim.Memory
		if hidden {
			mem = sim.NewMemory("variable "+names[i], 0, v.Tensor().NumElems()*int64(ev.Target.TypeSize(v.Elem())))
		} else {
			mem = p.Array(i)
		}
		p.arrays[v] = mem
		data := v.Data()
		if data == nil {
			data = ev.Initial(v)
		}
		for at := 0; len(data) > 0 && at < int(mem.Size()); at += len(data) {
			mem.Write(int64(at), data).Must()
		}
	}
	return p, nil
}

// Run executes the program of the graph, until it ends or ctx does.
func (p *Plain) Run(ctx context.Context) error { return execute(ctx, p, p.ev.Program) }

func (p *Plain) maxSteps() int64 { return p.MaxSteps }

func (p *Plain) do(ctx context.Context, a *graph.Action) error {
	switch a := (*a).(type) {
	case graph.HostCopy:
		p.hostCopy(a)
	case graph.Copy:
		p.scatter(a.Dst, p.gather(a.Src))
	case graph.Execute:
		return p.set(ctx, a.Set)
	}
	return nil
}

// decide reports whether an element is not 0.
func (p *Plain) decide(r *graph.Region) (bool, error) {
	size := int64(p.ev.Target.TypeSize(r.Var.Elem()))
	return decided(r.Var.Name(), r.Begin, p.arrays[r.Var], r.Begin*size, size)
}

// hostCopy copies an array of the host to a view, or back.
func (p *Plain) hostCopy(c graph.HostCopy) {
	k := p.visible + slices.IndexFunc(p.ev.Hosts, func(h graph.HostCopy) bool { return h.Name == c.Name })
	host := p.Array(k)
	if !c.ToHost {
		p.scatter(c.Tensor, host)
		return
	}
	buffer := p.gather(c.Tensor)
	sim.Move(host, 0, buffer, 0, int(buffer.Size())).Must()
}

func (p *Plain) set(ctx context.Context, set *graph.ComputeSet) error {
	vertices := set.Vertices()
	for i := range p.Permute(len(vertices)) {
		v := vertices[i]
		if err := p.vertex(ctx, v); err != nil {
			return fmt.Errorf("compute set %s, vertex %d (%s): %w", set.Name(), i, v.Class.Name, err)
		}
	}
	return nil
}

// gather copies the elements of a view into a new memory.
func (p *Plain) gather(t graph.Tensor) *sim.Memory {
	size := int64(p.ev.Target.TypeSize(t.Elem()))
	buffer := sim.NewMemory("view", 0, t.NumElems()*size)
	at := int64(0)
	for r := range t.Regions() {
		n := r.Size() * size
		sim.Move(buffer, at, p.arrays[r.Var], r.Begin*size, int(n)).Must()
		at += n
	}
	return buffer
}

// scatter is the inverse of gather.
func (p *Plain) scatter(t graph.Tensor, buffer *sim.Memory) {
	size := int64(p.ev.Target.TypeSize(t.Elem()))
	at := int64(0)
	for r := range t.Regions() {
		n := r.Size() * size
		sim.Move(p.arrays[r.Var], r.Begin*size, buffer, at, int(n)).Must()
		at += n
	}
}

// plainEdge is a view, with the buffer that stands for it while a vertex runs.
type plainEdge struct {
	view   graph.Tensor
	buffer *sim.Memory
	dir    vertex.Direction
}

func (p *Plain) vertex(ctx context.Context, v *graph.Vertex) error {
	compute := p.ev.Compute(v.Class)
	if compute == nil {
		return diag.Errorf("no-code", "%s has no compute region to run", v.Class.Name)
	}
	types := compute.Body().ArgTypes()
	args := make([]sim.Value, 0, len(types))
	var edges []plainEdge
	for i := range v.Class.Fields {
		args = append(args, p.argument(v, i, types[i], &edges))
	}
	if err := p.team.vertex(ctx, p.Limits, p.Order, p.ev.Defined[v.Class], args); err != nil {
		return err
	}
	for _, e := range edges {
		if e.dir != vertex.In {
			p.scatter(e.view, e.buffer)
		}
	}
	return nil
}

// argument makes the argument for field i, with buffers for its views.
func (p *Plain) argument(v *graph.Vertex, i int, typ ir.Type, edges *[]plainEdge) sim.Value {
	f := &v.Class.Fields[i]
	values, _ := v.Values(i)
	switch f.Type.Kind {
	case vertex.ScalarField:
		if len(values) == 0 {
			return sim.Int(0)
		}
		return sim.Int(values[0])
	case vertex.ArrayField:
		full := make([]uint64, f.Type.Len)
		copy(full, values)
		return arrayValue(f.Name, full, typ)
	case vertex.VectorField:
		return arrayValue(f.Name, values, typ)
	}
	views := diag.Must(v.Views(i))
	rows := make([]*sim.MemRef, len(views))
	elem := elementType(typ)
	for k, view := range views {
		buffer := p.gather(view)
		if f.Type.Dir == vertex.Out {
			buffer = sim.NewMemory("view", 0, buffer.Size())
		}
		*edges = append(*edges, plainEdge{view, buffer, f.Type.Dir})
		rows[k] = &sim.MemRef{
			Mem: buffer, Elem: elem, Sizes: []int64{view.NumElems()}, Strides: []int64{1},
			Window: &sim.Window{
				Name: plainName{v, i}, Hi: buffer.Size(),
				ReadOnly: !f.Type.Dir.Writes(), Fresh: f.Type.Dir == vertex.Out,
			},
		}
	}
	if _, isRows := typ.(*poplar.RowsType); isRows {
		return sim.Value{Ref: NewRows(rows)}
	}
	if mt, ok := typ.(*ir.MemRefType); ok {
		if len(mt.Dims) == 0 {
			rows[0].Sizes, rows[0].Strides = nil, nil
		}
		return sim.Value{Ref: rows[0]}
	}
	value, err := rows[0].Load([]int64{0})
	err.Must()
	return value
}

// plainName is the name of the window of field i of a vertex.
type plainName struct {
	v *graph.Vertex
	i int
}

func (n plainName) String() string {
	return fmt.Sprintf("field '%s' of '%s'", n.v.Class.Fields[n.i].Name, n.v.Class.Name)
}

// elementType returns the type of the elements that an argument refers to.
func elementType(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Elem
	case *poplar.RowsType:
		return t.Elem
	}
	return t
}
