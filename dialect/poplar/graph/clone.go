package graph

import (
	"cmp"
	"slices"
	"strings"

	"optc/diag"
	"optc/dialect/poplar/tilemap"
)

// CloneMethod specifies the order of the elements in a clone, and the treatment of
// aliases (Poplar C++ API, TensorCloneMethod).
type CloneMethod uint8

const (
	// DefaultClone is the method that the called function documents.
	DefaultClone CloneMethod = iota
	// PreserveOrderAndAliases makes one element per distinct element of the view, in the
	// order of the source's variables.
	PreserveOrderAndAliases
	// CreateNewOrder makes one element per position, in view order.
	CreateNewOrder
	// PreserveOrderUnlessAliases is PreserveOrderAndAliases for a tensor
	// without aliases and CreateNewOrder for one with aliases.
	PreserveOrderUnlessAliases
	// GatherAndPreserveTileOrderAndAliases is PreserveOrderAndAliases with the elements
	// ordered by tile first; elements without a tile come last.
	GatherAndPreserveTileOrderAndAliases
)

var cloneMethods = [...]struct{ cpp, ir string }{
	DefaultClone:                         {"default", ""},
	PreserveOrderAndAliases:              {"PRESERVE_ORDER_AND_ALIASES", "preserve"},
	CreateNewOrder:                       {"CREATE_NEW_ORDER", "new"},
	PreserveOrderUnlessAliases:           {"PRESERVE_ORDER_UNLESS_ALIASES", "preserve_unless_aliases"},
	GatherAndPreserveTileOrderAndAliases: {"GATHER_AND_PRESERVE_TILE_ORDER_AND_ALIASES", "gather"},
}

// String is the name of the C++ enumerator.
func (m CloneMethod) String() string {
	return cloneMethods[m].cpp
}

// IRName is the word for the method in the IR; it is empty for DefaultClone.
func (m CloneMethod) IRName() string {
	return cloneMethods[m].ir
}

// CloneMethods returns all methods but DefaultClone.
func CloneMethods() []CloneMethod {
	return []CloneMethod{PreserveOrderAndAliases, CreateNewOrder, PreserveOrderUnlessAliases, GatherAndPreserveTileOrderAndAliases}
}

// ParseCloneMethod finds a method by its IR word or its C++ name. The error code is
// clone-method, with a suggestion.
func ParseCloneMethod(name string) (CloneMethod, error) {
	var known []string
	for _, m := range CloneMethods() {
		if name == m.IRName() || name == m.String() {
			return m, nil
		}
		known = append(known, m.IRName())
	}
	return 0, diag.Errorf("clone-method", "unknown clone method '%s'%s", name, diag.DidYouMean(name, known)).
		Note("clone methods: %s", strings.Join(known, ", "))
}

// CloneOptions are the optional arguments of the cloning functions.
type CloneOptions struct {
	Method CloneMethod
	Name   string // debug name of the new variable; "": derived from that of the source
}

// Clone returns a copy of t in a new variable, with the tile of every element; elements
// without a tile have none in the clone. The default method is
// PreserveOrderUnlessAliases. The error codes are graph-mismatch, clone-method and
// view-size.
func (g *Graph) Clone(t Tensor, o CloneOptions) (Tensor, error) {
	if err := g.owns(t); err != nil {
		return Tensor{}, err
	}
	return g.cloneWith(t, o, func(tile int) int { return tile })
}

// CloneToIPU returns a clone of t whose elements are on the same tiles of another IPU: an
// element on local tile i of any IPU moves to local tile i of dstIPU. The default method
// is PreserveOrderUnlessAliases. It covers cloneToIpu (poplibs, poputil/TileMapping.hpp).
// The error codes are ipu-range, view-size, and the codes of [Graph.TileMapping].
func (g *Graph) CloneToIPU(t Tensor, dstIPU int, o CloneOptions) (Tensor, error) {
	if n := g.target.NumIPUs; dstIPU < 0 || dstIPU >= n {
		return Tensor{}, diag.Errorf("ipu-range", "IPU %d does not exist; there are %d IPUs", dstIPU, n)
	}
	if _, err := g.mappedRuns(t); err != nil {
		return Tensor{}, err
	}
	per := g.target.TilesPerIPU
	return g.cloneWith(t, o, func(tile int) int { return g.lo + dstIPU*per + (tile-g.lo)%per })
}

