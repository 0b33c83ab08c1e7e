package graph

import (
	"cmp"
	"iter"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// noTile is the tile of an unmapped element.
const noTile = -1

// SetTile places every element in the view t on one tile of g. It covers setTileMapping
// with a tile (Poplar C++ API, Graph::setTileMapping). The error codes are graph-mismatch
// and tile-range.
func (g *Graph) SetTile(t Tensor, tile int) error {
	if err := g.owns(t); err != nil {
		return err
	}
	if err := g.CheckTile(tile); err != nil {
		return err
	}
	g.write(t.elements(), func(int) int { return g.lo + tile })
	return nil
}

// SetTileMapping places the elements of t in each interval of m on the interval's tile.
// Elements in no interval keep their tile; an element shown at several positions gets the
// highest of its tiles. It covers setTileMapping with a mapping (Poplar C++ API,
// Graph::setTileMapping). The error codes are graph-mismatch, tile-range, interval-range
// and mapping-overlap; if there is an error, nothing is changed.
func (g *Graph) SetTileMapping(t Tensor, m tilemap.Mapping) error {
	if err := g.owns(t); err != nil {
		return err
	}
	runs, err := g.PositionRuns(t.NumElems(), m)
	if err != nil {
		return err
	}
	var regions []Region
	var tiles []int
	for _, run := range runs {
		c := t.cursor(run.Begin, run.End)
		for r, ok := c.next(tilemap.MaxElems); ok; r, ok = c.next(tilemap.MaxElems) {
			regions = append(regions, r)
			tiles = append(tiles, g.lo+run.Tile)
		}
	}
	g.write(regions, func(i int) int { return tiles[i] })
	return nil
}

// PositionRuns checks a mapping of n positions and returns its runs in
// ascending order.
func (g *Graph) PositionRuns(n int64, m tilemap.Mapping) ([]TileRun, error) {
	var runs []TileRun
	for tile, intervals := range m {
		for _, iv := range intervals {
			if err := g.CheckTile(tile); err != nil {
				return nil, err
			}
			if iv.Begin < 0 || iv.Begin > iv.End || iv.End > n {
				return nil, diag.Errorf("interval-range", "interval %s leaves the tensor of %d elements", iv, n).
					Note("the interval is mapped to tile %d", tile)
			}
			if iv.Begin < iv.End {
				runs = append(runs, TileRun{iv.Begin, iv.End, tile})
			}
		}
	}
	slices.SortFunc(runs, func(a, b TileRun) int { return cmp.Compare(a.Begin, b.Begin) })
	disjoint := runs[:0]
	for _, run := range runs {
		if n := len(disjoint); n > 0 && run.Begin < disjoint[n-1].End {
			last := &disjoint[n-1]
			if run.Tile != last.Tile {
				return nil, diag.Errorf("mapping-overlap", "element %d is mapped to tile %d and tile %d", run.Begin, last.Tile, run.Tile)
			}
			last.End = max(last.End, run.End)
			continue
		}
		disjoint = append(disjoint, run)
	}
	return disjoint, nil
}

// CheckTile reports tile-range unless g has the tile.
func (g *Graph) CheckTile(tile int) error {
	if tile < 0 || tile >= g.NumTiles() {
		return target.NoTile(tile, g.NumTiles()).At("on %d", tile)
	}
	return nil
}

// write places region i on root tile tileOf(i). Where regions overlap, the highest tile
// wins, as if the tiles were written in ascending order.
func (g *Graph) write(regions []Region, tileOf func(int) int) {
	perVar := make(map[*Variable][]TileRun)
	for i, r := range regions {
		perVar[r.Var] = append(perVar[r.Var], TileRun{r.Begin, r.End, tileOf(i)})
	}
	for v, runs := range perVar {
		v.overlay(highestTile(runs))
	}
}

// highestTile returns disjoint ascending runs that give each element the
// highest tile of the runs that contain it.
func highestTile(runs []TileRun) []TileRun {
	slices.SortFunc(runs, func(a, b TileRun) int { return cmp.Compare(a.Begin, b.Begin) })
	var out []TileRun
	var open tileHeap
	pos, next := int64(0), 0
	for next < len(runs) || len(open) > 0 {
		if len(open) == 0 {
			pos = runs[next].Begin
		}
		for ; next < len(runs) && runs[next].Begin <= pos; next++ {
			open.push(runs[next])
		}
		end := open[0].End
		if next < len(runs) {
			end = min(end, runs[next].Begin)
		}
		out = appendRun(out, TileRun{pos, end, open[0].Tile})
		pos = end
		for len(open) > 0 && open[0].End <= pos {
			open.pop()
		}
	}
	return out
}

// tileHeap is a binary heap of runs with the highest tile at the root.
type tileHeap []TileRun

func (h *tileHeap) push(r TileRun) {
	s := append(*h, r)
	for i := len(s) - 1; s[i].Tile > s[(i-1)/2].Tile; i = (i - 1) / 2 { // above the root is the root
		s[i], s[(i-1)/2] = s[(i-1)/2], s[i]
	}
	*h = s
}

func (h *tileHeap) pop() {
	s := *h
	n := len(s) - 1
	s[0] = s[n]
	s = s[:n]
	for i := 0; ; {
		child := 2*i + 1
		if child+1 < n && s[child+1].Tile > s[child].Tile {
			child++
		}
		if child >= n || s[child].Tile <= s[i].Tile {
			break
		}
		s[i], s[child] = s[child], s[i]
		i = child
	}
	*h = s
}

// appendRun appends r to ascending disjoint runs, or extends the last run if r continues
// it on the same tile.
func appendRun(runs []TileRun, r TileRun) []TileRun {
	if n := len(runs); n > 0 && runs[n-1].End == r.Begin && runs[n-1].Tile == r.Tile {
		runs[n-1].End = r.End
		return runs
	}
	return append(runs, r)
}

// overlay replaces the tiles of v by the tiles of runs, which are disjoint, ascending and not
// empty. Only the part of the mapping that overlaps runs is rewritten.
func (v *Variable) overlay(runs []TileRun) {
	// Runs that touch the range are included, so that they can be joined with the new
	// runs.
	lo := v.runAt(runs[0].Begin - 1)
	hi, _ := slices.BinarySearchFunc(v.runs, runs[len(runs)-1].End+1, func(r TileRun, end int64) int { return cmp.Compare(r.Begin, end) })
	out := v.home.overlaid[:0]
	old := v.runs[lo:hi] // consumed from the front; all of it is replaced below
	for _, r := range runs {
		for len(old) > 0 && old[0].Begin < r.Begin {
			out = appendRun(out, TileRun{old[0].Begin, min(old[0].End, r.Begin), old[0].Tile})
			if old[0].End > r.Begin {
				old[0].Begin = r.Begin
				break
			}
			old = old[1:]
		}
		out = appendRun(out, r)
		for len(old) > 0 && old[0].End <= r.End {
			old = old[1:]
		}
		if len(old) > 0 {
			old[0].Begin = max(old[0].Begin, r.End)
		}
	}
	for _, r := range old {
		out = appendRun(out, r)
	}
	v.runs = slices.Replace(v.runs, lo, hi, out...)
	v.home.overlaid = out[:0]
}

// runAt returns the index of the first run that ends after element i.
func (v *Variable) runAt(i int64) int {
	at, _ := slices.BinarySearchFunc(v.runs, i+1, func(r TileRun, end int64) int { return cmp.Compare(r.End, end) })
	return at
}

// TileRuns yields the runs of v on tiles of g, in ascending order of elements, with tiles
// numbered as in g.
func (g *Graph) TileRuns(v *Variable) iter.Seq[TileRun] {
	return func(yield func(TileRun) bool) {
		for _, r := range v.runs {
			r.Tile -= g.lo
			if g.CheckTile(r.Tile) == nil && !yield(r) {
				return
			}
		}
	}
}

// ElementTile returns the tile of element i of v; ok is false if i is not an element
// or has no tile of g. It covers elementTile (Poplar C++ API, Tensor.hpp).
func (g *Graph) ElementTile(v *Variable, i int64) (tile int, ok bool) {
	at := v.runAt(i)
	if at == len(v.runs) || v.runs[at].Begin > i {
		return tile, false
	}
	tile = v.runs[at].Tile - g.lo
	return tile, g.CheckTile(tile) == nil
}

// TileMapping returns, for each tile of g, the maximal intervals of flattened positions
// of t whose element is there, ascending. Neighbouring positions form an interval even if
// they show different variables (Poplar C++ API, Tensor.hpp). The error codes are
// graph-mismatch, unmapped and tile-range for elements on a tile that a virtual graph
// does not have.
func (g *Graph) TileMapping(t Tensor) (tilemap.Mapping, error) {
	runs, err := g.mappedRuns(t)
	if err != nil {
		return nil, err
	}
	return newMapping(g.NumTiles(), runs), nil
}

// TileParts is [Graph.PartialTileMapping] as a list of the tiles that hold elements.
// Tiles without elements, which most graphs have many of, cost nothing.
func (g *Graph) TileParts(t Tensor) ([]tilemap.TilePart, error) {
	if err := g.owns(t); err != nil {
		return nil, err
	}
	var parts []tilemap.TilePart
	byTile := map[int]int{}
	for r := range t.tileRuns() {
		tile := r.Tile - g.lo
		if g.CheckTile(tile) != nil {
			continue
		}
		k, ok := byTile[tile]
		if !ok {
			k = len(parts)
			byTile[tile] = k
			parts = append(parts, tilemap.TilePart{Tile: tile})
		}
		parts[k].Intervals = append(parts[k].Intervals, tilemap.Interval{Begin: r.Begin, End: r.End})
	}
	slices.SortFunc(parts, func(a, b tilemap.TilePart) int { return cmp.Compare(a.Tile, b.Tile) })
	return parts, nil
}

// PartialTileMapping is [Graph.TileMapping] without the elements that have no tile of g.
// The error code is graph-mismatch.
func (g *Graph) PartialTileMapping(t Tensor) (tilemap.Mapping, error) {
	if err := g.owns(t); err != nil {
		return nil, err
	}
	var runs []TileRun
	for r := range t.tileRuns() {
		r.Tile -= g.lo
		if g.CheckTile(r.Tile) == nil {
			runs = append(runs, r)
		}
	}
	return newMapping(g.NumTiles(), runs), nil
}

// newMapping sorts ascending runs of positions by tile.
func newMapping(tiles int, runs []TileRun) tilemap.Mapping {
	m := make(tilemap.Mapping, tiles)
	for _, r := range runs {
		m[r.Tile] = append(m[r.Tile], tilemap.Interval{Begin: r.Begin, End: r.End})
	}
	return m
}

// mappedRuns returns the flattened positions of t as maximal runs on a tile of g. Errors:
// see [Graph.TileMapping].
func (g *Graph) mappedRuns(t Tensor) ([]TileRun, error) {
	if err := g.owns(t); err != nil {
		return nil, err
	}
	var runs []TileRun
	for r := range t.tileRuns() {
		if r.Tile == noTile {
			return nil, unmappedError(t)
		}
		if err := g.CheckTile(r.Tile - g.lo); err != nil {
			return nil, diag.Errorf("tile-range", "element %d is on tile %d, which is not in the virtual graph of tiles [%d, %d)",
				r.Begin, r.Tile, g.lo, g.lo+g.NumTiles())
		}
		r.Tile -= g.lo
		runs = append(runs, r)
	}
	return runs, nil
}

// tileRuns yields the flattened positions of t as maximal runs on a root tile, or on
// noTile.
func (t Tensor) tileRuns() iter.Seq[TileRun] {
	return func(yield func(TileRun) bool) {
		var pending TileRun
		for r := range t.Regions() {
			for tr := range r.TileRuns() {
				size := tr.End - tr.Begin
				if pending.Tile == tr.Tile {
					pending.End += size
					continue
				}
				if pending.End > pending.Begin && !yield(pending) {
					return
				}
				pending = TileRun{pending.End, pending.End + size, tr.Tile}
			}
		}
		if pending.End > pending.Begin {
			yield(pending)
		}
	}
}

// TileRuns yields the elements of r as runs on a root tile, or on noTile.
func (r Region) TileRuns() iter.Seq[TileRun] {
	return func(yield func(TileRun) bool) {
		runs := r.Var.runs[r.Var.runAt(r.Begin):]
		for at := r.Begin; at < r.End; {
			run := TileRun{at, r.End, noTile}
			switch {
			case len(runs) > 0 && runs[0].Begin <= at:
				run.End, run.Tile = min(runs[0].End, r.End), runs[0].Tile
				runs = runs[1:]
			case len(runs) > 0:
				run.End = min(runs[0].Begin, r.End)
			}
			if !yield(run) {
				return
			}
			at = run.End
		}
	}
}

// unmappedError lists the elements of t without a tile.
func unmappedError(t Tensor) error {
	var holes []tilemap.Interval
	var first *Variable
	var total int64
	for _, r := range t.elements() {
		for run := range r.TileRuns() {
			if run.Tile != noTile {
				continue
			}
			total += run.End - run.Begin
			if first == nil {
				first = r.Var
			}
			if r.Var == first {
				holes = append(holes, tilemap.Interval{Begin: run.Begin, End: run.End})
			}
		}
	}
	return diag.Errorf("unmapped", "elements %s of '%s' have no tile", tilemap.ListIntervals(holes), first.name).
		Note("%d of the %d elements shown have no tile", total, sumRegions(t.elements()))
}
