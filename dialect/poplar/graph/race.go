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

	number int // of the vertex in its compute set; set by Races
}

// Race is an element that two vertices of a compute set access in no defined order, where
// at least one of them writes (Poplar and PopLibs User Guide, Thread safety). Or it is an
// element that a vertex writes through two views; the order of the writes is up to its
// code.
type Race struct {
	First, Second Access // in the order of creation of the vertices
	Var           *Variable
	Elem          int64 // first element in conflict
}

// Races returns the races of a compute set, at most one per pair of vertices and
// variable, in the order of variables and elements. Edges that are not connected are
// skipped.
func Races(set *ComputeSet) []Race {
	views := 0
	for _, v := range set.vertices {
		for i := range v.fields {
			views += len(v.fields[i].views)
		}
	}
	all := make([]Access, 0, views) // most views show one region
	for n, v := range set.vertices {
		for a := range v.accesses() {
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

// Written holds elements that are written, in the order of variables and elements,
// without repetition.
type Written []Region

// Written returns the elements that the vertex writes.
func (v *Vertex) Written() Written {
	var all []Region
	for a := range v.accesses() {
		if a.Writes {
			all = append(all, a.Region)
		}
	}
	return mergeRegions(all)
}

// Meets reports whether a view shows one of the elements.
func (w Written) Meets(t Tensor) bool {
	for r := range t.Regions() {
		i, _ := slices.BinarySearchFunc(w, Region{r.Var, r.End, r.End}, compareRegions)
		if i > 0 && w[i-1].Var == r.Var && w[i-1].End > r.Begin {
			return true
		}
	}
	return false
}

// accesses yields the accesses of v's edges.
func (v *Vertex) accesses() iter.Seq[Access] {
	return func(yield func(Access) bool) {
		for i := range v.fields {
			f := &v.Class.Fields[i]
			if !f.Type.IsEdge() {
				continue
			}
			for k, t := range v.fields[i].views {
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
