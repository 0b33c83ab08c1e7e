package evaluate

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/ir"
)

func (e *evaluator) variable(op *ir.Operation) error {
	t := op.Result(0).Type().(*poplar.TensorType)
	var data []byte
	var err error
	if op.Attr("value") != nil {
		if data, err = poplar.ElementBytes(op.Attr("value")); err != nil {
			return err
		}
	}
	var v graph.Tensor
	if poplar.ConstantOp.Is(op) {
		name := poplar.StrAttr(op, poplar.NameAttr)
		if name == "" {
			name = fmt.Sprintf("constant%d", len(e.Graph.Variables()))
		}
		v, err = e.Graph.AddConstant(name, t.Elem, t.Shape, data)
	} else {
		v, err = e.Graph.AddVariable(poplar.StrAttr(op, poplar.NameAttr), t.Elem, t.Shape)
	}
	e.Tensors[op.Result(0)] = v
	return err
}

func (e *evaluator) virtualGraph(op *ir.Operation) error {
	g, err := e.Graph.Virtual(toInt(poplar.IntAttr(op, "lo")), toInt(poplar.IntAttr(op, "hi")))
	if err == nil && op.Attr("replicas") != nil {
		g, err = g.Replicated(toInt(poplar.IntAttr(op, "replicas")))
	}
	e.virtual[ir.SymbolName(op)] = g
	return err
}

func (e *evaluator) setTileMapping(op *ir.Operation) error {
	if m := ir.Get[*poplar.MappingAttr](op, "mapping"); m != nil {
		dense, err := m.Mapping(e.Graph.NumTiles())
		if err != nil {
			return err
		}
		return e.Graph.SetTileMapping(e.tensor(op, 0), dense)
	}
	tile, err := e.number(op, "tile", 0)
	if err != nil {
		return err
	}
	return e.Graph.SetTile(e.tensor(op, 0), toInt(tile))
}

func (e *evaluator) mapLinear(op *ir.Operation) error {
	t := e.tensor(op, 0)
	o := tilemap.NaturalLinear(e.Target, t.Elem())
	if op.Attr("min") != nil {
		o = tilemap.LinearOptions{MinElems: poplar.IntAttr(op, "min"), Grain: poplar.IntAttr(op, "grain")}
	}
	offset, err := e.number(op, "offset", 0)
	if err != nil {
		return err
	}
	o.Order = tilemap.TileOrder{Offset: toInt(offset), Descending: op.Attr("descending") != nil}
	return e.Graph.MapTensorLinearly(t, o)
}

func (e *evaluator) mapLinearNext(op *ir.Operation) error {
	offset, err := e.number(op, "offset", 0)
	if err != nil {
		return err
	}
	next, err := e.Graph.MapTensorLinearlyFrom(e.tensor(op, 0), toInt(offset))
	e.Indices[op.Result(0)] = int64(next)
	return err
}

func (e *evaluator) chooseOffset(op *ir.Operation) error {
	seed := tilemap.DefaultMappingSeed
	if a := op.Attr("seed"); a != nil {
		seed = uint64(ir.IntOr(a, 0))
	}
	offset, err := tilemap.ChooseMappingOffset(e.Graph.NumTiles(), poplar.IntsAttr(op, "shape"), seed)
	e.Indices[op.Result(0)] = int64(offset)
	return err
}

func (e *evaluator) mapByUse(op *ir.Operation) *ir.Diagnostic {
	start, err := e.number(op, "start", 0)
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	u, err := graph.NewTensorUseTracker(e.Graph.NumTiles(), tilemap.TileOrder{Offset: toInt(start), Descending: op.Attr("descending") != nil})
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	for use := range op.Body().Ops() {
		if !poplar.UseOp.Is(use) {
			if d := e.op(use); d != nil {
				return d
			}
			continue
		}
		tile, err := e.number(use, "tile", 0)
		if err == nil {
			err = u.Add(e.Graph, toInt(tile), e.tensor(use, 0))
		}
		if err != nil {
			return poplar.Diagnose(use, err)
		}
	}
	method, err := graph.ParseMappingMethod(poplar.StrAttr(op, "method"))
	if err == nil {
		err = u.MapTensorsByUse(e.Graph, graph.UseOptions{
			Grain: poplar.IntAttr(op, "grain"), MinElems: poplar.IntAttr(op, "min"), Extend: op.Attr("extend") != nil, Method: method,
		})
	}
	if err != nil {
		return poplar.Diagnose(op, err)
	}
	return nil
}

