package graph

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"optc/diag"
)

// Access is an edge through which a vertex reads or writes elements.
type Access struct {
	Vertex *Vertex
	Field  int // index in the class
	Index  int // index of the view in the field; 0 unless the field is an array or a list
	Region
	Writes bool

	number int // position of the vertex in its compute set; set by Races
}

// Race is an element that two vertices of a compute set access in no defined order, at least one of
// them writing it (Poplar and PopLibs User Guide, Thread safety). Or it is an element that a vertex
// writes through two views; the order of the writes is up to its code.
type Race struct {
	First, Second Access // accesses in the order of creation of the vertices
	Var           *Variable
	Elem          int64 // first element in conflict
}

// Races returns the races of a compute set, at most one per pair of vertices and
// variable, in the order of variables and elements. Edges that are not connected are
// skipped.
func Races(set *ComputeSet) []Race {
	var all []Access
	views := newContested(set)
	for n, v := range set.vertices {
		for a := range v.accesses(views.mayMeet) {
			a.number = n
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b Access) int {
		if c := compareRegions(a.Region, b.Region); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Index, b.Index))
	})
	type pair struct {
		a, b *Vertex
		v    *Variable
	}
	seen := map[pair]bool{}
	var races []Race
	// Accesses whose region extends beyond the start of the next access. An element may
	// have many readers. Therefore writers and readers are stored separately: a reader is
	// only compared with writers.
	var writers, readers []Access
	for i, x := range all {
		if i > 0 && (all[i-1].Var != x.Var || all[i-1].Begin != x.Begin) {
			over := func(y Access) bool { return y.Var != x.Var || y.End <= x.Begin }
			writers, readers = slices.DeleteFunc(writers, over), slices.DeleteFunc(readers, over)
		}
		rivals := [][]Access{writers, readers}
		if !x.Writes {
			rivals = rivals[:1]
		}
		for _, list := range rivals {
			for _, y := range list {
				if y.Vertex == x.Vertex && !(y.Writes && x.Writes) {
					continue // an input holds the elements' old values
				}
				first, second := y, x
				if first.number > second.number {
					first, second = second, first
				}
				if p := (pair{first.Vertex, second.Vertex, x.Var}); !seen[p] {
					seen[p] = true
					races = append(races, Race{First: first, Second: second, Var: x.Var, Elem: x.Begin})
				}
			}
		}
		if x.Writes {
			writers = append(writers, x)
		} else {
			readers = append(readers, x)
		}
	}
	return races
}

// contested finds the views that may show elements that a compute set writes. Most views show
// inputs, whose variables are not written in the set at all.
type contested struct {
	written map[*Variable]bool
	known   map[*regionList]bool // whether a list, which many views share, has regions of them
}

func newContested(set *ComputeSet) *contested {
	r := &contested{map[*Variable]bool{}, map[*regionList]bool{}}
	for _, v := range set.vertices {
		for t := range v.writtenViews() {
			if !r.known[t.base] {
				r.known[t.base] = true
				for _, region := range t.base.regions {
					r.written[region.Var] = true
				}
			}
		}
	}
	return r
}

// mayMeet reports whether a view may show elements that are written.
func (r *contested) mayMeet(t Tensor) bool {
	meets, known := r.known[t.base]
	if !known {
		meets = slices.ContainsFunc(t.base.regions, func(region Region) bool { return r.written[region.Var] })
		r.known[t.base] = meets
	}
	return meets
}

// Written holds elements that are written, in the order of variables and elements,
// without repetition.
type Written []Region

// Written returns the elements that the vertex writes.
func (v *Vertex) Written() Written {
	var all []Region
	for t := range v.writtenViews() {
		all = append(all, t.elements()...)
	}
	return mergeRegions(all)
}

// writtenViews yields the views that the vertex writes.
func (v *Vertex) writtenViews() iter.Seq[Tensor] {
	return func(yield func(Tensor) bool) {
		for i := range v.fields {
			if f := &v.Class.Fields[i]; !f.Type.IsEdge() || !f.Type.Dir.Writes() {
				continue
			}
			for _, t := range v.fields[i].views {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// Meets reports whether t shows one of the elements.
func (w Written) Meets(t Tensor) bool {
	if base := t.base.regions; len(base) == 1 && !slices.ContainsFunc(w, func(r Region) bool { return r.Var == base[0].Var }) {
		return false
	}
	for r := range t.Regions() {
		i, _ := slices.BinarySearchFunc(w, Region{r.Var, r.End, r.End}, compareRegions)
		if i > 0 && w[i-1].Var == r.Var && w[i-1].End > r.Begin {
			return true
		}
	}
	return false
}

// accesses yields the accesses of v's edges through the views that are wanted.
func (v *Vertex) accesses(wanted func(Tensor) bool) iter.Seq[Access] {
	return func(yield func(Access) bool) {
		for i := range v.fields {
			f := &v.Class.Fields[i]
			if !f.Type.IsEdge() {
				continue
			}
			for k, t := range v.fields[i].views {
				if !wanted(t) {
					continue
				}
				for _, r := range t.elements() {
					if !yield(Access{Vertex: v, Field: i, Index: v.fields[i].indices[k], Region: r, Writes: f.Type.Dir.Writes()}) {
						return
					}
				}
			}
		}
	}
}

// Error returns the race as a diagnostic; name returns the names of vertices. Codes
// write-race and read-write-race.
func (r Race) Error(set string, name func(*Vertex) string) error {
	if r.First.Vertex == r.Second.Vertex {
		return diag.Errorf("write-race", "%s writes '%s'[%d] through %s and through %s in compute set '%s'",
			name(r.First.Vertex), r.Var.name, r.Elem, r.First.view(), r.Second.view(), set).
			Note("its code may write to them in any order; views that a vertex writes share no elements")
	}
	writer, other := r.First, r.Second
	if !writer.Writes {
		writer, other = other, writer
	}
	code, verb := "read-write-race", "read"
	if other.Writes {
		code, verb = "write-race", "written"
	}
	return diag.Errorf(code, "'%s'[%d] is written by %s and %s by %s in compute set '%s'",
		r.Var.name, r.Elem, name(writer.Vertex), verb, name(other.Vertex), set)
}

// view names the view through which the vertex accesses the elements.
func (a Access) view() string {
	f := &a.Vertex.Class.Fields[a.Field]
	if f.Type.Depth() == 2 {
		return fmt.Sprintf("'%s'[%d]", f.Name, a.Index)
	}
	return fmt.Sprintf("'%s'", f.Name)
}
