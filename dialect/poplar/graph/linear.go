package graph

import (
	"slices"

	"optc/dialect/poplar/tilemap"
)

// MapTensorLinearly spreads the elements that t shows evenly over the tiles of g,
// in the order of the flattened index. It covers all overloads of
// mapTensorLinearly and mapTensorLinearlyWithOffset (poplibs,
// poputil/TileMapping.hpp):
//
//	(graph, t, minElementsPerTile, grainSize)  LinearOptions{MinElems: …, Grain: …}
//	(graph, t)                                 NaturalLinear(g.Target(), t.Elem())
//	…WithOffset(…, offset, ascendingOrder)     the same with Order
//
// Errors: see [tilemap.LinearTileMapping] and [Graph.SetTileMapping].
func (g *Graph) MapTensorLinearly(t Tensor, o tilemap.LinearOptions) error {
	m, err := tilemap.LinearTileMapping(g.target, t.shape, o)
	if err != nil {
		return err
	}
	return g.SetTileMapping(t, m)
}

// MapTensorLinearlyFrom maps t with [tilemap.LinearTileMappingAndNewOffset] and returns
// the offset for the next tensor. Errors: see these two.
func (g *Graph) MapTensorLinearlyFrom(t Tensor, offset int) (next int, err error) {
	m, next, err := tilemap.LinearTileMappingAndNewOffset(g.target, t.shape, t.elem, offset)
	if err != nil {
		return next, err
	}
	return next, g.SetTileMapping(t, m)
}

// TileImbalance is [tilemap.TileImbalance] of the mapping of t, which has an entry per
// tile. It covers getTileImbalance on a tensor (poplibs, poputil/TileMapping.hpp).
// Errors: see [Graph.TileMapping].
func (g *Graph) TileImbalance(t Tensor, minElems, grain int64) (int64, error) {
	m, err := g.TileMapping(t)
	if err != nil {
		return 0, err
	}
	return tilemap.TileImbalance(m, minElems, grain), nil
}

// DimIsSplitOverTiles reports whether some fibre of t along dimension dim is on more than
// one tile. It covers dimIsSplitOverTiles (poplibs, poputil/TileMapping.hpp). The error
// codes are dim-range, and the codes of [Graph.TileMapping].
func (g *Graph) DimIsSplitOverTiles(t Tensor, dim int) (bool, error) {
	return g.dimIsSplit(t, dim, func(tile int) int { return tile })
}

// DimIsSplitOverIPUs reports whether some fibre of t along dimension dim is on more than
// one IPU. It covers dimIsSplitOverIPUs (poplibs, poputil/TileMapping.hpp). The error
// codes are dim-range, and the codes of [Graph.TileMapping] if there is more than one
// IPU.
func (g *Graph) DimIsSplitOverIPUs(t Tensor, dim int) (bool, error) {
	if g.target.NumIPUs == 1 {
		return false, CheckDim(dim, t.Rank())
	}
	return g.dimIsSplit(t, dim, g.target.IPUOf)
}

// dimIsSplit reports whether the unit of some element differs along dim.
func (g *Graph) dimIsSplit(t Tensor, dim int, unit func(tile int) int) (bool, error) {
	t, dim, err := t.fewestRegions(dim)
	if err != nil || t.NumElems() == 0 {
		return false, err
	}
	runs, err := g.mappedRuns(t)
	if err != nil || t.shape[dim] == 1 {
		return false, err
	}
	inner := Product(t.shape[dim+1:])
	block := inner * t.shape[dim]
	// Compare position p with p + inner, its successor along dim, for all p at once: i is
	// the run of p, j the run of its successor.
	i, j := 0, 0
	for p, n := int64(0), t.NumElems(); p+inner < n; {
		for runs[i].End <= p {
			i++
		}
		for runs[j].End <= p+inner {
			j++
		}
		end := min(runs[i].End, runs[j].End-inner)
		if unit(runs[i].Tile) != unit(runs[j].Tile) {
			// Positions in the last slice of a block have no successor.
			if p%block < block-inner || (p/block+1)*block < end {
				return true, nil
			}
		}
		p = end
	}
	return false, nil
}

// fewestRegions returns t with its dimensions in the order that needs the fewest regions,
// and the place of dimension dim in that order. The error codes are dim-range and
// view-size.
func (t Tensor) fewestRegions(dim int) (Tensor, int, error) {
	if err := CheckDim(dim, t.Rank()); err != nil {
		return t, dim, err
	}
	t, groups, err := t.groups()
	if err != nil {
		return t, dim, err
	}
	order := byStride(groups)
	return t.regroup(permuted(t.shape, order), permuted(groups, order), t.offset), slices.Index(order, dim), nil
}
