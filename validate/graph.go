package validate

import (
	"bytes"
	"encoding/binary"
	"errors"

	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/lower"
	"optc/lower/poplar/evaluate"
	"optc/lower/poplar/program"
	"optc/lower/poplar/run"
	"optc/passes"
)

// evaluable makes a graph known without touching the code of vertices. Passes that
// ran already find nothing to do.
const evaluable = "builtin.module(poplar-instantiate,poplar-resolve-layouts,poplar-mangle-names,poplar-map-tensors,poplar-expand-tiles)"

// graphs compares the poplar graph of a module before and after a pass: without
// tiles, and on simulated tiles once they hold packed states.
func (c *checker) graphs(e *passes.Event, before *ir.Operation) *ir.Diagnostic {
	graph := graphOf(before)
	if graph == nil || graphOf(e.Run.Op) == nil {
		return nil
	}
	if _, ok := poplar.TargetFor(graph); !ok {
		return nil // not a program yet
	}
	for seed := range uint64(runs) {
		want, err := c.plain(e, before, seed)
		if err != nil {
			c.tell(e, graphOf(e.Run.Op), "graph "+ir.SymbolName(graph), err)
			continue
		}
		for _, run := range []func(*passes.Event, *ir.Operation, uint64) (map[string][]byte, error){c.plain, c.tiles} {
			got, err := run(e, e.Run.Op, seed)
			switch {
			case e.Run.Context.Err() != nil:
				return nil
			case errors.Is(err, errNoTiles):
				continue
			case err != nil:
				return graphOf(e.Run.Op).Errorf("can be executed before the pass, but afterwards %v", err)
			}
			for name, data := range want {
				if now, ok := got[name]; ok && !bytes.Equal(now, data) {
					return graphOf(e.Run.Op).Errorf("expected variable '%s' to hold % x, but got % x", name, data, now)
				}
			}
		}
	}
	return nil
}

// graphOf returns the only graph of a module, or nil.
func graphOf(module *ir.Operation) (graph *ir.Operation) {
	if module.Body() == nil {
		return nil
	}
	for op := range module.Body().Ops() {
		if poplar.GraphOp.Is(op) {
			if graph != nil {
				return nil
			}
			graph = op
		}
	}
	return graph
}

// plain interprets the graph of a module and returns the bytes of its variables.
// Code whose vectors are not distributed yet runs once per vertex; other code runs
// in all workers.
func (c *checker) plain(e *passes.Event, module *ir.Operation, seed uint64) (map[string][]byte, error) {
	if poplar.IsLowered(graphOf(module)) {
		return c.lowered(e, module, seed)
	}
	module = ir.Clone(module, &ir.Arena{}, nil)
	pipeline, err := passes.Table().Parse(evaluable)
	if err != nil {
		return nil, err
	}
	m := &passes.Manager{Context: e.Run.Manager.Context, Registry: passes.Table(), Threads: 1}
	if err := m.Run(e.Run.Context, pipeline, module); err != nil {
		return nil, err
	}
	ev, d := evaluate.Graph(graphOf(module))
	if d != nil {
		return nil, d
	}
	host, err := run.NewPlain(ev.Graph, module, ev.Compute, ev.Initial)
	if err != nil {
		return nil, err
	}
	host.MaxSteps = maxSteps
	host.Workers = func(class *graph.VertexClass) int64 { return workers(ev.Defined[class], &ev.Target) }
	for _, v := range ev.Graph.Variables() {
		if data := replacement(v.Name(), v.Elem(), v.NumElems(), !v.IsConstant() && ev.Initial(v) != nil, seed); data != nil {
			if err := host.Array(v).Write(0, data); err != nil {
				return nil, err
			}
		}
	}
	if err := host.Run(e.Run.Context, ev.Program); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, v := range ev.Graph.Variables() {
		mem := host.Array(v)
		if data, complete, err := mem.Read(0, len(mem.Bytes)); err == nil && complete && !v.IsConstant() {
			out[v.Name()] = data
		}
	}
	return out, nil
}

// workers returns how many workers run the code of a vertex: one where its vectors
// are not distributed yet.
func workers(v *ir.Operation, t *target.Target) int64 {
	view := poplar.VertexOf(v)
	if code := view.Compute(); view.Codelet().Kind != vertex.Multi || code != nil && contains(code, vectorext.ToLayout) {
		return 1
	}
	return int64(t.Workers)
}

// lowered interprets the allocations, states and moves of a lowered graph, without
// addresses.
func (c *checker) lowered(e *passes.Event, module *ir.Operation, seed uint64) (map[string][]byte, error) {
	p, d := program.Read(graphOf(module))
	if d != nil {
		return nil, d
	}
	host, err := run.NewLowered(p, module)
	if err != nil {
		return nil, err
	}
	host.MaxSteps = maxSteps
	host.Workers = func(v *ir.Operation) int64 { return workers(v, &p.Target) }
	for _, v := range p.Variables {
		if data := replacement(v.Name, v.Elem, v.NumElements(), !v.Constant && v.Value != nil, seed); data != nil {
			if err := host.Write(v, data); err != nil {
				return nil, err
			}
		}
	}
	if err := host.Run(e.Run.Context); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, v := range p.Variables {
		if data, complete, err := host.Read(v); err == nil && complete && !v.Constant {
			out[v.Name] = data
		}
	}
	return out, nil
}

var errNoTiles = errors.New("the tiles hold no packed states")

// tiles runs the images of a module that has packed tiles.
func (c *checker) tiles(e *passes.Event, module *ir.Operation, seed uint64) (map[string][]byte, error) {
	if !poplar.IsLowered(graphOf(module)) {
		return nil, errNoTiles
	}
	prog, d := lower.Images(module)
	switch {
	case d != nil && d.Code == poplar.Codes+"unresolved":
		return nil, errNoTiles
	case d != nil:
		return nil, d
	}
	dev, err := prog.Device(module)
	if err != nil {
		return nil, err
	}
	dev.MaxSteps = maxSteps
	p, d := program.Read(graphOf(module))
	if d != nil {
		return nil, d
	}
	for _, v := range p.Variables {
		if data := replacement(v.Name, v.Elem, v.NumElements(), !v.Constant && v.Value != nil, seed); data != nil {
			if err := dev.Write(v.Name, data); err != nil {
				return nil, err
			}
		}
	}
	if err := dev.Run(e.Run.Context); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, v := range p.Variables {
		if data, _, err := dev.Read(v.Name); err == nil && !v.Constant {
			out[v.Name] = data
		}
	}
	return out, nil
}

// replacement returns other values for a variable that has some, or nil: for seed
// 0, which runs the values of the text, and for variables that have none.
func replacement(name string, e scalar.Type, n int64, given bool, seed uint64) []byte {
	if !given || seed == 0 {
		return nil
	}
	r := NewRandom(seed ^ uint64(len(name)))
	var data []byte
	for range n {
		x := uint64(r.IntN(16))
		switch e {
		case scalar.Float:
			x = uint64(r.Uint32())
		case scalar.Half:
			x = uint64(r.Uint32() & 0xffff)
		}
		data = binary.LittleEndian.AppendUint64(data, x)[:len(data)+e.Size()]
	}
	return data
}
