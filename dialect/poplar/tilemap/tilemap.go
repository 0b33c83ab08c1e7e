package tilemap

import (
	"math"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
)

// TileOrder is the order in which tiles are used. The zero value is tile 0, 1, 2, and so
// on.
type TileOrder struct {
	Offset     int  // distance of the first tile from the start
	Descending bool // from high to low tile numbers (ascendingOrder = false)
}

// LinearOptions are the settings of a linear mapping of elements to tiles.
type LinearOptions struct {
	MinElems int64 // smallest number of elements of a tile, 0: no minimum
	Grain    int64 // elements that are kept together on a tile; at least 1
	Order    TileOrder
}

// minTileBytes is the amount of data that the natural mapping tries to place on a tile to
// avoid exchange costs (calcLinearTileMapping, third overload).
const minTileBytes = 128

// NaturalLinear returns the options that place on each tile whole groups of the target's
// vector width for e and at least 128 bytes: grain = vector width, minimum = ceil(128 /
// type size) (poplibs, poputil/TileMapping.hpp).
func NaturalLinear(t target.Target, e scalar.Type) LinearOptions {
	return LinearOptions{
		MinElems: DivUp(minTileBytes, int64(max(1, t.TypeSize(e)))),
		Grain:    int64(t.VectorWidth(e)),
	}
}

// LinearTileMapping spreads a tensor of the given shape evenly over the tiles of a target, in the
// order of the flattened index. It implements the four overloads of calcLinearTileMapping (poplibs,
// poputil/TileMapping.hpp):
//
//	(target, shape, minElementsPerTile, grainSize, …)  LinearTileMapping(target, shape, o)
//	(graph,  shape, minElementsPerTile, grainSize, …)  LinearTileMapping(graph.Target(), shape, o)
//	(target, shape, elementType, …)                    LinearTileMapping(target, shape, NaturalLinear(target, elem))
//	(graph,  tensor, …)                                LinearTileMapping(graph.Target(), t.Shape(), NaturalLinear(graph.Target(), t.Elem()))
//
// In the default order the result has an entry per part; in any other order it has an
// entry per tile. The first tile is Offset or, descending, the number of tiles - 1 -
// Offset, both modulo the number of tiles. The error codes are split-bad, map-no-tiles,
// map-offset, dim-range and view-size.
func LinearTileMapping(t target.Target, shape []int64, o LinearOptions) (Mapping, error) {
	n, err := CountElems(shape)
	if err != nil {
		return nil, err
	}
	if o.Order.Offset < 0 {
		return nil, diag.Errorf("map-offset", "expected an offset of at least 0, but got %d", o.Order.Offset)
	}
	tiles := t.NumTiles()
	parts, err := SplitRegions([]Interval{{End: n}}, SplitOptions{Grain: o.Grain, MaxParts: int64(tiles), MinElems: o.MinElems})
	if err != nil || o.Order == (TileOrder{}) {
		return parts, err
	}
	if tiles == 0 {
		return nil, noTiles()
	}
	m := make(Mapping, tiles)
	offset := o.Order.Offset % tiles
	for i, part := range parts {
		tile := (offset + i) % tiles
		if o.Order.Descending {
			tile = tiles - 1 - tile
		}
		m[tile] = append(m[tile], part...)
	}
	return m, nil
}

// LinearTileMappingAndNewOffset returns the natural linear mapping that starts at tile
// offset and wraps around, with an entry per tile, and the offset for the next tensor:
// the tile after the last used one, modulo the number of tiles. It covers
// calcLinearTileMappingAndNewOffset (poplibs, poputil/TileMapping.hpp). The error codes
// are map-offset, and the codes of [LinearTileMapping].
func LinearTileMappingAndNewOffset(t target.Target, shape []int64, e scalar.Type, offset int) (m Mapping, next int, err error) {
	tiles := t.NumTiles()
	if err := CheckBelow("offset", offset, tiles); err != nil {
		return nil, next, err
	}
	parts, err := LinearTileMapping(t, shape, NaturalLinear(t, e))
	if err != nil {
		return nil, next, err
	}
	if len(parts) > tiles {
		return nil, next, SplitBad("%d parts of at most 2^32-1 elements exceed %d tiles", len(parts), tiles)
	}
	return rotateMapping(parts, tiles, offset), (offset + len(parts)) % tiles, nil
}

// rotateMapping extends m to the given number of tiles and moves entry i to
// tile (i + offset) mod tiles.
func rotateMapping(m Mapping, tiles, offset int) Mapping {
	out := make(Mapping, tiles)
	for i, intervals := range m {
		out[(i+offset)%tiles] = intervals
	}
	return out
}

// DefaultMappingSeed is the seed of the first overload of chooseMappingOffset
// (poplibs, poputil/TileMapping.hpp).
const DefaultMappingSeed uint64 = 0x9E3779B9

