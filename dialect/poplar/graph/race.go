package graph

import (
	"cmp"
	"fmt"
	"slices"

	"optc/diag"
)

// Access is an edge through which a vertex reads or writes elements.
type Access struct {
	Vertex *Vertex
	Field  int // index in the class
	Index  int // of the view that the field shows, 0 unless it is an array or a list
	Region
	Writes bool
}

// Race is an element that two vertices of one compute set access, at least one of
// them writing: nothing orders them (Poplar and PopLibs User Guide, Thread
// safety). Or it is an element that one vertex writes through two views, which its code
// may do in any order.
type Race struct {
	First, Second Access // in the order of creation of the vertices
	Var           *Variable
	Elem          int64 // first element in conflict
}

// Races returns the races of a compute set, at most one per pair of vertices and
// variable, in the order of variables and elements. Edges that are not connected
// are left out.
func Races(set *ComputeSet) []Race {
	var all []Access
	number := make(map[*Vertex]int, len(set.vertices))
	for n, v := range set.vertices {
		number[v] = n
		all = v.accesses(all)
	}
	slices.SortFunc(all, func(a, b Access) int {
		return cmp.Or(compareRegions(a.Region, b.Region), cmp.Compare(number[a.Vertex], number[b.Vertex]), cmp.Compare(a.Field, b.Field), cmp.Compare(a.Index, b.Index))
	})
	type pair struct {
		a, b *Vertex
		v    *Variable
	}
	seen := map[pair]bool{}
	var races []Race
	// Accesses whose region reaches beyond the start of the next one. Readers of
	// one element may be many, so writers and readers are kept apart: a reader
	// only meets writers.
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
					continue // an input keeps what its elements held before
				}
				first, second := y, x
				if number[first.Vertex] > number[second.Vertex] {
					first, second = second, first
				}
				if p := (pair{first.Vertex, second.Vertex, x.Var}); !seen[p] {
					seen[p] = true
					races = append(races, Race{first, second, x.Var, x.Begin})
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

// Written is elements that are written, in the order of variables and elements, each once.
type Written []Region

// Written returns the elements that the vertex writes.
func (v *Vertex) Written() Written {
	var all []Region
	for _, a := range v.accesses(nil) {
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

// accesses appends what the edges of v access.
func (v *Vertex) accesses(to []Access) []Access {
	for i, f := range v.Class.Fields {
		if !f.Type.IsEdge() {
			continue
		}
		for index, t := range v.fields[i].views {
			for _, r := range t.elements() {
				to = append(to, Access{v, i, index, r, f.Type.Dir.Writes()})
			}
		}
	}
	return to
}

// Error words the race; name gives vertices their names. Codes write-race and
// read-write-race.
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

// view names what the vertex accesses the elements through.
func (a Access) view() string {
	f := &a.Vertex.Class.Fields[a.Field]
	if f.Type.Depth() == 2 {
		return fmt.Sprintf("'%s'[%d]", f.Name, a.Index)
	}
	return fmt.Sprintf("'%s'", f.Name)
}
