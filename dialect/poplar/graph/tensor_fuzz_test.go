package graph

import (
	"math/rand/v2"
	"slices"
	"testing"

	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/internal/testing/targettest"
	"optc/layout"
)

// element is an element of a variable, naiveTensor a tensor that lists its elements.
type element struct {
	v *Variable
	i int64
}

type naiveTensor struct {
	shape    []int64
	elements []element
}

// naiveOf lists the elements of a tensor individually.
func naiveOf(x Tensor) naiveTensor {
	n := naiveTensor{shape: slices.Clone(x.Shape())}
	for r := range x.Regions() {
		for i := r.Begin; i < r.End; i++ {
			n.elements = append(n.elements, element{r.Var, i})
		}
	}
	return n
}

// gather builds a tensor of another shape; from maps the index of each of its elements to
// an index of n.
func (n naiveTensor) gather(shape []int64, from func(index []int64) []int64) naiveTensor {
	out := naiveTensor{shape: shape}
	index := make([]int64, len(shape))
	for p := range Product(shape) {
		for d, rest := len(shape)-1, p; d >= 0; d-- {
			index[d] = rest % shape[d]
			rest /= shape[d]
		}
		at := int64(0)
		for d, i := range from(slices.Clone(index)) {
			at = at*n.shape[d] + i
		}
		out.elements = append(out.elements, n.elements[at])
	}
	return out
}

// along changes the size of dimension d, and maps the index in that dimension before it
// is looked up.
func (n naiveTensor) along(d int, size int64, from func(i int64) int64) naiveTensor {
	shape := slices.Clone(n.shape)
	shape[d] = size
	return n.gather(shape, func(index []int64) []int64 { index[d] = from(index[d]); return index })
}

func (n naiveTensor) permuted(perm []int) naiveTensor {
	return n.gather(permuted(n.shape, perm), func(index []int64) []int64 {
		src := make([]int64, len(index))
		for i, d := range perm {
			src[d] = index[i]
		}
		return src
	})
}

func naiveConcat(d int, tensors []naiveTensor) naiveTensor {
	out := naiveTensor{shape: slices.Clone(tensors[0].shape)}
	for _, t := range tensors[1:] {
		out.shape[d] += t.shape[d]
	}
	for o := range Product(out.shape[:d]) {
		for _, t := range tensors {
			chunk := Product(t.shape[d:])
			out.elements = append(out.elements, t.elements[o*chunk:(o+1)*chunk]...)
		}
	}
	return out
}

// randomTensors applies random view operations to some variables of g, and the
// same operations to naive tensors.
func randomTensors(t *testing.T, r *rand.Rand, g *Graph, steps int) ([]Tensor, []naiveTensor) {
	t.Helper()
	var views []Tensor
	var naive []naiveTensor
	for i, shape := range [][]int64{{2, 3, 4}, {4, 3}, {6}, {0, 3}, {}} {
		x := variable(t, g, string(rune('u'+i)), scalar.Float, shape...)
		views, naive = append(views, x), append(naive, naiveOf(x))
	}
	for range steps {
		at := r.IntN(len(views))
		x, n := views[at], naive[at]
		rank := x.Rank()
		d := 0
		if rank > 0 {
			d = r.IntN(rank)
		}
		var y Tensor
		var m naiveTensor
		switch op := r.IntN(11); {
		case op == 0:
			perm := r.Perm(rank)
			y, m = must(t)(x.DimShuffle(perm)), n.permuted(perm)
		case op == 1:
			y, m = x.Flatten(), naiveTensor{[]int64{x.NumElems()}, n.elements}
		case op == 2:
			// A random shape with the same number of elements, from the divisors of that number.
			var shape []int64
			for rest := x.NumElems(); rest > 1; {
				k := rest
				for _, p := range []int64{2, 3, 5, 7} {
					if rest%p == 0 && r.IntN(2) == 0 {
						k = p
						break
					}
				}
				shape = append(shape, k)
				rest /= k
			}
			if x.NumElems() == 0 {
				shape = []int64{3, 0}
			}
			y, m = must(t)(x.Reshape(shape)), naiveTensor{shape, n.elements}
		case op == 3:
			before := r.IntN(rank + 1)
			y = must(t)(x.Expand(before))
			m = naiveTensor{slices.Insert(slices.Clone(n.shape), before, 1), n.elements}
		case rank == 0:
			continue
		case op == 4:
			b := r.Int64N(n.shape[d] + 1)
			e := b + r.Int64N(n.shape[d]-b+1)
			y, m = must(t)(x.Slice(b, e, d)), n.along(d, e-b, func(i int64) int64 { return b + i })
		case op == 5:
			y, m = must(t)(x.Reverse(d)), n.along(d, n.shape[d], func(i int64) int64 { return n.shape[d] - 1 - i })
		case op == 6:
			k := r.Int64N(3)
			y, m = must(t)(x.Broadcast(k, d)), n.along(d, k*n.shape[d], func(i int64) int64 { return i % n.shape[d] })
		case op == 7:
			k := 1 + r.Int64N(4)
			y, m = must(t)(x.Subsample(k, d)), n.along(d, tilemap.DivUp(n.shape[d], k), func(i int64) int64 { return i * k })
		case op == 8:
			to := r.IntN(rank)
			order := slices.DeleteFunc(identity(rank), func(i int) bool { return i == d })
			order = slices.Insert(order, to, d)
			y, m = must(t)(x.DimRoll(d, to)), n.permuted(order)
		case op == 9 && n.shape[d] > 0:
			i := r.Int64N(n.shape[d])
			y = must(t)(x.Index(i, d))
			m = n.along(d, 1, func(int64) int64 { return i })
			m.shape = slices.Delete(m.shape, d, d+1)
		case op == 10:
			same, sameNaive := []Tensor{x}, []naiveTensor{n}
			for i, v := range views {
				if v.Rank() == rank && r.IntN(2) == 0 && slices.Equal(slices.Delete(slices.Clone(v.Shape()), d, d+1), slices.Delete(slices.Clone(x.Shape()), d, d+1)) {
					same, sameNaive = append(same, v), append(sameNaive, naive[i])
				}
			}
			y, m = must(t)(Concat(d, same...)), naiveConcat(d, sameNaive)
		default:
			continue
		}
		if y.NumElems() > 500 || y.Rank() > 5 {
			continue
		}
		checkNaive(t, y, m)
		views, naive = append(views, y), append(naive, m)
	}
	return views, naive
}

