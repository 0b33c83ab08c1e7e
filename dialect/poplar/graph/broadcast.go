package graph

import (
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/tilemap"
)

// BroadcastOptions are the optional arguments of
// [Graph.CreateBroadcastOperand].
type BroadcastOptions struct {
	Dither bool   // move the mapping by an offset chosen from the shape of the full tensor
	Name   string // debug name of the new variable; "": "broadcast"
}

// CreateBroadcastOperand creates a variable of rank 1 and type e with the length of
// dimension dim of a full tensor. Its elements are on tiles that use them in an
// elementwise operation of the variable and the full tensor. It covers
// createBroadcastOperand (poplibs, poputil/TileMapping.hpp). The error codes are
// dim-range, elem-unknown, split-bad for elements wider than the data path, and the codes
// of [Graph.TileMapping].
func (g *Graph) CreateBroadcastOperand(full Tensor, e scalar.Type, dim int, o BroadcastOptions) (Tensor, error) {
	// The set of tiles that use an index of dim does not depend on the order of the other
	// dimensions.
	t, at, err := full.fewestRegions(dim)
	if err != nil {
		return Tensor{}, err
	}
	runs, err := g.mappedRuns(t)
	if err != nil {
		return Tensor{}, err
	}
	size := full.shape[dim]
	name := o.Name
	if name == "" {
		name = "broadcast"
	}
	out, err := g.newVariable(name, e, []int64{size})
	if err != nil {
		return Tensor{}, err
	}
	if err := g.mapByUse(out, runs, Product(t.shape[at+1:])); err != nil {
		return Tensor{}, err
	}
	if o.Dither {
		offset, err := tilemap.ChooseMappingOffset(g.NumTiles(), full.shape, tilemap.DefaultMappingSeed)
		if err != nil {
			return Tensor{}, err
		}
		for i, r := range out.runs {
			out.runs[i].Tile = g.lo + (r.Tile-g.lo+offset)%g.NumTiles()
		}
	}
	return g.attach(out), nil
}

// mapByUse maps a new variable whose element i is used on every tile that holds a
// position p of the full tensor with p / inner mod size = i. If nothing uses it, the
// variable is mapped linearly.
func (g *Graph) mapByUse(out *Variable, full []TileRun, inner int64) error {
	if len(full) == 0 {
		return g.MapTensorLinearly(out.Tensor(), tilemap.NaturalLinear(g.target, out.elem))
	}
	u, err := NewTensorUseTracker(g.NumTiles(), tilemap.TileOrder{})
	if err != nil {
		return err
	}
	var uses []TileRun
	for _, r := range full {
		begin, end := r.Begin/inner, (r.End-1)/inner+1
		first, last := begin%out.size, (end-1)%out.size+1
		switch {
		case end-begin >= out.size:
			uses = append(uses, TileRun{0, out.size, r.Tile})
		case first < last:
			uses = append(uses, TileRun{first, last, r.Tile})
		default:
			uses = append(uses, TileRun{0, last, r.Tile}, TileRun{first, out.size, r.Tile})
		}
	}
	u.uses[out] = uses
	return u.MapTensorsByUse(g, UseOptions{
		Grain:  int64(g.target.DataPathBits / (8 * g.target.TypeSize(out.elem))),
		Method: ConstrainMappingToUsedTiles,
	})
}
