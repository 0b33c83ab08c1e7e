package poplar

import (
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/ir"
)

var indexResult = []ir.ValueDef{{Name: "next", Type: ir.IndexConstraint}}

func mappingOps() []*ir.OpDef {
	return []*ir.OpDef{
		{
			Kind:    "poplar.set_tile_mapping",
			New:     []string{},
			Summary: "put the elements of a view on tiles",
			Description: "Either all on one tile, or each interval of flattened positions on its tile; other elements keep " +
				"theirs. `optc tune` chooses a mapping in the place of `#poplar.mapping<?>`.",
			Operands:    []ir.ValueDef{tensorOperand("tensor"), indices()},
			Attrs:       []ir.PropDef{optionalNumber("tile"), {Name: "mapping", Type: mappingConstraint, Optional: true}},
			Constraints: []ir.Constraint{inGraph, hasNumbers{"tile"}},
			Assembly:    "$tensor (`on` custom<Index>($indices, $tile)^) : (custom<Mapping>($mapping))? attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective, "Mapping": mappingDirective},
			Verify:      verifySetTileMapping,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<100xf32>\n  poplar.set_tile_mapping %x on 5\n" +
					"  poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 3: 50..100>\n}",
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<100xf32>\n  poplar.set_tile_mapping %x #poplar.mapping<?>\n}",
			},
		},

		{
			Kind:    "poplar.map_linear",
			Summary: "spread a view evenly over the tiles",
			Description: "In the order of the flattened index. 'min' and 'grain' are in elements; without them a tile gets at " +
				"least 128 bytes, and vectors stay together. 'offset' is the first tile used.",
			Operands:    []ir.ValueDef{tensorOperand("tensor"), indices()},
			Attrs:       append(grainAttrs(), optionalNumber("offset"), flag("descending")),
			Constraints: []ir.Constraint{inGraph, hasNumbers{"offset"}},
			Assembly: "$tensor (`min` $min^ `grain` $grain)? (`offset` custom<Index>($indices, $offset)^)? " +
				"(`descending` $descending^)? attr-dict",
			Custom: map[string]ir.CustomDirective{"Index": indexDirective},
			Verify: verifyGrain,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<100xf32>\n  poplar.map_linear %x\n" +
					"  %o = poplar.choose_offset [100]\n  poplar.map_linear %x min 32 grain 4 offset %o descending\n}",
			},
		},

		{
			Kind:        "poplar.map_linear_next",
			Summary:     "spread a view from a tile on, and tell the next tile",
			Operands:    []ir.ValueDef{tensorOperand("tensor"), indices()},
			Attrs:       []ir.PropDef{indexNumber("offset")},
			Constraints: []ir.Constraint{inGraph, hasNumbers{"offset"}},
			Assembly:    "$tensor `offset` custom<Index>($indices, $offset) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective},
			Results:     indexResult,
			Infer:       inferIndex,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<128xf32>\n  %o = poplar.map_linear_next %x offset 6\n" +
					"  %p = poplar.map_linear_next %x offset %o\n}",
			},
		},

		{
			Kind:        "poplar.choose_offset",
			Summary:     "first tile for a shape, so that tensors of different shapes start on different tiles",
			Constraints: []ir.Constraint{inGraph},
			Results:     indexResult,
			Attrs: []ir.PropDef{
				{Name: "shape", Type: ir.DenseI64ArrayAttr},
				{Name: "seed", Type: integerAttr, Optional: true},
			},
			Assembly: "$shape (`seed` $seed^)? attr-dict",
			Infer:    inferIndex,
			Examples: []string{"poplar.graph @g {\n  %o = poplar.choose_offset [4, 64]\n  %p = poplar.choose_offset [4, 64] seed 4660\n}"},
		},

		{
			Kind:    "poplar.map_by_use",
			Summary: "spread elements over the tiles that use them",
			Description: "The uses in the region are recorded and resolved together. The method 'none' divides elements in whole grains. The method 'halo' " +
				"also gives a region between two users to the first of them. The method 'constrain' never gives a tile an element that it does " +
				"not use. With 'extend', unused elements belong to the region before them.",
			Operands: []ir.ValueDef{indices()},
			Attrs: append(integers("grain", "min"), ir.PropDef{Name: "method", Type: mappingMethodAttr()}, flag("extend"),
				optionalNumber("start"), flag("descending")),
			Constraints: []ir.Constraint{inside{GraphOp{}}, hasNumbers{"start"}},
			Regions:     []ir.RegionDef{{Name: "uses", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Assembly: "`grain` $grain `min` $min `method` `(` $method `)` (`extend` $extend^)? " +
				"(`start` custom<Index>($indices, $start)^)? (`descending` $descending^)? attr-dict-with-keyword $uses",
			Custom: map[string]ir.CustomDirective{"Index": indexDirective},
			Examples: []string{
				`poplar.graph @g {
  %w = poplar.variable "w" : !poplar.tensor<20xf32>
  poplar.map_by_use grain 4 min 4 method(constrain) extend start 2 descending {
    poplar.use %w on 0
    poplar.use %w on 3
  }
}`,
			},
		},

		{
			Kind:        "poplar.use",
			Summary:     "a tile uses the elements of a view",
			Operands:    []ir.ValueDef{tensorOperand("tensor"), indices()},
			Attrs:       []ir.PropDef{indexNumber("tile")},
			Constraints: []ir.Constraint{inside{MapByUseOp{}}, hasNumbers{"tile"}},
			Assembly:    "$tensor `on` custom<Index>($indices, $tile) attr-dict",
			Custom:      map[string]ir.CustomDirective{"Index": indexDirective},
			Examples: []string{
				"poplar.graph @g {\n  %w = poplar.variable \"w\" : !poplar.tensor<20xf32>\n  %t = poplar.choose_offset [20]\n" +
					"  poplar.map_by_use grain 4 min 0 method(none) {\n    poplar.use %w on %t\n  }\n}",
			},
		},

		{
			Kind:    "poplar.broadcast_operand",
			Summary: "operand of a broadcast, mapped to the tiles that use it",
			Description: "Creates a variable as long as a dimension of the full tensor, each element on a tile that holds elements " +
				"with that index. 'dither' moves the mapping by an offset chosen from the shape.",
			Operands: []ir.ValueDef{tensorOperand("full")},
			Attrs: []ir.PropDef{
				nameDef,
				{Name: "dim", Type: integerAttr},
				{Name: "type", Type: scalarAttr},
				flag("dither"),
			},
			Constraints: []ir.Constraint{inside{GraphOp{}}},
			Results:     []ir.ValueDef{{Name: "result", Type: tensorConstraint}},
			Assembly:    "$full `dim` $dim `type` $type (`dither` $dither^)? attr-dict",
			Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
				t, err := broadcastType(st.Operands[0], st.Prop)
				if err != nil {
					return nil, notInferred(st, err)
				}
				return []ir.Type{t}, nil
			},
			Verify: func(op *ir.Operation) *ir.Diagnostic {
				t, err := broadcastType(op.Operand(0), op.Attr)
				if err != nil {
					return Diagnose(op, err)
				}
				return expectResult(op, 0, t)
			},
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<4x64xf16>\n  poplar.map_linear %x\n" +
					"  %b = poplar.broadcast_operand %x dim 1 type f32 dither {name = \"bias\"}\n}",
			},
		},
	}
}

