package poplar

import (
	"optc/dialect/poplar/graph"
	"optc/dialect/poplar/tilemap"
	"optc/ir"
)

var indexResult = []ir.ValueDef{{Name: "next", Type: ir.IndexConstraint}}

func mappingOps() []*ir.OpDef {
	return []*ir.OpDef{
		formed(&ir.OpDef{
			Name:    SetTileMappingOp,
			Summary: "put the elements of a view on tiles",
			Description: "Either all on one tile, or each interval of flattened positions on its tile; other elements keep " +
				"theirs.",
			Constraints: []ir.Constraint{inGraph},
			Verify:      verifySetTileMapping,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<100xf32>\n  poplar.set_tile_mapping %x on 5\n" +
					"  poplar.set_tile_mapping %x #poplar.mapping<0: 0..50; 3: 50..100>\n}",
			},
		}, noTypes, tensor("tensor"), either{group{keyword("on"), index("tile")}, anything("mapping", mappingConstraint)}),

		formed(&ir.OpDef{
			Name:    MapLinearOp,
			Summary: "spread a view evenly over the tiles",
			Description: "In the order of the flattened index. 'min' and 'grain' are in elements; without them a tile gets at " +
				"least 128 bytes, and vectors stay together. 'offset' is the first tile used.",
			Constraints: []ir.Constraint{inGraph},
			Verify:      verifyGrain,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<100xf32>\n  poplar.map_linear %x\n" +
					"  %o = poplar.choose_offset [100]\n  poplar.map_linear %x min 32 grain 4 offset %o descending\n}",
			},
		}, noTypes, tensor("tensor"), optional(keyword("min"), integer("min"), keyword("grain"), integer("grain")),
			optional(keyword("offset"), index("offset")), flag("descending")),

		formed(&ir.OpDef{
			Name:        MapLinearNextOp,
			Summary:     "spread a view from a tile on, and tell the next tile",
			Constraints: []ir.Constraint{inGraph},
			Results:     indexResult,
			Infer:       inferIndex,
			Examples: []string{
				"poplar.graph @g {\n  %x = poplar.variable \"x\" : !poplar.tensor<128xf32>\n  %o = poplar.map_linear_next %x offset 6\n" +
					"  %p = poplar.map_linear_next %x offset %o\n}",
			},
		}, noTypes, tensor("tensor"), keyword("offset"), index("offset")),

		formed(&ir.OpDef{
			Name:        ChooseOffsetOp,
			Summary:     "first tile for a shape, so that tensors of different shapes start on different tiles",
			Constraints: []ir.Constraint{inGraph},
			Results:     indexResult,
			Infer:       inferIndex,
			Examples:    []string{"poplar.graph @g {\n  %o = poplar.choose_offset [4, 64]\n  %p = poplar.choose_offset [4, 64] seed 4660\n}"},
		}, noTypes, nums("shape"), optional(keyword("seed"), integer("seed"))),

		formed(&ir.OpDef{
			Name:    MapByUseOp,
			Summary: "spread elements over the tiles that use them",
			Description: "The uses inside are recorded and resolved together. 'none' divides elements in whole grains, 'halo' " +
				"also gives a region between two users to the first, 'constrain' never gives a tile an element that it does " +
				"not use. 'extend' gives unused elements to the region before them.",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Regions:     []ir.RegionDef{{Name: "uses", SingleBlock: true}},
			Traits:      ir.NoTerminator | ir.SingleBlock,
			Examples: []string{
				`poplar.graph @g {
  %w = poplar.variable "w" : !poplar.tensor<20xf32>
  poplar.map_by_use grain 4 min 4 method(constrain) extend start 2 descending {
    poplar.use %w on 0
    poplar.use %w on 3
  }
}`,
			},
		}, noTypes, keyword("grain"), integer("grain"), keyword("min"), integer("min"), call{"method", choice("method", mappingMethodWords()...)},
			flag("extend"), optional(keyword("start"), index("start")), flag("descending")),

		formed(&ir.OpDef{
			Name:        UseOp,
			Summary:     "a tile uses the elements of a view",
			Constraints: []ir.Constraint{ir.HasParent{MapByUseOp}},
			Examples: []string{
				"poplar.graph @g {\n  %w = poplar.variable \"w\" : !poplar.tensor<20xf32>\n  %t = poplar.choose_offset [20]\n" +
					"  poplar.map_by_use grain 4 min 0 method(none) {\n    poplar.use %w on %t\n  }\n}",
			},
		}, noTypes, tensor("tensor"), keyword("on"), index("tile")),

		formed(&ir.OpDef{
			Name:    BroadcastOperandOp,
			Summary: "operand of a broadcast, mapped to the tiles that use it",
			Description: "Creates a variable as long as a dimension of the full tensor, each element on a tile that holds elements " +
				"with that index. 'dither' moves the mapping by an offset chosen from the shape.",
			Constraints: []ir.Constraint{ir.HasParent{GraphOp}},
			Attrs:       []ir.AttrDef{nameDef},
			Results:     []ir.ValueDef{{Name: "result", Type: tensorConstraint}},
			Infer: func(c *ir.Context, st *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
				t, err := broadcastType(st.Operands[0], st.Prop)
				if err != nil {
					return nil, ir.Errorf(st.Loc, "'%s' op %s", BroadcastOperandOp, errorText(err)).WithCode(Codes + errorCode(err))
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
		}, noTypes, tensor("full"), keyword("dim"), integer("dim"), keyword("type"), scalarType("type"), flag("dither")),
	}
}

