package graph

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/vertex"
)

// VertexClass is a class of vertices for a graph: its codelet, and its fields on the
// target of the graph.
type VertexClass struct {
	vertex.Codelet
	Fields []vertex.StateField
}

// Field returns the index of a field. The error code is unknown-field, with a suggestion.
func (c *VertexClass) Field(name string) (int, error) {
	for i := range c.Fields {
		if c.Fields[i].Name == name {
			return i, nil
		}
	}
	names := make([]string, len(c.Fields))
	for i, f := range c.Fields {
		names[i] = f.Name
	}
	return 0, diag.Errorf("unknown-field", "'%s' has no field '%s'%s", c.Name, name, diag.DidYouMean(name, names))
}

// EdgeAlign is the alignment in bytes that elements in a block need so that an edge can refer to
// them there. It is the alignment that the field demands, or a word of the target if threads divide
// the elements, so that neither parts nor edges share a word.
func (c *VertexClass) EdgeAlign(f *vertex.StateField, t *target.Target) uint64 {
	align := uint64(max(1, f.DataAlign()))
	if f.Type.Dir.Writes() && c.Shared() {
		align = max(align, t.AtomicStore)
	}
	return align
}

// ComputeSet is a set of vertices that run in one step, on all tiles.
type ComputeSet struct {
	name     string
	home     *storage
	vertices []*Vertex
}

// Name is the name of the compute set.
func (s *ComputeSet) Name() string { return s.name }

// Vertices returns the vertices in the order of creation; the caller must not
// change the list.
func (s *ComputeSet) Vertices() []*Vertex { return s.vertices }

// AddComputeSet creates an empty compute set.
func (g *Graph) AddComputeSet(name string) *ComputeSet {
	s := &ComputeSet{name: name, home: g.storage}
	g.computeSets = append(g.computeSets, s)
	return s
}

// ComputeSets returns the compute sets in the order of creation; the caller
// must not change the list.
func (g *Graph) ComputeSets() []*ComputeSet { return g.computeSets }

// Vertex is an instance of a class on a tile, with the connections of its edges and the
// values of its plain fields (Poplar C++ API, Graph::connect).
type Vertex struct {
	Class      *VertexClass
	ComputeSet *ComputeSet
	Tile       int // tile of the root graph

	fields []vertexField // an entry for each field of the class
}

// vertexField holds the connections of one field of a vertex.
type vertexField struct {
	indices []int    // connected indices of an edge, ascending; index 0 of an edge that is not an array
	views   []Tensor // views of the indices; empty but not nil for an array without indices
	values  []uint64 // values of a plain field; nil until set
}

// AddVertex creates a vertex on a tile of g. The error codes are tile-range and
// graph-mismatch.
func (g *Graph) AddVertex(set *ComputeSet, class *VertexClass, tile int) (*Vertex, error) {
	if err := g.CheckTile(tile); err != nil {
		return nil, err
	}
	if set.home != g.storage {
		return nil, diag.Errorf("graph-mismatch", "compute set '%s' belongs to another graph", set.name)
	}
	v := &Vertex{Class: class, ComputeSet: set, Tile: g.lo + tile, fields: make([]vertexField, len(class.Fields))}
	set.vertices = append(set.vertices, v)
	return v, nil
}

// Connect connects a scalar or vector edge to a tensor; the edge sees the flattened elements of the
// tensor. The element type must be exactly the field's. The error codes are unknown-field,
// graph-mismatch, connect-type, connect-twice, shape-mismatch (the number of elements of a scalar
// edge is not 1), count-overflow, and, for an edge that is written, connect-const and
// connect-alias.
func (v *Vertex) Connect(field string, t Tensor) error {
	i, err := v.edge(field, vertex.ScalarEdge, vertex.VectorEdge)
	if err != nil {
		return err
	}
	return v.connect(i, 0, t)
}

// ConnectIndex connects one index of an array of edges or of a list edge. Errors: see
// [Vertex.Connect], and slice-range for a negative index.
func (v *Vertex) ConnectIndex(field string, index int, t Tensor) error {
	i, err := v.edge(field, vertex.ScalarEdgeArray, vertex.VectorEdgeArray, vertex.ListEdge)
	if err != nil {
		return err
	}
	outer, _ := v.Class.Fields[i].MaxDims()
	switch {
	case index < 0:
		return diag.Errorf("slice-range", "expected an index of at least 0 for field '%s', but got %d", field, index)
	case uint64(index) >= outer:
		return vertex.CountError(uint64(index)+1, "sub-vectors", outer, v.Class.Fields[i].Type.String())
	}
	return v.connect(i, index, t)
}

// ConnectAll connects an array of edges or a list edge to tensors in index order; no
// tensors make it empty. Errors: see [Vertex.ConnectIndex]; the indices before an error
// are connected.
func (v *Vertex) ConnectAll(field string, tensors []Tensor) error {
	if len(tensors) == 0 {
		return v.connectNone(field)
	}
	for i, t := range tensors {
		if err := v.ConnectIndex(field, i, t); err != nil {
			return err
		}
	}
	return nil
}

// connectNone makes an array of edges or a list edge empty. Errors: see
// [Vertex.ConnectIndex].
func (v *Vertex) connectNone(field string) error {
	i, err := v.edge(field, vertex.ScalarEdgeArray, vertex.VectorEdgeArray, vertex.ListEdge)
	switch {
	case err != nil:
		return err
	case v.fields[i].views != nil:
		return diag.Errorf("connect-twice", "'%s' is connected already", field)
	}
	v.fields[i].views = []Tensor{}
	return nil
}