// mappingDirective is a mapping, which must be present.
var mappingDirective = ir.CustomDirective{
	Form:  "#1",
	Parse: func(p ir.OpParser, st *ir.OpState, args []ir.FormatArg) { st.SetProp(args[0].Text, p.Attr(nil)) },
	Print: func(p *ir.Printer, op *ir.Operation, args []ir.FormatArg) { p.Attr(op.Prop(args[0].Index)) },
}

func mappingMethodAttr() *ir.AttrConstraint {
	var words []string
	for _, m := range graph.MappingMethods() {
		words = append(words, m.IRName())
	}
	return ir.StrEnum("method", words...)
}

// grainAttrs are the optional minimum and grain of a linear mapping, in elements.
func grainAttrs() []ir.PropDef {
	return []ir.PropDef{
		{Name: "min", Type: integerAttr, Optional: true},
		{Name: "grain", Type: integerAttr, Optional: true, Absent: 0},
	}
}

func inferIndex(c *ir.Context, _ *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
	return []ir.Type{c.Index()}, nil
}

// broadcastType is the type of the operand that broadcast_operand creates.
func broadcastType(full *ir.Value, get attrs) (*TensorType, error) {
	t := full.Type().(*TensorType)
	dim := get.int("dim")
	if dim < 0 || dim >= int64(len(t.Shape)) {
		return nil, graph.CheckDim(int(dim), len(t.Shape))
	}
	e, _ := ElemOf(get("type").(*ir.TypeAttr).Value)
	return TensorOf(t.Context(), t.Shape[dim:dim+1], e), nil
}

// expectResult compares a result with its required type.
func expectResult(op *ir.Operation, i int, want ir.Type) *ir.Diagnostic {
	if got := op.Result(i).Type(); got != want {
		return op.Errorf("expected result type '%s', but got '%s'", want, got).WithCode(Codes + "shape-mismatch")
	}
	return nil
}

// verifySetTileMapping checks what can be checked without evaluating the graph.
func verifySetTileMapping(op *ir.Operation) *ir.Diagnostic {
	m := ir.Get[*MappingAttr](op, "mapping")
	if hasTile := op.Attr("tile") != nil; hasTile == (m != nil) {
		return op.Errorf("expected either a tile or a mapping")
	}
	t, known := TargetFor(op)
	if !known || IsOpen(op) {
		return nil
	}
	g := graph.New(t)
	if m == nil {
		return verifyTile(op, g)
	}
	dense, err := m.Mapping(t.NumTiles())
	if err != nil {
		return Diagnose(op, err)
	}
	shape := op.Operand(0).Type().(*TensorType)
	if !shape.IsStatic() {
		return nil
	}
	if _, err := g.PositionRuns(graph.Product(shape.Shape), dense); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

// verifyTile checks a written tile number against the graph.
func verifyTile(op *ir.Operation, g *graph.Graph) *ir.Diagnostic {
	if _, isMap := op.Attr("tile").(*ir.AffineMapAttr); isMap {
		return nil
	}
	if err := g.CheckTile(int(intAttr(op, "tile"))); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

func verifyGrain(op *ir.Operation) *ir.Diagnostic {
	if op.Attr("min") == nil {
		return nil
	}
	if _, err := tilemap.NewPartition(0, tilemap.SplitOptions{Grain: intAttr(op, "grain"), MinElems: intAttr(op, "min")}); err != nil {
		return Diagnose(op, err)
	}
	return nil
}
