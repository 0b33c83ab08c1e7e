package poplar

import (
	"cmp"
	"maps"
	"slices"

	"optc/diag"
)

// AtomicHazard is a word of a block that two vertices of one compute set write
// parts of, so that one write can be lost (spec poplar 3.8).
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
	for n, vertex := range set.vertices {
		for i := range vertex.Class.Fields {
			f := &vertex.Class.Fields[i]
			if !f.Type.Dir.Writes() {
				continue
			}
			for _, t := range vertex.fields[i].views {
				if bytes, v, ok := g.directBytes(t, vertex.Tile, f); ok {
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

// directBytes returns the place of an edge in the block of its variable on a
// root tile; ok is false when the edge is not one aligned piece of the block.
func (g *Graph) directBytes(t Tensor, tile int, f *StateField) (bytes ByteRange, v *Variable, ok bool) {
	if !t.IsContiguous() {
		return bytes, nil, false
	}
	r := t.elements()[0]
	var before int64 // elements of the block in front of the region
	for run := range (Region{r.Var, 0, r.Begin}).tileRuns() {
		if run.Tile == tile {
			before += run.End - run.Begin
		}
	}
	for run := range r.tileRuns() {
		if run.Tile != tile {
			return bytes, nil, false
		}
	}
	size := int64(g.target.TypeSize(f.Type.Elem))
	if before*size%int64(max(1, f.DataAlign())) != 0 {
		return bytes, nil, false
	}
	return ByteRange{uint64(before * size), uint64((before + r.Size()) * size)}, r.Var, true
}

// Error words the hazard; name gives vertices their names.
func (h AtomicHazard) Error(t *Target, name func(*Vertex) string) error {
	return diag.Errorf("atomic-hazard", "%s and %s write parts of the same %d-byte word at byte %d of '%s' on tile %d",
		name(h.First), name(h.Second), t.AtomicStore, h.Byte, h.Var.name, h.Tile)
}