// CloneToGraph returns a clone of t in dst. An element on tile n of g moves to tile n of
// dst. The default method is PreserveOrderUnlessAliases. It covers cloneToGraph (poplibs,
// poputil/TileMapping.hpp). The error codes are replication, graph-tiles, view-size, and
// the codes of [Graph.TileMapping].
func (g *Graph) CloneToGraph(dst *Graph, t Tensor, o CloneOptions) (Tensor, error) {
	if g.replicas != dst.replicas {
		return Tensor{}, diag.Errorf("replication", "replication factors %d and %d differ", g.replicas, dst.replicas)
	}
	runs, err := g.mappedRuns(t)
	if err != nil {
		return Tensor{}, err
	}
	for _, r := range runs {
		if r.Tile >= dst.NumTiles() {
			return Tensor{}, diag.Errorf("graph-tiles", "element on tile %d, but the destination graph has %d tiles", r.Tile, dst.NumTiles()).
				Note("positions [%d,%d) are on tile %d of the source graph", r.Begin, r.End, r.Tile)
		}
	}
	return dst.cloneWith(t, o, func(tile int) int { return dst.lo + tile - g.lo })
}

// CloneAndExpandAliasing returns a clone of t without aliases. If several positions show the same
// element, the lowest keeps its tile in the clone; the others are mapped linearly, starting at tile
// offset, so that no tile has to hold many copies. It returns the offset for the next tensor, which
// equals offset if t has no aliases. It covers cloneAndExpandAliasing (poplibs,
// poputil/TileMapping.hpp); only the name of o is used. The error codes are graph-mismatch,
// map-offset and view-size.
func (g *Graph) CloneAndExpandAliasing(t Tensor, offset int, o CloneOptions) (clone Tensor, next int, err error) {
	if err := g.owns(t); err != nil {
		return Tensor{}, 0, err
	}
	if !t.ContainsAliases() {
		o.Method = PreserveOrderUnlessAliases
		clone, err = g.Clone(t, o)
		return clone, offset, err
	}
	pieces, err := t.SortedPieces()
	if err != nil {
		return Tensor{}, 0, err
	}
	var aliasing []tilemap.Interval
	for _, p := range pieces {
		if p.IsAlias() {
			aliasing = append(aliasing, p.At)
		}
	}
	m, next, err := tilemap.LinearTileMappingAndNewOffset(g.target, []int64{tilemap.TotalSize(aliasing)}, t.elem, offset)
	if err != nil {
		return Tensor{}, 0, err
	}
	o.Method = CreateNewOrder
	clone = diag.Must(g.Clone(t, o))
	return clone, next, g.SetTileMapping(diag.Must(clone.Select(aliasing)), m)
}

// IPUCopy is a copy that [Graph.CreateIPUCopy] prepares.
type IPUCopy struct {
	Clone Tensor // clone of the whole tensor
	Copy         // copies each element once
}

// CreateIPUCopy clones t to another IPU and returns the tensors of the copy that
// moves its values there; no copy is added to a program. With
// PreserveOrderAndAliases, the default, each variable element is copied once;
// with any other method source and destination are t and the clone. It covers
// createIpuCopy (poplibs, poputil/TileMapping.hpp). Errors: see [Graph.CloneToIPU].
func (g *Graph) CreateIPUCopy(t Tensor, dstIPU int, o CloneOptions) (IPUCopy, error) {
	o.Method = cmp.Or(o.Method, PreserveOrderAndAliases)
	clone, err := g.CloneToIPU(t, dstIPU, o)
	if err != nil || o.Method != PreserveOrderAndAliases {
		return IPUCopy{clone, Copy{t, clone}}, err
	}
	sequences := diag.Must(t.SortedContiguousRegions(true))
	once := slices.Concat(sequences...)
	src, err := t.Select(once)
	if err != nil {
		return IPUCopy{}, err
	}
	dst, err := clone.Select(once)
	return IPUCopy{clone, Copy{src, dst}}, err
}

