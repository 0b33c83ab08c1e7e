package poplar

import (
	"fmt"

	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
	"optc/dialect/poplar/vertex"
	"optc/draw"
	"optc/ir"
	"optc/layout"
	"optc/layout/axes"
	"optc/layout/picture"
)

// usualTarget is the target for pictures of text that is not in a module.
const usualTarget = "ipu2"

// viewTarget returns the target for a picture: the requested target, the target in force at op, or
// the default one.
func viewTarget(v picture.View, op *ir.Operation) (target.Target, error) {
	if v.At != "" {
		return target.Target{}, fmt.Errorf("places are decided by poplar-place, not by the layout")
	}
	if v.Machine != "" {
		return target.Lookup(v.Machine)
	}
	if t, ok := TargetFor(op); ok {
		return t, nil
	}
	return target.Lookup(usualTarget)
}

// drawFieldType draws the bits of a field in the vertex state.
func drawFieldType(ty ir.Node, v picture.View) (*draw.Picture, error) {
	t, err := viewTarget(v, nil)
	if err != nil {
		return nil, err
	}
	s, ok := ty.(*StateType)
	if !ok {
		return nil, fmt.Errorf("'%s' has no size before the template parameter has a value", ty)
	}
	f := s.Field
	if !f.IsField() {
		if f, err = f.Edge(vertex.In); err != nil { // an edge to the list is drawn
			return nil, err
		}
	}
	r, err := vertex.Resolve(&t, f, vertex.CompactReference)
	if err != nil {
		return nil, err
	}
	return r.Drawing(&t), nil
}

// drawMapping draws the tiles of a mapping: all tiles of the machine, or the tiles up to
// the last one named.
func drawMapping(a ir.Node, v picture.View) (*draw.Picture, error) {
	m := a.(*MappingAttr)
	if m.Open {
		return &draw.Picture{Title: "tile mapping", Notes: []string{"The mapping is open.", "optc tune chooses one."}}, nil
	}
	tiles := target.MaxTiles
	if v.Machine != "" {
		t, err := viewTarget(v, nil)
		if err != nil {
			return nil, err
		}
		tiles = t.NumTiles()
	}
	placed, err := m.Mapping(tiles)
	if err != nil {
		return nil, err
	}
	mapping, title := tilemap.Mapping(placed), "tile mapping"
	if v.Machine != "" {
		mapping = append(mapping, make(tilemap.Mapping, tiles-len(mapping))...)
		title += " on " + v.Machine
	}
	return mapping.Drawing(title), nil
}

// placeMapping returns the places of elements of a mapping: the tile, and the position among the elements of the tile.
func placeMapping(a ir.Node, v picture.View) (*layout.Map, error) {
	t, err := viewTarget(v, nil)
	if err != nil {
		return nil, err
	}
	mapping, err := a.(*MappingAttr).Mapping(t.NumTiles())
	if err != nil {
		return nil, err
	}
	places := layout.Table{Units: max(len(mapping), 1), Axes: axes.Pair{Unit: axes.Tile}, Width: 1, Shape: []int64{0}}
	for tile, intervals := range mapping {
		at := int64(0)
		for _, iv := range intervals {
			places.Runs = append(places.Runs, layout.Run{Index: iv.Begin, Len: iv.Size(), Place: layout.Place{Unit: tile, Offset: at}})
			places.Shape[0] = max(places.Shape[0], iv.End)
			at += iv.Size()
		}
	}
	return layout.NewTable(places)
}

// drawVertex draws the state of a vertex.
func drawVertex(op *ir.Operation, v picture.View) (*draw.Picture, error) {
	t, err := viewTarget(v, op)
	if err != nil {
		return nil, err
	}
	state, errs := vertex.PackState(&t, VertexOf(op).Fields(), vertex.CompactReference)
	if errs != nil {
		return nil, errs[0]
	}
	return state.Drawing(ir.SymbolName(op), &t), nil
}
