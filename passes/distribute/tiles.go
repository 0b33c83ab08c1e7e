package distribute

import (
	"slices"

	"optc/dialect/vector"
	"optc/dialect/vectorext"
	"optc/ir"
	"optc/num"
)

// takeTiles replaces extractions of tiles by the tiles, if the part of a thread is built by
// insertions of whole tiles. It visits the insertions of each part once; the folds of the
// extractions would visit them once for each tile.
//
//	%p = vector.insert_strided_slice %tile, %q {offsets = [3, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
//	%x = vector.extract %p[3] : vector<8xf32> from vector<4x8xf32>           →   %tile
func takeTiles(rw *ir.Rewriter, op *ir.Operation) {
	parts := map[*ir.Value]map[string]*ir.Value{}
	var taken []*ir.Operation
	var tiles []*ir.Value
	ir.Walk(op, func(inner *ir.Operation) ir.WalkResult {
		extract := ir.As[vector.ExtractOp](inner)
		if !extract.Ok() || len(extract.DynamicPosition()) > 0 {
			return ir.Advance
		}
		part := extract.Source()
		if simt := ir.DefiningOp[vectorext.ToSIMTOp](part); simt.Ok() {
			if simd := ir.DefiningOp[vectorext.ToSIMDOp](simt.Input()); simd.Ok() && simd.Input().Type() == part.Type() && simd.Layout() == simt.Layout() {
				part = simd.Input()
			}
		}
		if parts[part] == nil {
			parts[part] = tilesIn(part)
		}
		if tile := parts[part][num.JoinInts(extract.StaticPosition())]; tile != nil && tile.Type() == extract.Result().Type() {
			taken, tiles = append(taken, inner), append(tiles, tile)
		}
		return ir.Advance
	})
	for i, op := range taken {
		rw.Replace(op, tiles[i])
	}
}

// tilesIn returns the tiles that were inserted into a part, by their position. A tile has
// the extents of the last dimensions of the part.
func tilesIn(part *ir.Value) map[string]*ir.Value {
	tiles := map[string]*ir.Value{}
	for def := ir.DefiningOp[vector.InsertStridedSliceOp](part); def.Ok(); def = ir.DefiningOp[vector.InsertStridedSliceOp](def.Dest()) {
		whole := def.Dest().Type().(*ir.VectorType).Dims
		tile := def.ValueToStore().Type().(*ir.VectorType).Dims
		lead := len(whole) - len(tile)
		if !slices.Equal(whole[lead:], tile) {
			break
		}
		if at := num.JoinInts(def.Offsets()[:lead]); tiles[at] == nil { // else it is overwritten later
			tiles[at] = def.ValueToStore()
		}
	}
	return tiles
}
