package evaluate

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/internal/poplar/graph"
	"optc/internal/poplar/tilemap"
	"optc/ir"
)

func (e *evaluator) variable(op *ir.Operation) error {
	t := poplar.VariableKind.Result(op).Type().(*poplar.TensorType)
	if value := poplar.VariableKind.Value(op); value != nil {
		if _, err := poplar.ElementBytes(value); err != nil {
			return err
		}
	}
	v, err := e.Graph.AddVariable(poplar.VariableKind.Name(op), t.Elem, t.Shape)
	e.Tensors[poplar.VariableKind.Result(op)] = v
	return err
}

func (e *evaluator) constant(op *ir.Operation) error {
	t := poplar.ConstantKind.Result(op).Type().(*poplar.TensorType)
	data, err := poplar.ElementBytes(poplar.ConstantKind.Value(op))
	if err != nil {
		return err
	}
	name := poplar.ConstantKind.Name(op)
	if name == "" {
		name = fmt.Sprintf("constant%d", len(e.Graph.Variables()))
	}
	v, err := e.Graph.AddConstant(name, t.Elem, t.Shape, data)
	e.Tensors[poplar.ConstantKind.Result(op)] = v
	return err
}

func (e *evaluator) virtualGraph(op *ir.Operation) error {
	g, err := e.Graph.Virtual(toInt(poplar.VirtualGraphKind.Lo(op)), toInt(poplar.VirtualGraphKind.Hi(op)))
	if n, given := poplar.VirtualGraphKind.Replicas(op); err == nil && given {
		g, err = g.Replicated(toInt(n))
	}
	e.virtual[ir.SymbolName(op)] = g
	return err
}

func (e *evaluator) setTileMapping(op *ir.Operation) error {
	t := e.Tensors[poplar.SetTileMappingKind.Tensor(op)]
	if m := poplar.SetTileMappingKind.Mapping(op); m != nil {
		dense, err := m.Mapping(e.Graph.NumTiles())
		if err != nil {
			return err
		}
		return e.Graph.SetTileMapping(t, dense)
	}
	tile, err := e.number(poplar.SetTileMappingKind.Tile(op), "tile", "tile-range")
	if err != nil {
		return err
	}
	return e.Graph.SetTile(t, tile)
}

func (e *evaluator) mapLinear(op *ir.Operation) error {
	t := e.Tensors[poplar.MapLinearKind.Tensor(op)]
	o := tilemap.NaturalLinear(e.Target, t.Elem())
	if elems, given := poplar.MapLinearKind.Min(op); given {
		o = tilemap.LinearOptions{MinElems: elems, Grain: poplar.MapLinearKind.Grain(op)}
	}
	offset, err := e.number(poplar.MapLinearKind.Offset(op), "offset", "map-offset")
	if err != nil {
		return err
	}
	o.Order = tilemap.TileOrder{Offset: offset, Descending: poplar.MapLinearKind.Descending(op)}
	return e.Graph.MapTensorLinearly(t, o)
}

func (e *evaluator) mapLinearNext(op *ir.Operation) error {
	offset, err := e.number(poplar.MapLinearNextKind.Offset(op), "offset", "map-offset")
	if err != nil {
		return err
	}
	next, err := e.Graph.MapTensorLinearlyFrom(e.Tensors[poplar.MapLinearNextKind.Tensor(op)], offset)
	e.Indices[poplar.MapLinearNextKind.Next(op)] = int64(next)
	return err
}

func (e *evaluator) chooseOffset(op *ir.Operation) error {
	seed := tilemap.DefaultMappingSeed
	if n, given := poplar.ChooseOffsetKind.Seed(op); given {
		seed = uint64(n)
	}
	offset, err := tilemap.ChooseMappingOffset(e.Graph.NumTiles(), poplar.ChooseOffsetKind.Shape(op), seed)
	e.Indices[poplar.ChooseOffsetKind.Next(op)] = int64(offset)
	return err
}

func (e *evaluator) mapByUse(op *ir.Operation) error {
	start, err := e.number(poplar.MapByUseKind.Start(op), "start", "map-offset")
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	u, err := graph.NewTensorUseTracker(e.Graph.NumTiles(), tilemap.TileOrder{Offset: start, Descending: poplar.MapByUseKind.Descending(op)})
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	for use := range op.Body().Ops() {
		if !poplar.UseKind.Is(use) {
			if err := e.op(use); err != nil {
				return err
			}
			continue
		}
		tile, err := e.number(poplar.UseKind.Tile(use), "tile", "tile-range")
		if err == nil {
			err = u.Add(e.Graph, tile, e.Tensors[poplar.UseKind.Tensor(use)])
		}
		if err != nil {
			return poplar.Diagnose(use, err)
		}
	}
	method, err := graph.ParseMappingMethod(poplar.MapByUseKind.Method(op))
	if err == nil {
		err = u.MapTensorsByUse(e.Graph, graph.UseOptions{
			Grain: poplar.MapByUseKind.Grain(op), MinElems: poplar.MapByUseKind.Min(op), Extend: poplar.MapByUseKind.Extend(op), Method: method,
		})
	}
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	return nil
}