// ChooseMappingOffset hashes a shape to an offset in [0, numTiles), so that tensors of
// different shapes start on different tiles. It covers both overloads of
// chooseMappingOffset; the constants were chosen to satisfy the vendor's tests (poplibs,
// poputil/TileMapping.hpp). The error codes are map-no-tiles and dim-range.
func ChooseMappingOffset(numTiles int, shape []int64, seed uint64) (int, error) {
	if numTiles <= 0 {
		return 0, noTiles()
	}
	const multiplier = 0xC6A4A7935BD1E995
	h := seed
	for i, dim := range shape {
		if dim < 0 {
			return 0, negativeDim(i, dim)
		}
		k := uint64(dim) * multiplier
		k ^= k >> 47
		k *= multiplier
		h = (h^k)*multiplier + 0xE6546B64
	}
	return int(h % uint64(numTiles)), nil
}

// TileImbalance returns by how many elements the fullest tile exceeds the balanced number, which is
// the number of elements divided by the entries of the mapping, rounded up, and at least minElems
// and grain. It implements getTileImbalance on a mapping (poplibs, poputil/TileMapping.hpp);
// [graph.Graph.TileImbalance] implements the tensor form.
//
// A mapping that is shorter than the number of tiles is balanced over its
// entries only; a mapping without entries is balanced.
func TileImbalance(m Mapping, minElems, grain int64) int64 {
	var largest, total int64
	for _, intervals := range m {
		n := TotalSize(intervals)
		total += n
		largest = max(largest, n)
	}
	return max(0, largest-max(DivUp(total, int64(len(m))), minElems, grain))
}

// TransformTileIndex returns the position of a mapping's tile in the order of use: the
// result begins at 0 and increases. It covers transformTileIndex (poplibs,
// poputil/TileMapping.hpp).
//
// As in the vendor's code, a descending order begins at tile numTiles - Offset, modulo
// numTiles. This differs by one tile from the vendor's documentation and from
// [LinearTileMapping]. The error codes are map-no-tiles and map-offset.
func TransformTileIndex(tile, numTiles int, order TileOrder) (int, error) {
	if err := checkTransform(tile, numTiles, order); err != nil {
		return 0, err
	}
	if order.Descending {
		return order.mirror(tile, numTiles), nil
	}
	return (numTiles + tile - order.Offset) % numTiles, nil
}

// InvTransformTileIndex is the inverse of [TransformTileIndex]: the result begins at the
// offset and increments, or decrements if descending. It covers invTransformTileIndex
// (poplibs, poputil/TileMapping.hpp). The error codes are map-no-tiles and map-offset.
func InvTransformTileIndex(tile, numTiles int, order TileOrder) (int, error) {
	if err := checkTransform(tile, numTiles, order); err != nil {
		return 0, err
	}
	return order.Device(tile, numTiles), nil
}

// Device is [InvTransformTileIndex] of checked arguments.
func (o TileOrder) Device(tile, numTiles int) int {
	if o.Descending {
		return o.mirror(tile, numTiles)
	}
	return (tile + o.Offset) % numTiles
}

// mirror is the descending transform, which is its own inverse.
func (o TileOrder) mirror(tile, numTiles int) int { return (2*numTiles - o.Offset - tile) % numTiles }

func checkTransform(tile, numTiles int, order TileOrder) error {
	if err := CheckBelow("tile", tile, numTiles); err != nil {
		return err
	}
	return CheckBelow("offset", order.Offset, numTiles)
}

// CheckBelow returns the error map-offset unless 0 ≤ v < numTiles, and map-no-tiles if
// there is no tile.
func CheckBelow(what string, v, numTiles int) error {
	switch {
	case numTiles <= 0:
		return noTiles()
	case v < 0 || v >= numTiles:
		return diag.Errorf("map-offset", "%s %d is not below %d", what, v, numTiles)
	}
	return nil
}

func noTiles() error { return diag.Errorf("map-no-tiles", "target has no tiles") }

// MaxElems bounds the elements of a tensor or variable: far above the memory
// of any system, and low enough that strides and positions stay in 64 bits.
const MaxElems = 1 << 48

// CountElems is the product of a shape. The error codes are dim-range for a negative
// dimension and view-size above 2^48 elements.
func CountElems(shape []int64) (n int64, err error) {
	n, empty := 1, false
	for i, dim := range shape {
		switch {
		case dim < 0:
			return n, negativeDim(i, dim)
		case dim == 0:
			empty = true
		case n > MaxElems/dim:
			n = math.MaxInt64
		default:
			n *= dim
		}
	}
	switch {
	case empty:
		return 0, nil
	case n > MaxElems:
		return n, diag.Errorf("view-size", "a tensor of shape %v has more than 2^48 elements", shape)
	}
	return n, nil
}

func negativeDim(i int, dim int64) error {
	return diag.Errorf("dim-range", "expected dimensions of at least 0, but dimension %d is %d", i, dim)
}
