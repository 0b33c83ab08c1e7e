package evaluate

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/scf"
	"optc/ir"
)

func (e *evaluator) variable(op *ir.Operation) error {
	variable := ir.Cast[poplar.VariableOp](op)
	t := variable.Result().Type().(*poplar.TensorType)
	if value := variable.Value(); value != nil {
		if _, err := poplar.ElementBytes(value); err != nil {
			return err
		}
	}
	name, err := e.name(op, variable.Name(), variable.Suffix())
	if err != nil {
		return err
	}
	v, err := e.Graph.AddVariable(name, t.Elem, t.Shape)
	e.Tensors[variable.Result()] = v
	return err
}

func (e *evaluator) constant(op *ir.Operation) error {
	constant := ir.Cast[poplar.ConstantOp](op)
	t := constant.Result().Type().(*poplar.TensorType)
	data, err := poplar.ElementBytes(constant.Value())
	if err != nil {
		return err
	}
	name := constant.Name()
	if name == "" {
		name = fmt.Sprintf("constant%d", len(e.Graph.Variables()))
	}
	v, err := e.Graph.AddConstant(name, t.Elem, t.Shape, data)
	e.Tensors[constant.Result()] = v
	return err
}

func (e *evaluator) virtualGraph(op *ir.Operation) error {
	virtualGraph := ir.Cast[poplar.VirtualGraphOp](op)
	g, err := e.Graph.Virtual(toInt(virtualGraph.Lo()), toInt(virtualGraph.Hi()))
	if n, given := virtualGraph.Replicas(); err == nil && given {
		g, err = g.Replicated(toInt(n))
	}
	e.virtual[ir.SymbolName(op)] = g
	return err
}

func (e *evaluator) setTileMapping(op *ir.Operation) error {
	setTileMapping := ir.Cast[poplar.SetTileMappingOp](op)
	t := e.Tensors[setTileMapping.Tensor()]
	if m := setTileMapping.Mapping(); m != nil {
		dense, err := m.Mapping(e.Graph.NumTiles())
		if err != nil {
			return err
		}
		return e.Graph.SetTileMapping(t, dense)
	}
	tile, err := e.number(op, setTileMapping.Tile(), "tile", "tile-range")
	if err != nil {
		return err
	}
	return e.Graph.SetTile(t, tile)
}

func (e *evaluator) mapLinear(op *ir.Operation) error {
	mapLinear := ir.Cast[poplar.MapLinearOp](op)
	t := e.Tensors[mapLinear.Tensor()]
	o := tilemap.NaturalLinear(e.Target, t.Elem())
	if elems, given := mapLinear.Min(); given {
		o = tilemap.LinearOptions{MinElems: elems, Grain: mapLinear.Grain()}
	}
	offset, err := e.number(op, mapLinear.Offset(), "offset", "map-offset")
	if err != nil {
		return err
	}
	o.Order = tilemap.TileOrder{Offset: offset, Descending: mapLinear.Descending()}
	return e.Graph.MapTensorLinearly(t, o)
}

func (e *evaluator) mapLinearNext(op *ir.Operation) error {
	mapLinearNext := ir.Cast[poplar.MapLinearNextOp](op)
	offset, err := e.number(op, mapLinearNext.Offset(), "offset", "map-offset")
	if err != nil {
		return err
	}
	next, err := e.Graph.MapTensorLinearlyFrom(e.Tensors[mapLinearNext.Tensor()], offset)
	e.Indices[mapLinearNext.Next()] = int64(next)
	return err
}

func (e *evaluator) chooseOffset(op *ir.Operation) error {
	seed := tilemap.DefaultMappingSeed
	chooseOffset := ir.Cast[poplar.ChooseOffsetOp](op)
	if n, given := chooseOffset.Seed(); given {
		seed = uint64(n)
	}
	offset, err := tilemap.ChooseMappingOffset(e.Graph.NumTiles(), chooseOffset.Shape(), seed)
	e.Indices[chooseOffset.Next()] = int64(offset)
	return err
}

func (e *evaluator) mapByUse(op *ir.Operation) error {
	mapByUse := ir.Cast[poplar.MapByUseOp](op)
	start, err := e.number(op, mapByUse.Start(), "start", "map-offset")
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	u, err := graph.NewTensorUseTracker(e.Graph.NumTiles(), tilemap.TileOrder{Offset: start, Descending: mapByUse.Descending()})
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	if err := e.uses(u, op.Body()); err != nil {
		return err
	}
	method, err := graph.ParseMappingMethod(mapByUse.Method())
	if err == nil {
		err = u.MapTensorsByUse(e.Graph, graph.UseOptions{
			Grain: mapByUse.Grain(), MinElems: mapByUse.Min(), Extend: mapByUse.Extend(), Method: method,
		})
	}
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	return nil
}