func identity(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// checkNaive compares a view with its naive model: shape, elements, and that
// the regions are canonical.
func checkNaive(t *testing.T, x Tensor, n naiveTensor) {
	t.Helper()
	got := naiveOf(x)
	if !slices.Equal(got.shape, n.shape) || !slices.Equal(got.elements, n.elements) {
		t.Fatalf("shape %v shows %v, want shape %v that shows %v", got.shape, got.elements, n.shape, n.elements)
	}
	var last Region
	for r := range x.Regions() {
		if r.Size() <= 0 || r.Var == last.Var && r.Begin == last.End {
			t.Fatalf("region %v follows %v", r, last)
		}
		last = r
	}
}

// FuzzViews compares random views, and all values that a graph computes from them, with lists of
// elements.
func FuzzViews(f *testing.F) {
	for seed := range uint64(80) {
		f.Add(seed, uint8(31))
	}
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) {
		r := rand.New(rand.NewPCG(seed, 0))
		g := New(targettest.New(t, "ipu2", target.Setting{Field: "num_ipus", Int: 2}, target.Setting{Field: "tiles_per_ipu", Int: 3}))
		views, naive := randomTensors(t, r, g, int(steps%32))
		tiles := make(map[element]int)
		for _, v := range g.Variables() {
			mapRandomly(t, r, g, v.Tensor(), naiveOf(v.Tensor()), tiles)
		}
		for i := max(0, len(views)-4); i < len(views); i++ {
			x, n := views[i], naive[i]
			mapRandomly(t, r, g, x, n, tiles)
			checkMapping(t, g, x, n, tiles)
			checkPieces(t, x, n)
			checkClones(t, r, g, x, n, tiles)
			for d := range x.Rank() {
				checkDimension(t, g, x, n, d, tiles)
			}
		}
	})
}

// mapRandomly maps every position of x, whole or in runs, and keeps count.
func mapRandomly(t *testing.T, r *rand.Rand, g *Graph, x Tensor, n naiveTensor, tiles map[element]int) {
	t.Helper()
	if r.IntN(4) == 0 {
		tile := r.IntN(g.NumTiles())
		if err := g.SetTile(x, tile); err != nil {
			t.Fatal(err)
		}
		for _, e := range n.elements {
			tiles[e] = tile
		}
		return
	}
	m := make(tilemap.Mapping, g.NumTiles())
	for at := int64(0); at < x.NumElems(); {
		size := min(1+r.Int64N(7), x.NumElems()-at)
		tile := r.IntN(len(m))
		m[tile] = append(m[tile], tilemap.Interval{Begin: at, End: at + size})
		at += size
	}
	if err := g.SetTileMapping(x, m); err != nil {
		t.Fatal(err)
	}
	for tile, intervals := range m {
		for _, iv := range intervals {
			for p := iv.Begin; p < iv.End; p++ {
				tiles[n.elements[p]] = tile // later tiles win
			}
		}
	}
}

