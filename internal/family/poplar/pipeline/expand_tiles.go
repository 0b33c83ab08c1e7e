package poplar

import (
	"optc/dialect/arith"
	"optc/dialect/poplar"
	"optc/dialect/poplar/tilemap"
	"optc/internal/family/poplar/evaluate"
	"optc/ir"
	"optc/passes"
)

// PoplarExpandTiles is poplar-expand-tiles.
var ExpandTiles = &passes.Pass{
	Name:  "poplar-expand-tiles",
	Title: "Expand 'poplar.each_tile' operations to one body per tile",
	Doc: `A poplar.each_tile becomes its body once per tile that holds elements of the first
tensor, with slices of the tensors and the number of the tile in the place of its
arguments. Mappings must be evaluated before.

    poplar.each_tile (%xs, %tile) of (%x) {
      %v = poplar.add_vertex @"demo::P" on %tile
      poplar.connect %v @x to %xs
    }

with half of 64 elements on each of two tiles becomes

    %0 = poplar.slice %x from 0 to 32 dim 0 : !poplar.tensor<64xf32> to !poplar.tensor<32xf32>
    %v = poplar.add_vertex @"demo::P" on 0
    poplar.connect %v @x to %0
    %1 = poplar.slice %x from 32 to 64 dim 0 : !poplar.tensor<64xf32> to !poplar.tensor<32xf32>
    %v_0 = poplar.add_vertex @"demo::P" on 1
    poplar.connect %v_0 @x to %1

Loops in the body are expanded, and poplar.tile_range becomes numbers.`,
	Anchor:     []ir.OpKind{ir.ModuleOp{}},
	Dialects:   []string{"arith", "poplar"},
	Needs:      []passes.Condition{{Text: "mappings are evaluated"}},
	Guarantees: []passes.Condition{{Text: "there is no poplar.each_tile", Check: noEachTile}},
	Run:        runPoplarExpandTiles,
}

// eachTiles returns the poplar.each_tile inside op.
func eachTiles(op *ir.Operation) []*ir.Operation {
	var found []*ir.Operation
	ir.Walk(op, func(o *ir.Operation) ir.WalkResult {
		if ir.Is[poplar.EachTileOp](o) {
			found = append(found, o)
			return ir.Skip
		}
		return ir.Advance
	})
	return found
}

func noEachTile(module *ir.Operation) *ir.Diagnostic {
	if left := eachTiles(module); left != nil {
		return left[0].Errorf("must be expanded").WithCode(poplar.Codes + "unresolved")
	}
	return nil
}

func runPoplarExpandTiles(c *passes.Context) (changed bool, err error) {
	for graph := range unlowered(c) {
		changed = expandGraph(c, graph) || changed
	}
	return changed, nil
}

func expandGraph(c *passes.Context, graph *ir.Operation) bool {
	loops := eachTiles(graph)
	if loops == nil {
		return false
	}
	e, err := tensorEvaluation.Of(c, graph)
	if err != nil {
		c.Fail(err)
		return false
	}
	rw := c.Rewriter(nil)
	x := &expander{c: c, rw: rw, numbers: map[*ir.Value]int64{}, evaluation: e}
	for _, op := range loops {
		if c.Err() != nil {
			return true
		}
		runs, err := e.TileSlices(op)
		if err != nil {
			c.Report(op.OpError(poplar.Codes, err))
			continue
		}
		x.expandTiles(op, runs)
		rw.Erase(op)
	}
	x.eraseFolded()
	poplar.RefineViews(rw, graph)
	eraseDead(rw, graph.Body())
	return true
}

// expandTiles copies the body of an each_tile before it, once per run.
func (x *expander) expandTiles(op *ir.Operation, runs []evaluate.TileSlice) {
	x.mappings = map[*ir.Value]tilemap.Mapping{}
	rw := x.rw
	rw.Before(op).Loc = op.Loc()
	tensors := ir.Cast[poplar.EachTileOp](op).Tensors()
	flat := make([]*ir.Value, len(tensors))
	for i, t := range tensors {
		flat[i] = flatView(rw, t)
	}
	args := op.Body().Args()
	for run := range passes.Each(x.c, runs) {
		if x.c.Failed() {
			return
		}
		var m ir.Mapping
		for i, intervals := range run.Intervals {
			pieces := make([]*ir.Value, len(intervals))
			for k, iv := range intervals {
				pieces[k] = sliceView(rw, flat[i], iv)
			}
			if len(pieces) == 0 {
				pieces = []*ir.Value{sliceView(rw, flat[i], tilemap.Interval{})}
			}
			m.Map(args[i], concatViews(rw, pieces))
		}
		tile := arith.ConstantIndex(rw, int64(run.Tile))
		m.Map(args[len(args)-1], tile)
		x.numbers[tile] = int64(run.Tile)
		x.copyBody(op, &m)
		if tile.Unused() {
			rw.Erase(tile.DefiningOp())
		}
	}
}
