package evaluate

import (
	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
	"optc/ir"
)

func (e *evaluator) computeSet(op *ir.Operation) error {
	name, err := e.name(op, ir.SymbolName(op), ir.Cast[poplar.ComputeSetOp](op).Suffix())
	switch {
	case err != nil:
		return poplar.Diagnose(op, err)
	case e.sets[name] != nil:
		return op.Errorf("there are two compute sets '%s'", name).WithCode(poplar.Codes+"duplicate-set").
			HintNote(op.Loc(), "in a loop, a name ends in the index: @%s[%%i]", name)
	}
	e.sets[name] = e.Graph.AddComputeSet(name)
	e.filled[op] = e.sets[name]
	if !e.vertices {
		return nil
	}
	return e.block(op.Body())
}

func (e *evaluator) addVertex(op *ir.Operation) error {
	class, err := e.class(op)
	if err != nil {
		return err
	}
	set := ir.Enclosing[poplar.ComputeSetOp](op).Operation()
	addVertex := ir.Cast[poplar.AddVertexOp](op)
	tile, err := e.number(op, addVertex.Tile(), "tile", "tile-range")
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	v, err := e.Graph.AddVertex(e.filled[set], class, tile)
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	e.added[addVertex.Instance()] = v
	e.Added[v] = op
	e.order = append(e.order, v)
	return nil
}

// class returns the class that an add_vertex names.
func (e *evaluator) class(op *ir.Operation) (*graph.VertexClass, error) {
	vertex, err := poplar.ClassOf(op, e.symbols)
	if err != nil {
		return nil, err
	}
	if vertex == nil {
		return nil, op.Errorf("vertex '%s' must be instantiated before the graph is evaluated", ir.Cast[poplar.AddVertexOp](op).Vertex()).WithCode(poplar.Codes + "unresolved")
	}
	if c := e.classes[vertex]; c != nil {
		return c, nil
	}
	if err := poplar.CheckResolved(vertex); err != nil {
		return nil, err
	}
	fields, err := e.fields(vertex)
	if err != nil {
		return nil, err
	}
	c := &graph.VertexClass{Codelet: poplar.VertexOf(vertex).Codelet(), Fields: fields}
	e.classes[vertex] = c
	e.Defined[c] = vertex
	return c, nil
}

// fields lays out the fields of a vertex. On a target that defines no state the fields
// have no place, but can still be connected.
func (e *evaluator) fields(v *ir.Operation) ([]vertex.StateField, error) {
	if e.Target.IsTile() {
		state, err := poplar.StateOf(v, &e.Target)
		return state.Fields, err
	}
	var fields []vertex.StateField
	for _, f := range poplar.VertexOf(v).FieldOps() {
		t, _ := f.Type()
		r, err := vertex.Resolve(&e.Target, t, vertex.CompactReference)
		if err != nil {
			return nil, poplar.Diagnose(f.Operation, err)
		}
		fields = append(fields, vertex.StateField{Name: f.Name(), Resolved: r})
	}
	return fields, nil
}

// instance returns the vertex for a value.
func (e *evaluator) instance(of *ir.Value) (*graph.Vertex, error) {
	v := e.added[of]
	if v == nil {
		return nil, diag.Errorf("unknown-vertex", "expected the result of '%s'", poplar.AddVertexOp{}.Kind())
	}
	return v, nil
}

func (e *evaluator) connect(op *ir.Operation) error {
	connect := ir.Cast[poplar.ConnectOp](op)
	v, err := e.instance(connect.Vertex())
	if err != nil {
		return err
	}
	field, views := connect.Field(), connect.Tensors()
	if connect.All() {
		tensors := make([]graph.Tensor, len(views))
		for i, view := range views {
			tensors[i] = e.Tensors[view]
		}
		return v.ConnectAll(field, tensors)
	}
	t := e.Tensors[views[0]]
	if len(connect.Index().Results) > 0 {
		i, err := e.number(op, connect.Index(), "index", "slice-range")
		if err != nil {
			return err
		}
		return v.ConnectIndex(field, i, t)
	}
	if err := v.Connect(field, t); err != nil {
		return err
	}
	return e.checkExtent(v, field, t.NumElems())
}

