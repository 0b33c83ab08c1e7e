package graph

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
	"optc/dialect/poplar/scalar"
	"optc/dialect/poplar/target"
	"optc/dialect/poplar/tilemap"
)

// Graph holds the variables, vertices and compute sets of a program, and the tile of each
// element of a variable (Poplar C++ API, Graph.hpp). A virtual graph is a second Graph
// over the same contents that numbers a range of the tiles from 0. A Graph must not be
// changed by several goroutines at once.
type Graph struct {
	*storage
	target   target.Target
	lo       int // the root tile that is tile 0 of this graph
	replicas int
}

// storage holds the contents that a graph and its virtual graphs share. Tiles in it are
// numbered by the root graph.
type storage struct {
	vars        []*Variable
	computeSets []*ComputeSet
	elements    int64 // number of elements of all variables

	overlaid []TileRun // buffer of the last overlay, reused by the next one
}

// New returns an empty graph for a target.
func New(t target.Target) *Graph { return &Graph{storage: &storage{}, target: t, replicas: 1} }

// Target is the target of the graph; the target of a virtual graph has only the tiles of
// that graph.
func (g *Graph) Target() target.Target { return g.target }

// NumTiles is the number of tiles of the graph.
func (g *Graph) NumTiles() int { return g.target.NumTiles() }

// FirstTile is the tile of the root graph that is tile 0 of g; it is 0 unless
// g is a virtual graph.
func (g *Graph) FirstTile() int { return g.lo }

// Replicas is the replication factor: the number of copies of the graph that run in parallel, 1
// unless changed by [Graph.Replicated].
func (g *Graph) Replicas() int { return g.replicas }

// Virtual returns the virtual graph of the tiles [lo, hi) of g, with the target of
// [target.Target.Virtual]. The error code is tile-range.
func (g *Graph) Virtual(lo, hi int) (*Graph, error) {
	t, err := g.target.Virtual(lo, hi)
	if err != nil {
		return nil, err
	}
	v := *g
	v.target, v.lo = t, g.lo+lo
	return &v, nil
}

// Replicated returns g as one of r replicas. The model keeps only r, which [Graph.CloneToGraph]
// compares. The error code is replication if r is below 1.
func (g *Graph) Replicated(r int) (*Graph, error) {
	if r < 1 || r > target.MaxTiles/g.replicas {
		return nil, diag.Errorf("replication", "expected a replication factor from 1 to %d, but got %d", target.MaxTiles/g.replicas, r)
	}
	v := *g
	v.replicas *= r
	return &v, nil
}

// Variable is a block of elements of one type that a graph owns. Its mapping is stored as
// runs, never per element.
type Variable struct {
	home   *storage
	number int
	name   string
	elem   scalar.Type
	shape  []int64
	size   int64
	data   []byte // the bytes of a constant, otherwise nil
	runs   []TileRun
	whole  Tensor // the view of all elements

	declared bool // the program declared the variable, and chose its name
}

// TileRun is a run of elements [Begin, End) of a variable on one tile.
type TileRun struct {
	Begin, End int64
	Tile       int
}

// Number is the position of the variable in the order of creation.
func (v *Variable) Number() int { return v.number }

// Name is the debug name; names need not be unique.
func (v *Variable) Name() string { return v.name }

// Elem is the element type.
func (v *Variable) Elem() scalar.Type { return v.elem }

// NumElems is the number of elements.
func (v *Variable) NumElems() int64 { return v.size }

// IsConstant reports whether the variable is a constant.
func (v *Variable) IsConstant() bool { return v.data != nil }

// Data returns the bytes of a constant as given to [Graph.AddConstant], nil
// for any other variable.
func (v *Variable) Data() []byte { return v.data }

// Tensor is the view of the whole variable in its original shape.
func (v *Variable) Tensor() Tensor { return v.whole }

