package evaluate

import (
	"fmt"

	"optc/dialect/poplar"
	"optc/dialect/poplar/graph"
	"optc/ir"
)

// Races returns an error for each element that a vertex of a compute set writes and that another
// access of the set reads or writes. The error codes are write-race and read-write-race.
func (e *Evaluation) Races(set *graph.ComputeSet) (list []*ir.Diagnostic) {
	for _, r := range graph.Races(set) {
		d := e.Added[r.Second.Vertex].OpError(poplar.Codes, r.Error(set.Name(), VertexName))
		if r.First.Vertex != r.Second.Vertex {
			d.Note(e.Added[r.First.Vertex].Loc(), "the other vertex is added here")
		}
		list = append(list, d)
	}
	return list
}

// VertexName names an instance in messages.
func VertexName(v *graph.Vertex) string { return fmt.Sprintf("'%s' on tile %d", v.Class.Name, v.Tile) }
