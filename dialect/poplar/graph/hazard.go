package graph

import (
	"cmp"
	"maps"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/layout"
)

// AtomicHazard is a word to which two vertices of a compute set write different parts, so that a
// write can be lost (Poplar and PopLibs User Guide, Thread safety).
type AtomicHazard struct {
	First, Second *Vertex
	Var           *Variable
	Tile          int    // tile of the root graph
	Byte          uint64 // first byte of the word, from the start of the variable's block on the tile
}

// AtomicHazards returns the hazards of a compute set in the order of variables and tiles.
// A block holds the elements of a variable on one tile, and begins at a word; outputs
// that are not a single aligned piece of a block go through temporaries and are never at
// risk.
func AtomicHazards(g *Graph, set *ComputeSet) []AtomicHazard {
	type block struct {
		v    *Variable
		tile int
	}
	writes := map[block][]Write{}
	blocks := map[*Variable]*layout.Map{}
	for n, vertex := range set.vertices {
		for i := range vertex.Class.Fields {
			f := &vertex.Class.Fields[i]
			if !f.Type.Dir.Writes() {
				continue
			}
			for _, t := range vertex.fields[i].views {
				if bytes, v, ok := g.direct(blocks, t, vertex.Tile, vertex.Class, f); ok {
					b := block{v, vertex.Tile}
					writes[b] = append(writes[b], Write{n, bytes})
				}
			}
		}
	}
	sorted := slices.SortedFunc(maps.Keys(writes), func(a, b block) int {
		return cmp.Or(cmp.Compare(a.v.number, b.v.number), cmp.Compare(a.tile, b.tile))
	})
	var hazards []AtomicHazard
	for _, b := range sorted {
		for _, c := range AtomClashes(&g.target, writes[b]) {
			hazards = append(hazards, AtomicHazard{First: set.vertices[c.First], Second: set.vertices[c.Second], Var: b.v,
				Tile: b.tile, Byte: c.Addr})
		}
	}
	return hazards
}

// direct returns the place of an edge in the block of its variable on a root tile; ok is
// false when the edge is not a single aligned piece of the block. Layouts of variables
// are cached in blocks.
func (g *Graph) direct(blocks map[*Variable]*layout.Map, t Tensor, tile int, class *VertexClass, f *vertex.StateField) (bytes vertex.ByteRange, v *Variable, ok bool) {
	if !t.IsContiguous() {
		return bytes, nil, false
	}
	r := t.elements()[0]
	l := blocks[r.Var]
	if l == nil {
		l = g.Layout(r.Var)
		blocks[r.Var] = l
	}
	// Elements ascend in a block. Therefore two elements have no other element between
	// them if their distance in the block is the difference of their numbers.
	first, ok1 := l.LocateIndex(r.Begin)
	last, ok2 := l.LocateIndex(r.End - 1)
	size := l.Width()
	switch {
	case !ok1 || !ok2 || first.Unit != tile || last.Unit != tile || last.Offset-first.Offset != (r.Size()-1)*size:
		return bytes, nil, false
	case first.Offset%int64(class.EdgeAlign(f, &g.target)) != 0:
		return bytes, nil, false
	}
	return vertex.ByteRange{Lo: uint64(first.Offset), Hi: uint64(last.Offset + size)}, r.Var, true
}

// Error returns the hazard as a diagnostic; name returns the names of vertices.
func (h AtomicHazard) Error(t *target.Target, name func(*Vertex) string) error {
	return diag.Errorf("atomic-hazard", "%s and %s write parts of the same %d-byte word at byte %d of '%s' on tile %d",
		name(h.First), name(h.Second), t.AtomicStore, h.Byte, h.Var.name, h.Tile)
}