// checkExtent returns an error if n elements for a vector contradict the code of the class.
func (e *evaluator) checkExtent(v *graph.Vertex, field string, n int64) error {
	i, err := v.Class.Field(field)
	if kind := v.Class.Fields[i].Type.Kind; err != nil || kind != vertex.VectorEdge && kind != vertex.VectorField {
		return err
	}
	return poplar.CheckExtent(e.Defined[v.Class], i, n)
}

func (e *evaluator) set(op *ir.Operation) error {
	set := ir.Cast[poplar.SetOp](op)
	v, err := e.instance(set.Vertex())
	if err != nil {
		return err
	}
	field := set.Field()
	i, err := v.Class.Field(field)
	if err != nil {
		return err
	}
	value := set.Value()
	if m, ok := value.(*ir.AffineMapAttr); ok {
		n, err := e.evaluateMap(op, m.Map, "the value")
		if err != nil {
			return err
		}
		value = value.Context().I64Attr(n[0])
	}
	values, err := poplar.FieldValues(v.Class.Fields[i].Type, value)
	if err != nil {
		return err
	}
	if err := v.SetValues(field, values); err != nil {
		return err
	}
	return e.checkExtent(v, field, int64(len(values)))
}

// complete sets plain fields without values to their defaults, and reports the reasons
// why the vertex cannot be lowered.
func (e *evaluator) complete(v *graph.Vertex) error {
	for i, f := range poplar.VertexOf(e.Defined[v.Class]).FieldOps() {
		value := ir.Cast[poplar.FieldOp](f.Operation).Value()
		if _, set := v.Values(i); set || value == nil {
			continue
		}
		values, err := poplar.FieldValues(v.Class.Fields[i].Type, value)
		if err == nil {
			err = v.SetValues(f.Name(), values)
		}
		if err == nil {
			err = e.checkExtent(v, f.Name(), int64(len(values)))
		}
		if err != nil {
			return poplar.Diagnose(f.Operation, err)
		}
	}
	if errs := v.Incomplete(); errs != nil {
		return poplar.Diagnose(e.Added[v], errs[0])
	}
	return nil
}

// eachTile runs the body once per tile that holds elements of the first operand.
func (e *evaluator) eachTile(op *ir.Operation) error {
	slices, err := e.TileSlices(op)
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	args, tensors := op.Body().Args(), ir.Cast[poplar.EachTileOp](op).Tensors()
	clear(e.mappings)
	for _, s := range slices {
		for i, intervals := range s.Intervals {
			view, err := e.Tensors[tensors[i]].Flatten().Select(intervals)
			if err != nil {
				return poplar.Diagnose(op, err)
			}
			e.Tensors[args[i]] = view
		}
		e.Indices[args[len(args)-1]] = int64(s.Tile)
		if err := e.block(op.Body()); err != nil {
			return err
		}
	}
	return nil
}

// TileSlice describes a run of the body of an each_tile on a tile.
type TileSlice struct {
	Tile int
	// Intervals are, per operand, the flattened positions on the tile.
	Intervals [][]tilemap.Interval
}

// TileSlices returns the executions of the body of an each_tile in the order of the tiles. Errors:
// see [graph.Graph.TileMapping].
func (e *Evaluation) TileSlices(op *ir.Operation) ([]TileSlice, error) {
	tensors := ir.Cast[poplar.EachTileOp](op).Tensors()
	mappings := make([]tilemap.Mapping, len(tensors))
	for i, t := range tensors {
		var err error
		if mappings[i], err = e.Graph.TileMapping(e.Tensors[t]); err != nil {
			return nil, err
		}
	}
	var runs []TileSlice
	for tile, intervals := range mappings[0] {
		if len(intervals) == 0 {
			continue
		}
		run := TileSlice{Tile: tile}
		for _, m := range mappings {
			run.Intervals = append(run.Intervals, m[tile])
		}
		runs = append(runs, run)
	}
	return runs, nil
}
