package poplar

import (
	"fmt"
	"slices"

	"optc/diag"
	"optc/ir"
)

func (e *evaluator) variable(op *ir.Operation) error {
	t := op.Result(0).Type().(*TensorType)
	var data []byte
	var err error
	if op.Attr("value") != nil {
		if data, err = elementBytes(op); err != nil {
			return err
		}
	}
	var v Tensor
	if op.Is(ConstantOp) {
		name := strAttr(op, nameAttr)
		if name == "" {
			name = fmt.Sprintf("constant%d", len(e.Graph.Variables()))
		}
		v, err = e.Graph.AddConstant(name, t.Elem, t.Shape, data)
	} else {
		v, err = e.Graph.AddVariable(strAttr(op, nameAttr), t.Elem, t.Shape)
	}
	e.Tensors[op.Result(0)] = v
	return err
}

func (e *evaluator) virtualGraph(op *ir.Operation) error {
	g, err := e.Graph.Virtual(toInt(intAttr(op, "lo")), toInt(intAttr(op, "hi")))
	if err == nil && op.Attr("replicas") != nil {
		g, err = g.Replicated(toInt(intAttr(op, "replicas")))
	}
	e.virtual[ir.SymbolName(op)] = g
	return err
}

func (e *evaluator) setTileMapping(op *ir.Operation) error {
	if m := ir.Get[*MappingAttr](op, "mapping"); m != nil {
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
	o := NaturalLinear(e.Target, t.Elem())
	if op.Attr("min") != nil {
		o = LinearOptions{MinElems: intAttr(op, "min"), Grain: intAttr(op, "grain")}
	}
	offset, err := e.number(op, "offset", 0)
	if err != nil {
		return err
	}
	o.Order = TileOrder{Offset: toInt(offset), Descending: op.Attr("descending") != nil}
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
	seed := DefaultMappingSeed
	if a := op.Attr("seed"); a != nil {
		seed = uint64(ir.IntOr(a, 0))
	}
	offset, err := ChooseMappingOffset(e.Graph.NumTiles(), intsAttr(op, "shape"), seed)
	e.Indices[op.Result(0)] = int64(offset)
	return err
}

func (e *evaluator) mapByUse(op *ir.Operation) *ir.Diagnostic {
	start, err := e.number(op, "start", 0)
	if err != nil {
		return diagnose(op, err)
	}
	u, err := NewTensorUseTracker(e.Graph.NumTiles(), TileOrder{Offset: toInt(start), Descending: op.Attr("descending") != nil})
	if err != nil {
		return diagnose(op, err)
	}
	for use := range op.Body().Ops() {
		if !use.Is(UseOp) {
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
			return diagnose(use, err)
		}
	}
	method, err := ParseMappingMethod(strAttr(op, "method"))
	if err == nil {
		err = u.MapTensorsByUse(e.Graph, UseOptions{
			Grain: intAttr(op, "grain"), MinElems: intAttr(op, "min"), Extend: op.Attr("extend") != nil, Method: method,
		})
	}
	if err != nil {
		return diagnose(op, err)
	}
	return nil
}

// cloneOptions reads the method and the name of a cloning operation.
func cloneOptions(op *ir.Operation) CloneOptions {
	o := CloneOptions{Name: strAttr(op, nameAttr)}
	if m := strAttr(op, "method"); m != "" {
		o.Method, _ = ParseCloneMethod(m) // the verifier checked the word
	}
	return o
}

// clone runs the operations that create variables from tensors.
func (e *evaluator) clone(op *ir.Operation) error {
	t, o := e.tensor(op, 0), cloneOptions(op)
	var out Tensor
	var err error
	switch op.Name() {
	case BroadcastOperandOp:
		elem, _ := elemOf(ir.Get[*ir.TypeAttr](op, "type").Value)
		out, err = e.Graph.CreateBroadcastOperand(t, elem, toInt(intAttr(op, "dim")), BroadcastOptions{Dither: op.Attr("dither") != nil, Name: o.Name})
	case CloneOp:
		out, err = e.Graph.Clone(t, o)
	case CloneToIPUOp:
		out, err = e.Graph.CloneToIPU(t, toInt(intAttr(op, "ipu")), o)
	case CloneToGraphOp:
		from, to := e.virtual[symbolAttr(op, "from")], e.virtual[symbolAttr(op, "to")]
		if from == nil || to == nil {
			return diag.Errorf("unknown-symbol", "expected virtual graphs that are declared before")
		}
		out, err = from.CloneToGraph(to, t, o)
	case CloneExpandAliasingOp:
		var offset int64
		if offset, err = e.number(op, "offset", 0); err != nil {
			return err
		}
		var next int
		out, next, err = e.Graph.CloneAndExpandAliasing(t, toInt(offset), o)
		e.Indices[op.Result(1)] = int64(next)
	case CreateIPUCopyOp:
		var c IPUCopy
		c, err = e.Graph.CreateIPUCopy(t, toInt(intAttr(op, "ipu")), o)
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
	switch op.Name() {
	case AssertImbalanceOp:
		grain := ir.IntOr(op.Attr("grain"), 1)
		n, err := e.Graph.TileImbalance(t, intAttr(op, "min"), grain)
		if want := intAttr(op, "is"); err == nil && n != want {
			err = failed(want, n)
		}
		return err
	case AssertSplitOp:
		dim := toInt(intAttr(op, "dim"))
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
	found := MappingOf(op.Operand(0).Type().Context(), m)
	if op.Is(PrintMappingOp) {
		e.Reports = append(e.Reports, op.Remarkf("mapping is %s", found))
		return nil
	}
	if want := normal(ir.Get[*MappingAttr](op, "mapping")); want != found {
		return failed(want, found)
	}
	return nil
}

// normal returns the mapping with ascending intervals that do not touch.
func normal(a *MappingAttr) *MappingAttr {
	parts := slices.Clone(a.Parts)
	for i, p := range parts {
		sorted := slices.Clone(p.Intervals)
		slices.SortFunc(sorted, func(x, y Interval) int { return int(min(max(x.Begin-y.Begin, -1), 1)) })
		var merged []Interval
		for _, iv := range sorted {
			if iv.Size() > 0 {
				merged = appendMerged(merged, iv)
			}
		}
		parts[i].Intervals = merged
	}
	parts = slices.DeleteFunc(parts, func(p TilePart) bool { return len(p.Intervals) == 0 })
	return MappingOfParts(a.Context(), parts)
}