// naiveMapping is the mapping of a list of tiles.
func naiveMapping(tiles []int, numTiles int) tilemap.Mapping {
	m := make(tilemap.Mapping, numTiles)
	for p, tile := range tiles {
		m[tile] = tilemap.AppendMerged(m[tile], tilemap.Interval{Begin: int64(p), End: int64(p) + 1})
	}
	return m
}

func tilesOf(elements []element, tiles map[element]int) []int {
	out := make([]int, len(elements))
	for i, e := range elements {
		out[i] = tiles[e]
	}
	return out
}

func checkTiles(t *testing.T, g *Graph, x Tensor, want []int) {
	t.Helper()
	got, err := g.TileMapping(x)
	if err != nil {
		t.Fatal(err)
	}
	if want := naiveMapping(want, g.NumTiles()); got.String() != want.String() {
		t.Fatalf("mapping %v, want %v", got, want)
	}
}

// checkLayout compares the mapping of a variable with its unit map.
func checkLayout(t *testing.T, g *Graph, v *Variable) {
	t.Helper()
	if v.NumElems() == 0 {
		return
	}
	l := g.Layout(v)
	filled := map[int]int64{}
	held := map[int][]tilemap.Interval{}
	for i := range v.NumElems() {
		tile, ok := g.ElementTile(v, i)
		place, stored := l.LocateIndex(i)
		if ok != stored {
			t.Fatalf("element %d of '%s' has a tile: %t; is stored: %t", i, v.Name(), ok, stored)
		}
		if !ok {
			continue
		}
		if want := (layout.Place{Unit: tile, Offset: filled[tile]}); place != want {
			t.Fatalf("element %d of '%s' is at %v, want %v", i, v.Name(), place, want)
		}
		filled[tile] += l.Width()
		held[tile] = tilemap.AppendMerged(held[tile], tilemap.Interval{Begin: i, End: i + 1})
		if hit := l.Invert(place.Unit, place.Offset); hit.Index != i {
			t.Fatalf("%v holds element %d of '%s', want %d", place, hit.Index, v.Name(), i)
		}
	}
	mapping, err := g.PartialTileMapping(v.Tensor())
	if err != nil {
		t.Fatal(err)
	}
	for tile, got := range mapping {
		if want := held[tile]; !slices.Equal(got, want) {
			t.Fatalf("tile %d holds %v of '%s', want %v", tile, got, v.Name(), want)
		}
	}
}

func checkMapping(t *testing.T, g *Graph, x Tensor, n naiveTensor, tiles map[element]int) {
	t.Helper()
	checkTiles(t, g, x, tilesOf(n.elements, tiles))
	for _, e := range n.elements {
		if tile, ok := g.ElementTile(e.v, e.i); !ok || tile != tiles[e] {
			t.Fatalf("%v is on tile %d, %v; want %d", e, tile, ok, tiles[e])
		}
	}
	for _, v := range g.Variables() {
		checkLayout(t, g, v)
		var last TileRun
		for run := range g.TileRuns(v) {
			if run.Begin >= run.End || run.Begin < last.End || run.Begin == last.End && run.Tile == last.Tile && last.End > 0 {
				t.Fatalf("run %v follows %v", run, last)
			}
			last = run
		}
	}
}

// checkPieces tests that the sorted pieces cover each position once, in order,
// and name the lowest position of every element.
func checkPieces(t *testing.T, x Tensor, n naiveTensor) {
	t.Helper()
	first := make(map[element]int64)
	for p, e := range n.elements {
		if _, seen := first[e]; !seen {
			first[e] = int64(p)
		}
	}
	if got, want := x.ContainsAliases(), len(first) < len(n.elements); got != want {
		t.Fatalf("aliases %v, want %v", got, want)
	}
	pieces, err := x.SortedPieces()
	if err != nil {
		t.Fatal(err)
	}
	covered := int64(0)
	for i, p := range pieces {
		if i > 0 && compareRegions(pieces[i-1].Shows, p.Shows) > 0 {
			t.Fatalf("piece %v follows %v", p, pieces[i-1])
		}
		covered += p.At.Size()
		for k := range p.At.Size() {
			e := element{p.Shows.Var, p.Shows.Begin + k}
			if n.elements[p.At.Begin+k] != e || first[e] != p.First+k {
				t.Fatalf("piece %v at %d shows %v, lowest at %d", p, k, n.elements[p.At.Begin+k], first[e])
			}
		}
	}
	if covered != x.NumElems() {
		t.Fatalf("pieces cover %d of %d positions", covered, x.NumElems())
	}
	once, err := x.SortedContiguousRegions(true)
	if err != nil {
		t.Fatal(err)
	}
	shown := must(t)(x.Select(slices.Concat(once...)))
	if shown.ContainsAliases() || shown.NumElems() != int64(len(first)) {
		t.Fatalf("de-aliased regions show %d elements, want %d", shown.NumElems(), len(first))
	}
}

