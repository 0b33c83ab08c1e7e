package link

import (
	"slices"

	"optc/diag"
	"optc/dialect/poplar/control"
	"optc/dialect/poplar/graph"
	"optc/internal/family/poplar/program"
	"optc/layout"
)

// steps turns the functions and the program of a graph into steps of a lowered program.
func (l *linker) steps(steps []graph.Step, functions []*graph.Function) {
	t := control.Translator[graph.Action, graph.Region, program.Instruction, program.Predicate]{
		Action: l.instruction, Predicate: l.predicate, Functions: map[*graph.Function]*program.Function{},
	}
	for _, f := range functions {
		to := &program.Function{Name: f.Name, Steps: t.Steps(f.Steps)}
		t.Functions[f] = to
		l.Functions = append(l.Functions, to)
	}
	l.Steps = t.Steps(steps)
}

// instruction turns an action of the graph into an instruction of the lowered program. Once
// the context is cancelled, the instructions are empty.
func (l *linker) instruction(a graph.Action) program.Instruction {
	if l.ctx.Err() != nil {
		return program.Instruction{}
	}
	switch a := a.(type) {
	case graph.Execute:
		return program.Instruction{Set: l.sets[a.Set]}
	case graph.HostCopy:
		return program.Instruction{Host: l.hostTransfer(a)}
	}
	return l.copy(a.(graph.Copy))
}

// predicate names the element in a view of a single element.
func (l *linker) predicate(r graph.Region) program.Predicate {
	return program.Predicate{Variable: l.Variables[r.Var.Number()], Element: r.Begin}
}

// hostTransfer returns the places of the elements of a host array.
func (l *linker) hostTransfer(c graph.HostCopy) *program.HostTransfer {
	out := &program.HostTransfer{Name: c.Name, Elem: c.Tensor.Elem(), Shape: c.Tensor.Shape(), ToHost: c.ToHost}
	ps, _ := l.pieces(c.Tensor) // an element without tile is reported as unmapped
	for _, p := range ps {
		out.Runs = append(out.Runs, program.AllocRun{Begin: p.Index, End: p.Index + p.Len, Ref: l.ref(p.Place)})
	}
	return out
}

// copy divides source and destination into runs that are contiguous in both, and joins
// runs at equal distances. If there would be too many runs, the copy names the elements
// instead.
func (l *linker) copy(c graph.Copy) (s program.Instruction) {
	if c.Src.NumElems() == 0 {
		return s
	}
	if s.Transfer = l.transfer(c); s.Transfer != nil {
		return s
	}
	src, ok1 := l.view(c.Src)
	dst, ok2 := l.view(c.Dst)
	if !ok1 || !ok2 {
		return s // reported as unmapped
	}
	plan := diag.Must(layout.Moves(src, dst))
	moves := make([]program.Move, len(plan))
	for i, m := range plan {
		moves[i] = program.Move{From: l.ref(m.Src), To: l.ref(m.Dst), Bytes: uint64(m.Len), Count: 1}
	}
	s.Moves = program.Strided(moves)
	return s
}

// manyPieces and piecesPerRun bound the number of contiguous pieces, in total and for each run of
// the two variables: a copy with more pieces is described by its elements.
const manyPieces, piecesPerRun = 1024, 4

// transfer describes a copy of many pieces between elements of two variables; nil for other
// copies.
func (l *linker) transfer(c graph.Copy) *program.Transfer {
	out, runs, piece := &program.Transfer{}, 0, c.Src.NumElems()
	for _, side := range []struct {
		view    *program.StorageView
		tensor  graph.Tensor
		written bool
	}{{&out.From, c.Src, false}, {&out.To, c.Dst, true}} {
		v, first, loops, ok := side.tensor.Loops()
		if !ok {
			return nil
		}
		*side.view = program.StorageView{Variable: l.Variables[v.Number()], First: first}
		together := int64(1)
		for _, loop := range loops {
			side.view.Loops = append(side.view.Loops, loop)
			if together = 1; loop.Step == 1 {
				together = loop.Count
			}
		}
		if side.view.Check(side.written) != nil {
			return nil
		}
		piece, runs = min(piece, together), runs+len(side.view.Variable.Runs)
	}
	if c.Src.NumElems()/piece <= int64(max(manyPieces, piecesPerRun*runs)) {
		return nil
	}
	return out
}

// view returns the map from the flattened elements of a view to (block, byte). ok
// is false when an element has no tile.
func (l *linker) view(t graph.Tensor) (m *layout.Map, ok bool) {
	runs, ok := l.pieces(t)
	if !ok {
		return nil, false
	}
	return diag.Must(layout.NewTable(layout.Table{Units: len(l.blocks), Width: int64(l.Target.TypeSize(t.Elem())), Shape: []int64{t.NumElems()}, Runs: slices.Clone(runs)})), true
}