// uses adds the uses in a block to u.
func (e *evaluator) uses(u *graph.TensorUseTracker, b *ir.Block) error {
	for op := range b.Ops() {
		var err error
		// A body of uses contains loops, decisions and uses; all other operations are evaluated as elsewhere.
		switch use := op.Typed().(type) {
		case poplar.ForOp:
			err = e.loop(use, func() error { return e.uses(u, use.Body().Front()) })
		case scf.IfOp:
			err = e.branch(use, func(b *ir.Block) error { return e.uses(u, b) })
		case poplar.UseOp:
			var tile int
			if tile, err = e.number(op, use.Tile(), "tile", "tile-range"); err == nil {
				err = u.Add(e.Graph, tile, e.Tensors[use.Tensor()])
			}
			if err != nil {
				err = poplar.Diagnose(op, err)
			}
		default:
			err = e.op(op)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *evaluator) broadcastOperand(op *ir.Operation) error {
	broadcastOperand := ir.Cast[poplar.BroadcastOperandOp](op)
	o := graph.BroadcastOptions{Dither: broadcastOperand.Dither(), Name: broadcastOperand.Name()}
	out, err := e.Graph.CreateBroadcastOperand(e.Tensors[broadcastOperand.Full()], broadcastOperand.Type(), toInt(broadcastOperand.Dim()), o)
	e.Tensors[broadcastOperand.Result()] = out
	return err
}

// method returns the cloning method for a word, which the verifier has checked.
func method(word string) (m graph.CloneMethod) {
	if word != "" {
		m, _ = graph.ParseCloneMethod(word)
	}
	return m
}

// clone runs the operations that create a variable in the shape of a view.
func (e *evaluator) clone(op *ir.Operation) error {
	clone := op.Typed().(poplar.Cloning)
	t := e.Tensors[clone.Source()]
	how := ""
	if c, ok := clone.(interface{ Method() string }); ok {
		how = c.Method()
	}
	o := graph.CloneOptions{Name: clone.Name(), Method: method(how)}
	var out graph.Tensor
	var err error
	// Each cloning operation calls a different function of the graph.
	switch op := op.Typed().(type) {
	case poplar.CloneOp:
		out, err = e.Graph.Clone(t, o)
	case poplar.CloneToIPUOp:
		out, err = e.Graph.CloneToIPU(t, toInt(op.IPU()), o)
	case poplar.CloneToGraphOp:
		from, to := e.virtual[op.From()], e.virtual[op.To()]
		if from == nil || to == nil {
			return diag.Errorf("unknown-symbol", "expected virtual graphs that are declared before")
		}
		out, err = from.CloneToGraph(to, t, o)
	case poplar.CloneExpandAliasingOp:
		var offset, next int
		if offset, err = e.number(op.Operation(), op.Offset(), "offset", "map-offset"); err != nil {
			return err
		}
		out, next, err = e.Graph.CloneAndExpandAliasing(t, offset, o)
		e.Indices[op.Next()] = int64(next)
	case poplar.CreateIPUCopyOp:
		var c graph.IPUCopy
		c, err = e.Graph.CreateIPUCopy(t, toInt(op.IPU()), o)
		if err == nil {
			out = c.Clone
			// The ends of the copy have rank 1 for every method.
			e.Tensors[op.Src()] = c.Src.Flatten()
			e.Tensors[op.Dst()] = c.Dst.Flatten()
		}
	}
	e.Tensors[clone.Clone()] = out
	return err
}

func assertFailed(want, got any) error {
	return diag.Errorf("assert-failed", "expected %v, found %v", want, got)
}

func (e *evaluator) assertImbalance(op *ir.Operation) error {
	assertImbalance := ir.Cast[poplar.AssertImbalanceOp](op)
	n, err := e.Graph.TileImbalance(e.Tensors[assertImbalance.Tensor()], assertImbalance.Min(), assertImbalance.Grain())
	if want := assertImbalance.IsAttr(); err == nil && n != want {
		err = assertFailed(want, n)
	}
	return err
}

func (e *evaluator) assertSplit(op *ir.Operation) error {
	assertSplit := ir.Cast[poplar.AssertSplitOp](op)
	t, dim := e.Tensors[assertSplit.Tensor()], toInt(assertSplit.Dim())
	tiles, err := e.Graph.DimIsSplitOverTiles(t, dim)
	if err != nil {
		return err
	}
	ipus, err := e.Graph.DimIsSplitOverIPUs(t, dim)
	if err != nil {
		return err
	}
	facts := func(tiles, ipus bool) string { return fmt.Sprintf("tiles %v ipus %v", tiles, ipus) }
	if want, found := facts(assertSplit.Tiles(), assertSplit.IPUs()), facts(tiles, ipus); want != found {
		return assertFailed(want, found)
	}
	return nil
}

// mapping returns the places of the elements of a view.
func (e *evaluator) mapping(view *ir.Value) (*poplar.MappingAttr, error) {
	m, err := e.Graph.TileMapping(e.Tensors[view])
	if err != nil {
		return nil, err
	}
	return poplar.MappingOf(view.Type().Context(), m), nil
}

func (e *evaluator) printMapping(op *ir.Operation) error {
	found, err := e.mapping(ir.Cast[poplar.PrintMappingOp](op).Tensor())
	if err == nil {
		e.Reports = append(e.Reports, op.Remarkf("mapping is %s", found))
	}
	return err
}

func (e *evaluator) assertMapping(op *ir.Operation) error {
	assertMapping := ir.Cast[poplar.AssertMappingOp](op)
	found, err := e.mapping(assertMapping.Tensor())
	if err != nil {
		return err
	}
	if want := normal(assertMapping.Mapping()); want != found {
		return assertFailed(want, found)
	}
	return nil
}

// normal returns the mapping with ascending intervals that do not touch.
func normal(a *poplar.MappingAttr) *poplar.MappingAttr {
	parts := slices.Clone(a.Parts)
	for i, p := range parts {
		sorted := slices.Clone(p.Intervals)
		slices.SortFunc(sorted, func(x, y tilemap.Interval) int { return int(min(max(x.Begin-y.Begin, -1), 1)) })
		var merged []tilemap.Interval
		for _, iv := range sorted {
			if iv.Size() > 0 {
				merged = tilemap.AppendMerged(merged, iv)
			}
		}
		parts[i].Intervals = merged
	}
	parts = slices.DeleteFunc(parts, func(p tilemap.TilePart) bool { return len(p.Intervals) == 0 })
	return poplar.MappingOfParts(a.Context(), parts)
}
