package graph

import (
	"cmp"
	"maps"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
)

// AtomicHazard is a word of a block that two vertices of one compute set write
// parts of, so that one write can be lost (Poplar and PopLibs User Guide, Thread
// safety).
type AtomicHazard struct {
	First, Second *Vertex
	Var           *Variable
	Tile          int    // of the root graph
	Byte          uint64 // of the word, from the start of the variable's block on the tile
}

// AtomicHazards returns the hazards of a compute set in the order of variables
// and tiles. A block is the elements of a variable on one tile, and begins at a
// word; outputs that do not lie in a block as one aligned piece go through
// temporaries and are never at risk.
func AtomicHazards(g *Graph, set *ComputeSet) []AtomicHazard {
	type block struct {
		v    *Variable
		tile int
	}
	writes := map[block][]Write{}
	starts := blockStarts{}
	for n, vertex := range set.vertices {
		for i := range vertex.Class.Fields {
			f := &vertex.Class.Fields[i]
			if !f.Type.Dir.Writes() {
				continue
			}
			for _, t := range vertex.fields[i].views {
				if bytes, v, ok := starts.direct(&g.target, t, vertex.Tile, f); ok {
					b := block{v, vertex.Tile}
					writes[b] = append(writes[b], Write{n, bytes})
				}
			}
		}
	}
	blocks := slices.SortedFunc(maps.Keys(writes), func(a, b block) int {
		return cmp.Or(cmp.Compare(a.v.number, b.v.number), cmp.Compare(a.tile, b.tile))
	})
	var hazards []AtomicHazard
	for _, b := range blocks {
		for _, c := range AtomClashes(&g.target, writes[b]) {
			hazards = append(hazards, AtomicHazard{set.vertices[c.First], set.vertices[c.Second], b.v, b.tile, c.Addr})
		}
	}
	return hazards
}

// blockStarts holds, for each run of a variable, how many elements of its tile's
// block come before it.
type blockStarts map[*Variable][]int64

func (b blockStarts) of(v *Variable) []int64 {
	if starts, ok := b[v]; ok {
		return starts
	}
	starts := make([]int64, len(v.runs))
	held := map[int]int64{}
	for i, r := range v.runs {
		starts[i] = held[r.Tile]
		held[r.Tile] += r.End - r.Begin
	}
	b[v] = starts
	return starts
}

// direct returns the place of an edge in the block of its variable on a root
// tile; ok is false when the edge is not one aligned piece of the block.
func (b blockStarts) direct(target *target.Target, t Tensor, tile int, f *vertex.StateField) (bytes vertex.ByteRange, v *Variable, ok bool) {
	if !t.IsContiguous() {
		return bytes, nil, false
	}
	// Neighbouring runs lie on different tiles or do not touch, so a piece of a
	// block lies in one run.
	r := t.elements()[0]
	at := r.Var.runAt(r.Begin)
	if at == len(r.Var.runs) || r.Var.runs[at].Begin > r.Begin || r.Var.runs[at].End < r.End || r.Var.runs[at].Tile != tile {
		return bytes, nil, false
	}
	begin := b.of(r.Var)[at] + r.Begin - r.Var.runs[at].Begin
	size := int64(target.TypeSize(f.Type.Elem))
	if begin*size%int64(max(1, f.DataAlign())) != 0 {
		return bytes, nil, false
	}
	return vertex.ByteRange{Lo: uint64(begin * size), Hi: uint64((begin + r.Size()) * size)}, r.Var, true
}

// Error words the hazard; name gives vertices their names.
func (h AtomicHazard) Error(t *target.Target, name func(*Vertex) string) error {
	return diag.Errorf("atomic-hazard", "%s and %s write parts of the same %d-byte word at byte %d of '%s' on tile %d",
		name(h.First), name(h.Second), t.AtomicStore, h.Byte, h.Var.name, h.Tile)
}
