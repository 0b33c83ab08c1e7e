package run

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
	"optc/internal/family/poplar/program"
	"optc/sim"
)

// window is the memory that a vertex may access through an edge or the data of a field: the bytes
// that the field is connected to, even if its layout does not store their number. lo is their
// address.
func window(v *program.BoundVertex, i, k int, lo int64, size int64, about func(addr int64, size int) string) *sim.Window {
	f := &v.Class.State.Fields[i]
	return &sim.Window{
		Name: fieldName{v, i, k}, Lo: lo, Hi: lo + int64(v.Fields[i].Data[k].Count)*size,
		ReadOnly: !f.Type.Dir.Writes(), Fresh: f.Type.Dir == vertex.Out, About: about,
	}
}

// fieldName is the name of the window of row k of field i of a vertex.
type fieldName struct {
	v    *program.BoundVertex
	i, k int
}

func (n fieldName) String() string {
	f := &n.v.Class.State.Fields[n.i]
	name := fmt.Sprintf("field '%s' of vertex %d ('%s')", f.Name, n.v.ID, n.v.Class.Name)
	if f.Type.Kind == vertex.VectorEdgeArray || f.Type.Kind == vertex.ScalarEdgeArray || f.Type.Kind == vertex.ListEdge {
		name = fmt.Sprintf("row %d of %s", n.k, name)
	}
	return name
}

// forgetOutputs calls forget for the extents of the outputs of a vertex: their old contents are
// undefined, unless the vertex reads the same elements through another edge.
func forgetOutputs(v *program.BoundVertex, elem func(i int) int64, forget func(x program.AllocExtent, bytes int64) error) error {
	for i, f := range v.Class.State.Fields {
		if f.Type.Dir != vertex.Out {
			continue
		}
		for _, x := range v.Fields[i].Data {
			if x.Count == 0 || reads(v, elem, x, int64(x.Count)*elem(i)) {
				continue
			}
			if err := forget(x, int64(x.Count)*elem(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// reads reports whether a vertex reads some of the bytes of an extent.
func reads(v *program.BoundVertex, elem func(i int) int64, x program.AllocExtent, bytes int64) bool {
	for i, f := range v.Class.State.Fields {
		if !f.Type.Dir.Reads() {
			continue
		}
		for _, y := range v.Fields[i].Data {
			if y.Count > 0 && y.Alloc == x.Alloc && int64(y.Offset) < int64(x.Offset)+bytes && int64(x.Offset) < int64(y.Offset)+int64(y.Count)*elem(i) {
				return true
			}
		}
	}
	return false
}

// neighbour describes the memory that a refused access of a vertex would have touched.
func neighbour(p *program.Program, tile int, addr int64) string {
	if name := p.Owner(tile, uint64(addr)); name != "" {
		return fmt.Sprintf("%s lies at %s of tile %d", name, target.Hex(uint64(addr)), tile)
	}
	return fmt.Sprintf("nothing lies at %s of tile %d", target.Hex(uint64(addr)), tile)
}
