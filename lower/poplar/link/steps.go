package link

import (
	"slices"

	"optc/dialect/poplar/graph"
	"optc/layout"
	"optc/lower/poplar/program"
)

// steps turns steps into those of a lowered program; nested sequences are joined.
func (l *linker) steps(seq *graph.Sequence) (list []program.Step) {
	if seq == nil {
		return nil
	}
	for _, step := range seq.Steps {
		if l.ctx.Err() != nil {
			return nil
		}
		switch s := step.(type) {
		case *graph.Sequence:
			list = append(list, l.steps(s)...)
		case graph.Execute:
			list = append(list, program.Step{Set: l.sets[s.Set]})
		case graph.Copy:
			list = append(list, program.Step{Moves: l.copy(s)})
		case graph.HostCopy:
			list = append(list, program.Step{Host: l.hostCopy(s)})
		case *graph.Repeat:
			list = append(list, program.Step{Repeat: &program.Repeat{Count: s.Count, Body: l.steps(s.Body)}})
		case *graph.RepeatWhile:
			list = append(list, program.Step{While: &program.While{Predicate: l.predicate(s.Predicate), Before: l.steps(s.Before), Body: l.steps(s.Body)}})
		case *graph.If:
			list = append(list, program.Step{If: &program.If{Predicate: l.predicate(s.Predicate), Then: l.steps(s.Then), Otherwise: l.steps(s.Otherwise)}})
		case graph.Call:
			k := slices.IndexFunc(l.Functions, func(f *program.Function) bool { return f.Name == s.Name })
			list = append(list, program.Step{Call: l.Functions[k]})
		}
	}
	return list
}

// predicate names the element that a view of one element shows.
func (l *linker) predicate(r graph.Region) program.Predicate {
	return program.Predicate{Variable: l.Variables[r.Var.Number()], Element: r.Begin}
}

// hostCopy says where the elements of an array of the host lie.
func (l *linker) hostCopy(c graph.HostCopy) *program.HostCopy {
	out := &program.HostCopy{Name: c.Name, Elem: c.Tensor.Elem(), Shape: c.Tensor.Shape(), ToHost: c.ToHost}
	ps, _ := l.pieces(c.Tensor) // what has no tile is reported as unmapped
	for _, p := range ps {
		out.Runs = append(out.Runs, program.Run{Begin: p.Index, End: p.Index + p.Len, Ref: l.ref(p.Place)})
	}
	return out
}

// copy cuts source and destination into runs that are contiguous in both, and joins those
// at equal distances.
func (l *linker) copy(c graph.Copy) []program.Move {
	if c.Src.NumElems() == 0 {
		return nil
	}
	src, ok1 := l.view(c.Src)
	dst, ok2 := l.view(c.Dst)
	if !ok1 || !ok2 {
		return nil // reported as unmapped
	}
	plan, err := layout.Moves(src, dst)
	if err != nil {
		panic("link: a copy is between views of one type and size: " + err.Error())
	}
	moves := make([]program.Move, len(plan))
	for i, m := range plan {
		moves[i] = program.Move{From: l.ref(m.Src), To: l.ref(m.Dst), Bytes: uint64(m.Len), Count: 1}
	}
	return program.Strided(moves)
}

// view returns the map from the flattened elements of a view to (block, byte). ok
// is false when an element has no tile.
func (l *linker) view(t graph.Tensor) (m *layout.Map, ok bool) {
	runs, ok := l.pieces(t)
	if !ok {
		return nil, false
	}
	m, err := layout.NewTable(layout.Table{Units: len(l.blocks), Width: int64(l.Target.TypeSize(t.Elem())), Shape: []int64{t.NumElems()}, Runs: runs})
	if err != nil {
		panic("link: a view is a layout: " + err.Error())
	}
	return m, true
}