// cloneOptions reads the method and the name of a cloning operation.
func cloneOptions(op *ir.Operation) graph.CloneOptions {
	o := graph.CloneOptions{Name: poplar.StrAttr(op, poplar.NameAttr)}
	if m := poplar.StrAttr(op, "method"); m != "" {
		o.Method, _ = graph.ParseCloneMethod(m) // the verifier checked the word
	}
	return o
}

// clone runs the operations that create variables from tensors.
func (e *evaluator) clone(op *ir.Operation) error {
	t, o := e.tensor(op, 0), cloneOptions(op)
	var out graph.Tensor
	var err error
	switch op.Kind() {
	case poplar.BroadcastOperandOp:
		elem, _ := poplar.ElemOf(ir.Get[*ir.TypeAttr](op, "type").Value)
		out, err = e.Graph.CreateBroadcastOperand(t, elem, toInt(poplar.IntAttr(op, "dim")), graph.BroadcastOptions{Dither: op.Attr("dither") != nil, Name: o.Name})
	case poplar.CloneOp:
		out, err = e.Graph.Clone(t, o)
	case poplar.CloneToIPUOp:
		out, err = e.Graph.CloneToIPU(t, toInt(poplar.IntAttr(op, "ipu")), o)
	case poplar.CloneToGraphOp:
		from, to := e.virtual[poplar.SymbolAttr(op, "from")], e.virtual[poplar.SymbolAttr(op, "to")]
		if from == nil || to == nil {
			return diag.Errorf("unknown-symbol", "expected virtual graphs that are declared before")
		}
		out, err = from.CloneToGraph(to, t, o)
	case poplar.CloneExpandAliasingOp:
		var offset int64
		if offset, err = e.number(op, "offset", 0); err != nil {
			return err
		}
		var next int
		out, next, err = e.Graph.CloneAndExpandAliasing(t, toInt(offset), o)
		e.Indices[op.Result(1)] = int64(next)
	case poplar.CreateIPUCopyOp:
		var c graph.IPUCopy
		c, err = e.Graph.CreateIPUCopy(t, toInt(poplar.IntAttr(op, "ipu")), o)
		if err == nil {
			out = c.Clone
			// The ends of the copy have rank 1 whatever the method.
			e.Tensors[op.Result(1)], e.Tensors[op.Result(2)] = c.Src.Flatten(), c.Dst.Flatten()
		}
	}
	e.Tensors[op.Result(0)] = out
	return err
}

// assertion checks what an assert operation states about a view.
func (e *evaluator) assertion(op *ir.Operation) error {
	t := e.tensor(op, 0)
	failed := func(want, got any) error {
		return diag.Errorf("assert-failed", "expected %v, found %v", want, got)
	}
	switch op.Kind() {
	case poplar.AssertImbalanceOp:
		grain := ir.IntOr(op.Attr("grain"), 1)
		n, err := e.Graph.TileImbalance(t, poplar.IntAttr(op, "min"), grain)
		if want := poplar.IntAttr(op, "is"); err == nil && n != want {
			err = failed(want, n)
		}
		return err
	case poplar.AssertSplitOp:
		dim := toInt(poplar.IntAttr(op, "dim"))
		tiles, err := e.Graph.DimIsSplitOverTiles(t, dim)
		if err != nil {
			return err
		}
		ipus, err := e.Graph.DimIsSplitOverIPUs(t, dim)
		if err != nil {
			return err
		}
		want := func(name string) bool { return ir.Get[*ir.IntegerAttr](op, name).Bool() }
		if tiles != want("tiles") || ipus != want("ipus") {
			return failed(fmt.Sprintf("tiles %v ipus %v", want("tiles"), want("ipus")), fmt.Sprintf("tiles %v ipus %v", tiles, ipus))
		}
		return nil
	}
	m, err := e.Graph.TileMapping(t)
	if err != nil {
		return err
	}
	found := poplar.MappingOf(op.Operand(0).Type().Context(), m)
	if poplar.PrintMappingOp.Is(op) {
		e.Reports = append(e.Reports, op.Remarkf("mapping is %s", found))
		return nil
	}
	if want := normal(ir.Get[*poplar.MappingAttr](op, "mapping")); want != found {
		return failed(want, found)
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