// edge returns the index of a field that has one of the given kinds.
func (v *Vertex) edge(field string, kinds ...vertex.FieldKind) (int, error) {
	i, err := v.Class.Field(field)
	if err != nil {
		return i, err
	}
	if kind := v.Class.Fields[i].Type.Kind; !slices.Contains(kinds, kind) {
		return i, diag.Errorf("connect-type", "field '%s' is not connected this way: it is a %s", field, kind)
	}
	return i, nil
}

func (v *Vertex) connect(i, index int, t Tensor) error {
	f, own := &v.Class.Fields[i], &v.fields[i]
	if t.home != v.ComputeSet.home {
		return graphMismatch()
	}
	if t.elem != f.Type.Elem {
		return diag.Errorf("connect-type", "expected a tensor of %s, like field '%s', but got %s", f.Type.Elem.IRName(), f.Name, t.elem.IRName())
	}
	at, taken := slices.BinarySearch(own.indices, index)
	if taken || own.views != nil && len(own.views) == 0 {
		return diag.Errorf("connect-twice", "'%s' is connected already", f.Name).Note("index %d", index)
	}
	n := t.NumElems()
	_, inner := f.MaxDims()
	switch {
	case (f.Type.Kind == vertex.ScalarEdge || f.Type.Kind == vertex.ScalarEdgeArray) && n != 1:
		return diag.Errorf("shape-mismatch", "expected one element for field '%s', but got %d", f.Name, n)
	case uint64(n) > inner:
		return vertex.CountError(uint64(n), "elements", inner, f.Type.String())
	}
	if f.Type.Dir.Writes() {
		if err := t.CheckWritten("'" + f.Name + "'"); err != nil {
			return err
		}
	}
	own.indices, own.views = slices.Insert(own.indices, at, index), slices.Insert(own.views, at, t)
	return nil
}

// SetValues sets the bits of the values of a plain field: one value for a scalar, up to its length
// for an array, any number for a vector. The error codes are unknown-field, connect-type for an
// edge, connect-twice if it has values already, shape-mismatch and count-overflow.
func (v *Vertex) SetValues(field string, values []uint64) error {
	i, err := v.Class.Field(field)
	if err != nil {
		return err
	}
	f := &v.Class.Fields[i]
	_, limit := f.MaxDims()
	switch {
	case f.Type.IsEdge():
		return diag.Errorf("connect-type", "field '%s' takes no values: it is a %s", field, f.Type.Kind)
	case v.fields[i].values != nil:
		return diag.Errorf("connect-twice", "'%s' has values already", field)
	case f.Type.Kind == vertex.ScalarField && len(values) != 1:
		return diag.Errorf("shape-mismatch", "expected one value for field '%s', but got %d", field, len(values))
	case uint64(len(values)) > limit:
		return vertex.ExcessError(uint64(len(values)), "values", limit, f.Type.String())
	}
	v.fields[i].values = append(make([]uint64, 0, len(values)), values...)
	return nil
}

// Values returns the bits given to plain field i of the class; ok is false if
// it has not been set.
func (v *Vertex) Values(i int) (values []uint64, ok bool) {
	return v.fields[i].values, v.fields[i].values != nil
}

// Views returns the tensors to which edge field i of the class is connected: one tensor
// for a scalar or vector edge, one for each index of an array or list. The error codes
// are edge-unconnected for an edge or an index that is not connected, no-size for an
// array or list that is not connected at all. The caller must not change the list.
func (v *Vertex) Views(i int) ([]Tensor, error) {
	f, views := &v.Class.Fields[i], v.fields[i].views
	array := f.Type.Kind != vertex.ScalarEdge && f.Type.Kind != vertex.VectorEdge
	if views == nil {
		if array {
			return nil, diag.Errorf("no-size", "'%s' of vertex '%s' has no size", f.Name, v.Class.Name)
		}
		return nil, diag.Errorf("edge-unconnected", "'%s' of vertex '%s' is not connected", f.Name, v.Class.Name).
			Note("add 'poplar.connect %%vertex @%s to %%tensor', with the result of poplar.add_vertex and a tensor", f.Name)
	}
	for k, index := range v.fields[i].indices {
		if index != k {
			return nil, diag.Errorf("edge-unconnected", "'%s'[%d] of vertex '%s' is not connected", f.Name, k, v.Class.Name).
				Note("%d indices of '%s' are connected", len(views), f.Name)
		}
	}
	return views, nil
}

// Incomplete returns the reasons why the vertex cannot be lowered: the error of
// [Vertex.Views] for each edge, and no-size for each plain vector without values. Plain
// scalars and arrays that are not set are 0.
func (v *Vertex) Incomplete() []error {
	var errs []error
	for i, f := range v.Class.Fields {
		if f.Type.IsEdge() {
			if _, err := v.Views(i); err != nil {
				errs = append(errs, err)
			}
		} else if _, ok := v.Values(i); !ok && f.Type.Kind == vertex.VectorField {
			errs = append(errs, diag.Errorf("no-size", "'%s' of vertex '%s' has no size", f.Name, v.Class.Name))
		}
	}
	return errs
}
