package tune

import (
	"fmt"
	"slices"
	"strings"

	"optc/dialect/poplar"
	"optc/ir"
)

// Mapping is a choice of the tiles of a tensor. The tensor is cut into blocks, and its dimensions
// are ordered; this view is placed on tiles:
//
//	tensor [8, 256], blocks [2, 4], order [0, 2, 1, 3]
//	view   [2, 4, 4, 64]   // from [2, 4, 4, 64] as rows of blocks, rows, columns of blocks, columns
//
// Exactly one of the ways to place the view is set, or none for a natural linear mapping.
type Mapping struct {
	tensor *poplar.TensorType
	blocks []int64 // number of blocks of each dimension; nil: one each
	order  []int64 // dimensions of the tensor in blocks, the slowest first; nil: as they are

	whole bool // all elements are on tile
	tile  int
	grain int64               // elements of a tile, from tile 0 on
	parts *poplar.MappingAttr // the tiles of positions of the view
}

// onTile places a whole tensor on a tile.
func onTile(t *poplar.TensorType, tile int) *Mapping {
	return &Mapping{tensor: t, whole: true, tile: tile}
}

// numParts returns the number of tiles that have elements, 0 for a natural linear mapping.
func (m *Mapping) numParts() int64 {
	n, _ := ir.NumElements(m.tensor.Shape)
	switch {
	case m.whole:
		return 1
	case m.grain > 0:
		return (n + m.grain - 1) / m.grain
	case m.parts != nil:
		return int64(len(m.parts.Parts))
	}
	return 0
}

// inBlocks returns the type of the tensor in blocks: [rows of blocks, rows, columns of blocks,
// columns].
func (m *Mapping) inBlocks() *poplar.TensorType {
	shape := make([]int64, 0, 2*len(m.tensor.Shape))
	for d, n := range m.tensor.Shape {
		shape = append(shape, m.blocks[d], n/m.blocks[d])
	}
	return poplar.TensorOf(m.tensor.Context(), shape, m.tensor.Elem)
}

// String writes the mapping in the words of the operations that make it.
func (m *Mapping) String() string {
	var list []string
	for _, line := range m.lines("%", "") {
		_, text, _ := strings.Cut(line, "poplar.")
		words := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return w[0] == '%' })
		list = append(list, strings.Join(words, " "))
	}
	return strings.Join(list, ", ")
}

// lines returns the operations that map a tensor as text; the names of views begin with name.
func (m *Mapping) lines(tensor, name string) (lines []string) {
	view := tensor
	if m.blocks != nil {
		to := m.inBlocks()
		lines = append(lines, fmt.Sprintf("%%%s_blocks = poplar.reshape %s : %s to %s", name, view, m.tensor, to))
		view = "%" + name + "_blocks"
	}
	if m.order != nil {
		lines = append(lines, fmt.Sprintf("%%%s_order = poplar.dim_shuffle %s [%s]", name, view, joined(m.order)))
		view = "%" + name + "_order"
	}
	switch {
	case m.whole:
		return append(lines, fmt.Sprintf("poplar.set_tile_mapping %s on %d", view, m.tile))
	case m.grain > 0:
		return append(lines, fmt.Sprintf("poplar.map_linear %s min %d grain %d", view, m.grain, m.grain))
	case m.parts != nil:
		return append(lines, fmt.Sprintf("poplar.set_tile_mapping %s %s", view, m.parts))
	}
	return append(lines, "poplar.map_linear "+view)
}

func joined(list []int64) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ", "), "[]")
}

// replace makes the operations in the place of an open mapping.
func (m *Mapping) replace(open *ir.Operation) {
	rw := ir.NewRewriter(ir.ContextOf(open), nil)
	rw.Before(open).Loc = open.Loc()
	view := ir.Cast[poplar.SetTileMappingOp](open).Tensor()
	if m.blocks != nil {
		view = poplar.NewReshape(rw, view, m.inBlocks()).Result()
	}
	if m.order != nil {
		view = poplar.NewDimShuffle(rw, view, m.order).Result()
	}
	switch {
	case m.whole:
		poplar.NewTileMapping(rw, view, m.tile)
	case m.parts != nil:
		poplar.NewMapping(rw, view, m.parts)
	default:
		linear := poplar.NewMapLinear(rw, view, nil)
		if m.grain > 0 {
			linear.SetMin(m.grain)
			linear.SetGrain(m.grain)
		}
	}
	open.Erase()
}

