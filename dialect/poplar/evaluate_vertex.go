package poplar

import (
	"optc/diag"
	"optc/ir"
)

func (e *evaluator) computeSet(op *ir.Operation) *ir.Diagnostic {
	e.sets[ir.SymbolName(op)] = e.Graph.AddComputeSet(ir.SymbolName(op))
	if !e.vertices {
		return nil
	}
	return e.block(op.Body())
}

func (e *evaluator) addVertex(op *ir.Operation) *ir.Diagnostic {
	class, d := e.class(op)
	if d != nil {
		return d
	}
	set := op.Enclosing(func(o *ir.Operation) bool { return o.Is(ComputeSetOp) })
	tile, err := e.number(op, "tile", 0)
	if err != nil {
		return diagnose(op, err)
	}
	v, err := e.Graph.AddVertex(e.sets[ir.SymbolName(set)], class, toInt(tile))
	if err != nil {
		return diagnose(op, err)
	}
	e.added[op.Result(0)] = v
	e.Added[v] = op
	e.order = append(e.order, v)
	return nil
}

// class returns the class that an add_vertex names.
func (e *evaluator) class(op *ir.Operation) (*VertexClass, *ir.Diagnostic) {
	vertex, d := vertexClass(op, e.symbols)
	if d != nil {
		return nil, d
	}
	if vertex == nil {
		return nil, op.Errorf("vertex '%s' must be instantiated before the graph is evaluated", symbolAttr(op, "vertex")).WithCode(Codes + "unresolved")
	}
	if c := e.classes[vertex]; c != nil {
		return c, nil
	}
	fields, d := e.fields(vertex)
	if d != nil {
		return nil, d
	}
	c := &VertexClass{Codelet: VertexOf(vertex).Codelet(), Fields: fields}
	e.classes[vertex] = c
	e.Defined[c] = vertex
	return c, nil
}

// fields lays out the fields of a vertex. Where the target defines no state they
// have no place, but can be connected all the same.
func (e *evaluator) fields(vertex *ir.Operation) ([]StateField, *ir.Diagnostic) {
	if e.Target.IsTile() {
		state, d := StateOf(vertex, &e.Target)
		return state.Fields, d
	}
	var fields []StateField
	for _, f := range VertexOf(vertex).FieldOps() {
		t, _ := f.Type()
		r, err := Resolve(&e.Target, t, CompactReference)
		if err != nil {
			return nil, diagnose(f.Operation, err)
		}
		fields = append(fields, StateField{Name: f.Name(), Resolved: r})
	}
	return fields, nil
}

func (e *evaluator) instance(op *ir.Operation) (*Vertex, error) {
	v := e.added[op.Operand(0)]
	if v == nil {
		return nil, diag.Errorf("unknown-vertex", "expected the result of '%s'", AddVertexOp)
	}
	return v, nil
}

func (e *evaluator) connect(op *ir.Operation) error {
	v, err := e.instance(op)
	if err != nil {
		return err
	}
	field := symbolAttr(op, "field")
	tensors := make([]Tensor, op.NumOperands()-1)
	for i := range tensors {
		tensors[i] = e.tensor(op, i+1)
	}
	switch {
	case op.Attr("all") != nil:
		return v.ConnectAll(field, tensors)
	case op.Attr("index") != nil:
		return v.ConnectIndex(field, toInt(intAttr(op, "index")), tensors[0])
	}
	return v.Connect(field, tensors[0])
}

func (e *evaluator) set(op *ir.Operation) error {
	v, err := e.instance(op)
	if err != nil {
		return err
	}
	field := symbolAttr(op, "field")
	i, err := v.Class.field(field)
	if err != nil {
		return err
	}
	values, err := FieldValues(v.Class.Fields[i].Type, op.Attr("value"))
	if err != nil {
		return err
	}
	return v.SetValues(field, values)
}

// complete gives plain fields that were not set their default values, and
// reports what keeps the vertex from being lowered.
func (e *evaluator) complete(v *Vertex) *ir.Diagnostic {
	for i, f := range VertexOf(e.Defined[v.Class]).FieldOps() {
		if _, set := v.Values(i); set || f.Attr("value") == nil {
			continue
		}
		values, err := FieldValues(v.Class.Fields[i].Type, f.Attr("value"))
		if err == nil {
			err = v.SetValues(f.Name(), values)
		}
		if err != nil {
			return diagnose(f.Operation, err)
		}
	}
	if errs := v.Incomplete(); errs != nil {
		return diagnose(e.Added[v], errs[0])
	}
	return nil
}

// eachTile runs the body once per tile that holds elements of the first
// operand.
func (e *evaluator) eachTile(op *ir.Operation) *ir.Diagnostic {
	slices, err := e.TileSlices(op)
	if err != nil {
		return diagnose(op, err)
	}
	args := op.Body().Args()
	for _, s := range slices {
		for i, intervals := range s.Intervals {
			view, err := e.tensor(op, i).Flatten().Select(intervals)
			if err != nil {
				return diagnose(op, err)
			}
			e.Tensors[args[i]] = view
		}
		e.Indices[args[len(args)-1]] = int64(s.Tile)
		if d := e.block(op.Body()); d != nil {
			return d
		}
	}
	return nil
}

// TileSlice is one run of the body of an each_tile.
type TileSlice struct {
	Tile int
	// Intervals are, per operand, the flattened positions on the tile.
	Intervals [][]Interval
}

// TileSlices returns the runs of the body of an each_tile in order of tiles.
// Errors as [Graph.TileMapping].
func (e *Evaluation) TileSlices(op *ir.Operation) ([]TileSlice, error) {
	mappings := make([]Mapping, op.NumOperands())
	for i := range mappings {
		var err error
		if mappings[i], err = e.Graph.TileMapping(e.Tensors[op.Operand(i)]); err != nil {
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

// steps appends the steps inside a program or sequence.
func (e *evaluator) steps(op *ir.Operation, into *Sequence) *ir.Diagnostic {
	for step := range op.Body().Ops() {
		var err error
		before := len(e.Graph.Variables())
		switch step.Name() {
		case SequenceOp:
			s := &Sequence{}
			into.Add(s)
			if d := e.steps(step, s); d != nil {
				return d
			}
		case ExecuteOp:
			set := e.sets[symbolAttr(step, "set")]
			if set == nil {
				return step.Errorf("expected a compute set that is declared before").WithCode(Codes + "unknown-symbol")
			}
			into.Add(Execute{set})
		case CopyOp:
			var c Copy
			if c, err = NewCopy(e.tensor(step, 0), e.tensor(step, 1)); err == nil {
				into.Add(c)
			}
		case CopyToIPUOp:
			var t Tensor
			t, err = e.Graph.CopyToIPU(e.tensor(step, 0), into, toInt(intAttr(step, "ipu")), cloneOptions(step))
			if err == nil {
				e.Tensors[step.Result(0)] = t
				e.Copies[step] = into.Steps[len(into.Steps)-1].(Copy)
			}
		default:
			if d := e.op(step); d != nil {
				return d
			}
		}
		if err != nil {
			return diagnose(step, err)
		}
		for _, v := range e.Graph.Variables()[before:] {
			if e.Created[v] == nil {
				e.Created[v] = step
			}
		}
	}
	return nil
}