func mappingMethodWords() (words []string) {
	for _, m := range graph.MappingMethods() {
		words = append(words, m.IRName())
	}
	return words
}

func inferIndex(c *ir.Context, _ *ir.OpState) ([]ir.Type, *ir.Diagnostic) {
	return []ir.Type{c.Index()}, nil
}

// broadcastType is the type of the operand that broadcast_operand creates.
func broadcastType(full *ir.Value, get attrs) (*TensorType, error) {
	t, ok := full.Type().(*TensorType)
	if !ok {
		return nil, notTensor(full)
	}
	dim := get.int("dim")
	if dim < 0 || dim >= int64(len(t.Shape)) {
		return nil, graph.CheckDim(int(dim), len(t.Shape))
	}
	e, _ := ElemOf(get("type").(*ir.TypeAttr).Value)
	return TensorOf(t.Context(), t.Shape[dim:dim+1], e), nil
}

// expectResult compares a result with the type that it must have.
func expectResult(op *ir.Operation, i int, want ir.Type) *ir.Diagnostic {
	if got := op.Result(i).Type(); got != want {
		return op.Errorf("expected result type '%s', but got '%s'", want, got).WithCode(Codes + "shape-mismatch")
	}
	return nil
}

// verifySetTileMapping checks what can be checked without evaluating the graph.
func verifySetTileMapping(op *ir.Operation) *ir.Diagnostic {
	m := ir.Get[*MappingAttr](op, "mapping")
	if tile := index("tile"); m != nil == tile.present(op) {
		return op.Errorf("expected either a tile or a mapping")
	}
	t, known := TargetFor(op)
	if !known {
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
	a := op.Attr("tile")
	if a == nil {
		return nil
	}
	if err := g.CheckTile(int(ir.IntOr(a, 0))); err != nil {
		return Diagnose(op, err)
	}
	return nil
}

func verifyGrain(op *ir.Operation) *ir.Diagnostic {
	if op.Attr("min") == nil {
		return nil
	}
	if _, err := tilemap.NewPartition(0, tilemap.SplitOptions{Grain: IntAttr(op, "grain"), MinElems: IntAttr(op, "min")}); err != nil {
		return Diagnose(op, err)
	}
	return nil
}
