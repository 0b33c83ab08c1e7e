package graph

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// MappingMethod is the treatment of elements that several tiles use, in
// [TensorUseTracker] (TensorUseTracker::MappingMethod).
type MappingMethod uint8

const (
	// NoMappingMethod divides elements among all tiles that use them, in whole grains,
	// even if a tile does not use all elements of a grain.
	NoMappingMethod MappingMethod = iota
	// OptimizeHaloRegions also handles regions that are used by the tiles of both their
	// neighbours: only the tiles of the first neighbour get them.
	OptimizeHaloRegions
	// ConstrainMappingToUsedTiles may split at any element, so that no tile gets an
	// element that it does not use, and divides regions with common tiles together.
	ConstrainMappingToUsedTiles
)

var mappingMethods = [...]struct{ cpp, ir string }{
	NoMappingMethod:             {"None", "none"},
	OptimizeHaloRegions:         {"OptimizeHaloRegions", "halo"},
	ConstrainMappingToUsedTiles: {"ConstrainMappingToUsedTiles", "constrain"},
}

// String is the name of the C++ enumerator.
func (m MappingMethod) String() string {
	return mappingMethods[m].cpp
}

// IRName is the word for the method in the IR.
func (m MappingMethod) IRName() string {
	return mappingMethods[m].ir
}

// MappingMethods returns all methods.
func MappingMethods() []MappingMethod {
	return []MappingMethod{NoMappingMethod, OptimizeHaloRegions, ConstrainMappingToUsedTiles}
}

// ParseMappingMethod finds a method by its IR word or its C++ name. The error code is
// mapping-method, with a suggestion.
func ParseMappingMethod(name string) (MappingMethod, error) {
	var known []string
	for _, m := range MappingMethods() {
		if name == m.IRName() || name == m.String() {
			return m, nil
		}
		known = append(known, m.IRName())
	}
	return 0, diag.Errorf("mapping-method", "unknown mapping method '%s'%s", name, diag.DidYouMean(name, known)).
		Note("mapping methods: %s", strings.Join(known, ", "))
}

// UseOptions are the settings for resolving use.
type UseOptions struct {
	Grain    int64 // elements that are kept together on a tile; at least 1
	MinElems int64 // smallest number of elements of a tile; 0: no minimum
	Extend   bool  // give unused elements to the used region before them (extendPartialUsage)
	Method   MappingMethod
}

// TensorUseTracker records which tiles use which variable elements, and spreads
// the elements over the tiles that use them (poplibs, TensorUseTracker.cpp). It
// covers the class of that name; its copies are made with
// [TensorUseTracker.Clone].
type TensorUseTracker struct {
	tiles int
	order tilemap.TileOrder
	uses  map[*Variable][]TileRun // runs of tracker tiles, unordered; may overlap
}

// NewTensorUseTracker returns a tracker for devices of numTiles tiles. Use on tile t is
// mapped to tile [tilemap.InvTransformTileIndex] of t. The error codes are map-no-tiles
// and map-offset.
func NewTensorUseTracker(numTiles int, order tilemap.TileOrder) (*TensorUseTracker, error) {
	if err := tilemap.CheckBelow("start tile", order.Offset, numTiles); err != nil {
		return nil, err
	}
	return &TensorUseTracker{numTiles, order, make(map[*Variable][]TileRun)}, nil
}

// Clone returns an independent copy.
func (u *TensorUseTracker) Clone() *TensorUseTracker {
	c := &TensorUseTracker{u.tiles, u.order, make(map[*Variable][]TileRun, len(u.uses))}
	for v, runs := range u.uses {
		c.uses[v] = slices.Clone(runs)
	}
	return c
}

// Empty reports whether no use has been recorded.
func (u *TensorUseTracker) Empty() bool { return len(u.uses) == 0 }

// Add records that a tile uses the elements that t shows. Constants are left out. The
// error codes are graph-mismatch and tile-range.
func (u *TensorUseTracker) Add(g *Graph, tile int, t Tensor) error {
	if err := g.owns(t); err != nil {
		return err
	}
	if tile < 0 || tile >= u.tiles {
		return target.NoTile(tile, u.tiles).At("on %d", tile)
	}
	for _, r := range t.elements() {
		if !r.Var.IsConstant() {
			u.uses[r.Var] = append(u.uses[r.Var], TileRun{r.Begin, r.End, tile})
		}
	}
	return nil
}

// AddAll records all uses that another tracker has recorded; the start tile and the order
// of u are unchanged. The error code is tracker-tiles.
func (u *TensorUseTracker) AddAll(other *TensorUseTracker) error {
	if u.tiles != other.tiles {
		return diag.Errorf("tracker-tiles", "trackers of %d and %d tiles", u.tiles, other.tiles)
	}
	for v, runs := range other.uses {
		u.uses[v] = append(u.uses[v], runs...)
	}
	return nil
}

// Uses yields the recorded use of v on tracker tiles, sorted by element and
// tile.
func (u *TensorUseTracker) Uses(v *Variable) []TileRun {
	runs := slices.Clone(u.uses[v])
	slices.SortFunc(runs, func(a, b TileRun) int {
		return cmp.Or(cmp.Compare(a.Begin, b.Begin), cmp.Compare(a.Tile, b.Tile), cmp.Compare(a.End, b.End))
	})
	return runs
}

// Resolve replaces the recorded use by a partition: elements used by several tiles are
// spread over them. The error codes are tracker-tiles if g has another number of tiles,
// mapping-method, graph-mismatch and split-bad; if there is an error, nothing is changed.
func (u *TensorUseTracker) Resolve(g *Graph, o UseOptions) error {
	if u.tiles != g.NumTiles() {
		return diag.Errorf("tracker-tiles", "trackers of %d and %d tiles", u.tiles, g.NumTiles()).
			Note("the graph has %d tiles", g.NumTiles())
	}
	if o.Grain <= 0 || o.MinElems < 0 {
		return tilemap.SplitBad("expected a positive grain and no negative minimum, but got %d and %d", o.Grain, o.MinElems)
	}
	if int(o.Method) >= len(mappingMethods) {
		return diag.Errorf("mapping-method", "there is no mapping method %d", o.Method)
	}
	resolved := make(map[*Variable][]TileRun, len(u.uses))
	for _, v := range u.variables() {
		if v.home != g.storage {
			return graphMismatch()
		}
		runs, err := resolveUse(u.uses[v], v.size, o)
		if err != nil {
			return err
		}
		resolved[v] = runs
	}
	u.uses = resolved
	return nil
}

// MapTensorsByUse resolves the uses and places every used element on its tile of g;
// elements without use keep their tile. Errors: see [TensorUseTracker.Resolve].
func (u *TensorUseTracker) MapTensorsByUse(g *Graph, o UseOptions) error {
	if err := u.Resolve(g, o); err != nil {
		return err
	}
	for v, runs := range u.uses {
		device := make([]TileRun, len(runs))
		for i, r := range runs {
			device[i] = TileRun{r.Begin, r.End, g.lo + u.order.Device(r.Tile, u.tiles)}
		}
		v.overlay(device)
	}
	return nil
}

// variables returns the variables with use in the order of their creation.
func (u *TensorUseTracker) variables() []*Variable {
	return slices.SortedFunc(maps.Keys(u.uses), func(a, b *Variable) int { return cmp.Compare(a.number, b.number) })
}