// CopyToIPU is [Graph.CreateIPUCopy] whose default method is
// PreserveOrderUnlessAliases. With the copy as a step of the program it covers copyToIpu
// (poplibs, poputil/TileMapping.hpp). Errors: see [Graph.CloneToIPU].
func (g *Graph) CopyToIPU(t Tensor, dstIPU int, o CloneOptions) (IPUCopy, error) {
	o.Method = cmp.Or(o.Method, PreserveOrderUnlessAliases)
	return g.CreateIPUCopy(t, dstIPU, o)
}

// cloneWith clones t into a new variable of g; an element on root tile n of the source
// moves to root tile move(n) of g.
func (g *Graph) cloneWith(t Tensor, o CloneOptions, move func(tile int) int) (Tensor, error) {
	method := cmp.Or(o.Method, PreserveOrderUnlessAliases)
	if int(method) >= len(cloneMethods) {
		return Tensor{}, diag.Errorf("clone-method", "there is no clone method %d", method)
	}
	if method == PreserveOrderUnlessAliases {
		method = PreserveOrderAndAliases
		if t.ContainsAliases() {
			method = CreateNewOrder
		}
	}
	if method == CreateNewOrder {
		v := diag.Must(g.newVariable(cloneName(t, o), t.elem, t.shape))
		for r := range t.tileRuns() {
			if r.Tile != noTile {
				v.runs = appendRun(v.runs, TileRun{r.Begin, r.End, move(r.Tile)})
			}
		}
		return g.attach(v), nil
	}

	packed, err := t.packed()
	if err != nil {
		return Tensor{}, err
	}
	order := newCloneOrder(t.elements(), method == GatherAndPreserveTileOrderAndAliases)
	v := diag.Must(g.newVariable(cloneName(t, o), t.elem, []int64{order.size}))
	v.runs = order.tiles(move)
	var b regionBuilder
	for _, r := range packed.base.regions {
		order.replace(r, v, &b)
	}
	g.attach(v)
	packed.home = g.storage
	packed.base = newRegionList(b.regions)
	return packed, nil
}

// cloneName derives the name of a clone from the first variable in the view.
func cloneName(t Tensor, o CloneOptions) string {
	if o.Name != "" {
		return o.Name
	}
	for r := range t.Regions() {
		return r.Var.name + ".clone"
	}
	return "clone"
}

// cloneOrder places distinct source regions, sorted by variable and element,
// in a new variable.
type cloneOrder struct {
	from []Region
	to   []int64 // element of the new variable at which each region begins
	size int64
}

func newCloneOrder(elements []Region, byTile bool) cloneOrder {
	o := cloneOrder{from: elements}
	var tiles []int
	if byTile {
		o.from = nil
		for _, r := range elements {
			for run := range r.TileRuns() {
				o.from = append(o.from, Region{r.Var, run.Begin, run.End})
				tiles = append(tiles, run.Tile)
			}
		}
	}
	rank := make([]int, len(o.from))
	for i := range rank {
		rank[i] = i
	}
	if byTile {
		// As an unsigned number noTile comes last.
		slices.SortStableFunc(rank, func(a, b int) int { return cmp.Compare(uint(tiles[a]), uint(tiles[b])) })
	}
	o.to = make([]int64, len(o.from))
	for _, i := range rank {
		o.to[i] = o.size
		o.size += o.from[i].Size()
	}
	return o
}

// tiles returns the mapping of the new variable.
func (o *cloneOrder) tiles(move func(int) int) []TileRun {
	var runs []TileRun
	for i, r := range o.from {
		shift := o.to[i] - r.Begin
		for run := range r.TileRuns() {
			if run.Tile != noTile {
				runs = append(runs, TileRun{run.Begin + shift, run.End + shift, move(run.Tile)})
			}
		}
	}
	slices.SortFunc(runs, func(a, b TileRun) int { return cmp.Compare(a.Begin, b.Begin) })
	joined := runs[:0]
	for _, r := range runs {
		joined = appendRun(joined, r)
	}
	return joined
}

// replace adds the elements of v that replace source region r.
func (o *cloneOrder) replace(r Region, v *Variable, b *regionBuilder) {
	i, exact := slices.BinarySearchFunc(o.from, r, compareRegions)
	if !exact {
		i-- // r begins in region i
	}
	for r.Begin < r.End {
		from := o.from[i]
		n := min(r.End, from.End) - r.Begin
		begin := o.to[i] + r.Begin - from.Begin
		b.add(Region{v, begin, begin + n})
		r.Begin += n
		i++
	}
}