func (e *evaluator) broadcastOperand(op *ir.Operation) error {
	kind := poplar.BroadcastOperandKind
	o := graph.BroadcastOptions{Dither: kind.Dither(op), Name: kind.Name(op)}
	out, err := e.Graph.CreateBroadcastOperand(e.Tensors[kind.Full(op)], kind.Type(op), toInt(kind.Dim(op)), o)
	e.Tensors[kind.Result(op)] = out
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
	t := e.Tensors[poplar.CloneKind.Source(op)]
	o := graph.CloneOptions{Name: poplar.CloneKind.Name(op), Method: method(poplar.CloneKind.Method(op))}
	var out graph.Tensor
	var err error
	switch op.Kind() {
	case poplar.CloneKind.Kind():
		out, err = e.Graph.Clone(t, o)
	case poplar.CloneToIPUKind.Kind():
		out, err = e.Graph.CloneToIPU(t, toInt(poplar.CloneToIPUKind.IPU(op)), o)
	case poplar.CloneToGraphKind.Kind():
		from, to := e.virtual[poplar.CloneToGraphKind.From(op)], e.virtual[poplar.CloneToGraphKind.To(op)]
		if from == nil || to == nil {
			return diag.Errorf("unknown-symbol", "expected virtual graphs that are declared before")
		}
		out, err = from.CloneToGraph(to, t, o)
	case poplar.CloneExpandAliasingKind.Kind():
		var offset, next int
		if offset, err = e.number(poplar.CloneExpandAliasingKind.Offset(op), "offset", "map-offset"); err != nil {
			return err
		}
		out, next, err = e.Graph.CloneAndExpandAliasing(t, offset, o)
		e.Indices[poplar.CloneExpandAliasingKind.Next(op)] = int64(next)
	case poplar.CreateIPUCopyKind.Kind():
		var c graph.IPUCopy
		c, err = e.Graph.CreateIPUCopy(t, toInt(poplar.CreateIPUCopyKind.IPU(op)), o)
		if err == nil {
			out = c.Clone
			// The ends of the copy have rank 1 whatever the method.
			e.Tensors[poplar.CreateIPUCopyKind.Src(op)] = c.Src.Flatten()
			e.Tensors[poplar.CreateIPUCopyKind.Dst(op)] = c.Dst.Flatten()
		}
	}
	e.Tensors[poplar.CloneKind.Clone(op)] = out
	return err
}

func assertFailed(want, got any) error {
	return diag.Errorf("assert-failed", "expected %v, found %v", want, got)
}

func (e *evaluator) assertImbalance(op *ir.Operation) error {
	kind := poplar.AssertImbalanceKind
	n, err := e.Graph.TileImbalance(e.Tensors[kind.Tensor(op)], kind.Min(op), kind.Grain(op))
	if want := kind.IsAttr(op); err == nil && n != want {
		err = assertFailed(want, n)
	}
	return err
}

func (e *evaluator) assertSplit(op *ir.Operation) error {
	kind := poplar.AssertSplitKind
	t, dim := e.Tensors[kind.Tensor(op)], toInt(kind.Dim(op))
	tiles, err := e.Graph.DimIsSplitOverTiles(t, dim)
	if err != nil {
		return err
	}
	ipus, err := e.Graph.DimIsSplitOverIPUs(t, dim)
	if err != nil {
		return err
	}
	facts := func(tiles, ipus bool) string { return fmt.Sprintf("tiles %v ipus %v", tiles, ipus) }
	if want, found := facts(kind.Tiles(op), kind.IPUs(op)), facts(tiles, ipus); want != found {
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
	found, err := e.mapping(poplar.PrintMappingKind.Tensor(op))
	if err == nil {
		e.Reports = append(e.Reports, op.Remarkf("mapping is %s", found))
	}
	return err
}

func (e *evaluator) assertMapping(op *ir.Operation) error {
	found, err := e.mapping(poplar.AssertMappingKind.Tensor(op))
	if err != nil {
		return err
	}
	if want := normal(poplar.AssertMappingKind.Mapping(op)); want != found {
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
