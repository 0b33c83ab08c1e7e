package run

import (
	"context"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/ir"
	"optc/sim"
)

// Plain interprets a graph without tiles: variables are arrays of the host, and
// the code of every vertex runs once, with worker id 0 of one worker, unless
// Workers says otherwise. It is what
// a compiled program is compared with, and it uses none of the layouts, addresses
// and images of the tile.
type Plain struct {
	Target   *target.Target
	Module   *ir.Operation
	Compute  func(*graph.VertexClass) *ir.Operation // the compute region of a class
	MaxSteps int64
	// Workers returns how many workers run the code of a class, one after the
	// other; nil means one.
	Workers func(*graph.VertexClass) int64

	machine *sim.Machine
	arrays  map[*graph.Variable]*sim.Memory
}

// NewPlain prepares the variables of a graph. initial gives the bytes of a
// variable, of all elements or of one that stands for all; nil leaves it unwritten.
func NewPlain(g *graph.Graph, module *ir.Operation, compute func(*graph.VertexClass) *ir.Operation, initial func(*graph.Variable) []byte) (*Plain, error) {
	t := g.Target()
	p := &Plain{Target: &t, Module: module, Compute: compute, machine: sim.New(module, Table()), arrays: map[*graph.Variable]*sim.Memory{}}
	for _, v := range g.Variables() {
		mem := sim.NewMemory("variable "+v.Name(), 0, v.NumElems()*int64(t.TypeSize(v.Elem())))
		p.arrays[v] = mem
		data := v.Data()
		if data == nil {
			data = initial(v)
		}
		for at := 0; len(data) > 0 && at < len(mem.Bytes); at += len(data) {
			if err := mem.Write(int64(at), data); err != nil {
				return nil, err
			}
		}
	}
	return p, nil
}

// Array returns the memory of a variable.
func (p *Plain) Array(v *graph.Variable) *sim.Memory { return p.arrays[v] }

// Run executes a program, until it ends or ctx does.
func (p *Plain) Run(ctx context.Context, seq *graph.Sequence) error {
	for _, step := range seq.Steps {
		var err error
		switch s := step.(type) {
		case *graph.Sequence:
			err = p.Run(ctx, s)
		case graph.Copy:
			var buffer *sim.Memory
			if buffer, err = p.gather(s.Src); err == nil {
				err = p.scatter(s.Dst, buffer)
			}
		case graph.Execute:
			for i, v := range s.Set.Vertices() {
				if err = p.vertex(ctx, v); err != nil {
					err = fmt.Errorf("compute set %s, vertex %d (%s): %w", s.Set.Name(), i, v.Class.Name, err)
					break
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// gather copies the elements that a view shows into memory of their own.
func (p *Plain) gather(t graph.Tensor) (*sim.Memory, error) {
	size := int64(p.Target.TypeSize(t.Elem()))
	buffer := sim.NewMemory("view", 0, t.NumElems()*size)
	at := int64(0)
	for r := range t.Regions() {
		n := r.Size() * size
		if err := sim.Move(buffer, at, p.Array(r.Var), r.Begin*size, int(n)); err != nil {
			return nil, err
		}
		at += n
	}
	return buffer, nil
}

// scatter is the inverse of gather.
func (p *Plain) scatter(t graph.Tensor, buffer *sim.Memory) error {
	size := int64(p.Target.TypeSize(t.Elem()))
	at := int64(0)
	for r := range t.Regions() {
		n := r.Size() * size
		if err := sim.Move(p.Array(r.Var), r.Begin*size, buffer, at, int(n)); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// plainEdge is a view with the buffer that stands for it while a vertex runs.
type plainEdge struct {
	view   graph.Tensor
	buffer *sim.Memory
	dir    vertex.Direction
}

func (p *Plain) vertex(ctx context.Context, v *graph.Vertex) error {
	compute := p.Compute(v.Class)
	if compute == nil {
		return diag.Errorf("no-code", "%s has no compute region to run", v.Class.Name)
	}
	types := compute.Body().ArgTypes()
	args := make([]sim.Value, 0, len(types))
	var edges []plainEdge
	for i := range v.Class.Fields {
		arg, err := p.argument(v, i, types[i], &edges)
		if err != nil {
			return fmt.Errorf("field %s: %w", v.Class.Fields[i].Name, err)
		}
		args = append(args, arg)
	}
	workers := int64(1)
	if p.Workers != nil {
		workers = p.Workers(v.Class)
	}
	for w := range workers {
		all := args
		if v.Class.Kind == vertex.Multi && len(types) > len(args) {
			all = append(slices.Clip(args), sim.Int(uint64(w)))
		}
		m := p.machine.Fork(thread(workers, w))
		m.MaxSteps = p.MaxSteps
		if _, err := m.Run(ctx, compute.Region(0), all); err != nil {
			return err
		}
	}
	for _, e := range edges {
		if e.dir != vertex.In {
			if err := p.scatter(e.view, e.buffer); err != nil {
				return err
			}
		}
	}
	return nil
}

// argument makes the value of field i, with buffers for what it shows.
func (p *Plain) argument(v *graph.Vertex, i int, typ ir.Type, edges *[]plainEdge) (sim.Value, error) {
	f := &v.Class.Fields[i]
	values, _ := v.Values(i)
	switch f.Type.Kind {
	case vertex.ScalarField:
		if len(values) == 0 {
			return sim.Int(0), nil
		}
		return sim.Int(values[0]), nil
	case vertex.ArrayField:
		full := make([]uint64, f.Type.Len)
		copy(full, values)
		return arrayValue(f.Name, full, typ)
	case vertex.VectorField:
		return arrayValue(f.Name, values, typ)
	}
	views, err := v.Views(i)
	if err != nil {
		return sim.Value{}, err
	}
	rows := make([]*sim.MemRef, len(views))
	elem := elementType(typ)
	for k, view := range views {
		buffer, err := p.gather(view)
		if err != nil {
			return sim.Value{}, err
		}
		*edges = append(*edges, plainEdge{view, buffer, f.Type.Dir})
		rows[k] = &sim.MemRef{Mem: buffer, Elem: elem, Sizes: []int64{view.NumElems()}, Strides: []int64{1}}
	}
	if _, isRows := typ.(*poplar.RowsType); isRows {
		return sim.Value{Ref: NewRows(rows)}, nil
	}
	switch mt := typ.(type) {
	case *ir.MemRefType:
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
