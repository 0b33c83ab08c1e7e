package vectorext

import (
	"fmt"
	"slices"

	"optc/dialect/vector"
	"optc/draw"
	"optc/ir"
	"optc/layout"
)

// mostAccesses bounds the elements that are accessed in a step that is drawn.
const mostAccesses = 1 << 16

// drawConversion draws the layout of a value and, where it is a nested one and the value comes from a
// transfer or goes into one, which thread accesses what at each step.
func drawConversion(op *ir.Operation, v ir.View) (*draw.Picture, error) {
	l := ToLayout.Layout(op)
	if l == nil {
		return ir.Draw(LayoutOf(op), v)
	}
	p, err := drawLayout(l, v)
	if err != nil {
		return nil, err
	}
	t, ok := transferOf(op)
	if !ok {
		return p, nil
	}
	m, err := l.UnitMap(0, 0)
	if err != nil {
		return nil, err
	}
	strides, ok := accessStrides(t)
	if !ok {
		p.Notes = append(p.Notes, fmt.Sprintf("The strides of %s are not known, so what the threads access is not drawn.", t.BaseType()))
		return p, nil
	}
	if perStep, _ := ir.NumElements(l.ElementTile); int64(m.Units()) > mostAccesses/perStep {
		p.Notes = append(p.Notes, fmt.Sprintf("A step has more than %d accesses, so what the threads access is not drawn.", mostAccesses))
		return p, nil
	}
	p.Panels = append(p.Panels, l.drawAccesses(m, t, strides))
	p.Notes = append(p.Notes,
		"Accesses count elements of memory from the place of the transfer; a step is one batch and outer of every thread.",
		"The last row counts the runs of neighbouring elements that all threads together access in a step: 1 is one contiguous access.")
	return p, nil
}

// transferOf returns the transfer that makes the value of a to_layout, or that stores
// its result.
func transferOf(op *ir.Operation) (t vector.Transfer, ok bool) {
	if def := ToLayout.Input(op).DefiningOp(); def != nil {
		if t, ok = vector.AsTransfer(def); ok {
			return t, true
		}
	}
	for use := ToLayout.Output(op).FirstUse(); use != nil; use = use.Next() {
		if t, ok = vector.AsTransfer(use.Owner()); ok && !t.IsRead() {
			return t, true
		}
	}
	return t, false
}

// accessStrides returns by how many elements of memory each dimension of the vector
// moves; ok is false if that is not known.
func accessStrides(t vector.Transfer) (strides []int64, ok bool) {
	var memory []int64
	switch base := t.BaseType().(type) {
	case *ir.MemRefType:
		memory, _, ok = base.StridesAndOffset()
	default:
		memory, ok = ir.RowMajorStrides(base.Shape()), true
	}
	if !ok {
		return nil, false
	}
	for _, e := range t.Map().Results {
		stride := int64(0) // a broadcast dimension
		if d, isDim := e.IsDim(); isDim {
			stride = memory[d]
		}
		if stride == ir.Dynamic {
			return nil, false
		}
		strides = append(strides, stride)
	}
	return strides, true
}

// drawAccesses has a row per thread and a column per step, with the elements of memory
// that the thread accesses then.
func (l *NestedLayout) drawAccesses(m *layout.Map, t vector.Transfer, strides []int64) *draw.Panel {
	verb := "writes"
	if t.IsRead() {
		verb = "reads"
	}
	perStep, _ := ir.NumElements(l.ElementTile)
	_, registers := m.Extent(0)
	p := &draw.Panel{Title: "what each thread " + verb + " in each step", Axis: draw.Axis{Name: "step", To: min(most, registers/perStep)}}
	threads := min(most, m.Units())
	for k := range threads {
		p.Rows = append(p.Rows, draw.Row{Label: fmt.Sprint("thread ", k)})
	}
	p.Rows = append(p.Rows, draw.Row{Label: "runs"})
	var coord []int64
	for step := range p.Axis.To {
		var all []int64
		for thread := range m.Units() {
			var own []int64
			for r := step * perStep; r < (step+1)*perStep; r++ {
				hit := m.Invert(thread, r)
				if hit.Class != layout.Element {
					continue
				}
				coord = m.Coord(hit.Index, coord)
				at := int64(0)
				for d, c := range coord {
					at += c * strides[d]
				}
				own = append(own, at)
			}
			all = append(all, own...)
			if thread < threads && len(own) > 0 {
				p.Add(draw.Cell{Row: thread, From: step, To: step + 1, Colour: draw.Series(thread), Text: accessText(own),
					Hover: fmt.Sprintf("thread %d %s %v in step %d", thread, verb, own, step)})
			}
		}
		n := runs(all)
		p.Add(draw.Cell{Row: threads, From: step, To: step + 1, Colour: draw.Shade(int64(n), int64(max(2, m.Units()))), Text: fmt.Sprint(n),
			Hover: fmt.Sprintf("step %d: %d runs of neighbouring elements", step, n)})
	}
	return p
}

// accessText writes the elements that a thread accesses: "8", "8-11" for neighbours,
// "8…26" for others.
func accessText(at []int64) string {
	first, last := slices.Min(at), slices.Max(at)
	switch {
	case first == last:
		return fmt.Sprint(first)
	case runs(at) == 1:
		return fmt.Sprintf("%d-%d", first, last)
	}
	return fmt.Sprintf("%d…%d", first, last)
}

// runs counts the runs of neighbours among elements of memory.
func runs(at []int64) int {
	at = slices.Compact(slices.Sorted(slices.Values(at)))
	n := 0
	for i := range at {
		if i == 0 || at[i] != at[i-1]+1 {
			n++
		}
	}
	return n
}