func checkClones(t *testing.T, r *rand.Rand, g *Graph, x Tensor, n naiveTensor, tiles map[element]int) {
	t.Helper()
	distinct := make(map[element]bool)
	for _, e := range n.elements {
		distinct[e] = true
	}
	aliased := len(distinct) < len(n.elements)
	for _, method := range CloneMethods() {
		clone := must(t)(g.Clone(x, CloneOptions{Method: method}))
		checkTiles(t, g, clone, tilesOf(n.elements, tiles))
		v := g.Variables()[len(g.Variables())-1]
		got := naiveOf(clone)
		keeps := method == PreserveOrderAndAliases || method == GatherAndPreserveTileOrderAndAliases
		want := int64(len(n.elements))
		if keeps {
			want = int64(len(distinct))
		}
		if v.NumElems() != want || clone.ContainsAliases() != (keeps && aliased) {
			t.Fatalf("%v: clone has %d elements, aliases %v; source has %d of %d distinct", method, v.NumElems(), clone.ContainsAliases(), len(distinct), len(n.elements))
		}
		if keeps {
			// Equal elements stay equal, and their order is the documented one.
			image := make(map[element]int64)
			for p, e := range n.elements {
				if i, seen := image[e]; seen && i != got.elements[p].i {
					t.Fatalf("%v: %v is shown as %d and %d", method, e, i, got.elements[p].i)
				}
				image[e] = got.elements[p].i
			}
			for e, i := range image {
				for f, j := range image {
					before := e.v.number < f.v.number || e.v == f.v && e.i < f.i
					if method == GatherAndPreserveTileOrderAndAliases && tiles[e] != tiles[f] {
						before = tiles[e] < tiles[f]
					}
					if before && i >= j {
						t.Fatalf("%v: %v is element %d, %v is element %d", method, e, i, f, j)
					}
				}
			}
		}
	}

	ipu := r.IntN(2)
	clone := must(t)(g.CloneToIPU(x, ipu, CloneOptions{Method: CloneMethods()[r.IntN(4)]}))
	want := tilesOf(n.elements, tiles)
	for p, tile := range want {
		want[p] = ipu*3 + tile%3
	}
	checkTiles(t, g, clone, want)

	expanded, _, err := g.CloneAndExpandAliasing(x, r.IntN(6), CloneOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.TileMapping(expanded)
	if err != nil || m.NumElems() != x.NumElems() || expanded.ContainsAliases() {
		t.Fatalf("expanded clone: mapping %v, error %v", m, err)
	}
	seen := make(map[element]bool)
	for p, e := range n.elements {
		at, _ := g.TileMapping(must(t)(expanded.Select([]tilemap.Interval{{Begin: int64(p), End: int64(p) + 1}})))
		if !seen[e] && len(at[tiles[e]]) == 0 {
			t.Fatalf("position %d of the expanded clone left tile %d: %v", p, tiles[e], m)
		}
		seen[e] = true
	}
}

// checkDimension compares the functions that look along one dimension.
func checkDimension(t *testing.T, g *Graph, x Tensor, n naiveTensor, d int, tiles map[element]int) {
	t.Helper()
	splitTiles, splitIPUs := false, false
	users := make([][]int, n.shape[d])
	inner := Product(n.shape[d+1:])
	for p, e := range n.elements {
		i := int64(p) / inner % n.shape[d]
		users[i] = append(users[i], tiles[e])
		if i > 0 {
			before := tiles[n.elements[int64(p)-inner]]
			splitTiles = splitTiles || before != tiles[e]
			splitIPUs = splitIPUs || before/3 != tiles[e]/3
		}
	}
	if got, err := g.DimIsSplitOverTiles(x, d); err != nil || got != splitTiles {
		t.Fatalf("dimension %d split over tiles: %v, error %v; want %v", d, got, err, splitTiles)
	}
	if got, err := g.DimIsSplitOverIPUs(x, d); err != nil || got != splitIPUs {
		t.Fatalf("dimension %d split over IPUs: %v, error %v; want %v", d, got, err, splitIPUs)
	}

	out := must(t)(g.CreateBroadcastOperand(x, scalar.Half, d, BroadcastOptions{}))
	want := naiveResolve(users, UseOptions{Grain: 4, Method: ConstrainMappingToUsedTiles}, 6)
	if x.NumElems() == 0 {
		m, err := tilemap.LinearTileMapping(g.Target(), n.shape[d:d+1], tilemap.NaturalLinear(g.Target(), scalar.Half))
		if err != nil {
			t.Fatal(err)
		}
		want = make([]int, n.shape[d])
		for tile, intervals := range m {
			for _, iv := range intervals {
				for i := iv.Begin; i < iv.End; i++ {
					want[i] = tile
				}
			}
		}
	}
	checkTiles(t, g, out, want)
}