// mostPieces bounds the runs of neighbours into which a mapping cuts a tensor.
const mostPieces = 1 << 14

// numPieces returns the number of runs of neighbours of the tensor that stay together.
func (m *Mapping) numPieces() int64 {
	if m.order == nil {
		return m.numParts()
	}
	outer := func(d int64) int64 {
		n, _ := ir.NumElements(m.tensor.Shape[:d])
		return n
	}
	if m.blocks != nil {
		last := m.order[1] / 2
		return outer(last) * m.blocks[last]
	}
	return outer(m.order[0]) * m.numParts()
}

// grainBytes is the number of bytes that a mapping keeps together on a tile: an access of the
// data path of a tile.
const grainBytes = 8

// Mappings lists mappings of a tensor on a number of tiles, in a fixed order without repetitions:
//
//   - all elements on the first tile, and the natural linear mapping;
//   - runs of whole rows, planes and so on, of the tensor and of the tensor with another dimension
//     as the slowest, and runs of whole grains of 8 bytes, as many as give another number of tiles;
//   - blocks of two dimensions, where both are cut into equal parts.
func Mappings(t *poplar.TensorType, tiles int64) (list []*Mapping) {
	seen := map[string]bool{}
	add := func(m *Mapping) {
		if m.numPieces() > mostPieces {
			return
		}
		if text := m.String(); !seen[text] && len(list) < maxCandidates {
			seen[text] = true
			list = append(list, m)
		}
	}
	add(onTile(t, 0))
	add(&Mapping{tensor: t})
	n, _ := ir.NumElements(t.Shape)
	if n == 0 {
		return list
	}
	for first := range max(len(t.Shape), 1) {
		order := orderWith(len(t.Shape), first)
		runs := func(unit int64) {
			for _, k := range runLengths((n+unit-1)/unit, tiles) {
				m := &Mapping{tensor: t, grain: k * unit}
				if first > 0 {
					m.order = order
				}
				add(m)
			}
		}
		unit := n
		for d := range len(t.Shape) - 1 {
			unit /= t.Shape[order[d]]
			runs(unit)
		}
		if first == 0 {
			runs(max(grainBytes/int64(t.Elem.Size()), 1))
		}
	}
	for a := range t.Shape {
		for b := a + 1; b < len(t.Shape); b++ {
			for _, rows := range divisors(t.Shape[a]) {
				for _, columns := range divisors(t.Shape[b]) {
					if rows > 1 && columns > 1 && rows*columns <= tiles {
						add(inBlocks(t, a, b, rows, columns))
					}
				}
			}
		}
	}
	return list
}

// inBlocks cuts dimensions a and b of a tensor.
func inBlocks(t *poplar.TensorType, a, b int, rows, columns int64) *Mapping {
	n, _ := ir.NumElements(t.Shape)
	m := &Mapping{tensor: t, blocks: ones(len(t.Shape)), grain: n / (rows * columns)}
	m.blocks[a], m.blocks[b] = rows, columns
	m.order = []int64{int64(2 * a), int64(2 * b)}
	for d := range int64(2 * len(t.Shape)) {
		if !slices.Contains(m.order, d) {
			m.order = append(m.order, d)
		}
	}
	return m
}

// orderWith returns the dimensions with one of them first.
func orderWith(rank, first int) []int64 {
	order := []int64{int64(first)}
	for d := range rank {
		if d != first {
			order = append(order, int64(d))
		}
	}
	return order
}

// runLengths lists the numbers of units per tile that give n units different numbers of tiles,
// ascending.
func runLengths(n, tiles int64) (list []int64) {
	for k := (n + tiles - 1) / tiles; k <= n; {
		list = append(list, k)
		parts := (n + k - 1) / k
		if parts == 1 {
			break
		}
		k = (n + parts - 2) / (parts - 1) // the least that needs fewer parts
	}
	return list
}