// HostNames returns the names of the variables for the host, in the order of the variables. A clone
// may have the same name as another clone or as a variable that the program declares. The declared
// variable keeps its name; the host knows the second variable "x" as "x.2".
func (g *Graph) HostNames() []string {
	owner := map[string]*Variable{}
	for _, v := range g.Variables() {
		if first := owner[v.name]; first == nil || v.declared && !first.declared {
			owner[v.name] = v
		}
	}
	names, seen := make([]string, len(g.Variables())), map[string]int{}
	for i, v := range g.Variables() {
		names[i] = v.name
		if owner[v.name] == v {
			continue
		}
		for names[i] = v.name; owner[names[i]] != nil; {
			seen[v.name]++
			names[i] = fmt.Sprintf("%s.%d", v.name, seen[v.name]+1)
		}
		owner[names[i]] = v
	}
	return names
}

// AddVariable creates a variable whose elements have no tile yet, and returns the view of
// the variable. The error codes are elem-unknown, dim-range and view-size.
func (g *Graph) AddVariable(name string, e scalar.Type, shape []int64) (Tensor, error) {
	v, err := g.newVariable(name, e, shape)
	if err != nil {
		return Tensor{}, err
	}
	v.declared = true
	return g.attach(v), nil
}

// AddConstant creates a constant from its bytes in tile memory, little-endian: the bytes
// of all elements, or of a single element whose value all elements have. The size of an
// element is [target.Target.TypeSize]. The errors are the same as for
// [Graph.AddVariable], and shape-mismatch for a wrong number of bytes.
func (g *Graph) AddConstant(name string, e scalar.Type, shape []int64, data []byte) (Tensor, error) {
	v, err := g.newVariable(name, e, shape)
	if err != nil {
		return Tensor{}, err
	}
	size := int64(g.target.TypeSize(e))
	if n := int64(len(data)); n != v.size*size && n != size {
		return Tensor{}, diag.Errorf("shape-mismatch", "expected %d bytes, or %d for one value, but got %d", v.size*size, size, n).
			Note("%d elements of %d bytes", v.size, size)
	}
	v.data = append(make([]byte, 0, len(data)), data...) // never nil
	return g.attach(v), nil
}

// newVariable makes a variable that is not yet part of the graph.
func (g *Graph) newVariable(name string, e scalar.Type, shape []int64) (*Variable, error) {
	if !e.Valid() {
		return nil, diag.Errorf("elem-unknown", "expected an element type for variable '%s'", name)
	}
	n, err := tilemap.CountElems(shape)
	if err != nil {
		return nil, err
	}
	// The verification of a view makes a variable: all parts are allocated at once.
	parts := &struct {
		Variable
		base   regionList
		region [1]Region
		starts [2]int64
		digit  [1]digit
	}{}
	v := &parts.Variable
	*v = Variable{home: g.storage, number: len(g.vars), name: name, elem: e, shape: slices.Clone(shape), size: n}
	v.whole = Tensor{home: v.home, elem: e}
	if n == 0 {
		v.whole = v.whole.empty(v.shape)
		return v, nil
	}
	parts.region[0], parts.starts[1], parts.digit[0] = Region{v, 0, n}, n, digit{n, 1}
	parts.base = regionList{regions: parts.region[:], starts: parts.starts[:]}
	v.whole.shape, v.whole.base, v.whole.digits = v.shape, &parts.base, parts.digit[:]
	if n == 1 {
		v.whole.digits = parts.digit[:0]
	}
	return v, nil
}

// attach makes v the next variable of the graph.
func (g *Graph) attach(v *Variable) Tensor {
	v.number = len(g.vars)
	g.vars = append(g.vars, v)
	g.elements += v.size
	return v.Tensor()
}

// Variables returns the variables in the order of creation; the caller must
// not change the list.
func (g *Graph) Variables() []*Variable { return g.vars }

// compareRegions orders regions by variable and begin.
func compareRegions(a, b Region) int {
	return cmp.Or(cmp.Compare(a.Var.number, b.Var.number), cmp.Compare(a.Begin, b.Begin))
}

// owns reports graph-mismatch if a tensor shows variables of another graph.
func (g *Graph) owns(t Tensor) error {
	if t.home != g.storage {
		return graphMismatch()
	}
	return nil
}

func graphMismatch() error {
	return diag.Errorf("graph-mismatch", "the tensor shows variables of another graph")
}
